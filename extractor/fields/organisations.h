// SPDX-License-Identifier: GPL-3.0-or-later
// Which institutions does this text name? By the table of institutions first (longest match), else by form: "University of X",
// "X Institute of Technology", "X GmbH", 某某大学. Departments and labs are kept apart from the organisation they belong to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/fields/tokens.h"
#include "fellow/tables.h"

namespace fellow::extractor {

struct Organisation {
  std::string name;                          // as written
  std::string department;                    // written beside it; may be empty
  const tables::Institution* row = nullptr;  // what the table knows of it
  std::size_t begin = 0, end = 0;            // bytes: the whole mention, department included
  bool by_form = false;
  bool house = false;  // "Norwegian School of Economics": a school that no other organisation stands beside; may be a part
};

// In text order, not overlapping.
std::vector<Organisation> find_organisations(std::string_view text);
std::vector<Organisation> find_organisations(std::string_view text, const std::vector<Token>& words);  // tokens(text)

// Whether two names mean one organisation: the same row, the same words, initials, or one containing the other.
bool same_organisation(std::string_view a, std::string_view b);

// A whole field that should be an organisation ("Department of Physics, ETH Zurich"): the organisation in it, or the text
// itself where none is recognised. Empty if the text is a theme's left-over or says nothing.
Organisation whole_organisation(std::string_view text);

// A run of capitalised words at the beginning of `text` that can be an organisation's name ("ByteDance AML, in …"); empty if
// none.
std::string_view capital_run(std::string_view text);

// "Department of X", "School of Y", "Z Lab": a part of an organisation rather than one.
bool is_department(std::string_view name);

}  // namespace fellow::extractor
