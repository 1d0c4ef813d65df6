#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page in a real browser, over the demo web and people whose every field is hostile.

usage: web_test.py BIN_DIR WORK_DIR [--screenshots | NAME.test.mjs…]

Skipped (exit 77), and says why, where chromium does not start, or node or the packages of package-lock.json are absent: deploy/test.sh
installs them into WORK_DIR/npm.
--screenshots writes the main states into docs/screenshots instead of testing.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
LONG = "Donaudampfschifffahrt" * 24  # 504 characters without a place to break
SCRIPT = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'>{{results}}"
BIDI = "\u202eright to left\u202c \u2067isolate"


def hostile_people():
    evil = {
        "v": 1, "url": "http://evil.example/", "seeds": ["http://evil.example/"],
        "name": f"Mallory {SCRIPT}", "alternate_names": [BIDI, SCRIPT, LONG],
        "positions": [{"title": SCRIPT, "kind": "faculty"}, {"title": LONG, "kind": "faculty"}, {"title": BIDI, "kind": "other"}],
        "affiliations": [{"name": f"Institute {SCRIPT}", "department": LONG, "country": "<b>"}, {"name": LONG}],
        "past_affiliations": [{"name": SCRIPT, "role": BIDI, "start": 1, "end": 9999}],
        "interests": [{"name": SCRIPT}, {"name": LONG}, {"name": BIDI}, {"name": "hostile topic"}],
        "education": [{"institution": SCRIPT, "degree": "PhD", "field": LONG}],
        "advisors": [{"name": SCRIPT, "url": "javascript:window.pwned=1", "affiliation": LONG}],
        "identifiers": {"orcid": "javascript:window.pwned=1", "github": "../../" + SCRIPT, "website": "javascript:window.pwned=1"},
        "papers": [
            {"title": f"Hostile {SCRIPT} {LONG}", "authors": [f"Author {i} {SCRIPT if i == 3 else ''}" for i in range(300)], "year": 2024,
             "venue": LONG, "url": "javascript:window.pwned=1", "doi": "\"><script>"},
            {"title": BIDI, "authors": [LONG + "x", "Eve " + SCRIPT, "Nobody", BIDI + " else"], "year": 2020, "venue": SCRIPT, "url": "data:text/html,<script>window.pwned=1</script>"},
        ],
        "awards": [{"title": SCRIPT, "year": 2020}],
        "biography": f"Hostile {SCRIPT} {LONG} {BIDI} " + "word " * 400,
        "photo_url": "javascript:window.pwned=1", "language": "en", "source": SCRIPT,
    }
    scripts = {
        "v": 1, "url": "http://names.example/", "seeds": ["http://names.example/"], "name": "محمد عبد الله", "alternate_names": ["דוד כהן", "山田太郎", "Иван Петров"],
        "positions": [{"title": "أستاذ", "kind": "faculty"}], "affiliations": [{"name": "جامعة القاهرة"}],
        "interests": [{"name": "hostile topic"}, {"name": "机器学习"}], "papers": [{"title": "مقال عن الشبكات", "authors": ["محمد عبد الله", "山田太郎"], "year": 2023}],
    }
    return [evil, scripts]


def far_people():
    """Of the other source."""
    return [{"v": 1, "url": f"http://{host}.example/", "name": name, "interests": [{"name": "Kelp forests"}], "affiliations": [{"name": "University of the East"}]}
            for host, name in (("eastwin", "Eastwin Kelper"), ("oda", "Oda Strand"))]


def publish(programs, data, people):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(one) + "\n" for one in people))
        file.flush()
        for command in (["import", file.name, "--list", "people"], ["index"]):
            subprocess.run([programs / "fellow", *command, "--data", data], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)


class Daemon:
    def __init__(self, programs, data, *more):
        self.process = subprocess.Popen([programs / "searchd", "--data", data, "--listen", "127.0.0.1:0", *more], stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().split()[-1].rstrip("/")

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def packages(work):
    """The folder into which deploy/test.sh has put what package-lock.json names."""
    if not shutil.which("node"):
        skip("no node here (package list: deploy/packages.txt)")
    folder = work / "npm"
    for name in ("axe-core", "playwright-core"):
        if not (folder / "node_modules" / name).is_dir():
            skip(f"no {name} in {folder}: run deploy/test.sh with npm's registry in reach")
    return folder


def browser():
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        skip("no chromium here (package list: deploy/packages.txt)")
    try:
        done = subprocess.run([path, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--dump-dom", "data:text/html,<p>alive"], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        skip("chromium does not answer in two minutes")
    if "alive" not in done.stdout:
        skip("chromium does not start:\n" + done.stderr[-600:])
    return path


def main():
    bin_dir, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    chromium, modules = browser(), packages(work)
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        subprocess.run([bin_dir / "fellow", "demo", "--once", "--data", data], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=180)
        people = [] if "--screenshots" in sys.argv else hostile_people()
        if people:
            publish(bin_dir, data, people)
        daemons = [Daemon(bin_dir, data)]
        try:
            environment = {**os.environ, "BASE": daemons[0].base, "CHROMIUM": chromium, "MODULES": str(modules)}
            if not people:
                command = ["node", str(HERE / "screenshots.mjs"), str(HERE.parent.parent / "docs" / "screenshots")]
            else:
                command = ["node", "--test", *(str(HERE / name) for name in sys.argv[3:] or sorted(file.name for file in HERE.glob("*.test.mjs")))]
            environment |= federated(bin_dir, folder, data, daemons)
            return subprocess.run(command, env=environment, timeout=1140).returncode
        finally:
            for daemon in daemons:
                daemon.end()


def federated(programs, folder, data, daemons):
    """Two more daemons: one with other people, one that asks it too. The test stops and kills the first."""
    east = os.path.join(folder, "east")
    publish(programs, east, far_people())
    daemons.append(Daemon(programs, east))
    config = pathlib.Path(folder) / "federated.toml"
    config.write_text('[[source]]\nname = "local"\nkind = "index"\npath = "index/current"\n'
                      f'[[source]]\nname = "east"\nkind = "searchd"\nurl = "{daemons[-1].base}/"\ntimeout_ms = 400\n')
    daemons.append(Daemon(programs, data, "--config", config))
    return {"FEDERATED": daemons[-1].base, "PEER_PID": str(daemons[-2].process.pid)}


if __name__ == "__main__":
    sys.exit(main())
