# SPDX-License-Identifier: MIT
"""Run classes and likely bytes, derived from a machine and compared with a header."""

import string

from header import CLASS_LIMIT, PLANE, SET_LIMIT
from states import spread

HEXDIGITS = b"0123456789ABCDEFabcdef"
PERCENT = 0x25
PCT_ENCODED = {PERCENT, *HEXDIGITS}
# The smallest class, in most machines and in those of some log formats.
CLASS_LEAST = (32, 10)
SECONDS_LEAST = 8
LIKELY_LEAST = 26


def self_loops(machine):
    """For each state: the bytes that change nothing, whether a pct-encoded octet
    changes nothing, and the pairs that change nothing. This is the definition that the
    header must match."""
    loops, pct_encoded = {}, set()
    for s in machine.states:
        loops[s] = frozenset(
            b for b in range(256)
            if machine.targets[s][b] == s and not machine.actions[s][b])
        if PERCENT not in loops[s] and all(
                unnoticed(machine, s, (PERCENT, x, y))
                for x in HEXDIGITS for y in HEXDIGITS):
            pct_encoded.add(s)
    pairs = {s: pairs_of(machine, s, loops[s]) for s in machine.states}
    return loops, pct_encoded, pairs


def decodes_octets(machine, origin):
    """Whether each pct-encoded octet leads from origin to origin with the events `percent`
    on "%" and `octet` on the last digit, and no others."""
    def way(state, byte):
        target = None if state is None else machine.targets[state][byte]
        return target, () if target is None else tuple(machine.actions[state][byte])

    for x in HEXDIGITS:
        for y in HEXDIGITS:
            state, events = origin, []
            for byte in (PERCENT, x, y):
                state, found = way(state, byte)
                events.append(found)
            if state != origin or events != [("percent",), (), ("octet",)]:
                return False
    return True


def pairs_of(machine, origin, loops):
    """The pairs that change nothing and whose second byte the lens may take as part of
    the run."""
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


def ends_alike(machine, origin, firsts):
    """Whether a text means the same if it ends in `origin` and after one more byte, the
    first of a pair."""
    def meaning(state):
        return state in machine.final, machine.at_end[state]

    return all(meaning(machine.targets[origin][x]) == meaning(origin) for x in firsts)


def are_worth_it(pairs):
    """Whether the largest group of pairs that two sets can express has an ASCII first
    byte and enough second bytes."""
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
    """Whether text leads from origin to origin and skipping it makes no difference."""
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
    loops, pct_encoded, pairs = definition
    # A lens sees only the "%" of a pct-encoded octet; the digits must be in the class.
    pct_encoded = {s for s in pct_encoded if loops[s].issuperset(HEXDIGITS)}
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
                left.setdefault((loops[s], s in pct_encoded), []).append(s)
            continue
        claimed = header.members(number)
        for b in sorted(claimed - loops[s]):
            yield f"state {s}, byte {b:02x}: skipped and must not be"
        for b in sorted(loops[s] - claimed):
            yield f"state {s}, byte {b:02x}: could be skipped and is not"
        if number in header.pct_encoded and s not in pct_encoded:
            yield f"state {s}: skips percent-encoded octets and must not"
        if number not in header.pct_encoded and s in pct_encoded:
            yield f"state {s}: could skip percent-encoded octets and does not"
        if number in header.pairs:
            for x in header.sets[header.first[number]]:
                for y in header.sets[header.second[number]]:
                    if (x, y) not in pairs[s]:
                        yield (f"state {s}: skips the pair {x:02x} {y:02x} "
                               "and must not")

    if header.least not in CLASS_LEAST:
        yield f"the smallest class may have {header.least} bytes, not one of {CLASS_LEAST}"
        return
    used = {number for number in header.run.values() if number is not None}
    if used != set(range(header.classes)):
        yield f"{header.classes} classes are said to be, {sorted(used)} are"
    for number in used:
        if len(header.members(number)) < header.least:
            yield f"class {number}: of so few bytes"
    decoding = {number for number in used
                if all(loops[s].issuperset(HEXDIGITS) and decodes_octets(machine, s)
                       for s in machine.states if header.run[s] == number)}
    for number in sorted(header.octets - decoding):
        yield f"class {number}: decodes percent-encoded octets and must not"
    if header.octets:
        for number in sorted(decoding - header.octets):
            yield f"class {number}: could decode percent-encoded octets and does not"
    of_pct_encoded = {header.set[number] | PLANE - 1
                      for number in header.pct_encoded | header.octets}
    for number in of_pct_encoded:
        if header.sets[number] != PCT_ENCODED:
            yield f"set {number}: not the bytes of percent-encoded octets"
    sets = {s for number in header.pairs
            for s in (header.first[number], header.second[number])}
    sets |= {header.set[number] for number in used} | of_pct_encoded
    for number, members in enumerate(header.sets):
        if (members and members in header.sets[:number]
                and number not in of_pct_encoded):
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
    for number in sorted((header.pct_encoded | header.octets | header.pairs) - used):
        yield f"class {number}: in a mask, and of no state"
    ends = {number for number in header.pairs & used
            if all(ends_alike(machine, s, header.sets[header.first[number]])
                   for s in machine.states if header.run[s] == number)}
    for number in sorted(ends ^ header.ends):
        yield f"class {number}: wrong about the end of a text within a pair"
    for number in header.pairs:
        if not (header.sets[header.first[number]]
                and header.sets[header.second[number]]):
            yield f"class {number}: has no pair"
    # A class lacks its pairs only if there is no room for their sets.
    if len(sets) <= SET_LIMIT - 2:
        for s in machine.states:
            if (are_worth_it(pairs[s]) and header.run[s] is not None
                    and header.run[s] not in header.pairs):
                yield f"state {s}: could skip pairs and does not"
    # A wide loop lacks a class only if the table is full and the loop is among the
    # narrowest.
    count = sum(map(len, left.values()))
    if header.left != count:
        yield f"{header.left} loops are said to be left, {count} are"
    wide = {loop: states for loop, states in left.items()
            if len(loop[0]) >= header.least}
    if wide and len(used) < CLASS_LIMIT:
        yield f"states without a class: {sorted(sum(wide.values(), []))}"
    elif wide:
        narrowest = min(len(header.members(number)) for number in used)
        for (members, _), states in wide.items():
            if len(members) > narrowest:
                yield f"states {states}: a narrower class is in the table"


def likely_of(machine, s, ways_on):
    """The likely bytes of a state without a class, which are tested for first: the
    first of them and their number. ways_on[s]: the states that bytes lead to from s."""
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
    """The letter, if any, that leads elsewhere than the other bytes of a state."""
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
    """The likely bytes of each state that has no class."""
    ways_on = {s: set(machine.targets[s]) - {None} for s in machine.states}
    return {s: likely_of(machine, s, ways_on) for s in machine.states}


def likely_in_fields(machine):
    """The likely bytes of each state of a machine that reads a line of fields."""
    into = {s: 0 for s in machine.states}
    for s in machine.states:
        for target in {t for t in machine.targets[s] if t is not None and t != s}:
            into[target] += 1
    likely = {}
    for s in machine.states:
        ways = [(t, a) if t is not None and t != s else None for t, a
                in zip(machine.targets[s][:128], machine.actions[s][:128])]
        best = None
        for b, way in enumerate(ways):
            if way is None or (b and ways[b - 1] == way):
                continue
            count = next((n for n in range(1, 128 - b) if ways[b + n] != way), 128 - b)
            found = into[way[0]], -count, b
            best = found if best is None else min(best, found)
        likely[s] = (best[2], -best[1]) if best else (0, 0)
    return likely


def likely_is_right(machine, header, likely):
    """`likely`: what likely_bytes() returns."""
    if len(header.likely) != header.states:
        yield f"likely has {len(header.likely)} entries"
        return
    if header.has_fields:
        likely = likely_in_fields(machine)
    for s, claimed in enumerate(header.likely):
        wanted = (likely[s] if s in likely
                  and (header.has_fields or header.run[s] is None) else (0, 0))
        if claimed != wanted:
            yield f"state {s}: likely {claimed}, not {wanted}"
