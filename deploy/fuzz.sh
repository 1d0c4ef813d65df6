#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes every parser of foreign bytes for some seconds each (default 60) under ASan and UBSan; a finding ends it.
#
# usage: deploy/fuzz.sh [SECONDS]
set -eu
cd "$(dirname "$0")/.."
deploy/install.sh deploy/packages.txt deploy/packages-fuzz.txt
cmake --preset fuzz >/dev/null
targets=$(cd tests/fuzz && ls ./*_fuzz.cc | sed 's|^\./||; s|\.cc$||')
# shellcheck disable=SC2086  # one word a target
cmake --build --preset fuzz --target $targets
for target in $targets; do
  echo "== $target"
  mkdir -p "build/fuzz/corpus/$target"
  "build/fuzz/bin/$target" -max_total_time="${1:-60}" -max_len=4096 -print_final_stats=1 "build/fuzz/corpus/$target" 2>&1 | tail -4
done
