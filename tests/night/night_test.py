#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong at night: kills, a full disk, a failing fsync, no descriptors, no DNS, no network, a second run, hosts that
send too much or too slowly; and what an operator does meanwhile.

usage: night_test.py BIN_DIR [Night.test_NAME…]

Runs the built `fellow` against a web of its own on loopback. What the machine does not allow (mounts, namespaces, strace) is
skipped so that it is seen: see tests/skips.py.
"""
import fcntl
import json
import os
import pathlib
import random
import shutil
import socket
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import skips  # noqa: E402
from night_case import NOW, SITES, NightCase, Programs  # noqa: E402

HERE = pathlib.Path(__file__).resolve()
KILLS = 10
SEED = 20261120
MOST_MEGABYTES = 300


class Night(NightCase):
    def traced(self, *flags):
        """strace and its flags; a leak cannot be looked for in what is traced."""
        return ["env", "ASAN_OPTIONS=detect_leaks=0", "strace", "-f", "-qq", "-o", "/dev/null", *flags]

    def needs_strace(self):
        done = subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, text=True) if shutil.which("strace") else None
        if done is None or done.returncode != 0:
            skips.lacks(self, "no strace, or no right to trace")

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
            skips.lacks(self, "no right to mount a tmpfs")
        self.addCleanup(subprocess.run, ["umount", "-l", disk], check=True)
        data = disk / "data"
        first = self.run_fellow(data, self.sites(5))
        self.assertEqual(first.returncode, 0, first.stderr)
        done = self.run_fellow(data, self.seeds([f"site{k}.example" for k in range(5)] + [f"big{k}.example" for k in range(40)]))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"(?i)no space left|disk is full|database or disk is full")
        self.finds(data, "stream processing", "Ada Abendroth")

    def test_a_failing_fsync(self):
        self.needs_strace()
        seeds, data = self.sites(6), self.folder / "data"
        self.assertEqual(self.run_fellow(data, self.seeds(["site0.example"], "first")).returncode, 0)
        for number in (1, 3, 6):
            trace = self.traced("-e", "trace=fsync,fdatasync", "-e", f"inject=fsync,fdatasync:error=EIO:when={number}+")
            done = subprocess.run(trace + self.command(data, seeds, "--progress", "--again"), capture_output=True, text=True, timeout=60)
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
        done = subprocess.run(["unshare", "-mn", sys.executable, HERE, Programs.folder, "--inside"], capture_output=True, text=True, timeout=60)
        if os.geteuid() != 0 or "unshare failed" in done.stderr or "cannot be set up" in done.stderr:
            skips.lacks(self, "no namespaces for this user")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def without_network(self, args):
        """In a network namespace of its own, which has only a loopback that is down."""
        done = subprocess.run(["unshare", "-rn", *args], capture_output=True, text=True, timeout=60)
        if "unshare failed" in done.stderr or "write failed" in done.stderr:
            skips.lacks(self, "no network namespaces for this user")
        return done

    def test_no_network(self):
        data, hosts = self.folder / "data", [f"site{number}.example" for number in range(6)]
        seeds = self.seeds(hosts + [f"far{number}.invalid" for number in range(12)])
        self.assertEqual(self.run_fellow(data, self.seeds(hosts, "first"), "--max-failed", "1").returncode, 0)
        before, outcomes = self.export(data), self.outcomes(data)
        for again in range(2):
            done = self.without_network([str(arg) for arg in self.command(data, seeds, "--again")])
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("there is no network: no route to any public address", done.stderr)
        self.finds(data, "stream processing", "Ada Abendroth")
        self.assertEqual(self.export(data), before)
        after = self.outcomes(data)
        self.assertEqual({url: after[url] for url in outcomes}, outcomes)
        self.assertEqual({after[f"http://far{number}.invalid/"] for number in range(12)}, {"failed budget"}, "not visited yet")
        broken = subprocess.run([Programs.folder / "fellow", "report", "--broken", "--json", "--data", data], capture_output=True, text=True, timeout=30)
        self.assertEqual(broken.stdout, "", "nobody is broken for our network")

    def test_a_budget_holds_for_the_whole_update(self):
        data, seeds = self.folder / "data", self.sites()
        self.web.delay = 0.4
        began = time.monotonic()
        done = self.run_fellow(data, seeds, "--budget", "8s", "--hosts-at-once", "2")  # all of it would take half a minute
        spent = time.monotonic() - began
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(spent, 20)
        people = len(self.export(data).splitlines())
        self.assertGreater(people, 0, "what was fetched is extracted and published")
        self.assertLess(people, SITES)
        self.finds(data, "stream processing", "Ada Abendroth")
        self.web.delay = 0
        self.web.asked.clear()
        self.assertEqual(self.run_fellow(data, seeds).returncode, 0)
        self.assertEqual(len(self.export(data).splitlines()), SITES)
        self.assertNotIn("site0.example/", self.web.asked, "the next night goes on with the others")

    def test_an_update_gives_what_crawl_and_index_give(self):
        """Extraction goes on beside the crawl of an update: nothing else may come of it, also in a second night that changes half of it."""
        hosts = [f"{kind}{number}.example" for number in range(12) for kind in ("site", "moved")]
        shown = []
        for at_once in (True, False):
            data, seeds = self.folder / f"data-{at_once}", self.seeds(hosts)
            self.web.delay, self.web.edition, told = 0.005, 0, []
            for night in range(2):
                again = ["--again"] if night else []
                done = self.run_fellow(data, seeds, *again) if at_once else subprocess.run(self.command(data, seeds, *again, command="crawl"), capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                if not at_once:
                    done = subprocess.run([Programs.folder / "fellow", "index", "--data", data, "--now", NOW], capture_output=True, text=True, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stderr)
                told += [self.export(data), [line for line in done.stderr.splitlines() if "extracted" in line]]
                self.web.edition = 1
            shown.append(told)
        self.assertEqual(shown[0], shown[1])
        self.assertEqual(len(shown[0][0].splitlines()), 12)

    def test_somebody_is_forgotten_during_an_update(self):
        self.web.delay = 0.15
        data, seeds = self.folder / "data", self.sites(8)
        self.assertEqual(self.run_fellow(data, seeds).returncode, 0)
        self.finds(data, "Hektor Abendroth", "Hektor Abendroth")
        self.web.asked.clear()
        update = subprocess.Popen(self.command(data, seeds, "--progress", "--again", "--hosts-at-once", "1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 30
        while not self.web.asked and time.monotonic() < deadline:
            time.sleep(0.02)
        began = time.monotonic()
        done = subprocess.run([Programs.folder / "fellow", "forget", "http://site7.example/", "--data", data], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(time.monotonic() - began, 10)
        self.assertIsNone(update.poll(), "the update was over before")
        asked = list(self.web.asked)
        self.assertNotIn("site7.example/", asked)
        hits = json.loads(self.search(data, "Hektor Abendroth").stdout)["results"]
        self.assertNotIn("Hektor Abendroth", [hit["display_name"] for hit in hits], "while the update runs")
        _, told = update.communicate(timeout=60)
        self.assertEqual(update.returncode, 0, told)
        self.assertEqual([url for url in self.web.asked if url.startswith("site7.")], [], "never fetched again")
        self.assertEqual(len(self.export(data).splitlines()), 7)
        self.assertNotIn("site7", self.export(data))
        self.assertNotIn("http://site7.example/", self.outcomes(data))

    def test_a_seed_leaves_its_list(self):
        data, hosts = self.folder / "data", [f"site{number}.example" for number in range(5)]
        self.assertEqual(self.run_fellow(data, self.seeds(hosts)).returncode, 0)
        self.finds(data, "Boris Abendroth", "Boris Abendroth")
        self.web.asked.clear()
        self.assertEqual(self.run_fellow(data, self.seeds(hosts[:1] + hosts[2:]), "--again").returncode, 0)
        self.assertNotIn("site1.example/", self.web.asked)
        self.assertEqual(len(self.export(data).splitlines()), 4)
        hits = json.loads(self.search(data, "Boris Abendroth").stdout)["results"]
        self.assertNotIn("Boris Abendroth", [hit["display_name"] for hit in hits])
        self.assertEqual(self.run_fellow(data, self.seeds([])).returncode, 0, "an empty list removes nobody")
        self.assertEqual(len(self.export(data).splitlines()), 4)
        self.assertEqual(self.run_fellow(data, self.seeds(hosts)).returncode, 0)
        self.finds(data, "Boris Abendroth", "Boris Abendroth")

    def test_half_of_the_list_is_gone(self):
        data, hosts = self.folder / "data", [f"site{number}.example" for number in range(10)]
        self.assertEqual(self.run_fellow(data, self.seeds(hosts)).returncode, 0)
        before = (data / "index" / "current").resolve()
        for left in (hosts[:5], hosts[:7]):
            done = self.run_fellow(data, self.seeds(left))
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, "(?i)--force")
            self.assertEqual((data / "index" / "current").resolve(), before, "the served index stays")
            self.finds(data, "Jonas Abendroth", "Jonas Abendroth")
        for text in ("<html>Not Found</html>\n", "url,name\n", "\0\0\0"):  # what a broken download leaves
            (self.folder / "seeds.txt").write_text(text)
            self.run_fellow(data, self.folder / "seeds.txt")
            self.assertEqual((data / "index" / "current").resolve(), before, text)
            self.finds(data, "Jonas Abendroth", "Jonas Abendroth")
        self.assertEqual(self.run_fellow(data, self.seeds(hosts)).returncode, 0, "and with the list all are there again")
        self.assertEqual(len(self.export(data).splitlines()), 10)
        self.assertEqual(self.run_fellow(data, self.seeds(hosts[:5]), "--force").returncode, 0, "meant")
        self.assertEqual(len(self.export(data).splitlines()), 5)

    def test_a_clock_set_back(self):
        data, seeds = self.folder / "data", self.sites(6)
        at = lambda time, *more: subprocess.run([arg if arg != NOW else time for arg in self.command(data, seeds, *more)], capture_output=True, text=True, timeout=60)  # noqa: E731
        self.assertEqual(at("2031-01-01T03:00:00Z").returncode, 0)  # a clock that ran ahead by years
        people = self.export(data)
        self.web.edition = 1
        done = at("2026-11-21T03:00:00Z")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.finds(data, "stream processing", "Ada Abendroth")
        self.assertEqual([json.loads(line)["name"] for line in self.export(data).splitlines()], [json.loads(line)["name"] for line in people.splitlines()])
        doctor = subprocess.run([Programs.folder / "fellow", "doctor", "--offline", "--data", data, "--now", "2026-11-21T04:00:00Z"], capture_output=True, text=True, timeout=30)
        self.assertRegex(doctor.stdout, "fail +clock: ")
        done = at("2026-11-21T05:00:00Z", "--again")  # what the handbook says
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({len(json.loads(line)["papers"]) for line in self.export(data).splitlines()}, {9}, "read anew")
        verified = subprocess.run([Programs.folder / "fellow", "verify", "--data", data], capture_output=True, text=True, timeout=60)
        self.assertEqual(verified.returncode, 0, verified.stdout)

    def test_limits_of_the_configuration_and_of_flags(self):
        seeds = self.sites(1)
        for name, flags, pages in (("file", [], 2), ("flag", ["--pages", "3"], 3)):
            data = self.folder / name
            data.mkdir()
            (data / "fellow.toml").write_text('[crawl]\npages = 2\nrevisit_first = "2h"\n')
            self.web.asked.clear()
            self.assertEqual(self.run_fellow(data, seeds, *flags).returncode, 0)
            self.assertEqual(len(self.web.asked), 1 + pages, self.web.asked)  # robots.txt
            self.web.asked.clear()
            later = [arg if arg != NOW else "2026-11-20T05:00:00Z" for arg in self.command(data, seeds, *flags)]
            subprocess.run(later, check=True, capture_output=True, timeout=60)
            self.assertEqual(len(self.web.asked), pages, "due again after two hours")

    def test_a_failing_fsync_of_a_directory(self):
        self.needs_strace()
        for number, (folder, fresh) in enumerate((("archive", True), (".", True), ("index", True), ("index", False))):
            data = self.folder / f"data{number}"
            if not fresh:
                self.assertEqual(self.run_fellow(data, self.seeds(["site0.example"], f"first{number}")).returncode, 0)
            trace = self.traced("-P", data / folder if folder != "." else data, "-e", "trace=fsync", "-e", "inject=fsync:error=EIO")
            done = subprocess.run(trace + self.command(data, self.sites(3)), capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, f"{folder}: {done.stderr}")
            self.assertRegex(done.stderr, r"(?i)directory.*input/output error", folder)
            if not fresh:
                self.finds(data, "stream processing", "Ada Abendroth")
            done = self.run_fellow(data, self.sites(3))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(self.export(data).splitlines()), 3, folder)

    def test_a_second_run_at_once(self):
        data, seeds = self.folder / "data", self.sites(4)
        self.web.hold("site3.example")
        first = subprocess.Popen(self.command(data, seeds, "--progress"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first.stdout.readline()  # the first page is durable
        second = self.run_fellow(data, seeds)
        self.assertEqual(second.returncode, 3, second.stderr)
        self.web.let_go()
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

    def hang(self):
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
    Programs.folder = pathlib.Path(sys.argv.pop(1)).resolve()
    inside = "--inside" in sys.argv
    sys.argv = [arg for arg in sys.argv if arg != "--inside"]
    skips.main("Inside.hang" if inside else "Night")
