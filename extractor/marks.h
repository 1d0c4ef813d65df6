// SPDX-License-Identifier: GPL-3.0-or-later
// Which of these short texts begins here, or stands anywhere in this text? A list that is made by the compiler; whatever begins
// none of it is told by two bytes, where a comparison with each was a tenth of the time of an extraction.
//
//   static constexpr Marks kLeads({"in proceedings of ", "in "});
//   if (const auto lead = kLeads.at_begin(text); !lead.empty()) text.remove_prefix(lead.size());
//
// A long list may be told as one text: static constexpr Marks<count_marks(kText)> kList(kText), of marks between '|'. MarkList
// is a list of whatever length, for a header.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fellow::extractor {

struct MarkPlace {
  std::size_t at = std::string_view::npos;
  std::string_view mark;
};

class MarkList {
 public:
  constexpr std::size_t size() const { return starts_[kKeys]; }
  constexpr const std::string_view* begin() const { return marks_; }
  constexpr const std::string_view* end() const { return marks_ + size(); }

  // False: none of them begins (ends) the text, whatever the case of its ASCII letters.
  constexpr bool may_begin(std::string_view text) const {
    return !text.empty() && (openings_[key_of(text[0])] & bit_of(text.size() == 1 ? '\0' : text[1])) != 0;
  }
  constexpr bool may_end(std::string_view text) const { return !text.empty() && (endings_ & bit_of(text.back())) != 0; }

  // The first of the list that begins the text; empty if none does.
  constexpr std::string_view at_begin(std::string_view text) const {
    std::string_view found;
    if (may_begin(text)) find_at_begin(text, [&](std::string_view mark) { return (found = mark, true); });
    return found;
  }
  constexpr bool any_in(std::string_view text) const {
    for (; !text.empty(); text.remove_prefix(1))
      if (!at_begin(text).empty()) return true;
    return false;
  }
  // The earliest from `from` on for which fits(at, mark); of two at one place the longer.
  constexpr MarkPlace earliest_in(std::string_view text, std::size_t from, auto fits) const {
    for (std::size_t at = from; at < text.size(); ++at) {
      const std::string_view rest = text.substr(at);
      if (!may_begin(rest)) continue;
      MarkPlace found{.at = at, .mark = {}};
      find_at_begin(rest, [&](std::string_view mark) {
        if (mark.size() > found.mark.size() && fits(at, mark)) found.mark = mark;
        return false;
      });
      if (!found.mark.empty()) return found;
    }
    return {};
  }

 private:
  template <std::size_t>
  friend class Marks;
  static constexpr std::size_t kKeys = 64;

  // Six bits of a byte, the same for a letter in both cases.
  static constexpr std::size_t key_of(char c) {
    return (static_cast<unsigned char>(c) & 31U) | (static_cast<unsigned char>(c) & 64U) >> 1U;
  }
  static constexpr std::uint64_t bit_of(char c) { return std::uint64_t{1} << key_of(c); }

  // Those that begin the text, in their order, until take(mark) says that it is enough.
  constexpr void find_at_begin(std::string_view text, auto take) const {
    const std::size_t key = key_of(text[0]);
    for (std::size_t i = starts_[key]; i < starts_[key + 1]; ++i)
      if (const std::string_view mark = marks_[order_[i]]; mark[0] == text[0] && text.starts_with(mark) && take(mark)) return;
  }

  constexpr MarkList(const std::string_view* marks, const std::uint16_t* order, const std::uint16_t* starts,
                     const std::uint64_t* openings, std::uint64_t endings)
      : marks_(marks), order_(order), starts_(starts), openings_(openings), endings_(endings) {}

  const std::string_view* marks_;
  const std::uint16_t *order_, *starts_;  // by the first byte; where those of a first byte start in it
  const std::uint64_t* openings_;         // by the first byte, a bit for the second
  std::uint64_t endings_;
};

consteval std::size_t count_marks(std::string_view lexicon) {
  return static_cast<std::size_t>(std::count(lexicon.begin(), lexicon.end(), '|')) + 1;
}

template <std::size_t N>
class Marks {
 public:
  // None is empty.
  consteval explicit Marks(const std::string_view (&marks)[N]) {
    std::copy_n(marks, N, marks_.begin());
    sort();
  }
  // Between '|'; N of them.
  consteval explicit Marks(std::string_view lexicon) {
    for (std::string_view& mark : marks_) {
      std::size_t end = 0;
      while (end < lexicon.size() && lexicon[end] != '|') ++end;
      mark = lexicon.substr(0, end);
      lexicon.remove_prefix(std::min(end + 1, lexicon.size()));
    }
    sort();
  }

  constexpr operator MarkList() const { return {marks_.data(), order_.data(), starts_.data(), openings_.data(), endings_}; }

  constexpr const std::string_view* begin() const { return marks_.data(); }
  constexpr const std::string_view* end() const { return marks_.data() + N; }
  constexpr bool may_begin(std::string_view text) const { return MarkList(*this).may_begin(text); }
  constexpr bool may_end(std::string_view text) const { return MarkList(*this).may_end(text); }
  constexpr std::string_view at_begin(std::string_view text) const { return MarkList(*this).at_begin(text); }
  constexpr bool any_in(std::string_view text) const { return MarkList(*this).any_in(text); }

 private:
  consteval void sort() {
    for (const std::string_view mark : marks_) {
      openings_[MarkList::key_of(mark[0])] |= mark.size() == 1 ? ~std::uint64_t{0} : MarkList::bit_of(mark[1]);
      endings_ |= MarkList::bit_of(mark.back());
      ++starts_[MarkList::key_of(mark[0]) + 1];
    }
    for (std::size_t key = 0; key < MarkList::kKeys; ++key) starts_[key + 1] += starts_[key];
    auto next = starts_;
    for (std::size_t i = 0; i < N; ++i) order_[next[MarkList::key_of(marks_[i][0])]++] = static_cast<std::uint16_t>(i);
  }

  std::array<std::string_view, N> marks_{};
  std::array<std::uint16_t, N> order_{};
  std::array<std::uint16_t, MarkList::kKeys + 1> starts_{};
  std::array<std::uint64_t, MarkList::kKeys> openings_{};
  std::uint64_t endings_ = 0;
};

}  // namespace fellow::extractor
