// SPDX-License-Identifier: GPL-3.0-or-later
// A selector finds by the index what a walk over all elements would find.
#include "extractor/dom_index.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "extractor/dom.h"

namespace fellow::extractor {
namespace {

std::vector<std::string> words_of(std::string_view classes) {
  std::vector<std::string> out;
  for_each_class(classes, [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

TEST(Classes, AreTheWordsOfTheAttribute) {
  EXPECT_EQ(words_of("a  bc\td\n"), (std::vector<std::string>{"a", "bc", "d"}));
  EXPECT_EQ(words_of(""), std::vector<std::string>{});
  EXPECT_EQ(words_of(" \n "), std::vector<std::string>{});
  EXPECT_EQ(words_of("é x\u00a0y z"), (std::vector<std::string>{"é", "x", "z"})) << "a wide blank ends a word";
}

TEST(DomIndex, FindsElementsByEachOfTheirNames) {
  DomBuilder builder;
  builder.open("p", {{"class", "note note big"}, {"id", "first"}});
  builder.add_text("p");
  builder.close();
  builder.open("a", {{"href", "x"}, {"class", "big"}});
  const Dom dom = builder.finish();
  const auto found = [&](DomIndex::Kind kind, std::string_view name) {
    const auto span = dom.indexed(kind, name);
    return std::vector<NodeId>(span.begin(), span.end());
  };
  using enum DomIndex::Kind;
  EXPECT_EQ(found(tag, "p"), std::vector<NodeId>{1});
  EXPECT_EQ(found(class_word, "note"), std::vector<NodeId>{1}) << "said twice";
  EXPECT_EQ(found(class_word, "big"), (std::vector<NodeId>{1, 3}));
  EXPECT_EQ(found(id, "first"), std::vector<NodeId>{1});
  EXPECT_EQ(found(attribute, "href"), std::vector<NodeId>{3});
  EXPECT_EQ(found(tag, "note"), std::vector<NodeId>{}) << "a class is no tag";
  EXPECT_EQ(found(class_word, "p"), std::vector<NodeId>{});
  EXPECT_TRUE(DomIndex().find(tag, "p").empty());
}

TEST(DomIndex, HiddenIsWhatStandsInAHiddenElement) {
  DomBuilder builder;
  builder.open("div", {{"style", "display: none"}});
  builder.open("p");
  builder.close();
  builder.close();
  builder.open("p", {{"class", "x hidden md:block"}});
  builder.close();
  builder.open("p", {{"class", "x sr-only"}});
  builder.add_text("t");
  const Dom dom = builder.finish();
  EXPECT_TRUE(dom.hidden(1));
  EXPECT_TRUE(dom.hidden(2));
  EXPECT_FALSE(dom.hides(2));
  EXPECT_FALSE(dom.hidden(3)) << "shown on wide screens";
  EXPECT_TRUE(dom.hidden(4));
  EXPECT_TRUE(dom.hidden(5)) << "its text too";
  EXPECT_FALSE(dom.hidden(0));
}

Dom random_page(std::mt19937& random) {
  static const char* const kTags[] = {"div", "p", "a", "li"};
  static const char* const kClasses[] = {"x", "y", "x y", "z x", ""};
  DomBuilder builder;
  for (auto steps = 5 + random() % 60; steps > 0; --steps) {
    if (random() % 3 == 0 && builder.depth() > 1) {
      builder.close();
      continue;
    }
    std::vector<Attribute> attributes;
    if (random() % 2 == 0) attributes.push_back({"class", kClasses[random() % 5]});
    if (random() % 4 == 0) attributes.push_back({"id", random() % 2 == 0 ? "one" : "two"});
    if (random() % 4 == 0) attributes.push_back({"href", "mailto:x"});
    builder.open(kTags[random() % 4], std::move(attributes));
    if (random() % 3 == 0) builder.add_text("text");
  }
  return builder.finish();
}

TEST(DomIndex, SelectsWhatAWalkWouldFind) {
  std::mt19937 random(23);
  for (int round = 0; round < 400; ++round) {
    const Dom dom = random_page(random);
    const NodeId from = round % 2 == 0 ? 0 : static_cast<NodeId>(random() % dom.size());
    for (const char* selector : {"p", ".x", "#one", "[href]", "a.x[href*=mail]", "div .y", "div > p", "li, .x, a", "*", "p, *",
                                 ".none", "#one .x, #two > a", "div p a", ".x .x"}) {
      std::vector<NodeId> walked;
      for (NodeId n = from + 1; n < dom.end(from); ++n)
        if (dom.matches(n, selector)) walked.push_back(n);
      EXPECT_EQ(dom.select(selector, from), walked) << selector << " round " << round;
      EXPECT_EQ(dom.first(selector, from), walked.empty() ? kNoNode : walked.front()) << selector << " round " << round;
    }
  }
}

}  // namespace
}  // namespace fellow::extractor
