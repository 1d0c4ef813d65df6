// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/subject.h"

#include <algorithm>

#include "indexer/terms.h"

namespace fellow::indexer {

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
  std::vector<std::int64_t> counts;
  for (const auto& term : terms_but_for_one(words)) counts.push_back(all.count(term));
  std::vector<std::string> out;
  if (counts.empty()) return out;
  std::erase_if(words, [](const std::string& word) { return says_nothing(word); });
  const auto rarest = *std::min_element(counts.begin(), counts.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (counts[i] == rarest) continue;
    std::vector<std::string> rest = words;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    out.push_back(interest_key(rest));
  }
  return out;
}

}  // namespace fellow::indexer
