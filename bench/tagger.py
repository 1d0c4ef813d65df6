#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Train the tagger of interests anew: seeds/weights/interests.tagger, the same bytes from the same corpus.

usage: tagger.py BUILD_DIR [--corpus DIR] [--out FILE] [--made N]

BUILD_DIR: a release build with the target fellow_extractor (bench/tagger.cc is built against it). --corpus: labelled sites (default
../shared/corpus); the part aside, sites whose SHA-256 of the id begins with 0, 1 or 2, teaches nothing. --made: sentences of made-up
people (tagger_sentences.py).
"""
import argparse
import hashlib
import json
import pathlib
import sys
import subprocess
import tempfile
import urllib.parse

import extract
import tagger_sentences

TOP = pathlib.Path(__file__).resolve().parent.parent
FOLDS = 6
ABOUT = "about bio author home main index contact profile research recherche interest".split()
OTHERS = "publication post blog talk event teaching project news people team software course student papers tag year media cv resume".split()


def home_of(label, site):
    path = urllib.parse.unquote(urllib.parse.urlsplit(label["url"]).path).strip("/")
    for tail in (path, path.partition("/")[2]):
        for file in (site / tail, site / tail / "index.html", site / tail / "index.htm", site / (tail + ".html")):
            if file.is_file():
                return file
    return None


def pages_of(label, site):
    """The home page, then pages about the person: what the extractor takes interests in prose from."""
    home = home_of(label, site)
    files = [home] if home else []
    for file in sorted(site.rglob("*")):
        path = "/" + file.relative_to(site).as_posix().lower()
        about, other = any(word in path for word in ABOUT), any(word in path for word in OTHERS)
        if file.is_file() and file.suffix in (".html", ".htm", ".md") and about and not other and file != home:
            files.append(file)
    origin = "http://" + label["id"] + ".example/"
    return [[str(file), urllib.parse.urljoin(origin, urllib.parse.quote(file.relative_to(site).as_posix()))] for file in files[:12]]


def rows_of(corpus):
    for file in sorted(corpus.rglob("gold.json")):
        label = json.loads(file.read_text())
        digest = hashlib.sha256(label["id"].encode()).hexdigest()
        if digest[0] not in "012":
            yield {"fold": int(digest, 16) % FOLDS, "interests": label["gold"].get("interests") or [], "pages": pages_of(label, file.parent / "site")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, default=TOP.parent / "shared" / "corpus")
    parser.add_argument("--out", type=pathlib.Path, default=TOP / "seeds" / "weights" / "interests.tagger")
    parser.add_argument("--made", type=int, default=8000)
    args = parser.parse_args()
    if not args.corpus.is_dir():
        sys.exit(f"{args.corpus}: no such folder; name a folder of labelled sites with --corpus")
    with tempfile.TemporaryDirectory() as folder:
        program, rows = pathlib.Path(folder) / "tagger", pathlib.Path(folder) / "rows.jsonl"
        extract.build(args.build, program, "tagger.cc")
        with rows.open("w") as out:
            for row in [*rows_of(args.corpus), *tagger_sentences.made(args.made, seed=7)]:
                out.write(json.dumps(row) + "\n")
        subprocess.run([program, rows, args.out], check=True)


if __name__ == "__main__":
    main()
