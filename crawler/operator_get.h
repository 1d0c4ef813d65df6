// SPDX-License-Identifier: GPL-3.0-or-later
// Asks one address that the operator named on the command line (`fellow search --server`). No crawl: robots.txt and the guard
// against private addresses do not apply to it.
#pragma once

#include <chrono>
#include <string>

#include "fellow/url.h"

namespace fellow::crawler {

// The body, whatever the HTTP status, at most 16 MiB. io when nobody answers, timeout, too_big.
Result<std::string> operator_get(const Url& url, std::chrono::milliseconds deadline);

}  // namespace fellow::crawler
