# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the night have in common: a web of their own, the programs, and what was said to be durable."""
import glob
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import zlib

from night_web import Web

NOW = "2026-11-20T03:00:00Z"
SITES = 30


class Programs:
    folder = None  # of fellow and searchd; set before the tests run


def records(archive):
    """(URL, sha1 of the body) of each whole response record; what is torn ends the file."""
    for file in sorted(glob.glob(os.path.join(archive, "**", "*.warc.gz"), recursive=True)):
        rest = pathlib.Path(file).read_bytes()
        while rest:
            member = zlib.decompressobj(31)
            try:
                record = member.decompress(rest)
            except zlib.error:
                break
            if not member.eof:
                break
            rest = member.unused_data
            head, _, block = record.partition(b"\r\n\r\n")
            fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
            if fields["WARC-Type"] != "response":
                continue
            body = block[: int(fields["Content-Length"])].partition(b"\r\n\r\n")[2]
            yield fields["WARC-Target-URI"].strip("<>"), hashlib.sha1(body).hexdigest()


class NightCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.web = Web()
        self.addCleanup(self.web.server_close)
        self.addCleanup(self.web.shutdown)

    def seeds(self, hosts, name="seeds"):
        file = self.folder / f"{name}.txt"
        file.write_text("".join(f"http://{host}/\n" for host in hosts))
        return file

    def sites(self, count=SITES):
        return self.seeds([f"site{number}.example" for number in range(count)])

    def command(self, data, seeds, *more, command="update"):
        return [Programs.folder / "fellow", command, "--data", data, "--seeds", seeds, "--list", "night", "--contact", "mailto:night@fellow.example",
                "--connect-to", self.web.connect_to, "--delay", "0", "--now", NOW, *more]

    def run_fellow(self, *args, **keys):
        return subprocess.run(self.command(*args), capture_output=True, text=True, timeout=60, **keys)

    def search(self, data, query):
        return subprocess.run([Programs.folder / "fellow", "search", query, "--json", "--data", data], capture_output=True, text=True, timeout=30)

    def finds(self, data, query, name):
        done = self.search(data, query)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(name, [hit["display_name"] for hit in json.loads(done.stdout)["results"]])

    def export(self, data):
        return subprocess.run([Programs.folder / "fellow", "export", "--data", data, "--now", NOW], capture_output=True, text=True, check=True, timeout=60).stdout

    def outcomes(self, data):
        done = subprocess.run([Programs.folder / "fellow", "report", "--json", "--data", data], capture_output=True, text=True, check=True, timeout=60)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        return {row["url"]: row["outcome"] + (" " + row["reason"] if row.get("reason") else "") for row in rows}

    def committed(self, text):
        """What was said to be durable; a line that the kill cut short was not said."""
        lines = [line for line in text.split("\n")[:-1] if '"committed"' in line]
        return {row["committed"]: row["sha1"] for row in map(json.loads, lines)}

    def assert_kept(self, data, committed):
        held = set(records(data))
        for url, sha1 in committed.items():
            self.assertIn((url, sha1), held, "said to be committed, and not in the archive")
