// SPDX-License-Identifier: GPL-3.0-or-later
#include "certificates.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "fellow/check.h"

namespace fellow::crawler {
namespace {

template <auto Free>
struct Deleter {
  template <class T>
  void operator()(T* held) const {
    Free(held);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Deleter<X509_free>>;
using Memory = std::unique_ptr<BIO, Deleter<BIO_free>>;

constexpr long kDay = 24 * 3600;

Key make_key() {
  Key key(EVP_EC_gen("P-256"));
  CHECK(key != nullptr);
  return key;
}

void extend(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  CHECK(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

Certificate begin(const std::string& name, EVP_PKEY* key, int from_days, int to_days) {
  static long serial = 0;
  Certificate certificate(X509_new());
  CHECK(certificate != nullptr);
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), from_days * kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), to_days * kDay);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return certificate;
}

std::string text_of(const Memory& memory) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  const Memory memory(BIO_new(BIO_s_mem()));
  CHECK(PEM_write_bio_X509(memory.get(), certificate) == 1);
  return text_of(memory);
}

std::string pem_of(EVP_PKEY* key) {
  const Memory memory(BIO_new(BIO_s_mem()));
  CHECK(PEM_write_bio_PrivateKey(memory.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return text_of(memory);
}

}  // namespace

struct Authority::Impl {
  Key key = make_key();
  Certificate own = begin("Test Authority", key.get(), -400, 400);
};

Authority::Authority() : impl_(std::make_unique<Impl>()) {
  X509* own = impl_->own.get();
  X509_set_issuer_name(own, X509_get_subject_name(own));
  extend(own, NID_basic_constraints, "critical,CA:TRUE");
  extend(own, NID_subject_key_identifier, "hash");
  CHECK(X509_sign(own, impl_->key.get(), EVP_sha256()) > 0);
}

Authority::~Authority() = default;

std::string Authority::certificate() const { return pem_of(impl_->own.get()); }

std::string Authority::issue(const Wish& wish) const {
  const Key key = make_key();
  const Certificate made = begin(wish.host, key.get(), wish.valid_from_days, wish.valid_to_days);
  X509_set_issuer_name(made.get(), X509_get_subject_name(wish.self_signed ? made.get() : impl_->own.get()));
  extend(made.get(), NID_subject_alt_name, "DNS:" + wish.host);
  CHECK(X509_sign(made.get(), wish.self_signed ? key.get() : impl_->key.get(), EVP_sha256()) > 0);
  return pem_of(made.get()) + pem_of(key.get());
}

}  // namespace fellow::crawler
