// SPDX-License-Identifier: GPL-3.0-or-later
// Asio's coroutines, without the false alarm of g++ 12.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>

// g++ 12 inlines Asio's frame allocation, but not its release, and then warns that the two do not fit.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
