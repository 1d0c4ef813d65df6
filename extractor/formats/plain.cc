// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/plain.h"

#include <utility>

#include "extractor/formats/charset.h"
#include "fellow/text.h"

namespace fellow::extractor {

int claim_text(const Clue& clue) {
  const bool binary = clue.start.find('\0') != std::string_view::npos && !clue.start.starts_with("\xFF\xFE") &&
                      !clue.start.starts_with("\xFE\xFF");
  if (clue.type_is("text/plain")) return 20;
  return clue.says_little() && !binary ? 5 : 0;
}

void read_text(const Page& page, Document& document) {
  constexpr std::size_t kMaxBytes = 5u << 20;
  std::string text = mend_mojibake(to_utf8(std::string_view(page.body).substr(0, kMaxBytes), page.content_type, false));
  document.truncated = page.body.size() > kMaxBytes;
  DomBuilder builder;
  builder.open("body");
  bool in_paragraph = false;
  for (std::string_view line : text::split(text, '\n')) {
    const bool blank = text::trim(line).empty();
    if (blank && in_paragraph) builder.close();
    if (!blank) {
      if (in_paragraph) {
        builder.open("br");
        builder.close();
      } else {
        builder.open("p");
      }
      builder.add_text(line);
    }
    in_paragraph = !blank;
  }
  document.dom = builder.finish();
}

int claim_xml(const Clue& clue) {
  if (clue.type_is("application/xml text/xml") || clue.type.ends_with("+xml")) return 60;
  return clue.says_little() && (clue.ending_is("xml rss atom") || clue.start.starts_with("<?xml")) ? 60 : 0;
}

void read_xml(const Page&, Document&) {}

}  // namespace fellow::extractor
