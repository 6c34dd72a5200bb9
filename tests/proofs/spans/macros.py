# SPDX-License-Identifier: MIT
"""The effects of events: the macros of src/parse/spans.h, and LOCUS_SLOT()."""

import re


class Wrong(Exception):
    """A failure of the proof."""

class Macros:
    """The macros of src/parse/spans.h. An event becomes a list of statements:
        ("set", name, expression)   ("if", expression, statements)
        ("span", part, from, to)    ("fail",)
    Expressions: ("place", name, n bytes after it), ("choice", condition, a, b),
    ("nowhere",), ("word", text)."""

    # These are not expanded.
    PRIMITIVE = ("SPAN", "FAIL")

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        text = text.replace("\\\n", " ")
        self.macros = {}
        for name, parameters, body in re.findall(
                r"^#define (\w+)(?:\(([\w, ]*)\))?[ ]*(.*)$", text, re.MULTILINE):
            self.macros[name] = (re.findall(r"\w+", parameters),
                                 self.tokens(body))
        self.memo = {}

    @staticmethod
    def tokens(text):
        return re.findall(r"\w+|->|##|\S", text)

    def expand(self, tokens):
        result, tokens = [], list(tokens)
        while tokens:
            token = tokens.pop(0)
            if token not in self.macros:
                result.append(token)
                continue
            parameters, body = self.macros[token]
            arguments = []
            if parameters:
                arguments = self.arguments(tokens)
            if len(arguments) != len(parameters):
                raise Wrong(f"{token}: {arguments}")
            if token in self.PRIMITIVE:
                result += [token, arguments]
                continue
            body = [piece for part in body
                    for piece in (arguments[parameters.index(part)]
                                  if part in parameters else [part])]
            while "##" in body:
                at = body.index("##")
                body[at - 1:at + 2] = [body[at - 1] + body[at + 1]]
            tokens = body + tokens
        return result

    @staticmethod
    def arguments(tokens):
        if not tokens or tokens.pop(0) != "(":
            raise Wrong("a macro without its arguments")
        found, depth = [[]], 1
        while True:
            token = tokens.pop(0)
            depth += {"(": 1, ")": -1}.get(token, 0)
            if not depth:
                return found
            if token == "," and depth == 1:
                found.append([])
            else:
                found[-1].append(token)

    def statements(self, body):
        """The statements of an action."""
        if body not in self.memo:
            tokens = self.expand(self.tokens(body))
            found = self.block(tokens)
            if tokens:
                raise Wrong(f"{body}: {tokens}")
            self.memo[body] = found
        return self.memo[body]

    def block(self, tokens):
        found = []
        while tokens and tokens[0] != "}":
            found += self.statement(tokens)
        return found

    def statement(self, tokens):
        token = tokens.pop(0)
        if token == ";":
            return []
        if token == "FAIL":
            tokens.pop(0)
            return [("fail",)]
        if token == "SPAN":
            part, start, end = tokens.pop(0)
            return [("span", part[0].lower(), self.expression(list(start)),
                     self.expression(self.expand(end)))]
        if token == "if":
            self.take(tokens, "(")
            condition = self.expression(tokens)
            self.take(tokens, ")")
            if tokens[0] != "{":
                return [("if", condition, self.statement(tokens))]
            self.take(tokens, "{")
            inner = self.block(tokens)
            self.take(tokens, "}")
            return [("if", condition, inner)]
        names = [token]
        placeless = {"host_kind": "kind of the url", "form": "form of the url",
                     "other_form": "other form of the url"}
        if tokens[:1] == ["->"] and tokens[1] in placeless:
            names = [placeless[tokens[1]]]
            del tokens[:2]
        self.take(tokens, "=")
        while tokens[1:2] == ["="]:
            names.append(tokens.pop(0))
            self.take(tokens, "=")
        value = self.expression(tokens)
        self.take(tokens, ";")
        return [("set", name, value) for name in names]

    def expression(self, tokens):
        value = self.sum(tokens)
        if tokens[:1] == ["?"]:
            tokens.pop(0)
            first = self.sum(tokens)
            self.take(tokens, ":")
            return ("choice", value, first, self.sum(tokens))
        return value

    def sum(self, tokens):
        token = tokens.pop(0)
        if token == "(":
            value = self.expression(tokens)
            self.take(tokens, ")")
        elif token == "NOWHERE" or token == "0":
            value = ("nowhere",)
        elif token.startswith(("LOCUS_HOST_", "LOCUS_FORM_")):
            value = ("word", token[len("LOCUS_HOST_"):].lower())
        elif token == "1":
            value = ("word", "1")
        elif re.fullmatch(r"[A-Za-z_]\w*", token):
            value = ("place", token, 0)
        else:
            raise Wrong(f"no expression: {token} {tokens}")
        while tokens[:1] in (["+"], ["-"]):
            sign = {"+": 1, "-": -1}[tokens.pop(0)]
            if value[0] != "place":
                raise Wrong("a sum of no place")
            value = ("place", value[1], value[2] + sign * int(tokens.pop(0)))
        return value

    @staticmethod
    def take(tokens, wanted):
        if not tokens or tokens.pop(0) != wanted:
            raise Wrong(f"no {wanted} before {tokens}")


def places_in(e):
    if e[0] == "place":
        return {e[1]} - {"HERE"}
    if e[0] == "choice":
        return set().union(*map(places_in, e[1:]))
    return set()


def uses(statements):
    """(the marks that statements read, those that they always write first)"""
    reads, writes = set(), set()
    for statement in statements:
        if statement[0] == "set":
            reads |= places_in(statement[2]) - writes
            writes.add(statement[1])
        elif statement[0] == "if":
            reads |= places_in(statement[1]) - writes
            reads |= uses(statement[2])[0] - writes
        elif statement[0] == "span":
            reads |= (places_in(statement[2]) | places_in(statement[3])) - writes
    return reads, writes


def read_slots(text):
    """{part: its slot}: enum locus_part and LOCUS_SLOT() of src/include/locus.h.in."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    values, value = {}, -1
    for name, given in re.findall(
            r"LOCUS_(\w+)(?: = ([^,]+))?",
            re.search(r"^enum locus_part {(.*?)}", text, re.M | re.S)[1]):
        value = eval(given.replace("LOCUS_", ""), {}, values) if given else value + 1
        values[name] = value
    body = re.search(r"#define LOCUS_SLOT\(part\)(.*?[^\\])\n", text, re.S)[1]
    body = " ".join(body.replace("\\\n", " ").replace("LOCUS_", "").split())
    condition, same, other = re.fullmatch(r"\((.*) \? (.*) : (.*)\)", body).groups()
    slot = f"{same} if {condition} else {other}"
    return {name.lower(): eval(slot, {}, {**values, "part": value})
            for name, value in values.items() if not name.endswith("_COUNT")}
