// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/guard.h"

#include <arpa/inet.h>
#include <netdb.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

struct Range {
  const char* first;
  int bits;
};

// IANA IPv4 special-purpose registry; multicast and reserved (class E) beside it.
constexpr Range kClosed4[] = {{"0.0.0.0", 8},      {"10.0.0.0", 8},     {"100.64.0.0", 10}, {"127.0.0.0", 8},
                              {"169.254.0.0", 16}, {"172.16.0.0", 12},  {"192.0.0.0", 24},  {"192.0.2.0", 24},
                              {"192.88.99.0", 24}, {"192.168.0.0", 16}, {"198.18.0.0", 15}, {"198.51.100.0", 24},
                              {"203.0.113.0", 24}, {"224.0.0.0", 4},    {"240.0.0.0", 4}};
// Only global unicast (2000::/3) is open, less what the IPv6 registry takes out of it.
constexpr Range kClosed6[] = {{"2001::", 23},      // protocol assignments, Teredo among them
                              {"2001:db8::", 32},  // documentation
                              {"2002::", 16},      // 6to4
                              {"3fff::", 20},      // documentation
                              {"3ffe::", 16}};     // the former 6bone
constexpr Range kOpen6[] = {{"2000::", 3}};

bool inside(const Address& address, const Range& range, int mapped_bits) {
  const Address first = *parse_address(range.first);
  int bits = range.bits + mapped_bits;
  for (std::size_t i = 0; i < 16 && bits > 0; ++i, bits -= 8) {
    const auto mask = static_cast<std::uint8_t>(bits >= 8 ? 0xff : 0xff << (8 - bits));
    if ((address.bytes[i] & mask) != (first.bytes[i] & mask)) return false;
  }
  return true;
}

// As curl takes it: IPv6 in brackets.
std::string show(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (inside(address, {"::ffff:0:0", 96}, 0)) return inet_ntop(AF_INET, address.bytes.data() + 12, text, sizeof text);
  return "[" + std::string(inet_ntop(AF_INET6, address.bytes.data(), text, sizeof text)) + "]";
}

Address mapped(const void* four) {
  Address address;
  address.bytes[10] = address.bytes[11] = 0xff;
  std::memcpy(address.bytes.data() + 12, four, 4);
  return address;
}

int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 && value < 65536 ? value : -1;
}

// Takes "host:" off the front; brackets around IPv6 stay with the host. nullopt if there is no colon.
std::optional<std::string> take_part(std::string_view& text) {
  const std::size_t from = text.starts_with('[') ? text.find(']') : 0;
  if (from == std::string_view::npos) return std::nullopt;
  const std::size_t colon = text.find(':', from);
  if (colon == std::string_view::npos) return std::nullopt;
  std::string part = text::lower(text.substr(0, colon));
  text.remove_prefix(colon + 1);
  return part;
}

std::vector<Address> addresses_of(std::string host) {
  if (const auto literal = parse_address(host)) return {*literal};
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  std::vector<Address> addresses;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return addresses;
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    if (const auto address = address_of(*at->ai_addr)) addresses.push_back(*address);
  }
  freeaddrinfo(found);
  return addresses;
}

bool fits(const ConnectRule& rule, std::string_view host, int port) {
  if (!rule.port1.empty() && number(rule.port1) != port) return false;
  if (rule.host1.starts_with("*.")) return host.ends_with(std::string_view(rule.host1).substr(1));
  return rule.host1.empty() || rule.host1 == host;
}

}  // namespace

std::optional<Address> parse_address(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const std::string copy(text);
  in_addr four{};
  if (inet_pton(AF_INET, copy.c_str(), &four) == 1) return mapped(&four);
  Address address;
  if (inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1) return address;
  return std::nullopt;
}

std::optional<Address> address_of(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &address, sizeof four);
    return mapped(&four.sin_addr);
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 six{};
    std::memcpy(&six, &address, sizeof six);
    Address result;
    std::memcpy(result.bytes.data(), &six.sin6_addr, 16);
    return result;
  }
  return std::nullopt;
}

bool is_public(const Address& address) {
  const auto in = [&](const Range& range) { return inside(address, range, 0); };
  const auto in4 = [&](const Range& range) { return inside(address, range, 96); };
  if (inside(address, {"::ffff:0:0", 96}, 0)) return std::none_of(std::begin(kClosed4), std::end(kClosed4), in4);
  return std::any_of(std::begin(kOpen6), std::end(kOpen6), in) && std::none_of(std::begin(kClosed6), std::end(kClosed6), in);
}

Result<ConnectRule> parse_connect_rule(std::string_view text) {
  std::string_view rest = text;
  const auto host1 = take_part(rest), port1 = take_part(rest), host2 = take_part(rest);
  const auto bad = [&] {
    return fail(Code::bad_input, "not of the form HOST1:PORT1:HOST2:PORT2", "--connect-to " + std::string(text));
  };
  if (!host1 || !port1 || !host2 || rest.find(':') != std::string_view::npos) return bad();
  if ((!port1->empty() && number(*port1) < 0) || (!rest.empty() && number(rest) < 0)) return bad();
  if (host1->find('*', host1->starts_with("*.") ? 1 : 0) != std::string::npos) return bad();
  return ConnectRule{*host1, *port1, *host2, std::string(rest)};
}

Result<Guard> Guard::make(const std::vector<std::string>& connect_to) {
  Guard guard;
  for (const std::string& text : connect_to) {
    auto rule = parse_connect_rule(text);
    if (!rule) return tl::unexpected(rule.error());
    const int port = rule->port2.empty() ? 0 : number(rule->port2);
    std::string addresses;
    if (!rule->host2.empty()) {
      for (const Address& address : addresses_of(rule->host2)) {
        guard.named_.insert({address, port});
        addresses += (addresses.empty() ? "" : ",") + show(address);
      }
    }
    guard.rules_.push_back({std::move(*rule), std::move(addresses)});
  }
  return guard;
}

bool Guard::allows(const Address& address, int port) const {
  return is_public(address) || named_.contains({address, port}) || named_.contains({address, 0});
}

std::optional<Guard::Detour> Guard::detour(const Url& url) const {
  const auto rule =
      std::find_if(rules_.begin(), rules_.end(), [&](const Rule& each) { return fits(each.connect, url.host(), url.port()); });
  if (rule == rules_.end()) return std::nullopt;
  const ConnectRule& connect = rule->connect;
  const std::string host(url.host());
  if (rule->addresses.empty() || parse_address(host)) return Detour{"::" + connect.host2 + ":" + connect.port2, ""};
  const std::string port = connect.port2.empty() ? std::to_string(url.port()) : connect.port2;
  return Detour{"::" + host + ":" + connect.port2, "+" + host + ":" + port + ":" + rule->addresses};
}

}  // namespace fellow::crawler
