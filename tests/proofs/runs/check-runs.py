#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the derived run classes are right.

    check-runs.py [--builddir DIR] [--srcdir DIR]

Walks the machines that `ragel -x` wrote (grammar/xml/NAME.xml), state by state
and byte by byte, and holds them against the headers that grammar/runs.py made
of them (grammar/runs/NAME.h). It shares nothing with that tool. Files are
looked for in the build directory ("." unless told otherwise), then in the
source directory ($srcdir); every NAME that has a header is checked.

What makes a run class right
    The lens moves over bytes that the machine would have read. No one can tell
    the difference if, and only if:
    * each such byte leads from the state to itself and runs no action;
    * so does each "%" HEXDIG HEXDIG as a whole, where triples are skipped, and
      each pair of a byte of one set and a byte of another, where pairs are;
    * of the to-state actions that are not run on the way, `run` only moves
      over bytes of the same kind, and `accept`, which records that a URL may
      end here, is run again at the end: if a state within a triple or pair is
      final, the state after it must be final as well, and `accept` must come
      after `run`. (The parser does not look at `accept` at all.)
    A class that is too small is no error of the parser's but one of the
    tool's, so each class must also be as large as can be. Of the pairs there
    may be more than two sets can say: it is enough that there are some; and
    they are the machine's if fewer than 8 bytes follow the first, or no first byte
    is ASCII. Loops of fewer than 32 bytes are the machine's, and are no class.

What makes the likely bytes right
    They are tested for twice at worst, so no one can be wrong; but they are to
    be what they are said to be: the last range of ASCII, of 26 bytes at least,
    that leads on the same way from a state without a class; none if "/" leads
    to where more states can be reached. If there is no such range, the small
    form of the one letter that leads, in both its forms, another way than all
    others do, which lead the same way or nowhere; none if from there no more
    states can be reached than from where the others lead.

What makes a header right
    Each lens reads the set of a class from the table that suits it, by bytes or
    by nibbles, and believes the masks: so both tables have to say the same, the
    masks of high bytes have to name just the sets that hold one, and those that
    hold one and not all, a lens that finds a triple by its "%" alone needs the
    digits in the class, one that reads a plane by bytes needs "%" and the digits
    as the last set of a plane with runs that hold triples, and one that finds a
    pair by its first byte alone needs the second in the class. No set may be
    there twice: there would be more planes to read.

The same walk proves what the rest of the library rests upon: that error
offsets are exact, that no failure goes unreported, and that the numbers of
states in the XML, by which the headers are indexed, are those of the C code.

Last of all the checks are checked: each corruption of a header and of a
machine must be found.
"""

import argparse
import ast
import os
import pathlib
import re
import string
import sys
import xml.etree.ElementTree as ElementTree

HEXDIGITS = b"0123456789ABCDEFabcdef"
PERCENT = 0x25
TRIPLE = {PERCENT, *HEXDIGITS}
CLASS_LIMIT = 16
CLASS_LEAST = 32
SECONDS_LEAST = 8
LIKELY_LEAST = 26
PLANE = 8
SET_LIMIT = 3 * PLANE

# Machines that tell no failures, those of them that know no likely bytes, and
# those that skip nothing.
RECOGNISERS = {"json-colon", "json-string", "plain", "plausible", "quoted", "quotes",
               "registry", "run-on", "unquoted", "wrapped"}
WITHOUT_LIKELY = RECOGNISERS - {"plain", "plausible", "quoted", "unquoted"}
WITHOUT_RUN = {"quotes", "registry"}
# Machines whose states do more, or something else, than to accept.
OTHERWISE = {"plain", "plausible", "quoted", "unquoted"}

NO_ERROR = -1


class Machine:
    """The machine of one XML file.

    targets[s][b], actions[s][b]: where byte b leads from state s (None: the
    error state) and the names of the actions on the way.
    entering[s], leaving[s], at_end[s]: the names of the to-state, from-state
    and end-of-input actions.
    """

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        definition = root.find("ragel_def")
        machine = definition.find("machine")
        self.name = definition.get("name")
        # One that takes every text has none.
        self.error = int(machine.findtext("error_state", NO_ERROR))
        self.start = int(machine.findtext("start_state"))

        self.names, self.bodies = {}, {}
        for action in machine.find("action_list"):
            number = int(action.get("id"))
            self.names[number] = action.get("name") or f"unnamed {number}"
            self.bodies[number] = "".join(
                "(cs)" if piece.tag == "targs" else piece.text or ""
                for piece in action)
        tables = {"x": ()}
        for table in machine.find("action_table_list"):
            tables[table.get("id")] = tuple(
                self.names[int(number)] for number in table.text.split())

        self.states, self.final = [], set()
        self.targets, self.actions = {}, {}
        self.entering, self.leaving, self.at_end = {}, {}, {}
        for state in machine.find("state_list"):
            s = int(state.get("id"))
            if s == self.error:
                continue
            self.states.append(s)
            if state.get("final") == "t":
                self.final.add(s)
            groups = state.findtext("state_actions", "x x x").split()
            self.entering[s], self.leaving[s], self.at_end[s] = (
                tables[group] for group in groups)
            self.targets[s], self.actions[s] = [None] * 256, [()] * 256
            for transition in state.find("trans_list"):
                low, high, target, group = transition.text.split()
                for byte in range(int(low), int(high) + 1):
                    if target != "x":
                        self.targets[s][byte] = int(target)
                    self.actions[s][byte] = tables[group]


class Header:
    """What a header of grammar/runs/ claims."""

    def __init__(self, text, name):
        of_state = numbers(text, f"{name}_run_class")
        outside = table(text, f"{name}_run_outside",
                        (SET_LIMIT // PLANE, 256))
        nibbles = table(text, f"{name}_run_nibbles", (SET_LIMIT, 2, 16))
        self.states = len(of_state)
        self.sets = [
            frozenset(b for b in range(256)
                      if not outside[c // PLANE][b] >> c % PLANE & 1)
            for c in range(SET_LIMIT)]
        self.by_nibbles = [
            frozenset(b for b in range(256)
                      if nibbles[c][b >> 7][b & 15] >> (b >> 4 & 7) & 1)
            for c in range(SET_LIMIT)]
        self.classes = int(constant(text, f"{name}_run_classes", r"\d+"))
        self.high = mask(text, f"{name}_run_high")
        self.mixed = mask(text, f"{name}_run_mixed")
        self.triples = mask(text, f"{name}_run_triples")
        self.pairs = mask(text, f"{name}_run_pairs")
        self.set = table(text, f"{name}_run_set", (CLASS_LIMIT,))
        self.first = table(text, f"{name}_run_first", (CLASS_LIMIT,))
        self.second = table(text, f"{name}_run_second", (CLASS_LIMIT,))
        if max(self.set + self.first + self.second) >= SET_LIMIT:
            raise ValueError("a set that does not exist")
        self.run = {}
        for state, entry in enumerate(of_state):
            if entry > CLASS_LIMIT:
                raise ValueError(f"state {state}: no class {entry - 1}")
            self.run[state] = entry - 1 if entry else None
        likely = numbers(text, f"{name}_likely")
        self.likely = list(zip(likely[::2], likely[1::2]))
        left = re.search(r"(\d+) loops left to the machine", text)
        self.left = int(left.group(1)) if left else None

    def members(self, number):
        """The bytes of a class."""
        return self.sets[self.set[number]]


def numbers(text, array):
    """The numbers of a C array, of all its rows."""
    found = re.search(rf"\b{array}((?:\s*\[\d*\])+)\s*=\s*\{{(.*?)\}}\s*;",
                      text, re.DOTALL)
    if not found:
        raise ValueError(f"no array {array}")
    values = [int(n.rstrip("u"), 0)
              for n in re.findall(r"-?\w+", found.group(2))]
    sizes = [int(n) for n in re.findall(r"\d+", found.group(1))]
    if len(sizes) == 1 and sizes[0] != len(values):
        raise ValueError(f"{array} has {len(values)} entries")
    return values


def table(text, array, sizes):
    """A C array of uint8_t with these dimensions, as lists; rows that are not
    there are 0, as in C."""
    def filled(rows, sizes):
        if not sizes:
            if not 0 <= rows <= 0xff:
                raise ValueError(f"{array} holds {rows}")
            return rows
        if len(rows) > sizes[0] or len(sizes) == 1 and len(rows) < sizes[0]:
            raise ValueError(f"{array} has a row of {len(rows)}")
        absent = 0 if len(sizes) == 1 else []
        if len(sizes) == 2 and not rows:
            rows = [[0] * sizes[1]] * sizes[0]
        return [filled(row, sizes[1:])
                for row in rows + [absent] * (sizes[0] - len(rows))]

    dimensions = "".join(rf"\s*\[{size}\]" for size in sizes)
    found = re.search(
        rf"\bconst uint8_t {array}{dimensions}\s*=\s*(\{{.*?\}})\s*;",
        text, re.DOTALL)
    if not found:
        raise ValueError(f"no array {array} of {sizes}")
    rows = ast.literal_eval(
        found.group(1).replace("{", "[").replace("}", "]"))
    return filled(rows, sizes)


def constant(text, name, form):
    found = re.search(rf"\b{name} = ({form})\b", text)
    if not found:
        raise ValueError(f"no constant {name}")
    return found.group(1)


def mask(text, name):
    """The classes whose bits a constant holds."""
    bits = int(constant(text, name, "0x[0-9a-f]+"), 0)
    return {c for c in range(bits.bit_length()) if bits >> c & 1}


def is_failure(action):
    return action.startswith("bad_")


# The machine. Each check yields what is wrong.

def run_first(machine):
    """What a state does of its own comes after the run, and on no transition."""
    for s in machine.states:
        if machine.entering[s][:1] != ("run",) or "run" in machine.entering[s][1:]:
            yield f"state {s}: to-state actions {machine.entering[s]}"
        if machine.leaving[s] != ("likely",):
            yield f"state {s}: from-state actions {machine.leaving[s]}"
        inner = set(machine.at_end[s]).union(*machine.actions[s])
        if inner & {"run", "likely"}:
            yield f"state {s}: what belongs to states is on a transition"


def run_then_accept(machine):
    for s in machine.states:
        wanted = ("run", "accept") if s in machine.final else ("run",)
        if machine.entering[s] != wanted:
            yield f"state {s}: to-state actions {machine.entering[s]}"
        if machine.leaving[s] != (
                () if machine.name.replace("_", "-") in WITHOUT_LIKELY
                else ("likely",)):
            yield f"state {s}: from-state actions {machine.leaving[s]}"
        inner = set(machine.at_end[s]).union(*machine.actions[s])
        if inner & {"run", "accept", "likely"}:
            yield f"state {s}: what belongs to states is on a transition"


def every_state_is_alive(machine):
    """From the start, and to some end: else an error would be told late."""
    origins = {s: set() for s in machine.states}
    for s in machine.states:
        for target in set(machine.targets[s]) - {None}:
            origins[target].add(s)
    alive = spread(machine.final, origins)
    reached = spread({machine.start},
                     {s: set(machine.targets[s]) - {None}
                      for s in machine.states})
    for s in machine.states:
        if s not in alive:
            yield f"state {s}: no valid string has this prefix"
        if s not in reached:
            yield f"state {s}: never reached"


def spread(seeds, neighbours):
    seen, waiting = set(seeds), list(seeds)
    while waiting:
        for s in neighbours[waiting.pop()] - seen:
            seen.add(s)
            waiting.append(s)
    return seen


def failures_are_told(machine):
    """A rule is named wherever reading fails, and nowhere else."""
    for s in machine.states:
        for b in range(256):
            told = any(map(is_failure, machine.actions[s][b]))
            if told != (machine.targets[s][b] is None):
                yield (f"state {s}, byte {b:02x}: "
                       + ("a failure is told" if told else "fails untold"))
        told = any(map(is_failure, machine.at_end[s]))
        if told != (s not in machine.final):
            yield (f"state {s}, end: "
                   + ("a failure is told" if told else "fails untold"))


def failing_does_nothing_else(machine):
    """No part is written, no mark set, on the way into an error."""
    for s in machine.states:
        for b in range(256):
            if machine.targets[s][b] is None and not all(
                    map(is_failure, machine.actions[s][b])):
                yield f"state {s}, byte {b:02x}: {machine.actions[s][b]}"


# The C code against the XML.

def tables_agree(machine, code):
    """The tables of `ragel -T0` hold the same machine, state by state."""
    prefix = "_" + machine.name
    table = {name: numbers(code, f"{prefix}_{name}") for name in (
        "actions", "key_offsets", "trans_keys", "single_lengths",
        "range_lengths", "index_offsets", "trans_targs")}
    # Tables that would hold nothing are not written.
    for name in ("trans_actions", "to_state_actions", "eof_actions"):
        array = f"{prefix}_{name}"
        table[name] = (numbers(code, array) if array in code
                       else [0] * (len(machine.states)
                                   + len(table["trans_targs"])))
    # Ragel shares equal transitions by one more table where that is smaller.
    if f"{prefix}_indicies" in code:
        indices = numbers(code, f"{prefix}_indicies")
    else:
        indices = range(len(table["trans_targs"]))

    def names(offset):
        count = table["actions"][offset]
        return tuple(machine.names[number] for number
                     in table["actions"][offset + 1:offset + 1 + count])

    for number, body in re.findall(
            r"case (\d+):\s*/\*[^*]*\*/\s*\{([^}]*)\}", code):
        if squeeze(body) != squeeze(machine.bodies[int(number)]):
            yield f"action {number} is {body}"
    if start_of(machine, code) != machine.start:
        yield f"begins in state {start_of(machine, code)}"
    if (len(table["index_offsets"])
            != len(machine.states) + (machine.error != NO_ERROR)):
        yield f"{len(table['index_offsets'])} states"
        return
    for s in machine.states:
        if names(table["to_state_actions"][s]) != machine.entering[s]:
            yield f"state {s}: other to-state actions"
        if names(table["eof_actions"][s]) != machine.at_end[s]:
            yield f"state {s}: other actions at the end"
        keys = table["trans_keys"][table["key_offsets"][s]:]
        singles, ranges = (table["single_lengths"][s],
                           table["range_lengths"][s])
        first = table["index_offsets"][s]
        way = [first + singles + ranges] * 256
        for i in range(ranges):
            low, high = keys[singles + 2 * i:singles + 2 * i + 2]
            way[low:high + 1] = [first + singles + i] * (high + 1 - low)
        for i in range(singles):
            way[keys[i]] = first + i
        for b in range(256):
            target = table["trans_targs"][indices[way[b]]]
            if target == machine.error:
                target = None
            if target != machine.targets[s][b]:
                yield f"state {s}, byte {b:02x}: leads to {target}"
            elif (names(table["trans_actions"][indices[way[b]]])
                  != machine.actions[s][b]):
                yield f"state {s}, byte {b:02x}: other actions"


def labels_agree(machine, code):
    """The code of `ragel -G2` has these states, and tells `run` and `likely`
    their numbers.

    Nothing leads into the start of some machines; `run` may be missing there.
    """
    if start_of(machine, code) != machine.start:
        yield f"begins in state {start_of(machine, code)}"
    entered = {target for s in machine.states for target in machine.targets[s]}
    lines = [line for line in code.splitlines()
             if not re.match(r"\s*(/\* #line .*\*/)?\s*$", line)]
    runs, accepts, seen, likely = None, False, [], {}
    for line in lines:
        if re.match(r"(st|tr)\d+:", line):
            runs, accepts = None, False
        elif found := re.match(r"\s*\{ RUN\((\d+)\) \}", line):
            runs = int(found.group(1))
        elif re.match(r"\s*\{ ACCEPT \}", line):
            accepts = True
        elif found := re.match(r"\s*\{ LIKELY\((\d+)\) \}", line):
            likely[seen[-1]] = int(found.group(1))
        elif found := re.match(r"case (\d+):", line):
            s = int(found.group(1))
            seen.append(s)
            wanted = (s if "run" in machine.entering[s] else None,
                      "accept" in machine.entering[s])
            if s in entered and (runs, accepts) != wanted:
                yield f"state {s}: runs as {runs}, accepts: {accepts}"
            runs, accepts = None, False
    for s in machine.states:
        wanted = s if "likely" in machine.leaving[s] else None
        if likely.get(s) != wanted:
            yield f"state {s}: likely as {likely.get(s)}"
    # State 0 is an error state with nothing to do.
    if sorted(set(seen) - {machine.error}) != sorted(machine.states):
        yield "other states"


def start_of(machine, code):
    found = re.search(rf"\b{machine.name}_start = (\d+);", code)
    return int(found.group(1)) if found else None


def squeeze(text):
    return re.sub(r"\s", "", text)


# The classes.

def self_loops(machine):
    """For each state: its bytes that change nothing, whether a triple changes
    nothing, and the pairs that do not. This is the definition; the header has to
    equal it."""
    loops, triples = {}, set()
    for s in machine.states:
        loops[s] = frozenset(
            b for b in range(256)
            if machine.targets[s][b] == s and not machine.actions[s][b])
        if PERCENT not in loops[s] and all(
                unnoticed(machine, s, (PERCENT, x, y))
                for x in HEXDIGITS for y in HEXDIGITS):
            triples.add(s)
    pairs = {s: pairs_of(machine, s, loops[s]) for s in machine.states}
    return loops, triples, pairs


def pairs_of(machine, origin, loops):
    """The pairs that change nothing and whose second byte the lens may take
    for one of the run."""
    pairs = set()
    for x in range(256):
        within = machine.targets[origin][x]
        if (x in loops or within is None or machine.actions[origin][x]
                or (within in machine.final and origin not in machine.final)):
            continue
        pairs.update((x, y) for y in loops
                     if machine.targets[within][y] == origin
                     and not machine.actions[within][y])
    return pairs


def are_worth_it(pairs):
    """Whether those of the pairs that two sets can say, as many as can be, have an
    ASCII byte first, and bytes enough that follow."""
    seconds = {}
    for x, y in pairs:
        seconds.setdefault(x, set()).add(y)
    most, worth = 0, False
    for second in seconds.values():
        firsts = [x for x, others in seconds.items() if second <= others]
        if len(firsts) * len(second) > most:
            most = len(firsts) * len(second)
            worth = len(second) >= SECONDS_LEAST and min(firsts) < 0x80
    return worth


def unnoticed(machine, origin, text):
    """Whether text leads from origin to origin and no one sees the difference
    when it is skipped."""
    state, through_final = origin, False
    for byte in text:
        if machine.actions[state][byte]:
            return False
        state = machine.targets[state][byte]
        if state is None:
            return False
        through_final = through_final or state in machine.final
    return state == origin and (origin in machine.final or not through_final)


def classes_are_right(machine, header, definition):
    loops, triples, pairs = definition
    # A lens sees of a triple the "%"; the digits it takes from the class.
    triples = {s for s in triples if loops[s].issuperset(HEXDIGITS)}
    if header.states != max(machine.states) + 1:
        yield f"run_class has {header.states} entries"
        return
    if header.run.get(machine.error) is not None:
        yield "the error state has a class"

    left = {}
    for s in machine.states:
        number = header.run[s]
        if number is None:
            if loops[s]:
                left.setdefault((loops[s], s in triples), []).append(s)
            continue
        claimed = header.members(number)
        for b in sorted(claimed - loops[s]):
            yield f"state {s}, byte {b:02x}: skipped and must not be"
        for b in sorted(loops[s] - claimed):
            yield f"state {s}, byte {b:02x}: could be skipped and is not"
        if number in header.triples and s not in triples:
            yield f"state {s}: skips triples and must not"
        if number not in header.triples and s in triples:
            yield f"state {s}: could skip triples and does not"
        if number in header.pairs:
            for x in header.sets[header.first[number]]:
                for y in header.sets[header.second[number]]:
                    if (x, y) not in pairs[s]:
                        yield (f"state {s}: skips the pair {x:02x} {y:02x} "
                               "and must not")

    used = {number for number in header.run.values() if number is not None}
    if used != set(range(header.classes)):
        yield f"{header.classes} classes are said to be, {sorted(used)} are"
    for number in used:
        if len(header.members(number)) < CLASS_LEAST:
            yield f"class {number}: of so few bytes"
    of_triples = {header.set[number] | PLANE - 1 for number in header.triples}
    for number in of_triples:
        if header.sets[number] != TRIPLE:
            yield f"set {number}: not what triples are made of"
    sets = {s for number in header.pairs
            for s in (header.first[number], header.second[number])}
    sets |= {header.set[number] for number in used} | of_triples
    for number, members in enumerate(header.sets):
        if (members and members in header.sets[:number]
                and number not in of_triples):
            yield f"set {number}: is there already"
        if members and number not in sets:
            yield f"set {number}: of no class"
        for b in sorted(members ^ header.by_nibbles[number]):
            yield f"set {number}, byte {b:02x}: the tables differ"
        high = sum(b >= 0x80 for b in members)
        if ((number in header.high) != (high > 0)
                or (number in header.mixed) != (0 < high < 0x80)):
            yield f"set {number}: its bytes from 80 up and the masks differ"
    for number in sorted((header.high | header.mixed) - sets):
        yield f"set {number}: in a mask of high bytes, and of no class"
    for number in sorted((header.triples | header.pairs) - used):
        yield f"class {number}: in a mask, and of no state"
    for number in header.pairs:
        if not (header.sets[header.first[number]]
                and header.sets[header.second[number]]):
            yield f"class {number}: has no pair"
    # A class goes without its pairs only where there is no room for their sets.
    if len(sets) <= SET_LIMIT - 2:
        for s in machine.states:
            if (are_worth_it(pairs[s]) and header.run[s] is not None
                    and header.run[s] not in header.pairs):
                yield f"state {s}: could skip pairs and does not"
    # Wide enough, and without a class: only where the table is full, and the
    # narrowest.
    count = sum(map(len, left.values()))
    if header.left != count:
        yield f"{header.left} loops are said to be left, {count} are"
    wide = {loop: states for loop, states in left.items()
            if len(loop[0]) >= CLASS_LEAST}
    if wide and len(used) < CLASS_LIMIT:
        yield f"states without a class: {sorted(sum(wide.values(), []))}"
    elif wide:
        narrowest = min(len(header.members(number)) for number in used)
        for (members, _), states in wide.items():
            if len(members) > narrowest:
                yield f"states {states}: a narrower class is in the table"


def likely_of(machine, s, ways_on):
    """The first of the bytes of a state without a class that are tested for
    before the others, and how many they are. ways_on[s]: where bytes lead."""
    ways = list(zip(machine.targets[s], machine.actions[s]))[:128]
    first, count, begin = 0, 0, 0
    for b in range(128):
        if ways[b] != ways[begin]:
            begin = b
        if ways[b][0] is not None and b + 1 - begin >= LIKELY_LEAST:
            first, count = begin, b + 1 - begin
    slash = ways[ord("/")][0]
    if (count and slash is not None
            and len(spread({slash}, ways_on))
            > len(spread({ways[first][0]}, ways_on))):
        return 0, 0
    if not count:
        letter = own_letter(ways, ways_on)
        return (ord(letter), 1) if letter else (0, 0)
    return first, count


def own_letter(ways, ways_on):
    """The letter, if any, that leads its own way among the ways of a state."""
    found = []
    for letter in string.ascii_lowercase:
        way = ways[ord(letter)]
        others = {ways[ord(other)] for other in string.ascii_letters
                  if other.lower() != letter and ways[ord(other)][0] is not None}
        if (way[0] is not None and way == ways[ord(letter.upper())]
                and way not in others and len(others) <= 1
                and all(len(spread({target}, ways_on))
                        < len(spread({way[0]}, ways_on))
                        for target, _ in others)):
            found.append(letter)
    return found[0] if len(found) == 1 else None


def likely_bytes(machine):
    """Those of each state, if it has no class."""
    ways_on = {s: set(machine.targets[s]) - {None} for s in machine.states}
    return {s: likely_of(machine, s, ways_on) for s in machine.states}


def likely_is_right(header, likely):
    if len(header.likely) != header.states:
        yield f"likely has {len(header.likely)} entries"
        return
    for s, claimed in enumerate(header.likely):
        wanted = (likely[s] if s in likely and header.run[s] is None
                  else (0, 0))
        if claimed != wanted:
            yield f"state {s}: likely {claimed}, not {wanted}"


# The checks checked.

def corrupt_headers(text, machine, header, definition):
    """Headers with one thing wrong each, and what it is."""
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
        """Without byte b in set n where it is there, and with it where not."""
        return changed(
            changed(text, f"{name}_run_outside", n // PLANE * 256 + b,
                    lambda bits: bits ^ 1 << n % PLANE),
            f"{name}_run_nibbles", n * 32 + (b >> 7) * 16 + (b & 15),
            lambda bits: bits ^ 1 << (b >> 4 & 7))

    for n in sorted({header.set[c] for c in used}
                    | {header.set[c] | PLANE - 1 for c in header.triples}):
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
        for constant in ("high", "mixed", "triples", "pairs"):
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
            yield (f"all bytes of class {c} behind the first of a pair",
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
                  "classes", "high", "mixed", "triples", "pairs"):
        yield (f"no {array}", text.replace(f"{name}_run_{array}",
                                           f"{name}_{array}"))
    yield ("one class more",
           re.sub(rf"({name}_run_classes = )\d+",
                  lambda m: m[1] + str(header.classes + 1), text))
    yield ("one loop more left",
           re.sub(r"\d+ loops left", f"{header.left + 1} loops left", text))


def changed(text, array, index, change):
    """The text with one number of one array changed."""
    start = re.search(array + r"(?:\s*\[\d*\])+\s*=\s*\{", text).end()
    number = list(
        re.finditer(r"\w+", text[start:text.index(";", start)]))[index]
    begin, end = start + number.start(), start + number.end()
    return text[:begin] + hex(change(int(number.group(), 0))) + text[end:]


def corrupt_machines(path):
    """Machines with one thing wrong each, what it is, and who must find it."""
    def machine():
        return Machine(path)

    m = machine()
    fails = [s for s in m.states
             if None in m.targets[s] and s not in m.final]
    begun = set(m.states) - m.final
    s = fails[0] if fails else min(begun or m.states)
    if fails:
        m.actions[s][m.targets[s].index(None)] = ()
        yield "a byte that fails untold", m, failures_are_told

    if begun:
        m = machine()
        m.at_end[s] = ()
        yield "an end that fails untold", m, failures_are_told

    m = machine()
    b = next(b for b in range(256) if m.targets[s][b] is not None)
    m.actions[s][b] += ("bad_path",)
    yield "a failure told where none is", m, failures_are_told

    m = machine()
    f = min(m.final)
    m.at_end[f] += ("bad_path",)
    yield "a failure told at a good end", m, failures_are_told

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
    """C code with one thing wrong each, and what it is."""
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
            if "{ ACCEPT }" in code:
                yield "no accept", code.replace("{ ACCEPT }", "")
        if "LIKELY(" in code:
            yield ("likely with another state",
                   code.replace(f"LIKELY({s})", f"LIKELY({s - 1})"))


def corrupt_triples(machine, triples):
    """States whose triples may not be skipped once the machine is changed: a
    final state within that the end is not, and an action within. The machine
    is changed while the caller looks at it, and then restored."""
    final = machine.final
    for s in sorted(triples):
        within = machine.targets[s][PERCENT]
        last = machine.targets[within][HEXDIGITS[0]]

        machine.final = final - {s} | {within}
        yield f"a final state within state {s}'s triple", s
        machine.final = final

        machine.actions[last][HEXDIGITS[-1]] = ("next",)
        yield f"an action within state {s}'s triple", s
        machine.actions[last][HEXDIGITS[-1]] = ()


def corrupt_pairs(machine, loops):
    """The same for pairs: a final state within, an action within."""
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


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, title, wrongs):
        try:
            wrongs = list(wrongs)
        except (ValueError, KeyError, IndexError) as error:
            wrongs = [repr(error)]
        if not wrongs:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAIL {title}")
        for wrong in wrongs[:8]:
            print(f"     {wrong}")
        if len(wrongs) > 8:
            print(f"     and {len(wrongs) - 8} more")

    def check_found(self, title, wrongs):
        """The reverse: something must be wrong."""
        try:
            found = any(True for _ in wrongs)
        except (ValueError, KeyError, IndexError):
            found = True
        self.check(title, () if found else ("not found",))


def check_machine(tally, name, find):
    path = find("xml", name)
    if path is None:
        tally.check(f"{name}: grammar/xml/{name}.xml", ("is not there",))
        return
    machine = Machine(path)
    checks = [every_state_is_alive]
    if name not in WITHOUT_RUN:
        checks.append(run_first if name in OTHERWISE else run_then_accept)
    if name not in RECOGNISERS:
        checks += [failures_are_told, failing_does_nothing_else]
    for check in checks:
        title = check.__name__.replace("_", " ")
        tally.check(f"{name}: {title}", check(machine))
    for title, corrupt, check in corrupt_machines(path):
        if check in checks:
            tally.check_found(f"{name}: self-test: {title}", check(corrupt))

    for style, check in (("table", tables_agree), ("goto", labels_agree)):
        code = find(style, name)
        if code is None:
            print(f"skipped {name}: no grammar/{style}/{name}.h")
            continue
        code = code.read_text()
        tally.check(f"{name}: grammar/{style} is the machine of the XML",
                    check(machine, code))
        for title, corrupt in corrupt_code(machine, style, code):
            tally.check_found(f"{name}: self-test: grammar/{style}, {title}",
                              check(machine, corrupt))

    check_classes(tally, name, machine, find("runs", name).read_text())


def check_classes(tally, name, machine, text):
    definition = self_loops(machine)
    likely = likely_bytes(machine)

    def wrongs(header_text):
        header = Header(header_text, machine.name)
        yield from classes_are_right(machine, header, definition)
        yield from likely_is_right(header, likely)

    tally.check(f"{name}: run classes", wrongs(text))
    if name in WITHOUT_RUN:
        return
    for title, corrupt in corrupt_headers(
            text, machine, Header(text, machine.name), definition):
        tally.check_found(f"{name}: self-test: {title}", wrongs(corrupt))
    for title, s in corrupt_triples(machine, definition[1]):
        tally.check_found(f"{name}: self-test: {title}",
                          {s} - self_loops(machine)[1])
    for title, s, pair in corrupt_pairs(machine, definition[0]):
        tally.check_found(
            f"{name}: self-test: {title}",
            {pair} - pairs_of(machine, s, definition[0][s]))


def main():
    parser = argparse.ArgumentParser(
        description="Proves that the derived run classes are right.")
    parser.add_argument("--builddir", type=pathlib.Path, default=".")
    parser.add_argument("--srcdir", type=pathlib.Path,
                        default=os.environ.get("srcdir", "."))
    options = parser.parse_args()

    def find(folder, name):
        for directory in (options.builddir, options.srcdir):
            suffix = "xml" if folder == "xml" else "h"
            path = directory / "grammar" / folder / f"{name}.{suffix}"
            if path.exists():
                return path
        return None

    names = sorted({path.stem for directory
                    in (options.builddir, options.srcdir)
                    for path in (directory / "grammar" / "runs").glob("*.h")})
    tally = Tally()
    tally.check("grammar/runs", () if names else ("no header is there",))
    for name in names:
        check_machine(tally, name, find)
    print(f"{tally.passed} passed, {tally.failed} failed")
    sys.exit(1 if tally.failed else 0)


if __name__ == "__main__":
    main()
