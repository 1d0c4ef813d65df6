// SPDX-License-Identifier: GPL-3.0-or-later
// Who is to be found? Seed lists: plain text (a URL a line, # comments) or CSV with a header.
//
//   SeedList list = read_seeds("cs.csv").value();   // list.seeds, and list.bad: "cs.csv:12: not a URL …"
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/url.h"

namespace fellow::crawler {

struct Seed {
  Url url;
  std::string name, affiliation, source, scholar_id;  // hints; "" if the list does not say
  std::string written = {};                           // the address as it stands in the list; "" = the URL itself
  bool operator==(const Seed&) const = default;
};

// An address of a list that is never tried.
struct RefusedSeed {
  std::string written;
  std::string reason;  // scheme or url, of the documented list (crawler/reason.h)
  std::string detail;  // a sentence for people, with file and line
};

struct SeedList {
  std::string name;                       // the file's name, or what --list says
  std::vector<Seed> seeds;                // in the file's order, each URL once
  std::vector<Error> bad;                 // lines that were skipped, with file:line
  std::vector<RefusedSeed> refused = {};  // of these, the ones that hold an address
  std::vector<std::size_t> lines = {};    // where each of the seeds stands
  std::vector<Url> elsewhere = {};        // seeds of the list that other shards crawl
  std::vector<Error> repeated = {};       // lines whose URL stood in an earlier one, with file:line
};

// CSV columns: url,name,affiliation,source in any order and number (url required), or CSRankings'
// name,affiliation,homepage,scholarid. RFC 4180 quoting; BOM, CRLF and blank lines tolerated. A line that cannot be read
// goes to `bad`; a header without url or homepage is bad_input.
Result<SeedList> parse_seeds(std::string_view text, std::string_view file);
// io or not_found when the file cannot be read.
Result<SeedList> read_seeds(const std::filesystem::path& file);

}  // namespace fellow::crawler
