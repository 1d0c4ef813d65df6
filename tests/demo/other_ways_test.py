#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other ways to the same profiles: a capture by wget instead of our crawl, three machines instead of one, a second night.

usage: other_ways_test.py BIN_DIR
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import skips  # noqa: E402
from demo_server import DEMO, DemoServer  # noqa: E402

BIN = None
NOW = "2026-11-20T03:00:00Z"
SEEDS = DEMO / "seeds.csv"


class OtherWays(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.web = DemoServer()
        self.addCleanup(self.web.server_close)
        self.addCleanup(self.web.shutdown)

    def fellow(self, data, command, *more):
        done = subprocess.run([BIN / "fellow", command, "--data", self.folder / data, *more, "--now", NOW], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def crawl(self, data, command, *more):
        return self.fellow(data, command, "--seeds", SEEDS, "--contact", "mailto:ways@fellow.example", "--connect-to",
                           f"::127.0.0.1:{self.web.server_port}", "--delay", "0", *more)

    def profiles(self, data):
        """Of each person, all but when it was seen."""
        text = re.sub(r'"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"', '"then"', self.fellow(data, "export", "--with-email"))
        return {profile["url"]: profile for profile in map(json.loads, text.splitlines())}

    def pages(self, data):
        return [json.loads(line)["url"] for line in self.fellow(data, "report", "--json").splitlines()]

    def capture_by_wget(self):
        """Recursively from the seeds. Listed beside them is what wget does not find by itself: sitemaps, what they list and the
        robots.txt that names them; where addresses moved to on other hosts; pages linked as if they were on localhost."""
        urls = [line.split(",")[0] for line in SEEDS.read_text().splitlines()[1:] if line.startswith("http")]
        for sitemap in sorted(DEMO.rglob("sitemap.xml")):
            urls += [f"http://{sitemap.parent.name}/robots.txt", f"http://{sitemap.parent.name}/sitemap.xml", *re.findall(r"<loc>(.*?)</loc>", sitemap.read_text())]
        for page in sorted(DEMO.rglob("*.html")):
            urls += [f"http://{page.relative_to(DEMO).parts[0]}{path}" for path in re.findall(r'href="http://localhost:\d+(/[^"]*/)"', page.read_text(errors="replace"))]
        urls += [to for _, to in self.web.moves.values()]
        (self.folder / "urls.txt").write_text("\n".join(urls) + "\n")
        subprocess.run(["wget", "-q", "-r", "-l", "4", "-P", "pages", "--no-hsts", "--tries=1", "--timeout=20", "-e", "use_proxy=on", "-e",
                        f"http_proxy=127.0.0.1:{self.web.server_port}", "--warc-file=capture", "-i", "urls.txt"], cwd=self.folder, timeout=120)
        return self.folder / "capture.warc.gz"

    def test_a_capture_by_wget(self):
        if not shutil.which("wget"):
            skips.lacks(self, "no wget: apt install wget")
        capture = self.capture_by_wget()
        self.web.asked.clear()
        self.fellow("taken", "update", "--seeds", SEEDS, "--warc", capture)
        self.assertEqual(self.web.asked, [], "a capture is all that is asked")
        self.crawl("own", "update")
        own, taken = self.profiles("own"), self.profiles("taken")
        self.assertGreater(len(own), 30)
        self.maxDiff = 2000
        self.assertEqual(sorted(taken), sorted(own))
        for url, profile in own.items():
            self.assertEqual(taken[url], profile)

    def test_a_second_night_over_an_unchanged_web(self):
        first = json.loads(self.crawl("own", "update", "--json"))
        sent, self.web.sent = self.web.sent, 0
        second = json.loads(self.crawl("own", "update", "--json", "--again"))
        self.assertGreater(first["extracted"], 30)
        self.assertEqual((second["extracted"], second["people"]), (0, first["people"]))
        self.assertLessEqual(self.web.sent, 0.1 * sent, "bytes of bodies, of all that was asked")

    def test_three_machines(self):
        self.crawl("whole", "crawl")
        whole = sorted(set(self.web.asked))
        shares = []
        for part in (1, 2, 3):
            self.web.asked.clear()
            self.crawl(f"part{part}", "crawl", "--shard", f"{part}/3")
            shares.append(set(self.web.asked))
            self.assertTrue(shares[-1], "each machine has some work")
        self.assertEqual(sorted(set.union(*shares)), whole)
        self.assertEqual(sum(len(share) for share in shares), len(whole), "nothing is fetched twice")
        self.assertEqual(sorted(sum((self.pages(f"part{part}") for part in (1, 2, 3)), [])), sorted(self.pages("whole")))


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    skips.main()
