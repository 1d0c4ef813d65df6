#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does it cost to have people on N shards instead of one machine: time, CPU, memory, and when a shard is dead?

usage: shards.py BIN_DIR [--people 20000] [--shards 4] [--queries 300] [--profiles FILE.jsonl]

The same people (made up, or of the file) in one index, in N local shards, behind N stock xapian-tcpsrv, behind N searchd, with one searchd in front of each;
the rows take turns at each of the same queries, so that they share what else the machine does. Nothing is kept of answers. CPU: of all processes of a row, the
front's own beside it. "dead": a shard is killed, "stopped": it hangs; the first answer after that, and those once it is left alone.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "federation"))
import made_up  # noqa: E402
from world import Searchd, Tcpsrv, publish  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")


def family(process):
    """The process and its children: xapian-tcpsrv has one a connection."""
    return [process.pid, *map(int, pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())]


def cpu_ms(processes):
    total = 0
    for process in processes:
        for pid in family(process):
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12]) + int(fields[13]) + int(fields[14])
    return 1000 * total / TICK


def memory_mb(process):
    """What it alone holds; a mapped index is everybody's."""
    return sum(int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) for pid in family(process)) / 1024


def size_mb(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder, "index").resolve().rglob("*") if file.is_file()) / 1e6


class Row:
    def __init__(self, name, front, shards):
        self.name, self.front, self.shards, self.took = name, front, shards, []

    def ask(self, query):
        status, answer, took = self.front.search(*query)
        self.took.append(took * 1000)
        return answer

    def everybody(self):
        return [self.front, *self.shards]


def rows_of(binaries, base, shards):
    folders = [base / f"shard{i}" for i in range(shards)]

    def row(name, kind, processes, place):
        sources = [{"name": f"s{i}", "kind": kind, **place(i)} for i in range(shards)]
        return Row(name, Searchd(binaries, base / f"front-{kind}", sources), processes)

    yield Row("one index", Searchd(binaries, base / "one"), [])
    yield row(f"{shards} local", "index", [], lambda i: {"path": str(folders[i] / "index" / "current")})
    if shutil.which("xapian-tcpsrv"):
        remotes = [Tcpsrv(folder) for folder in folders]
        yield row(f"{shards} xapian", "xapian", remotes, lambda i: {"url": remotes[i].url})
    peers = [Searchd(binaries, folder) for folder in folders]
    yield row(f"{shards} searchd", "searchd", peers, lambda i: {"url": peers[i].url})


def measure(rows, queries):
    for row in rows:  # connections, columns, posting lists
        for query in queries[:50]:
            row.ask(query)
        row.took.clear()
    used = {row.name: [0.0, 0.0] for row in rows}
    for begin in range(0, len(queries), 50):  # CPU is counted in hundredths of a second
        for row in rows:
            before = cpu_ms([row.front]), cpu_ms(row.shards)
            for query in queries[begin:begin + 50]:
                row.ask(query)
            used[row.name][0] += cpu_ms([row.front]) - before[0]
            used[row.name][1] += cpu_ms(row.shards) - before[1]
    print(f"{'':12} {'p50 ms':>8} {'p95 ms':>8} {'CPU ms':>8} {'front':>7} {'front MB':>9} {'shard MB':>9}")
    for row in rows:
        took = sorted(row.took)
        front, shards = (ms / len(queries) for ms in used[row.name])
        shard_mb = statistics.mean(map(memory_mb, row.shards)) if row.shards else 0
        print(f"{row.name:12} {took[len(took) // 2]:8.1f} {took[int(len(took) * 0.95)]:8.1f} {front + shards:8.2f} {front:7.2f} {memory_mb(row.front):9.0f} {shard_mb:9.0f}")


def hurt(row, number, queries):
    """One shard is gone: the first answer, those until it is left alone, those after that."""
    row.took.clear()
    row.shards[1].signal(number)
    told = []
    for query in queries[:40]:
        answer = row.ask(query)
        told.append(next(s["status"] for s in answer["sources"] if s["name"] == "s1"))
    row.shards[1].signal(signal.SIGCONT) if number == signal.SIGSTOP else None
    alone = told.index("skipped") if "skipped" in told else len(told)
    rest = sorted(row.took[alone:]) or [float("nan")]
    what = "dead" if number == signal.SIGKILL else "stopped"
    print(f"{row.name:12} {what:8} told {', '.join(dict.fromkeys(told))}; before it is left alone {', '.join(f'{ms:.0f}' for ms in row.took[:alone])} ms, after that p50 {rest[len(rest) // 2]:.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("--people", type=int, default=20000)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--profiles")
    args = parser.parse_args()
    people = [json.loads(line) for line in open(args.profiles)][:args.people] if args.profiles else made_up.profiles(args.people)
    if args.profiles:  # what they are about
        few = people[:500]
        made_up.TOPICS = [i["name"] for p in few for i in p.get("interests", [])] or made_up.TOPICS
        made_up.PLACES = [a["name"] for p in few for a in p.get("affiliations", [])] or made_up.PLACES
        made_up.WORDS = [word for p in few for paper in p.get("papers", [])[:1] for word in paper["title"].split() if len(word) > 4] or made_up.WORDS
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder)
        try:
            began = time.monotonic()
            publish(args.binaries, base / "one", people)
            print(f"{len(people)} people: imported and indexed in {1000 * (time.monotonic() - began) / len(people):.2f} ms each; {1000 * size_mb(base / 'one') / len(people):.1f} KB each in one index", end="")
            for shard in range(args.shards):
                publish(args.binaries, base / f"shard{shard}", people[shard::args.shards])
            print(f", {1000 * sum(size_mb(base / f'shard{i}') for i in range(args.shards)) / len(people):.1f} KB in {args.shards}", flush=True)
            queries = [([*query, ("limit", "10")], "facets=affiliation,interest,year") for query, _ in made_up.queries(people, args.queries)]
            rows.extend(rows_of(args.binaries, base, args.shards))
            measure(rows, queries)
            for row in rows:
                if row.shards:
                    hurt(row, signal.SIGSTOP, queries)
                    time.sleep(7)  # until it is tried again
                    row.ask(queries[0])
                    hurt(row, signal.SIGKILL, queries)
        finally:
            for row in rows:
                for process in row.everybody():
                    process.stop()


if __name__ == "__main__":
    main()
