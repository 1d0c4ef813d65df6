#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Serves https on 127.0.0.1 with the certificate that the client's server name asks for; prints its port.

usage: tls_server.py FOLDER     FOLDER/HOST.pem: certificate and key; its home page says "hello from HOST"; ends with its input
"""
import os
import pathlib
import socket
import ssl
import sys
import threading

FOLDER = pathlib.Path(sys.argv[1])
CONTEXTS = {}


def context_of(host):
    if host not in CONTEXTS:
        CONTEXTS[host] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        CONTEXTS[host].load_cert_chain(FOLDER / f"{host}.pem")
    return CONTEXTS[host]


def choose(connection, host, _):
    if host and (FOLDER / f"{host}.pem").exists():
        connection.context = context_of(host)
        connection.host = host


def serve(plain, front):
    try:
        with front.wrap_socket(plain, server_side=True) as connection:
            while True:
                request = b""
                while b"\r\n\r\n" not in request:
                    some = connection.recv(4096)
                    if not some:
                        return
                    request += some
                home = request.startswith(b"GET / ")
                body = f"hello from {connection.host}".encode() if home else b"none"
                status = b"200 OK" if home else b"404 Not Found"
                connection.sendall(b"HTTP/1.1 " + status + b"\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    except (OSError, AttributeError):
        pass


def main():
    front = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    front.load_cert_chain(next(FOLDER.glob("*.example.pem")))
    front.sni_callback = choose
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    os.write(1, b"%d\n" % listener.getsockname()[1])  # in one piece
    threading.Thread(target=lambda: [threading.Thread(target=serve, args=(listener.accept()[0], front), daemon=True).start() for _ in iter(int, 1)], daemon=True).start()
    sys.stdin.read()


main()
