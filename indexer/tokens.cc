// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/tokens.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "fellow/compounds.h"
#include "fellow/text.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// Whether a character can be inside a word. ASCII letters, digits and the apostrophe; beyond ASCII everything but the blocks
// of punctuation and symbols (what slips through is sorted out by folding).
constexpr bool in_word(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'';
  if (c == 0x2019 || c == 0x3005 || c == 0x3007) return true;
  return !((c >= 0xA0 && c <= 0xBF) || (c >= 0x2000 && c <= 0x206F) || (c >= 0x2190 && c <= 0x2BFF) ||
           (c >= 0x3000 && c <= 0x303F) || c == 0x30FB || (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20));
}

// Those of ASCII.
constexpr std::array<bool, 256> kInWord = [] {
  std::array<bool, 256> out{};
  for (char32_t c = 0; c < 0x80; ++c) out[c] = in_word(c);
  return out;
}();

// Past the last byte of the word of ASCII that begins there.
std::size_t end_of_ascii_word(std::string_view text, std::size_t begin) {
  const char* at = text.data() + begin;
  const char* const end = text.data() + text.size();
  while (at != end && kInWord[static_cast<unsigned char>(*at)]) ++at;
  return static_cast<std::size_t>(at - text.data());
}

unsigned char small(char c) { return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

std::string folded_ascii(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (c != '\'') out += static_cast<char>(small(c));
  }
  return out;
}

// Past the last byte of what is one word with that one, if it is written apart ("multi-agent"), and which stem it stands for.
struct Compound {
  std::size_t end = 0, stem = StemSet::npos;
};
Compound compound(std::string_view text, std::size_t begin, std::size_t end, const StemSet& stems) {
  constexpr std::size_t kLongestForm = 8;
  if (end - begin > kLongestForm || end + 1 >= text.size() || (text[end] != '-' && text[end] != ' ')) return {};
  const std::size_t last = end_of_ascii_word(text, end + 1);
  if (last < text.size() && static_cast<unsigned char>(text[last]) >= 0x80) return {};
  const std::string first = folded_ascii(text.substr(begin, end - begin)),
                    second = folded_ascii(text.substr(end + 1, last - end - 1));
  if (!text::are_one(first, second)) return {};
  return {last, stems.find(first + second)};
}

// Whether a token of ASCII letters and digits that begins so may be one of the query's words; 19 of 20 are turned away here.
bool may_be(char a, char b, const StemSet& stems) {
  const unsigned char first = small(a), second = small(b);
  return first == '\'' || second == '\'' || stems.may_begin(first, second);
}

}  // namespace

StemSet::StemSet(std::vector<std::string> stems) : stems_(std::move(stems)) {
  firsts_.add('\'');
  for (const auto& stem : stems_) {
    auto& seconds = begins_[static_cast<unsigned char>(stem[0])];
    firsts_.add(stem[0]);
    if (stem.size() < 2) {
      has_single_letters_ = true;
      seconds.set();
      continue;
    }
    seconds.set(static_cast<unsigned char>(stem[1]));
    if (stem[1] == 'i') seconds.set('y');
  }
}

std::size_t StemSet::find(const std::string& folded_word) const {
  if (folded_word.empty()) return npos;
  const auto second = folded_word.size() > 1 ? static_cast<unsigned char>(folded_word[1]) : 0;
  if (!may_begin(static_cast<unsigned char>(folded_word[0]), static_cast<unsigned char>(second))) return npos;
  return find_exact(stem(folded_word));
}

std::size_t StemSet::find_ascii(std::string_view word) const {
  std::array<char, 16> bytes{};
  if (word.empty() || word.size() > bytes.size()) return find(folded_ascii(word));
  std::memcpy(bytes.data(), word.data(), word.size());
  Known one;
  std::memcpy(&one.low, bytes.data(), 8);
  std::memcpy(&one.high, bytes.data() + 8, 8);
  // Lower case; of digits and the apostrophe this changes nothing, and what is none of them only makes another word of it.
  constexpr std::uint64_t kSmall = 0x2020202020202020, kMix = 0x9E3779B97F4A7C15;
  one.low |= kSmall, one.high |= kSmall;
  Known& known = known_[((one.low ^ one.high * kMix) * kMix) >> 56];
  if (known.low != one.low || known.high != one.high) {
    one.stem = find(folded_ascii(word));
    known = one;
  }
  return known.stem;
}

std::size_t StemSet::find_exact(std::string_view stem) const {
  const auto place = std::find(stems_.begin(), stems_.end(), stem);
  return place == stems_.end() ? npos : static_cast<std::size_t>(place - stems_.begin());
}

namespace {

// Every place, whatever the text is made of.
std::vector<StemPlace> places_one_by_one(std::string_view text, const StemSet& stems) {
  std::vector<StemPlace> out;
  std::size_t previous_begin = 0, previous_end = 0;  // the CJK character before this one
  std::string previous;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      i = end_of_ascii_word(text, i);
      if (i == begin) {
        ++i;
        continue;
      }
      if (i == text.size() || static_cast<unsigned char>(text[i]) < 0x80) {
        if (!may_be(text[begin], i - begin > 1 ? text[begin + 1] : '\0', stems)) continue;
        if (const auto stem = stems.find_ascii(text.substr(begin, i - begin)); stem != StemSet::npos)
          out.push_back({begin, i, stem});
        else if (const Compound whole = compound(text, begin, i, stems); whole.stem != StemSet::npos)
          out.push_back({begin, whole.end, whole.stem});
        continue;
      }
      i = begin;  // it goes on beyond ASCII
    }
    const char32_t c = next_character(text, i);
    if (is_cjk(c)) {
      const std::string character = text::fold(text.substr(begin, i - begin));
      if (const auto stem = stems.find_exact(character); stem != StemSet::npos) out.push_back({begin, i, stem});
      if (!previous.empty() && previous_end == begin) {
        if (const auto stem = stems.find_exact(previous + character); stem != StemSet::npos)
          out.push_back({previous_begin, i, stem});
      }
      previous = character, previous_begin = begin, previous_end = i;
      continue;
    }
    if (!in_word(c)) continue;
    while (i < text.size()) {
      std::size_t after = i;
      const char32_t next = next_character(text, after);
      if (!in_word(next) || is_cjk(next)) break;
      i = after;
    }
    const std::string_view token = text.substr(begin, i - begin);
    for (const auto& word : text::words(token)) {
      if (const auto stem = stems.find(word); stem != StemSet::npos) out.push_back({begin, i, stem});
    }
  }
  return out;
}

}  // namespace

std::vector<StemPlace> places(std::string_view text, const StemSet& stems) {
  const std::vector<std::uint32_t> begins{0, static_cast<std::uint32_t>(text.size())};
  PlacesInRow row(text, begins, stems);
  const auto found = row.of(0);
  return {found.begin(), found.end()};
}

PlacesInRow::PlacesInRow(std::string_view all, const std::vector<std::uint32_t>& begins, const StemSet& stems)
    : all_(all), begins_(begins), stems_(stems) {
  ends_.reserve(begins.size());
  beyond_.reserve(all.size() / 64 + 1);
}

std::span<const StemPlace> PlacesInRow::of(std::uint32_t text) {
  if (ends_.size() <= text) go_on(text);
  if (all_ascii_ || is_ascii(text)) {
    const std::size_t first = text == 0 ? 0 : ends_[text - 1];
    return std::span(found_).subspan(first, ends_[text] - first);
  }
  const auto [own, fresh] = own_.try_emplace(text);
  if (fresh) own->second = places_one_by_one(all_.substr(begins_[text], begins_[text + 1] - begins_[text]), stems_);
  return own->second;
}

bool PlacesInRow::is_ascii(std::uint32_t text) const {
  const std::size_t begin = begins_[text], end = begins_[text + 1];
  if (begin == end) return true;
  const std::size_t last = (end - 1) / 64;
  for (std::size_t block = begin / 64; block <= last; ++block) {
    std::uint64_t bits = beyond_[block];
    if (bits == 0) continue;
    if (block == begin / 64) bits &= ~std::uint64_t{0} << (begin % 64);
    if (block == last) bits &= ~std::uint64_t{0} >> (63 - (end - 1) % 64);
    if (bits != 0) return false;
  }
  return true;
}

// Until that text is done. What is found in words that go on beyond ASCII is never looked at.
void PlacesInRow::go_on(std::uint32_t text) {
  std::size_t start = ends_.size();  // the next text that begins here or behind
  for (; from_ < begins_[text + 1]; from_ += 64) {
    const AsciiBlock block = stems_.firsts().block(all_, from_);
    beyond_.push_back(block.beyond);
    all_ascii_ &= block.beyond == 0;
    std::uint64_t starts = 0;
    while (begins_[start] < from_) ++start;
    for (; start < begins_.size() && begins_[start] < from_ + 64; ++start)
      starts |= std::uint64_t{1} << (begins_[start] - from_);
    std::uint64_t begins = block.in_word & ~((block.in_word << 1 | before_) & ~starts) & block.wanted;
    before_ = block.in_word >> 63;
    for (; begins != 0; begins &= begins - 1)
      begin_word(from_ + static_cast<std::size_t>(std::countr_zero(begins)), block, starts);
  }
  while (ends_.size() <= text) ends_.push_back(static_cast<std::uint32_t>(found_.size()));
}

// `block`: in which it begins; `starts`: where texts do in it.
void PlacesInRow::begin_word(std::size_t at, const AsciiBlock& block, std::uint64_t starts) {
  while (begins_[ends_.size() + 1] <= at) ends_.push_back(static_cast<std::uint32_t>(found_.size()));
  const std::size_t text = begins_[ends_.size()], most = begins_[ends_.size() + 1];
  const bool longer = at + 1 < most && kInWord[static_cast<unsigned char>(all_[at + 1])];
  if (!may_be(all_[at], longer ? all_[at + 1] : '\0', stems_)) return;
  const std::uint64_t stops = (~block.in_word | starts) >> (at % 64) >> 1;
  const std::size_t end =
      stops != 0 ? at + 1 + static_cast<std::size_t>(std::countr_zero(stops)) : end_of_ascii_word(all_.substr(0, most), at);
  const auto stem = stems_.find_ascii(all_.substr(at, end - at));
  if (stem != StemSet::npos) {
    found_.push_back({at - text, end - text, stem});
  } else if (const Compound whole = compound(all_.substr(0, most), at, end, stems_); whole.stem != StemSet::npos) {
    found_.push_back({at - text, whole.end - text, whole.stem});
  }
}

}  // namespace fellow::indexer
