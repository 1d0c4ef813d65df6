// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_digest.h"

#include "crawler/digest.h"
#include "crawler/warc_payload.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

struct Stated {
  std::string algorithm;  // "sha1", "sha256"; "" if it is another one or none
  std::string_view value;
};

Stated stated_digest(std::string_view written) {
  const std::size_t colon = written.find(':');
  if (colon == std::string_view::npos) return {};
  std::string algorithm = text::lower(written.substr(0, colon));
  std::erase(algorithm, '-');
  if (algorithm != "sha1" && algorithm != "sha256") return {};
  std::string_view value = written.substr(colon + 1);
  while (value.ends_with('=')) value.remove_suffix(1);
  return {std::move(algorithm), value};
}

bool has_digest(std::string_view bytes, const Stated& stated) {
  if (stated.algorithm.empty()) return true;
  std::string base32, hex;
  if (stated.algorithm == "sha1") {
    const Sha1 digest = sha1(bytes);
    base32 = show_base32(digest);
    hex = show_hex(digest);
  } else {
    const std::string digest = sha256(bytes);
    base32 = show_base32(digest);
    hex = show_hex(digest);
  }
  return text::same_letters(stated.value, base32) || text::same_letters(stated.value, hex);
}

}  // namespace

bool digest_fits(const WarcRecord& record) {
  // Of a block that the crawler cut, wget states the digest that it had before.
  if (record.block_cut || !field(record.fields, "WARC-Truncated").empty()) return true;
  if (!has_digest(record.block, stated_digest(field(record.fields, "WARC-Block-Digest")))) return false;
  const Stated payload = stated_digest(field(record.fields, "WARC-Payload-Digest"));
  if (record.type != "response" || payload.algorithm.empty()) return true;
  if (has_digest(final_message(record.block).body, payload)) return true;
  HttpPayload decoded = decode_transfer(record);
  if (has_digest(decoded.body, payload)) return true;
  decoded = decode_payload(record, WarcReader::kMaxBlockBytes);
  return decoded.reason == Reason::none && has_digest(decoded.body, payload);
}

}  // namespace fellow::crawler
