# SPDX-License-Identifier: MIT
"""Tests of the checks: headers, machines and code with one error each."""

import re

from classes import HEXDIGITS, PERCENT, pairs_of
from header import CLASS_LIMIT, PLANE, SET_LIMIT, changed, numbers
from machine import Machine
from states import (every_state_is_alive, failing_does_nothing_else, failures_are_reported,
                    run_first, run_then_accept)


def corrupt_headers(text, machine, header, definition):
    """Yields headers with one error each, and its description."""
    name, (loops, _, _) = machine.name, definition
    used = sorted({c for c in header.run.values() if c is not None})
    classed = [s for s in machine.states if header.run[s] is not None]
    bare = [s for s in machine.states
            if header.run[s] is None and not loops[s]]

    def bit_in(array, index, bit):
        return changed(text, f"{name}_run_{array}", index,
                       lambda bits: bits ^ 1 << bit)

    def class_with(index, change):
        return changed(text, f"{name}_run_class", index, change)

    def in_both(text, n, b):
        """The header with byte b of set n toggled."""
        return changed(
            changed(text, f"{name}_run_outside", n // PLANE * 256 + b,
                    lambda bits: bits ^ 1 << n % PLANE),
            f"{name}_run_nibbles", n * 32 + (b >> 7) * 16 + (b & 15),
            lambda bits: bits ^ 1 << (b >> 4 & 7))

    for n in sorted({header.set[c] for c in used}
                    | {header.set[c] | PLANE - 1
                       for c in header.pct_encoded | header.octets}):
        for b in (0x00, 0x20, 0x25, 0x2f, 0x3a, 0x41, 0x67, 0x7f, 0x80, 0xff):
            yield (f"byte {b:02x} of set {n} in the table by bytes",
                   bit_in("outside", n // PLANE * 256 + b, n % PLANE))
            yield (f"byte {b:02x} of set {n} in the table by nibbles",
                   bit_in("nibbles", n * 32 + (b >> 7) * 16 + (b & 15),
                          b >> 4 & 7))
            yield f"byte {b:02x} of set {n} in both", in_both(text, n, b)
    for c in used:
        yield (f"no set of class {c}",
               changed(text, f"{name}_run_set", c, lambda entry: SET_LIMIT - 1))
        if header.set[c] in header.set[:c]:
            n = header.sets.index(set())
            copied = changed(text, f"{name}_run_set", c,
                             lambda entry, n=n: n)
            for b in header.members(c):
                copied = in_both(copied, n, b)
            yield f"a set of its own for class {c}", copied
        other = used[(used.index(c) + 1) % len(used)]
        if other != c:
            s = next(s for s in classed if header.run[s] == c)
            yield (f"class {other} for {c} in state {s}",
                   class_with(s, lambda entry, o=other: o + 1))
    for c in range(SET_LIMIT + 1):
        for constant in ("high", "mixed", "pct_encoded", "octets", "pairs", "ends"):
            yield (f"class {c} in the mask {constant}",
                   re.sub(rf"({name}_run_{constant} = )(\w+)",
                          lambda m, c=c: m[1] + hex(int(m[2], 0) ^ 1 << c),
                          text))
    for c in sorted(header.pairs):
        for which in ("first", "second"):
            yield (f"no {which} bytes for the pairs of class {c}",
                   changed(text, f"{name}_run_{which}", c,
                           lambda entry: SET_LIMIT - 1))
        yield (f"the first bytes of the pairs of class {c} for the second",
               changed(text, f"{name}_run_second", c,
                       lambda entry, c=c: header.first[c]))
        if header.second[c] != header.set[c]:
            yield (f"all bytes of class {c} after the first of a pair",
                   changed(text, f"{name}_run_second", c,
                           lambda entry, c=c: header.set[c]))
    for s in classed:
        yield f"no class in state {s}", class_with(s, lambda entry: 0)
    for s in machine.states[:20]:
        for i in range(2):
            yield (f"other likely bytes in state {s}",
                   changed(text, f"{name}_likely", 2 * s + i,
                           lambda entry: entry + 1))
    for s in bare[:20]:
        yield (f"a class in state {s}",
               class_with(s, lambda entry: used[0] + 1))
    yield ("a class that does not exist",
           class_with(classed[0], lambda entry: CLASS_LIMIT + 1))
    yield ("a class without a set",
           class_with(classed[0], lambda entry: header.classes + 1))
    yield ("one state less",
           re.sub(rf"({name}_run_class\[)\d*(\][^}}]*\b)\w+,?(\s*\}})",
                  r"\1\2\3", text))
    for array in ("class", "outside", "nibbles", "set", "first", "second",
                  "classes", "high", "mixed", "pct_encoded", "octets", "pairs", "ends"):
        yield (f"no {array}", text.replace(f"{name}_run_{array}",
                                           f"{name}_{array}"))
    yield ("one class more",
           re.sub(rf"({name}_run_classes = )\d+",
                  lambda m: m[1] + str(header.classes + 1), text))
    yield ("one loop more left",
           re.sub(r"\d+ loops left", f"{header.left + 1} loops left", text))

def corrupt_machines(path):
    """Yields machines with one error each, its description, and the check that must
    find it."""
    def machine():
        return Machine(path)

    m = machine()
    fails = [s for s in m.states
             if None in m.targets[s] and s not in m.final]
    begun = set(m.states) - m.final
    s = fails[0] if fails else min(begun or m.states)
    if fails:
        m.actions[s][m.targets[s].index(None)] = ()
        yield "a byte whose failure is not reported", m, failures_are_reported

    if begun:
        m = machine()
        m.at_end[s] = ()
        yield "an end whose failure is not reported", m, failures_are_reported

    m = machine()
    b = next(b for b in range(256) if m.targets[s][b] is not None)
    m.actions[s][b] += ("bad_path",)
    yield "a failure reported where none is", m, failures_are_reported

    m = machine()
    f = min(m.final)
    m.at_end[f] += ("bad_path",)
    yield "a failure reported at a good end", m, failures_are_reported

    if fails:
        m = machine()
        m.actions[s][m.targets[s].index(None)] += ("path_end",)
        yield "a commit on the way into an error", m, failing_does_nothing_else

    m = machine()
    m.entering[f] = ("accept", "run")
    yield "accept before run", m, run_then_accept

    m = machine()
    m.entering[f] = ("accept", "run")
    yield "something before run", m, run_first

    m = machine()
    m.entering[f] = ("run",)
    yield "no accept in a final state", m, run_then_accept

    m = machine()
    m.leaving[f] = ("run",)
    yield "a from-state action", m, run_then_accept

    if begun:
        m = machine()
        for b in range(256):
            if m.targets[s][b] is not None:
                m.targets[s][b] = s
        yield "a state without a way out", m, every_state_is_alive


def corrupt_code(machine, style, code):
    """Yields C code with one error each, and its description."""
    yield ("another start",
           re.sub(r"(_start = )(\d+)",
                  lambda m: m[1] + str(int(m[2]) + 1), code))
    if style == "table":
        for array in ("trans_targs", "trans_actions", "eof_actions"):
            array = f"_{machine.name}_{array}"
            used = ([i for i, n in enumerate(numbers(code, array)) if n]
                    if array in code else [])
            if used:
                yield array, changed(code, array, used[0], lambda n: 0)
    else:
        s = max(machine.states)
        yield "a state less", code.replace(f"case {s}:", f"cases {s}:")
        if "RUN(" in code:
            yield ("run with another state",
                   code.replace(f"RUN({s})", f"RUN({s - 1})"))
            for number, name in machine.names.items():
                accept = "{%s}" % machine.bodies[number]
                if name == "accept" and accept in code:
                    yield "no accept", code.replace(accept, "")
        if "LIKELY(" in code:
            yield ("likely with another state",
                   code.replace(f"LIKELY({s})", f"LIKELY({s - 1})"))


def corrupt_pct_encoded(machine, pct_encoded):
    """Yields states whose pct-encoded octets may not be skipped once the machine is
    changed: by a final state within that is not final at the end, or by an action
    within. The machine is changed while the caller examines it, and restored
    afterwards."""
    final = machine.final
    for s in sorted(pct_encoded):
        within = machine.targets[s][PERCENT]
        last = machine.targets[within][HEXDIGITS[0]]

        machine.final = final - {s} | {within}
        yield f"a final state within the percent-encoded octet of state {s}", s
        machine.final = final

        machine.actions[last][HEXDIGITS[-1]] = ("next",)
        yield f"an action within the percent-encoded octet of state {s}", s
        machine.actions[last][HEXDIGITS[-1]] = ()


def corrupt_octets(machine, octets):
    """The same for pct-encoded octets that are decoded: an event too many, or the last digit
    without its event, or leading elsewhere."""
    for s in sorted(octets):
        within = machine.targets[s][PERCENT]
        last = machine.targets[within][HEXDIGITS[0]]
        for what, state, byte, events in (
                ("percent has no event", s, PERCENT, ()),
                ("percent has another event", s, PERCENT, ("percent", "next")),
                ("the first digit has an event", within, HEXDIGITS[3], ("next",)),
                ("the last digit has no event", last, HEXDIGITS[-1], ()),
                ("the last digit has another event", last, HEXDIGITS[0], ("octet", "next"))):
            before = machine.actions[state][byte]
            machine.actions[state][byte] = events
            yield f"{what} in the octet of state {s}", s
            machine.actions[state][byte] = before
        machine.targets[last][HEXDIGITS[5]] = within
        yield f"the last digit leads elsewhere in the octet of state {s}", s
        machine.targets[last][HEXDIGITS[5]] = s


def corrupt_pairs(machine, loops):
    """The same for pairs: a final state or an action within."""
    final = machine.final
    for s in machine.states:
        pairs = pairs_of(machine, s, loops[s]) if loops[s] else ()
        if not pairs:
            continue
        pair = x, y = max(pairs)
        within = machine.targets[s][x]

        machine.final = final - {s} | {within}
        yield f"a final state within a pair of state {s}", s, pair
        machine.final = final

        saved = machine.actions[within][y]
        machine.actions[within][y] = ("next",)
        yield f"an action within a pair of state {s}", s, pair
        machine.actions[within][y] = saved
