// SPDX-License-Identifier: GPL-3.0-or-later
// Which address is meant? One normal form for every URL that is stored, compared or fetched.
//
// Normal form: http or https, lower-case scheme and host (IDNs in punycode, UTS 46), no default port, no dot segments (none
// above the root either), path at least "/", bytes outside RFC 3986 percent-encoded, percent-encoded unreserved characters
// decoded, no user-info, no fragment. Two Urls are equal exactly if their normal forms are. Values, cheap to copy,
// safe to share between threads. At most 2000 bytes (R6).
//
//   Url home = Url::parse("HTTP://Jane.Example:80/a/../").value();   // http://jane.example/
//   Url cv = home.resolve(" files\\cv.pdf#page=2").value();          // http://jane.example/files/cv.pdf
#pragma once

#include <compare>
#include <functional>
#include <string>
#include <string_view>

#include "fellow/result.h"

namespace fellow {

class Url {
 public:
  static constexpr std::size_t kMaxBytes = 2000;

  // An absolute http(s) URL as people and pages write it: blanks, tabs, backslashes and non-ASCII are mended as browsers do
  // (WHATWG URL). bad_input for anything that no browser would fetch over http(s), for user-info and for over-long URLs.
  static Result<Url> parse(std::string_view text);
  // What a link with this href means on this page (RFC 3986 section 5, mended as in parse). bad_input as in parse; an
  // href to localhost or a loopback address on a public page means the page's own origin (a theme's left-over).
  Result<Url> resolve(std::string_view href) const;

  const std::string& text() const { return text_; }
  std::string_view scheme() const;     // "http" or "https"
  std::string_view host() const;       // without port; IPv6 with its brackets
  std::string_view host_port() const;  // as a Host header has it (RFC 9110 section 7.2)
  int port() const;                    // the default port of the scheme if none is written
  std::string_view path() const;       // begins with '/'
  std::string_view query() const;      // without '?'; empty if none
  std::string_view target() const;     // path and query: the request target (RFC 9112 section 3.2.1)
  std::string origin() const;          // "https://host:port", the port only if not the default

  auto operator<=>(const Url&) const = default;

 private:
  std::string text_;
};

// 16 characters of lower-case base32 (RFC 4648 alphabet) of the SHA-256 of the normal form: the id of the person whose home
// page this is.
std::string person_id(const Url& home);

}  // namespace fellow

template <>
struct std::hash<fellow::Url> {
  std::size_t operator()(const fellow::Url& url) const noexcept { return std::hash<std::string>{}(url.text()); }
};
