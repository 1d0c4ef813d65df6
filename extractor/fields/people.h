// SPDX-License-Identifier: GPL-3.0-or-later
// Which words are a person's name, and what is left of it without titles, degrees and decoration?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

struct PersonName {
  std::string name;                     // "Jane Q. Doe"
  std::vector<std::string> alternates;  // "杜珍" of "Jane Doe (杜珍)"
};
// "Prof. Dr. Jane Q. Doe, PhD (杜珍)", "Jane Doe's Homepage", "Jane Doe | University X": the name alone, or empty if the text
// is none. Only shape is judged: two to six words that begin with capitals (particles aside), or two to six Han characters and
// the like.
PersonName person_name(std::string_view text);
// Whether this can be a person's name as it stands.
bool looks_like_name(std::string_view text);
// A name as same_person reads it, for names that are held against many others.
struct NameWords {
  std::vector<std::string> words;        // folded
  std::vector<std::string> spelled_out;  // those of more than one letter, sorted
  std::string joined;
};
NameWords name_words(std::string_view name);
// Whether both can be the same person: equal words, any order, initials allowed.
bool same_person(const NameWords& a, const NameWords& b);
bool same_person(std::string_view a, std::string_view b);

struct Person {
  std::string name;
  std::size_t begin = 0, end = 0;
};
// Names standing at the beginning of `text` in an enumeration: "Prof. A B, Dr. C D and E F at X" -> A B, C D, E F.
std::vector<Person> leading_people(std::string_view text);

}  // namespace fellow::extractor
