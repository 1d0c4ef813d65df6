// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/cards.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "fellow/fields.h"

namespace fellow::indexer {
namespace {

// A head that names the fields, the records, then where each ends, and how many there are: 8 bytes a number, lowest first.
std::string head() {
  std::string out = "fellow cards 1\n";
  for (const Field& field : kFields) out += std::string(field.name) + ' ';
  return out += '\n';
}

constexpr std::size_t kNumber = 8;
constexpr std::uint64_t kMostBytes = 1 << 24;  // of one record

void put(std::string& out, std::uint64_t n) {
  for (unsigned shift = 0; shift < 64; shift += 8) out += static_cast<char>((n >> shift) & 0xFF);
}
std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < kNumber; ++i) out |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return out;
}

// Those bytes of the file; shorter at its end, "" for what cannot be read.
std::string read_at(int file, std::uint64_t at, std::size_t bytes) {
  std::string out(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t n = ::pread(file, out.data() + done, bytes - done, static_cast<off_t>(at + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  out.resize(done);
  return out;
}

}  // namespace

Result<Cards> Cards::open(const std::filesystem::path& file) {
  const auto damaged = [&] {
    return fail(Code::corrupt, "the cards are damaged; run `fellow index` to build the index anew", file.string());
  };
  Cards out;
  out.file_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (out.file_ < 0)
    return fail(errno == ENOENT ? Code::not_found : Code::io, std::string("cannot open: ") + std::strerror(errno),
                file.string());
  const std::string wanted = head();
  if (read_at(out.file_, 0, wanted.size()) != wanted) return fail(Code::refused, "cards of other fields", file.string());
  struct stat facts {};
  if (::fstat(out.file_, &facts) != 0) return damaged();
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (size < wanted.size() + kNumber) return damaged();
  const std::string last = read_at(out.file_, size - kNumber, kNumber);
  if (last.size() != kNumber) return damaged();
  const std::uint64_t count = number_at(last, 0), room = (size - wanted.size() - kNumber) / kNumber;
  if (count > room) return damaged();
  const std::uint64_t table = size - kNumber - count * kNumber;
  const std::string ends = read_at(out.file_, table, count * kNumber);
  if (ends.size() != count * kNumber) return damaged();
  out.first_ = wanted.size();
  out.ends_.resize(count);
  std::uint64_t before = out.first_;
  for (std::size_t i = 0; i < count; ++i) {
    out.ends_[i] = number_at(ends, i * kNumber);
    if (out.ends_[i] < before || out.ends_[i] > table || out.ends_[i] - before > kMostBytes) return damaged();
    before = out.ends_[i];
  }
  if (before != table) return damaged();
  return out;
}

Cards::Cards(Cards&& other) noexcept { *this = std::move(other); }

Cards& Cards::operator=(Cards&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(ends_, other.ends_);
  std::swap(first_, other.first_);
  return *this;
}

Cards::~Cards() {
  if (file_ >= 0) ::close(file_);
}

std::string Cards::record(std::uint32_t docid) const {
  if (docid == 0 || docid > ends_.size()) return {};
  const std::uint64_t begin = docid == 1 ? first_ : ends_[docid - 2];
  const std::size_t bytes = ends_[docid - 1] - begin;
  std::string out = read_at(file_, begin, bytes);
  return out.size() == bytes ? out : std::string();
}

CardsWriter::CardsWriter(const std::filesystem::path& file) : path_(file), out_(file, std::ios::binary | std::ios::trunc) {
  const std::string begin = head();
  out_ << begin;
  at_ = begin.size();
}

// A person of more than that is read from the database.
void CardsWriter::add(std::string_view record) {
  if (record.size() > kMostBytes) record = {};
  out_ << record;
  at_ += record.size();
  ends_.push_back(at_);
}

Done CardsWriter::finish() {
  std::string table;
  table.reserve((ends_.size() + 1) * kNumber);
  for (const std::uint64_t end : ends_) put(table, end);
  put(table, ends_.size());
  out_ << table;
  out_.close();
  if (!out_) return fail(Code::io, "cannot write the cards", path_.string());
  return sync_file(path_);
}

}  // namespace fellow::indexer
