// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/names_person.h"

#include <algorithm>

#include "extractor/extractor.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

std::string title_of(const std::string& body) {
  const std::size_t open = body.find("<title");
  if (open == std::string::npos) return {};
  const std::size_t begin = body.find('>', open), end = body.find("</", open);
  return begin < end && end != std::string::npos ? body.substr(begin + 1, end - begin - 1) : std::string();
}

}  // namespace

bool names_person(const Page& page, const std::string& name) {
  const std::string text = " " + text::fold(title_of(page.body) + " " + visible_text(page.body, page.content_type)) + " ";
  const std::string wanted = text::fold(name);
  bool has_long_word = false;
  for (const std::string_view word : text::split(wanted, ' ')) {
    if (word.size() < 3) continue;
    has_long_word = true;
    if (text.find(word) != std::string::npos) return true;
  }
  return !has_long_word && !wanted.empty() && text.find(wanted) != std::string::npos;
}

}  // namespace fellow::extractor
