#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the grammars accept the languages of the RFCs' own BNF.

    check-grammars.py [--srcdir DIR] [--changes] [RFC...]

tests/proofs/bnf/ holds the BNF of the RFCs as printed, and tests/proofs/departures/ the
named departures of our grammars from it. tests/proofs/languages/bnf.py translates both
to Ragel; Ragel then builds, for each rule that the RFC and grammar/url/*.rl have in
common,

    ( ours - rfc ) | ( rfc - ours )

which has no final state if, and only if, the two languages are equal. The whole
machines are compared the same way. If there is a final state, the shortest text that
leads to it is printed, and which side accepts it.

Each departure is undone in turn: then a difference must be found, or no difference if
the departure says that the language is the same.

Finally the proof itself is tested: one character of the BNF or of the grammar is
changed, and the difference must be found; a copy of the grammar without a change must
have none. By default a few characters of each text are changed; with --changes (make
check-long) all of them. The changes that leave the language the same are listed below,
with the reason; for these no difference may be found.
"""

import argparse
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import bnf       # noqa: E402
import grammars  # noqa: E402
from tally import Tally  # noqa: E402

# The texts of each RFC, where later rules replace earlier ones, and the rules that
# correspond to whole grammars of ours, by machine.
RFCS = {
    "rfc3986": ((("rfc2234.abnf", "abnf"), ("rfc3986.abnf", "abnf")),
                {"rfc3986": "URI", "rfc3986-reference": "URI-reference"}),
    "rfc1738": ((("rfc1738.bnf", "bnf"),), {"rfc1738": "url"}),
    "rfc1630": ((("rfc1630-url.bnf", "letters"),
                 ("rfc1630-uri.bnf", "letters")),
                {"rfc1630": "fragmentaddress"}),
    "web": ((("rfc2234.abnf", "abnf"), ("rfc3986.abnf", "abnf")),
            {"web": "URI"}),
    "web-reference": ((("rfc2234.abnf", "abnf"), ("rfc3986.abnf", "abnf")),
                      {"web-reference": "URI-reference"}),
}
# RFC 9112 refers in prose to rules of RFC 9110, and both refer so to rules of RFC 3986:
# the rules of the later texts replace these references.
for _name, _start in (("request-target", "request-target"),
                      ("web-target", "request-target"),
                      ("authority", "Host"), ("http-url", "http-URL")):
    RFCS[_name] = ((("rfc9112.abnf", "abnf"), ("rfc9110.abnf", "abnf"),
                    ("rfc2234.abnf", "abnf"), ("rfc3986.abnf", "abnf")),
                   {_name: _start})
# Departures are in NAME.departures; web has the parts of RFC 3986.
ALSO = {"web": ("rfc3986",), "web-reference": ("web", "rfc3986"),
        "request-target": ("target-forms", "rfc3986"),
        "web-target": ("target-forms", "rfc3986"),
        "authority": ("rfc3986",), "http-url": ("rfc3986",)}
# Any other grammar is that of a URI (RFC 3986), except for the rules of its own file,
# NAME.abnf.
for _name in grammars.names():
    if all(_name not in machines for _, machines in RFCS.values()):
        RFCS[_name] = ((("rfc2234.abnf", "abnf"), ("rfc3986.abnf", "abnf"),
                        (f"{_name}.abnf", "abnf")), {_name: "URI"})
        ALSO[_name] = ("rfc3986",)

# Rules of ours that must have the language of a differently named rule.
OTHER_NAMES = {"rfc1738": {"ip_schemepart_text": "ip-schemepart"},
               "rfc1630": {"ip_path_text": "ip-path"},
               "request-target": {"either_text": "either"},
               "web-target": {"either_text": "either"}}

# Not with include: Ragel would build the whole machine each time.
PREAMBLE = """%%{{
machine {name};
include url_events "grammars/support/url-events.rl";
}}%%
%%{{
{ours}
whole ={main};
action only_ours {{ }}
action only_rfc {{ }}
{rules}
"""
PROOF = ("proof_{number} := ( {ours} - {theirs} ) %/only_ours"
         " | ( {theirs} - {ours} ) %/only_rfc ;\n")


# Processor time for one machine. None of ours needs more than a few seconds.
SECONDS = 30


class RagelError(Exception):
    """Ragel rejects the input."""


class TooLong(RagelError):
    """Ragel needs too long: the machine has too many states."""


class Ragel:
    def __init__(self, command, source):
        self.command = command
        self.source = source

    def is_there(self):
        try:
            found = subprocess.run([*self.command, "--version"],
                                   stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError):
            return False
        return b"Ragel" in found.stdout

    def machine(self, text, folder):
        """The machine of a Ragel file that includes files from a folder, and events from
        src/."""
        with tempfile.TemporaryDirectory() as here:
            source = pathlib.Path(here, "proof.rl")
            output = pathlib.Path(here, "proof.xml")
            source.write_text(text)
            found = subprocess.run(
                [*self.command, "-C", "-x", "-I", folder, "-I", self.source / "src",
                 "-o", output, source],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=lambda:
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1)))
            if found.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                raise TooLong(f"Ragel takes longer than {SECONDS} s")
            if found.returncode:
                raise RagelError(found.stderr.decode().strip())
            return ElementTree.parse(output).getroot().find(
                "ragel_def/machine")


def read_rfc(folder, rfc):
    """(the RFC's grammar as printed, the departures from it)"""
    sources, _ = RFCS[rfc]
    texts = [((folder / name).read_text(), notation)
             for name, notation in sources]
    departures = [departure for name in (rfc, *ALSO.get(rfc, ()))
                  for file in [folder.parent / "departures" / f"{name}.departures"]
                  if file.exists()
                  for departure in bnf.departures_of(file.read_text(), texts[-1][1])]
    return bnf.Grammar(*texts), departures


def departed(grammar, departures):
    for departure in departures:
        grammar = grammar.depart(departure)
    return grammar


def file_of(folder, machine):
    """The file of the URL grammar of that name."""
    return folder / "url" / f"{machine}.rl"


def included(folder, path):
    """A file of grammar/, and all files that it includes."""
    found = [path]
    for name in re.findall(r'^include \w+ "(\S+\.rl)"', path.read_text(),
                           re.MULTILINE):
        found += included(folder, folder / name)
    return found


def rules_of_ragel(folder, machine):
    """The names of the rules of a grammar and of all that it includes."""
    return {name for path in included(folder, file_of(folder, machine))
            for name in re.findall(r"^(\w+)\s*=(?!>)", path.read_text(),
                                   re.MULTILINE)}


RULE = re.compile(r"^(\w+)\s*:?=((?:[^;#]|\";\"|\";type=\"|\"#\")*);", re.MULTILINE)


def rules_of_main(folder, machine):
    """The names of the rules of which `main` of a grammar is made."""
    rules = {found[1]: found[2] for path in included(folder, file_of(folder, machine))
             for found in RULE.finditer(re.sub(r"^#.*", "", path.read_text(),
                                               flags=re.MULTILINE))}
    used, waiting = set(), ["main"]
    while waiting:
        for name in re.findall(r"\w+", rules[waiting.pop()]):
            if name in rules and name not in used:
                used.add(name)
                waiting.append(name)
    return used


class Comparison:
    """Compares the rules of one machine with those of an RFC. `plain` is the RFC's
    grammar with the departures that change the language, `read` is that grammar with
    all departures."""

    def __init__(self, ragel, grammar_folder, machine, start):
        self.ragel = ragel
        self.folder = grammar_folder
        self.machine = machine
        self.start = start

    def pairs(self, plain, read, changed):
        """[(our rule, prefix, their rule)]: each rule that both have, and the whole
        machine, with one reading and with all. `changed` are the rules of departures
        that choose a reading."""
        ours = rules_of_ragel(self.folder, self.machine)
        found = [("whole", "rfc_", self.start),
                 ("whole", "read_", self.start)]
        in_read = read.needed(self.start)
        same = [(bnf.ragel_name(name), name)
                for name in dict.fromkeys(plain.needed(self.start) + in_read)
                if bnf.ragel_name(name) in ours]
        for name, other in [*same, *OTHER_NAMES.get(self.machine, {}).items()]:
            prefix = "read_" if other in changed and other in in_read else "rfc_"
            found.append((name, prefix, other))
        return found

    def differences(self, plain, read=None, changed=(), only=None):
        """[(our rule, their rule, side, text)], with the shortest text of each, and the
        number of rules compared. `only` restricts the comparison to some rules."""
        if read is None:
            pairs = [("whole", "rfc_", self.start)]
        else:
            pairs = self.pairs(plain, read, changed)
        if only:
            pairs = [pair for pair in pairs if pair[2] in only]
        if not pairs:
            return [], 0
        rules = ""
        for grammar, wanted in ((plain, "rfc_"), (read, "read_")):
            names = [name for _, prefix, name in pairs if prefix == wanted]
            if names:
                rules += bnf.ragel_rules(grammar, names, wanted)
        ours, main = re.search(
            r"^%%\{\n(.*?)^main :=([^;]*);",
            file_of(self.folder, self.machine).read_text(),
            re.MULTILINE | re.DOTALL).groups()
        text = PREAMBLE.format(name=self.machine.replace("-", "_"), ours=ours, main=main,
                               rules=rules)
        for number, (ours, prefix, name) in enumerate(pairs):
            text += PROOF.format(number=number, ours=ours,
                                 theirs=bnf.ragel_name(name, prefix))
        found = shortest(self.ragel.machine(text + "}%%\n", self.folder))
        return [(*pairs[number][::2], *difference)
                for number, difference in found], len(pairs)


def shortest(machine):
    """[(number, (side, text))]: for each proof_NUMBER that has a final state,
    the shortest text that leads to one."""
    actions = {action.get("id"): action.get("name")
               for action in machine.find("action_list")}
    tables = {table.get("id"): {actions[number] for number
                                in table.text.split()}
              for table in machine.find("action_table_list")}
    sides, moves = {}, {}
    for state in machine.find("state_list"):
        s = state.get("id")
        if state.get("final") == "t":
            at_end = tables[state.findtext("state_actions").split()[2]]
            sides[s] = " or ".join(
                side for action, side in (("only_ours", "ours"),
                                          ("only_rfc", "the RFC"))
                if action in at_end)
        moves[s] = {}
        for transition in state.find("trans_list"):
            low, _, target, _ = transition.text.split()
            if target != "x":
                moves[s].setdefault(target, int(low))
    found = []
    for entry in machine.find("entry_points"):
        name = re.fullmatch(r"proof_(\d+)", entry.get("name"))
        if name:
            difference = search(entry.text, sides, moves)
            if difference:
                found.append((int(name[1]), difference))
    return found


def search(start, sides, moves):
    texts, waiting = {start: b""}, [start]
    for s in waiting:
        if s in sides:
            return sides[s], texts[s]
        for target, byte in moves[s].items():
            if target not in texts:
                texts[target] = texts[s] + bytes([byte])
                waiting.append(target)
    return None


# Tests of the proof itself.

# Characters that may change without changing the language: in which text, in which rule
# (a pattern) and piece of it (a pattern), and why.
BOTH_CASES = "the other case of each letter is there, and literals have none"
UNCHANGING = (
    ("rfc1738", "hialpha", "[A-Z]", BOTH_CASES),
    ("rfc1738", "hex", '"[A-Ea-e]"', BOTH_CASES),
    ("rfc1630", "alpha", "[A-Za-z]", BOTH_CASES),
    ("rfc1630", "hex", r"\b[A-Ea-e]\b", BOTH_CASES),
    ("rfc1738", "fileurl", "localhost", "any such name is a host"),
    ("rfc1738", "gopherurl", "(?<=%)09", "an escape is an xchar"),
    ("rfc1738.rl", "prosperourl", r"(?<=fieldspec)\+", "none may be left out"),
)
# The same for changes after which the BNF defines no language that Ragel could have.
UNREADABLE = (
    ("rfc1630", "inner", r"\|(?= - )", "a rule can use itself only at its end"),
)
DIFFERENT, EQUAL, ERROR = "a difference", "no difference", "an error"


def row_of(text, name, rule, at):
    """The row for a change of this character of the rule, or None."""
    for row in UNCHANGING + UNREADABLE:
        where, names, piece, _ = row
        if where == text and re.fullmatch(names, name) and any(
                found.start() <= at < found.end() for found in re.finditer(piece, rule)):
            return row
    return None


def outcome(find, mutant):
    """(what the proof finds, the message of an error)"""
    try:
        return (DIFFERENT if find(*mutant) else EQUAL), ""
    except (bnf.BNFError, RagelError) as error:
        return ERROR, f": {error}"


def changes_of_bnf(rule, notation):
    """One-character changes of a rule of an RFC, with a description of each."""
    divider = "/" if notation == "abnf" else "|"
    quoted = False
    for at, c in enumerate(rule):
        change = None
        if c == ";" and not quoted and notation != "letters":
            break
        if notation != "letters" and c == '"':
            quoted = not quoted
        elif quoted:
            change = another(c)
        elif c == divider:
            change = " "
        elif notation == "letters":
            alone = (rule[at - 1:at] or " ").isspace() and (
                rule[at + 1:at + 2] or " ").isspace()
            if alone and c not in "[]" and not c.isspace():
                change = another(c)
        elif c == "*" and notation == "bnf":        # which has "*" and "1*" only
            change = " " if rule[at - 1:at] != "1" else None
        elif c == "*":
            change = " " if rule[at + 1:at + 2] in "([" else "2"
        elif c.isdigit() and not re.search(r"[A-Za-z]\w*$", rule[:at]):
            change = another(c)
        if change:
            yield at, rule[:at] + change + rule[at + 1:]
    # In a rule that is only names, the first one is repeated.
    if notation != "letters" and not re.search(r'["*/|\d]', rule):
        at = re.search(r"\S", rule).start()
        yield at, rule[:at] + "*" + rule[at:]


def changes_of_ragel(rule):
    """The same for one of our rules."""
    quoted, ranged = "", False
    for at, c in enumerate(rule):
        change = None
        if c == "#" and not quoted and not ranged:
            break
        if c in (quoted or "\"'") and not ranged:
            quoted = "" if quoted else c
        elif c in "[]" and not quoted:
            ranged = c == "["
        elif quoted or ranged and c != "-":
            change = another(c)
        elif c == "|":
            change = "."
        elif c in "*+?" and not quoted:
            change = {"*": "+", "+": "*", "?": " "}[c]
        elif c.isdigit() and re.search(r"\{[\d,]*$", rule[:at]):
            change = another(c)
        if change:
            yield at, rule[:at] + change + rule[at + 1:]
    if not re.search(r'["*+?|\[{]', rule):
        at = re.match(r"\s*\w+", rule)
        if at:
            yield at.end(), rule[:at.end()] + "*" + rule[at.end():]


def another(c):
    """A nearby character of the same kind, not this one in the other case."""
    if c.isalnum():
        return {"z": "y", "Z": "Y", "9": "8"}.get(c, chr(ord(c) + 1))
    return "~" if c != "~" else "^"


def reported(difference):
    ours, theirs, side, text = difference
    return f"{ours} and {theirs}: only {side} takes {text!r}"


class Prover:
    def __init__(self, ragel, srcdir, rfc):
        self.ragel, self.rfc = ragel, rfc
        self.folder = srcdir / "tests" / "proofs" / "bnf"
        self.grammar_folder = (srcdir / "grammar").resolve()
        self.printed, self.departures = read_rfc(self.folder, rfc)
        self.machines = RFCS[rfc][1]

    def comparison(self, machine, folder=None):
        return Comparison(self.ragel, folder or self.grammar_folder, machine,
                          self.machines[machine])

    def grammars(self, printed):
        """(plain, read, changed) of the RFC's text."""
        readings = [d for d in self.departures if d.reading]
        plain = departed(printed, [d for d in self.departures
                                   if not d.reading])
        changed = {name for d in readings for name in d.rules}
        return plain, departed(plain, readings), changed

    def prove(self, tally):
        for machine in self.machines:
            title = f"{machine} is {self.rfc}"
            found, count = self.comparison(machine).differences(
                *self.grammars(self.printed))
            tally.none(title, map(reported, found))
            if not found:
                print(f"equal: {machine}, {count - 2} rules and the whole")

    def prove_departures(self, tally):
        """Checks that each departure is needed, or does not change the language."""
        for taken in self.departures:
            rest = departed(self.printed,
                            [d for d in self.departures
                             if d is not taken and not d.reading])
            if taken.reading:               # it depends on those before it
                readings = [d for d in self.departures if d.reading]
                rest = departed(rest, readings[:readings.index(taken) + 1])
            found = []
            for machine in self.machines:
                try:
                    differences, _ = self.comparison(machine).differences(rest)
                    found += map(reported, differences)
                except bnf.BNFError as error:
                    found.append(f"cannot be read: {error}")
            title = f"{self.rfc}: departure {taken.name}"
            if taken.reading:
                tally.none(title + " changes the language", found)
            else:
                tally.none(title + " changes nothing",
                           [] if found else ["without it there is no "
                                             "difference"])
                if found:
                    print(f"without {self.rfc} {taken.name}: {found[0]}")

    def mutants_of_rfc(self):
        """(description, its row of the tables above or None, the grammar)"""
        plain, read, _ = self.grammars(self.printed)
        used = set()
        for start in self.machines.values():
            used |= set(plain.needed(start))
        for name in sorted(used):
            for number, (rule, notation) in enumerate(plain.rules[name]):
                for at, text in changes_of_bnf(rule, notation):
                    mutant = plain.copy()
                    mutant.rules[name] = list(plain.rules[name])
                    mutant.rules[name][number] = text, notation
                    yield (f"{self.rfc}, {name}: {shown(rule, text, at)}",
                           row_of(self.rfc, name, rule, at), mutant)

    def differ(self, machine, folder, plain):
        """Compares the whole, which is fastest, and then the rules: one by one, from those
        that use no others up, if there are too many states."""
        comparison = self.comparison(machine, folder)
        readings = self.readings(plain)
        try:
            return bool(comparison.differences(plain)[0]
                        or comparison.differences(plain, *readings)[0])
        except TooLong:
            return any(comparison.differences(plain, *readings, only=(name,))[0]
                       for name in plain.needed(self.machines[machine]))

    def find_mutant_of_rfc(self, mutant):
        return any(self.differ(machine, None, mutant) for machine in self.machines)

    def readings(self, plain):
        readings = [d for d in self.departures if d.reading]
        return (departed(plain, readings),
                {name for d in readings for name in d.rules})

    def files(self, machine):
        return included(self.grammar_folder,
                        file_of(self.grammar_folder, machine))

    def mutants_of_ragel(self):
        """(description, its row of the tables above or None, the file, its text)"""
        done = set()
        used = set().union(*(rules_of_main(self.grammar_folder, machine)
                             for machine in self.machines))
        for machine in self.machines:
            for path in self.files(machine):
                if path in done:
                    continue
                done.add(path)
                text = path.read_text()
                for found in RULE.finditer(text):
                    if found[1] not in used:
                        continue
                    for at, rule in changes_of_ragel(found[2]):
                        yield (f"{path.name}, {found[1]}: "
                               f"{shown(found[2], rule, at)}",
                               row_of(path.name, found[1], found[2], at), path,
                               text[:found.start(2)] + rule
                               + text[found.end(2):])

    def find_mutant_of_ragel(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for file in set().union(*map(self.files, self.machines)):
                copy = folder / file.relative_to(self.grammar_folder)
                copy.parent.mkdir(exist_ok=True)
                copy.write_text(text if file == path else file.read_text())
            return any(self.differ(machine, folder, self.grammars(self.printed)[0])
                       for machine in self.machines if path in self.files(machine))

    def prove_proof(self, tally, count):
        """Tries `count` changes of each side, or all of them if it is None. Returns the
        rows that apply to a change."""
        for machine in self.machines:
            path = file_of(self.grammar_folder, machine)
            found, why = outcome(self.find_mutant_of_ragel, (path, path.read_text()))
            tally.none(f"an unchanged copy of {machine}",
                       [] if found == EQUAL else [found + why])
        rows = set()
        for side, find, changes in (
                (self.rfc, self.find_mutant_of_rfc, self.mutants_of_rfc()),
                ("the grammar", self.find_mutant_of_ragel,
                 self.mutants_of_ragel())):
            changes = list(changes)
            rows.update(row for _, row, *_ in changes)
            step = len(changes) // count if count else 1
            chosen = changes[step // 2::step]
            print(f"changed: {self.rfc}: {len(chosen)} of {len(changes)} "
                  f"characters of {side}", flush=True)
            for title, row, *mutant in chosen:
                wanted = (DIFFERENT if row is None else
                          EQUAL if row in UNCHANGING else ERROR)
                found, why = outcome(find, mutant)
                tally.none(f"a change: {title}",
                           [] if found == wanted else [f"{found}, not {wanted}{why}"])
        return rows


def shown(rule, changed, at):
    def around(text):
        return " ".join(text[max(0, at - 8):at + 9].split())
    return f"{around(rule)} -> {around(changed)}"


def main():
    parser = argparse.ArgumentParser(
        description="Proves that the grammars take the languages of the "
                    "RFCs' own BNF.")
    parser.add_argument("--srcdir", type=pathlib.Path,
                        default=os.environ.get("srcdir", "."))
    parser.add_argument("--changes", action="store_true",
                        help="change every character in turn")
    parser.add_argument("rfcs", nargs="*", metavar="RFC", default=list(RFCS))
    options = parser.parse_args()
    ragel = Ragel(shlex.split(os.environ.get("RAGEL") or "ragel"), options.srcdir)
    if not ragel.is_there():
        print("skipped: check-grammars.py needs ragel")
        return 77

    tally = Tally()
    rows = set()
    for rfc in options.rfcs:
        prover = Prover(ragel, options.srcdir, rfc)
        prover.prove(tally)
        prover.prove_departures(tally)
        rows |= prover.prove_proof(tally, None if options.changes else 2)
    if set(options.rfcs) == set(RFCS):
        tally.none("rows that apply to no change",
                   [row for row in UNCHANGING + UNREADABLE if row not in rows])
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
