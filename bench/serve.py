#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many answers a second over HTTP, at what CPU, with and without kept answers, beside nginx serving one of them as a file?

usage: serve.py BIN_DIR BENCH_DIR [RESEARCHERS] [SECONDS]

BENCH_DIR holds make_web.py, docs_to_profiles.py (the generated people and 500 queries) and loadgen.cc (the closed-loop client, on the same
cores). Every round runs each row once, so that the rows of a round share what else the machine does; the median of 3 rounds is printed.
"and": every word must match; "or": some. "kept": the same queries again, from the answer cache. CPU: of the server's processes.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

ROUNDS, CLIENTS = 3, (1, 16)


def cpu_seconds(pids):
    total = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def resident_mb(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) / 1024


def prepare(programs, bench, work, people):
    subprocess.run([sys.executable, bench / "make_web.py", "--researchers", str(people), "--docs-only", "--out", work / "web", "--seed", "7"], check=True, stdout=subprocess.DEVNULL)
    with open(work / "people.jsonl", "w") as out:
        subprocess.run([sys.executable, bench / "docs_to_profiles.py", work / "web"], check=True, stdout=out)
    subprocess.run([programs / "fellow", "import", work / "people.jsonl", "--data", work / "data"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([programs / "fellow", "index", "--data", work / "data"], check=True, stdout=subprocess.DEVNULL)
    queries = [line.split("\t")[2].strip() for line in open(work / "web" / "queries.txt")]
    for name, match in (("and", "all"), ("or", "any")):
        rows = (f"/api/v1/search?q={urllib.parse.quote(q)}&match={match}&limit=10&facets=affiliation,interest,year" for q in queries)
        (work / f"requests.{name}").write_text("\n".join(rows) + "\n")
    (work / "requests.file").write_text("/answer.json\n" * 500)
    subprocess.run(["g++", "-O2", "-std=c++20", bench / "loadgen.cc", "-o", work / "loadgen", "-lpthread"], check=True)


def start_searchd(programs, work, cache_mb):
    config = work / f"cache{cache_mb}.toml"
    config.write_text(f"[answers]\ncache_mb = {cache_mb}\n")
    process = subprocess.Popen([programs / "searchd", "--data", work / "data", "--config", config, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    return process, re.search(r"127\.0\.0\.1:\d+", process.stdout.readline()).group(0)


def start_nginx(work, answer):
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if program is None:
        return None, None
    place = work / "nginx"
    place.mkdir()
    (place / "answer.json").write_bytes(answer)
    port = 28391
    paths = " ".join(f"{kind}_temp_path {place}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (place / "conf").write_text(f"daemon off; worker_processes 1; pid {place}/pid; error_log {place}/error;\nevents {{ worker_connections 1024; }}\n"
                                f"http {{ access_log off; keepalive_requests 100000000; tcp_nodelay on; open_file_cache max=100; {paths} default_type application/json;\n"
                                f"server {{ listen 127.0.0.1:{port}; root {place}; }} }}\n")
    process = subprocess.Popen([program, "-c", place / "conf", "-e", place / "error"])
    time.sleep(0.5)
    return process, f"127.0.0.1:{port}"


def family(pid):
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid] + [int(child) for child in children]


def load(work, address, requests, clients, seconds, pids):
    before = cpu_seconds(pids)
    ran = subprocess.run([work / "loadgen", "http", address, work / f"requests.{requests}", str(clients), "1000", str(seconds)], capture_output=True, text=True)
    row = json.loads(ran.stdout)
    if row["errors"] or not row["n"]:
        sys.exit(f"requests failed: {ran.stderr}")
    row["cpu_ms"] = 1000 * (cpu_seconds(pids) - before) / row["n"]
    return row


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs, bench = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    people, seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 5000, float(sys.argv[4]) if len(sys.argv) > 4 else 3
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        work.chmod(0o755)
        prepare(programs, bench, work, people)
        plain, plain_at = start_searchd(programs, work, 0)
        keeping, keeping_at = start_searchd(programs, work, 64)
        answer = urllib.request.urlopen(f"http://{plain_at}" + (work / "requests.and").read_text().split("\n")[0]).read()
        nginx, nginx_at = start_nginx(work, answer)
        rows = [("searchd and", plain, plain_at, "and"), ("searchd or", plain, plain_at, "or"), ("searchd kept and", keeping, keeping_at, "and"), ("searchd kept or", keeping, keeping_at, "or")]
        if nginx:
            rows.insert(0, ("nginx file", nginx, nginx_at, "file"))
        try:
            for kind in ("and", "or"):
                load(work, keeping_at, kind, 1, seconds, [keeping.pid])  # every answer is kept now
                load(work, plain_at, kind, 1, 1, [plain.pid])
            figures = {}
            for _ in range(ROUNDS):
                for clients in CLIENTS:
                    for name, process, address, requests in rows:
                        figures.setdefault((name, clients), []).append(load(work, address, requests, clients, seconds, family(process.pid)))
            print(f"{people} people, {len(answer)} bytes an answer, medians of {ROUNDS} rounds")
            for (name, clients), all_rows in figures.items():
                median = {key: statistics.median(row[key] for row in all_rows) for key in ("qps", "cpu_ms", "p50", "p99")}
                print(f"{name:18} {clients:3} clients  {median['qps']:9.0f} /s  CPU {median['cpu_ms']:.3f} ms  p50 {median['p50']:.3f} ms  p99 {median['p99']:.3f} ms")
            print(f"memory: searchd {resident_mb(plain.pid):.0f} MB, with kept answers {resident_mb(keeping.pid):.0f} MB")
        finally:
            for process in filter(None, (plain, keeping, nginx)):
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=15)


if __name__ == "__main__":
    main()
