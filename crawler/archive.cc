// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "crawler/archive_manifest.h"
#include "crawler/archive_member.h"
#include "crawler/archive_tail.h"
#include "crawler/archive_verify.h"
#include "crawler/digest.h"
#include "crawler/directory.h"
#include "crawler/warc_digest.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;

std::string digest_of(std::string_view first, std::string_view second = {}) {
  return "sha1:" + show_base32(sha1(first, second));
}

}  // namespace

struct Archive::Impl {
  ~Impl() {
    if (fd >= 0) ::close(fd);
  }

  fs::path path() const { return data / "archive" / archive_file_name(serial); }
  // Makes fd the newest file, its torn tail cut; leaves fd at -1 when a new file has to be begun.
  Result<void> take_up(const std::function<void(std::string)>& tell);
  // Puts files that are closed for good, but not in the manifest, into it.
  Result<void> heal(const std::vector<std::string>& names, const std::function<void(std::string)>& tell);
  Result<void> begin_file();
  // Closes the open file for good.
  Result<void> roll();
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
  ArchiveManifest manifest;
  MemberWriter members;
};

Result<void> Archive::Impl::take_up(const std::function<void(std::string)>& tell) {
  if (manifest.find(archive_file_name(serial)) != nullptr) return {};  // closed for good
  Result<ArchiveTail> tail = read_tail(path());
  if (!tail) return tl::unexpected<Error>(tail.error());
  if (tail->damaged) {
    tell(path().string() + ": damaged at byte " + std::to_string(tail->whole) + ", left as it is; a new file is begun");
    return {};
  }
  if (tail->size > tail->whole) {
    tell(path().string() + ": cut " + std::to_string(tail->size - tail->whole) +
         " bytes of a record that was not written whole");
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

// A kill may have come between a roll and the manifest. Every record is read, since a sum of what is damaged would call it
// whole.
Result<void> Archive::Impl::heal(const std::vector<std::string>& names, const std::function<void(std::string)>& tell) {
  bool healed = false;
  for (const std::string& name : names) {
    const bool is_open = fd >= 0 && name == archive_file_name(serial);
    if (is_open || manifest.find(name) != nullptr) continue;
    Result<std::vector<Damage>> damages = verify_records(data, name);
    if (!damages) return tl::unexpected<Error>(damages.error());
    Result<RolledFile> rolled = describe_rolled(data / "archive" / name);
    if (!rolled) return tl::unexpected<Error>(rolled.error());
    rolled->damaged = rolled->bytes > 0 && (rolled->damaged || !damages->empty());
    if (!damages->empty() && name != archive_file_name(serial)) {
      tell((data / damages->front().file).string() + ": damaged at byte " + std::to_string(damages->front().offset));
    }
    manifest.put(std::move(*rolled));
    healed = true;
  }
  return healed ? write_archive_manifest(data, manifest) : Result<void>{};
}

Result<void> Archive::Impl::roll() {
  if (::fsync(fd) != 0) {
    broken = true;
    return tl::unexpected<Error>(system_error("cannot fsync", errno, path()));
  }
  ::close(fd);
  fd = -1;
  Result<RolledFile> rolled = describe_rolled(path());
  if (!rolled) return tl::unexpected<Error>(rolled.error());
  manifest.put(std::move(*rolled));
  return write_archive_manifest(data, manifest);
}

Result<void> Archive::Impl::begin_file() {
  if (fd >= 0) {
    if (Result<void> rolled = roll(); !rolled) return rolled;
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
                                     {"WARC-Filename", archive_file_name(serial)},
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
  const auto tell = [&](std::string sentence) {
    if (told != nullptr) told->push_back(std::move(sentence));
  };
  if (Result<void> made = make_directory(data / "archive"); !made) return tl::unexpected<Error>(made.error());
  const Result<std::vector<std::string>> names = archive_file_names(data);
  if (!names) return tl::unexpected<Error>(names.error());
  auto impl = std::make_unique<Impl>();
  impl->data = data;
  impl->software = software;
  impl->roll_bytes = roll_bytes;
  Result<ArchiveManifest> manifest = read_archive_manifest(data);
  if (manifest) impl->manifest = std::move(*manifest);
  if (!manifest && manifest.error().code != Code::corrupt) return tl::unexpected<Error>(manifest.error());
  if (!manifest) tell(show(manifest.error()) + "; it is made again, each file checked record by record");
  for (const std::string& name : *names) impl->serial = std::max(impl->serial, archive_serial(name));
  if (impl->serial > 0) {
    if (Result<void> taken = impl->take_up(tell); !taken) return tl::unexpected<Error>(taken.error());
  }
  if (Result<void> healed = impl->heal(*names, tell); !healed) return tl::unexpected<Error>(healed.error());
  return Archive(std::move(impl));
}

namespace {

// What the records of an exchange say alike.
WarcFields exchange_fields(std::string_view type, const Capture& capture, const std::string& id, const std::string& other) {
  WarcFields fields{{"WARC-Type", std::string(type)},
                    {"WARC-Record-ID", id},
                    {"WARC-Date", show_time(capture.at)},
                    {"WARC-Target-URI", capture.url.text()}};
  if (!capture.request.empty()) fields.emplace_back("WARC-Concurrent-To", other);
  if (!capture.server_address.empty()) fields.emplace_back("WARC-IP-Address", capture.server_address);
  return fields;
}

void add_block_fields(RecordParts& record, std::string_view content_type) {
  record.fields.emplace_back("WARC-Block-Digest", digest_of(record.header, record.body));
  record.fields.emplace_back("Content-Type", content_type);
  record.fields.emplace_back("Content-Length", std::to_string(record.header.size() + record.body.size()));
}

}  // namespace

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
  const std::string header =
      revisit ? header_without_body(capture.response_header) : header_for_body(capture.response_header, body.size());
  const std::string sent = header_without_body(capture.request);
  const std::string response_id = new_record_id(), request_id = new_record_id();
  RecordParts response{.fields = exchange_fields(revisit ? "revisit" : "response", capture, response_id, request_id),
                       .header = header,
                       .body = body};
  response.fields.emplace_back("WARC-Warcinfo-ID", archive.warcinfo_id);
  if (revisit) {
    // ISO 28500:2017 section 6.7.3.
    response.fields.emplace_back("WARC-Profile", "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
    response.fields.emplace_back("WARC-Refers-To-Target-URI", capture.url.text());
    response.fields.emplace_back("WARC-Refers-To-Date", show_time(*capture.unchanged_since));
  } else {
    response.fields.emplace_back("WARC-Payload-Digest", digest_of(body));
  }
  add_block_fields(response, "application/http;msgtype=response");
  std::string bytes;
  archive.members.append(bytes, response);
  ArchivePlace place{.file = "archive/" + archive_file_name(archive.serial), .offset = archive.size};
  if (capture.request.empty()) {  // taken over from another crawler's archive
    if (Result<void> wrote = archive.write(bytes); !wrote) return tl::unexpected<Error>(wrote.error());
    return place;
  }
  RecordParts request{.fields = exchange_fields("request", capture, request_id, response_id), .header = sent, .body = {}};
  request.fields.emplace_back("WARC-Warcinfo-ID", archive.warcinfo_id);
  add_block_fields(request, "application/http;msgtype=request");

  archive.members.append(bytes, request);
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
