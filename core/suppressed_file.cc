// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/suppressed_file.h"

#include <fcntl.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

#include "fellow/check.h"
#include "fellow/suppress.h"

namespace fellow {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "fellow-suppressed ", kVersion1 = "1 ", kVersion2 = "2 ";
constexpr std::string_view kNotOurs =
    "is no line of a list of the forgotten: take the file from a backup, so that nobody on it comes back";
constexpr std::size_t kSaltBytes = 16, kHashBytes = 32, kCheckBytes = 4;

fs::path file_in(const fs::path& data) { return data / "suppressed"; }

tl::unexpected<Error> failed(std::string_view doing, int number, const fs::path& file) {
  return fail(Code::io, "cannot " + std::string(doing) + ": " + std::generic_category().message(number), file.string());
}

// Closes, and with it unlocks, on every way out.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// The one-shot function: 0.1 us, where a context of libcrypto's newer interface costs 1 us to make (measured with OpenSSL 3.0).
std::string sha256(std::string_view bytes) {
  std::string out(kHashBytes, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), reinterpret_cast<unsigned char*>(out.data()));
  return out;
}

std::string show_hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::optional<std::string> parse_hex(std::string_view text, std::size_t bytes) {
  if (text.size() != 2 * bytes) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    int value = 0;
    for (const char c : text.substr(i, 2)) {
      const std::size_t digit = std::string_view("0123456789abcdef").find(c);
      if (digit == std::string_view::npos) return std::nullopt;
      value = value * 16 + static_cast<int>(digit);
    }
    out += static_cast<char>(value);
  }
  return out;
}

FileStamp stamp_of(const struct stat& status) {
  return {.inode = status.st_ino,
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .seconds = status.st_mtim.tv_sec,
          .nanoseconds = status.st_mtim.tv_nsec};
}

Result<std::string> whole_text(int fd, const fs::path& file) {
  std::string text;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t got = ::pread(fd, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("read", errno, file);
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// The check of a line: of what stands in it and of the check before, so that neither a changed nor a missing line goes unseen.
std::string check_of(std::string_view before, std::string_view bytes) {
  return sha256(std::string(before) + std::string(bytes)).substr(0, kCheckBytes);
}

// Takes " CHECK" off the end of the line, and whether it fits what comes before.
bool take_check(std::string_view& line, const std::optional<std::string>& bytes, std::string& check) {
  if (!bytes || line.size() != 1 + 2 * kCheckBytes || line[0] != ' ') return false;
  const auto stated = parse_hex(line.substr(1), kCheckBytes);
  check = check_of(check, *bytes);
  return stated == check;
}

// Salt and version in the first line.
Result<void> parse_head(std::string_view line, SuppressedFile& out, const fs::path& file) {
  const auto not_ours = [&] { return fail(Code::corrupt, std::string(kNotOurs), file.string() + ":1"); };
  if (!line.starts_with(kName)) return not_ours();
  line.remove_prefix(kName.size());
  out.checked = line.starts_with(kVersion2);
  if (!out.checked && !line.starts_with(kVersion1)) {
    return fail(Code::corrupt, "was written by a newer Fellow: use that program", file.string());
  }
  line.remove_prefix(kVersion2.size());
  const auto salt = parse_hex(line.substr(0, 2 * kSaltBytes), kSaltBytes);
  if (!salt) return not_ours();
  line.remove_prefix(2 * kSaltBytes);
  if (out.checked ? !take_check(line, salt, out.check) : !line.empty()) return not_ours();
  out.salt = *salt;
  return {};
}

bool parse_hash(std::string_view line, SuppressedFile& out) {
  const auto hash = parse_hex(line.substr(0, 2 * kHashBytes), kHashBytes);
  if (!hash) return false;
  line.remove_prefix(2 * kHashBytes);
  if (out.checked ? !take_check(line, hash, out.check) : !line.empty()) return false;
  out.hashes.insert(*hash);
  return true;
}

Result<SuppressedFile> parse(std::string_view text, const fs::path& file) {
  SuppressedFile out;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      // A line cut by a kill is shorter than a whole one. This one is whole, and its end is not what was written.
      const std::size_t longest = number == 1 ? kName.size() + 2 + 2 * kSaltBytes : 2 * kHashBytes;
      if (text.size() <= longest + (out.checked || number == 1 ? 1 + 2 * kCheckBytes : 0)) break;
      return fail(Code::corrupt, std::string(kNotOurs), file.string() + ":" + std::to_string(number));
    }
    const std::string_view line = text.substr(0, end);
    if (number == 1) {
      if (const auto head = parse_head(line, out, file); !head) return tl::unexpected<Error>(head.error());
    } else if (!parse_hash(line, out)) {
      return fail(Code::corrupt, std::string(kNotOurs), file.string() + ":" + std::to_string(number));
    }
    out.whole += end + 1;
    text.remove_prefix(end + 1);
  }
  return out;
}

Result<void> write_all(int fd, std::string_view bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return failed("write", wrote == 0 ? ENOSPC : errno, file);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  if (::fsync(fd) != 0) return failed("fsync", errno, file);
  return {};
}

Result<void> sync_directory(const fs::path& directory) {
  const Descriptor opened(directory, O_RDONLY | O_DIRECTORY);
  if (opened.get() < 0 || ::fsync(opened.get()) != 0) return failed("fsync the directory", errno, directory);
  return {};
}

std::string new_salt() {
  std::array<unsigned char, kSaltBytes> bytes{};
  CHECK(RAND_bytes(bytes.data(), kSaltBytes) == 1);
  return {bytes.begin(), bytes.end()};
}

// The keys, and those of the hosts that they name: "url:HOST/…", "below:HOST/…", "host:HOST".
std::vector<std::string> with_sites(const std::vector<std::string>& keys) {
  std::vector<std::string> all;
  for (const std::string& key : keys) {
    all.push_back(key);
    for (const std::string_view kind : {"url:", "below:", "host:"}) {
      if (!key.starts_with(kind)) continue;
      std::string site = site_key(std::string_view(key).substr(kind.size(), key.find('/') - kind.size()));
      if (std::find(all.begin(), all.end(), site) == all.end()) all.push_back(std::move(site));
    }
  }
  return all;
}

// A line of the file, in the version that the file has.
std::string line_of(SuppressedFile& file, std::string_view bytes) {
  std::string line = show_hex(bytes);
  if (file.checked) {
    file.check = check_of(file.check, bytes);
    line += " " + show_hex(file.check);
  }
  return line + "\n";
}

// The lines to append for the hashes that are not there yet.
std::string lines_for(SuppressedFile& file, const std::vector<std::string>& hashes, Suppressed& done) {
  std::string lines;
  for (const std::string& hash : hashes) {
    const bool fresh = file.hashes.insert(hash).second;
    ++(fresh ? done.added : done.known);
    if (fresh) lines += line_of(file, hash);
  }
  return lines;
}

// The first line, if there is none yet; the salt is then made, unless it is given.
std::string head_for(SuppressedFile& file, const std::string& salt) {
  if (!file.salt.empty()) return {};
  file.salt = salt.empty() ? new_salt() : salt;
  file.checked = true;
  return std::string(kName) + std::string(kVersion2) + line_of(file, file.salt);
}

}  // namespace

std::string site_key(std::string_view bare_host) { return "site:" + std::string(bare_host); }

bool SuppressedFile::has_salted(std::string_view salted) const { return !hashes.empty() && hashes.contains(sha256(salted)); }

Result<FileStamp> stamp_of_suppressed(const fs::path& data) {
  struct stat status {};
  if (::stat(file_in(data).c_str(), &status) == 0) return stamp_of(status);
  if (errno == ENOENT || errno == ENOTDIR) return FileStamp{};
  return failed("look at", errno, file_in(data));
}

Result<SuppressedFile> read_suppressed(const fs::path& data) {
  const fs::path file = file_in(data);
  const Descriptor opened(file, O_RDONLY);
  if (opened.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return SuppressedFile{};
    return failed("open", errno, file);
  }
  struct stat status {};  // before the text: what is appended meanwhile makes the next stamp another one
  if (::fstat(opened.get(), &status) != 0) return failed("look at", errno, file);
  const auto text = whole_text(opened.get(), file);
  if (!text) return tl::unexpected<Error>(text.error());
  auto out = parse(*text, file);
  if (out) out->stamp = stamp_of(status);
  return out;
}

namespace {

// Appends what `lines` makes of the file as it is, under its lock.
template <class Lines>
Result<Suppressed> append(const fs::path& data, Lines lines_of) {
  const fs::path file = file_in(data);
  std::error_code error;
  fs::create_directories(data, error);
  if (error) return fail(Code::io, "cannot make the directory: " + error.message(), data.string());
  const Descriptor opened(file, O_RDWR | O_CREAT | O_APPEND);
  if (opened.get() < 0) return failed("open", errno, file);
  while (::flock(opened.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return failed("lock", errno, file);
  }
  const auto text = whole_text(opened.get(), file);
  if (!text) return tl::unexpected<Error>(text.error());
  auto list = parse(*text, file);
  if (!list) return tl::unexpected<Error>(list.error());
  Suppressed done;
  const Result<std::string> lines = lines_of(*list, done);
  if (!lines) return tl::unexpected<Error>(lines.error());
  if (list->whole < text->size()) {
    if (::ftruncate(opened.get(), static_cast<off_t>(list->whole)) != 0) return failed("cut the torn last line", errno, file);
    done.told.push_back(file.string() + ": cut " + std::to_string(text->size() - list->whole) +
                        " bytes of a line that was not written whole; if it was yours, forget that person again");
  }
  if (const auto wrote = write_all(opened.get(), *lines, file); !wrote) {
    [[maybe_unused]] const int undone = ::ftruncate(opened.get(), static_cast<off_t>(list->whole));
    return tl::unexpected<Error>(wrote.error());
  }
  if (const auto synced = sync_directory(data); !synced) return tl::unexpected<Error>(synced.error());
  return done;
}

}  // namespace

Result<Suppressed> suppress(const fs::path& data, const std::vector<std::string>& keys) {
  return append(data, [&](SuppressedFile& file, Suppressed& done) -> Result<std::string> {
    std::string lines = head_for(file, "");
    std::vector<std::string> hashes;
    for (const std::string& key : with_sites(keys)) hashes.push_back(sha256(file.salt + key));
    return lines + lines_for(file, hashes, done);
  });
}

Result<Suppressed> add_suppressed(const fs::path& data, const fs::path& other_data) {
  const auto other = read_suppressed(other_data);
  if (!other) return tl::unexpected<Error>(other.error());
  if (other->salt.empty()) return Suppressed{};
  return append(data, [&](SuppressedFile& file, Suppressed& done) -> Result<std::string> {
    if (!file.salt.empty() && file.salt != other->salt) {
      return fail(Code::refused,
                  "is a list of its own (another salt), and cannot be made one with that of " + other_data.string() +
                      ": forget the people of one of them in the other",
                  file_in(data).string());
    }
    std::string lines = head_for(file, other->salt);
    std::vector<std::string> hashes(other->hashes.begin(), other->hashes.end());
    std::sort(hashes.begin(), hashes.end());
    return lines + lines_for(file, hashes, done);
  });
}

}  // namespace fellow
