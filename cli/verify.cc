// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify.h"

#include <algorithm>

#include "crawler/catalog_seal.h"
#include "fellow/suppress.h"
#include "indexer/generation_people.h"
#include "indexer/manifest.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;

std::string below(const fs::path& data, const std::string& where) {
  const fs::path file = fs::path(where).lexically_relative(data);
  return file.empty() ? where : file.string();
}

void check_generation(const fs::path& data, const fs::path& directory, Verified& out) {
  const auto add = [&](const Error& error) { out.damages.push_back({.file = below(data, error.where), .what = error.what}); };
  std::vector<Error> found;
  const auto manifest = indexer::read_manifest(directory);
  if (manifest) {
    found = indexer::check_files(directory, *manifest);
  } else {
    found.push_back(manifest.error());
  }
  std::error_code error;
  if (!found.empty() && !fs::exists(directory, error)) return;  // superseded, and swept while it was read
  ++out.generations;
  std::for_each(found.begin(), found.end(), add);
}

void check_index(const fs::path& data, Verified& out) {
  const fs::path index = data / "index", current = index / "current";
  for (const auto number : indexer::generations_kept(data)) check_generation(data, index / std::to_string(number), out);
  std::error_code error;
  const fs::file_status link = fs::symlink_status(current, error);
  if (link.type() == fs::file_type::not_found) {
    if (out.generations > 0) out.damages.push_back({.file = "index/current", .what = "is missing; run `fellow index`"});
    return;
  }
  if (!fs::is_directory(current, error)) {
    out.damages.push_back({.file = "index/current", .what = "leads to no generation; run `fellow index`"});
  }
}

}  // namespace

bool Verified::sound() const {
  return std::all_of(damages.begin(), damages.end(), [](const crawler::Damage& damage) { return damage.torn_tail; });
}

std::string show(const crawler::Damage& damage) {
  return damage.file + (damage.offset > 0 ? ":" + std::to_string(damage.offset) : "") + ": " + damage.what;
}

Result<Verified> verify_stores(const fs::path& data) {
  Verified out;
  auto archive = crawler::verify_archive(data);
  if (!archive) return tl::unexpected(archive.error());
  out.damages = std::move(*archive);
  const auto catalog = crawler::verify_catalog(data);
  if (!catalog) return tl::unexpected(catalog.error());
  out.damages.insert(out.damages.end(), catalog->damages.begin(), catalog->damages.end());
  std::error_code error;
  if (!catalog->sealed && fs::exists(data / "catalog.db", error)) {
    out.notes.emplace_back(
        "catalog.db: a run is writing, or was cut short: checked as far as SQLite can; the end of the next run leaves a sum");
  }
  check_index(data, out);
  if (const auto list = Suppression::read(data); !list) {
    if (list.error().code != Code::corrupt) return tl::unexpected(list.error());
    out.damages.push_back({.file = "suppressed", .what = show(list.error())});
  }
  return out;
}

}  // namespace fellow::cli
