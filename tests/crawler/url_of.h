// SPDX-License-Identifier: GPL-3.0-or-later
// A Url from text that a test knows to be one.
#pragma once

#include <string_view>

#include "fellow/url.h"

namespace fellow::crawler {

inline Url url(std::string_view text) { return Url::parse(text).value(); }

}  // namespace fellow::crawler
