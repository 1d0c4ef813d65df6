// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up pages for the tests of papers: text in, papers printed one a line out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/document.h"
#include "extractor/papers/papers.h"
#include "fellow/text.h"

namespace fellow::extractor {

inline Document page_of(std::string_view body, std::string_view url = "https://doe.example/publications/",
                        std::string_view type = "text/html; charset=utf-8") {
  Page page;
  page.url = Url::parse(url).value();
  page.content_type = type;
  page.body = body;
  return read_document(page);
}

// "title | authors | venue | year", "-" where there is none.
inline std::string print(const Paper& paper) {
  std::string authors;
  for (const auto& name : paper.authors) authors += (authors.empty() ? "" : "; ") + name;
  return paper.title + " | " + (authors.empty() ? "-" : authors) + " | " + (paper.venue.empty() ? "-" : paper.venue) + " | " +
         (paper.year == 0 ? "-" : std::to_string(paper.year));
}

inline std::string papers_in(const std::vector<Document>& documents, std::vector<std::string> names = {"Jane Q. Doe"}) {
  std::string out;
  for (const auto& found : find_papers(documents, names)) out += print(found.paper) + "\n";
  return out;
}

inline std::string papers_in(std::string_view body, std::vector<std::string> names = {"Jane Q. Doe"}) {
  return papers_in(std::vector{page_of(body)}, std::move(names));
}

}  // namespace fellow::extractor
