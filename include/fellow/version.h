// SPDX-License-Identifier: GPL-3.0-or-later
// The version that User-Agent, WARC, manifest and --version show.
#pragma once

namespace fellow {
inline constexpr const char* kVersion = "0.1.0";
}
