// SPDX-License-Identifier: GPL-3.0-or-later
// What are the headings, paragraphs, list items and rows of a page, and which section does each stand in? A flat view of the
// Dom that every generic reader works on; navigation, footers and hidden parts are left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extractor/document.h"

namespace fellow::extractor {

// What a heading announces, told by words of many languages.
enum class SectionKind {
  none,
  about,
  interests,
  research,
  education,
  experience,
  advisors,
  awards,
  publications,
  teaching,
  students,
  talks,
  news,
  service,
  projects,
  skills,
  references,
  contact,
  activities
};
// The kind a heading or label names; none if its words say nothing. Whole words, at most eight of them.
SectionKind section_kind(std::string_view heading);
// "Research interests: A, B" -> (interests, "A, B"); nullopt if the line begins with no known label.
std::optional<std::pair<SectionKind, std::string_view>> label_of(std::string_view line);

enum class BlockKind { heading, paragraph, item, row };

struct Block {
  BlockKind kind = BlockKind::paragraph;
  std::string text;        // white space folded; <br> as newline
  NodeId node = 0;         // element the text stands in
  NodeId group = kNoNode;  // innermost list item, table row or definition that holds it; kNoNode if none
  NodeId outer = kNoNode;  // the list item around `group`, if any
  std::size_t section = 0;
  int level = 0;  // of a heading: 1..6; 7..12 within a list item
};

struct Section {
  std::string heading;
  SectionKind kind = SectionKind::none;  // own, or inherited from the section around it
  SectionKind own = SectionKind::none;
  int level = 0;  // 0: what stands before the first heading
  std::size_t parent = 0;
  std::size_t begin = 0, end = 0;  // blocks, heading included
  std::size_t timeline = 0;        // the first section of the timeline that no heading announces; 0 if it is in none
};

// A list item, row, sub-section or paragraph of a section, its lines joined by newlines.
struct Entry {
  std::string text;
  std::vector<NodeId> nodes;
  bool nested = false;  // an item below another item: belongs to the entry before
};

// An item or row, in a section that announces neither education nor jobs, that is a line of a CV: "2017 – 2020  Postdoc, Acme
// Institute" below "Short CV", "(2019) PhD in Geology, University of X" at the top of the page.
struct CvLine {
  std::string text;                // the cells of a row joined by ", "
  std::size_t begin = 0, end = 0;  // blocks
  bool job = false;                // else a degree
};

struct Outline {
  std::vector<Block> blocks;
  std::vector<Section> sections;  // the first is the part before any heading
  // In page order, found at the first call. A job's line has a title, one place and a range of years, and a neighbour of its
  // kind; nothing else stands in it.
  const std::vector<CvLine>& cv_lines() const;
  // Whether the block is of a job's line.
  bool in_job_line(std::size_t block) const;
  // Entries of the sections of this kind, in page order.
  std::vector<Entry> entries(SectionKind kind) const;
  std::vector<Entry> entries_of(std::size_t section) const;
  bool has(SectionKind kind) const;

 private:
  mutable std::optional<std::vector<CvLine>> cv_lines_;
};

Outline outline(const Document& document);
// Tells stations of a life that stand below no heading of theirs, two or more in a row ("2016 – 2021", "PhD in Biology",
// "University of X"), as education or experience.
void mark_timelines(Outline& outline);
// Whether the element stands in navigation, a footer or a side list of links.
bool in_chrome(const Dom& dom, NodeId n);

}  // namespace fellow::extractor
