// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/outline.h"

#include <algorithm>
#include <iterator>

#include "extractor/fields/dates.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxBlocks = 20'000;
constexpr std::size_t kMaxRowBytes = 700;  // a table row with more text is layout, not a record

constexpr WordSet kBlockTags({"address", "article", "aside",    "blockquote", "body",     "center",     "dd",     "details",
                              "dialog",  "div",     "dl",       "dt",         "fieldset", "figcaption", "figure", "footer",
                              "form",    "h1",      "h2",       "h3",         "h4",       "h5",         "h6",     "header",
                              "hr",      "html",    "li",       "main",       "nav",      "ol",         "p",      "pre",
                              "section", "summary", "table",    "tbody",      "td",       "tfoot",      "th",     "thead",
                              "tr",      "ul",      "noscript", "frameset",   "menu",     "caption"});
constexpr WordSet kSkipTags({"nav", "select", "button", "form", "head", "title", "svg", "textarea", "option", "iframe",
                             "object", "math"});

bool block_tag(std::string_view tag) { return in(kBlockTags, tag); }

constexpr WordSet kHeadingClasses({"heading", "title", "section-title", "headline", "subtitle", "section-heading", "header",
                                   "card-title", "widget-title"});

bool chrome_here(const Dom& dom, NodeId n) {
  const Node& node = dom.node(n);
  if (node.tag == "nav" || node.tag == "footer") return true;
  if (node.tag != "div" && node.tag != "ul" && node.tag != "section" && node.tag != "aside" && node.tag != "td" &&
      node.tag != "header")
    return false;
  static constexpr WordSet kClasses(
      {"navbar",       "nav",         "menu",           "navigation", "footer",   "site-footer", "page-footer",
       "masthead",     "breadcrumbs", "breadcrumb",     "pagination", "toc",      "site-nav",    "greedy-nav",
       "page__footer", "nav-links",   "search-results", "modal",      "main-nav", "topnav",      "site-header__menu",
       "quarto-header"});
  bool named = false;
  for_each_class(dom.attribute(n, "class"), [&](std::string_view word) { named = named || in(kClasses, word); });
  if (named) return true;
  const std::string id = text::lower(dom.attribute(n, "id"));
  static constexpr WordSet kIds({"navbar", "nav", "menu", "navigation", "footer", "navbar-main", "layout-menu", "search-box",
                                 "modal", "main-nav", "quarto-header", "toc", "quarto-margin-sidebar", "navbar-content",
                                 "site-nav"});
  return in(kIds, id);
}

int heading_level(const Dom& dom, NodeId n) { return dom.is_heading(n) ? dom.node(n).tag[1] - '0' : 0; }

}  // namespace

bool in_chrome(const Dom& dom, NodeId n) {
  for (int depth = 0; n != kNoNode && depth < 400; n = dom.node(n).parent, ++depth)
    if (chrome_here(dom, n)) return true;
  return false;
}

namespace {

class Reader {
 public:
  explicit Reader(const Dom& dom) : dom_(dom) { out_.sections.push_back({}); }

  Outline read() {
    for (NodeId n = 0; n < dom_.size() && out_.blocks.size() < kMaxBlocks;) {
      close_until(n);
      const Node& node = dom_.node(n);
      if (node.tag.empty()) {
        if (run_.empty()) run_node_ = node.parent, line_nodes_.assign(1, kNoNode);
        if (line_nodes_.back() == kNoNode && node.text.find_first_not_of(" \t\r\n") != std::string::npos)
          line_nodes_.back() = node.parent;
        run_ += node.text;
        ++n;
      } else if (in(kSkipTags, node.tag) || chrome_here(dom_, n) || hidden_here(n)) {
        flush();
        n = node.end;
      } else if (dom_.is_heading(n) && !is_menu(n)) {
        flush();
        add_heading(dom_.text(n, true), n, heading_level(dom_, n) + (group() != kNoNode ? 6 : 0));
        n = node.end;
      } else if (node.tag == "br") {
        if (run_.empty()) line_nodes_.assign(1, kNoNode);
        run_ += '\x01';
        line_nodes_.push_back(kNoNode);
        ++n;
      } else {
        if (block_tag(node.tag)) {
          flush();
          ends_.push_back({node.end, n});
        }
        ++n;
      }
    }
    flush();
    out_.sections.back().end = out_.blocks.size();
    inherit();
    mark_timelines(out_);
    return std::move(out_);
  }

 private:
  struct Open {
    NodeId end, node;
  };

  bool hidden_here(NodeId n) const { return !dom_.node(n).attributes.empty() && dom_.hidden(n) && !dom_.is(n, "body"); }

  void close_until(NodeId n) {
    while (!ends_.empty() && ends_.back().end <= n) {
      flush();
      ends_.pop_back();
    }
  }

  // White space folded, \x01 (a <br>) as newline; `nodes` keeps those of the lines that say something.
  static std::string folded(std::string_view raw, std::vector<NodeId>& nodes) {
    std::string out;
    std::size_t at = 0, kept = 0;
    for (std::string_view line : text::split(raw, '\x01')) {
      const std::string clean = text::clean(line);
      const std::size_t index = at++;
      if (clean.empty()) continue;
      if (!out.empty()) out += '\n';
      out += clean;
      if (index < nodes.size()) nodes[kept++] = nodes[index];
    }
    nodes.resize(kept);
    return out;
  }

  void flush() {
    if (run_.empty()) return;
    std::vector<NodeId> nodes = std::move(line_nodes_);
    const std::string text = folded(run_, nodes);
    const NodeId node = run_node_;
    run_.clear();
    line_nodes_.clear();
    if (text.empty()) return;
    // Lines that are only a known heading ("<b>Education</b><br>…") begin a section.
    std::string rest;
    std::size_t at = 0;
    for (std::string_view line : lines(text)) {
      const NodeId own = at < nodes.size() && nodes[at] != kNoNode ? nodes[at] : node;
      ++at;
      if (pseudo_heading(line, own, text) || (line.size() == text.size() && caption(line, node))) {
        add_block(rest, node);
        rest.clear();
        add_heading(line, node, 5);
      } else {
        if (!rest.empty()) rest += '\n';
        rest += line;
      }
    }
    add_block(rest, node);
  }

  bool pseudo_heading(std::string_view line, NodeId node, std::string_view whole) const {
    if (line.size() > 60 || section_kind(line) == SectionKind::none) return false;
    const std::string_view bare_line = bare(line);
    if (tokens(bare_line).size() > 5 || !find_titles(bare_line).empty() ||
        line.find_first_of("0123456789@") != std::string_view::npos)
      return false;
    if (line.size() < whole.size() && line.ends_with(':') && section_kind(bare_line) != SectionKind::none) return true;
    // Written bold, underlined or in a larger font, or as a caption of its own.
    NodeId at = node;
    for (int depth = 0; at != kNoNode && depth < 4; at = dom_.node(at).parent, ++depth) {
      const std::string& tag = dom_.node(at).tag;
      if (tag == "a") return false;
      if (tag == "b" || tag == "strong" || tag == "u" || tag == "font" || tag == "big" || tag == "dt" || tag == "th" ||
          tag == "heading" || tag == "summary")
        return true;
      bool named = false;
      for_each_class(dom_.attribute(at, "class"), [&](std::string_view word) { named = named || in(kHeadingClasses, word); });
      if (named) return true;
      if (tag == "li" || tag == "td") return false;
    }
    return line.size() == whole.size() && line.ends_with(':');
  }

  // "<div class=mb-3>Interests</div><ul>…": a block of its own that says exactly the name of a section.
  bool caption(std::string_view line, NodeId node) const {
    const SectionKind kind = section_kind(line);
    if (kind != SectionKind::interests && kind != SectionKind::education && kind != SectionKind::experience) return false;
    if (tokens(line).size() > 2 || ends_.empty() || group() != kNoNode) return false;
    if (dom_.first("a", ends_.back().node) != kNoNode ||
        (!dom_.is(node, "div") && !dom_.is(node, "p") && !dom_.is(node, "span")))
      return false;
    // What follows is a list or a record, not the next entry of a menu.
    const NodeId next = ends_.back().end;
    return next < dom_.size() && (dom_.is(next, "ul") || dom_.is(next, "ol") ||
                                  (next + 1 < dom_.size() && dom_.is(next + 1, "ul")) || dom_.first("ul, ol", next) != kNoNode);
  }

  bool under(std::size_t section, SectionKind kind) const {
    for (; section > 0; section = out_.sections[section].parent)
      if (out_.sections[section].kind == kind) return true;
    return false;
  }

  // "<h3><a href=…>Home</a> <a href=…>Research</a> <a href=…>Talks</a></h3>": a menu, though set as a heading.
  bool is_menu(NodeId n) const {
    const std::vector<NodeId> links = dom_.select("a[href]", n);
    if (links.size() < 3 || links.size() > 20) return false;
    std::size_t linked = 0;
    for (NodeId link : links) linked += dom_.text(link).size();
    return linked + 3 * links.size() >= dom_.text(n).size() && linked < 40 * links.size();
  }

  void add_heading(std::string_view text, NodeId node, int level) {
    std::string clean;
    for (std::string_view line : lines(text)) {
      if (!clean.empty()) clean += ' ';
      clean += line;
    }
    if (clean.empty()) return;
    if (clean.size() > 2 && clean.ends_with("#")) clean.erase(clean.size() - 1);
    clean = text::clean(clean);
    out_.sections.back().end = out_.blocks.size();
    std::size_t parent = out_.sections.size() - 1;
    while (parent > 0 && out_.sections[parent].level >= level) parent = out_.sections[parent].parent;
    Section section{.heading = clean,
                    .kind = section_kind(clean),
                    .own = SectionKind::none,
                    .level = level,
                    .parent = parent,
                    .begin = out_.blocks.size(),
                    .end = 0};
    // "Research Intern, Acme, May 2018 – Aug 2018" is a record of its section, and so is "Research scholarship" within a list.
    const bool record = find_period(clean) && !find_titles(clean).empty();
    const bool post = section.kind == SectionKind::research && level >= 7;
    // "Research Intern" alone names a post as well; its date stands below or beside it.
    const bool words = section.kind == SectionKind::research || section.kind == SectionKind::teaching;
    const bool title = words && tokens(clean).size() <= 5 && !find_titles(clean).empty();
    if (section.kind != SectionKind::none && parent > 0 && (record || post || title) &&
        (under(parent, SectionKind::experience) || (title && under(parent, SectionKind::education))))
      section.kind = SectionKind::none;
    // "B.Sc. (Honours) in Chemistry" is a degree, and no list of honours.
    if (section.kind == SectionKind::awards && !find_degrees(clean).empty()) section.kind = SectionKind::none;
    section.own = section.kind;
    out_.sections.push_back(section);
    Block block{.kind = BlockKind::heading,
                .text = clean,
                .node = node,
                .group = group(),
                .outer = kNoNode,
                .section = out_.sections.size() - 1,
                .level = level};
    out_.blocks.push_back(std::move(block));
  }

  void add_block(std::string_view text, NodeId node) {
    if (text.empty()) return;
    Block block{.kind = BlockKind::paragraph,
                .text = std::string(text),
                .node = node,
                .group = group(),
                .outer = kNoNode,
                .section = out_.sections.size() - 1};
    if (block.group != kNoNode) {
      block.kind = dom_.is(block.group, "tr") ? BlockKind::row : BlockKind::item;
      for (auto at = ends_.rbegin(); at != ends_.rend(); ++at)
        if (at->node != block.group && at->node < block.group && dom_.is(at->node, "li")) {
          block.outer = at->node;
          break;
        }
    }
    out_.blocks.push_back(std::move(block));
  }

  NodeId group() const {
    for (auto at = ends_.rbegin(); at != ends_.rend(); ++at) {
      const std::string& tag = dom_.node(at->node).tag;
      if (tag == "li") return at->node;
      if (tag == "tr") return row_is_record(at->node) ? at->node : kNoNode;
    }
    return kNoNode;
  }

  bool row_is_record(NodeId row) const {
    std::size_t bytes = 0;
    for (NodeId n = row + 1; n < dom_.end(row); ++n) {
      bytes += dom_.node(n).text.size();
      if (bytes > kMaxRowBytes || dom_.is_heading(n) || dom_.is(n, "table")) return false;
    }
    return true;
  }

  // Sub-sections without a kind of their own take that of the section around them.
  void inherit() {
    for (std::size_t i = 1; i < out_.sections.size(); ++i) {
      Section& section = out_.sections[i];
      if (section.kind == SectionKind::none && section.parent > 0) section.kind = out_.sections[section.parent].kind;
    }
  }

  const Dom& dom_;
  Outline out_;
  std::vector<Open> ends_;
  std::string run_;
  NodeId run_node_ = 0;
  std::vector<NodeId> line_nodes_;  // of each line of run_: the element around its first text
};

}  // namespace

Outline outline(const Document& document) { return Reader(document.dom).read(); }

bool Outline::has(SectionKind kind) const {
  return std::any_of(sections.begin(), sections.end(), [&](const Section& s) { return s.kind == kind; });
}

std::vector<Entry> Outline::entries_of(std::size_t s) const {
  std::vector<Entry> out;
  const Section& section = sections[s];
  NodeId group = kNoNode;
  const bool one = section.own == SectionKind::none && section.level > 0 && section.parent > 0 &&
                   sections[section.parent].kind == section.kind;
  if (one) {  // a sub-section is one entry, unless it lists many things
    std::size_t items = 0, bytes = 0;
    for (std::size_t b = section.begin; b < section.end; ++b)
      items += blocks[b].group != kNoNode && blocks[b].kind != BlockKind::heading, bytes += blocks[b].text.size();
    if (bytes < 1500) {
      Entry entry;
      for (std::size_t b = section.begin; b < section.end; ++b) {
        if (!entry.text.empty()) entry.text += '\n';
        entry.text += blocks[b].text;
        entry.nodes.push_back(blocks[b].node);
      }
      out.push_back(std::move(entry));
      return out;
    }
  }
  for (std::size_t b = section.begin; b < section.end; ++b) {
    const Block& block = blocks[b];
    if (block.kind == BlockKind::heading && section.own == section.kind) continue;
    if (block.group != kNoNode && block.group == group && !out.empty()) {
      out.back().text += '\n' + block.text;
      out.back().nodes.push_back(block.node);
      continue;
    }
    group = block.group;
    Entry entry{.text = block.text, .nodes = {block.node}, .nested = block.outer != kNoNode && !out.empty()};
    out.push_back(std::move(entry));
  }
  return out;
}

std::vector<Entry> Outline::entries(SectionKind kind) const {
  std::vector<Entry> out;
  for (std::size_t s = 0; s < sections.size(); ++s) {
    if (sections[s].kind != kind) continue;
    for (Entry& entry : entries_of(s)) out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace fellow::extractor
