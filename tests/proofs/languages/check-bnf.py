#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests tests/proofs/languages/bnf.py, and compares tests/proofs/bnf/ with the RFCs.

    check-bnf.py [--srcdir DIR] [--rfcs DIR]

The first test needs no files: each operator of each notation has an expression, its
translation to Ragel, and texts that match or do not, according to a matcher of a few
lines. The second compares tests/proofs/bnf/rfc*.bnf and rfc*.abnf byte for byte with
the RFCs' texts (rfcNNNN.txt in DIR, in $LOCUS_RFCS or in ../shared/rfc), ignoring page
breaks, indentation and repeated empty lines.
"""

import argparse
import os
import pathlib
import re
import sys
import textwrap
import unittest

import bnf

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from tally import Tally, UnitResult  # noqa: E402

# (notation, what stands after the name, Ragel, texts of it, texts that are not)
OPERATORS = [
    # RFC 2234
    ("abnf", 'DIGIT / "-"', '( DIGIT | "-" )', "5-", ["", "55"]),
    ("abnf", '"1" 2DIGIT', '( "1" . ( DIGIT ){2} )',
     ["123"], ["12", "1234", "223"]),
    ("abnf", '*DIGIT', '( DIGIT )*', ["", "1", "12"], ["a"]),
    ("abnf", '1*DIGIT', '( DIGIT )+', ["1", "12"], [""]),
    ("abnf", '1*4DIGIT', '( DIGIT ){1,4}', ["1", "1234"], ["", "12345"]),
    ("abnf", '*2DIGIT', '( DIGIT ){0,2}', ["", "12"], ["123"]),
    ("abnf", '3*DIGIT', '( DIGIT ){3,}', ["123", "1234"], ["12"]),
    ("abnf", '0<DIGIT>', '""', [""], ["1"]),
    ("abnf", '6( DIGIT ":" )', '( ( DIGIT . ":" ) ){6}',
     ["1:" * 6], ["1:" * 5, "1:" * 7, "1" * 6 + ":"]),
    ("abnf", '[ DIGIT ] ":"', '( ( DIGIT )? . ":" )', [":", "1:"], ["1", "11:"]),
    ("abnf", '[ *1( DIGIT ":" ) DIGIT ] "::"',
     '( ( ( ( ( DIGIT . ":" ) ){0,1} . DIGIT ) )? . "::" )'.replace(
         "{0,1}", "?"),
     ["::", "1::", "1:2::"], ["1:::", "1:2:3::"]),
    ("abnf", '%x31-39 DIGIT', '( 0x31..0x39 . DIGIT )', ["10", "99"], ["01"]),
    ("abnf", '%x2D', '0x2d..0x2d', ["-"], ["2D"]),
    ("abnf", '"v"', '"v"i', "vV", ["w"]),
    ("abnf", '%s"v"', '"v"', "v", "V"),
    ("abnf", 'DIGIT ; "a" / "b"', 'DIGIT', ["1"], "ab"),
    ("abnf", 'DIGIT   ; one\n  / "-" ; or the other', '( DIGIT | "-" )',
     "1-", ["+"]),
    ("abnf", '"a" "b" / "c"', '( ( "a"i . "b"i ) | "c"i )',
     ["ab", "AB", "c"], ["ac", "a"]),
    ("abnf", '"""'.replace('"""', "%x22"), '0x22..0x22', ['"'], ["'"]),
    ("abnf", '*DIGIT <except twelve>', '( ( DIGIT )* - twelve )',
     ["", "1", "13", "123"], ["12"]),
    # RFC 822 as in RFC 1738
    ("bnf", '"A" | "b"', '( "A" | "b" )', "Ab", "aB"),
    ("bnf", '[ digit ] "/"', '( ( digit )? . "/" )', ["/", "1/"], ["11/"]),
    ("bnf", '*[ digit | ";" ]', '( ( digit | ";" ) )*',
     ["", "1;1"], ["a"]),
    ("bnf", '1*[ digit | ";" ]', '( ( digit | ";" ) )+', ["1;", ";"], [""]),
    ("bnf", '1*digit', '( digit )+', ["1", "12"], [""]),
    ("bnf", 'digit *[ "/" digit ]', '( digit . ( ( "/" . digit ) )* )',
     ["1", "1/2/3"], ["", "1/", "/1"]),
    ("bnf", '*[ [ digit ] ";" ]', '( ( ( digit )? . ";" ) )*',
     ["", ";1;"], ["1"]),
    ("bnf", '"\\" | <">', '( "\\\\" | "\\"" )', '\\"', "<>"),
    ("bnf", '*digit    ; depends on "protocol" | see [3.1', '( digit )*',
     ["", "1"], ["p"]),
    ("bnf", '"a" |\n   "b"', '( "a" | "b" )', "ab", "|"),
    ("bnf", 'gopher+_string | encoded822addr',
     '( gopher__string | encoded822addr )', ["+", "@"], ["-"]),
    # RFC 1630
    ("letters", 'u r l : digit', '( "u" . "r" . "l" . ":" . digit )',
     ["url:1"], ["URL:1", "url1"]),
    ("letters", 'void | digit', '( "" | digit )', ["", "1"], ["11"]),
    ("letters", '0 |1 | 2', '( "0" | "1" | "2" )', "012", ["01"]),
    ("letters", '[/ digit  [\n  digit ] ]',
     '( ( "/" . digit . ( digit )? ) )?', ["", "/1", "/12"], ["/", "1"]),
    ("letters", '= | ; | # | space | vline',
     '( "=" | ";" | "#" | " " | "|" )', "=;# |", "sv"),
    ("letters", '" | \' | %', '( "\\"" | "\'" | "%" )', "\"'%", "1"),
]
RULES = {"abnf": 'DIGIT = %x30-39\ntwelve = "12"',
         "bnf": 'digit = "0" | "1" | "2" | "3"\ngopher+_string = "+"\n'
                'encoded822addr = "@"',
         "letters": "digit   0 | 1 | 2 | 3"}

WRONG = [("abnf", '( DIGIT'), ("abnf", 'DIGIT )'), ("abnf", '/'),
         ("abnf", 'DIGIT /'), ("abnf", "'a'"), ("abnf", 'DIGIT | DIGIT'),
         ("abnf", '2'), ("abnf", '<any DIGIT>'),
         ("bnf", '"a" / "b"'), ("bnf", '[ / ]'), ("bnf", '"a'),
         ("bnf", '[ digit )'), ("bnf", '<any digit>'), ("bnf", '2digit'),
         ("letters", '[ digit'), ("letters", 'digit ]')]


def ends(grammar, e, text, start=0):
    """The places where a match of the expression that begins at `start` may end."""
    if e[0] == "alternatives":
        return set().union(*(ends(grammar, one, text, start)
                             for one in e[1]))
    if e[0] == "sequence":
        found = {start}
        for one in e[1]:
            found = set().union(*(ends(grammar, one, text, at)
                                  for at in found))
        return found
    if e[0] == "repeat":
        found, reached, times = set(), {start}, 0
        while reached and (e[2] is None or times <= e[2]):
            if times >= e[1]:
                if reached <= found:
                    break
                found |= reached
            reached = set().union(*(ends(grammar, e[3], text, at)
                                    for at in reached))
            times += 1
        return found
    if e[0] == "text":
        piece, wanted = text[start:start + len(e[1])], e[1].decode()
        if piece == wanted or e[2] and piece.lower() == wanted.lower():
            return {start + len(wanted)}
        return set()
    if e[0] == "range":
        inside = text[start:start + 1] and e[1] <= ord(text[start]) <= e[2]
        return {start + 1} if inside else set()
    if e[0] == "except":
        return (ends(grammar, e[1], text, start)
                - ends(grammar, grammar[e[2]], text, start))
    return ends(grammar, grammar[e[1]], text, start)


def takes(grammar, name, text):
    return len(text) in ends(grammar, grammar[name], text)


class Notations(unittest.TestCase):
    def test_operators(self):
        for notation, text, wanted, good, bad in OPERATORS:
            with self.subTest(notation=notation, text=text):
                sign = " " if notation == "letters" else " = "
                grammar = bnf.Grammar(
                    (f"rule{sign}{text}\n{RULES[notation]}", notation))
                self.assertEqual(bnf.ragel(grammar["rule"]), wanted)
                for one in good:
                    self.assertTrue(takes(grammar, "rule", one), one)
                for one in bad:
                    self.assertFalse(takes(grammar, "rule", one), one)

    def test_what_cannot_be_read(self):
        for notation, text in WRONG:
            with self.subTest(notation=notation, text=text):
                sign = " " if notation == "letters" else " = "
                grammar = bnf.Grammar(
                    (f"rule{sign}{text}\n{RULES[notation]}", notation))
                with self.assertRaises(bnf.BNFError):
                    print(grammar["rule"])

    def test_rules(self):
        grammar = bnf.Grammar((
            '; comment\nfirst = "a"\n\n      ; still first\n      "b"\n'
            '; = "c"\n; comment\nlast-one = first\n', "bnf"))
        self.assertEqual(list(grammar.rules), ["first", "last-one"])
        self.assertTrue(takes(grammar, "last-one", "ab"))
        self.assertEqual(bnf.ragel_rules(grammar, ["last-one"], "rfc_"),
                         'rfc_first = ( "a" . "b" ) ;\n'
                         'rfc_last_one = rfc_first ;\n')

    def test_what_are_no_rules(self):
        for text in ("word", '"a" = "b"', "a = b\na = c"):
            with self.subTest(text=text), self.assertRaises(bnf.BNFError):
                bnf.rules_of(text, "bnf")

    def test_unknown_rule(self):
        grammar = bnf.Grammar(("a = b", "bnf"))
        with self.assertRaises(bnf.BNFError):
            grammar.needed("a")

    def test_an_unreadable_rule_harms_no_other(self):
        grammar = bnf.Grammar(("punctuation < | > | [\nplain a", "letters"))
        self.assertEqual(bnf.ragel(grammar["plain"]), '"a"')
        with self.assertRaises(bnf.BNFError):
            print(grammar["punctuation"])

    def test_later_texts_replace_rules(self):
        grammar = bnf.Grammar(("aa a", "letters"), ("aa b", "letters"))
        self.assertEqual(bnf.ragel(grammar["aa"]), '"b"')


class Recursion(unittest.TestCase):
    def check(self, rules, wanted):
        grammar = bnf.Grammar((rules, "letters"))
        found = bnf.ragel_rules(grammar, ["rule"])
        self.assertEqual(found.splitlines()[-1], f"rule = {wanted} ;")

    def test_at_the_end(self):
        self.check("rule x [ rule ]",
                   '( ( ( "x" . "" ) )* . ( "x" . ( ( any - any ) | "" ) ) )')

    def test_in_alternatives(self):
        self.check("rule void | x rule | y",
                   '( ( ( ( any - any ) | ( "x" . "" ) | ( any - any ) ) )*'
                   ' . ( "" | ( "x" . ( any - any ) ) | "y" ) )')

    def test_elsewhere(self):
        for rules in ("rule x rule y", "rule rule x", "rule [ rule x ]",
                      "rule other\nother x rule"):
            with self.subTest(rules=rules), self.assertRaises(bnf.BNFError):
                self.check(rules, None)


class Departures(unittest.TestCase):
    RFC = 'url = "ab" | word\nword = 1*letter\nletter = "x" | "y"'
    FILE = """; What it is about.

[case]
; Because.
%letters without case, but for "y"

[more]
; It is
; younger.
url = | "c"

[fewer: the language is the same]
; So.
word = <except double>
double = "xx"
"""

    def grammar(self, *names):
        grammar = bnf.Grammar((self.RFC, "bnf"))
        for departure in bnf.departures_of(self.FILE, "bnf"):
            if departure.name in names:
                grammar = grammar.depart(departure)
        return grammar

    def test_file(self):
        found = bnf.departures_of(self.FILE, "bnf")
        self.assertEqual([(d.name, d.reason, d.reading) for d in found],
                         [("case", "Because.", False),
                          ("more", "It is younger.", False),
                          ("fewer", "So.", True)])

    def test_none(self):
        grammar = self.grammar()
        for text, valid in (("ab", True), ("AB", False), ("xx", True),
                            ("X", False), ("c", False)):
            self.assertEqual(takes(grammar, "url", text), valid, text)

    def test_case(self):
        grammar = self.grammar("case")
        for text, valid in (("AB", True), ("X", True), ("y", True),
                            ("Y", False)):
            self.assertEqual(takes(grammar, "url", text), valid, text)

    def test_case_but_for_a_rule(self):
        departure, = bnf.departures_of(
            "[case]\n%letters without case, but for word\n", "bnf")
        grammar = bnf.Grammar(('word = "a"\nother = "a"', "bnf"))
        grammar = grammar.depart(departure)
        self.assertEqual(bnf.ragel(grammar["word"]), '"a"')
        self.assertEqual(bnf.ragel(grammar["other"]), '"a"i')

    def test_alternative(self):
        grammar = self.grammar("more")
        for text, valid in (("ab", True), ("c", True), ("xc", False)):
            self.assertEqual(takes(grammar, "url", text), valid, text)

    def test_exception(self):
        grammar = self.grammar("fewer")
        for text, valid in (("x", True), ("xx", False), ("xxx", True)):
            self.assertEqual(takes(grammar, "url", text), valid, text)

    def test_slash_is_a_letter(self):
        departure, = bnf.departures_of("[a]\nword / a\n", "letters")
        grammar = bnf.Grammar(("word b", "letters")).depart(departure)
        self.assertTrue(takes(grammar, "word", "/a"))
        self.assertFalse(takes(grammar, "word", "b"))

    def test_wrong(self):
        for text in ("[a: perhaps]\n", "[a]\n%letters\n"):
            with self.subTest(text=text), self.assertRaises(bnf.BNFError):
                bnf.departures_of(text, "bnf")
        departure, = bnf.departures_of("[a]\nnone = | letter\n", "bnf")
        with self.assertRaises(bnf.BNFError):
            bnf.Grammar((self.RFC, "bnf")).depart(departure)


# The place of each file in its RFC: after the last occurrence of the first line, up to
# the next occurrence of the second.
PLACES = {
    "rfc1630-uri.bnf": ("   description somewhere|   appear in URIs.",
                        "      (end of URI BNF)"),
    "rfc1630-url.bnf": ("   production.", "   (end of URL BNF)"),
    "rfc1738.bnf": ("   element; n defaults to 0.",
                    "6. Security Considerations"),
    "rfc2234.abnf": ("   DIGIT, ALPHA, etc.", "6.2  Common Encoding"),
    "rfc3986.abnf": ("Appendix A.  Collected ABNF for URI",
                     "Appendix B.  Parsing a URI Reference with a Regular"
                     " Expression"),
    "rfc9110.abnf": ("   In the collected ABNF below, list rules are expanded per"
                     " Section 5.6.1.", "Appendix B. Changes from Previous RFCs"),
    "rfc9112.abnf": ("   of [HTTP].",
                     "Appendix B. Differences between HTTP and MIME"),
}


def plain(text):
    """The text without page breaks, indentation and repeated empty lines."""
    text = re.sub(r"\n\n+[^\n]*\[Page \d+\]\n\f?\n*RFC \d+ [^\n]*\n\n+",
                  "\n\n", text)
    text = textwrap.dedent(re.sub(r"[ \t\f]+\n", "\n", text))
    return re.sub(r"\n\n+", "\n\n", text).strip("\n") + "\n"


class Texts(unittest.TestCase):
    """Compares tests/proofs/bnf/ with the RFCs."""
    rfcs = folder = None

    def test_verbatim(self):
        missing = [name for name in PLACES if not self.rfc(name).exists()]
        if missing:
            self.skipTest(f"there is no {self.rfc(missing[0])}")
        for name, (before, after) in PLACES.items():
            with self.subTest(name=name):
                text = self.rfc(name).read_text()
                at = max((text.rfind(f"\n{line}\n") + len(line) + 2
                          for line in before.split("|")))
                end = text.index(f"\n{after}\n", at)
                self.assertEqual(plain(text[at:end]),
                                 (self.folder / name).read_text())

    def rfc(self, name):
        return self.rfcs / (re.match(r"rfc\d+", name)[0] + ".txt")

    def test_all(self):
        """Checks that every text here is compared with its RFC."""
        self.assertEqual(
            sorted(path.name for path in self.folder.glob("rfc*bnf")),
            sorted(PLACES))


def main():
    parser = argparse.ArgumentParser(
        description="Tests tests/proofs/languages/bnf.py, and tests/proofs/bnf/ against the RFCs.")
    parser.add_argument("--srcdir", type=pathlib.Path,
                        default=os.environ.get("srcdir", "."))
    parser.add_argument("--rfcs", type=pathlib.Path,
                        default=os.environ.get("LOCUS_RFCS"))
    options = parser.parse_args()
    Texts.folder = options.srcdir / "tests" / "proofs" / "bnf"
    Texts.rfcs = options.rfcs or options.srcdir / ".." / "shared" / "rfc"
    tally = Tally()
    unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]).run(UnitResult(tally))
    sys.exit(tally.end())


if __name__ == "__main__":
    main()
