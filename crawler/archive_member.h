// SPDX-License-Identifier: GPL-3.0-or-later
// What does one gzip member of our archive look like? One WARC record, compressed on its own; its extra field "sl" (RFC 1952
// section 2.3.1.1; the skip lengths of the Internet Archive's ARC files) holds both sizes, so that a file of 1 GB can be walked
// without inflating it. Every byte of the member's head is fixed but those of the sizes, so damage there is seen too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "crawler/warc.h"

struct libdeflate_compressor;

namespace fellow::crawler {

// Where the two sizes stand (compressed, then not; 4 bytes each, little-endian), and what they end.
inline constexpr std::size_t kSkipLengthsAt = 16;
inline constexpr std::size_t kMemberHeadBytes = kSkipLengthsAt + 8;

struct MemberSizes {
  std::uint64_t compressed = 0;  // of the whole member
  std::uint64_t plain = 0;       // modulo 2^32
};
// nullopt if these are not the first bytes of a member of ours, all kMemberHeadBytes of them.
std::optional<MemberSizes> parse_member_head(std::string_view bytes);
// Whether these bytes, fewer than a head has, begin one.
bool begins_member_head(std::string_view bytes);

// What one whole member holds; nullopt unless every byte of it is right: its head, its data up to the bits that fill the last
// byte (which no checksum covers), its checksum and its sizes.
std::optional<std::string> open_member(std::string_view member);

// The parts of a record: fields, then the block in two pieces (HTTP header and body).
struct RecordParts {
  WarcFields fields;
  std::string_view header, body;
};

// Not thread-safe; keeps the compressor's tables, and room for a record, from one to the next.
class MemberWriter {
 public:
  MemberWriter();
  MemberWriter(const MemberWriter&) = delete;
  MemberWriter& operator=(const MemberWriter&) = delete;
  ~MemberWriter();
  void append(std::string& out, const RecordParts& record);

 private:
  struct Free {
    void operator()(libdeflate_compressor* compressor) const;
  };
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  std::string plain_;  // the record, before it is compressed
};

// A file to read from at any place.
class ArchiveFile {
 public:
  explicit ArchiveFile(const std::filesystem::path& path);
  ArchiveFile(const ArchiveFile&) = delete;
  ArchiveFile& operator=(const ArchiveFile&) = delete;
  ~ArchiveFile();
  bool is_open() const { return fd_ >= 0; }
  std::uint64_t size() const;
  // At most that many bytes; fewer at the end of the file, none on an error.
  std::string_view read(std::string& buffer, std::size_t bytes, std::uint64_t at) const;
  std::optional<MemberSizes> member_at(std::uint64_t at) const;

 private:
  int fd_;
};

}  // namespace fellow::crawler
