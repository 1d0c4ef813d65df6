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
page() { help2man --no-info --source Fellow --version-string "$version" "$@"; }
version=$("$bin/fellow" --version | sed -n 's/^fellow //p')
page --section 1 --manual "Fellow" --name "who works on X at Y?" --output "$out/fellow/man1/fellow.1" "$bin/fellow"
"$bin/fellow" --help | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z-]*\)  *\(.*\)/\1 \2/p' | while read -r command purpose; do
  page --section 1 --manual "Fellow" --name "$purpose" --output "$out/fellow/man1/fellow-$command.1" "$bin/fellow $command"
done
page --section 8 --manual "Fellow" --name "search daemon of fellow" --output "$out/searchd/man8/searchd.8" "$bin/searchd"
find "$out" -name '*.[18]' -exec gzip -9n {} +
