#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the derived run classes are right.

    check-runs.py [--builddir DIR] [--srcdir DIR] [--changes]

Walks the machines that `ragel -x` wrote (grammar/xml/NAME.xml), state by state and byte
by byte, and compares them with the headers that grammar/runs.py generated from them
(grammar/runs/NAME-runs.h). It shares no code with that tool. Files are looked up in the
build directory ("." by default), then in the source directory ($srcdir); every NAME
that has a header is checked.

What makes a run class right
    The lens moves over bytes that the machine would have read. The result is the same
    if, and only if:
    * each such byte leads from the state to itself and runs no action;
    * so does each "%" HEXDIG HEXDIG as a whole, if pct-encoded octets are skipped, and
      each pair of a byte of one set and a byte of another, if pairs are skipped;
    * of the to-state actions that are not run for skipped bytes, `run` only moves
      over bytes of the same kind, and `accept`, which records that a URL may end here,
      is run again at the end: if a state within a pct-encoded octet or a pair is final,
      the state after it must be final as well, and `accept` must come after `run`. (The
      parser does not look at `accept` at all.)
    A run may also include octets that the host decodes (`octets`): "%" HEXDIG HEXDIG leads
    from the state to itself with the event `percent` on "%", `octet` on the last digit, and
    no others.
    A class that is too small is not an error of the parser but of the tool, so each
    class must also be as large as possible. There may be more pairs than two sets can
    express: it is enough to have some. Pairs are left to the machine if fewer than 8
    bytes follow the first, or if no first byte is ASCII. Loops of fewer than 32 bytes (in
    the machines of some log formats, 10) are left to the machine and form no class.

What makes the likely bytes right
    At worst they are tested for twice, so they cannot cause an error, but they must be
    as specified: the last range of ASCII, of at least 26 bytes, whose bytes all lead to
    the same state with the same actions, from a state without a class; none if "/"
    leads to where more states can be reached. If there is no such range, they are the
    lower-case form of the one letter that in both cases leads elsewhere than all other
    bytes, which all lead to the same place or nowhere; none if from there no more
    states can be reached than from where the others lead.

    In a machine that reads a line of fields, each state has some: the range of ASCII whose
    bytes all lead to the same other state, with the same actions; that to which the fewest
    other states lead; of several, the longest range, and of these the first.

What makes a chain right
    The lens moves over bytes that the machine would have read, to another state. The result
    is the same if each byte that is accepted in a place leads from the state reached so far
    to one and the same state, and runs no action, if the states between have no to-state
    action but `run`, and if the last state is the one that the machine continues in. Which
    sequences of states are chains is a matter of speed only.

What makes a header right
    Each lens reads the set of a class from the table that suits it, by bytes or by
    nibbles, and relies on the masks. So both tables must agree, and the masks of high
    bytes must name exactly the sets that hold one, and those that hold some but not
    all. A lens that finds a pct-encoded octet by its "%" alone needs the digits in the
    class. One that reads a plane by bytes needs "%" and the digits as the last set of a
    plane with runs that hold pct-encoded octets. One that finds a pair by its first
    byte alone needs the second in the class. No set may occur twice: that would add
    planes to read.

The same walk proves what the rest of the library relies on: that error offsets are
exact, that no failure goes unreported, and that the numbers of states in the XML, by
which the headers are indexed, are those of the C code.

Finally the checks themselves are tested: each corruption of a header and of a machine
must be found. By default this is done with a few machines, which have classes of every
kind; with --changes, with all of them.
"""

import pathlib
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1]),
                 str(pathlib.Path(__file__).resolve().parents[2] / "support")]
from chains import chains_are_right, corrupt_chains  # noqa: E402
from classes import (classes_are_right, decodes_octets, likely_bytes,  # noqa: E402
                     likely_is_right, pairs_of, self_loops)
from corruptions import (corrupt_code, corrupt_headers, corrupt_machines,  # noqa: E402
                         corrupt_octets, corrupt_pairs, corrupt_pct_encoded)
from generated import labels_agree, tables_agree  # noqa: E402
from header import Header  # noqa: E402
from machine import Machine, arguments, generated  # noqa: E402
from states import (OTHERWISE, RECOGNIZERS, every_state_is_alive,  # noqa: E402
                    failing_does_nothing_else, failures_are_reported, run_first,
                    run_then_accept)
from tally import Tally  # noqa: E402


# The machines whose headers and code are corrupted by default.
CORRUPTED = {"grammar-rfc3986", "grammar-rfc1738", "read-plain", "read-unquoted", "read-run-on",
             "wrapped", "read-envoy", "decode-text"}


class Proof(Tally):
    def __init__(self, corrupted):
        super().__init__()
        self.corrupted = corrupted      # the names of machines; None: all

    def is_corrupted(self, name):
        return self.corrupted is None or name in self.corrupted

    def none(self, what, wrong):
        try:
            wrong = list(wrong)
        except (ValueError, KeyError, IndexError) as error:
            wrong = [repr(error)]
        return super().none(what, wrong)

    def some(self, what, wrong):
        """The reverse: passes if something is wrong."""
        try:
            found = any(True for _ in wrong)
        except (ValueError, KeyError, IndexError):
            found = True
        super().none(what, () if found else ("not found",))


def check_machine(tally, name, find):
    path = find("xml", name)
    if path is None:
        tally.none(f"{name}: grammar/xml/{name}.xml", ("is not there",))
        return
    machine = Machine(path)
    kind = machine.name.replace("_", "-")
    checks = [every_state_is_alive, run_first if kind in OTHERWISE else run_then_accept]
    if kind not in RECOGNIZERS:
        checks += [failures_are_reported, failing_does_nothing_else]
    for check in checks:
        title = check.__name__.replace("_", " ")
        tally.none(f"{name}: {title}", check(machine))
    corrupted = tally.is_corrupted(name)
    for title, corrupt, check in corrupt_machines(path) if corrupted else ():
        if check in checks:
            tally.some(f"{name}: self-test: {title}", check(corrupt))

    for style, check in (("table", tables_agree), ("goto", labels_agree)):
        code = find(style, name)
        if code is None:
            print(f"skipped {name}: no grammar/{style}/{name}-machine")
            continue
        code = code.read_text()
        tally.none(f"{name}: grammar/{style} is the machine of the XML",
                   check(machine, code))
        for title, corrupt in corrupt_code(machine, style, code) if corrupted else ():
            tally.some(f"{name}: self-test: grammar/{style}, {title}",
                       check(machine, corrupt))

    check_classes(tally, name, machine, find("runs", name).read_text())


def check_classes(tally, name, machine, text):
    definition = self_loops(machine)
    likely = likely_bytes(machine)

    def wrongs(header_text):
        header = Header(header_text, machine.name)
        yield from classes_are_right(machine, header, definition)
        yield from likely_is_right(machine, header, likely)
        yield from chains_are_right(machine, header)

    tally.none(f"{name}: run classes", wrongs(text))
    if not tally.is_corrupted(name):
        return
    for title, corrupt in corrupt_headers(
            text, machine, Header(text, machine.name), definition):
        tally.some(f"{name}: self-test: {title}", wrongs(corrupt))
    for title, corrupt in corrupt_chains(text, machine, Header(text, machine.name)):
        tally.some(f"{name}: self-test: {title}", wrongs(corrupt))
    for title, s in corrupt_pct_encoded(machine, definition[1]):
        tally.some(f"{name}: self-test: {title}", {s} - self_loops(machine)[1])
    header = Header(text, machine.name)
    octets = {s for s, number in header.run.items() if number in header.octets}
    for title, s in corrupt_octets(machine, octets):
        tally.some(f"{name}: self-test: {title}", () if decodes_octets(machine, s) else (s,))
    for title, s, pair in corrupt_pairs(machine, definition[0]):
        tally.some(f"{name}: self-test: {title}",
                   {pair} - pairs_of(machine, s, definition[0][s]))


def main():
    parser = arguments("Proves that the derived run classes are right.")
    parser.add_argument("--changes", action="store_true",
                        help="corrupt the headers and the code of every machine")
    options = parser.parse_args()

    def find(folder, name):
        ending = {"xml": ".xml", "runs": "-runs.h"}.get(folder, "-machine.c")
        return generated(options, f"{folder}/{name}{ending}")

    names = sorted({path.stem.removesuffix("-runs") for directory
                    in (options.builddir, options.srcdir)
                    for path in (directory / "grammar" / "runs").glob("*-runs.h")})
    tally = Proof(None if options.changes else CORRUPTED)
    tally.none("grammar/runs", (f"{name} is not there" for name in CORRUPTED - set(names)))
    for name in names:
        check_machine(tally, name, find)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
