// SPDX-License-Identifier: GPL-3.0-or-later
// Which Fellow is this? As cmake/version.cmake found it when it was built.
#pragma once

#include <string>
#include <string_view>

namespace fellow {

extern const char* const kVersion;    // "0.1.0": what User-Agent, WARC and manifest show
extern const char* const kBuild;      // "g1a2b3c4": the commit; "" on a tag and outside of git
extern const char* const kLibraries;  // "Xapian 1.4.22, libcurl 7.88.1, …"
// For --version: "fellow 0.1.0 (g1a2b3c4)", and the libraries on a second line.
std::string show_version(std::string_view program);

}  // namespace fellow
