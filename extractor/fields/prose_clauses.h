// SPDX-License-Identifier: GPL-3.0-or-later
// What do the words around a degree in a sentence make of it?
#pragma once

#include <string_view>

namespace fellow::extractor {

// "Before joining the PhD, …": a degree that only dates what the sentence tells. `before`, `behind`: the text on its sides.
bool only_dates(std::string_view before, std::string_view behind);
// "… at the same institution": says that the place is the one named last.
bool says_same_place(std::string_view text);

}  // namespace fellow::extractor
