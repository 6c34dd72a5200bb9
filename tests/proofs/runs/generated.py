# SPDX-License-Identifier: MIT
"""Compares the C code that Ragel wrote with the XML. Each check yields what is
wrong."""

import re

from header import numbers
from machine import NO_ERROR


def tables_agree(machine, code):
    """The tables of `ragel -T0` hold the same machine, state by state."""
    prefix = "_" + machine.name
    table = {name: numbers(code, f"{prefix}_{name}") for name in (
        "actions", "key_offsets", "trans_keys", "single_lengths",
        "range_lengths", "index_offsets", "trans_targs")}
    # Empty tables are not written.
    for name in ("trans_actions", "to_state_actions", "eof_actions"):
        array = f"{prefix}_{name}"
        table[name] = (numbers(code, array) if array in code
                       else [0] * (len(machine.states)
                                   + len(table["trans_targs"])))
    # Ragel shares equal transitions with an extra table if that is smaller.
    if f"{prefix}_indicies" in code:
        indices = numbers(code, f"{prefix}_indicies")
    else:
        indices = range(len(table["trans_targs"]))

    code = code_of(machine, code)

    def names(offset):
        count = table["actions"][offset]
        return tuple(machine.names[number] for number
                     in table["actions"][offset + 1:offset + 1 + count])

    for number, body in re.findall(
            r"case (\d+):\s*(?:/\*[^*]*\*/|#line [^\n]*)\s*\{(.*?)\}\s*break;", code,
            re.DOTALL):
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
    """The code of `ragel -G2` has these states, and passes their numbers to `run` and
    `likely`.

    Nothing leads into the start of some machines; `run` may be missing there.
    """
    if start_of(machine, code) != machine.start:
        yield f"begins in state {start_of(machine, code)}"
    entered = {target for s in machine.states for target in machine.targets[s]}
    lines = [line for line in code_of(machine, code).splitlines()
             if not re.match(r"\s*(/\* #line .*\*/|#line .*)?\s*$", line)]
    accept = next((squeeze("{%s}" % machine.bodies[number])
                   for number, name in machine.names.items() if name == "accept"), None)
    runs, accepts, seen, likely = None, False, [], {}
    for line in lines:
        if re.match(r"(st|tr)\d+:", line):
            runs, accepts = None, False
        elif found := re.match(r"\s*\{ (?:KEPT_|DECODE_)?RUN(?:_WITHIN)?\((\d+)\) \}", line):
            runs = int(found.group(1))
        elif squeeze(line) == accept:
            accepts = True
        elif found := re.match(r"\s*\{ (?:if \(CHAIN\((\d+)\)\) \{cs = \( ?cs\);"
                               r"goto _again;\} )?LIKELY\((\d+)\) \}", line):
            likely[seen[-1]] = int(found.group(2))
            if found.group(1) and found.group(1) != found.group(2):
                yield f"state {seen[-1]}: the chain of {found.group(1)}"
        elif found := re.match(r"\s*case (\d+): goto st(\d+);", line):    # after a chain
            if found.group(1) != found.group(2):
                yield f"state {found.group(1)}: continues as {found.group(2)}"
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


def code_of(machine, code):
    """The code up to the next machine, if the file contains several."""
    begin = re.search(rf"\b{machine.name}_start = ", code)
    end = begin and re.search(r"\b\w+_start = \d+;", code[begin.end():])
    return code[:begin.end() + end.start()] if end else code


def start_of(machine, code):
    found = re.search(rf"\b{machine.name}_start = (\d+);", code)
    return int(found.group(1)) if found else None


def squeeze(text):
    return re.sub(r"\s", "", text)
