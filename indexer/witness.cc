// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/witness.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "indexer/nicknames.h"

namespace fellow::indexer {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kRegistries[] = {"orcid", "google_scholar", "dblp"};
// Titles in common that are a witness: one may be a shared project's, or a copied example.
constexpr std::size_t kPapers = 2, kTitleWords = 4;
// Shorter surnames ("Li", "Kim") stand in many addresses by chance.
constexpr std::size_t kSurnameLetters = 4;

bool latin(const std::string& word) { return !word.empty() && word[0] >= 'a' && word[0] <= 'z'; }

// The words of a name; a surname may stand first or last, by custom.
struct Split {
  std::string surname;
  Words given;
  bool first = false;  // the surname stands first
};
std::vector<Split> splits(const Words& words) {
  std::vector<Split> out;
  if (words.empty()) return out;
  out.push_back({words.back(), Words(words.begin(), words.end() - 1)});
  if (words.size() > 1) out.push_back({words.front(), Words(words.begin() + 1, words.end()), true});
  // A double surname, of which some write one part only.
  if (words.size() > 2) out.push_back({words[words.size() - 2], Words(words.begin(), words.end() - 2)});
  return out;
}

bool agree(const std::string& a, const std::string& b) {
  if (a == b || nicknames(a, b)) return true;
  const auto& [shorter, longer] = std::minmax(a, b, [](const auto& x, const auto& y) { return x.size() < y.size(); });
  return shorter.size() == 1 && longer[0] == shorter[0];
}

std::string run_together(const Words& words) {
  std::string out;
  for (const auto& word : words) out += word;
  return out;
}

// Given names agree when the first ones do, or the one that is called by a middle name has it among the other's ("Q. Jane" and
// "Jane"), or they are one word here and two there ("Xiao Ming", "Xiaoming").
NameMatch match_given(const Words& a, const Words& b) {
  if (a.empty() || b.empty()) return a.empty() && b.empty() ? NameMatch::same : NameMatch::close;
  if (agree(a[0], b[0]) || run_together(a) == run_together(b)) return NameMatch::same;
  for (const auto& x : a) {
    for (const auto& y : b) {
      if (x.size() > 1 && y.size() > 1 && agree(x, y)) return NameMatch::same;
    }
  }
  return a[0][0] == b[0][0] ? NameMatch::close : NameMatch::differ;
}

NameMatch match_two(const std::string& left, const std::string& right) {
  const Words a = text::words(left), b = text::words(right);
  if (a.empty() || b.empty()) return NameMatch::unknown;
  const bool a_latin = std::all_of(a.begin(), a.end(), latin), b_latin = std::all_of(b.begin(), b.end(), latin);
  if (a_latin != b_latin) return NameMatch::unknown;
  if (Words x = a, y = b; std::sort(x.begin(), x.end()), std::sort(y.begin(), y.end()), x == y) return NameMatch::same;
  NameMatch best = NameMatch::differ;
  for (const auto& x : splits(a)) {
    for (const auto& y : splits(b)) {
      if (x.first && y.first) continue;  // "Wei Wang" and "Wei Wu" are no namesakes
      if (x.surname == y.surname && x.surname.size() > 1) best = std::min(best, match_given(x.given, y.given));
    }
  }
  return best;
}

std::string folded_id(const Profile& p, const char* kind) {
  const auto id = p.identifiers.find(kind);
  return id == p.identifiers.end() ? "" : text::lower(text::trim(id->second));
}

std::size_t papers_in_common(const Profile& a, const Profile& b) {
  std::set<std::string> titles;
  for (const auto& paper : a.papers) {
    const auto words = text::words(paper.title);
    if (words.size() >= kTitleWords) titles.insert(text::fold(paper.title));
  }
  std::size_t n = 0;
  for (const auto& paper : b.papers) n += titles.erase(text::fold(paper.title));
  return n;
}

// The surname of the one in the address of the other: "https://x.example/~jdoe".
bool addressed(const Profile& named, const Profile& other) {
  const auto words = text::words(named.name);
  if (words.empty() || !latin(words.back()) || words.back().size() < kSurnameLetters) return false;
  return text::lower(other.url).find(words.back()) != std::string::npos;
}

const char* told(NameMatch match) {
  switch (match) {
    case NameMatch::same:
      return "the same name";
    case NameMatch::close:
      return "names that are alike";
    case NameMatch::unknown:
      return "names that cannot be compared";
    case NameMatch::differ:
      return "other names";
  }
  return "";
}

}  // namespace

NameMatch match_names(const Profile& a, const Profile& b) {
  const Field& names = *field_named("name");
  std::optional<NameMatch> best;
  for (const auto& x : names.texts(a)) {
    for (const auto& y : names.texts(b)) {
      const NameMatch match = match_two(x, y);
      // What can be compared decides.
      if (match != NameMatch::unknown) best = std::min(best.value_or(match), match);
    }
  }
  return best.value_or(NameMatch::unknown);
}

std::vector<std::string> claims_of(const Profile& p) {
  std::set<std::string> claims{"page " + p.url};
  for (const auto* urls : {&p.seeds, &p.aliases}) {
    for (const auto& url : *urls) claims.insert("page " + url);
  }
  for (const char* kind : kRegistries) {
    if (auto id = folded_id(p, kind); !id.empty()) claims.insert(std::string(kind) + ' ' + id);
  }
  return {claims.begin(), claims.end()};
}

Weighed weigh(const Profile& a, const Profile& b, const std::vector<std::string>& shared,
              const std::vector<std::string>& worn) {
  int points = 0;
  bool claimed = false;
  Weighed out;
  const auto say = [&](const std::string& words) { out.why += (out.why.empty() ? "" : "; ") + words; };
  const NameMatch names = match_names(a, b);
  int page = 0, registries = 0;
  for (const auto& claim : shared) {
    if (std::find(worn.begin(), worn.end(), claim) != worn.end()) {
      say(claim + " (of many)");
      continue;
    }
    say(claim);
    claimed = true;
    if (!claim.starts_with("page ")) {
      ++registries;
    } else {
      // That one's home page answers for the other's, no page can claim; a third page that led to both may be a group's.
      const std::string_view address = std::string_view(claim).substr(5);
      page = std::max(page, address == a.url || address == b.url ? 2 : 1);
    }
  }
  // A template is copied with all its identifiers: where nothing is known of the names they are one witness.
  points += page + (names == NameMatch::unknown ? std::min(registries, 1) : registries);
  say(told(names));
  if (names == NameMatch::same) ++points;
  if (!a.email.empty() && text::same_letters(a.email, b.email)) ++points, say("the same e-mail address");
  if (const auto n = papers_in_common(a, b); n >= kPapers) ++points, say(std::to_string(n) + " papers in common");
  if (names == NameMatch::unknown && (addressed(a, b) || addressed(b, a))) ++points, say("the name in the address");
  for (const char* kind : kRegistries) {
    const auto left = folded_id(a, kind), right = folded_id(b, kind);
    if (!left.empty() && !right.empty() && left != right) --points, say(std::string("another ") + kind);
  }
  out.one_person = claimed && names != NameMatch::differ && points >= 2;
  return out;
}

}  // namespace fellow::indexer
