// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive_member.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fellow/check.h"

namespace fellow::crawler {
namespace {

// Level 2: of the levels 1 to 3, which cost about the same here, the last that zlib matches greedily without a second look.
constexpr int kLevel = 2;
// Magic, deflate, FEXTRA; no time; no extra flags at this level; OS unknown, so that the bytes are the same everywhere; XLEN
// 12; "sl", 8.
constexpr std::string_view kHead("\x1f\x8b\x08\x04\0\0\0\0\0\xff\x0c\0sl\x08\0", kSkipLengthsAt);

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return number;
}

void put_number(std::string& out, std::size_t at, std::size_t number) {
  for (std::size_t i = 0; i < 4; ++i) out[at + i] = static_cast<char>((number >> (8 * i)) & 0xff);
}

}  // namespace

std::optional<MemberSizes> parse_member_head(std::string_view bytes) {
  if (bytes.size() < kMemberHeadBytes || !bytes.starts_with(kHead)) return std::nullopt;
  const MemberSizes sizes{.compressed = number_at(bytes, kSkipLengthsAt), .plain = number_at(bytes, kSkipLengthsAt + 4)};
  if (sizes.compressed <= kMemberHeadBytes) return std::nullopt;
  return sizes;
}

bool begins_member_head(std::string_view bytes) {
  return bytes.size() < kMemberHeadBytes && kHead.starts_with(bytes.substr(0, kHead.size()));
}

std::optional<std::string> open_member(std::string_view member) {
  const auto sizes = parse_member_head(member);
  if (!sizes || sizes->compressed != member.size()) return std::nullopt;
  z_stream zlib{};
  CHECK(inflateInit2(&zlib, MAX_WBITS + 16) == Z_OK);
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(member.data()));
  zlib.avail_in = static_cast<uInt>(member.size());
  std::string plain;
  unsigned char buffer[32 << 10];
  int code = Z_OK;
  while (code == Z_OK && plain.size() <= sizes->plain) {
    zlib.next_out = buffer;
    zlib.avail_out = sizeof buffer;
    code = inflate(&zlib, Z_BLOCK);  // comes back at the end of each block
    plain.append(reinterpret_cast<const char*>(buffer), sizeof buffer - zlib.avail_out);
    const bool at_end = (zlib.data_type & 64) != 0 && (zlib.data_type & 128) != 0;  // of the last block
    const int unused = zlib.data_type & 7;                                          // bits of the byte before next_in
    if (code == Z_OK && at_end && (zlib.next_in[-1] >> (8 - unused)) != 0) code = Z_DATA_ERROR;
  }
  inflateEnd(&zlib);
  if (code != Z_STREAM_END || zlib.avail_in != 0 || plain.size() != sizes->plain) return std::nullopt;
  return plain;
}

MemberWriter::MemberWriter() { CHECK(deflateInit2(&zlib_, kLevel, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK); }

MemberWriter::~MemberWriter() { deflateEnd(&zlib_); }

void MemberWriter::append(std::string& out, const RecordParts& record) {
  unsigned char extra[12] = {'s', 'l', 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  gz_header gzip{};
  gzip.os = 255;
  gzip.extra = extra;
  gzip.extra_len = sizeof extra;
  CHECK(deflateReset(&zlib_) == Z_OK);
  CHECK(deflateSetHeader(&zlib_, &gzip) == Z_OK);
  const std::size_t begin = out.size();
  const std::string fields = show_warc_header(record.fields);
  put(out, fields, Z_NO_FLUSH);
  put(out, record.header, Z_NO_FLUSH);
  put(out, record.body, Z_NO_FLUSH);
  put(out, "\r\n\r\n", Z_FINISH);
  put_number(out, begin + kSkipLengthsAt, out.size() - begin);
  put_number(out, begin + kSkipLengthsAt + 4, fields.size() + record.header.size() + record.body.size() + 4);
}

void MemberWriter::put(std::string& out, std::string_view bytes, int flush) {
  CHECK(bytes.size() <= 1u << 30);
  zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  zlib_.avail_in = static_cast<uInt>(bytes.size());
  int code = Z_OK;
  do {
    zlib_.next_out = buffer_;
    zlib_.avail_out = sizeof buffer_;
    code = deflate(&zlib_, flush);
    out.append(reinterpret_cast<const char*>(buffer_), sizeof buffer_ - zlib_.avail_out);
  } while (flush == Z_FINISH ? code == Z_OK : zlib_.avail_in > 0 || zlib_.avail_out == 0);
  CHECK(code == (flush == Z_FINISH ? Z_STREAM_END : Z_OK) || code == Z_BUF_ERROR);
}

ArchiveFile::ArchiveFile(const std::filesystem::path& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

ArchiveFile::~ArchiveFile() {
  if (fd_ >= 0) ::close(fd_);
}

std::uint64_t ArchiveFile::size() const {
  struct stat status {};
  return ::fstat(fd_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string_view ArchiveFile::read(std::string& buffer, std::size_t bytes, std::uint64_t at) const {
  if (buffer.size() < bytes) buffer.resize(bytes);
  const ssize_t got = ::pread(fd_, buffer.data(), bytes, static_cast<off_t>(at));
  return std::string_view(buffer).substr(0, got < 0 ? 0 : static_cast<std::size_t>(got));
}

std::optional<MemberSizes> ArchiveFile::member_at(std::uint64_t at) const {
  std::string head;
  return parse_member_head(read(head, kMemberHeadBytes, at));
}

}  // namespace fellow::crawler
