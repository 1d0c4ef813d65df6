#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every example of docs/api.md against searchd over the demo web; /openapi.json against a public validator and against the server.

usage: api_test.py BIN_DIR NPM_DIR      NPM_DIR: where deploy/install_npm.sh put the packages; without the validator that part is skipped, and said so
"""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import urllib.parse
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
VALIDATE = """
import { Validator } from "@seriousme/openapi-schema-validator";
import { readFileSync } from "node:fs";
const result = await new Validator().validate(JSON.parse(readFileSync(process.argv[2], "utf8")));
console.log(JSON.stringify(result));
process.exit(result.valid ? 0 : 1);
"""
faults = []


def expect(good, told):
    if not good:
        faults.append(told)
        print(f"FAILED: {told}", file=sys.stderr)


class Daemon:
    def __init__(self, programs, data, *more):
        self.process = subprocess.Popen([programs / "searchd", "--data", data, "--listen", "127.0.0.1:0", *more], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/$", line).group(1))

    def ask(self, method, target, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, target, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)


def shape(example):
    """A regular expression for what an example shows: blanks between the parts of JSON do not count, … is anything."""
    example = re.sub(r"\n\s*", "", example.strip()) if example.lstrip().startswith("{") else example.strip()
    return re.compile(".*?".join(map(re.escape, example.split("…"))) + r"\s*\Z" if not example.endswith("…") else ".*?".join(map(re.escape, example.split("…"))), re.S)


def run_example(daemon, example):
    lines = example.split("\n")
    method, target = lines[0].split(" ", 1)
    at = next(i for i, line in enumerate(lines) if re.match(r"\d{3}( |$)", line))
    headers = dict(line.split(": ", 1) for line in lines[1:at])
    status, _, kind = lines[at].partition(" ")
    response, body = daemon.ask(method, target, headers)
    text = body.decode()
    expect(response.status == int(status), f"{target}: {response.status} instead of {status}: {text[:300]}")
    if response.status == 304:
        return expect(not body, f"{target}: 304 with a body")
    expect(response.headers["Content-Type"] == (kind or "application/json"), f"{target}: {response.headers['Content-Type']}")
    expect(shape("\n".join(lines[at + 1:])).match(text.strip()), f"{target}: answers {text[:1500]}")


def check_settings(programs, data, text):
    """The settings of the document are read, and all there are."""
    settings = tomllib.loads(text)
    (data / "documented.toml").write_text(text)
    ran = subprocess.run([programs / "searchd", "--data", data, "--config", data / "documented.toml", "--check-config"], capture_output=True, text=True)
    expect(ran.returncode == 0 and "the configuration is good" in ran.stdout, f"--check-config: {ran.stdout}{ran.stderr}")
    source = (ROOT / "core" / "config.cc").read_text()
    for name in re.findall(r'\{"(\w+)", (?:address_of_site|origin|number|patience)_into', source):
        expect(any(name in table for table in settings.values() if isinstance(table, dict)), f"docs/api.md does not tell the setting {name}")


def check_openapi(daemon, npm, scratch):
    response, body = daemon.ask("GET", "/openapi.json")
    document = json.loads(body)
    expect(document["openapi"].startswith("3.1"), "not OpenAPI 3.1")
    # What it lists the server takes, and what it does not list the server rejects.
    taken = 0
    for path, item in document["paths"].items():
        if "get" not in item:
            continue
        target = path.replace("{id}", "6ssvryxxwur52z5q")
        response, body = daemon.ask("GET", target)
        expect(response.status == 200, f"{path}: {response.status}")
        expect(response.headers["Content-Type"].split(";")[0] in item["get"]["responses"]["200"]["content"], f"{path}: {response.headers['Content-Type']} is not described")
        response, body = daemon.ask("GET", target + "?unlisted=1")
        expect(response.status == 400 and json.loads(body)["error"]["field"] == "unlisted", f"{path}?unlisted=1: {response.status}")
        for parameter in item["get"]["parameters"]:
            if parameter["in"] != "query":
                continue
            schema = parameter["schema"].get("items", parameter["schema"])
            if parameter["name"] == "sources":
                continue  # names of sources that are there
            good = [schema["enum"][0] if "enum" in schema else schema.get("maximum", 2020 if "pattern" in schema else "a")]
            bad = ["nonsense"] if "enum" in schema or "pattern" in schema else [schema["maximum"] + 1, schema["minimum"] - 1, "x"] if "maximum" in schema else ["a" * (schema["maxLength"] + 1)]
            for value, want in [(value, 200) for value in good] + [(value, 400) for value in bad]:
                more = f"&facets={parameter['name'].partition('.')[2]}" if parameter["name"].startswith("facet_q.") else ""
                response, body = daemon.ask("GET", f"{target}?{parameter['name']}={urllib.parse.quote(str(value))}{more}")
                expect(response.status == want, f"{path}?{parameter['name']}={value}: {response.status} instead of {want}: {body[:200]}")
                taken += 1
    expect(taken > 40, f"only {taken} values were tried")
    if not shutil.which("node") or not (npm / "node_modules" / "@seriousme").is_dir():
        expect(not os.environ.get("FELLOW_CI"), "FELLOW_CI is set, and the validator is absent")
        print(f"not validated: no node, or no @seriousme/openapi-schema-validator in {npm} (deploy/test.sh installs it)")
        return
    (scratch / "openapi.json").write_bytes(json.dumps(document).encode())
    # The script lies where its package is found.
    with tempfile.NamedTemporaryFile("w", suffix=".mjs", dir=npm) as script:
        script.write(VALIDATE)
        script.flush()
        ran = subprocess.run(["node", script.name, scratch / "openapi.json"], capture_output=True, text=True)
        expect(ran.returncode == 0, f"the validator says {ran.stdout}{ran.stderr}")
        document["paths"]["/healthz"]["get"]["responses"] = []
        (scratch / "openapi.json").write_text(json.dumps(document))
        ran = subprocess.run(["node", script.name, scratch / "openapi.json"], capture_output=True, text=True)
        expect(ran.returncode == 1, "the validator takes anything")


def check_xml(daemon):
    for target, root in (("/opensearch.xml", "{http://a9.com/-/spec/opensearch/1.1/}OpenSearchDescription"), ("/feed?q=%3C%26%22+%C3%A9", "{http://www.w3.org/2005/Atom}feed")):
        response, body = daemon.ask("GET", target)
        tree = ElementTree.fromstring(body)
        expect(tree.tag == root, f"{target}: {tree.tag}")
        for part in ("title", "id", "updated", "author") if "feed" in target else ("ShortName", "Description", "Url"):
            expect(tree.find(root[:root.index("}") + 1] + part) is not None, f"{target} has no {part}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    programs, npm = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        data = scratch / "data"
        subprocess.run([programs / "fellow", "demo", "--once", "--data", data], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        document = (ROOT / "docs" / "api.md").read_text()
        daemon = Daemon(programs, data)
        examples = blocks(document, "http")
        for example in examples:
            run_example(daemon, example)
        expect(len(examples) >= 14, f"only {len(examples)} examples")
        check_openapi(daemon, npm, scratch)
        check_xml(daemon)
        expect(daemon.end() == 0, "searchd did not end well")
        for text in blocks(document, "toml"):
            check_settings(programs, data, text)
    print(f"{len(examples)} examples, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
