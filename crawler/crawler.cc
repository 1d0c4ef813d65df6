// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/crawler.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <deque>
#include <exception>
#include <future>
#include <mutex>

#include "crawler/seed_crawl.h"
#include "crawler/site_file_rows.h"
#include "fellow/version.h"

namespace fellow::crawler {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds kTick{200};          // progress, and how soon stop() is heard at the latest
constexpr std::chrono::milliseconds kCommitEvery{1000};  // with fewer pages than a batch
constexpr std::chrono::milliseconds kGrace{5000};        // for the exchanges under way, at the end of the budget
constexpr std::size_t kSeedsAtOnce = 1024;               // taken from the catalog
// Seeds under way for each host that may be asked at once: while one host has its rest, another is asked. No more than needed:
// curl looks at all connections for the one to close.
std::size_t seeds_a_host(std::chrono::milliseconds delay) { return delay.count() > 0 ? 4 : 1; }

}  // namespace

// One call of run(): what lives on its io_context.
class CrawlRun {
 public:
  CrawlRun(Catalog& catalog, Archive& archive, const LinkReader& links, const CrawlOptions& options, Guard guard)
      : options_(options),
        catalog_(catalog),
        journal_(catalog, archive, options),
        gate_(io_.get_executor(), options.delay, options.hosts_at_once),
        fetcher_(io_.get_executor(),
                 {.user_agent = options.user_agent + "/" + kVersion + " (+" + options.contact + ")",
                  .ca_file = options.ca_file,
                  .connections = seeds_a_host(options.delay) * options.hosts_at_once,  // each seed finds its own again
                  .keeps_requests = options.keep != KeepBodies::none,
                  .limits = options.limits},
                 std::move(guard)),
        visitor_(io_.get_executor(), exchange_with(options), gate_,
                 {.agent = options.user_agent,
                  .suppressed = options.suppressed,
                  .elsewhere = [this](const Url& url) { return state_.is_elsewhere(url); },
                  .again = options.again,
                  .had = [this](const Url& url, Want want) { return state_.had(url, want); },
                  .sitemap_kept = options.revisit.first,
                  .conditions = [this](const Url& url) { return conditions(url); },
                  .known_file = [this](const Url& url) { return journal_.site_file(url); },
                  .keep_file = [this](const Url& url, const SiteFile& file) { journal_.put_site_file(url, file); },
                  .tried = [this](const Visit& visit) { note_file(visit); },
                  .count = [this](const std::string& host, const Fetched& answer) { count(host, answer); }}),
        reader_(io_.get_executor(), links),
        state_(journal_, visitor_, reader_, options),
        tick_(io_) {}

  Result<RunSummary> run(const std::function<void(const CrawlProgress&)>& progress, const std::atomic<bool>& stopped);
  // From any thread.
  void wake() {
    asio::post(io_, [this] { end(true); });
  }

 private:
  Exchange exchange_with(const CrawlOptions& options);
  Conditions conditions(const Url& url);
  void count(const std::string& host, const Fetched& answer);
  void look_for_the_network(bool at_the_end);
  void note_file(const Visit& visit);
  asio::awaitable<void> work();
  void tick(const std::function<void(const CrawlProgress&)>& progress, const std::atomic<bool>& stopped);
  void end(bool now);
  std::optional<Url> next_seed();
  CrawlProgress progress_now() const;
  std::optional<std::chrono::milliseconds> time_left(Turns::Clock::time_point now) const;

  const CrawlOptions& options_;
  Catalog& catalog_;
  asio::io_context io_{1};
  Journal journal_;
  Gate gate_;
  Fetcher fetcher_;
  Visitor visitor_;
  PageReader reader_;
  RunState state_;
  asio::steady_timer tick_;
  std::deque<Url> line_;               // the seeds whose turn comes next
  std::size_t seeds_ = 0, taken_ = 0;  // in the whole line; taken from the catalog into line_
  std::size_t workers_ = 0;
  NetworkWatch network_;
  std::future<std::optional<std::string>> probe_;  // asks whether this machine has no network
  std::optional<std::string> offline_;             // why it has none
  std::exception_ptr thrown_;
  Turns::Clock::time_point committed_ = Turns::Clock::now();
};

Exchange CrawlRun::exchange_with(const CrawlOptions& options) {
  if (options.captures) return exchange_of(io_.get_executor(), *options.captures);
  return [this](FetchRequest request, std::function<void(Fetched)> done) { fetcher_.get(std::move(request), std::move(done)); };
}

// Only what could be used if it were unchanged is asked for conditionally.
Conditions CrawlRun::conditions(const Url& url) {
  if (options_.captures) return {};
  const auto state = journal_.state(url);
  if (!state || state->sha1.empty()) return {};
  const bool is_copy = state->reason == show(Reason::duplicate);
  if (state->place.file.empty() && !is_copy && (options_.keep != KeepBodies::none || options_.extracts)) return {};
  return {state->etag, state->last_modified};
}

void CrawlRun::count(const std::string& host, const Fetched& answer) {
  if (!network_.proven()) {
    network_.saw(host, answer);
    if (network_.proven()) journal_.release();
  }
  state_.progress.bytes += answer.wire_bytes;
  state_.summary.bytes += answer.wire_bytes;
}

// When nobody could be reached: whether that is this machine's doing. The question may take seconds, and does not hold up the
// loop but at the end.
void CrawlRun::look_for_the_network(bool at_the_end) {
  if (offline_ || !network_.doubtful(at_the_end ? 1 : NetworkWatch::kHostsInDoubt)) return;
  if (!probe_.valid()) probe_ = std::async(std::launch::async, options_.offline, network_.names());
  if (!at_the_end && probe_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  offline_ = probe_.get();
  if (offline_) {
    end(true);
  } else {
    network_.prove();
    journal_.release();
  }
}

// Among captures there are no such files but by chance: what is said of one that is missing would be made up.
void CrawlRun::note_file(const Visit& visit) {
  if (options_.captures) return;
  const auto before = [this](const Url& url) { return journal_.state(url); };
  for (const UrlState& row : rows_of_file(visit, before, {now(), options_.revisit})) journal_.put(row);
}

std::optional<Url> CrawlRun::next_seed() {
  if (line_.empty() && taken_ < seeds_) {
    const std::vector<Url> next = journal_.next_in_line(taken_, kSeedsAtOnce);
    line_.assign(next.begin(), next.end());
    taken_ += next.size();
  }
  if (line_.empty()) return std::nullopt;
  Url seed = std::move(line_.front());
  line_.pop_front();
  return seed;
}

asio::awaitable<void> CrawlRun::work() {
  while (!gate_.closed()) {
    const std::optional<Url> seed = next_seed();
    if (!seed) break;
    SeedCrawl crawl(state_, *seed);
    if (co_await crawl.crawl() == Reason::none) journal_.settle(*seed);
    ++state_.progress.seeds_done;
    if (journal_.failure() || fetcher_.failure()) end(true);
  }
}

CrawlProgress CrawlRun::progress_now() const {
  CrawlProgress progress = state_.progress;
  progress.waiting = static_cast<std::int64_t>(gate_.turns().waiting());
  progress.hosts = static_cast<std::int64_t>(gate_.turns().running());
  progress.seeds = seeds_;
  return progress;
}

// Of the budget, for this crawl; nullopt without one.
std::optional<std::chrono::milliseconds> CrawlRun::time_left(Turns::Clock::time_point now) const {
  if (!options_.budget) return std::nullopt;
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(now - options_.began);
  const auto kept = options_.afterwards ? options_.afterwards(progress_now()) : std::chrono::milliseconds(0);
  return *options_.budget - spent - kept;
}

// Ends the run: at once, or when the exchanges under way are through.
void CrawlRun::end(bool now) {
  gate_.close();
  if (now) fetcher_.abort();
}

void CrawlRun::tick(const std::function<void(const CrawlProgress&)>& progress, const std::atomic<bool>& stopped) {
  if (workers_ == 0) return;
  const auto now = Turns::Clock::now();
  if (stopped) end(true);
  if (const auto left = time_left(now)) {
    if (*left <= std::min<std::chrono::milliseconds>(kGrace, *options_.budget / 4) && !gate_.closed()) end(false);
    if (left->count() <= 0) end(true);
  }
  if (fetcher_.failure()) end(true);
  look_for_the_network(false);
  if (now - committed_ >= kCommitEvery) {
    journal_.commit();
    committed_ = now;
    if (journal_.failure()) end(true);
  }
  if (progress) progress(progress_now());
  tick_.expires_after(kTick);
  tick_.async_wait([this, &progress, &stopped](boost::system::error_code cancelled) {
    if (!cancelled) tick(progress, stopped);
  });
}

Result<RunSummary> CrawlRun::run(const std::function<void(const CrawlProgress&)>& progress, const std::atomic<bool>& stopped) {
  state_.summary.started = now();
  state_.summary.command = "crawl";
  if (!options_.captures) journal_.hold_back();
  const auto waiting = catalog_.line_up(now(), options_.again);
  if (!waiting) return tl::unexpected(waiting.error());
  seeds_ = *waiting;
  const std::size_t workers = std::min(seeds_, seeds_a_host(options_.delay) * std::max<std::size_t>(options_.hosts_at_once, 1));
  workers_ = workers;
  for (std::size_t i = 0; i < workers; ++i) {
    asio::co_spawn(io_, work(), [this](std::exception_ptr thrown) {
      if (thrown && !thrown_) thrown_ = thrown;
      if (thrown) end(true);
      if (--workers_ == 0) tick_.cancel();
    });
  }
  asio::post(io_, [&] { tick(progress, stopped); });
  io_.run();
  if (thrown_) std::rethrow_exception(thrown_);
  if (!journal_.failure() && !fetcher_.failure()) look_for_the_network(true);
  if (offline_) {
    journal_.discard();
    return fail(Code::io, "there is no network: " + *offline_ + "; nothing was changed", "network");
  }
  journal_.release();
  journal_.commit();
  if (progress) progress(progress_now());
  if (journal_.failure()) return tl::unexpected(*journal_.failure());
  if (fetcher_.failure()) return tl::unexpected(*fetcher_.failure());
  state_.summary.ended = now();
  return state_.summary;
}

bool is_contact(const std::string& text) {
  // It stands in a comment of the User-Agent (RFC 9110 section 10.1.5).
  const auto stands = [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != 0x7f && c != '(' && c != ')' && c != '\\';
  };
  if (!std::all_of(text.begin(), text.end(), stands)) return false;
  if (!text.starts_with("mailto:")) return Url::parse(text).has_value();
  const std::size_t at = text.find('@');
  return at != std::string::npos && at > 7 && at + 1 < text.size();
}

struct Crawler::Impl {
  Catalog& catalog;
  Archive& archive;
  LinkReader links;
  CrawlOptions options;
  std::atomic<bool> stopped{false};
  std::mutex guards_current;
  CrawlRun* current = nullptr;

  void set_current(CrawlRun* run) {
    const std::lock_guard lock(guards_current);
    current = run;
  }
};

Crawler::Crawler(Catalog& catalog, Archive& archive, LinkReader links, CrawlOptions options)
    : impl_(new Impl{.catalog = catalog, .archive = archive, .links = std::move(links), .options = std::move(options)}) {}

Crawler::~Crawler() = default;

Result<RunSummary> Crawler::run(const std::function<void(const CrawlProgress&)>& progress) {
  const CrawlOptions& options = impl_->options;
  if (options.contact.empty() && !options.captures)
    return fail(Code::bad_input, "no crawl without a contact: give --contact with a URL or a mailto:", "contact");
  if ((options.contact + options.user_agent).find_first_of("\r\n") != std::string::npos) {
    return fail(Code::bad_input, "contact and user_agent are one line each", "contact");
  }
  if (options.delay < std::chrono::seconds(1) && options.connect_to.empty() && !options.captures) {
    return fail(Code::bad_input, "a delay below 1 s is only for --connect-to", "delay");
  }
  auto guard = Guard::make(options.connect_to);
  if (!guard) return tl::unexpected(guard.error());
  try {
    CrawlRun run(impl_->catalog, impl_->archive, impl_->links, options, std::move(*guard));
    impl_->set_current(&run);
    auto summary = run.run(progress, impl_->stopped);
    impl_->set_current(nullptr);
    return summary;
  } catch (const boost::system::system_error& error) {  // Asio's way to say that no descriptor is left (R35)
    impl_->set_current(nullptr);
    return fail(Code::io, std::string("cannot wait for the network: ") + error.what() + " (see ulimit -n)", "network");
  }
}

void Crawler::stop() {
  impl_->stopped = true;
  const std::lock_guard lock(impl_->guards_current);
  if (impl_->current != nullptr) impl_->current->wake();
}

}  // namespace fellow::crawler
