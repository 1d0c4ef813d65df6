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
#include "extractor/word_set.h"
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

// Training that ends without a degree and is listed among degrees: "Exchange program", "Fellowship in cardiology".
bool says_training(std::string_view entry) {
  static constexpr WordSet kRows({"exchange", "fellowship", "residency", "residence", "internat", "specialization",
                                  "specialisation", "especializacion", "tronc", "weiterbildung"});
  const std::vector<Token> words = tokens(entry.substr(0, 160));
  return std::any_of(words.begin(), words.end(), [](const Token& word) { return in(kRows, word.folded); });
}

// An entry without a degree (a school, an exchange): the institution is a past one when its time is over.
void read_stay(const std::string& entry, Reading reading, ProfileBuilder& builder) {
  const auto period = find_period(entry);
  const std::vector<Organisation> places = find_organisations(entry);
  const int now = year_of(builder);
  if (period && places.size() == 1 && says_training(entry)) {
    builder.add_education({.institution = places[0].name, .id = {}, .degree = "other", .field = {}, .year = period->end},
                          {reading.method, 0.4});
    if (!period->open && period->start == 0 && now && period->end < now)
      builder.add_past({.organisation = places[0].name, .department = {}, .role = {}, .country = {}, .end = period->end},
                       {reading.method, 0.4});
  }
  if (!period || period->open || places.size() != 1 || (now && period->end > now) || period->start == 0) return;
  builder.add_past(
      {.organisation = places[0].name, .department = {}, .role = {}, .country = {}, .start = period->start, .end = period->end},
      {reading.method, 0.4});
}

// "BSc + MSc", "B.S./M.S.", "BA and MA".
bool joined_degrees(std::string_view text, const Degree& a, const Degree& b) {
  const std::string between = text::fold(text.substr(a.end, b.begin - std::min(a.end, b.begin)));
  return b.begin >= a.end && b.begin - a.end <= 6 && (between.empty() || between == "and" || between == "und") &&
         text.substr(a.end, b.begin - a.end).find_first_of("+/&n") != std::string_view::npos;
}

// "Dissertations" lists the person's own, unless it is of students.
bool lists_theses(const Section& section) {
  static constexpr WordSet kTheses({"thesis", "theses", "dissertation", "dissertations"});
  static constexpr WordSet kOthers({"student", "students", "supervised", "supervision", "supervising", "advised", "topics"});
  const std::vector<Token> words = tokens(section.heading);
  return std::any_of(words.begin(), words.end(), [](const Token& word) { return in(kTheses, word.folded); }) &&
         std::none_of(words.begin(), words.end(), [](const Token& word) { return in(kOthers, word.folded); });
}

// "J. Doe: On sand. Master thesis, University of X, 2018".
void read_thesis(std::string_view entry, Reading reading, ProfileBuilder& builder) {
  const std::vector<std::string>& own = builder.name_words();
  const std::vector<Degree> degrees = find_degrees(entry);
  const std::vector<Organisation> places = find_organisations(entry);
  const auto period = find_period(entry);
  if (own.empty() || degrees.size() != 1 || places.size() != 1 || !period) return;
  const std::string behind = text::fold(entry.substr(degrees[0].end, 16));
  const std::string before = " " + text::fold(entry.substr(0, 40)) + " ";
  const bool thesis = behind.find("thesis") != std::string::npos || behind.find("dissertation") != std::string::npos;
  if (!thesis || before.find(" " + own.back() + " ") == std::string::npos) return;
  builder.add_education(
      {.institution = places[0].name, .id = {}, .degree = degrees[0].degree, .field = {}, .year = period->end}, reading);
  builder.add_past({.organisation = places[0].name, .department = {}, .role = {}, .country = {}, .end = period->end}, reading);
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
  std::erase_if(degrees, [&](const Degree& degree) {  // "PhD visiting researcher at X" is a stay
    return text::fold(std::string_view(entry).substr(degree.end, 12)).starts_with("visit");
  });
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
    // "Bloomberg School of Public Health", and below it "Johns Hopkins University": a part and its whole.
    if (text::fold(place.name).find("school of") != std::string::npos)
      for (const Organisation& candidate : places)
        if (candidate.begin > place.end && text::fold(candidate.name).find("universit") != std::string::npos) {
          place = candidate;
          break;
        }
  } else {
    place.name = unknown_place(entry, degrees.front().field);
    if (place.name.empty()) return;
  }
  const std::vector<Period> periods = all_periods(entry);
  const int now = year_of(builder);
  bool running = period && (period->open || (now && period->end > now));
  int year_before = 0;
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
    else if (d > 0 && joined_degrees(entry, degrees[d - 1], degree))
      education.year = year_before;  // "BSc + MSc, 2006 – 2011"
    else if (const auto own = find_period(std::string_view(entry).substr(
                 degree.begin, (d + 1 < degrees.size() ? degrees[d + 1].begin : entry.size()) - degree.begin)))
      education.year = own->end;
    else if (period && d == 0)
      education.year = period->end;
    year_before = education.year;
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
    if (lists_theses(outline.sections[s]))
      for (std::size_t b = outline.sections[s].begin + 1; b < outline.sections[s].end; ++b)
        read_thesis(outline.blocks[b].text, {reading.method, 0.5}, builder);
    if (outline.sections[s].kind != SectionKind::education) continue;
    for (const std::string& entry : records(outline, s)) {
      const std::string_view first = lines(entry).front();
      const bool titled = first.size() < 90 && first.size() + 1 < entry.size() && says_degree(first);
      const bool prose = entry.size() > 200 && !titled && (" " + text::fold(entry) + " ").find(" i ") != std::string::npos;
      if (!prose) read_education_entry(entry, reading, builder);  // prose is read as sentences
    }
  }
  for (const Block& block : outline.blocks) {  // "Education: PhD, University of X, 2019"
    if (outline.sections[block.section].kind == SectionKind::education) continue;
    for (std::string_view line : lines(block.text))
      if (const auto label = label_of(line); label && label->first == SectionKind::education && line.size() < 400)
        read_education_entry(label->second, {"section", 0.6}, builder);
  }
  if (builder.rank() > 0) return;
  for (const CvLine& line : outline.cv_lines())
    if (!line.job) read_education_entry(line.text, {"section", 0.55}, builder);
}

}  // namespace fellow::extractor
