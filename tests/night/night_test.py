#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong at night: kills, a full disk, a failing fsync, no descriptors, no DNS, a second run, hosts that send too much.

usage: night_test.py BIN_DIR

Runs the built `fellow` against a web of its own on loopback. What the machine does not allow (mounts, namespaces, strace) is
skipped, and said so.
"""
import fcntl
import glob
import hashlib
import json
import os
import pathlib
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

from night_web import Web

BIN = None
HERE = pathlib.Path(__file__).resolve()
NOW = "2026-11-20T03:00:00Z"
SITES = 30
KILLS = 10
SEED = 20261120
MOST_MEGABYTES = 300


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


class Night(unittest.TestCase):
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
        return [BIN / "fellow", command, "--data", data, "--seeds", seeds, "--list", "night", "--contact", "mailto:night@fellow.example",
                "--connect-to", self.web.connect_to, "--delay", "0", "--now", NOW, *more]

    def run_fellow(self, *args, **keys):
        return subprocess.run(self.command(*args), capture_output=True, text=True, timeout=60, **keys)

    def search(self, data, query):
        return subprocess.run([BIN / "fellow", "search", query, "--json", "--data", data], capture_output=True, text=True, timeout=30)

    def finds(self, data, query, name):
        done = self.search(data, query)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(name, [hit["display_name"] for hit in json.loads(done.stdout)["results"]])

    def export(self, data):
        return subprocess.run([BIN / "fellow", "export", "--data", data, "--now", NOW], capture_output=True, text=True, check=True, timeout=60).stdout

    def outcomes(self, data):
        done = subprocess.run([BIN / "fellow", "report", "--json", "--data", data], capture_output=True, text=True, check=True, timeout=60)
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

    def test_kills_at_any_moment(self):
        self.web.delay = 0.004
        seeds = self.sites()
        began = time.monotonic()
        self.assertEqual(self.run_fellow(self.folder / "calm", seeds).returncode, 0)
        whole = time.monotonic() - began
        calm = self.export(self.folder / "calm")
        self.assertEqual(len(calm.splitlines()), SITES)
        moments, data, everything = random.Random(SEED), self.folder / "killed", {}
        for kill in range(KILLS):
            run = subprocess.Popen(self.command(data, seeds, "--progress"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            said = run.stdout.readline() if kill == KILLS // 2 else ""  # one kill comes right after a commit, on machines of any speed
            time.sleep(moments.uniform(0.02, 0.5 * whole) if not said else 0)
            run.kill()
            everything |= self.committed(said + run.communicate()[0])
            self.assert_kept(data, everything)
        done = self.run_fellow(data, seeds)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_kept(data, everything)
        self.assertEqual(self.export(data), calm)
        self.assertTrue(everything, "no kill came after a commit")

    def test_a_full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no tmpfs can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=True)
        data = disk / "data"
        first = self.run_fellow(data, self.sites(5))
        self.assertEqual(first.returncode, 0, first.stderr)
        done = self.run_fellow(data, self.seeds([f"site{k}.example" for k in range(5)] + [f"big{k}.example" for k in range(40)]))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"(?i)no space left|disk is full|database or disk is full")
        self.finds(data, "stream processing", "Ada Abendroth")

    def test_a_failing_fsync(self):
        if not shutil.which("strace"):
            self.skipTest("no strace")
        seeds, data = self.sites(6), self.folder / "data"
        self.assertEqual(self.run_fellow(data, self.seeds(["site0.example"], "first")).returncode, 0)
        for number in (1, 3, 6):
            trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", f"inject=fsync,fdatasync:error=EIO:when={number}+"]
            done = subprocess.run(trace + self.command(data, seeds, "--progress", "--again"), capture_output=True, text=True, timeout=60)
            if "ptrace" in done.stderr.lower():
                self.skipTest("strace may not trace here")
            self.assertEqual(done.returncode, 2, f"when={number}+: {done.stderr}")
            self.assertRegex(done.stderr, r"(?i)input/output error|disk I/O error")
            self.assert_kept(data, self.committed(done.stdout))
            self.finds(data, "stream processing", "Ada Abendroth")
        done = self.run_fellow(data, seeds)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.export(data).splitlines()), 6)

    def test_no_descriptors_left(self):
        data = self.folder / "data"
        self.web.delay = 0.05
        self.assertEqual(self.run_fellow(data, self.sites(3)).returncode, 0)
        for limit in (12, 24):
            done = subprocess.run(["sh", "-c", f'ulimit -n {limit}; exec "$@"', "sh", *self.command(data, self.sites())],
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, f"ulimit -n {limit}: {done.stderr}")
            self.assertRegex(done.stderr, "(?i)too many open files|unable to open database")
            self.finds(data, "stream processing", "Ada Abendroth")
        done = self.run_fellow(data, self.sites())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.export(data).splitlines()), SITES, self.outcomes(data))

    def test_hosts_without_an_address(self):
        data = self.folder / "data"
        hosts = [f"site{number}.example" for number in range(6)]
        done = self.run_fellow(data, self.seeds(hosts + ["nobody.invalid"]))
        self.assertEqual(done.returncode, 0, done.stderr)
        outcomes = self.outcomes(data)
        self.assertEqual(outcomes["http://nobody.invalid/"], "failed dns")
        self.assertEqual([outcomes[f"http://{host}/"] for host in hosts], ["ok"] * 6)

    def test_a_dns_that_hangs(self):
        """In namespaces of its own: the only name server takes questions and never answers."""
        inside = [sys.executable, HERE, BIN, "--inside"]
        done = subprocess.run(["unshare", "-mn", *inside], capture_output=True, text=True, timeout=60) if os.geteuid() == 0 else None
        if done is None or "unshare failed" in done.stderr or "cannot be set up" in done.stderr:
            self.skipTest("no namespaces here")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_second_run_at_once(self):
        self.web.delay = 0.1
        data, seeds = self.folder / "data", self.sites(4)
        first = subprocess.Popen(self.command(data, seeds, "--progress"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first.stdout.readline()  # the first page is durable
        second = self.run_fellow(data, seeds)
        self.assertEqual(second.returncode, 3, second.stderr)
        self.assertEqual(first.communicate(timeout=60) and first.returncode, 0)
        self.assertEqual(len(self.export(data).splitlines()), 4)

    def test_memory_among_hosts_that_send_too_much(self):
        kinds = {"endless": 20, "bomb": 20, "words": 6, "deep": 2, "links": 2}
        hosts = [f"site{number}.example" for number in range(6)] + [f"{kind}-{k}.hog.example" for kind in kinds for k in range(kinds[kind])]
        run = subprocess.Popen(self.command(self.folder / "data", self.seeds(hosts), "--max-failed", "1"), stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(run.returncode, 0)
        outcomes = self.outcomes(self.folder / "data")
        self.assertEqual([outcomes[f"http://site{k}.example/"] for k in range(6)], ["ok"] * 6)
        for kind, wanted in {"endless": "failed too-large", "bomb": "failed too-large", "words": "ok", "deep": "ok", "links": "ok"}.items():
            self.assertEqual(outcomes[f"http://{kind}-0.hog.example/"], wanted)
        print(f"peak: {usage.ru_maxrss // 1024} MB", file=sys.stderr)
        if "FELLOW_SANITIZED" not in os.environ:  # a sanitizer's own memory is not meant
            self.assertLess(usage.ru_maxrss // 1024, MOST_MEGABYTES)


class Inside(unittest.TestCase):
    """The part of test_a_dns_that_hangs that runs in the namespaces."""

    def test_hang(self):
        night = Night("test_hosts_without_an_address")
        self.addCleanup(night.doCleanups)
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as up:  # SIOCSIFFLAGS: lo up and running
                fcntl.ioctl(up, 0x8914, struct.pack("16sh", b"lo", 0x41) + bytes(14))
            night.setUp()
            resolv = night.folder / "resolv.conf"
            resolv.write_text("nameserver 127.0.0.1\noptions timeout:5 attempts:5\n")
            subprocess.run(["mount", "--bind", resolv, "/etc/resolv.conf"], check=True, capture_output=True)
            silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            silent.bind(("127.0.0.1", 53))
            self.addCleanup(silent.close)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"cannot be set up: {error}", file=sys.stderr)
            sys.exit(1)
        data = night.folder / "data"
        hosts = [f"site{number}.example" for number in range(6)]
        began = time.monotonic()
        done = night.run_fellow(data, night.seeds(["stuck1.invalid", "stuck2.invalid"] + hosts), "--max-failed", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(time.monotonic() - began, 25)
        outcomes = night.outcomes(data)
        self.assertEqual(outcomes["http://stuck1.invalid/"], "failed dns")
        self.assertEqual([outcomes[f"http://{host}/"] for host in hosts], ["ok"] * 6)


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    inside = "--inside" in sys.argv
    sys.argv = [arg for arg in sys.argv if arg != "--inside"]
    unittest.main(defaultTest="Inside" if inside else "Night", verbosity=2)
