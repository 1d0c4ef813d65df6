#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast are pages read? bench/extract.cc, built against a finished build, over a labelled corpus and over a made web.

usage: extract.py BUILD_DIR [--corpus DIR] [--sites N] [--rounds N]

BUILD_DIR: a release build with the target fellow_extractor. --corpus: of labelled sites (default ../shared/corpus; left out, and
said so, where it is absent). The made web is that of bench/crawl_web.py. All figures are of one thread; what counts are the
ratios to gumbo's parse alone on the same pages in the same run.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import crawl_web

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent
PACKAGES = "gumbo yaml-cpp uchardet icu-uc icu-i18n libcrypto".split()
LIBRARIES = "-lcmark-gfm-extensions -lcmark-gfm -ltomlplusplus -lz -lboost_url".split()


def build(tree, out):
    """Beside the tree's programs: the helper that reads PDFs is looked for there."""
    libraries = subprocess.run(["pkg-config", "--libs", *PACKAGES], check=True, capture_output=True, text=True).stdout.split()
    rooms = [tree / "extractor/libfellow_extractor.a", tree / "core/libfellow_core.a"]
    subprocess.run(["g++", "-O2", "-std=c++20", f"-I{TOP}", f"-I{TOP}/include", HERE / "extract.cc", *rooms, *libraries, *LIBRARIES, "-o", out], check=True)


def row(name, program, folder, options):
    done = subprocess.run([program, folder, "--rounds", str(options.rounds)], check=True, capture_output=True, text=True)
    read = json.loads(done.stdout)
    print(f"{name:10} {read['pages']:6d} pages of {read['sites']} sites, whole sites: {read['ms_a_page_of_whole_sites']:.2f} ms a page, "
          f"{1000 / read['ms_a_page_of_whole_sites']:.0f} pages/s a core")
    print(f"{'':10} {read['html_pages']:6d} HTML pages, each alone: median {read['html_ms_median']:.2f} ms, {1000 / read['html_ms_median']:.0f} pages/s a core; "
          f"mean {read['html_ms']:.2f} ms = {read['times_gumbo']:.2f} times gumbo alone ({read['gumbo_ms']:.2f} ms); median of the ratios {read['times_gumbo_median']:.2f}")
    print(f"{'':10} {read['html_pages']:6d} HTML pages, links only: {read['links_ms']:.3f} ms = {read['links_ms'] / read['gumbo_ms']:.2f} times gumbo alone")
    for url, spent in read["pdf_ms"].items():
        print(f"{'':10} {spent:6.0f} ms wall, with the process that reads it: {url}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--corpus", type=pathlib.Path, default=TOP.parent / "shared" / "corpus")
    parser.add_argument("--sites", type=int, default=500, help="of the made web")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    program = options.build / "bin" / "bench_extract"
    build(options.build, program)
    if options.corpus.is_dir():
        row("corpus", program, options.corpus, options)
    else:
        print(f"(no corpus at {options.corpus})")
    with tempfile.TemporaryDirectory() as folder:
        crawl_web.make(options.sites, pathlib.Path(folder))
        row("made web", program, pathlib.Path(folder) / "sites", options)


if __name__ == "__main__":
    sys.exit(main())
