#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the data for a complete test of a machine.

    make-suite.py grammar/xml/NAME.xml > tests/proofs/suites/NAME.txt

By the W-method (T. S. Chow: Testing Software Design Modeled by Finite-State
Machines, 1978), for the minimised machine that `ragel -x` wrote:

    way NUMBER TEXT SUFFIXES    a state, a shortest text that leads to it, and the
                                suffixes that distinguish it from all others
    suffix NUMBER TEXT          the characterisation set
    to NUMBER LOW-HIGH=TARGET   where the state leads, for LOW to HIGH

Texts are in hexadecimal digits, "-" if empty. tests/proofs/interpreter/test-states.c
runs the suite: each way, alone and followed by each byte, and suffixes after that.

Two states are distinguished by what locus_parse() reports for the rest of a text: the
verdict, the error offset, the spans and the kind of the host. If the verdict and offset
are the same for every suffix, the spans must differ. For that, actions are carried out
here as in src/parse/parser.h, and a suffix is only used if the result would differ had
the machine been in the other state. Pairs of states without such a suffix are listed at
the end: with the values that the first state's way leaves in the parser's variables,
the result does not depend on which of the two it is. The expected results are not
computed here but by the interpreter of the RFCs' BNF.
"""

import collections
import pathlib
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1]))
from machine import Machine  # noqa: E402

# How many ways from a pair of states are tried to distinguish them by their spans.
SEARCH_LIMIT = 4000


class WalkedMachine(Machine):
    """A machine, with a byte of each kind, the shortest texts, and the effect of a
    text."""

    def __init__(self, path):
        super().__init__(path)
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
    """The variables and the macros of src/parse/parser.h."""

    def __init__(self):
        self.begin = self.path = self.schemepart = self.colon = 0
        self.at = self.user = self.user_colon = self.kind = None
        self.parts = {}

    def copy(self):
        other = Registers()
        other.__dict__.update(self.__dict__)
        other.parts = dict(self.parts)
        return other

    def commit_host(self, end):
        if self.at is not None:
            self.parts["user"] = (self.user, self.at if self.user_colon is None
                                  else self.user_colon)
            if self.user_colon is not None:
                self.parts["password"] = (self.user_colon + 1, self.at)
        self.parts["host"] = (self.begin, end)
        self.parts["kind"] = self.kind

    def act(self, name, p):
        part = name.rpartition("_")[0]
        if name.startswith("bad_") or name in ("run", "accept"):
            return
        if name == "next":
            self.begin = p + 1
        elif name == "here":
            self.begin = p
        elif name == "colon":
            self.colon = p
        elif name == "at":
            self.at, self.begin = p, p + 1
        elif name in ("user", "user_password"):
            self.user = self.begin
            self.user_colon = self.colon if name != "user" else None
        elif name in ("host_end", "host_port_end"):
            self.commit_host(p if name == "host_end" else self.colon)
            if name == "host_port_end":
                self.parts["port"] = (self.colon + 1, p)
            self.path = p
        elif name in ("scheme_end", "uri_scheme_end"):
            self.parts["scheme"] = (0 if name == "scheme_end" else self.begin,
                                    p)
            self.path = self.schemepart = p + 1
        elif name == "scheme_mark":
            self.path = self.schemepart = p + 1
        elif name.endswith("_form_end"):
            self.parts["form"] = name
            if name == "absolute_form_end":
                self.parts["scheme"] = 0, self.schemepart - 1
        elif name.startswith("host_"):
            self.kind = name
        elif name == "gtype_end":
            self.parts["gtype"], self.begin = (self.begin, p + 1), p + 1
        elif name == "hsoname_null":
            self.parts["hsoname"] = self.begin, p - 2
            self.parts["path"], self.begin = (self.path, p - 2), p + 1
        elif name.endswith("_tab"):
            self.parts[part], self.begin = (self.begin, p - 2), p + 1
        elif name.endswith("_end"):
            start = (self.path if name == "path_end" else
                     self.schemepart if name in ("schemepart_end",
                                                 "address_end", "article_end")
                     else self.begin)
            self.parts["path" if part == "schemepart" else part] = start, p
            self.begin = p + 1
        else:
            sys.exit(f"make-suite.py: what is the action {name}?")

    def read(self, machine, s, text, p):
        """Runs from state s and place p on; returns the state."""
        for b in text:
            for name in machine.actions[s][b]:
                self.act(name, p)
            s, p = machine.targets[s][b], p + 1
            if s is None:
                return None
        return s


def result(machine, registers, s, text, p):
    """What the parser reports if it reaches s with these registers."""
    valid, offset = machine.walk(s, text)
    if not valid:
        return offset
    registers = registers.copy()
    end = registers.read(machine, s, text, p)
    for name in machine.at_end[end]:
        registers.act(name, p + len(text))
    return tuple(sorted(registers.parts.items()))


def distinguish_languages(machine):
    """Suffixes that distinguish all states of different languages. Adds one as long as
    two different states look the same."""
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


def characterise(machine, ways):
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
    suffixes, identity, same = characterise(machine, ways)
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
