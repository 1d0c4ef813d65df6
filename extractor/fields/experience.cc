// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs in lists, tables and sub-sections under a heading of experience; dates tell the current ones from the past.
#include <algorithm>
#include <cstdlib>

#include "extractor/fields/advising.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/people.h"
#include "extractor/fields/records.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

int year_of(const ProfileBuilder& builder) {
  return builder.page().seen_at.size() >= 4 ? std::atoi(builder.page().seen_at.substr(0, 4).c_str()) : 0;
}

bool is_place_name(std::string_view folded) {  // towns and countries that stand beside employers
  static constexpr std::string_view kRows[] = {"usa",
                                               "uk",
                                               "china",
                                               "germany",
                                               "france",
                                               "italy",
                                               "spain",
                                               "india",
                                               "japan",
                                               "remote",
                                               "canada",
                                               "paris",
                                               "london",
                                               "berlin",
                                               "beijing",
                                               "shanghai",
                                               "shenzhen",
                                               "hangzhou",
                                               "hong kong",
                                               "singapore",
                                               "tokyo",
                                               "seoul",
                                               "new york",
                                               "seattle",
                                               "wa",
                                               "ca",
                                               "ny",
                                               "boston",
                                               "ma",
                                               "lyon",
                                               "zurich",
                                               "switzerland",
                                               "netherlands",
                                               "korea",
                                               "south korea",
                                               "australia",
                                               "sweden",
                                               "united kingdom",
                                               "united states",
                                               "mountain view",
                                               "redmond",
                                               "san francisco",
                                               "sunnyvale",
                                               "bangalore",
                                               "israel",
                                               "prague",
                                               "brazil",
                                               "full time",
                                               "part time",
                                               "intern",
                                               "internship",
                                               "hybrid",
                                               "on site",
                                               "taiwan",
                                               "taipei",
                                               "munich",
                                               "amsterdam",
                                               "cambridge",
                                               "oxford",
                                               "pittsburgh",
                                               "new delhi",
                                               "delhi"};
  return std::find(std::begin(kRows), std::end(kRows), folded) != std::end(kRows);
}

// An employer that neither the table nor its form tells: the first part that is no title, date or town.
std::string unknown_employer(std::string_view entry, const std::vector<Title>& titles) {
  for (std::string_view at : {" at ", " @ ", "@"}) {
    const std::size_t found = entry.find(at);
    if (found == std::string_view::npos || found > 120) continue;
    if (const std::string_view name = capital_run(entry.substr(found + at.size())); !name.empty()) return std::string(name);
  }
  int line_count = 0;
  for (std::string_view line : lines(entry)) {
    if (++line_count > 3 || line.size() > 120) break;
    for (std::string part : enumeration(line, false)) {
      for (std::string_view dash : {" – ", " - ", " — ", "("})
        if (const std::size_t at = part.find(dash); at != std::string::npos && at > 2) part.erase(at);
      const std::string_view clean = bare(part);
      const std::vector<Token> words = tokens(clean);
      if (words.empty() || words.size() > 5 || !words[0].capital || last_year(clean) || is_place_name(text::fold(clean)))
        continue;
      bool titled = false;
      for (const Title& title : titles)
        titled = titled || clean.find(title.text) != std::string_view::npos || title.text.find(clean) != std::string::npos;
      if (titled || !find_titles(clean).empty() || is_department(clean)) continue;
      bool month = false;
      for (const Token& word : words)
        for (std::string_view name :
             {"jan", "january",  "feb",    "february", "mar",  "march",  "apr",       "april",   "may",     "jun", "june",
              "jul", "july",     "aug",    "august",   "sep",  "sept",   "september", "oct",     "october", "nov", "november",
              "dec", "december", "summer", "spring",   "fall", "winter", "present",   "current", "now"})
          month = month || word.folded == name;
      if (month || looks_like_name(clean) || section_kind(clean) != SectionKind::none || tables::topic(clean)) continue;
      const auto capitals = std::count_if(words.begin(), words.end(), [](const Token& w) { return w.capital || w.number; });
      if (static_cast<std::size_t>(capitals) + 1 < words.size()) continue;
      return std::string(clean);
    }
  }
  return {};
}

}  // namespace

void read_job_entry(std::string_view entry, Reading reading, ProfileBuilder& builder) {
  // Up to the line after the date; what follows describes the work.
  std::size_t until = 0, past_date = 0;
  for (std::string_view line : lines(entry)) {
    if (past_date > 0 && (line.size() > 140 || past_date > 1)) break;
    until = static_cast<std::size_t>(line.data() - entry.data()) + line.size();
    if (past_date > 0 || find_period(line)) ++past_date;
  }
  const std::string_view head = entry.substr(0, std::min<std::size_t>(until, 400));
  std::string text(head);
  const std::vector<Advising> advising = find_advising(head);
  for (auto it = advising.rbegin(); it != advising.rend(); ++it)
    if (it->end <= text.size() && it->begin < it->end)
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(it->begin), text.begin() + static_cast<std::ptrdiff_t>(it->end),
                ' ');
  const auto period = find_period(text);
  if (!period) return;
  std::vector<Title> titles = find_titles(text);
  std::erase_if(titles, [&](const Title& title) { return title.begin > 220; });
  std::vector<Organisation> places = find_organisations(text);
  std::erase_if(places, [&](const Organisation& place) { return place.begin > 260; });
  Stay stay;
  if (!places.empty()) {
    const Organisation* best = &places.front();
    for (const Organisation& place : places)
      if (place.row && !best->row) best = &place;
    stay.organisation = best->name, stay.department = best->department;
  } else {
    if (titles.empty()) return;
    stay.organisation = unknown_employer(text, titles);
    if (stay.organisation.empty()) return;
  }
  if (!titles.empty()) stay.role = titles.front().text;
  stay.start = period->start, stay.end = period->end;
  const int now = year_of(builder);
  const bool degree_only = titles.empty() && !find_degrees(text).empty();
  if (degree_only) return;
  if (period->open || (now && period->end > now)) {
    if (!stay.role.empty()) builder.add_position(stay.role, reading);
    builder.add_affiliation(stay, reading);
  } else if (period->start != 0 || period->end != 0) {
    builder.add_past(stay, reading);
  }
}

void read_experience(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const Reading reading{.method = page.format == Format::pdf ? "pdf_layout" : "section", .confidence = 0.6};
  for (std::size_t s = 0; s < outline.sections.size(); ++s) {
    if (outline.sections[s].kind != SectionKind::experience) continue;
    for (const std::string& entry : records(outline, s)) {
      const std::vector<std::string_view> all = lines(entry);
      std::size_t dated = 0;
      for (std::string_view line : all) dated += find_period(line) && !find_organisations(line).empty();
      if (dated >= 2) {
        for (std::string_view line : all) read_job_entry(line, reading, builder);
      } else {
        read_job_entry(entry, reading, builder);
      }
    }
  }
}

}  // namespace fellow::extractor
