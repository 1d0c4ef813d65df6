// SPDX-License-Identifier: GPL-3.0-or-later
// Which items and rows are lines of a CV? Outline::cv_lines.
#include <algorithm>

#include "extractor/fields/dates.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/outline.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMostBytes = 160;  // a longer line tells something

bool has_year(std::string_view text) {
  for (std::size_t i = 0; i + 3 < text.size(); ++i)
    if ((text.substr(i, 2) == "19" || text.substr(i, 2) == "20") && text[i + 2] >= '0' && text[i + 2] <= '9') return true;
  return false;
}

bool speaks(std::string_view line) {
  static constexpr std::string_view kVerbs[] = {
      " i ",    " my ",         " is ",    " was ",        " am ",         " in which ", " thesis ", " advisor ",
      " talk ", " supervisor ", " award ", " student of ", " student at ", " now at ",   " joined ", " with "};
  const std::string folded = " " + text::fold(line) + " ";
  return std::any_of(std::begin(kVerbs), std::end(kVerbs),
                     [&](std::string_view verb) { return folded.find(verb) != std::string::npos; });
}

// One place; an abbreviation may stand behind it.
bool one_place(std::string_view line, const std::vector<Organisation>& places) {
  return places.size() == 1 || (places.size() == 2 && line.substr(0, places[1].begin).ends_with('('));
}

// "(2019) PhD in Geology, University of X", "MSc Physics, University of X, 2015": nothing but a date may stand before the
// degree, and the line says where.
bool is_degree_line(std::string_view line) {
  const std::vector<Degree> degrees = find_degrees(line);
  if (degrees.size() != 1 || !find_titles(line).empty() || sentences(line).size() > 1) return false;
  const std::string_view before = line.substr(0, degrees[0].begin);
  const auto period = find_period(line);
  const bool dated = period && period->end_byte <= degrees[0].begin + 1 && tokens(before).size() <= 4;
  if (!dated && !text::trim(before).empty()) return false;
  if (!period && line.find(',') == std::string_view::npos) return false;
  return !speaks(line) && one_place(line, find_organisations(line));
}

// "2017 – 2020 Postdoc, Acme Institute, Berlin": besides date, title and place at most a department and a town.
bool is_job_line(std::string_view line) {
  const auto period = find_period(line);
  if (!period || (period->start == 0 && !period->open) || !find_degrees(line).empty()) return false;
  const std::vector<Title> titles = find_titles(line);
  if (titles.empty() || speaks(line)) return false;
  const std::vector<Organisation> places = find_organisations(line);
  if (!one_place(line, places)) return false;
  const Organisation& place = places[0];
  const std::size_t words = tokens(line).size();
  const std::size_t said = tokens(line.substr(period->begin_byte, period->end_byte - period->begin_byte)).size() +
                           tokens(titles[0].text).size() + tokens(line.substr(place.begin, place.end - place.begin)).size();
  const std::size_t first = std::min({period->begin_byte, titles[0].begin, place.begin});
  return words <= said + 7 && tokens(line.substr(0, first)).size() <= 1;
}

std::vector<CvLine> find_cv_lines(const Outline& outline) {
  std::vector<CvLine> out;
  for (std::size_t b = 0; b < outline.blocks.size();) {
    CvLine line{.text = {}, .begin = b, .end = b + 1, .job = false};
    const Block& first = outline.blocks[b];
    while (first.group != kNoNode && line.end < outline.blocks.size() && outline.blocks[line.end].group == first.group)
      ++line.end;
    b = line.end;
    const SectionKind kind = outline.sections[first.section].kind;
    if (kind != SectionKind::none && kind != SectionKind::about && kind != SectionKind::contact) continue;
    for (std::size_t k = line.begin; k < line.end && line.text.size() <= kMostBytes; ++k)
      line.text += (k > line.begin ? ", " : "") + outline.blocks[k].text;
    if (first.kind == BlockKind::heading || line.text.size() > kMostBytes) {
      continue;
    } else if (first.kind == BlockKind::paragraph) {  // each line for itself
      for (std::string_view one : lines(first.text))
        if (is_degree_line(one)) out.push_back({std::string(one), line.begin, line.end, false});
      continue;
    }
    const bool several = line.text.find('\n') != std::string::npos;
    if (!several && has_year(line.text) && is_job_line(line.text)) {
      line.job = true;
      out.push_back(std::move(line));
    } else {
      const std::string text = std::move(line.text);
      for (std::string_view one : lines(text))
        if (is_degree_line(one)) out.push_back({std::string(one), line.begin, line.end, false});
    }
  }
  if (out.size() < 2) std::erase_if(out, [](const CvLine& line) { return line.job; });
  return out;
}

}  // namespace

const std::vector<CvLine>& Outline::cv_lines() const {
  if (!cv_lines_) cv_lines_ = find_cv_lines(*this);
  return *cv_lines_;
}

bool Outline::in_job_line(std::size_t block) const {
  return std::any_of(cv_lines().begin(), cv_lines().end(),
                     [block](const CvLine& line) { return line.job && line.begin <= block && block < line.end; });
}

}  // namespace fellow::extractor
