#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What do other search engines take for the same people and the same queries, in one run with ours?

usage: peers.py BIN_DIR BENCH_DIR [--people N] [--work DIR] [--search PROGRAM] [--seconds S] [--clients "1 16"] [PEER...]

BENCH_DIR holds peer_search.sh, which sets up and asks each peer, with what it needs. PEER: sqlite lucene groonga sphinx pg; all of them
when none is named. Ours: a searchd of BIN_DIR that keeps no answers, asked over HTTP; with --search (bench/search.cc, built) also in process,
like with like. All answer with the ten best and three facets. DIR keeps people and index for the next run (else they go at the end).

A peer that is not installed is named with its Debian package and left out. Prints a table; times are the machine's of that hour, so that
only the ratios of one run count. CPU: of the server's processes, or of the program itself where the peer is a library (sqlite, lucene).
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse

# What peer_search.sh calls, its packages, and the name under which it reports.
PEERS = {
    "sqlite": (["/usr/include/sqlite3.h"], "libsqlite3-dev", "sqlite-fts5", "SQLite FTS5, in process"),
    "lucene": (["javac", "/usr/share/java/lucene-core-8.7.0.jar"], "liblucene8-java openjdk-17-jdk-headless", "lucene8", "Lucene 8, in process"),
    "groonga": (["groonga"], "groonga-bin groonga-token-filter-stem", "groonga", "Groonga, HTTP"),
    "sphinx": (["/usr/bin/indexer", "/usr/bin/searchd"], "sphinxsearch", "sphinx", "Sphinx, SphinxQL"),
    "pg": (["/usr/lib/postgresql/15/bin/postgres", "psql"], "postgresql-15", "postgres15", "PostgreSQL"),
}
TOOLS = {"g++": "g++", "/usr/include/postgresql/libpq-fe.h": "libpq-dev", "/usr/include/xapian.h": "libxapian-dev", "pgrep": "procps", "/usr/bin/time": "time"}


def there(program):
    return os.path.exists(program) if program.startswith("/") else shutil.which(program) is not None


def installed(wanted):
    lacking = sorted({package for tool, package in TOOLS.items() if not there(tool)})
    if lacking:
        sys.exit("peer_search.sh needs: apt install " + " ".join(lacking))
    out = []
    for peer in wanted:
        programs, packages = PEERS[peer][:2]
        if all(map(there, programs)):
            out.append(peer)
        else:
            print(f"{peer} is left out; it needs: apt install {packages}", file=sys.stderr)
    return out


def prepare(programs, bench, work, people):
    if (work / "data" / "index" / "current").exists():
        return
    subprocess.run([sys.executable, bench / "make_web.py", "--researchers", str(people), "--docs-only", "--out", work / "web", "--seed", "7"], check=True, stdout=subprocess.DEVNULL)
    with open(work / "people.jsonl", "w") as out:
        subprocess.run([sys.executable, bench / "docs_to_profiles.py", work / "web"], check=True, stdout=out)
    for command in (["import", work / "people.jsonl"], ["index"]):
        subprocess.run([programs / "fellow", *command, "--data", work / "data"], check=True, stdout=subprocess.DEVNULL)
    (work / "people.jsonl").unlink()


def start_searchd(programs, work):
    config = work / "nothing_kept.toml"
    config.write_text("[answers]\ncache_mb = 0\n")
    process = subprocess.Popen([programs / "searchd", "--data", work / "data", "--config", config, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    return process, re.search(r"127\.0\.0\.1:\d+", process.stdout.readline()).group(0)


def rows_of(bench, work, given, peers):
    """The lines of peer_search.sh, as they come."""
    ours, address = start_searchd(given.programs, work)
    known = dict(os.environ, OURS_URL=address, OURS_PID=str(ours.pid), CLIENTS=given.clients, MAXSEC=str(given.seconds), ROUNDS="2", BENCH_TMP=str(work), BIN=str(work / "programs"))
    try:
        with subprocess.Popen(["bash", bench / "peer_search.sh", work / "web", "ours", *peers, "ours"], env=known, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
            for line in run.stdout:
                yield json.loads(line)
    finally:
        ours.send_signal(signal.SIGTERM)
        ours.wait(timeout=15)


def in_process(program, work, op):
    match = {"and": "all", "or": "any"}[op]
    ran = subprocess.run([program, work / "data" / "index", work / "web" / "queries.txt", match, "3", "10", "500", "like"], check=True, capture_output=True, text=True)
    return json.loads(ran.stdout)["mean_cpu_ms"]


def mean(rows, key, digits):
    """As text; "-" where nothing was measured (Sphinx does not always take 16 connections at once)."""
    found = [float(row[key]) for row in rows if key in row]
    return f"{sum(found) / len(found):.{digits}f}" if found else "-"


def show(rows, given, work):
    figures, names = {}, {"ours": "ours, HTTP", **{row[2]: row[3] for row in PEERS.values()}}
    for row in rows:
        if "op" not in row:
            continue
        # Ours was asked first and last: the mean of both.
        figures.setdefault(row["peer"], {}).setdefault((row["op"], row.get("clients", row.get("threads"))), []).append(row)
    clients = given.clients.split()
    print(f"{given.people} people\n")
    print("| | " + " | ".join(f"{kind} words: CPU ms | " + " | ".join(f"answers/s, {n}" for n in clients) for kind in ("all", "some")) + " |")
    print("|---|" + "---|" * 2 * (1 + len(clients)))
    for peer, cells in figures.items():
        line = []
        for op in ("and", "or"):
            line.append(mean(cells.get((op, int(clients[0])), []), "cpu_ms_q", 2))
            line += [mean(cells.get((op, int(n)), []), "qps", 0) for n in clients]
        print(f"| {names.get(peer, peer)} | " + " | ".join(line) + " |", flush=True)
    if given.search:
        cells = []
        for op in ("and", "or"):
            cells += [f"{in_process(given.search, work, op):.2f}", *("" for _ in clients)]
        print("| ours, in process | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("programs", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("bench", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("peers", nargs="*", choices=[*PEERS, []], default=[])
    parser.add_argument("--people", type=int, default=5000)
    parser.add_argument("--work", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--search", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--seconds", type=int, default=12)
    parser.add_argument("--clients", default="1 16")
    given = parser.parse_args()
    peers = installed(given.peers or list(PEERS))
    with tempfile.TemporaryDirectory() as temporary:
        work = given.work or pathlib.Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        work.chmod(0o755)
        prepare(given.programs, given.bench, work, given.people)
        rows = []
        for row in rows_of(given.bench, work, given, peers):
            rows.append(row)
            print(json.dumps(row), file=sys.stderr, flush=True)
        show(rows, given, work)


if __name__ == "__main__":
    main()
