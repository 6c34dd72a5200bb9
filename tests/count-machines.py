#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many of the states and transitions of each machine were tried.

    count-machines.py COVERAGE.json ROOT [--all]    what tests/coverage.sh has of gcovr

In Ragel's goto code (grammar/goto/NAME.h) each state is a label, and each transition,
be it to the state of failure, and each end of the text in a state is a goto on a line
of its own, which gcov counts. A range of bytes that lead to one state is one
transition. What a transition does (its actions) stands on further lines: "other".

Prints a table, and below it what was not tried: states, and of the grammars of URLs
transitions and ends; with --all, of every machine. Exits 1 if there are such that
UNREACHABLE does not name. The other machines read what a grammar, or the caller, has
found valid before, and have transitions for what is not, which no text can try.
"""

import json
import pathlib
import re
import sys

GRAMMARS = ("web", "rfc3986", "rfc3986-reference", "rfc1738", "rfc1630")

# Of a machine: how many states no text leads to, and why.
UNREACHABLE = {}

KINDS = ("states", "transitions", "ends", "other")


def kinds(text, numbers):
    """(number, kind) of each of the lines. A state is entered where it asks whether
    the text ends there; one that nothing leads to, at the first line behind its
    label."""
    asked = {match[1] for line in text
             for match in [re.search(r"\bgoto _test_eof(\d+);", line)] if match}
    at = 0
    for number in numbers:
        between, at = text[at:number], number
        line = text[number - 1]
        begun = [match[1] for match in map(re.compile(r"case (\d+):").match, between)
                 if match]
        if line.strip() == "if ( ++p == pe )" or set(begun) - asked:
            yield number, "states"
        elif re.search(r"\bgoto _test_eof\d+;", line):
            yield number, "ends"
        elif re.search(r"\bgoto (st|tr)\d+;", line):
            yield number, "transitions"
        else:
            yield number, "other"


def count(header, counts):
    """{kind: [tried, all]}, and [(kind, number, line)] of what was not tried."""
    text = header.read_text().split("\n")
    table = {kind: [0, 0] for kind in KINDS}
    missed = []
    for number, kind in kinds(text, sorted(counts)):
        table[kind][0] += counts[number] > 0
        table[kind][1] += 1
        if not counts[number]:
            line = text[number] if kind == "states" else text[number - 1]
            missed.append((kind, number, line.strip()))
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
        failed |= len(wanted) > UNREACHABLE.get(name, (0,))[0]
        untried += [(header.name, *line[1:])
                    for line in (missed if "--all" in sys.argv else wanted)]
    for line in untried:
        print("%s:%d: not tried: %s" % line)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
