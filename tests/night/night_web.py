# SPDX-License-Identifier: GPL-3.0-or-later
"""A small web of researchers on 127.0.0.1, with some hosts that are against us; the Host header chooses the site."""
import gzip
import http.server
import socketserver
import threading
import time

FIRST = ["Ada", "Boris", "Chiara", "Dinesh", "Elena", "Farid", "Greta", "Hektor", "Ines", "Jonas"]
LAST = ["Abendroth", "Brightwater", "Castellan", "Drosselmeyer", "Eisenhut"]
TOPICS = ["stream processing", "graph databases", "coral ecology", "protein folding", "bridge vibration"]


def name_of(number):
    return f"{FIRST[number % 10]} {LAST[number // 10 % 5]}"


def pages_of(number, edition=0):
    """Path -> (type, body) of one site; each edition has a paper more, and other bytes everywhere."""
    mark = f"<!-- edition {edition} -->" if edition else ""
    name, topic = name_of(number), TOPICS[number % 5]
    papers = "".join(f"<li>{name}, Ruth Sample. <b>On {topic}, part {k}</b>. Journal of Examples, {2010 + k}.</li>" for k in range(8 + edition))
    pages = {
        "/": ("text/html", f"<html><head><title>{name}</title></head><body><h1>{name}</h1><p>I am a professor of {topic} at Example University. "
              f"My research interests are {topic} and measurement.</p><a href='/pubs.html'>Publications</a> <a href='/cv.html'>CV</a> "
              f"<a href='/talks.html'>Talks</a></body></html>"),
        "/pubs.html": ("text/html", f"<html><body><h1>Publications of {name}</h1><ol>{papers}</ol></body></html>"),
        "/cv.html": ("text/html", f"<html><body><h1>{name}</h1><h2>Education</h2><p>PhD, University of Samples, {1990 + number}</p></body></html>"),
        "/talks.html": ("text/html", f"<html><body><h1>Talks</h1><p>{name} spoke about {topic} {'and so on ' * (100 + number)}</p></body></html>"),
    }
    return {path: (kind, body + mark) for path, (kind, body) in pages.items()}


BOMB = gzip.compress(bytes(64 << 20))
WORDS = gzip.compress(b"<p>" + b"words and more words " * 480_000)  # 10 MB, just within the limit
DEEP = b"<div>" * 400_000


def hostile(kind):
    """What a host named KIND-N.hog.example says: headers, then chunks."""
    html = "Content-Type: text/html\r\n"
    if kind == "bomb":
        return html + f"Content-Encoding: gzip\r\nContent-Length: {len(BOMB)}\r\n", [BOMB]
    if kind == "words":
        return html + f"Content-Encoding: gzip\r\nContent-Length: {len(WORDS)}\r\n", [WORDS]
    if kind == "deep":
        return html + f"Content-Length: {len(DEEP)}\r\n", [DEEP]
    if kind == "links":
        body = "".join(f"<a href='/{k}'>paper {k}</a>" for k in range(10_000)).encode()
        return html + f"Content-Length: {len(body)}\r\n", [body]
    return html + "Connection: close\r\n", (bytes(1 << 16) for _ in range(1 << 12))  # "endless": 256 MB


class Web(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, delay=0.0):
        self.delay = delay
        self.edition = 0
        self.asked = []  # "host/path", in order
        self.held, self.free = None, threading.Event()
        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def connect_to(self):
        return f"*.example::127.0.0.1:{self.server_port}"

    def hold(self, host):
        """This host answers nothing until `let_go`."""
        self.held = host

    def let_go(self):
        self.free.set()

    def handle_error(self, request, client_address):
        pass  # who hangs up was killed


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        host = self.headers["Host"].split(":")[0]
        self.server.asked.append(host + self.path)
        time.sleep(self.server.delay)
        if host == self.server.held:
            self.server.free.wait(20)
        self.wfile.write(self.answer(host))
        if host.endswith(".hog.example") and self.path != "/robots.txt":
            for chunk in self.chunks:
                self.wfile.write(chunk)
            self.close_connection = True

    def answer(self, host):
        if host.endswith(".hog.example") and self.path != "/robots.txt":
            header, self.chunks = hostile(host.split("-")[0])
            return f"HTTP/1.1 200 OK\r\n{header}\r\n".encode()
        number = int("".join(c for c in host if c.isdigit()) or 0)
        if host.startswith("moved") and self.path != "/robots.txt":  # the page of a site under another address
            return f"HTTP/1.1 301 Moved\r\nLocation: http://site{number}.example{self.path}\r\nContent-Length: 0\r\n\r\n".encode()
        kind, body = pages_of(number, self.server.edition).get(self.path, (None, "none")) if host.startswith("site") else (None, "none")
        if host.startswith("big"):  # pages that fill a disk
            kind, body = "text/html", f"<h1>{host}</h1>" + "".join(f"{k * 7919 % 99991:05d} " for k in range(120_000))
        if self.path == "/robots.txt":
            kind = None
        status = "200 OK" if kind else "404 Not Found"
        data = body.encode()
        return f"HTTP/1.1 {status}\r\nContent-Type: {kind or 'text/html'}\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data

    def log_message(self, *_):
        pass
