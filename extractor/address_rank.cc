// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/address_rank.h"

#include <algorithm>
#include <string>
#include <vector>

#include "extractor/link_words.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr WordSet kPages({"html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "md", "markdown", "org"});
constexpr WordSet kSettings({"json", "yml", "yaml"});

// A path with one of these as a whole segment is no page about a person.
constexpr WordSet kSkipped({"tag",     "tags",  "category",     "categories", "feed",     "feeds",  "rss",
                            "css",     "js",    "fonts",        "images",     "img",      "themes", "theme",
                            "search",  "login", "wp-admin",     "wp-content", "slides",   "404",    "privacy",
                            "license", "terms", "node_modules", "_includes",  "_layouts", "_sass",  "archetypes",
                            "layouts", "i18n",  "cookies",      "sitemap",    "page"});
// Pages of these come last: they are many and say little about who somebody is.
constexpr WordSet kDull({"teaching", "_teaching", "course",    "courses",      "talk",   "talks",  "_talks",
                         "news",     "_news",     "post",      "posts",        "_posts", "blog",   "event",
                         "events",   "gallery",   "photos",    "year-archive", "media",  "misc",   "links",
                         "slides",   "tutorial",  "tutorials", "software",     "drafts", "_drafts"});

struct KindWord {
  std::string_view word;
  LinkKind kind;
};
// Words that say something in an address only, where the words of links (link_words.h) are silent or mean something else.
constexpr KindWord kAddressWords[] = {
    {"references", LinkKind::publications}, {"admin", LinkKind::about},           {"me", LinkKind::about},
    {"experience", LinkKind::about},        {"accomplishments", LinkKind::about}, {"project", LinkKind::research},
    {"authors", LinkKind::people},          {"author", LinkKind::people},
};
// Folders that hold a page, or a folder, for each paper.
constexpr WordSet kPaperFolders({"publication", "publications", "_publications", "papers", "paper", "pubs", "preprint"});
// Names of a folder's own page.
constexpr WordSet kIndexes({"index", "_index", "default", "readme"});

// What a segment of a path says: "smith-cv" is a CV. A page of "experience" is one of several of a home page in pieces.
std::optional<LinkKind> kind_by_words(std::string_view segment) {
  const LinkWords words(spaced_name(segment));
  if (const LinkKind kind = words.kind(); kind != LinkKind::other && !words.has("experience")) return kind;
  for (const KindWord& row : kAddressWords)
    if (words.has(row.word)) return row.kind;
  return std::nullopt;
}

// A path taken apart, in lower case.
struct Parts {
  std::vector<std::string> folders;
  std::string stem, ending;  // of the last segment: "cv", "pdf"
};

Parts take_apart(const Url& url) {
  const std::string path = text::lower(url.path());
  Parts parts;
  std::vector<std::string_view> segments = text::split(path, '/');
  const std::string_view file = segments.back();
  segments.pop_back();
  for (std::string_view segment : segments) {
    if (!segment.empty()) parts.folders.emplace_back(segment);
  }
  const std::size_t dot = file.rfind('.');
  const bool has_ending = dot != std::string_view::npos && dot > 0 && file.size() - dot <= 9;
  parts.stem = file.substr(0, has_ending ? dot : file.size());
  parts.ending = has_ending ? file.substr(dot + 1) : "";
  return parts;
}

bool is_index(std::string_view stem) { return stem.empty() || in(kIndexes, stem); }

bool is_language(std::string_view folder) { return folder.size() == 2 || (folder.size() == 5 && folder[2] == '-'); }

AddressRank rank_page(const Parts& parts, bool dull) {
  if (dull) return {LinkKind::other, true};
  // What the page itself is called, and what the folder around it is called: "/people/tom/_index.md" -> tom, people.
  std::vector<std::string> names = parts.folders;
  if (!is_index(parts.stem)) names.push_back(parts.stem);
  if (names.empty()) return {LinkKind::about, false};
  const std::string own = std::move(names.back());
  names.pop_back();
  // /publication/index.md is the list, /publication/x/index.md and /publication/x.html are one paper each.
  if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return in(kPaperFolders, name); })) {
    return {LinkKind::publications, true};
  }
  if (const auto kind = kind_by_words(own)) return {*kind, false};
  if (names.empty() && is_language(own)) return {LinkKind::about, false};
  const auto around = names.empty() ? std::nullopt : kind_by_words(names.back());
  if (around) return {*around, *around == LinkKind::people || *around == LinkKind::research};
  return {LinkKind::other, false};
}

std::optional<AddressRank> rank_settings(const Parts& parts) {
  const bool site_file = parts.stem == "_config" || parts.stem == "config" || parts.stem == "hugo" || parts.stem == "params";
  if (site_file && parts.folders.size() <= 2) return AddressRank{LinkKind::about, false};
  if (const auto kind = kind_by_words(parts.stem)) return AddressRank{*kind, false};
  return std::nullopt;
}

}  // namespace

std::optional<AddressRank> rank_address(const Url& url) {
  const Parts parts = take_apart(url);
  bool dull = in(kDull, parts.stem);
  for (const std::string& folder : parts.folders) {
    if (in(kSkipped, folder)) return std::nullopt;
    dull = dull || in(kDull, folder);
  }
  if (in(kSkipped, parts.stem) || url.query().size() > 100) return std::nullopt;
  if (parts.ending == "bib") {
    // A .bib a paper (publication/x/cite.bib) says what the paper's page says; the one that holds them all comes early.
    const bool of_one = parts.stem == "cite" || parts.stem == "citation" ||
                        (parts.folders.size() >= 2 && in(kPaperFolders, parts.folders[parts.folders.size() - 2]));
    return AddressRank{LinkKind::bibtex, of_one};
  }
  if (parts.ending == "pdf") {  // other PDFs are papers, too large for what they tell
    if (dull || kind_by_words(parts.stem) != LinkKind::cv) return std::nullopt;
    return AddressRank{LinkKind::cv, false};
  }
  if (in(kSettings, parts.ending)) return dull ? std::nullopt : rank_settings(parts);
  if (parts.ending.empty() || in(kPages, parts.ending)) return rank_page(parts, dull);
  return std::nullopt;
}

}  // namespace fellow::extractor
