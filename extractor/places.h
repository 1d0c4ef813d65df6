// SPDX-License-Identifier: GPL-3.0-or-later
// Where on its page does each fact of a profile stand? For people who read an explanation: the heading above it and the words
// around it.
#pragma once

#include <map>
#include <span>
#include <string>

#include "extractor/document.h"
#include "fellow/profile.h"

namespace fellow::extractor {

// JSON pointer of a fact with evidence -> "under “Education”: PhD, University of X, 2015". Facts that no block of their page
// spells out (front matter, JSON-LD, BibTeX, attributes) have the name of that part of the file.
std::map<std::string, std::string> places_of(const Profile& profile, std::span<const Document> documents);

}  // namespace fellow::extractor
