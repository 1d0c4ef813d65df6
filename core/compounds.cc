// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/compounds.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "fellow/query.h"

namespace fellow::text {
namespace {

// Sorted. None that is a word of its own ("self", "cross", "meta", "post"), or a name that people have.
constexpr std::string_view kForms[] = {"aero",  "agro",  "anti",   "bio",    "cyber",  "electro", "geo",    "hetero",
                                       "hydro", "hyper", "infra",  "inter",  "intra",  "macro",   "micro",  "multi",
                                       "nano",  "neuro", "non",    "opto",   "pre",    "pseudo",  "psycho", "quasi",
                                       "semi",  "socio", "spatio", "techno", "thermo", "ultra"};
static_assert(std::is_sorted(std::begin(kForms), std::end(kForms)));

// What "e" stands before; elsewhere it is an initial.
constexpr std::string_view kElectronic[] = {"business", "commerce",      "government", "governance", "health",   "learning",
                                            "mobility", "participation", "science",    "sports",     "textiles", "voting"};

constexpr std::size_t kShortest = 3;  // letters of what follows
constexpr std::size_t kShortestForm = 3, kLongestForm = 7;
static_assert(std::all_of(std::begin(kForms), std::end(kForms),
                          [](auto form) { return form.size() >= kShortestForm && form.size() <= kLongestForm; }));

// Of a word's first two letters.
constexpr std::size_t beginning(std::string_view word) {
  return static_cast<std::size_t>(word[0] - 'a') * 26 + static_cast<std::size_t>(word[1] - 'a');
}

// Asked of every word of every text, and nearly none begins so.
constexpr std::array<bool, 26 * 26> kBegin = [] {
  std::array<bool, 26 * 26> out{};
  for (const std::string_view form : kForms) out[beginning(form)] = true;
  return out;
}();

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

bool is_form(std::string_view word) {
  if (word.size() < kShortestForm || word.size() > kLongestForm || !is_letter(word[0]) || !is_letter(word[1])) return false;
  if (!kBegin[beginning(word)]) return false;
  return std::binary_search(std::begin(kForms), std::end(kForms), word);
}

}  // namespace

bool are_one(std::string_view first, std::string_view second) {
  if (first.size() == 1) return first[0] == 'e' && std::binary_search(std::begin(kElectronic), std::end(kElectronic), second);
  return is_form(first) && second.size() >= kShortest && std::all_of(second.begin(), second.end(), is_letter) &&
         !is_form(second) && !says_nothing(second);
}

std::vector<std::string> joined_compounds(std::vector<std::string> words) {
  // As a rule there is none, and nothing is touched.
  const auto first = std::adjacent_find(words.begin(), words.end(), are_one);
  if (first == words.end()) return words;
  auto kept = first;
  for (auto word = first; word != words.end(); ++word, ++kept) {
    const bool one = word + 1 != words.end() && are_one(*word, *(word + 1));
    std::string whole = one ? *word + *(word + 1) : std::move(*word);
    word += one ? 1 : 0;
    *kept = std::move(whole);
  }
  words.erase(kept, words.end());
  return words;
}

std::string joined_compounds(std::string_view folded) {
  std::string out(folded);
  for (std::size_t begin = 0, blank = out.find(' '); blank != std::string::npos;) {
    const std::size_t next = out.find(' ', blank + 1);
    const std::string_view all = out;
    if (are_one(all.substr(begin, blank - begin), all.substr(blank + 1, next == std::string::npos ? next : next - blank - 1))) {
      out.erase(blank, 1);
      begin = next;  // one blank further, and one character less
      blank = next == std::string::npos ? next : out.find(' ', next);
    } else {
      begin = blank + 1;
      blank = next;
    }
  }
  return out;
}

}  // namespace fellow::text
