// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/generation_changes.h"

#include <xapian.h>

#include <algorithm>
#include <optional>

#include "indexer/document.h"
#include "indexer/generation_people.h"
#include "indexer/manifest.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

Xapian::Database open_people(const fs::path& directory) { return Xapian::Database((directory / Manifest::kPeople).string()); }

// What is stored of whom that id means there, or meant before a merge.
std::optional<std::string> stored_of(const Xapian::Database& database, const std::string& id) {
  for (const auto kind : {kId, kAliasId}) {
    const std::string term = exact_term(kind, id);
    const auto at = database.postlist_begin(term);
    if (at != database.postlist_end(term)) return database.get_document(*at, Xapian::DOC_ASSUME_VALID).get_data();
  }
  return std::nullopt;
}

// The person as she was; nullopt for one who was not there, or of whom nothing that is stored has changed since.
struct Before {
  bool same = false;
  std::optional<Profile> profile;
};
Result<Before> before_of(const Xapian::Database& database, const Profile& person, const std::string& stored) {
  for (const std::string& id : ids_of(person)) {
    const auto found = stored_of(database, id);
    if (!found) continue;
    if (*found == stored) return Before{.same = true, .profile = {}};
    auto read = read_stored(*found);
    if (!read) return tl::unexpected(read.error());
    return Before{.same = false, .profile = std::move(read->profile)};
  }
  return Before{};
}

}  // namespace

Result<Changes> changes_between(const fs::path& before, const fs::path& after, const Suppression& suppression) {
  const auto first = read_manifest(before), second = read_manifest(after);
  if (!first) return tl::unexpected(first.error());
  if (!second) return tl::unexpected(second.error());
  Changes out{.from = first->generation, .to = second->generation, .at = second->built_at, .people = {}};
  try {
    const Xapian::Database then = open_people(before), now = open_people(after);
    for (auto at = now.postlist_begin(""); at != now.postlist_end("") && out.people.size() < kMostChanges; ++at) {
      const std::string text = now.get_document(*at, Xapian::DOC_ASSUME_VALID).get_data();
      const auto person = read_stored(text);
      if (!person) return tl::unexpected(person.error());
      if (suppression.has(person->profile)) continue;
      const auto was = before_of(then, person->profile, text);
      if (!was) return tl::unexpected(was.error());
      if (was->same) continue;
      if (auto change = change_of(was->profile ? &*was->profile : nullptr, person->profile))
        out.people.push_back(std::move(*change));
    }
  } catch (const Xapian::Error& error) {
    return fail(Code::io, "the index cannot be read: " + error.get_description(), after.string());
  }
  std::stable_sort(out.people.begin(), out.people.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

Result<std::vector<Changes>> latest_changes(const fs::path& data, const Suppression& suppression) {
  std::vector<Changes> out;
  const auto current = read_manifest(data / "index" / "current");
  if (!current) return out;
  auto kept = generations_kept(data);
  std::erase_if(kept, [&](std::uint64_t number) { return number > current->generation; });
  for (std::size_t i = kept.size(); i-- > 1;) {
    const fs::path index = data / "index";
    auto changes = changes_between(index / std::to_string(kept[i - 1]), index / std::to_string(kept[i]), suppression);
    if (!changes) return tl::unexpected(changes.error());
    out.push_back(std::move(*changes));
  }
  return out;
}

}  // namespace fellow::indexer
