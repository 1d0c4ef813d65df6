// SPDX-License-Identifier: GPL-3.0-or-later
// Any record header and block, as read from a foreign WARC file: never crashes, and bodies keep to their limit.
#include <cstdint>

#include "crawler/warc_digest.h"
#include "crawler/warc_import.h"
#include "crawler/warc_listing.h"
#include "crawler/warc_payload.h"
#include "fellow/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace fellow::crawler;
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::size_t cut = std::min(input.find("\n\n"), input.size());
  WarcRecord record;
  record.fields = parse_warc_header("WARC/1.0\n" + std::string(input.substr(0, cut))).value();
  record.type = "response";
  record.uri = "http://r.example/";
  record.content_type = "application/http";
  record.block = input.substr(cut);
  constexpr std::size_t kLimit = 100'000;
  CHECK(decode_payload(record, kLimit).body.size() <= kLimit);
  const auto page = read_page(record);
  CHECK(page && page->body.size() <= kMaxImportedBytes);
  digest_fits(record);
  CHECK(list_record(record).json.starts_with('{'));
  record.type = "revisit";
  read_page(record);
  return 0;
}
