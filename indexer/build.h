// SPDX-License-Identifier: GPL-3.0-or-later
// How do people become the files of a generation? Anew: shards of it on all cores (indexer/shards.h), compacted into one. Or of
// the served generation, where little changed: its database made writable by a compaction, the changed documents replaced in
// it, compacted again; a night with 1 % changes costs that and 1 % of the documents.
//
// Docids of an incremental build do not follow ids, and those of who left are holes: Columns::id_rank tells. Both ways give
// the same answers to every query.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/result.h"
#include "indexer/manifest.h"

namespace fellow::indexer {

struct BuildOrder {
  const std::vector<const Profile*>& people;  // sorted by id, one each
  std::filesystem::path served = {};          // generation to start from, of the same basis; empty: anew
  std::vector<std::uint64_t> sums = {};       // of the people, when there is a generation to start from
  const Manifest& manifest;                   // of the generation, as far as it is known before its documents are made
};
struct Built {
  Manifest manifest;  // with the digest
  std::size_t indexed = 0;
  bool incremental = false;
};
// Everything of a generation but the manifest, on disk, in `directory`, which is made. A served generation that cannot be read
// is no obstacle: then it is built anew.
Result<Built> build(const BuildOrder& order, const std::filesystem::path& directory);

}  // namespace fellow::indexer
