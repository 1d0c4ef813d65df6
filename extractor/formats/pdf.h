// SPDX-License-Identifier: GPL-3.0-or-later
// PDF -> words with their places (by the helper program fellow-pdf) -> Dom.
//
// The Dom has the document's title and author as <title> and <meta name=author>, the name at the top as h1, section headings as
// h2 and h3, blocks as p, list items as li, in reading order. Within a block: <br> between lines that are lines of their own,
// <span class="left"> around a label or date in a column of its own to the left, <span class="right"> around what stands flush
// right in the same row, b and em by font, a around addresses that are written out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

struct PdfWord {
  double x = 0, y = 0, w = 0, h = 0;  // points, from the page's upper left corner
  double size = 0;                    // of the font
  bool bold = false, italic = false;
  bool space = true;  // a blank follows
  std::string text;
};

struct PdfPage {
  double width = 0, height = 0;
  std::vector<PdfWord> words;
};

struct PdfText {
  std::string title, author;
  std::vector<std::string> links;  // of the first annotations; in the Dom's head as <link rel=me>, mail as <a>
  std::vector<PdfPage> pages;
};

// Runs the helper. nullopt for what is no PDF, takes longer than 5 s, or prints more than 32 MiB; also without the helper.
std::optional<PdfText> read_pdf_words(std::string_view pdf);
// What the helper prints, read. nullopt for anything else.
std::optional<PdfText> parse_pdf_words(std::string_view json_lines);

// Pure; the same words give the same tree.
Dom lay_out(const PdfText& text);

int claim_pdf(const Clue& clue);
void read_pdf(const Page& page, Document& document);

}  // namespace fellow::extractor
