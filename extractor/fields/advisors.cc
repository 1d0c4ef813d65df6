// SPDX-License-Identifier: GPL-3.0-or-later
// Advisors under a heading of their own, on labelled lines, and in entries of education and experience; sentences are
// prose.cc's.
#include "extractor/fields/advising.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/tokens.h"

namespace fellow::extractor {
namespace {

// A section headed "Advisors" that is longer than this lists something else.
constexpr std::size_t kMostAdvisors = 8, kLongestEntry = 300;

}  // namespace

void read_advisors(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const Reading reading{.method = page.format == Format::pdf ? "pdf_layout" : "section", .confidence = 0.7};
  const auto add = [&](const Person& person, std::string_view affiliation) {
    builder.add_advisor({person.name, link_of(page, person.name), std::string(affiliation)}, reading);
  };
  for (const Block& block : outline.blocks) {
    const Section& section = outline.sections[block.section];
    if (section.kind == SectionKind::advisors && block.kind != BlockKind::heading) {
      if (section.end - section.begin > kMostAdvisors + 1 || block.text.size() > kLongestEntry) continue;
      for (std::string_view line : lines(block.text)) {
        const std::vector<Person> people = leading_people(line);
        const std::vector<Organisation> places = find_organisations(line);
        for (const Person& person : people)
          add(person, places.size() == 1 ? std::string_view(places[0].name) : std::string_view());
      }
      continue;
    }
    const bool lists = section.kind == SectionKind::education || section.kind == SectionKind::experience ||
                       (section.kind == SectionKind::publications && page.format == Format::pdf && false);
    if (lists) {
      for (const Advising& advising : find_advising(block.text))
        for (std::size_t i = 0; i < advising.people.size(); ++i) add(advising.people[i], advising.place_of(i));
    }
  }
}

}  // namespace fellow::extractor
