// SPDX-License-Identifier: GPL-3.0-or-later
// Would the next night go well? One finding a line, each with what to do about it. Changes nothing and needs no lock.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace fellow::cli {

enum class Health { ok, warn, fail };
std::string_view show(Health health);

struct Finding {
  std::string check;  // configuration, contact, seeds, disk, permissions, clock, dns, index, sources
  Health health = Health::ok;
  std::string what;
  std::string remedy;  // what to do; "" where all is well
};

struct Examination {
  std::vector<std::string> seed_files;  // lists to look at besides those in the catalog
  bool network = true;                  // ask DNS
};

// Every check, in the order above, at least one finding each. Waits for DNS at most 5 s.
std::vector<Finding> examine(const Context& context, const Examination& examination);

// "ok    contact: https://…" and, where it is not, "      -> what to do".
std::string show(const Finding& finding);
// 0 all well, 1 something is worth a look, 2 the next night will not do its work.
int exit_code(const std::vector<Finding>& findings);

}  // namespace fellow::cli
