// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/layouts.h"

#include <algorithm>

#include "extractor/papers/letters.h"
#include "extractor/papers/lines.h"
#include "extractor/papers/reference.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/venue_text.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMaxItems = 5000;

constexpr PaperLayout kRows[] = {
    {.theme = "al-folio",
     .item = "ol.bibliography > li",
     .must = ".title",
     .title = ".title",
     .authors = ".author",
     .venue = ".periodical",
     .anywhere = true},
    {.theme = "hugo-academic",
     .item = ".pub-list-item, .view-citation",
     .must = ".li-cite-author",
     .title = "a[href*=publication]",
     .authors = ".li-cite-author",
     .venue = "em",
     .anywhere = true,
     .bare_venue = true},
    {.theme = "hugo-academic", .item = ".pub-list-item", .anywhere = true},
    {.theme = "hugo-academic", .item = ".view-citation", .must = "a", .anywhere = true},
    {.theme = "hugo-academic",
     .item = ".stream-item",
     .must = ".article-title a[href*=publication], .section-subheading a[href*=publication]",
     .title = ".article-title, .section-subheading",
     .authors = ".article-metadata .author-list, .stream-meta .author-list, .stream-meta div",
     .venue = ".pub-publication, .article-metadata em",
     .anywhere = true,
     .title_alone = true},
    {.theme = "hugo-academic",
     .item = ".card-simple, .isotope-item .card",
     .must = ".article-title a[href*=publication], .section-subheading a[href*=publication]",
     .title = ".article-title, .section-subheading",
     .authors = ".article-metadata .author-list, .article-metadata > div, .pub-authors",
     .venue = ".pub-publication, .article-metadata em",
     .year = ".article-date",
     .anywhere = true,
     .title_alone = true},
    {.theme = "hugo-academic",
     .item = ".isotope-item[class*=pubtype]",
     .must = "a[href*=publication]",
     .anywhere = true,
     .title_alone = true},
    {.theme = "academicpages",
     .item = "article[itemtype*=CreativeWork]",
     .must = ".archive__item-title a[href*=publication]",
     .title = ".archive__item-title",
     .citation = "p",
     .anywhere = true},
    {.theme = "academicpages",
     .item = "article[itemtype*=CreativeWork]",
     .must = ".archive__item-title",
     .title = ".archive__item-title",
     .citation = "p"},
    {.theme = "jonbarron", .item = "tr", .must = "papertitle, .papertitle", .anywhere = true, .title_alone = true},
    {.theme = "quarto",
     .item = ".quarto-post",
     .must = ".listing-title",
     .title = ".listing-title",
     .authors = ".listing-author",
     .venue = ".listing-publication, .listing-subtitle",
     .year = ".listing-date"},
    {.theme = "microdata",
     .item = "[itemtype*=ScholarlyArticle]",
     .must = "[itemprop=name], [itemprop=headline]",
     .title = "[itemprop=name], [itemprop=headline]",
     .authors = "[itemprop=author]",
     .venue = "[itemprop=isPartOf], [itemprop=publisher]",
     .year = "[itemprop=datePublished]",
     .anywhere = true},
};

// Year headings of a page, to date what stands below them.
class YearHeadings {
 public:
  explicit YearHeadings(const Dom& dom) {
    for (NodeId n = 0; n < dom.size(); ++n) {
      if (!dom.is_heading(n)) continue;
      marks_.push_back({n, year_of_heading(dom.text(n))});
    }
  }
  int before(NodeId n) const {
    auto it = std::upper_bound(marks_.begin(), marks_.end(), n, [](NodeId a, const auto& m) { return a < m.first; });
    for (int steps = 0; it != marks_.begin() && steps < 3; ++steps) {
      --it;
      if (it->second != 0) return it->second;
    }
    return 0;
  }

 private:
  std::vector<std::pair<NodeId, int>> marks_;
};

std::string text_of(const Dom& dom, std::string_view selector, NodeId item) {
  if (selector.empty()) return {};
  const NodeId n = dom.first(selector, item);
  return n == kNoNode ? std::string() : dom.text(n);
}

// "Published in <i>Venue</i>, 2020" and "Recommended citation: A. Author (2020). “Title.” …".
void read_citation(const Dom& dom, const PaperLayout& row, NodeId item, const Owner& owner, Reference& ref) {
  for (const NodeId p : dom.select(row.citation, item)) {
    const std::string text = dom.text(p);
    const std::string low = text::lower(std::string_view(text).substr(0, 60));
    const auto colon = text.find(':');
    if (colon != std::string::npos && colon < 40 &&
        (low.find("citation") != std::string::npos || low.find("citer") != std::string::npos ||
         low.find("zitier") != std::string::npos || low.find("引用") != std::string::npos)) {
      const auto line = plain_line(std::string_view(text).substr(colon + 1));
      const Reference cited = parse_reference(std::span(&line, 1), owner);
      if (ref.paper.authors.empty())
        ref.paper.authors = cited.paper.authors, ref.has_owner = cited.has_owner || owner.within(line.text),
        ref.open_authors = cited.open_authors;
      if (ref.paper.year == 0) ref.paper.year = cited.paper.year;
      if (ref.paper.venue.empty()) ref.paper.venue = cited.paper.venue;
      if (ref.paper.doi.empty()) ref.paper.doi = doi_in(text);
      continue;
    }
    const NodeId venue = dom.first("i, em", p);
    if (venue != kNoNode && ref.paper.venue.empty() && text.size() < 400 &&
        (low.starts_with("publi") || low.starts_with("in ") || low.starts_with("veröff") || low.starts_with("发表"))) {
      ref.paper.venue = clean_venue(dom.text(venue));
      const auto at = text.rfind(dom.text(venue));
      const int year = year_in(at == std::string::npos ? text : text.substr(at + dom.text(venue).size()));
      if (year != 0) ref.paper.year = year;
    }
  }
}

// "A. Doe, B. Roe (2020). Title": the year by itself in a bracket; 0 if none.
int bracketed_year(std::string_view text) {
  constexpr std::size_t kLength = 6;  // "(2020)"
  for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1))
    if (open + kLength <= text.size() && text[open + kLength - 1] == ')')
      if (const int year = year_in(text.substr(open, kLength)); year != 0) return year;
  return 0;
}

Reference read_item(const Document& document, const PaperLayout& row, NodeId item, const Owner& owner) {
  const Dom& dom = document.dom;
  std::vector<Line> lines = read_lines(dom, item);
  Reference ref;
  if (row.title.empty()) {
    ref = parse_reference(lines, owner);
  } else {
    const NodeId title = dom.first(row.title, item);
    if (title == kNoNode) return parse_reference(lines, owner);
    ref.marked_title = true;
    const auto title_lines = read_lines(dom, title);
    for (const auto& line : title_lines)
      ref.paper.title += (ref.paper.title.empty() ? "" : " ") + without_labels(line, nullptr).text;
    if (ref.paper.title.empty()) ref.paper.title = dom.text(title);
    ref.paper.title = clean_title(ref.paper.title);
    if (const NodeId link = dom.is(title, "a") ? title : dom.first("a", title); link != kNoNode)
      ref.paper.url = dom.attribute(link, "href");
    if (!row.authors.empty()) {
      std::string authors;
      const auto nodes = dom.select(row.authors, item);
      for (std::size_t i = 0; i < nodes.size() && i < 200; ++i) {
        authors = dom.text(nodes[i]);
        if (row.theme == "microdata") {
          ref.paper.authors.push_back(authors);
          continue;
        }
        auto list = read_authors(authors, owner);
        if (list.end != 0 && list.end + 8 >= authors.size())
          ref.paper.authors = std::move(list.names), ref.open_authors = list.open;
        else
          ref.paper.authors = split_authors(authors);
        if (!ref.paper.authors.empty()) break;
      }
      ref.open_authors = ref.open_authors || text::lower(authors).find("more author") != std::string::npos;
      ref.has_owner = owner.within(authors) || std::any_of(ref.paper.authors.begin(), ref.paper.authors.end(),
                                                           [&](const auto& a) { return owner.is(a); });
    }
    if (!row.venue.empty()) {
      for (const NodeId n : dom.select(row.venue, item)) {
        const NodeId em = dom.first("em, i", n);
        auto venue = clean_venue(dom.text(em == kNoNode ? n : em));
        if (ref.paper.year == 0) ref.paper.year = year_in(dom.text(n));
        if (!venue.empty()) {
          ref.paper.venue = std::move(venue);
          break;
        }
      }
    }
    // "A. Doe (2020). Title. ApJ 7"
    if (ref.paper.venue.empty() && row.bare_venue) ref.paper.venue = parse_reference(lines, owner).paper.venue;
    if (!row.citation.empty()) read_citation(dom, row, item, owner, ref);
    for (const auto& line : lines) {
      if (ref.paper.doi.empty()) ref.paper.doi = doi_in(line.text);
      for (const auto& run : line.runs) {
        if (ref.paper.doi.empty() && !run.href.empty()) ref.paper.doi = doi_in(run.href);
      }
    }
  }
  if (row.year.empty() && ref.paper.year == 0 && !row.title.empty()) ref.paper.year = bracketed_year(dom.text(item));
  if (!row.year.empty()) {
    if (const int year = year_in(text_of(dom, row.year, item)); year != 0) ref.paper.year = year;
  }
  if (!is_title(ref.paper.title)) ref.paper.title.clear();
  return ref;
}

bool inside(const std::vector<std::pair<NodeId, NodeId>>& covered, NodeId n, NodeId end) {
  return std::any_of(covered.begin(), covered.end(), [&](const auto& c) { return n < c.second && c.first < end; });
}

}  // namespace

const std::span<const PaperLayout> kPaperLayouts{kRows};

LaidOut papers_in_layouts(const Document& document, const Owner& owner) {
  LaidOut out;
  const Dom& dom = document.dom;
  if (dom.size() < 3) return out;
  const YearHeadings years(dom);
  bool page = is_papers_path(document.url.path());
  if (!page) {
    const NodeId h1 = dom.first("h1");
    page = h1 != kNoNode && section_of(dom.text(h1)) == Section::papers;
  }
  std::vector<std::pair<NodeId, Candidate>> found;
  for (const auto& row : kPaperLayouts) {
    if (!row.anywhere && !page) continue;
    const auto before = out.covered;
    auto items = dom.select(row.item);
    std::erase_if(items, [&](NodeId item) { return !row.must.empty() && dom.first(row.must, item) == kNoNode; });
    for (std::size_t i = 0; i < items.size(); ++i) {
      const NodeId item = items[i];
      if (found.size() >= kMaxItems) break;
      if (i + 1 < items.size() && items[i + 1] < dom.end(item)) continue;  // only the innermost
      if (inside(before, item, dom.end(item))) continue;
      if (!out.covered.empty() && out.covered.back().second > item && out.covered.size() > before.size())
        continue;  // nested in the last
      out.covered.emplace_back(item, dom.end(item));
      Reference ref = read_item(document, row, item, owner);
      if (!ref.has_title()) continue;
      const bool thin = !row.title_alone && ref.paper.authors.empty() && ref.paper.venue.empty() && ref.paper.year == 0;
      if (ref.paper.year == 0) ref.paper.year = years.before(item);
      Candidate candidate;
      candidate.paper = std::move(ref.paper);
      candidate.document = &document;
      candidate.has_owner = ref.has_owner || owner.within(dom.text(item));
      candidate.open_authors = ref.open_authors;
      candidate.foreign = owner.is_missing_in(candidate.paper.authors) && !candidate.has_owner && !ref.open_authors;
      candidate.method = row.theme == "microdata" ? "microdata" : "theme:" + std::string(row.theme);
      candidate.confidence = candidate.has_owner ? 0.95 : 0.8;
      if (thin) candidate.left_out = "nothing but a title";
      found.emplace_back(item, std::move(candidate));
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [node, candidate] : found) out.papers.push_back(std::move(candidate));
  std::sort(out.covered.begin(), out.covered.end());
  return out;
}

}  // namespace fellow::extractor::papers
