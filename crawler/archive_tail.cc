// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive_tail.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "crawler/directory.h"
#include "crawler/warc_reader.h"

namespace fellow::crawler {
namespace {

// What lies further back than this was fsynced long ago.
constexpr std::uint64_t kReadBytes = 4 << 20;
constexpr std::size_t kChunk = 64 << 10;
// Magic, deflate, FEXTRA; then after mtime, flags and OS: XLEN 12, "sl", 8.
constexpr unsigned char kMemberBegin[] = {0x1f, 0x8b, 8, 4};
constexpr unsigned char kExtra[] = {12, 0, 's', 'l', 8, 0};
constexpr std::size_t kExtraAt = 10;
constexpr std::size_t kMemberHeadBytes = kSkipLengthsAt + 8;

class File {
 public:
  explicit File(const std::filesystem::path& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  bool is_open() const { return fd_ >= 0; }
  std::uint64_t size() const {
    struct stat status {};
    return ::fstat(fd_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  }
  // As many bytes as there are, 0 at the end or on an error.
  std::size_t read(unsigned char* to, std::size_t bytes, std::uint64_t at) const {
    const ssize_t got = ::pread(fd_, to, bytes, static_cast<off_t>(at));
    return got < 0 ? 0 : static_cast<std::size_t>(got);
  }

 private:
  int fd_;
};

// The size of the member of ours that begins there; 0 if none does.
std::uint64_t member_bytes(const File& file, std::uint64_t at) {
  unsigned char head[kMemberHeadBytes];
  if (file.read(head, sizeof head, at) != sizeof head) return 0;
  if (std::memcmp(head, kMemberBegin, sizeof kMemberBegin) != 0 || std::memcmp(head + kExtraAt, kExtra, sizeof kExtra) != 0)
    return 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < 4; ++i) bytes |= std::uint64_t{head[kSkipLengthsAt + i]} << (8 * i);
  return bytes;
}

// A member begin from which the rest of the file has to be read: the last one at least kReadBytes before the end.
std::uint64_t walk(const File& file, std::uint64_t size) {
  std::uint64_t at = 0;
  while (size - at > kReadBytes) {
    const std::uint64_t bytes = member_bytes(file, at);
    if (bytes == 0 || bytes > size - at) break;
    at += bytes;
  }
  return at;
}

// Whether a whole record begins anywhere from there on.
bool whole_record_after(const std::filesystem::path& path, const File& file, std::uint64_t from) {
  std::string chunk(kChunk, '\0');
  const std::string_view magic(reinterpret_cast<const char*>(kMemberBegin), 3);
  for (std::uint64_t at = from;;) {
    const std::size_t got = file.read(reinterpret_cast<unsigned char*>(chunk.data()), chunk.size(), at);
    if (got < magic.size()) return false;
    const std::string_view bytes = std::string_view(chunk).substr(0, got);
    for (std::size_t hit = bytes.find(magic); hit != std::string_view::npos; hit = bytes.find(magic, hit + 1)) {
      Result<WarcReader> reader = WarcReader::open(path, at + hit);
      if (!reader) return false;
      const Result<std::optional<WarcRecord>> record = reader->next();
      if (record && *record) return true;
    }
    at += got - (magic.size() - 1);  // a magic may lie across two chunks
  }
}

}  // namespace

Result<ArchiveTail> read_tail(const std::filesystem::path& path) {
  const File file(path);
  if (!file.is_open()) return tl::unexpected<Error>(system_error("cannot open", errno, path));
  ArchiveTail tail;
  tail.size = file.size();
  Result<WarcReader> first = WarcReader::open(path);
  if (!first) return tl::unexpected<Error>(first.error());
  if (const Result<std::optional<WarcRecord>> record = first->next(); record && *record && (*record)->type == "warcinfo") {
    tail.warcinfo_id = field((*record)->fields, "WARC-Record-ID");
  }
  tail.whole = walk(file, tail.size);
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
  tail.damaged = whole_record_after(path, file, tail.whole + 1);
  return tail;
}

}  // namespace fellow::crawler
