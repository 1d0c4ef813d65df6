// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/crawl_step.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <thread>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "crawler/shard.h"
#include "extractor/address_rank.h"
#include "extractor/extractor.h"
#include "extractor/names_person.h"
#include "fellow/json.h"
#include "fellow/suppress.h"
#include "fellow/version.h"

namespace fellow::cli {
namespace {

// What the index will take, of the budget of an update, by the seeds there are; never more than a quarter of it.
std::chrono::milliseconds time_to_publish(std::chrono::seconds budget, std::size_t seeds) {
  constexpr std::int64_t kStart = 1000, kPerson = 1;  // milliseconds
  const std::chrono::milliseconds needed(kStart + static_cast<std::int64_t>(seeds) * kPerson);
  return std::min<std::chrono::milliseconds>(needed, budget / 4);
}

// And what extraction takes before that, by the pages that came anew and that it has not done beside the crawl; both together
// never more than half of it. Measured with pages of the labelled corpus at 1 ms of CPU a page and 0.2 ms a person; PDFs,
// slower machines and the rest of a changed site get five to ten times as much.
std::function<std::chrono::milliseconds(const crawler::CrawlProgress&)> time_to_index(std::chrono::seconds budget,
                                                                                      std::size_t seeds,
                                                                                      const Extraction& extraction) {
  constexpr std::int64_t kPage = 10;  // milliseconds
  const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  return [=, &extraction](const crawler::CrawlProgress& crawled) {
    const std::int64_t left = std::max<std::int64_t>(0, crawled.pages - crawled.not_modified - extraction.pages());
    const auto needed = time_to_publish(budget, seeds) + std::chrono::milliseconds(left * kPage / cores);
    return std::min<std::chrono::milliseconds>(needed, budget / 2);
  };
}

std::string flag_of(const CrawlSetting& setting) {
  std::string flag = "--" + std::string(setting.key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// The limits of the configuration, with those of the command line in their places.
Result<CrawlLimits> limits_of(const CrawlWish& wish, const Context& context) {
  CrawlLimits limits = context.config.crawl;
  for (std::size_t i = 0; i < wish.limits.size(); ++i) {
    if (!wish.limits[i]) continue;
    const CrawlSetting& setting = kCrawlSettings[i];
    if (const auto done = set(limits, setting, *wish.limits[i]); !done)
      return fail(done.error().code, done.error().what, flag_of(setting));
  }
  if (const auto fit = check(limits); !fit) return tl::unexpected(fit.error());
  return limits;
}

void set_limits(crawler::CrawlOptions& options, const CrawlLimits& limits) {
  options.revisit = {.first = limits.revisit_first, .last = limits.revisit_last};
  options.limits = {.first_byte = limits.first_byte,
                    .whole = limits.whole_page,
                    .slow_time = limits.slow_time,
                    .slow_bytes_a_second = static_cast<long>(limits.slow_rate),
                    .wire_bytes = limits.wire_bytes,
                    .decoded_bytes = static_cast<std::size_t>(limits.decoded_bytes),
                    .header_bytes = static_cast<std::size_t>(limits.header_bytes),
                    .codings = static_cast<int>(limits.codings)};
  options.site = {.pages = static_cast<int>(limits.pages),
                  .depth = static_cast<int>(limits.depth),
                  .links_a_page = static_cast<int>(limits.links),
                  .query_variants = static_cast<int>(limits.query_variants),
                  .url_bytes = static_cast<std::size_t>(limits.url_bytes)};
  options.further_hosts = static_cast<int>(limits.further_hosts);
}

Result<crawler::CrawlOptions> options_of(const CrawlWish& wish, const Context& context) {
  crawler::CrawlOptions options;
  options.contact = wish.contact.value_or(context.config.contact);
  if (options.contact.empty() && wish.warc_files.empty()) {
    return fail(Code::bad_input,
                "a crawl needs a contact that webmasters can turn to: --contact https://…, or `contact` in the configuration",
                "--contact");
  }
  if (!options.contact.empty() && !crawler::is_contact(options.contact))
    return fail(Code::bad_input, "no contact: write https://… or mailto:somebody@somewhere", options.contact);
  options.user_agent = context.config.user_agent;
  options.delay = context.config.delay;
  if (wish.delay) options.delay = std::chrono::milliseconds(static_cast<std::int64_t>(*wish.delay * 1000));
  const auto limits = limits_of(wish, context);
  if (!limits) return tl::unexpected(limits.error());
  set_limits(options, *limits);
  if (!wish.warc_files.empty()) options.delay = std::chrono::milliseconds(0);
  if (options.delay < std::chrono::seconds(1) && wish.connect_to.empty() && wish.warc_files.empty()) {
    return fail(Code::bad_input, "less than 1 s between requests is for tests only, together with --connect-to", "--delay");
  }
  options.hosts_at_once = static_cast<std::size_t>(wish.hosts_at_once);
  options.connect_to = wish.connect_to;
  options.ca_file = wish.ca_file;
  options.again = wish.again || !wish.warc_files.empty();  // captures are all there is, whatever was due
  options.rank_address = extractor::rank_address;
  options.is_about = extractor::names_person;
  if (wish.archive == "full") {
    options.keep = crawler::KeepBodies::full;
  } else if (wish.archive == "none") {
    options.keep = crawler::KeepBodies::none;
  } else if (wish.archive != "newest") {
    return fail(Code::bad_input, "newest (default), full or none", "--archive");
  }
  if (!wish.budget.empty()) {
    const auto budget = parse_duration(wish.budget);
    if (!budget) return tl::unexpected(budget.error());
    options.budget = *budget;
    options.began = wish.began;
  }
  if (!wish.shard.empty()) {
    const auto shard = crawler::parse_shard(wish.shard);
    if (!shard) return tl::unexpected(shard.error());
    options.shard = *shard;
  }
  if (wish.print_committed) {
    options.committed = [](const Url& url, const std::string& sha1) {
      std::cout << show_json({{"committed", url.text()}, {"sha1", sha1}}) << "\n" << std::flush;
    };
  }
  return options;
}

// Puts the lists into the catalog, without those who asked to be forgotten and those of other shards; the lines that were
// skipped come back.
Result<std::vector<std::string>> take_lists(const CrawlWish& wish, const crawler::Shard& shard, crawler::Catalog& catalog,
                                            const Suppression& suppression) {
  if (!wish.list.empty() && wish.seed_files.size() != 1)
    return fail(Code::bad_input, "names one list: give one --seeds file with it", "--list");
  std::vector<std::string> bad_lines;
  for (const std::string& file : wish.seed_files) {
    auto list = crawler::read_seeds(file);
    if (!list) return tl::unexpected(list.error());
    if (!wish.list.empty()) list->name = wish.list;
    const bool was_empty = list->seeds.empty();
    std::erase_if(list->seeds, [&](const crawler::Seed& seed) {
      if (suppression.has(seed.url)) return true;
      const bool ours = shard.has(seed.url);
      if (!ours) list->elsewhere.push_back(seed.url);
      return !ours;
    });
    for (const Error& bad : list->bad) bad_lines.push_back(fellow::show(bad));
    const auto put = was_empty ? catalog.put_list(*list) : catalog.replace_list(*list);
    if (!put) return tl::unexpected(put.error());
  }
  return bad_lines;
}

// What a site brought is extracted as soon as it is durable; the crawl's thread, the one writer, stores the profiles.
void go_on_beside(Extraction& extraction, crawler::CrawlOptions& options) {
  options.extracts = true;
  options.settled = [&extraction](const Url& seed) { extraction.offer(seed); };
  options.with_batch = [&extraction](crawler::Catalog& catalog) { return extraction.store(catalog); };
}

}  // namespace

void add_web_options(Options& options, CrawlWish& wish) {
  options.add("--contact", wish.contact, "Where webmasters can turn to: a URL or mailto:, sent in the User-Agent");
  options.add("--connect-to", wish.connect_to, "HOST1:PORT1:HOST2:PORT2 as curl's, for tests and proxies; may be repeated");
  options.add("--cacert", wish.ca_file, "Certificates of the authorities to trust (PEM)").named("FILE");
  options.add("--delay", wish.delay, "Seconds between two requests to a host (default 1; less only with --connect-to)")
      .between(0, 3600);
  options.add_several("--warc", wish.warc_files, "Take the pages from these WARC files of any crawler instead of the web")
      .named("FILE");
}

void add_crawl_options(Options& options, CrawlWish& wish) {
  options
      .add_several("--seeds", wish.seed_files, "Seed lists: a URL a line, or CSV with a header (url,name,affiliation,source)")
      .named("FILE");
  options.add("--list", wish.list, "Name of the seed list (default: its file name)");
  add_web_options(options, wish);
  options.add("--hosts-at-once", wish.hosts_at_once, "Hosts that may be asked at the same time (default 64)").between(1, 4096);
  options.flag("--again", wish.again, "Everything is due now");
  options.add("--archive", wish.archive, "newest: bodies of changed pages; full: revisit records too; none: no bodies");
  options
      .add("--budget", wish.budget,
           "Be done after this time, of update with extraction and index, and go on next night: 90s, 30m, 2h")
      .named("TIME");
  options.add("--shard", wish.shard, "Only the sites of part I of N, by a hash of their domain: one part a machine")
      .named("I/N");
  wish.limits.resize(kCrawlSettings.size());
  for (std::size_t i = 0; i < kCrawlSettings.size(); ++i) {
    const CrawlSetting& setting = kCrawlSettings[i];
    const std::string_view form = setting.unit == CrawlUnit::time    ? "TIME"
                                  : setting.unit == CrawlUnit::bytes ? "SIZE"
                                                                     : "NUMBER";
    options
        .add(flag_of(setting), wish.limits[i],
             std::string(setting.purpose) + " (default " + show(CrawlLimits{}, setting) + "; " + std::string(setting.key) +
                 " in [crawl])")
        .named(form);
  }
  options.flag("--progress", wish.print_committed, "Print {\"committed\":URL,\"sha1\":…} once a page is durable");
}

Result<std::chrono::seconds> parse_duration(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  const std::int64_t seconds = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error != std::errc() || number <= 0 || number > 1'000'000 || seconds == 0)
    return fail(Code::bad_input, "write a time as 90s, 30m or 2h", "--budget");
  return std::chrono::seconds(number * seconds);
}

Result<Crawled> crawl_step(const CrawlWish& wish, const Context& context, Extraction* extraction) {
  auto options = options_of(wish, context);
  if (!options) return tl::unexpected(options.error());
  auto catalog = crawler::Catalog::open(context.data());
  if (!catalog) return tl::unexpected(catalog.error());
  Crawled crawled;
  auto suppression = Suppression::read(context.data());
  if (!suppression) return tl::unexpected(suppression.error());
  options->suppressed = [list = *suppression](const Url& url) mutable {
    list.refresh();  // an error leaves the list as it was; the next step of the run reads it anew
    return list.has(url);
  };
  auto bad_lines = take_lists(wish, options->shard.value_or(crawler::Shard{}), *catalog, *suppression);
  if (!bad_lines) return tl::unexpected(bad_lines.error());
  crawled.bad_lines = std::move(*bad_lines);
  for (const std::string& line : crawled.bad_lines) std::cerr << line << " (skipped)\n";
  auto seeds = catalog->count_seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  if (seeds->all == 0 && wish.shard.empty())
    return fail(Code::bad_input, "there are no seeds: give a seed list with --seeds FILE");

  if (extraction != nullptr) go_on_beside(*extraction, *options);
  if (extraction != nullptr && options->budget) {
    options->afterwards = time_to_index(*options->budget, seeds->all, *extraction);
    crawled.extract_until = options->began + *options->budget - time_to_publish(*options->budget, seeds->all);
  }
  if (!wish.warc_files.empty()) {
    auto captures = crawler::CaptureSet::open({wish.warc_files.begin(), wish.warc_files.end()});
    if (!captures) return tl::unexpected(captures.error());
    for (const std::string& line : captures->told()) std::cerr << line << "\n";
    options->captures = std::make_shared<const crawler::CaptureSet>(std::move(*captures));
  }
  std::vector<std::string> told;
  auto archive = crawler::Archive::open(context.data(), std::string("fellow/") + kVersion, &told);
  if (!archive) return tl::unexpected(archive.error());
  for (const std::string& line : told) std::cerr << line << "\n";

  const LinkReader read_links = [robot = options->user_agent](const Page& page) { return extractor::links(page, robot); };
  crawler::Crawler crawl(*catalog, *archive, read_links, std::move(*options));
  ProgressLine progress(!wish.quiet && isatty(STDERR_FILENO) == 1);
  const OnInterrupt interrupted([&crawl] { crawl.stop(); });
  const auto run = crawl.run([&](const crawler::CrawlProgress& now) {
    if (!wish.quiet) progress.show(now);
  });
  progress.end();
  if (!run) return tl::unexpected(run.error());
  crawled.run = *run;
  seeds = catalog->count_seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  crawled.seeds = seeds->all;
  crawled.failed_seeds = seeds->failed;
  return crawled;
}

Result<void> record_run(const Context& context, std::string_view command, const Crawled& crawled) {
  auto catalog = crawler::Catalog::open(context.data());
  if (!catalog) return tl::unexpected(catalog.error());
  crawler::RunSummary run = crawled.run;
  run.command = command;
  run.ended = now();
  return catalog->put_run(run);
}

std::string show(const Crawled& crawled) {
  const crawler::RunSummary& run = crawled.run;
  char out[240];
  std::snprintf(out, sizeof out, "%lld pages (%lld unchanged) of %zu seeds, %lld failed, %lld refused; %lld KiB in %lld s",
                static_cast<long long>(run.pages), static_cast<long long>(run.not_modified), crawled.seeds,
                static_cast<long long>(run.failed), static_cast<long long>(run.refused),
                static_cast<long long>(run.bytes / 1024), static_cast<long long>((run.ended - run.started).count()));
  return out;
}

}  // namespace fellow::cli
