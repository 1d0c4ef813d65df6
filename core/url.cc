// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/url.h"

#include <openssl/sha.h>
#include <unicode/uidna.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <boost/url/ipv6_address.hpp>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "fellow/text.h"

namespace fellow {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool escaped_at(std::string_view text, std::size_t i) {
  return i + 2 < text.size() && text[i] == '%' && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
}

// What browsers do before they look at an address (WHATWG URL, basic parser, steps 1 to 3): controls and blanks at both ends
// and every tab and newline taken out. The fragment goes too: nobody asks a server for it.
std::string mended(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= 0x20) text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
  std::string out;
  out.reserve(text.size());
  bool in_query = false;
  for (const char c : text) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (c == '#') break;
    if (c == '?') in_query = true;
    out += c == '\\' && !in_query ? '/' : c;  // special schemes only; no other gets further
  }
  return out;
}

// The scheme in lower case, and what follows its colon; nullopt for a relative reference (RFC 3986 section 3.1).
std::optional<std::pair<std::string, std::string_view>> scheme_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return std::nullopt;
  for (const char c : text.substr(0, colon)) {
    if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return std::nullopt;
  }
  return std::pair{text::lower(text.substr(0, colon)), text.substr(colon + 1)};
}

bool is_unreserved(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~'; }

void append_escape(std::string& out, unsigned char byte) { out += {'%', kHex[byte >> 4], kHex[byte & 15]}; }

// Path or query in normal form (RFC 3986 section 6.2.2): bytes that may not stand there are escaped, escaped unreserved
// characters are not, hex digits are capitals; a '%' that begins no escape is a plain '%'. (Boost.URL 1.81's normalize() would
// also turn %2F into a slash, which is another path.)
std::string encoded(std::string_view text) {
  constexpr std::string_view kReserved = "!$&'()*+,;=:@/?";
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (escaped_at(text, i)) {
      const int byte = hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]);
      if (is_unreserved(static_cast<char>(byte))) {
        out += static_cast<char>(byte);
      } else {
        append_escape(out, static_cast<unsigned char>(byte));
      }
      i += 2;
    } else if (is_unreserved(c) || kReserved.find(c) != std::string_view::npos) {
      out += c;
    } else {
      append_escape(out, static_cast<unsigned char>(c));
    }
  }
  return out;
}

// An absolute path without dot segments, none above the root either (RFC 3986 section 5.2.4).
std::string without_dots(std::string_view path) {
  std::string out;
  const std::vector<std::string_view> segments = text::split(path.substr(1), '/');
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size();
    if (segments[i] == "..") {
      out.resize(out.empty() ? 0 : out.rfind('/'));
    } else if (segments[i] != ".") {
      out.append("/").append(segments[i]);
      continue;
    }
    if (last) out += '/';
  }
  return out.empty() ? "/" : out;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (escaped_at(text, i)) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// A number of an IPv4 address as browsers take it: decimal, 0octal or 0xhex (WHATWG URL, IPv4 number parser).
std::optional<std::uint64_t> ipv4_number(std::string_view part) {
  int base = 10;
  if (part.size() >= 2 && part[0] == '0' && (part[1] == 'x' || part[1] == 'X')) {
    base = 16;
    part.remove_prefix(2);
  } else if (part.size() >= 2 && part[0] == '0') {
    base = 8;
    part.remove_prefix(1);
  }
  if (part.empty()) return base == 16 ? std::optional<std::uint64_t>(0) : std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value, base);
  if (error != std::errc() || end != part.data() + part.size() || value > 0xffffffffULL) return std::nullopt;
  return value;
}

// Dotted quad if the last label is a number (WHATWG URL, ends-in-a-number checker); bad_input if it then is no address.
Result<std::string> with_ipv4(const std::string& host) {
  std::vector<std::string_view> parts = text::split(host, '.');
  if (parts.size() > 1 && parts.back().empty()) parts.pop_back();
  const std::string_view last = parts.back();
  const bool digits = !last.empty() && std::all_of(last.begin(), last.end(), is_digit);
  if (!digits && !(last.size() > 1 && last[0] == '0' && (last[1] == 'x' || last[1] == 'X') && ipv4_number(last))) return host;
  std::uint64_t address = 0;
  if (parts.size() > 4) return fail(Code::bad_input, "its host is no IPv4 address");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = ipv4_number(parts[i]);
    const std::uint64_t limit = i + 1 < parts.size() ? 255 : (1ULL << (8 * (5 - parts.size()))) - 1;
    if (!value || *value > limit) return fail(Code::bad_input, "its host is no IPv4 address");
    address |= i + 1 < parts.size() ? *value << (8 * (3 - i)) : *value;
  }
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (!out.empty()) out += '.';
    out += std::to_string((address >> shift) & 255);
  }
  return out;
}

// UTS 46 to ASCII, as in WHATWG URL "domain to ASCII" without strictness.
Result<std::string> idn_ascii(const std::string& host) {
  UErrorCode status = U_ZERO_ERROR;
  static const UIDNA* const idna = [] {
    UErrorCode opened = U_ZERO_ERROR;
    return uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &opened);
  }();
  if (idna == nullptr) return fail(Code::io, "ICU's IDN data is missing: reinstall libicu");
  std::array<char, 512> out{};
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const int32_t size = uidna_nameToASCII_UTF8(idna, host.data(), static_cast<int32_t>(host.size()), out.data(),
                                              static_cast<int32_t>(out.size()), &info, &status);
  const uint32_t harmless =
      UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL;
  if (U_FAILURE(status) || (info.errors & ~harmless) != 0) return fail(Code::bad_input, "its host is not a valid domain name");
  return std::string(out.data(), static_cast<std::size_t>(size));
}

Result<std::string> host_of(std::string_view written) {
  if (written.starts_with('[')) {
    const auto address = boost::urls::parse_ipv6_address(written.substr(1, written.size() - 2));
    if (!written.ends_with(']') || !address) return fail(Code::bad_input, "its host is no IPv6 address");
    return "[" + address->to_string() + "]";
  }
  std::string host = decoded(written);
  const bool ascii = std::all_of(host.begin(), host.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) host = text::lower(host);
  if (!ascii || host.find("xn--") != std::string::npos) {
    auto idn = idn_ascii(host);
    if (!idn) return idn;
    host = text::lower(*idn);
  }
  if (host.ends_with('.')) host.pop_back();  // the root's: the same host (RFC 1034 section 3.1)
  if (host.empty() || host.size() > 253) return fail(Code::bad_input, "it has no usable host");
  for (const char c : host) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F ||
        std::string_view("#/:<>?@[\\]^|%\"`{}").find(c) != std::string_view::npos) {
      return fail(Code::bad_input, "its host holds a character that no host name has");
    }
  }
  return with_ipv4(host);
}

// From scheme, what follows "//", to the normal form.
Result<std::string> normal_form(const std::string& scheme, std::string_view rest) {
  const std::size_t authority_end = std::min(rest.find_first_of("/?"), rest.size());
  const std::string_view authority = rest.substr(0, authority_end);
  if (authority.find('@') != std::string_view::npos)
    return fail(Code::bad_input, "it holds user-info (name@host): leave that out");
  std::size_t colon = authority.rfind(':');
  if (const std::size_t bracket = authority.rfind(']');
      bracket != std::string_view::npos && colon != std::string_view::npos && colon < bracket) {
    colon = std::string_view::npos;
  }
  auto host = host_of(authority.substr(0, colon));
  if (!host) return tl::unexpected(host.error());
  std::string out = scheme + "://" + *host;
  const std::string_view port = colon == std::string_view::npos ? std::string_view() : authority.substr(colon + 1);
  if (!port.empty()) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), value);
    if (error != std::errc() || end != port.data() + port.size() || value > 65535)
      return fail(Code::bad_input, "its port is no number up to 65535");
    if (value != (scheme == "https" ? 443U : 80U)) out += ":" + std::to_string(value);
  }
  const std::string_view target = rest.substr(authority_end);
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string path = encoded(target.substr(0, mark));
  out += without_dots(path.empty() ? "/" : path);
  if (mark + 1 < target.size()) out += encoded(target.substr(mark));
  if (out.size() > Url::kMaxBytes)
    return fail(Code::bad_input, "it is longer than " + std::to_string(Url::kMaxBytes) + " bytes");
  return out;
}

// Of a host in normal form: names of this machine (RFC 6761 section 6.3, and those of the usual hosts files), 127.0.0.0/8, ::1,
// and the unspecified addresses, which browsers take for this machine too; IPv4 also as it is written inside IPv6.
bool is_loopback(std::string_view host) {
  if (host.starts_with('[')) {
    const auto address = boost::urls::parse_ipv6_address(host.substr(1, host.size() - 2));
    if (!address) return false;
    const auto bytes = address->to_bytes();
    const bool mapped_zero = std::all_of(bytes.begin() + 12, bytes.end(), [](unsigned char byte) { return byte == 0; });
    return address->is_loopback() || address->is_unspecified() ||
           (address->is_v4_mapped() && (bytes[12] == 127 || mapped_zero));
  }
  const bool is_number = host.find_first_not_of("0123456789.") == std::string_view::npos;
  if (is_number) return host.starts_with("127.") || host == "0.0.0.0";
  constexpr std::string_view kNames[] = {"localhost",  "localhost.localdomain",   "localhost4",    "localhost4.localdomain4",
                                         "localhost6", "localhost6.localdomain6", "ip6-localhost", "ip6-loopback"};
  return host.ends_with(".localhost") || std::find(std::begin(kNames), std::end(kNames), host) != std::end(kNames);
}

std::string_view without_slashes(std::string_view rest) {
  while (rest.starts_with('/')) rest.remove_prefix(1);
  return rest;
}

Error about(Error error, std::string_view text) {
  error.what = "not a usable URL: " + error.what;
  error.where = text::clean(text, 200);
  return error;
}

}  // namespace

Result<Url> Url::parse(std::string_view text) {
  const std::string whole = mended(text);
  const auto scheme = scheme_of(whole);
  if (!scheme) return fail(Code::bad_input, "not a URL: write it with https:// or http://", text::clean(text, 200));
  if (scheme->first != "http" && scheme->first != "https") {
    return fail(Code::bad_input, "only http and https are fetched, not " + scheme->first + ":", text::clean(text, 200));
  }
  auto normal = normal_form(scheme->first, without_slashes(scheme->second));
  if (!normal) return tl::unexpected(about(normal.error(), text));
  Url url;
  url.text_ = std::move(*normal);
  return url;
}

Result<Url> Url::resolve(std::string_view href) const {
  const std::string whole = mended(href);
  const auto scheme_given = scheme_of(whole);
  std::string_view relative = whole;
  if (scheme_given) {
    // "http:file.html" on an http page is relative (WHATWG URL, special relative or authority state).
    if (scheme_given->first != scheme() || scheme_given->second.starts_with("//")) {
      auto url = parse(whole);
      if (url && is_loopback(url->host()) && !is_loopback(host())) return parse(origin() + std::string(url->target()));
      return url;
    }
    relative = scheme_given->second;
  }
  if (relative.starts_with("//")) {
    auto url = parse(std::string(scheme()) + ":" + std::string(relative));
    if (url && is_loopback(url->host()) && !is_loopback(host())) return parse(origin() + std::string(url->target()));
    return url;
  }
  if (relative.empty()) return *this;
  if (relative.starts_with('/')) return parse(origin() + std::string(relative));
  if (relative.starts_with('?')) return parse(origin() + std::string(path()) + std::string(relative));
  const std::string_view folder = path().substr(0, path().rfind('/') + 1);
  return parse(origin() + std::string(folder) + std::string(relative));
}

std::string_view Url::scheme() const { return std::string_view(text_).substr(0, text_.find(':')); }

std::string_view Url::host_port() const {
  const std::size_t begin = text_.find("://") + 3;
  return std::string_view(text_).substr(begin, text_.find('/', begin) - begin);
}

std::string_view Url::host() const {
  const std::string_view whole = host_port();
  const std::size_t colon = whole.rfind(':');
  return colon == std::string_view::npos || whole.ends_with(']') ? whole : whole.substr(0, colon);
}

int Url::port() const {
  const std::string_view whole = host_port(), name = host();
  if (whole.size() == name.size()) return scheme() == "https" ? 443 : 80;
  int value = 0;
  std::from_chars(whole.data() + name.size() + 1, whole.data() + whole.size(), value);
  return value;
}

std::string_view Url::target() const { return std::string_view(text_).substr(text_.find('/', text_.find("://") + 3)); }
std::string_view Url::path() const { return target().substr(0, target().find('?')); }

std::string_view Url::query() const {
  const std::size_t mark = target().find('?');
  return mark == std::string_view::npos ? std::string_view() : target().substr(mark + 1);
}

std::string Url::origin() const { return std::string(scheme()) + "://" + std::string(host_port()); }

std::string person_id(const Url& home) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(home.text().data()), home.text().size(), digest.data());
  std::string out;
  for (std::size_t bit = 0; bit < 16 * 5; bit += 5) {
    const unsigned window = (static_cast<unsigned>(digest[bit / 8]) << 8) | digest[bit / 8 + 1];
    out += "abcdefghijklmnopqrstuvwxyz234567"[(window >> (11 - bit % 8)) & 31];
  }
  return out;
}

}  // namespace fellow
