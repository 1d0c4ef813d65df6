// SPDX-License-Identifier: GPL-3.0-or-later
// Timelines that no heading announces: mark_timelines of outline.h.
#include <algorithm>

#include "extractor/fields/dates.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/outline.h"
#include "extractor/fields/titles.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kLongestHeading = 80, kLongestPlace = 140, kFewest = 2;

bool is_date(const Block& block) {
  return block.kind != BlockKind::heading && block.text.size() < kLongestDate && only_date(block.text, find_period(block.text));
}

// Whether this is a station: a heading that says a degree or a post, a date of its own line before or below it, and a place.
bool is_station(const Outline& outline, const Section& section) {
  if (section.level == 0 || section.level > 6 || section.own != SectionKind::none || section.heading.size() > kLongestHeading ||
      (section.kind != SectionKind::none && section.kind != SectionKind::about))
    return false;
  const auto first = outline.blocks.begin() + static_cast<std::ptrdiff_t>(section.begin);
  const auto last = outline.blocks.begin() + static_cast<std::ptrdiff_t>(section.end);
  const bool dated = (section.begin > 0 && is_date(*(first - 1))) || std::any_of(first, last, is_date);
  if (!dated || (find_degrees(section.heading).empty() && find_titles(section.heading).empty())) return false;
  return std::any_of(first, last, [](const Block& block) {
    return block.text.size() <= kLongestPlace && !find_organisations(block.text).empty();
  });
}

}  // namespace

void mark_timelines(Outline& outline) {
  auto& sections = outline.sections;
  for (std::size_t s = 1; s < sections.size();) {
    std::size_t end = s;
    while (end < sections.size() && sections[end].parent == sections[s].parent && sections[end].level == sections[s].level &&
           is_station(outline, sections[end]))
      ++end;
    for (std::size_t k = s; end - s >= kFewest && k < end; ++k) {
      sections[k].timeline = s;
      sections[k].kind = find_titles(sections[k].heading).empty() ? SectionKind::education : SectionKind::experience;
    }
    s = std::max(end, s + 1);
  }
}

}  // namespace fellow::extractor
