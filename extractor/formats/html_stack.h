// SPDX-License-Identifier: GPL-3.0-or-later
// How deep is the tree that the tags so far make? The stack of open elements of the HTML standard (13.2.6), without a tree:
// what a start or end tag opens and closes, never less deep than the parser's own (but for formatting elements opened again,
// which are bounded apart).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

class HtmlStack {
 public:
  explicit HtmlStack(std::size_t most_formatting) : most_formatting_(most_formatting) {}

  // False if the tag has to be left out: the stack would grow beyond `depth`, or too many formatting elements are open.
  bool start(std::string_view name, bool self_closing, std::size_t depth);
  void end(std::string_view name);

  std::size_t depth() const { return open_.size(); }
  std::size_t formatting() const { return active_.size(); }  // formatting elements that the next block opens again
  bool in_foreign() const { return foreign_ > 0; }           // within svg or math
  // Whether the parser would move such an element, or text, out of a table (13.2.6.1, foster parenting).
  bool misplaces(std::string_view name) const;

  static bool is_void(std::string_view name);

 private:
  struct Element {
    std::string name;
    unsigned kinds = 0;
    std::size_t active_below = 0;  // of a marker: formatting() when it was opened
  };
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  std::size_t last(std::string_view names, unsigned stop) const;
  void close_down_to(std::size_t index);
  void close_siblings(std::string_view name, unsigned kinds);
  bool deactivate(std::string_view name);
  void forget_formatting(std::string_view name);

  std::vector<Element> open_;
  std::vector<std::string> active_;  // names of the formatting elements that nothing has ended
  std::size_t most_formatting_, foreign_ = 0;
};

}  // namespace fellow::extractor
