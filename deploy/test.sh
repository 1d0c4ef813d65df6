#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh Debian 12 to passed tests: installs, builds everything, runs ctest and prints its summary.
set -eu
cd "$(dirname "$0")/.."
deploy/install.sh
deploy/install_npm.sh tests/web build/release/web/npm || echo "no npm packages: the browser tests will be skipped" >&2
cmake --preset release >/dev/null
cmake --build --preset release
ctest --preset release
