// SPDX-License-Identifier: GPL-3.0-or-later
// Local files as the commands take them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fellow/result.h"

namespace fellow::cli {

// The whole file; "-" is standard input. not_found or io with the file's name.
Result<std::string> read_file(const std::filesystem::path& file);
// The old file or the new one, whoever looks meanwhile. io with the file's name.
Result<void> write_whole(const std::filesystem::path& file, std::string_view text);
// Whether write_whole could write there now; leaves nothing behind. bad_input with the file's name.
Result<void> check_writable(const std::filesystem::path& file);
// What a web server would say the file is, by its name's ending; "application/octet-stream" if it would not know.
std::string_view content_type_of(const std::filesystem::path& file);

}  // namespace fellow::cli
