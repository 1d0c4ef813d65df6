// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <memory>
#include <utility>

#include "crawler/directory.h"
#include "fellow/check.h"

namespace fellow::crawler {
namespace {

// The first read is small: most readers want one record of a few kilobytes from the middle of a large file.
constexpr std::size_t kBufferBytes = 64 << 10, kFirstReadBytes = 8 << 10;

// What follows at the reading position.
enum class More { bytes, member_end, torn };

// The bytes of a file, through gzip where it is gzip. A member is a gzip member, or a stretch that is not compressed.
class MemberInput {
 public:
  MemberInput(int fd, std::uint64_t offset) : fd_(fd), raw_offset_(offset) {}
  MemberInput(const MemberInput&) = delete;
  MemberInput& operator=(const MemberInput&) = delete;
  ~MemberInput() {
    if (inflating_) inflateEnd(&zlib_);
    ::close(fd_);
  }

  // Enters the member that begins here; false at the end of the file.
  bool enter();
  void leave() { inside_ = false; }  // only at a member's end, or anywhere in an uncompressed stretch
  bool inside() const { return inside_; }
  bool compressed() const { return compressed_; }
  // Makes available() non-empty if the member goes on.
  More more();
  std::string_view available() const;
  void consume(std::size_t bytes) { (compressed_ ? out_begin_ : raw_begin_) += bytes; }
  // Where in the file: of the member in a compressed one, else of the next byte.
  std::uint64_t record_offset() const { return compressed_ ? member_offset_ : position(); }
  std::uint64_t position() const { return raw_offset_ - (raw_end_ - raw_begin_); }
  std::uint64_t left() const;  // bytes of the file from position() on
  int error() const { return errno_; }

 private:
  bool read_raw();  // more raw bytes behind those that are there; false at the end of the file and on an error
  More inflate_some();

  int fd_;
  int errno_ = 0;
  using Buffer = std::unique_ptr<unsigned char[]>;
  Buffer raw_ = std::make_unique_for_overwrite<unsigned char[]>(kBufferBytes);
  Buffer out_ = std::make_unique_for_overwrite<unsigned char[]>(kBufferBytes);
  std::size_t raw_begin_ = 0, raw_end_ = 0, out_begin_ = 0, out_end_ = 0;
  std::uint64_t raw_offset_;  // of raw_end_ in the file
  std::uint64_t member_offset_ = 0;
  bool inside_ = false, compressed_ = false, member_done_ = false, inflating_ = false, is_first_read_ = true;
  z_stream zlib_{};
};

std::uint64_t MemberInput::left() const {
  struct stat status {};
  if (::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) return UINT64_MAX;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return size > position() ? size - position() : 0;
}

bool MemberInput::read_raw() {
  if (raw_begin_ > 0) {
    std::copy(raw_.get() + raw_begin_, raw_.get() + raw_end_, raw_.get());
    raw_end_ -= raw_begin_;
    raw_begin_ = 0;
  }
  while (true) {
    const std::size_t most = std::exchange(is_first_read_, false) ? kFirstReadBytes : kBufferBytes - raw_end_;
    const ssize_t got = ::pread(fd_, raw_.get() + raw_end_, most, static_cast<off_t>(raw_offset_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) errno_ = errno;
    if (got <= 0) return false;
    raw_end_ += static_cast<std::size_t>(got);
    raw_offset_ += static_cast<std::uint64_t>(got);
    return true;
  }
}

bool MemberInput::enter() {
  while (raw_end_ - raw_begin_ < 2 && read_raw()) {
  }
  if (raw_end_ == raw_begin_) return false;
  inside_ = true;
  member_done_ = false;
  member_offset_ = position();
  out_begin_ = out_end_ = 0;
  // RFC 1952 section 2.3.1. A single 0x1f at the end of the file is a torn member.
  compressed_ = raw_[raw_begin_] == 0x1f && (raw_end_ - raw_begin_ < 2 || raw_[raw_begin_ + 1] == 0x8b);
  if (compressed_ && inflating_) CHECK(inflateReset(&zlib_) == Z_OK);
  if (compressed_ && !inflating_) {
    CHECK(inflateInit2(&zlib_, MAX_WBITS + 16) == Z_OK);
    inflating_ = true;
  }
  return true;
}

std::string_view MemberInput::available() const {
  const auto* bytes = reinterpret_cast<const char*>(compressed_ ? out_.get() + out_begin_ : raw_.get() + raw_begin_);
  return {bytes, compressed_ ? out_end_ - out_begin_ : raw_end_ - raw_begin_};
}

More MemberInput::more() {
  if (!available().empty()) return More::bytes;
  if (compressed_) return inflate_some();
  if (read_raw()) return More::bytes;
  return errno_ != 0 ? More::torn : More::member_end;
}

More MemberInput::inflate_some() {
  out_begin_ = out_end_ = 0;
  while (!member_done_ && out_end_ == 0) {
    if (raw_begin_ == raw_end_ && !read_raw()) return More::torn;
    zlib_.next_in = raw_.get() + raw_begin_;
    zlib_.avail_in = static_cast<uInt>(raw_end_ - raw_begin_);
    zlib_.next_out = out_.get();
    zlib_.avail_out = static_cast<uInt>(kBufferBytes);
    const int code = inflate(&zlib_, Z_NO_FLUSH);
    raw_begin_ = raw_end_ - zlib_.avail_in;
    out_end_ = kBufferBytes - zlib_.avail_out;
    member_done_ = code == Z_STREAM_END;
    if (code != Z_OK && code != Z_STREAM_END) return More::torn;  // also a wrong CRC or length in the trailer
  }
  return out_end_ > 0 ? More::bytes : More::member_end;
}

bool is_line_end(char c) { return c == '\r' || c == '\n'; }

std::string_view without_brackets(std::string_view uri) {
  if (uri.starts_with('<') && uri.ends_with('>') && uri.size() >= 2) return uri.substr(1, uri.size() - 2);
  return uri;
}

}  // namespace

struct WarcReader::Impl {
  Impl(int fd, std::uint64_t at, std::string name, std::size_t max_block)
      : input(fd, at), file(std::move(name)), max_block_bytes(max_block) {}

  tl::unexpected<Error> torn(std::string what) const;
  // Goes to where the next record begins; false at the end of the file.
  Result<bool> find_record();
  More skip_line_ends();
  Result<std::string> read_header();
  Result<void> read_block(std::uint64_t length, WarcRecord& record);
  // To the end of the member, so that its checksum is known to be right.
  Result<void> finish(WarcRecord& record);

  MemberInput input;
  std::string file;
  std::size_t max_block_bytes;
  std::uint64_t offset = 0;  // where the record being read begins
};

tl::unexpected<Error> WarcReader::Impl::torn(std::string what) const {
  const std::string where = file + ":" + std::to_string(offset);
  if (input.error() != 0) return tl::unexpected<Error>(system_error("cannot read", input.error(), where));
  return fail(Code::corrupt, std::move(what), where);
}

More WarcReader::Impl::skip_line_ends() {
  while (true) {
    if (const More more = input.more(); more != More::bytes) return more;
    const std::string_view bytes = input.available();
    const auto other = std::find_if_not(bytes.begin(), bytes.end(), is_line_end);
    input.consume(static_cast<std::size_t>(other - bytes.begin()));
    if (other != bytes.end()) return More::bytes;
  }
}

Result<bool> WarcReader::Impl::find_record() {
  while (true) {
    if (!input.inside()) {
      offset = input.position();
      if (!input.enter()) return input.error() == 0 ? Result<bool>(false) : torn("");
    }
    const More more = skip_line_ends();
    const bool moved = input.record_offset() != offset;  // line ends outside of gzip: what follows them may be gzip again
    offset = input.record_offset();
    if (more == More::bytes && (input.compressed() || !moved)) return true;
    if (more == More::torn) return torn("a gzip member is torn or damaged");
    input.leave();
  }
}

Result<std::string> WarcReader::Impl::read_header() {
  std::string header;
  std::size_t line = 0;  // where the last line begins
  while (true) {
    const More more = input.more();
    if (more == More::torn) return torn("a gzip member is torn or damaged");
    if (more == More::member_end) return torn("ends inside the header of a record");
    const std::string_view bytes = input.available();
    const std::size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    header.append(bytes.substr(0, end));
    input.consume(end);
    if (header.size() > kMaxHeaderBytes) break;
    if (!header.starts_with(std::string_view("WARC/").substr(0, header.size()))) return torn("no WARC record begins here");
    if (header.back() != '\n') continue;
    const std::string_view last = std::string_view(header).substr(line);
    if (last == "\r\n" || last == "\n") return header;
    line = header.size();
  }
  return torn("the header of a record is longer than " + std::to_string(kMaxHeaderBytes) + " bytes");
}

Result<void> WarcReader::Impl::read_block(std::uint64_t length, WarcRecord& record) {
  if (!input.compressed() && length > input.left()) return torn("ends inside a record");  // not read to the end to learn it
  record.block.reserve(std::min<std::uint64_t>({length, kBufferBytes, max_block_bytes}));
  while (length > 0) {
    const More more = input.more();
    if (more == More::torn) return torn("a gzip member is torn or damaged");
    if (more == More::member_end) return torn("ends inside a record");
    const std::string_view bytes = input.available().substr(0, length);
    const std::size_t kept = std::min(bytes.size(), max_block_bytes - record.block.size());
    record.block.append(bytes.substr(0, kept));
    record.block_cut = record.block_cut || kept < bytes.size();
    input.consume(bytes.size());
    length -= bytes.size();
  }
  return {};
}

Result<void> WarcReader::Impl::finish(WarcRecord& record) {
  const More more = skip_line_ends();
  if (more == More::torn) return torn("a gzip member is torn or damaged");
  // An uncompressed stretch is left after each record, since the next one may be compressed.
  if (more == More::member_end || !input.compressed()) input.leave();
  record.end = input.position();
  return {};
}

WarcReader::WarcReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WarcReader::WarcReader(WarcReader&&) noexcept = default;
WarcReader& WarcReader::operator=(WarcReader&&) noexcept = default;
WarcReader::~WarcReader() = default;

Result<WarcReader> WarcReader::open(const std::filesystem::path& file, std::uint64_t offset, std::size_t max_block_bytes) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot open", errno, file));
  return WarcReader(std::make_unique<Impl>(fd, offset, file.string(), max_block_bytes));
}

Result<std::optional<WarcRecord>> WarcReader::next() {
  Result<bool> found = impl_->find_record();
  if (!found) return tl::unexpected<Error>(found.error());
  if (!*found) return std::optional<WarcRecord>();
  Result<std::string> header = impl_->read_header();
  if (!header) return tl::unexpected<Error>(header.error());
  Result<WarcFields> fields = parse_warc_header(*header);
  if (!fields) return impl_->torn(fields.error().what);
  const std::string_view written = field(*fields, "Content-Length");
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), length);
  if (error != std::errc() || end != written.data() + written.size()) return impl_->torn("a record without a Content-Length");

  WarcRecord record;
  record.type = field(*fields, "WARC-Type");
  record.uri = without_brackets(field(*fields, "WARC-Target-URI"));
  record.date = field(*fields, "WARC-Date");
  record.content_type = field(*fields, "Content-Type");
  record.offset = impl_->offset;
  record.length = length;
  record.fields = std::move(*fields);
  if (Result<void> read = impl_->read_block(length, record); !read) return tl::unexpected<Error>(read.error());
  if (Result<void> whole = impl_->finish(record); !whole) return tl::unexpected<Error>(whole.error());
  return std::optional<WarcRecord>(std::move(record));
}

std::uint64_t WarcReader::offset() const { return impl_->offset; }

Result<void> read_warc(const std::filesystem::path& file, const std::function<bool(const WarcRecord&)>& each) {
  Result<WarcReader> reader = WarcReader::open(file);
  if (!reader) return tl::unexpected<Error>(reader.error());
  while (true) {
    Result<std::optional<WarcRecord>> record = reader->next();
    if (!record) return tl::unexpected<Error>(record.error());
    if (!*record || !each(**record)) return {};
  }
}

}  // namespace fellow::crawler
