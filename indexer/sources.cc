// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/sources.h"

#include <algorithm>
#include <utility>

#include "fellow/suppress.h"
#include "indexer/local_source.h"
#include "indexer/remote_source.h"

namespace fellow::indexer {

Result<std::vector<std::shared_ptr<Source>>> open_sources(const Config& config, const std::filesystem::path& data) {
  const auto suppression = Suppression::read(data);
  if (!suppression) return tl::unexpected<Error>(suppression.error());
  std::vector<std::shared_ptr<Source>> sources;
  const auto add = [&](std::shared_ptr<IndexedSource> source) {
    if (config.serve.postings_mb) source->keep_postings(static_cast<std::size_t>(*config.serve.postings_mb) << 20);
    sources.push_back(std::move(source));
  };
  const auto current = data / "index" / "current";
  const bool has_index =
      std::any_of(config.sources.begin(), config.sources.end(), [](const auto& row) { return row.kind == "index"; });
  std::error_code none;
  if (config.sources.empty() || (!has_index && std::filesystem::exists(current, none)))
    add(std::make_shared<LocalSource>("local", current, *suppression));
  for (const SourceConfig& row : config.sources) {
    if (row.kind == "index") {
      add(std::make_shared<LocalSource>(row.name, data / row.path, *suppression));  // an absolute path stays as it is
    } else if (row.kind == "xapian") {
      const auto address = parse_remote(row.url);
      if (!address) return fail(Code::bad_input, address.error().what, "source " + row.name);
      add(std::make_shared<RemoteSource>(row.name, *address, row.timeout, *suppression));
    }
  }
  return sources;
}

}  // namespace fellow::indexer
