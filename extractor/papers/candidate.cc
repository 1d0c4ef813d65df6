// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/candidate.h"

#include "extractor/papers/letters.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {

bool is_leftover(const Paper& paper) {
  const std::string title = text::fold(paper.title);
  static constexpr std::string_view kTitles[] = {"an example preprint",
                                                 "an example conference paper",
                                                 "an example journal article",
                                                 "paper title number",
                                                 "example paper title",
                                                 "your paper title",
                                                 "a publication title",
                                                 "title of your paper",
                                                 "lorem ipsum",
                                                 "example publication",
                                                 "my first paper",
                                                 "my second paper"};
  for (const auto t : kTitles) {
    if (title.starts_with(t)) return true;
  }
  if (stands_in(title, "robert ford|nelson bighetti"_phrases)) return true;
  const std::string venue = text::fold(paper.venue);
  if (venue.starts_with("journal of source themes") || venue.starts_with("source themes conference")) return true;
  constexpr int kLastOfEinstein = 1980;  // reprints; al-folio brings his papers along
  for (const auto& author : paper.authors) {
    const std::string folded = text::fold(author);
    if (is_one_of(folded, "albert einstein|a einstein"_phrases) && paper.year < kLastOfEinstein) return true;
    if (is_one_of(folded,
                  "your name|nelson bighetti|robert ford|you|first author|second author|john doe|bob smith your name"_phrases))
      return true;
  }
  return false;
}

bool is_no_paper(std::string_view rest) {
  const std::string folded = text::fold(rest);
  if (folded.size() > 600) return false;
  return stands_in(folded,
                   "patent|patents|patent no|us patent|invited talk|invited talks|poster presentation|oral presentation|guest "
                   "lecture|invited lecture|invited seminar|keynote talk|contributed talk|"
                   "patent application|cn patent|发明专利|r package version|software package"_phrases);
}

}  // namespace fellow::extractor::papers
