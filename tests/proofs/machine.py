# SPDX-License-Identifier: MIT
"""The machines that `ragel -x` wrote (grammar/xml/)."""

import argparse
import os
import pathlib
import xml.etree.ElementTree as ElementTree

NO_ERROR = -1
# The C for elements within actions, in table code.
EMBEDDED = {"targs": "(cs)", "break": "{p++; goto _out; }",
            "goto_expr": "{cs = (cs); goto _again;}"}


def arguments(description):
    """A parser of the arguments of a proof that reads generated files."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--builddir", type=pathlib.Path, default=".")
    parser.add_argument("--srcdir", type=pathlib.Path,
                        default=os.environ.get("srcdir", "."))
    return parser


def generated(options, *names):
    """The first of these files of grammar/ that exists, or None."""
    return next((path for directory in (options.builddir, options.srcdir) for name in names
                 if (path := directory / "grammar" / name).exists()), None)


class Failed(Exception):
    """A proof fails."""


def walk(beginnings, after):
    """Walks machines together. Returns all combined states that are reached from
    `beginnings`; after() is called once for each and yields the next."""
    todo, known = list(beginnings), set()
    while todo:
        states = todo.pop()
        if states not in known:
            known.add(states)
            todo += after(states)
    return known


def fails(prove, *machines):
    """Why the proof fails, in a list; empty if it does not."""
    try:
        prove(*machines)
    except Failed as why:
        return [why]
    return []


class Machine:
    """The machine of one XML file; if it has several, the one with the action run.

    targets[s][b], actions[s][b]: the target of byte b from state s (None: the
    error state) and the names of the actions on that transition. entering[s],
    leaving[s], at_end[s]: the names of the to-state, from-state and
    end-of-input actions.
    """

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        definitions = root.findall("ragel_def")
        definition = next((d for d in definitions
                           if d.find(".//action[@name='run']") is not None), definitions[0])
        machine = definition.find("machine")
        self.name = definition.get("name")
        # A machine that accepts every text has none.
        self.error = int(machine.findtext("error_state", NO_ERROR))
        self.start = int(machine.findtext("start_state"))
        self.entry = {entry.get("name"): int(entry.text)
                      for entry in machine.findall("entry_points/entry")}
        self.entries = {*self.entry.values()}

        self.names, self.bodies = {}, {}
        for action in machine.find("action_list"):
            number = int(action.get("id"))
            self.names[number] = action.get("name") or f"unnamed {number}"
            self.bodies[number] = "".join(
                EMBEDDED.get(piece.tag, piece.text or "") for piece in action)
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
