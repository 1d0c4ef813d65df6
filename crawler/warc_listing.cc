// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_listing.h"

#include <nlohmann/json.hpp>

#include "crawler/digest.h"
#include "crawler/warc_digest.h"
#include "crawler/warc_payload.h"
#include "crawler/warc_resync.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

using Json = nlohmann::ordered_json;

bool is_http(const WarcRecord& record) {
  constexpr std::string_view kHttp = "application/http";
  return text::same_letters(std::string_view(record.content_type).substr(0, kHttp.size()), kHttp);
}

// Status, length and sha1 of what an HTTP message carries.
void put_http(Json& row, const WarcRecord& record, std::vector<std::string>& told) {
  if (record.type == "request") {
    const std::string_view body = split_http(record.block).body;
    row["length"] = body.size();
    row["sha1"] = sha1_hex(body);
    return;
  }
  if (record.type == "revisit") {
    if (const int status = final_message(record.block).status; status != 0) row["status"] = status;
    row["length"] = 0;
    return;
  }
  const HttpPayload payload = decode_payload(record, WarcReader::kMaxBlockBytes);
  if (payload.status != 0) row["status"] = payload.status;
  if (payload.reason == Reason::none || payload.reason == Reason::truncated) {
    row["length"] = payload.body.size();
    row["sha1"] = sha1_hex(payload.body);
  }
  if (payload.reason != Reason::none) told.push_back(std::string(show(payload.reason)) + ": " + payload.detail);
}

}  // namespace

ListedRecord list_record(const WarcRecord& record) {
  ListedRecord listed;
  Json row = Json::object();
  row["type"] = record.type;
  if (!record.uri.empty()) row["uri"] = record.uri;
  if (!record.date.empty()) row["date"] = record.date;
  if (is_http(record)) {
    put_http(row, record, listed.told);
  } else {
    row["length"] = record.length;
    if (!record.block_cut) row["sha1"] = sha1_hex(record.block);
  }
  if (!digest_fits(record)) listed.told.emplace_back("the record has not the digest that it states");
  listed.json = row.dump(-1, ' ', false, Json::error_handler_t::replace);
  return listed;
}

Result<bool> list_warc(const std::filesystem::path& file, const std::function<void(const std::string&)>& each,
                       const std::function<void(const std::string&)>& told) {
  bool whole = true;
  const auto list = [&](const WarcRecord& record) {
    const ListedRecord listed = list_record(record);
    each(listed.json);
    for (const std::string& sentence : listed.told) told(file.string() + ":" + std::to_string(record.offset) + ": " + sentence);
    return true;
  };
  const auto damaged = [&](const Error& error) {
    whole = false;
    told(show(error));
  };
  if (Result<void> read = read_warc_past_damage(file, list, damaged); !read) return tl::unexpected<Error>(read.error());
  return whole;
}

}  // namespace fellow::crawler
