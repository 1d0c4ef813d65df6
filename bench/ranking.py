#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What does each ingredient of the ranking bring? Figures of each kind of query with all of them, and with one left out.

usage: ranking.py RANKING INDEX CORPUS SCORE_SEARCH [--only VARIANT] [--worst N]

RANKING: bench/ranking.cc, compiled. INDEX: DATA/index. CORPUS: labelled (gold.json). SCORE_SEARCH: score_search.py, which makes the
queries of the labels and knows how each kind is scored (MRR@10; topic: nDCG@10). --worst: that many queries that are answered worst,
per shortfall, and what stands where the right ones should.
"""
import argparse
import importlib.util
import json
import pathlib
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("ranking", "index", "corpus", "score_search"):
        parser.add_argument(name)
    parser.add_argument("--only", default="all")
    parser.add_argument("--worst", type=int, default=0)
    args = parser.parse_args()
    spec = importlib.util.spec_from_file_location("score_search", args.score_search)
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    queries = scorer.make_queries(args.corpus)
    done = subprocess.run([args.ranking, args.index, args.only], input="".join(q["q"] + "\n" for q in queries), text=True, check=True,
                          capture_output=True)
    rows, shortfalls = {}, []
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        query = queries[answer["query"]]
        relevant = set(query["relevant"])
        got = [{scorer.norm_url(u) for u in urls if u} for urls in answer["hits"]][:10]
        rank = next((i + 1 for i, urls in enumerate(got) if urls & relevant), None)
        value = scorer.ndcg(got, relevant) if query["kind"] == "topic" else (1 / rank if rank else 0.0)
        rows.setdefault(answer["without"], {}).setdefault(query["kind"], []).append(value)
        if answer["without"] == "none":
            shortfalls.append((value, query["kind"], query["q"], "".join("X" if urls & relevant else "." for urls in got), len(relevant)))
    kinds = list(next(iter(rows.values())))
    print(f"| {'without':12} | " + " | ".join(f"{k:>10}" for k in kinds) + " |       mean |")
    print("|" + "---|" * (len(kinds) + 2))
    for variant, by_kind in rows.items():
        means = [sum(by_kind[k]) / len(by_kind[k]) for k in kinds]
        name = "(nothing)" if variant == "none" else variant
        print(f"| {name:12} | " + " | ".join(f"{m:10.3f}" for m in means) + f" | {sum(means) / len(means):10.3f} |")
    for value, kind, text, marks, relevant in sorted(shortfalls)[: args.worst]:
        print(f"{value:.2f} {kind:10} {text!r}: {marks} ({relevant} right)")


if __name__ == "__main__":
    sys.exit(main())
