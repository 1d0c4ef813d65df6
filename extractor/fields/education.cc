// SPDX-License-Identifier: GPL-3.0-or-later
// Degrees in lists, tables and sub-sections under a heading of education.
#include <algorithm>
#include <cstdlib>

#include "extractor/fields/advising.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/records.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

int year_of(const ProfileBuilder& builder) {
  return builder.page().seen_at.size() >= 4 ? std::atoi(builder.page().seen_at.substr(0, 4).c_str()) : 0;
}

// Text of an entry without what is told of the advisor.
std::string without_advising(std::string_view entry) {
  std::string out(entry);
  const std::vector<Advising> found = find_advising(entry);
  for (auto it = found.rbegin(); it != found.rend(); ++it)
    if (it->begin < it->end && it->end <= out.size()) out.replace(it->begin, it->end - it->begin, " ");
  return out;
}

bool says_degree(std::string_view text) { return !find_degrees(text).empty(); }

// A part of the entry that can be an institution nobody knows: capitals, no degree, no year, not the field of study.
std::string unknown_place(std::string_view entry, std::string_view field) {
  for (std::string_view line : lines(entry)) {
    for (const std::string& part : enumeration(line, false)) {
      if (says_degree(part) || last_year(part) || part.size() < 4 || part.size() > 80) continue;
      if (!field.empty() && text::fold(part).find(text::fold(field)) != std::string::npos) continue;
      const std::vector<Token> words = tokens(part);
      if (words.size() < 2 || words.size() > 8 || !words[0].capital || !words[1].capital || tables::topic(part)) continue;
      const std::size_t after = line.find(part) == std::string_view::npos ? 0 : line.find(part) + part.size();
      const std::string_view state = text::trim(line.substr(std::min(after + 1, line.size()), 4));  // "Pittsburgh, PA"
      if (after && after < line.size() && line[after] == ',' && state.size() == 2 && state[0] >= 'A' && state[0] <= 'Z' &&
          state[1] >= 'A' && state[1] <= 'Z')
        continue;
      const std::string folded = text::fold(part);
      bool plain = true;
      for (std::string_view word : {"thesis",    "advisor",          "supervisor",  "gpa",          "grade",       "title",
                                    "cum laude", "honors",           "honours",     "dissertation", "distinction", "major",
                                    "minor",     "computer science", "engineering", "mathematics",  "physics",     "economics",
                                    "biology",   "statistics",       "psychology",  "first class"})
        if (folded.find(word) != std::string::npos) plain = false;
      if (plain) return part;
    }
  }
  return {};
}

std::vector<Period> all_periods(std::string_view text) {
  std::vector<Period> out;
  std::size_t at = 0;
  while (at < text.size() && out.size() < 10) {
    auto period = find_period(text.substr(at));
    if (!period || period->end_byte == 0) break;
    const std::size_t next = at + period->end_byte;
    period->begin_byte += at, period->end_byte = next;
    out.push_back(*period);
    at = next;
  }
  return out;
}

// An entry without a degree (a school, an exchange): the institution is a past one when its time is over.
void read_stay(const std::string& entry, Reading reading, ProfileBuilder& builder) {
  const auto period = find_period(entry);
  const std::vector<Organisation> places = find_organisations(entry);
  const int now = year_of(builder);
  if (!period || period->open || places.size() != 1 || (now && period->end > now) || period->start == 0) return;
  builder.add_past(
      {.organisation = places[0].name, .department = {}, .role = {}, .country = {}, .start = period->start, .end = period->end},
      {reading.method, 0.4});
}

// "(2019) PhD in Geology, University of X", "MSc Physics, University of X, 2015" under no heading of education: nothing but a
// date may stand before the degree, and the line says where.
bool is_degree_line(std::string_view line, SectionKind kind) {
  if ((kind != SectionKind::none && kind != SectionKind::about && kind != SectionKind::contact) || line.size() > 160)
    return false;
  const std::vector<Degree> degrees = find_degrees(line);
  if (degrees.size() != 1 || !find_titles(line).empty() || sentences(line).size() > 1) return false;
  const std::string_view before = line.substr(0, degrees[0].begin);
  const auto period = find_period(line);
  const bool dated = period && period->end_byte <= degrees[0].begin + 1 && tokens(before).size() <= 4;
  if (!dated && !text::trim(before).empty()) return false;
  if (!period && line.find(',') == std::string_view::npos) return false;
  static constexpr std::string_view kVerbs[] = {" i ", " my ", " is ", " was ", " am ", " in which ", " thesis ", " advisor "};
  const std::string folded = " " + text::fold(line) + " ";
  for (std::string_view verb : kVerbs)
    if (folded.find(verb) != std::string::npos) return false;
  const std::vector<Organisation> places = find_organisations(line);  // an abbreviation may stand behind
  return places.size() == 1 || (places.size() == 2 && line.substr(0, places[1].begin).ends_with('('));
}

}  // namespace

void read_education_entry(std::string_view written, Reading reading, ProfileBuilder& builder) {
  const std::vector<std::string_view> all = lines(written);
  // A paragraph of several entries, a line each.
  std::size_t whole = 0;
  for (std::string_view line : all) whole += says_degree(line) && !find_organisations(line).empty();
  if (whole >= 2) {
    for (std::string_view line : all)
      if (says_degree(line)) read_education_entry(line, reading, builder);
    return;
  }
  const std::string entry = without_advising(written);
  std::vector<Degree> degrees = find_degrees(entry);
  if (entry.size() > 1200 || entry.find("GitHub University") != std::string::npos) return;
  if (degrees.empty()) {
    read_stay(entry, reading, builder);
    return;
  }
  std::vector<Organisation> places = find_organisations(entry);
  const auto period = find_period(entry);
  Organisation place;
  if (!places.empty()) {
    place = places.front();
    for (const Organisation& candidate : places)
      if (candidate.row && !candidate.row->company && !place.row) place = candidate;
  } else {
    place.name = unknown_place(entry, degrees.front().field);
    if (place.name.empty()) return;
  }
  const std::vector<Period> periods = all_periods(entry);
  const int now = year_of(builder);
  bool running = period && (period->open || (now && period->end > now));
  for (std::size_t d = 0; d < degrees.size(); ++d) {
    const Degree& degree = degrees[d];
    const bool again = std::any_of(degrees.begin(), degrees.begin() + static_cast<std::ptrdiff_t>(d),
                                   [&](const Degree& other) { return other.degree == degree.degree; });
    // "BSc (Bachelor of Science)" names one degree twice; thesis titles and fields name others in passing.
    const std::string_view line =
        std::string_view(entry).substr(std::string_view(entry).substr(0, degree.begin).rfind('\n') == std::string_view::npos
                                           ? 0
                                           : std::string_view(entry).substr(0, degree.begin).rfind('\n') + 1);
    const std::string folded_line = text::fold(line.substr(0, line.find('\n')));
    const std::size_t thesis = text::lower(entry).find("thesis");
    if (again || folded_line.starts_with("thesis") || (d > 0 && thesis != std::string::npos && thesis < degree.begin)) continue;
    if (d > 0 && text::lower(entry.substr(degree.end, 10)).find("thesis") != std::string::npos) continue;
    Education education{.institution = place.name, .id = {}, .degree = degree.degree, .field = degree.field, .year = 0};
    if (degrees.size() == 1 && period)
      education.year = period->end;
    else if (periods.size() == degrees.size() && periods.front().begin_byte > degrees.back().begin)
      education.year = periods[d].end;  // degrees above each other, then their dates
    else if (const auto own = find_period(std::string_view(entry).substr(
                 degree.begin, (d + 1 < degrees.size() ? degrees[d + 1].begin : entry.size()) - degree.begin)))
      education.year = own->end;
    else if (period && d == 0)
      education.year = period->end;
    builder.add_education(education, reading);
  }
  const Stay stay{.organisation = place.name,
                  .department = place.department,
                  .role = {},
                  .country = {},
                  .start = period ? period->start : 0,
                  .end = period ? period->end : 0};
  if (running && degrees.front().degree != "other")
    builder.add_affiliation(stay, {reading.method, reading.confidence - 0.25});
  else if (!running)
    builder.add_past(stay, {reading.method, reading.confidence - 0.1});
}

void read_education(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const Reading reading{.method = page.format == Format::pdf ? "pdf_layout" : "section", .confidence = 0.75};
  for (std::size_t s = 0; s < outline.sections.size(); ++s) {
    if (outline.sections[s].kind != SectionKind::education) continue;
    for (const std::string& entry : records(outline, s)) {
      const bool prose = entry.size() > 200 && (" " + text::fold(entry) + " ").find(" i ") != std::string::npos;
      if (!prose) read_education_entry(entry, reading, builder);  // prose is read as sentences
    }
  }
  for (const Block& block : outline.blocks) {  // "Education: PhD, University of X, 2019"
    if (outline.sections[block.section].kind == SectionKind::education) continue;
    for (std::string_view line : lines(block.text))
      if (const auto label = label_of(line); label && label->first == SectionKind::education && line.size() < 400)
        read_education_entry(label->second, {"section", 0.6}, builder);
      else if (builder.rank() == 0 && is_degree_line(line, outline.sections[block.section].kind))
        read_education_entry(line, {"section", 0.55}, builder);
  }
}

}  // namespace fellow::extractor
