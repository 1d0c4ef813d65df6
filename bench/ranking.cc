// SPDX-License-Identifier: GPL-3.0-or-later
// What does each ingredient of the ranking bring? Answers to queries with all of them, and with one left out at a time; for
// bench/ranking.py, which scores them.
//
//   g++ -O2 -std=c++20 -I. -Iinclude bench/ranking.cc -o ranking $(libraries of fellow_indexer)
//   ranking DATA/index <QUERIES [all|VARIANT] >ANSWERS.jsonl
//
// QUERIES: one a line. VARIANT: "none" (everything takes part), a name of kIngredients, or "institutions", "topics" (not
// recognised: plain words) and "spelling" (not corrected). A line of JSON an answer: the variant, the query's number, and the
// addresses of each hit.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "indexer/indexer.h"
#include "indexer/ingredients.h"

namespace {

using namespace fellow;

// The query as if the tables knew nothing of that kind.
Query not_understood(const Query& query, Clause::Kind kind) {
  Query out = query;
  out.clauses.clear();
  for (const Clause& clause : query.clauses) {
    if (clause.kind != kind || !clause.field.empty()) {
      out.clauses.push_back(clause);
      continue;
    }
    for (const auto& word : clause.words) {
      if (!says_nothing(word)) out.clauses.push_back({.words = {word}, .exclude = clause.exclude});
    }
  }
  return out;
}

// One source alone, never corrected.
Result<Found> uncorrected(Source& source, const SearchRequest& request) {
  const auto inquiry = source.inquire(request);
  const auto until = std::chrono::steady_clock::now() + request.deadline;
  Result<Found> out = fail(Code::io, "not asked");
  inquiry->statistics(until, [&](Result<Statistics> all) {
    if (all) inquiry->search(*all, until, [&](Result<Found> found) { out = std::move(found); });
  });
  return out;
}

void answer(Source& source, const std::string& variant, const std::vector<std::string>& queries) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SearchRequest request;
    request.query = parse_query(queries[i]);
    request.deadline = std::chrono::seconds(5);
    if (variant == "institutions") request.query = not_understood(request.query, Clause::Kind::institution);
    if (variant == "topics") request.query = not_understood(request.query, Clause::Kind::topic);
    for (const auto& [name, ingredient] : indexer::kIngredients) {
      if (variant == name) request.without = static_cast<unsigned>(ingredient);
    }
    const auto found = variant == "spelling" ? uncorrected(source, request) : source.search(request);
    auto hits = nlohmann::json::array();
    for (const Hit& hit : found ? found->hits : std::vector<Hit>{}) {
      auto urls = hit.seeds;
      urls.insert(urls.begin(), hit.url);
      hits.push_back(urls);
    }
    std::cout << nlohmann::json{{"without", variant}, {"query", i}, {"hits", hits}}.dump() << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 64;
  const std::string wanted = argc > 2 ? argv[2] : "all";
  std::vector<std::string> queries, variants{"none", "institutions", "topics", "spelling"};
  for (std::string line; std::getline(std::cin, line);) queries.push_back(line);
  for (const auto& row : indexer::kIngredients) variants.emplace_back(row.name);
  const auto source = indexer::open_source("local", argv[1]);
  for (const auto& variant : variants) {
    if (wanted == "all" || wanted == variant) answer(*source, variant, queries);
  }
}
