#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How good is the extractor per family of homepages, and on which sites is it worst? Markdown on standard output.

usage: tables.py PROFILES.jsonl [--shared DIR] [--worst 10] > tables.md

PROFILES.jsonl is what `fellow export --with-email` prints for the labelled corpus (gate_test.py --keep DIR leaves the data
directory of its run). Figures are F1, micro-averaged over the sites of a family; a site's is the mean over the fields that its
label or profile has. Sites of the part "aside" are not named, and nothing of them but figures is shown.
"""
import argparse
import collections
import hashlib
import importlib.util
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def load(file):
    spec = importlib.util.spec_from_file_location("score_extraction", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def row(cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("profiles")
    parser.add_argument("--shared", type=pathlib.Path, default=HERE.parents[2] / "shared")
    parser.add_argument("--worst", type=int, default=10)
    args = parser.parse_args()
    scorer = load(args.shared / "tools/score_extraction.py")
    corpus, profiles = args.shared / "corpus", scorer.load_profiles(args.profiles)
    labels = [json.loads(f.read_text()) for f in sorted(corpus.rglob("gold.json"))]
    aside = {label["id"]: hashlib.sha256(label["id"].encode()).hexdigest()[0] in "012" for label in labels}
    fields = list(scorer.FIELDS)

    print(row(["family", "sites", *fields, "mean"]))
    print(row(["---"] * (len(fields) + 3)))
    families = collections.Counter(label.get("template", "?") for label in labels)
    parts = [("all", lambda label: True), ("aside", lambda label: aside[label["id"]]), ("rest", lambda label: not aside[label["id"]])]
    parts += [(name, lambda label, name=name: label.get("template", "?") == name) for name, _ in families.most_common()]
    for name, keep in parts:
        table, _, extra = scorer.score(corpus, profiles, keep)
        print(row([name, extra["sites"], *(f"{table[f][2]:.3f}" for f in fields), f"{table['mean'][2]:.3f}"]))

    sites = []
    for label in labels:
        table, details, _ = scorer.score(corpus, profiles, lambda other, label=label: other["id"] == label["id"])
        told = [f for f in fields if table[f][3] or table[f][0] < 1]
        mean = sum(table[f][2] for f in told) / max(1, len(told))
        wrong = {f: (len(details[f][0][1]), len(details[f][0][2])) for f in fields if details[f]}
        sites.append((mean, label["id"], label.get("template", "?"), wrong))
    sites.sort()
    print(f"\nThe {args.worst} worst sites (missed / made up):\n")
    print(row(["site", "family", "mean", "fields"]))
    print(row(["---"] * 4))
    hidden = 0
    for mean, site, family, wrong in sites[:args.worst]:
        hidden += aside[site]
        name = f"aside {hidden}" if aside[site] else site
        print(row([name, family, f"{mean:.3f}", ", ".join(f"{f} {m}/{o}" for f, (m, o) in wrong.items())]))


if __name__ == "__main__":
    main()
