#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derives the run classes of a machine from `ragel -x` and writes them as C.

    runs.py [--least BYTES] [--fields] [--lines] [--octets] FILE.xml > FILE-runs.h

If the file has several machines, the one that has the action `run` is read.

A state's run class is the set of bytes whose transition returns to that state
without an action: these bytes change nothing, so the lens may skip them. If a
whole percent-encoded octet, "%" and two hexadecimal digits, returns to the
state without an action, the lens may skip that too. It may also skip a pair: a
byte that leaves the state and a byte that returns to it. (RFC 1738 forbids
"..", so "." leaves the state inside a label. But "." and a letter are a pair,
so "www.example.org" is one run.)

A set of fewer than BYTES bytes (default: 32) is not a class. The machine itself reads such
runs as fast, unless many runs of unpredictable length follow each other, as the numbers
in some logs do.

The output also says which bytes to test for first: by default in a state without a
class, where words are likely; with --fields in all states, where a line consists of
fields. This is only a hint, and does not affect the results.

With --octets, the output also says from which states a percent-encoded octet leads back
with the events `percent` and `octet`, and no others. So all octets of a run can be decoded
at once, without the machine.

With --lines, the output also has chains: sequences of states, each leading to the next
without an action, by one or two ranges of bytes, where hardly anything else is likely,
such as the rest of a time or of a word. The lens compares all of these bytes at
once; if all are as expected, the machine continues in the last state.

Classes and chains are derived from the machine alone, so a change of a grammar cannot make
one wrong. tests/proofs/runs/check-runs.py proves the result by a second reader of the XML.
"""

import argparse
import sys
import xml.etree.ElementTree as ElementTree

PLANE = 8                       # sets in a table: one for each bit of a byte
MAX_SETS = 3 * PLANE
MAX_CLASSES = 16                # leaves room for the sets of pairs
FEW = 8                         # a pair has at least this many second bytes
LETTERS = 26                    # a shorter range cannot contain all letters
CHAIN_BYTES = 32                # the lens compares this many at once,
CHAIN_RANGES = 2                # each with at most this many ranges
SHORTEST_CHAIN = 3
MOST_ORIGINS = 2                # at most this many states lead to a state of a chain
FEW_ORIGINS = 5                 # a state to which fewer lead is likely; any other is not,
ANYTHING = 128                  # nor is one to which this many bytes lead
MANY_DIGITS = 5
NO_EVENT = ""
DIGITS = frozenset(b"0123456789")
HEXDIG = frozenset(b"0123456789abcdefABCDEF")
PCT_ENCODED = HEXDIG | frozenset(b"%")
HIGH = frozenset(range(128, 256))


class State:
    """Where each byte leads, and whether its transition has an action."""

    def __init__(self, element, events):
        self.id = int(element.get("id"))
        self.final = element.get("final") == "t"
        actions = element.findtext("state_actions")
        self.at_end = self.final, actions.split()[2] if actions else "x"
        self.next = {}          # byte -> state
        self.target = {}        # the same, if there is no action
        self.way = {}           # byte -> state and action
        self.event = {}         # byte -> state and the name of its only action, or None
        self.letters = range(0)     # the last long range in ASCII with one target
        for transition in element.find("trans_list"):
            low, high, target, action = transition.text.split()
            if target == "x":
                continue
            together = range(int(low), min(int(high), 127) + 1)
            if len(together) >= LETTERS:
                self.letters = together
            for byte in range(int(low), int(high) + 1):
                self.next[byte] = int(target)
                if action == "x":
                    self.target[byte] = int(target)
                self.way[byte] = target, action
                self.event[byte] = int(target), events.get(action)

    def run(self):
        return frozenset(b for b, t in self.target.items() if t == self.id)


def skips_pct_encoded(states, state):
    """Whether "%" HEXDIG HEXDIG leads from `state` back to it without an action.

    A URL could end in a final state on the way, which the recognizer would
    miss, unless it can also end after the percent-encoded octet.
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


def decodes_pct_encoded(states, state):
    """Whether "%" HEXDIG HEXDIG leads from `state` back to it with the event `percent` on
    "%", `octet` on the last digit, and no others."""
    def step(origin, bytes_, event):
        ways = {origin.event.get(b) for b in bytes_}
        target, found = ways.pop() or (None, None)
        return states[target] if not ways and target is not None and found == event else None

    percent = step(state, b"%", "percent")
    digit = percent and step(percent, HEXDIG, NO_EVENT)
    return bool(digit) and step(digit, HEXDIG, "octet") is state


def read_events(definition):
    """By the number of a list of actions, if it has one action: its name. The transitions
    without actions have NO_EVENT."""
    names = {action.get("id"): action.get("name") for action in definition.iter("action")}
    lists = {each.get("id"): each.text.split() for each in definition.iter("action_table")}
    return {"x": NO_EVENT,
            **{i: names[actions[0]] for i, actions in lists.items() if len(actions) == 1}}


def read(path):
    root = ElementTree.parse(path).getroot()
    definitions = [definition for definition in root.findall("ragel_def")
                   if definition.find(".//action[@name='run']") is not None]
    if len(definitions) != 1:
        sys.exit(f"runs.py: {path}: expected one machine with the action run")
    events = read_events(definitions[0])
    states = {}
    for element in definitions[0].iter("state"):
        state = State(element, events)
        states[state.id] = state
    return definitions[0].get("name"), states


def pairs(states, state, run):
    """The pairs that lead from `state` back to it without an action: every byte
    of the first set followed by any byte of the second. Both are empty if there
    are none.

    The second byte is itself in the run, so a run may end or continue after a
    pair. For final states within a pair, see skips_pct_encoded(). If the first bytes
    have different second bytes, the sets with the most pairs are taken. Pairs
    make each run a little slower. So pairs are left to the machine if few bytes
    can be second, or if no ASCII byte can be first.
    """
    seconds = {}
    for first in frozenset(state.target) - run:
        within = states[state.target[first]]
        if within is not state and (state.final or not within.final):
            seconds[first] = frozenset(
                b for b in run if within.target.get(b) == state.id)
    best = frozenset(), frozenset()
    for second in sorted(set(seconds.values()), key=sorted):
        first = frozenset(b for b, s in seconds.items() if second <= s)
        if len(first) * len(second) > len(best[0]) * len(best[1]):
            best = first, second
    if len(best[1]) < FEW or not best[0] - HIGH:
        return frozenset(), frozenset()
    return best


def may_end_in_pair(states, state, first):
    """Whether a text that ends after the first byte of a pair ends as in `state`."""
    return all(states[state.target[byte]].at_end == state.at_end for byte in first)


class Class:
    """A run: its bytes, whether it includes percent-encoded octets, its pairs."""

    def __init__(self, states, state, with_octets):
        self.run = state.run()
        # To the lens a percent-encoded octet is its "%", so the digits must be in
        # the run.
        self.pct_encoded = HEXDIG <= self.run and skips_pct_encoded(states, state)
        self.octets = (with_octets and HEXDIG <= self.run
                       and decodes_pct_encoded(states, state))
        self.first, self.second = pairs(states, state, self.run)
        self.ends = bool(self.first) and may_end_in_pair(states, state, self.first)

    def key(self):
        return self.run, self.pct_encoded, self.octets, self.first, self.second


def choose(classes, least):
    """The classes of at least `least` bytes; if there are too many, the largest and
    most used ones."""
    uses = {}
    for c in classes:
        uses.setdefault(c.key(), []).append(c)
    order = sorted(uses.values(), key=lambda same: (
        -len(same[0].run), -len(same), *map(sorted, (
            same[0].run, same[0].first, same[0].second))))
    order = [same[0] for same in order]
    return [c for c in order if len(c.run) >= least][:MAX_CLASSES]


def number_sets(classes):
    """The sets of bytes by their numbers, which are their bits: the runs of the
    classes, then the other sets that pairs need, each once. In a plane with runs
    that include or decode percent-encoded octets, the last set holds "%" and the digits: a
    byte in that set but not in the run is a "%". If there is no room for the pairs
    of a class, it has none."""
    numbers = {frozenset(): 0}
    sets = {}
    for c in classes:
        if (c.pct_encoded or c.octets) and c.run not in numbers:
            number = next(n for n in range(MAX_SETS)
                          if n not in sets and n % PLANE < PLANE - 1)
            numbers[c.run] = number
            sets[number] = c.run
            sets[number | PLANE - 1] = PCT_ENCODED
    free = [n for n in range(MAX_SETS) if n not in sets]

    def place(members):
        if members not in numbers:
            numbers[members] = free.pop(0)
            sets[numbers[members]] = members
        return numbers[members]

    for c in classes:
        c.set = place(c.run)
    for c in classes:
        if len({c.first, c.second} - set(numbers)) > len(free):
            c.first = c.second = frozenset()
        c.pairs = place(c.first), place(c.second)
    return [sets.get(n, frozenset()) for n in range(MAX_SETS)]


def table(name, values, width, form):
    print(f"{name} = {{")
    for i in range(0, len(values), width):
        print("    " + ", ".join(form % v for v in values[i:i + width]) + ",")
    print("};")


def reached(states, origin):
    """The states that can be reached from a state."""
    seen, waiting = {origin}, [origin]
    while waiting:
        new = set(states[waiting.pop()].next.values()) - seen
        seen |= new
        waiting += new
    return seen


def outstanding_letter(states, state):
    """The lower-case form of the only letter that, in both cases, leads elsewhere
    than all other letters, if more states can be reached from there: such as the
    next letter of a keyword."""
    ways = {}
    for byte in state.way:
        if byte < 128 and chr(byte).isalpha():
            ways.setdefault(state.way[byte], []).append(byte)
    pairs = [letters for letters in ways.values()
             if len(letters) == 2 and letters[0] + 32 == letters[1]]
    if len(pairs) != 1 or len(ways) > 2:
        return range(0)
    letter = pairs[0][1]
    others = [letters[0] for letters in ways.values() if letters != pairs[0]]
    if others and (len(reached(states, state.next[others[0]]))
                   >= len(reached(states, state.next[letter]))):
        return range(0)
    return range(letter, letter + 1)


def likely(states, state, has_class):
    """Which bytes are tested for first: the letters if all lead to one state, or a
    single letter. There are none in a state with a run, because after a run comes
    none of its bytes; nor if more states can be reached after "/", as in "://",
    because "/" is then more likely and is already tested for first."""
    letters, slash = state.letters, state.next.get(ord("/"))
    if has_class:
        return range(0)
    if not letters:
        return outstanding_letter(states, state)
    if slash is not None and (
            len(reached(states, slash))
            > len(reached(states, state.next[letters.start]))):
        return range(0)
    return letters


def ranges(state):
    """The ranges of ASCII whose bytes all lead from a state to the same other state,
    with the same action."""
    begin = 0
    for byte in range(1, 129):
        way = state.way.get(begin)
        if byte == 128 or state.way.get(byte) != way:
            if way is not None and state.next[begin] != state.id:
                yield range(begin, byte)
            begin = byte


def likely_in_fields(state, origins):
    """Which bytes are tested for first in a line of fields: those that lead to the state
    to which the fewest other states lead. Within a field, many states lead to the same
    one; what is between the fields, and a field of fixed form such as a time, is a
    sequence of states. Of several ranges, it is the longest, and of these the first."""
    return min(ranges(state), default=range(0), key=lambda r: (
        origins[state.next[r.start]], -len(r), r.start))


def count_origins(states):
    """By state: how many other states lead to it."""
    origins = dict.fromkeys(states, 0)
    for state in states.values():
        for target in set(state.next.values()) - {state.id}:
            origins[target] += 1
    return origins


def chain_step(state, origins):
    """The step of a chain from a state: the ranges of bytes, and the next state. The next
    state is one to which hardly any other leads; only ASCII bytes lead to it, without an
    action. None if there is no such state, or if another one is likely (FEW_ORIGINS,
    ANYTHING), unless only digits lead to both and more of them to the next state: after the
    seconds 00-59, 60 is not likely."""
    targets = {}
    for byte, target in state.next.items():
        targets.setdefault(target, set()).add(byte)
    targets.pop(state.id, None)
    if not targets or state.run():
        return None
    best = min(targets, key=lambda t: (origins[t] > MOST_ORIGINS, -len(targets[t]), t))
    bytes_ = targets.pop(best)
    if (origins[best] > MOST_ORIGINS
            or any(state.target.get(b) != best or b > 127 for b in bytes_)):
        return None
    others = set().union(*(b for t, b in targets.items()
                           if origins[t] < FEW_ORIGINS and len(b) < ANYTHING))
    if others and not (bytes_ | others <= DIGITS and len(others) < len(bytes_)):
        return None
    begins = sorted(b for b in bytes_ if b - 1 not in bytes_)
    ends = sorted(b for b in bytes_ if b + 1 not in bytes_)
    found = [range(b, e + 1) for b, e in zip(begins, ends)]
    return (found, best) if len(found) <= CHAIN_RANGES else None


class Chain:
    """A sequence of steps: where it ends, and the ranges of each byte."""

    def __init__(self, end, steps):
        self.end, self.steps = end, steps


def may_end(states, digits):
    """Whether a number may be shorter than these states."""
    return any(not set(states[i].next) <= DIGITS for i in digits)


def without_series(states, steps):
    """The steps, except for series of MANY_DIGITS or more digits that may end anywhere,
    such as the fraction of a second, and for the steps that lead to them."""
    def is_digit(i):
        return i in steps and steps[i][0] == [range(ord("0"), ord("9") + 1)]

    series = set()
    for i in steps:
        same = []
        while is_digit(i):
            same.append(i)
            i = steps[i][1]
        if len(same) >= MANY_DIGITS and may_end(states, same):
            series.update(same)
    return {i: found for i, found in steps.items()
            if i not in series and found[1] not in series}


def find_chains(states):
    """The chains, by the state in which they begin: one to which no step leads, or several
    states do. A chain ends after CHAIN_BYTES; the machine reads what follows."""
    origins = count_origins(states)
    steps = {}
    for i, state in states.items():
        found = chain_step(state, origins)
        if found:
            steps[i] = found
    steps = without_series(states, steps)
    inner = {target for _, target in steps.values() if origins[target] == 1}
    found = {}
    for begin in sorted(set(steps) - inner):
        at, passed, ranges_ = begin, [], []
        while at in steps and len(ranges_) < CHAIN_BYTES:
            passed.append(at)
            ranges_.append(steps[at][0])
            at = steps[at][1]
        is_number = all(r.start in DIGITS and r[-1] in DIGITS for s in ranges_ for r in s)
        if len(ranges_) >= SHORTEST_CHAIN and not (is_number and may_end(states, passed)):
            found[begin] = Chain(at, ranges_)
    return found


def print_chains(name, states, chains):
    of_state = {state: i + 1 for i, state in enumerate(chains)}
    print("\n/* For each state: 0, or the number of the chain that begins there, plus 1. Then,"
          " for each\n   chain: its length in bytes; the state in which it ends; 1 if any of its"
          " bytes has a\n   second range; and, for the first and the second range of each byte,"
          " the least byte of\n   the range, and how many bytes the range has after that one."
          " */")
    table(f"static const uint8_t {name}_chain[{max(states) + 1}]",
          [of_state.get(i, 0) for i in range(max(states) + 1)], 16, "%2d")
    count = max(len(chains), 1)
    of_chain = list(chains.values())
    table(f"static const uint8_t {name}_chain_length[{count}]",
          [len(c.steps) for c in of_chain] or [0], 16, "%2d")
    table(f"static const uint16_t {name}_chain_end[{count}]",
          [c.end for c in of_chain] or [0], 16, "%3d")
    table(f"static const uint8_t {name}_chain_second[{count}]",
          [int(any(len(s) > 1 for s in c.steps)) for c in of_chain] or [0], 16, "%d")
    for what, number, rest in (("least", lambda r: r.start, 0),
                               ("span", lambda r: len(r) - 1, 255)):
        print(f"static const uint8_t {name}_chain_{what}[{count}][{CHAIN_RANGES}]"
              f"[{CHAIN_BYTES}] = {{")
        for c in of_chain:
            for n in range(CHAIN_RANGES):
                values = [number(s[min(n, len(s) - 1)]) for s in c.steps]
                values += [rest] * (CHAIN_BYTES - len(values))
                print(("    { { " if n == 0 else "      { ")
                      + ", ".join("%d" % v for v in values)
                      + (" } }," if n == CHAIN_RANGES - 1 else " },"))
        if not of_chain:
            print("    { { 0 } },")
        print("};")


def nibbles(run, half):
    """One half of a set, the bytes 00 to 7F or 80 to FF: an entry for each low nibble of
    a byte, with a bit for each high nibble, which is 1 if the set contains the byte."""
    return [sum(1 << high for high in range(8)
                if (half + high) << 4 | low in run) for low in range(16)]


def main():
    parser = argparse.ArgumentParser(
        description="Derives the run classes of a machine and writes them as C.")
    parser.add_argument("--least", type=int, default=32, metavar="BYTES",
                        help="the size of the smallest class (default: 32)")
    parser.add_argument("--fields", action="store_true",
                        help="test first for the bytes that lead on in a line of fields")
    parser.add_argument("--lines", action="store_true",
                        help="find chains; the machine reads lines of several looks")
    parser.add_argument("--octets", action="store_true",
                        help="find runs whose percent-encoded octets can be decoded at once")
    parser.add_argument("machine", metavar="FILE.xml")
    options = parser.parse_args()
    name, states = read(options.machine)
    of_state = {i: Class(states, s, options.octets) for i, s in states.items() if s.run()}
    classes = choose(of_state.values(), options.least)
    loops = len(of_state)
    chosen = {c.key(): c for c in classes}
    for c in of_state.values():
        if c.key() in chosen:
            chosen[c.key()].ends &= c.ends
    of_state = {i: chosen[c.key()] for i, c in of_state.items()
                if c.key() in chosen}
    sets = number_sets(classes)
    of_state = {i: classes.index(c) for i, c in of_state.items()}

    print(f"/* Made by runs.py from the machine {name}, which has {len(states)} states:")
    print(f"   {len(classes)} run classes of at least {options.least} bytes, "
          f"{loops - len(of_state)} loops left to the machine;")
    print(f"   likely bytes of {'fields' if options.fields else 'words'}. */")
    for i, c in enumerate(classes):
        print(f"/* Class {i}: {len(c.run)} bytes"
              f"{' and percent-encoded octets' * c.pct_encoded}"
              f"{' and decoded octets' * c.octets}"
              f"{' and pairs' * bool(c.first)}; "
              f"states: {list(of_state.values()).count(i)} */")
    print("\n/* For each state: 0, or the number of its run class, plus 1. */")
    table(f"static const uint8_t {name}_run_class[{max(states) + 1}]",
          [of_state.get(i, -1) + 1 for i in range(max(states) + 1)],
          16, "%2d")
    print("\n/* For each state, the range of likely bytes, which the machine tests for"
          " first: its first\n   byte, and its length, which is 0 if there is none. */")
    if options.fields:
        origins = count_origins(states)
        first = [likely_in_fields(states[i], origins) if i in states
                 else range(0) for i in range(max(states) + 1)]
    else:
        first = [likely(states, states[i], i in of_state) if i in states
                 else range(0) for i in range(max(states) + 1)]
    print(f"static const uint8_t {name}_likely[{len(first)}][2] = {{")
    for i in range(0, len(first), 8):
        print("    " + " ".join(f"{{ {r.start:3}, {len(r):2} }},"
                                for r in first[i:i + 8]))
    print("};")
    print_chains(name, states, find_chains(states) if options.lines else {})
    print(f"\n/* Which sets contain each byte. There are {PLANE} sets to a row: bit n %"
          f" {PLANE} of row n / {PLANE}\n   belongs to set n, and is 0 in the entry of each"
          " byte that the set contains. The sets\n   are the runs of the classes, then the"
          " first and the second bytes of pairs that are no\n   run. The last set of a row in"
          " which a run includes percent-encoded octets consists of\n   \"%\" and the"
          " hexadecimal digits. Other sets are empty. */")
    print(f"static const uint8_t {name}_run_outside[{MAX_SETS // PLANE}][256]"
          " = {")
    for plane in range(0, MAX_SETS, PLANE):
        print("    {")
        values = [sum(1 << i for i, members in
                      enumerate(sets[plane:plane + PLANE])
                      if byte not in members)
                  for byte in range(256)]
        for i in range(0, 256, 8):
            print("        "
                  + ", ".join("0x%02x" % v for v in values[i:i + 8]) + ",")
        print("    },")
    print("};")
    print("\n/* The same sets, in the form in which shuffles look bytes up. Each set has 16"
          " entries for\n   the bytes 00 to 7F, then 16 for 80 to FF. The low nibble of a byte"
          " selects the entry,\n   the next three bits select a bit of it; this is 1 if the set"
          " contains the byte. */")
    print(f"static const uint8_t {name}_run_nibbles[{MAX_SETS}][2][16] = {{")
    for members in sets:
        for half, begin in ((0, "    {"), (8, "     ")):
            print(begin + "{ " + ", ".join("0x%02x" % v
                                     for v in nibbles(members, half))
                  + (" }}," if half else " },"))
    print("};")
    print("\n/* For each class, the numbers of three sets: its run, the first bytes of its"
          " pairs, and\n   the second bytes. */")
    for which, of_class in (("set", [c.set for c in classes]),
                            ("first", [c.pairs[0] for c in classes]),
                            ("second", [c.pairs[1] for c in classes])):
        table(f"static const uint8_t {name}_run_{which}[{MAX_CLASSES}]",
              of_class + [0] * (MAX_CLASSES - len(classes)), 16, "%2d")
    high = sum(1 << i for i, members in enumerate(sets) if members & HIGH)
    mixed = sum(1 << i for i, members in enumerate(sets)
                if members & HIGH not in (frozenset(), HIGH))
    pct_encoded = sum(1 << i for i, c in enumerate(classes) if c.pct_encoded)
    octets = sum(1 << i for i, c in enumerate(classes) if c.octets)
    none = next((b for b in range(128) if not any(b in members for members in sets)), 0)
    paired = sum(1 << i for i, c in enumerate(classes) if c.first)
    ends = sum(1 << i for i, c in enumerate(classes) if c.first and c.ends)
    print("\n/* The number of classes. Then masks with a bit for each set: the sets that"
          " contain bytes\n   from 80 to FF; those that contain some of these, but not all."
          " Masks with a bit for each\n   class: the classes that include percent-encoded"
          " octets; those whose percent-encoded\n   octets have the events `percent` and"
          " `octet` and no others; those that include pairs;\n   those of them whose runs may"
          " end after the first byte of a pair, at the end of the text.\n   Then 1 if the"
          " machine reads long lines; and a byte that no set contains, or 0. */")
    print(f"enum {{ {name}_run_classes = {len(classes)}, "
          f"{name}_run_high = 0x{high:x}, "
          f"{name}_run_mixed = 0x{mixed:x}, "
          f"{name}_run_pct_encoded = 0x{pct_encoded:x}, "
          f"{name}_run_octets = 0x{octets:x}, "
          f"{name}_run_pairs = 0x{paired:x}, "
          f"{name}_run_ends = 0x{ends:x}, "
          f"{name}_run_is_line = {int(options.lines)}, "
          f"{name}_run_none = {none if options.lines else 0} }};")


if __name__ == "__main__":
    main()
