// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_import.h"

#include "crawler/capture_set.h"
#include "crawler/digest.h"
#include "crawler/warc_digest.h"
#include "crawler/warc_payload.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxHeaderBytes = 64 << 10;  // R5

bool holds_http(const WarcRecord& record) {
  constexpr std::string_view kHttp = "application/http";
  const std::string_view type = record.content_type;
  return text::same_letters(type.substr(0, kHttp.size()), kHttp) || (record.type == "revisit" && record.block.empty());
}

void read_header(ImportedPage& page, std::string_view header) {
  page.header = header;
  page.content_type = http_field(header, "Content-Type");
  page.robots_tag = http_fields(header, "X-Robots-Tag");
  page.etag = http_field(header, "ETag");
  page.last_modified = http_field(header, "Last-Modified");
}

ImportedKind kind_of(ImportedPage& page) {
  if (page.url.path() == "/robots.txt" && page.url.query().empty()) return ImportedKind::robots;
  if (page.status / 100 == 2) return ImportedKind::page;
  const std::string_view location = http_field(page.header, "Location");
  if (page.status / 100 == 3 && page.status != 304 && !location.empty()) {
    if (Result<Url> target = page.url.resolve(location)) {
      page.location = std::move(*target);
      return ImportedKind::redirect;
    }
  }
  return ImportedKind::failure;
}

}  // namespace

std::string_view show(ImportedKind kind) {
  switch (kind) {
    case ImportedKind::page:
      return "page";
    case ImportedKind::redirect:
      return "redirect";
    case ImportedKind::robots:
      return "robots";
    case ImportedKind::failure:
      return "failure";
  }
  return "";
}

Time parse_warc_date(std::string_view date) {
  constexpr std::size_t kSeconds = std::string_view("2026-11-20T03:10:00").size();
  if (date.size() < kSeconds) return parse_time(date).value_or(Time{});
  return parse_time(std::string(date.substr(0, kSeconds)) + "Z").value_or(Time{});
}

std::optional<ImportedPage> read_page_header(const WarcRecord& record) {
  if ((record.type != "response" && record.type != "revisit") || !holds_http(record)) return std::nullopt;
  Result<Url> url = Url::parse(record.uri);
  if (!url) return std::nullopt;
  ImportedPage page;
  page.url = std::move(*url);
  page.fetched_at = parse_warc_date(record.date);
  const HttpMessage message = final_message(record.block);
  page.status = message.status;
  page.revisit = record.type == "revisit" || page.status == 304;
  if (message.header.size() > kMaxHeaderBytes) {
    page.reason = Reason::header;
    page.detail = "more than 64 KiB of header";
    return page;
  }
  read_header(page, message.header);
  page.kind = kind_of(page);
  return page;
}

std::optional<ImportedPage> read_page(const WarcRecord& record) {
  std::optional<ImportedPage> read = read_page_header(record);
  if (!read || read->revisit || read->reason != Reason::none) return read;
  ImportedPage& page = *read;
  HttpPayload payload = decode_payload(record, kMaxImportedBytes);
  page.reason = payload.reason;
  page.detail = std::move(payload.detail);
  page.body = std::move(payload.body);
  page.sha1 = sha1_hex(page.body);
  if (page.reason == Reason::none && !digest_fits(record)) page.detail = "the record has not the digest that it states";
  return read;
}

void take_body(ImportedPage& revisit, ImportedPage earlier) {
  revisit.body = std::move(earlier.body);
  revisit.sha1 = std::move(earlier.sha1);
  revisit.reason = earlier.reason;
  revisit.detail = std::move(earlier.detail);
  if (revisit.status / 100 == 2) return;  // it brought a header of its own: the profile identical-payload-digest
  const std::string etag = std::move(revisit.etag), last_modified = std::move(revisit.last_modified);
  revisit.status = earlier.status;
  read_header(revisit, earlier.header);
  if (!etag.empty()) revisit.etag = etag;  // RFC 9110 section 15.4.5: the newer ones count
  if (!last_modified.empty()) revisit.last_modified = last_modified;
  revisit.kind = kind_of(revisit);
}

Result<ImportSummary> import_warcs(const std::vector<std::filesystem::path>& files,
                                   const std::function<void(const ImportedPage&)>& each) {
  Result<CaptureSet> captures = CaptureSet::open(files);
  if (!captures) return tl::unexpected<Error>(captures.error());
  ImportSummary summary;
  summary.told = captures->told();
  captures->for_each([&](const ImportedPage& page) {
    if (page.reason == Reason::none) ++summary.kinds[page.kind];
    if (page.reason != Reason::none) ++summary.reasons[page.reason];
    if (page.revisit) ++summary.revisits;
    if (page.reason == Reason::none && !page.detail.empty() && summary.told.size() < CaptureSet::kMaxTold) {
      summary.told.push_back(page.url.text() + ": " + page.detail);
    }
    each(page);
  });
  return summary;
}

}  // namespace fellow::crawler
