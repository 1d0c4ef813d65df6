// SPDX-License-Identifier: GPL-3.0-or-later
// Whose word about its clients is taken? Networks of trusted proxies, and the client that one of them speaks for.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/result.h"

namespace fellow::searchd {

class Networks {
 public:
  // Each as "10.0.0.0/8" or "fd00::/8"; bad_input for anything else.
  static Result<Networks> parse(const std::vector<std::string>& texts);
  bool contain(const boost::asio::ip::address& address) const;

 private:
  std::vector<boost::asio::ip::network_v4> v4_;
  std::vector<boost::asio::ip::network_v6> v6_;
};

// The last address of X-Forwarded-For that no trusted proxy has; "" if there is none, or it is no address.
std::string forwarded_client(std::string_view forwarded_for, const Networks& trusted);
// As it is written down (R42): 192.0.2.0/24, 2001:db8:1::/48; "-" for what is no address.
std::string cut_address(std::string_view address);

}  // namespace fellow::searchd
