// SPDX-License-Identifier: GPL-3.0-or-later
// What has the operator to know of the sources, once? That something was published which cannot be opened, why, and what is
// served meanwhile; and that it is served again.
//
//   SourceLog log;
//   for (const auto& line : log.lines(sources.info())) …  // every time they were looked at
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fellow/source.h"

namespace fellow::searchd {

// For one thread.
class SourceLog {
 public:
  // What was not said before.
  std::vector<std::string> lines(const std::vector<SourceInfo>& sources);

 private:
  std::map<std::string, std::string> said_;  // of which source, what cannot be opened and why
};

}  // namespace fellow::searchd
