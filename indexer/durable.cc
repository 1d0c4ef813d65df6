// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/durable.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "fellow/check.h"

namespace fellow::indexer {

Descriptor::Descriptor(const std::filesystem::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> failed(const char* doing, const fs::path& path) {
  return fail(Code::io, std::string("cannot ") + doing + ": " + std::strerror(errno), path.string());
}

class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    CHECK(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }
  void add(std::string_view bytes) { CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }
  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
    unsigned length = 0;
    CHECK(EVP_DigestFinal_ex(context_.get(), sum.data(), &length) == 1);
    std::string out;
    for (unsigned i = 0; i < length; ++i) {
      out += "0123456789abcdef"[sum[i] >> 4];
      out += "0123456789abcdef"[sum[i] & 15];
    }
    return out;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

}  // namespace

Done write_durably(const fs::path& file, std::string_view bytes) {
  const Descriptor out(file, O_WRONLY | O_CREAT | O_TRUNC);
  if (out.get() < 0) return failed("create the file", file);
  while (!bytes.empty()) {
    const ssize_t n = ::write(out.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return failed("write", file);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  if (::fsync(out.get()) != 0) return failed("sync", file);
  return file.string();
}

Done sync_file(const fs::path& file) {
  const Descriptor in(file, O_RDONLY);
  if (in.get() < 0) return failed("open", file);
  if (::fsync(in.get()) != 0) return failed("sync", file);
  return file.string();
}

Done sync_directory(const fs::path& directory) {
  const Descriptor in(directory, O_RDONLY | O_DIRECTORY);
  if (in.get() < 0) return failed("open the directory", directory);
  if (::fsync(in.get()) != 0) return failed("sync the directory", directory);
  return directory.string();
}

Done rename_durably(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return failed("rename", from);
  return sync_directory(to.parent_path());
}

Done point_durably(const fs::path& link, const std::string& target) {
  fs::path fresh = link;
  fresh += ".new";
  ::unlink(fresh.c_str());
  if (::symlink(target.c_str(), fresh.c_str()) != 0) return failed("make the link", fresh);
  return rename_durably(fresh, link);
}

Result<std::string> read_whole(const fs::path& file) {
  const Descriptor in(file, O_RDONLY);
  if (in.get() < 0) {
    if (errno == ENOENT) return fail(Code::not_found, "there is no such file", file.string());
    return failed("open", file);
  }
  std::string out;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed("read", file);
    if (n == 0) return out;
    out.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

std::string sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.hex();
}

Result<std::string> sha256_of_file(const fs::path& file) {
  const Descriptor in(file, O_RDONLY);
  if (in.get() < 0) return failed("open", file);
  Digest digest;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed("read", file);
    if (n == 0) return digest.hex();
    digest.add({buffer.data(), static_cast<std::size_t>(n)});
  }
}

}  // namespace fellow::indexer
