// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/sources.h"

#include <algorithm>

#include "fellow/suppress.h"
#include "indexer/indexer.h"
#include "indexer/remote_source.h"

namespace fellow::indexer {

Result<std::vector<std::shared_ptr<Source>>> open_sources(const Config& config, const std::filesystem::path& data) {
  const auto suppression = Suppression::read(data);
  if (!suppression) return tl::unexpected<Error>(suppression.error());
  std::vector<std::shared_ptr<Source>> sources;
  const auto current = data / "index" / "current";
  const bool has_index =
      std::any_of(config.sources.begin(), config.sources.end(), [](const auto& row) { return row.kind == "index"; });
  std::error_code none;
  if (config.sources.empty() || (!has_index && std::filesystem::exists(current, none)))
    sources.push_back(open_source("local", current, *suppression));
  for (const SourceConfig& row : config.sources) {
    if (row.kind == "index") {
      sources.push_back(open_source(row.name, data / row.path, *suppression));  // an absolute path stays as it is
    } else if (row.kind == "xapian") {
      const auto address = parse_remote(row.url);
      if (!address) return fail(Code::bad_input, address.error().what, "source " + row.name);
      sources.push_back(std::make_shared<RemoteSource>(row.name, *address, row.timeout, *suppression));
    }
  }
  return sources;
}

}  // namespace fellow::indexer
