// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/columns.h"

#include <gtest/gtest.h>

#include <set>

#include "indexer/facets.h"
#include "tests/indexer/people.h"

namespace fellow::indexer {
namespace {

Columns columns() {
  ColumnsBuilder builder;
  for (const auto& person : people()) builder.add(person, 7);
  return builder.finish();
}

std::string shown(const Found& found) {
  std::string out;
  for (const auto& [name, values] : found.facets) {
    out += name + ':';
    for (const auto& one : values) out += ' ' + one.value + '=' + std::to_string(one.count);
    const auto cut = found.cuts.find(name);
    out += cut == found.cuts.end() ? "\n" : " < " + std::to_string(cut->second) + '\n';
  }
  return out;
}

TEST(DocSet, OfAllHoldsEachDocid) {
  for (const std::uint32_t documents : {0u, 1u, 62u, 63u, 64u, 65u, 127u, 128u, 1000u}) {
    DocSet all(documents), one_by_one(documents);
    all.add_all();
    for (std::uint32_t d = 1; d <= documents; ++d) one_by_one.add(d);
    EXPECT_EQ(all.count(), documents);
    EXPECT_TRUE(all.remove(one_by_one).empty()) << documents;
    EXPECT_EQ(one_by_one.count(), documents);
  }
}

TEST(Columns, HoldWhatTheFacetsSay) {
  const Columns made = columns();
  const auto persons = people();
  ASSERT_EQ(made.documents, persons.size());
  for (const Facet& facet : kFacets) {
    const Column& column = *made.facet(facet.name);
    for (std::uint32_t d = 1; d <= made.documents; ++d) {
      std::vector<FacetChoice> held;
      for (auto i = column.start[d]; i < column.start[d + 1]; ++i)
        held.push_back({column.values[column.codes[i]], column.labels[column.codes[i]]});
      EXPECT_EQ(held, facet.values(persons[d - 1])) << facet.name << d;
    }
  }
  EXPECT_EQ(made.facet("colour"), nullptr);
}

TEST(Columns, ReadWhatWasWritten) {
  const std::string bytes = write_columns(columns());
  const auto read = read_columns(bytes);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(write_columns(*read), bytes);
}

// Many are counted by way of the others, once it is known what everybody has.
TEST(Columns, CountAnySetOfPeople) {
  const Columns made = columns();
  const auto read = read_columns(write_columns(made));
  ASSERT_TRUE(read.has_value());
  SearchRequest request;
  for (const Facet& facet : kFacets) request.facets.push_back({std::string(facet.name), ""});
  for (std::uint32_t chosen = 0; chosen < 1u << made.documents; chosen += 5) {
    DocSet people(made.documents);
    for (std::uint32_t d = 1; d <= made.documents; ++d)
      if (chosen >> (d - 1) & 1) people.add(d);
    Found one_by_one, found;
    count_facets(made, request, people, Filters(made, {}), one_by_one);
    count_facets(*read, request, people, Filters(*read, {}), found);
    EXPECT_EQ(shown(found), shown(one_by_one)) << chosen;
  }
}

TEST(Columns, RefuseEveryTruncationAndMuchElse) {
  const std::string bytes = write_columns(columns());
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(read_columns(std::string_view(bytes).substr(0, n)).has_value()) << n;
  EXPECT_FALSE(read_columns(bytes + "x").has_value());
  for (std::size_t i = 0; i < bytes.size(); ++i) {  // never out of bounds, whatever a flipped byte says (run under ASan)
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x80);
    if (const auto read = read_columns(flipped)) {
      EXPECT_EQ(read->documents, people().size());
    }
  }
}

TEST(DocSet, CountsAsASetDoes) {
  for (const std::uint32_t size : {0u, 1u, 63u, 64u, 65u, 1000u}) {
    DocSet odd(size), third(size), all(size);
    std::set<std::uint32_t> model;
    for (std::uint32_t d = 1; d <= size; ++d) {
      if (d % 2) odd.add(d);
      if (d % 3 == 0) third.add(d);
      if (d % 2 && d % 3 == 0) model.insert(d);
    }
    all.add_all();
    EXPECT_EQ(all.count(), size);
    DocSet both = odd;
    both &= third;
    std::set<std::uint32_t> seen;
    both.each([&](std::uint32_t d) { seen.insert(d); });
    EXPECT_EQ(seen, model);
    EXPECT_EQ(both.empty(), model.empty());
    std::set<std::uint32_t> walked;
    for (auto d = both.next(1); d != 0; d = both.next(d + 1)) walked.insert(d);
    EXPECT_EQ(walked, model);
    DocSet even = all;
    even.remove(odd);
    EXPECT_EQ(even.count(), size / 2);
    EXPECT_EQ((even |= odd).count(), size);
  }
}

}  // namespace
}  // namespace fellow::indexer
