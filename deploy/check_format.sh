#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Is every source file as clang-format would write it? Names those that are not.
set -eu
cd "$(dirname "$0")/.."
git ls-files '*.cc' '*.h' | xargs clang-format --dry-run --Werror
echo "format: $(git ls-files '*.cc' '*.h' | wc -l) files as they should be"
