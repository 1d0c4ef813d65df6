// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/document.h"

#include "extractor/formats/formats.h"
#include "fellow/clock.h"
#include "fellow/text.h"

namespace fellow::extractor {

std::string_view show(Format format) {
  for (const FormatRow& row : kFormats) {
    if (row.format == format) return row.name;
  }
  return "unknown";
}

std::string Document::meta(std::string_view name) const {
  for (NodeId n = 0; n < dom.size(); ++n) {
    if (!dom.is(n, "meta")) continue;
    if (text::same_letters(dom.attribute(n, "name"), name) || text::same_letters(dom.attribute(n, "property"), name)) {
      return std::string(dom.attribute(n, "content"));
    }
  }
  return {};
}

Document read_document(const Page& page) {
  Document document;
  document.url = page.url;
  document.seen_at = show_time(page.fetched_at);
  document.dom = DomBuilder().finish();
  if (const FormatRow* row = format_of(clue_of(page))) {
    document.format = row->format;
    row->read(page, document);
  }
  return document;
}

}  // namespace fellow::extractor
