#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many of the states and transitions of each machine were tried.

    count-machines.py COVERAGE.json ROOT [--all]    what tests/coverage.sh has of gcovr

In Ragel's goto code (grammar/goto/NAME.h) each state is a label, and each transition,
be it to the state of failure, and each end of the text in a state is a goto on a line
of its own, which gcov counts. A range of bytes that lead to one state is one
transition. What it does (its actions) stands on further lines, which go with it.

Prints a table, and below it what was not tried: states, and of the grammars of URLs
transitions and ends, by which it exits with 1; with --all, of every machine. The other
machines read what a grammar, or the caller, has
found valid before, and have transitions for what is not, which no text can try.
"""

import json
import pathlib
import re
import sys

GRAMMARS = ("web", "rfc3986", "rfc3986-reference", "rfc1738", "rfc1630")

KINDS = ("states", "transitions", "ends")


def kinds(text, numbers):
    """(kind, its lines), of which one at least is to be run. A state is entered where
    it asks whether the text ends there, and where the machine goes on from it later:
    at the first line behind its label, if it has one there."""
    states = {}
    label = None
    for number, line in enumerate(text, 1):
        asked = re.search(r"\bgoto _test_eof(\d+);", line)
        if asked and number - 1 in numbers and "++p == pe" in text[number - 2]:
            states.setdefault(asked[1], []).append(number - 1)
        if re.match(r"\w+:|case \d+:", line):
            label = re.match(r"case (\d+):", line)
        elif label and number in numbers:
            states.setdefault(label[1], []).append(number)
            label = None
    yield from (("states", lines) for lines in states.values())
    for number in numbers:
        if re.search(r"\bgoto _test_eof\d+;", text[number - 1]):
            yield "ends", [number]
        elif re.search(r"\bgoto (st|tr)\d+;", text[number - 1]):
            yield "transitions", [number]


def count(header, counts):
    """{kind: [tried, all]}, and [(kind, number, line)] of what was not tried."""
    text = header.read_text().split("\n")
    table = {kind: [0, 0] for kind in KINDS}
    missed = []
    for kind, lines in kinds(text, dict(sorted(counts.items()))):
        tried = any(counts[number] for number in lines)
        table[kind][0] += tried
        table[kind][1] += 1
        if not tried:
            line = text[lines[0]] if kind == "states" else text[lines[0] - 1]
            missed.append((kind, lines[0], line.strip()))
    return table, missed


def is_wanted(machine, kind):
    return kind == "states" or machine in GRAMMARS and kind in ("transitions", "ends")


def main():
    coverage, root = sys.argv[1], pathlib.Path(sys.argv[2])
    with open(coverage, encoding="utf-8") as file:
        machines = {root / entry["file"]: {line["line_number"]: line["count"]
                                           for line in entry["lines"]
                                           if not line["gcovr/noncode"]}
                    for entry in json.load(file)["files"]
                    if "grammar/goto/" in entry["file"]}
    print("%-20s" % "machine", *("%13s" % kind for kind in KINDS))
    untried, failed = [], not machines
    for header, counts in sorted(machines.items()):
        name = header.stem
        table, missed = count(header, counts)
        print("%-20s" % name,
              *("%13s" % ("%d of %d" % tuple(table[kind])) for kind in KINDS))
        wanted = [line for line in missed if is_wanted(name, line[0])]
        failed |= bool(wanted)
        untried += [(header.name, *line[1:])
                    for line in (missed if "--all" in sys.argv else wanted)]
    for line in untried:
        print("%s:%d: not tried: %s" % line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
