// SPDX-License-Identifier: GPL-3.0-or-later
// What did another crawler get? The responses in WARC files of wget, Heritrix, Nutch, Common Crawl or Fellow itself, as pages.
//
// Bodies are decoded as the records say (crawler/warc_payload.h). What cannot be used of a record is said with it: a reason as
// in crawler/reason.h, or, where a digest is broken, a sentence only. To ask what came back for one URL: crawler/capture_set.h.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawler/reason.h"
#include "crawler/warc_reader.h"
#include "fellow/clock.h"
#include "fellow/result.h"
#include "fellow/url.h"

namespace fellow::crawler {

enum class ImportedKind {
  page,      // status 200..299
  redirect,  // 3xx with a Location that is a URL
  robots,    // of /robots.txt, with any status
  failure,   // any other status
};
std::string_view show(ImportedKind kind);

struct ImportedPage {
  Url url;
  ImportedKind kind = ImportedKind::page;
  int status = 0;
  std::string content_type, robots_tag;  // as in fellow/page.h
  std::string etag, last_modified;       // verbatim
  std::optional<Url> location;           // of a redirect
  std::string header;                    // of the HTTP answer, with its empty line
  std::string body, sha1;                // decoded, at most kMaxImportedBytes; sha1 in hex
  Time fetched_at{};                     // WARC-Date; the Unix epoch if it says none
  bool revisit = false;                  // seen again and unchanged then: the body is that of an earlier record
  Reason reason = Reason::none;          // truncated, decode, too_large, header, protocol; not_modified: earlier body not there
  std::string detail;                    // for people; alone, it tells of a broken digest
};

inline constexpr std::size_t kMaxImportedBytes = 10 << 20;  // R5
// Of a block: a body as stored, its chunk sizes, and a header.
inline constexpr std::size_t kMaxImportedBlockBytes = 12 << 20;

// WARC-Date, whole seconds (WARC 1.1 has fractions too); the Unix epoch for what is none.
Time parse_warc_date(std::string_view date);

// The page in a response or revisit record, or in a 304 kept as response (wget -N); a revisit without its body. nullopt if the
// record is of another type, about another scheme than http(s), or holds another protocol.
std::optional<ImportedPage> read_page(const WarcRecord& record);
std::optional<ImportedPage> read_page_header(const WarcRecord& record);  // the same without body and sha1
// A revisit takes on the body of the page that it refers to, and where it was a 304, status and header too.
void take_body(ImportedPage& revisit, ImportedPage earlier);

struct ImportSummary {
  std::map<ImportedKind, std::size_t> kinds;  // those without a reason
  std::map<Reason, std::size_t> reasons;      // the others
  std::size_t revisits = 0;                   // of all
  std::vector<std::string> told;              // damage, with file:offset; at most 1000 sentences
};

// Every response of the files in their order, to `each`. not_found or io if a file cannot be read.
Result<ImportSummary> import_warcs(const std::vector<std::filesystem::path>& files,
                                   const std::function<void(const ImportedPage&)>& each);

}  // namespace fellow::crawler
