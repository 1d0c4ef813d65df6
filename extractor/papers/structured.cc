// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/structured.h"

#include <algorithm>

#include "extractor/papers/letters.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

using nlohmann::json;
constexpr std::size_t kMaxEntries = 5000;

// A value as text: strings as they are, numbers printed, a list's first; "" for the rest.
std::string as_text(const json& object, std::string_view key) {
  const auto it = object.find(key);
  if (it == object.end()) return {};
  const json& value = it->is_array() && !it->empty() ? it->front() : *it;
  if (value.is_string()) return text::clean(value.get<std::string>(), 2000);
  if (value.is_number_integer()) return std::to_string(value.get<long long>());
  return {};
}

std::string first_of(const json& object, std::initializer_list<std::string_view> keys) {
  for (const auto key : keys) {
    if (auto text = as_text(object, key); !text.empty()) return text;
  }
  return {};
}

// Markdown and HTML marks out of a front-matter string: "*Journal*", "In <i>Proc.</i>", "[Journal](https://…)".
std::string unmarked(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<') {
      const auto close = text.find('>', i);
      if (close != std::string_view::npos && close - i < 200) {
        i = close;
        continue;
      }
    }
    if (c == ']' && i + 1 < text.size() && text[i + 1] == '(') {
      const auto close = text.find(')', i);
      if (close != std::string_view::npos) {
        i = close;
        continue;
      }
    }
    if (c == '*' || c == '`' || c == '[' || c == '\\') continue;
    if (c == '_' && (i == 0 || text[i - 1] == ' ' || i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == ',' ||
                     text[i + 1] == '.'))
      continue;
    out += c;
  }
  return text::clean(out);
}

std::vector<std::string> authors_of(const json& object, const std::string& owner_name) {
  std::vector<std::string> out;
  for (const std::string_view key : {"authors", "author", "creators"}) {
    const auto it = object.find(key);
    if (it == object.end()) continue;
    if (it->is_string()) {
      out = split_authors(unmarked(it->get<std::string>()));
    } else if (it->is_array()) {
      for (const auto& entry : *it) {
        if (out.size() >= 2000) break;
        if (entry.is_string())
          out.push_back(unmarked(entry.get<std::string>()));
        else if (entry.is_object())
          out.push_back(unmarked(first_of(entry, {"name", "literal", "full_name", "family"})));
      }
    }
    break;
  }
  for (auto& name : out) {
    if (text::fold(name) == "admin" && !owner_name.empty()) name = owner_name;
    name = text::clean(strip(name, "*"), 200);
  }
  std::erase_if(out, [](const std::string& name) { return name.empty(); });
  return out;
}

void settle(Candidate& candidate, const Owner& owner) {
  auto& paper = candidate.paper;
  candidate.has_owner = std::any_of(paper.authors.begin(), paper.authors.end(), [&](const auto& a) { return owner.is(a); });
  candidate.foreign = owner.is_missing_in(candidate.paper.authors) && !candidate.has_owner && !candidate.open_authors;
}

void read_bibliography(const Document& document, const Owner& owner, std::vector<Candidate>& out) {
  for (const auto& entry : document.bibliography) {
    if (out.size() >= kMaxEntries) return;
    const auto field = [&](std::string_view name) {
      const auto it = entry.fields.find(std::string(name));
      return it == entry.fields.end() ? std::string() : it->second;
    };
    Candidate c;
    if (is_one_of(
            entry.type,
            "string|comment|preamble|patent|software|dataset|proceedings|online|electronic|presentation|talk|poster"_phrases))
      c.left_out = "its type is none of papers";
    c.paper.title = clean_title(field("title"));
    if (c.paper.title.empty()) continue;
    c.paper.authors = entry.authors;
    c.paper.year = year_in(field("year"));
    if (c.paper.year == 0) c.paper.year = year_in(field("date"));
    for (const auto name : {"journal", "journaltitle", "booktitle", "school", "institution", "publisher", "howpublished",
                            "archiveprefix", "eprinttype", "organization", "series"}) {
      const std::string value = field(name);
      if (value.empty() || value.find("http") != std::string::npos) continue;
      const std::string trimmed = clean_venue(value);
      c.paper.venue = trimmed.empty() ? text::clean(value, 300) : trimmed;
      break;
    }
    c.paper.doi = doi_in(field("doi"));
    c.paper.url = field("url");
    if (is_no_paper(field("note") + " " + field("howpublished"))) c.left_out = kNoPaper;
    const std::string raw = text::lower(field("author"));
    c.open_authors = raw.ends_with("others") || raw.find("et al") != std::string::npos;
    c.method = "bibtex";
    c.confidence = 0.95;
    c.document = &document;
    settle(c, owner);
    out.push_back(std::move(c));
  }
}

// One publication as an object: front matter of its page, an entry of a resume.
bool read_object(const json& object, const Owner& owner, const std::string& owner_name, Candidate& c) {
  c.paper.title = clean_title(unmarked(first_of(object, {"title", "name"})));
  if (c.paper.title.empty() || count_letters(c.paper.title) < 5) return false;
  c.paper.authors = authors_of(object, owner_name);
  c.paper.year = year_in(first_of(object, {"date", "releaseDate", "year", "release_date", "publishDate", "issued"}));
  std::string venue = unmarked(
      first_of(object, {"publication", "venue", "journal", "publisher", "booktitle", "conference", "publication_short"}));
  if (venue.empty()) venue = unmarked(first_of(object, {"publication_short"}));
  c.paper.venue = clean_venue(venue);
  c.paper.doi = doi_in(first_of(object, {"doi", "DOI"}));
  c.paper.url = first_of(object, {"paperurl", "url_pdf", "url", "website", "link", "arxiv"});
  if (c.paper.doi.empty()) c.paper.doi = doi_in(c.paper.url);
  if (const std::string citation = unmarked(first_of(object, {"citation"})); !citation.empty() && c.paper.authors.empty()) {
    auto list = read_authors(citation, owner);
    c.paper.authors = std::move(list.names);
    c.open_authors = list.open || (list.end != 0 && !list.closed);
    if (c.paper.year == 0) c.paper.year = year_in(citation);
    c.has_owner = owner.within(citation);
  }
  if (!c.has_owner) settle(c, owner);
  return true;
}

// "Recommended citation: Doe, J. (2020). …" in the body of a publication's page.
std::string recommended_citation(const Document& document) {
  for (const NodeId p : document.dom.select("p")) {
    const std::string text = document.dom.text(p);
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || colon > 30 || text.size() > 2000) continue;
    if (text::lower(text.substr(0, colon)).find("citation") != std::string::npos) return text.substr(colon + 1);
  }
  return {};
}

bool is_publication_page(const Document& document) {
  const std::string path = text::lower(document.url.path());
  const auto name = path.substr(path.rfind('/') + 1);
  if (name.starts_with("_index.")) return false;
  if (path.find("_publications/") != std::string::npos || path.find("/publication/") != std::string::npos ||
      path.find("/publications/") != std::string::npos)
    return true;
  return document.front.contains("publication_types") || document.front.contains("paperurl");
}

// Lists of publications in a resume: the array below a key that means papers, at most three levels down.
void find_lists(const json& value, int depth, std::vector<const json*>& out) {
  if (!value.is_object() || depth == 0 || value.size() > 200) return;
  for (const auto& [key, child] : value.items()) {
    if (child.is_array() && section_of(key) == Section::papers)
      out.push_back(&child);
    else if (child.is_object())
      find_lists(child, depth - 1, out);
  }
}

}  // namespace

std::vector<Candidate> papers_in_data(const Document& document, const Owner& owner, const std::string& name) {
  std::vector<Candidate> out;
  read_bibliography(document, owner, out);
  if (document.front.is_object()) {
    const bool page = document.format == Format::markdown || document.format == Format::org;
    if (page && is_publication_page(document)) {
      Candidate c;
      const std::string type = text::fold(first_of(document.front, {"publication_types"}));
      const bool patent = type == "8" || type == "patent";
      const std::string draft = as_text(document.front, "draft");
      const bool is_draft = draft == "true" || (document.front.contains("draft") && document.front["draft"].is_boolean() &&
                                                document.front["draft"].get<bool>());
      json object = document.front;
      if (!object.contains("citation") && !object.contains("authors") && !object.contains("author"))
        if (const std::string citation = text::clean(recommended_citation(document)); !citation.empty())
          object["citation"] = citation;
      if (read_object(object, owner, name, c) && (!c.paper.authors.empty() || !c.paper.venue.empty())) {
        if (patent) c.left_out = kNoPaper;
        if (is_draft) c.left_out = "a draft of the site";
        c.method = "front_matter";
        c.confidence = 0.97;
        c.document = &document;
        out.push_back(std::move(c));
      }
    }
    std::vector<const json*> lists;
    find_lists(document.front, 3, lists);
    for (const json* list : lists) {
      for (const auto& entry : *list) {
        if (out.size() >= kMaxEntries) break;
        Candidate c;
        if (!entry.is_object() || !read_object(entry, owner, name, c)) continue;
        if (is_no_paper(c.paper.venue)) c.left_out = kNoPaper;
        c.method = "front_matter";
        c.confidence = 0.95;
        c.document = &document;
        out.push_back(std::move(c));
      }
    }
  }
  return out;
}

}  // namespace fellow::extractor::papers
