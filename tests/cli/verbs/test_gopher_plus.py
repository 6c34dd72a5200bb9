# SPDX-License-Identifier: MIT
"""Gopher URLs (RFC 1738, section 3.4) against a reader of their octets: an octet means
the same as a character and percent-encoded (2.2; 3.4.1: "no characters are reserved").
Gopher+ strings (3.4.4 to 3.4.9) against regular expressions: their tokens, and every
encoded octet, after every beginning of such a string."""

import itertools
import random
import re
from urllib.parse import unquote_to_bytes

from support import Case, locus, records

WORD = rb"[^ \t\r\n]+"
BEGIN = "+%091%0D%0A+-1%0D%0A"
ANSWERS = rb"\+\t1\r\n\+-1\r\n((?:(?!\.\r)[^\r\n]*\r\n)*)\.\r\n"

# The characters that a URL contains unencoded (RFC 1738, section 5: xchar), without "%".
XCHAR = "$-_.+!*'(),;/?:@&="
PLAIN = frozenset(XCHAR.encode()) | frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")


def meaning(plus):
    """(what it requests, its pieces); each piece is a name and a value or None."""
    if plus in (b"", b"+", b"?"):
        return {b"": "none", b"+": "view", b"?": "ask"}[plus], []
    view = re.fullmatch(rb"\+(%s)(?: (%s))?" % (WORD, WORD), plus)
    if view:
        return "view", [view.groups()]
    names = re.fullmatch(rb"([!$])((?:%s(?: %s)*)?)" % (WORD, WORD), plus)
    if names:
        kind = {b"!": "attributes", b"$": "directory-attributes"}[names[1]]
        return kind, [(name, None) for name in names[2].split(b" ")] if names[2] else []
    answers = re.fullmatch(ANSWERS, plus)
    if answers:
        return "answers", [(line, None) for line in answers[1].split(b"\r\n")[:-1]]
    return "other", None


def sent(path):
    """The request for the octets of a gopher-path; None if it must be rejected (section
    6)."""
    fields = path[1:].split(b"\t", 2)
    if any(b"\r" in field or b"\n" in field for field in fields[:2]):
        return None
    if len(fields) == 3 and meaning(fields[2])[0] == "answers":
        return b"\t".join(field for n, field in enumerate(fields) if n != 1 or field)
    if len(fields) == 3 and re.search(rb"[\t\r\n]", fields[2]):
        return None
    return b"\t".join(fields) + b"\r\n"


def texts():
    beginnings = [BEGIN[:n] for n in range(len(BEGIN) + 1) if not re.search("%.?$", BEGIN[:n])]
    beginnings += [BEGIN + more for more in ("a", ".", "..", ".%0D%0A", "a%0D%0A", "%0D%0A",
                                             "%2E", "%2e.", ".%2E", "%2E%0D%0A")]
    beginnings += ["!", "$", "?", "!a", "$a%20", "+a", "+a%20", "+a%20b"]
    beginnings += ["%21", "%24", "%3F", "%3f", "%2B", "%2b%09%31%0D%0A%2B%2D1%0D%0A", "%21a"]
    tokens = ("%20", "%09", "%0D%0A", "%0d%0a", "%0D", "%0A", "%41", ".", "%2E", "+", "%2B",
              "-", "1", "!", "%24", "?", "a")
    digits = "0123456789ABCDEFabcdef"
    for beginning in beginnings:
        for size in range(3):
            for some in itertools.product(tokens, repeat=size):
                yield beginning + "".join(some)
        for high, low in itertools.product(digits, repeat=2):
            yield beginning + "%" + high + low
            if high in "02":
                yield beginning + "x%" + high + low + "%0D%0A.%0D%0A"


def paths(random_):
    """The octets of gopher-paths: a type, a selector, a search, a Gopher+ string."""
    tokens = (b"+", b"!", b"$", b"?", b".", b"-", b"1", b" ", b"a", b"+ABSTRACT", b"/", b"%",
              b"\r\n", b".\r\n", b"\r\n.\r\n", b"\r", b"\n", b"\t", b"\0", b"~", b"<")
    forms = (b"+\t1\r\n+-1\r\n", b"+", b"!", b"$", b"?", b"")

    def some(most, of=tokens):
        return b"".join(random_.choices(of, k=random_.randrange(most)))

    for _ in range(2500):
        path = bytes([random_.randrange(128)]) + some(4, tokens[:-5])
        if random_.random() < 0.9:
            path += b"\t" + some(3, tokens[:-5])
        if random_.random() < 0.9:
            path += b"\t" + random_.choice(forms) + some(5)
            path += random_.choice((b"", b".\r\n", b"\r\n.\r\n"))
        yield path


def encoded(random_, path, share):
    """The path as written in a URL: tabs and octets that a URL cannot contain are encoded,
    and of the others that fraction."""
    return "".join(chr(octet) if octet in PLAIN and random_.random() >= share
                   else random_.choice(("%%%02X", "%%%02x")) % octet for octet in path)


def decoded(piece):
    return piece and unquote_to_bytes(piece["text"])


class GopherPlus(Case):
    def explain(self, urls, grammar="rfc1738"):
        result = self.check(locus("explain", "-g", grammar, "-o", "json",
                                  stdin="".join(url + "\n" for url in urls).encode()), 0)
        return list(records(result.out))

    def check_pieces(self, record, plus, url):
        kind, pieces = meaning(plus)
        self.assertEqual(record.get("plus", "none"), kind, url)
        if pieces is None:
            self.assertNotIn("plus_pieces", record, url)
        elif kind != "none":
            self.assertEqual([(decoded(p["name"]), decoded(p["value"]))
                              for p in record["plus_pieces"]], pieces, url)

    def test_every_beginning(self):
        strings = [text for text in dict.fromkeys(texts()) if text]
        reported = self.explain(["gopher://h/1%09%09" + text for text in strings])
        for text, record in zip(strings, reported, strict=True):
            self.check_pieces(record, unquote_to_bytes(text), text)

    def test_encoded_octets_mean_what_they_mean(self):
        random_ = random.Random(1738)
        cases = [(path, "gopher://h/" + encoded(random_, path, share))
                 for path in paths(random_) for share in (0, 0.3, 1)]
        reported = self.explain([url for _, url in cases])
        for (path, url), record in zip(cases, reported, strict=True):
            line = sent(path)
            self.assertEqual(record["type"], chr(path[0]), url)
            if line is None:
                self.assertEqual(record["sends"]["error"]["code"], "protocol", url)
            else:
                self.assertEqual(record["sends"], line.decode(), url)
            fields = path[1:].split(b"\t", 2)
            self.check_pieces(record, fields[2] if len(fields) == 3 else b"", url)

    def test_each_octet_encoded(self):
        urls = ["1s%09w%09" + plus for plus in (
            "+", "?", "!", "$", "!+ABSTRACT%20+SMELL", "$+A", "+text/plain", "+v%20l",
            BEGIN + ".%0D%0A", BEGIN + "one%0D%0A..%0D%0A.%0D%0A",
            BEGIN + ".%0D%0AEVIL%0D%0A.%0D%0A", "x", "++", "!a%20")]
        for url in urls:
            octets = re.findall("%..|.", url)
            variants = ["".join(octets)]
            for n, octet in enumerate(octets):
                if not octet.startswith("%"):
                    variants.append("".join(octets[:n] + ["%%%02X" % ord(octet)]
                                            + octets[n + 1:]))
            reported = self.explain(["gopher://h/" + variant for variant in variants])
            keys = ("type", "object", "plus", "sends")
            first = [reported[0][key] for key in keys]
            for variant, record in zip(variants, reported, strict=True):
                self.assertEqual([record[key] for key in keys], first, variant)

    def test_a_form_ends_with_its_encoded_dot(self):
        for dot in (".", "%2E", "%2e"):
            url = "gopher://h.dom/1s%09%09" + BEGIN + dot + "%0D%0AEVIL%0D%0A.%0D%0A"
            for grammar in ("rfc1738", "rfc1630"):
                record, = self.explain([url], grammar)
                self.assertEqual(record["plus"], "other")
                self.assertEqual(record["sends"]["error"]["code"], "protocol")

    def test_the_type_may_be_any_octet(self):
        reported = self.explain(["gopher://h/%%%02Xs" % octet for octet in range(128)])
        for octet, record in enumerate(reported):
            self.assertEqual((record["type"], record["sends"]), (chr(octet), "s\r\n"))
        out = self.check(locus("explain", "-g", "rfc1738", "-o", "human",
                               "gopher://h/%00s"), 0).out.decode()
        self.assertRegex(out, r"type +\\x00\n")
        self.assertRegex(out, r"sends +s\\x0D\\x0A\n")
