# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of this build and stock ones as processes on loopback, for tests: each knows its port, and ends with the test."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.parse

ENV = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
       **{k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}}


def publish(binaries, data, people, *options):
    """A generation of these people in DATA."""
    file = pathlib.Path(data) / "people.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(p, ensure_ascii=False) + "\n" for p in people))
    for command in (["import", str(file)], ["index", "--force", *options]):
        done = subprocess.run([f"{binaries}/fellow", *command, "--data", str(data)], env=ENV, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"fellow {command}: {done.returncode} {done.stderr}")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def free_ports(count):
    """The first of so many that follow each other."""
    while True:
        first = free_port()
        with contextlib.ExitStack() as open_ones, contextlib.suppress(OSError, OverflowError):
            for port in range(first, first + count):
                open_ones.enter_context(socket.create_server(("127.0.0.1", port)))
            return first


def ask(port, target, timeout=15):
    """(status, JSON, seconds)"""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", target)
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    return response.status, json.loads(body), time.monotonic() - began


NOTHING_KEPT = "[answers]\ncache_mb = 0\n"  # of an answer: what a source does is seen at the next question

class Process:
    def __init__(self, arguments, log, **environment):
        self.log = pathlib.Path(log)
        with open(log, "ab") as out:
            self.process = subprocess.Popen(arguments, env=ENV | environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
        self.pid = self.process.pid

    def signal(self, number):
        os.killpg(self.pid, number)  # xapian-tcpsrv has a child a connection

    def stop(self):
        for number in (signal.SIGCONT, signal.SIGKILL):
            try:
                self.signal(number)
            except ProcessLookupError:
                pass
        self.process.wait()


class Searchd(Process):
    def __init__(self, binaries, data, rows=(), port=0, extra=""):
        data = pathlib.Path(data)
        data.mkdir(parents=True, exist_ok=True)
        config = data / "fellow.toml"
        config.write_text(extra + NOTHING_KEPT + "".join("[[source]]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in row.items()) for row in rows))
        log = data / "searchd.log"
        log.write_text("")
        super().__init__([f"{binaries}/searchd", "--data", str(data), "--listen", f"127.0.0.1:{port}"], log)
        for _ in range(600):
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", log.read_text())
            if found:
                break
            if self.process.poll() is not None:
                raise RuntimeError(f"searchd ended: {log.read_text()}")
            time.sleep(0.05)
        self.port = int(found.group(1))
        self.url = f"http://127.0.0.1:{self.port}"

    def get(self, target, timeout=15):
        return ask(self.port, target, timeout)

    def search(self, parameters, rest=""):
        return self.get("/api/v1/search?" + urllib.parse.urlencode(parameters) + ("&" + rest if rest else ""))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.pid}/task"))


class Tcpsrv(Process):
    def __init__(self, data, port=0):
        self.port = port or free_port()
        data = pathlib.Path(data)
        super().__init__(["xapian-tcpsrv", "--interface", "127.0.0.1", "--port", str(self.port), "--quiet",
                          str(data / "index" / "current" / "people.glass")], data / "tcpsrv.log")
        self.url = f"tcp://127.0.0.1:{self.port}"
        for _ in range(200):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise RuntimeError("xapian-tcpsrv does not listen: " + self.log.read_text())

    def connections(self):
        """A process each."""
        return [int(pid) for pid in pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]
