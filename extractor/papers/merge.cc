// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/merge.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "extractor/papers/letters.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMaxCompared = 400;  // of one title's letters
constexpr double kSameTitle = 0.92;        // likeness of two forms of one title
constexpr std::size_t kMaxBucket = 64;     // earlier papers a sighting is compared with, letter by letter

// How often each letter stands in a text: two texts have no more letters in common, in whatever order, than these say.
struct Letters {
  static constexpr std::size_t kKinds = 64;
  std::array<std::uint16_t, kKinds> counts{};

  explicit Letters(std::string_view text = {}) {
    for (const char c : text) ++counts[static_cast<unsigned char>(c) % kKinds];
  }
  int common(const Letters& other) const {
    int out = 0;
    for (std::size_t i = 0; i < kKinds; ++i) out += std::min(counts[i], other.counts[i]);
    return out;
  }
};

struct Key {
  std::string joined;    // folded title without blanks
  Letters letters;       // of the part that is compared
  std::string numerals;  // digits and Roman numerals in it, in order
  std::string author;    // last word of the first author, folded
};

std::string numerals_of(std::string_view folded) {
  std::string out;
  for (const auto word : pieces(folded)) {
    const bool number =
        std::all_of(word.begin(), word.end(), is_digit) || is_one_of(word, "i|ii|iii|iv|v|vi|vii|viii|ix|x"_phrases);
    if (number) out += std::string(word) + " ";
  }
  return out;
}

Key key_of(const Paper& paper) {
  Key key;
  const std::string folded = text::fold(paper.title);
  for (const char c : folded) {
    if (c != ' ') key.joined += c;
  }
  key.letters = Letters(std::string_view(key.joined).substr(0, kMaxCompared));
  key.numerals = numerals_of(folded);
  if (!paper.authors.empty()) {
    auto words = text::words(paper.authors.front());
    // "Doe, J." and "J. Doe" have the longest word in common.
    for (auto& w : words) {
      if (w.size() > key.author.size()) key.author = w;
    }
  }
  return key;
}

bool same(const Key& a, const Key& b) {
  if (a.joined == b.joined) return true;
  const std::size_t small = std::min(a.joined.size(), b.joined.size()), large = std::max(a.joined.size(), b.joined.size());
  if (a.numerals != b.numerals) return false;
  if (small >= 30 && large <= small + small / 4 && (a.joined.starts_with(b.joined) || b.joined.starts_with(a.joined)))
    return true;
  if (small < 16) return false;
  // likeness() is quadratic; nearly all pairs are too unlike in their letters alone.
  const double most = 2.0 * a.letters.common(b.letters) /
                      static_cast<double>(std::min(a.joined.size(), kMaxCompared) + std::min(b.joined.size(), kMaxCompared));
  return most >= kSameTitle && likeness(a.joined, b.joined) >= kSameTitle;
}

int trust(std::string_view method) {
  static constexpr std::string_view kOrder[] = {"json_ld", "front_matter", "bibtex",     "microdata", "theme",
                                                "meta",    "section",      "pdf_layout", "pattern"};
  for (int i = 0; i < 9; ++i) {
    if (method.starts_with(kOrder[i])) return 9 - i;
  }
  return 0;
}

void take_over(Candidate& into, Candidate&& from) {
  const bool better = trust(from.method) > trust(into.method) ||
                      (trust(from.method) == trust(into.method) && from.confidence > into.confidence);
  if (better) std::swap(into, from);
  Paper& a = into.paper;
  Paper& b = from.paper;
  if (a.authors.size() < b.authors.size() && (a.authors.empty() || into.open_authors)) a.authors = std::move(b.authors);
  const bool appeared = is_preprint(a.venue) && !is_preprint(b.venue) && !b.venue.empty();
  if (a.venue.empty() || appeared) {
    if (!b.venue.empty()) {
      a.venue = std::move(b.venue);
      if (b.year != 0 && appeared) a.year = b.year;
    }
  }
  if (a.year == 0) a.year = b.year;
  if (a.doi.empty()) a.doi = std::move(b.doi);
  if (a.url.empty()) a.url = std::move(b.url);
  into.has_owner = into.has_owner || from.has_owner;
}

}  // namespace

double likeness(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.empty() || b.size() > a.size() + a.size() / 5) return 0;
  a = a.substr(0, kMaxCompared);
  b = b.substr(0, kMaxCompared);
  std::vector<std::uint16_t> row(b.size() + 1, 0);
  for (const char c : a) {
    std::uint16_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint16_t up = row[j + 1];
      row[j + 1] = c == b[j] ? static_cast<std::uint16_t>(diagonal + 1) : std::max(up, row[j]);
      diagonal = up;
    }
  }
  return 2.0 * row[b.size()] / static_cast<double>(a.size() + b.size());
}

bool same_title(std::string_view a, std::string_view b) {
  Paper x, y;
  x.title = a;
  y.title = b;
  return same(key_of(x), key_of(y));
}

std::vector<Candidate> merge(std::vector<Candidate> sightings) {
  std::vector<Candidate> out;
  std::vector<Key> keys;
  std::unordered_map<std::string, std::size_t> exact;
  std::unordered_map<std::string, std::vector<std::size_t>> near;  // by first author, and by the beginning of the title
  for (auto& sighting : sightings) {
    Key key = key_of(sighting.paper);
    if (key.joined.empty()) continue;
    std::size_t hit = out.size();
    if (const auto it = exact.find(key.joined); it != exact.end()) hit = it->second;
    const std::string buckets[] = {key.author.empty() ? std::string() : "a:" + key.author, "t:" + key.joined.substr(0, 10)};
    for (const auto& bucket : buckets) {
      if (hit != out.size() || bucket.empty()) continue;
      const auto& list = near[bucket];
      for (std::size_t i = 0; i < list.size() && i < kMaxBucket && hit == out.size(); ++i) {
        if (same(keys[list[i]], key)) hit = list[i];
      }
    }
    if (hit != out.size()) {
      exact.emplace(key.joined, hit);
      take_over(out[hit], std::move(sighting));
      continue;
    }
    exact.emplace(key.joined, hit);
    for (const auto& bucket : buckets) {
      if (!bucket.empty()) near[bucket].push_back(hit);
    }
    keys.push_back(std::move(key));
    out.push_back(std::move(sighting));
  }
  return out;
}

}  // namespace fellow::extractor::papers
