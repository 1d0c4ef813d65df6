// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, one file each; a new one is a declaration here and a row in commands.cc.
#pragma once

#include "cli/command.h"

namespace fellow::cli {

Run add_demo(Options& options, Context& context);
Run add_update(Options& options, Context& context);
Run add_crawl(Options& options, Context& context);
Run add_index(Options& options, Context& context);
Run add_import(Options& options, Context& context);
Run add_search(Options& options, Context& context);
Run add_show(Options& options, Context& context);
Run add_export(Options& options, Context& context);
Run add_status(Options& options, Context& context);
Run add_seeds(Options& options, Context& context);
Run add_watch(Options& options, Context& context);
Run add_diff(Options& options, Context& context);
Run add_verify(Options& options, Context& context);
Run add_doctor(Options& options, Context& context);
Run add_backup(Options& options, Context& context);
Run add_restore(Options& options, Context& context);
Run add_compact(Options& options, Context& context);
Run add_forget(Options& options, Context& context);
Run add_report(Options& options, Context& context);
Run add_extract(Options& options, Context& context);
Run add_robots(Options& options, Context& context);
Run add_url(Options& options, Context& context);
Run add_text(Options& options, Context& context);
Run add_warc(Options& options, Context& context);

}  // namespace fellow::cli
