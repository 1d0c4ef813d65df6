// SPDX-License-Identifier: GPL-3.0-or-later
// The author field of BibTeX: names joined by "and", each in one of three orders.
#include <algorithm>
#include <string>
#include <vector>

#include "extractor/formats/bibtex.h"
#include "extractor/formats/latex.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The parts between separators that lie outside braces. A separator is a character, or the word "and" if '&'.
std::vector<std::string_view> split_outside_braces(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth > 0) continue;
    std::size_t bytes = text[i] == separator && separator != '&' ? 1 : 0;
    if (separator == '&' && is_space(text[i]) && i + 4 < text.size() && text::same_letters(text.substr(i + 1, 3), "and") &&
        is_space(text[i + 4])) {
      bytes = 4;  // the blank after it may begin the next "and"
    }
    if (bytes == 0) continue;
    out.push_back(text.substr(from, i - from));
    from = i + bytes;
    i = from - 1;
  }
  out.push_back(text.substr(from));
  return out;
}

bool is_generation(std::string_view part) {
  const std::string word = text::lower(part);
  return word == "jr" || word == "jr." || word == "sr" || word == "sr." || word == "ii" || word == "iii" || word == "iv";
}

// "J.", "J. Q.", "JQ": what follows the family name in a list that separates everything by commas.
bool is_initials(std::string_view part) {
  return part.size() <= 8 && !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || c == '.' || c == ' ' || c == '-' || c == '~';
         });
}

void add(std::vector<std::string>& out, std::string name) {
  if (name.empty() || text::same_letters(name, "others") || text::same_letters(name, "et al.") ||
      text::same_letters(name, "et al"))
    return;
  out.push_back(std::move(name));
}

void add_one(std::vector<std::string>& out, std::string_view written) {
  std::vector<std::string> parts;
  for (std::string_view part : split_outside_braces(written, ',')) parts.push_back(latex_to_text(part));
  while (!parts.empty() && parts.back().empty()) parts.pop_back();
  if (parts.empty()) return;
  if (parts.size() == 1) return add(out, parts[0]);
  if (parts.size() == 2) {
    if (is_generation(parts[1])) return add(out, parts[0] + ' ' + parts[1]);
    return add(out, parts[1].empty() ? parts[0] : parts[1] + ' ' + parts[0]);
  }
  if (parts.size() == 3 && (is_generation(parts[1]) || is_generation(parts[2]))) {
    const bool second = is_generation(parts[1]);
    return add(out, parts[second ? 2 : 1] + ' ' + parts[0] + ' ' + parts[second ? 1 : 2]);
  }
  bool pairs = parts.size() % 2 == 0;
  for (std::size_t i = 1; i < parts.size(); i += 2) pairs = pairs && is_initials(parts[i]);
  if (pairs) {
    for (std::size_t i = 0; i < parts.size(); i += 2) add(out, parts[i + 1] + ' ' + parts[i]);
  } else {
    for (std::string& part : parts) add(out, std::move(part));
  }
}

}  // namespace

std::vector<std::string> parse_bib_names(std::string_view field) {
  constexpr std::size_t kMostNames = 5000;  // the longest author lists of physics have some 5000
  std::vector<std::string> out;
  for (std::string_view name : split_outside_braces(field, '&')) {
    name = text::trim(name);
    if (name.size() > 4 && text::same_letters(name.substr(0, 3), "and") && is_space(name[3])) name = text::trim(name.substr(4));
    for (std::string_view one : split_outside_braces(name, ';')) add_one(out, one);
    if (out.size() >= kMostNames) break;
  }
  return out;
}

}  // namespace fellow::extractor
