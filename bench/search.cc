// SPDX-License-Identifier: GPL-3.0-or-later
// What does a search cost inside the program, without HTTP? CPU of the thread a query, over a published index.
//
//   g++ -O2 -std=c++20 -I. -Iinclude bench/search.cc -o search $(libraries of fellow_indexer)
//   search DATA/index QUERIES.txt [all|any|auto] [facets=6] [limit=10] [most=500] [full|like] [postings_mb]
//
// QUERIES.txt: of ../shared/bench/make_web.py (tab-separated, the query in the third column), or a query a line. `like`: as
// ../shared/bench/xapian_floor.cc asks, plain words in one field and no passages. Prints one JSON line: mean, median and 99th
// percentile of CPU milliseconds, and the mean number of matches; with `slow` for `full` the ten that cost most, too; with
// `each` instead of it a line a query, its matches and CPU milliseconds, for bench/curve.py.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "indexer/indexed_source.h"
#include "indexer/indexer.h"
#include "indexer/ingredients.h"

namespace {

using fellow::SearchRequest;

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::vector<std::string> queries_of(const char* file, std::size_t most) {
  std::vector<std::string> out;
  std::ifstream in(file);
  for (std::string line; out.size() < most && std::getline(in, line);) {
    const auto cells = fellow::text::split(line, '\t');
    out.emplace_back(cells.size() > 2 ? cells[2] : cells[0]);
  }
  return out;
}

// The words as plain words, without what the tables know of them.
void as_plain_words(SearchRequest& request) {
  std::vector<fellow::Clause> words;
  for (const auto& clause : request.query.clauses) {
    for (const auto& word : clause.words) {
      if (!fellow::says_nothing(word)) words.push_back({.words = {word}});
    }
  }
  request.query.clauses = std::move(words);
  request.query.free_words.clear();
  request.without = fellow::indexer::kAllButWords;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 64;
  const std::string mode = argc > 3 ? argv[3] : "auto";
  const int facets = argc > 4 ? std::atoi(argv[4]) : 6, limit = argc > 5 ? std::atoi(argv[5]) : 10;
  const auto queries = queries_of(argv[2], argc > 6 ? static_cast<std::size_t>(std::atoi(argv[6])) : 500);
  const std::string way = argc > 7 ? argv[7] : "full";
  const auto source = fellow::indexer::open_source("local", argv[1]);
  auto* const kept = dynamic_cast<fellow::indexer::IndexedSource*>(source.get());
  if (argc > 8 && kept) kept->keep_postings(static_cast<std::size_t>(std::atoi(argv[8])) << 20);
  const double before = cpu_ms();
  const auto info = source->info();
  const double opened = cpu_ms() - before;
  std::vector<double> cost;
  std::vector<std::pair<double, std::string>> slowest;
  double matches = 0;
  for (int round = 0; round < 2; ++round) {  // the first warms the page cache
    cost.clear(), slowest.clear(), matches = 0;
    for (const auto& text : queries) {
      fellow::SearchRequest request;
      const double begun = cpu_ms();
      request.query = fellow::parse_query(text);
      if (way == "like") as_plain_words(request);
      request.match = mode == "all" ? fellow::Match::all : mode == "any" ? fellow::Match::any : fellow::Match::automatic;
      request.limit = limit;
      request.deadline = std::chrono::seconds(5);
      for (int i = 0; i < facets && i < static_cast<int>(fellow::kFacets.size()); ++i)
        request.facets.push_back({std::string(fellow::kFacets[static_cast<std::size_t>(i)].name), ""});
      const auto found = source->search(request);
      cost.push_back(cpu_ms() - begun);
      slowest.emplace_back(-cost.back(), text);
      if (found && way == "each" && round > 0) std::cout << found->total.value << ' ' << cost.back() << '\n';
      if (found) matches += static_cast<double>(found->total.value);
    }
  }
  if (way == "each") return 0;
  std::sort(cost.begin(), cost.end());
  double sum = 0;
  for (const double c : cost) sum += c;
  const auto n = static_cast<double>(cost.size());
  std::cout << "{\"profiles\":" << info.profiles << ",\"mode\":\"" << mode << "\",\"facets\":" << facets
            << ",\"limit\":" << limit << ",\"queries\":" << cost.size() << ",\"open_cpu_ms\":" << opened
            << ",\"mean_cpu_ms\":" << sum / n << ",\"p50\":" << cost[cost.size() / 2]
            << ",\"p99\":" << cost[cost.size() * 99 / 100] << ",\"matches\":" << matches / n << ",\"way\":\"" << way << "\"}\n";
  std::sort(slowest.begin(), slowest.end());
  for (std::size_t i = 0; i < std::min<std::size_t>(slowest.size(), way == "slow" ? 10 : 0); ++i)
    std::cout << -slowest[i].first << " ms: " << slowest[i].second << '\n';
}
