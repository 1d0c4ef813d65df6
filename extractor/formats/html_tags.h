// SPDX-License-Identifier: GPL-3.0-or-later
// Where do the tags of this HTML begin and end? The tokenizer of the HTML standard (13.2.5) for those who need no tree: linear,
// never fails.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

struct HtmlAttribute {
  std::string_view name, value;  // as written, character references in place
};

struct HtmlTag {
  std::string name;  // lower case
  std::vector<HtmlAttribute> attributes;
  bool self_closing = false;
  std::size_t end = 0;  // just past '>'; 0 if the input ends inside

  std::string_view attribute(std::string_view wanted) const;  // the first of that name (lower case); "" if none
};

inline bool is_html_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }
inline bool is_html_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The tag whose name begins at `at`, just after "<" or "</". Views into `html`; `into` is overwritten, its memory used again.
void scan_tag(std::string_view html, std::size_t at, HtmlTag& into);

// Just past the comment that begins at `at` ("<!--"); the end of input if it is never closed.
std::size_t end_of_comment(std::string_view html, std::size_t at);

// Elements whose content is no markup: seen by nobody (script), shown as text (title), or another page's (iframe).
enum class RawContent { none, unseen, shown, another_page };
RawContent raw_content(std::string_view name);
// Where the content of such an element ends: at its end tag, or with the input. npos: a <noscript> that is never closed; the
// rest is the page then, and no later one is closed either.
std::size_t end_of_raw_content(std::string_view html, const HtmlTag& start);

// Where "</name" begins at or after `from` (any case, followed by a blank, '/' or '>'); the end of input if nowhere.
std::size_t find_end_tag(std::string_view html, std::size_t from, std::string_view name);

}  // namespace fellow::extractor
