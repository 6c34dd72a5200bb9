#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts how many of the states and transitions of each machine were tried.

    count-machines.py COVERAGE.json ROOT    what gcovr counted (coverage.sh)

In Ragel's goto code (grammar/goto/NAME-machine.c) each state is a label. Each
transition, including those to the error state, and each end of the text in a state is a
goto on a line of its own, which gcov counts. A range of bytes that lead to one state is
one transition. Its actions are on lines of its .rl file, or on further lines, which belong
to it. The code that Ragel writes after an action that leaves the machine is never run, and
not counted. A file may contain several machines.

Prints a table and, below it, what was not tried of the grammars of URLs; exits with 1 if there
is anything. Some of the other machines read text that is already known to be valid, so the library
cannot reach all of their transitions; tests/proofs/machines/test-machines tries each of these.

Before, it drops the branches of actions from COVERAGE.json: Ragel copies an action into each
transition that has its event, and gcov counts the branches in each copy, of which most serve
one case. The lines of actions are still counted.
"""

import json
import pathlib
import re
import sys

KINDS = ("states", "transitions", "ends")


def parts(text):
    """(the name of a machine, the file with all other machines left blank)."""
    begins = [(number, found[1]) for number, line in enumerate(text)
              if (found := re.match(r"static const int (\w+)_start = ", line))]
    ends = [number for number, _ in begins[1:]] + [len(text)]
    for (begin, name), end in zip(begins, ends):
        yield name, [""] * begin + text[begin:end] + [""] * (len(text) - end)


def never_run(text):
    """The numbers of the lines after an action that leaves the machine, and of those at
    labels that are reached only from such lines."""
    def until_label(begin):
        for number in range(begin, len(text)):
            if re.match(r"\w+:|case \d+:", text[number]):
                return
            yield number + 1

    dead = {n for number, line in enumerate(text, 1) if re.search(r"\bgoto _out;", line)
            for n in until_label(number)}
    aims = {aim for number, line in enumerate(text, 1) if number not in dead
            for aim in re.findall(r"\bgoto (\w+);", line)}
    for number, line in enumerate(text, 1):
        label = re.match(r"(st\d+):", line)
        if label and label[1] not in aims:
            dead.update(until_label(number))
    return dead


def kinds(text, numbers):
    """(kind, its lines), of which at least one must be run. A state is entered where it
    checks whether the text ends there, and where the machine continues from it later: at
    the first line after its label, if there is one."""
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


def count(text, counts):
    """{kind: [tried, all]}, and [(kind, number, line)] of those that were not tried."""
    table = {kind: [0, 0] for kind in KINDS}
    missed = []
    dead = never_run(text)
    for kind, lines in kinds(text, [n for n in sorted(counts)
                                    if text[n - 1] and n not in dead]):
        tried = any(counts[number] for number in lines)
        table[kind][0] += tried
        table[kind][1] += 1
        if not tried:
            line = text[lines[0]] if kind == "states" else text[lines[0] - 1]
            missed.append((kind, lines[0], line.strip()))
    return table, missed


def drop_branches(entry, text):
    """Drops the branches of the lines within Ragel's blocks."""
    within, blocks = False, set()
    for number, line in enumerate(text, 1):
        within = (within or line.startswith("%%{")) and not line.startswith("}%%")
        if within:
            blocks.add(number)
    for line in entry["lines"]:
        if line["line_number"] in blocks:
            line["branches"] = []


def main():
    coverage, root = map(pathlib.Path, sys.argv[1:])
    report = json.loads(coverage.read_text())
    for entry in report["files"]:
        if entry["file"].endswith(".rl"):
            drop_branches(entry, (root / entry["file"]).read_text().split("\n"))
    coverage.write_text(json.dumps(report))
    machines = {root / entry["file"]: {line["line_number"]: line["count"]
                                       for line in entry["lines"] if not line["gcovr/noncode"]}
                for entry in report["files"] if "grammar/goto/" in entry["file"]}
    print("%-20s" % "machine", *("%13s" % kind for kind in KINDS))
    untried = []
    for file, counts in sorted(machines.items()):
        for name, text in parts(file.read_text().split("\n")):
            table, missed = count(text, counts)
            print("%-20s" % name,
                  *("%13s" % ("%d of %d" % tuple(table[kind])) for kind in KINDS))
            if file.name.startswith("grammar-"):
                untried += [(file.name, *line[1:]) for line in missed]
    for line in untried:
        print("%s:%d: not tried: %s" % line)
    return 1 if untried or not any(file.name.startswith("grammar-") for file in machines) else 0


if __name__ == "__main__":
    sys.exit(main())
