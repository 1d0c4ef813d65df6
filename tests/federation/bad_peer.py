# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that passes for a searchd, and goes wrong in a way of its own: see MANNERS. Each may be told to do so only in the
second phase, after good counts, which it fetches from a real searchd, and to spare so many searches."""
import http.client
import json
import socket
import threading
import time


def head(status, length, extra="", kind="application/json"):
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{extra}\r\n".encode()


def reply(body, status="200 OK", extra="", kind="application/json"):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return head(status, len(body), extra, kind) + body


def changed(good, **changes):
    return reply(dict(good, **changes))


def hits_with(good, change):
    return reply(dict(good, hits=[change(dict(hit)) for hit in good["hits"]]))


def drip(connection, stopped):
    for byte in reply({"v": 1, "padding": "x" * 200}):
        if stopped.wait(0.4):
            return
        connection.sendall(bytes([byte]))


# manner -> (bytes made of the real answer, or a function that speaks itself; status; code)
MANNERS = {
    "silent": (lambda connection, stopped: stopped.wait(20), "timeout", "deadline"),
    "dripping": (drip, "timeout", "deadline"),
    "garbage": (lambda good: b"\x16\x03\x01 what is this \xff\xfe\r\n\r\n\r\n", "error", "protocol"),
    "not json": (lambda good: reply(b"{\"v\":1,"), "error", "schema"),
    "deep": (lambda good: reply(b"[" * 100000), "error", "schema"),
    "version": (lambda good: changed(good, v=2), "error", "version"),
    "schema": (lambda good: reply({"v": 1, "doccount": "many", "hits": {}}), "error", "schema"),
    "huge": (lambda good: reply(b" " * (1 << 21)), "error", "too_big"),
    "endless header": (lambda good: b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 20000, "error", "too_big"),
    "html": (lambda good: reply(b"<html><body>Welcome to the hotel</body></html>", kind="text/html"), "error", "schema"),
    "500": (lambda good: reply(b"oops", "500 Internal Server Error", kind="text/plain"), "error", "status"),
    "redirect": (lambda good: reply(b"", "302 Found", "Location: /api/v1/peer/stats\r\n"), "error", "status"),
    "closing": (lambda good: b"", "unreachable", "unreachable"),
    "cut short": (lambda good: head("200 OK", 5000) + b"{\"v\":1", "error", "protocol"),
}
SECOND = {
    "scores": (lambda good: hits_with(good, lambda hit: dict(hit, score=1e9)), "error", "schema"),
    "negative scores": (lambda good: hits_with(good, lambda hit: dict(hit, score=-1)), "error", "schema"),
    "too many": (lambda good: changed(good, hits=(good["hits"] * 30)[:25]), "error", "schema"),
    "total": (lambda good: changed(good, total={"value": 10**9, "relation": "eq"}), "error", "schema"),
    "facets": (lambda good: changed(good, facets={name: {"values": [{"value": "x", "label": "x", "count": 10**9}], "cut": 0} for name in good["facets"]}), "error", "schema"),
}


class BadPeer:
    """`manner`: a row of MANNERS or SECOND, or "good" to hand everything on. `late`: only in the second phase. `spared`: searches before that."""

    def __init__(self, real_port, port=0, tls=None):
        self.real_port, self.tls = real_port, tls
        self.manner, self.late, self.spared = "good", False, 0
        self.change = None  # instead of a manner: the good answer to a search -> another one
        self.seen = []  # (path, headers)
        self.stopped = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.port}"
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        self.stopped.set()
        self.listener.close()

    def serve(self):
        while not self.stopped.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection):
        with connection:
            try:
                if self.tls:
                    connection = self.tls.wrap_socket(connection, server_side=True)
                while not self.stopped.is_set() and self.answer_one(connection):
                    pass
            except OSError:
                pass

    def answer_one(self, connection):
        text = b""
        while b"\r\n\r\n" not in text:
            some = connection.recv(65536)
            if not some:
                return False
            text += some
        top, _, body = text.partition(b"\r\n\r\n")
        lines = top.decode("latin-1").split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines[1:])}
        while len(body) < int(headers.get("content-length", 0)):
            body += connection.recv(65536)
        method, path = lines[0].split()[:2]
        self.seen.append((path, headers))
        good = self.real(method, path, body, headers)
        search = path.endswith("/search")
        if self.change and search:
            connection.sendall(reply(self.change(json.loads(good[1]))))
            return True
        spared = search and self.spared > 0
        self.spared -= spared
        if self.manner == "good" or spared or (not search and (self.late or self.manner in SECOND)):
            connection.sendall(reply(good[1], f"{good[0]} OK"))
            return True
        act = (MANNERS | SECOND)[self.manner][0]
        if act.__code__.co_argcount == 2:
            act(connection, self.stopped)
        else:
            connection.sendall(act(json.loads(good[1])))
        return False

    def real(self, method, path, body, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.real_port, timeout=10)
        connection.request(method, path, body, {k: v for k, v in headers.items() if k in ("content-type", "fellow-hops")})
        response = connection.getresponse()
        out = response.status, response.read()
        connection.close()
        return out


def drip_bytes(connection, stopped):
    for byte in b"\x00\x7f" + b"x" * 127:
        if stopped.wait(0.4):
            return
        connection.sendall(bytes([byte]))


# What passes for xapian-tcpsrv, which speaks first: manner -> (its bytes, or a function that speaks itself; status; code).
# A message is a byte for its kind, its length (7 bits a byte from 255 on), and so many bytes.
REMOTE_MANNERS = {
    "silent": (lambda connection, stopped: stopped.wait(20), "timeout", "deadline"),
    "dripping": (drip_bytes, "timeout", "deadline"),
    "garbage": (b"\x16\x03\x01 what is this \xff\xfe\r\n\r\n\r\n" * 10, "error", "protocol"),
    "html": (b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<html>Welcome to the hotel</html>", "error", "protocol"),
    "huge": (b"\x00\xff" + b"\x7f" * 8 + b"\x80" + b"x" * (1 << 20), "error", "protocol"),
    "version": (b"\x00\x03\x01\x00\x00", "error", "version"),
    "closing": (b"", "unreachable", "unreachable"),
    "cut short": (b"\x00\x40\x27\x00", "unreachable", "unreachable"),
}


class BadRemote(BadPeer):
    def talk(self, connection):
        with connection:
            act = REMOTE_MANNERS[self.manner][0]
            try:
                if callable(act):
                    act(connection, self.stopped)
                else:
                    connection.sendall(act)
            except OSError:
                pass
