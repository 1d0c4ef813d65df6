#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever happens to a source: an answer in time, the others' results as if it were not there, its status and why, and back again.

usage: faults_test.py BIN_DIR
"""
import argparse
import datetime
import os
import pathlib
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

import made_up
from bad_peer import MANNERS, REMOTE_MANNERS, SECOND, BadPeer, BadRemote
from world import Searchd, Tcpsrv, free_port, publish

OPTIONS = None
# A sanitized build takes its time; what is tested is that nothing waits for a source that does not answer.
SLOW = "FELLOW_SANITIZED" in os.environ
TOLERANCE = 1.0 if SLOW else 0.15  # of a single answer: the machine may have other things to do
MEDIAN_TOLERANCE = 0.2 if SLOW else 0.02
BREAKER = 5 * 1.2  # seconds until a source that failed three times is tried again, at most
TIMEOUT_MS, DEADLINE_MS = (1600, 4000) if SLOW else (400, 1000)
QUERY = [("q", "machine learning systems stanford")]
REST = f"facets=affiliation,interest&limit=20&deadline_ms={DEADLINE_MS}"


def shown(answer):
    return [(h["id"], h["score"]) for h in answer["results"]], {n: [(v["value"], v["count"]) for v in vs] for n, vs in answer["facets"].items()}


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.base = base = pathlib.Path(folder.name)
        people = made_up.profiles(200)
        for name, part in (("here", people[0::2]), ("there", people[1::2])):
            publish(OPTIONS.binaries, base / name, part)
        cls.real = Searchd(OPTIONS.binaries, base / "there")
        cls.addClassCleanup(cls.real.stop)
        alone = Searchd(OPTIONS.binaries, base / "here")
        cls.alone = shown(alone.search(QUERY, REST)[1])
        alone.stop()
        cls.number = 0

    def front(self, *rows, extra=""):
        """A daemon over the people `here` and these sources."""
        Faults.number += 1
        here = {"name": "here", "kind": "index", "path": str(self.base / "here" / "index" / "current")}
        process = Searchd(OPTIONS.binaries, self.base / f"front{self.number}", [here, *rows], extra=extra)
        self.addCleanup(process.stop)
        return process

    def bad(self, port=0):
        peer = BadPeer(self.real.port, port)
        self.addCleanup(peer.close)
        return peer

    def row(self, url, kind="searchd", **more):
        return {"name": "other", "kind": kind, "url": url, "timeout_ms": TIMEOUT_MS, **more}

    def ask(self, front, rest=REST):
        status, answer, took = front.search(QUERY, rest)
        self.assertEqual(status, 200, answer)
        self.assertLess(took, DEADLINE_MS / 1000 + TOLERANCE, answer["sources"])
        return answer, {s["name"]: s for s in answer["sources"]}["other"]

    def assert_alone(self, answer, other, status, code):
        """The answer is that of the live source."""
        self.assertEqual((other["status"], other.get("error", {}).get("code")), (status, code), other)
        self.assertTrue(other["error"]["message"])
        self.assertTrue(answer["partial"])
        ids, facets = shown(answer)
        self.assertEqual(ids, self.alone[0])
        self.assertEqual(facets, self.alone[1])

    def assert_recovers(self, front):
        """The next half-open question finds it well again."""
        end = time.monotonic() + BREAKER + TOLERANCE + DEADLINE_MS / 1000
        while time.monotonic() < end:
            answer, other = self.ask(front)
            if other["status"] == "ok":
                self.assertFalse(answer["partial"])
                self.assertGreater(answer["total"]["value"], 0)
                return
            self.assertIn("retry_at", other) if other["status"] == "skipped" else None
            time.sleep(0.25)
        self.fail(f"not back in time: {other}")

    def test_manners(self):
        for late in (False, True):
            rows = MANNERS | SECOND if late else MANNERS
            for manner, (_, status, code) in rows.items():
                with self.subTest(manner, late=late):
                    peer = self.bad()
                    front = self.front(self.row(peer.url))
                    answer, other = self.ask(front)
                    self.assertEqual(other["status"], "ok", other)
                    peer.manner, peer.late = manner, late
                    answer, other = self.ask(front)
                    self.assert_alone(answer, other, status, code)
                    front.stop()
                    peer.close()

    def test_the_deadline_is_kept(self):
        """By three that hold the answer up one after the other: in the first phase, in the second, when the others are asked once more."""
        peers = [self.bad() for _ in range(3)]
        front = self.front(*(self.row(peer.url) | {"name": f"other{i}"} for i, peer in enumerate(peers)))
        self.assertEqual(front.search(QUERY, REST)[0], 200)
        for manner in ("silent", "dripping"):
            for deadline in (100, 300):  # phases so short say nothing about a source: nobody is left alone
                over = []
                for _ in range(9):
                    for peer, late, spared in zip(peers, (False, True, True), (0, 0, 1)):
                        peer.manner, peer.late, peer.spared = manner, late, spared
                    status, answer, took = front.search(QUERY, f"deadline_ms={deadline}")
                    if not SLOW:  # else the live one may be late too
                        self.assertEqual((status, [s["status"] for s in answer["sources"]]), (200, ["ok"] + ["timeout"] * 3), answer["sources"])
                    over.append(took - deadline / 1000)
                self.assertLess(sorted(over)[4], MEDIAN_TOLERANCE, (manner, deadline, over))
                if "FELLOW_TIMES" in os.environ:
                    print(f"{manner}, {deadline} ms: over by", *(f"{1000 * one:.1f}" for one in sorted(over)), "ms")

    def test_a_peer_that_is_given_up_and_comes_back(self):
        port = free_port()
        front = self.front(self.row(f"http://127.0.0.1:{port}"))
        for _ in range(3):
            answer, other = self.ask(front)
            self.assert_alone(answer, other, "unreachable", "unreachable")
        answer, other = self.ask(front)
        self.assert_alone(answer, other, "skipped", "breaker")
        self.assertRegex(other["retry_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.bad(port)
        self.assert_recovers(front)

    def test_a_stopped_peer(self):
        peer = Searchd(OPTIONS.binaries, self.base / "there")
        self.addCleanup(peer.stop)
        front = self.front(self.row(peer.url))
        self.assertEqual(self.ask(front)[1]["status"], "ok")
        peer.signal(signal.SIGSTOP)
        answer, other = self.ask(front)
        self.assert_alone(answer, other, "timeout", "deadline")
        peer.signal(signal.SIGCONT)
        self.assert_recovers(front)
        port = peer.port
        peer.stop()
        self.assert_alone(*self.ask(front), "unreachable", "unreachable")
        again = Searchd(OPTIONS.binaries, self.base / "there", port=port)
        self.addCleanup(again.stop)
        self.assert_recovers(front)

    @unittest.skipUnless(shutil.which("xapian-tcpsrv"), "xapian-tools is not installed")
    def test_a_remote_that_is_stopped_killed_and_back(self):
        server = Tcpsrv(self.base / "there")
        self.addCleanup(server.stop)
        front = self.front(self.row(server.url, "xapian"))
        self.assertEqual(self.ask(front)[1]["status"], "ok")
        server.signal(signal.SIGSTOP)
        for _ in range(3):
            self.assert_alone(*self.ask(front), "timeout", "deadline")
        self.assert_alone(*self.ask(front), "skipped", "breaker")
        server.signal(signal.SIGCONT)
        self.assert_recovers(front)
        port = server.port
        server.stop()
        self.assert_alone(*self.ask(front), "unreachable", "unreachable")
        again = Tcpsrv(self.base / "there", port)
        self.addCleanup(again.stop)
        self.assert_recovers(front)

    def test_what_is_no_remote(self):
        for manner, (_, status, code) in REMOTE_MANNERS.items():
            with self.subTest(manner):
                remote = BadRemote(self.real.port)
                self.addCleanup(remote.close)
                remote.manner = manner
                front = self.front(self.row(remote.url.replace("http", "tcp"), "xapian"))
                self.assert_alone(*self.ask(front), status, code)
                front.stop()
                remote.close()

    def test_nobody_takes_the_place_of_another(self):
        peer = self.bad()
        victim = self.alone[0][0][0]
        peer.change = lambda good: dict(good, hits=[dict(h, id=victim, card=dict(h["card"], id=victim)) for h in good["hits"]])
        answer, other = self.ask(self.front(self.row(peer.url)))
        self.assertEqual(other["status"], "partial")
        self.assertIn("ids of other people", other["error"]["message"])
        mine = [h for h in answer["results"] if h["id"] == victim]
        self.assertEqual([h["sources"] for h in mine], [["here"]])
        # With the victim's home page the id is right; then it is one person, who keeps her own card.
        own = dict(mine[0])
        peer.change = lambda good: dict(good, hits=[dict(good["hits"][0], id=victim, card=dict(good["hits"][0]["card"], id=victim, url=own["url"], seeds=[own["url"]], name="Evil", display_name="Evil"))])
        answer, other = self.ask(self.front(self.row(peer.url)))
        mine = [h for h in answer["results"] if h["id"] == victim]
        self.assertEqual([(h["name"], h["sources"]) for h in mine], [(own["name"], ["here", "other"])])

    def test_markup_is_taken_off(self):
        peer = self.bad()
        script = "<script>alert(1)</script>"
        peer.change = lambda good: dict(good, hits=[dict(h, card=dict(h["card"], snippets=[{"field": "papers", "html": script, "url": "javascript:alert(1)"}])) for h in good["hits"]])
        answer, _ = self.ask(self.front(self.row(peer.url)))
        html = [s["html"] for h in answer["results"] if h["sources"] == ["other"] for s in h["snippets"]]
        self.assertTrue(html)
        self.assertTrue(all("<" not in text for text in html), html)
        self.assertFalse(any("javascript" in s["url"] for h in answer["results"] for s in h["snippets"]))

    def test_the_token_goes_to_its_peer_only(self):
        (self.base / "token").write_text("s3cret-token\n")
        behind = self.bad()  # a source of the peer
        peer = Searchd(OPTIONS.binaries, self.base / "guarded", [self.row(behind.url)], extra=f'peer_token_file = "{self.base}/token"\n')
        self.addCleanup(peer.stop)
        front = self.front(self.row(peer.url, token_file=str(self.base / "token")))
        self.assertEqual(self.ask(front)[1]["status"], "ok")
        self.assertTrue(any(path.endswith("/peer/search") for path, _ in behind.seen))
        self.assertFalse(any("authorization" in headers or "s3cret" in str(headers) for _, headers in behind.seen))
        for process in (front, peer):
            self.assertNotIn("s3cret", process.log.read_text())
        without = self.front(self.row(peer.url))
        self.assert_alone(*self.ask(without), "error", "token")

    def test_tls(self):
        key, certificate = self.base / "key.pem", self.base / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                        "-subj", "/CN=peer.example", "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        peer = BadPeer(self.real.port, tls=context)
        self.addCleanup(peer.close)
        trusting = self.front(self.row(peer.url, ca_file=str(certificate)))
        for _ in range(3):
            self.assertEqual(self.ask(trusting)[1]["status"], "ok")
        self.assert_alone(*self.ask(self.front(self.row(peer.url))), "error", "tls")
        other_name = self.row(peer.url.replace("127.0.0.1", "localhost"), ca_file=str(certificate))
        self.assert_alone(*self.ask(self.front(other_name)), "error", "tls")

    def test_a_circle_is_told(self):
        port = free_port()
        first = self.front(self.row(f"http://127.0.0.1:{port}"))
        back = Searchd(OPTIONS.binaries, self.base / "circle", [{"name": "own", "kind": "index", "path": str(self.base / "there" / "index" / "current")},
                                                              {"name": "back", "kind": "searchd", "url": first.url}], port=port)
        self.addCleanup(back.stop)
        answer, other = self.ask(first)
        self.assertEqual(other["status"], "partial")
        self.assertIn("circle", other["error"]["message"])
        self.assertTrue(any(h["sources"] == ["other"] for h in answer["results"]))
        self.assertTrue(all(len(h["sources"]) == 1 for h in answer["results"]))

    def test_a_circle_counts_nobody_twice(self):
        port = free_port()
        first = self.front(self.row(f"http://127.0.0.1:{port}"))
        back = Searchd(OPTIONS.binaries, self.base / "ring", [{"name": "own", "kind": "index", "path": str(self.base / "there" / "index" / "current")},
                                                            {"name": "back", "kind": "searchd", "url": first.url}], port=port)
        self.addCleanup(back.stop)
        path = "/api/v1/suggest?q=operating+sys"

        def count(daemon):
            return [s["count"] for s in daemon.get(path)[1]["suggestions"] if s["text"] == "Operating systems"]
        alone = [count(self.front())[0], count(self.real)[0]]
        self.assertGreater(min(alone), 0)
        for daemon in (first, back, first):  # what one tells the other is not what it tells anybody
            self.assertEqual(count(daemon), [sum(alone)])
        # Nobody else is asked in vain, or round and round.
        self.assertEqual(first.get("/api/v1/researchers/aaaaaaaaaaaaaaaa")[0], 404)

    def test_what_one_may_ask_for(self):
        peer = self.bad()
        front = self.front(self.row(peer.url))
        self.ask(front)
        peer.manner = "500"
        status, answer, _ = front.search(QUERY, REST + "&on_error=fail")
        self.assertEqual(status, 503)
        status, answer, _ = front.search(QUERY, REST + "&on_error=fail&sources=here")
        self.assertEqual((status, [s["name"] for s in answer["sources"]]), (200, ["here"]))
        self.assertEqual(front.search(QUERY, "sources=nobody")[0], 400)
        peer.manner = "silent"
        status, answer, took = front.search(QUERY, "deadline_ms=100")
        self.assertLess(took, 0.1 + TOLERANCE)
        self.assertEqual(status, 200)

    def test_a_stale_source_is_told_and_used(self):
        publish(OPTIONS.binaries, self.base / "old", made_up.profiles(20, seed=9, host="old.example"), "--now", "2026-01-01T00:00:00Z")
        peer = Searchd(OPTIONS.binaries, self.base / "old")
        self.addCleanup(peer.stop)
        answer, other = self.ask(self.front(self.row(peer.url)))
        self.assertEqual((other["status"], other["error"]["code"]), ("stale", "stale"))
        self.assertFalse(answer["partial"])
        self.assertTrue(any(h["sources"] == ["other"] for h in answer["results"]))

    def test_a_source_is_stale_after_a_week(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        for days, status in ((6.9, "ok"), (7.1, "stale")):
            name = f"aged{status}"
            built = (now - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
            publish(OPTIONS.binaries, self.base / name, made_up.profiles(5, seed=9, host="old.example"), "--now", built)
            peer = Searchd(OPTIONS.binaries, self.base / name)
            self.addCleanup(peer.stop)
            self.assertEqual(self.ask(self.front(self.row(peer.url)))[1]["status"], status)

    @unittest.skipUnless(shutil.which("xapian-tcpsrv"), "xapian-tools is not installed")
    @unittest.skipIf(SLOW, "a minute of waiting, of which a sanitizer sees nothing")
    def test_a_remote_takes_up_a_new_generation(self):
        people = made_up.profiles(30, seed=11, host="growing.example")
        publish(OPTIONS.binaries, self.base / "growing", people[:10])
        server = Tcpsrv(self.base / "growing")
        self.addCleanup(server.stop)
        front = self.front(self.row(server.url, "xapian"))
        self.assertEqual(self.ask(front)[1]["profiles"], 10)
        publish(OPTIONS.binaries, self.base / "growing", people)
        published = time.monotonic()
        while time.monotonic() < published + 62:
            answer, other = self.ask(front)
            self.assertEqual(other["status"], "ok", other)
            if other["profiles"] == 30:
                return
            time.sleep(0.5)
        self.fail(other)

    def resources(self, front):
        resident = int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{front.pid}/status").read_text()).group(1)) // 1024
        return {"descriptors": front.descriptors(), "threads": front.threads(), "MB": 0 if SLOW else resident}

    def assert_nothing_leaks(self, front, worst, before=1):
        """`worst`: does something to the source, and asks. All kinds of it, and all threads, have been there when counting begins."""
        for _ in range(before):
            worst()
        time.sleep(1)
        before = self.resources(front)
        for _ in range(4):
            worst()
        time.sleep(1)
        after = self.resources(front)
        self.assertLessEqual(after["descriptors"], before["descriptors"] + 2, (before, after))
        self.assertEqual(after["threads"], before["threads"], (before, after))
        self.assertLessEqual(after["MB"], before["MB"] + 6, (before, after))

    def test_nothing_leaks(self):
        peer = self.bad()
        front = self.front(self.row(peer.url))

        def worst():
            for manner in ["good", *MANNERS, *SECOND, "good"]:
                for peer.late in (False, True):
                    peer.manner = manner
                    for _ in range(3):
                        front.search(QUERY, REST.replace(str(DEADLINE_MS), "200"))

        self.assert_nothing_leaks(front, worst)

    @unittest.skipUnless(shutil.which("xapian-tcpsrv"), "xapian-tools is not installed")
    def test_nothing_leaks_from_remotes(self):
        server = Tcpsrv(self.base / "there")
        self.addCleanup(server.stop)
        front = self.front(self.row(server.url, "xapian"))

        def worst():
            for number in (signal.SIGSTOP, signal.SIGCONT):
                server.signal(number)
                for _ in range(3):
                    front.search(QUERY, REST.replace(str(DEADLINE_MS), "200"))
            time.sleep(TIMEOUT_MS / 1000)  # what still waits for the stopped one is over
            for pid in server.connections():
                os.kill(pid, signal.SIGKILL)
            for _ in range(3):
                front.search(QUERY, REST)

        self.assert_nothing_leaks(front, worst, before=6)  # mimalloc keeps some for each thread


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=sys.argv[:1] + rest)
