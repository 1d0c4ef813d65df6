// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/subject.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fellow/tables.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

}  // namespace

bool of_subject(const Clause& clause) {
  return !clause.exclude && (clause.kind == Clause::Kind::topic || (clause.field.empty() && clause.kind == Clause::Kind::word));
}

std::vector<std::vector<std::string>> subjects_of(const Query& query) {
  std::vector<std::vector<std::string>> out(1);
  for (const auto& clause : query.clauses) {
    if (of_subject(clause)) {
      out.back().insert(out.back().end(), clause.words.begin(), clause.words.end());
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  return out;
}

std::vector<std::string> terms_but_for_one(std::vector<std::string> words) {
  std::erase_if(words, [](const std::string& word) { return says_nothing(word); });
  std::vector<std::string> out;
  if (words.size() < 3 || words.size() > kLongestInterest) return out;
  for (const auto& word : words) out.push_back(word_term("", stem(word)));
  return out;
}

std::vector<std::string> keys_but_for_one(const Statistics& all, std::vector<std::string> words) {
  constexpr double kMostLeftOut = 0.4;  // of what the words tell
  std::vector<double> tells;
  for (const auto& term : terms_but_for_one(words))
    tells.push_back(std::log((static_cast<double>(all.documents) + 1) / (static_cast<double>(all.count(term)) + 1)));
  std::vector<std::string> out;
  if (tells.empty()) return out;
  const double most = kMostLeftOut * std::accumulate(tells.begin(), tells.end(), 0.0);
  const bool topic = tables::topic(joined(words)) != nullptr;
  std::erase_if(words, [](const std::string& word) { return says_nothing(word); });
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::vector<std::string> rest = words;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (tells[i] <= most || (topic && tables::topic(joined(rest)))) out.push_back(interest_key(rest));
  }
  return out;
}

}  // namespace fellow::indexer
