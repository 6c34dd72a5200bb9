# SPDX-License-Identifier: MIT
"""Where a URL in prose ends (scan -x text), against an oracle: every byte behind every
beginning of what the machines text and quotes look for, with every quote before it.

The rules are those of linkify and GitHub: hard stops; what is never last; brackets
in balance; a quote just before the URL that stops at its match; an apostrophe is last
only as the second one of a pair; no character is cut that may be a stop or a mark.
"""

import itertools

from support import Case, locus

# What stands before a URL, and which marks then end it.
QUOTES = {
    "": "", "'": "'", "\u2018": "\u2019", "\u201a": "\u2018\u2019", "\u201c": "\u201d",
    "\u201d": "\u201d", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb",
    "\u00bb": "\u00ab\u00bb", "\u2039": "\u203a", "\u203a": "\u2039\u203a",
    "\u3008": "\u3009", "\u300a": "\u300b", "\u300c": "\u300d", "\u300e": "\u300f",
    "\u3010": "\u3011", "\uff08": "\uff09", "\uff3b": "\uff3d",
    # These have no mark of their own.
    "\u2019": "", "\u201b": "", "\u201f": "", "\u3011": "", "\uff09": "", "\u00ac": "", "(": "",
}
# Nor has one that does not stand just before it.
QUOTES.update({quote + "(": "" for quote in QUOTES})
MARKS = sorted({mark.encode() for marks in QUOTES.values() for mark in marks if mark != "'"})
STOPS = [*(b"\xc2%c" % byte for byte in range(0x80, 0xA0)), "\uff5c".encode()]
# A character that is one of these may be a stop or a mark: so far it is none.
BEGUN = {whole[:size] for whole in MARKS + STOPS for size in range(1, len(whole))}
BRACKETS = {b")": b"(", b"]": b"[", b"}": b"{"}
URL = b"x://h/"


def end_of(body, closing):
    """How much of what is behind URL belongs to it."""
    good = 0
    for at in range(len(body)):
        byte, before = body[at:at + 1], body[:at + 1]
        if byte <= b" " or byte in b'|"<>`\x7f' or any(map(before.endswith, STOPS)):
            break
        if byte in BRACKETS and before.count(byte) > before.count(BRACKETS[byte]):
            break
        if any(before.endswith(mark.encode()) for mark in closing):
            break
        if byte in b"?!.,:;*_~([{" or any(map(before.endswith, BEGUN)):
            continue
        if byte != b"'" or before.count(b"'") % 2 == 0:
            good = at + 1
    return body[:good]


class Prose(Case):
    def look(self, cases):
        """Of (quote, what is behind URL)."""
        cases = list(cases)
        data = b"".join(quote.encode() + URL + body + b"\n" for quote, body in cases)
        found = self.check(locus("scan", "-x", "text", "--get", "{line} {url}", stdin=data),
                           0).out.split(b"\n")
        for number, ((quote, body), line) in enumerate(zip(cases, found, strict=False), 1):
            self.assertEqual(line, b"%d " % number + URL + end_of(body, QUOTES[quote]),
                             (quote, body))
        self.assertEqual(len(found), len(cases) + 1)

    def test_every_byte(self):
        beginnings = [b"", b"a", b".", b"(", b"[(", b"{a", *sorted(BEGUN), *MARKS[:2]]
        self.look(("", odd + beginning + bytes([byte]) + tail)
                  for odd in (b"", b"'") for beginning in beginnings for byte in range(256)
                  for tail in (b"", b"a") if byte != 10)

    def test_every_quote(self):
        ends = [b"'", b"a'b'", b")", b"]", b"}", *MARKS, *STOPS[:3], b"\xe2\x80", b"a'"]
        self.look((quote, before + end + behind) for quote in QUOTES
                  for before in (b"", b"b", b".", b"'b", b"(b")
                  for end in ends for behind in (b"", b"c", b"'"))

    def test_brackets(self):
        self.look((quote, b"".join(body)) for quote in ("", "'") for size in range(5)
                  for body in itertools.product((b"(", b")", b"[", b"]", b"a", b"."),
                                                repeat=size))
        self.look(("", b"{" * opened + b"a" + b"}" * closed)
                  for opened in range(5) for closed in range(6))
