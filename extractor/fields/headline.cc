// SPDX-License-Identifier: GPL-3.0-or-later
// The lines beside or under the name at the top of the page: "Assistant Professor / Department of X / University of Y".
#include <algorithm>

#include "extractor/fields/addresses.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/people.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kBelowName = 14, kAboveName = 40;  // blocks

bool says_past(std::string_view line) {
  const std::string folded = " " + text::fold(line) + " ";
  for (std::string_view word : {" former ", " formerly ", " previously ", " was ", " ex ", " graduated ", " received ",
                                " alumni ", " alumnus ", " before that ", " prior to ", " pursued ", " worked ", " studied ",
                                " obtained ", " completed ", " interned ", " visited "})
    if (folded.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

void read_headline(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 0) return;
  for (const Candidate<Stay>& known : builder.affiliations())
    if (known.rank == 0 && known.evidence.method.starts_with("theme:")) return;  // the family has its own place for this
  const std::string name = builder.name();
  const Reading reading{.method = page.format == Format::pdf ? "pdf_layout" : "section", .confidence = 0.55};
  std::size_t count = 0, taken = 0;
  // A name that only the title or the front matter says stands above the first line.
  bool after_name = true;
  for (std::size_t b = 0; b < outline.blocks.size() && b < kAboveName; ++b)
    if (!name.empty() && text::fold(outline.blocks[b].text).find(text::fold(name)) != std::string::npos) after_name = false;
  for (const Block& block : outline.blocks) {
    // Menus and addresses may stand above the name; what counts is how far below it a line stands.
    if (++count > (after_name ? kBelowName : kAboveName) || taken > 4) break;
    const Section& section = outline.sections[block.section];
    const bool head =
        section.kind == SectionKind::none || section.kind == SectionKind::about || section.kind == SectionKind::contact;
    if (!head) {
      if (after_name && block.kind == BlockKind::heading) break;
      continue;
    }
    if (block.group != kNoNode && outline.in_job_line(static_cast<std::size_t>(&block - outline.blocks.data()))) continue;
    for (std::string_view line : lines(block.text)) {
      if (!name.empty() && text::fold(line).find(text::fold(name)) != std::string::npos && !after_name)
        after_name = true, count = 0;
      if (!after_name || line.size() > 140 || (sentences(line).size() > 1 && line.size() > 90)) continue;
      if (text::cjk_share(line) > 0.5 && (line.ends_with("。") || line.ends_with("다."))) continue;
      // A sentence with a verb is prose.
      const bool verb = says_past(line) ||
                        stands_in(text::fold(line), "i|am|is|my|im|we|are|ich|je|welcome|he|she|paper|accepted|you"_phrases);
      if (verb || find_period(line) || line.find("http") != std::string_view::npos) continue;
      const std::vector<Title> titles = find_titles(line);
      const std::vector<Organisation> places = find_organisations(line);
      if (titles.empty() && places.empty()) continue;
      if (titles.empty() && taken == 0 && block.kind == BlockKind::item) continue;  // a menu or a list of links
      // "Student" alone is a menu's.
      const bool menu = places.empty() && tokens(line).size() == 1 && titles.size() == 1 && titles[0].kind == "student";
      for (const Title& title : titles) {
        if (menu) continue;
        const std::vector<Person> people = leading_people(line.substr(title.end, 50));
        if (!people.empty() && people.front().begin <= 2) continue;  // "Prof. Jane Doe"
        builder.add_position(title.text, reading);
      }
      // "University of X, Ph.D., 2025" tells where somebody studied.
      if (titles.empty() && !find_degrees(line).empty()) continue;
      for (const Organisation& place : places)
        builder.add_affiliation({.organisation = place.name, .department = place.department, .role = {}, .country = {}},
                                {reading.method, titles.empty() && taken == 0 ? 0.4 : 0.55});
      if (places.empty() && !titles.empty()) {  // "Data Scientist @ Foxstream"
        for (std::string_view at : {" at ", " @ ", "@ ", ", "}) {
          const std::size_t found = line.find(at, titles.back().end);
          if (found == std::string_view::npos || found > titles.back().end + 2) continue;
          const std::string_view run = capital_run(line.substr(found + at.size()));
          if (!run.empty() && !is_department(run) && at != ", ")
            builder.add_affiliation({.organisation = std::string(run), .department = {}, .role = {}, .country = {}},
                                    {reading.method, 0.5});
          break;
        }
      }
      ++taken;
    }
  }
}

}  // namespace fellow::extractor
