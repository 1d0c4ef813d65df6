#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh Debian 12 to an answer: installs, builds, crawls the bundled demo web and asks it one question.
#
# usage: deploy/demo.sh [--serve]     --serve goes on serving page and API until Ctrl-C
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
  "") once=--once ;;
  --serve) once= ;;
  *) echo "usage: deploy/demo.sh [--serve]" >&2; exit 64 ;;
esac
deploy/install.sh --to-run
cmake --preset release >/dev/null
cmake --build --preset release --target fellow --target fellow-pdf --target searchd
# shellcheck disable=SC2086  # empty or one word
exec build/release/bin/fellow demo $once
