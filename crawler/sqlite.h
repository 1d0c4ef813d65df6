// SPDX-License-Identifier: GPL-3.0-or-later
// How is SQLite spoken to? One database handle with its prepared statements, failures as Result. Not thread-safe.
//
//   Sqlite db = Sqlite::open("catalog.db").value();
//   db.put("INSERT INTO seed VALUES (?, ?)", url, 3);
//   auto rows = db.ask("SELECT url FROM seed WHERE depth = ?", 3);
//   while (rows.next()) use(rows.text(0));
//   if (rows.error()) …
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fellow/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace fellow::crawler {

class Sqlite;

// The rows of one question. The statement goes back to its database when this ends.
class Rows {
 public:
  Rows(Rows&& other) noexcept;
  Rows& operator=(Rows&&) = delete;
  ~Rows();
  bool next();  // false after the last row and after an error
  const std::optional<Error>& error() const { return error_; }
  std::string text(int column) const;
  std::int64_t number(int column) const;

 private:
  friend class Sqlite;
  Rows(Sqlite* db, sqlite3_stmt* statement, std::optional<Error> error);
  Sqlite* db_;
  sqlite3_stmt* statement_;
  std::optional<Error> error_;
};

class Sqlite {
 public:
  // Opens or creates the file. Waits up to 5 s for other processes' locks.
  static Result<Sqlite> open(const std::filesystem::path& file);
  Sqlite(Sqlite&&) noexcept;
  Sqlite& operator=(Sqlite&&) noexcept;
  ~Sqlite();

  // Statements without parameters, separated by ';'; rows are thrown away.
  Result<void> run(const char* script);
  // `sql` is prepared once and kept by its address: pass literals.
  template <class... Values>
  Rows ask(const char* sql, const Values&... values) {
    sqlite3_stmt* statement = nullptr;
    std::optional<Error> error = prepare(sql, statement);
    int index = 0;
    if (!error) (bind(statement, ++index, values), ...);
    return Rows(this, statement, std::move(error));
  }
  // As ask, for what gives no rows.
  template <class... Values>
  Result<void> put(const char* sql, const Values&... values) {
    Rows rows = ask(sql, values...);
    rows.next();
    if (rows.error()) return tl::unexpected<Error>(*rows.error());
    return {};
  }
  // First column of the first row; nullopt if there is none.
  Result<std::optional<std::int64_t>> ask_number(const char* sql);
  bool in_transaction() const;
  sqlite3* handle() const { return db_.get(); }  // for hooks

 private:
  friend class Rows;
  struct Close {
    void operator()(sqlite3* db) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Sqlite(std::unique_ptr<sqlite3, Close> db, std::string file);
  std::optional<Error> prepare(const char* sql, sqlite3_stmt*& statement);
  static void bind(sqlite3_stmt* statement, int index, std::string_view text);
  static void bind(sqlite3_stmt* statement, int index, std::int64_t number);
  static void bind(sqlite3_stmt* statement, int index, int number) { bind(statement, index, std::int64_t{number}); }
  Error error() const;

  std::string file_;
  std::unique_ptr<sqlite3, Close> db_;  // outlives its statements
  std::unordered_map<const char*, std::unique_ptr<sqlite3_stmt, Finalize>> statements_;
};

}  // namespace fellow::crawler
