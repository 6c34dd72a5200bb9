# SPDX-License-Identifier: MIT
"""The machine of an XML file with the effects of its events."""

from macros import uses
from machine import Machine


class EventMachine(Machine):
    """moves[s] = [(bytes, target, events)] without the transitions into the error
    state; statements[event]."""

    def __init__(self, path, macros):
        super().__init__(path)
        self.statements = {name: macros.statements(self.bodies[number])
                           for number, name in self.names.items()
                           if name not in ("run", "likely", "accept")}
        self.moves = {s: self.edges(s) for s in self.states}
        self.look_ahead()

    def edges(self, s):
        found, low = [], 0
        for b in range(256):
            way = self.targets[s][b], self.actions[s][b]
            if b == 255 or way != (self.targets[s][b + 1], self.actions[s][b + 1]):
                if way[0] is not None:
                    found.append(((1 << b + 1) - (1 << low), *way))
                low = b + 1
        return found

    def look_ahead(self):
        """live[s]: the marks that are read from s on before they are set again."""
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
