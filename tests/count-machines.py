#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many of the states and transitions of each machine were tried.

    count-machines.py COVERAGE.json ROOT        what tests/coverage.sh has of gcovr

In Ragel's goto code (grammar/goto/NAME.h) each state is a label, and each transition, the
failing ones and the end of the text in a state among them, is a goto on a line of its
own, which gcov counts. A range of bytes that lead to one state is one transition.
What a transition does (its actions) stands on further lines: "other".

Prints a table, below it each line that was not run, and exits 1 if there is one that
UNREACHABLE does not name.
"""

import json
import pathlib
import re
import sys

# machine: (a line of it, how often, why no text leads there).
UNREACHABLE = {}

KINDS = ("states", "transitions", "ends", "other")


def kinds(text, numbers):
    """(number, kind) of each of the lines. A state's is the first one behind its
    label."""
    at = 0
    for number in numbers:
        between, at = text[at:number], number
        if any(re.match(r"case \d+:", line) for line in between):
            yield number, "states"
        elif re.search(r"\bgoto _test_eof", text[number - 1]):
            yield number, "ends"
        else:
            yield number, ("transitions" if re.search(r"\bgoto \w+;", text[number - 1])
                           else "other")


def count(header, counts):
    """{kind: [tried, all]}, and the lines that were not run."""
    text = header.read_text().split("\n")
    table = {kind: [0, 0] for kind in KINDS}
    missed = []
    for number, kind in kinds(text, sorted(counts)):
        table[kind][0] += counts[number] > 0
        table[kind][1] += 1
        if not counts[number]:
            missed.append((number, text[number - 1].strip()))
    return table, missed


def main():
    coverage, root = sys.argv[1], pathlib.Path(sys.argv[2])
    with open(coverage, encoding="utf-8") as file:
        machines = {root / entry["file"]: {line["line_number"]: line["count"]
                                           for line in entry["lines"]
                                           if not line["gcovr/noncode"]}
                    for entry in json.load(file)["files"]
                    if "grammar/goto/" in entry["file"]}
    print("%-20s" % "machine", *("%13s" % kind for kind in KINDS))
    untried = []
    for header, counts in sorted(machines.items()):
        table, missed = count(header, counts)
        print("%-20s" % header.stem,
              *("%13s" % ("%d of %d" % tuple(table[kind])) for kind in KINDS))
        untried += [(header.name, *line) for line in missed]
    for name, number, line in untried:
        print("%s:%d: not run: %s" % (name, number, line))
    return 1 if untried or not machines else 0


if __name__ == "__main__":
    sys.exit(main())
