// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/dom.h"

#include <algorithm>
#include <utility>

#include "extractor/formats/characters.h"
#include "extractor/word_set.h"
#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr WordSet kBlocks({"address", "article", "aside",   "blockquote", "body",   "caption", "center",   "dd",
                           "details", "dialog",  "dir",     "div",        "dl",     "dt",      "fieldset", "figure",
                           "footer",  "form",    "frame",   "frameset",   "h1",     "h2",      "h3",       "h4",
                           "h5",      "h6",      "head",    "header",     "hgroup", "hr",      "html",     "iframe",
                           "li",      "legend",  "main",    "menu",       "nav",    "ol",      "option",   "p",
                           "pre",     "search",  "section", "summary",    "table",  "tbody",   "tfoot",    "thead",
                           "title",   "tr",      "ul",      "figcaption"});

// Folds white space as text comes in, so that blanks across node borders count once.
class Folded {
 public:
  explicit Folded(bool lines) : lines_(lines) {}

  void add(std::string_view text, bool keep_lines) {
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t blank = blank_at(text, i);
      const std::size_t unseen = blank ? 0 : unseen_at(text, i);
      if (blank) {
        if (keep_lines && lines_ && text[i] == '\n') {
          newline();
        } else {
          pending_ = std::max(pending_, ' ');
        }
      } else if (!unseen) {
        flush();
        std::size_t end = i + 1;
        while (end < text.size() && text[end] > ' ' && text[end] < 0x7F) ++end;  // what plainly goes on
        out_ += text.substr(i, end - i);
        i = end;
        continue;
      }
      i += blank ? blank : unseen;
    }
  }
  void blank() { pending_ = std::max(pending_, ' '); }
  void newline() { pending_ = lines_ ? std::max(pending_, kNewline) : std::max(pending_, ' '); }
  std::string take() { return std::move(out_); }

 private:
  static constexpr char kNewline = '!';  // ranks above ' ': a line's end swallows blanks around it

  void flush() {
    if (pending_ && !out_.empty()) out_ += pending_ == kNewline ? '\n' : ' ';
    pending_ = 0;
  }
  bool lines_;
  char pending_ = 0;
  std::string out_;
};

constexpr WordSet kUnseenClasses({"sr-only", "visually-hidden", "screen-reader-text", "is-hidden", "katex-mathml"});

// Classes of frameworks that show an element again on wide screens: "hidden md:block" (Tailwind), "d-none d-lg-inline".
bool shown_when_wide(std::string_view classes) {
  for (std::string_view word : text::split(classes, ' ')) {
    const std::size_t colon = word.find(':');
    const bool tailwind =
        colon == 2 && word.substr(3) != "hidden" &&
        (word.starts_with("sm") || word.starts_with("md") || word.starts_with("lg") || word.starts_with("xl"));
    const bool bootstrap =
        word.size() > 5 && word.starts_with("d-") && word.find('-', 2) != std::string_view::npos && !word.ends_with("-none");
    if (tailwind || bootstrap) return true;
  }
  return false;
}

}  // namespace

bool Dom::is_heading(NodeId n) const {
  const std::string& tag = nodes_[n].tag;
  return tag.size() == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6';
}

std::string_view Dom::attribute(NodeId n, std::string_view name) const {
  for (const Attribute& attribute : nodes_[n].attributes) {
    if (attribute.name == name) return attribute.value;
  }
  return {};
}

bool Dom::has_class(NodeId n, std::string_view name) const {
  bool found = false;
  for_each_class(attribute(n, "class"), [&](std::string_view word) { found = found || word == name; });
  return found;
}

std::vector<NodeId> Dom::children(NodeId n) const {
  std::vector<NodeId> out;
  if (n + 1 >= end(n)) return out;
  for (NodeId child = n + 1; child != kNoNode; child = nodes_[child].next_sibling) out.push_back(child);
  return out;
}

std::string Dom::text(NodeId n, bool lines) const {
  Folded out(lines);
  std::vector<NodeId> blocks;  // open blocks below n, by their ends: a line ends there too
  std::vector<NodeId> preformatted;
  for (NodeId i = n; i < end(n); ++i) {
    while (!blocks.empty() && i >= end(blocks.back())) {
      out.newline();
      blocks.pop_back();
    }
    while (!preformatted.empty() && i >= end(preformatted.back())) preformatted.pop_back();
    const Node& node = nodes_[i];
    if (node.tag.empty()) {
      out.add(node.text, !preformatted.empty());
    } else if (node.tag == "br") {
      out.newline();
    } else if (node.tag == "td" || node.tag == "th") {
      out.blank();
    } else if (in(kBlocks, node.tag)) {
      out.newline();
      blocks.push_back(i);
      if (node.tag == "pre") preformatted.push_back(i);
    } else if (node.tag == "textarea") {
      preformatted.push_back(i);
    }
  }
  return out.take();
}

bool Dom::hides(NodeId n) const {
  for (const Attribute& attribute : nodes_[n].attributes) {
    if (attribute.name == "hidden" && attribute.value != "until-found") return true;
    if (attribute.name == "style") {
      std::string style = text::lower(attribute.value);
      std::erase_if(style, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
      if (style.find("display:none") != std::string::npos || style.find("visibility:hidden") != std::string::npos) return true;
    }
    if (attribute.name == "class") {
      bool unseen = false, hidden = false;
      for_each_class(attribute.value, [&](std::string_view word) {
        unseen = unseen || in(kUnseenClasses, word);
        hidden = hidden || word == "hidden" || word == "d-none";
      });
      if (unseen || (hidden && !shown_when_wide(attribute.value))) return true;
    }
  }
  return false;
}

DomBuilder::DomBuilder() {
  append({.tag = "html", .text = {}, .attributes = {}, .parent = kNoNode});
  open_.push_back(0);
  last_child_.push_back(kNoNode);
}

NodeId DomBuilder::append(Node node) {
  const NodeId n = dom_.size();
  if (!open_.empty()) {
    node.parent = open_.back();
    if (last_child_.back() != kNoNode) dom_.nodes_[last_child_.back()].next_sibling = n;
    last_child_.back() = n;
  }
  node.end = n + 1;
  dom_.nodes_.push_back(std::move(node));
  return n;
}

void DomBuilder::open(std::string_view tag, std::vector<Attribute> attributes) {
  CHECK(!tag.empty());
  open_.push_back(append({.tag = std::string(tag), .text = {}, .attributes = std::move(attributes)}));
  last_child_.push_back(kNoNode);
}

void DomBuilder::close() {
  CHECK(open_.size() > 1);
  dom_.nodes_[open_.back()].end = dom_.size();
  open_.pop_back();
  last_child_.pop_back();
}

void DomBuilder::add_text(std::string_view text) {
  if (text.empty()) return;
  const NodeId last = last_child_.back();
  if (last != kNoNode && dom_.is_text(last)) {
    dom_.nodes_[last].text += text;
  } else {
    append({.tag = {}, .text = std::string(text), .attributes = {}});
  }
}

void DomBuilder::set_root_attributes(std::vector<Attribute> attributes) { dom_.nodes_[0].attributes = std::move(attributes); }

Dom DomBuilder::finish() {
  while (open_.size() > 1) close();
  dom_.nodes_[0].end = dom_.size();
  dom_.index_ = DomIndex(dom_.nodes_);
  dom_.hidden_.resize(dom_.nodes_.size());
  for (NodeId n = 0; n < dom_.size(); ++n) {
    const NodeId parent = dom_.nodes_[n].parent;
    dom_.hidden_[n] = (parent != kNoNode && dom_.hidden_[parent]) || dom_.hides(n);
  }
  Dom done = std::move(dom_);
  *this = DomBuilder();
  return done;
}

std::string show(const Dom& dom, NodeId from) {
  std::string out;
  std::vector<NodeId> open;
  for (NodeId n = from; n < dom.end(from); ++n) {
    while (!open.empty() && n >= dom.end(open.back())) {
      out += ']';
      open.pop_back();
    }
    const std::string text = dom.is_text(n) ? dom.text(n) : std::string();
    if (dom.is_text(n) && text.empty()) continue;  // blanks between blocks
    if (!out.empty() && out.back() != '[') out += ' ';
    if (dom.is_text(n)) {
      out += text;
      continue;
    }
    const Node& node = dom.node(n);
    out += node.tag;
    std::string others;
    for (const Attribute& attribute : node.attributes) {
      if (attribute.name == "id") {
        out += '#' + attribute.value;
      } else if (attribute.name == "class") {
        std::string classes = text::clean(attribute.value);
        std::replace(classes.begin(), classes.end(), ' ', '.');
        if (!classes.empty()) out += '.' + classes;
      } else {
        others += (others.empty() ? "" : " ") + attribute.name + '=' + attribute.value;
      }
    }
    if (!others.empty()) out += '(' + others + ')';
    if (dom.end(n) > n + 1) {
      out += '[';
      open.push_back(n);
    }
  }
  out.append(open.size(), ']');
  return out;
}

}  // namespace fellow::extractor
