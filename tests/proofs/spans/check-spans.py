#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the spans which the machines record are those of the RFCs' BNF.

    check-spans.py [--builddir DIR] [--srcdir DIR] [--changes] [MACHINE...]

tests/proofs/bnf/ has the RFCs' BNF and, in [parts] of each file of departures, the
rules that are parts of a URL: part-path, part-path-ftp are `path`; kind-ipv4
says of which kind a host is. They become a nondeterministic automaton that marks
where each part begins and ends. It is walked together with the machine that
`ragel -x` wrote (grammar/xml/), whose events do what src/parse/spans.h says: that file
is read, and its macros are executed, on places instead of pointers.

What is walked is every pair of a machine's state and the automaton's states that
any text leads to, with all that the two remember: the machine its marks, each
reading of the text its parts. Places are told apart by their order and, as far
as it matters, by how many bytes lie between them; so there are finitely many.
In each pair, for every byte and for the end of the text:

*   the machine goes on where the BNF does and accepts what it accepts (this is
    decided here without Ragel);
*   an event that commits a span does so when every reading that is left has
    ended this part, and at the places where all of them say that it began and
    ended: it fires only where its component ends;
*   no part is committed twice, and none where LOCUS_SLOT() puts another part of
    the same URL;
*   at the end of a valid text one reading is left, and all of its parts are
    committed: none is left dangling;
*   no failure is told.

Hence every valid text of any length has exactly the spans that the BNF gives
it. That every state can reach a final one, check-runs.py proves of the same XML.

Last the proof is proved: an event is left out, fires one byte late, or again, and
that must be found. Here that is so for a few events, with --changes for all.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

PROOFS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROOFS / "languages"), str(PROOFS.parent / "support")]
import bnf       # noqa: E402
import grammars  # noqa: E402

MARKED = re.compile(r"(part|kind)-([a-z0-9]+)")
PARTS_OF = {name: "rfc3986" if name == "rfc3986-reference" else name
            for name in grammars.names()}


def check_grammars():
    """check-grammars.py, which knows what belongs to which RFC."""
    path = PROOFS / "languages" / "check-grammars.py"
    spec = importlib.util.spec_from_file_location("check_grammars", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Wrong(Exception):
    """What the proof finds."""


# What events do: src/parse/spans.h.

class Macros:
    """The macros of src/parse/spans.h. An event becomes a list of statements:
        ("set", name, expression)   ("if", expression, statements)
        ("span", part, from, to)    ("fail",)
    Expressions: ("place", name, n bytes after it), ("choice", condition, a, b),
    ("nowhere",), ("word", text)."""

    # Read as they are named.
    PRIMITIVE = ("SPAN", "FAIL")

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        text = text.replace("\\\n", " ")
        self.macros = {}
        for name, parameters, body in re.findall(
                r"^#define (\w+)(?:\(([\w, ]*)\))?[ ]*(.*)$", text, re.MULTILINE):
            self.macros[name] = (re.findall(r"\w+", parameters),
                                 self.tokens(body))
        self.memo = {}

    @staticmethod
    def tokens(text):
        return re.findall(r"\w+|->|##|\S", text)

    def expand(self, tokens):
        result, tokens = [], list(tokens)
        while tokens:
            token = tokens.pop(0)
            if token not in self.macros:
                result.append(token)
                continue
            parameters, body = self.macros[token]
            arguments = []
            if parameters:
                arguments = self.arguments(tokens)
            if len(arguments) != len(parameters):
                raise Wrong(f"{token}: {arguments}")
            if token in self.PRIMITIVE:
                result += [token, arguments]
                continue
            body = [piece for part in body
                    for piece in (arguments[parameters.index(part)]
                                  if part in parameters else [part])]
            while "##" in body:
                at = body.index("##")
                body[at - 1:at + 2] = [body[at - 1] + body[at + 1]]
            tokens = body + tokens
        return result

    @staticmethod
    def arguments(tokens):
        if not tokens or tokens.pop(0) != "(":
            raise Wrong("a macro without its arguments")
        found, depth = [[]], 1
        while True:
            token = tokens.pop(0)
            depth += {"(": 1, ")": -1}.get(token, 0)
            if not depth:
                return found
            if token == "," and depth == 1:
                found.append([])
            else:
                found[-1].append(token)

    def statements(self, body):
        """What stands in an action."""
        if body not in self.memo:
            tokens = self.expand(self.tokens(body))
            found = self.block(tokens)
            if tokens:
                raise Wrong(f"{body}: {tokens}")
            self.memo[body] = found
        return self.memo[body]

    def block(self, tokens):
        found = []
        while tokens and tokens[0] != "}":
            found += self.statement(tokens)
        return found

    def statement(self, tokens):
        token = tokens.pop(0)
        if token == ";":
            return []
        if token == "FAIL":
            tokens.pop(0)
            return [("fail",)]
        if token == "SPAN":
            part, start, end = tokens.pop(0)
            return [("span", part[0].lower(), self.expression(list(start)),
                     self.expression(self.expand(end)))]
        if token == "if":
            self.take(tokens, "(")
            condition = self.expression(tokens)
            self.take(tokens, ")")
            if tokens[0] != "{":
                return [("if", condition, self.statement(tokens))]
            self.take(tokens, "{")
            inner = self.block(tokens)
            self.take(tokens, "}")
            return [("if", condition, inner)]
        names = [token]
        if tokens[:2] == ["->", "host_kind"]:
            del tokens[:2]
            names = ["kind of the url"]
        self.take(tokens, "=")
        while tokens[1:2] == ["="]:
            names.append(tokens.pop(0))
            self.take(tokens, "=")
        value = self.expression(tokens)
        self.take(tokens, ";")
        return [("set", name, value) for name in names]

    def expression(self, tokens):
        value = self.sum(tokens)
        if tokens[:1] == ["?"]:
            tokens.pop(0)
            first = self.sum(tokens)
            self.take(tokens, ":")
            return ("choice", value, first, self.sum(tokens))
        return value

    def sum(self, tokens):
        token = tokens.pop(0)
        if token == "(":
            value = self.expression(tokens)
            self.take(tokens, ")")
        elif token == "NOWHERE" or token == "0":
            value = ("nowhere",)
        elif token.startswith("LOCUS_HOST_"):
            value = ("word", token[len("LOCUS_HOST_"):].lower())
        elif token == "1":
            value = ("word", "1")
        elif re.fullmatch(r"[A-Za-z_]\w*", token):
            value = ("place", token, 0)
        else:
            raise Wrong(f"no expression: {token} {tokens}")
        while tokens[:1] in (["+"], ["-"]):
            sign = {"+": 1, "-": -1}[tokens.pop(0)]
            if value[0] != "place":
                raise Wrong("a sum of no place")
            value = ("place", value[1], value[2] + sign * int(tokens.pop(0)))
        return value

    @staticmethod
    def take(tokens, wanted):
        if not tokens or tokens.pop(0) != wanted:
            raise Wrong(f"no {wanted} before {tokens}")


def places_in(e):
    if e[0] == "place":
        return {e[1]} - {"HERE"}
    if e[0] == "choice":
        return set().union(*map(places_in, e[1:]))
    return set()


def uses(statements):
    """(the marks that statements read, those that they surely write before)"""
    reads, writes = set(), set()
    for statement in statements:
        if statement[0] == "set":
            reads |= places_in(statement[2]) - writes
            writes.add(statement[1])
        elif statement[0] == "if":
            reads |= places_in(statement[1]) - writes
            reads |= uses(statement[2])[0] - writes
        elif statement[0] == "span":
            reads |= (places_in(statement[2]) | places_in(statement[3])) - writes
    return reads, writes


def read_slots(text):
    """{part: its slot}: enum locus_part and LOCUS_SLOT() of src/include/locus.h.in."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    values, value = {}, -1
    for name, given in re.findall(
            r"LOCUS_(\w+)(?: = ([^,]+))?",
            re.search(r"^enum locus_part {(.*?)}", text, re.M | re.S)[1]):
        value = eval(given.replace("LOCUS_", ""), {}, values) if given else value + 1
        values[name] = value
    body = re.search(r"#define LOCUS_SLOT\(part\)(.*?[^\\])\n", text, re.S)[1]
    body = " ".join(body.replace("\\\n", " ").replace("LOCUS_", "").split())
    condition, same, other = re.fullmatch(r"\((.*) \? (.*) : (.*)\)", body).groups()
    slot = f"{same} if {condition} else {other}"
    return {name.lower(): eval(slot, {}, {**values, "part": value})
            for name, value in values.items() if not name.endswith("_COUNT")}


class Machine:
    """The machine of an XML file. moves[s] = [(bytes, target, events)] without
    the ways into the error state; at_end[s]: events; statements[event]."""

    def __init__(self, path, macros):
        machine = ElementTree.parse(path).getroot().find("ragel_def/machine")
        self.start = int(machine.findtext("start_state"))
        names, self.statements = {}, {}
        for action in machine.find("action_list"):
            name = names[action.get("id")] = action.get("name")
            body = "".join(action.find("text").itertext())
            if name not in ("run", "likely", "accept"):
                self.statements[name] = macros.statements(body)
        tables = {"x": ()}
        for table in machine.find("action_table_list"):
            tables[table.get("id")] = tuple(
                names[number] for number in table.text.split())
        self.final, self.moves, self.at_end = set(), {}, {}
        for state in machine.find("state_list"):
            s = int(state.get("id"))
            if state.get("final") == "t":
                self.final.add(s)
            groups = state.findtext("state_actions", "x x x").split()
            self.at_end[s] = tables[groups[2]]
            self.moves[s] = [
                (((1 << int(high) - int(low) + 1) - 1) << int(low),
                 int(target), tables[group])
                for low, high, target, group in (
                    transition.text.split()
                    for transition in state.find("trans_list"))
                if target != "x"]
        self.look_ahead()

    def look_ahead(self):
        """live[s]: the marks that are read from s on, before they are set."""
        known = {}

        def before(events, live):
            if events not in known:
                known[events] = uses([statement for event in events
                                      for statement in self.statements[event]])
            reads, writes = known[events]
            return live - writes | reads

        self.live = {s: before(self.at_end[s], frozenset())
                     if s in self.final else frozenset() for s in self.moves}
        changed = True
        while changed:
            changed = False
            for s in self.moves:
                live = self.live[s].union(
                    *(before(events, self.live[target])
                      for _, target, events in self.moves[s]))
                if live != self.live[s]:
                    self.live[s], changed = live, True


# The automaton of the BNF.

def bits(letter, folded):
    """The set of a byte, and of its other case."""
    letters = {letter.lower(), letter.upper()} if folded else {letter}
    return sum(1 << ord(one) for one in letters)


class Automaton:
    """empty[s] = [(mark or None, target)], bytes[s] = [(bytes, target)]. A mark is
    ("begin", part), ("end", part) or ("kind", kind)."""

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
        """The bytes that are the texts of e, or None if others are too."""
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
                self.singles[e[1]] = None       # if it is made of itself
                self.singles[e[1]] = self.single(self.grammar[e[1]])
            return self.singles[e[1]]
        return None

    def choices(self, e):
        """Alternatives, and those that they are made of."""
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
            # Bytes together, so that no byte is read in many ways.
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
            ends = ("kind", found[2])
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
        """Texts of e that are not of `taken`, whose marks do not count."""
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
        """Without the states that reach no end."""
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
        """[(state that reads a byte or is the end, marks on the way)]"""
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
        """The same after a byte."""
        if (s, byte) not in self.moves:
            self.moves[s, byte] = list(dict.fromkeys(
                found for mask, t in self.bytes[s] if mask >> byte & 1
                for found in self.reach(t)))
        return self.moves[s, byte]


# Machine and automaton side by side. A place is how many bytes it lies before
# the byte that is read next, negated. A reading is (state, parts), parts being
# sorted ((part, begin, end or None)...), ("kind", kind, None) among them.


def mark(parts, done, marks, place):
    """The parts of a reading after marks that stand at a place."""
    for what, name in marks:
        if what == "end":
            begin, end = parts[name]
            if end is not None:
                raise Wrong(f"the BNF ends {name} twice")
            parts = {**parts, name: (begin, place)}
        else:
            key = name if what == "begin" else "kind"
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
    """Of a condition: a place that may be nowhere, or 0 or 1."""
    if e[0] == "place" and not e[2] and e[1] != "HERE":
        return marks[e[1]] is not None
    return value_of(e, marks) is not None


def run(statements, marks, commits):
    for statement in statements:
        if statement[0] == "fail":
            raise Wrong("a failure is told where there is none")
        if statement[0] == "if":
            if truth(statement[1], marks):
                run(statement[2], marks, commits)
        elif statement[0] == "span":
            commits.append((statement[1], place(statement[2], marks),
                            place(statement[3], marks)))
        elif statement[1] == "kind of the url":
            commits.append(("kind", marks["host_kind"], None))
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
    """The same with places as near to the next byte as can be: those nearer than
    `exact` bytes stay, as do distances of less than `apart` between two."""
    found = {m for m in marks.values() if isinstance(m, int)}
    for _, parts in readings:
        for name, begin, end in parts:
            if name != "kind":
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
                (name, begin, end) if name == "kind" else
                (name, to[begin], None if end is None else to[end])
                for name, begin, end in parts)) for s, parts in readings))


class Walk:
    # What src/parse/parser.h has before the first byte.
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
        """One byte of each set that nothing here tells apart."""
        masks = {mask for edges in self.automaton.bytes for mask, _ in edges}
        masks |= {mask for edges in self.machine.moves.values()
                  for mask, _, _ in edges}
        masks = list(masks)
        chosen = {}
        for byte in range(256):
            chosen.setdefault(
                tuple(mask >> byte & 1 for mask in masks), byte)
        return sorted(chosen.values())

    def told_apart(self, pair, several):
        """One byte of each set that nothing in this pair tells apart."""
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
        """Raises Wrong at the first pair in which something is."""
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
            for byte in self.told_apart(pair, several):
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
                    behind = mark({name: (begin, end)
                                   for name, begin, end in parts}, done, passed, 1)
                    after[t, frozen(behind)] = True
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
        after = [(s, tuple((name, begin, end) if name == "kind" else
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


# The proof proved.

def changed_machines(machine):
    """(what is changed, undo) for each event on each way, once changed."""
    def same(events, others, live):
        """What they do to marks that are all elsewhere, and what they commit."""
        found = []
        for some in (events, others):
            marks = dict.fromkeys(Walk.BEGINNING, None)
            marks.update({name: -9 * n - 9 for n, name in enumerate(marks)})
            commits = []
            for event in some:
                run(machine.statements[event], marks, commits)
            found.append(({m: marks[m] for m in live}, commits))
        return found[0] == found[1]

    for s, edges in machine.moves.items():
        for i, (mask, target, events) in enumerate(edges):
            for event in events:
                if event not in machine.statements:
                    continue
                less = tuple(e for e in events if e != event)
                spans = any(st[0] in ("span", "if")
                            for st in machine.statements[event])
                if same(events, less, machine.live[target]):
                    continue        # a mark that nobody reads from here
                yield (f"{event} left out on the way from state {s} to {target}",
                       [(s, i, less)], [])
                later = [(target, j, (event,) + edge[2])
                         for j, edge in enumerate(machine.moves[target])
                         if (target, j) != (s, i)]
                ends = [(target, (event,) + machine.at_end[target])]
                yield (f"{event} a byte late behind state {s}",
                       [(s, i, less)] + later, ends)
                if spans:
                    yield f"{event} twice behind state {s}", later, ends
    for s in sorted(machine.final):
        for event in machine.at_end[s]:
            yield (f"{event} left out at the end in state {s}", [],
                   [(s, tuple(e for e in machine.at_end[s] if e != event))])


def with_change(machine, ways, ends):
    moves = {s: list(edges) for s, edges in machine.moves.items()}
    for s, i, events in ways:
        mask, target, _ = moves[s][i]
        moves[s][i] = mask, target, events
    other = object.__new__(Machine)
    other.__dict__.update(machine.__dict__)
    other.moves = moves
    other.at_end = {**machine.at_end, **dict(ends)}
    other.look_ahead()
    return other


def prove(name, machine, automaton, slots, every):
    """Yields (what failed, why), and prints figures."""
    walk = Walk(machine, automaton, slots)
    try:
        walk.every_pair()
    except Wrong as wrong:
        yield f"{name}: spans", str(wrong)
        return
    print(f"proven: {name}: {len(machine.moves)} states, {walk.pairs} pairs, "
          f"{walk.commits} commits")
    changes = list(changed_machines(machine))
    step = 1 if every else len(changes) // 2
    chosen = changes[step // 2::step]
    for title, ways, ends in chosen:
        try:
            Walk(with_change(machine, ways, ends), automaton, slots).every_pair()
        except Wrong:
            continue
        yield f"{name}: not found: {title}", "the same spans"
    print(f"changed: {name}: {len(chosen)} of {len(changes)} events")
    pairs = sorted(walk.together)
    for one, other in pairs if every else pairs[::len(pairs) // 2]:
        try:
            Walk(machine, automaton, {**slots, one: slots[other]}).every_pair()
        except Wrong:
            continue
        yield f"{name}: not found: {one} in the slot of {other}", "the same spans"
    print(f"changed: {name}: slots of {len(pairs)} pairs of parts")


def main():
    parser = argparse.ArgumentParser(
        description="Proves that the spans which the machines record are "
                    "those of the RFCs' BNF.")
    parser.add_argument("--builddir", type=pathlib.Path, default=".")
    parser.add_argument("--srcdir", type=pathlib.Path,
                        default=os.environ.get("srcdir", "."))
    parser.add_argument("--changes", action="store_true",
                        help="change every event in turn")
    parser.add_argument("machines", nargs="*", metavar="MACHINE",
                        default=list(PARTS_OF))
    options = parser.parse_args()
    grammars = check_grammars()
    macros = Macros((options.srcdir / "src" / "parse" / "spans.h").read_text())
    slots = read_slots((options.srcdir / "src" / "include" / "locus.h.in").read_text())
    passed = failed = 0
    for name in options.machines:
        path = next((p for p in (
            directory / "grammar" / "xml" / f"{name}.xml"
            for directory in (options.builddir, options.srcdir))
            if p.exists()), None)
        if path is None:
            sys.exit(f"check-spans.py: there is no grammar/xml/{name}.xml")
        rfc = PARTS_OF[name]
        printed, departures = grammars.read_rfc(
            options.srcdir / "tests" / "proofs" / "bnf", rfc)
        automaton = Automaton(grammars.departed(printed, departures),
                              grammars.RFCS[rfc][1][name])
        wrongs = list(prove(name, Machine(path, macros), automaton, slots,
                            options.changes))
        for title, why in wrongs:
            print(f"FAIL {title}\n     {why}")
        failed += len(wrongs)
        passed += not wrongs
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
