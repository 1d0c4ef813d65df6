// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/open_data.h"

#include <iostream>

namespace fellow::cli {

bool has_catalog(const Context& context) {
  std::error_code error;
  return std::filesystem::exists(context.data() / "catalog.db", error);
}

Result<crawler::Catalog> open_catalog(const Context& context) {
  std::error_code unseen;
  if (!std::filesystem::exists(context.data() / "catalog.db", unseen)) {
    if (unseen) return fail(Code::io, "cannot be looked into: " + unseen.message(), context.data().string());
    return fail(Code::not_found,
                "nothing was crawled into this data directory yet: run `fellow update`, or name another with --data",
                context.data().string());
  }
  return crawler::Catalog::open(context.data());
}
Result<crawler::DataLock> lock_data(const Context& context) {
  auto lock = crawler::DataLock::take(context.data());
  if (lock && !lock->damage().empty()) std::cerr << "fellow: warning: " << lock->damage() << "\n";
  return lock;
}

}  // namespace fellow::cli
