// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/source_log.h"

namespace fellow::searchd {
namespace {

std::string served(const SourceInfo& source) {
  return source.generation == 0 ? "nothing" : "generation " + std::to_string(source.generation);
}

}  // namespace

std::vector<std::string> SourceLog::lines(const std::vector<SourceInfo>& sources) {
  std::vector<std::string> out;
  for (const SourceInfo& source : sources) {
    const std::string now = source.unopened ? show(*source.unopened) : "";
    std::string& before = said_[source.name];
    if (now == before) continue;
    before = now;
    out.push_back("source " + source.name + ": " +
                  (now.empty() ? served(source) + " is served" : now + "; " + served(source) + " is served until then"));
  }
  return out;
}

}  // namespace fellow::searchd
