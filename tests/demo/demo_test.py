#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The demo web, end to end and exact: crawled over HTTP, extracted, indexed, asked.

usage: demo_test.py BIN_DIR [--rewrite]

Goldens beside this file: profiles.jsonl (`fellow export`), report.txt (`fellow report`, without digests) and answers.txt (who
answers each query of queries.txt, in order, and why). --rewrite writes them anew: read the difference before you commit it.
"""
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
NOW = "2026-11-20T03:00:00Z"
BIN, REWRITE = None, False


def fellow(data, *args, code=0):
    done = subprocess.run([BIN / "fellow", *args, "--data", data, "--now", NOW], capture_output=True, text=True, timeout=120)
    if done.returncode != code:
        raise AssertionError(f"fellow {' '.join(args)}: exit {done.returncode}, not {code}\n{done.stderr}")
    return done.stdout


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.data = os.path.join(cls.folder.name, "data")
        cls.answer = fellow(cls.data, "demo", "--once")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def same_as_golden(self, name, got):
        file = HERE / name
        if REWRITE:
            file.write_text(got)
        want = file.read_text()
        if got != want:
            self.fail(f"{name} differs:\n" + "\n".join(line[:400] for line in list(difflib.unified_diff(want.splitlines(), got.splitlines(), "golden", "got", lineterm="", n=1))[:80]))

    def test_profiles(self):
        lines = fellow(self.data, "export").splitlines()
        self.assertEqual(lines, sorted(lines, key=lambda line: json.loads(line)["id"]))
        self.same_as_golden("profiles.jsonl", "".join(line + "\n" for line in lines))

    def test_report(self):
        rows = [json.loads(line) for line in fellow(self.data, "report", "--json").splitlines()]
        self.same_as_golden("report.txt", "".join(f"{row['outcome']:8} {row.get('reason', ''):14} {row['url']}\n" for row in rows))

    def test_answers(self):
        out = []
        for query in (HERE / "queries.txt").read_text().splitlines():
            answer = json.loads(fellow(self.data, "search", query, "--json"))
            out.append(f"{query}\n")
            for hit in answer["results"][:5]:
                out.append(f"    {hit['match']:8} {hit['display_name']}  ({', '.join(hit['matched_on'])})\n")
        self.same_as_golden("answers.txt", "".join(out))

    def test_the_answer_is_printed(self):
        self.assertIn("1. ", self.answer)
        self.assertIn("strong match", self.answer)

    def test_no_address_anywhere(self):
        address = re.compile(r"[\w.+-]+@[\w-]+\.example")
        self.assertIsNone(address.search(fellow(self.data, "export")))
        self.assertIsNone(address.search(fellow(self.data, "export", "--format", "jsonld")))
        self.assertIsNotNone(address.search(fellow(self.data, "export", "--with-email")))

    def test_a_second_crawl_transfers_nothing_and_extracts_nothing(self):
        before = fellow(self.data, "export")
        done = json.loads(fellow(self.data, "index", "--json"))
        self.assertEqual(done["extracted"], 0)
        self.assertEqual(fellow(self.data, "export"), before)


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    REWRITE = "--rewrite" in sys.argv
    sys.argv = [arg for arg in sys.argv if arg != "--rewrite"]
    unittest.main()
