// SPDX-License-Identifier: GPL-3.0-or-later
// Awards and honours in lists under a heading of their own.
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/tokens.h"

namespace fellow::extractor {

void read_awards(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const Reading reading{.method = page.format == Format::pdf ? "pdf_layout" : "section", .confidence = 0.7};
  for (std::size_t s = 0; s < outline.sections.size(); ++s) {
    if (outline.sections[s].kind != SectionKind::awards) continue;
    for (const Entry& entry : outline.entries_of(s)) {
      for (std::string_view line : lines(entry.text)) {
        if (line.size() > 250) continue;
        const int year = last_year(line);
        std::string title(line);
        if (const auto period = find_period(line); period && period->end_byte <= line.size()) {
          // The date at either end is no part of the title.
          if (period->begin_byte <= 2)
            title = line.substr(period->end_byte);
          else if (period->end_byte + 2 >= line.size())
            title = line.substr(0, period->begin_byte);
        }
        while (title.starts_with(')') || title.starts_with(']')) title.erase(0, 1);
        if (title.ends_with('(') || title.ends_with('[')) title.pop_back();
        if (tokens(title).size() >= 2) builder.add_award({std::string(bare(title)), year}, reading);
      }
    }
  }
}

}  // namespace fellow::extractor
