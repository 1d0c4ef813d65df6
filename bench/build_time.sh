#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How long does a clean release build take on 2 cores, without any cache? First the programs, then the tests on top.
#
# usage: bench/build_time.sh     builds in a temporary folder, which it takes away again
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CCACHE_DISABLE=1
cmake --preset release -B "$folder" >/dev/null
seconds() {
  begin=$(date +%s)
  cmake --build "$folder" -j 2 "$@" >/dev/null
  echo $(($(date +%s) - begin))
}
echo "programs: $(seconds --target fellow --target fellow-pdf --target searchd) s"
echo "tests on top: $(seconds --target all) s"
