// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/digest.h"

#include <openssl/evp.h>

#include <memory>

#include "fellow/check.h"

namespace fellow::crawler {

Sha1 sha1(std::string_view first, std::string_view second) {
  // One context a thread: making one costs more than hashing a short record header.
  thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  CHECK(context);
  Sha1 digest{};
  CHECK(EVP_DigestInit_ex(context.get(), EVP_sha1(), nullptr) == 1);
  CHECK(EVP_DigestUpdate(context.get(), first.data(), first.size()) == 1);
  CHECK(EVP_DigestUpdate(context.get(), second.data(), second.size()) == 1);
  CHECK(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);
  return digest;
}

std::string show_hex(const Sha1& digest) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string show_base32(const Sha1& digest) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  unsigned bits = 0;
  int held = 0;  // 20 bytes are 32 digits exactly: no padding
  for (const unsigned char byte : digest) {
    bits = (bits << 8) | byte;
    for (held += 8; held >= 5; held -= 5) text.push_back(kDigits[(bits >> (held - 5)) & 31]);
  }
  return text;
}

std::string sha1_hex(std::string_view bytes) { return show_hex(sha1(bytes)); }

}  // namespace fellow::crawler
