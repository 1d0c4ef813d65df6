#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast is a crawl, beside bare libcurl, wget and Scrapy, in one run on loopback?

usage: crawl.py BIN_DIR [--sites N] [--only ROW,…] [--seeds-waiting N] [--seeds-loaded N]

Makes a web (bench/crawl_web.py; 5 000 sites are 12 004 pages), serves it with nginx, once as it is and once with 50 ms before
each answer, and prints a line a row: pages/s, CPU ms a page (user and system, of the client and all its children), peak RSS of
its largest process, and the ratios to the floor. Pages are counted in nginx's log. Packages: deploy/packages-bench.txt; a row
whose program is missing is left out, and said so.
"""
import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import crawl_web

HERE = pathlib.Path(__file__).resolve().parent
PORT = 28190
LATENCY_MS = 50
CONTACT = ["--contact", "mailto:bench@fellow.example"]
LIMIT = 900  # seconds a row may take


class Server:
    """nginx over a folder of sites: PORT answers at once, PORT+1 after LATENCY_MS (module echo); both for every Host, and as a proxy."""

    def __init__(self, sites, folder):
        self.log = folder / "access.log"
        modules = sorted(pathlib.Path("/usr/lib/nginx/modules").glob("ngx_http_echo_module.so"))
        self.has_latency = bool(modules)
        later = f"""
  server {{ listen 127.0.0.1:{PORT + 1} backlog=8192; root {sites}/$host; index index.html;
    location / {{ echo_sleep {LATENCY_MS / 1000}; echo_exec @file; }}
    location @file {{ try_files $uri $uri/index.html =404; }} }}""" if modules else ""
        temporary = "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        conf = folder / "nginx.conf"
        conf.write_text("".join(f"load_module {module};\n" for module in modules) + f"""
daemon off; worker_processes 1; worker_rlimit_nofile 65536; pid {folder}/pid; error_log {folder}/error.log error;
events {{ worker_connections 20000; multi_accept on; }}
http {{
  include /etc/nginx/mime.types; types {{ text/x-bibtex bib; }} default_type text/html; charset utf-8;
  log_format page '$status\\t$uri\\t$host'; access_log {self.log} page buffer=64k flush=500ms;
{temporary}  sendfile on; tcp_nodelay on; keepalive_requests 1000000; keepalive_timeout 60s; server_tokens off;
  open_file_cache max=50000 inactive=600s; open_file_cache_valid 600s; open_file_cache_errors on;
  server {{ listen 127.0.0.1:{PORT} backlog=8192; root {sites}/$host; index index.html; }}{later}
}}
""")
        folder.chmod(0o755)
        self.process = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-c", conf, "-e", folder / "error.log", "-g", f"user {os.environ.get('USER', 'root')};"])
        time.sleep(0.5)

    def pages(self, since):
        """Pages that were answered with 200 since that many bytes of the log."""
        time.sleep(0.8)
        with open(self.log) as log:
            log.seek(since)
            return len({line for line in log if line.startswith("200\t") and "\t/robots.txt\t" not in line})

    def stop(self):
        self.process.terminate()
        self.process.wait()


def measure(command, environment=None):
    """Seconds, CPU seconds (with children), peak RSS in MB, exit code."""
    before = os.times()
    began = time.monotonic()
    run = subprocess.Popen(["/usr/bin/env", "python3", "-c", PEAK, *map(str, command)], env=environment and {**os.environ, **environment},
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        told = run.communicate(timeout=LIMIT)[1]
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        told = run.communicate()[1]
    seconds = time.monotonic() - began
    after = os.times()
    cpu, rss = 0.0, 0
    for line in told.splitlines():
        if line.startswith("MEASURED "):
            cpu, rss = float(line.split()[1]), int(line.split()[2])
    cpu = cpu or after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, cpu, rss / 1024, run.returncode


# A process between, so that only the program's own children count.
PEAK = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("MEASURED", used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.web = folder / "web"
        self.seeds, self.urls = self.web / "seeds.txt", self.web / "urls.txt"
        self.floors = {}

    def fellow(self, command, name, port, *more):
        return [self.options.bin / "fellow", command, "--data", self.folder / name, "--seeds", self.seeds, *CONTACT, "--delay", "0",
                "--connect-to", f"::127.0.0.1:{port}", *more]

    def wget(self, processes):
        for old in self.folder.glob("part.*"):
            old.unlink()
        subprocess.run(["split", "-n", f"l/{processes}", "-a", "3", self.seeds, self.folder / "part."], check=True)
        target = self.folder / f"wget{processes}"
        target.mkdir(exist_ok=True)
        return ["sh", "-c", f"cd {target} && ls {self.folder}/part.* | xargs -P {processes} -I{{}} wget -q -r -l 3 --follow-tags=a -i {{}}"]

    def scrapy(self):
        settings = {"ROBOTSTXT_OBEY": True, "CONCURRENT_REQUESTS": 128, "CONCURRENT_REQUESTS_PER_DOMAIN": 4, "DEPTH_LIMIT": 3, "LOG_LEVEL": "ERROR",
                    "TELNETCONSOLE_ENABLED": False, "COOKIES_ENABLED": False, "RETRY_ENABLED": False}
        return ["/usr/bin/scrapy", "runspider", HERE / "crawl_scrapy.py", "-a", f"seeds={self.seeds}", *(f"-s{key}={value}" for key, value in settings.items())]

    def rows(self):
        """name, command, port, the program that it needs."""
        floor, late = self.folder / "crawl_floor", PORT + 1
        yield "floor-direct", [floor, self.urls, f"127.0.0.1:{PORT}", "128"], PORT, "g++"
        yield "fellow crawl: no archive", self.fellow("crawl", "none", PORT, "--archive", "none"), PORT, None
        yield "fellow crawl", self.fellow("crawl", "crawl", PORT), PORT, None
        yield "fellow update", self.fellow("update", "update", PORT), PORT, None
        yield "wget -r x 8", self.wget(8), PORT, "wget"
        yield "scrapy", self.scrapy(), PORT, "/usr/bin/scrapy"
        if self.server.has_latency:
            yield "50 ms: floor-direct", [floor, self.urls, f"127.0.0.1:{late}", "256"], late, "g++"
            yield "50 ms: fellow crawl", self.fellow("crawl", "late", late, "--archive", "none", *self.options.hosts), late, None
            yield "50 ms: wget -r x 64", self.wget(64), late, "wget"
        else:
            print("(no nginx module echo: no rows with latency)")

    def run(self):
        print(f"{crawl_web.make(self.options.sites, self.web)} pages of {self.options.sites} sites")
        if shutil.which("g++"):
            subprocess.run(["g++", "-O2", "-std=c++20", HERE / "crawl_floor.cc", "-lcurl", "-o", self.folder / "crawl_floor"], check=True)
        self.server = Server(self.web / "sites", self.folder)
        try:
            print(f"{'':28} {'pages/s':>8} {'CPU ms':>8} {'RSS MB':>7} {'pages':>7} {'speed':>7} {'CPU':>6}   (last two: times the floor)")
            for name, command, port, needs in self.rows():
                if self.options.only and name not in self.options.only:
                    continue
                if needs and not shutil.which(needs):
                    print(f"{name:28} (no {needs})")
                    continue
                self.row(name, command, port)
        finally:
            self.server.stop()
        self.waiting_seeds()

    def row(self, name, command, port):
        proxy = {"http_proxy": f"http://127.0.0.1:{port}", "no_proxy": ""} if "fellow" not in name else {"http_proxy": ""}
        since = self.server.log.stat().st_size
        seconds, cpu, rss, code = measure(command, proxy)
        pages = self.server.pages(since) or 1
        late = port != PORT
        if "floor" in name:
            self.floors[late] = (pages / seconds, cpu / pages)
        speed, cost = self.floors.get(late, (0, 0))
        ratios = f"{pages / seconds / speed:7.2f} {cpu / pages / cost:6.2f}" if speed and cost else ""
        print(f"{name:28} {pages / seconds:8.0f} {1000 * cpu / pages:8.3f} {rss:7.0f} {pages:7d} {ratios}" + (f"   exit {code}" if code not in (0, 8) else ""), flush=True)

    def waiting_seeds(self):
        """Seeds that nobody has asked yet: memory while they wait, and how long it takes to load them. Nothing listens at the port."""
        for what, count in (("waiting", self.options.seeds_waiting), ("load", self.options.seeds_loaded)):
            if count == 0:
                continue
            file = self.folder / f"{what}.txt"
            with open(file, "w") as out:
                out.writelines(f"http://p{number}.host{number // 50}.example/~p{number}/\n" for number in range(count))
            command = [self.options.bin / "fellow", "crawl", "--data", self.folder / what, "--seeds", file, *CONTACT, "--connect-to", "::127.0.0.1:9", "--delay", "1", "--budget", "5s"]
            seconds, cpu, rss, code = measure(command)
            print(f"{count} seeds, closed port, budget 5 s: {seconds:.1f} s in all, CPU {cpu:.1f} s, peak {rss:.0f} MB, exit {code}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--sites", type=int, default=5000)
    parser.add_argument("--only", type=lambda text: text.split(","), default=[])
    parser.add_argument("--hosts", type=str.split, default=["--hosts-at-once", "256"], help="options of the row with latency")
    parser.add_argument("--seeds-waiting", type=int, default=100_000)
    parser.add_argument("--seeds-loaded", type=int, default=1_000_000)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        Bench(options, folder).run()


if __name__ == "__main__":
    sys.exit(main())
