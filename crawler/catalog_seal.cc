// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/catalog_seal.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "crawler/archive_manifest.h"
#include "crawler/digest.h"
#include "crawler/directory.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCatalog = "catalog.db";
constexpr int kMostTold = 20;  // findings of SQLite
constexpr std::size_t kCheckDigits = 16;

struct Seal {
  std::uint64_t bytes = 0;
  std::string sha256;
  bool operator==(const Seal&) const = default;
};

std::string show(const Seal& seal) {
  nlohmann::ordered_json json{{"v", 1}, {"bytes", seal.bytes}, {"sha256", seal.sha256}};
  const std::string check = show_hex(sha256(json.dump())).substr(0, kCheckDigits);
  json["check"] = check;
  return json.dump() + "\n";
}

// nullopt if there is none; corrupt if it is not byte for byte what was written.
Result<std::optional<Seal>> read_seal(const fs::path& data) {
  const fs::path file = data / kCatalogSum;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::optional<Seal>();
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_object() && json.contains("v") && json["v"].is_number_unsigned() && json["v"].get<std::uint64_t>() > 1)
    return fail(Code::refused, "was written by a newer Fellow: use that program", file.string());
  Seal seal;
  if (json.is_object() && json.contains("bytes") && json["bytes"].is_number_unsigned() && json.contains("sha256") &&
      json["sha256"].is_string()) {
    seal = {.bytes = json["bytes"].get<std::uint64_t>(), .sha256 = json["sha256"].get<std::string>()};
  }
  if (show(seal) != text) return fail(Code::corrupt, "is not what was written; the next run writes it anew", file.string());
  return std::optional(seal);
}

Result<Seal> measure(const fs::path& data) {
  std::error_code error;
  const auto bytes = fs::file_size(data / kCatalog, error);
  if (error) return fail(Code::io, "cannot be read: " + error.message(), (data / kCatalog).string());
  auto sum = sha256_of_file(data / kCatalog);
  if (!sum) return tl::unexpected<Error>(sum.error());
  return Seal{.bytes = bytes, .sha256 = std::move(*sum)};
}

// Whether something stands in the log that is not in the database yet.
bool log_is_empty(const fs::path& data) {
  std::error_code error;
  const auto bytes = fs::file_size(data / "catalog.db-wal", error);
  return error || bytes == 0;
}

struct Closed {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
using Handle = std::unique_ptr<sqlite3, Closed>;

// "file:" URI: what has a meaning there is written as %XX.
std::string uri_of(const fs::path& file, std::string_view parameters) {
  std::string out = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#') {
      out += c == '%' ? "%25" : c == '?' ? "%3f" : "%23";
    } else {
      out += c;
    }
  }
  return out + "?" + std::string(parameters);
}

// What SQLite finds wrong; nothing if all is well.
Result<std::vector<std::string>> integrity(const fs::path& data) {
  // With nothing in the log the database is read as a plain file: SQLite then makes no files of its own beside it.
  const bool plain = log_is_empty(data);
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(uri_of(data / kCatalog, plain ? "mode=ro&immutable=1" : "mode=ro").c_str(), &raw,
                                     SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  const Handle db(raw);
  std::vector<std::string> found;
  if (raw == nullptr) return fail(Code::io, "SQLite has no memory for the database", (data / kCatalog).string());
  sqlite3_busy_timeout(raw, 5000);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  const auto row = [](void* to, int columns, char** values, char**) {
    if (columns > 0 && values[0] != nullptr) static_cast<std::vector<std::string>*>(to)->emplace_back(values[0]);
    return 0;
  };
  const std::string question = "PRAGMA integrity_check(" + std::to_string(kMostTold) + ")";
  const int code = opened == SQLITE_OK ? sqlite3_exec(raw, question.c_str(), row, &found, nullptr) : opened;
  if (code == SQLITE_OK) {
    if (found.size() == 1 && found.front() == "ok") found.clear();
    return found;
  }
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR || code == SQLITE_FORMAT) {
    found.emplace_back(sqlite3_errmsg(raw));
    return found;
  }
  return fail(Code::io, std::string("SQLite says: ") + sqlite3_errmsg(raw), (data / kCatalog).string());
}

// The hook lives as long as its connection, and is called before the transaction is durable.
int before_commit(void* argument) {
  // A disk that does not let us take it away does not let SQLite commit either, and SQLite's error says what it is.
  [[maybe_unused]] const auto broken = break_seal(*static_cast<const std::string*>(argument));
  return 0;
}

void forget_directory(void* argument) { delete static_cast<std::string*>(argument); }

Result<void> write_seal(const fs::path& data, const Seal& seal) {
  const fs::path file = data / kCatalogSum, unfinished = data / "catalog.sum.new";
  const int fd = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot write", errno, unfinished));
  const std::string text = show(seal);
  const bool wrote = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(fd) == 0;
  ::close(fd);
  if (!wrote || ::rename(unfinished.c_str(), file.c_str()) != 0) {
    ::unlink(unfinished.c_str());
    return fail(Code::io, "cannot be written", file.string());
  }
  return sync_directory(data);
}

Damage damage(std::string file, std::string what) { return {.file = std::move(file), .what = std::move(what)}; }

std::string difference(const Seal& is, const Seal& was) {
  if (is.bytes != was.bytes) return "has " + std::to_string(is.bytes) + " bytes instead of " + std::to_string(was.bytes);
  return "is not what the last run left: SHA-256 " + is.sha256 + " instead of " + was.sha256;
}

}  // namespace

Result<void> break_seal(const fs::path& data) {
  const fs::path file = data / kCatalogSum;
  if (::unlink(file.c_str()) == 0) return sync_directory(data);
  if (errno == ENOENT) return {};
  return tl::unexpected<Error>(system_error("cannot remove", errno, file));
}

void break_seal_on_write(sqlite3* db, const fs::path& data) {
  // SQLite calls the destructor of a function when the connection closes: the one place to hang the name of the directory on.
  auto* name = new std::string(data.string());
  const auto unused = [](sqlite3_context*, int, sqlite3_value**) {};
  if (sqlite3_create_function_v2(db, "fellow_directory", 0, SQLITE_UTF8, name, unused, nullptr, nullptr, forget_directory) !=
      SQLITE_OK) {
    return;  // the destructor was called; without a hook the next run only finds a sum that does not fit
  }
  sqlite3_commit_hook(db, before_commit, name);
}

void seal_catalog(const fs::path& data) {
  std::error_code error;
  if (!fs::exists(data / kCatalog, error)) return;
  if (!log_is_empty(data)) {  // somebody reads, so that the last writer could not close the log
    sqlite3* raw = nullptr;
    const int code = sqlite3_open_v2((data / kCatalog).c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    const Handle db(raw);
    if (code == SQLITE_OK) sqlite3_exec(raw, "PRAGMA wal_checkpoint(TRUNCATE)", nullptr, nullptr, nullptr);
    if (!log_is_empty(data)) return;
  }
  if (const auto seal = measure(data)) [[maybe_unused]]
    const auto written = write_seal(data, *seal);
}

Result<void> check_seal(const fs::path& data) {
  const auto seal = read_seal(data);
  if (!seal || !*seal || !log_is_empty(data)) return {};
  const auto is = measure(data);
  if (!is) return tl::unexpected<Error>(is.error());
  if (*is == **seal) return {};
  if (const auto again = read_seal(data); !again || *again != *seal) return {};  // written meanwhile
  return fail(Code::corrupt, difference(*is, **seal) + "; see `fellow verify`, and take it from a backup if that finds more",
              (data / kCatalog).string());
}

Result<CatalogCheck> verify_catalog(const fs::path& data) {
  CatalogCheck check;
  std::error_code error;
  const auto seal = read_seal(data);
  if (!seal) check.damages.push_back(damage(kCatalogSum, seal.error().what));
  if (!fs::exists(data / kCatalog, error)) {
    if (seal && *seal) check.damages.push_back(damage(kCatalog, "is missing"));
    return check;
  }
  if (seal && *seal && log_is_empty(data)) {
    const auto is = measure(data);
    if (!is) return tl::unexpected<Error>(is.error());
    const auto again = read_seal(data);
    if (again && *again == *seal) {  // else a run has begun to write
      check.sealed = true;
      if (*is == **seal) return check;
      check.damages.push_back(damage(kCatalog, difference(*is, **seal)));
    }
  }
  const auto found = integrity(data);
  if (!found) return tl::unexpected<Error>(found.error());
  for (const std::string& what : *found) check.damages.push_back(damage(kCatalog, what));
  return check;
}

}  // namespace fellow::crawler
