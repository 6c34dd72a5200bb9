#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the data with which tests/proofs/machines/test-machines.c tests completely the
machines that are not grammars of URLs.

    make-machines.py grammar/xml/NAME.xml... > tests/proofs/suites/machines.h

For each machine, as `ragel -x` wrote it: the words of its actions, defined so that they
are recorded; the machine itself, as in the library; and tables of the target and the
actions of each byte.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

WORD = re.compile(r"([A-Z]\w*)(?:\(([^()]*)\))?")
STATE = "%d"                    # in the text of an action: the state being entered

# When an action ends the machine's loop.
NEVER, ALWAYS, BEFORE_END = range(3)


def text_of(element):
    """The text of an action or of a getkey. Only these two embedded elements are
    supported."""
    pieces = []
    for child in element:
        if child.tag == "targs":
            pieces.append(STATE)
        elif child.tag == "pchar":
            pieces.append("p")
        elif child.tag != "break" and child.tag != "text":
            sys.exit(f"make-machines.py: what is <{child.tag}>?")
        pieces.append(child.text or "")
    return " ".join("".join(pieces).split())


class Action:
    """words: as recorded, with STATE in them; ends: when it ends the loop."""

    def __init__(self, element):
        text = text_of(element)
        self.words = [match[0] for match in WORD.finditer(text)]
        rest = " ".join(WORD.sub("", text).split())
        breaks = element.find("break") is not None
        if (rest not in ("", "if (p != pe) { }") or rest and not breaks
                or breaks and len(self.words) != 1):
            sys.exit(f"make-machines.py: what does {text} do?")
        self.ends = NEVER if not breaks else BEFORE_END if rest else ALWAYS


def definition(word):
    """A word as a macro that records it."""
    name, arguments = WORD.fullmatch(word).groups()
    if arguments is None:
        return name, f'#define {name} record(walk, p, "{name}");'
    if STATE not in arguments:
        return name, (f"#define {name}(...) "
                      f'record(walk, p, "{name}(" #__VA_ARGS__ ")");')
    others = [chr(ord("a") + i) for i in range(arguments.count(","))]
    parameters = ", ".join([*others, "state"])
    text = "".join(f'#{a} ", " ' for a in others)
    return name, (f"#define {name}({parameters}) "
                  f'record_state(walk, p, "{name}(" {text}"{STATE})", state);')


def number(text):
    """The number of a state or of a list of actions, if there is one."""
    return "-1" if text == "x" else text


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def write(path):
    root = ElementTree.parse(path).getroot().find("ragel_def")
    name, machine = root.get("name"), root.find("machine")
    actions = {element.get("id"): Action(element)
               for element in machine.iter("action")}
    tables = {element.get("id"): element.text.split()
              for element in machine.iter("action_table")}
    words = dict(definition(word) for action in actions.values() for word in action.words)
    key = root.find("getkey")
    if key is not None:
        head = re.match(r"(\w+)(\(\w\))?", text_of(key))
        words[head[1]] = f"#define {head[1]}{head[2] or ''} (*p)"

    print(f"\n/* {path.stem} */")
    for word in words.values():
        print(word)
    print(f'#include "{path.stem}.h"')
    for word in words:
        print("#undef", word)
    print(f"static const struct action {name}_actions[] = {{")
    for table, ids in tables.items():
        for i in ids:
            for word in actions[i].words:
                print(f"    {{ {table}, {quoted(word)}, {actions[i].ends} }},")
    print("    { -1, NULL, 0 }\n};")
    error = machine.findtext("error_state", "-1")
    print(f"enum {{ {name}_error = {error} }};")
    print(f"static const struct transition {name}_transitions[] = {{")
    states = []
    for state in machine.iter("state"):
        if state.get("id") == error:
            continue
        groups = state.findtext("state_actions", "x x x").split()
        states.append((state.get("id"), *map(number, groups)))
        for transition in state.iter("t"):
            low, high, to, table = transition.text.split()
            print(f"    {{ {state.get('id')}, {low}, {high}, {number(to)}, "
                  f"{number(table)} }},")
    print("    { -1, 0, 0, 0, 0 }\n};")
    print(f"static const struct state {name}_states[] = {{")
    for state in states:
        print("    { %s, %s, %s, %s }," % state)
    print("    { -1, -1, -1, -1 }\n};")
    entries = [entry.text for entry in machine.iter("entry")]
    print(f"static const int {name}_entries[] = {{ {', '.join(entries)}, -1 }};")
    return name


def main():
    paths = [pathlib.Path(arg) for arg in sys.argv[1:]]
    if not paths:
        sys.exit("usage: make-machines.py FILE.xml...")
    print("/* Made by make-machines.py. */")
    names = [write(path) for path in paths]
    print("\nstatic const struct machine machines[] = {")
    for path, name in zip(paths, names):
        print(f'    {{ "{path.stem}", run_{name}, {name}_error, {name}_entries,\n'
              f"      {name}_states, {name}_transitions, {name}_actions }},")
    print("};")


if __name__ == "__main__":
    main()
