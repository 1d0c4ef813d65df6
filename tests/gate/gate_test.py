#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How good are we on real pages? Floors that rise and never fall unnoticed, on the labelled corpus.

usage: gate_test.py BIN_DIR [--shared DIR] [--rewrite] [--keep DIR]

Serves the corpus on loopback, runs `fellow update` over it, scores the export field by field and the daemon query by query,
and compares with floors.json, which names the corpus by hash. Exit 77 (skipped) where the corpus is absent.
--rewrite raises each floor to what was measured (never lowers one); --keep leaves the data directory for a look.
"""
import argparse
import contextlib
import hashlib
import json
import math
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def corpus_hash(corpus):
    """Of every file's path and bytes."""
    whole = hashlib.sha256()
    for file in sorted(corpus.rglob("*")):
        if file.is_file():
            whole.update(file.relative_to(corpus).as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(args, ready):
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            if ready():
                break
            if process.poll() is not None:
                raise SystemExit(f"{args[0]} ended with {process.returncode}")
            time.sleep(0.05)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def accepts(port):
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Gate:
    def __init__(self, shared, bin_dir, work):
        self.shared, self.bin, self.work = shared, bin_dir, work
        self.data = work / "data"
        self.faults = []

    def expect(self, ok, what):
        print(("ok      " if ok else "FAILED  ") + what, flush=True)
        if not ok:
            self.faults.append(what)

    def fellow(self, *args, data=None):
        done = subprocess.run([self.bin / "fellow", *args, "--data", data or self.data], capture_output=True, text=True, timeout=1200)
        if done.returncode not in (0, 1):
            raise SystemExit(f"fellow {' '.join(map(str, args))}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    def update(self, seeds, *more, data=None):
        args = ["update", "--seeds", seeds, "--contact", "https://fellow.example/about", "--connect-to", f"::127.0.0.1:{self.port}", "--cacert", self.work / "ca.pem",
                "--delay", "0", "--json", *more]
        return json.loads(self.fellow(*map(str, args), data=data))

    def seed_list(self, name, keep):
        labels = [json.loads(file.read_text()) for file in sorted((self.shared / "corpus").rglob("gold.json"))]
        file = self.work / name
        file.write_text("".join(label["url"] + "\n" for label in labels if keep(label["id"])))
        return file

    def score(self, tool, *args):
        done = subprocess.run([sys.executable, self.shared / "tools" / tool, self.shared / "corpus", *args, "--json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def crawl_twice(self):
        seeds = self.seed_list("seeds.txt", lambda site: True)
        first = self.update(seeds)
        self.expect(first["seeds"] == 69 and first["failed_seeds"] == 0, f"first night: {first}")
        rows = [json.loads(line) for line in self.fellow("report", "--json").splitlines()]
        self.expect(all(row["outcome"] == "ok" or row.get("reason") for row in rows), f"every one of {len(rows)} rows that is not ok has a reason")
        before = self.fellow("export", "--with-email")
        second = self.update(seeds, "--again")
        self.expect(second["extracted"] == 0 and second["pages"] == second["not_modified"], f"second night answers from 304s and re-extracts nothing: {second}")
        self.expect(self.fellow("export", "--with-email") == before, "the export is byte-identical after the second night")

    def extraction(self):
        export = self.work / "export.jsonl"
        export.write_text(self.fellow("export", "--with-email"))
        figures = {}
        for part in ("all", "aside"):
            scored = self.score("score_extraction.py", str(export), "--part", part)
            figures[part] = {field: round(row["f1"], 4) for field, row in scored["fields"].items()}
            for key in ("year", "venue"):
                figures[part]["paper_" + key] = round(scored[key][0] / max(1, scored[key][1]), 4)
        return figures

    def search(self):
        port = free_port()
        args = [self.bin / "searchd", "--data", self.data, "--listen", f"127.0.0.1:{port}"]
        with running(args, lambda: accepts(port)):
            scored = self.score("score_search.py", "--server", f"http://127.0.0.1:{port}")
            healthy = urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).status == 200
        self.expect(healthy, "searchd is healthy after the queries")
        return {kind: row["quality"] for kind, row in scored.items()}

    def seed_documents(self):
        """The five documents that the project started from."""
        data = self.work / "seed-data"
        self.update(self.seed_list("five.txt", lambda site: site.startswith("seed-")), data=data)
        answer = json.loads(self.fellow("search", "serverless inference HKUST", "--json", data=data))
        first = answer["results"][0]
        self.expect(first.get("name") == "Chaobo Jia", f"serverless inference HKUST: {first['display_name']} is first")
        self.expect({"advisors", "papers"} <= set(first["matched_on"]), f"matched on {first['matched_on']}")
        self.expect([a.get("id") for a in first["affiliations"]][:1] == ["hust"], f"affiliations {[a['name'] for a in first['affiliations']]}")
        facet = json.loads(self.fellow("search", "serverless inference HKUST", "--json", "--filter", "affiliation=hkust", data=data))
        self.expect(all(hit.get("name") != "Chaobo Jia" for hit in facet["results"]), "the facet affiliation=hkust does not hold him")
        people = {json.loads(line)["url"]: json.loads(line) for line in self.fellow("export", data=data).splitlines()}
        self.expect("name" not in people["http://seed-1.example/about.md"], "a name that the page does not show stays absent")
        shown = json.loads(self.fellow("show", first["id"], "--json", data=data))
        facts = [f"/{key}/{i}" for key in ("positions", "affiliations", "past_affiliations", "interests", "education", "advisors", "papers") for i in range(len(shown.get(key, [])))]
        missing = [fact for fact in ["/name"] + facts if not shown["evidence"].get(fact, {}).get("url")]
        self.expect(not missing, f"each of {len(facts) + 1} shown facts names its page {missing}")

    def compare(self, figures):
        floors = json.loads((HERE / "floors.json").read_text()) if (HERE / "floors.json").exists() else {}
        digest = corpus_hash(self.shared / "corpus")
        if floors.get("corpus") not in (None, digest):
            self.expect(False, f"floors.json is for another corpus than {digest[:12]}: measure anew and review it")
        for part, rows in figures.items():
            for field, value in rows.items():
                floor = floors.get(part, {}).get(field, 0.0)
                self.expect(value >= floor, f"{part:7} {field:18} {value:.4f} (floor {floor:.4f})")
        return floors | {"corpus": digest}


def raised(old, figures):
    """Floors a little under what was measured, so that only a real loss breaks them; never below the old ones."""
    for part, rows in figures.items():
        part_floors = old.setdefault(part, {})
        for field, value in rows.items():
            part_floors[field] = max(part_floors.get(field, 0.0), math.floor(value * 1000) / 1000)
    return old


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin_dir", type=pathlib.Path)
    parser.add_argument("--shared", type=pathlib.Path, default=HERE.parents[1].parent / "shared")
    parser.add_argument("--rewrite", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    if not (args.shared / "corpus").is_dir():
        print(f"skipped: there is no labelled corpus at {args.shared / 'corpus'}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        work = args.keep or pathlib.Path(folder)
        os.makedirs(work, exist_ok=True)
        gate = Gate(args.shared, args.bin_dir.resolve(), work)
        gate.port = free_port()
        server = [sys.executable, args.shared / "tools/serve_corpus.py", args.shared / "corpus", "--port", str(gate.port), "--ca-out", work / "ca.pem"]
        with running(server, lambda: accepts(gate.port)):
            gate.crawl_twice()
            gate.seed_documents()
        figures = gate.extraction()
        figures["search"] = gate.search()
        floors = gate.compare(figures)
    if args.rewrite:
        (HERE / "floors.json").write_text(json.dumps(raised(floors, figures), indent=2) + "\n")
    if gate.faults:
        sys.exit("\n".join(["", f"{len(gate.faults)} of the gate's demands are not met:"] + gate.faults))


if __name__ == "__main__":
    main()
