// SPDX-License-Identifier: GPL-3.0-or-later
// How often does merging err? Worlds of made-up people, each with the traps of the web: namesakes, moved people, shared group
// pages, copied templates, stale second homes. Every pair of profiles in a world is judged.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <random>

#include "fellow/text.h"
#include "indexer/merge.h"
#include "tests/indexer/people.h"

namespace fellow::indexer {
namespace {

constexpr std::uint64_t kSeed = 20261121;
constexpr int kWorlds = 400;  // of each kind
constexpr double kPrecision = 0.99, kRecall = 0.95;

struct Being {
  std::string given, middle, surname, native, nick;
  std::map<std::string, std::string> ids;
  std::string email;
  std::vector<std::string> titles;
};

// A profile and whose it is.
struct Labelled {
  Profile profile;
  int who = 0;
};
using World = std::vector<Labelled>;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string number(int digits) {
    std::string out;
    for (int i = 0; i < digits; ++i) out += static_cast<char>('0' + below(10));
    return out;
  }

  Being being() {
    static constexpr std::array kGiven{"Jane",      "John",     "Maria", "Wei",  "Hanako", "Pierre", "Ines", "Robert",
                                       "Elizabeth", "Xiaoming", "Joon",  "Olga", "Dmitry", "Amara",  "Lars", "Katherine"};
    static constexpr std::array kSurname{"Doe", "Muster", "Wang",   "Yamada", "Dupont",  "Okafor", "Nielsen", "Petrova",
                                         "Kim", "Garcia", "Lerner", "Zhang",  "Frobber", "Silva",  "Novak",   "Iyer"};
    static constexpr std::array kNative{"杜珍", "王伟", "山田花子", "김준", "Ольга Петрова"};
    static const std::map<std::string, std::string> kNick{
        {"Robert", "Bob"}, {"Elizabeth", "Liz"}, {"Katherine", "Kate"}, {"Dmitry", "Dima"}};
    Being out{.given = kGiven[below(kGiven.size())],
              .middle = {},
              .surname = kSurname[below(kSurname.size())],
              .native = {},
              .nick = {},
              .ids = {},
              .email = {},
              .titles = {}};
    if (chance(30)) out.middle = std::string(1, static_cast<char>('A' + below(26)));
    if (chance(25)) out.native = kNative[below(kNative.size())];
    if (const auto nick = kNick.find(out.given); nick != kNick.end()) out.nick = nick->second;
    out.ids = fresh_ids();
    out.email = text::lower(out.surname) + number(4) + "@mail.example";
    for (std::size_t n = 4 + below(12); n > 0; --n) out.titles.push_back(title());
    return out;
  }

  std::map<std::string, std::string> fresh_ids() {
    std::map<std::string, std::string> out;
    if (chance(75)) out["google_scholar"] = "s" + number(10);
    if (chance(60)) out["orcid"] = "0000-" + number(4) + "-" + number(4) + "-" + number(4);
    if (chance(50)) out["dblp"] = number(2) + "/" + number(5);
    return out;
  }

  std::string title() {
    static constexpr std::array kWords{"frobs",     "learning", "caches",    "graphs", "proofs", "wombats",
                                       "streams",   "kernels",  "fast",      "sparse", "robust", "scalable",
                                       "inference", "storage",  "languages", "robots"};
    std::string out = "On";
    for (std::size_t n = 4 + below(4); n > 0; --n) out += std::string(" ") + kWords[below(kWords.size())];
    return out;
  }

  std::string host() { return "h" + number(9) + ".example"; }

  std::string written(const Being& b) {
    const int kind = static_cast<int>(below(100));
    if (kind < 45) return b.given + " " + b.surname;
    if (kind < 60) return b.given + (b.middle.empty() ? "" : " " + b.middle + ".") + " " + b.surname;
    if (kind < 68) return b.surname + ", " + b.given;
    if (kind < 76) return b.given.substr(0, 1) + ". " + b.surname;
    if (kind < 84) return (b.nick.empty() ? b.given : b.nick) + " " + b.surname;
    if (kind < 90) return b.native.empty() ? b.given + " " + b.surname : b.native;
    if (kind < 96) return "Dr. " + b.given + " " + b.surname;
    return "";
  }

  // A home page: what of the person stands there. `age`: share of the papers, in percent.
  Profile home(const Being& b, int age) {
    const std::string name = written(b);
    const bool own_host = chance(50);
    Profile p =
        somebody(own_host ? host() : host() + "/~" + text::lower(b.surname), name.starts_with("Dr. ") ? name.substr(4) : name);
    if (!b.native.empty() && chance(50) && p.name != b.native) p.alternate_names = {b.native};
    p.email = chance(60) ? b.email : "";
    for (const auto& [kind, id] : b.ids) {
      if (chance(85)) p.identifiers[kind] = id;
    }
    for (const auto& t : b.titles) {
      if (chance(age)) p.papers.push_back(paper(t, 2020));
    }
    return p;
  }

 private:
  std::mt19937_64 random_;
};

bool share_claim(const Profile& a, const Profile& b) {
  for (const auto& [kind, id] : a.identifiers) {
    const auto other = b.identifiers.find(kind);
    if (other != b.identifiers.end() && other->second == id) return true;
  }
  return std::find(a.aliases.begin(), a.aliases.end(), b.url) != a.aliases.end();
}

// Two homes of one person that share at least one claim: without any nothing is to be decided.
World two_homes(Generator& g, int age) {
  for (;;) {
    Being b = g.being();
    Profile first = g.home(b, 80);
    if (age < 80 && g.chance(60)) b.email = "old" + b.email;
    Profile second = g.home(b, age);
    if (share_claim(first, second)) return {{first, 0}, {second, 0}};
  }
}

World moved(Generator& g) {
  const Being b = g.being();
  Profile now = g.home(b, 80), old = g.home(b, 50);
  now.aliases.push_back(old.url);
  return {{now, 0}, {old, 0}};
}

World namesakes(Generator& g) {
  Being a = g.being(), b = g.being();
  b.given = a.given, b.surname = a.surname, b.nick = a.nick;
  return {{g.home(a, 80), 0}, {g.home(b, 80), 1}};
}

World group_page(Generator& g) {
  World out;
  const std::string page = "https://" + g.host() + "/people";
  const int members = 2 + static_cast<int>(g.below(4));
  for (int i = 0; i < members; ++i) {
    Profile p = g.home(g.being(), 80);
    p.aliases.push_back(page);
    out.push_back({p, i});
  }
  return out;
}

// The copier leaves the owner's identifiers where they were, or some, or a paper of hers, or puts her own beside them.
World copied_template(Generator& g) {
  const Being owner = g.being();
  Being copier = g.being();
  if (g.chance(20)) copier.surname = owner.surname;
  if (copier.given == owner.given && copier.surname == owner.surname) copier.surname = "Anders";
  Profile a = g.home(owner, 80), b = g.home(copier, 80);
  b.identifiers.clear();
  for (const auto& [kind, id] : owner.ids) {
    if (g.chance(60)) b.identifiers[kind] = id;
  }
  for (const auto& [kind, id] : copier.ids) {
    if (g.chance(40)) b.identifiers[kind] = id;
  }
  if (g.chance(30) && !owner.titles.empty()) b.papers.push_back(paper(owner.titles[0], 2020));
  return {{a, 0}, {b, 1}};
}

// A theme's example identifier in the pages of several, two of them namesakes.
World theme_example(Generator& g) {
  const std::string id = "s" + g.number(10);
  World out = namesakes(g);
  for (int i = 2; i < 5; ++i) {
    Being b = g.being();
    b.surname = "Surname" + std::string(1, static_cast<char>('a' + i));
    out.push_back({g.home(b, 80), i});
  }
  for (auto& one : out) one.profile.identifiers["google_scholar"] = id;
  return out;
}

struct Kind {
  const char* name;
  World (*make)(Generator&);
};
constexpr Kind kKinds[] = {
    {"two homes", [](Generator& g) { return two_homes(g, 80); }},
    {"stale second home", [](Generator& g) { return two_homes(g, 40); }},
    {"moved", moved},
    {"namesakes", namesakes},
    {"group page", group_page},
    {"copied template", copied_template},
    {"theme's example", theme_example},
};

struct Count {
  int right = 0, wrong = 0, missed = 0;
};

void judge(const World& world, Count& count) {
  std::vector<Profile> profiles;
  for (const auto& one : world) profiles.push_back(one.profile);
  std::map<std::string, std::string> person;  // seed -> id
  for (const auto& p : merge_people(profiles)) {
    for (const auto& seed : p.seeds) person[seed] = p.id;
  }
  for (std::size_t i = 0; i < world.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const bool same = world[i].who == world[k].who;
      const bool merged = person.at(world[i].profile.url) == person.at(world[k].profile.url);
      count.right += same && merged, count.wrong += !same && merged, count.missed += same && !merged;
    }
  }
}

TEST(MergePairs, PrecisionAndRecall) {
  Generator g(kSeed);
  Count all;
  std::string table;
  for (const Kind& kind : kKinds) {
    Count count;
    for (int i = 0; i < kWorlds; ++i) judge(kind.make(g), count);
    char row[120];
    std::snprintf(row, sizeof row, "%-18s merged rightly %4d wrongly %4d missed %4d\n", kind.name, count.right, count.wrong,
                  count.missed);
    table += row;
    all.right += count.right, all.wrong += count.wrong, all.missed += count.missed;
  }
  const double precision = all.right / static_cast<double>(all.right + all.wrong);
  const double recall = all.right / static_cast<double>(all.right + all.missed);
  std::printf("%sprecision %.4f recall %.4f (seed %llu)\n", table.c_str(), precision, recall,
              static_cast<unsigned long long>(kSeed));
  EXPECT_GE(precision, kPrecision) << table;
  EXPECT_GE(recall, kRecall) << table;
}

}  // namespace
}  // namespace fellow::indexer
