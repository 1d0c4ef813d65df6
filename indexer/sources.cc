// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/sources.h"

#include <set>

#include "fellow/suppress.h"
#include "indexer/indexer.h"

namespace fellow::indexer {

Result<std::vector<std::shared_ptr<Source>>> open_sources(const Config& config, const std::filesystem::path& data) {
  const auto suppression = Suppression::read(data);
  if (!suppression) return tl::unexpected<Error>(suppression.error());
  std::vector<std::shared_ptr<Source>> sources;
  std::set<std::string> names;
  for (const SourceConfig& row : config.sources) {
    const std::string where = "source " + row.name;
    if (row.kind != "index") return fail(Code::bad_input, "kind has to be \"index\", the only kind that is served", where);
    if (row.path.empty()) return fail(Code::bad_input, "a source of kind index needs a path", where);
    if (!names.insert(row.name).second) return fail(Code::bad_input, "every source needs a name of its own", where);
    sources.push_back(open_source(row.name, data / row.path, *suppression));  // an absolute path stays as it is
  }
  if (sources.empty()) sources.push_back(open_source("local", data / "index" / "current", *suppression));
  return sources;
}

}  // namespace fellow::indexer
