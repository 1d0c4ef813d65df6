// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/extractor.h"

#include <algorithm>
#include <optional>

#include "extractor/builder.h"
#include "extractor/document.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/leftovers.h"
#include "extractor/fields/outline.h"
#include "extractor/fields/values.h"
#include "extractor/names_host.h"
#include "extractor/other_text.h"
#include "extractor/papers/papers.h"
#include "extractor/places.h"
#include "extractor/themes/themes.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// How close a page is to the person: 0 the home page, 1 pages about the person, 2 CVs, 3 lists of other things.
int rank_of(const Document& page, std::size_t index) {
  if (index == 0) return 0;
  const std::string path = text::lower(page.url.path());
  const auto has = [&](std::string_view word) { return path.find(word) != std::string::npos; };
  for (std::string_view word :
       {"publication", "/post", "/blog", "/talk", "/event", "teaching", "/project", "/news", "/people", "/team", "software",
        "/course", "students", "papers", "/tag", "/year", "media", "_bibliography"})
    if (has(word)) return 3;
  if (page.format == Format::pdf || has("cv") || has("resume") || has("vita")) return 2;
  for (std::string_view word : {"about", "bio", "author", "home", "main", "index", "contact", "profile", "education",
                                "experience", "research", "recherche", "config", "interest"})
    if (has(word)) return 1;
  return 3;
}

// A page of a group's members or students.
bool of_others(const Document& page) {
  const std::string path = text::lower(page.url.path());
  return path.find("/people") != std::string::npos || path.find("/team") != std::string::npos ||
         path.find("students") != std::string::npos || path.find("/members") != std::string::npos;
}

std::string folder_of(const Url& url) { return std::string(url.path().substr(0, url.path().rfind('/') + 1)); }

// The shell that a frame set or a refresh puts around the home page: what it frames counts as the home page too.
bool shell(const Document& page) {
  return page.dom.first("frameset, meta[http-equiv=refresh], meta[http-equiv=Refresh]") != kNoNode ||
         page.dom.text(0).size() < 20;
}

// A template's CV that nobody has filled in: "Name: Albert Einstein" in the first rows of its table, or in its data (JSON
// Resume, RenderCV).
bool of_demo_person(const Document& page) {
  if (page.front.is_object())
    for (const char* root : {"basics", "cv"})
      if (const std::string name = page.front.contains(root) ? value_at(page.front[root], "name") : std::string();
          !name.empty() && leftover_name(name))
        return true;
  constexpr std::size_t kRows = 12;
  const std::vector<NodeId> cells = page.dom.select("td");
  for (std::size_t i = 0; i + 1 < cells.size() && i < 2 * kRows; ++i) {
    const std::string label = text::fold(page.dom.text(cells[i]));
    if (label == "name" || label == "full name") return leftover_name(page.dom.text(cells[i + 1]));
  }
  return false;
}

void read(const Document& page, int rank, ProfileBuilder& builder, OtherText& other_text) {
  if (rank > 0 && of_demo_person(page)) return;
  builder.read_from(page, rank);
  const Outline lines = outline(page);
  const Theme* theme = theme_of(page);
  if (theme) theme->read(page, builder);
  for (const Reader& reader : kReaders) reader.read(page, lines, builder);
  if (rank < 3 || !of_others(page)) other_text.read(page, lines);
}

// Gives the profile the name that host and papers spell together; whether there is one.
bool name_by_host(Profile& profile, const Url& home, const std::vector<FoundPaper>& papers) {
  std::vector<Paper> plain;
  for (const FoundPaper& found : papers) plain.push_back(found.paper);
  profile.name = extractor::name_by_host(home, plain);
  if (profile.name.empty()) return false;
  profile.evidence["/name"] = papers.front().evidence;
  profile.evidence["/name"].method = "pattern";
  profile.evidence["/name"].confidence = 0.4;
  return true;
}

}  // namespace

Profile extract(const Site& site, Explanation* explanation) {
  std::vector<Document> documents;
  for (const Page& page : site.pages) documents.push_back(read_document(page));

  ProfileBuilder builder;
  builder.explain_to(explanation);
  OtherText other_text;
  std::vector<int> ranks;
  for (std::size_t i = 0; i < documents.size(); ++i) ranks.push_back(rank_of(documents[i], i));
  if (documents.size() > 1 && shell(documents[0]))
    for (std::size_t i = 1; i < documents.size(); ++i)
      if (ranks[i] == 1 && folder_of(documents[i].url).starts_with(folder_of(documents[0].url))) {
        ranks[i] = 0;
        break;
      }
  std::string theme;
  int certainty = 0;
  for (int rank = 0; rank <= 3; ++rank) {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (ranks[i] != rank) continue;
      if (const Theme* claimed = theme_of(documents[i]);
          claimed && (theme.empty() || (i == 0 && claimed->claim(documents[i]) > certainty)))
        theme = claimed->name, certainty = claimed->claim(documents[i]);
      read(documents[i], rank, builder, other_text);
    }
  }
  builder.set_theme(theme);
  Profile profile = builder.resolve();

  std::vector<std::string> names = profile.alternate_names;
  if (!profile.name.empty()) names.insert(names.begin(), profile.name);
  std::vector<FoundPaper> papers = find_papers(documents, names, explanation);
  if (names.empty() && name_by_host(profile, site.seed, papers))
    papers = find_papers(documents, std::vector<std::string>{profile.name}, explanation);
  for (FoundPaper& found : papers) {
    profile.evidence["/papers/" + std::to_string(profile.papers.size())] = std::move(found.evidence);
    profile.papers.push_back(std::move(found.paper));
  }

  other_text.put_into(profile);

  if (!site.pages.empty()) {
    const Page& home = site.pages.front();
    profile.url = home.url.text();
    profile.id = person_id(home.url);
    profile.fetched_at = show_time(home.fetched_at);
    profile.language = language_of(documents.front());
  }
  profile.seeds = {site.seed.text()};
  for (const Url& alias : site.aliases)
    if (alias.text() != profile.url && alias != site.seed) profile.aliases.push_back(alias.text());
  for (const Page& page : site.pages) profile.documents.push_back({page.url.text(), page.status, page.content_type, page.sha1});
  profile.source = site.source;
  if (explanation) explanation->places = places_of(profile, documents);
  return profile;
}

}  // namespace fellow::extractor
