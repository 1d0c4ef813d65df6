// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/lists.h"

#include <algorithm>

#include "extractor/papers/announced.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/reference.h"
#include "extractor/papers/section_reader.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMaxLoose = 2000;
// What tells that an undated text by one person is a paper.
constexpr Phrases kPlaces =
    "journal|proceedings|proc|transactions|letters|arxiv|biorxiv|ssrn|preprint|working paper|discussion "
    "paper|manuscript|submitted|in preparation|under review|"
    "in review|forthcoming|to appear|in press|accepted|thesis|dissertation|conference|symposium|workshop|press|review"_phrases;

// What stands where the year of a paper will.
constexpr Phrases kAwaited = "forthcoming|in press|to appear|accepted|revise and resubmit|revise resubmit|r r"_phrases;

// Follows the headings of a page and knows whether a line stands in a list of papers.
class Outline {
 public:
  explicit Outline(bool papers_page) : papers_page_(papers_page), papers_(papers_page) {}
  bool papers() const { return papers_; }
  bool other() const { return other_; }        // in a part that is about something else
  bool reopened() const { return reopened_; }  // a heading that nobody knows has ended that part
  int year() const { return year_; }
  bool headed() const { return headed_; }  // by a heading, not only by the address of the page
  // Takes a heading; false if it is none for the outline (a title of a paper, …).
  bool take(const Line& line, bool before_authors, bool papers_follow);

 private:
  bool papers_page_;
  bool papers_ = false, headed_ = false, other_ = false, reopened_ = false;
  int level_ = 0;      // of the heading that opened the list (or the other section)
  int sub_level_ = 0;  // of a heading inside the list that closes a part of it ("Talks")
  int year_ = 0, year_level_ = 0;
};

bool Outline::take(const Line& line, bool before_authors, bool papers_follow) {
  auto kind = section_of(line.text);
  if (kind == Section::perhaps) kind = papers_ && papers_follow && line.level > level_ ? Section::kind : Section::other;
  const int year = year_of_heading(line.text);
  const bool pseudo = line.level == 7;
  if (before_authors && papers_ && (kind == Section::unknown || (kind != Section::papers && count_pieces(line.text) > 4)))
    return false;
  if (line.in_item && papers_ && (count_pieces(line.text) > 4 || (kind != Section::papers && kind != Section::other)) &&
      year == 0)
    return false;
  if (pseudo && (kind == Section::unknown || (kind == Section::kind && !papers_))) return false;
  if (year != 0 && line.level >= year_level_)
    year_ = year, year_level_ = line.level;
  else if (year != 0)
    year_ = year, year_level_ = line.level;
  else if (kind == Section::papers || line.level <= year_level_)
    year_ = 0, year_level_ = 0;
  if (kind == Section::papers) {
    if (!papers_ || line.level <= level_ || !headed_) level_ = line.level;
    papers_ = headed_ = true;
    sub_level_ = 0;
    return true;
  }
  if (kind == Section::other) {
    if (papers_) {
      if (headed_ && line.level > level_ && level_ != 0)
        sub_level_ = line.level;
      else
        sub_level_ = 0, headed_ = false, level_ = line.level;
    } else if (!other_ || line.level <= level_) {
      level_ = line.level;
    }
    papers_ = false;
    other_ = true;
    reopened_ = false;
    return true;
  }
  // A year, a kind of paper, a topic, or something unknown.
  if (papers_) {
    const bool theses = kind == Section::kind && !papers_page_ &&
                        stands_in(text::fold(line.text), "thesis|theses|dissertation|dissertations"_phrases);
    if (headed_ && line.level <= level_ && (kind == Section::unknown || theses) && year == 0) {
      papers_ = papers_page_;
      headed_ = false;
      level_ = line.level;
    }
    return true;
  }
  if (sub_level_ != 0 && line.level <= sub_level_) {  // the excluded part is over
    papers_ = headed_ = true;
    if (line.level <= level_ && kind == Section::unknown) papers_ = papers_page_, headed_ = false;
    sub_level_ = 0;
    return true;
  }
  if (papers_page_ && other_ && line.level <= level_) papers_ = true, other_ = false;
  if (other_ && line.level <= level_ && kind == Section::unknown && !pseudo) reopened_ = true;
  return true;
}

// "© 2021 Jane Doe", "Last updated: May 2021".
bool is_imprint(std::string_view text) {
  if (text.size() > 200) return false;
  const std::string low = text::lower(text);
  for (const std::string_view lead : {"©", "(c)", "copyright", "last update", "last modified", "updated on", "powered by",
                                      "updated:", "page generated", "最后更新", "last changed"}) {
    if (low.starts_with(lead)) return true;
  }
  return false;
}

// A short line that is nothing but the name of a section: "<div>Publications</div>".
bool names_section(const Line& line) {
  if (line.level != 0 || line.text.size() > 40 || line.before == Break::line) return false;
  // A link to another page is a menu's.
  if (std::all_of(line.runs.begin(), line.runs.end(), [](const Run& r) { return r.link && !r.href.starts_with("#"); }))
    return false;
  const std::string folded = text::fold(line.text);
  return is_one_of(folded,
                   "publications|selected publications|publication|papers|selected papers|recent publications|list of "
                   "publications|publication list|research papers|journal articles|"
                   "journal papers|conference papers|preprints|working "
                   "papers|publikationen|veroffentlichungen|publicaciones|pubblicazioni|publicacoes"_phrases) ||
         folded == "发表论文" || folded == "论文" || folded == "論文" || folded == "논문";
}

// What heads a run of references.
enum class Head { section, page, none };  // a heading; only the address of the page; neither

// "Field, S., Fox, N., Haber, N. A., Hahn, K": the rest of an author list that was taken for a title.
bool names_people(std::string_view title) {
  std::size_t initials = 0, words = 0;
  for (const std::string_view piece : pieces(title)) {
    ++words;
    const std::string_view bare = strip(piece, ".,;&");
    const bool dotted = piece.size() > bare.size() || &piece.front() + piece.size() == title.data() + title.size();
    if (bare.size() == 1 && is_upper(letter_at(bare, 0)) && dotted) ++initials;
  }
  return initials >= 2 && initials * 4 >= words;
}

// Titles of one list that all begin with their year, or with what they are ("2020 Rocks …", "Paper Sand …"): it stood in a
// column or label of its own.
void drop_common_leads(std::vector<Candidate>& found) {
  constexpr std::size_t kFewest = 3;
  const auto year_ahead = [](const std::string& title) {
    return title.size() > 12 && title[4] == ' ' && (title.starts_with("19") || title.starts_with("20")) &&
           year_in(std::string_view(title).substr(0, 4)) != 0 &&
           (is_upper(letter_at(title, 5)) || is_digit(title[5]) || title[5] == '(');
  };
  const auto label_ahead = [](const std::string& title) -> std::size_t {
    for (std::string_view label :
         {"Paper (Japanese) ", "Paper ", "Article ", "Journal ", "Conference ", "Poster ", "Preprint ", "Book chapter "})
      if (title.starts_with(label) && title.size() > label.size() + 10 && is_upper(letter_at(title, label.size())))
        return label.size();
    return 0;
  };
  const auto dated = static_cast<std::size_t>(
      std::count_if(found.begin(), found.end(), [&](const Candidate& c) { return year_ahead(c.paper.title); }));
  const auto labelled = static_cast<std::size_t>(
      std::count_if(found.begin(), found.end(), [&](const Candidate& c) { return label_ahead(c.paper.title) != 0; }));
  for (Candidate& c : found) {
    if (dated >= kFewest && dated * 2 >= found.size() && year_ahead(c.paper.title)) {
      c.paper.year = year_in(std::string_view(c.paper.title).substr(0, 4));
      c.paper.title.erase(0, 5);
    }
    if (const std::size_t length = label_ahead(c.paper.title);
        labelled >= kFewest && labelled * 2 >= found.size() && length != 0)
      c.paper.title.erase(0, length);
  }
}

// A sighting of the reference, left out where it may be no paper at all.
Candidate sighting(SectionReader::Found found, const Document& document, const Owner& owner, Head head) {
  auto& [ref, text] = found;
  Candidate candidate;
  candidate.paper = std::move(ref.paper);
  candidate.document = &document;
  candidate.has_owner = ref.has_owner || owner.within(text);
  candidate.open_authors = ref.open_authors;
  candidate.foreign = owner.is_missing_in(candidate.paper.authors) && !candidate.has_owner && !ref.open_authors;
  const Paper& paper = candidate.paper;
  if (is_one_of(text::fold(paper.venue),
                "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|"
                "august|september|october|november|december|date"_phrases))
    candidate.paper.venue.clear();
  candidate.method = document.format == Format::pdf ? "pdf_layout" : head == Head::section ? "section" : "pattern";
  candidate.confidence = (candidate.has_owner ? 0.85 : 0.6) - (ref.marked_title ? 0.0 : 0.1) -
                         (head == Head::section ? 0.0
                          : head == Head::page  ? 0.1
                                                : 0.2);
  const auto left_out = [&](std::string_view rule) {
    candidate.left_out = rule;
    return std::move(candidate);
  };
  if (names_people(paper.title)) return left_out("the title lists people");
  if (text::lower(paper.title).starts_with("proceedings of ")) return left_out("the title is a venue");
  const bool thin = paper.authors.empty() && paper.venue.empty() && paper.year == 0;
  if (thin) return left_out("nothing but a title");
  if (paper.authors.empty() && head != Head::section) return left_out("no authors, and no heading of papers");
  // Without people it takes more to be a paper: a date and a place that is known for papers.
  const bool known_place = looks_like_venue(paper.venue) || (ref.marked_title && ref.set_venue);
  const bool awaited = ref.marked_title && stands_in(text::fold(text), kAwaited);
  if (paper.authors.empty() && ((paper.year == 0 && !awaited) || !known_place))
    return left_out("no authors, and no year with a venue");
  // The owner's name beside a title-like line is no author list yet.
  const bool placed = paper.year != 0 || !paper.doi.empty() || stands_in(text::fold(paper.venue), kPlaces);
  if (paper.authors.size() == 1 && !placed) return left_out("one author, and neither year nor venue");
  // Where nothing says that papers follow, a reference has to be whole.
  if (head == Head::none && (!ref.has_owner || paper.authors.size() < 2 || paper.year == 0 || paper.venue.empty()))
    return left_out("not whole, and no heading of papers");
  const auto title_at = text.find(paper.title);
  std::string rest = text;
  if (title_at != std::string::npos) rest.erase(title_at, paper.title.size());
  if (is_no_paper(rest) || stands_in(text::fold(paper.title), "us patent|patent no|patent application"_phrases))
    return left_out(kNoPaper);
  return candidate;
}

}  // namespace

std::vector<Candidate> papers_in_sections(const Document& document, const std::vector<Line>& lines, const Owner& owner) {
  std::vector<Candidate> out;
  bool page = is_papers_path(document.url.path());
  if (!page && document.front.is_object()) {
    const auto title = document.front.find("title");
    page = title != document.front.end() && title->is_string() && section_of(title->get<std::string>()) == Section::papers;
  }
  Outline outline(page);
  std::vector<Line> section, loose;
  const bool pdf = document.format == Format::pdf;
  const auto flush = [&](std::vector<Line>& run, int year, Head head) {
    if (run.empty()) return;
    std::vector<Candidate> found;
    for (auto& reference : SectionReader(run, owner, year).read()) {
      Candidate candidate = sighting(std::move(reference), document, owner, head);
      (candidate.left_out.empty() ? found : out).push_back(std::move(candidate));
    }
    drop_common_leads(found);
    // One whole reference among other text is a quotation; two are a list.
    if (head == Head::none && found.size() == 1) found[0].left_out = "one reference among other text";
    std::move(found.begin(), found.end(), std::back_inserter(out));
    run.clear();
  };
  for (std::size_t i = 0; i < lines.size() && out.size() < kMaxPapers; ++i) {
    const Line& line = lines[i];
    // A wrapped list item whose second line stands for itself.
    if (pdf && line.level == 0 && !line.in_item && line.before == Break::block && !section.empty() && section.back().in_item &&
        !is_upper(letter_at(line.text, 0))) {
      append(section.back(), line);
      continue;
    }
    // A wrapped title whose second half was taken for a heading by its bold type.
    if (pdf && line.level != 0 && !section.empty() && is_lower(letter_at(line.text, 0))) {
      section.push_back(line);
      section.back().level = 0;
      section.back().before = Break::line;
      continue;
    }
    const bool named = names_section(line);
    if (line.level != 0 || named) {
      Line heading = line;
      if (named) heading.level = 7;
      // The owner's name above the list is the page's heading, no author list.
      const bool people = outline.papers() && line.level != 7 && section_of(line.text) == Section::unknown &&
                          only_authors(line.text, owner) &&
                          (!section.empty() || read_authors(line.text, owner).names.size() > 1);
      const bool next_authors = i + 1 < lines.size() && line.level != 7 && only_authors(lines[i + 1].text, owner);
      // Behind a heading that is a title the authors have their block for themselves, or share it with the venue.
      const bool own_title = next_authors && i + 2 < lines.size() && lines[i + 2].before == Break::line &&
                             is_title(lines[i + 2].text) && !looks_like_venue(lines[i + 2].text);
      const bool before_authors = people || (next_authors && !own_title);
      const int year = outline.year();
      const bool headed = outline.headed(), papers = outline.papers();
      if (outline.take(heading, before_authors, next_authors)) {
        if (papers) flush(section, year, headed ? Head::section : Head::page);
        flush(loose, 0, Head::none);
        continue;
      }
    }
    if (is_imprint(line.text)) continue;
    if (!outline.papers() && line.in_item)
      if (auto candidate = announced(line, document)) out.push_back(std::move(*candidate));
    if (outline.papers())
      section.push_back(line);
    else if (owner.known() && (!outline.other() || outline.reopened()) && line.in_item && loose.size() < kMaxLoose)
      loose.push_back(line);
  }
  flush(section, outline.year(), outline.headed() ? Head::section : Head::page);
  flush(loose, 0, Head::none);
  return out;
}

}  // namespace fellow::extractor::papers
