#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The packages of build/packages on a fresh Debian 12 tree (debootstrap): they install, crawl and answer, and leave nothing but data when
# they are purged. As root; exit 77, saying so, where no tree can be made.
#
# usage: deploy/package_test.sh [MIRROR]     default: the mirror of this machine, else http://deb.debian.org/debian
set -eu
cd "$(dirname "$0")/.."
skip() { echo "skipped: $1"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "not root"
command -v debootstrap >/dev/null || skip "no debootstrap (deploy/packages.txt)"
ls build/packages/fellow_*.deb >/dev/null 2>&1 || { echo "$0: run deploy/package.sh first" >&2; exit 64; }
mirror=${1:-$(sed -n 's/^URIs: *//p;s/^deb  *\(\[[^]]*\]  *\)\{0,1\}\(http[^ ]*\) bookworm main.*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)}
tree=$(mktemp -d)
chmod 755 "$tree"
trap 'rm -rf "$tree"' EXIT
debootstrap --variant=minbase bookworm "$tree" "${mirror:-http://deb.debian.org/debian}" >"$tree.log" 2>&1 || skip "debootstrap: $(tail -n 1 "$tree.log")"
rm -f "$tree.log"
# The programs' way to the mirror is that of this machine.
cp /etc/resolv.conf "$tree/etc/resolv.conf" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$tree/etc/apt/apt.conf.d/"
cp build/packages/*.deb "$tree/tmp/"
# Services do not start in a tree that is not booted.
printf '#!/bin/sh\nexit 101\n' >"$tree/usr/sbin/policy-rc.d"
chmod 755 "$tree/usr/sbin/policy-rc.d"
inside() { chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} sh -ec "$1"; }
must() { echo "package test: $1"; inside "$2" >/tmp/fellow-package-test.log 2>&1 || { tail -n 20 /tmp/fellow-package-test.log; echo "FAILED: $1"; exit 1; }; }

must "apt installs the packages" 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/*.deb'
must "user and directories" 'id fellow && test -d /var/lib/fellow && test "$(stat -c %U:%a /var/lib/fellow)" = fellow:750'
must "manual and completion" 'test -s /usr/share/man/man1/fellow.1.gz && test -s /usr/share/man/man1/fellow-update.1.gz && test -s /usr/share/man/man8/searchd.8.gz && test -s /usr/share/bash-completion/completions/fellow'
must "a crawl of the demo web answers" 'su -s /bin/sh fellow -c "fellow demo --once --data /var/lib/fellow/demo" | grep -q strong'
must "the page is there as files" 'test -s /usr/share/fellow/web/index.html'
must "purge" 'apt-get purge -y -qq fellow fellow-searchd fellow-web'
must "no code is left" '! command -v fellow && ! command -v searchd && test ! -e /usr/share/fellow && test ! -e /usr/lib/systemd/system/searchd.service && test ! -e /etc/fellow'
must "the data stay" 'test -s /var/lib/fellow/demo/catalog.db'
echo "package test: all good"
