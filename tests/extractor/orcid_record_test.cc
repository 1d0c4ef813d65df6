// SPDX-License-Identifier: GPL-3.0-or-later
// A record at ORCID, as its public API answers it (v3.0), becomes a profile whose every fact stands at orcid.org.
#include "extractor/orcid_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fellow/check.h"
#include "fellow/url.h"
#include "tests/temporary.h"

namespace fellow::extractor {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kAddress = "https://orcid.org/0009-0001-0000-0014";
const Time kSeen = parse_time("2026-11-20T03:10:00Z").value();

std::string record() { return read_file(std::string(FELLOW_SOURCE_DIR) + "/tests/extractor/orcid_record.json"); }

TEST(OrcidRecord, SaysWhatStandsThere) {
  const auto read = read_orcid_record(record(), kSeen);
  ASSERT_TRUE(read.has_value()) << show(read.error());
  const Profile& mara = *read;
  EXPECT_EQ(mara.url, kAddress);
  EXPECT_EQ(mara.id, person_id(Url::parse(kAddress).value()));
  EXPECT_THAT(mara.seeds, ElementsAre(kAddress));
  EXPECT_EQ(mara.name, "Mara Ellingsworth");
  EXPECT_THAT(mara.alternate_names, testing::UnorderedElementsAre("M. Ellingsworth", "马拉·艾林沃斯"));
  EXPECT_EQ(mara.identifiers.at("orcid"), "0009-0001-0000-0014");
  EXPECT_EQ(mara.identifiers.at("github"), "maraellingsworth");
  ASSERT_EQ(mara.affiliations.size(), 1u);
  EXPECT_EQ(mara.affiliations[0].name, "EPFL");
  EXPECT_EQ(mara.affiliations[0].department, "School of Computer and Communication Sciences");
  ASSERT_EQ(mara.past_affiliations.size(), 1u);
  EXPECT_EQ(mara.past_affiliations[0].name, "University of Edinburgh");
  EXPECT_EQ(mara.past_affiliations[0].role, "Postdoctoral researcher");
  EXPECT_EQ(mara.past_affiliations[0].start, 2019);
  EXPECT_EQ(mara.past_affiliations[0].end, 2021);
  ASSERT_EQ(mara.positions.size(), 1u);
  EXPECT_EQ(mara.positions[0].title + " " + mara.positions[0].kind, "Assistant Professor faculty");
  std::vector<std::string> degrees;
  for (const Education& one : mara.education)
    degrees.push_back(one.degree + " " + one.field + " " + one.institution + " " + std::to_string(one.year));
  EXPECT_THAT(degrees, ElementsAre("PhD Computer Science ETH Zurich 2019", "MS  TU Wien 2014"));
  std::vector<std::string> topics;
  for (const Interest& one : mara.interests) topics.push_back(one.name);
  EXPECT_THAT(topics, ElementsAre("graph databases", "query planning"));  // what is not public stays there
  ASSERT_EQ(mara.awards.size(), 1u);
  EXPECT_EQ(mara.awards[0].title, "Prize for Patient Queries");
  EXPECT_THAT(mara.biography, HasSubstr("nobody has asked before"));
  EXPECT_EQ(mara.email, "");
}

TEST(OrcidRecord, WorksThatArePapersComeOnceNewestFirst) {
  const auto read = read_orcid_record(record(), kSeen);
  ASSERT_TRUE(read.has_value());
  std::vector<std::string> papers;
  for (const Paper& paper : read->papers)
    papers.push_back(std::to_string(paper.year) + " " + paper.title + " | " + paper.venue + " | " + paper.doi);
  // A data set is no paper; the DOI of the volume is not the paper's; the preprint of 2022 is the same paper.
  EXPECT_THAT(papers, ElementsAre("2024 A Planner That Admits Ignorance | Symposium on Unasked Questions | ",
                                  "2023 Asking a Graph Twice: Caches for Recursive Queries & Views | Journal of Patient "
                                  "Databases | 10.5555/graph.23"));
}

TEST(OrcidRecord, EveryFactStandsAtTheRegistry) {
  const auto read = read_orcid_record(record(), kSeen);
  ASSERT_TRUE(read.has_value());
  for (const char* fact : {"/name", "/affiliations/0", "/past_affiliations/0", "/positions/0", "/education/0", "/education/1",
                           "/interests/0", "/awards/0", "/papers/0", "/papers/1", "/identifiers/orcid", "/biography"}) {
    ASSERT_TRUE(read->evidence.contains(fact)) << fact;
    EXPECT_EQ(read->evidence.at(fact).url, kAddress) << fact;
    EXPECT_EQ(read->evidence.at(fact).method, "registry") << fact;
    EXPECT_EQ(read->evidence.at(fact).seen_at, "2026-11-20T03:10:00Z") << fact;
  }
  EXPECT_EQ(parse_profile(show(*read)).value(), *read);
}

TEST(OrcidRecord, TakesAnIdThatChecks) {
  struct Row {
    const char *written, *id;
  };
  const Row rows[] = {
      {"0000-0002-1825-0097", "0000-0002-1825-0097"},
      {"https://orcid.org/0009-0001-0000-009X", "0009-0001-0000-009X"},
      {"http://orcid.org/0009-0001-0000-009x/", "0009-0001-0000-009X"},
      {" orcid.org/0000-0002-1825-0097\n", "0000-0002-1825-0097"},
      {"0000-0002-1825-0098", ""},
      {"0000000218250097", ""},
      {"0000-0002-1825-00970", ""},
      {"0000-0002-1825-009", ""},
      {"x0000-0002-1825-0097", ""},
      {"0000-0002-1825-OO97", ""},
      {"", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(orcid_id(row.written), row.id) << row.written;
}

TEST(OrcidRecord, WhatIsNoRecordSaysSo) {
  for (const char* text :
       {"", "[]", "{}", "{\"orcid-identifier\":null}", R"({"orcid-identifier":{"path":"0000-0002-1825-0098"}})",
        "{\"orcid-identifier\":{\"path\":7}}", "<record/>"}) {
    const auto read = read_orcid_record(text, kSeen);
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(read.error().code, Code::bad_input) << text;
  }
}

// Each member of the record in turn is taken out, made null, or made something else: less is read, never an error.
void mutate(const json& record, const json::json_pointer& where, std::size_t& tried) {
  const json& here = record.at(where);
  const bool is_id = where.to_string().starts_with("/orcid-identifier") || where.empty();
  for (const json& other : {json(nullptr), json(7), json::array({1, "x", nullptr})}) {
    if (is_id) break;
    json changed = record;
    changed[where] = other;
    const auto read = read_orcid_record(changed.dump(), kSeen);
    ASSERT_TRUE(read.has_value()) << where;
    EXPECT_TRUE(parse_profile(show(*read)).has_value()) << where;
    ++tried;
  }
  if (here.is_object()) {
    for (const auto& [key, value] : here.items()) mutate(record, where / key, tried);
  } else if (here.is_array()) {
    for (std::size_t i = 0; i < here.size(); ++i) mutate(record, where / i, tried);
  }
}

TEST(OrcidRecord, ReadsWhatItCanOfAnyShape) {
  std::size_t tried = 0;
  json small = json::parse(record());
  for (const char* part : {"history", "preferences"}) small.erase(part);
  mutate(small, json::json_pointer(), tried);
  EXPECT_GT(tried, 800u);
}

}  // namespace
}  // namespace fellow::extractor
