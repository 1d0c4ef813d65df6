// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/digest.h"

#include <openssl/evp.h>

#include "fellow/check.h"

namespace fellow::crawler {
namespace {

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

std::string_view bytes_of(const Sha1& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

}  // namespace

Sha1 sha1(std::string_view first, std::string_view second) {
  // One context a thread: making one costs more than hashing a short record header.
  thread_local const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  CHECK(context);
  Sha1 digest{};
  CHECK(EVP_DigestInit_ex(context.get(), EVP_sha1(), nullptr) == 1);
  CHECK(EVP_DigestUpdate(context.get(), first.data(), first.size()) == 1);
  CHECK(EVP_DigestUpdate(context.get(), second.data(), second.size()) == 1);
  CHECK(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);
  return digest;
}

std::string show_hex(std::string_view digest) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const char c : digest) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string show_base32(std::string_view digest) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  unsigned bits = 0;
  int held = 0;
  for (const char c : digest) {
    bits = (bits << 8) | static_cast<unsigned char>(c);
    for (held += 8; held >= 5; held -= 5) text.push_back(kDigits[(bits >> (held - 5)) & 31]);
  }
  if (held > 0) text.push_back(kDigits[(bits << (5 - held)) & 31]);
  return text;
}

std::string show_hex(const Sha1& digest) { return show_hex(bytes_of(digest)); }
std::string show_base32(const Sha1& digest) { return show_base32(bytes_of(digest)); }
std::string sha1_hex(std::string_view bytes) { return show_hex(sha1(bytes)); }

struct Sha256::Impl {
  Context context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : impl_(std::make_unique<Impl>()) {
  CHECK(impl_->context && EVP_DigestInit_ex(impl_->context.get(), EVP_sha256(), nullptr) == 1);
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) { CHECK(EVP_DigestUpdate(impl_->context.get(), bytes.data(), bytes.size()) == 1); }

std::string Sha256::finish() {
  std::string digest(32, '\0');
  CHECK(EVP_DigestFinal_ex(impl_->context.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr) == 1);
  return digest;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.finish();
}

}  // namespace fellow::crawler
