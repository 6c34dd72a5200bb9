#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drops the branches of actions from what gcovr has counted.

    drop-branches.py COVERAGE.json ROOT

Ragel copies an action into each transition that has its event, and gcov counts the
branches in each copy, of which most serve one case. The lines of actions are still
counted.
"""

import json
import pathlib
import sys


def lines_of_blocks(text):
    """The numbers of the lines within Ragel's blocks."""
    within = False
    for number, line in enumerate(text.split("\n"), 1):
        within = (within or line.startswith("%%{")) and not line.startswith("}%%")
        if within:
            yield number


def main():
    coverage, root = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    report = json.loads(coverage.read_text())
    for entry in report["files"]:
        if not entry["file"].endswith(".rl"):
            continue
        blocks = set(lines_of_blocks((root / entry["file"]).read_text()))
        for line in entry["lines"]:
            if line["line_number"] in blocks:
                line["branches"] = []
    coverage.write_text(json.dumps(report))


if __name__ == "__main__":
    main()
