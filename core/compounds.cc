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

// Asked of every word of every text, and nearly none begins so.
constexpr std::array<bool, 26 * 26> kBegin = [] {
  std::array<bool, 26 * 26> out{};
  for (const std::string_view form : kForms) out[static_cast<std::size_t>((form[0] - 'a') * 26 + (form[1] - 'a'))] = true;
  return out;
}();

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

bool is_form(std::string_view word) {
  if (word.size() < 3 || !is_letter(word[0]) || !is_letter(word[1])) return false;
  if (!kBegin[static_cast<std::size_t>((word[0] - 'a') * 26 + (word[1] - 'a'))]) return false;
  return std::binary_search(std::begin(kForms), std::end(kForms), word);
}

}  // namespace

bool are_one(std::string_view first, std::string_view second) {
  if (first == "e") return std::binary_search(std::begin(kElectronic), std::end(kElectronic), second);
  return is_form(first) && second.size() >= kShortest && std::all_of(second.begin(), second.end(), is_letter) &&
         !is_form(second) && !says_nothing(second);
}

std::vector<std::string> joined_compounds(std::vector<std::string> words) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < words.size(); ++i, ++kept) {
    const bool one = i + 1 < words.size() && are_one(words[i], words[i + 1]);
    std::string word = one ? words[i] + words[i + 1] : std::move(words[i]);
    i += one ? 1 : 0;
    words[kept] = std::move(word);
  }
  words.resize(kept);
  return words;
}

}  // namespace fellow::text
