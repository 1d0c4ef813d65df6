// SPDX-License-Identifier: GPL-3.0-or-later
// Beast's own code, compiled once (BOOST_BEAST_SEPARATE_COMPILATION); Asio's lies in cmake/asio.cc.
#include <boost/beast/src.hpp>
