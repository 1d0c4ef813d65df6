// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/records.h"

#include <algorithm>

#include "extractor/fields/dates.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMaxBytes = 600;
constexpr std::size_t kShort = 140;  // a longer line is description

// What one block says of a record.
struct Line {
  std::string text;
  NodeId group = kNoNode;
  bool nested = false;
  bool dated = false, only_date = false, placed = false, told = false;  // told: names a title or degree
  bool brief() const { return text.size() <= kShort; }
};

std::string capped(std::string text) {
  if (text.size() <= kMaxBytes) return text;
  const std::size_t cut = text.rfind('\n', kMaxBytes);
  if (cut != std::string::npos && cut > 40) {
    text.erase(cut);
  } else {
    std::size_t end = kMaxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.erase(end);
  }
  return text;
}

Line judged(std::string text, NodeId group, bool nested) {
  Line out{.text = std::move(text), .group = group, .nested = nested};
  const auto period = find_period(out.text);
  out.dated = period.has_value();
  out.only_date = only_date(out.text, period);
  out.placed = !find_organisations(out.text).empty();
  out.told = !find_titles(out.text).empty() || !find_degrees(out.text).empty();
  return out;
}

// List items and rows whole, paragraphs and headings by themselves.
std::vector<Line> lines_of(const Outline& outline, const Section& section) {
  std::vector<Line> out;
  std::string text;
  NodeId group = kNoNode;
  bool nested = false;
  const auto flush = [&] {
    if (!text.empty()) out.push_back(judged(std::move(text), group, nested));
    text.clear();
  };
  for (std::size_t b = section.begin; b < section.end; ++b) {
    const Block& block = outline.blocks[b];
    if (b == section.begin && block.kind == BlockKind::heading && section.own == section.kind) continue;
    if (block.group == kNoNode || block.group != group) flush();
    group = block.group;
    nested = block.outer != kNoNode;
    if (!text.empty()) text += '\n';
    text += block.text;
  }
  flush();
  return out;
}

// Bare lines: each date takes the short lines that stand with it, above or (where dates come first) below.
void add_bare(const std::vector<Line>& lines, std::vector<std::string>& out) {
  const auto first = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return line.dated; });
  if (first == lines.end()) {
    std::string all;
    for (const Line& line : lines) {  // undated: a place or degree begins a record when the one before has its own
      if (!line.brief()) continue;
      const bool again = (line.placed && !find_organisations(all).empty()) ||
                         (!find_degrees(line.text).empty() && !find_degrees(all).empty() && !line.placed);
      if (again) out.push_back(capped(std::move(all))), all.clear();
      if (!all.empty()) all += '\n';
      all += line.text;
    }
    if (!all.empty()) out.push_back(capped(std::move(all)));
    return;
  }
  const bool dates_first = first == lines.begin() && first->only_date;
  std::vector<std::size_t> begins;
  std::size_t floor = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool whole = lines[i].placed && lines[i].told && lines[i].text.size() < 400;
    if (!lines[i].dated || !(lines[i].brief() || whole)) continue;
    // "2012 – 2017  University of X" and, below it, "Doctor of Philosophy (2017)": the degree has a date of its own.
    if (!begins.empty() && i > 0 && begins.back() == i - 1 && !lines[i].placed && lines[i].told && lines[i - 1].placed &&
        !lines[i - 1].told)
      continue;
    std::size_t begin = i;
    if (!dates_first && !(lines[i].placed && lines[i].told)) {
      for (std::size_t back = 0; begin > floor && back < 4; ++back) {
        const Line& above = lines[begin - 1];
        if (!above.brief() || above.dated || above.nested) break;
        // The description of the record before is no part of this one.
        if (!above.placed && !above.told && begin < i && (lines[begin].placed || lines[begin].told)) break;
        --begin;
      }
    }
    begins.push_back(begin);
    floor = i + 1;
  }
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : lines.size();
    std::string record;
    for (std::size_t i = begins[k]; i < end && (i < begins[k] + 7); ++i) {
      const bool whole = i == begins[k] + 1 && dates_first && lines[i].placed && lines[i].told;  // with thesis and advisor
      if (!lines[i].brief() && i > begins[k] && !whole) break;
      if (!record.empty()) record += '\n';
      record += lines[i].text;
    }
    out.push_back(capped(std::move(record)));
  }
}

// A sub-section of nothing but its heading, which says a part of a record ("PhD in Geology") that the next one goes on with
// ("University of X").
bool goes_on(const Outline& outline, std::size_t s) {
  if (s + 1 >= outline.sections.size() || s == 0) return false;
  const Section &section = outline.sections[s], &next = outline.sections[s + 1];
  if (section.end != section.begin + 1 || section.parent == 0 || section.own != SectionKind::none ||
      next.own != SectionKind::none || next.kind != section.kind || (next.parent != section.parent && next.parent != s))
    return false;
  const Line here = judged(section.heading, kNoNode, false), there = judged(next.heading, kNoNode, false);
  return here.placed != here.told && !here.dated && there.placed != here.placed && there.told != here.told;
}

// A timeline: "2016 – 2023", then the heading "Postdoc, Acme" and what was done. Whether the dates of the sub-sections beside
// this one stand in front of their headings.
bool dates_in_front(const Outline& outline, std::size_t s) {
  const std::size_t parent = outline.sections[s].parent;
  const std::size_t timeline = outline.sections[s].timeline;
  const auto first =
      timeline != 0 ? outline.sections.begin() + static_cast<std::ptrdiff_t>(timeline)
                    : std::find_if(outline.sections.begin(), outline.sections.end(),
                                   [parent](const Section& section) { return section.parent == parent && section.level > 0; });
  if ((parent == 0 && timeline == 0) || first == outline.sections.end() || first->begin == 0) return false;
  const Block& before = outline.blocks[first->begin - 1];
  if (before.text.size() >= kLongestDate) return false;
  return (before.section == parent || timeline != 0) && before.kind != BlockKind::heading &&
         judged(before.text, kNoNode, false).only_date && !find_period(first->heading);
}

}  // namespace

std::vector<std::string> records(const Outline& outline, std::size_t s) {
  const Section& section = outline.sections[s];
  std::vector<Line> all = lines_of(outline, section);
  std::vector<std::string> out;
  if (goes_on(outline, s)) return out;
  if (s > 0 && goes_on(outline, s - 1)) all.insert(all.begin(), judged(outline.sections[s - 1].heading, kNoNode, false));
  if (all.empty()) return out;
  // A sub-section is one record, unless its items are.
  const bool below = section.timeline != 0 || (section.own == SectionKind::none && section.parent > 0 &&
                                               outline.sections[section.parent].kind == section.kind);
  const auto dated_items = std::count_if(all.begin(), all.end(),
                                         [](const Line& l) { return l.dated && l.group != kNoNode && (l.placed || l.told); });
  const auto dated = std::count_if(all.begin(), all.end(), [](const Line& l) { return l.dated && l.brief(); });
  const auto placed = std::count_if(all.begin(), all.end(), [](const Line& l) { return l.placed && l.brief(); });
  if (below && section.begin > 0 && dates_in_front(outline, s)) {
    if (all.size() > 1 && all.back().only_date) all.pop_back();  // of the next one
    const Line date = judged(outline.blocks[section.begin - 1].text, kNoNode, false);
    std::string record = date.only_date ? date.text : std::string();
    for (const Line& line : all) record += (record.empty() ? "" : "\n") + line.text;
    out.push_back(capped(std::move(record)));
    return out;
  }
  if (below && dated_items < 2 && (dated < 2 || placed <= 1)) {
    std::string record;
    for (const Line& line : all) {
      if (!record.empty()) record += '\n';
      record += line.text;
    }
    out.push_back(capped(std::move(record)));
    return out;
  }
  std::vector<Line> bare_lines;
  for (Line& line : all) {
    if (line.group == kNoNode) {
      bare_lines.push_back(std::move(line));
      continue;
    }
    const bool stands = line.dated || line.placed || line.told;
    if (!bare_lines.empty() && (!stands || line.nested || !(line.placed || line.told))) {
      bare_lines.push_back(std::move(line));
      continue;
    }
    // An item that completes the one before: advisor, thesis, grade, or the date alone.
    if (!out.empty() && bare_lines.empty() && (line.nested || line.only_date || (!line.dated && !line.placed && !line.told))) {
      if (out.back().size() + line.text.size() < kMaxBytes) out.back() += '\n' + line.text;
      continue;
    }
    if (!bare_lines.empty() && !line.dated && bare_lines.back().dated) {
      bare_lines.push_back(std::move(line));
      continue;
    }
    if (!bare_lines.empty()) add_bare(bare_lines, out), bare_lines.clear();
    out.push_back(capped(std::move(line.text)));
  }
  if (!bare_lines.empty()) add_bare(bare_lines, out);
  return out;
}

}  // namespace fellow::extractor
