# SPDX-License-Identifier: GPL-3.0-or-later
"""Made-up researchers and what one may ask about them. The same seed gives the same."""
import random

GIVEN = "Ana Ben Chen Dana Eli Fatima Goran Hana Ivo Jane Kofi Lena Mei Nora Omar Pia Qing Rosa Sam Tara Uma Vera Wei Yara Zoe".split()
FAMILY = "Abelson Bramov Corini Daleng Eskidis Fenier Garnko Holoja Ingung Jarwala Kalmoto Lorescu Marsen Norez Ostaki Pelini".split()
PLACES = ["Hong Kong University of Science and Technology", "ETH Zurich", "Stanford University", "University of Exampleton",
          "Universidade de Amostra", "Tsinghua University", "Institute of Made-Up Sciences", "University of Cambridge"]
TOPICS = ["Serverless inference", "Machine learning systems", "Operating systems", "Formal verification", "Wombat ecology",
          "Computer vision", "Database systems", "Network protocols", "Program synthesis", "Graph mining", "Compilers"]
WORDS = "fast robust scalable sparse distributed practical approximate dynamic secure local global adaptive verified".split()
FORMS = ["{w} {t}", "{t} for {w} {v} services", "Towards {w} {t}", "On the {v} limits of {t}", "A survey of {w} {t}", "{t}: a {v} approach"]
TITLES = [("PhD student", "student"), ("Professor", "faculty"), ("Research scientist", "research"), ("Postdoc", "postdoc")]
COUNTRIES = ["HK", "CH", "US", "GB", "CN"]


def skewed(items, rng):
    return rng.choices(items, [1 / (rank + 1) for rank in range(len(items))])[0]


def profiles(count, seed=1, host="made-up.example"):
    rng = random.Random(seed)
    out = []
    for n in range(count):
        name = f"{rng.choice(GIVEN)} {rng.choice('ABCDEFG')}. {rng.choice(FAMILY)}{n if n % 3 else ''}"
        url = f"https://p{n}.{host}/"
        title, kind = rng.choice(TITLES)
        mine = list(dict.fromkeys(skewed(TOPICS, rng) for _ in range(rng.randint(1, 4))))
        mine += [f"{rng.choice(WORDS)} {rng.choice(TOPICS).lower()}"] * (n % 2)
        papers = [{"title": rng.choice(FORMS).format(t=skewed(TOPICS, rng), w=rng.choice(WORDS), v=rng.choice(WORDS)).capitalize(),
                   "year": rng.randint(2008, 2026), "authors": [name]} for _ in range(rng.randint(0, 12))]
        out.append({"v": 1, "url": url, "seeds": [url], "name": name, "positions": [{"title": title, "kind": kind}],
                    "affiliations": [{"name": skewed(PLACES, rng), "country": rng.choice(COUNTRIES)}],
                    "past_affiliations": [{"name": skewed(PLACES, rng), "role": "Intern", "start": 2015}] if n % 4 == 0 else [],
                    "advisors": [{"name": f"{rng.choice(GIVEN)} {rng.choice(FAMILY)}", "affiliation": skewed(PLACES, rng)}] if n % 5 == 0 else [],
                    "interests": [{"name": t} for t in mine], "papers": papers, "biography": f"{name} works on {' and '.join(mine)}."})
    return out


def queries(people, count, seed=2):
    """Query strings of the API, of every form."""
    rng = random.Random(seed)
    titles = [p["title"] for person in people for p in person["papers"]]
    facets = "facets=affiliation,interest,year,position,country&facet_limit=10"

    def text():
        person, title = rng.choice(people), rng.choice(titles)
        words = title.split()
        at = rng.randrange(max(1, len(words) - 2))
        return rng.choice([
            rng.choice(TOPICS).lower(), f"{rng.choice(TOPICS).lower()} {rng.choice(PLACES)}", f"{rng.choice(TOPICS).lower()} HKUST",
            person["name"], person["name"].split()[0] + " " + rng.choice(TOPICS), person["name"].split()[-1], title,
            " ".join(rng.sample(words, min(3, len(words)))), f'"{" ".join(words[at:at + 2])}"', f'"{rng.choice(TOPICS)}" -{rng.choice(WORDS)}',
            f"{rng.choice(WORDS)} -{rng.choice(WORDS)}", f"-{rng.choice(WORDS)}", f"at:stanford {rng.choice(TOPICS).lower()}",
            f"topic:\"{rng.choice(TOPICS).lower()}\"", "was:hkust", "advisor:eth", f"name:{person['name'].split()[0]}",
            f"paper:\"{' '.join(words[at:at + 2])}\" year:2015..2020", f"year:2020..2024 {rng.choice(WORDS)}", "", "xqzvwk nothing",
            f"{rng.choice(WORDS)} {rng.choice(WORDS)} {rng.choice(WORDS)}", f"{rng.choice(TOPICS)} of nowhere", "the of"])

    out = []
    for _ in range(count):
        q = [("q", text())]
        if rng.random() < 0.3:
            q += [("affiliation", v) for v in rng.sample(["hkust", "stanford", "ethz", "tsinghua"], rng.randint(1, 2))]
        if rng.random() < 0.2:
            q += [("position", v) for v in rng.sample(["student", "faculty", "postdoc"], rng.randint(1, 2))]
        if rng.random() < 0.2:
            q += [("year", "2012..2019")]
        if rng.random() < 0.2:
            q += [("country", rng.choice(COUNTRIES))]
        if rng.random() < 0.3:
            q += [("sort", rng.choice(["name", "papers", "recent"]))]
        if rng.random() < 0.3:
            q += [("match", rng.choice(["all", "any"]))]
        if rng.random() < 0.25:
            q += [("offset", str(rng.choice([10, 50, 200])))]
        if rng.random() < 0.1:
            q += [("facet_q.interest", rng.choice(["s", "gr", "wom"]))]
        out.append((q, facets + "&limit=50&deadline_ms=5000"))
    return out
