// SPDX-License-Identifier: GPL-3.0-or-later
// Is this the same body? SHA-1 of bytes, as profiles and reports show it (hex) and as WARC files state it (base32); SHA-256 of
// whole files. Pure, thread-safe.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace fellow::crawler {

using Sha1 = std::array<unsigned char, 20>;

// A digest over pieces, for blocks that are not one string.
Sha1 sha1(std::string_view first, std::string_view second = {});
std::string show_hex(const Sha1& digest);     // 40 characters, lower case
std::string show_base32(const Sha1& digest);  // 32 characters, RFC 4648, upper case
std::string sha1_hex(std::string_view bytes);
// Any bytes in either writing; base32 without padding.
std::string show_hex(std::string_view digest);
std::string show_base32(std::string_view digest);

// SHA-256 piece by piece.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();
  void add(std::string_view bytes);
  // The 32 bytes; nothing may be added after that.
  std::string finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};
std::string sha256(std::string_view bytes);

}  // namespace fellow::crawler
