#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does somebody wait for at the page? In Debian's chromium, over searchd with made-up people (bench/distractors.py).

usage: page.py BIN_DIR NPM_DIR [--people 100000] [--rounds 10] [--data DIR]

NPM_DIR: where deploy/install_npm.sh put playwright-core. --data: an index that is there already, instead of a new one.
Prints, as medians and 95th percentiles in ms: from the start of a navigation with an empty cache until the box takes keys (aimed at:
300) and until what was asked for stands there, with the processor slowed four times; from a key to the painted suggestions (aimed at: 50).
On a machine that does nothing else.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def prepare(programs, data, people):
    file = pathlib.Path(data).parent / "people.jsonl"
    with open(file, "w") as out:
        subprocess.run([sys.executable, HERE / "distractors.py", "--people", str(people)], check=True, stdout=out)
    for command in (["import", file], ["index"]):
        subprocess.run([programs / "fellow", *command, "--data", data], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("modules", type=pathlib.Path)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--data")
    args = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None or not shutil.which("node"):
        sys.exit("needs chromium and node (deploy/packages.txt)")
    with tempfile.TemporaryDirectory() as folder:
        data = args.data or os.path.join(folder, "data")
        if not args.data:
            prepare(args.programs.resolve(), data, args.people)
        daemon = subprocess.Popen([args.programs / "searchd", "--data", data, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        try:
            base = daemon.stdout.readline().split()[-1].rstrip("/")
            environment = {**os.environ, "BASE": base, "CHROMIUM": chromium, "MODULES": str(args.modules.resolve()), "ROUNDS": str(args.rounds + 1)}
            ran = subprocess.run(["node", HERE / "page.mjs"], env=environment, stdout=subprocess.PIPE, text=True, check=True)
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(20)
    figures = json.loads(ran.stdout)
    print(f"chromium {figures['version']}, load {os.getloadavg()[0]:.1f}")
    for page in ("start", "results"):
        for what in ("interactive_ms", "shown_ms"):
            print(f"{page:8} {what:15} median {figures[page][what]['median']:7.1f}  p95 {figures[page][what]['p95']:7.1f}")
    print(f"{'typing':8} {'suggestions_ms':15} median {figures['suggestions_ms']['median']:7.1f}  p95 {figures['suggestions_ms']['p95']:7.1f}  ({figures['suggestions_ms']['keys']} keys)")


if __name__ == "__main__":
    main()
