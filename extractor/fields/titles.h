// SPDX-License-Identifier: GPL-3.0-or-later
// Which words name a position ("Ph.D. student", "Assistant Professor", "博士生"), a degree ("B.Sc.", "Diplom"), a person?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/fields/tokens.h"

namespace fellow::extractor {

struct Title {
  std::string text;  // as written, without ordinals ("third-year") and articles
  std::string kind;  // student, postdoc, faculty, research, industry, other
  std::size_t begin = 0, end = 0;
};
// In text order; of nested ones the longest.
std::vector<Title> find_titles(std::string_view text);
std::vector<Title> find_titles(std::string_view text, const std::vector<Token>& words);  // tokens(text)
// kind of Position for a title: student, postdoc, faculty, research, industry, other.
std::string position_kind(std::string_view title);

// The degree that a student of this title studies for: "PhD", "MS"; "" if the title does not say.
std::string degree_studied(std::string_view title);

struct Degree {
  std::string degree;              // PhD, MS, BS, other
  std::string field;               // "Computer Science" of "Ph.D. in Computer Science"; may be empty
  std::size_t begin = 0, end = 0;  // of the degree's own words
};
// Degrees in text order, spellings of English, German, French, Spanish, Portuguese, Italian, Dutch, Chinese, Japanese, Korean.
// Diplom, DEA, M.A. and M.Div. are MS; Habilitation, MD and certificates "other".
std::vector<Degree> find_degrees(std::string_view text);
std::vector<Degree> find_degrees(std::string_view text, const std::vector<Token>& words);  // tokens(text)

}  // namespace fellow::extractor
