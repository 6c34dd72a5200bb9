# SPDX-License-Identifier: MIT
"""The RFCs' grammars as printed, and their translation to Ragel.

Three notations are read:

    abnf        RFC 2234, used by RFC 3986: "/" separates alternatives, literals are
                case-insensitive, n*mX, nX, ( ), [ ], %x41-5A, <X> for the rule X.
    bnf         RFC 822's as adapted by RFC 1738, section 5: "|" separates
                alternatives, literals are case-sensitive; brackets are around
                "optional or repeated elements", so those after a repetition
                only group.
    letters     RFC 1630's: no "=" after the name, which begins in the first
                column; single letters stand for themselves, all words of more
                than one letter are names; the name "space" is a space and
                "vline" is "|". A production may end in itself.

Comments begin with ";" in the first two. A rule is only parsed when it is used: the
RFCs print some that cannot be parsed ("punctuation < | >").

A file of departures holds named groups of rules in its RFC's notation:

    [name]
    ; Why it is there.
    rule = ...

A rule replaces the RFC's rule of that name. After "=" (in letters, after the
name) a leading "|" or "/" adds alternatives to that rule, and a leading
"<except X>" removes the language of X from it. "<except X>" may also follow
any element. "%s" before a literal makes it case-sensitive (RFC 7405). A line
"%letters without case, but for X" makes all literals case-insensitive, except
those equal to X or in the rule X. A departure whose header is "[name: the language is the
same]" chooses one of several readings of a text.

An expression is a tuple:
    ("alternatives", [e...])    ("sequence", [e...])    ("repeat", low, high, e)
    ("text", bytes, folded)     ("range", low, high)    ("rule", name)
    ("except", e, name)
An empty list of alternatives matches nothing; an empty sequence matches the empty text.
"""

import re

EMPTY = ("sequence", [])
NOTHING = ("alternatives", [])


class BNFError(Exception):
    """The text is not valid in its notation, or has no meaning in it."""


TOKENS = {
    "abnf": r"""
        (?P<comment> ;.* )
      | (?P<except> <except\s+(?P<excepted>[A-Za-z][\w+-]*)> )
      | (?P<literal> (?P<case>%[si])? "(?P<text>[^"]*)" )
      | %x(?P<low>[0-9A-Fa-f]+)(?:-(?P<high>[0-9A-Fa-f]+))?
      | (?P<repeat> (?P<least>\d*)(?P<star>\*)(?P<most>\d*) | (?P<count>\d+) )
      | (?P<angle> < )?(?P<name> [A-Za-z][A-Za-z0-9-]* )(?(angle) > )
      | (?P<mark> [/()\[\]] )""",
    "bnf": r"""
        (?P<comment> ;.* )
      | (?P<except> <except\s+(?P<excepted>[A-Za-z][\w+-]*)> )
      | (?P<literal> (?P<case>%[si])? "(?P<text>[^"]*)" )
      | <(?P<angled> ["] )>
      | (?P<repeat> (?P<least>\d*)(?P<star>\*)(?P<most>\d*) )
      | (?P<name> [A-Za-z][\w+-]* )
      | (?P<mark> [|()\[\]] )""",
    "letters": r"""
        (?P<except> <except\s+(?P<excepted>[A-Za-z][\w+-]*)> )
      | (?P<name> [A-Za-z][A-Za-z0-9-]+ )
      | (?P<mark> [|\[\]] )
      | (?P<letter> \S )""",
}
WORDS = {"space": ("text", b" ", False), "vline": ("text", b"|", False),
         "void": EMPTY}


def rules_of(text, notation):
    """{name: text after it} of the rules, which may continue on indented lines."""
    header = {"abnf": r"([A-Za-z][\w-]*)\s*=(.*)",
              "bnf": r"([A-Za-z][\w+-]*)\s*=(.*)",
              "letters": r"([A-Za-z][A-Za-z0-9-]+)(?!\S)(.*)"}[notation]
    rules, name = {}, None
    for line in text.splitlines():
        if not line.strip():
            continue
        if line[0].isspace():
            # Only after a rule: a comment outside any rule may be indented as well.
            if name is not None:
                rules[name] += "\n" + line
        elif notation != "letters" and line[0] == ";":
            name = None
        else:
            found = re.fullmatch(header, line)
            if not found:
                raise BNFError(f"no rule: {line}")
            name = found[1]
            if name in rules:
                raise BNFError(f"twice: {name}")
            rules[name] = found[2]
    return rules


class Parser:
    """Parses the text after a rule's name."""

    def __init__(self, text, notation, folded):
        self.notation, self.folded = notation, folded
        self.divider = "/" if notation == "abnf" else "|"
        pattern = re.compile(TOKENS[notation], re.VERBOSE)
        self.tokens, at = [], 0
        while True:
            at += len(text[at:]) - len(text[at:].lstrip())
            if at == len(text):
                break
            token = pattern.match(text, at)
            if not token:
                raise BNFError(f"not {notation}: {text[at:].split()[0]}")
            at = token.end()
            if not token.groupdict().get("comment"):
                self.tokens.append(token.groupdict())

    def next_is(self, *marks):
        return bool(self.tokens) and self.tokens[0]["mark"] in marks

    def take(self, mark):
        if not self.next_is(mark):
            raise BNFError(f"no {mark}")
        self.tokens.pop(0)

    def whole(self, before):
        """The expression; `before` is the rule's previous one, which it may extend."""
        if self.next_is(self.divider):
            self.tokens.pop(0)
            e = self.alternatives()
            e = ("alternatives", [before, e])
        elif self.tokens and self.tokens[0]["except"]:
            e = ("except", before, self.tokens.pop(0)["excepted"])
        else:
            e = self.alternatives()
        if self.tokens:
            raise BNFError(f"left over: {self.tokens}")
        return e

    def alternatives(self):
        found = [self.sequence()]
        while self.next_is(self.divider):
            self.tokens.pop(0)
            found.append(self.sequence())
        return found[0] if len(found) == 1 else ("alternatives", found)

    def sequence(self):
        found = []
        while self.tokens and not self.next_is(self.divider, ")", "]"):
            e = self.repetition()
            while self.tokens and self.tokens[0]["except"]:
                e = ("except", e, self.tokens.pop(0)["excepted"])
            found.append(e)
        if not found and self.notation != "letters":
            raise BNFError("an alternative without an element")
        return found[0] if len(found) == 1 else ("sequence", found)

    def repetition(self):
        if not self.tokens[0].get("repeat"):
            return self.element(False)
        token = self.tokens.pop(0)
        if not self.tokens:
            raise BNFError("nothing is repeated")
        if token.get("count"):
            low = high = int(token["count"])
        else:
            low = int(token["least"] or 0)
            high = int(token["most"]) if token["most"] else None
        return ("repeat", low, high, self.element(self.notation == "bnf"))

    def element(self, repeated):
        token = self.tokens.pop(0)
        if token["mark"] in ("(", "["):
            e = self.alternatives()
            self.take({"(": ")", "[": "]"}[token["mark"]])
            if token["mark"] == "[" and not repeated:
                e = ("repeat", 0, 1, e)
            return e
        if token["mark"]:
            raise BNFError(f"a {token['mark']} out of place")
        if token.get("low"):
            low = int(token["low"], 16)
            return ("range", low, int(token["high"] or token["low"], 16))
        if token["name"]:
            name = token["name"]
            if self.notation == "letters" and name in WORDS:
                return WORDS[name]
            return ("rule", name)
        if token.get("literal"):
            return self.text(token["text"], token["case"])
        if token.get("angled"):
            return self.text(token["angled"], None)
        if token.get("letter"):
            return self.text(token["letter"], None)
        raise BNFError("a repetition out of place")

    def text(self, text, case):
        folded = {"%s": False, "%i": True, None: self.folded(text)}[case]
        return ("text", text.encode(), folded and text.lower() != text.upper())


class Grammar:
    """Rules of one or more RFC texts, where later ones replace earlier ones, and of
    departures. grammar[name] is an expression."""

    def __init__(self, *sources):
        """Each source is (text, notation)."""
        self.rules = {}             # name: [(text, notation)...], to be combined in
                                    # order
        self.folds = {"abnf"}       # case-insensitive notations
        self.cased = set()          # except these literals and rules
        for text, notation in sources:
            for name, rule in rules_of(text, notation).items():
                self.rules[name] = [(rule, notation)]

    def copy(self):
        other = Grammar()
        other.rules = dict(self.rules)
        other.folds, other.cased = set(self.folds), set(self.cased)
        return other

    def depart(self, departure):
        """This grammar with a departure applied."""
        other = self.copy()
        for exception in departure.cased:
            other.folds.add(departure.notation)
            other.cased.add(exception)
        for name, rule in departure.rules.items():
            divider = "/" if departure.notation == "abnf" else r"\|"
            added = re.match(rf"\s*({divider}|<except)", rule)
            before = other.rules.get(name, []) if added else []
            if added and not before:
                raise BNFError(f"{name}: nothing to add to")
            other.rules[name] = before + [(rule, departure.notation)]
        return other

    def __getitem__(self, name):
        if name not in self.rules:
            raise BNFError(f"no rule {name}")
        e = NOTHING
        for text, notation in self.rules[name]:
            folds = notation in self.folds and name not in self.cased
            try:
                e = Parser(text, notation, lambda literal, folds=folds: folds
                           and literal not in self.cased).whole(e)
            except BNFError as error:
                raise BNFError(f"{name}: {error}") from None
        return e

    def needed(self, *names):
        """These rules and all that they use, each after those that it uses; a rule may
        use itself."""
        order, begun = [], set()

        def visit(name, above):
            if name in above and name != above[-1]:
                raise BNFError(f"{name} is made of itself through {above[-1]}")
            if name not in begun:
                begun.add(name)
                for other in sorted(names_in(self[name])):
                    visit(other, above + (name,))
                order.append(name)

        for name in names:
            visit(name, ())
        return order


class Departure:
    """One departure of a file."""

    def __init__(self, header, text, notation):
        self.name, _, remark = header.partition(":")
        self.notation = notation
        if remark.strip() not in ("", "the language is the same"):
            raise BNFError(f"[{header}]")
        self.reading = bool(remark)
        self.cased, lines = [], []
        for line in text.splitlines():
            if line.startswith("%"):
                found = re.fullmatch(
                    r'%letters without case, but for (?:"([^"]+)"|(\S+))', line)
                if not found:
                    raise BNFError(f"[{header}]: {line}")
                self.cased.append(found[1] or found[2])
            elif line.startswith(";"):
                lines.append("")
            else:
                lines.append(line)
        self.reason = " ".join(line.lstrip("; ") for line in text.splitlines()
                               if line.startswith(";"))
        self.rules = rules_of("\n".join(lines), notation)


def departures_of(text, notation):
    """The departures of a file, in order. Text before the first header is a comment."""
    _, *found = re.split(r"^\[([^\]\n]+)\]\n", text, flags=re.MULTILINE)
    return [Departure(header, body, notation)
            for header, body in zip(found[::2], found[1::2])]


def names_in(e):
    """The rules that an expression uses."""
    if e[0] == "rule":
        return {e[1]}
    if e[0] in ("alternatives", "sequence"):
        return set().union(*map(names_in, e[1]))
    if e[0] == "repeat":
        return names_in(e[3])
    if e[0] == "except":
        return names_in(e[1]) | {e[2]}
    return set()


def without_recursion(name, e):
    """An expression for the rule `name` = e that does not use the rule, which e
    may end in: where e is B name | A, it is *B A."""
    if name not in names_in(e):
        return e
    before, rest = split(name, e)
    if name in names_in(before) | names_in(rest):
        raise BNFError(f"{name} uses itself, and not at its end")
    return ("sequence", [("repeat", 0, None, before), rest])


def split(name, e):
    """(B, A) such that e is B name | A."""
    if e == ("rule", name):
        return EMPTY, NOTHING
    if name not in names_in(e):
        return NOTHING, e
    if e[0] == "alternatives":
        pairs = [split(name, one) for one in e[1]]
        return tuple(("alternatives", list(half)) for half in zip(*pairs))
    if e[0] == "sequence":
        before, rest = split(name, e[1][-1])
        return (("sequence", e[1][:-1] + [before]),
                ("sequence", e[1][:-1] + [rest]))
    if e[0] == "repeat" and e[1:3] == (0, 1):
        before, rest = split(name, e[3])
        return before, ("alternatives", [rest, EMPTY])
    raise BNFError(f"{name} uses itself, and not at its end")


# Ragel's rules.

def ragel_name(name, prefix=""):
    return prefix + re.sub(r"\W", "_", name)


def ragel(e, prefix=""):
    """An expression in Ragel's notation."""
    if e[0] == "alternatives":
        if not e[1]:
            return "( any - any )"
        return "( " + " | ".join(ragel(one, prefix) for one in e[1]) + " )"
    if e[0] == "sequence":
        if not e[1]:
            return '""'
        return "( " + " . ".join(ragel(one, prefix) for one in e[1]) + " )"
    if e[0] == "repeat":
        low, high, one = e[1], e[2], ragel(e[3], prefix)
        if high == 0:
            return '""'
        times = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get(
            (low, high)) or (f"{{{low},}}" if high is None else
                             f"{{{low}}}" if low == high else
                             f"{{{low},{high}}}")
        return f"( {one} ){times}"
    if e[0] == "text":
        text = "".join(f"\\{c}" if c in '"\\' else c for c in e[1].decode())
        return f'"{text}"' + ("i" if e[2] else "")
    if e[0] == "range":
        return f"0x{e[1]:02x}..0x{e[2]:02x}"
    if e[0] == "rule":
        return ragel_name(e[1], prefix)
    assert e[0] == "except"
    return f"( {ragel(e[1], prefix)} - {ragel_name(e[2], prefix)} )"


def ragel_rules(grammar, names, prefix=""):
    """The rules of these names and of all that they use, for a Ragel file."""
    return "".join(
        f"{ragel_name(name, prefix)} = "
        f"{ragel(without_recursion(name, grammar[name]), prefix)} ;\n"
        for name in grammar.needed(*names))
