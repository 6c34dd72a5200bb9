#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the results of the benchmark as SVG.

    chart.py PARSE.json SCAN.json > performance.svg

Horizontal bars with a number at the end of each. It adapts to light and dark
pages by the prefers-color-scheme setting.
"""

import json
import sys
from xml.sax.saxutils import escape

WIDTH, LABEL, VALUE = 760, 250, 110
ROW, BAR, HEAD, GAP = 24, 15, 58, 26
STYLE = """
    text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif;
           fill: #1f2328 }
    .title { font-size: 15px; font-weight: 600 }
    .note, .value { fill: #59636e }
    .value { font-variant-numeric: tabular-nums }
    .ours { font-weight: 600; fill: #0550ae }
    .bar { fill: #afb8c1 }
    .bar-ours { fill: #0969da }
    .bar-floor { fill: none; stroke: #818b98; stroke-dasharray: 3 2 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .note, .value { fill: #9198a1 }
      .ours { fill: #79c0ff }
      .bar { fill: #4d5763 }
      .bar-ours { fill: #388bfd }
      .bar-floor { stroke: #9198a1 }
    }
"""


def kind(name):
    """"ours", "floor" or "other"."""
    if name.startswith("locus"):
        return "ours"
    if name.startswith(("floor", "wc", "cat")):
        return "floor"
    return "other"


def panel(top, title, note, rows):
    """`rows`: name, value, the value as text. Returns the SVG and its lower end."""
    longest = max(value for _, value, _ in rows)
    room = WIDTH - LABEL - VALUE
    out = [f'  <text class="title" x="0" y="{top + 18}">{escape(title)}</text>',
           f'  <text class="note" x="0" y="{top + 38}">{escape(note)}</text>']
    y = top + HEAD
    for name, value, words in rows:
        ours = kind(name)
        width = max(room * value / longest, 1)
        label = {"ours": ' class="ours"', "floor": ' class="note"'}.get(ours, "")
        bar = {"ours": "bar-ours", "floor": "bar-floor"}.get(ours, "bar")
        middle = y + BAR - 3
        out += [f'  <text{label} x="{LABEL - 10}" y="{middle}" '
                f'text-anchor="end">{escape(name)}</text>',
                f'  <rect class="{bar}" x="{LABEL}" y="{y}" rx="2" '
                f'width="{width:.1f}" height="{BAR}"/>',
                f'  <text class="value" x="{LABEL + width + 8:.1f}" '
                f'y="{middle}">{escape(words)}</text>']
        y += ROW
    return out, y + GAP


def parse_panel(top, corpus):
    """locus once per kernel, with the strict grammar; only the fastest of re2c."""
    rows, has_re2c = [], False
    for peer in corpus["peers"]:
        name = peer["name"]
        if name.startswith("re2c"):
            if has_re2c:
                continue
            has_re2c = True
        if name.startswith("locus") and not name.startswith("locus rfc3986, "):
            continue
        if name == "floor: call and return":
            continue
        ns = peer["ns"][1]
        rows.append((name, ns, f"{ns:.0f} ns" if ns >= 100 else f"{ns:.1f} ns"))
    return panel(top, f"One URL: {corpus['corpus']}, {corpus['length']:.0f} "
                 "bytes on average",
                 "nanoseconds; shorter is faster", rows)


def scan_panel(top, found):
    rows = [(row["name"] + (", wall-clock time" if row.get("by_wall") else ""),
             row["gb_s"], f"{row['gb_s']:.2f} GB/s")
            for row in found["commands"] if row["name"] != "cat > /dev/null"]
    return panel(top, f"URLs in a log of {found['size'] / 1e6:.0f} MB",
                 "gigabytes of log a second; longer is faster", rows)


def svg(parse, scan):
    body, y = [], 8
    for corpus in parse["corpora"]:
        if corpus["corpus"] == "worst":
            continue
        part, y = parse_panel(y, corpus)
        body += part
    part, y = scan_panel(y, scan)
    body += part
    system = parse["system"]
    body.append(f'  <text class="note" x="0" y="{y}">'
                f'{escape(system["processor"])}, {escape(system["date"])}'
                "</text>")
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 0 {WIDTH + 24} '
        f'{y + 16}" width="{WIDTH + 24}" height="{y + 16}" role="img">',
        "  <title>locus and others: nanoseconds for a URL, gigabytes of log a "
        "second</title>",
        f"  <style>{STYLE}  </style>", *body, "</svg>", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: chart.py PARSE.json SCAN.json > performance.svg")
    found = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            found.append(json.load(file))
    sys.stdout.write(svg(*found))


if __name__ == "__main__":
    main()
