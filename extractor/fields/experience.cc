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
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

int year_of(const ProfileBuilder& builder) {
  return builder.page().seen_at.size() >= 4 ? std::atoi(builder.page().seen_at.substr(0, 4).c_str()) : 0;
}

bool is_place_name(std::string_view folded) {  // towns and countries that stand beside employers
  static constexpr WordSet kRows({"usa",
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
                                  "delhi"});
  return in(kRows, folded);
}

bool is_month(std::string_view folded) {
  for (std::string_view name :
       {"jan", "january",  "feb",    "february", "mar",  "march",  "apr",       "april",   "may",     "jun",   "june",
        "jul", "july",     "aug",    "august",   "sep",  "sept",   "september", "oct",     "october", "nov",   "november",
        "dec", "december", "summer", "spring",   "fall", "winter", "present",   "current", "now",     "autumn"})
    if (folded == name) return true;
  return false;
}

// The line without its date and the month before it.
std::string_view undated(std::string_view line) {
  const auto period = find_period(line);
  if (!period) return line;
  if (period->begin_byte < 3) return line.substr(std::min(period->end_byte, line.size()));
  std::string_view head = line.substr(0, period->begin_byte);
  for (const std::vector<Token> words = tokens(head); !words.empty() && is_month(words.back().folded);) {
    head = head.substr(0, words.back().begin);
    break;
  }
  return head;
}

// Words that companies have in their names and people do not.
bool company_words(const std::vector<Token>& words) {
  static constexpr WordSet kRows(
      {"media",       "studio",         "studios",      "systems",     "software",      "technologies",
       "technology",  "networks",       "capital",      "partners",    "consulting",    "solutions",
       "analytics",   "robotics",       "games",        "health",      "energy",        "motors",
       "electronics", "digital",        "informatique", "pharma",      "therapeutics",  "genomics",
       "services",    "industries",     "aerospace",    "automotive",  "semiconductor", "semiconductors",
       "telecom",     "communications", "insurance",    "securities",  "ventures",      "entertainment",
       "publishing",  "interactive",    "dynamics",     "instruments", "biosciences",   "biotech",
       "railway",     "airlines",       "group",        "holdings",    "computing",     "ai"});
  if (words.size() >= 2 && words.back().folded == "research" && !tables::topic(words[0].folded)) return true;
  return std::any_of(words.begin(), words.end(), [](const Token& word) { return in(kRows, word.folded); });
}

// What a list of roles ends in, where the titles' table takes it for none by itself: "Board member", "CEO".
bool role_like(std::string_view clean) {
  const std::vector<Token> words = tokens(clean);
  static constexpr WordSet kRows(
      {"member",         "ceo",   "cto",       "cfo",     "coo",        "founder",  "teacher",   "manager",
       "administration", "quant", "trader",    "actuary", "editor",     "support",  "assistant", "intern",
       "trainee",        "owner", "volunteer", "lead",    "instructor", "lifeguard"});
  return !words.empty() && in(kRows, words.back().folded);
}

// Whether these words can be an employer's name: a few capitalised ones that are no town, month, person, section or topic.
// `alone`: on a line of its own, where no colleague's name is expected.
bool employer_like(std::string_view clean, bool alone) {
  const std::vector<Token> words = tokens(clean);
  if (words.empty() || words.size() > 6 || !words[0].capital || last_year(clean) || is_place_name(text::fold(clean)))
    return false;
  if (is_department(clean)) {
    // A centre or school with a name of its own employs people; a group, a department, a "School of X" does not.
    static constexpr WordSet kHouses({"center", "centre", "centro", "institute", "institut", "school", "college"});
    const bool house = in(kHouses, words.back().folded) || words[0].folded == "centre" || words[0].folded == "centro";
    if (!house || words.size() < 3) return false;
  }
  for (const Token& word : words)  // months, and small words of a project's title
    if (is_month(word.folded) || word.folded == "for" || word.folded == "with" || word.folded == "using" ||
        word.folded == "via" || word.folded == "towards")
      return false;
  static constexpr WordSet kForms({"asa", "ag", "sa", "bv", "ab", "se", "kg", "oy", "plc", "spa", "srl", "nv", "pty", "aps"});
  const bool form = words.size() >= 2 && words.back().capital && in(kForms, words.back().folded);
  const bool company = form || company_words(words);  // "Stonetown Media" is no section of news
  if (!company && ((!alone && looks_like_name(clean)) || section_kind(clean) != SectionKind::none)) return false;
  if (tables::topic(clean)) return false;
  const auto capitals = std::count_if(words.begin(), words.end(), [](const Token& w) { return w.capital || w.number; });
  return static_cast<std::size_t>(capitals) + 1 >= words.size();
}

// An employer that neither the table nor its form tells: the first part that is no title, date or town.
std::string unknown_employer(std::string_view entry, const std::vector<Title>& titles) {
  for (std::string_view at : {" at ", " @ ", "@"}) {
    const std::size_t found = entry.find(at);
    if (found == std::string_view::npos || found > 200) continue;
    if (const std::string_view name = capital_run(entry.substr(found + at.size())); !name.empty()) return std::string(name);
  }
  int line_count = 0;
  for (std::string_view line : lines(entry)) {
    if (++line_count > 3 || line.size() > 120) break;
    const std::vector<std::string> parts = enumeration(undated(line), false);
    for (std::string part : parts) {
      for (std::string_view dash : {" – ", " - ", " — ", "(", " | "})
        if (const std::size_t at = part.find(dash); at != std::string::npos && at > 2) part.erase(at);
      std::string_view clean = bare(part);
      bool titled = false;
      for (const Title& title : titles) {
        if (clean.starts_with(title.text) && clean.size() > title.text.size() + 2) {  // "Research intern TRDDC"
          clean = bare(clean.substr(title.text.size()));
          break;
        }
        titled = titled || clean.find(title.text) != std::string_view::npos || title.text.find(clean) != std::string::npos;
      }
      if (titled || role_like(clean) || !find_titles(clean).empty() || !employer_like(clean, false)) continue;
      return std::string(clean);
    }
  }
  return {};
}

// A name on a line of its own, above the line of the date.
std::string employer_above(std::string_view entry, const Period& period) {
  const std::string_view line = entry.substr(0, entry.find('\n'));
  if (line.size() + 1 > period.begin_byte || line.size() > 60 || last_year(line)) return {};
  const std::string folded = text::fold(line);
  for (std::string_view word : {"intern", "project", "research", "thesis", "teaching", "course", "member", "volunteer"})
    if (folded.find(word) != std::string::npos) return {};
  // "Data Science and R&D | Nov 2017 – Apr 2018": the date's line tells the work.
  std::string_view dated = entry.substr(0, period.begin_byte);
  if (const std::size_t above = dated.rfind('\n'); above != std::string_view::npos) dated = dated.substr(above);
  if (tokens(dated).size() < 3) return {};
  const std::string_view name = bare(line.substr(0, line.find(" (")));
  return find_titles(line).empty() && employer_like(name, true) ? std::string(name) : std::string();
}

// "Gorilla Science (2011 – 2016): modelled …": a name, its years in brackets, what was done there.
std::string labelled_employer(std::string_view entry, const Period& period) {
  const std::size_t open = entry.substr(0, period.begin_byte).rfind('(');
  if (open == std::string_view::npos || open < 4 || open > 80 || period.begin_byte - open > 12) return {};
  const std::string_view after = entry.substr(std::min(period.end_byte, entry.size()), 3);
  std::string_view name = bare(entry.substr(0, open));
  name = bare(name.substr(0, name.find(" (")));
  return after.starts_with("):") && employer_like(name, true) ? std::string(name) : std::string();
}

}  // namespace

void read_job_entry(std::string_view entry, Reading reading, ProfileBuilder& builder) {
  // Up to the line after the date; what follows describes the work.
  // The cells of a row: the date, the post, the place.
  const std::vector<std::string_view> written = lines(entry);
  const auto first_date = written.empty() ? std::nullopt : find_period(written.front());
  const bool date_alone = first_date && written.front().size() <= first_date->end_byte - first_date->begin_byte + 12;
  const bool cells = date_alone && written.size() <= 4 && entry.size() < 200;
  const std::size_t most = cells ? 3 : 1;
  std::size_t until = 0, past_date = 0;
  for (std::string_view line : lines(entry)) {
    if (past_date == 1 && line.size() > 140) {  // "A post as architect at Acme. The work …": its first sentence
      const std::vector<std::string_view> told = sentences(line);
      if (!told.empty() && told.front().size() < 160 && !find_titles(told.front()).empty())
        until = static_cast<std::size_t>(told.front().data() - entry.data()) + told.front().size();
      break;
    }
    if (past_date > most) break;
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
  // What stands below the line of the date describes the work: a name there counts only if none stands above.
  const std::size_t below = text.find('\n', std::min(period->end_byte, text.size()));
  const bool above = std::any_of(places.begin(), places.end(), [&](const Organisation& place) { return place.begin < below; });
  if (!above) stay.organisation = labelled_employer(text, *period);
  if (!above && stay.organisation.empty()) stay.organisation = employer_above(text, *period);
  if (!above && stay.organisation.empty() && !titles.empty() && below != std::string::npos && period->begin_byte > 20)
    stay.organisation = unknown_employer(std::string_view(text).substr(0, below), titles);
  if (!stay.organisation.empty()) {
    // found
  } else if (titles.empty() && places.empty()) {
    const std::vector<std::string> parts = enumeration(undated(std::string_view(text).substr(0, text.find('\n'))), false);
    if (parts.size() < 2) return;
    const bool swapped = !role_like(parts[0]) && role_like(parts[1]) && employer_like(bare(parts[0]), true);
    if (!swapped && !role_like(parts[0])) return;  // "Acme Bank, Trader": the employer first
    stay.role = bare(parts[swapped ? 1 : 0]);
    stay.organisation =
        swapped ? std::string(bare(parts[0])) : unknown_employer(std::string_view(text).substr(0, text.find('\n')), titles);
    if (stay.organisation.empty()) return;
  } else if (!places.empty()) {
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
  // A degree's thesis or project is done at other places too.
  static constexpr std::string_view kWithin[] = {"thesis", "project", "student", "scholar", "teaching", "internship", "course"};
  const std::string folded = degree_only ? text::fold(text) : std::string();
  if (degree_only && std::any_of(std::begin(kWithin), std::end(kWithin),
                                 [&](std::string_view word) { return folded.find(word) != std::string::npos; }))
    return;
  if (degree_only) {  // "2012 – 2016: doctorate, University of X" among the jobs
    read_education_entry(entry, reading, builder);
    return;
  }
  // "Acme Institute & Bell College (2010)": one line for two employers.
  for (const Organisation& place : places) {
    if (stay.organisation != place.name || place.end >= text.size()) continue;
    const auto second = std::find_if(places.begin(), places.end(), [&](const Organisation& other) {
      const std::string_view between =
          other.begin > place.end ? std::string_view(text).substr(place.end, other.begin - place.end) : std::string_view();
      return between == " & " || between == " and " || between == " / " || between == " + ";
    });
    if (second == places.end()) continue;
    Stay other = stay;
    other.organisation = second->name, other.department = second->department;
    other.role = titles.empty() ? std::string() : titles.front().text;
    other.start = period->start, other.end = period->end;
    if (period->open || (now && period->end > now))
      builder.add_affiliation(other, reading);
    else
      builder.add_past(other, reading);
    break;
  }
  if (period->open || (now && period->end > now)) {
    if (!stay.role.empty()) builder.add_position(stay.role, reading);
    builder.add_affiliation(stay, reading);
  } else if (period->start != 0 || period->end != 0) {
    builder.add_past(stay, reading);
  }
}

namespace {

// "Research" on a CV, or below "Experience", lists posts: each with a title and a range of years.
bool lists_posts(const Outline& outline, const Section& section, const ProfileBuilder& builder) {
  if (section.kind == SectionKind::experience) return true;
  if (section.kind != SectionKind::research) return false;
  return builder.rank() == 2 || outline.sections[section.parent].kind == SectionKind::experience ||
         text::lower(builder.page().url.path()).find("experience") != std::string::npos;
}

bool names_post(std::string_view entry) {
  const auto period = find_period(entry);
  return period && (period->start != 0 || period->open) && (!find_titles(entry).empty() || entry.find("):") < 90);
}

}  // namespace

void read_experience(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const Reading reading{.method = page.format == Format::pdf ? "pdf_layout" : "section", .confidence = 0.6};
  for (std::size_t s = 0; s < outline.sections.size(); ++s) {
    if (!lists_posts(outline, outline.sections[s], builder)) continue;
    for (const std::string& entry : records(outline, s)) {
      if (outline.sections[s].kind == SectionKind::research && !names_post(entry)) continue;
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
  for (const CvLine& line : outline.cv_lines())
    if (line.job) read_job_entry(line.text, {reading.method, 0.5}, builder);
}

}  // namespace fellow::extractor
