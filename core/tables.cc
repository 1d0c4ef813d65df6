// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/tables.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "fellow/check.h"
#include "fellow/compounds.h"
#include "fellow/embedded.h"
#include "fellow/text.h"

namespace fellow::tables {
namespace {

// One-word names that are also words of some language or personal names: they count only where they are written as names.
struct Guard {
  bool capitals = false;  // an abbreviation: "MIT" ("mit" is German); else a name: "Oracle" ("Über mich" is not Uber)
  bool english = false;   // an English word: refused in a text without any capital ("robot arm", as people type queries)
};

std::optional<Guard> guard_of(std::string_view word) {
  static const std::unordered_map<std::string_view, Guard> guards = [] {
    std::unordered_map<std::string_view, Guard> out;
    for (const char* name : {"arm", "bit", "crest", "hit", "kit", "rub", "sap"})
      out[name] = {.capitals = true, .english = true};
    for (const char* name : {"anu", "bu", "cas", "ens", "ista", "lig", "luh", "mit", "neu", "sait", "seu", "shu", "tau", "thu",
                             "tum", "uf", "uit", "uta", "vivo"}) {
      out[name] = {.capitals = true};
    }
    for (const char* name : {"alphabet", "apple", "cohere", "cruise", "meta", "oracle", "runway", "snowflake", "stripe"}) {
      out[name] = {.english = true};
    }
    for (const char* name :
         {"amazon", "dell", "intel", "liris", "loria", "mila", "roche", "simula", "tesla", "twitter", "uber", "wits"}) {
      out[name] = {};
    }
    return out;
  }();
  const auto found = guards.find(word);
  return found == guards.end() ? std::nullopt : std::optional(found->second);
}

bool has_capital(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool all_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool written_as_name(std::string_view word, Guard guard) {
  if (!guard.capitals) return has_capital(word.substr(0, 1));
  return has_capital(word) && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::vector<std::string> list_of(std::string_view cell) {
  std::vector<std::string> out;
  for (const std::string_view item : text::split(cell, '|')) {
    if (!text::trim(item).empty()) out.emplace_back(text::trim(item));
  }
  return out;
}

std::vector<std::vector<std::string_view>> rows_of(std::string_view path) {
  std::vector<std::vector<std::string_view>> rows;
  for (const EmbeddedFile& file : embedded_tables()) {
    if (file.path != path) continue;
    for (std::string_view line : text::split(file.body, '\n')) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty() && line[0] != '#') rows.push_back(text::split(line, '\t'));
    }
  }
  return rows;
}

std::string_view cell(const std::vector<std::string_view>& row, std::size_t i) {
  return i < row.size() ? text::trim(row[i]) : std::string_view();
}

std::string without_the(const std::string& folded) { return folded.starts_with("the ") ? folded.substr(4) : folded; }

// Asked by views, without a copy of the name.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};

// The first words of all names, by hash: most runs of words in a text begin no name, and are given up at their first word. One
// that shares its hash with a beginning costs a look-up more.
class Beginnings {
 public:
  // Of a name's words from the first on.
  void add(std::string_view folded) {
    for (std::size_t end = folded.find(' '); end != std::string_view::npos; end = folded.find(' ', end + 1))
      hashes_.insert(hash_of(folded.substr(0, end)));
    hashes_.insert(hash_of(folded));
  }
  bool have(std::string_view words) const { return hashes_.contains(hash_of(words)); }

 private:
  static std::uint64_t hash_of(std::string_view words) { return std::hash<std::string_view>()(words); }
  boost::unordered_flat_set<std::uint64_t> hashes_;
};

// One table with the ways to find a row.
template <class Row>
struct Table {
  std::vector<Row> rows;
  boost::unordered_flat_map<std::string, std::size_t, NameHash, std::equal_to<>> by_name;  // folded
  Beginnings beginnings;
  std::unordered_map<std::string, std::size_t> by_id;
  std::size_t longest = 0;  // words of the longest name

  void add(Row row) {
    const std::size_t at = rows.size();
    by_id.emplace(row.id, at);
    name_of(row.name, at);
    for (const std::string& other : row.alternate_names) name_of(other, at);
    rows.push_back(std::move(row));
  }
  // The first row that claims a name keeps it; tests/core/tables_rows_test.cc holds the tables to one claim a name.
  void name_of(std::string_view name, std::size_t at) {
    const std::string folded = without_the(text::fold(name));
    if (folded.empty()) return;
    longest = std::max(longest, static_cast<std::size_t>(std::count(folded.begin(), folded.end(), ' ')) + 1);
    for (const std::string& key : {folded, text::joined_compounds(folded)}) {
      beginnings.add(key);
      by_name.emplace(key, at);
    }
  }
  const Row* named(std::string_view name) const {
    const std::string folded = without_the(text::fold(name));
    if (const Row* row = folded_name(folded)) return row;
    if (const Row* row = folded_name(text::joined_compounds(folded))) return row;
    // "Hong Kong University of Science and Technology (HKUST)": the bracket says the same again.
    const std::size_t bracket = name.rfind('(');
    if (bracket == std::string_view::npos || bracket == 0 || !text::trim(name).ends_with(')')) return nullptr;
    return folded_name(without_the(text::fold(name.substr(0, bracket))));
  }
  const Row* folded_name(std::string_view folded) const {
    const auto found = by_name.find(folded);
    return found == by_name.end() ? nullptr : &rows[found->second];
  }
  const Row* with_id(std::string_view id) const {
    const auto found = by_id.find(std::string(id));
    return found == by_id.end() ? nullptr : &rows[found->second];
  }
};

struct Institutions : Table<Institution> {
  std::unordered_map<std::string, std::size_t> by_domain;
};

const Institutions& institution_table() {
  static const Institutions table = [] {
    Institutions out;
    for (const auto& row : rows_of("institutions.tsv")) {
      Institution item{std::string(cell(row, 0)), std::string(cell(row, 1)), list_of(cell(row, 2)),
                       std::string(cell(row, 3)), list_of(cell(row, 4)),     cell(row, 5) == "company"};
      for (const std::string& domain : item.domains) out.by_domain.emplace(text::lower(domain), out.rows.size());
      out.add(std::move(item));
    }
    return out;
  }();
  return table;
}

const Table<Topic>& topic_table() {
  static const Table<Topic> table = [] {
    Table<Topic> out;
    for (const auto& row : rows_of("topics.tsv"))
      out.add({std::string(cell(row, 0)), std::string(cell(row, 1)), list_of(cell(row, 2))});
    return out;
  }();
  return table;
}

const Table<Venue>& venue_table() {
  static const Table<Venue> table = [] {
    Table<Venue> out;
    for (const auto& row : rows_of("venues.tsv"))
      out.add({std::string(cell(row, 0)), std::string(cell(row, 1)), list_of(cell(row, 2))});
    return out;
  }();
  return table;
}

// How many words from `begin` on are the longest name there, and its row.
template <class Row>
std::pair<std::size_t, const Row*> longest_name(const Table<Row>& table, std::span<const std::string> words,
                                                std::size_t begin) {
  std::pair<std::size_t, const Row*> best{0, nullptr};
  std::string run;
  for (std::size_t count = 1; count <= std::min(table.longest, words.size() - begin); ++count) {
    if (count > 1) run += ' ';
    run += words[begin + count - 1];
    if (!table.beginnings.have(run)) break;
    if (const Row* row = table.folded_name(run)) best = {count, row};
  }
  return best;
}

// Longest names first from each word on; what is taken is not looked at again. `counts(begin, count)` may refuse a name.
template <class Row, class Counts>
std::vector<Span<Row>> find_names(const Table<Row>& table, std::span<const std::string> words, Counts counts) {
  std::vector<Span<Row>> out;
  for (std::size_t begin = 0; begin < words.size();) {
    const auto [count, row] = longest_name(table, words, begin);
    const bool taken = row != nullptr && counts(begin, count);
    if (taken) out.push_back({begin, begin + count, row});
    begin += taken ? count : 1;
  }
  return out;
}

}  // namespace

const Institution* institution(std::string_view name) { return institution_table().named(name); }
const Institution* institution_by_id(std::string_view id) { return institution_table().with_id(id); }

const Institution* institution_by_host(std::string_view host) {
  // Anyone may have pages there.
  static const std::unordered_set<std::string_view> everyones{"sites.google.com", "scholar.google.com", "docs.google.com",
                                                              "drive.google.com", "groups.google.com"};
  const Institutions& table = institution_table();
  const std::string whole = text::lower(host);
  for (std::string_view rest = whole; !rest.empty() && !everyones.contains(rest);) {
    if (const auto found = table.by_domain.find(std::string(rest)); found != table.by_domain.end())
      return &table.rows[found->second];
    const std::size_t dot = rest.find('.');
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
  }
  return nullptr;
}

const Topic* topic(std::string_view name) { return topic_table().named(name); }
const Topic* topic_by_id(std::string_view id) { return topic_table().with_id(id); }
const Venue* venue(std::string_view name) { return venue_table().named(name); }

std::vector<Span<Institution>> find_institutions(std::span<const std::string> words, std::span<const std::string> as_written) {
  CHECK(as_written.empty() || as_written.size() == words.size());
  const bool cased = std::any_of(as_written.begin(), as_written.end(), has_capital);
  return find_names(institution_table(), words, [&](std::size_t begin, std::size_t count) {
    const std::optional<Guard> guard = count == 1 ? guard_of(words[begin]) : std::nullopt;
    if (!guard || as_written.empty()) return true;
    const std::string& written = as_written[begin];
    if (cased ? !written_as_name(written, *guard) : guard->english || !all_ascii(written)) return false;
    return longest_name(topic_table(), words, begin).first < 2;  // "Meta-Learning" is the topic
  });
}

std::vector<Span<Topic>> find_topics(std::span<const std::string> words) {
  return find_names(topic_table(), words, [](std::size_t, std::size_t) { return true; });
}

std::span<const Institution> institutions() { return institution_table().rows; }
std::span<const Topic> topics() { return topic_table().rows; }
std::span<const Venue> venues() { return venue_table().rows; }

}  // namespace fellow::tables
