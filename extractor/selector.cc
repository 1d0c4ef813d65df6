// SPDX-License-Identifier: GPL-3.0-or-later
// The selectors of Dom: parsed once a thread and text, matched from right to left without recursion. Only elements that the
// page's index has under the last part's rarest word are looked at.
#include <algorithm>
#include <functional>
#include <optional>
#include <span>
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
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };
  constexpr std::size_t kMostKept = 4096;  // selectors are written in our own source: a few hundred
  thread_local std::unordered_map<std::string, Selector, Hash, std::equal_to<>> kept;
  const auto found = kept.find(text);
  if (found != kept.end()) return found->second;
  if (kept.size() >= kMostKept) kept.clear();
  return kept.emplace(std::string(text), SelectorParser(text).parse()).first->second;
}

bool meets(const Dom& dom, NodeId n, const Selector& selector) {
  return std::any_of(selector.begin(), selector.end(), [&](const Alternative& one) { return meets(dom, n, one); });
}

// The elements of the page that can meet the compound, by whichever of its words fewest have; nullopt for "*".
std::optional<std::span<const NodeId>> candidates(const Dom& dom, const Compound& compound) {
  std::optional<std::span<const NodeId>> fewest;
  const auto take = [&](DomIndex::Kind kind, std::string_view name) {
    const std::span<const NodeId> found = dom.indexed(kind, name);
    if (!fewest || found.size() < fewest->size()) fewest = found;
  };
  if (!compound.tag.empty()) take(DomIndex::Kind::tag, compound.tag);
  for (const Test& test : compound.tests) {
    if (test.kind == Test::id) {
      take(DomIndex::Kind::id, test.value);
    } else if (test.kind == Test::class_word) {
      take(DomIndex::Kind::class_word, test.value);
    } else {
      take(DomIndex::Kind::attribute, test.name);
    }
  }
  return fewest;
}

// Calls `take` with the matches below `from` in document order, until it returns false.
template <class Take>
void for_each_match(const Dom& dom, const Selector& selector, NodeId from, Take take) {
  const NodeId begin = from + 1, end = dom.end(from);
  std::vector<NodeId> merged;
  std::size_t most = 0;
  for (const Alternative& one : selector) {
    const auto found = candidates(dom, one.back());
    most += found ? static_cast<std::size_t>(std::lower_bound(found->begin(), found->end(), end) -
                                             std::lower_bound(found->begin(), found->end(), begin))
                  : dom.size();
    if (most >= end - begin) break;
  }
  if (most >= end - begin) {  // the page below `from` is shorter than the lists
    for (NodeId n = begin; n < end; ++n)
      if (meets(dom, n, selector) && !take(n)) return;
    return;
  }
  for (const Alternative& one : selector) {
    const std::span<const NodeId> found = *candidates(dom, one.back());
    for (auto at = std::lower_bound(found.begin(), found.end(), begin); at != found.end() && *at < end; ++at) {
      if (!meets(dom, *at, one)) continue;
      if (selector.size() > 1) {
        merged.push_back(*at);
      } else if (!take(*at)) {
        return;
      }
    }
  }
  std::sort(merged.begin(), merged.end());
  merged.erase(std::unique(merged.begin(), merged.end()), merged.end());
  for (const NodeId n : merged)
    if (!take(n)) return;
}

}  // namespace

std::vector<NodeId> Dom::select(std::string_view selector, NodeId from) const {
  std::vector<NodeId> out;
  for_each_match(*this, parsed(selector), from, [&](NodeId n) {
    out.push_back(n);
    return true;
  });
  return out;
}

NodeId Dom::first(std::string_view selector, NodeId from) const {
  NodeId out = kNoNode;
  for_each_match(*this, parsed(selector), from, [&](NodeId n) {
    out = n;
    return false;
  });
  return out;
}

bool Dom::matches(NodeId n, std::string_view selector) const { return meets(*this, n, parsed(selector)); }

}  // namespace fellow::extractor
