// SPDX-License-Identifier: GPL-3.0-or-later
// By which other given names may the same person go? "Bill" for "William", "Sasha" for "Alexander".
//
// Source: common short forms in English, German, Dutch, French, Spanish, Italian, Portuguese and Russian use, compiled by hand
// for Fellow; no list was copied. Only forms that are used for few names: "Al" or "Jo" would say nothing. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::indexer {

// The other names of a folded given name: of a full name its short forms, of a short form the full names and their other short
// forms. Without the name itself, no duplicates; empty for most words.
std::vector<std::string> nicknames_of(std::string_view given);
// Whether the two folded given names may be one person's, by the table.
bool nicknames(std::string_view a, std::string_view b);

}  // namespace fellow::indexer
