# SPDX-License-Identifier: MIT
"""Streams: reads of any size."""

import os
import random
import re

from support import SOURCE, Case, locus, locus_in_reads, records
from test_scan import log

MIB = 1 << 20

RULES = os.path.join(SOURCE, "tests/golden/contexts/text-rules.txt")


def golden_texts():
    """The texts of a file of golden cases, in which {XX} is a byte."""
    with open(RULES, "rb") as file:
        for text in re.findall(rb"^in (.*)$", file.read(), re.MULTILINE):
            yield re.sub(rb"{(..)}", lambda m: bytes([int(m[1], 16)]), text) + b"\n"


# All ends of URLs in prose, and what other contexts have, in one text.
SAMPLE = (b"".join(golden_texts())
          + b"".join(log(seed=1, count=20))
          + b"".join(b"<URL:ftp://h/%d-\r\n  b c>, <a href=\"/\"> <\nhttp://[::\t1]/%d >\n" % (i, i)
                     for i in range(20))
          + b"".join(b'{"u":"http:\\/\\/h\\/%d\\u0026\\u00e9","v":"\\n\\u0068ttp\\u003a//i/%d\\"x"}\n'
                     % (i, i) for i in range(20))
          + b"http://last/\xff")

CONTEXTS = (["-x", "raw"], ["-x", "raw", "--schemes", "http,https"], ["-x", "text"],
            ["-x", "text", "--schemes", "http,mailto:"], ["-x", "raw", "-g", "rfc3986"],
            ["-x", "text", "-g", "rfc1738"], ["-x", "wrapped"],
            ["-x", "wrapped", "-g", "rfc3986", "--schemes", "ftp,http"], ["-x", "json"], ["-x", "json-raw"],
            ["-x", "json", "-g", "rfc3986", "--schemes", "http,ttp"])


class Reads(Case):
    """The result does not depend on the pieces in which the input arrives."""

    def test_every_context(self):
        self.assertLess(len(SAMPLE), 1 << 17)      # see locus_in_reads()
        for context in CONTEXTS:
            one = self.in_each_way([*context, "-o", "json"], SAMPLE, (), reads=(1, 2, 3, 7, 61))
            self.assertGreater(len(records(self.check(one, 0).out)), 30)

    def test_random_reads(self):
        rng = random.Random(2396)
        expected = self.check(locus("scan", "-o", "json", stdin=SAMPLE), 0)
        for _ in range(20):
            places = sorted(rng.sample(range(1, len(SAMPLE)), rng.randrange(1, 400)))
            pieces = [SAMPLE[a:b] for a, b in zip([0, *places], [*places, None])]
            with self.subTest(places=places):
                self.assertEqual(locus_in_reads(pieces, "scan", "-o", "json"), expected)

    def test_two_reads_at_every_place(self):
        data = b"x (http://[::1]:80/a_(b)), 'mailto:a@b' http://i/\xc3\xa9\xef\xbd\x9c."
        expected = b"3:http://[::1]:80/a_(b)\n28:mailto:a@b\n40:http://i/\xc3\xa9\n"
        for at in range(1, len(data)):
            with self.subTest(at=at):
                self.check(locus_in_reads([data[:at], data[at:]], "scan", "-b"), 0, expected)
