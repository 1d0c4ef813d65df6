// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/forgetting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/find_person.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Url url(std::string_view text) { return Url::parse(text).value(); }

Profile somebody(const std::string& home, const std::vector<std::string>& more = {}) {
  Profile p;
  p.url = url(home).text();
  p.id = person_id(url(home));
  p.seeds = {p.url};
  p.aliases = more;
  p.name = "Jane Nobody";
  return p;
}

// All that is there: one with a host of her own and an old address, two on a shared host, one whose page is the only one
// known of its host, and a seed that nothing came of.
Known known() {
  Known out;
  Profile jane = somebody("https://jane.example/", {"http://www.cs.some-university.edu/~jane/index.html"});
  jane.identifiers = {{"orcid", "0000-0001"}, {"github", "jane"}, {"google_scholar", "copied"}};
  Profile bob = somebody("https://lab.example/people/bob.html");
  bob.identifiers = {{"google_scholar", "copied"}};
  out.people = {jane, somebody("http://www.cs.some-university.edu/people/ann/"),
                somebody("http://www.cs.some-university.edu/people/abe/"), bob};
  for (const Profile& person : out.people) out.seeds.push_back(url(person.seeds[0]));
  out.seeds.push_back(url("http://www.cs.some-university.edu/~zoe/"));
  return out;
}

std::vector<std::string> told(const std::string& wanted) { return what_to_forget(wanted, known())->told; }

TEST(Forgetting, APersonGoesWithAllAddressesSitesAndIdentifiers) {
  const auto wide =
      ElementsAre("everything on jane.example", "everything below cs.some-university.edu/~jane/", "whoever has the same orcid");
  EXPECT_THAT(told(person_id(url("https://jane.example/"))), wide);
  EXPECT_THAT(told(person_id(url("http://www.cs.some-university.edu/~jane/index.html"))), wide);  // an id merged away
  EXPECT_THAT(told("http://jane.example"), wide);  // not the scheme that is known
  EXPECT_THAT(told("https://jane.example/cv.pdf"), wide);
  EXPECT_THAT(told("http://www.cs.some-university.edu/~jane/papers.html"), wide);
}

TEST(Forgetting, WritesNoNameAndNoIdentifierInClear) {
  const auto forgetting = what_to_forget("https://jane.example/", known());
  for (const std::string& line : forgetting->told) {
    EXPECT_EQ(line.find("Nobody"), std::string::npos) << line;
    EXPECT_EQ(line.find("0000"), std::string::npos) << line;
  }
}

TEST(Forgetting, IdentifiersThatOthersHaveTooAreNobodys) {
  const auto keys = what_to_forget("https://jane.example/", known())->keys;
  const auto has = [&](const std::string& key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
  EXPECT_TRUE(has(key_of_identifier("orcid", "0000-0001")));
  EXPECT_FALSE(has(key_of_identifier("google_scholar", "copied")));
  EXPECT_FALSE(has(key_of_identifier("github", "jane")));
}

TEST(Forgetting, NeighboursStay) {
  EXPECT_THAT(told("http://www.cs.some-university.edu/people/ann/"),
              ElementsAre("everything below cs.some-university.edu/people/ann/"));
  EXPECT_THAT(told("http://www.cs.some-university.edu/people/"),
              ElementsAre("the page http://www.cs.some-university.edu/people/ (others live on its site)"));
  EXPECT_THAT(told("http://www.cs.some-university.edu/"),
              ElementsAre("the page http://www.cs.some-university.edu/ (others live on its site)"));
  EXPECT_THAT(told("http://www.cs.some-university.edu/index.php?id=5"),
              ElementsAre("the page http://www.cs.some-university.edu/index.php?id=5 (others live on its site)"));
  EXPECT_THAT(told("http://unheard-of.edu/index.php?id=5"),
              ElementsAre("the page http://unheard-of.edu/index.php?id=5 (others live on its site)"));
  EXPECT_FALSE(what_to_forget("https://lab.example/people/eve.html", known())->person);  // not Bob, whoever else is unknown
  EXPECT_THAT(told("https://lab.example/people/eve.html"),
              ElementsAre("the page https://lab.example/people/eve.html (others live on its site)"));
}

TEST(Forgetting, WhatNobodyKnowsIsKeptOutAllTheSame) {
  const auto address = what_to_forget("https://new.example/about/", known());
  EXPECT_FALSE(address->person);
  EXPECT_THAT(address->told, ElementsAre("everything on new.example"));
  EXPECT_THAT(told("http://www.cs.some-university.edu/~yan/cv/"), ElementsAre("everything below cs.some-university.edu/~yan/"));
  const auto id = what_to_forget("abcdefghijklmnop", known());
  EXPECT_FALSE(id->person);
  EXPECT_THAT(id->keys, ElementsAre(key_of_person("abcdefghijklmnop")));
}

TEST(Forgetting, ASeedThatNothingCameOfIsSomebody) {
  const auto zoe = what_to_forget("http://www.cs.some-university.edu/~zoe/cv/", known());
  EXPECT_TRUE(zoe->person);
  EXPECT_THAT(zoe->told, ElementsAre("everything below cs.some-university.edu/~zoe/"));
  EXPECT_TRUE(what_to_forget(person_id(url("http://www.cs.some-university.edu/~zoe/")), known())->person);
}

TEST(Forgetting, WhatIsNeitherIdNorAddressIsRefused) {
  for (const char* wrong : {"", "jane", "jane.example", "mailto:jane@jane.example", "ABCDEFGHIJKLMNOP", "abcdefghijklmno1"}) {
    const auto forgetting = what_to_forget(wrong, known());
    ASSERT_FALSE(forgetting) << wrong;
    EXPECT_EQ(forgetting.error().code, Code::bad_input);
  }
}

TEST(FindPerson, ByAnyOfHerAddresses) {
  const Known all = known();
  for (const char* wanted :
       {"https://jane.example/", "http://www.jane.example", "http://cs.some-university.edu/~jane/index.html"}) {
    ASSERT_NE(find_person(all.people, wanted), nullptr) << wanted;
    EXPECT_EQ(find_person(all.people, wanted)->url, "https://jane.example/");
  }
  EXPECT_EQ(find_person(all.people, "https://jane.example/other"), nullptr);
  EXPECT_EQ(find_person(all.people, "https://lab.example/"), nullptr);
}

}  // namespace
}  // namespace fellow::cli
