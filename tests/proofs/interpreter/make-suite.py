#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the data for a complete test of a machine.

    make-suite.py grammar/xml/grammar-NAME.xml > tests/proofs/suites/NAME.txt

By the W-method (T. S. Chow: Testing Software Design Modeled by Finite-State
Machines, 1978), for the minimized machine that `ragel -x` wrote:

    way NUMBER TEXT SUFFIXES    a state, a shortest text that leads to it, and the
                                suffixes that distinguish it from all others
    suffix NUMBER TEXT          the characterization set
    to NUMBER LOW-HIGH=TARGET   where the state leads, for LOW to HIGH

Texts are in hexadecimal digits, "-" if empty. tests/proofs/interpreter/test-states.c
runs the suite: each way, alone and followed by each byte, and suffixes after that.

Two states are distinguished by what locus_parse() reports for the rest of a text: the
verdict, the error offset, the spans and the kind of the host. If the verdict and offset
are the same for every suffix, the spans must differ. For that, events are carried out
as src/parse/spans.h defines them, and a suffix is only used if the result would differ had
the machine been in the other state. Pairs of states without such a suffix are listed at
the end: with the values that the first state's way leaves in the parser's variables,
the result does not depend on which of the two it is. The expected results are not
computed here but by the interpreter of the RFCs' BNF.
"""

import collections
import pathlib
import sys

PROOFS = pathlib.Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(PROOFS), str(PROOFS / "spans")]
from events import EventMachine  # noqa: E402
from macros import Macros  # noqa: E402
from walk import Walk, run  # noqa: E402

# How many ways from a pair of states are tried to distinguish them by their spans.
SEARCH_LIMIT = 4000


class WalkedMachine(EventMachine):
    """A machine, with a byte of each kind, the shortest texts, and the effect of a
    text."""

    def __init__(self, path):
        super().__init__(path, Macros((PROOFS.parents[1] / "src/parse/spans.h").read_text()))
        self.states.sort()
        # A byte of each kind: bytes of one kind do the same in every state. The most
        # legible byte represents its kind.
        kinds = {}
        for b in sorted(range(256), key=legibility):
            kinds.setdefault(tuple((self.targets[s][b], self.actions[s][b])
                                   for s in self.states), b)
        self.alphabet = list(kinds.values())

    def shortest(self, begin, wanted):
        """A shortest text that leads from `begin` to a wanted state."""
        texts, waiting = {begin: b""}, [begin]
        for s in waiting:
            if wanted(s):
                return texts[s]
            for b in self.alphabet:
                t = self.targets[s][b]
                if t is not None and t not in texts:
                    texts[t] = texts[s] + bytes([b])
                    waiting.append(t)
        return None

    def walk(self, s, text):
        """The effect of a text from s: (verdict, how far it gets)."""
        for i, b in enumerate(text):
            s = self.targets[s][b]
            if s is None:
                return False, i
        return s in self.final, len(text)


def legibility(byte):
    return (not chr(byte).isalnum() or byte > 127, not 32 < byte < 127, byte)


class Registers:
    """The variables of the parser, and what it has committed."""

    def __init__(self):
        self.marks, self.parts = dict(Walk.BEGINNING), {}

    def copy(self):
        other = Registers()
        other.marks, other.parts = dict(self.marks), dict(self.parts)
        return other

    def act(self, machine, events, p):
        """Carries out events at the place p."""
        events = [machine.statements[event] for event in events if event in machine.statements]
        if not events:
            return
        # To run(), the byte that is being read is the place 0.
        marks, commits = moved(self.marks, -p), []
        for statements in events:
            run(statements, marks, commits)
        self.marks = moved(marks, p)
        self.parts.update((part, (begin if end is None else (begin + p, end + p)))
                          for part, begin, end in commits)

    def read(self, machine, s, text, p):
        """Runs from state s and place p on; returns the state."""
        for b in text:
            self.act(machine, machine.actions[s][b], p)
            s, p = machine.targets[s][b], p + 1
            if s is None:
                return None
        return s


def moved(marks, by):
    return {name: place + by if isinstance(place, int) else place
            for name, place in marks.items()}


def result(machine, registers, s, text, p):
    """What the parser reports if it reaches s with these registers."""
    valid, offset = machine.walk(s, text)
    if not valid:
        return offset
    registers = registers.copy()
    end = registers.read(machine, s, text, p)
    registers.act(machine, machine.at_end[end], p + len(text))
    return tuple(sorted(registers.parts.items()))


def distinguish_languages(machine):
    """Suffixes that distinguish all states of different languages. Adds a suffix as long as
    two such states look the same."""
    suffixes, groups, settled = [b""], [machine.states], []
    w = b""
    while True:
        split = []
        for group in groups:
            looks = collections.defaultdict(list)
            for s in group:
                looks[machine.walk(s, w)].append(s)
            split += looks.values()
        groups = split
        # The states of a group that cannot be split have the same language.
        while groups:
            group = groups[-1]
            w = next((w for t in group[1:]
                      if (w := separate(machine, group[0], t)) is not None),
                     None)
            if w is not None:
                break
            settled.append(groups.pop())
        else:
            return suffixes, settled
        suffixes.append(w)


def separate(machine, s, t):
    """A shortest text that is valid, or viable, after only one of them."""
    seen, waiting = {(s, t): b""}, [(s, t)]
    for s, t in waiting:
        text = seen[s, t]
        if (s in machine.final) != (t in machine.final):
            return text
        for b in machine.alphabet:
            u, v = machine.targets[s][b], machine.targets[t][b]
            if (u is None) != (v is None):
                return text + bytes([b])
            if u != v and (u, v) not in seen:
                seen[u, v] = text + bytes([b])
                waiting.append((u, v))
    return None


def separate_spans(machine, ways, s, t, registers):
    """A text after which the results in t and in s differ."""
    seen, waiting = {(s, t): b""}, [(s, t)]
    way = len(ways[s])
    for u, v in waiting:
        text = seen[u, v]
        for b in [None] + machine.alphabet:
            more = text if b is None else text + bytes([b])
            x = u if b is None else machine.targets[u][b]
            y = v if b is None else machine.targets[v][b]
            if x is None:
                continue
            end = machine.shortest(x, machine.final.__contains__)
            if (result(machine, registers, s, more + end, way)
                    != result(machine, registers, t, more + end, way)):
                return more + end
            if x != y and (x, y) not in seen and len(seen) < SEARCH_LIMIT:
                seen[x, y] = more
                waiting.append((x, y))
    return None


def distinguish_spans(machine, ways, suffixes, groups):
    """Adds suffixes until all states of the same language are distinguished. Returns
    the suffixes that do it: {(s, t): numbers of suffixes}."""
    separating = collections.defaultdict(list)
    for group in groups:
        for s in group if len(group) > 1 else ():
            registers, way = Registers(), len(ways[s])
            registers.read(machine, machine.start, ways[s], 0)
            # Only a valid text has spans.
            found = {i: result(machine, registers, s, w, way)
                     for i, w in enumerate(suffixes)
                     if machine.walk(s, w)[0]}
            for t in group:
                if s == t:
                    continue
                separating[s, t] = [
                    i for i in found
                    if result(machine, registers, t, suffixes[i], way)
                    != found[i]]
                if separating[s, t]:
                    continue
                more = separate_spans(machine, ways, s, t, registers)
                if more is not None:
                    separating[s, t].append(len(suffixes))
                    found[len(suffixes)] = result(machine, registers, s, more,
                                                  way)
                    suffixes.append(more)
    return separating


def characterize(machine, ways):
    """The suffixes; for each state a small set of them that distinguishes it from all
    others; and the pairs that cannot be distinguished."""
    suffixes, groups = distinguish_languages(machine)
    separating = distinguish_spans(machine, ways, suffixes, groups)
    same = [pair for pair, numbers in separating.items() if not numbers]
    # For each suffix, the states that give each result, as a bit set.
    looks = [collections.defaultdict(int) for _ in suffixes]
    for s in machine.states:
        for look, w in zip(looks, suffixes):
            look[machine.walk(s, w)] |= 1 << s
    everyone = sum(1 << s for s in machine.states)
    others = collections.defaultdict(lambda: collections.defaultdict(int))
    for (s, t), numbers in separating.items():
        for i in numbers:
            others[s][i] |= 1 << t
    identity = {}
    for s in machine.states:
        distinguished = [everyone & ~look[machine.walk(s, w)] | others[s][i]
                         for i, (look, w) in enumerate(zip(looks, suffixes))]
        rest = everyone & ~(1 << s)
        for t in (t for u, t in same if u == s):
            rest &= ~(1 << t)
        identity[s] = []
        while rest:
            best = max(range(len(distinguished)),
                       key=lambda i: (bin(distinguished[i] & rest).count("1"), -i))
            identity[s].append(best)
            rest &= ~distinguished[best]
    return suffixes, identity, same


def digits(text):
    return text.hex() or "-"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make-suite.py FILE.xml")
    machine = WalkedMachine(sys.argv[1])
    ways = {s: machine.shortest(machine.start, s.__eq__)
            for s in machine.states}
    suffixes, identity, same = characterize(machine, ways)
    for i, text in enumerate(suffixes):
        print("suffix", i, digits(text))
    for s in machine.states:
        print("way", s, digits(ways[s]), ",".join(map(str, identity[s])) or "-")
    for s in machine.states:
        low = 0
        for b in range(256):
            if b == 255 or machine.targets[s][b + 1] != machine.targets[s][b]:
                if machine.targets[s][b] is not None:
                    print("to", s, f"{low}-{b}={machine.targets[s][b]}")
                low = b + 1
    print(f"# {len(machine.states)} states, {len(suffixes)} suffixes, at most "
          f"{max(map(len, identity.values()))} for a state, {len(same)} pairs "
          "that no suffix distinguishes:")
    for s, t in same:
        print("#", ways[s], ways[t])


if __name__ == "__main__":
    main()
