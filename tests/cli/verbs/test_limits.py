# SPDX-License-Identifier: MIT
"""scan and top --max-url and --delimiters: URLs that are too long are reported, and all
others are found."""

import gzip
import itertools

from support import Case, built_with, environment, lines, locus, long, memory_of
from test_streams import MIB

K = 1024


def report(name, offset, length, limit):
    return (b"locus: %s: offset %d: URL of %d bytes skipped, more than %d (--max-url)\n"
            % (name, offset, length, limit))


def url(length, head=b"http://h/"):
    return head.ljust(length, b"p")


class MaxUrl(Case):
    def both(self, data, *arguments):
        return self.in_each_way(arguments, data, (1, 2, 5), (5000,))

    def test_many_urls_with_commas_between(self):
        """25.9 MB that are one URL in the grammar."""
        data = b",".join(b"http://h.example/%07d" % i for i in range(10 ** 6))
        folder = self.folder()
        self.write("log", data + b"\n", folder)
        for threads in ("-j1", "-j2"):
            self.check(locus("scan", threads, "log", cwd=folder), 2, b"",
                       report(b"log", 0, len(data), 16 * MIB))
            self.check(locus("scan", threads, "--max-url", "32M", "log", cwd=folder), 0,
                       data + b"\n")

    def test_to_the_byte(self):
        """Limits below and above the size of a block."""
        for limit, context in itertools.product((K, 5 * K, 512 * K - 1, 512 * K, 516 * K, 700 * K),
                                                ("raw", "text", "json")):
            lengths = (limit - 1, limit, limit + 1, limit + 2, 9, limit + 4 * K, 3 * limit)
            data, wanted, errors = b"x ", b"", b""
            for length in lengths:
                if length <= limit:
                    wanted += b"%d:%s\n" % (len(data), url(length))
                else:
                    errors += report(b"standard input", len(data), length, limit)
                data += url(length) + b'"\n '
            with self.subTest(limit=limit, context=context):
                self.check(self.both(data, "-b", "-x", context, "--max-url", b"%d" % limit),
                           2, wanted, errors)

    def test_the_last_of_a_file(self):
        for limit, length in itertools.product((K, 600 * K), (-1, 0, 1, 2, K)):
            text = url(limit + length)
            with self.subTest(limit=limit, length=length):
                wanted = (0, text + b"\n", b"") if length <= 0 else (
                    2, b"", report(b"standard input", 3, len(text), limit))
                self.check(self.both(b"x\n " + text, "--max-url", b"%d" % limit), *wanted)

    def test_bytes_of_the_file_count(self):
        """In JSON and in wrappers, the length in the file counts, not that of the decoded
        URL."""
        text = b'"http:\\/\\/h\\/' + b"\\u0061" * 300 + b'"'
        self.check(self.both(text, "-x", "json", "--max-url", "1K"), 2, b"",
                   report(b"standard input", 1, len(text) - 2, K))
        text = b"<URL:http://h/a" + b"\n " * 600 + b"b>"
        self.check(self.both(text, "-x", "wrapped", "--max-url", "1K"), 2, b"",
                   report(b"standard input", 5, len(text) - 6, K))
        self.check(self.both(text, "-x", "wrapped", "--max-url", "2K"), 0, b"http://h/ab\n")

    def test_what_is_skipped_does_not_count(self):
        data = url(2 * K) + b"\n" + url(10) + b"\n"
        self.check(self.both(data, "-c", "--max-url", "1K"), 2, b"1\n",
                   report(b"standard input", 0, 2 * K, K))
        self.check(locus("top", "--by", "host", "--max-url", "1K", stdin=data), 2, b"1 h\n",
                   report(b"standard input", 0, 2 * K, K))

    def test_compressed(self):
        data = b"x " + url(2 * MIB) + b"\nhttp://last/"
        if not built_with(b"gzip"):
            self.skipTest("locus was built without gzip")
        result = locus("scan", "--max-url", "1M", stdin=gzip.compress(data))
        self.check(result, 2, b"http://last/\n", report(b"standard input", 2, 2 * MIB, MIB))

    def test_ten_of_each_file_are_reported(self):
        folder = self.folder()
        errors = b""
        for name, count in ((b"a", 25), (b"b", 10), (b"c", 11), (b"d", 0)):
            self.write(name, (url(2000) + b"\n") * count + b"http://%s/\n" % name, folder)
            errors += b"".join(report(name, 2001 * i, 2000, K) for i in range(min(count, 10)))
            if count > 10:
                errors += (b"locus: %s: %d more URLs of more than 1024 bytes skipped"
                           b" (--max-url)\n" % (name, count - 10))
        for threads, block in itertools.product(("1", "2", "7"), ("3000", "100000")):
            with self.subTest(threads=threads, block=block):
                result = locus("scan", "-j", threads, "--max-url", "1K", "a", "b", "c", "d",
                               cwd=folder, env=environment(LOCUS_BLOCK_SIZE=block))
                self.check(result, 2, b"http://a/\nhttp://b/\nhttp://c/\nhttp://d/\n", errors)

    def test_sizes(self):
        for size in ("1K", "1024", "2G", "4GB", "4294967294"):
            self.check(locus("scan", "--max-url", size, stdin=b"http://h/"), 0, b"http://h/\n")
        for size in ("1", "1023", "1kB", "4G", "4294967295", "9T"):
            self.usage("scan", "--max-url", size,
                       says=["--max-url: '%s' is out of range (1024 to 4294967294 bytes)" % size])
        for size in ("", "x", "-1", "0", "1.5M", "99999999999999999999999"):
            self.usage("top", "--by", "host", "--max-url", size, says=["--max-url", "invalid size"])
        self.usage("scan", "--max-url", says=["--max-url", "argument"])

    @long
    def test_memory(self):
        """Memory stays below twice the limit, however long the skipped URL is."""
        for limit, most in (("1K", 16), ("64M", 144)):
            status, count, kib = memory_of("put(b'http://h/')\n"
                                           "for _ in range(200): put(b'p' * (1 << 20))\n"
                                           "put(b'\\nhttp://last/\\n')\n",
                                           ["scan", "-j2", "--max-url", limit])
            self.assertEqual((status, count), (2, 1))
            self.assertLess(kib, most * K)

    @long
    def test_the_longest(self):
        """One URL of hundreds of megabytes."""
        status, count, _ = memory_of("put(b'http://h/')\n"
                                     "for _ in range(300): put(b'p' * (1 << 20))\n"
                                     "put(b'\\nhttp://last/\\n')\n",
                                     ["scan", "-b", "--max-url", "4294967294"])
        self.assertEqual((status, count), (0, 2))
        self.assertEqual(len(lines(locus("scan", "--max-url", "100M",
                                         stdin=url(90 * MIB)).out)[0]), 90 * MIB)


class Delimiters(Case):
    def found(self, data, *arguments, context="text"):
        """The URLs of `data` with their offsets."""
        result = self.in_each_way(["-x", context, "-b", *arguments], data, (1, 2, 5), (7, 61))
        self.assertIn(result.status, (0, 1), result.err)
        return lines(result.out)

    def test_many_urls_with_commas_between(self):
        urls = [b"http://h.example/%07d" % i for i in range(10 ** 6)]
        for threads in ("-j1", "-j2"):
            self.check(locus("scan", threads, "--delimiters", ",", stdin=b",".join(urls)), 0,
                       b"".join(url + b"\n" for url in urls))
        self.check(locus("top", "--by", "host", "--delimiters", ",", stdin=b",".join(urls)), 0,
                   b"1000000 h.example\n")
        # In a mapped file each byte is read once, not once for each URL.
        path = self.write("commas", b",".join(urls))
        for threads in ("-j1", "-j2"):
            self.check(locus("scan", threads, "-c", "--delimiters", ",", path), 0,
                       b"1000000\n")

    def test_in_every_context(self):
        for context in ("raw", "text", "json"):
            with self.subTest(context=context):
                self.assertEqual(
                    self.found(b'"http://a/x;b,http://c;d/e,http://f/;" http://g/h;i;"',
                               "--delimiters", ",;", context=context),
                    [b"1:http://a/x", b"14:http://c", b"27:http://f/", b"39:http://g/h"])
        self.assertEqual(self.found(b"<http://a/,http://b/> <http://c/\n;> > <URL:http://d/>\n",
                                    "--delimiters", ",;", context="wrapped"),
                         [b"1:http://a/", b"23:http://c/", b"43:http://d/"])

    def test_how_bytes_are_written(self):
        for set_, byte in (("\\t", b"\t"), ("\\n", b"\n"), ("\\r", b"\r"), ("\\0", b"\0"),
                           ("\\\\", b"\\"), ("\\x2C", b","), ("\\xe9", b"\xe9"), ("'", b"'"),
                           ("\\xff!\\x2a", b"!"), ("\\xff!\\x2a", b"*"), (" ", b" ")):
            with self.subTest(set=set_, byte=byte):
                self.assertEqual(self.found(b"http://h/a" + byte + b"b", "--delimiters", set_,
                                            context="raw"), [b"0:http://h/a"])
        self.assertEqual(self.found(b"http://h/\xc3\xa9!", "--delimiters", "\\xe9",
                                    context="raw"), [b"0:http://h/\xc3\xa9!"])

    def test_usage(self):
        self.usage("scan", "--delimiters", "", says=["--delimiters", "at least"])
        for byte in "aZ09+-.:/":
            for set_ in (byte, ",%s" % byte, "\\x%02x" % ord(byte)):
                self.usage("scan", "--delimiters", set_, says=["'%s' cannot be a delimiter" % byte])
        for escape in ("", "q", "x", "x4", "xg0", "x4g", "x%41"):
            self.usage("top", "--by", "host", "--delimiters", "," + "\\" + escape,
                       says=["--delimiters: unknown escape '\\"])
        self.usage("scan", "--delimiters", "\u3002", says=["--delimiters", "ASCII", "\\xHH"])
        self.usage("scan", "--delimiters", says=["--delimiters", "argument"])
        self.usage("parse", "--delimiters", ",", says=["--delimiters"])
