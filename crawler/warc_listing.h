// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in a WARC file, a line a record? What `fellow warc` prints.
//
//   {"type":"response","uri":"http://r.example/","date":"2026-11-20T03:10:00Z","status":200,"length":5,"sha1":"aaf4c6…"}
//
// length (bytes) and sha1 (lower-case hex) are those of the body: of an HTTP message what follows its header, after transfer
// and content decoding; else the block. What a record does not have is absent: status where there is no HTTP response, sha1 of
// a revisit, whose body lies elsewhere, and both of a body that cannot be decoded.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "crawler/warc_reader.h"

namespace fellow::crawler {

struct ListedRecord {
  std::string json;               // one line, without its end
  std::vector<std::string> told;  // what is odd about the record, a sentence each: broken digest, a body that cannot be decoded
};
ListedRecord list_record(const WarcRecord& record);

// Every whole record of the file to `each`; what is odd or damaged to `told`, with file:offset. True if nothing was damaged.
// not_found or io if the file cannot be read.
Result<bool> list_warc(const std::filesystem::path& file, const std::function<void(const std::string&)>& each,
                       const std::function<void(const std::string&)>& told);

}  // namespace fellow::crawler
