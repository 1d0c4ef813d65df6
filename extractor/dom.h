// SPDX-License-Identifier: GPL-3.0-or-later
// A page as a tree that everything in this room reads: HTML, and whatever is turned into it (Markdown, org, PDF).
//
// Nodes are numbers into one array in document order, so every walk is a loop (no recursion over a DOM, R15): the descendants
// of n are n+1 .. end(n)-1. Immutable after parsing; text is valid UTF-8 with entities decoded. Comments, script, style,
// template and noscript are not in it (JSON-LD scripts are handed over apart by the parser).
//
//   for (NodeId n : dom.select("ul.ul-interests li")) builder.add_interest(dom.text(n), …);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extractor/dom_index.h"

namespace fellow::extractor {

inline constexpr NodeId kNoNode = 0xffffffff;

struct Attribute {
  std::string name, value;  // name in lower case
};

struct Node {
  std::string tag;   // lower case; "" for text
  std::string text;  // of a text node
  std::vector<Attribute> attributes;
  NodeId parent = kNoNode, next_sibling = kNoNode, end = 0;  // end: one past the last descendant
};

class Dom {
 public:
  // Node 0 is the root element ("html"); an empty document has just that.
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId n) const { return nodes_[n]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  NodeId end(NodeId n) const { return nodes_[n].end; }
  bool is(NodeId n, std::string_view tag) const { return nodes_[n].tag == tag; }
  bool is_text(NodeId n) const { return nodes_[n].tag.empty(); }
  bool is_heading(NodeId n) const;                                    // h1..h6
  std::string_view attribute(NodeId n, std::string_view name) const;  // "" if absent
  bool has_class(NodeId n, std::string_view name) const;              // one whole word of class
  std::vector<NodeId> children(NodeId n) const;

  // The text below n with white space folded; block elements and <br> give a newline when `lines`, else a blank.
  std::string text(NodeId n, bool lines = false) const;
  // Descendants of `from` that match: compound selectors of tag, #id, .class, [attr], [attr=value], [attr*=value], joined by a
  // blank (descendant) or " > " (child); alternatives by ','. In document order. A malformed selector is a broken promise.
  std::vector<NodeId> select(std::string_view selector, NodeId from = 0) const;
  // The first of them, or kNoNode.
  NodeId first(std::string_view selector, NodeId from = 0) const;
  bool matches(NodeId n, std::string_view selector) const;
  // The elements with this tag, class, id or attribute, in document order; maybe with others.
  std::span<const NodeId> indexed(DomIndex::Kind kind, std::string_view name) const { return index_.find(kind, name); }
  // Whether the element or an ancestor is hidden by attribute, inline style or a well-known class (hidden, d-none, sr-only,
  // abstract hidden, bibtex hidden).
  bool hidden(NodeId n) const { return hidden_[n]; }
  bool hides(NodeId n) const;  // the element itself, ancestors apart

 private:
  friend class DomBuilder;
  std::vector<Node> nodes_;
  std::vector<bool> hidden_;  // of each node
  DomIndex index_;
};

// Builds a Dom in document order; used by the format readers.
class DomBuilder {
 public:
  DomBuilder();
  void open(std::string_view tag, std::vector<Attribute> attributes = {});
  void close();                          // the innermost open element; closing the root is a broken promise
  void add_text(std::string_view text);  // joins on to text that was added last
  void set_root_attributes(std::vector<Attribute> attributes);
  std::size_t depth() const { return open_.size(); }  // 1: only the root is open
  Dom finish();                                       // closes what is open; the builder is empty afterwards

 private:
  NodeId append(Node node);
  Dom dom_;
  std::vector<NodeId> open_, last_child_;  // last_child_: of each open element
};

// The tree as one line, for tests and for looking at: "p.note[Hello a(href=x)[you]]"; text as it is, white space folded.
std::string show(const Dom& dom, NodeId from = 0);

}  // namespace fellow::extractor
