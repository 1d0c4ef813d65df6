// SPDX-License-Identifier: GPL-3.0-or-later
// Which words are one word written apart? "multi-agent" and "multi agent" are "multiagent", "e-commerce" is "ecommerce": a
// combining form, which is no word of its own, and what follows it. Pure functions, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::text {

// Whether two folded words that follow one another are one.
bool are_one(std::string_view first, std::string_view second);
// Folded words, with those that are one written as one: multi agent systems -> multiagent systems.
std::vector<std::string> joined_compounds(std::vector<std::string> words);
// The same for folded words with one blank between them.
std::string joined_compounds(std::string_view folded);

}  // namespace fellow::text
