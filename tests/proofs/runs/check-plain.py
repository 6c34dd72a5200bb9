#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the machine plain ends URLs where the machines that it replaces do.

    check-plain.py [--builddir DIR] [--srcdir DIR]

src/contexts/text.c runs plain first, and most URLs in prose end there. It replaces
unquoted, quoted, plausible and the grammars of TRAIT_PLAIN at once
(grammar/prose/plain.rl). All of them are walked together, as `ragel -x` wrote them:
from each scheme and "://" of these grammars, over every byte that plain reads, to every
byte that it stops at. The proof shows for each such text that

*   no machine has stopped earlier, and none did anything but read on and accept: there
    was no mark, no character reference and no escape;
*   where plain stops, its last accepted prefix is the longest that unquoted and the grammar
    both accept; plausible accepts it; and unquoted stops, too;
*   if the byte may be the partner of a mark, quoted stops for that mark, and the text
    before it is plausible to quoted and is accepted by the grammar.

Finally the proof itself is tested: with one accepting state more or less where it may
stop, plain must fail.
"""

import pathlib
import re
import sys
from typing import NamedTuple

PROOFS = pathlib.Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(PROOFS), str(PROOFS.parent / "support")]
from machine import Failed, Machine, arguments, fails, generated, walk  # noqa: E402
from tally import Tally  # noqa: E402

# The actions of a machine that only reads on; the grammars also record spans.
READS = {"run", "likely", "accept", "accept_low_line", "accept_tilde", "plausible", "not_yet",
         "decided"}
MARKS = {"quotation": '"', "greater": ">", "round": ")", "square": "]", "curly": "}"}
SCHEME = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-."


class State(NamedTuple):
    """The states of all machines, and whether plain and the others agree on the last
    end."""

    plain: int
    unquoted: int
    quoted: int
    plausible: object
    grammar: int
    agrees: bool


def step(machine, state, byte):
    """The next state; a failure if the machine stops, or does more than read."""
    target = machine.targets[state][byte]
    if target is None:
        raise Failed(f"{machine.name} stops at {bytes([byte])!r}")
    more = set(machine.actions[state][byte]) - READS
    # `late`: the text before this byte is not a character reference, so the URL may have ended
    # in it. If unquoted accepts after this byte, the URL may end later.
    if machine.name == "unquoted" and unquoted_accepts(machine, target):
        more -= {"late"}
    if more and machine.name in ("unquoted", "quoted", "plausible"):
        raise Failed(f"{machine.name} does {more} at {bytes([byte])!r}")
    return target


def accepts(machine, state):
    return "accept" in machine.entering[state]


def unquoted_accepts(machine, state):
    """Whether unquoted accepts. The URL is not preceded by "_" or "~"."""
    return any(name.startswith("accept") for name in machine.entering[state])


DECIDED = "decided"


def judge(machine, state, byte):
    """The next state of plausible, which stops once it has decided."""
    if state == DECIDED:
        return DECIDED
    if "decided" in machine.actions[state][byte]:
        return DECIDED
    return step(machine, state, byte)


def is_plausible(machine, state):
    return state == DECIDED or "plausible" in machine.entering[state]


def beginnings(machines, grammar):
    """The states of the machines after any scheme and "://"."""
    others = (machines["unquoted"], machines["quoted"], machines["plausible"], grammar)

    def read(states, byte):
        return tuple(judge(machine, state, byte) if machine.name == "plausible"
                     else step(machine, state, byte)
                     for machine, state in zip(others, states))

    start = tuple(machine.start for machine in others)
    found = set()
    for states in walk((read(start, byte) for byte in SCHEME[:52]),
                       lambda states: [read(states, byte) for byte in SCHEME]):
        for byte in b"://":
            states = read(states, byte)
        found.add(states)
    return found


def check_stop(machines, grammar, state, byte, action):
    unquoted, quoted = machines["unquoted"], machines["quoted"]
    what = f"at {bytes([byte])!r} after state {state.plain} of plain"
    if not state.agrees:
        raise Failed(f"another end {what}")
    closes = byte in b")]}"
    if not closes and (unquoted.targets[state.unquoted][byte] is not None
                       or unquoted.actions[state.unquoted][byte]):
        raise Failed(f"unquoted continues {what}")
    # A bracket that the URL has not opened: `close` stops (src/prose/read-unquoted.rl).
    if closes and "close" not in unquoted.actions[state.unquoted][byte]:
        raise Failed(f"unquoted does not close a bracket {what}")
    if action == "stop":
        return
    if MARKS[action].encode()[0] != byte:
        raise Failed(f"{action} {what}")
    wanted = {"round": "close", "square": "close", "curly": "close"}.get(action, action)
    if wanted not in quoted.actions[state.quoted][byte]:
        raise Failed(f"quoted does not see the partner {what}")
    if not accepts(grammar, state.grammar):
        raise Failed(f"{grammar.name} does not accept the whole {what}")
    if "plausible" not in quoted.entering[state.quoted]:
        raise Failed(f"the whole is not plausible {what}")


def prove(machines, grammar):
    """Carries out the proof."""
    plain, unquoted, plausible = machines["plain"], machines["unquoted"], machines["plausible"]
    stops = []

    def after(state):
        for byte in range(256):
            target = plain.targets[state.plain][byte]
            stop = set(plain.actions[state.plain][byte]) & {"stop", *MARKS}
            if stop:
                check_stop(machines, grammar, state, byte, stop.pop())
                stops.append(state)
                continue
            if target is None:
                continue
            to = State(target, step(unquoted, state.unquoted, byte),
                       step(machines["quoted"], state.quoted, byte),
                       judge(plausible, state.plausible, byte),
                       step(grammar, state.grammar, byte), state.agrees)
            both = unquoted_accepts(unquoted, to.unquoted) and accepts(grammar, to.grammar)
            if accepts(plain, to.plain):
                if both and not is_plausible(plausible, to.plausible):
                    raise Failed(f"an end is not plausible at state {to.plain} of plain")
                to = to._replace(agrees=both)
            elif both:
                to = to._replace(agrees=False)
            yield to

    known = walk((State(plain.start, *states, True)
                  for states in beginnings(machines, grammar)), after)
    if not stops:
        raise Failed("plain stops nowhere")
    print(f"{grammar.name}: {len(known)} states together")


def spoilt(plain):
    """Yields plain with one accepting state less or more, among those in which it may
    stop."""
    for state in plain.states:
        entering = plain.entering[state]
        if not any("stop" in actions for actions in plain.actions[state]):
            continue
        plain.entering[state] = (tuple(name for name in entering if name != "accept")
                                 if "accept" in entering else (*entering, "accept"))
        yield state
        plain.entering[state] = entering


def main():
    options = arguments("Proves that the machine plain ends URLs where others do.").parse_args()

    def machine(name):
        return Machine(generated(options, f"xml/{name}.xml"))

    machines = {name: machine(f"read-{name}")
                for name in ("plain", "unquoted", "quoted", "plausible")}
    folder = options.srcdir / "src" / "grammars"
    grammars = [file.stem.removeprefix("grammar-")
                for file in sorted(folder.glob("grammar-*.rl"))
                if re.search(r"traits = [^,)]*\bTRAIT_PLAIN\b", file.read_text())]
    tally = Tally()
    tally.true("grammars of TRAIT_PLAIN", grammars)
    for name in grammars:
        tally.none(name, fails(prove, machines, machine(f"grammar-{name}")))
    tally.none("each accepting state more or less is seen",
               (f"state {state} of plain" for state in spoilt(machines["plain"])
                if not fails(prove, machines, machine(f"grammar-{grammars[0]}"))))
    return tally.end()


sys.exit(main())
