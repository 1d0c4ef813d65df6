#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Made-up researchers to get in the way of a ranking: topics by Zipf's law, institutions real and made up.

usage: distractors.py [--people N] [--institutions M] [--seed S] [--titles EXPORT.jsonl] >profiles.jsonl

Profiles as `fellow import` takes them. --titles: words of these profiles' titles and interests are used too (never whole ones),
so that the distractors talk about what the people looked for talk about; without it they talk about topics of the tables only.
The same arguments give the same bytes.
"""
import argparse
import json
import pathlib
import random
import sys

TABLES = pathlib.Path(__file__).resolve().parent.parent / "seeds" / "tables"
GIVEN = "Ana Ben Chen Dana Eli Fatima Goran Hana Ivo Jane Kofi Lena Mei Nora Omar Pia Qing Rosa Sam Tara Uma Vera Wei Xiao Yara Zoe".split()
ENDS = "son berg ov ini ez wala moto escu sen aki idis ier nko oja ung".split()
STEMS = "Abel Bram Cor Dal Esk Fen Gar Hol Ing Jar Kal Lor Mar Nor Ost Pel Quin Ros Sil Tor Ulf Ven Wal Yor Zan".split()
FORMS = ["{a} for {b}", "On the {c} of {a}", "{a} with {c} {b}", "Towards {c} {a}", "{c} {a}: a study of {b}", "A survey of {a} in {b}"]
PLAIN = "fast robust scalable efficient adaptive sparse distributed practical automatic approximate dynamic secure local global".split()


def rows(name):
    out = []
    for line in (TABLES / name).read_text().splitlines():
        if line and not line.startswith("#"):
            out.append(line.split("\t"))
    return out


def stated(profiles):
    """Word sets of the interests of the profiles, to keep clear of."""
    return [set(i["name"].lower().split()) for p in profiles for i in p.get("interests", [])]


def alike(words, others):
    return any(len(words & other) / len(words | other) >= 0.5 for other in others if other)


def made_up_topics(words, real, avoid, rng, count=2000):
    parts = sorted({w.lower() for topic in real for w in topic.split() if w.isalpha()})
    avoid = avoid + [set(topic.lower().split()) for topic in real]
    out = []
    while len(out) < count:
        topic = [rng.choice(parts), rng.choice(words + parts)] + ([rng.choice(parts)] if rng.random() < 0.4 else [])
        if len(set(topic)) == len(topic) and not alike(set(topic), avoid):
            out.append(" ".join(topic).capitalize())
    return out


def zipf(items, rng, weights):
    return rng.choices(items, weights)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=5000)
    parser.add_argument("--institutions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--titles", help="profiles whose words are borrowed")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    topics = [row[1] for row in rows("topics.tsv") if len(row) > 1]
    rng.shuffle(topics)
    places = [row[1] for row in rows("institutions.tsv") if len(row) > 1]
    rng.shuffle(places)
    places = places[: args.institutions]
    words, looked_for = list(PLAIN), []
    if args.titles:
        seen = set()
        looked_for = [json.loads(line) for line in pathlib.Path(args.titles).read_text().splitlines()]
        for profile in looked_for:
            for text in [p["title"] for p in profile.get("papers", [])] + [i["name"] for i in profile.get("interests", [])]:
                seen.update(w for w in text.lower().split() if w.isalpha() and len(w) > 2)
        words += sorted(seen)
    topic_weights = [1 / (rank + 1) for rank in range(len(topics))]
    word_weights = [1 / (rank + 10) for rank in range(len(words))]
    rng.shuffle(words)
    interests = made_up_topics(words, topics, stated(looked_for), rng)
    interest_weights = [1 / (rank + 1) for rank in range(len(interests))]

    def title():
        word = lambda: zipf(words, rng, word_weights)  # noqa: E731
        text = rng.choice(FORMS).format(a=zipf(topics, rng, topic_weights), b=f"{word()} {word()}", c=word())
        return text[0].upper() + text[1:]

    for n in range(args.people):
        name = f"{rng.choice(GIVEN)} {rng.choice(STEMS)}{rng.choice(ENDS)}"
        url = f"https://d{n}.distractor.example/"
        mine = list(dict.fromkeys(zipf(interests, rng, interest_weights) for _ in range(rng.randint(1, 5))))
        print(json.dumps({
            "v": 1, "url": url, "seeds": [url], "name": name,
            "affiliations": [{"name": zipf(places, rng, [1 / (r + 3) for r in range(len(places))])}],
            "interests": [{"name": t} for t in mine],
            "papers": [{"title": title(), "year": rng.randint(2005, 2026), "venue": "", "authors": [name]} for _ in range(rng.randint(0, 15))],
            "biography": f"{name} works on {' and '.join(mine)}.",
        }, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
