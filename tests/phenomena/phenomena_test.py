#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the extractor handle each phenomenon that it promises to? Made-up sites, in pages/*.case, and sentences and lists in
pages/*.table.

usage: phenomena_test.py BIN_DIR [NAME…]

A case says which phenomenon it shows, holds the files of a site of somebody made up, and what of the profile has to come out:

    about: old pages with frames
    url: http://mara.example/            (where not: http://NAME.example/)
    --- index.html                       (a file; "--- a.html utf-16" is stored so, "--- cv.pdf" is drawn, see pdf_of)
    <frameset>…
    === expect
    name: Mara Lindqvist
    affiliations: A | B                  (exactly these, in any order; empty: none)
    papers has: T1 | T2                  (these among others)
    papers lacks: T3

Fields are those of the profile, with "education" as "PhD, University of X, 2015". The first file is the home page.

A table holds many small pages of Runa Feldmark, parted by "====": what stands below her name (a paragraph, if it does not begin
with a tag), then "=>" and what has to come out, as above.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent


def read_case(file):
    case = {"about": "", "url": f"http://{file.stem}.example/", "files": [], "expect": []}
    part = None
    for line in file.read_text().split("\n"):
        if line.startswith("--- "):
            name, _, coding = line[4:].partition(" ")
            part = [name, coding or "utf-8", []]
            case["files"].append(part)
        elif line == "=== expect":
            part = None
        elif part is not None:
            part[2].append(line)
        elif line.strip() and not line.startswith("#"):
            key, _, value = line.partition(": ")
            key = key.rstrip(":")
            if not case["files"]:
                case[key] = value
            else:
                case["expect"].append((key, value.strip()))
    return case


def read_table(file):
    cases = []
    for block in file.read_text().split("\n====\n"):
        block = "\n".join(line for line in block.split("\n") if not line.startswith("#"))
        body, _, wanted = block.partition("\n=>\n")
        body = body.strip()
        if not body.startswith("<"):
            body = f"<p>{body}</p>"
        page = f"<html><head><title>Runa Feldmark</title></head><body><h1>Runa Feldmark</h1>{body}</body></html>"
        expect = [(key, value) for key, _, value in (line.strip().partition(": ") for line in wanted.split("\n") if line.strip())]
        cases.append({"about": body, "url": "http://runa.example/", "files": [["index.html", "utf-8", [page]]],
                      "expect": [(key.rstrip(":"), value) for key, value in expect]})
    return cases


def escaped(text):
    return text.encode("cp1252", "replace").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def pdf_of(lines):
    """Lines "x y size text" (y from the top; "*text" is bold; "link URL" an annotation, "page" a new page), drawn as PDF 1.5
    with everything but the streams in compressed object streams, as LaTeX writes it."""
    pages, links = [[]], [[]]
    for line in filter(str.strip, lines):
        if line == "page":
            pages.append([]), links.append([])
            continue
        if line.startswith("link "):
            links[-1].append(line[5:])
            continue
        x, y, size, text = line.split(" ", 3)
        font = b"/F2" if text.startswith("*") else b"/F1"
        pages[-1].append(b"BT %s %s Tf %s %d Td (%s) Tj ET" % (font, size.encode(), x.encode(), 792 - int(y), escaped(text.lstrip("*"))))
    packed = {1: b"<</Type/Catalog/Pages 2 0 R>>", 3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
              4: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>"}
    streams, kids, number = {}, [], 5
    for content, hrefs in zip(pages, links):
        streams[number] = b"\n".join(content)
        notes = []
        for k, href in enumerate(hrefs):
            packed[number + 2 + k] = b"<</Type/Annot/Subtype/Link/Rect[60 %d 200 %d]/A<</S/URI/URI(%s)>>>>" % (40 + 20 * k, 55 + 20 * k, escaped(href))
            notes.append(b"%d 0 R" % (number + 2 + k))
        packed[number + 1] = (b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents %d 0 R/Annots[%s]>>"
                              % (number, b" ".join(notes)))
        kids.append(b"%d 0 R" % (number + 1))
        number += 2 + len(hrefs)
    packed[2] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    out, places = bytearray(b"%PDF-1.5\n"), {}
    for n, content in streams.items():
        places[n] = (1, len(out), 0)
        data = zlib.compress(content)
        out += b"%d 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % (n, len(data)) + data + b"\nendstream endobj\n"
    head, body = b"", b""
    for index, (n, value) in enumerate(packed.items()):
        head += b"%d %d " % (n, len(body))
        body += value + b" "
        places[n] = (2, number, index)
    data = zlib.compress(head + body)
    places[number] = (1, len(out), 0)
    out += (b"%d 0 obj<</Type/ObjStm/N %d/First %d/Length %d/Filter/FlateDecode>>stream\n" % (number, len(packed), len(head), len(data))
            + data + b"\nendstream endobj\n")
    start, size = len(out), number + 2
    places[number + 1] = (1, start, 0)
    table = b"".join(bytes([kind]) + where.to_bytes(4, "big") + index.to_bytes(2, "big")
                     for kind, where, index in (places.get(n, (0, 0, 0)) for n in range(size)))
    data = zlib.compress(table)
    out += (b"%d 0 obj<</Type/XRef/Size %d/W[1 4 2]/Root 1 0 R/Length %d/Filter/FlateDecode>>stream\n" % (number + 1, size, len(data))
            + data + b"\nendstream endobj\nstartxref\n%d\n%%%%EOF\n" % start)
    return bytes(out)


def shown(field, profile):
    value = profile.get(field, [])
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [f"{k}={v}" for k, v in value.items()]
    if field == "education":
        return [", ".join(str(e[k]) for k in ("degree", "institution", "year") if e.get(k)) for e in value]
    if field == "papers in full":
        return ["; ".join(filter(None, [p["title"], ", ".join(p.get("authors", [])), p.get("venue", ""), str(p.get("year", ""))])) for p in profile.get("papers", [])]
    return [v if isinstance(v, str) else v.get("title") or v.get("name") for v in value]


def failures_of(binaries, case):
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        home = case["url"].split("/", 3)[3]
        for index, (name, coding, lines) in enumerate(case["files"]):
            file = site / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(pdf_of(lines) if name.endswith(".pdf") else "\n".join(lines).encode(coding))
            if index == 0 and name not in ("index.html", home):
                case["url"] = case["url"].rstrip("/") + "/" + name
        what = site if len(case["files"]) > 1 else site / case["files"][0][0]
        ran = subprocess.run([binaries / "fellow", "extract", "--with-email", "--url", case["url"], what], capture_output=True, text=True)
        if ran.returncode != 0:
            return [f"fellow extract: exit {ran.returncode}: {ran.stderr}"]
    profile = json.loads(ran.stdout)
    out = []
    for key, value in case["expect"]:
        field, _, verb = key.partition(" has")
        lacks = key.endswith(" lacks")
        field = key.removesuffix(" lacks").removesuffix(" has")
        got, want = shown(field, profile), [v.strip() for v in value.split(" | ") if v.strip()]
        if lacks:
            good = not any(w in g for w in want for g in got)
        elif key.endswith(" has"):
            good = all(w in got for w in want)
        else:
            good = sorted(got) == sorted(want)
        if not good:
            out.append(f"{key}: want {' | '.join(want)}\n{' ' * len(key)}   got {' | '.join(got)}")
    return out


def main():
    binaries = pathlib.Path(sys.argv[1])
    names = sys.argv[2:]
    files = [f for f in sorted((HERE / "pages").iterdir()) if f.suffix in (".case", ".table") and (not names or f.stem in names)]
    tried = failed = 0
    for file in files:
        for case in [read_case(file)] if file.suffix == ".case" else read_table(file):
            found = failures_of(binaries, case)
            if not case["expect"]:
                found.append("expects nothing")
            for failure in found:
                print(f"{file.name} ({case['about']})\n  " + failure.replace("\n", "\n  "))
            tried += 1
            failed += bool(found)
    print(f"{tried - failed} of {tried} phenomena")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
