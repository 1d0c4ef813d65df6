// SPDX-License-Identifier: GPL-3.0-or-later
// The sources that a command searches without a daemon: those of the configuration, or the data directory's own index.
#pragma once

#include <memory>
#include <vector>

#include "cli/command.h"
#include "fellow/answer.h"
#include "fellow/source.h"

namespace fellow::cli {

// Asks them as searchd would. not_found when nothing is published yet; an Error of the only source when it cannot answer.
Result<Answer> ask_local(const Context& context, const SearchRequest& request);

}  // namespace fellow::cli
