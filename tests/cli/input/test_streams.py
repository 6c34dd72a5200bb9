# SPDX-License-Identifier: MIT
"""Streams: reads of any size."""

import os
import random
import re

from support import SOURCE, Case, cut, lines, locus, locus_in_reads, locus_in_writes, records
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

    def whole(self, arguments, data):
        result = locus(*arguments, stdin=data)
        self.check(result, 0)
        return result

    def test_small_reads(self):
        self.assertLess(len(SAMPLE), 1 << 17)      # see locus_in_reads()
        for context in CONTEXTS:
            arguments = ["scan", *context, "-o", "json"]
            expected = self.whole(arguments, SAMPLE)
            self.assertGreater(len(records(expected.out)), 30)
            for size in (1, 2, 3, 7, 61):
                with self.subTest(context=context, size=size):
                    self.assertEqual(locus_in_reads(cut(SAMPLE, size), *arguments), expected)

    def test_random_reads(self):
        rng = random.Random(2396)
        arguments = ["scan", "-o", "json"]
        expected = self.whole(arguments, SAMPLE)
        self.assertGreater(len(records(expected.out)), 30)
        for _ in range(20):
            sizes = []
            while sum(sizes) < len(SAMPLE):
                sizes.append(rng.choice((1, 2, rng.randrange(1, 20), rng.randrange(1, 4000))))
            starts = [sum(sizes[:i]) for i in range(len(sizes))]
            pieces = [SAMPLE[at:at + size] for at, size in zip(starts, sizes)]
            with self.subTest(sizes=sizes):
                self.assertEqual(locus_in_reads(pieces, *arguments), expected)

    def test_two_reads_at_every_place(self):
        data = b"x (http://[::1]:80/a_(b)), 'mailto:a@b' http://i/\xc3\xa9\xef\xbd\x9c."
        arguments = ["scan", "-b"]
        expected = self.whole(arguments, data)
        self.assertEqual(lines(expected.out), [b"3:http://[::1]:80/a_(b)", b"28:mailto:a@b",
                                               b"40:http://i/\xc3\xa9"])
        for at in range(1, len(data)):
            with self.subTest(at=at):
                self.assertEqual(locus_in_reads([data[:at], data[at:]], *arguments), expected)

    def test_large_reads_through_a_pipe(self):
        data = b"".join(log(seed=2, count=6000))
        self.assertGreater(len(data), 1 << 19)
        arguments = ["scan", "-x", "raw", "--schemes", "http,https", "-b"]
        expected = b"".join(b"%d:%s\n" % (m.start(), m.group())
                            for m in re.finditer(rb"https?://[^ \"<>\n]+", data))
        for size in (4095, 4096, 65536, len(data)):
            with self.subTest(size=size):
                self.check(locus_in_writes(cut(data, size), *arguments), 0, expected)

    def test_urls_across_every_likely_boundary(self):
        """A URL at each place around the usual sizes of windows, after bytes that do not
        belong to a URL and after bytes that could."""
        url = b"http://u:p@[2001:db8::1]:8080/a_(b)/\xc3\xa9?q=%20#f"
        for filler, name in ((b".", "dots"), (b"\n", "lines"), (b"x://h y: ", "urls")):
            folder = self.folder()
            names, expected = [], []
            for size in (1 << 12, 1 << 16, 1 << 18, 1 << 19):
                for at in range(size - len(url) - 2, size + 3, 3):
                    head = (filler * (at // len(filler) + 1))[:at - 1] + b" "
                    names.append("%07d" % at)
                    self.write(names[-1], head + url + b", and", folder)
                    expected.append(b"%07d:%d:%s" % (at, at, url))
            result = locus("scan", "-H", "-b", "--schemes", "http", *names, cwd=folder)
            with self.subTest(filler=name):
                self.check(result, 0)
                self.assertEqual(lines(result.out), expected)

    def test_lines_are_counted_across_windows(self):
        data = b"".join(b"\n" * (i % 5) + b"x" * 997 + b" http://h/%d " % i
                        for i in range(3000))
        result = self.check(locus("scan", "-n", stdin=data), 0)
        expected = [b"%d:%s" % (data.count(b"\n", 0, m.start()) + 1, m.group())
                    for m in re.finditer(rb"http://h/[0-9]+", data)]
        self.assertEqual(lines(result.out), expected)
