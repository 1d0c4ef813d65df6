// SPDX-License-Identifier: GPL-3.0-or-later
// Who wrote this? Reads the list of names at the beginning of a text, and knows the owner of the page among them.
//
//   Owner owner(names);                         // "Jane Q. Doe"
//   auto list = read_authors("J. Doe, A. Smith and B. Lee. A title. In …", owner);
//   list.names == {"J. Doe", "A. Smith", "B. Lee"}, list.end == 31, list.has_owner
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor::papers {

// The person whose pages these are, as author lists write the name: full, with initials, last name first, in native script.
class Owner {
 public:
  explicit Owner(std::span<const std::string> names);
  bool known() const { return !forms_.empty(); }
  const std::string& name() const { return name_; }  // as given first; empty if unknown
  // Whether the author lists of the page at hand name the owner: then a list without the owner has to look better than others.
  bool expected() const { return expected_; }
  void expect(bool yes) { expected_ = yes; }
  // Whether this one name is the owner's: same last name and agreeing first names or initials; one slip of the pen allowed.
  bool is(std::string_view name) const;
  // Whether these are people, in a script that the owner's name is known in, and the owner is not among them.
  bool is_missing_in(const std::vector<std::string>& authors) const;
  // Whether the owner's last name (or the whole native name) stands anywhere in the text.
  bool within(std::string_view text) const;

 private:
  struct Form {
    std::vector<std::string> words;  // folded, in the order of the page
    std::string joined;
    bool native = false;  // in Han, Kana or Hangul
  };
  std::vector<Form> forms_;
  std::string name_;
  bool expected_ = false;
};

struct AuthorList {
  std::vector<std::string> names;
  std::size_t end = 0;  // of the list in the text, behind a closing full stop; 0 if there is none
  bool has_owner = false;
  bool open = false;          // "et al.", "and 7 others": more than the names given
  bool closed = false;        // ended by a full stop, colon, year in brackets, quote or the end of the text
  bool beside_owner = false;  // "with A. Doe and B. Roe": the owner of the page is one more
  bool sure = false;          // initials, the owner, or "et al.": hardly anything but names
};

// The names at the beginning of text; empty (end = 0) if it does not begin like a list of people. Linear in the text, at most
// 2000 names.
AuthorList read_authors(std::string_view text, const Owner& owner);
// Names of a text that is known to be an author list ("Doe, Jane, Smith, Bob and Lee, Ann" or "Jane Doe, Bob Smith").
std::vector<std::string> split_authors(std::string_view text);
// Whether the whole text is a list of people and nothing else (marks of footnotes and a year in brackets may follow).
bool only_authors(std::string_view text, const Owner& owner);

}  // namespace fellow::extractor::papers
