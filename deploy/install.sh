#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the package lists name and is missing; says so when nothing is. Debian 12, as root or with sudo.
#
# usage: deploy/install.sh [--to-run] [LIST…]     default: deploy/packages.txt; --to-run: of each list what stands before "# tests only"
set -eu
to_run=
[ "${1:-}" != --to-run ] || { to_run=yes; shift; }
[ $# -gt 0 ] || set -- "$(dirname "$0")/packages.txt"
wanted=$(for list in "$@"; do if [ "$to_run" ]; then sed '/^# tests only/,$d' "$list"; else cat "$list"; fi; done | grep -v '^#')
missing=
for package in $wanted; do
  # Node from elsewhere brings npm along, and Debian's npm would not go with it.
  [ "$package" != npm ] || ! command -v npm >/dev/null || continue
  dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "packages: all $(echo "$wanted" | wc -l) installed already, nothing to do"
  exit 0
fi
command -v apt-get >/dev/null || { echo "$0: no apt-get here: install by hand:$missing" >&2; exit 1; }
as_root=
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "$0: run me as root, or install sudo" >&2; exit 1; }
  as_root=sudo
fi
echo "packages: installing$missing"
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
# shellcheck disable=SC2086  # one word a package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
