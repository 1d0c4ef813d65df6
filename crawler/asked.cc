// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/asked.h"

#include <boost/asio/redirect_error.hpp>

namespace fellow::crawler {

namespace asio = boost::asio;

asio::awaitable<std::shared_ptr<void>> Asked::claim(Url url) {
  for (;;) {
    const auto [at, free] = held_->try_emplace(url);
    if (free) {
      at->second = std::make_shared<asio::steady_timer>(executor_, asio::steady_timer::time_point::max());
      break;
    }
    const std::shared_ptr<asio::steady_timer> let_go = at->second;
    boost::system::error_code cancelled;
    co_await let_go->async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  co_return std::shared_ptr<void>(nullptr, [held = held_, url](void*) {
    const auto at = held->find(url);
    const std::shared_ptr<asio::steady_timer> waited_for = at->second;
    held->erase(at);
    waited_for->cancel();
  });
}

}  // namespace fellow::crawler
