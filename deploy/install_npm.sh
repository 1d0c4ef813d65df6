#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs into TO what FROM/package-lock.json names, once a lock file; runs no scripts of the packages.
#
# usage: deploy/install_npm.sh FROM TO
set -eu
[ $# -eq 2 ] || { echo "usage: deploy/install_npm.sh FROM TO" >&2; exit 64; }
cmp -s "$1/package-lock.json" "$2/installed.json" && exit 0
mkdir -p "$2"
cp "$1/package.json" "$1/package-lock.json" "$2"
(cd "$2" && npm ci --no-audit --no-fund --ignore-scripts >/dev/null)
cp "$1/package-lock.json" "$2/installed.json"
