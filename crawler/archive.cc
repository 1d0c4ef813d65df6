// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "crawler/archive_tail.h"
#include "crawler/digest.h"
#include "crawler/directory.h"
#include "fellow/check.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "fellow-", kSuffix = ".warc.gz";
// Level 2: of the levels 1 to 3, which cost about the same here, the last that zlib matches greedily without a second look.
constexpr int kLevel = 2;

std::string file_name(unsigned serial) {
  std::string digits = std::to_string(serial);
  if (digits.size() < 6) digits.insert(0, 6 - digits.size(), '0');
  return std::string(kPrefix) + digits + std::string(kSuffix);
}

// The serial number in one of our file names; 0 for other files.
unsigned serial_of(const std::string& name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix) || name.size() <= kPrefix.size() + kSuffix.size()) return 0;
  const char* begin = name.data() + kPrefix.size();
  const char* end = name.data() + name.size() - kSuffix.size();
  unsigned serial = 0;
  const auto [stop, error] = std::from_chars(begin, end, serial);
  return error == std::errc() && stop == end ? serial : 0;
}

Result<unsigned> newest_serial(const fs::path& directory) {
  unsigned newest = 0;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    newest = std::max(newest, serial_of(entry->path().filename().string()));
  }
  if (error) return fail(Code::io, "cannot list the archive: " + error.message(), directory.string());
  return newest;
}

// The four parts of a record: fields, then the block in two pieces (HTTP header and body).
struct Record {
  WarcFields fields;
  std::string_view header, body;
};

// One gzip member a record. Its extra field "sl" (RFC 1952 section 2.3.1.1; the skip lengths of the Internet Archive's ARC
// files) holds both sizes, so that a file of 1 GB can be walked without inflating it.
class MemberWriter {
 public:
  MemberWriter() { CHECK(deflateInit2(&zlib_, kLevel, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK); }
  MemberWriter(const MemberWriter&) = delete;
  MemberWriter& operator=(const MemberWriter&) = delete;
  ~MemberWriter() { deflateEnd(&zlib_); }

  void append(std::string& out, const Record& record) {
    static_assert(kSkipLengthsAt == 16);
    unsigned char extra[12] = {'s', 'l', 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    gz_header gzip{};
    gzip.os = 255;  // unknown: the same bytes everywhere
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

 private:
  void put(std::string& out, std::string_view bytes, int flush) {
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

  static void put_number(std::string& out, std::size_t at, std::size_t number) {
    for (int i = 0; i < 4; ++i) out[at + static_cast<std::size_t>(i)] = static_cast<char>((number >> (8 * i)) & 0xff);
  }

  z_stream zlib_{};
  unsigned char buffer_[32 << 10];
};

std::string digest_of(std::string_view first, std::string_view second = {}) {
  return "sha1:" + show_base32(sha1(first, second));
}

}  // namespace

struct Archive::Impl {
  ~Impl() {
    if (fd >= 0) ::close(fd);
  }

  fs::path path() const { return data / "archive" / file_name(serial); }
  // Makes fd the newest file, its torn tail cut; leaves fd at -1 when a new file has to be begun.
  Result<void> take_up(std::vector<std::string>* told);
  Result<void> begin_file();
  Result<void> write(const std::string& bytes);
  Result<void> trusted() const;
  std::string warcinfo();

  fs::path data;
  std::string software;
  std::uint64_t roll_bytes = kRollBytes;
  unsigned serial = 0;
  int fd = -1;
  std::uint64_t size = 0;
  std::string warcinfo_id;
  bool broken = false;
  MemberWriter members;
};

Result<void> Archive::Impl::take_up(std::vector<std::string>* told) {
  const auto tell = [&](std::string sentence) {
    if (told != nullptr) told->push_back(path().string() + ": " + std::move(sentence));
  };
  Result<ArchiveTail> tail = read_tail(path());
  if (!tail) return tl::unexpected<Error>(tail.error());
  if (tail->damaged) {
    tell("damaged at byte " + std::to_string(tail->whole) + ", left as it is; a new file is begun");
    return {};
  }
  if (tail->size > tail->whole) {
    tell("cut " + std::to_string(tail->size - tail->whole) + " bytes of a record that was not written whole");
  }
  const int file = ::open(path().c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return tl::unexpected<Error>(system_error("cannot open for writing", errno, path()));
  fd = file;
  if (tail->size > tail->whole && (::ftruncate(fd, static_cast<off_t>(tail->whole)) != 0 || ::fsync(fd) != 0)) {
    return tl::unexpected<Error>(system_error("cannot cut the torn tail", errno, path()));
  }
  size = tail->whole;
  warcinfo_id = tail->warcinfo_id;
  if (size > 0 && (warcinfo_id.empty() || size >= roll_bytes)) {  // another program's, or full
    ::close(fd);
    fd = -1;
  }
  return {};
}

Result<void> Archive::Impl::begin_file() {
  if (fd >= 0) {
    if (::fsync(fd) != 0) {
      broken = true;
      return tl::unexpected<Error>(system_error("cannot fsync", errno, path()));
    }
    ::close(fd);
    fd = -1;
  }
  ++serial;
  size = 0;
  warcinfo_id.clear();
  fd = ::open(path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot make the file", errno, path()));
  return sync_directory(data / "archive");
}

std::string Archive::Impl::warcinfo() {
  const std::string block = "software: " + software +
                            "\r\nformat: WARC File Format 1.1\r\n"
                            "conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
                            "robots: obey\r\n";
  warcinfo_id = new_record_id();
  std::string member;
  members.append(member, {.fields = {{"WARC-Type", "warcinfo"},
                                     {"WARC-Record-ID", warcinfo_id},
                                     {"WARC-Date", show_time(now())},
                                     {"WARC-Filename", file_name(serial)},
                                     {"WARC-Block-Digest", digest_of(block)},
                                     {"Content-Type", "application/warc-fields"},
                                     {"Content-Length", std::to_string(block.size())}},
                          .header = block,
                          .body = {}});
  return member;
}

// Whole or not at all, as far as the disk lets us: what a failed write left is cut off again.
Result<void> Archive::Impl::write(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = ::pwrite(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(size + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const int number = wrote == 0 ? ENOSPC : errno;
      if (::ftruncate(fd, static_cast<off_t>(size)) != 0) broken = true;
      return tl::unexpected<Error>(system_error("cannot write", number, path()));
    }
    done += static_cast<std::size_t>(wrote);
  }
  size += bytes.size();
  return {};
}

Result<void> Archive::Impl::trusted() const {
  if (broken) return fail(Code::io, "is not trusted since a disk error: start again once the disk is well", path().string());
  return {};
}

Archive::Archive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

Result<Archive> Archive::open(const fs::path& data, std::string_view software, std::vector<std::string>* told,
                              std::uint64_t roll_bytes) {
  if (Result<void> made = make_directory(data / "archive"); !made) return tl::unexpected<Error>(made.error());
  Result<unsigned> newest = newest_serial(data / "archive");
  if (!newest) return tl::unexpected<Error>(newest.error());
  auto impl = std::make_unique<Impl>();
  impl->data = data;
  impl->software = software;
  impl->roll_bytes = roll_bytes;
  impl->serial = *newest;
  if (*newest > 0) {
    if (Result<void> taken = impl->take_up(told); !taken) return tl::unexpected<Error>(taken.error());
  }
  return Archive(std::move(impl));
}

Result<ArchivePlace> Archive::append(const Capture& capture) {
  Impl& archive = *impl_;
  if (Result<void> fine = archive.trusted(); !fine) return tl::unexpected<Error>(fine.error());
  if (archive.fd < 0 || archive.size >= archive.roll_bytes) {
    if (Result<void> begun = archive.begin_file(); !begun) return tl::unexpected<Error>(begun.error());
  }
  if (archive.size == 0) {
    if (Result<void> wrote = archive.write(archive.warcinfo()); !wrote) return tl::unexpected<Error>(wrote.error());
  }
  const bool revisit = capture.unchanged_since.has_value();
  const std::string_view body = revisit ? std::string_view() : std::string_view(capture.body);
  const std::string header = header_for_body(capture.response_header, body.size());
  const std::string response_id = new_record_id(), request_id = new_record_id();
  const auto fields = [&](std::string_view type, const std::string& id, const std::string& other) {
    return WarcFields{{"WARC-Type", std::string(type)},          {"WARC-Record-ID", id},
                      {"WARC-Date", show_time(capture.at)},      {"WARC-Target-URI", capture.url.text()},
                      {"WARC-Warcinfo-ID", archive.warcinfo_id}, {"WARC-Concurrent-To", other}};
  };
  Record response{.fields = fields(revisit ? "revisit" : "response", response_id, request_id), .header = header, .body = body};
  if (revisit) {
    response.fields.emplace_back("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
    response.fields.emplace_back("WARC-Refers-To-Target-URI", capture.url.text());
    response.fields.emplace_back("WARC-Refers-To-Date", show_time(*capture.unchanged_since));
  } else {
    response.fields.emplace_back("WARC-Payload-Digest", digest_of(body));
  }
  response.fields.emplace_back("WARC-Block-Digest", digest_of(header, body));
  response.fields.emplace_back("Content-Type", "application/http;msgtype=response");
  response.fields.emplace_back("Content-Length", std::to_string(header.size() + body.size()));
  Record request{.fields = fields("request", request_id, response_id), .header = capture.request, .body = {}};
  request.fields.emplace_back("WARC-Block-Digest", digest_of(capture.request));
  request.fields.emplace_back("Content-Type", "application/http;msgtype=request");
  request.fields.emplace_back("Content-Length", std::to_string(capture.request.size()));

  std::string bytes;
  archive.members.append(bytes, response);
  archive.members.append(bytes, request);
  ArchivePlace place{.file = "archive/" + file_name(archive.serial), .offset = archive.size};
  if (Result<void> wrote = archive.write(bytes); !wrote) return tl::unexpected<Error>(wrote.error());
  return place;
}

Result<void> Archive::sync() {
  if (Result<void> fine = impl_->trusted(); !fine) return fine;
  if (impl_->fd < 0 || ::fsync(impl_->fd) == 0) return {};
  impl_->broken = true;
  return tl::unexpected<Error>(system_error("cannot fsync", errno, impl_->path()));
}

Result<StoredResponse> read_response(const fs::path& data, const ArchivePlace& place) {
  const std::string where = (data / place.file).string() + ":" + std::to_string(place.offset);
  Result<WarcReader> reader = WarcReader::open(data / place.file, place.offset);
  if (!reader) return fail(reader.error().code == Code::not_found ? Code::corrupt : Code::io, reader.error().what, where);
  Result<std::optional<WarcRecord>> record = reader->next();
  if (!record) return tl::unexpected<Error>(record.error());
  if (!*record) return fail(Code::corrupt, "the archive ends before this record", where);
  if ((*record)->type != "response") return fail(Code::corrupt, "the record is no response", where);
  if (!digest_fits(**record)) return fail(Code::corrupt, "the record has not the digest that it states", where);
  const HttpMessage http = split_http((*record)->block);
  return StoredResponse{.status = http.status, .body = std::string(http.body)};
}

Result<std::string> read_body(const fs::path& data, const ArchivePlace& place) {
  Result<StoredResponse> response = read_response(data, place);
  if (!response) return tl::unexpected<Error>(response.error());
  return std::move(response->body);
}

}  // namespace fellow::crawler
