#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One seed list on N shards, and one searchd in front of them: what N machines do, here on one. See README.md beside this file.
#
# usage: shards.sh night DIR N update-options…        each shard crawls and publishes its part: --seeds, --contact, …
#        shards.sh serve DIR N xapian|searchd [PORT]  serves the shards on PORT+1…PORT+N and searchd in front on PORT (8080)
set -eu
[ $# -ge 3 ] || { sed -n 4,7p "$0" >&2; exit 64; }
what=$1 dir=$2 n=$3
shift 3
# Beside the programs of a build or an installation, else by the PATH.
[ -z "${FELLOW_BIN:-}" ] || PATH=$FELLOW_BIN:$PATH

case $what in
night)
  worst=0
  for i in $(seq 1 "$n"); do
    fellow update --data "$dir/shard$i" --shard "$i/$n" "$@" || { code=$?; [ $code -le $worst ] || worst=$code; }
  done
  exit $worst
  ;;
serve)
  how=${1:?xapian or searchd} port=${2:-8080} pids=
  mkdir -p "$dir/front"
  : >"$dir/front/fellow.toml"
  trap 'kill $pids 2>/dev/null || :' EXIT
  trap 'exit 0' INT TERM
  for i in $(seq 1 "$n"); do
    at=$((port + i))
    case $how in
    xapian)
      xapian-tcpsrv --quiet --interface 127.0.0.1 --port "$at" "$dir/shard$i/index/current/people.glass" &
      url=tcp://127.0.0.1:$at
      ;;
    searchd)
      searchd --data "$dir/shard$i" --listen "127.0.0.1:$at" &
      url=http://127.0.0.1:$at/
      ;;
    *) echo "shards.sh: xapian or searchd" >&2; exit 64 ;;
    esac
    pids="$pids $!"
    printf '[[source]]\nname = "shard%s"\nkind = "%s"\nurl = "%s"\n' "$i" "$how" "$url" >>"$dir/front/fellow.toml"
  done
  searchd --data "$dir/front" --listen "127.0.0.1:$port" &
  pids="$pids $!"
  wait $!
  ;;
*) sed -n 4,7p "$0" >&2; exit 64 ;;
esac
