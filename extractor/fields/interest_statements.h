// SPDX-License-Identifier: GPL-3.0-or-later
// Where does a sentence say what somebody works on? By its grammar, in six languages: whose work ("my research", "the focus of
// my work", "mi trabajo"), perhaps adverbs and auxiliaries, a verb that names a matter ("has so far focused", "se sitúa"), its
// preposition.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fellow::extractor {

struct InterestStatement {
  std::size_t begin = 0, end = 0;  // bytes: of the noun, and where the topics begin
};

// The first such statement; nullopt if the sentence makes none, or speaks of the past ("my thesis was on …").
std::optional<InterestStatement> interest_statement(std::string_view sentence);

// "Optimal control and learning are the main focuses of my research": the byte where the topics in front end; npos if the
// sentence says nothing of the kind.
std::size_t stated_as_interest(std::string_view text);

// Whether the word, folded, is an adverb of manner or frequency: "primarily", "also", "principalmente".
bool adverb(std::string_view folded);

}  // namespace fellow::extractor
