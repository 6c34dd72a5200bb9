# SPDX-License-Identifier: MIT
"""Properties of each state of a machine. Each check yields what is wrong."""

import grammars

# RECOGNIZERS are the machines that report no failures; WITHOUT_LIKELY are those of them
# without likely bytes. The other sets are parts of these two.
OPENERS = {"json-members", "request-line", *grammars.log_envelopes()}
RARE = {"findings-query", "findings-unicode"}       # few texts reach these
WHOLE_PARTS = {"changes", "clean", "findings", "findings-path", "normal", *RARE}
# Machines that read any text, or the texts of a component.
READERS = {"decode", "delimiters", "dot-segments", "encode-lenient", "encode-rfc1630",
           "encode-rfc1738", "encode-uri", "octets", "query-amp-pairs", "query-names",
           "query-pairs"}
RECOGNIZERS = {"angle-brackets", "json-colon", "json-string", "line-rest", "plain",
               "plausible", "quoted", "run-on", "unquoted", *OPENERS, *READERS, *WHOLE_PARTS}
WITHOUT_LIKELY = RECOGNIZERS - {"line-rest", "plain", "plausible", "quoted", "unquoted",
                                *OPENERS, *READERS, *(WHOLE_PARTS - RARE)}
# Machines whose states do more than accept, or something else.
OTHERWISE = {*READERS, "line-rest", "log-request-field", "log-row", "plain", "plausible", "quoted",
             "unquoted", *OPENERS, *WHOLE_PARTS, *grammars.log_formats()}


def likely_of(machine):
    return () if machine.name.replace("_", "-") in WITHOUT_LIKELY else ("likely",)


def is_failure(action):
    return action.startswith("bad_")


def run_first(machine):
    """`run` is the first to-state action of each state; `run` and `likely` are on no
    transition."""
    for s in machine.states:
        if machine.entering[s][:1] != ("run",) or "run" in machine.entering[s][1:]:
            yield f"state {s}: to-state actions {machine.entering[s]}"
        if machine.leaving[s] != likely_of(machine):
            yield f"state {s}: from-state actions {machine.leaving[s]}"
        inner = set(machine.at_end[s]).union(*machine.actions[s])
        if inner & {"run", "likely"}:
            yield f"state {s}: what belongs to states is on a transition"


def run_then_accept(machine):
    for s in machine.states:
        wanted = ("run", "accept") if s in machine.final else ("run",)
        if machine.entering[s] != wanted:
            yield f"state {s}: to-state actions {machine.entering[s]}"
        if machine.leaving[s] != likely_of(machine):
            yield f"state {s}: from-state actions {machine.leaving[s]}"
        inner = set(machine.at_end[s]).union(*machine.actions[s])
        if inner & {"run", "accept", "likely"}:
            yield f"state {s}: what belongs to states is on a transition"


def every_state_is_alive(machine):
    """Every state can be reached from the start or an entry and can reach an end; otherwise an
    error would be reported late."""
    origins = {s: set() for s in machine.states}
    for s in machine.states:
        for target in set(machine.targets[s]) - {None}:
            origins[target].add(s)
    alive = spread(machine.final, origins)
    reached = spread({machine.start} | machine.entries,
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


def failures_are_reported(machine):
    """A failure is reported wherever reading fails, and nowhere else."""
    for s in machine.states:
        for b in range(256):
            reported = any(map(is_failure, machine.actions[s][b]))
            if reported != (machine.targets[s][b] is None):
                yield (f"state {s}, byte {b:02x}: "
                       + ("a failure is reported" if reported else "a failure is not reported"))
        reported = any(map(is_failure, machine.at_end[s]))
        if reported != (s not in machine.final):
            yield (f"state {s}, end: "
                   + ("a failure is reported" if reported else "a failure is not reported"))


def failing_does_nothing_else(machine):
    """No part is written and no mark set on a transition into an error."""
    for s in machine.states:
        for b in range(256):
            if machine.targets[s][b] is None and not all(
                    map(is_failure, machine.actions[s][b])):
                yield f"state {s}, byte {b:02x}: {machine.actions[s][b]}"
