// SPDX-License-Identifier: GPL-3.0-or-later
// Who says that this is the host? X.509 certificates for tests, in order or not, made with libcrypto on the spot.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace fellow::crawler {

class Authority {
 public:
  Authority();
  ~Authority();
  // Its own certificate, PEM.
  std::string certificate() const;

  struct Wish {
    std::string host;           // in subjectAltName
    int valid_from_days = -30;  // from now
    int valid_to_days = 30;
    bool self_signed = false;
  };
  // Certificate and key, PEM.
  std::string issue(const Wish& wish) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
