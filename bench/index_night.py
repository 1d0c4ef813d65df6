#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does a night cost in which 1 % of the profiles changed, beside a full build?

usage: index_night.py BIN_DIR PROFILES.jsonl [SHARE]

PROFILES: JSON Lines as `fellow import` takes them. Each figure is of `fellow index` alone: wall and CPU seconds (children
included). "publish" rows have no seed to look at: the import is subtracted by running an index with nothing changed.
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time


def run(*command):
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, cpu, done.stdout


def main():
    fellow, profiles = pathlib.Path(sys.argv[1]) / "fellow", pathlib.Path(sys.argv[2])
    share = float(sys.argv[3]) if len(sys.argv) > 3 else 0.01
    lines = profiles.read_text().splitlines()
    with tempfile.TemporaryDirectory() as work:
        data, changed = pathlib.Path(work) / "data", pathlib.Path(work) / profiles.name

        def step(name, text):
            changed.write_text("\n".join(text) + "\n")
            run(fellow, "import", changed, "--data", data)
            wall, cpu, out = run(fellow, "index", "--data", data, "--json")
            index = data / "index" / "current"
            size = sum(f.stat().st_size for f in index.iterdir())
            print(f"{name:10} wall {wall:7.2f} s  CPU {cpu:7.2f} s  {size / len(text):8.0f} bytes a profile  {out.strip()}", flush=True)
            return cpu

        full = step("full", lines)
        idle = step("unchanged", lines)
        every = max(1, round(1 / share))
        for i in range(0, len(lines), every):
            profile = json.loads(lines[i])
            profile["biography"] = profile.get("biography", "") + " Changed tonight."
            lines[i] = json.dumps(profile, ensure_ascii=False)
        night = step("night", lines)
        print(f"night / full {night / full:.3f}; without what a run costs that changes nothing: {(night - idle) / (full - idle):.3f}")
        for name in ("people.glass", "columns"):
            print(f"{name}: {(data / 'index' / 'current' / name).stat().st_size / len(lines):.0f} bytes a profile")


if __name__ == "__main__":
    main()
