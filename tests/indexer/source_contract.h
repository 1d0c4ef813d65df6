// SPDX-License-Identifier: GPL-3.0-or-later
// What does every Source promise, whatever stands behind it? One suite; an implementation instantiates it with a function that
// makes a source over given profiles:
//
//   INSTANTIATE_TEST_SUITE_P(Local, SourceContract, testing::Values(SourceMaker{"local", make_local}));
//
// To be included once in a test binary.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fellow/fields.h"
#include "fellow/source.h"
#include "tests/indexer/people.h"

namespace fellow {

struct SourceMaker {
  std::string name;
  std::function<std::shared_ptr<Source>(const std::vector<Profile>&)> make;
};
inline std::ostream& operator<<(std::ostream& out, const SourceMaker& maker) { return out << maker.name; }

class SourceContract : public testing::TestWithParam<SourceMaker> {
 protected:
  void SetUp() override { source_ = GetParam().make(indexer::people()); }

  static SearchRequest request(const std::string& text) {
    SearchRequest out;
    out.query = parse_query(text);
    out.deadline = std::chrono::seconds(5);
    for (const Facet& facet : kFacets) out.facets.push_back({std::string(facet.name), ""});
    return out;
  }
  Found found(const SearchRequest& wanted) {
    auto out = source_->search(wanted);
    EXPECT_TRUE(out.has_value()) << (out ? "" : show(out.error()));
    return out ? std::move(*out) : Found{};
  }
  static std::vector<std::string> ids(const Found& answer) {
    std::vector<std::string> out;
    for (const auto& hit : answer.hits) out.push_back(hit.id);
    return out;
  }
  static const FacetValue* value(const Found& answer, const std::string& facet, const std::string& name) {
    const auto row = answer.facets.find(facet);
    if (row == answer.facets.end()) return nullptr;
    const auto place =
        std::find_if(row->second.begin(), row->second.end(), [&](const FacetValue& v) { return v.value == name; });
    return place == row->second.end() ? nullptr : &*place;
  }
  // Whether every '<' of the markup opens or closes a mark.
  static bool only_marks(const std::string& html) {
    for (std::size_t i = html.find('<'); i != std::string::npos; i = html.find('<', i + 1)) {
      if (html.compare(i, 6, "<mark>") != 0 && html.compare(i, 7, "</mark>") != 0) return false;
    }
    return true;
  }

  std::shared_ptr<Source> source_;
};

TEST_P(SourceContract, SaysWhatItHolds) {
  const SourceInfo info = source_->info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_GT(info.generation, 0u);
  EXPECT_EQ(info.profiles, static_cast<std::int64_t>(indexer::people().size()));
  EXPECT_FALSE(info.indexed_at.empty());
  EXPECT_EQ(found(request("wombat")).generation, info.generation);
}

TEST_P(SourceContract, AnswersBestFirstAndStrongBeforePartial) {
  const Found answer = found(request("wombat ecology"));
  ASSERT_GE(answer.hits.size(), 3u);
  bool partial = false;
  double previous = 2;
  for (const auto& hit : answer.hits) {
    EXPECT_FALSE(hit.strong && partial) << hit.display_name;
    partial = partial || !hit.strong;
    EXPECT_LE(hit.score, previous);
    EXPECT_GE(hit.score, 0);
    EXPECT_LE(hit.score, 1);
    previous = hit.score;
  }
  EXPECT_TRUE(answer.hits.front().strong);
  EXPECT_TRUE(partial);
  EXPECT_EQ(answer.total.value, static_cast<std::int64_t>(answer.hits.size()));
}

TEST_P(SourceContract, MatchesAllOrAnyAsAsked) {
  SearchRequest all = request("wombat ecology"), any = all;
  all.match = Match::all;
  any.match = Match::any;
  const Found every = found(all), some = found(any);
  EXPECT_LT(every.total.value, some.total.value);
  for (const auto& hit : every.hits) EXPECT_TRUE(hit.strong);
}

TEST_P(SourceContract, PagesWithoutOverlapOrGap) {
  const auto whole = ids(found(request("")));
  EXPECT_EQ(whole.size(), indexer::people().size());
  std::vector<std::string> paged;
  for (int offset = 0; offset < 12; offset += 3) {
    SearchRequest page = request("");
    page.limit = 3;
    page.offset = offset;
    const Found answer = found(page);
    EXPECT_EQ(answer.total.value, static_cast<std::int64_t>(whole.size()));
    for (const auto& id : ids(answer)) paged.push_back(id);
  }
  EXPECT_EQ(paged, whole);
  SearchRequest beyond = request("wombat");
  beyond.offset = SearchRequest::kMaxOffset;
  EXPECT_TRUE(found(beyond).hits.empty());
}

TEST_P(SourceContract, SortsAsAsked) {
  SearchRequest by = request("");
  by.sort = Sort::name;
  std::vector<std::string> names;
  for (const auto& hit : found(by).hits) names.push_back(hit.display_name);
  EXPECT_EQ(names.front(), "Chen Frobber");
  by.sort = Sort::papers;
  EXPECT_EQ(found(by).hits.front().display_name, "John Smith");
  by.sort = Sort::recent;
  EXPECT_EQ(found(by).hits.front().display_name, "Chen Frobber");
}

TEST_P(SourceContract, CountsAFacetWithoutItsOwnSelection) {
  SearchRequest wanted = request("");
  const Found before = found(wanted);
  ASSERT_NE(value(before, "affiliation", "ethz"), nullptr);
  EXPECT_EQ(value(before, "affiliation", "ethz")->count, 3);
  wanted.filters["affiliation"] = {"ethz"};
  const Found after = found(wanted);
  EXPECT_EQ(after.total.value, 3);
  ASSERT_NE(value(after, "affiliation", "hkust"), nullptr);  // still offered
  EXPECT_EQ(value(after, "affiliation", "hkust")->count, 1);
  EXPECT_TRUE(value(after, "affiliation", "ethz")->selected);
  EXPECT_FALSE(value(after, "affiliation", "hkust")->selected);
  EXPECT_EQ(value(after, "position", "student"), nullptr);  // other facets feel the selection
  wanted.filters["affiliation"] = {"ethz", "hkust"};
  EXPECT_EQ(found(wanted).total.value, 4);  // values of one facet are alternatives
  wanted.filters["position"] = {"student"};
  EXPECT_EQ(found(wanted).total.value, 1);  // facets are not
}

TEST_P(SourceContract, ListsSelectedValuesAlways) {
  SearchRequest wanted = request("wombat");
  wanted.facet_limit = 1;
  wanted.filters["affiliation"] = {"nowhere"};
  const Found answer = found(wanted);
  EXPECT_EQ(answer.total.value, 0);
  ASSERT_NE(value(answer, "affiliation", "nowhere"), nullptr);
  EXPECT_EQ(value(answer, "affiliation", "nowhere")->count, 0);
  EXPECT_TRUE(value(answer, "affiliation", "nowhere")->selected);
}

TEST_P(SourceContract, FiltersYearsByRange) {
  SearchRequest wanted = request("");
  wanted.filters["year"] = {"2020..2022"};
  const Found answer = found(wanted);
  EXPECT_EQ(answer.total.value, 3);
  ASSERT_NE(value(answer, "year", "2020..2022"), nullptr);
  EXPECT_EQ(value(answer, "year", "2020..2022")->count, 3);
  EXPECT_EQ(found(request("year:2020..2022")).total.value, 3);
}

TEST_P(SourceContract, SearchesInsideAFacet) {
  SearchRequest wanted = request("");
  wanted.facets = {{"interest", "eco"}};
  const Found answer = found(wanted);
  ASSERT_EQ(answer.facets.at("interest").size(), 1u);
  EXPECT_EQ(answer.facets.at("interest")[0].label, "Wombat ecology");
  EXPECT_EQ(answer.facets.at("interest")[0].count, 2);
  wanted.facets = {{"affiliation", "hku"}};  // by any of its names
  const auto named = found(wanted);
  ASSERT_EQ(named.facets.at("affiliation").size(), 1u);
  EXPECT_EQ(named.facets.at("affiliation")[0].value, "hkust");
}

// However many of them are shown: a page of one, the counts alone, a table of all.
TEST_P(SourceContract, WhoIsFoundDoesNotDependOnHowManyAreShown) {
  for (const char* text : {"wombat ecology", "serverless inference hkust", "machine learning wombat"}) {
    SearchRequest wanted = request(text);
    wanted.limit = 10;
    const Found ten = found(wanted);
    for (const int limit : {0, 1, 100}) {
      wanted.limit = limit;
      const Found other = found(wanted);
      EXPECT_EQ(other.total.value, ten.total.value) << text << " " << limit;
      for (const auto& [facet, values] : ten.facets)
        for (const FacetValue& one : values)
          EXPECT_EQ(value(other, facet, one.value)->count, one.count) << text << " " << limit;
    }
  }
}

TEST_P(SourceContract, LeavesOutWhatIsExcluded) {
  const auto shown = ids(found(request("wombat -john")));
  EXPECT_EQ(std::count(shown.begin(), shown.end(), indexer::id_of("John Smith")), 0);
  EXPECT_FALSE(shown.empty());
}

TEST_P(SourceContract, GivesWholeProfilesWithoutMail) {
  for (const auto& person : indexer::people()) {
    auto answer = source_->profile(person.id);
    ASSERT_TRUE(answer.has_value());
    for (const auto& [pointer, where] : answer->evidence) {
      EXPECT_FALSE(where.url.empty()) << pointer;
      EXPECT_EQ(where.seen_at, person.fetched_at) << pointer;
    }
    EXPECT_FALSE(answer->evidence.contains("/email"));
    answer->evidence.clear();
    Profile wanted = person;
    wanted.email.clear();
    wanted.evidence.clear();
    EXPECT_EQ(*answer, wanted);
  }
  const auto none = source_->profile("nobody");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().code, Code::not_found);
}

TEST_P(SourceContract, QuotesWithMarksAndNothingElse) {
  for (const char* text : {"bounds proofs", "wombat", "serverless inference", "機械学習"}) {
    for (const auto& hit : found(request(text)).hits) {
      EXPECT_FALSE(hit.display_name.empty());
      for (const auto& snippet : hit.snippets) {
        EXPECT_TRUE(only_marks(snippet.html)) << snippet.html;
        EXPECT_NE(field_named(snippet.field), nullptr) << snippet.field;
        EXPECT_FALSE(snippet.url.empty());
        EXPECT_EQ(snippet.html.find("mail.example"), std::string::npos);
      }
      for (const auto& field : hit.matched_on) EXPECT_NE(field_named(field), nullptr) << field;
    }
  }
}

TEST_P(SourceContract, AnswersTheSameAgain) {
  const auto first = found(request("machine learning")), second = found(request("machine learning"));
  EXPECT_EQ(ids(first), ids(second));
}

TEST_P(SourceContract, AnswersAnyText) {
  std::mt19937 random(7);
  const std::string alphabet = "abcdejohnwombat \"-:*?()[]{}~^&|!\\\xe6\xa9\x9f\xff";
  for (int round = 0; round < 300; ++round) {
    std::string text(random() % 60, ' ');
    for (char& c : text) c = alphabet[random() % alphabet.size()];
    SearchRequest wanted = request(text);
    wanted.explain = round % 5 == 0;
    wanted.filters[round % 2 ? "year" : "affiliation"] = {text};
    EXPECT_TRUE(source_->search(wanted).has_value()) << text;
  }
}

TEST_P(SourceContract, AnswersManyThreadsAtOnce) {
  const auto wanted = ids(found(request("wombat ecology")));
  std::vector<std::jthread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        const auto answer = source_->search(request("wombat ecology"));
        if (!answer || ids(*answer) != wanted) ++wrong;
        if (!source_->profile(wanted.front())) ++wrong;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

}  // namespace fellow
