// SPDX-License-Identifier: GPL-3.0-or-later
// Here are one person's pages: who is this?
//
// Pure functions, thread-safe, deterministic: the same pages and build give the same bytes. A page that cannot be read gives
// fewer facts, never an error. PDF text comes from the helper program fellow-pdf, found beside the running binary.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/page.h"
#include "fellow/profile.h"

namespace fellow::extractor {

// Raised whenever the same pages can give another profile; part of the digest that decides what is extracted again.
inline constexpr int kVersion = 8;

// Something that was read as a fact and is not in the profile.
struct Rejection {
  std::string field;  // of Profile: "affiliations", "papers", …
  std::string value, rule;
  std::string url, method;  // as in Evidence
  double confidence = 0;
};

// Why a profile is as it is, for people who add rules (fellow extract --explain).
struct Explanation {
  static constexpr std::size_t kMost = 5000;
  std::vector<Rejection> rejected;            // in the order of reading, the resolver's last; at most kMost
  std::map<std::string, std::string> places;  // JSON pointer of a fact -> where on its page it stands
};

// The profile of the person whose pages these are, with evidence for every fact. The same with an explanation as without.
Profile extract(const Site& site, Explanation* explanation = nullptr);

// Which further pages of the same site belong to the person (best first), whether the page is only a shell around another
// one, and what it asks of robots, of all and of ours (`robot`: the product token). HTML, Markdown, XML sitemaps; other formats
// have none.
PageLinks links(const Page& page, std::string_view robot = "FellowBot");

// The visible text as UTF-8, paragraphs and list items on lines of their own.
std::string visible_text(std::string_view body, std::string_view content_type);

}  // namespace fellow::extractor
