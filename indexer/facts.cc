// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/facts.h"

#include <algorithm>

#include "fellow/fields.h"
#include "fellow/text.h"

namespace fellow::indexer {
namespace {

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
    list(base_.text, other_.text, "/text");
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

std::size_t count_facts(const Profile& p) {
  return p.papers.size() + p.interests.size() + p.affiliations.size() + p.past_affiliations.size() + p.education.size() +
         p.advisors.size() + p.positions.size() + p.awards.size() + p.identifiers.size() + (p.name.empty() ? 0u : 1u) +
         (p.biography.empty() ? 0u : 1u);
}

void add_facts(Profile& base, const Profile& other) { Union(base, other).add(); }

}  // namespace fellow::indexer
