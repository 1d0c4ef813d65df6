// SPDX-License-Identifier: GPL-3.0-or-later
// Does this client take gzip, and how does a body look in it?
#pragma once

#include <string>
#include <string_view>

namespace fellow::searchd {

// Whether an Accept-Encoding (RFC 9110 section 12.5.3) lists gzip, or "*", with a weight above 0.
bool takes_gzip(std::string_view accept_encoding);
// One gzip member (RFC 1952), level 5. "" if zlib has no memory: send the body as it is then.
std::string gzip(std::string_view body);

}  // namespace fellow::searchd
