// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/terms.h"

#include <xapian.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <cstdio>

#include "fellow/compounds.h"
#include "fellow/query.h"

namespace fellow::indexer {
namespace {

std::string cut(std::string term) {
  if (term.size() <= kMaxTermBytes) return term;
  std::uint64_t hash = 14695981039346656037ull;  // FNV-1a, 64 bit
  for (const char c : term) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
  std::size_t end = kMaxTermBytes - 16;
  while (end > 0 && (static_cast<unsigned char>(term[end]) & 0xC0) == 0x80) --end;
  return term.substr(0, end) + hex;
}

// A folded word in pieces: each CJK character alone (with its bytes), or a run of others.
struct Piece {
  std::string_view text;
  bool cjk = false;
};

std::vector<Piece> pieces(std::string_view word) {
  std::vector<Piece> out;
  std::size_t plain = 0;
  for (std::size_t i = 0; i < word.size();) {
    const std::size_t begin = i;
    if (!is_cjk(next_character(word, i))) continue;
    if (begin > plain) out.push_back({word.substr(plain, begin - plain), false});
    out.push_back({word.substr(begin, i - begin), true});
    plain = i;
  }
  if (plain < word.size()) out.push_back({word.substr(plain), false});
  return out;
}

void place_pieces(PlacedTerms& out, const std::vector<Piece>& parts, bool singles) {
  for (std::size_t i = 0; i < parts.size(); ++i, ++out.places) {
    if (!parts[i].cjk) {
      out.terms.push_back({stem(std::string(parts[i].text)), out.places});
      continue;
    }
    const bool paired = i + 1 < parts.size() && parts[i + 1].cjk;
    const bool alone = !paired && (i == 0 || !parts[i - 1].cjk);
    if (singles || alone) out.terms.push_back({std::string(parts[i].text), out.places});
    if (paired) out.terms.push_back({std::string(parts[i].text) + std::string(parts[i + 1].text), out.places});
  }
}

PlacedTerms place(const std::vector<std::string>& words, bool singles) {
  PlacedTerms out;
  out.terms.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    // "multi-agent" is found as "multiagent" too; both stand in one place, so that phrases go on behind either.
    if (i + 1 < words.size() && text::are_one(word, words[i + 1])) {
      const std::string& second = words[++i];
      if (singles) out.terms.push_back({stem(word), out.places});
      if (singles) out.terms.push_back({stem(second), out.places});
      out.terms.push_back({stem(word + second), out.places++});
      continue;
    }
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (plain && !word.empty()) {
      out.terms.push_back({stem(word), out.places++});
    } else {
      place_pieces(out, pieces(word), singles);
    }
  }
  return out;
}

std::vector<std::string> telling_stems(const std::vector<std::string>& words) {
  std::vector<std::string> stems;
  for (const auto& word : words) {
    if (!says_nothing(word)) stems.push_back(stem(word));
  }
  std::sort(stems.begin(), stems.end());
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
  return stems;
}

std::string joined(const std::vector<std::string>& words, std::size_t without) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != without) out += (out.empty() ? "" : " ") + words[i];
  }
  return out;
}

}  // namespace

std::string exact_term(std::string_view prefix, std::string_view value) {
  return cut(std::string(prefix) + ':' + std::string(value));
}
std::string word_term(std::string_view prefix, std::string_view stem) { return cut(std::string(prefix) + std::string(stem)); }

// The words of profiles and of queries come again and again, and stemming one costs twenty times a look-up.
std::string stem(const std::string& word) {
  constexpr std::size_t kMostKept = 8192, kLongest = 32;  // words; bytes
  static thread_local const Xapian::Stem stemmer("english");
  static thread_local boost::unordered_flat_map<std::string, std::string> known;
  if (word.empty() || word[0] < 'a' || word[0] > 'z') return word;
  if (const auto before = known.find(word); before != known.end()) return before->second;
  std::string out = stemmer(word);
  if (known.size() >= kMostKept) known.clear();
  if (word.size() <= kLongest) known.emplace(word, out);
  return out;
}

std::vector<std::string> stems_of(const std::string& word) {
  std::vector<std::string> out;
  for (auto& term : placed_for_phrase({word}).terms) out.push_back(std::move(term.stem));
  return out;
}

PlacedTerms placed(const std::vector<std::string>& words) { return place(words, true); }
PlacedTerms placed_for_phrase(const std::vector<std::string>& words) { return place(words, false); }

std::string interest_key(const std::vector<std::string>& words) {
  const auto stems = telling_stems(words);
  return joined(stems, stems.size());
}

std::vector<std::string> near_interest_keys(const std::vector<std::string>& words) {
  const auto stems = telling_stems(words);
  std::vector<std::string> out;
  if (stems.size() < 3 || stems.size() > 6) return out;
  for (std::size_t i = 0; i < stems.size(); ++i) out.push_back(joined(stems, i));
  return out;
}

std::string name_key(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  return joined(words, words.size());
}

bool is_cjk(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x31F0 && c <= 0x31FF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xAC00 && c <= 0xD7AF) ||
         (c >= 0x20000 && c <= 0x3134F) || c == 0x3005 || c == 0x3007;
}

char32_t next_character(std::string_view text, std::size_t& i) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u; };
  const unsigned first = byte(i);
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t c = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) c = (c << 6) | (byte(i + k) & 0x3F);
  i = std::min(i + length, text.size());
  return c;
}

}  // namespace fellow::indexer
