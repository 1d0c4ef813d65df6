// SPDX-License-Identifier: GPL-3.0-or-later
// Does a line of news announce a paper of the owner's? "[2024-05] Our paper “Kites as antennas” is accepted to FoamConf 2024!"
#pragma once

#include <optional>

#include "extractor/papers/author_list.h"
#include "extractor/papers/candidate.h"
#include "extractor/papers/lines.h"

namespace fellow::extractor::papers {

// The paper, its title in quotes, a link or italics, without authors; nullopt where the line announces none.
std::optional<Candidate> announced(const Line& line, const Document& document);

}  // namespace fellow::extractor::papers
