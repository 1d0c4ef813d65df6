// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/data_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "crawler/catalog_seal.h"
#include "crawler/directory.h"

namespace fellow::crawler {
namespace {

// The number that the holder wrote, for the message only: the lock itself is the kernel's.
std::string holder(int fd) {
  char text[16];
  const ssize_t length = ::pread(fd, text, sizeof text, 0);
  std::string digits;
  for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; ++i) digits.push_back(text[i]);
  return digits.empty() ? std::string("another process") : "process " + digits;
}

}  // namespace

Result<DataLock> DataLock::take(const std::filesystem::path& data) {
  if (Result<void> made = make_directory(data); !made) return tl::unexpected<Error>(made.error());
  const std::filesystem::path file = data / "lock";
  const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot open the lock file", errno, file));
  DataLock lock(fd);  // gives back no seal before it is held
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return tl::unexpected<Error>(system_error("cannot lock", errno, file));
    return fail(Code::busy, holder(fd) + " is writing to this data directory: wait for it or use another --data",
                data.string());
  }
  // A disk too full for five digits is no reason to refuse: the lock is held.
  const std::string own = std::to_string(::getpid()) + "\n";
  if (::ftruncate(fd, 0) == 0) [[maybe_unused]]
    const ssize_t written = ::pwrite(fd, own.data(), own.size(), 0);
  if (Result<void> sound = check_seal(data); sound) {
    lock.data_ = data;
  } else {
    lock.damage_ = show(sound.error());
  }
  return lock;
}

DataLock::DataLock(DataLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), data_(std::move(other.data_)), damage_(std::move(other.damage_)) {}

DataLock& DataLock::operator=(DataLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(data_, other.data_);
  std::swap(damage_, other.damage_);
  return *this;
}

// The file stays: removing it would let two processes lock two files of one name.
DataLock::~DataLock() {
  if (fd_ < 0) return;
  if (!data_.empty()) seal_catalog(data_);
  ::close(fd_);
}

}  // namespace fellow::crawler
