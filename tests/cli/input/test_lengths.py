# SPDX-License-Identifier: MIT
"""URLs and lines of any length."""

import random

from support import Case, cut, lines, locus, long, memory_of, records
from test_streams import MIB


class Lengths(Case):
    def test_urls_of_megabytes(self):
        """Also one after which megabytes do not belong to it, and one with brackets."""
        rows = [(context, b"http://h/" + b"p" * (size - 9), b"") for context in ("raw", "text")
                for size in (300000, 5 * MIB + 1, 15 * MIB)]
        rows += [("text", b"http://h/a", b"." * MIB),
                 ("text", b"http://h/(" + b"p" * MIB + b")", b")")]
        for context, url, tail in rows:
            with self.subTest(context=context, size=len(url), tail=tail[:1]):
                data = b"x(" + url + tail + b" http://i/"
                self.check(locus("scan", "-x", context, "-b", stdin=data), 0,
                           b"2:%b\n%d:http://i/\n" % (url, len(url + tail) + 3))

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
            with self.subTest(length=length):
                self.check(self.in_each_way([], data, (1, 4)), 0, url + b"\n")
                self.check(self.in_each_way(["--get", "{offset} {path}"], data, (1, 4)), 0,
                           b"%d %s\n" % (len(filler), path))
                result = self.check(self.in_each_way(["-o", "json"], data, (1, 4)), 0)
                (record,) = records(result.out)
                self.assertEqual((record["input"], record["offset"], record["span"]),
                                 (url.decode(), len(filler), len(marked)))
                self.slices(url, record)

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
    def test_hundreds_of_megabytes(self):
        """Every URL is found in constant memory, and one that is too long is skipped."""
        for feed, arguments, status, count in (
                # One line of 1 KiB pieces, each with its own URL.
                ("data = (b'x' * 1000 + b' http://h.example:80/path ') * 1024\n"
                 "for _ in range(400): put(data)\n", ["-b", "-n"], 0, 400 * 1024),
                # There is no place at which the input could be divided between threads.
                ("put(b'http://h/ ' * (1 << 18))\n"
                 "for _ in range(400): put(b'x' * (1 << 20))\n"
                 "put(b' http://h/' * (1 << 18))\n", [], 0, 1 << 19),
                # The shortest possible URLs, with the longest output for each.
                ("data = b'a://b\\n' * (1 << 16)\n"
                 "for _ in range(128): put(data)\n", ["-o", "json"], 0, 1 << 23),
                # Enough before the long URL that each thread has allocated its windows.
                ("put(b'http://h/ ' * (1 << 20) + b'http://h/')\n"
                 "for _ in range(400): put(b'x' * (1 << 20))\n"
                 "put(b' http://h/' * (1 << 20))\n", [], 2, 1 << 21)):
            for threads in ("1", "2"):
                with self.subTest(feed=feed, threads=threads):
                    self.assertEqual(self.in_constant_memory(
                        feed, ["scan", "-j", threads, *arguments]), (status, count))

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
