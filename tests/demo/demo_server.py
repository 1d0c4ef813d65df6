# SPDX-License-Identifier: GPL-3.0-or-later
"""The demo web (seeds/demo) on 127.0.0.1, for other programs than ours: as a web server, and as a proxy."""
import hashlib
import http.server
import mimetypes
import pathlib
import socketserver
import threading
import urllib.parse

DEMO = pathlib.Path(__file__).resolve().parents[2] / "seeds" / "demo"
TYPES = {".md": "text/markdown", ".bib": "text/x-bibtex", ".html": "text/html", ".pdf": "application/pdf", ".xml": "application/xml"}


def moves():
    rows = [line.split("\t") for line in (DEMO / "redirects.tsv").read_text().splitlines() if line]
    return {row[0]: (int(row[1]), row[2]) for row in rows if len(row) == 3}


class DemoServer(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self):
        self.moves, self.asked, self.sent = moves(), [], 0
        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        whole = urllib.parse.urlsplit(self.path)  # absolute where we are taken for a proxy
        host = whole.netloc or self.headers["Host"].split(":")[0]
        path = urllib.parse.unquote(whole.path) or "/"
        self.server.asked.append(f"http://{host}{path}")
        if f"http://{host}{path}" in self.server.moves:
            status, to = self.server.moves[f"http://{host}{path}"]
            return self.reply(status, b"moved\n", {"Location": to})
        file = DEMO / host / path.lstrip("/")
        if file.is_dir() and not path.endswith("/"):
            return self.reply(301, b"moved\n", {"Location": path + "/"})
        if file.is_dir():
            file = file / "index.html"
        if not file.is_file():
            return self.reply(404, b"there is no such page\n", {})
        body = file.read_bytes()
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        etag = f'"{hashlib.sha1(body).hexdigest()[:16]}"'
        if self.headers["If-None-Match"] == etag:
            return self.reply(304, b"", {"ETag": etag})
        return self.reply(200, body, {"Content-Type": kind, "ETag": etag})

    do_HEAD = do_GET

    def reply(self, status, body, head):
        self.send_response(status)
        for name, value in head.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
            self.server.sent += len(body)

    def log_message(self, *_):
        pass
