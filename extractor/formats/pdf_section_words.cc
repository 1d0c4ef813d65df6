// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/formats/pdf_section_words.h"

#include <algorithm>
#include <string>
#include <vector>

#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {

bool all_caps(std::string_view text) {
  bool upper = false;
  for (char c : text) {
    if (c >= 'a' && c <= 'z') return false;
    upper = upper || (c >= 'A' && c <= 'Z');
  }
  return upper;
}

bool is_document_title(std::string_view text) {
  static constexpr WordSet kTitles(
      {"curriculum vitae", "cv", "resume", "vita", "vitae", "lebenslauf", "curriculum", "short cv"});
  return in(kTitles, text::fold(text));
}

bool is_section_word(std::string_view text) {
  static constexpr WordSet kWords(
      {"education",  "experience",    "employment",   "publications", "research",       "awards",    "honors",
       "honours",    "teaching",      "interests",    "skills",       "positions",      "service",   "grants",
       "talks",      "appointments",  "contact",      "languages",    "references",     "academic",  "papers",
       "background", "projects",      "professional", "summary",      "profile",        "software",  "funding",
       "activities", "memberships",   "mentoring",    "supervision",  "articles",       "preprints", "manuscripts",
       "students",   "presentations", "patents",      "specialties",  "qualifications", "expertise", "advising"});
  const std::vector<std::string> words = text::words(text);
  return !words.empty() && words.size() <= 4 &&
         std::any_of(words.begin(), words.end(), [](const std::string& word) { return in(kWords, word); });
}

bool is_section_title(std::string_view text) {
  static constexpr WordSet kTitles({"publications and preprints",
                                    "preprints",
                                    "talks",
                                    "presentations",
                                    "conference presentations",
                                    "selected talks",
                                    "honors",
                                    "honours",
                                    "research grants",
                                    "service",
                                    "memberships",
                                    "languages",
                                    "conferences",
                                    "research stays",
                                    "internships",
                                    "workshops",
                                    "education",
                                    "experience",
                                    "work experience",
                                    "professional experience",
                                    "research experience",
                                    "teaching experience",
                                    "employment",
                                    "employment history",
                                    "publications",
                                    "selected publications",
                                    "research interests",
                                    "areas of interest",
                                    "technical skills",
                                    "awards",
                                    "awards and honors",
                                    "honors and awards",
                                    "academic appointments",
                                    "academic positions",
                                    "appointments",
                                    "professional appointments",
                                    "work history",
                                    "academic background",
                                    "education and training",
                                    "professional service",
                                    "invited talks",
                                    "formation",
                                    "ausbildung",
                                    "formacion academica",
                                    "formazione",
                                    "berufserfahrung",
                                    "publikationen",
                                    "publicaciones",
                                    "pubblicazioni",
                                    "experience professionnelle",
                                    "skills",
                                    "summary",
                                    "grants",
                                    "references",
                                    "scholarships",
                                    "teaching"});
  return !text.empty() && text.size() < 40 && !(text[0] >= 'a' && text[0] <= 'z') && in(kTitles, text::fold(text));
}

}  // namespace fellow::extractor
