// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/formats.h"

#include <algorithm>

#include "extractor/formats/bibtex.h"
#include "extractor/formats/html.h"
#include "extractor/formats/json.h"
#include "extractor/formats/markdown.h"
#include "extractor/formats/org.h"
#include "extractor/formats/pdf.h"
#include "extractor/formats/plain.h"
#include "extractor/formats/yaml.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr FormatRow kRows[] = {
    {"html", Format::html, claim_html, read_html},
    {"markdown", Format::markdown, claim_markdown, read_markdown},
    {"org", Format::org, claim_org, read_org},
    {"pdf", Format::pdf, claim_pdf, read_pdf},
    {"bibtex", Format::bibtex, claim_bibtex, read_bibtex},
    {"json", Format::json, claim_json, read_json},
    {"yaml", Format::yaml, claim_yaml, read_yaml},
    {"text", Format::text, claim_text, read_text},
    {"xml", Format::xml, claim_xml, read_xml},
};

bool among(std::string_view word, std::string_view words) {
  for (std::string_view one : text::split(words, ' ')) {
    if (one == word) return true;
  }
  return false;
}

}  // namespace

const std::span<const FormatRow> kFormats = kRows;

bool Clue::type_is(std::string_view words) const { return among(type, words); }
bool Clue::ending_is(std::string_view words) const { return !ending.empty() && among(ending, words); }
bool Clue::says_little() const {
  return type.empty() ||
         type_is("text/plain application/octet-stream binary/octet-stream application/x-unknown unknown/unknown");
}

Clue clue_of(const Page& page) {
  Clue clue;
  const std::string_view type = page.content_type;
  clue.type = text::lower(text::trim(type.substr(0, std::min(type.find(';'), type.find(',')))));
  if (!page.url.text().empty()) {
    std::string_view path = page.url.path();
    path.remove_prefix(path.rfind('/') + 1);
    const std::size_t dot = path.rfind('.');
    if (dot != std::string_view::npos) clue.ending = text::lower(path.substr(dot + 1));
  }
  std::string_view start = page.body;
  if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  clue.start = start.substr(0, 1024);
  return clue;
}

const FormatRow* format_of(const Clue& clue) {
  const FormatRow* best = nullptr;
  int most = 0;
  for (const FormatRow& row : kFormats) {
    const int claim = row.claim(clue);
    if (claim > most) {
      most = claim;
      best = &row;
    }
  }
  return best;
}

}  // namespace fellow::extractor
