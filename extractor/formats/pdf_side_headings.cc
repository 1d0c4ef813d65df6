// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/pdf_side_headings.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "extractor/formats/pdf_section_words.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMostWords = 4;

bool may_head(const Fragment& fragment) {
  const std::string text = fragment.text();
  return (fragment.bold || all_caps(text)) && text.find_first_of("0123456789:@") == std::string::npos;
}

// Set as the label above it, one line lower.
bool set_below(const Row& above, const Row& row) {
  const Fragment &a = above.fragments[0], &b = row.fragments[0];
  const double step = row.base - above.base;
  return above.region == row.region && std::abs(a.left - b.left) < 2 && a.bold == b.bold && std::abs(a.size - b.size) < 0.6 &&
         all_caps(a.text()) == all_caps(b.text()) && step > 0.5 * a.size && step < 1.6 * a.size && may_head(b);
}

}  // namespace

bool begins_with_side_heading(const Row& row) {
  return row.label && may_head(row.fragments[0]) && is_section_word(row.fragments[0].text());
}

void join_side_headings(std::vector<Row>& rows) {
  std::vector<Row> out;
  out.reserve(rows.size());
  for (Row& row : rows) {
    Row* above = out.empty() ? nullptr : &out.back();
    const bool second = above && above->label && row.fragments[0].right < above->fragments[1].left - 3 &&
                        may_head(above->fragments[0]) && set_below(*above, row) &&
                        above->fragments[0].words.size() + row.fragments[0].words.size() <= 2 * kMostWords &&
                        (is_section_word(above->fragments[0].text()) || is_section_word(row.fragments[0].text()));
    if (!second) {
      out.push_back(std::move(row));
      continue;
    }
    Fragment &first = above->fragments[0], &more = row.fragments[0];
    first.words.insert(first.words.end(), more.words.begin(), more.words.end());
    first.letters += more.letters;
    row.fragments.erase(row.fragments.begin());
    row.label = false;
    if (!row.fragments.empty()) out.push_back(std::move(row));
  }
  rows = std::move(out);
}

}  // namespace fellow::extractor
