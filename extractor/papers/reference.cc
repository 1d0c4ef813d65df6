// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/reference.h"

#include <algorithm>
#include <optional>

#include "extractor/papers/authors_behind.h"
#include "extractor/papers/journal_place.h"
#include "extractor/papers/lead.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/remarks.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/title_end.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMaxLines = 60;

struct Pieces {
  Line title;
  bool have_title = false, marked = false;
  AuthorList authors;
  std::vector<Line> rest;  // venue, year, remarks
  int year = 0;
};

class Parser {
 public:
  Parser(std::span<const Line> lines, const Owner& owner) : owner_(owner) { take(lines); }
  Reference parse();

 private:
  void take(std::span<const Line> lines);
  bool goes_on(const Line& line) const;
  void read_roles();
  void read_positions();
  void title_and_rest(const Line& line);
  bool take_place(Line& rest);
  void authors_behind_title();
  void choose_title_before(std::size_t authors_line);
  std::string venue();
  // Whether a supposed venue is the rest of an author list; "J. Rock Inf" is not.
  bool is_people(std::string_view text) const {
    const auto list = read_authors(text, owner_);
    if (pieces(text).empty()) return false;
    const bool acronym = pieces(text).front().size() >= 3 &&
                         is_one_of(text::fold(pieces(text).front()), "bmc|plos|ieee|acm|siam|jama|bmj|nber"_phrases);
    return list.has_owner || (list.sure && list.names.size() >= 2 && !acronym);
  }
  int year() const;
  AuthorList authors_of(const Line& line) const;
  bool author_line(const Line& line, AuthorList& list, bool lenient = false) const;

  const Owner& owner_;
  std::vector<Line> lines_;
  std::vector<std::string> urls_;
  std::vector<std::string> dois_;
  Pieces out_;
  std::string role_venue_, role_year_, lead_tag_;
  int lead_year_ = 0;
  bool set_venue_ = false, untitled_ = false;
};

void Parser::take(std::span<const Line> lines) {
  for (const auto& raw : lines.first(std::min(lines.size(), kMaxLines))) {
    if (auto doi = doi_in(raw.text); !doi.empty()) dois_.push_back(std::move(doi));
    for (const auto& run : raw.runs) {
      if (auto doi = run.href.empty() ? std::string() : doi_in(run.href); !doi.empty()) dois_.push_back(std::move(doi));
    }
    Line line = without_labels(raw, &urls_);
    if (raw.role == Role::note || (is_abstract(raw) && !lines_.empty())) continue;
    take_lead(line, owner_, lead_year_, lead_tag_);
    const std::string head = text::lower(std::string_view(line.text).substr(0, 12));
    if (head.starts_with("doi:") || head.starts_with("doi ") || head.starts_with("https://") || head.starts_with("http://") ||
        head.starts_with("isbn"))
      continue;
    if (line.role == Role::links ||
        count_letters(line.text) + static_cast<std::size_t>(std::count_if(line.text.begin(), line.text.end(), is_digit)) < 2)
      continue;
    if (goes_on(line))
      append(lines_.back(), line);
    else
      lines_.push_back(std::move(line));
  }
}

// Whether the line before is an author list that was broken behind a comma or "and", and goes on here.
bool Parser::goes_on(const Line& line) const {
  if (lines_.empty() || line.before != Break::line || lines_.back().role != line.role) return false;
  const std::string_view before = lines_.back().text;
  if (!before.ends_with(",") && !before.ends_with(" and") && !before.ends_with(" &")) return false;
  const AuthorList first = read_authors(before, owner_);
  if ((first.names.size() < 2 && !first.has_owner) || first.end + 5 < before.size()) return false;
  return read_authors(line.text, owner_).end != 0;
}

void Parser::read_roles() {
  std::vector<Line> left;
  bool any = false;
  for (auto& line : lines_) {
    any = any || line.role == Role::title;
  }
  if (!any) {
    // A venue or year by class helps even when the title has none.
    for (auto& line : lines_) {
      if (line.role == Role::year && role_year_.empty() && line.text.size() < 40)
        role_year_ = line.text;
      else
        left.push_back(std::move(line));
    }
    lines_ = std::move(left);
    return;
  }
  for (auto& line : lines_) {
    switch (line.role) {
      case Role::title:
        if (!out_.have_title) {
          out_.title = line, out_.have_title = out_.marked = true;
        } else if (line.before == Break::line && out_.authors.end == 0) {
          out_.title.text += " " + line.text;
        }
        break;
      case Role::authors:
        if (out_.authors.end == 0) {
          out_.authors = read_authors(line.text, owner_);
          if (out_.authors.end + 3 < line.text.size() || out_.authors.end == 0) {
            Line after = part_of(line, out_.authors.end, line.text.size());
            if (count_letters(after.text) + out_.authors.end < 4 || out_.authors.end == 0) {
              out_.authors.names = split_authors(line.text);
              out_.authors.end = line.text.size();
              out_.authors.has_owner = owner_.within(line.text);
            } else if (count_letters(after.text) >= 2 || year_in(after.text) != 0) {
              out_.rest.push_back(std::move(after));
            }
          }
        }
        break;
      case Role::venue:
        if (role_venue_.empty()) {
          role_venue_ = line.text;
          for (const auto& run : line.runs) {
            if (run.italic && run.end - run.begin >= 4 && run.end - run.begin < line.text.size() &&
                !is_remark(line.text.substr(run.begin, run.end - run.begin))) {
              role_venue_ = line.text.substr(run.begin, run.end - run.begin);
              break;
            }
          }
        }
        out_.rest.push_back(std::move(line));
        break;
      case Role::year:
        if (role_year_.empty()) role_year_ = line.text;
        break;
      default:
        // A sentence above the title ("I am the main contributor, …") is neither authors nor venue.
        if (!out_.have_title && count_pieces(line.text) > 8 && read_authors(line.text, owner_).end == 0 &&
            !looks_like_venue(line.text))
          break;
        left.push_back(std::move(line));
    }
  }
  lines_ = std::move(left);
}

// The authors at the beginning of a line; a journal in italics behind them ("A. Doe, <i>Soft Matter</i> 3") is none of them.
AuthorList Parser::authors_of(const Line& line) const {
  auto list = read_authors(line.text, owner_);
  if (list.end == 0) return list;
  if (const auto cut = journal_among(line.text, list.end); cut != 0) {
    list = read_authors(std::string_view(line.text).substr(0, cut), owner_);
    list.closed = true;
  }
  if (list.names.size() < 2 && !list.has_owner && !list.beside_owner) return list;
  for (const auto& run : line.runs) {
    // "A. Doe, B. Roe, <b>Soft Matter and its uses</b>": the list has run into what is set apart as the title.
    const bool title = (run.bold || run.link) && !run.italic && run.begin > 0 && run.begin < list.end && run.end > list.end + 4;
    const auto set = std::string_view(line.text).substr(run.begin, run.end - run.begin);
    const bool volume = run.link && std::any_of(set.begin(), set.end(), is_digit) && count_pieces(set) < 6;  // "Ice, 52, 6624"
    if (title && !volume && count_pieces(set) >= 3) {
      auto cut = read_authors(strip(std::string_view(line.text).substr(0, run.begin), ",;:"), owner_);
      if (cut.names.empty() || (list.has_owner && !cut.has_owner)) break;
      cut.closed = true;
      cut.sure = cut.sure || cut.beside_owner;
      return cut;
    }
    if (run.begin == 0 || !run.italic) continue;
    if (run.begin >= list.end) {
      list.closed = list.closed || run.begin <= list.end + 2;
      break;
    }
    const auto text = std::string_view(line.text).substr(run.begin, run.end - run.begin);
    if (owner_.within(text) || text.find("et al") != std::string_view::npos || count_letters(text) < 4) continue;
    auto cut = read_authors(strip(std::string_view(line.text).substr(0, run.begin), ",;"), owner_);
    if (cut.names.empty() || (list.has_owner && !cut.has_owner)) break;
    cut.closed = true;
    cut.sure = cut.sure || cut.beside_owner;
    return cut;
  }
  return list;
}

// Whether the line begins with an author list that one may trust.
bool Parser::author_line(const Line& line, AuthorList& list, bool lenient) const {
  list = authors_of(line);
  if (list.end == 0) return false;
  if (list.has_owner) return true;
  if (list.beside_owner) return list.closed;
  if (list.sure && (list.names.size() >= 2 || list.closed)) return list.closed || list.names.size() >= 2;
  const bool whole = count_letters(std::string_view(line.text).substr(list.end)) < 3;
  const std::size_t enough = owner_.expected() && !lenient ? 3 : 2;
  return list.names.size() >= enough && (whole || (list.closed && list.names.size() >= 3));
}

// Behind the authors stands a journal with its numbers, and no title before it. A title may follow in quotes, as a link or in
// bold; `rest` is then what is left to read. Whether that is so.
bool Parser::take_place(Line& rest) {
  const auto place = journal_place(rest.text);
  if (place.end == 0) return false;
  Line after = part_of(rest, place.end, rest.text.size());
  after = part_of(after, std::min(after.text.find_first_not_of(" .,;:"), after.text.size()), after.text.size());
  const bool plain = place.abbreviated && count_pieces(after.text) >= 4 && is_upper(letter_at(after.text, 0)) &&
                     !is_remark(after.text) && !looks_like_venue(after.text);
  const bool titled = !after.text.empty() && is_title(after.text) && (plain || find_title(after).marked);
  if (!place.whole && !titled && !place.abbreviated) return false;
  untitled_ = !titled;
  out_.rest.push_back(titled ? part_of(rest, 0, place.end) : rest);
  rest = titled ? std::move(after) : part_of(rest, 0, 0);
  return true;
}

void Parser::title_and_rest(const Line& line) {
  TitleSpan span = find_title(line);
  if (span.end <= span.begin) return;
  if (out_.authors.end == 0 && !span.marked)
    if (const auto listed = listed_authors(line, span, owner_); listed < span.end) span.end = span.rest = listed;
  if (const auto bracket = bracketed_authors(line, span, owner_); bracket < span.end) span.end = span.rest = bracket;
  out_.title = part_of(line, span.begin, span.end);
  out_.have_title = true;
  out_.marked = out_.marked || span.marked;
  Line rest = part_of(line, span.rest, line.text.size());
  if (!rest.text.empty()) out_.rest.insert(out_.rest.begin(), std::move(rest));
}

void Parser::authors_behind_title() {
  for (std::size_t i = 0; i < out_.rest.size() && i < 4; ++i) {
    Line& line = out_.rest[i];
    std::size_t at = 0;
    static constexpr std::string_view kLead = " .,;:-–—|(/（";
    while (at < line.text.size()) {
      auto next = at;
      const char32_t c = next_letter(line.text, next);
      if (kLead.find(line.text.substr(at, next - at)) == std::string_view::npos && c != 0xff08) break;
      at = next;
    }
    Line behind = part_of(line, at, line.text.size());
    AuthorList list;
    if (!author_line(behind, list)) continue;
    if (!list.has_owner && looks_like_venue(std::string_view(behind.text).substr(0, list.end))) continue;
    auto end = list.end;
    while (end < behind.text.size() && (behind.text[end] == ',' || behind.text[end] == ' ')) ++end;
    out_.rest[i] = part_of(behind, end, behind.text.size());
    out_.authors = std::move(list);
    if (out_.rest[i].text.empty()) out_.rest.erase(out_.rest.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

// Lines before the authors: one is the title, others are tags, years or venues.
void Parser::choose_title_before(std::size_t authors_line) {
  std::size_t best = authors_line;
  int best_score = -1;
  for (std::size_t i = 0; i < authors_line; ++i) {
    const Line& line = lines_[i];
    if (!is_title(line.text)) continue;
    int score = 1;
    for (const auto& run : line.runs) {
      if ((run.bold || run.link || run.italic) && run.end - run.begin > 10) score = 3;
    }
    if (line.level != 0) score = 4;
    if (line.text.front() == '[' || is_remark(line.text) || (looks_like_venue(line.text) && line.text.size() < 40)) score -= 2;
    score = score * 2 + (line.text.size() > 25 ? 1 : 0);
    if (score > best_score) best_score = score, best = i;
  }
  for (std::size_t i = 0; i < authors_line; ++i) {
    if (i == best) {
      // A line that holds more than the title: "<b>Title</b>. Venue".
      const TitleSpan span = find_title(lines_[i]);
      Line title = lines_[i];
      if (span.marked && span.end > span.begin &&
          is_title(std::string_view(title.text).substr(span.begin, span.end - span.begin))) {
        Line rest = part_of(title, span.rest, title.text.size());
        title = part_of(title, span.begin, span.end);
        if (!rest.text.empty()) out_.rest.push_back(std::move(rest));
      }
      out_.title = std::move(title);
      out_.have_title = out_.marked = true;
    } else {
      const bool more_title =
          best < authors_line && i == best + 1 && lines_[i].before == Break::line && is_lower(letter_at(lines_[i].text, 0));
      if (more_title)
        out_.title.text += " " + lines_[i].text;
      else
        out_.rest.push_back(lines_[i]);
    }
  }
}

void Parser::read_positions() {
  std::size_t first = lines_.size();
  AuthorList list;
  std::size_t best_quality = 0;
  for (std::size_t i = 0; i < lines_.size() && i < 8; ++i) {
    AuthorList candidate;
    if (!author_line(lines_[i], candidate, out_.have_title)) continue;
    const std::size_t quality = candidate.has_owner ? 3 : candidate.sure ? 2 : 1;
    if (quality > best_quality) best_quality = quality, first = i, list = std::move(candidate);
    if (quality == 3) break;
  }
  if (out_.have_title) {  // by class
    if (out_.authors.end == 0 && first < lines_.size()) {
      out_.authors = std::move(list);
      lines_[first] = part_of(lines_[first], out_.authors.end, lines_[first].text.size());
    }
    for (auto& line : lines_) {
      if (!line.text.empty()) out_.rest.push_back(std::move(line));
    }
    return;
  }
  if (first == lines_.size()) {
    // No line begins with people: the title leads.
    std::size_t i = 0;
    while (i + 1 < lines_.size() && !is_title(lines_[i].text)) out_.rest.push_back(lines_[i++]);
    if (i < lines_.size()) {
      for (std::size_t k = i + 1; k < lines_.size(); ++k) out_.rest.push_back(lines_[k]);
      Line line = lines_[i];
      if (const int y = leading_year(line); y != 0) out_.year = y;
      title_and_rest(line);
      authors_behind_title();
      for (std::size_t k = 0; k < out_.rest.size() && out_.authors.end == 0; ++k)
        out_.authors = take_authors_at_end(out_.rest[k], owner_);
    }
    return;
  }
  if (first > 0) {
    const bool before = std::any_of(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(first),
                                    [](const Line& l) { return is_title(l.text); });
    if (before) {
      choose_title_before(first);
      Line rest = part_of(lines_[first], list.end, lines_[first].text.size());
      out_.authors = std::move(list);
      if (!rest.text.empty()) out_.rest.push_back(std::move(rest));
      for (std::size_t k = first + 1; k < lines_.size(); ++k) out_.rest.push_back(lines_[k]);
      return;
    }
    for (std::size_t k = 0; k < first; ++k) out_.rest.push_back(lines_[k]);
  }
  Line rest = part_of(lines_[first], list.end, lines_[first].text.size());
  out_.authors = std::move(list);
  if (const int y = leading_year(rest); y != 0) out_.year = y;
  drop_lead_remark(rest);
  std::size_t next = first + 1;
  const bool placed = take_place(rest);
  if (placed && untitled_ && (next >= lines_.size() || !is_title(lines_[next].text) || looks_like_venue(lines_[next].text))) {
    for (; next < lines_.size(); ++next) out_.rest.push_back(lines_[next]);
    return;
  }
  if (placed) untitled_ = false;
  if (!is_title(rest.text) && next < lines_.size()) {
    if (!rest.text.empty()) out_.rest.push_back(std::move(rest));
    rest = lines_[next++];
    if (const int y = leading_year(rest); y != 0 && out_.year == 0) out_.year = y;
    out_.marked = true;
    const TitleSpan span = find_title(rest);
    // A whole line is the title unless marks or a venue in it say otherwise.
    if (span.marked || looks_like_venue(std::string_view(rest.text).substr(span.rest)))
      title_and_rest(rest);
    else
      out_.title = rest, out_.have_title = true;
  } else {
    title_and_rest(rest);
  }
  for (; next < lines_.size(); ++next) out_.rest.push_back(lines_[next]);
}

std::string Parser::venue() {
  if (!lead_tag_.empty()) return lead_tag_;
  if (!role_venue_.empty()) {
    if (auto v = clean_venue(role_venue_); !v.empty() && !is_remark(v)) return v;
  }
  for (const auto& line : out_.rest) {
    if (line.text.empty() || is_remark(without_remarks(line.text))) {
      bool italic = false;
      for (const auto& run : line.runs) italic = italic || (run.italic && run.end - run.begin < line.text.size());
      if (!italic) continue;
    }
    for (std::size_t i = 0; i < line.runs.size(); ++i) {
      const auto& run = line.runs[i];
      if (!run.italic) continue;
      auto end = run.end;
      while (i + 1 < line.runs.size() && line.runs[i + 1].italic) end = line.runs[++i].end;
      const auto text = std::string_view(line.text).substr(run.begin, end - run.begin);
      if (is_remark(text) || owner_.is(text)) continue;
      auto v = clean_venue(text);
      if (v.empty() ||
          is_one_of(
              text::fold(v),
              "to appear|in press|forthcoming|accepted|submitted|under review|preprint|et al|in|and|in proceedings|proc"_phrases))
        continue;
      // A few words in italics inside a longer name of a conference: take it whole.
      if (v.size() < 6 && run.begin > 12 && looks_like_venue(std::string_view(line.text).substr(0, run.begin))) continue;
      if (is_preprint(v) && journal_place(line.text).end != 0) continue;  // "Phys. Rev. Lett. 1, 2 (2016) <i>arXiv:…</i>"
      set_venue_ = count_letters(v) >= 4;
      return v;
    }
    const std::string plain = without_remarks(line.text);
    std::string_view text = drop_editors(plain);
    if (const auto place = journal_place(text); place.end != 0) {
      if (auto v = clean_venue(text.substr(place.begin, place.name_end - place.begin)); !v.empty() && !is_people(v)) {
        set_venue_ = true;
        return v;
      }
    }
    set_venue_ = names_publisher(text);
    // The first sentence that is a venue.
    for (int sentence = 0; sentence < 3 && !text.empty(); ++sentence) {
      const auto end = text.find("『") != std::string_view::npos ? text.size() : sentence_end(text, true);
      auto v = clean_venue(text.substr(0, end));
      const bool number = v.empty() || is_one_of(text::fold(v), "revised|updated|draft|coming soon"_phrases);
      const char32_t first = letter_at(v, 0);
      const bool symbol = (first >= 0x2190 && first < 0x3000) || first >= 0x1f000;  // an emoji before a remark
      if (!number && !symbol && !is_remark(v) && v.size() <= 250 && !owner_.is(v) && !is_people(v)) return v;
      if (!number && sentence > 0) break;
      text = strip(text.substr(std::min(end, text.size())), ".,;");
    }
  }
  return {};
}

int Parser::year() const {
  if (out_.year != 0) return out_.year;
  if (lead_year_ != 0) return lead_year_;
  if (!role_year_.empty()) {
    if (const int y = year_in(role_year_); y != 0) return y;
  }
  for (const auto& line : out_.rest) {
    const std::string_view text = line.text;
    if (const int y = year_in(text.substr(0, text.find(" Epub "))); y != 0) return y;
  }
  return 0;
}

Reference Parser::parse() {
  Reference out;
  if (lines_.empty()) return out;
  read_roles();
  read_positions();
  out.paper.title = clean_title(out_.title.text);
  if (!is_title(out.paper.title)) out.paper.title.clear();
  out.paper.authors = std::move(out_.authors.names);
  for (auto& name : out.paper.authors) name = text::clean(strip(name, "*,;"), 200);
  out.has_owner = out_.authors.has_owner;
  if (out_.authors.beside_owner && owner_.known()) {
    out.paper.authors.insert(out.paper.authors.begin(), owner_.name());
    out.has_owner = true;
  }
  out.open_authors = out_.authors.open;
  out.marked_title = out_.marked;
  out.paper.year = year();
  out.paper.venue = venue();
  out.set_venue = set_venue_ && !out.paper.venue.empty();
  out.untitled = untitled_;
  if (untitled_) out.paper.title.clear();
  if (!dois_.empty()) out.paper.doi = dois_.front();
  for (const auto& run : out_.title.runs) {
    if (out.paper.url.empty() && run.link) out.paper.url = run.href;
  }
  if (out.paper.url.empty() && !urls_.empty()) out.paper.url = urls_.front();
  return out;
}

}  // namespace

Reference parse_reference(std::span<const Line> lines, const Owner& owner) { return Parser(lines, owner).parse(); }

}  // namespace fellow::extractor::papers
