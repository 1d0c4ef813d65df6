#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page in a real browser, over the demo web and people whose every field is hostile.

usage: web_test.py BIN_DIR WORK_DIR [--screenshots]

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
            file = pathlib.Path(folder) / "hostile.jsonl"
            file.write_text("".join(json.dumps(one) + "\n" for one in people))
            subprocess.run([bin_dir / "fellow", "import", file, "--data", data], check=True, stdout=subprocess.DEVNULL, timeout=60)
            subprocess.run([bin_dir / "fellow", "index", "--data", data], check=True, stdout=subprocess.DEVNULL, timeout=60)
        daemon = subprocess.Popen([bin_dir / "searchd", "--data", data, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        try:
            base = daemon.stdout.readline().split()[-1].rstrip("/")
            environment = {**os.environ, "BASE": base, "CHROMIUM": chromium, "MODULES": str(modules)}
            if people:
                command = ["node", "--test", *sorted(str(file) for file in HERE.glob("*.test.mjs"))]
            else:
                command = ["node", str(HERE / "screenshots.mjs"), str(HERE.parent.parent / "docs" / "screenshots")]
            return subprocess.run(command, env=environment, timeout=540).returncode
        finally:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(20)


if __name__ == "__main__":
    sys.exit(main())
