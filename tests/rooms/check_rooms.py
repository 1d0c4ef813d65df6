#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does each room keep to itself? Every #include of the source tree against the table below.

usage: check_rooms.py SOURCE_DIR      prints each include that breaks a wall, exit 1 if there is one

A room may include fellow/..., its own files, the standard library and the foreign headers its row names. Only cli/ and
searchd/main.cc wire rooms together. include/fellow knows no room. Tests may include the room they mirror.
"""
import pathlib
import re
import sys

ROOMS = ("core", "crawler", "extractor", "indexer", "searchd", "cli")
# foreign header prefix -> rooms that may see it
FOREIGN = {
    "gumbo.h": {"extractor"},
    "cmark": {"extractor"},
    "yaml-cpp/": {"extractor"},
    "toml++/": {"extractor", "core"},
    "poppler-": {"extractor"},
    "uchardet": {"extractor"},
    "unicode/": {"core", "extractor"},
    "curl/": {"crawler"},
    "sqlite3.h": {"crawler"},
    "zlib.h": {"crawler", "searchd", "extractor"},
    "libdeflate.h": {"crawler"},
    "libpsl.h": {"crawler"},
    "brotli/": {"crawler"},
    "zstd.h": {"crawler"},
    "openssl/": {"core", "crawler", "indexer"},
    "xapian": {"indexer"},
    "boost/asio": {"crawler", "searchd"},
    "boost/beast": {"searchd"},
    "boost/locale": {"extractor"},  # its conversions of UTF, which need no library
    "boost/unordered": {"core", "indexer"},
    "boost/url": {"core"},
    "boost/": {"core", "crawler", "searchd"},
    "CLI/": {"cli"},
    "nlohmann/": set(ROOMS) | {"include"},
    "tl/expected.hpp": {"include"},
    "emmintrin.h": {"indexer"},  # the compiler's own: SSE2
    "gtest/": set(),
    "gmock/": set(),
}
WIRING = {"cli", "searchd/main.cc"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(<|")([^>"]+)[>"]')


def rule(header):
    """The longest foreign prefix that the header begins with, or None."""
    known = [prefix for prefix in FOREIGN if header.startswith(prefix)]
    return max(known, key=len) if known else None


def complaint(file, room, header, quoted):
    """What is wrong with this include in this file of this room; None if nothing is."""
    wires = room in WIRING or str(file) in WIRING
    other = header.split("/")[0]
    if quoted:
        if other == "fellow" or other == room:
            return None
        if other in ROOMS:
            return None if wires and other != "cli" else f"room {room} includes room {other}"
        return f"quoted include outside the rooms: write it from the top of the tree, or with <> if it is foreign"
    prefix = rule(header)
    if prefix is None:
        standard = "/" not in header and not header.endswith((".h", ".hpp")) or header.startswith(("sys/", "netinet/", "arpa/"))
        system = header in {"unistd.h", "pthread.h", "fcntl.h", "poll.h", "spawn.h", "signal.h", "netdb.h", "ifaddrs.h", "dirent.h"}
        return None if standard or system else f"<{header}> is in no row of the table of foreign headers"
    if room in FOREIGN[prefix] or (str(file) == "searchd/main.cc" and prefix == "CLI/"):
        return None
    return f"<{header}> belongs to {', '.join(sorted(FOREIGN[prefix])) or 'the tests'} only"


def check(root):
    found = []
    for top in ROOMS + ("include",):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cc"):
                continue
            file = path.relative_to(root)
            for number, line in enumerate(path.read_text().splitlines(), 1):
                hit = INCLUDE.match(line)
                if hit:
                    wrong = complaint(file, top, hit.group(2), hit.group(1) == '"')
                    if wrong:
                        found.append(f"{file}:{number}: {wrong}")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = check(pathlib.Path(sys.argv[1]))
    print("\n".join(found) if found else "every room keeps to itself")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
