#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that no normalization changes the texts that the machine normal accepts.

    check-normal.py [--builddir DIR] [--srcdir DIR]

locus_normalize() copies a URL that normal accepts (grammar/normalize/normal.rl), without the
machine changes, whose events are the changes (grammar/normalize/changes.rl). Both are walked
together, as `ragel -x` wrote them: for each text that an entry of normal accepts, changes
reads on and has no event, neither within the text nor at its end. changes reads the text in
pieces, so it also begins anew wherever normal has accepted the text before; only the dots of
a path are looked for from its beginning.

Finally the proof itself is tested: if normal reads on at any byte of a URL at which it stops,
it accepts a text that changes, and the proof must fail.
"""

import pathlib
import sys

PROOFS = pathlib.Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(PROOFS), str(PROOFS.parent / "support")]
from machine import Failed, Machine, arguments, fails, generated, walk  # noqa: E402
from tally import Tally  # noqa: E402

# The entries of normal, with those of changes that read the same text.
ENTRIES = (("authority", "lowercase"), ("authority", "main"), ("main", "path"),
           ("main", "main"))
# The events of changes that change nothing.
READS = {"run", "likely", "capital_again", "dots_begin"}
URL_BYTES = [*range(0x21, 0x7F), *range(0x80, 0x100)]


def accepts(normal, state):
    return "normal" in normal.at_end[state]


def leads_to_acceptance(normal):
    """The states from which a text may be accepted."""
    useful = {state for state in normal.states if accepts(normal, state)}
    while True:
        more = {state for state in normal.states if useful & {*normal.targets[state]}}
        if more <= useful:
            return useful
        useful |= more


def prove(normal, changes, entry, read_by):
    """Carries out the proof for an entry of each."""
    useful = leads_to_acceptance(normal)
    begin = changes.entry[read_by]

    def after(states):
        state, reader = states
        if accepts(normal, state):
            if changes.at_end[reader]:
                raise Failed(f"{changes.at_end[reader]} at the end after state {state}")
            if read_by != "path":
                yield state, begin
        for byte in URL_BYTES:
            target = normal.targets[state][byte]
            if target not in useful:
                continue
            events = {*changes.actions[reader][byte]} - READS
            if events or changes.targets[reader][byte] is None:
                raise Failed(f"{events or 'an end'} at {bytes([byte])!r} after state {state}")
            yield target, changes.targets[reader][byte]

    return walk([(normal.entry[entry], begin)], after)


def widened(normal):
    """Yields each place where normal stops at a byte of a URL, with normal reading on there."""
    for state in normal.states:
        for byte in URL_BYTES:
            if normal.targets[state][byte] is None:
                for target in (normal.entry["authority"], normal.entry["main"]):
                    normal.targets[state][byte] = target
                    yield state, byte, target
                normal.targets[state][byte] = None


def main():
    options = arguments("Proves that no normalization changes what normal accepts.").parse_args()
    normal, changes = (Machine(generated(options, f"xml/{name}.xml"))
                       for name in ("is-surely-normal", "write-changes"))
    tally = Tally()
    for entry, read_by in ENTRIES:
        tally.none(f"{entry}, as {read_by} of changes",
                   fails(prove, normal, changes, entry, read_by))
    places = [(place, not any(fails(prove, normal, changes, *entry) for entry in ENTRIES))
              for place in widened(normal)]
    tally.true("there are places at which normal stops", places)
    tally.none("each byte at which normal would read on is seen",
               (f"state {state}, byte {byte:#x}, next state {target}"
                for (state, byte, target), proved in places if proved))
    return tally.end()


sys.exit(main())
