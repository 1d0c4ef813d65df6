// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "fellow/fields.h"
#include "indexer/document.h"
#include "indexer/indexer.h"
#include "indexer/terms.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

class Ranking : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory_ = new TemporaryDirectory();
    ASSERT_TRUE(publish(directory_->path(), people()).has_value());
    source_ = open_source("local", directory_->path() / "index");
  }
  static void TearDownTestSuite() {
    source_.reset();
    delete directory_;
    directory_ = nullptr;
  }
  static Found ask_of(Source& source, const std::string& text, Match match = Match::automatic, Sort sort = Sort::relevance) {
    SearchRequest request;
    request.query = parse_query(text);
    request.match = match;
    request.sort = sort;
    request.deadline = std::chrono::seconds(5);
    request.explain = true;
    auto found = source.search(request);
    EXPECT_TRUE(found.has_value()) << text;
    return found ? std::move(*found) : Found{};
  }
  static Found ask(const std::string& text, Match match = Match::automatic) { return ask_of(*source_, text, match); }
  // "Jane Q. Doe [affiliations interests]; ~Theo Lerner [...]": the hits, '~' for partial ones.
  static std::string shown(const Found& found, std::size_t most = 10) {
    std::string out;
    for (std::size_t i = 0; i < std::min(found.hits.size(), most); ++i) {
      const Hit& hit = found.hits[i];
      out += std::string(i ? "; " : "") + (hit.strong ? "" : "~") + hit.display_name + " [";
      for (std::size_t k = 0; k < hit.matched_on.size(); ++k) out += (k ? " " : "") + hit.matched_on[k];
      out += "]";
    }
    return out;
  }
  static std::string first(const std::string& text) { return shown(ask(text), 1); }

  static inline TemporaryDirectory* directory_ = nullptr;
  static inline std::shared_ptr<Source> source_;
};

TEST_F(Ranking, OfTopicAtInstitution) {
  // Current affiliation, then past, then the advisor's: found for different reasons, and said so.
  EXPECT_EQ(
      shown(ask("serverless inference HKUST", Match::all)),
      "Jane Q. Doe [interests affiliations papers]; Petra Gestern [papers past_affiliations]; Chen Frobber [papers advisors]");
  EXPECT_EQ(first("HKUST serverless inference"), "Jane Q. Doe [interests affiliations papers]");
  EXPECT_EQ(shown(ask("inference at:hkust", Match::all)), "Jane Q. Doe [interests affiliations papers]");
  EXPECT_EQ(shown(ask("was:hkust")), "Petra Gestern [past_affiliations]");
  EXPECT_EQ(shown(ask("advisor:hkust")), "Chen Frobber [advisors]");
  EXPECT_EQ(shown(ask("HUST", Match::all)), "Chen Frobber [affiliations]");  // never HKUST
}

TEST_F(Ranking, OfInstitutionsThatNoTableKnows) {
  EXPECT_EQ(first("Universidade Imaginária do Norte"), "John Smith [affiliations]");
  EXPECT_EQ(first("wombat UIN"), "John Smith [interests affiliations papers]");
  EXPECT_EQ(first("虚構研究大学"), "山田花子 [affiliations]");
}

TEST_F(Ranking, OfNames) {
  const std::pair<const char*, const char*> rows[] = {
      {"john smith", "John Smith"},
      {"smith john", "John Smith"},
      {"smith johnson", "Smith Johnson"},
      {"jane doe", "Jane Q. Doe"},
      {"doe, jane", "Jane Q. Doe"},
      {"j doe", "Jane Q. Doe"},
      {"zoe muller ostergard", "Zoë Müller-Østergård"},
      {"Zoë Müller", "Zoë Müller-Østergård"},
      {"hanako yamada", "山田花子"},
      {"山田花子", "山田花子"},
      {"山田", "山田花子"},
      {"杜珍", "Jane Q. Doe"},
      {"jane doe hkust", "Jane Q. Doe"},
  };
  for (const auto& [text, name] : rows) {
    const Found found = ask(text);
    ASSERT_FALSE(found.hits.empty()) << text;
    EXPECT_EQ(found.hits[0].display_name, name) << text;
    EXPECT_FALSE(found.corrected.has_value()) << text;
  }
}

TEST_F(Ranking, OfNicknames) {
  EXPECT_EQ(first("jack smith"), "John Smith [name address]");
  EXPECT_FALSE(ask("jack smith").corrected.has_value());
  EXPECT_EQ(first("john smith"), "John Smith [name address]");
  EXPECT_EQ(shown(ask("jack wombat", Match::all)), "");  // a nickname only beside the rest of the name
}

TEST_F(Ranking, OfWordsThatStandSomewhereOnTheirPages) {
  std::vector<Profile> world = people();
  Profile said = somebody("said.example", "Quentin Said");
  said.interests = {interest("Compilers")};
  said.text = {"I once read about compilers. I once read about compilers.",
               "Q. Said, J. Smith. A census of quokkas on islands.\nOn quokkas and wombats, with a telescope."};
  said.evidence["/text/1"] = {.url = "https://said.example/pubs", .method = "section", .confidence = 0.3, .seen_at = ""};
  Profile stated = somebody("stated.example", "Stella Stated");
  stated.interests = {interest("Quokka census")};
  world.insert(world.end(), {said, stated});
  std::sort(world.begin(), world.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), world).has_value());
  const auto source = open_source("local", directory.path() / "index");
  const auto asked = [&](const std::string& text) { return ask_of(*source, text); };
  EXPECT_EQ(shown(asked("quokka census")), "Stella Stated [interests]; Quentin Said [text]");
  EXPECT_EQ(shown(asked("\"census of quokkas\"")), "Quentin Said [text]");
  const Found found = asked("quokkas telescope");
  EXPECT_EQ(shown(found, 1), "Quentin Said [text]");
  ASSERT_EQ(found.hits[0].snippets.size(), 1u);
  EXPECT_EQ(found.hits[0].snippets[0].url, "https://said.example/pubs");
  EXPECT_NE(found.hits[0].snippets[0].html.find("<mark>telescope</mark>"), std::string::npos);
  EXPECT_EQ(shown(asked("john smith"), 1), "John Smith [name address]");
  // What a field says counts no more because the pages repeat it, and what they say counts once.
  Profile silent = said;
  silent.text.clear();
  const Xapian::Document with = make_document(said).document, without = make_document(silent).document;
  const auto counts = [&](const Xapian::Document& document, const std::string& term) {
    auto at = document.termlist_begin();
    at.skip_to(term);
    return at != document.termlist_end() && *at == term ? at.get_wdf() : 0;
  };
  for (const auto& [word, told, more] : {std::tuple{"compilers", true, 0u}, {"quokkas", false, 1u}}) {
    const std::string anywhere = word_term("", stem(word));
    EXPECT_EQ(counts(without, anywhere) > 0, told) << word;
    EXPECT_EQ(counts(with, anywhere), counts(without, anywhere) + more) << word;
    EXPECT_EQ(counts(with, word_term(field_named("text")->prefix, stem(word))), 0u) << word;
  }
}

// Other names of an interest find who states it; what they say beside is nothing that she said.
TEST_F(Ranking, AnotherNameOfAnInterestIsNoneOfItsOwn) {
  std::vector<Profile> world = people();
  Profile causal = somebody("causal.example", "Cora Causa");
  causal.interests = {interest("Causality")};  // also called "causal machine learning"
  Profile plain = somebody("plain.example", "Paula Plain");
  plain.interests = {interest("Gargoyles")};
  plain.papers = {paper("Machine learning of gargoyles", 2020)};
  world.push_back(causal);
  world.push_back(plain);
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), world).has_value());
  const auto source = open_source("local", directory.path() / "index");
  const auto found = [&](const char* text) { return shown(ask_of(*source, text), 9); };
  const std::string causality = found("causal machine learning");
  EXPECT_LT(causality.find("Cora Causa"), causality.find("Paula Plain")) << causality;
  const std::string learning = found("machine learning");
  EXPECT_LT(learning.find("Paula Plain"), learning.find("Cora Causa")) << learning;
  EXPECT_EQ(found("\"causal machine learning\""), "");
}

// A title that was not read as one stands among the words of the page: in order they say more than scattered in titles.
TEST_F(Ranking, WordsInOrderOnAPage) {
  std::vector<Profile> world = people();
  Profile page = somebody("page.example", "Paula Page");
  page.text = {"Selected work: Upon the feeding of large gargoyles on gravel, Journal of Stone"};
  Profile titles = somebody("titles.example", "Tina Titles");
  titles.papers = {paper("Gargoyles and gravel", 2020), paper("A large feeding", 2021)};
  world.push_back(page);
  world.push_back(titles);
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), world).has_value());
  const auto source = open_source("local", directory.path() / "index");
  const auto best = [&](const char* text) { return shown(ask_of(*source, text), 1); };
  EXPECT_TRUE(best("of large gargoyles on gravel").starts_with("Paula Page")) << best("of large gargoyles on gravel");
  EXPECT_TRUE(best("large gravel gargoyles on feeding").starts_with("Tina Titles"));
}

// Who states the subject but for one word is an answer though enough people have all words somewhere; not where all are asked
// for.
TEST_F(Ranking, OfTopicsButForOneWordEvenWhereEnoughHaveAll) {
  std::vector<Profile> world;
  for (int i = 0; i < 12; ++i) {
    Profile p = somebody("n" + std::to_string(i) + ".example", "Nobody Number");
    p.biography = "Learning of systems, and the machine.";
    world.push_back(p);
  }
  Profile stated = somebody("stated.example", "Stella Stated");
  stated.interests = {interest("Machine learning")};
  world.push_back(stated);
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), world).has_value());
  const auto source = open_source("local", directory.path() / "index");
  const std::string subject = "machine learning systems";
  const Found found = ask_of(*source, subject);
  EXPECT_EQ(found.total.value, 13);
  EXPECT_EQ(shown(found, 1), "~Stella Stated [interests]");
  EXPECT_EQ(ask_of(*source, subject, Match::all).total.value, 12);
  EXPECT_EQ(ask_of(*source, subject, Match::automatic, Sort::name).total.value, 12);
}

TEST_F(Ranking, OfTopicsButForOneWord) {
  std::vector<Profile> world = people();
  for (int i = 0; i < 8; ++i) {
    Profile p = somebody("n" + std::to_string(i) + ".example", "Nobody Number");
    if (i > 0) p.biography = i < 6 ? "Has built systems." : "Reads about the cache, and of the gargoyle; systems of both.";
    if (i == 0) p.interests = {interest("Gargoyle caches")};
    world.push_back(p);
  }
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), world).has_value());
  const auto source = open_source("local", directory.path() / "index");
  const auto best = [&](const char* text) { return shown(ask_of(*source, text), 1); };
  // Stated but for a common word: before those who have all words here and there, and marked for what it is.
  EXPECT_EQ(best("gargoyle cache systems"), "~Nobody Number [interests]");
  // Never but for the rarest word, which is what it is about.
  world.back().biography += " Once met a marmot.";
  const TemporaryDirectory later;
  ASSERT_TRUE(publish(later.path(), world).has_value());
  EXPECT_EQ(shown(ask_of(*open_source("local", later.path() / "index"), "gargoyle cache marmot"), 1),
            "Nobody Number [biography]");
}

TEST_F(Ranking, CorrectsOnlyWhatNobodyHas) {
  const std::tuple<const char*, const char*, const char*> rows[] = {
      {"jnae doe", "Jane Q. Doe", "jane doe"},
      {"jane deo", "Jane Q. Doe", "jane doe"},
      {"gesetrn", "Petra Gestern", "gestern"},
      {"zoe mulelr", "Zoë Müller-Østergård", "zoe muller"},
      {"petra gestarn", "Petra Gestern", "petra gestern"},
      {"wombta ecology", "John Smith", "wombat ecology"},
  };
  for (const auto& [typed, name, corrected] : rows) {
    const Found found = ask(typed);
    ASSERT_FALSE(found.hits.empty()) << typed;
    EXPECT_EQ(found.corrected.value_or(""), corrected);
    if (std::string_view(typed) != "wombta ecology") {
      EXPECT_EQ(found.hits[0].display_name, name) << typed;
    }
  }
  EXPECT_FALSE(ask("xqzvwk").corrected.has_value());
  EXPECT_FALSE(ask("12345").corrected.has_value());
  EXPECT_TRUE(ask("xqzvwk").hits.empty());
}

// A short word, and a long one whose beginning is another, are no mistake for what happens to be there.
TEST_F(Ranking, CorrectsNothingUnlikely) {
  std::vector<Profile> world = people();
  world[0].papers.push_back(paper("Priors des makers", 2020));
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), world).has_value());
  const auto source = open_source("local", directory.path() / "index");
  for (const char* typed : {"dns", "papers", "dez"}) EXPECT_FALSE(ask_of(*source, typed).corrected.has_value()) << typed;
  EXPECT_EQ(ask_of(*source, "makrs").corrected.value_or(""), "makers");
  EXPECT_EQ(ask_of(*source, "makeerz").corrected.value_or(""), "makers");
  EXPECT_EQ(ask_of(*source, "deo").corrected.value_or(""), "doe");
}

TEST_F(Ranking, OfCountries) {
  EXPECT_EQ(first("machine learning Switzerland"), "Zoë Müller-Østergård [interests affiliations]");
  EXPECT_TRUE(first("wombat Switzerland").starts_with("Theo Lerner ["))
      << first("wombat Switzerland");  // before those elsewhere
  for (const char* query : {"country:CH", "country:switzerland", "at:switzerland"})
    EXPECT_EQ(ask(query).hits.size(), 3u) << query;
  for (const char* query : {"country:HK", "country:\"hong kong\"", "country:\"Hong Kong SAR China\""})
    EXPECT_EQ(shown(ask(query)), "Jane Q. Doe [country]") << query;
  EXPECT_TRUE(ask("country:\"hong united\"").hits.empty());
}

TEST_F(Ranking, OfTitleFragments) {
  EXPECT_EQ(first("prune the tree of"), "Zoë Müller-Østergård [papers]");
  EXPECT_EQ(first("a frob in the"), "Jane Q. Doe [papers]");
  EXPECT_EQ(shown(ask("\"inference revisited\"")), "Petra Gestern [papers]");
  EXPECT_EQ(shown(ask("\"revisited inference\"")), "");
  EXPECT_EQ(shown(ask("paper:wombats", Match::all), 1).substr(0, 10), "John Smith");
  EXPECT_EQ(shown(ask("\"cold starts frob\"")), "");  // a phrase does not cross two titles
}

TEST_F(Ranking, OfTopics) {
  // The interest itself, then the interest with a word more.
  const Found found = ask("machine learning");
  ASSERT_GE(found.hits.size(), 2u);
  EXPECT_EQ(found.hits[0].display_name, "Zoë Müller-Østergård");
  EXPECT_EQ(found.hits[1].display_name, "Theo Lerner");
  EXPECT_EQ(first("machine learning theory"), "Theo Lerner [interests]");
  EXPECT_EQ(first("暗黙知"), "山田花子 [interests]");
}

TEST_F(Ranking, OfAddresses) {
  EXPECT_EQ(first("https://nameless.example/"), "nameless.example [address]");
  EXPECT_EQ(first("nameless example"), "nameless.example [address]");
}

TEST_F(Ranking, SaysHowTheScoreCameAbout) {
  const Found found = ask("jane doe");
  ASSERT_FALSE(found.hits.empty());
  EXPECT_NE(found.hits[0].explanation.find("all words in the name"), std::string::npos) << found.hits[0].explanation;
  EXPECT_EQ(found.hits[0].score, 1.0);
}

TEST_F(Ranking, QuotesThePageOfThePassage) {
  const Found found = ask("cold starts serverless");
  ASSERT_FALSE(found.hits.empty());
  ASSERT_FALSE(found.hits[0].snippets.empty());
  EXPECT_EQ(found.hits[0].snippets[0].html, "Fast <mark>cold</mark> <mark>starts</mark> for <mark>serverless</mark> inference");
  EXPECT_EQ(found.hits[0].snippets[0].url, "https://jane.example/papers.html");
  EXPECT_EQ(ask("distributed systems").hits.at(0).snippets.at(0).url, "https://jane.example/");
}

TEST_F(Ranking, HasADeadline) {
  SearchRequest request;
  request.query = parse_query("wombat");
  request.deadline = std::chrono::milliseconds(-1);
  const auto found = source_->search(request);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, Code::timeout);
}

}  // namespace
}  // namespace fellow::indexer
