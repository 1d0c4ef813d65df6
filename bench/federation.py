#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long does an answer take over many sources that are far away? One searchd with N peers that answer after L ms each.

usage: federation.py BIN_DIR [--sources 64] [--latency 50] [--queries 200] [--clients 1]

The peers are one small program (federation_peer.cc) that says the same to everybody, so that what is measured is the daemon in front. Prints one JSON
line; exit 1 if the 95th percentile is more than twice the latency and 15 ms.
"""
import argparse
import base64
import hashlib
import http.client
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "federation"))
from world import Searchd  # noqa: E402

HITS = 10  # as many as are asked for


def person(source, n):
    url = f"https://s{source}p{n}.example/"
    id = base64.b32encode(hashlib.sha256(url.encode()).digest()).decode().lower()[:16]
    card = {"url": url, "seeds": [url], "name": f"Person {n} of {source}", "display_name": f"Person {n} of {source}", "match": "strong",
            "affiliations": [{"name": "University of Exampleton"}], "interests": [{"name": "Wombat ecology"}], "paper_count": n}
    return {"id": id, "score": 1 / (n + 2), "person_keys": [], "card": card}


class Peers:
    """One process that speaks for all of them (federation_peer.cc)."""
    def __init__(self, folder, count, latency):
        here = pathlib.Path(__file__).resolve().parent
        subprocess.run(["g++", "-O2", "-std=c++20", here / "federation_peer.cc", "-o", folder / "peer"], check=True)
        for source in range(count):
            stats = {"v": 1, "source": f"s{source}", "generation": 1, "doccount": 1000, "total_length": 100000, "termfreq": {"#strong": 20, "#shown": 20, "#some": 20, "#0": 20, "#1": 20}}
            found = {"v": 1, "generation": 1, "hits": [person(source, n) for n in range(HITS)], "total": {"value": HITS, "relation": "eq"},
                     "facets": {name: {"values": [{"value": f"{name}{i}", "label": f"{name}{i}", "count": 20 - i, "selected": False} for i in range(20)], "cut": 0} for name in ("affiliation", "interest", "year")}}
            (folder / f"s{source}").write_text(json.dumps(stats) + "\n" + json.dumps(found) + "\n")
        self.process = subprocess.Popen([folder / "peer", str(latency), *(folder / f"s{i}" for i in range(count))], stdout=subprocess.PIPE, text=True)
        self.ports = [int(self.process.stdout.readline()) for _ in range(count)]

    def stop(self):
        self.process.kill()
        self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("--sources", type=int, default=64)
    parser.add_argument("--latency", type=float, default=50)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--clients", type=int, default=1)
    args = parser.parse_args()
    took, bad = [], []
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(pathlib.Path(folder), args.sources, args.latency)
        front = Searchd(args.binaries, pathlib.Path(folder) / "front",
                        [{"name": f"s{i}", "kind": "searchd", "url": f"http://127.0.0.1:{port}"} for i, port in enumerate(peers.ports)])

        def ask():
            connection = http.client.HTTPConnection("127.0.0.1", front.port)
            for i in range(args.queries // args.clients):
                began = time.monotonic()
                connection.request("GET", f"/api/v1/search?q=wombat+ecology{i}&facets=affiliation,interest,year")
                answer = json.loads(connection.getresponse().read())
                took.append((time.monotonic() - began) * 1000)
                bad.extend(s for s in answer["sources"] if s["status"] != "ok")

        try:
            front.search([("q", "wombat ecology")])  # makes the connections
            clients = [threading.Thread(target=ask) for _ in range(args.clients)]
            for client in clients:
                client.start()
            for client in clients:
                client.join()
            cpu = sum(map(int, pathlib.Path(f"/proc/{front.pid}/stat").read_text().split()[13:15])) / 100
        finally:
            front.stop()
            peers.stop()
    took.sort()
    at = lambda share: round(took[min(len(took) - 1, int(len(took) * share))], 1)  # noqa: E731
    print(json.dumps({"sources": args.sources, "latency_ms": args.latency, "clients": args.clients, "queries": len(took), "p50": at(0.5), "p95": at(0.95), "p99": at(0.99),
                      "cpu_ms_a_query": round(cpu * 1000 / len(took), 1), "not_ok": len(bad)}))
    return 1 if at(0.95) > 2 * args.latency + 15 or bad else 0


if __name__ == "__main__":
    sys.exit(main())
