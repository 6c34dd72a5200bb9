# SPDX-License-Identifier: MIT
"""Gopher+ strings (RFC 1738, sections 3.4.4 to 3.4.9) against regular expressions:
tokens of theirs, and every triple, behind every beginning of one."""

import itertools
import re

from support import Case, locus, records

OCTET = "(?:[^%]|%[0-9A-Fa-f]{2})"
CRLF = "%0[Dd]%0[Aa]"
WORD = "(?:(?!%20|%09|%0[Dd]|%0[Aa])" + OCTET + ")+"
LINE = "(?:(?!%0[Dd]|%0[Aa])" + OCTET + ")*"
BEGIN = "+%091%0D%0A+-1%0D%0A"
ANSWERS = r"\+%091" + CRLF + r"\+-1" + CRLF + "((?:(?!\\.%0[Dd])" + LINE + CRLF + ")*)\\." + CRLF


def meaning(plus):
    """(what it asks for, its pieces); each a name, and a value or None."""
    if plus in ("+", "?"):
        return {"+": "view", "?": "ask"}[plus], []
    view = re.fullmatch(r"\+(%s)(?:%%20(%s))?" % (WORD, WORD), plus)
    if view:
        return "view", [view.groups()]
    names = re.fullmatch(r"([!$])((?:%s(?:%%20%s)*)?)" % (WORD, WORD), plus)
    if names:
        kind = {"!": "attributes", "$": "directory-attributes"}[names[1]]
        return kind, [(name, None) for name in re.split("%20", names[2])] if names[2] else []
    answers = re.fullmatch(ANSWERS, plus)
    if answers:
        return "answers", [(line, None) for line in re.split(CRLF, answers[1])[:-1]]
    return "other", None


def texts():
    beginnings = [BEGIN[:n] for n in range(len(BEGIN) + 1) if not re.search("%.?$", BEGIN[:n])]
    beginnings += [BEGIN + more for more in ("a", ".", "..", ".%0D%0A", "a%0D%0A", "%0D%0A")]
    beginnings += ["!", "$", "?", "!a", "$a%20", "+a", "+a%20", "+a%20b"]
    tokens = ("%20", "%09", "%0D%0A", "%0d%0a", "%0D", "%0A", "%41", ".", "+", "-", "1", "!",
              "$", "?", "a")
    digits = "0123456789ABCDEFabcdef"
    for beginning in beginnings:
        for size in range(3):
            for some in itertools.product(tokens, repeat=size):
                yield beginning + "".join(some)
        for high, low in itertools.product(digits, repeat=2):
            yield beginning + "%" + high + low
            if high in "02":
                yield beginning + "x%" + high + low + "%0D%0A.%0D%0A"


class GopherPlus(Case):
    def test_every_beginning(self):
        strings = [text for text in dict.fromkeys(texts()) if text]
        urls = "".join("gopher://h/1%09%09" + text + "\n" for text in strings)
        result = self.check(locus("explain", "-g", "rfc1738", "-o", "json",
                                  stdin=urls.encode()), 0)
        for text, record in zip(strings, records(result.out), strict=True):
            kind, pieces = meaning(text)
            self.assertEqual(record["plus"], kind, text)
            if pieces is not None:
                self.assertEqual([(p["name"]["text"], p["value"] and p["value"]["text"])
                                  for p in record["plus_pieces"]], pieces, text)
