// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/carried.h"

#include <cstdlib>

namespace fellow::indexer {
namespace {

// One message of the remote protocol each; far below the engine's limit for one entry.
constexpr std::size_t kChunkBytes = 1 << 20;
constexpr std::size_t kMostChunks = 4096;
constexpr const char* kManifestKey = "fellow/manifest";
constexpr const char* kSizeKey = "fellow/columns";

std::string chunk_key(std::size_t i) { return "fellow/columns/" + std::to_string(i); }

}  // namespace

void write_carried(Xapian::WritableDatabase& database, const Carried& carried) {
  database.set_metadata(kManifestKey, show(carried.manifest));
  database.set_metadata(kSizeKey, std::to_string(carried.columns.size()));
  std::size_t chunk = 0;
  for (std::size_t at = 0; at < carried.columns.size(); at += kChunkBytes)
    database.set_metadata(chunk_key(chunk++), carried.columns.substr(at, kChunkBytes));
  // Of a longer one before it.
  for (; !database.get_metadata(chunk_key(chunk)).empty(); ++chunk) database.set_metadata(chunk_key(chunk), "");
}

Result<Manifest> read_carried_manifest(const Xapian::Database& database) {
  const std::string text = database.get_metadata(kManifestKey);
  if (text.empty()) return fail(Code::not_found, "this database carries no generation of Fellow; run `fellow index` there");
  return parse_manifest(text, "");
}

std::string read_carried_columns(const Xapian::Database& database) {
  const std::size_t size = std::strtoull(database.get_metadata(kSizeKey).c_str(), nullptr, 10);
  if (size > kChunkBytes * kMostChunks) return "";
  std::string out;
  for (std::size_t i = 0; out.size() < size && i < kMostChunks; ++i) {
    const std::string chunk = database.get_metadata(chunk_key(i));
    if (chunk.empty()) break;
    out += chunk;
  }
  return out.size() == size ? out : "";
}

}  // namespace fellow::indexer
