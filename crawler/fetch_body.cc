// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch_body.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace fellow::crawler {
namespace {

int nameless_file(const std::filesystem::path& folder) {
  std::error_code failed;
  const std::filesystem::path where = folder.empty() ? std::filesystem::temp_directory_path(failed) : folder;
  if (failed) return -1;
  const int fd = open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0) return fd;
  std::string name = (where / "fellow-body-XXXXXX").string();  // a file system that has no O_TMPFILE
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

void FetchBody::append(std::string_view bytes) {
  if (in_memory_.size() + bytes.size() > kInMemory && !no_file_ && !write_out()) no_file_ = true;
  in_memory_ += bytes;
}

// What is in memory goes to the end of the file. False: nothing has changed.
bool FetchBody::write_out() {
  if (file_ < 0) file_ = nameless_file(folder_);
  if (file_ < 0) return false;
  std::size_t done = 0;
  while (done < in_memory_.size()) {
    const ssize_t written =
        pwrite(file_, in_memory_.data() + done, in_memory_.size() - done, static_cast<off_t>(in_file_ + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += static_cast<std::size_t>(written);
  }
  in_file_ += done;
  in_memory_.clear();
  return true;
}

bool FetchBody::take(std::string& into) {
  if (in_file_ == 0) {
    into = std::move(in_memory_);
    clear();
    return true;
  }
  into.resize(in_file_);
  std::size_t done = 0;
  while (done < in_file_) {
    const ssize_t read = pread(file_, into.data() + done, in_file_ - done, static_cast<off_t>(done));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;
    done += static_cast<std::size_t>(read);
  }
  const bool whole = done == in_file_;
  into += in_memory_;
  clear();
  return whole;
}

void FetchBody::clear() {
  if (file_ >= 0) close(file_);
  file_ = -1;
  in_file_ = 0;
  no_file_ = false;
  in_memory_ = std::string();
}

}  // namespace fellow::crawler
