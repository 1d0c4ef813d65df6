// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the topics found on all pages say what a list of the person says already?
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "extractor/builder.h"

namespace fellow::extractor {

// Tells of a topic whether it stands in a sentence, and is a part of one that is listed, or several of them put together:
// "nonconvex and derivative-free optimization" beside a list of "Nonconvex Optimization" and "Derivative-Free Optimization".
std::function<bool(const Candidate<std::string>&)> said_by_lists(const std::vector<Candidate<std::string>>& topics);

}  // namespace fellow::extractor
