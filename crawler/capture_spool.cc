// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/capture_spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "crawler/directory.h"
#include "crawler/warc.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// The fields as they were, with the length of the block that is there.
WarcFields fields_of(const WarcRecord& record) {
  WarcFields fields;
  for (const auto& [name, value] : record.fields) {
    if (!text::same_letters(name, "Content-Length")) fields.emplace_back(name, value);
  }
  if (record.block_cut) fields.emplace_back("WARC-Truncated", "length");
  fields.emplace_back("Content-Length", std::to_string(record.block.size()));
  return fields;
}

}  // namespace

CaptureSpool::~CaptureSpool() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> CaptureSpool::begin() {
  std::error_code error;
  const std::filesystem::path directory = std::filesystem::temp_directory_path(error);
  if (error) return fail(Code::io, "no directory for temporary files: " + error.message());
  std::string name = (directory / "fellow-captures-XXXXXX").string();
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return tl::unexpected<Error>(system_error("cannot make a temporary file", errno, directory));
  ::unlink(name.c_str());
  return {};
}

Result<std::uint64_t> CaptureSpool::put(const WarcRecord& record) {
  if (fd_ < 0) {
    if (Result<void> begun = begin(); !begun) return tl::unexpected<Error>(begun.error());
  }
  const std::string bytes = show_warc_header(fields_of(record)) + record.block + "\r\n\r\n";
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(size_ + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      return tl::unexpected<Error>(system_error("cannot unpack a capture", wrote == 0 ? ENOSPC : errno, "temporary file"));
    }
    done += static_cast<std::size_t>(wrote);
  }
  const std::uint64_t at = size_;
  size_ += bytes.size();
  return at;
}

std::filesystem::path CaptureSpool::path() const { return "/proc/self/fd/" + std::to_string(fd_); }

}  // namespace fellow::crawler
