// SPDX-License-Identifier: GPL-3.0-or-later
// Can this HTML be given to a parser? One linear scan before gumbo, which is quadratic in depth and in attributes a tag and
// frees its tree by recursion (R14).
//
// The scan keeps the stack of open elements as the HTML standard's tree construction does, erring on the deep side. Start tags
// past a limit are left out, their text is kept. Comments, scripts and styles are left out too: nobody here reads them, and
// what gumbo does not see cannot surprise it. JSON-LD scripts are handed over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

struct HtmlLimits {
  std::size_t bytes = 5u << 20;    // of input; the rest is cut off
  std::size_t depth = 400;         // open elements; p, li, td and their like that a sibling closes do not pile up
  std::size_t attributes = 256;    // in one tag
  std::size_t formatting = 64;     // b, i, font … opened and never closed: each is opened again in every block after
  std::size_t elements = 600'000;  // start tags, each with the formatting opened again for it; about 300 bytes of gumbo each
  std::size_t misplaced = 20'000;  // tags inside a table but in no cell: moving each out costs a search of the table's siblings
  std::size_t bodies = 64;         // html and body tags: the attributes of each are merged into the first one's
};

struct ShapedHtml {
  std::string html;                  // what to parse
  std::vector<std::string> json_ld;  // bodies of <script type="application/ld+json">
  bool truncated = false;            // a limit was hit
};

// `html` is valid UTF-8.
ShapedHtml shape_html(std::string_view html, const HtmlLimits& limits = {});

}  // namespace fellow::extractor
