# SPDX-License-Identifier: MIT
"""Walks a machine and an automaton in parallel, through every pair of a state and the
readings of a text."""

from macros import Wrong


# A place is the negated distance from the byte that is read next. A reading is (state,
# parts). `parts` is a sorted tuple of (part, begin, end or None). Three entries have no
# place: ("kind", kind of the host, None), ("form", form of a request target, None) and
# ("also", its other form, None).
PLACELESS = ("kind", "form", "also")


def mark(parts, done, marks, place):
    """The parts of a reading after the marks at a place."""
    for what, name in marks:
        if what == "end":
            begin, end = parts[name]
            if end is not None:
                raise Wrong(f"the BNF ends {name} twice")
            parts = {**parts, name: (begin, place)}
        else:
            key = name if what == "begin" else what
            if key in parts or key in done:
                raise Wrong(f"the BNF has {key} twice")
            parts = {**parts, key: (place, None) if what == "begin"
                     else (name, None)}
    return parts


def frozen(parts):
    return tuple(sorted((name, *value) for name, value in parts.items()))


def value_of(e, marks):
    if e[0] == "nowhere":
        return None
    if e[0] == "word":
        return e[1]
    if e[0] == "choice":
        chosen = e[2] if value_of(e[1], marks) is not None else e[3]
        return value_of(chosen, marks)
    place = 0 if e[1] == "HERE" else marks[e[1]]
    if place is None:
        raise Wrong(f"{e[1]} is nowhere, and is used")
    return place + e[2]


def truth(e, marks):
    """The value of a condition: a place, which may be nowhere, or 0 or 1."""
    if e[0] == "place" and not e[2] and e[1] != "HERE":
        return marks[e[1]] is not None
    return value_of(e, marks) is not None


def run(statements, marks, commits):
    for statement in statements:
        if statement[0] == "fail":
            raise Wrong("a failure is reported where there is none")
        if statement[0] == "if":
            if truth(statement[1], marks):
                run(statement[2], marks, commits)
        elif statement[0] == "span":
            commits.append((statement[1], place(statement[2], marks),
                            place(statement[3], marks)))
        elif statement[1] == "kind of the url":
            commits.append(("kind", marks["host_kind"], None))
        elif statement[1] in ("form of the url", "other form of the url"):
            commits.append(("form" if statement[1][0] == "f" else "also",
                            statement[2][1], None))
        else:
            marks[statement[1]] = place(statement[2], marks, False)


def place(e, marks, somewhere=True):
    if e[0] == "choice":
        chosen = e[2] if truth(e[1], marks) else e[3]
        return place(chosen, marks, somewhere)
    if e[0] == "place" and not e[2] and e[1] != "HERE" and not somewhere:
        return marks[e[1]]
    found = value_of(e, marks)
    if somewhere and found is None:
        raise Wrong("a span begins nowhere")
    return found


def offsets(e):
    """(the least n of all HERE + n, the greatest of all other place + n)"""
    if isinstance(e, (tuple, list)):
        if e[:1] == ("place",):
            return (min(e[2], 0), 0) if e[1] == "HERE" else (0, abs(e[2]))
        found = [offsets(one) for one in e] or [(0, 0)]
        return min(f[0] for f in found), max(f[1] for f in found)
    return 0, 0


def normal(marks, readings, exact, apart):
    """The same pair with places moved as close to the next byte as possible: places
    closer than `exact` bytes stay, as do distances of less than `apart` between two
    places."""
    found = {m for m in marks.values() if isinstance(m, int)}
    for _, parts in readings:
        for name, begin, end in parts:
            if name not in PLACELESS:
                found.add(begin)
                if end is not None:
                    found.add(end)
    to, at, before = {}, 0, 0
    for m in sorted(found, reverse=True):
        at -= min(before - m, max(apart if to else 0, exact + at))
        to[m], before = at, m
    if all(m == n for m, n in to.items()):
        return marks, frozenset(readings)
    return ({name: to.get(m, m) if isinstance(m, int) else m
             for name, m in marks.items()},
            frozenset((s, tuple(
                (name, begin, end) if name in PLACELESS else
                (name, to[begin], None if end is None else to[end])
                for name, begin, end in parts)) for s, parts in readings))


class Walk:
    # The variables of src/parse/parser.h before the first byte.
    BEGINNING = {"begin": 0, "path": 0, "schemepart": 0, "colon": 0, "START": 0,
                 "at": None, "user": None, "user_colon": None,
                 "host_kind": "none"}

    def __init__(self, machine, automaton, slots):
        self.machine, self.automaton = machine, automaton
        self.slots, self.together = slots, set()
        self.pairs = self.commits = 0
        self.apart = {}
        # A place is compared to HERE + n and to another place + n.
        least, most = offsets(list(machine.statements.values()))
        self.exact, self.between = 1 - least, 1 + most

    def split_bytes(self):
        """One byte of each set of bytes that are equivalent everywhere."""
        masks = {mask for edges in self.automaton.bytes for mask, _ in edges}
        masks |= {mask for edges in self.machine.moves.values()
                  for mask, _, _ in edges}
        masks = list(masks)
        chosen = {}
        for byte in range(256):
            chosen.setdefault(
                tuple(mask >> byte & 1 for mask in masks), byte)
        return sorted(chosen.values())

    def representatives(self, pair, several):
        """One byte of each set of bytes that are equivalent in this pair."""
        state, _, _, readings = pair
        key = state, frozenset(s for s, _ in readings)
        if key not in self.apart:
            masks = [mask for mask, _, _ in self.machine.moves[state]]
            masks += {mask for s in key[1]
                      for mask, _ in self.automaton.bytes[s]}
            chosen = {}
            for byte in several:
                chosen.setdefault(
                    tuple(mask >> byte & 1 for mask in masks), byte)
            self.apart[key] = sorted(chosen.values())
        return self.apart[key]

    def every_pair(self):
        """Raises Wrong at the first pair where a condition fails."""
        machine, automaton = self.machine, self.automaton
        table = {s: {} for s in machine.moves}
        several = self.split_bytes()
        for s, edges in machine.moves.items():
            for byte in several:
                for mask, target, events in edges:
                    if mask >> byte & 1:
                        table[s][byte] = target, events
        marks = {name: m for name, m in self.BEGINNING.items()
                 if name in machine.live[machine.start]}
        readings = {(s, frozen(mark({}, (), passed, 0)))
                    for s, passed in automaton.reach(automaton.start)}
        first = (machine.start, frozenset(marks.items()), frozenset(),
                 frozenset(readings))
        texts, waiting = {first: b""}, [first]
        for pair in waiting:
            try:
                self.at_end(*pair)
            except Wrong as wrong:
                raise Wrong(f"{texts[pair]!r}, at its end: {wrong}") from None
            for byte in self.representatives(pair, several):
                try:
                    found = self.step(pair, byte, table[pair[0]].get(byte))
                except Wrong as wrong:
                    raise Wrong(f"{texts[pair] + bytes([byte])!r}: "
                                f"{wrong}") from None
                if found and found not in texts:
                    texts[found] = texts[pair] + bytes([byte])
                    waiting.append(found)
        self.pairs = len(texts)

    def step(self, pair, byte, move):
        _, marks, done, readings = pair
        automaton = self.automaton
        after = {}
        for s, parts in readings:
            for t, passed in automaton.move(s, byte):
                if passed:
                    following = mark({name: (begin, end)
                                      for name, begin, end in parts}, done, passed, 1)
                    after[t, frozen(following)] = True
                else:
                    after[t, parts] = True
        if (move is None) != (not after):
            raise Wrong("begins something valid to one of them")
        if move is None:
            return None
        target, events = move
        marks, done, after = self.commit(events, marks, done, list(after))
        live = self.machine.live[target]
        marks = {name: m - 1 if isinstance(m, int) else m
                 for name, m in marks.items() if name in live}
        after = [(s, tuple((name, begin, end) if name in PLACELESS else
                           (name, begin - 1, None if end is None else end - 1)
                           for name, begin, end in parts))
                 for s, parts in after]
        states = [s for s, _ in after]
        if len(set(after)) != len(set(states)):
            raise Wrong("may be read in two ways")
        marks, after = normal(marks, after, self.exact, self.between)
        return target, frozenset(marks.items()), done, after

    def at_end(self, state, marks, done, readings):
        ends = [(s, parts) for s, parts in readings
                if s == self.automaton.end]
        if (state in self.machine.final) != bool(ends):
            raise Wrong("is valid to one of them")
        if not ends:
            return
        _, _, ends = self.commit(self.machine.at_end[state], marks, done, ends)
        if len(set(ends)) != 1:
            raise Wrong("may be read in two ways")
        if ends[0][1]:
            raise Wrong("not committed: "
                        + " ".join(name for name, _, _ in ends[0][1]))

    def commit(self, events, marks, done, readings):
        marks, commits = dict(marks), []
        for event in events:
            try:
                run(self.machine.statements[event], marks, commits)
            except KeyError as name:
                raise Wrong(f"{event} uses {name}, which is not live") from None
        for part, begin, end in commits:
            self.commits += 1
            if part in done:
                raise Wrong(f"{part} is committed twice")
            for other in done:
                self.together.add((other, part))
                if self.slots.get(part, -1) == self.slots.get(other):
                    raise Wrong(f"{part} is committed to the slot of {other}")
            done = done | {part}
            rest = []
            for s, parts in readings:
                if (part, begin, end) not in parts:
                    raise Wrong(f"{part} is committed from {begin} to {end}, "
                                f"and the BNF has {list(parts)}")
                rest.append((s, tuple(p for p in parts if p[0] != part)))
            readings = list(dict.fromkeys(rest))
        return marks, done, readings
