// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the catalog share: the database and how rows become values. Not for others.
#pragma once

#include "crawler/catalog.h"
#include "crawler/sqlite.h"

namespace fellow::crawler {

struct Catalog::Impl {
  Sqlite db;
  std::string file;

  Result<UrlState> read_state(const Rows& rows) const;
  Result<StoredSeed> read_seed(const Rows& rows) const;
  // A stored URL is in normal form unless the file was damaged or written by someone else: corrupt.
  Result<Url> stored_url(const std::string& text) const {
    Result<Url> url = Url::parse(text);
    if (!url) return fail(Code::corrupt, "holds \"" + text + "\" where a URL belongs: the catalog is damaged", file);
    return url;
  }
  // The first column of every row.
  Result<std::vector<Url>> stored_urls(Rows& rows) const {
    std::vector<Url> urls;
    while (rows.next()) {
      Result<Url> url = stored_url(rows.text(0));
      if (!url) return tl::unexpected<Error>(url.error());
      urls.push_back(std::move(*url));
    }
    if (rows.error()) return tl::unexpected<Error>(*rows.error());
    return urls;
  }

  // Runs `writes` inside the open transaction, or in one of its own that is rolled back when they fail.
  template <class Writes>
  Result<void> together(Writes writes) {
    if (db.in_transaction()) return writes();
    if (Result<void> begun = db.run("BEGIN IMMEDIATE"); !begun) return begun;
    Result<void> done = writes();
    if (done) done = db.run("COMMIT");
    if (!done && db.in_transaction()) db.run("ROLLBACK");
    return done;
  }
  // The one number that a question gives; 0 for no row.
  Result<std::int64_t> number(Rows rows) const {
    const bool found = rows.next();
    if (rows.error()) return tl::unexpected<Error>(*rows.error());
    return found ? rows.number(0) : 0;
  }
};

inline tl::unexpected<Error> error_of(const Rows& rows) { return tl::unexpected<Error>(*rows.error()); }

}  // namespace fellow::crawler
