// SPDX-License-Identifier: GPL-3.0-or-later
// The wall of the engine for steps that write: its exceptions become errors.
#pragma once

#include <xapian.h>

#include <exception>
#include <filesystem>
#include <functional>
#include <string>

#include "indexer/durable.h"

namespace fellow::indexer {

inline Done guarded(const std::filesystem::path& where, const std::function<void()>& step) {
  try {
    step();
    return where.string();
  } catch (const Xapian::Error& error) {
    return fail(Code::io, "the index could not be written: " + error.get_description(), where.string());
  } catch (const std::exception& error) {
    return fail(Code::io, std::string("the index could not be written: ") + error.what(), where.string());
  }
}

}  // namespace fellow::indexer
