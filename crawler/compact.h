// SPDX-License-Identifier: GPL-3.0-or-later
// What may go from the disk? Superseded bodies, and everything of those who asked to be forgotten and of seeds that no list
// names any more.
//
// The archive is written anew beside the old one: the newest body of each address that stays, request and response, with
// their dates. Then the catalog points at it, in one transaction together with the rows that go; then the old files go. A kill
// at any moment leaves a catalog whose every place can be read: before the commit in the old files, after it in the new ones.
// What a killed run left lying about is swept by the next. Other people's pages stay as they are, whomever they name.
//
//   Compaction run = Compaction::plan(data, catalog, suppression).value();
//   if (auto done = run.run(); !done) …          // the old state, whole
//
// The caller holds the DataLock. Needs as much free disk as what stays.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crawler/catalog.h"
#include "fellow/suppress.h"

namespace fellow::crawler {

struct Compacted {
  std::size_t bodies = 0;                               // kept
  std::size_t addresses = 0, seeds = 0;                 // rows that went
  std::uint64_t archive_before = 0, archive_after = 0;  // bytes
  std::vector<std::string> told;                        // sentences: damaged records, torn tails
};

class Compaction {
 public:
  // Decides what stays; changes nothing.
  static Result<Compaction> plan(const std::filesystem::path& data, Catalog& catalog, const Suppression& suppression);
  Compaction(Compaction&&) noexcept;
  ~Compaction();

  // The seeds that stay: in a list, and not forgotten.
  const std::set<Url>& seeds() const;

  // The four steps in order. An error before commit takes back what was written.
  Result<Compacted> run(std::string_view software);
  Result<void> copy(std::string_view software);  // bodies that stay, into new files
  Result<void> commit();                         // the rows
  Result<void> sweep();                          // the old files
  Result<void> vacuum();                         // the catalog's file

 private:
  struct Impl;
  explicit Compaction(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
