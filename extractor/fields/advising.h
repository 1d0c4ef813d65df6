// SPDX-License-Identifier: GPL-3.0-or-later
// Who does this text say advised the person? "advised by …", "under the guidance of …", "my advisor is …", 师从….
#pragma once

#include <string_view>
#include <vector>

#include "extractor/document.h"
#include "extractor/fields/people.h"
#include "extractor/fields/tokens.h"

namespace fellow::extractor {

struct Advising {
  std::vector<Person> people;       // positions in the text
  std::vector<std::string> places;  // beside each of them: the institution in brackets behind the name, or ""
  std::size_t begin = 0, end = 0;   // bytes: the cue, and all that belongs to it, the advisors' institution included
  std::string affiliation;          // of the advisors, when named with them; as written
  std::string place_of(std::size_t person) const;
  bool weak_place = false;  // "advised by X at Y" may be the student's place as well
};
std::vector<Advising> find_advising(std::string_view text);
std::vector<Advising> find_advising(std::string_view text, const std::vector<Token>& words);  // tokens(text)

// The address that the page links this name to; "" if none.
std::string link_of(const Document& page, std::string_view name);

}  // namespace fellow::extractor
