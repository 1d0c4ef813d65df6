// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive_manifest.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <nlohmann/json.hpp>
#include <system_error>

#include "crawler/archive_member.h"
#include "crawler/archive_tail.h"
#include "crawler/digest.h"
#include "crawler/directory.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::string_view kPrefix = "fellow-", kSuffix = ".warc.gz";
constexpr std::size_t kChunk = 1 << 20;
constexpr std::uint64_t kMaxManifestBytes = 64 << 20;

std::string show(const ArchiveManifest& manifest) {
  Json files = Json::array();
  for (const RolledFile& file : manifest.files) {
    Json row = {{"name", file.name}, {"sha256", file.sha256}, {"bytes", file.bytes}, {"records", file.records}};
    if (file.damaged) row["damaged"] = true;
    files.push_back(std::move(row));
  }
  const std::string sum = show_hex(sha256(files.dump()));
  return Json{{"v", kVersion}, {"files", std::move(files)}, {"sha256", sum}}.dump() + "\n";
}

Result<std::string> read_whole(const fs::path& path) {
  const ArchiveFile file(path);
  if (!file.is_open()) return tl::unexpected<Error>(system_error("cannot open", errno, path));
  if (file.size() > kMaxManifestBytes) return fail(Code::corrupt, "is too long for a manifest", path.string());
  std::string bytes;
  const std::size_t got = file.read(bytes, file.size(), 0).size();
  bytes.resize(got);
  return bytes;
}

bool parse(const Json& json, ArchiveManifest& manifest) {
  if (!json.contains("files") || !json["files"].is_array()) return false;
  for (const Json& row : json["files"]) {
    if (!row.is_object()) return false;
    RolledFile file;
    try {
      file.name = row.at("name").get<std::string>();
      file.sha256 = row.at("sha256").get<std::string>();
      file.bytes = row.at("bytes").get<std::uint64_t>();
      file.records = row.at("records").get<std::uint64_t>();
      file.damaged = row.value("damaged", false);
    } catch (const Json::exception&) {
      return false;
    }
    manifest.files.push_back(std::move(file));
  }
  return true;
}

Result<void> write_durable(const fs::path& path, std::string_view bytes) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot make the file", errno, path));
  int number = 0;
  while (!bytes.empty() && number == 0) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote > 0) bytes.remove_prefix(static_cast<std::size_t>(wrote));
    if (wrote <= 0 && errno != EINTR) number = wrote == 0 ? ENOSPC : errno;
  }
  if (number == 0 && ::fsync(fd) != 0) number = errno;
  ::close(fd);
  if (number != 0) return tl::unexpected<Error>(system_error("cannot write", number, path));
  return {};
}

auto place_of(const std::vector<RolledFile>& files, std::string_view name) {
  return std::lower_bound(files.begin(), files.end(), name,
                          [](const RolledFile& file, std::string_view wanted) { return file.name < wanted; });
}

}  // namespace

const RolledFile* ArchiveManifest::find(std::string_view name) const {
  const auto at = place_of(files, name);
  return at != files.end() && at->name == name ? &*at : nullptr;
}

void ArchiveManifest::put(RolledFile file) {
  drop(file.name);
  files.insert(place_of(files, file.name), std::move(file));
}

void ArchiveManifest::drop(std::string_view name) {
  std::erase_if(files, [&](const RolledFile& file) { return file.name == name; });
}

fs::path archive_manifest_path(const fs::path& data) { return data / "archive" / "manifest.json"; }

Result<ArchiveManifest> read_archive_manifest(const fs::path& data) {
  const fs::path path = archive_manifest_path(data);
  Result<std::string> bytes = read_whole(path);
  if (!bytes && bytes.error().code == Code::not_found) return ArchiveManifest{};
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  const Json json = Json::parse(*bytes, nullptr, false);
  const bool is_object = json.is_object();
  if (is_object && json.contains("v") && json["v"].is_number_integer() && json["v"].get<std::int64_t>() > kVersion) {
    return fail(Code::refused, "was written by a newer Fellow: use that one", path.string());
  }
  ArchiveManifest manifest;
  if (!is_object || !parse(json, manifest) || show(manifest) != *bytes) {
    return fail(Code::corrupt, "is damaged", path.string());
  }
  return manifest;
}

Result<void> write_archive_manifest(const fs::path& data, const ArchiveManifest& manifest) {
  const fs::path path = archive_manifest_path(data);
  const fs::path beside = path.string() + ".new";
  if (Result<void> wrote = write_durable(beside, show(manifest)); !wrote) return wrote;
  if (::rename(beside.c_str(), path.c_str()) != 0) {
    return tl::unexpected<Error>(system_error("cannot rename the file", errno, beside));
  }
  return sync_directory(path.parent_path());
}

Result<std::string> sha256_of_file(const fs::path& path) {
  const ArchiveFile file(path);
  if (!file.is_open()) return tl::unexpected<Error>(system_error("cannot open", errno, path));
  Sha256 hash;
  std::string chunk;
  std::uint64_t at = 0;
  while (true) {
    errno = 0;
    const std::string_view bytes = file.read(chunk, kChunk, at);
    if (bytes.empty() && errno != 0) return tl::unexpected<Error>(system_error("cannot read", errno, path));
    if (bytes.empty()) return show_hex(hash.finish());
    hash.add(bytes);
    at += bytes.size();
  }
}

Result<RolledFile> describe_rolled(const fs::path& path) {
  RolledFile file;
  file.name = path.filename().string();
  std::error_code error;
  file.bytes = fs::file_size(path, error);
  if (error) return fail(Code::io, "cannot be read: " + error.message(), path.string());
  Result<std::string> sum = sha256_of_file(path);
  if (!sum) return tl::unexpected<Error>(sum.error());
  file.sha256 = std::move(*sum);
  const auto records = count_members(path);
  file.records = records.value_or(0);
  file.damaged = !records;
  return file;
}

std::string archive_file_name(unsigned serial) {
  std::string digits = std::to_string(serial);
  if (digits.size() < 6) digits.insert(0, 6 - digits.size(), '0');
  return std::string(kPrefix) + digits + std::string(kSuffix);
}

unsigned archive_serial(std::string_view written) {
  std::string_view name = written;
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix) || name.size() <= kPrefix.size() + kSuffix.size()) return 0;
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(kSuffix.size());
  unsigned serial = 0;
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), serial);
  const bool read = error == std::errc() && stop == name.data() + name.size();
  return read && archive_file_name(serial) == written ? serial : 0;
}

Result<std::vector<std::string>> archive_file_names(const fs::path& data) {
  std::vector<unsigned> serials;
  std::error_code error;
  const fs::path directory = data / "archive";
  if (!fs::exists(directory, error)) return std::vector<std::string>{};
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (const unsigned serial = archive_serial(entry->path().filename().string()); serial > 0) serials.push_back(serial);
  }
  if (error) return fail(Code::io, "cannot list the archive: " + error.message(), directory.string());
  std::sort(serials.begin(), serials.end());
  std::vector<std::string> names;
  for (const unsigned serial : serials) names.push_back(archive_file_name(serial));
  return names;
}

}  // namespace fellow::crawler
