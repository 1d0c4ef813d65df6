#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One index, or the same people in 4 and 16 local shards, behind xapian-tcpsrv, behind other searchds, which may have shards themselves: the same
list, scores and counts.

usage: federation_test.py BIN_DIR [--people 2000] [--queries 300]

2 000 people are what every build can wait for; 20 000 (five minutes) are for who changes how a rank is made.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import made_up
from world import Searchd, Tcpsrv, publish

OPTIONS = None
SLOW = "FELLOW_SANITIZED" in os.environ
SHARDS, MANY = 4, 16


def shown(answer):
    """All that is said of everybody, but in which source and when she was taken up."""
    return [{k: v for k, v in hit.items() if k not in ("sources", "indexed_at")} for hit in answer["results"]]


class Exactness(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.base = base = pathlib.Path(cls.folder.name)
        cls.running = []
        cls.addClassCleanup(cls.end)
        cls.people = made_up.profiles(OPTIONS.people)
        publish(OPTIONS.binaries, base / "one", cls.people)
        for count in (SHARDS, MANY):
            for shard in range(count):
                publish(OPTIONS.binaries, base / f"shard{shard}of{count}", cls.people[shard::count])
        cls.one = cls.start("one")
        cls.queries = made_up.queries(cls.people, OPTIONS.queries)
        cls.wanted = [cls.one.search(*query)[1] for query in cls.queries]

    @classmethod
    def start(cls, name, rows=()):
        process = Searchd(OPTIONS.binaries, cls.base / name, rows)
        cls.running.append(process)
        return process

    @classmethod
    def end(cls):
        for process in cls.running:
            process.stop()
        cls.folder.cleanup()

    def compare(self, front, ranking="exact"):
        for query, wanted in zip(self.queries, self.wanted):
            with self.subTest(query[0]):
                for _ in range(3 if SLOW else 1):  # a sanitized build on a busy machine may be late
                    status, answer, _ = front.search(*query)
                    if not answer["partial"]:
                        break
                self.assertEqual(status, 200, answer)
                self.assertEqual({s["name"]: s["status"] for s in answer["sources"]}, {s["name"]: "ok" for s in answer["sources"]}, answer["sources"])
                self.assertEqual(shown(answer), shown(wanted))
                self.assertEqual(answer["total"], wanted["total"])
                self.assertEqual(answer["query"]["corrected"], wanted["query"]["corrected"])
                self.assertEqual(answer["ranking"], ranking)
                for name, values in wanted["facets"].items():
                    said = {v["value"]: v for v in answer["facets"][name]}
                    for value in values:
                        self.assertIn(value["value"], said, name)
                        self.assertEqual(said[value["value"]]["relation"], "eq")
                        self.assertEqual(said[value["value"]]["count"], value["count"])
                    self.assertEqual([v["value"] for v in answer["facets"][name]], [v["value"] for v in values])

    def remotes(self):
        out = []
        for shard in range(SHARDS):
            server = Tcpsrv(self.base / f"shard{shard}of{SHARDS}")
            self.running.append(server)
            out.append({"name": f"x{shard}", "kind": "xapian", "url": server.url, "timeout_ms": 4000})
        return out

    def peers(self, rows=lambda shard: (), name=lambda shard: f"shard{shard}of{SHARDS}"):
        out = []
        for shard in range(SHARDS):
            peer = self.start(name(shard), rows(shard))
            out.append({"name": f"p{shard}", "kind": "searchd", "url": peer.url, "timeout_ms": 4000})
        return out

    def locals(self, count=SHARDS):
        return [{"name": f"i{shard}", "kind": "index", "path": str(self.base / f"shard{shard}of{count}" / "index" / "current")} for shard in range(count)]

    def test_something_is_found(self):
        self.assertGreater(sum(len(w["results"]) > 0 for w in self.wanted), len(self.wanted) * 0.6)
        self.assertGreater(len({str(shown(w)) for w in self.wanted}), len(self.wanted) / 2)
        for form in ("offset", "sort", "match", "affiliation", "year", "facet_q.interest"):
            self.assertTrue(any(form in dict(query[0]) and wanted["results"] for query, wanted in zip(self.queries, self.wanted)), form)

    def test_local_shards(self):
        self.compare(self.start("front-index", self.locals()))

    def test_many_local_shards(self):
        self.compare(self.start("front-many", self.locals(MANY)))

    def test_peers(self):
        self.compare(self.start("front-searchd", self.peers()))

    def test_peers_and_local_shards(self):
        self.compare(self.start("front-both", self.locals()[:2] + self.peers()[2:]))

    def test_peers_that_have_shards(self):
        quarter = self.locals(MANY)
        peers = self.peers(lambda shard: quarter[shard::SHARDS], lambda shard: f"peer{shard}")
        self.compare(self.start("front-deep", peers))
        self.compare(self.start("front-deep-and-local", quarter[0::SHARDS] + quarter[1::SHARDS] + peers[2:]))

    @unittest.skipUnless(shutil.which("xapian-tcpsrv"), "xapian-tools is not installed")
    def test_remotes(self):
        self.compare(self.start("front-xapian", self.remotes()))

    @unittest.skipUnless(shutil.which("xapian-tcpsrv"), "xapian-tools is not installed")
    def test_all_three(self):
        rows = self.locals()[:1] + self.remotes()[1:2] + self.peers()[2:]
        self.compare(self.start("front-all", rows), ranking="approximate")

    def test_a_person_of_two_sources_is_one_result(self):
        copy = dict(self.people[0], identifiers={"orcid": "0000-0002-1825-0097"})
        elsewhere = dict(copy, url="https://elsewhere.example/~p0/", seeds=["https://elsewhere.example/~p0/"])
        publish(OPTIONS.binaries, self.base / "first", [copy])
        publish(OPTIONS.binaries, self.base / "second", [elsewhere, self.people[1]])
        second = self.start("second")
        front = self.start("first", [{"name": "here", "kind": "index", "path": "index/current"},
                                     {"name": "there", "kind": "searchd", "url": second.url, "timeout_ms": 4000}])
        answer = front.search([("q", copy["name"])])[1]
        self.assertEqual([h["sources"] for h in answer["results"] if h["name"] == copy["name"]], [["here", "there"]])
        self.assertEqual(answer["results"][0]["url"], copy["url"])
        # A person whom only the other one knows.
        other = front.search([("q", self.people[1]["name"])])[1]["results"][0]
        self.assertEqual(other["sources"], ["there"])
        status, profile, _ = front.get("/api/v1/researchers/" + other["id"])
        self.assertEqual((status, profile["name"]), (200, self.people[1]["name"]))
        self.assertIn(200, (front.get("/api/v1/researchers/" + other["id"] + "/similar")[0] for _ in range(3 if SLOW else 1)))
        suggested = front.get("/api/v1/suggest?q=" + self.people[1]["name"].split()[-1].lower())[1]["suggestions"]
        self.assertIn(other["id"], [s.get("id") for s in suggested])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("--people", type=int, default=600 if SLOW else 2000)
    parser.add_argument("--queries", type=int, default=60 if SLOW else 300)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest)
