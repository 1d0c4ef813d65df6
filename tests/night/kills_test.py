#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 of any process, at random, during crawl, index, publish and serve: nothing committed is lost, no search fails, no hand is
needed.

usage: kills_test.py BIN_DIR [--rounds N]      default: 10 rounds

One data directory. In each round the web has changed, an update is begun and killed: in the crawl, while a generation is built, as soon
as it is published, or anywhere; and searchd, which serves that directory all the while, is killed too and started again at once, as
systemd would: the test holds the listening socket, so that who asks in between waits and is not turned away. Searches never stop. Only
the one that stood at a killed searchd may go unanswered, and is asked again.
"""
import collections
import http.client
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import skips  # noqa: E402
from night_case import NightCase, Programs, records  # noqa: E402
from night_web import TOPICS  # noqa: E402

SEED = 20261121
SITES = 12
PAPERS = 8  # in the first edition of a site
KILL_MOMENTS = ("crawl", "build", "any", "published")
# The socket becomes descriptor 3, as sd_listen_fds(3) has it; LISTEN_PID is that of the program that takes our place.
ACTIVATE = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); os.execv(sys.argv[2], sys.argv[2:])"


class Server:
    """searchd behind a socket that outlives it."""

    def __init__(self, data):
        self.data = data
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.socket.getsockname()[1]
        self.kills, self.dying = 0, 0  # dying: odd between a kill's begin and its end
        self.start()

    def start(self):
        number = self.socket.fileno()
        self.process = subprocess.Popen([sys.executable, "-c", ACTIVATE, str(number), Programs.folder / "searchd", "--data", self.data],
                                        pass_fds=(number,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_and_start(self):
        self.dying += 1
        self.process.kill()
        self.process.wait()
        self.dying += 1
        self.kills += 1
        self.start()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()

    def ask(self, target):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", target)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()


class Searcher(threading.Thread):
    """Asks one after the other, and keeps what was not answered well."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server = server
        self.failed, self.answered, self.cut = [], 0, 0
        self.generations = collections.Counter()
        self.over = threading.Event()

    def run(self):
        while not self.over.is_set():
            for topic in TOPICS:
                self.search(f"/api/v1/search?q={topic.replace(' ', '+')}&facets=interest")

    def search(self, target):
        dying = self.server.dying
        try:
            status, body = self.server.ask(target)
        except (OSError, http.client.HTTPException) as error:
            if self.server.dying == dying and dying % 2 == 0:
                self.failed.append(f"{target}: {error!r}, and nobody was killed")
            self.cut += 1
            return
        answer = json.loads(body) if status == 200 else {}
        if status != 200 or answer["partial"] or answer["total"]["value"] < SITES // len(TOPICS):
            self.failed.append(f"{target}: {status} {body[:300]}")
        else:
            self.answered += 1
            self.generations[answer["generation"]] += 1


class Kills(NightCase):
    rounds = 10

    def update(self, data, seeds, *more):
        return self.command(data, seeds, "--again", *more)

    def is_building(self, data):
        return any(entry.name.endswith(".building") for entry in (data / "index").iterdir())

    def wait_for_moment(self, run, data, moment, whole):
        """Until the update is to be killed; whether it was at what the moment says."""
        served = os.readlink(data / "index" / "current")
        seen = {"build": lambda: self.is_building(data), "published": lambda: os.readlink(data / "index" / "current") != served}
        longest = {"build": 0.03, "published": 0.002}  # while a generation is built; while older ones leave
        if moment in seen:
            while run.poll() is None:
                if seen[moment]():
                    time.sleep(self.random.uniform(0, longest[moment]))
                    return run.poll() is None
                time.sleep(0.0002)
            return False
        time.sleep(self.random.uniform(0, (0.6 if moment == "crawl" else 1.1) * whole))
        return run.poll() is None

    def killed_update(self, data, seeds, moment, whole):
        """One that is killed at that moment, and what it said to be committed; searchd dies at another one."""
        run = subprocess.Popen(self.update(data, seeds, "--progress"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = []
        reader = threading.Thread(target=lambda: said.append(run.stdout.read()))
        reader.start()
        after = self.random.uniform(0, whole)
        murder = threading.Timer(after, self.server.kill_and_start)
        murder.start()
        hit = self.wait_for_moment(run, data, moment, whole)
        run.kill()
        run.wait()
        reader.join()
        run.stdout.close()
        murder.join()
        self.hits[moment] += hit
        return set(self.committed(said[0]).items())

    def served_papers(self):
        status, body = self.server.ask(f"/api/v1/search?q=&limit={SITES}")
        return sorted(hit["paper_count"] for hit in json.loads(body)["results"]) if status == 200 else [status]

    def wait_until_served(self, papers):
        deadline = time.monotonic() + 30
        while self.served_papers() != papers and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual(self.served_papers(), papers, "what was published is not served")

    def test_kills_of_everything(self):
        self.random, self.hits = random.Random(SEED), collections.Counter()
        self.web.delay = 0.004
        data, seeds, everything = self.folder / "data", self.sites(SITES), set()
        began = time.monotonic()
        self.assertEqual(self.run_fellow(data, seeds).returncode, 0)
        whole = time.monotonic() - began
        self.server = Server(data)
        self.addCleanup(self.server.end)
        self.wait_until_served([PAPERS] * SITES)
        searchers = [Searcher(self.server) for _ in range(2)]
        for searcher in searchers:
            searcher.start()
        for number in range(self.rounds):
            self.web.edition += 1
            moment = KILL_MOMENTS[number % len(KILL_MOMENTS)]
            everything |= self.killed_update(data, seeds, moment, whole)
            self.assertLessEqual(everything, set(records(data)), f"round {number}: said to be committed, and not in the archive")
            done = self.search(data, TOPICS[number % len(TOPICS)])
            self.assertEqual(done.returncode, 0, f"round {number}: {done.stderr}")
            if number % 5 == 4:  # now and then a night goes well, and is served though searchd dies meanwhile
                murder = threading.Timer(self.random.uniform(0, whole), self.server.kill_and_start)
                murder.start()
                done = subprocess.run(self.update(data, seeds), capture_output=True, text=True, timeout=120)
                murder.join()
                self.assertEqual(done.returncode, 0, f"round {number}: {done.stderr}")
                self.wait_until_served([PAPERS + self.web.edition] * SITES)
        last = subprocess.run(self.update(data, seeds), capture_output=True, text=True, timeout=120)
        self.assertEqual(last.returncode, 0, last.stderr)
        self.wait_until_served([PAPERS + self.web.edition] * SITES)
        for searcher in searchers:
            searcher.over.set()
            searcher.join(60)
        self.judge(data, seeds, searchers, everything)

    def judge(self, data, seeds, searchers, everything):
        self.assertEqual([told for searcher in searchers for told in searcher.failed], [])
        self.assertLessEqual(everything, set(records(data)), "said to be committed, and not in the archive")
        verified = subprocess.run([Programs.folder / "fellow", "verify", "--data", data], capture_output=True, text=True, timeout=60)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        calm = self.folder / "calm"
        self.assertEqual(self.run_fellow(calm, seeds).returncode, 0)
        self.assertEqual(self.export(data), self.export(calm), "not what an undisturbed run of the same web makes")
        answered = sum(searcher.answered for searcher in searchers)
        generations = set().union(*(searcher.generations for searcher in searchers))
        print(f"{self.rounds} rounds: updates killed {dict(self.hits)}, searchd killed {self.server.kills} times, {len(everything)} pages committed by the killed, "
              f"{answered} searches answered of {len(generations)} generations, {sum(searcher.cut for searcher in searchers)} asked again", file=sys.stderr)
        # The test has to have hurt.
        self.assertGreaterEqual(self.server.kills, self.rounds)
        self.assertTrue(self.hits["crawl"] and self.hits["build"], self.hits)
        self.assertTrue(everything, "no kill came after a commit")
        self.assertGreater(answered, 5 * self.rounds)
        self.assertGreater(len(generations), 1)


if __name__ == "__main__":
    if "--rounds" in sys.argv:
        at = sys.argv.index("--rounds")
        Kills.rounds = int(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    Programs.folder = pathlib.Path(sys.argv.pop(1)).resolve()
    skips.main("Kills")
