// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/networks.h"

#include <algorithm>

#include "fellow/text.h"

namespace fellow::searchd {

namespace asio = boost::asio;
using boost::system::error_code;

Result<Networks> Networks::parse(const std::vector<std::string>& texts) {
  Networks networks;
  for (const std::string& text : texts) {
    error_code error;
    const auto v4 = asio::ip::make_network_v4(text, error);
    if (!error) {
      networks.v4_.push_back(v4.canonical());
      continue;
    }
    const auto v6 = asio::ip::make_network_v6(text, error);
    if (error) return fail(Code::bad_input, "not a network: write it as 10.0.0.0/8", "trusted_proxies: " + text);
    networks.v6_.push_back(v6.canonical());
  }
  return networks;
}

bool Networks::contain(const asio::ip::address& address) const {
  if (address.is_v4()) {
    const auto inside = [&](const auto& network) {
      return asio::ip::network_v4(address.to_v4(), network.prefix_length()).canonical() == network;
    };
    return std::any_of(v4_.begin(), v4_.end(), inside);
  }
  const auto inside = [&](const auto& network) {
    return asio::ip::network_v6(address.to_v6(), network.prefix_length()).canonical() == network;
  };
  return std::any_of(v6_.begin(), v6_.end(), inside);
}

std::string forwarded_client(std::string_view forwarded_for, const Networks& trusted) {
  const auto hops = text::split(forwarded_for, ',');
  for (std::size_t i = hops.size(); i-- > 0;) {
    error_code error;
    const auto address = asio::ip::make_address(std::string(text::trim(hops[i])), error);
    if (error) return {};
    if (!trusted.contain(address)) return address.to_string();
  }
  return {};
}

std::string cut_address(std::string_view text) {
  error_code error;
  auto address = asio::ip::make_address(std::string(text), error);
  if (error) return "-";
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  if (address.is_v4()) return asio::ip::network_v4(address.to_v4(), 24).canonical().to_string();
  auto v6 = address.to_v6();
  v6.scope_id(0);
  return asio::ip::network_v6(v6, 48).canonical().to_string();
}

}  // namespace fellow::searchd
