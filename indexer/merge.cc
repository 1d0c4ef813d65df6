// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "indexer/indexer.h"

namespace fellow::indexer {
namespace {

using Words = std::vector<std::string>;

const std::string& end_of(const Words& words, bool first) { return first ? words.front() : words.back(); }

// Whether the words but for the first (or last) have one with the same first letter; a name of one word only has none to
// differ.
bool given_agree(const Words& a, bool a_first, const Words& b, bool b_first) {
  if (a.size() < 2 || b.size() < 2) return true;
  for (std::size_t i = a_first ? 1 : 0; i < a.size() - (a_first ? 0 : 1); ++i) {
    for (std::size_t k = b_first ? 1 : 0; k < b.size() - (b_first ? 0 : 1); ++k) {
      if (a[i][0] == b[k][0]) return true;
    }
  }
  return false;
}

// A surname in common (it stands last or first, by custom) and a given name or initial that agrees.
bool same_name(const std::string& left, const std::string& right) {
  const Words a = text::words(left), b = text::words(right);
  if (a.empty() || b.empty()) return false;
  for (const bool a_first : {false, true}) {
    for (const bool b_first : {false, true}) {
      if (end_of(a, a_first) == end_of(b, b_first) && given_agree(a, a_first, b, b_first)) return true;
    }
  }
  return false;
}

bool compatible(const Profile& a, const Profile& b) {
  if (a.name.empty() || b.name.empty()) return true;
  const Field& names = *field_named("name");
  const auto left = names.texts(a), right = names.texts(b);
  return std::any_of(left.begin(), left.end(), [&](const std::string& x) {
    return std::any_of(right.begin(), right.end(), [&](const std::string& y) { return same_name(x, y); });
  });
}

// What only one person has. Addresses as they stand in profiles (normal forms).
std::vector<std::string> keys_of(const Profile& p) {
  std::vector<std::string> keys{"page " + p.url};
  for (const auto* urls : {&p.seeds, &p.aliases}) {
    for (const auto& url : *urls) keys.push_back("page " + url);
  }
  for (const char* kind : {"orcid", "google_scholar", "dblp"}) {
    const auto id = p.identifiers.find(kind);
    if (id != p.identifiers.end() && !id->second.empty())
      keys.push_back(std::string(kind) + ' ' + text::lower(text::trim(id->second)));
  }
  return keys;
}

class Groups {
 public:
  explicit Groups(const std::vector<Profile>& profiles)
      : profiles_(profiles), parent_(profiles.size()), members_(profiles.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t i = 0; i < profiles.size(); ++i) members_[i] = {i};
  }

  // Unites the groups of a and b unless two of their people cannot be one. The same id is one person whatever the names.
  void unite(std::size_t a, std::size_t b) {
    a = parent_[a], b = parent_[b];
    if (a == b) return;
    for (const std::size_t x : members_[a]) {
      for (const std::size_t y : members_[b]) {
        if (profiles_[x].id != profiles_[y].id && !compatible(profiles_[x], profiles_[y])) return;
      }
    }
    if (members_[a].size() < members_[b].size()) std::swap(a, b);
    for (const std::size_t y : members_[b]) parent_[y] = a;
    members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
    members_[b].clear();
  }

  std::vector<std::vector<std::size_t>> take() { return std::move(members_); }

 private:
  const std::vector<Profile>& profiles_;
  std::vector<std::size_t> parent_;  // every member points straight to its group
  std::vector<std::vector<std::size_t>> members_;
};

std::size_t facts(const Profile& p) {
  return p.papers.size() + p.interests.size() + p.affiliations.size() + p.past_affiliations.size() + p.education.size() +
         p.advisors.size() + p.positions.size() + p.awards.size() + p.identifiers.size() + (p.name.empty() ? 0u : 1u) +
         (p.biography.empty() ? 0u : 1u);
}

std::string key(const std::string& text) { return text; }
std::string key(const Position& p) { return text::fold(p.title); }
std::string key(const Affiliation& a) { return a.id.empty() ? slug(a.name) : a.id; }
std::string key(const PastAffiliation& a) { return (a.id.empty() ? slug(a.name) : a.id) + '|' + text::fold(a.role); }
std::string key(const Interest& i) { return i.id.empty() ? slug(i.name) : i.id; }
std::string key(const Education& e) { return (e.id.empty() ? slug(e.institution) : e.id) + '|' + e.degree; }
std::string key(const Advisor& a) { return text::fold(a.name); }
std::string key(const Paper& p) { return text::fold(p.title); }
std::string key(const Award& a) { return text::fold(a.title) + '|' + std::to_string(a.year); }
std::string key(const FetchedDocument& d) { return d.url; }

// Adds the other profile's facts to the one that stays, with their evidence.
class Union {
 public:
  Union(Profile& base, const Profile& other) : base_(base), other_(other) {}

  void add() {
    urls(base_.seeds, other_.seeds);
    urls(base_.aliases, other_.aliases);
    urls(base_.aliases, {other_.url});
    one(base_.name, other_.name, "/name");
    if (!other_.name.empty() && text::fold(base_.name) != text::fold(other_.name)) urls(base_.alternate_names, {other_.name});
    list(base_.alternate_names, other_.alternate_names, "/alternate_names");
    list(base_.positions, other_.positions, "/positions");
    list(base_.affiliations, other_.affiliations, "/affiliations");
    list(base_.past_affiliations, other_.past_affiliations, "/past_affiliations");
    list(base_.interests, other_.interests, "/interests");
    list(base_.education, other_.education, "/education");
    list(base_.advisors, other_.advisors, "/advisors");
    list(base_.papers, other_.papers, "/papers");
    list(base_.awards, other_.awards, "/awards");
    list(base_.documents, other_.documents, "/crawl/documents");
    one(base_.email, other_.email, "/email");
    one(base_.biography, other_.biography, "/biography");
    one(base_.photo_url, other_.photo_url, "/photo_url");
    one(base_.language, other_.language, "/language");
    for (const auto& [kind, id] : other_.identifiers) one(base_.identifiers[kind], id, "/identifiers/" + kind);
  }

 private:
  static void urls(std::vector<std::string>& into, const std::vector<std::string>& from) {
    for (const auto& url : from) {
      if (std::find(into.begin(), into.end(), url) == into.end()) into.push_back(url);
    }
  }

  // The evidence of `from` and of everything below it, moved to `to`.
  void evidence(const std::string& from, const std::string& to) {
    for (auto row = other_.evidence.lower_bound(from); row != other_.evidence.end() && row->first.starts_with(from); ++row) {
      const std::string rest = row->first.substr(from.size());
      if (rest.empty() || rest[0] == '/') base_.evidence.insert_or_assign(to + rest, row->second);
    }
  }

  void one(std::string& into, const std::string& from, const std::string& pointer) {
    if (!into.empty() || from.empty()) return;
    into = from;
    evidence(pointer, pointer);
  }

  template <class T>
  void list(std::vector<T>& into, const std::vector<T>& from, const std::string& pointer) {
    std::vector<std::string> known;
    for (const auto& item : into) known.push_back(key(item));
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (std::find(known.begin(), known.end(), key(from[i])) != known.end()) continue;
      known.push_back(key(from[i]));
      evidence(pointer + '/' + std::to_string(i), pointer + '/' + std::to_string(into.size()));
      into.push_back(from[i]);
    }
  }

  Profile& base_;
  const Profile& other_;
};

}  // namespace

std::vector<Profile> merge_people(std::vector<Profile> profiles) {
  std::stable_sort(profiles.begin(), profiles.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  Groups groups(profiles);
  std::unordered_map<std::string, std::vector<std::size_t>> holders;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    for (const auto& key : keys_of(profiles[i])) {
      auto& others = holders[key];
      for (const std::size_t other : others) groups.unite(other, i);
      if (others.size() < 8 && (others.empty() || others.back() != i))
        others.push_back(i);  // a page that very many name is nobody's
    }
  }
  std::vector<Profile> out;
  for (auto& group : groups.take()) {
    if (group.empty()) continue;
    std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
      const auto left = facts(profiles[a]), right = facts(profiles[b]);
      return left != right ? left > right : profiles[a].id < profiles[b].id;
    });
    Profile base = std::move(profiles[group.front()]);
    for (std::size_t i = 1; i < group.size(); ++i) Union(base, profiles[group[i]]).add();
    std::erase(base.aliases, base.url);
    out.push_back(std::move(base));
  }
  std::sort(out.begin(), out.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  return out;
}

}  // namespace fellow::indexer
