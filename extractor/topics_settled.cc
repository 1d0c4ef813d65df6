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
  std::vector<std::set<std::string>> each;
  constexpr std::size_t kFewest = 2;
  for (const auto& topic : topics) {
    if (topic.evidence.method == "pattern") continue;
    const std::vector<std::string> words = words_of(topic.value);
    listed.insert(words.begin(), words.end());
    each.emplace_back(words.begin(), words.end());
  }
  if (each.size() < kFewest) return [](const auto&) { return false; };
  return [listed = std::move(listed), each = std::move(each)](const Candidate<std::string>& topic) {
    if (topic.evidence.method != "pattern") return false;
    const std::vector<std::string> words = words_of(topic.value);
    const auto all_in = [&](const std::set<std::string>& known) {
      return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return known.contains(word); });
    };
    if (words.size() < 2) return false;  // "optimization" may well be meant as such
    const std::string lower = text::lower(topic.value);
    const bool joined = lower.find(" and ") != std::string::npos || lower.find_first_of("&/") != std::string::npos;
    return joined ? all_in(listed) : std::any_of(each.begin(), each.end(), all_in);
  };
}

}  // namespace fellow::extractor
