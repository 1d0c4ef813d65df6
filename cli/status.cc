// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/status.h"

#include <nlohmann/json.hpp>
#include <set>

#include "crawler/broken.h"
#include "fellow/json.h"
#include "fellow/suppress.h"
#include "indexer/manifest.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using crawler::Outcome;

constexpr std::array kOutcomes{Outcome::ok, Outcome::refused, Outcome::failed, Outcome::gone};

// Of the files below; a file that goes while it is looked at counts nothing.
std::uint64_t bytes_below(const fs::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    if (at->is_regular_file(gone) && !at->is_symlink(gone)) {
      const auto size = at->file_size(gone);
      if (!gone) bytes += size;
    }
  }
  return bytes;
}

std::uint64_t catalog_bytes(const fs::path& data) {
  std::uint64_t bytes = 0;
  for (const char* name : {"catalog.db", "catalog.db-wal", "catalog.db-shm"}) {
    std::error_code missing;
    const auto size = fs::file_size(data / name, missing);
    if (!missing) bytes += size;
  }
  return bytes;
}

Result<void> read_catalog(Status& status, crawler::Catalog& catalog) {
  const auto seeds = catalog.seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  std::set<Url> each;
  for (const crawler::StoredSeed& stored : *seeds) {
    ++status.lists[stored.list];
    each.insert(stored.seed.url);
  }
  status.seeds = each.size();
  const auto urls = catalog.all_urls();
  if (!urls) return tl::unexpected(urls.error());
  for (const crawler::UrlState& state : *urls) {
    ++status.addresses[static_cast<std::size_t>(state.outcome)];
    if (!state.place.file.empty()) ++status.pages;
  }
  const auto profiles = catalog.profiles();
  if (!profiles) return tl::unexpected(profiles.error());
  status.profiles = profiles->size();
  const auto runs = catalog.runs();
  if (!runs) return tl::unexpected(runs.error());
  if (!runs->empty()) status.last_run = runs->front();
  return {};
}

std::string size_of(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  std::uint64_t tenths = bytes * 10;
  for (; tenths >= 10240 && unit + 1 < std::size(kUnits); ++unit) tenths /= 1024;
  const std::string whole = std::to_string(tenths / 10);
  return whole + (unit > 0 ? "." + std::to_string(tenths % 10) : "") + " " + kUnits[unit];
}

std::string show_run(const crawler::RunSummary& run) {
  return run.command + " " + show_time(run.started) + ", " + std::to_string((run.ended - run.started).count()) +
         " s: " + std::to_string(run.pages) + " pages (" + std::to_string(run.not_modified) + " not modified), " +
         std::to_string(run.failed) + " failed, " + std::to_string(run.refused) + " refused, " +
         size_of(static_cast<std::uint64_t>(run.bytes));
}

nlohmann::ordered_json json_of(const crawler::RunSummary& run) {
  return {{"command", run.command},           {"started", show_time(run.started)},
          {"ended", show_time(run.ended)},    {"pages", run.pages},
          {"not_modified", run.not_modified}, {"failed", run.failed},
          {"refused", run.refused},           {"bytes", run.bytes}};
}

}  // namespace

Result<Status> read_status(const fs::path& data, crawler::Catalog& catalog) {
  Status status;
  if (const auto read = read_catalog(status, catalog); !read) return tl::unexpected(read.error());
  status.catalog_bytes = catalog_bytes(data);
  status.archive_bytes = bytes_below(data / "archive");
  status.index_bytes = bytes_below(data / "index");
  const auto manifest = indexer::read_manifest(data / "index" / "current");
  if (!manifest && manifest.error().code != Code::not_found) return tl::unexpected(manifest.error());
  if (manifest) {
    status.generation = manifest->generation;
    status.people = manifest->profiles;
    status.published_at = parse_time(manifest->built_at);
  }
  const auto suppression = Suppression::read(data);
  if (!suppression) return tl::unexpected(suppression.error());
  status.suppressed = suppression->size();
  return status;
}

std::string show(const Status& status, Time now) {
  std::string out;
  const auto line = [&](const std::string& label, const std::string& value) { out += label + ": " + value + "\n"; };
  for (const auto& [list, seeds] : status.lists) line("list " + list, std::to_string(seeds) + " seeds");
  line("seeds", std::to_string(status.seeds));
  line("profiles", std::to_string(status.profiles));
  std::string addresses;
  for (const Outcome outcome : kOutcomes) {
    addresses += (addresses.empty() ? "" : ", ") + std::to_string(status.addresses[static_cast<std::size_t>(outcome)]) + " " +
                 std::string(crawler::show(outcome));
  }
  line("addresses", addresses);
  line("pages in the archive", std::to_string(status.pages));
  line("disk", "catalog " + size_of(status.catalog_bytes) + ", archive " + size_of(status.archive_bytes) + ", index " +
                   size_of(status.index_bytes));
  line("last run", status.last_run ? show_run(*status.last_run) : "none");
  line("generation", status.generation == 0
                         ? "none"
                         : std::to_string(status.generation) + " with " + std::to_string(status.people) + " people" +
                               (status.published_at ? ", " + crawler::show_age(*status.published_at, now) + " old" : ""));
  line("suppressed", std::to_string(status.suppressed) + " lines");
  return out;
}

std::string show_json(const Status& status, Time now) {
  nlohmann::ordered_json addresses;
  for (const Outcome outcome : kOutcomes)
    addresses[std::string(crawler::show(outcome))] = status.addresses[static_cast<std::size_t>(outcome)];
  nlohmann::ordered_json json{
      {"lists", status.lists},
      {"seeds", status.seeds},
      {"profiles", status.profiles},
      {"addresses", addresses},
      {"pages", status.pages},
      {"bytes", {{"catalog", status.catalog_bytes}, {"archive", status.archive_bytes}, {"index", status.index_bytes}}},
      {"generation", status.generation},
      {"people", status.people},
      {"suppressed", status.suppressed}};
  if (status.last_run) json["last_run"] = json_of(*status.last_run);
  if (status.published_at) {
    json["published_at"] = show_time(*status.published_at);
    json["age_seconds"] = (now - *status.published_at).count();
  }
  return fellow::show_json(json);
}

}  // namespace fellow::cli
