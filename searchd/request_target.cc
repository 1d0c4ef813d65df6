// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/request_target.h"

#include <charconv>

#include "fellow/text.h"

namespace fellow::searchd {
namespace {

bool is_alnum(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A name, an IPv4 address or a bracketed IPv6 address. '_' and '%' are no letters of host names, but '_' occurs in the wild.
bool host_is_good(std::string_view host) {
  if (host.empty() || host.size() > 255) return false;
  if (host.front() == '[') {
    if (host.size() < 4 || host.back() != ']') return false;
    return host.substr(1, host.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
  }
  for (const char c : host)
    if (!is_alnum(c) && c != '.' && c != '-' && c != '_') return false;
  return host.front() != '.' && host.front() != '-';
}

// uri-host [ ":" port ] (RFC 9110 section 7.2).
bool read_authority(std::string_view authority, Target& target) {
  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view host = authority.substr(0, colon);
  if (!host_is_good(host)) return false;
  if (colon != std::string_view::npos) {
    const std::string_view port = authority.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), target.port);
    const bool whole = error == std::errc{} && end == port.data() + port.size();
    if (!port.empty() && (!whole || target.port < 1 || target.port > 65535)) return false;
  }
  target.host = text::lower(host);
  return true;
}

}  // namespace

Result<Target> read_target(std::string_view target, const std::vector<std::string_view>& hosts) {
  if (hosts.empty()) return fail(Code::bad_input, "the request has no Host header");
  if (hosts.size() > 1) return fail(Code::bad_input, "the request has more than one Host header");
  Target out;
  if (!read_authority(hosts.front(), out))
    return fail(Code::bad_input, "the Host header is not a host name with an optional port");
  if (!target.starts_with('/')) {  // absolute form: its host counts (RFC 9112 section 3.2.2)
    const std::string scheme = text::lower(target.substr(0, 8));
    const std::size_t skip = scheme.starts_with("http://") ? 7 : scheme.starts_with("https://") ? 8 : 0;
    if (skip == 0) return fail(Code::bad_input, "the request target is neither a path nor an http URL");
    const std::size_t end = std::min(target.find_first_of("/?", skip), target.size());
    out.port = 0;
    if (!read_authority(target.substr(skip, end - skip), out))
      return fail(Code::bad_input, "the request target names no good host");
    target.remove_prefix(end);
  }
  target = target.substr(0, target.find('#'));  // no client sends one; it would not be part of the resource
  const std::size_t mark = target.find('?');
  out.path = target.substr(0, mark);
  if (mark != std::string_view::npos) out.query = target.substr(mark + 1);
  if (out.path.empty()) out.path = "/";
  return out;
}

}  // namespace fellow::searchd
