// SPDX-License-Identifier: GPL-3.0-or-later
// Is this the same body? SHA-1 of bytes, as profiles and reports show it (hex) and as WARC files state it (base32).
// Pure, thread-safe.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace fellow::crawler {

using Sha1 = std::array<unsigned char, 20>;

// A digest over pieces, for blocks that are not one string.
Sha1 sha1(std::string_view first, std::string_view second = {});
std::string show_hex(const Sha1& digest);     // 40 characters, lower case
std::string show_base32(const Sha1& digest);  // 32 characters, RFC 4648, upper case
std::string sha1_hex(std::string_view bytes);

}  // namespace fellow::crawler
