#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what an answer costs by how many people match, for indexes of several sizes, as SVG.

usage: curve.py NAME=FILE... >docs/search-cost.svg

FILE: what bench/search.cc prints with `each`: a line a query, matches and CPU milliseconds. One line of medians per file and
half a power of ten of matches; both axes are logarithmic, and a line as steep as the grey one is linear.
"""
import math
import statistics
import sys

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 420, 70, 50, 20, 150
X, Y = (0, 5.5), (-1.3, 2)  # powers of ten of matches, of milliseconds
COLOURS = ["#1b6ca8", "#c2571a", "#2e8b57", "#7b3fa0", "#a8324a"]


def at(matches, ms):
    x = LEFT + (math.log10(matches) - X[0]) / (X[1] - X[0]) * (WIDTH - LEFT - RIGHT)
    y = TOP + (Y[1] - math.log10(ms)) / (Y[1] - Y[0]) * (HEIGHT - TOP - BOTTOM)
    return f"{x:.1f},{y:.1f}"


def medians(file):
    buckets = {}
    for line in open(file):
        matches, ms = map(float, line.split())
        if matches >= 1:
            buckets.setdefault(int(2 * math.log10(matches)), []).append((matches, ms))
    out = []
    for _, rows in sorted(buckets.items()):
        if len(rows) >= 3:
            out.append((statistics.median(r[0] for r in rows), max(statistics.median(r[1] for r in rows), 10 ** Y[0])))
    return out


def main():
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">')
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    for power in range(X[0], 6):
        x, y = at(10**power, 10 ** Y[0]).split(",")
        print(f'<path d="M{x},{TOP}V{y}" stroke="#ddd"/><text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in range(-1, 3):
        x, y = at(1, 10**power).split(",")
        print(f'<path d="M{x},{y}H{WIDTH - RIGHT}" stroke="#ddd"/><text x="{LEFT - 8}" y="{float(y) + 4}" text-anchor="end">{10.0**power:g}</text>')
    print(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">people who match</text>')
    print(f'<text x="16" y="{HEIGHT / 2}" transform="rotate(-90 16 {HEIGHT / 2})" text-anchor="middle">CPU milliseconds of an answer</text>')
    print(f'<path d="M{at(1000, 0.1)}L{at(300000, 30)}" stroke="#bbb" stroke-dasharray="4 4" fill="none"/>')
    for n, given in enumerate(sys.argv[1:]):
        name, file = given.split("=", 1)
        points, colour = medians(file), COLOURS[n % len(COLOURS)]
        print(f'<path d="M{"L".join(at(*p) for p in points)}" stroke="{colour}" stroke-width="2" fill="none"/>')
        for p in points:
            x, y = at(*p).split(",")
            print(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>')
        print(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 16 + 18 * n}" fill="{colour}">{name}</text>')
    print("</svg>")


if __name__ == "__main__":
    sys.exit(main())
