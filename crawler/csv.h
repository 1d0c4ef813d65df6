// SPDX-License-Identifier: GPL-3.0-or-later
// Which fields has this row? CSV after RFC 4180: quotes around fields with commas, quotes or line ends, "" for a quote.
// Beyond it: LF for CRLF, a quote inside an unquoted field is itself. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::crawler {

struct CsvRow {
  std::vector<std::string> fields;  // never empty
  std::size_t line = 1;             // in which the row begins
  std::string problem;              // why it cannot be read; "" if it can
};

class CsvReader {
 public:
  // A row with a field that is never closed ends at its line's end, so that one lost quote costs one line.
  static constexpr std::size_t kMaxRowBytes = 16 << 10;

  // Keeps a view of the text.
  explicit CsvReader(std::string_view text) : rest_(text) {}
  // The next row, blank ones too; nullopt at the end.
  std::optional<CsvRow> next();

 private:
  std::string_view rest_;
  std::size_t line_ = 1;
};

}  // namespace fellow::crawler
