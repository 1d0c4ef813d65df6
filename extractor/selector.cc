// SPDX-License-Identifier: GPL-3.0-or-later
// The selectors of Dom: parsed once a thread and text, matched from right to left without recursion.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "extractor/dom.h"
#include "fellow/check.h"

namespace fellow::extractor {
namespace {

struct Test {
  enum Kind { id, class_word, has, equals, contains } kind;
  std::string name, value;
};

struct Compound {
  std::string tag;  // "": any element
  std::vector<Test> tests;
  bool child = false;  // joined to the one before it by '>' rather than by a blank
};

using Alternative = std::vector<Compound>;
using Selector = std::vector<Alternative>;

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class SelectorParser {
 public:
  explicit SelectorParser(std::string_view text) : text_(text) {}

  Selector parse() {
    Selector out(1);
    bool child = false;
    while (skip_blanks()) {
      if (text_[at_] == ',') {
        CHECK(!out.back().empty() && !child);
        out.emplace_back();
        ++at_;
      } else if (text_[at_] == '>') {
        CHECK(!out.back().empty() && !child);
        child = true;
        ++at_;
      } else {
        out.back().push_back(compound());
        out.back().back().child = std::exchange(child, false);
      }
    }
    CHECK(!out.back().empty() && !child);
    return out;
  }

 private:
  bool skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size();
  }
  std::string name() {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    CHECK(at_ > from);
    return std::string(text_.substr(from, at_ - from));
  }
  Test attribute_test() {
    Test test{Test::has, name(), {}};
    CHECK(at_ < text_.size());
    if (text_[at_] != ']') {
      test.kind = text_[at_] == '*' ? Test::contains : Test::equals;
      at_ += test.kind == Test::contains ? 2 : 1;
      CHECK(at_ <= text_.size() && text_[at_ - 1] == '=');
      const std::size_t close = text_.find(']', at_);
      CHECK(close != std::string_view::npos);
      std::string_view value = text_.substr(at_, close - at_);
      if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front()) {
        value = value.substr(1, value.size() - 2);
      }
      test.value = value;
      at_ = close;
    }
    ++at_;
    return test;
  }
  Compound compound() {
    Compound out;
    const std::size_t from = at_;
    if (text_[at_] == '*') {
      ++at_;
    } else if (is_name(text_[at_])) {
      out.tag = name();
    }
    while (at_ < text_.size() && (text_[at_] == '.' || text_[at_] == '#' || text_[at_] == '[')) {
      const char kind = text_[at_++];
      if (kind == '[') {
        out.tests.push_back(attribute_test());
      } else {
        out.tests.push_back({kind == '.' ? Test::class_word : Test::id, {}, name()});
      }
    }
    CHECK(at_ > from);
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool meets(const Dom& dom, NodeId n, const Test& test) {
  if (test.kind == Test::class_word) return dom.has_class(n, test.value);
  if (test.kind == Test::id) return dom.attribute(n, "id") == test.value;
  for (const Attribute& attribute : dom.node(n).attributes) {
    if (attribute.name != test.name) continue;
    if (test.kind == Test::has) return true;
    return test.kind == Test::equals ? attribute.value == test.value : attribute.value.find(test.value) != std::string::npos;
  }
  return false;
}

bool meets(const Dom& dom, NodeId n, const Compound& compound) {
  if (dom.is_text(n) || (!compound.tag.empty() && !dom.is(n, compound.tag))) return false;
  return std::all_of(compound.tests.begin(), compound.tests.end(), [&](const Test& test) { return meets(dom, n, test); });
}

// From right to left. The nearest fitting ancestor leaves the most ancestors for the rest, so a failure only ever needs to go
// back to the last blank: linear in depth times length.
bool meets(const Dom& dom, NodeId n, const Alternative& alternative) {
  std::size_t i = alternative.size() - 1;
  if (!meets(dom, n, alternative[i])) return false;
  std::size_t retry_part = alternative.size();
  NodeId retry_from = kNoNode, at = n;
  while (i > 0) {
    const bool child = alternative[i].child;
    NodeId up = dom.node(at).parent;
    if (!child) {
      while (up != kNoNode && !meets(dom, up, alternative[i - 1])) up = dom.node(up).parent;
      if (up == kNoNode) return false;
      retry_part = i;
      retry_from = up;
    } else if (up == kNoNode || !meets(dom, up, alternative[i - 1])) {
      if (retry_part == alternative.size()) return false;
      i = retry_part;
      at = retry_from;
      continue;
    }
    at = up;
    --i;
  }
  return true;
}

const Selector& parsed(std::string_view text) {
  constexpr std::size_t kMostKept = 4096;  // selectors are written in our own source: a few hundred
  thread_local std::unordered_map<std::string, Selector> kept;
  std::string key(text);
  const auto found = kept.find(key);
  if (found != kept.end()) return found->second;
  if (kept.size() >= kMostKept) kept.clear();
  Selector selector = SelectorParser(text).parse();
  return kept.emplace(std::move(key), std::move(selector)).first->second;
}

bool meets(const Dom& dom, NodeId n, const Selector& selector) {
  return std::any_of(selector.begin(), selector.end(), [&](const Alternative& one) { return meets(dom, n, one); });
}

}  // namespace

std::vector<NodeId> Dom::select(std::string_view selector, NodeId from) const {
  const Selector& wanted = parsed(selector);
  std::vector<NodeId> out;
  for (NodeId n = from + 1; n < end(from); ++n) {
    if (meets(*this, n, wanted)) out.push_back(n);
  }
  return out;
}

NodeId Dom::first(std::string_view selector, NodeId from) const {
  const Selector& wanted = parsed(selector);
  for (NodeId n = from + 1; n < end(from); ++n) {
    if (meets(*this, n, wanted)) return n;
  }
  return kNoNode;
}

bool Dom::matches(NodeId n, std::string_view selector) const { return meets(*this, n, parsed(selector)); }

}  // namespace fellow::extractor
