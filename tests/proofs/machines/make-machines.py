#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the Ragel file with which tests/proofs/machines/test-machines.c tests
completely the machines that are not grammars of URLs.

    make-machines.py SOURCE-FOLDER grammar/xml/NAME.xml... > machines.rl

For each machine of the files that `ragel -x` read: the productions that src/**/NAME.rl
includes, with actions that record their name instead of what they do there; a function
that runs the machine; and tables of the target and the actions of each byte, from the
XML.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


class Host:
    """The text of a file that runs machines, and what it includes."""

    def __init__(self, source, name):
        (self.path,) = source.glob(f"src/**/{name}.rl")
        self.source = source
        self.text = self.path.read_text()

    def block(self, machine):
        return re.search(rf"%%{{\s*machine {machine};(.*?)}}%%", self.text, re.DOTALL)[1]

    def included(self, machine, text):
        """(the include statement, the text that it includes) for each, recursively."""
        for found in re.finditer(r"^include (\w+)(?: \"(\S+)\")?;", text, re.MULTILINE):
            if not found[2]:
                yield found[0], self.block(found[1])
                continue
            path = next(path for path in (self.source / "grammar" / found[2],
                                          self.source / "src" / found[2]) if path.exists())
            content = path.read_text()
            yield found[0], content
            for _, further in self.included(machine, content):
                yield None, further

    def read(self, machine):
        """The names of all actions, and the statements that include productions."""
        block = self.block(machine)
        texts = [(None, block), *self.included(machine, block)]
        names = [name for _, text in texts
                 for name in re.findall(r"^action (\w+)", text, re.MULTILINE)]
        return names, [include for include, text in texts
                       if include and not re.search(r"^action ", text, re.MULTILINE)]


def number(text):
    """The number of a state or of a list of actions, if there is one."""
    return "-1" if text == "x" else text


def write(host, definition):
    name, machine = definition.get("name"), definition.find("machine")
    with_state = {action.get("name") for action in machine.iter("action")
                  if action.find("targs") is not None}
    names = {action.get("id"): action.get("name") for action in machine.iter("action")}
    actions, includes = host.read(name)
    print(f"\n%%{{\nmachine {name};")
    for action in actions:
        print(f"action {action} {{ "
              + (f'record_state(walk, p, "{action}", ftargs);'
                 if action in with_state else f'record(walk, p, "{action}");') + " }")
    print("\n".join(includes))
    print(f"""write data noerror nofinal;
}}%%

static void run_{name}(struct walk *walk)
{{
    const unsigned char *p = walk->p;
    const unsigned char *const pe = walk->pe, *const eof = walk->eof;
    int cs = walk->state;
    (void)eof;

    %% write exec;
    walk->p = p;
    walk->state = cs;
}}
""")

    print(f"static const struct action {name}_actions[] = {{")
    for table in machine.iter("action_table"):
        for i in table.text.split():
            print(f'    {{ {table.get("id")}, "{names[i]}", '
                  f"{int(names[i] in with_state)} }},")
    print("    { -1, NULL, 0 }\n};")
    error = machine.findtext("error_state", "-1")
    print(f"enum {{ {name}_error_state = {error} }};")
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
    source, *paths = [pathlib.Path(arg) for arg in sys.argv[1:]]
    if not paths:
        sys.exit("usage: make-machines.py SOURCE-FOLDER FILE.xml...")
    print("/* Made by make-machines.py. */")
    names = [write(Host(source, path.stem), definition) for path in paths
             for definition in ElementTree.parse(path).getroot().findall("ragel_def")]
    print("\nstatic const struct machine machines[] = {")
    for name in names:
        print(f'    {{ "{name}", run_{name}, {name}_error_state, {name}_entries,\n'
              f"      {name}_states, {name}_transitions, {name}_actions }},")
    print("};")


if __name__ == "__main__":
    main()
