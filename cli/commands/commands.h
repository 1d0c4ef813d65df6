// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, one file each; a new one is a declaration here and a row in commands.cc.
#pragma once

#include "cli/command.h"

namespace fellow::cli {

Run add_demo(CLI::App& app, Context& context);
Run add_update(CLI::App& app, Context& context);
Run add_crawl(CLI::App& app, Context& context);
Run add_index(CLI::App& app, Context& context);
Run add_search(CLI::App& app, Context& context);
Run add_show(CLI::App& app, Context& context);
Run add_export(CLI::App& app, Context& context);
Run add_report(CLI::App& app, Context& context);
Run add_extract(CLI::App& app, Context& context);
Run add_robots(CLI::App& app, Context& context);
Run add_url(CLI::App& app, Context& context);
Run add_text(CLI::App& app, Context& context);

}  // namespace fellow::cli
