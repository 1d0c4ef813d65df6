// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/answer.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace fellow::searchd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxThreads = 64;  // of all sources together
constexpr int kMaxUnderWay = 256;        // searches of one source, waiting ones too

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

SourceStatus status_of_error(SourceStatus status, Error error) {
  status.status = error.code == Code::timeout ? "timeout" : error.code == Code::busy ? "skipped" : "error";
  status.error = std::move(error);
  return status;
}

// What one source said, and what there is to say about it.
struct Reply {
  SourceStatus status;
  std::optional<Found> found;
};

// The first request.limit hits, asked for in as many pages as that takes; facets and counts come with the first.
Result<Found> search_pages(Source& source, SearchRequest request, Clock::time_point end) {
  const auto wanted = static_cast<std::size_t>(request.limit);
  request.limit = std::min(request.limit, SearchRequest::kMaxLimit);
  auto found = source.search(request);
  request.facets.clear();
  while (found && found->hits.size() < wanted && found->hits.size() < static_cast<std::size_t>(found->total.value)) {
    request.offset += SearchRequest::kMaxLimit;
    if (Clock::now() >= end) return fail(Code::timeout, "no answer in " + std::to_string(request.deadline.count()) + " ms");
    auto more = source.search(request);
    if (!more) return more;
    if (more->hits.empty() || more->generation != found->generation) break;  // the pages of two generations do not fit together
    std::move(more->hits.begin(), more->hits.end(), std::back_inserter(found->hits));
  }
  return found;
}

Reply search_one(Source& source, const SearchRequest& request, Clock::time_point end) {
  const auto begin = Clock::now();
  const SourceInfo info = source.info();
  Reply reply{{.name = info.name, .kind = info.kind, .status = "ok", .profiles = info.profiles, .indexed_at = info.indexed_at},
              {}};
  auto found = request.limit <= SearchRequest::kMaxLimit ? source.search(request) : search_pages(source, request, end);
  reply.status.took_ms = milliseconds_since(begin);
  if (!found) {
    reply.status = status_of_error(std::move(reply.status), found.error());
    return reply;
  }
  reply.status.matched = found->total.value;
  reply.found = std::move(*found);
  return reply;
}

// The replies of one question; shared with searches that may come too late.
struct Round {
  Round(SearchRequest asked, std::size_t sources, Clock::time_point last)
      : request(std::move(asked)), end(last), replies(sources) {}
  const SearchRequest request;
  const Clock::time_point end;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::optional<Reply>> replies;
  std::size_t open = 0;
};

// What each of several sources is asked, so that their lists can be merged.
SearchRequest widened(const SearchRequest& request) {
  SearchRequest wide = request;
  wide.offset = 0;
  wide.limit = request.offset + request.limit;
  wide.facet_limit = kMergedFacetValues;
  return wide;
}

}  // namespace

// The threads that ask when there are several sources: some for each, so that one that hangs holds up no other.
class Sources::Crew {
 public:
  explicit Crew(std::size_t sources) {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::clamp<std::size_t>(kMaxThreads / sources, 1, 2 * cores);
    for (std::size_t i = 0; i < sources; ++i) lanes_.push_back(std::make_unique<Lane>(threads));
  }

  ~Crew() {
    for (const auto& lane : lanes_) lane->threads.join();
  }

  // Asks source number `index` in the background. False if too many earlier searches of it are not done.
  bool ask(std::size_t index, const std::shared_ptr<Source>& source, const std::shared_ptr<Round>& round, std::size_t place) {
    Lane& lane = *lanes_[index];
    if (lane.under_way.fetch_add(1) >= kMaxUnderWay) {
      lane.under_way.fetch_sub(1);
      return false;
    }
    boost::asio::post(lane.threads, [&lane, source, round, place] {
      const bool late = Clock::now() >= round->end;  // waited too long already: nobody is there to hear it
      auto reply = late ? std::nullopt : std::optional(search_one(*source, round->request, round->end));
      lane.under_way.fetch_sub(1);
      const std::lock_guard lock(round->mutex);
      round->replies[place] = std::move(reply);
      --round->open;
      round->changed.notify_all();
    });
    return true;
  }

 private:
  struct Lane {
    explicit Lane(std::size_t count) : threads(count) {}
    std::atomic<int> under_way{0};
    boost::asio::thread_pool threads;
  };
  std::vector<std::unique_ptr<Lane>> lanes_;
};

Sources::Sources(std::vector<std::shared_ptr<Source>> sources) : sources_(std::move(sources)) {
  if (sources_.size() > 1) crew_ = std::make_unique<Crew>(sources_.size());
}

Sources::~Sources() = default;

std::string_view Sources::unknown(const SearchRequest& request) const {
  for (const std::string& name : request.sources) {
    const auto is_it = [&](const auto& source) { return source->info().name == name; };
    if (std::none_of(sources_.begin(), sources_.end(), is_it)) return name;
  }
  return {};
}

Answer Sources::ask(const SearchRequest& request) const {
  const auto begin = Clock::now();
  Answer answer;
  answer.request = request;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const auto& wanted = request.sources;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), sources_[i]->info().name) != wanted.end()) asked.push_back(i);
  }

  if (asked.size() == 1) {  // its own ranking, facets and page
    Reply reply = search_one(*sources_[asked.front()], request, begin + request.deadline);
    if (reply.found) answer.found = std::move(*reply.found);
    for (Hit& hit : answer.found.hits)
      if (hit.sources.empty()) hit.sources = {reply.status.name};
    answer.sources.push_back(std::move(reply.status));
    answer.took_ms = milliseconds_since(begin);
    return answer;
  }

  const auto round = std::make_shared<Round>(widened(request), asked.size(), begin + request.deadline);
  {
    std::unique_lock lock(round->mutex);
    std::vector<bool> started;
    for (std::size_t place = 0; place < asked.size(); ++place) {
      started.push_back(crew_->ask(asked[place], sources_[asked[place]], round, place));
      round->open += started.back();
    }
    round->changed.wait_until(lock, round->end, [&] { return round->open == 0; });
    std::vector<Part> parts;
    for (std::size_t place = 0; place < asked.size(); ++place) {
      if (auto& reply = round->replies[place]) {
        if (reply->found) parts.push_back({reply->status.name, std::move(*reply->found)});
        answer.sources.push_back(std::move(reply->status));
        continue;
      }
      const SourceInfo info = sources_[asked[place]]->info();
      Error late{Code::timeout, "no answer in " + std::to_string(request.deadline.count()) + " ms", ""};
      if (!started[place]) late = {Code::busy, "too many earlier searches of it are not done", ""};
      answer.sources.push_back(
          status_of_error({.name = info.name, .kind = info.kind, .took_ms = milliseconds_since(begin)}, std::move(late)));
    }
    const bool complete = parts.size() == asked.size();
    answer.exact_ranking = parts.size() < 2;  // each ranked by its own statistics
    answer.found = merge(std::move(parts), request, complete);
  }
  answer.took_ms = milliseconds_since(begin);
  return answer;
}

Result<Profile> Sources::profile(std::string_view id) const {
  Error error{Code::not_found, "nobody with this id is known", "id"};
  for (const auto& source : sources_) {
    auto profile = source->profile(id);
    if (profile) return profile;
    if (profile.error().code != Code::not_found) error = profile.error();
  }
  return tl::unexpected(error);
}

std::vector<Suggestion> Sources::suggest(std::string_view text, int limit) const {
  std::vector<Suggestion> out;
  for (const auto& source : sources_) {
    const auto found = source->suggest(text, limit);
    if (!found) continue;
    for (const Suggestion& one : *found) {
      const auto same = std::find_if(out.begin(), out.end(), [&](const Suggestion& other) {
        return other.kind == one.kind && other.id == one.id && other.text == one.text;
      });
      if (same == out.end()) {
        out.push_back(one);
      } else {
        same->count += one.count;
      }
    }
  }
  if (sources_.size() > 1) {  // one source has its own order, which knows more than the counts
    std::stable_sort(out.begin(), out.end(), [](const Suggestion& a, const Suggestion& b) { return a.count > b.count; });
  }
  out.resize(std::min(out.size(), static_cast<std::size_t>(limit)));
  return out;
}

Result<std::vector<Similar>> Sources::similar(std::string_view id, int limit) const {
  Error error{Code::not_found, "nobody with this id is known", "id"};
  for (const auto& source : sources_) {
    auto found = source->similar(id, limit);
    if (found) return found;
    if (found.error().code != Code::not_found) error = found.error();
  }
  return tl::unexpected(error);
}

std::vector<SourceInfo> Sources::info() const {
  std::vector<SourceInfo> out;
  for (const auto& source : sources_) out.push_back(source->info());
  return out;
}

Result<std::vector<std::string>> Sources::among(const SearchRequest& request, const std::vector<std::string>& ids) const {
  std::vector<std::string> out;
  std::optional<Error> error;
  bool any = false;
  for (const auto& source : sources_) {
    auto found = source->among(request, ids);
    if (!found) {
      error = found.error();
      continue;
    }
    any = true;
    std::move(found->begin(), found->end(), std::back_inserter(out));
  }
  if (!any && error && error->code != Code::not_found) return tl::unexpected(*error);
  return out;
}

bool is_whole(const Answer& answer) {
  const auto whole = [](const SourceStatus& source) { return source.status == "ok"; };
  return !answer.sources.empty() && std::all_of(answer.sources.begin(), answer.sources.end(), whole);
}

bool is_good(const Answer& answer) {
  const auto live = [](const SourceStatus& source) { return source.status == "ok" || source.status == "partial"; };
  if (answer.request.fail_on_error)
    return !answer.sources.empty() && std::all_of(answer.sources.begin(), answer.sources.end(), live);
  return std::any_of(answer.sources.begin(), answer.sources.end(), live);
}

}  // namespace fellow::searchd
