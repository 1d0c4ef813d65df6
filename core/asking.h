// SPDX-License-Identifier: GPL-3.0-or-later
// Which words of a line ask, and tell nothing of whom is asked for? "Who works on", "looking for experts in", "researchers
// interested in": people type to a search of people as they would to a colleague.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace fellow {

// One for each of the words, which are folded and in the order typed. A word is told by those around it, so that "expert
// systems" and "people with disabilities" stay what they are.
std::vector<bool> words_that_ask(std::span<const std::string> words);

}  // namespace fellow
