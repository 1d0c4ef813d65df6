// SPDX-License-Identifier: GPL-3.0-or-later
// One page in the shape that themes and fields read, whatever format it came in.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "extractor/dom.h"
#include "fellow/page.h"

namespace fellow::extractor {

enum class Format { html, markdown, org, pdf, bibtex, json, yaml, text, xml, unknown };
std::string_view show(Format format);

// One BibTeX entry: LaTeX accents decoded, braces taken off, @string expanded, white space folded.
struct BibEntry {
  std::string type, key;                      // lower case type: "article"
  std::map<std::string, std::string> fields;  // lower-case names: title, author, year, booktitle, …
  std::vector<std::string> authors;           // "First von Last", in order; "others" left out
};

struct Document {
  Url url;
  Format format = Format::unknown;
  std::string seen_at;   // show_time of the fetch
  Dom dom;               // html, markdown (rendered), org, pdf (headings, lines and lists by glyph size and place)
  nlohmann::json front;  // front matter of Markdown (YAML or TOML), or the body of a JSON or YAML file; null if none.
                         // Dates and numbers as written (strings) where YAML would guess.
  std::vector<nlohmann::json> json_ld;  // each script of type application/ld+json that parsed
  std::vector<BibEntry> bibliography;   // of a .bib file
  bool truncated = false;               // input cut or tags dropped by a limit

  std::string meta(std::string_view name) const;  // content of <meta name= or property=…>; "" if none
};

// Never fails: what cannot be read is Format::unknown with an empty Dom. The format is told by content type, magic and the
// URL's ending. Rows of kFormats (extractor/formats/formats.h).
Document read_document(const Page& page);

}  // namespace fellow::extractor
