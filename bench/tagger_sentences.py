# SPDX-License-Identifier: GPL-3.0-or-later
"""Which sentences could made-up people write about their work? Templates and words of tagger_sentences.txt, topics, institutions and
venues of seeds/tables/. The same number and seed give the same sentences.

    for sentence in made(8000, seed=7): ...   # {"text", "kind", "topics": [[begin, end], ...]} (bytes), as bench/tagger.cc reads them
"""
import pathlib
import random
import re

HERE = pathlib.Path(__file__).resolve().parent
TABLES = HERE.parent / "seeds" / "tables"
AND = {"en": "and", "fr": "et", "de": "und", "es": "y", "pt": "e", "it": "e"}
ARTICLES = {"fr": ["la ", "le ", "les ", "l'"], "es": ["la ", "el ", "los ", "las "], "it": ["la ", "il ", "i "], "pt": ["a ", "o ", "as "]}
KINDS = ["none"] * 5 + ["about"] * 3 + ["research", "interests"]   # of the section around the sentence
FOREIGN = re.compile(r"[à-ÿ]|(ique|ung|ica|ie|tik|age|isme|lernen|wissenschaften?)$")


def table(name):
    """(name, other names) of each row."""
    rows = [line.split("\t") for line in (TABLES / name).read_text().splitlines() if line and not line.startswith("#")]
    return [(row[1], row[2].split("|") if len(row) > 2 and row[2] else []) for row in rows]


def lists():
    out = {}
    for line in (HERE / "tagger_sentences.txt").read_text().split("\n"):
        if line.startswith("== "):
            current = out.setdefault(line[3:], [])
        elif line and not line.startswith("#"):
            current.append(line)
    return out


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lists = lists()
        rows = table("topics.tsv")
        self.topics = [name for name, _ in rows]
        others = [other for _, names in rows for other in names]
        self.others = [o for o in others if o.isascii() and not o.isupper() and len(o) > 4]
        self.foreign = [o for o in others if FOREIGN.search(o) and not re.search("[\u0400-\uffff]", o) and len(o) > 5]
        self.institutions = [name for name, _ in table("institutions.tsv")][:900]
        self.venues = [name for name, _ in table("venues.tsv")][:300]

    def one(self, *names):
        return self.r.choice([word for name in names for word in (self.topics if name == "topics" else self.lists[name])])

    def rare_topic(self):
        """What no table holds: single nouns, compounds, "role of X in Y", "links between X and Y"."""
        r, k = self.r, self.r.random()
        if k < 0.18:
            return self.one("nouns")
        if k < 0.5:
            return self.one("modifiers") + " " + self.one("kinds")
        if k < 0.6:
            return self.one("modifiers") + " " + self.one("nouns")
        if k < 0.66:
            return "use of " + self.one("objects", "nouns") + " in " + self.one("objects", "topics")
        if k < 0.72:
            what = r.choice(["application", "applications", "role", "impact", "effects", "history", "future", "economics"])
            return what + " of " + self.one("topics", "nouns") + (" in " + self.one("topics", "objects", "nouns") if r.random() < 0.5 else "")
        if k < 0.78:
            return r.choice(["relationship", "interactions", "links"]) + " between " + self.one("nouns") + " and " + self.one("nouns")
        if k < 0.84:
            return self.one("fields") + " and " + self.one("fields") + " of " + self.one("objects")
        if k < 0.9:
            return self.one("topics") + " " + self.one("kinds")
        return self.one("objects") if k < 0.95 else self.one("topics") + " in " + self.one("objects", "nouns")

    def bare_topic(self):
        k = self.r.random()
        if k < 0.30:
            return self.rare_topic()
        if k < 0.55:
            return self.one("topics")
        if k < 0.62:
            return self.r.choice(self.others)
        if k < 0.70:
            return self.one("adjectives") + " " + self.one("topics")
        if k < 0.76:
            return self.one("topics") + " for " + self.one("objects")
        if k < 0.83:
            return self.one("fields") + " of " + self.one("objects")
        if k < 0.89:
            return self.one("objects") + " " + self.one("fields")
        if k < 0.95:
            return self.one("adjectives") + " " + self.one("fields") + (" of " + self.one("objects") if self.r.random() < 0.3 else "")
        topic = self.one("topics")
        return topic + " (" + "".join(word[0] for word in topic.split()).upper() + ")"

    def topic(self, capital, language="en"):
        if language != "en":
            topic = self.r.choice(self.foreign)
            return topic.capitalize() if capital else topic
        words = self.bare_topic().split()
        if capital:
            return " ".join(w if w in ("of", "for", "and", "the", "in") else w[0].upper() + w[1:] for w in words)
        return " ".join(w if sum(c.isupper() for c in w) > 1 or w == "Bayesian" else w[0].lower() + w[1:] for w in words)

    def enumeration(self, language, number):
        r = self.r
        capital = r.random() < 0.3
        topics = ["[[" + self.topic(capital, language) + "]]" for _ in range(number)]
        if language in ARTICLES and r.random() < 0.4:
            topics = [r.choice(ARTICLES[language]) + t for t in topics]
        elif language == "en" and r.random() < 0.12:
            topics = ["the " + t for t in topics]
        elif language == "en" and r.random() < 0.05:
            topics = [r.choice(["developing ", "understanding ", "improving ", "modelling ", "designing ", "analyzing "]) + t for t in topics]
        last = " " + AND[language] + " "
        if number < 3:
            return last.join(topics)
        comma, k = "; " if r.random() < 0.06 else ", ", r.random()
        joined = comma.rstrip() + last if k < 0.55 and language == "en" else comma if k < 0.65 else last
        return comma.join(topics[:-1]) + joined + topics[-1]

    def filled(self, template, language="en"):
        r = self.r
        fill = {
            "L": lambda: self.enumeration(language, r.choice([1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6])),
            "S": lambda: self.enumeration(language, r.choice([1, 1, 2])),
            "M": lambda: self.enumeration(language, r.choice([2, 2, 3, 3, 4])),
            "T": lambda: "[[" + self.topic(r.random() < 0.3) + "]]",
            "U": lambda: "[[" + self.topic(False) + "]]",
            "N": lambda: self.topic(False) if r.random() < 0.6 else self.one("objects"),
            "C": lambda: self.topic(True),
            "O": lambda: r.choice(self.institutions),
            "P": lambda: r.choice(["", "", "Prof. ", "Dr. "]) + self.one("first names") + " " + self.one("family names"),
            "F": lambda: self.one("family names"),
            "V": lambda: r.choice(self.venues),
            "Y": lambda: str(r.randint(1998, 2025)),
            "G": lambda: r.choice(["people", "society", "doctors", "teachers", "farmers"]),
            "Q": lambda: self.one("qualities"),
            "A": lambda: self.one("adjectives"),
            "H": lambda: self.one("hobbies"),
        }
        return re.sub(r"\{(\w)\}", lambda m: fill[m.group(1)](), template)

    def sentence(self):
        r = self.r
        if r.random() >= 0.55:
            return self.filled(self.one("cued, none", "none"))
        if r.random() < 0.14:
            language = r.choice(sorted(ARTICLES.keys() | {"de"}))
            return self.filled(self.one("interests " + language), language)
        template = self.one("interests en")
        if template.endswith("{L}.") and r.random() < 0.15:
            template = template[:-1] + self.one("tails")
        return self.filled(template)


def made(number, seed):
    maker = Maker(seed)
    for _ in range(number):
        marked, text, topics = maker.sentence(), "", []
        for i, part in enumerate(re.split(r"\[\[(.*?)\]\]", marked)):
            begin = len(text.encode())
            text += part
            if i % 2:
                topics.append([begin, len(text.encode())])
        yield {"text": text, "kind": maker.r.choice(KINDS), "topics": topics}
