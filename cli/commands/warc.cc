// SPDX-License-Identifier: GPL-3.0-or-later
// fellow warc FILE
#include <iostream>

#include "cli/commands/commands.h"
#include "crawler/warc_listing.h"

namespace fellow::cli {

Run add_warc(Options& options, Context&) {
  auto file = std::make_shared<std::string>();
  options.add("FILE", *file, "A WARC file of any crawler, compressed or not").required();
  options.footer(
      "A JSON line a record: type, uri, date, status, length, sha1 (the last two of the body after transfer and content "
      "decoding). Damaged records are told on stderr and read over; then the exit code is 2.");
  return [file]() -> Result<int> {
    const Result<bool> whole = crawler::list_warc(
        *file, [](const std::string& line) { std::cout << line << "\n"; },
        [](const std::string& sentence) { std::cerr << sentence << "\n"; });
    if (!whole) return tl::unexpected(whole.error());
    std::cout.flush();
    return *whole ? 0 : 2;
  };
}

}  // namespace fellow::cli
