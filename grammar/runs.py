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

MAX_CLASSES = 16                # bits of two tables
HEXDIG = frozenset(b"0123456789abcdefABCDEF")
HIGH = frozenset(range(128, 256))


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


def run_class(states, state):
    """The run of a state and whether triples belong to it; None if it has none.

    The lens sees a triple by its "%", so a class holds triples only if it
    holds the digits anyway.
    """
    run = state.run()
    if not run:
        return None
    return run, HEXDIG <= run and skips_triples(states, state)


def choose(classes):
    """All classes, or the widest and most used if there are too many."""
    uses = {}
    for c in classes.values():
        if c:
            uses[c] = uses.get(c, 0) + 1
    order = sorted(uses, key=lambda c: (-len(c[0]), -uses[c], sorted(c[0])))
    return order[:MAX_CLASSES], order[MAX_CLASSES:]


def table(name, values, width, form):
    print(f"{name} = {{")
    for i in range(0, len(values), width):
        print("    " + ", ".join(form % v for v in values[i:i + width]) + ",")
    print("};")


def nibbles(run, half):
    """A half of a class: entry low nibble, bit high nibble."""
    return [sum(1 << high for high in range(8)
                if (half + high) << 4 | low in run) for low in range(16)]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: runs.py MACHINE.xml > MACHINE.h")
    name, states = read(sys.argv[1])
    of_state = {i: run_class(states, s) for i, s in states.items()}
    classes, left = choose(of_state)
    number = {c: i for i, c in enumerate(classes)}

    print(f"/* Made by runs.py from the machine {name}: {len(states)} states,")
    print(f"   {len(classes)} run classes, {len(left)} left to the machine. */")
    for i, (run, triples) in enumerate(classes):
        print(f"/* {i}: {len(run)} bytes{' and triples' if triples else ''}, "
              f"{sum(c == (run, triples) for c in of_state.values())} states */")
    print("\n/* By state: 0, or its class + 1. */")
    table(f"static const uint8_t {name}_run_class[{max(states) + 1}]",
          [number.get(of_state.get(i), -1) + 1
           for i in range(max(states) + 1)], 16, "%2d")
    print("\n/* By byte: a bit for each class, eight to a plane. */")
    print(f"static const uint8_t {name}_run_bits[2][256] = {{")
    for plane in (0, 8):
        print("    {")
        values = [sum(1 << i for i, (run, _) in
                      enumerate(classes[plane:plane + 8]) if byte in run)
                  for byte in range(256)]
        for i in range(0, 256, 8):
            print("        "
                  + ", ".join("0x%02x" % v for v in values[i:i + 8]) + ",")
        print("    },")
    print("};")
    print("\n/* By class and half of the bytes: entry low nibble, bit high"
          " nibble. */")
    print(f"static const uint8_t {name}_run_nibbles[{MAX_CLASSES}][2][16] = {{")
    for run, _ in classes:
        for half, begin in ((0, "    {"), (8, "     ")):
            print(begin + "{ " + ", ".join("0x%02x" % v
                                     for v in nibbles(run, half))
                  + (" }}," if half else " },"))
    print("};")
    high = sum(1 << i for i, (run, _) in enumerate(classes) if run & HIGH)
    triples = sum(1 << i for i, (_, t) in enumerate(classes) if t)
    print(f"\n/* The classes that hold bytes from 80 up, and those that hold triples. */")
    print(f"enum {{ {name}_run_high = 0x{high:x}, "
          f"{name}_run_triples = 0x{triples:x} }};")


if __name__ == "__main__":
    main()
