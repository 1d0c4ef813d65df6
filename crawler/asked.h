// SPDX-License-Identifier: GPL-3.0-or-later
// Who is asking for this address right now, and did it redirect before in this run? Seeds that lead to one page ask it once.
//
// For coroutines of one io_context thread. Nobody may wait for a second address while holding a first: two that redirect to
// each other would wait for ever.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "crawler/coroutine.h"
#include "fellow/url.h"

namespace fellow::crawler {

class Asked {
 public:
  // What an address answered that leads elsewhere.
  struct Redirect {
    int status = 0;
    std::string location;  // as sent
  };

  explicit Asked(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

  // Comes back when nobody else holds the address; it is ours until the result is let go of.
  boost::asio::awaitable<std::shared_ptr<void>> claim(Url url);

  void redirects(const Url& url, Redirect to) { redirects_.insert_or_assign(url, std::move(to)); }
  const Redirect* redirect(const Url& url) const {
    const auto known = redirects_.find(url);
    return known == redirects_.end() ? nullptr : &known->second;
  }

 private:
  using Held = std::unordered_map<Url, std::shared_ptr<boost::asio::steady_timer>>;  // cancelled when it is let go of
  boost::asio::any_io_executor executor_;
  std::shared_ptr<Held> held_ = std::make_shared<Held>();  // whoever holds an address may outlive this
  std::unordered_map<Url, Redirect> redirects_;
};

}  // namespace fellow::crawler
