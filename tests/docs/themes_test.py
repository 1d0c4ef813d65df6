#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/themes.md, followed by a newcomer who does what stands there and nothing else: the theme is built and its test passes.

usage: themes_test.py BUILD_DIR      a build of Ninja that has extractor_test

The files of the document are written beside a copy of the two that it edits, compiled as CMake compiles their neighbours, and linked in the
place of extractor_test's own objects. Exit 77, saying so, where the build is not one of Ninja.
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def blocks(text):
    """(what stands behind the fence, the lines) of each."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```", text, re.S | re.M)


def follow(document, tree):
    """Writes what the document says into the tree; the sources that are to be compiled."""
    written = []
    for info, body in blocks(document):
        language, _, where = info.partition(" ")
        if language != "cpp":
            continue
        row = re.fullmatch(r"in (\w+) of (\S+)", where)
        end = re.fullmatch(r"at the end of (\S+)", where)
        name = row.group(2) if row else end.group(1) if end else where
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not row and not end:
            file.write_text(body)
        else:
            if not file.exists():
                shutil.copy(ROOT / name, file)
            text = file.read_text()
            at = text.index("};", text.index("kRows[] = {")) if row else text.rindex("\n}  // namespace")
            file.write_text(text[:at] + body + text[at:] if row else text[:at + 1] + body + text[at + 1:])
        if file.suffix == ".cc" and file not in written:
            written.append(file)
    return written


def compile_as(neighbour, build, tree, source):
    command = next(entry for entry in json.loads((build / "compile_commands.json").read_text()) if entry["file"] == str(ROOT / neighbour))
    words = shlex.split(command["command"])
    out = source.with_suffix(".o")
    words[words.index("-o") + 1] = str(out)
    words[words.index("-c") + 1] = str(source)
    first = next(i for i, word in enumerate(words) if word.startswith("-I"))
    words[first:first] = [f"-I{tree}"]
    done = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True)
    if done.returncode or done.stderr.strip():
        sys.exit(f"FAILED: {source.relative_to(tree)} does not compile without a word:\n{done.stderr}")
    return str(out)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("ninja") or not (build / "build.ninja").exists() or not (build / "compile_commands.json").exists():
        print("skipped: not a build of Ninja with its compile commands")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        sources = follow((ROOT / "docs" / "themes.md").read_text(), tree)
        names = sorted(str(source.relative_to(tree)) for source in sources)
        if names != ["extractor/themes/lantern.cc", "extractor/themes/themes.cc", "tests/extractor/lantern_test.cc"]:
            sys.exit(f"FAILED: the document makes {names}")
        objects = [compile_as("tests/extractor/themes_test.cc" if "tests" in source.parts else "extractor/themes/themes.cc", build, tree, source) for source in sources]
        link = subprocess.run(["ninja", "-C", build, "-t", "commands", "extractor_test"], capture_output=True, text=True, check=True).stdout.rstrip().split("\n")[-1]
        program = tree / "lantern_test"
        own = re.sub(r"(\S*CMakeFiles/extractor_test\.dir/\S+\.o ?)+", " ".join(map(shlex.quote, objects)) + " ", link, count=1)
        own = re.sub(r" -o \S+", f" -o {program}", own, count=1)
        done = subprocess.run(["sh", "-c", own], cwd=build, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"FAILED: it does not link:\n{done.stderr[-3000:]}")
        ran = subprocess.run([program], capture_output=True, text=True)
        passed = re.search(r"\[  PASSED  \] (\d+) tests", ran.stdout)
        if ran.returncode or not passed or int(passed.group(1)) < 2:
            sys.exit(f"FAILED:\n{ran.stdout}{ran.stderr}")
        print(f"docs/themes.md: {passed.group(1)} tests of the new theme passed")


if __name__ == "__main__":
    main()
