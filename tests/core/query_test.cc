// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/query.h"

#include <gtest/gtest.h>

#include <random>

#include "fellow/text.h"

namespace fellow {
namespace {

struct Row {
  const char* typed;
  const char* understood;
};

// Institutions and topics of these rows stand in seeds/tables.
TEST(Query, IsUnderstoodAs) {
  const Row rows[] = {
      {"", ""},
      {"   ", ""},
      {"serverless inference HKUST", "topic:[serverless inference] affiliation:hkust"},
      {"HKUST serverless inference", "affiliation:hkust topic:[serverless inference]"},
      {"Doe Müller", "doe muller"},
      {"\"end to end\" Doe", "\"end to end\" doe"},
      {"“end to end”", "\"end to end\""},
      {"\"doe\"", "doe"},
      {"-doe jane", "-doe jane"},
      {"-\"jane doe\" x", "-\"jane doe\" x"},
      {"name:doe", "name:doe"},
      {"NAME:Doe", "name:doe"},
      {"name:jane-doe", "name:\"jane doe\""},
      {"-name:doe", "-name:doe"},
      {"at:hkust", "at:hkust"},
      {"affiliation:HKUST", "at:hkust"},
      {"at:\"ETH Zurich\"", "at:ethz"},
      {"was:hkust advisor:hkust", "was:hkust advisor:hkust"},
      {"at:nowhere", "at:nowhere"},
      {"topic:\"machine learning\"", "topic:[machine learning]"},
      {"topic:frobnication", "topic:frobnication"},
      {"name:hkust", "name:hkust"},  // no institution under another field
      {"paper:\"machine learning\"", "paper:\"machine learning\""},
      {"year:2020..2024", "year:2020..2024"},
      {"year:2020-2024", "year:2020..2024"},
      {"year:2020", "year:2020"},
      {"year:2020..", "year:2020..9999"},
      {"year:..2020", "year:1000..2020"},
      {"year:2024..2020", "\"2024 2020\""},
      {"year:soon", "soon"},
      {"country:DE", "country:de"},
      {"https://www.jane.example/~doe/", "jane example doe"},
      {"the doe of the", "doe"},
      {"the of", "the of"},
      {"who works on frobnication", "frobnication"},
      {"works frobnication", "works frobnication"},
  };
  for (const Row& row : rows) EXPECT_EQ(show(parse_query(row.typed)), row.understood) << row.typed;
}

// As people ask a colleague. What asks is dropped; words that mean something where they stand are not.
TEST(Query, DropsWhatOnlyAsks) {
  const Row rows[] = {
      {"Who works on causal inference at ETH?", "topic:[causal inference] affiliation:ethz"},
      {"who does research on frobnication", "frobnication"},
      {"who is an expert in frobnication", "frobnication"},
      {"who at hkust works on frobnication", "affiliation:hkust frobnication"},
      {"experts on reinforcement learning", "topic:[reinforcement learning]"},
      {"frobnication experts", "frobnication"},
      {"computer vision researchers germany", "topic:[computer vision] germany"},
      {"researchers interested in frobnication", "frobnication"},
      {"people working on frobnication in oslo", "frobnication oslo"},
      {"people studying frobnication", "frobnication"},
      {"people who study frobnication", "frobnication"},
      {"looking for someone who does robot learning", "topic:[robot learning]"},
      {"I am looking for experts in frobnication", "frobnication"},
      {"find me frobnication people", "frobnication people"},
      {"show all researchers at hkust", "affiliation:hkust"},
      {"professors working on frobnication", "professors frobnication"},
      {"frobnication, graduated from stanford", "frobnication affiliation:stanford"},
      {"advised by hinton", "hinton"},
      {"works at google", "affiliation:google"},
      {"qui travaille sur la frobnication", "frobnication"},
      {"wer forscht an frobnication", "frobnication"},
      {"quien trabaja en frobnication", "frobnication"},
      // Not these.
      {"expert systems", "expert systems"},
      {"people with disabilities", "people disabilities"},
      {"older people in oslo", "older people oslo"},
      {"search for dark matter", "search topic:[dark matter]"},
      {"panel of experts in frobnication", "panel experts frobnication"},
      {"routing in mixture of experts", "routing topic:[mixture of experts]"},
      {"need for speed", "need speed"},
      {"active learning", "topic:[active learning]"},
      {"qui nguyen", "qui nguyen"},
      {"work life balance", "work life balance"},
      {"based on frobnication", "based frobnication"},
      {"who", "who"},
      {"who works", "who works"},
  };
  for (const Row& row : rows) EXPECT_EQ(show(parse_query(row.typed)), row.understood) << row.typed;
  // Somebody may still have written just that.
  EXPECT_EQ(parse_query("who works on frobnication").free_words.size(), 4u);
}

TEST(Query, ReadsWhatDoesNotParseAsPlainWords) {
  const Row rows[] = {
      {"\"jane doe", "jane doe"},
      {"\"\"", ""},
      {"name:", "name"},
      {"name: doe", "name doe"},
      {"colour:red", "colour red"},
      {"a:b:c", "b c"},
      {"- doe", "doe"},
      {"--doe", "doe"},
      {"AND OR NOT", "not"},
      {"(jane OR", "jane"},
      {"jane~2^5 [x TO y]", "jane 2 5 x y"},
      {"*", ""},
      {"%00", "00"},
      {"\xff\xfe", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(show(parse_query(row.typed)), row.understood) << row.typed;
}

TEST(Query, KeepsFreeWordsAsTyped) {
  const auto query = parse_query("The Art of the State -x name:doe");
  EXPECT_EQ(query.free_words, (std::vector<std::string>{"the", "art", "of", "the", "state"}));
  EXPECT_EQ(query.text, "The Art of the State -x name:doe");
}

TEST(Query, GuardsAbbreviationsThatAreWords) {
  EXPECT_EQ(show(parse_query("it is a hit")), "hit");
  EXPECT_EQ(show(parse_query("HUST")), "affiliation:hust");  // and not HKUST
}

TEST(Query, IsCutAtItsBounds) {
  std::string words;
  for (int i = 0; i < 200; ++i) words += "w" + std::to_string(i) + " ";
  const auto many = parse_query(words);
  EXPECT_EQ(many.clauses.size(), 64u);
  EXPECT_EQ(many.clauses.back().words[0], "w63");
  EXPECT_LE(parse_query(std::string(5000, 'x')).text.size(), 1024u);
  EXPECT_LE(parse_query('"' + words + '"').clauses.at(0).words.size(), 64u);
}

TEST(Query, AnyBytesGiveAQuery) {
  std::mt19937 random(20261121);
  const std::string alphabet = " \"-:.abcdxyz019\t\xc3\xbc\xe6\x9d\xff\x80name:topic:year:2020..\\*()";
  for (int round = 0; round < 4000; ++round) {
    std::string bytes(random() % 80, ' ');
    for (char& c : bytes) c = round % 2 ? alphabet[random() % alphabet.size()] : static_cast<char>(random() % 256);
    const auto query = parse_query(bytes);
    std::size_t words = 0;
    for (const auto& clause : query.clauses) {
      EXPECT_TRUE(clause.kind == Clause::Kind::year || !clause.words.empty()) << round;
      for (const auto& word : clause.words) EXPECT_EQ(text::fold(word), word) << round;
      words += clause.words.size();
    }
    EXPECT_LE(words, Query::kMaxWords) << round;
    EXPECT_EQ(parse_query(query.text), query) << round;
  }
}

}  // namespace
}  // namespace fellow
