#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that the machine rfc1630 takes the language of RFC 1630's BNF.

    check-rfc1630.py [--builddir DIR] [--srcdir DIR]

The BNF below is the RFC's, and the departures are those of
grammar/rfc1630.rl and doc/RFC1630.md, in the RFC's notation. A slow and obvious
interpreter makes an automaton of them, straight from the text, and walks it
together with the machine that `ragel -x` wrote (grammar/xml/rfc1630.xml) through
every pair of states that any text reaches. In each pair both must accept or
neither, and each byte must be taken by both or by neither. So the languages are
equal, and so are their sets of prefixes: since every state of the automaton
reaches an end, the byte at which the machine stops is the first that no valid
string has there, and error offsets are exact.

The check is checked: each departure is taken back in turn, and the difference
must be found.
"""

import argparse
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# "BNF of Generic URI Syntax", as it stands there, without what is said again
# below, in the same words or in better ones.
GENERIC = r"""
fragmentaddress        uri [ # fragmentid ]
uri                    scheme :  path [ ? search ]
scheme                 ialpha
"""

# "BNF for specific URL schemes", as it stands there, without the characters
# that no production uses (reserved, national, punctuation).
SPECIFIC = r"""
prefixedurl            u r l : url
url                    httpaddress | ftpaddress | newsaddress |
                       nntpaddress | prosperoaddress | telnetaddress
                       | gopheraddress | waisaddress |
                       mailtoaddress  | midaddress | cidaddress
scheme                 ialpha
httpaddress            h t t p :   / / hostport [  / path ] [ ?
                       search ]
ftpaddress             f t p : / / login / path [  ftptype ]
afsaddress             a f s : / / cellname / path
newsaddress            n e w s : groupart
nntpaddress            n n t p : group /  digits
midaddress             m i d  :  addr-spec
cidaddress             c i d : content-identifier
mailtoaddress          m a i l t o : xalphas @ hostname
waisaddress            waisindex | waisdoc
waisindex              w a i s : / / hostport / database [ ? search
                       ]
waisdoc                w a i s : / / hostport / database / wtype  /
                       wpath
wpath                  digits = path ;  [ wpath ]
groupart               * | group | article
group                  ialpha [ . group ]
article                xalphas @ host
database               xalphas
wtype                  xalphas
prosperoaddress        prosperolink
prosperolink           p r o s p e r o : / / hostport / hsoname [ %
                       0 0 version [ attributes ] ]
hsoname                path
version                digits
attributes             attribute [ attributes ]
attribute              alphanums
telnetaddress          t e l n e t : / / login
gopheraddress          g o p h e r : / / hostport [/ gtype  [
                       gcommand ] ]
login                  [ user [ : password ] @ ] hostport
hostport               host [ : port ]
host                   hostname | hostnumber
ftptype                A formcode | E formcode | I | L digits
formcode               N | T | C
cellname               hostname
hostname               ialpha [  .  hostname ]
hostnumber             digits . digits . digits . digits
port                   digits
gcommand               path
path                   void |  segment  [  / path ]
segment                xpalphas
search                 xalphas [ + search ]
user                   alphanum2 [ user ]
password               alphanum2 [ password ]
fragmentid             xalphas
gtype                  xalpha
alphanum2              alpha | digit | - | _ | . | +
xalpha                 alpha | digit | safe | extra | escape
xalphas                xalpha [ xalphas ]
xpalpha                xalpha | +
xpalphas               xpalpha [ xpalphas ]
ialpha                 alpha [ xalphas ]
alpha                  a | b | c | d | e | f | g | h | i | j | k |
                       l | m | n | o  | p | q | r | s | t | u | v |
                       w | x | y | z | A | B | C  | D | E | F | G |
                       H | I | J | K | L | M | N | O | P |  Q | R |
                       S | T | U | V | W | X | Y | Z
digit                  0 |1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
safe                   $ | - | _ | @ | . | &  | + | -
extra                  ! | * |  " |  ' | ( | )  | ,
escape                 % hex hex
hex                    digit | a | b | c | d | e | f | A | B | C |
                       D | E | F
digits                 digit [ digits ]
alphanum               alpha | digit
alphanums              alphanum [ alphanums ]
void
"""

# Two slips of the pen that are mended above: "xpalpha [ xpalpha ]" would make
# xpalphas one or two bytes (so it stands in both BNFs), and the generic BNF's
# safe is without "+".
GENERIC_SAFE = "safe                   $ | - | _ | @ | . | &"
PLAIN_XPALPHAS = "xpalphas               xpalpha [ xpalpha ]"

# The departures. A name that the RFC has not is one of ours.
DEPARTURES = r"""
fragmentid             void | xalphas
segment                void | xpalphas

hostname               [ prelabels ] toplabel
prelabels              domainlabel . [ prelabels ]
toplabel               alpha [ inner alphanum ]
domainlabel            alphanum [ inner alphanum ]
inner                  void | alphanum inner | - inner

httpaddress            h t t p [ s ] : / / hostport [ / path ]
                       [ ? search ]
ftpaddress             f t p : / / login / path [ ftpsuffix ftptype ]
ftpsuffix              ; t y p e =
ftptype                A [ formcode ] | E [ formcode ] | I | L digits
fileaddress            f i l e : / / [ host ] / path

group                  igalpha [ . group ]
igalpha                alpha [ galphas ]
galphas                galpha [ galphas ]
galpha                 alpha | digit | gsafe | extra | escape
gsafe                  $ | - | _ | . | & | +

addr-spec              xalphas @ xalphas
content-identifier     addr-spec

telnetaddress          telnetlike : / / login [ / ]
telnetlike             t e l n e t | r l o g i n | t n 3 2 7 0
gopheraddress          g o p h e r : / / hostport [ / [ gtype
                       [ gcommand ] ] ]

hsoname                hsegment [ / hsoname ]
hsegment               void | hpalphas
hpalphas               hpalpha [ hpalphas ]
hpalpha                alpha | digit | safe | extra
                       | % nonzero hex | % 0 nonzero
nonzero                1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
                       | a | b | c | d | e | f

urnaddress             u r n : path [ ? search ]

url                    httpaddress | ftpaddress | newsaddress |
                       nntpaddress | prosperoaddress | telnetaddress
                       | gopheraddress | waisaddress |
                       mailtoaddress  | midaddress | cidaddress
                       | fileaddress | afsaddress | urnaddress

scheme                 alpha [ schemechars ]
schemechars            schemechar [ schemechars ]
schemechar             alpha | digit | + | - | .
uri                    scheme : uripath [ ? search ]
uripath                path | / / login [ / path ]

prefix                 u r l :
fragmentaddress        [ prefix ] url [ # fragmentid ]
"""

# The rest of fragmentaddress, and the schemes that it does not have. A text is
# valid if it is in a language of LANGUAGES and not in the one that is excepted.
GENERIC_FORM = r"""
generic                uri [ # fragmentid ]
known                  knownscheme : anything
prefixedgeneric        prefix generic
prefixedknown          prefix known
knownscheme            h t t p [ s ] | f t p | f i l e | a f s | n e w s
                       | n n t p | m a i l t o | m i d | c i d
                       | telnetlike | g o p h e r | w a i s
                       | p r o s p e r o | u r n | u r l
anything               void | byte anything
"""
LANGUAGES = (("fragmentaddress", "nothing"), ("generic", "known"),
             ("prefixedgeneric", "prefixedknown"))

# Letters that stand for themselves have no case but here.
CASED = {"ftpsuffix"}


def productions(text):
    """{name: tokens} of BNF text. A name begins in the first column; words of
    more than one letter are names, all else stands for itself."""
    result = {}
    for line in re.sub(r"\n +", " ", text).splitlines():
        if line.strip():
            name, *tokens = re.findall(r"[A-Za-z][A-Za-z0-9-]+|\S", line)
            result[name] = tokens
    return result


class Automaton:
    """Nondeterministic, made of productions right to left: each name is built
    once for each state that follows it, so that a production that ends in
    itself, as all recursive ones here do, becomes a loop."""

    def __init__(self, grammar):
        self.grammar = grammar
        self.empty = []         # state -> states reached by nothing
        self.bytes = []         # state -> {byte: state}
        self.made = {}          # (name, next state) -> state
        self.end = self.state()

    def state(self):
        self.empty.append([])
        self.bytes.append({})
        return len(self.empty) - 1

    def name(self, name, after):
        if (name, after) not in self.made:
            self.made[name, after] = entry = self.state()
            if name == "byte":
                self.bytes[entry] = dict.fromkeys(range(256), after)
            elif name != "nothing":
                tokens = list(self.grammar[name])
                self.empty[entry].append(
                    self.alternatives(tokens, after, name not in CASED))
                assert not tokens, f"{name}: {tokens}"
        return self.made[name, after]

    def alternatives(self, tokens, after, fold):
        entry = self.state()
        while True:
            self.empty[entry].append(self.sequence(tokens, after, fold))
            if not tokens or tokens[0] != "|":
                return entry
            tokens.pop(0)

    def sequence(self, tokens, after, fold):
        """Reads up to "|", "]" or the end."""
        items = []
        while tokens and tokens[0] not in "|]":
            token = tokens.pop(0)
            if token == "[":
                depth, inner = 1, []
                while depth:
                    depth += {"[": 1, "]": -1}.get(tokens[0], 0)
                    inner.append(tokens.pop(0))
                items.append(inner[:-1])
            else:
                items.append(token)
        for item in reversed(items):
            after = self.item(item, after, fold)
        return after

    def item(self, item, after, fold):
        if isinstance(item, list):                          # [ ... ]
            entry = self.alternatives(list(item), after, fold)
            self.empty[entry].append(after)
            return entry
        if len(item) > 1:
            return self.name(item, after)
        entry = self.state()
        for byte in {item.lower(), item.upper()} if fold else {item}:
            self.bytes[entry][ord(byte)] = after
        return entry

    def closure(self, states):
        seen, waiting = set(states), list(states)
        while waiting:
            for s in self.empty[waiting.pop()]:
                if s not in seen:
                    seen.add(s)
                    waiting.append(s)
        return frozenset(s for s in seen if self.bytes[s] or s == self.end)

    def moves(self, states):
        """{byte: states} from a set of states."""
        targets = {}
        for s in states:
            for byte, target in self.bytes[s].items():
                targets.setdefault(byte, set()).add(target)
        closures = {}
        result = {}
        for byte, found in targets.items():
            found = frozenset(found)
            if found not in closures:
                closures[found] = self.closure(found)
            result[byte] = closures[found]
        return result


class Language:
    """The languages of LANGUAGES and their exceptions, side by side."""

    def __init__(self, grammar):
        self.automaton = Automaton(grammar)
        self.memo = {}
        self.start = tuple(
            self.automaton.closure([self.automaton.name(name,
                                                        self.automaton.end)])
            for pair in LANGUAGES for name in pair)

    def accepts(self, state):
        ends = [self.automaton.end in states for states in state]
        return any(taken and not excepted for taken, excepted
                   in zip(ends[::2], ends[1::2]))

    def moves(self, state):
        """{byte: state}, where something valid may follow. Once a text is
        excepted, so is all that it begins."""
        steps = [self.memo.get(states) or
                 self.memo.setdefault(states, self.automaton.moves(states))
                 for states in state]
        result = {}
        for byte in set().union(*steps[::2]):
            target = [step.get(byte, frozenset()) for step in steps]
            for i in range(0, len(target), 2):
                if self.automaton.end in target[i + 1]:
                    target[i] = target[i + 1] = frozenset()
            if any(target[::2]):
                result[byte] = tuple(target)
        return result


class Machine:
    """The machine of the XML: moves[state] is {byte: state}."""

    def __init__(self, path):
        machine = ElementTree.parse(path).getroot().find("ragel_def/machine")
        self.start = int(machine.findtext("start_state"))
        self.final, self.moves = set(), {}
        for element in machine.find("state_list"):
            s = int(element.get("id"))
            if element.get("final") == "t":
                self.final.add(s)
            self.moves[s] = {}
            for transition in element.find("trans_list"):
                low, high, target, _ = transition.text.split()
                if target != "x":
                    for byte in range(int(low), int(high) + 1):
                        self.moves[s][byte] = int(target)


def difference(machine, grammar):
    """The shortest text on which they differ and how, or None; and how many
    pairs of states were compared."""
    language = Language(grammar)
    seen = {(machine.start, language.start): b""}
    waiting = [(machine.start, language.start)]
    for pair in waiting:
        text, (state, states) = seen[pair], pair
        if (state in machine.final) != language.accepts(states):
            return (text, "is valid to one of them"), len(seen)
        ours, theirs = machine.moves[state], language.moves(states)
        for byte in sorted(set(ours) ^ set(theirs)):
            return (text + bytes([byte]),
                    "begins something valid to one of them"), len(seen)
        for byte in sorted(ours):
            target = ours[byte], theirs[byte]
            if target not in seen:
                seen[target] = text + bytes([byte])
                waiting.append(target)
    return None, len(seen)


def main():
    parser = argparse.ArgumentParser(
        description="Proves that the machine rfc1630 takes the language of "
                    "RFC 1630's BNF.")
    parser.add_argument("--builddir", type=pathlib.Path, default=".")
    parser.add_argument("--srcdir", type=pathlib.Path,
                        default=os.environ.get("srcdir", "."))
    options = parser.parse_args()
    paths = [directory / "grammar" / "xml" / "rfc1630.xml"
             for directory in (options.builddir, options.srcdir)]
    path = next((p for p in paths if p.exists()), None)
    if path is None:
        sys.exit(f"check-rfc1630.py: there is no {paths[0]}")
    machine = Machine(path)
    rfc = productions(GENERIC + SPECIFIC)
    departures = productions(DEPARTURES)
    grammar = {**rfc, **departures, **productions(GENERIC_FORM)}

    found, pairs = difference(machine, grammar)
    if found:
        sys.exit(f"check-rfc1630.py: {found[0]!r} {found[1]}")
    print(f"equal: {len(machine.moves)} states, {pairs} pairs of states")

    undone = {name: rfc[name] for name in departures if name in rfc}
    undone.update(productions(GENERIC_SAFE), **productions(PLAIN_XPALPHAS))
    missed = 0
    for name, tokens in undone.items():
        found, _ = difference(machine, {**grammar, name: tokens})
        if found:
            print(f"without the departure of {name}: {found[0]!r} {found[1]}")
        else:
            print(f"FAIL the departure of {name} changes nothing")
            missed += 1
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
