// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/names_host.h"

#include <cctype>
#include <map>
#include <vector>

#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr int kFewestPapers = 3;

std::string capitalised(std::string_view word) {  // "chang-ye" -> "Chang-Ye"
  std::string out(word);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (i == 0 || out[i - 1] == '-') out[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[i])));
  return out;
}

// The family name among the words of an author ("A. Roe", "Roe A"): the longest; "" where it is not the only full one.
std::string family_of(std::string_view author) {
  std::string family;
  int full = 0;
  for (const std::string& word : text::words(author))
    if (word.size() > 1) family = word, ++full;
  return full == 1 ? family : std::string();
}

}  // namespace

std::string name_by_host(const Url& home, std::span<const Paper> papers) {
  std::string_view label = home.host();
  if (label.starts_with("www.")) label.remove_prefix(4);
  label = label.substr(0, label.find('.'));
  std::map<std::string, int> authors;  // folded -> papers
  for (const Paper& paper : papers)
    for (const std::string& author : paper.authors) ++authors[text::fold(author)];
  std::string best;
  int most = kFewestPapers - 1;
  for (const auto& [author, count] : authors)
    if (count > most) best = author, most = count;
  const std::string family = family_of(best);
  if (family.empty() || label.size() < family.size() + 3 || !label.ends_with(family)) return {};
  std::string_view given = label.substr(0, label.size() - family.size());
  while (given.ends_with('-')) given.remove_suffix(1);
  bool initial = false;
  for (const std::string& word : text::words(best)) initial = initial || (word.size() == 1 && given.starts_with(word[0]));
  if (!initial || given.size() < 3 || given.find_first_of("0123456789") != std::string_view::npos) return {};
  return capitalised(given) + " " + capitalised(family);
}

}  // namespace fellow::extractor
