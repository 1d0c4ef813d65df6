// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive_verify.h"

#include <zlib.h>

#include <cerrno>
#include <optional>
#include <system_error>

#include "crawler/archive_manifest.h"
#include "crawler/archive_member.h"
#include "crawler/directory.h"
#include "crawler/warc_digest.h"
#include "crawler/warc_reader.h"
#include "crawler/warc_resync.h"
#include "fellow/check.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxDamages = 1000;
constexpr std::size_t kChunk = 64 << 10;
constexpr std::uint64_t kMaxMemberBytes = 64 << 20;  // a body has at most 10 MiB

// Whether the gzip stream that begins there is right up to the end of the file, and not at its own end.
bool ends_too_early(const ArchiveFile& file, std::uint64_t at) {
  z_stream zlib{};
  CHECK(inflateInit2(&zlib, MAX_WBITS + 16) == Z_OK);
  std::string chunk, out(kChunk, '\0');
  int code = Z_OK;
  while (code == Z_OK) {
    const std::string_view bytes = file.read(chunk, kChunk, at);
    if (bytes.empty()) break;
    at += bytes.size();
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    zlib.avail_in = static_cast<uInt>(bytes.size());
    do {
      zlib.next_out = reinterpret_cast<Bytef*>(out.data());
      zlib.avail_out = static_cast<uInt>(out.size());
      code = inflate(&zlib, Z_NO_FLUSH);
    } while (code == Z_OK && (zlib.avail_in > 0 || zlib.avail_out == 0));
    if (code == Z_BUF_ERROR) code = Z_OK;  // it only wants more
  }
  inflateEnd(&zlib);
  return code == Z_OK;
}

// The record that this is from the first to the last byte, as we write it; nullopt if it is none.
std::optional<WarcRecord> parse_record(std::string_view plain) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  const std::size_t end = plain.find(kEnd);
  if (end == std::string_view::npos) return std::nullopt;
  Result<WarcFields> fields = parse_warc_header(plain.substr(0, end + kEnd.size()));
  if (!fields) return std::nullopt;
  const std::string_view block = plain.substr(end + kEnd.size());
  if (!block.ends_with(kEnd)) return std::nullopt;
  WarcRecord record;
  record.block = block.substr(0, block.size() - kEnd.size());
  if (field(*fields, "Content-Length") != std::to_string(record.block.size())) return std::nullopt;
  record.type = field(*fields, "WARC-Type");
  record.fields = std::move(*fields);
  return record;
}

// One pass over the members of one file.
class RecordCheck {
 public:
  RecordCheck(const fs::path& data, const std::string& name)
      : path_(data / "archive" / name), shown_("archive/" + name), file_(path_) {}

  Result<std::vector<Damage>> run() {
    if (!file_.is_open()) return tl::unexpected<Error>(system_error("cannot open", errno, path_));
    const std::uint64_t size = file_.size();
    std::uint64_t at = 0;
    while (at < size && found_.size() < kMaxDamages) {
      const auto sizes = file_.member_at(at);
      if (!sizes || sizes->compressed > size - at) {
        if (is_torn_tail(at, size, sizes.has_value())) {
          add(at, "ends inside a record; the next crawl cuts it", true);
          break;
        }
        add(at, "no record of this archive begins here");
      } else if (const Result<bool> read = check(at, *sizes); !read) {
        return tl::unexpected<Error>(read.error());
      } else if (*read) {
        at += sizes->compressed;
        continue;
      }
      const Result<std::optional<std::uint64_t>> next = next_record_after(path_, at + 1);
      if (!next) return tl::unexpected<Error>(next.error());
      if (!*next) break;
      at = **next;
    }
    return std::move(found_);
  }

 private:
  void add(std::uint64_t at, std::string what, bool torn_tail = false) {
    found_.push_back({.file = shown_, .offset = at, .what = std::move(what), .torn_tail = torn_tail});
  }

  bool is_torn_tail(std::uint64_t at, std::uint64_t size, bool has_head) {
    std::string bytes;
    if (!has_head) return begins_member_head(file_.read(bytes, kMemberHeadBytes, at)) && size - at < kMemberHeadBytes;
    return ends_too_early(file_, at);
  }

  // The record of that member. False if what follows has to be looked for.
  Result<bool> check(std::uint64_t at, const MemberSizes& sizes) {
    std::optional<WarcRecord> record;
    if (sizes.compressed <= kMaxMemberBytes && sizes.plain <= kMaxMemberBytes) {
      errno = 0;
      const std::string_view member = file_.read(member_, sizes.compressed, at);
      if (errno != 0) return tl::unexpected<Error>(system_error("cannot read", errno, path_));
      if (const auto plain = open_member(member)) record = parse_record(*plain);
    }
    if (!record) {
      add(at, "the record is damaged");
      // As a rule the head is right, and the damage in the data behind it.
      return at + sizes.compressed == file_.size() || file_.member_at(at + sizes.compressed).has_value();
    }
    if (!digest_fits(*record)) add(at, "the record has not the digest that it states");
    if (at == 0 && record->type != "warcinfo") add(at, "the file does not begin with a warcinfo record");
    return true;
  }

  fs::path path_;
  std::string shown_;
  ArchiveFile file_;
  std::string member_;
  std::vector<Damage> found_;
};

// A rolled file against its row. nullopt if it is what it was.
Result<std::optional<Damage>> check_rolled(const fs::path& data, const RolledFile& rolled) {
  const fs::path path = data / "archive" / rolled.name;
  Damage damage{.file = "archive/" + rolled.name};
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error == std::errc::no_such_file_or_directory) {
    damage.what = "is missing";
    return std::optional(damage);
  }
  if (error) return fail(Code::io, "cannot be read: " + error.message(), path.string());
  if (bytes != rolled.bytes) {
    damage.what = "has " + std::to_string(bytes) + " bytes instead of " + std::to_string(rolled.bytes);
    return std::optional(damage);
  }
  const Result<std::string> sum = sha256_of_file(path);
  if (!sum) return tl::unexpected<Error>(sum.error());
  if (*sum == rolled.sha256) return std::optional<Damage>();
  damage.what = "is not what it was when it was closed: SHA-256 " + *sum + " instead of " + rolled.sha256;
  return std::optional(damage);
}

}  // namespace

Result<std::vector<Damage>> verify_records(const fs::path& data, const std::string& name) {
  return RecordCheck(data, name).run();
}

Result<std::vector<Damage>> verify_archive(const fs::path& data) {
  // The names first: a file that is rolled after that is in the manifest, and one that is begun is none of them.
  const Result<std::vector<std::string>> names = archive_file_names(data);
  if (!names) return tl::unexpected<Error>(names.error());
  Result<ArchiveManifest> manifest = read_archive_manifest(data);
  std::vector<Damage> found;
  if (!manifest) {
    if (manifest.error().code != Code::corrupt) return tl::unexpected<Error>(manifest.error());
    found.push_back({.file = "archive/manifest.json", .what = manifest.error().what});
    manifest = ArchiveManifest{};
  }
  for (const RolledFile& rolled : manifest->files) {
    if (rolled.damaged) continue;
    Result<std::optional<Damage>> damage = check_rolled(data, rolled);
    if (!damage) return tl::unexpected<Error>(damage.error());
    if (*damage) found.push_back(std::move(**damage));
  }
  for (const std::string& name : *names) {
    if (const RolledFile* rolled = manifest->find(name); rolled != nullptr && !rolled->damaged) continue;
    Result<std::vector<Damage>> damages = verify_records(data, name);
    if (!damages) return tl::unexpected<Error>(damages.error());
    found.insert(found.end(), damages->begin(), damages->end());
  }
  return found;
}

}  // namespace fellow::crawler
