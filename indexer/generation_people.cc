// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/generation_people.h"

#include <xapian.h>

#include <algorithm>
#include <charconv>

#include "indexer/document.h"
#include "indexer/manifest.h"

namespace fellow::indexer {

namespace fs = std::filesystem;

Result<std::vector<Profile>> people_of_generation(const fs::path& directory) {
  const auto manifest = read_manifest(directory);
  if (!manifest) return tl::unexpected(manifest.error());
  std::vector<Profile> out;
  try {
    const Xapian::Database database((directory / Manifest::kPeople).string());
    for (auto at = database.postlist_begin(""); at != database.postlist_end(""); ++at) {
      auto stored = read_stored(database.get_document(*at, Xapian::DOC_ASSUME_VALID).get_data());
      if (!stored) return tl::unexpected(stored.error());
      out.push_back(std::move(stored->profile));
    }
  } catch (const Xapian::Error& error) {
    return fail(Code::io, "the index cannot be read: " + error.get_description(), directory.string());
  }
  std::sort(out.begin(), out.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  return out;
}

std::vector<std::uint64_t> generations_kept(const fs::path& data) {
  std::vector<std::uint64_t> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(data / "index", ignored)) {
    const std::string name = entry.path().filename();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && end == name.data() + name.size() && number > 0) out.push_back(number);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace fellow::indexer
