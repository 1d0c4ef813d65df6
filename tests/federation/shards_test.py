#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""deploy/shards as somebody would use it: one seed list on N machines, the demo web crawled by each for its part, and one searchd in front that answers
as the single machine does, over N xapian-tcpsrv as over N searchd; and what it says when one of them is dead.

usage: shards_test.py BIN_DIR
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
import time
import unittest
import urllib.parse

from world import ENV, Process, Searchd, ask, free_ports

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1] / "demo"))
from demo_server import DEMO, DemoServer  # noqa: E402

OPTIONS = None
SCRIPT = HERE.parents[2] / "deploy" / "shards" / "shards.sh"
SHARDS = 3
ALL = "facets=affiliation,interest,year,position,country&facet_limit=20&limit=50&deadline_ms=5000"
QUERIES = [[("q", q)] for q in ("", "serverless inference HKUST", "systems", "phd student", '"machine learning"', "professor -networks", "topic:databases",
                                "at:hkust", "year:2020..2024", "paper:learning", "europe", "wingsum tse", "advisor:wang", "servreless inference")]
QUERIES += [[("q", "learning"), ("sort", order)] for order in ("name", "papers", "recent")]
QUERIES += [[("q", "systems"), ("match", match)] for match in ("all", "any")]
QUERIES += [[("q", ""), ("position", "student"), ("position", "faculty")], [("q", ""), ("country", "HK"), ("offset", "3")]]


def shown(answer):
    """All but where and when: an answer of several sources is to say what that of one does."""
    hits = [{k: v for k, v in hit.items() if k not in ("sources", "indexed_at")} for hit in answer["results"]]
    return {"results": hits, "total": answer["total"], "facets": answer["facets"], "corrected": answer["query"]["corrected"]}


class Front:
    """shards.sh serve, with whatever it started."""

    def __init__(self, folder, how):
        self.port = free_ports(SHARDS + 1)
        self.process = Process([SCRIPT, "serve", folder, str(SHARDS), how, str(self.port)], folder / f"{how}.log", FELLOW_BIN=OPTIONS.binaries)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if ask(self.port, "/readyz")[0] == 200 and len(self.live()) == SHARDS:
                    return
            except (OSError, json.JSONDecodeError):
                pass
            time.sleep(0.1)
        raise RuntimeError((folder / f"{how}.log").read_text())

    def live(self):
        return [s for s in self.search([("q", "")])["sources"] if s["status"] == "ok"]

    def search(self, query):
        return ask(self.port, "/api/v1/search?" + urllib.parse.urlencode(query) + "&" + ALL)[1]

    def children(self):
        return [int(pid) for pid in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    def kill(self, port):
        """The server of a shard, by the port in its command line."""
        for pid in self.children():
            line = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if str(port).encode() in line or f"127.0.0.1:{port}".encode() in line:
                for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():  # xapian-tcpsrv has one a connection
                    os.kill(int(child), signal.SIGKILL)
                os.kill(pid, signal.SIGKILL)
                return
        raise RuntimeError(f"nobody serves {port}")


class Shards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        web = DemoServer()
        cls.addClassCleanup(web.server_close)
        cls.addClassCleanup(web.shutdown)
        # One person of the demo web has home pages on two hosts, and may have them on two shards: then they are made one by the answer, and both count.
        lines = [line for line in (DEMO / "seeds.csv").read_text().splitlines(keepends=True) if "members/dagny" not in line]
        (cls.folder / "seeds.csv").write_text("".join(lines))
        night = ["--seeds", str(cls.folder / "seeds.csv"), "--contact", "https://fellow.example/about", "--delay", "0.02",
                 "--connect-to", f"::127.0.0.1:{web.server_address[1]}", "--now", "2026-11-20T03:00:00Z"]
        subprocess.run([f"{OPTIONS.binaries}/fellow", "update", "--data", cls.folder / "one", *night], env=ENV, capture_output=True, check=True, timeout=600)
        cls.alone = len(web.asked)
        done = subprocess.run([SCRIPT, "night", cls.folder, str(SHARDS), *night], env=ENV | {"FELLOW_BIN": OPTIONS.binaries}, capture_output=True, text=True, timeout=600)
        cls.night, cls.asked = done, web.asked[cls.alone:]
        cls.one = Searchd(OPTIONS.binaries, cls.folder / "one")
        cls.addClassCleanup(cls.one.stop)
        cls.wanted = [cls.one.search(query, ALL)[1] for query in QUERIES]

    def front(self, how):
        front = Front(self.folder, how)
        self.addCleanup(front.process.stop)
        return front

    def compare(self, how):
        front = self.front(how)
        for query, wanted in zip(QUERIES, self.wanted):
            with self.subTest(query):
                answer = front.search(query)
                self.assertEqual([s["status"] for s in answer["sources"]], ["ok"] * SHARDS, answer["sources"])
                self.assertEqual(answer["ranking"], "exact")
                self.assertEqual(shown(answer), shown(wanted))
        front.kill(front.port + 2)
        answer = front.search([("q", "not asked before")])  # whole answers are kept
        status = {s["name"]: s["status"] for s in answer["sources"]}
        self.assertEqual(status, {"shard1": "ok", "shard2": "unreachable", "shard3": "ok"}, answer["sources"])
        self.assertTrue(answer["partial"])
        self.assertEqual(answer["total"], {"value": sum(s.get("matched", 0) for s in answer["sources"]), "relation": "gte"})
        self.assertGreater(answer["total"]["value"], 0)
        # Who ends the script ends all of it.
        children = front.children()
        front.process.process.send_signal(signal.SIGTERM)
        front.process.process.wait(timeout=30)
        end = time.monotonic() + 30
        while any(pathlib.Path(f"/proc/{pid}").exists() for pid in children) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual([pid for pid in children if pathlib.Path(f"/proc/{pid}").exists()], [])

    def test_the_night_is_shared_out(self):
        self.assertEqual(self.night.returncode, 0, self.night.stderr)
        self.assertGreater(sum(len(w["results"]) > 0 for w in self.wanted), len(self.wanted) * 0.7)
        whole = self.one.search([("q", "")], ALL)[1]["total"]["value"]
        parts = [self.people(shard) for shard in range(1, SHARDS + 1)]
        self.assertEqual(sum(parts), whole, parts)
        self.assertTrue(all(parts), parts)
        # Nothing is fetched by two.
        self.assertLessEqual(len(self.asked), self.alone + SHARDS)

    def people(self, shard):
        done = subprocess.run([f"{OPTIONS.binaries}/fellow", "export", "--data", self.folder / f"shard{shard}"], env=ENV, capture_output=True, text=True, check=True)
        return len(done.stdout.splitlines())

    def test_searchds(self):
        self.compare("searchd")

    @unittest.skipUnless(shutil.which("xapian-tcpsrv"), "xapian-tools is not installed")
    def test_remotes(self):
        self.compare("xapian")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    OPTIONS, rest = parser.parse_known_args()
    OPTIONS.binaries = os.path.abspath(OPTIONS.binaries)
    unittest.main(argv=sys.argv[:1] + rest)
