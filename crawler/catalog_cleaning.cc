// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the catalog for good.
#include "crawler/catalog_impl.h"

namespace fellow::crawler {

Result<void> Catalog::drop_url(const Url& url) { return impl_->db.put("DELETE FROM url WHERE url = ?", url.text()); }

Result<void> Catalog::drop_seed(const Url& seed) {
  return impl_->together([&]() -> Result<void> {
    for (const char* sql :
         {"DELETE FROM seed WHERE url = ?", "DELETE FROM seed_page WHERE seed = ?", "DELETE FROM profile WHERE seed = ?"}) {
      if (Result<void> done = impl_->db.put(sql, seed.text()); !done) return done;
    }
    return {};
  });
}

Result<void> Catalog::drop_refused_seed(const StoredRefusedSeed& seed) {
  return impl_->db.put("DELETE FROM refused_seed WHERE list = ? AND written = ?", seed.list, seed.seed.written);
}

Result<std::vector<Url>> Catalog::seeds_with_rows() {
  Rows rows = impl_->db.ask("SELECT seed FROM seed_page UNION SELECT seed FROM profile ORDER BY 1");
  std::vector<Url> seeds;
  while (rows.next()) {
    Result<Url> seed = impl_->stored_url(rows.text(0));
    if (!seed) return tl::unexpected<Error>(seed.error());
    seeds.push_back(std::move(*seed));
  }
  if (rows.error()) return error_of(rows);
  return seeds;
}

// secure_delete also clears what is left of rows within pages; the log is cut to nothing, since it holds old pages too.
Result<void> Catalog::vacuum() {
  if (Result<void> done =
          impl_->db.run("DELETE FROM site_file; DELETE FROM held_body; DELETE FROM list; DELETE FROM seed_elsewhere; VACUUM");
      !done)
    return done;
  Result<std::optional<std::int64_t>> held = impl_->db.ask_number("PRAGMA wal_checkpoint(TRUNCATE)");
  if (!held) return tl::unexpected<Error>(held.error());
  if (held->value_or(0) != 0) return fail(Code::busy, "another program is reading the catalog: run this again", impl_->file);
  return {};
}

}  // namespace fellow::crawler
