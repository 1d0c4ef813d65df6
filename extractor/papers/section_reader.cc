// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/section_reader.h"

#include <algorithm>
#include <utility>

#include "extractor/papers/author_list.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/remarks.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/venue_text.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

bool only_marks(const Line& line) {
  for (std::size_t at = 0; at < line.text.size();) {
    if (is_letter(next_letter(line.text, at))) return false;
  }
  return true;
}

// Running text: two sentences or more, or a long one, without a year and a place of publication.
bool is_description(std::string_view text) {
  constexpr std::size_t kShortest = 90;
  if (text.size() < kShortest || looks_like_venue(text.substr(0, 60))) return false;
  std::size_t ends = 0;
  for (std::size_t at = text.find(". "); at != std::string_view::npos; at = text.find(". ", at + 2))
    if (at >= 3 && is_lower(static_cast<unsigned char>(text[at - 1])) && is_lower(static_cast<unsigned char>(text[at - 2])))
      ++ends;
  return text.ends_with('.') && (ends > 0 || text.size() > 160);
}

}  // namespace

SectionReader::Says SectionReader::says(const Block& block) {
  placed_ = marked_ = is_read_ = false;
  const auto lines = lines_.subspan(block.begin, block.end - block.begin);
  if (lines.size() == 1) {
    const Line line = without_labels(lines[0], nullptr);
    if (line.role == Role::note || line.role == Role::links) return Says::nothing;
    if (tells_of_page(line.text)) return Says::untitled;
    if (line.role == Role::authors) return Says::authors;
    if (line.role == Role::venue || line.role == Role::year) return Says::venue;
    if (block.before == Break::item && only_marks(line) && year_of_heading(line.text) != 0) return Says::year;
    if (line.text.empty() || only_marks(line)) return year_in(line.text) != 0 ? Says::venue : Says::nothing;
    if (line.role == Role::title) return Says::title;
    if (only_authors(line.text, owner_)) return Says::authors;
  }
  read_ = parse_reference(lines, owner_);
  is_read_ = true;
  const Reference& ref = read_;
  if (ref.untitled) return has_title_ && !has_authors_ && block.before != Break::item ? Says::authors : Says::untitled;
  // Authors and venue of the title in the block before: the venue is no title.
  if (lines.size() > 1 && has_title_ && !has_authors_ && only_authors(lines[0].text, owner_) &&
      looks_like_venue(ref.paper.title) && (year_in(ref.paper.title) != 0 || ref.paper.venue.empty()))
    return Says::authors;
  if (ref.complete() &&
      (ref.has_owner || lines.size() > 1 || ref.marked_title || !ref.paper.venue.empty() || ref.paper.year != 0))
    return Says::complete;
  std::size_t letters = 0;
  for (const auto& line : lines) letters += line.text.size();
  if (letters > 420) return Says::nothing;
  const Line& first = lines.front();
  const bool marked = std::any_of(first.runs.begin(), first.runs.end(),
                                  [&](const Run& r) { return r.begin < 8 && (r.bold || r.link) && r.end - r.begin > 20; });
  if (!marked && first.level == 0 && lines.size() == 1) {
    const std::string_view text = first.text;
    const auto lead = text::lower(text.substr(0, 12));
    if (lead.starts_with("in ") || lead.starts_with("in: ") || lead.starts_with("arxiv") || lead.starts_with("published") ||
        lead.starts_with("to appear") || lead.starts_with("proc") || lead.starts_with("[") || lead.starts_with("accepted") ||
        lead.starts_with("submitted"))
      return Says::venue;
    if (looks_like_venue(text) && (year_in(text) != 0 || text.size() < 40)) return Says::venue;
  }
  // Sentences between a title and its authors describe the paper.
  if (has_title_ && !has_authors_ && !marked && lines.size() == 1 && first.level == 0 && !ref.has_owner &&
      is_description(first.text))
    return Says::nothing;
  if (ref.has_title()) {
    placed_ = ref.paper.year != 0 || (!ref.paper.venue.empty() && looks_like_venue(ref.paper.venue));
    marked_ = marked;
    return Says::title;
  }
  return year_in(first.text) != 0 || looks_like_venue(first.text) ? Says::venue : Says::nothing;
}

void SectionReader::close() {
  if (has_title_ && !current_.empty() && found_.size() < kMaxPapers) {
    Found found{has_whole_ ? std::move(whole_) : parse_reference(current_, owner_), {}};
    for (const auto& line : current_) found.text += line.text + "\n";
    auto& paper = found.reference.paper;
    if (found.reference.has_title()) {
      if (!found.reference.has_authors() && !inherited_.empty()) {
        paper.authors = inherited_;
        found.reference.has_owner = inherited_owner_;
      }
      if (paper.year == 0) paper.year = row_year_ != 0 ? row_year_ : year_;
      const bool keeps = !has_authors_ && !inherited_.empty();
      if (!keeps) inherited_ = authors_first_ ? paper.authors : std::vector<std::string>();
      inherited_owner_ = found.reference.has_owner;
      found_.push_back(std::move(found));
    }
  }
  current_.clear();
  has_whole_ = false;
  has_authors_ = has_title_ = has_venue_ = authors_first_ = false;
}

void SectionReader::add(const Block& block) {
  Says what = says(block);
  const bool item = block.before == Break::item;
  if (what == Says::year || what == Says::untitled) {
    close();
    inherited_.clear();
    if (what == Says::year) row_year_ = year_of_heading(lines_[block.begin].text);
    return;
  }
  if (item && has_title_ && has_authors_ && what != Says::venue && what != Says::nothing) close();
  if (what == Says::complete && !item && has_title_ && has_authors_) {
    // Inside one list item only a block with the owner among its authors is another paper.
    if (owner_.known() && !read_.has_owner) what = lines_[block.begin].in_item ? Says::venue : what;
  }
  const bool keeps_inherited = what == Says::title || what == Says::venue || what == Says::nothing;
  switch (what) {
    case Says::complete:
      close();
      inherited_.clear();
      has_title_ = has_authors_ = true;
      break;
    case Says::authors:
      if (has_authors_ || (has_title_ && !inherited_.empty())) close();
      if (!has_title_ || has_venue_) {
        if (has_title_ && has_authors_) close();
        authors_first_ = !has_title_;
      }
      if (!has_title_) inherited_.clear();
      has_authors_ = true;
      break;
    case Says::title: {
      const bool venue_here = has_title_ && has_authors_ && !has_venue_ && !item && !marked_ &&
                              lines_[block.begin].level == 0 && lines_[block.begin].role != Role::title;
      if (has_title_ && !venue_here) {
        const bool authors_first = authors_first_;
        close();
        authors_first_ = authors_first && !inherited_.empty();
      }
      if (venue_here) {
        const auto& text = lines_[block.begin].text;
        const bool sentence = text.ends_with(".") && !looks_like_venue(text) && year_in(text) == 0;
        if (sentence)
          what = Says::nothing;
        else
          has_venue_ = true;
      } else {
        has_title_ = true;
        has_venue_ = placed_;
      }
      break;
    }
    case Says::venue:
      if (item && has_title_ && has_venue_) return;
      has_venue_ = has_venue_ || has_title_;
      break;
    case Says::year:
    case Says::untitled:
    case Says::nothing:
      break;
  }
  if (!keeps_inherited) inherited_.clear();
  if (current_.size() > 60) return;
  has_whole_ = current_.empty() && is_read_ && what != Says::nothing;
  if (has_whole_) whole_ = std::move(read_);
  for (std::size_t i = block.begin; i < block.end; ++i) {
    current_.push_back(lines_[i]);
    if (what == Says::nothing && year_in(lines_[i].text) == 0) current_.back().role = Role::note;
  }
}

// Whether this line alone is a reference with a place, so that a line break before it parts two references.
bool SectionReader::stands_alone(std::size_t line) const {
  const std::string_view text = lines_[line].text;
  if (text.size() < 40 || read_authors(text, owner_).end == 0) return false;
  const Reference ref = parse_reference(lines_.subspan(line, 1), owner_);
  return ref.complete() && ref.has_owner && ref.paper.year != 0 && !ref.paper.venue.empty();
}

std::vector<SectionReader::Found> SectionReader::read() {
  for (std::size_t i = 0; i < lines_.size();) {
    Block block{i, i + 1, lines_[i].before};
    const bool alone = i + 1 < lines_.size() && lines_[i + 1].before == Break::line && stands_alone(i);
    while (block.end < lines_.size() && lines_[block.end].before == Break::line && !(alone && stands_alone(block.end)))
      ++block.end;
    i = block.end;
    add(block);
  }
  close();
  return std::move(found_);
}

}  // namespace fellow::extractor::papers
