// SPDX-License-Identifier: GPL-3.0-or-later
// fellow demo [--once] [--data DIR]: the main job on the bundled demo web, every step as in real use.
#include <unistd.h>

#include <fstream>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/crawl_step.h"
#include "cli/demo_web.h"
#include "cli/index_step.h"
#include "cli/interrupt.h"
#include "cli/local_sources.h"
#include "cli/open_data.h"
#include "cli/scratch.h"
#include "cli/show_answer.h"
#include "indexer/sources.h"
#include "searchd/api.h"
#include "searchd/http_server.h"

namespace fellow::cli {
namespace {

constexpr const char* kQuery = "serverless inference HKUST";
constexpr double kGapSeconds = 0.02;  // between two requests to a host: the demo web is ours

Result<void> crawl_and_index(const Context& context) {
  const auto lock = lock_data(context);
  if (!lock) return tl::unexpected(lock.error());
  auto web = searchd::HttpServer::start({.listen = "127.0.0.1:0"}, serve_demo_web);
  if (!web) return tl::unexpected(web.error());
  const std::filesystem::path seeds = context.data() / "demo.csv";
  std::ofstream(seeds, std::ios::binary) << demo_seeds();
  CrawlWish wish{.seed_files = {seeds.string()},
                 .contact = "https://fellow.example/about",
                 .delay = kGapSeconds,
                 .connect_to = {"::127.0.0.1:" + std::to_string((*web)->port())}};
  std::cerr << "crawling the demo web on 127.0.0.1:" << (*web)->port() << "\n";
  const auto extraction = Extraction::prepare(context.data());
  if (!extraction) return tl::unexpected(extraction.error());
  const auto crawled = crawl_step(wish, context, extraction->get());
  if (!crawled) return tl::unexpected(crawled.error());
  std::cerr << show(*crawled) << "\n";
  const auto indexed = index_step(context, {.publish = {.force = true}, .extract_until = {}}, **extraction);
  if (!indexed) return tl::unexpected(indexed.error());
  std::cerr << show(*indexed) << "\n";
  return record_run(context, "demo", *crawled);
}

Result<void> print_answer(const Context& context) {
  SearchRequest request{
      .query = parse_query(kQuery), .limit = 3, .facets = {{"affiliation", ""}, {"interest", ""}, {"position", ""}}};
  const auto answer = ask_local(context, request);
  if (!answer) return tl::unexpected(answer.error());
  std::cout << "fellow search \"" << kQuery << "\"\n\n" << readable(*answer, isatty(STDOUT_FILENO) == 1) << std::flush;
  return {};
}

Result<void> serve(const Context& context) {
  auto sources = indexer::open_sources(context.config, context.data());
  if (!sources) return tl::unexpected(sources.error());
  const auto api = searchd::make_api(std::move(*sources), context.config);
  auto server = searchd::HttpServer::start({.listen = context.config.listen}, api);
  if (!server && server.error().code == Code::busy) server = searchd::HttpServer::start({.listen = "127.0.0.1:0"}, api);
  if (!server) return tl::unexpected(server.error());
  std::cerr << "\nsearch page and API: http://127.0.0.1:" << (*server)->port() << "/  (Ctrl-C ends)\n";
  wait_for_interrupt();
  (*server)->stop();
  return {};
}

Result<int> run_demo(const Context& context, bool once) {
  if (const auto done = crawl_and_index(context); !done) return tl::unexpected(done.error());
  if (const auto done = print_answer(context); !done) return tl::unexpected(done.error());
  if (once) return 0;
  if (const auto done = serve(context); !done) return tl::unexpected(done.error());
  return 0;
}

}  // namespace

Run add_demo(Options& options, Context& context) {
  auto once = std::make_shared<bool>(false);
  options.flag("--once", *once, "End after the answer instead of serving");
  return [once, &context]() -> Result<int> {
    if (context.data_flag) return run_demo(context, *once);
    const auto scratch = Scratch::make();
    if (!scratch) return tl::unexpected(scratch.error());
    Context own = context;
    own.data_flag = scratch->folder().string();
    return run_demo(own, *once);
  };
}

}  // namespace fellow::cli
