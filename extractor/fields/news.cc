// SPDX-License-Identifier: GPL-3.0-or-later
// What dated news tell of the person's own way: posts begun and visits in earlier years, degrees received.
#include <algorithm>
#include <cstdlib>

#include "extractor/fields/advising.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMostItems = 200, kMostBytes = 300;

bool has(std::string_view folded, std::initializer_list<std::string_view> words) {
  for (std::string_view word : words)
    if (folded.find(word) != std::string_view::npos) return true;
  return false;
}

// Events and other people's ways.
bool of_others(std::string_view folded) {
  return has(folded,
             {" talk ",    " workshop ",        " conference ",   " seminar ", " invited ",   " keynote ",   " award ",
              " student ", " students ",        " paper ",        " papers ",  " committee ", " challenge ", " we ",
              " our ",     " congratulations ", " lab welcomes ", " welcome ", " tutorial ",  " course ",    " summer school ",
              " you "});
}

bool begins_post(std::string_view folded) {
  return has(folded, {" new role ", " new position ", " new job ", " started ", " starting ", " joined ", " joining ",
                      " interning ", " intern at ", " intern with ", " internship at ", " moved to ", " i am visiting ",
                      " im visiting ", " visiting researcher ", " visiting scholar ", " visiting student ", " began "});
}

bool receives_degree(std::string_view folded) {
  return has(folded, {" graduated ", " defended my ", " received my ", " obtained my ", " completed my ", " finished my ",
                      " earned my ", " awarded my "});
}

void read_item(std::string_view item, ProfileBuilder& builder) {
  const auto period = find_period(item);
  const int now = std::atoi(builder.page().seen_at.substr(0, 4).c_str());
  const std::string folded = " " + text::fold(item) + " ";
  if (!period || of_others(folded)) return;
  const std::vector<Organisation> places = find_organisations(item);
  if (places.empty()) return;
  const Reading reading{.method = "pattern", .confidence = 0.45};
  const int year = period->end;
  if (const std::vector<Degree> degrees = find_degrees(item); !degrees.empty() && receives_degree(folded)) {
    const auto place =
        std::find_if(places.begin(), places.end(), [&](const Organisation& p) { return p.begin > degrees[0].begin; });
    if (place == places.end()) return;
    builder.add_education(
        {.institution = place->name, .id = {}, .degree = degrees[0].degree, .field = degrees[0].field, .year = year}, reading);
    builder.add_past({.organisation = place->name, .department = {}, .role = {}, .country = {}, .start = 0, .end = year},
                     reading);
    return;
  }
  // What began this year may still run; without any affiliation known it may be the present one.
  if (!begins_post(folded) || year >= now || builder.affiliations().empty()) return;
  const std::vector<Title> titles = find_titles(item);
  builder.add_past({.organisation = places.front().name,
                    .department = places.front().department,
                    .role = titles.empty() ? std::string() : titles.front().text,
                    .country = {},
                    .start = year,
                    .end = 0},
                   reading);
}

}  // namespace

void read_news(const Document&, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 1) return;
  std::size_t items = 0;
  for (std::size_t b = 0; b < outline.blocks.size() && items < kMostItems; ++items) {
    const Block& first = outline.blocks[b];
    std::string item = first.text;
    for (++b; b < outline.blocks.size() && first.group != kNoNode && outline.blocks[b].group == first.group; ++b)
      item += "\n" + outline.blocks[b].text;  // a row: the date, then what happened
    if (outline.sections[first.section].kind == SectionKind::news && item.size() <= kMostBytes) read_item(item, builder);
  }
}

}  // namespace fellow::extractor
