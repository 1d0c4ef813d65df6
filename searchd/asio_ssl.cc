// SPDX-License-Identifier: GPL-3.0-or-later
// Asio's TLS functions, compiled once (BOOST_ASIO_SEPARATE_COMPILATION).
#include <boost/asio/ssl/impl/src.hpp>
