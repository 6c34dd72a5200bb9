# SPDX-License-Identifier: MIT
"""The automaton of a BNF whose rules are marked as parts."""

import re

import bnf
from macros import Wrong

MARKED = re.compile(r"(part|kind|form|also)-([a-z0-9]+)")


def bits(letter, folded):
    """The set of a byte and, if folded, its other case."""
    letters = {letter.lower(), letter.upper()} if folded else {letter}
    return sum(1 << ord(one) for one in letters)


class Automaton:
    """empty[s] = [(mark or None, target)], bytes[s] = [(bytes, target)]. A mark is
    ("begin", part), ("end", part), ("kind", kind), ("form", form) or ("also", form)."""

    def __init__(self, grammar, start):
        self.grammar, self.empty, self.bytes = grammar, [], []
        self.memo, self.singles = {}, {}
        self.start, self.end = self.fragment(("rule", start))
        self.trim()
        self.moves = {}

    def state(self):
        self.empty.append([])
        self.bytes.append([])
        return len(self.empty) - 1

    def single(self, e):
        """The set of bytes if e matches single bytes only; otherwise None."""
        if e[0] == "text" and len(e[1]) == 1:
            return bits(e[1].decode(), e[2])
        if e[0] == "range":
            return ((1 << e[2] - e[1] + 1) - 1) << e[1]
        if e[0] == "alternatives":
            found = 0
            for one in e[1]:
                mask = self.single(one)
                if mask is None:
                    return None
                found |= mask
            return found
        if e[0] == "rule" and not MARKED.match(e[1]):
            if e[1] not in self.singles:
                self.singles[e[1]] = None       # if it is recursive
                self.singles[e[1]] = self.single(self.grammar[e[1]])
            return self.singles[e[1]]
        return None

    def choices(self, e):
        """Alternatives, with nested ones flattened."""
        if e[0] == "alternatives":
            return [two for one in e[1] for two in self.choices(one)]
        if e[0] == "rule" and not MARKED.match(e[1]):
            inner = self.grammar[e[1]]
            if inner[0] == "alternatives" and e[1] not in bnf.names_in(inner):
                return self.choices(inner)
        return [e]

    def fragment(self, e):
        """(its first state, its last one)"""
        start, end = self.state(), self.state()
        mask = self.single(e)
        if mask:
            self.bytes[start].append((mask, end))
            return start, end
        if e[0] == "alternatives":
            # Single bytes are merged, so that no byte is read in several ways.
            together = 0
            for one in self.choices(e):
                mask = self.single(one)
                if mask is None:
                    self.between(start, one, end)
                else:
                    together |= mask
            if together:
                self.bytes[start].append((together, end))
        elif e[0] == "sequence":
            at = start
            for one in e[1]:
                at, before = self.state(), at
                self.between(before, one, at)
            self.empty[at].append((None, end))
        elif e[0] == "repeat":
            at = start
            for _ in range(e[1]):
                at, before = self.state(), at
                self.between(before, e[3], at)
            if e[2] is None:
                loop = self.state()
                self.empty[at].append((None, loop))
                self.between(loop, e[3], loop)
                at = loop
            else:
                for _ in range(e[2] - e[1]):
                    self.empty[at].append((None, end))
                    at, before = self.state(), at
                    self.between(before, e[3], at)
            self.empty[at].append((None, end))
        elif e[0] == "text":
            at = start
            for letter in e[1].decode():
                mask = bits(letter, e[2])
                at, before = self.state(), at
                self.bytes[before].append((mask, at))
            self.empty[at].append((None, end))
        elif e[0] == "rule":
            self.rule(e[1], start, end)
        else:
            self.difference(start, e[1], ("rule", e[2]), end)
        return start, end

    def between(self, before, e, after):
        start, end = self.fragment(e)
        self.empty[before].append((None, start))
        self.empty[end].append((None, after))

    def rule(self, name, start, end):
        if name not in self.memo:
            self.memo[name] = bnf.without_recursion(name, self.grammar[name])
        inner, last = self.fragment(self.memo[name])
        begins = ends = None
        found = MARKED.match(name)
        if found and found[1] == "part":
            begins, ends = ("begin", found[2]), ("end", found[2])
        elif found:
            ends = (found[1], found[2])
        self.empty[start].append((begins, inner))
        self.empty[last].append((ends, end))

    def closure(self, states):
        seen, waiting = set(states), list(states)
        while waiting:
            for _, s in self.empty[waiting.pop()]:
                if s not in seen:
                    seen.add(s)
                    waiting.append(s)
        return frozenset(s for s in seen if self.bytes[s] or not self.empty[s])

    def difference(self, start, e, taken, end):
        """Texts of e that are not texts of `taken`, whose marks are ignored."""
        first, last = self.fragment(e)
        other, other_last = self.fragment(taken)
        steps = {}

        def step(states):
            """[(bytes, states)] of the deterministic automaton of `taken`."""
            if states not in steps:
                by_target = {}
                for byte in range(256):
                    target = frozenset(
                        t for s in states for mask, t in self.bytes[s]
                        if mask >> byte & 1)
                    by_target[target] = by_target.get(target, 0) | 1 << byte
                steps[states] = [(mask, self.closure(target))
                                 for target, mask in by_target.items()]
            return steps[states]

        begin = first, self.closure([other])
        made, waiting = {begin: start}, [begin]

        def state(pair):
            if pair not in made:
                made[pair] = self.state()
                waiting.append(pair)
            return made[pair]

        for pair in waiting:
            s, states = pair
            here = made[pair]
            if s == last and other_last not in states:
                self.empty[here].append((None, end))
            for mark, t in list(self.empty[s]):
                self.empty[here].append((mark, state((t, states))))
            for mask, t in list(self.bytes[s]):
                for other_mask, others in step(states):
                    if mask & other_mask:
                        self.bytes[here].append(
                            (mask & other_mask, state((t, others))))

    def trim(self):
        """Removes the states that reach no end."""
        before = [[] for _ in self.empty]
        for s in range(len(self.empty)):
            for _, t in self.empty[s] + self.bytes[s]:
                before[t].append(s)
        alive, waiting = {self.end}, [self.end]
        while waiting:
            for s in before[waiting.pop()]:
                if s not in alive:
                    alive.add(s)
                    waiting.append(s)
        for s in range(len(self.empty)):
            self.empty[s] = [edge for edge in self.empty[s]
                             if edge[1] in alive]
            self.bytes[s] = [edge for edge in self.bytes[s]
                             if edge[1] in alive]

    def reach(self, s):
        """[(state that reads a byte or is the end, marks on the path)]"""
        found, waiting, seen = [], [(s, ())], {(s, ())}
        while waiting:
            t, marks = waiting.pop()
            if self.bytes[t] or t == self.end:
                found.append((t, marks))
            for mark, u in self.empty[t]:
                after = u, marks + ((mark,) if mark else ())
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return found

    def move(self, s, byte):
        """What reach() returns, after a byte from s."""
        if (s, byte) not in self.moves:
            self.moves[s, byte] = list(dict.fromkeys(
                found for mask, t in self.bytes[s] if mask >> byte & 1
                for found in self.reach(t)))
        return self.moves[s, byte]
