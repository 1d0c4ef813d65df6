#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the man pages from what the programs say of themselves: fellow(1), fellow-COMMAND(1) of each command, searchd(8).
#
# usage: deploy/man.sh BIN_DIR OUT_DIR     makes OUT_DIR/fellow/man1, OUT_DIR/searchd/man8
set -eu
[ $# -eq 2 ] || { echo "usage: deploy/man.sh BIN_DIR OUT_DIR" >&2; exit 64; }
bin=$(cd "$1" && pwd) out=$2
rm -rf "$out"
mkdir -p "$out/fellow/man1" "$out/searchd/man8"
# page PROGRAM SECTION PURPOSE COMMAND
page() {
  help2man --no-info --source Fellow --manual Fellow --version-string "$1 $version" --section "$2" --name "$3" --output "$out/${1%%-*}/man$2/$1.$2" "$4"
}
version=$("$bin/fellow" --version | sed -n 's/^fellow \([^ ]*\).*/\1/p')
page fellow 1 "who works on X at Y?" "$bin/fellow"
"$bin/fellow" --help | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z-]*\)  *\(.*\)/\1 \2/p' | while read -r command purpose; do
  page "fellow-$command" 1 "$purpose" "$bin/fellow $command"
done
page searchd 8 "search daemon of fellow" "$bin/searchd"
find "$out" -name '*.[18]' -exec gzip -9n {} +
