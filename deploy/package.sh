#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian packages fellow, fellow-searchd and fellow-web into build/packages; `apt install ./build/packages/*.deb` installs them.
set -eu
cd "$(dirname "$0")/.."
deploy/install.sh
cmake --preset release >/dev/null
cmake --build --preset release --target fellow --target fellow-pdf --target searchd
deploy/man.sh build/release/bin build/release/man
rm -rf build/packages
(cd build/release && cpack -B ../packages >/dev/null)
rm -rf build/packages/_CPack_Packages
ls build/packages/*.deb
