// SPDX-License-Identifier: GPL-3.0-or-later
// Which institution, topic or venue do these words name? Lookup in the tables of seeds/tables/, embedded in every program.
//
// The tables are facts with named sources (THIRD_PARTY.md); the first use parses them (some 30 ms), after that lookups cost a
// hash of the folded text. Thread-safe. Matching is by whole folded words, longest first: HUST never answers for HKUST.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::tables {

struct Institution {
  std::string id;                            // "hkust"
  std::string name;                          // "Hong Kong University of Science and Technology"
  std::vector<std::string> alternate_names;  // abbreviations first, then other and native names
  std::string country;                       // ISO 3166-1 alpha-2
  std::vector<std::string> domains;          // "ust.hk"
  bool company = false;                      // industry rather than academia
};

struct Topic {
  std::string id, name;
  std::vector<std::string> alternate_names;
};

struct Venue {
  std::string id, name;  // "neurips", "NeurIPS"
  std::vector<std::string> alternate_names;
};

// nullptr when no row has this name, abbreviation or alternate. The whole text has to be the name (a leading "the" and a
// bracketed abbreviation at the end may differ).
const Institution* institution(std::string_view name);
const Institution* institution_by_id(std::string_view id);
// The row whose domain the host is or lies below ("cse.ust.hk" -> hkust).
const Institution* institution_by_host(std::string_view host);
const Topic* topic(std::string_view name);
const Topic* topic_by_id(std::string_view id);
const Venue* venue(std::string_view name);

// A run of words that is a name in one of the tables: [begin, end) in the word list.
template <class Row>
struct Span {
  std::size_t begin = 0, end = 0;
  const Row* row = nullptr;
};
// Longest, leftmost, non-overlapping names in a list of folded words. `as_written` (same length, may be empty) guards names
// that are also common words: abbreviations ("MIT", "BIT") count only where written in capitals, names ("Meta", "Apple") only
// with a capital; a typed line without any capital still finds the abbreviations that are no English words.
std::vector<Span<Institution>> find_institutions(std::span<const std::string> words,
                                                 std::span<const std::string> as_written = {});
std::vector<Span<Topic>> find_topics(std::span<const std::string> words);

std::span<const Institution> institutions();
std::span<const Topic> topics();
std::span<const Venue> venues();

}  // namespace fellow::tables
