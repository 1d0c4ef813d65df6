// SPDX-License-Identifier: GPL-3.0-or-later
// Which parameters does a URL's query carry? Percent-encoding as forms send it (WHATWG URL, application/x-www-form-urlencoded).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fellow/result.h"

namespace fellow::searchd {

using Parameters = std::vector<std::pair<std::string, std::string>>;  // in the order sent, names may repeat

// bad_input for a broken escape, for bytes that are not UTF-8 and for more than 256 parameters; `where` is the parameter.
Result<Parameters> parse_query_string(std::string_view query);
// Inverse, with everything escaped that is not unreserved (RFC 3986 section 2.3).
std::string show_query_string(const Parameters& parameters);
// One piece decoded; `plus` reads '+' as a blank. bad_input as above.
Result<std::string> percent_decode(std::string_view text, bool plus);

}  // namespace fellow::searchd
