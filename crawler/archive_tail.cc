// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive_tail.h"

#include <cerrno>

#include "crawler/archive_member.h"
#include "crawler/directory.h"
#include "crawler/warc_reader.h"
#include "crawler/warc_resync.h"

namespace fellow::crawler {
namespace {

// What lies further back than this was fsynced long ago.
constexpr std::uint64_t kReadBytes = 4 << 20;

// Where the members that begin at 0 end, going on while more than `leave` bytes follow; `count` gets their number.
std::uint64_t walk(const ArchiveFile& file, std::uint64_t size, std::uint64_t leave, std::uint64_t& count) {
  std::uint64_t at = 0;
  while (size - at > leave) {
    const auto sizes = file.member_at(at);
    if (!sizes || sizes->compressed > size - at) break;
    at += sizes->compressed;
    ++count;
  }
  return at;
}

}  // namespace

std::optional<std::uint64_t> count_members(const std::filesystem::path& path) {
  const ArchiveFile file(path);
  const std::uint64_t size = file.is_open() ? file.size() : 0;
  std::uint64_t count = 0;
  if (size == 0 || walk(file, size, 0, count) != size) return std::nullopt;
  return count;
}

Result<ArchiveTail> read_tail(const std::filesystem::path& path) {
  const ArchiveFile file(path);
  if (!file.is_open()) return tl::unexpected<Error>(system_error("cannot open", errno, path));
  ArchiveTail tail;
  tail.size = file.size();
  Result<WarcReader> first = WarcReader::open(path);
  if (!first) return tl::unexpected<Error>(first.error());
  if (const Result<std::optional<WarcRecord>> record = first->next(); record && *record && (*record)->type == "warcinfo") {
    tail.warcinfo_id = field((*record)->fields, "WARC-Record-ID");
  }
  std::uint64_t walked = 0;
  tail.whole = walk(file, tail.size, kReadBytes, walked);
  Result<WarcReader> reader = WarcReader::open(path, tail.whole);
  if (!reader) return tl::unexpected<Error>(reader.error());
  while (true) {
    Result<std::optional<WarcRecord>> record = reader->next();
    if (!record && record.error().code == Code::io) return tl::unexpected<Error>(record.error());
    if (record && !*record) return tail;
    if (!record) break;
    tail.whole = (*record)->end;
  }
  // One byte on: the bad member itself may begin with a good magic.
  const Result<std::optional<std::uint64_t>> next = next_record_after(path, tail.whole + 1);
  if (!next) return tl::unexpected<Error>(next.error());
  tail.damaged = next->has_value();
  return tail;
}

}  // namespace fellow::crawler
