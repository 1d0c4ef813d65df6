// SPDX-License-Identifier: GPL-3.0-or-later
// Where are the cards of a generation? One file beside its database: the records one after another, read by docid when they
// are shown. Only where they lie is held in memory (8 bytes a person), so that what is never shown costs no memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "indexer/durable.h"

namespace fellow::indexer {

class Cards {
 public:
  // corrupt for anything that CardsWriter did not finish; refused for one of other fields than this program's.
  static Result<Cards> open(const std::filesystem::path& file);
  Cards(Cards&& other) noexcept;
  Cards& operator=(Cards&& other) noexcept;
  ~Cards();

  std::uint32_t documents() const { return static_cast<std::uint32_t>(ends_.size()); }
  // The record of docid 1..documents(); "" for a hole and for what cannot be read.
  std::string record(std::uint32_t docid) const;

 private:
  Cards() = default;
  int file_ = -1;
  std::vector<std::uint64_t> ends_;  // of docid 1, 2, …
  std::uint64_t first_ = 0;          // where the record of docid 1 begins
};

// Writes them in the order of docids, from 1 on.
class CardsWriter {
 public:
  explicit CardsWriter(const std::filesystem::path& file);
  void add(std::string_view record);  // "": a hole
  // Everything is on the disk when it says so.
  Done finish();

 private:
  const std::filesystem::path path_;
  std::ofstream out_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t at_ = 0;
};

}  // namespace fellow::indexer
