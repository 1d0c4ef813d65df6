// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/card.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "indexer/cards.h"
#include "indexer/passages.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

std::string record_of(const Profile& person) { return write_card(person, pages_in(person)); }

// What a card holds of a field, as one can read it.
std::string show(const Card& card, const Card::Content& content) {
  std::string out(content.field->name);
  for (std::size_t i = 0; i < content.texts.size(); ++i) {
    const auto text = content.texts[i];
    out += " [" + std::string(card.string(text.place)) + (text.again ? " again" : "") + " @" +
           std::string(card.page(content, i)) + "]";
  }
  for (const auto alias : content.aliases) out += " also " + std::string(card.string(alias));
  const auto add = [&](const char* sign, const Card::KnownOnes& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
      out += sign + std::string(card.string(all[i].id)) + ":" + std::to_string(all[i].item);
  };
  add(" #", content.ids);
  add(" ~", content.mentions);
  return out;
}

TEST(Card, HoldsWhatAListShowsAndQuotes) {
  Profile person = people()[0];
  for (const Profile& one : people())
    if (one.name == "Jane Q. Doe") person = one;
  person.papers.push_back(person.papers[1]);
  person.papers.push_back(paper("Reinforcement learning for frobs", 2020));
  person.identifiers = {{"orcid", "0000-0001"}, {"github", "jane"}};
  const std::string record = record_of(person);
  const auto card = Card::read(record);
  ASSERT_TRUE(card.has_value());
  std::map<std::string_view, std::string> shown;
  for (const auto& content : card->fields()) shown[content.field->name] = show(*card, content);
  EXPECT_EQ(shown["papers"],
            "papers [Fast cold starts for serverless inference @https://jane.example/papers.html] [A frob in the machine "
            "@https://jane.example/] [A frob in the machine again @https://jane.example/] [Reinforcement learning for frobs "
            "@https://jane.example/] ~serverless-inference:0 ~reinforcement-learning:3");
  EXPECT_EQ(shown["name"], "name [Jane Q. Doe @https://jane.example/] [杜珍 @https://jane.example/]");
  EXPECT_NE(shown["affiliations"].find(" #hkust:0"), std::string::npos) << shown["affiliations"];

  const Hit hit = card->shown();
  EXPECT_EQ(hit.id, person.id);
  EXPECT_EQ(hit.seeds, person.seeds);
  EXPECT_EQ(hit.display_name, "Jane Q. Doe");
  EXPECT_EQ(hit.alternate_names, person.alternate_names);
  EXPECT_EQ(hit.positions, std::vector<std::string>{"PhD student"});
  EXPECT_EQ(hit.interests, person.interests);
  EXPECT_EQ(hit.affiliations[0].name, "HKUST");
  EXPECT_EQ(hit.country, "HK");
  EXPECT_EQ(hit.paper_count, 4);
  EXPECT_EQ(hit.person_keys, (std::vector<std::string>{"orcid:0000-0001", "home:url:jane.example/"}));
}

// Made of the database's own copy of the profile it is the same: whoever has no file of cards shows the same.
TEST(Card, OfAStoredProfileIsTheSame) {
  for (const Profile& person : people()) {
    const auto stored = read_stored(write_stored(person));
    ASSERT_TRUE(stored.has_value());
    EXPECT_EQ(write_card(stored->profile, stored->pages), record_of(person)) << person.url;
  }
}

TEST(Card, AnythingElseIsNone) {
  std::mt19937 random(5);
  int read = 0;
  for (const Profile& person : people()) {
    const std::string good = record_of(person);
    for (std::size_t length = 0; length < good.size(); ++length)
      EXPECT_FALSE(Card::read(std::string_view(good).substr(0, length)).has_value()) << length;
    EXPECT_FALSE(Card::read(good + '\0').has_value());
    for (int round = 0; round < 500; ++round) {
      std::string bad = good;
      bad[random() % bad.size()] = static_cast<char>(random());
      if (const auto card = Card::read(bad)) {  // another letter in a text is no damage that can be seen
        const Hit hit = card->shown();
        const Query query = parse_query("frob inference");
        const Quoter quoter(query);
        read += hit.id.size() + quoter.reasons(*card).matched_on.size() > 0;
      }
    }
  }
  EXPECT_GT(read, 0);
}

TEST(Cards, AreFoundByTheirDocids) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "cards";
  {
    CardsWriter out(file);
    out.add("one");
    out.add("");
    out.add(std::string(5000, 'x'));
    ASSERT_TRUE(out.finish().has_value());
  }
  const auto cards = Cards::open(file);
  ASSERT_TRUE(cards.has_value());
  EXPECT_EQ(cards->documents(), 3u);
  EXPECT_EQ(cards->record(0), "");
  EXPECT_EQ(cards->record(1), "one");
  EXPECT_EQ(cards->record(2), "");
  EXPECT_EQ(cards->record(3), std::string(5000, 'x'));
  EXPECT_EQ(cards->record(4), "");
}

TEST(Cards, OfWhichSomethingIsMissingAreNone) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "cards";
  EXPECT_EQ(Cards::open(file).error().code, Code::not_found);
  CardsWriter out(file);
  for (const Profile& person : people()) out.add(record_of(person));
  ASSERT_TRUE(out.finish().has_value());
  const std::string whole = read_whole(file).value();
  for (std::size_t length = 0; length < whole.size(); length += 1 + length / 8) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, length);
    EXPECT_FALSE(Cards::open(file).has_value()) << length;
  }
  std::ofstream(file, std::ios::binary) << "fellow cards 1\nname " << whole.substr(30);
  EXPECT_EQ(Cards::open(file).error().code, Code::refused);
}

}  // namespace
}  // namespace fellow::indexer
