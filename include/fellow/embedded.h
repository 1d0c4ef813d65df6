// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the source tree that are compiled into the programs (tables, demo web, web page), so that a binary runs from any
// working directory, uninstalled.
#pragma once

#include <span>
#include <string_view>

namespace fellow {

struct EmbeddedFile {
  std::string_view path;  // below its root folder: "institutions.tsv", "jane.example/index.html"
  std::string_view body;
};

// Sorted by path; live as long as the program.
std::span<const EmbeddedFile> embedded_tables();  // seeds/tables
std::span<const EmbeddedFile> embedded_demo();    // seeds/demo
std::span<const EmbeddedFile> embedded_web();     // web

}  // namespace fellow
