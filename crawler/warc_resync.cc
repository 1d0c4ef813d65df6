// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_resync.h"

#include <cerrno>

#include "crawler/archive_member.h"
#include "crawler/directory.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kChunk = 64 << 10;
constexpr int kMaxTries = 10'000;
constexpr std::string_view kGzip("\x1f\x8b\x08", 3), kPlain("WARC/");

// The next place in `bytes` from `at` on where a member or a record may begin; npos if there is none.
std::size_t next_candidate(std::string_view bytes, std::size_t at) {
  return std::min(bytes.find(kGzip, at), bytes.find(kPlain, at));
}

Result<bool> whole_record_at(const std::filesystem::path& path, std::uint64_t at) {
  Result<WarcReader> reader = WarcReader::open(path, at, 0);
  if (!reader) return tl::unexpected<Error>(reader.error());
  const Result<std::optional<WarcRecord>> record = reader->next();
  if (!record && record.error().code == Code::io) return tl::unexpected<Error>(record.error());
  return record && *record;
}

}  // namespace

Result<std::optional<std::uint64_t>> next_record_after(const std::filesystem::path& path, std::uint64_t from) {
  const ArchiveFile file(path);
  if (!file.is_open()) return tl::unexpected<Error>(system_error("cannot open", errno, path));
  std::string chunk;
  int tries = 0;
  for (std::uint64_t at = from;;) {
    const std::string_view bytes = file.read(chunk, kChunk, at);
    for (std::size_t hit = next_candidate(bytes, 0); hit != std::string_view::npos; hit = next_candidate(bytes, hit + 1)) {
      if (++tries > kMaxTries) return std::optional<std::uint64_t>();
      const Result<bool> whole = whole_record_at(path, at + hit);
      if (!whole) return tl::unexpected<Error>(whole.error());
      if (*whole) return std::optional(at + hit);
    }
    if (bytes.size() < kChunk) return std::optional<std::uint64_t>();
    at += bytes.size() - (kPlain.size() - 1);  // what begins here may lie across two chunks
  }
}

Result<void> read_warc_past_damage(const std::filesystem::path& path, const std::function<bool(const WarcRecord&)>& each,
                                   const std::function<void(const Error&)>& told, std::size_t max_block_bytes) {
  Result<WarcReader> reader = WarcReader::open(path, 0, max_block_bytes);
  if (!reader) return tl::unexpected<Error>(reader.error());
  while (true) {
    Result<std::optional<WarcRecord>> record = reader->next();
    if (record && (!*record || !each(**record))) return {};
    if (record) continue;
    if (record.error().code == Code::io) return tl::unexpected<Error>(record.error());
    told(record.error());
    const Result<std::optional<std::uint64_t>> next = next_record_after(path, reader->offset() + 1);
    if (!next) return tl::unexpected<Error>(next.error());
    if (!*next) return {};
    reader = WarcReader::open(path, **next, max_block_bytes);
    if (!reader) return tl::unexpected<Error>(reader.error());
  }
}

}  // namespace fellow::crawler
