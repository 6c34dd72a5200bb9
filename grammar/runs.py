#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derives the run classes of a machine from `ragel -x` and writes them as C.

    runs.py MACHINE.xml > MACHINE.h

A state's run class is the set of bytes whose transition returns to that state
without an action: bytes that change nothing, and that the lens may skip at
once. Where a whole triple, "%" and two hexadecimal digits, returns to the
state without an action, the lens may skip that too.

Nothing else is looked at, so that no grammar can make a class wrong.
tests/check-runs.py proves the result by a second way through the XML.
"""

import sys
import xml.etree.ElementTree as ElementTree

MAX_CLASSES = 15                # bits of a table entry, less RUN_HEXDIG
HEXDIG = frozenset(b"0123456789abcdefABCDEF")


class State:
    """Where each byte leads, and whether an action stands on the way."""

    def __init__(self, element):
        self.id = int(element.get("id"))
        self.final = element.get("final") == "t"
        self.target = {}        # byte -> state, only without an action
        for transition in element.find("trans_list"):
            low, high, target, action = transition.text.split()
            if target != "x" and action == "x":
                for byte in range(int(low), int(high) + 1):
                    self.target[byte] = int(target)

    def run(self):
        return frozenset(b for b, t in self.target.items() if t == self.id)


def skips_triples(states, state):
    """Whether "%" HEXDIG HEXDIG leads from `state` back to it, unnoticed.

    A final state on the way would be a place where a URL may end, and the
    recogniser would miss it, unless the triple's end is such a place too.
    """
    def step(origin, bytes_):
        targets = {origin.target.get(b) for b in bytes_}
        target = targets.pop()
        return None if targets or target is None else states[target]

    percent = step(state, b"%")
    if percent is None or percent is state:
        return False
    digit = step(percent, HEXDIG)
    if digit is None or step(digit, HEXDIG) is not state:
        return False
    return state.final or not (percent.final or digit.final)


def read(path):
    root = ElementTree.parse(path).getroot()
    definitions = root.findall("ragel_def")
    if len(definitions) != 1:
        sys.exit(f"runs.py: {path}: expected one machine")
    states = {}
    for element in definitions[0].iter("state"):
        state = State(element)
        states[state.id] = state
    return definitions[0].get("name"), states


def choose(runs):
    """The classes: all of them, or the widest and most used if too many."""
    uses = {}
    for run in runs.values():
        if run:
            uses[run] = uses.get(run, 0) + 1
    order = sorted(uses, key=lambda run: (-len(run), -uses[run], sorted(run)))
    return order[:MAX_CLASSES], order[MAX_CLASSES:]


def rows(values, width, form):
    for i in range(0, len(values), width):
        yield "    " + ", ".join(form % v for v in values[i:i + width]) + ","


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: runs.py MACHINE.xml > MACHINE.h")
    name, states = read(sys.argv[1])
    runs = {i: state.run() for i, state in states.items()}
    classes, left = choose(runs)
    number = {run: i for i, run in enumerate(classes)}

    in_bytes = []
    for byte in range(256):
        bits = sum(1 << i for i, run in enumerate(classes) if byte in run)
        in_bytes.append(bits | (0x8000 if byte in HEXDIG else 0))
    of_state = []
    for i in range(max(states) + 1):
        run = runs.get(i)
        entry = 0
        if run in number:
            entry = number[run] + 1
            if skips_triples(states, states[i]):
                entry |= 0x80
        of_state.append(entry)

    print(f"/* Made by runs.py from the machine {name}. */")
    print(f"/* {len(states)} states, {len(classes)} run classes, "
          f"{len(left)} left to the machine. */")
    for i, run in enumerate(classes):
        print(f"/* class {i}: {len(run)} bytes, "
              f"{sum(r == run for r in runs.values())} states */")
    print()
    print("/* By byte: bit c where it is in class c; 0x8000: HEXDIG. */")
    print(f"static const uint16_t {name}_run_bytes[256] = {{")
    print("\n".join(rows(in_bytes, 8, "0x%04x")))
    print("};\n")
    print("/* By state: 0 or its class + 1; 0x80: triples are skipped too. */")
    print(f"static const uint8_t {name}_run_class[{len(of_state)}] = {{")
    print("\n".join(rows(of_state, 12, "0x%02x")))
    print("};")


if __name__ == "__main__":
    main()
