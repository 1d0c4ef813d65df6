// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the degrees that readers found are one and the same, and which are told surer elsewhere? A part of the resolver.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "extractor/builder.h"

namespace fellow::extractor {

using DegreeLeftOut = std::function<void(const Candidate<Education>&, std::string_view rule)>;

// At most twenty; lists come before sentences, pages nearer to the person before others.
std::vector<Candidate<Education>> settled_degrees(std::vector<Candidate<Education>> list, const DegreeLeftOut& left_out);

}  // namespace fellow::extractor
