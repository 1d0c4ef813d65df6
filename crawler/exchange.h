// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers a request: the web (crawler/fetch.h), or what another crawler brought (CaptureExchange).
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>

#include "crawler/capture_set.h"
#include "crawler/fetch.h"

namespace fellow::crawler {

// As Fetcher::get: `done` is called exactly once, from the executor, never from inside the call.
using Exchange = std::function<void(FetchRequest, std::function<void(Fetched)> done)>;

// Answers with the newest capture. What was not captured fails with the reason `network`; a robots.txt that was not captured
// is 404: the other crawler had its own say on what may be fetched. Keeps a reference to the captures.
Exchange exchange_of(boost::asio::any_io_executor executor, const CaptureSet& captures);

}  // namespace fellow::crawler
