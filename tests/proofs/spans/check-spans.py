#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the spans that the machines record are those of the RFCs' BNF.

    check-spans.py [--builddir DIR] [--srcdir DIR] [--changes] [MACHINE...]

tests/proofs/bnf/ has the RFCs' BNF; [parts] in each file of tests/proofs/departures/ has
the rules that are parts of a URL: part-path and part-path-ftp are `path`; kind-ipv4
gives the kind of a host. They become a nondeterministic automaton that marks where each part
begins and ends. It is walked together with the machine that `ragel -x` wrote
(grammar/xml/), whose events are defined in src/parse/spans.h: that file is read, and
its macros are executed on places instead of pointers.

The walk covers every pair of a machine's state and a set of the automaton's states that
some text leads to, with all that the two remember: the machine its marks, each reading
of the text its parts. Places are distinguished by their order and, as far as it
matters, by how many bytes lie between them, so there are finitely many. In each pair,
for every byte and for the end of the text:

*   the machine continues where the BNF does and accepts what it accepts (this is
    decided here without Ragel);
*   an event that commits a span does so only when every remaining reading has
    ended this part, and with the beginning and end on which all readings agree:
    it fires only where its component ends;
*   no part is committed twice, and none in the LOCUS_SLOT() of another part of
    the same URL;
*   at the end of a valid text one reading remains, and all of its parts are
    committed;
*   no failure is reported.

Hence every valid text of any length has exactly the spans that the BNF gives it.
check-runs.py proves on the same XML that every state can reach a final one.

Finally the proof itself is tested: an event is removed, fires one byte late, or fires
again, and that must be found. By default a few events are changed; with --changes, all
of them.
"""

import importlib
import pathlib
import sys

PROOFS = pathlib.Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(PROOFS), str(PROOFS / "languages"), str(PROOFS.parent / "support")]
import grammars  # noqa: E402
from automaton import Automaton  # noqa: E402
from events import EventMachine  # noqa: E402
from machine import arguments, generated  # noqa: E402
from macros import Macros, Wrong, read_slots  # noqa: E402
from tally import Tally  # noqa: E402
from walk import Walk, run  # noqa: E402
# It knows the files and rules of each RFC.
check_grammars = importlib.import_module("check-grammars")

PARTS_OF = {name: "rfc3986" if name == "rfc3986-reference" else name
            for name in grammars.names()}

# Events that may be left out, and why. The scheme of a target may turn out to be the host
# of an authority-form, so it sets the kind of the host to a name. If the host after "//"
# is a name, the kind is already right.
REDUNDANT = {"request-target": ("host_name",), "web-target": ("host_name",)}


def changed_machines(machine, redundant=()):
    """(description, changed transitions, changed actions at the end) of each change."""
    def same(events, others, live):
        """Whether both have the same effect on marks at distinct places, and commit the
        same spans."""
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
                if event not in machine.statements or event in redundant:
                    continue
                if event == "colon" and s == machine.start:
                    continue        # the mark is there at first
                less = tuple(e for e in events if e != event)
                spans = any(st[0] in ("span", "if")
                            for st in machine.statements[event])
                if same(events, less, machine.live[target]):
                    continue        # a mark that is not read from here on
                yield (f"{event} left out on the way from state {s} to {target}",
                       [(s, i, less)], [])
                later = [(target, j, (event,) + edge[2])
                         for j, edge in enumerate(machine.moves[target])
                         if (target, j) != (s, i)]
                ends = [(target, (event,) + machine.at_end[target])]
                yield (f"{event} a byte late after state {s}",
                       [(s, i, less)] + later, ends)
                if spans:
                    yield f"{event} twice after state {s}", later, ends
    for s in sorted(machine.final):
        for event in machine.at_end[s]:
            yield (f"{event} left out at the end in state {s}", [],
                   [(s, tuple(e for e in machine.at_end[s] if e != event))])


def with_change(machine, ways, ends):
    moves = {s: list(edges) for s, edges in machine.moves.items()}
    for s, i, events in ways:
        mask, target, _ = moves[s][i]
        moves[s][i] = mask, target, events
    other = object.__new__(EventMachine)
    other.__dict__.update(machine.__dict__)
    other.moves = moves
    other.at_end = {**machine.at_end, **dict(ends)}
    other.look_ahead()
    return other


def prove(name, machine, automaton, slots, every):
    """Yields what is wrong, and prints figures."""
    walk = Walk(machine, automaton, slots)
    try:
        walk.every_pair()
    except Wrong as wrong:
        yield f"spans: {wrong}"
        return
    print(f"proven: {name}: {len(machine.moves)} states, {walk.pairs} pairs, "
          f"{walk.commits} commits")
    changes = list(changed_machines(machine, REDUNDANT.get(name, ())))
    step = 1 if every else len(changes) // 2
    chosen = changes[step // 2::step]
    for title, ways, ends in chosen:
        try:
            Walk(with_change(machine, ways, ends), automaton, slots).every_pair()
        except Wrong:
            continue
        yield f"not found: {title}"
    print(f"changed: {name}: {len(chosen)} of {len(changes)} events")
    pairs = sorted(pair for pair in walk.together if slots.keys() >= set(pair))
    for one, other in pairs if every else pairs[::max(1, len(pairs) // 2)]:
        try:
            Walk(machine, automaton, {**slots, one: slots[other]}).every_pair()
        except Wrong:
            continue
        yield f"not found: {one} in the slot of {other}"
    print(f"changed: {name}: slots of {len(pairs)} pairs of parts")


def main():
    parser = arguments("Proves that the spans which the machines record are those of the "
                       "RFCs' BNF.")
    parser.add_argument("--changes", action="store_true",
                        help="change every event in turn")
    parser.add_argument("machines", nargs="*", metavar="MACHINE",
                        default=list(PARTS_OF))
    options = parser.parse_args()
    macros = Macros((options.srcdir / "src" / "parse" / "spans.h").read_text())
    slots = read_slots((options.srcdir / "src" / "include" / "locus.h.in").read_text())
    tally = Tally()
    for name in options.machines:
        path = generated(options, f"xml/grammar-{name}.xml")
        if path is None:
            sys.exit(f"check-spans.py: there is no grammar/xml/grammar-{name}.xml")
        rfc = PARTS_OF[name]
        printed, departures = check_grammars.read_rfc(
            options.srcdir / "tests" / "proofs" / "bnf", rfc)
        automaton = Automaton(check_grammars.departed(printed, departures),
                              check_grammars.RFCS[rfc][1][name])
        tally.none(name, prove(name, EventMachine(path, macros), automaton, slots,
                               options.changes))
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
