// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/topics_settled.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// "Interfaces" and "interface" are one word here.
std::vector<std::string> words_of(std::string_view topic) {
  static constexpr WordSet kSmall({"and", "of", "the", "in", "for", "with", "on", "to", "a", "an", "or"});
  std::vector<std::string> out;
  const std::string folded = text::fold(topic);
  for (std::string_view word : text::split(folded, ' ')) {
    if (in(kSmall, word)) continue;
    if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.remove_suffix(1);
    out.emplace_back(word);
  }
  return out;
}

}  // namespace

std::function<bool(const Candidate<std::string>&)> said_by_lists(const std::vector<Candidate<std::string>>& topics) {
  std::set<std::string> listed;
  constexpr std::size_t kFewest = 2;
  std::size_t lists = 0;
  for (const auto& topic : topics) {
    if (topic.evidence.method == "pattern") continue;
    ++lists;
    for (std::string& word : words_of(topic.value)) listed.insert(std::move(word));
  }
  if (lists < kFewest) return [](const auto&) { return false; };
  return [listed = std::move(listed)](const Candidate<std::string>& topic) {
    if (topic.evidence.method != "pattern") return false;
    const std::vector<std::string> words = words_of(topic.value);
    return words.size() > 1 &&  // "optimization" may well be meant as such
           std::all_of(words.begin(), words.end(), [&](const std::string& word) { return listed.contains(word); });
  };
}

}  // namespace fellow::extractor
