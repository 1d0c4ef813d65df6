// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/backup.h"

#include <algorithm>
#include <set>

#include "crawler/archive_manifest.h"
#include "crawler/catalog_copy.h"
#include "fellow/clock.h"
#include "fellow/json.h"
#include "fellow/suppress.h"
#include "fellow/version.h"
#include "indexer/durable.h"
#include "indexer/generation_people.h"
#include "indexer/manifest.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using indexer::Done;

constexpr const char* kList = "backup.json";
constexpr int kTries = 3;

Done make(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return fail(Code::io, "cannot make the directory: " + error.message(), directory.string());
  return directory.string();
}

// not_found if the file went away.
Done copy_durably(const fs::path& from, const fs::path& to) {
  if (const Done made = make(to.parent_path()); !made) return made;
  std::error_code error;
  fs::copy_file(from, to, error);
  if (error == std::errc::no_such_file_or_directory)
    return fail(Code::not_found, "went away while it was copied", from.string());
  if (error) return fail(Code::io, "cannot be copied: " + error.message(), from.string());
  if (const Done synced = indexer::sync_file(to); !synced) return synced;
  return indexer::sync_directory(to.parent_path());
}

Done copy_if_there(const fs::path& from, const fs::path& to) {
  const Done copied = copy_durably(from, to);
  if (!copied && copied.error().code == Code::not_found) return to.string();
  return copied;
}

// The files of the archive; its list first: what that names does not grow any more.
Done copy_archive(const fs::path& data, const fs::path& to, const std::vector<std::string>& names) {
  if (const Done made = make(to / "archive"); !made) return made;
  const fs::path list = crawler::archive_manifest_path(data);
  if (const Done copied = copy_if_there(list, crawler::archive_manifest_path(to)); !copied) return copied;
  for (const std::string& name : names) {
    if (const Done copied = copy_durably(data / "archive" / name, to / "archive" / name); !copied) return copied;
  }
  return to.string();
}

// The generation that is served now.
Done copy_index(const fs::path& data, const fs::path& to) {
  const auto manifest = indexer::read_manifest(data / "index" / "current");
  if (!manifest) {
    if (manifest.error().code == Code::not_found) return to.string();  // nothing is published yet
    return tl::unexpected(manifest.error());
  }
  const std::string number = std::to_string(manifest->generation);
  const fs::path from = data / "index" / number, copied = to / "index" / number;
  std::vector<std::string> names{indexer::Manifest::kName};
  for (const auto& file : manifest->files) names.push_back(file.path);
  for (const std::string& name : names) {
    if (const Done done = copy_durably(from / name, copied / name); !done) return done;
  }
  return indexer::point_durably(to / "index" / "current", number);
}

// One try. not_found: something was rewritten meanwhile.
Done copy_stores(const fs::path& data, const fs::path& to) {
  const auto before = crawler::archive_file_names(data);
  if (!before) return tl::unexpected(before.error());
  if (const Done made = make(to); !made) return made;
  if (const auto copied = crawler::copy_catalog(data, to); !copied) return tl::unexpected(copied.error());
  const auto names = crawler::archive_file_names(data);
  if (!names) return tl::unexpected(names.error());
  const std::set<std::string> there(names->begin(), names->end());
  for (const std::string& name : *before) {
    if (!there.contains(name)) return fail(Code::not_found, "went away while it was copied", "archive/" + name);
  }
  if (const Done copied = copy_archive(data, to, *names); !copied) return copied;
  if (const Done copied = copy_index(data, to); !copied) return copied;
  for (const char* written_by_hand : {"fellow.toml", "merges.tsv", "watches.json"}) {
    if (const Done copied = copy_if_there(data / written_by_hand, to / written_by_hand); !copied) return copied;
  }
  // Last, so that it is never older than the rest.
  if (const auto added = add_suppressed(to, data); !added) return tl::unexpected(added.error());
  return to.string();
}

Result<Backup> measure(const fs::path& directory) {
  Backup out{.made_at = show_time(now()), .files = {}};
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(directory, error)) {
    if (entry.is_symlink() || !entry.is_regular_file()) continue;
    const std::string path = entry.path().lexically_relative(directory).string();
    if (path == kList) continue;
    auto sum = indexer::sha256_of_file(entry.path());
    if (!sum) return tl::unexpected(sum.error());
    out.files.push_back({.path = path, .bytes = entry.file_size(), .sha256 = std::move(*sum)});
  }
  if (error) return fail(Code::io, "cannot be read: " + error.message(), directory.string());
  std::sort(out.files.begin(), out.files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return out;
}

std::string show(const Backup& backup) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const BackupFile& file : backup.files) {
    files.push_back({{"path", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  nlohmann::ordered_json json{{"v", 1}, {"fellow", kVersion}, {"made_at", backup.made_at}, {"files", files}};
  const std::string sum = indexer::sha256(json.dump(1));
  json["sha256"] = sum;
  return json.dump(1) + "\n";
}

// Of a list that was written by whomever: only what lies below it.
bool stays_below(const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  return !path.empty() && normal == fs::path(path) && normal.is_relative() && *normal.begin() != "..";
}

Result<Backup> parse_list(const std::string& text, const fs::path& file) {
  const auto damaged = [&] { return fail(Code::corrupt, "is not what was written: take another backup", file.string()); };
  auto json = parse_json(text);
  if (!json || !json->is_object() || json->dump(1) + "\n" != text) return damaged();
  try {
    if (json->at("v").get<int>() > 1)
      return fail(Code::refused, "was written by a newer Fellow: use that program", file.string());
    const auto sum = json->at("sha256").get<std::string>();
    json->erase("sha256");
    if (indexer::sha256(json->dump(1)) != sum) return damaged();
    Backup out{.made_at = json->at("made_at").get<std::string>(), .files = {}};
    for (const auto& row : json->at("files")) {
      out.files.push_back({.path = row.at("path").get<std::string>(),
                           .bytes = row.at("bytes").get<std::uint64_t>(),
                           .sha256 = row.at("sha256").get<std::string>()});
      if (!stays_below(out.files.back().path)) return damaged();
    }
    return out;
  } catch (const nlohmann::json::exception&) {
    return damaged();
  }
}

Done check(const fs::path& directory, const BackupFile& row) {
  const fs::path file = directory / row.path;
  std::error_code error;
  if (fs::symlink_status(file, error).type() != fs::file_type::regular) {
    return fail(Code::corrupt, "is missing: take another backup", file.string());
  }
  const auto sum = indexer::sha256_of_file(file);
  if (!sum) return tl::unexpected(sum.error());
  if (*sum != row.sha256) return fail(Code::corrupt, "is not what was backed up: take another backup", file.string());
  return file.string();
}

// The restored generation becomes a newer one than any that was served here, so that a number never falls (R28).
Done number_anew(const fs::path& index, const std::string& number, const std::vector<std::uint64_t>& served) {
  auto manifest = indexer::read_manifest(index / number);
  if (!manifest) return tl::unexpected(manifest.error());
  if (served.empty() || served.back() < manifest->generation) return number;
  manifest->generation = served.back() + 1;
  const fs::path list = index / number / indexer::Manifest::kName;
  if (const Done written = indexer::write_durably(list, indexer::show(*manifest)); !written) return written;
  const std::string next = std::to_string(manifest->generation);
  const Done renamed = indexer::rename_durably(index / number, index / next);
  return renamed ? Done(next) : renamed;
}

// The stores that a restore replaces. The sum of the catalog is written when the lock is given back.
constexpr const char* kReplaced[] = {"archive", "catalog.db", "catalog.db-wal", "catalog.db-shm",
                                     "index",   "merges.tsv", "watches.json"};

Done put_in_place(const fs::path& fresh, const fs::path& data, const fs::path& old) {
  for (const char* name : kReplaced) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(data / name, error))) {
      if (const Done moved = indexer::rename_durably(data / name, old / name); !moved) return moved;
    }
    if (fs::exists(fs::symlink_status(fresh / name, error))) {
      if (const Done moved = indexer::rename_durably(fresh / name, data / name); !moved) return moved;
    }
  }
  std::error_code error;
  if (!fs::exists(data / "fellow.toml", error) && fs::exists(fresh / "fellow.toml", error)) {
    return indexer::rename_durably(fresh / "fellow.toml", data / "fellow.toml");
  }
  return data.string();
}

}  // namespace

std::uint64_t Backup::bytes() const {
  std::uint64_t sum = 0;
  for (const BackupFile& file : files) sum += file.bytes;
  return sum;
}

Result<Backup> make_backup(const fs::path& data, const fs::path& to) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(to, error))) {
    return fail(Code::refused, "is there already: name a new file or directory", to.string());
  }
  fs::path unfinished = to;
  unfinished += ".unfinished";
  const auto give_up = [&](const Error& why) {
    fs::remove_all(unfinished, error);
    return tl::unexpected<Error>(why);
  };
  Done copied = fail(Code::busy, "is being rewritten: try again when compact has ended", data.string());
  for (int i = 0; i < kTries && !copied; ++i) {
    fs::remove_all(unfinished, error);
    const Done tried = copy_stores(data, unfinished);
    if (!tried && (tried.error().code != Code::not_found || !fs::exists(data / "catalog.db", error)))
      return give_up(tried.error());
    if (tried) copied = tried;
  }
  if (!copied) return give_up(copied.error());
  auto backup = measure(unfinished);
  if (!backup) return give_up(backup.error());
  if (const Done written = indexer::write_durably(unfinished / kList, show(*backup)); !written) return give_up(written.error());
  if (const Done renamed = indexer::rename_durably(unfinished, to); !renamed) return give_up(renamed.error());
  return backup;
}

Result<Backup> read_backup(const fs::path& directory) {
  const auto text = indexer::read_whole(directory / kList);
  if (!text) return fail(text.error().code, "this is no backup: " + text.error().what, directory.string());
  auto backup = parse_list(*text, directory / kList);
  if (!backup) return backup;
  for (const BackupFile& file : backup->files) {
    if (const Done whole = check(directory, file); !whole) return tl::unexpected(whole.error());
  }
  return backup;
}

Result<Restored> restore_backup(const fs::path& directory, const fs::path& data) {
  auto backup = read_backup(directory);
  if (!backup) return tl::unexpected(backup.error());
  const fs::path fresh = data / "restore.new", old = data / "restore.old";
  std::error_code error;
  fs::remove_all(fresh, error);
  fs::remove_all(old, error);
  const auto give_up = [&](const Error& why) {
    fs::remove_all(fresh, error);
    return tl::unexpected<Error>(why);
  };
  std::set<std::string> generations;
  for (const BackupFile& file : backup->files) {
    if (const Done copied = copy_durably(directory / file.path, fresh / file.path); !copied) return give_up(copied.error());
    if (file.path.starts_with("index/")) generations.insert(fs::path(file.path).parent_path().filename().string());
  }
  if (!generations.empty()) {
    const Done number = number_anew(fresh / "index", *generations.begin(), indexer::generations_kept(data));
    if (!number) return give_up(number.error());
    const Done pointed = indexer::point_durably(fresh / "index" / "current", *number);
    if (!pointed) return give_up(pointed.error());
  }
  // Before anything older can be searched.
  if (const auto added = add_suppressed(data, fresh); !added) return give_up(added.error());
  if (const Done made = make(old); !made) return give_up(made.error());
  if (const Done placed = put_in_place(fresh, data, old); !placed) return tl::unexpected(placed.error());
  fs::remove_all(fresh, error);
  fs::remove_all(old, error);
  const auto list = Suppression::read(data);
  if (!list) return tl::unexpected(list.error());
  return Restored{.backup = std::move(*backup), .suppressed = list->size()};
}

}  // namespace fellow::cli
