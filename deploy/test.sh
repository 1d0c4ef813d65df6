#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh Debian 12 to passed tests: installs, builds everything, runs ctest and prints its summary.
set -eu
cd "$(dirname "$0")/.."
deploy/install.sh
cmake --preset release >/dev/null
cmake --build --preset release
ctest --preset release
