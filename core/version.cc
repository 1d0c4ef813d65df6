// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/version.h"

namespace fellow {

const char* const kVersion = FELLOW_VERSION;
const char* const kBuild = FELLOW_BUILD;
const char* const kLibraries = FELLOW_LIBRARIES;

std::string show_version(std::string_view program) {
  const std::string build = *kBuild ? std::string(" (") + kBuild + ")" : "";
  return std::string(program) + " " + kVersion + build + "\nwith " + kLibraries;
}

}  // namespace fellow
