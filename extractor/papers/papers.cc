// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/papers.h"

#include <algorithm>

#include "extractor/papers/author_list.h"
#include "extractor/papers/candidate.h"
#include "extractor/papers/layouts.h"
#include "extractor/papers/lines.h"
#include "extractor/papers/lists.h"
#include "extractor/papers/merge.h"
#include "extractor/papers/structured.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

using papers::Candidate;
using papers::Owner;

constexpr std::size_t kMaxPapers = 5000, kMaxAuthors = 2000;

std::vector<Candidate> sightings_in(const Document& document, Owner owner, const std::string& name) {
  std::vector<Candidate> out = papers::papers_in_data(document, owner, name);
  const bool data_only =
      document.format == Format::bibtex || document.format == Format::json || document.format == Format::yaml;
  if (data_only || document.dom.size() < 3) return out;
  auto lines = papers::read_lines(document.dom);
  owner.expect(std::any_of(lines.begin(), lines.end(), [&](const papers::Line& line) {
    const auto list = papers::read_authors(line.text, owner);
    return list.has_owner && list.names.size() > 1;
  }));
  auto laid_out = papers::papers_in_layouts(document, owner);
  std::move(laid_out.papers.begin(), laid_out.papers.end(), std::back_inserter(out));
  std::erase_if(lines, [&](const papers::Line& line) {
    const auto it = std::upper_bound(laid_out.covered.begin(), laid_out.covered.end(), line.node,
                                     [](NodeId n, const auto& range) { return n < range.first; });
    return it != laid_out.covered.begin() && line.node < std::prev(it)->second;
  });
  auto listed = papers::papers_in_sections(document, lines, owner);
  std::move(listed.begin(), listed.end(), std::back_inserter(out));
  return out;
}

// A .bib file of a site that was copied from somebody else: none of its papers is the owner's, and somebody whose name neither
// the owner nor the site's address has wrote nearly all of them.
bool copied(const std::vector<Candidate>& found, const Document& document) {
  constexpr std::size_t kFewest = 4;
  if (document.format != Format::bibtex || found.size() < kFewest) return false;
  if (std::any_of(found.begin(), found.end(), [](const Candidate& c) { return c.has_owner; })) return false;
  const auto most = [&](std::ptrdiff_t count) { return static_cast<std::size_t>(count) * 10 >= found.size() * 8; };
  if (!most(std::count_if(found.begin(), found.end(), [](const Candidate& c) { return c.foreign; }))) return false;
  const std::string host = text::lower(document.url.host());
  bool shared = false;
  for (const std::string& author : found.front().paper.authors) {
    const std::string family = text::words(author).empty() ? std::string() : text::words(author).back();
    if (family.size() < 3) continue;
    const bool all = most(std::count_if(found.begin(), found.end(), [&](const Candidate& c) {
      return std::any_of(c.paper.authors.begin(), c.paper.authors.end(), [&](const std::string& other) {
        const auto words = text::words(other);
        return std::find(words.begin(), words.end(), family) != words.end();
      });
    }));
    if (all && host.find(family) != std::string::npos) return false;
    shared = shared || all;
  }
  return shared;
}

// Lists of other people's papers stand on homepages too: a template's, a group's, a student's. Where the owner is among the
// authors of some papers, those whose authors are all others are not the owner's.
void drop_foreign(std::vector<Candidate>& all) {
  for (Candidate& c : all)
    if (papers::is_leftover(c.paper)) c.left_out = "left over from a theme";
  const bool known = std::any_of(all.begin(), all.end(), [](const Candidate& c) { return c.has_owner && c.left_out.empty(); });
  for (Candidate& c : all)
    if (known && c.foreign && c.left_out.empty()) c.left_out = "all its authors are others";
  // Where papers are listed, the list decides which of those in the news are.
  constexpr std::ptrdiff_t kList = 3;
  const auto listed =
      std::count_if(all.begin(), all.end(), [](const Candidate& c) { return !c.announced && c.left_out.empty(); });
  for (Candidate& c : all)
    if (c.announced && listed >= kList) c.left_out = "only in the news, beside a list of papers";
}

// Takes those out that a rule has left out.
void take_out(std::vector<Candidate>& all, Explanation* explanation) {
  std::erase_if(all, [&](const Candidate& c) {
    if (c.left_out.empty()) return false;
    if (explanation && explanation->rejected.size() < Explanation::kMost)
      explanation->rejected.push_back({.field = "papers",
                                       .value = text::clean(c.paper.title, 500),
                                       .rule = std::string(c.left_out),
                                       .url = c.document->url.text(),
                                       .method = c.method,
                                       .confidence = c.confidence});
    return true;
  });
}

std::string link_of(const Candidate& candidate) {
  const auto& href = candidate.paper.url;
  if (href.empty() || href.starts_with("#") || href.starts_with("mailto:") || href.starts_with("javascript:")) return {};
  const auto url = candidate.document->url.resolve(href);
  return url ? url->text() : std::string();
}

}  // namespace

std::vector<FoundPaper> find_papers(std::span<const Document> documents, std::span<const std::string> names,
                                    Explanation* explanation) {
  const Owner owner(names);
  std::vector<Candidate> all;
  for (const auto& document : documents) {
    auto found = sightings_in(document, owner, names.empty() ? std::string() : names.front());
    take_out(found, explanation);
    if (copied(found, document)) {
      for (Candidate& c : found) c.left_out = "bibliography copied from somebody else";
      take_out(found, explanation);
    }
    std::move(found.begin(), found.end(), std::back_inserter(all));
  }
  drop_foreign(all);
  take_out(all, explanation);
  auto merged = papers::merge(std::move(all));
  if (merged.size() > kMaxPapers) merged.resize(kMaxPapers);
  std::stable_sort(merged.begin(), merged.end(),
                   [](const Candidate& a, const Candidate& b) { return a.paper.year > b.paper.year; });
  std::vector<FoundPaper> out;
  for (auto& candidate : merged) {
    FoundPaper found;
    const std::string url = link_of(candidate);
    found.paper = std::move(candidate.paper);
    found.paper.url = url;
    found.paper.title = text::clean(found.paper.title, 500);
    if (found.paper.authors.size() > kMaxAuthors) found.paper.authors.resize(kMaxAuthors);
    found.evidence = {.url = candidate.document->url.text(),
                      .method = candidate.method,
                      .confidence = candidate.confidence,
                      .seen_at = candidate.document->seen_at};
    out.push_back(std::move(found));
  }
  return out;
}

}  // namespace fellow::extractor
