// SPDX-License-Identifier: GPL-3.0-or-later
// What does a heading announce? Section words of publication lists, and of what stands in the same layout but is none.
#pragma once

#include <string_view>

namespace fellow::extractor::papers {

enum class Section {
  unknown,  // a name, a topic, anything
  papers,   // "Publications", "Selected papers", "论文", …
  kind,     // only inside papers: "Journal articles", "In preparation", "Theses", a year
  perhaps,  // a word that also stands in topics: "Skills", "Software"; other unless papers follow
  other,    // anything else a homepage has: news, teaching, talks, patents, …
};

// At most 120 bytes are a heading. English, Chinese, Japanese, Korean, German, French, Spanish, Portuguese, Italian, Dutch.
Section section_of(std::string_view heading);
// The year that a heading like "2021", "Published in 2021", "2021年" or "2021 (5)" stands for; 0 if none.
int year_of_heading(std::string_view heading);
// Whether the path of a page says that it lists publications: "/publications/", "/papers.html".
bool is_papers_path(std::string_view path);
// The year a line of text closes or opens with in a way that dates a paper; 0 if none. "(2021)", "2021.", "NeurIPS'21", "Mar
// 2021".
int year_in(std::string_view text);

}  // namespace fellow::extractor::papers
