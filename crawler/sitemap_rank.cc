// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/sitemap_rank.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::string_view kPages[] = {"",    "html", "htm", "xhtml", "shtml",    "php",
                                       "asp", "aspx", "jsp", "md",    "markdown", "org"};
constexpr std::string_view kSettings[] = {"json", "yml", "yaml"};

// A path with one of these as a whole segment is no page about a person.
constexpr std::string_view kSkipped[] = {"tag",     "tags",  "category",     "categories", "feed",     "feeds",  "rss",
                                         "css",     "js",    "fonts",        "images",     "img",      "themes", "theme",
                                         "search",  "login", "wp-admin",     "wp-content", "slides",   "404",    "privacy",
                                         "license", "terms", "node_modules", "_includes",  "_layouts", "_sass",  "archetypes",
                                         "layouts", "i18n",  "cookies",      "sitemap",    "page"};
// Pages of these come last: they are many and say little about who somebody is.
constexpr std::string_view kDull[] = {"teaching", "_teaching", "course",    "courses",      "talk",   "talks",  "_talks",
                                      "news",     "_news",     "post",      "posts",        "_posts", "blog",   "event",
                                      "events",   "gallery",   "photos",    "year-archive", "media",  "misc",   "links",
                                      "slides",   "tutorial",  "tutorials", "software",     "drafts", "_drafts"};

struct KindWord {
  std::string_view word;
  LinkKind kind;
};
// Words of the last segments of a path; the first row that fits decides.
constexpr KindWord kWords[] = {
    {"publications", LinkKind::publications},
    {"publication", LinkKind::publications},
    {"papers", LinkKind::publications},
    {"paper", LinkKind::publications},
    {"pubs", LinkKind::publications},
    {"pub", LinkKind::publications},
    {"preprints", LinkKind::publications},
    {"bibliography", LinkKind::publications},
    {"articles", LinkKind::publications},
    {"publikationen", LinkKind::publications},
    {"works", LinkKind::publications},
    {"references", LinkKind::publications},
    {"cv", LinkKind::cv},
    {"resume", LinkKind::cv},
    {"vita", LinkKind::cv},
    {"vitae", LinkKind::cv},
    {"curriculum", LinkKind::cv},
    {"lebenslauf", LinkKind::cv},
    {"about", LinkKind::about},
    {"aboutme", LinkKind::about},
    {"bio", LinkKind::about},
    {"biography", LinkKind::about},
    {"profile", LinkKind::about},
    {"contact", LinkKind::about},
    {"home", LinkKind::about},
    {"admin", LinkKind::about},
    {"me", LinkKind::about},
    {"education", LinkKind::about},
    {"experience", LinkKind::about},
    {"awards", LinkKind::about},
    {"honors", LinkKind::about},
    {"accomplishments", LinkKind::about},
    {"research", LinkKind::research},
    {"projects", LinkKind::research},
    {"project", LinkKind::research},
    {"interests", LinkKind::research},
    {"people", LinkKind::people},
    {"members", LinkKind::people},
    {"team", LinkKind::people},
    {"group", LinkKind::people},
    {"students", LinkKind::people},
    {"authors", LinkKind::people},
    {"author", LinkKind::people},
};
// Folders that hold a page, or a folder, for each paper.
constexpr std::string_view kPaperFolders[] = {"publication", "publications", "_publications", "papers",
                                              "paper",       "pubs",         "preprint"};
// Names of a folder's own page.
constexpr std::string_view kIndexes[] = {"index", "_index", "default", "readme", ""};

bool among(auto const& list, std::string_view what) {
  return std::find(std::begin(list), std::end(list), what) != std::end(list);
}

bool is_word_of(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto letter = [&](std::size_t i) { return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])); };
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  }
  return false;
}

std::optional<LinkKind> kind_by_words(std::string_view text) {
  for (const KindWord& row : kWords) {
    if (is_word_of(text, row.word)) return row.kind;
  }
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

bool is_language(std::string_view folder) { return folder.size() == 2 || (folder.size() == 5 && folder[2] == '-'); }

AddressRank rank_page(const Parts& parts, bool dull) {
  if (dull) return {LinkKind::other, true};
  // What the page itself is called, and what the folder around it is called: "/people/tom/_index.md" -> tom, people.
  std::vector<std::string> names = parts.folders;
  if (!among(kIndexes, parts.stem)) names.push_back(parts.stem);
  if (names.empty()) return {LinkKind::about, false};
  const std::string own = std::move(names.back());
  names.pop_back();
  // /publication/index.md is the list, /publication/x/index.md and /publication/x.html are one paper each.
  if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return among(kPaperFolders, name); })) {
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
  bool dull = among(kDull, parts.stem);
  for (const std::string& folder : parts.folders) {
    if (among(kSkipped, folder)) return std::nullopt;
    dull = dull || among(kDull, folder);
  }
  if (among(kSkipped, parts.stem) || url.query().size() > 100) return std::nullopt;
  if (parts.ending == "bib") {
    // A .bib a paper (publication/x/cite.bib) says what the paper's page says; the one that holds them all comes early.
    const bool of_one = parts.stem == "cite" || parts.stem == "citation" ||
                        (parts.folders.size() >= 2 && among(kPaperFolders, parts.folders[parts.folders.size() - 2]));
    return AddressRank{LinkKind::bibtex, of_one};
  }
  if (parts.ending == "pdf") {  // other PDFs are papers, too large for what they tell
    if (dull || kind_by_words(parts.stem) != LinkKind::cv) return std::nullopt;
    return AddressRank{LinkKind::cv, false};
  }
  if (among(kSettings, parts.ending)) return dull ? std::nullopt : rank_settings(parts);
  if (among(kPages, parts.ending)) return rank_page(parts, dull);
  return std::nullopt;
}

}  // namespace fellow::crawler
