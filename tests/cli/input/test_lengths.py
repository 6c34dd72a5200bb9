# SPDX-License-Identifier: MIT
"""URLs and lines of any length."""

import random

from support import Case, cut, lines, locus, long, memory_of, records
from test_streams import MIB


class Lengths(Case):
    def test_urls_of_megabytes(self):
        for context in ("raw", "text"):
            for size in (300000, 5 * MIB + 1, 15 * MIB):
                url = b"http://h/" + b"p" * (size - 9)
                with self.subTest(context=context, size=size):
                    self.check(locus("scan", "-x", context, "-b",
                                     stdin=b"x\n" + url + b" http://i/\n"), 0,
                               b"2:" + url + b"\n%d:http://i/\n" % (size + 3))

    def test_control_sequences_in_a_long_url(self):
        """URLs that take up more bytes in the input than when written."""
        rng = random.Random(48)
        # A file as long as a block is mapped.
        filler = b"x\n" * (1 << 18)
        for length in (4000, 4090, 4097, 10000, 600000):
            host = b"http://h.example"
            path = b"/" + b"p" * (length - len(host) - 1)
            pieces = cut(path, length // 20)
            marked = host + b"".join(rng.choice((b"\x1b[31m", b"\x1b[m", b"\x1b[K", b"\x1b[1;4m"))
                                     + piece for piece in pieces)
            url = host + path
            data = filler + marked + b" a\n" + filler
            file = self.write("log", data)
            for threads in ("-j1", "-j4"):
                with self.subTest(length=length, threads=threads):
                    for stdin in (data, b""):
                        operands = [] if stdin else [file]
                        self.check(locus("scan", threads, *operands, stdin=stdin), 0, url + b"\n")
                        self.check(locus("scan", threads, "--get", "{offset} {path}", *operands,
                                         stdin=stdin), 0, b"%d %s\n" % (len(filler), path))
                        result = self.check(locus("scan", threads, "-o", "json", *operands,
                                                  stdin=stdin), 0)
                        (record,) = records(result.out)
                        self.assertEqual((record["input"], record["offset"], record["span"]),
                                         (url.decode(), len(filler), len(marked)))
                        self.slices(url, record)

    def test_a_url_of_megabytes_is_trimmed(self):
        tail = b"." * MIB
        self.check(locus("scan", "-b", stdin=b"http://h/a" + tail + b" http://i/"), 0,
                   b"0:http://h/a\n%d:http://i/\n" % (MIB + 11))

    def test_megabytes_inside_brackets(self):
        url = b"http://h/(" + b"p" * MIB + b")"
        self.check(locus("scan", stdin=b"(" + url + b")"), 0, url + b"\n")

    def test_a_url_that_is_too_long(self):
        """The URL is reported and never truncated; the URLs around it are found."""
        for context in ("raw", "text"):
            data = (b"http://first/ http://long/" + b"p" * (17 * MIB)
                    + b" http://second/\nhttp://third/")
            folder = self.folder()
            self.write("log", data, folder)
            at = data.index(b"http://second/")
            with self.subTest(context=context):
                result = locus("scan", "-x", context, "-n", "-b", "log", cwd=folder)
                self.check(result, 2,
                           b"1:0:http://first/\n1:%d:http://second/\n2:%d:http://third/\n"
                           % (at, at + 15),
                           b"locus: log: offset 14: URL of %d bytes skipped, more than 16777216"
                           b" (--max-url)\n" % (17 * MIB + 12))

    def test_the_longest_url(self):
        """The limit is the same in a mapped file and from a pipe: the bytes that show where
        the URL ends count towards the 16 MiB."""
        folder = self.folder()
        for size in (16 * MIB - 1, 16 * MIB, 16 * MIB + 1, 16 * MIB + 2):
            for rest in (b" http://last/\n", b""):
                data = b"x\n" * 50000 + b"http://h/".ljust(size, b"p") + rest
                wanted = [size] * (size <= 16 * MIB) + [12] * (rest != b"")
                self.write("log", data, folder)
                for arguments, stdin in ((["log"], b""), (["-j2", "log"], b""), (["-"], data)):
                    with self.subTest(size=size, rest=rest, arguments=arguments):
                        result = locus("scan", "-x", "raw", *arguments, stdin=stdin, cwd=folder)
                        self.assertEqual([len(line) for line in lines(result.out)], wanted)
                        self.assertEqual(result.status, 0 if size in wanted else 2, result.err)

    def test_where_grammar_and_prose_never_agree(self):
        """A URL of RFC 1630 may end only after a ";", but no URL in prose ends there: half
        a million times, each machine finds its longest prefix within the other's."""
        self.check(locus("scan", "-g", "rfc1630",
                         stdin=b"wais://h/d/t/" + b"1=a;" * 500000), 0, b"wais://h/d\n")

    def test_a_url_that_is_too_long_is_all_there_is(self):
        result = locus("scan", stdin=b"http://long/" + b"p" * (40 * MIB))
        self.check(result, 2, b"", err=None)
        self.assertEqual(result.err, b"locus: standard input: offset 0: URL of %d bytes skipped,"
                                     b" more than 16777216 (--max-url)\n" % (40 * MIB + 12))

    def test_long_schemes(self):
        """The library's limit: LOCUS_MAX_SCHEME."""
        self.check(locus("scan", stdin=b"x " + b"a" * 255 + b"://h/"), 0,
                   b"a" * 255 + b"://h/\n")
        self.check(locus("scan", stdin=b"x " + b"a" * 256 + b"://h/"), 1, b"")
        run = b"a" * 300000
        self.check(locus("scan", "-x", "raw", "--schemes", "http", "-b",
                         stdin=run + b"http://h/ "), 0, b"300000:http://h/\n")
        self.check(locus("scan", "--schemes", "http", "-b", stdin=run + b"http://h/ "), 0,
                   b"300000:http://h/\n")
        self.check(locus("scan", "--schemes", "ws", stdin=run + b"ws://h/ "), 1, b"")
        self.check(locus("scan", stdin=run + b"://h/ http://h/"), 0, b"http://h/\n")

    def test_what_looks_like_urls_for_megabytes(self):
        """A URL is found whole or not at all. A quadratic algorithm would not finish."""
        for data, arguments, count in [
                (b":" * MIB, [], 0),
                (b":/" * MIB, [], 0),
                (b"://" * MIB, [], 0),
                (b"a:" * MIB, [], 0),
                (b"a" * (4 * MIB), [], 0),
                (b"http:" * MIB, [], 0),
                (b"mailto:" + b" mailto:" * MIB, [], 0),
                (b"http:// " * MIB, [], 0),
                (b"http://h/ " * MIB, [], MIB),
                (b"http://h/" + b"(" * MIB, [], 1),
                (b"http://h/" + b"'" * (2 * MIB + 1), [], 1),
                (b"http://h/" + b".x" * MIB, [], 1),
                (b"http://" * MIB, ["-x", "raw"], 1),
                (b"\xff" * MIB, [], 0),
                (b"\0" * MIB, [], 0),
                (b"\n" * MIB, ["-n"], 0),
        ]:
            with self.subTest(data=data[:16], arguments=arguments):
                result = locus("scan", "-c", *arguments, stdin=data)
                self.check(result, 0 if count else 1, b"%d\n" % count)

    @long
    def test_a_line_of_hundreds_of_megabytes(self):
        """Every URL in a line of 400 MiB is found, in constant memory."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    # 400 MiB of 1 KiB pieces, each with its own URL.
                    "piece = b'x' * 1000 + b' http://h.example:80/path '\n"
                    "data = piece * 1024\n"
                    "for _ in range(400): put(data)\n",
                    ["scan", "-j", threads, "-b", "-n"]), (0, 400 * 1024))

    @long
    def test_a_token_of_hundreds_of_megabytes(self):
        """There is no place at which the input could be divided between threads."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    "data = b'x' * (1 << 20)\n"
                    "put(b'http://h/ ' * (1 << 18))\n"
                    "for _ in range(400): put(data)\n"
                    "put(b' http://h/' * (1 << 18))\n",
                    ["scan", "-j", threads]), (0, 1 << 19))

    @long
    def test_gigabytes_of_output(self):
        """The shortest possible URLs, with the longest output for each."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    "data = b'a://b\\n' * (1 << 16)\n"
                    "for _ in range(128): put(data)\n",
                    ["scan", "-j", threads, "-o", "json"]), (0, 1 << 23))

    @long
    def test_a_url_of_hundreds_of_megabytes(self):
        """A URL longer than the limit is skipped, in constant memory."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    # Enough before it that each thread has allocated its windows.
                    "put(b'http://h/ ' * (1 << 20))\n"
                    "put(b'http://h/')\n"
                    "data = b'x' * (1 << 20)\n"
                    "for _ in range(400): put(data)\n"
                    "put(b' http://h/' * (1 << 20))\n",
                    ["scan", "-j", threads]), (2, 1 << 21))

    @long
    def test_the_longest_url_of_a_file(self):
        """Memory includes the mapped part of the file and the copy of the URL."""
        path = self.write("log", b"x\n" * 50000 + b"http://h/".ljust(16 * MIB - 1, b"p")
                          + b"\nhttp://last/\n")
        for arguments in ([], ["-n"], ["-o", "json"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.in_constant_memory(
                    "", ["scan", "-x", "raw", *arguments, path]), (0, 2))

    def in_constant_memory(self, feed, arguments):
        """(status, lines printed) of the command, after checking its memory use."""
        status, count, kib = memory_of(feed, arguments)
        self.assertLess(kib, 32 * 1024)
        return status, count
