// SPDX-License-Identifier: GPL-3.0-or-later
// May a connection go to this address? Only public ones, and those that the operator named with --connect-to.
//
// Asked with the socket's real address, after DNS and before each request, so that neither a name, a redirect nor a reused
// connection leads inside. IPv4 hidden in IPv6 (mapped, compatible, NAT64, 6to4, Teredo) is never public. Ranges: the
// special-purpose registries of IANA (RFC 6890).
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/result.h"
#include "fellow/url.h"

namespace fellow::crawler {

// An IPv6 address, IPv4 as ::ffff:a.b.c.d.
struct Address {
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const Address&) const = default;
};

// "192.0.2.1" or "2001:db8::1", with or without brackets; nullopt for anything else, also 0x7f.1 and the like.
std::optional<Address> parse_address(std::string_view text);
// nullopt for other families than IPv4 and IPv6.
std::optional<Address> address_of(const sockaddr& address);
bool is_public(const Address& address);

// Where connections go instead: curl's --connect-to, HOST1 may also be "*.example" (all names below it).
struct ConnectRule {
  std::string host1;  // "" = any
  std::string port1;  // "" = any
  std::string host2, port2;
};
// "HOST1:PORT1:HOST2:PORT2", each part may be empty, IPv6 in brackets. bad_input otherwise.
Result<ConnectRule> parse_connect_rule(std::string_view text);

// The rules of one crawl and the addresses that they allow.
class Guard {
 public:
  // Resolves the names among the targets; bad_input for a rule that cannot be read.
  static Result<Guard> make(const std::vector<std::string>& connect_to);

  bool allows(const Address& address, int port) const;
  // What curl is to be told for this URL: the first rule that fits; nullopt if none does. The host keeps its name and has
  // another port ("::jane.example:8480") and address ("jane.example:8480:127.0.0.1"; "" if the rule names no host), so that
  // each host has connections of its own: curl counts and looks them up by name.
  struct Detour {
    std::string connect_to, resolve;
  };
  std::optional<Detour> detour(const Url& url) const;

 private:
  struct Rule {
    ConnectRule connect;
    std::string addresses;  // of host2, as curl's --resolve takes them
  };
  std::vector<Rule> rules_;
  std::set<std::pair<Address, int>> named_;  // port 0: any
};

}  // namespace fellow::crawler
