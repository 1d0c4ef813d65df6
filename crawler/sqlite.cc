// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/sqlite.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>

#include "fellow/check.h"

namespace fellow::crawler {
namespace {

constexpr int kBusyMs = 5000;

Code code_of(int sqlite_code) {
  switch (sqlite_code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::busy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_ERROR:  // a table or column is missing: our own SQL is tested
      return Code::corrupt;
    default:
      return Code::io;
  }
}

}  // namespace

void Sqlite::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }
void Sqlite::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Sqlite::Sqlite(std::unique_ptr<sqlite3, Close> db, std::string file) : file_(std::move(file)), db_(std::move(db)) {}
Sqlite::Sqlite(Sqlite&&) noexcept = default;
Sqlite& Sqlite::operator=(Sqlite&& other) noexcept {
  statements_ = std::move(other.statements_);  // before the handle they belong to
  db_ = std::move(other.db_);
  file_ = std::move(other.file_);
  return *this;
}
Sqlite::~Sqlite() = default;

Result<Sqlite> Sqlite::open(const std::filesystem::path& file) {
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Sqlite db(std::unique_ptr<sqlite3, Close>(raw), file.string());
  if (raw == nullptr) return fail(Code::io, "SQLite has no memory for the database", file.string());
  if (code != SQLITE_OK) return tl::unexpected<Error>(db.error());
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, kBusyMs);
  return db;
}

Error Sqlite::error() const {
  const int code = sqlite3_extended_errcode(db_.get());
  std::string what = std::string("SQLite says: ") + sqlite3_errmsg(db_.get());
  const bool of_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
  if (const int number = of_system ? sqlite3_system_errno(db_.get()) : 0; number != 0) {
    what += std::string(": ") + std::strerror(number);
    if (number == EACCES || number == EROFS)
      what += "; it is opened for writing, also to be read: run this as the user that the data directory belongs to";
  }
  if ((code & 0xff) == SQLITE_IOERR) what += " (code " + std::to_string(code) + ")";
  return {code_of(code), std::move(what), file_};
}

Result<void> Sqlite::run(const char* script) {
  if (sqlite3_exec(db_.get(), script, nullptr, nullptr, nullptr) != SQLITE_OK) return tl::unexpected<Error>(error());
  return {};
}

std::optional<Error> Sqlite::prepare(const char* sql, sqlite3_stmt*& statement) {
  auto& kept = statements_[sql];
  if (!kept) {
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v3(db_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &raw, nullptr) != SQLITE_OK) return error();
    kept.reset(raw);
  }
  CHECK(sqlite3_stmt_busy(kept.get()) == 0);  // nobody is reading rows of the same question
  statement = kept.get();
  return std::nullopt;
}

void Sqlite::bind(sqlite3_stmt* statement, int index, std::string_view text) {
  // Copied: rows may be stepped after the bound values are gone.
  const char* bytes = text.data() == nullptr ? "" : text.data();
  CHECK(sqlite3_bind_text64(statement, index, bytes, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) == SQLITE_OK);
}

void Sqlite::bind(sqlite3_stmt* statement, int index, std::int64_t number) {
  CHECK(sqlite3_bind_int64(statement, index, number) == SQLITE_OK);
}

Result<std::optional<std::int64_t>> Sqlite::ask_number(const char* sql) {
  Rows rows = ask(sql);
  const bool any = rows.next();
  if (rows.error()) return tl::unexpected<Error>(*rows.error());
  return any ? std::optional(rows.number(0)) : std::nullopt;
}

bool Sqlite::in_transaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

Rows::Rows(Sqlite* db, sqlite3_stmt* statement, std::optional<Error> error)
    : db_(db), statement_(statement), error_(std::move(error)) {}

Rows::Rows(Rows&& other) noexcept
    : db_(other.db_), statement_(std::exchange(other.statement_, nullptr)), error_(std::move(other.error_)) {}

Rows::~Rows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool Rows::next() {
  if (error_) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) error_ = db_->error();
  return false;
}

std::string Rows::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (bytes == nullptr) return {};
  return std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::int64_t Rows::number(int column) const { return sqlite3_column_int64(statement_, column); }

}  // namespace fellow::crawler
