# SPDX-License-Identifier: MIT
"""Byte order marks: UTF-16 is read, the mark of UTF-8 is skipped, and offsets count the
bytes in the file."""

import codecs
import random

from support import CALLS, Case, cut, environment, lines, locus, locus_in_reads, records, texts

LE, BE, UTF8 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF8
KINDS = ((LE, "utf-16-le"), (BE, "utf-16-be"))

# One to three bytes in UTF-8 for two in UTF-16, and four for four.
TEXT = ("one http://a.example/1\r\nзwei http://b.example/ü?q=€ und \U0001f600\n"
        "\n\U00010000\U0010ffff http://c.example/\U0001f600#f http://d.example/\n")
URLS = ["http://a.example/1", "http://b.example/ü?q=€", "http://c.example/\U0001f600#f",
        "http://d.example/"]


def wanted(text, urls, encoding, mark):
    """(offset, length, line) of each URL in the file, as Python encodes it."""
    at = 0
    for url in urls:
        at = text.index(url, at)
        yield (len(mark) + len(text[:at].encode(encoding)), len(url.encode(encoding)),
               text.count("\n", 0, at) + 1)
        at += len(url)


class Utf16(Case):
    def each(self, text, urls, *arguments, **ways):
        """Scans in both byte orders, in each way."""
        for mark, encoding in KINDS:
            data = mark + text.encode(encoding, "surrogatepass")
            result = self.in_each_way(["-o", "json", *arguments], data, (2, 5), **ways)
            found = records(self.check(result, 0).out)
            self.assertEqual([(r["input"], r["offset"], r["span"], r["line"]) for r in found],
                             [(url, *place) for url, place in
                              zip(urls, wanted(text, urls, encoding, mark), strict=True)])
            for record in found:
                self.assertNotIn("lossy", record)
                self.slices(record["input"].encode(), record)

    def test_places(self):
        """No character is split, whatever the size of a block or a read."""
        self.each(TEXT, URLS, sizes=(1, 2, 3, 7, 50), reads=(1, 2, 3, 5))

    def test_much(self):
        dice = random.Random(16)
        urls, text = [], []
        for i in range(4000):
            urls.append("http://h%d.example/%s" % (i, "".join(dice.choices("aü€\U0001f600", k=9))))
            text.append("%s %s%s" % ("".join(dice.choices("aü€\U0001f600", k=20)), urls[-1],
                                     dice.choice((" ", "\n"))))
        self.each("".join(text), urls, "-x", "raw")

    def test_a_url_longer_than_a_block(self):
        url = "http://h/" + "a€\U0001f600" * 200000
        self.each("x\n " + url + "\nhttp://h/2", [url, "http://h/2"], "-x", "raw")

    def test_the_prefixes(self):
        for mark, encoding in KINDS:
            data = mark + TEXT.encode(encoding)
            places = list(wanted(TEXT, URLS, encoding, mark))
            self.check(locus("scan", "-bn", stdin=data), 0,
                       b"".join(b"%d:%d:%s\n" % (line, offset, url.encode())
                                for (offset, _, line), url in zip(places, URLS)))
            self.check(locus("scan", "--get", "{line} {offset} {path}", stdin=data), 0,
                       b"".join(b"%d %d /%s\n" % (line, offset, url.partition("ample/")[2]
                                                  .partition("?")[0].partition("#")[0].encode())
                                for (offset, _, line), url in zip(places, URLS)))

    def test_escapes(self):
        """`input` is the URL without what the context removes; `span` counts the bytes in
        the file."""
        escaped = '{"a": "http:\\/\\/h\\/\u20ac\\u00e9x"}'
        for mark, encoding in KINDS:
            for arguments in ([], ["-j2"]):
                result = locus("scan", "-x", "json", "-o", "json", *arguments,
                               stdin=mark + escaped.encode(encoding))
                (record,) = records(result.out)
                self.assertEqual(record["input"], "http://h/\u20ac\u00e9x")
                self.assertEqual(record["offset"], 2 + 2 * len('{"a": "'))
                self.assertEqual(record["span"], 2 * len('http:\\/\\/h\\/\u20ac\\u00e9x'))
            result = locus("scan", "-x", "wrapped", "-o", "json",
                           stdin=mark + "x <URL:http://h/\u20ac\n  b> y".encode(encoding))
            (record,) = records(result.out)
            self.assertEqual(record["input"], "http://h/\u20acb")
            self.assertEqual(record["span"], 2 * len("http://h/\u20ac\n  b"))

    def test_lone_surrogates(self):
        """Each becomes U+FFFD, offsets stay exact, and the first one in a file is
        reported."""
        for mark, encoding in KINDS:
            for lone in ("\ud800", "\udfff", "\ud800\ud800", "\udc00\ud800"):
                for before in ("\ud83d", "\U0001f600", "xx"):
                    text = "%s http://h/%sx http://h/2" % (before, lone)
                    data = mark + text.encode(encoding, "surrogatepass")
                    at = [2 + len(text[:text.index(url)].encode(encoding, "surrogatepass"))
                          for url in ("http://h/", "http://h/2")]
                    first_lone = 2 if before == "\ud83d" else at[0] + 2 * len("http://h/")
                    for size in (len(data), 1):
                        result = locus_in_reads(cut(data, size), "scan", "-o", "json", "-x", "raw")
                        self.check(result, 0, err=b"locus: standard input: warning: offset %d:"
                                   b" unpaired surrogate; it and any others are read as"
                                   b" U+FFFD\n" % first_lone)
                        first, second = records(result.out)
                        self.assertEqual(first["input"], "http://h/" + len(lone) * "\ufffd" + "x")
                        self.assertEqual((first["offset"], first["span"]),
                                         (at[0], 2 * (10 + len(lone))))
                        self.assertEqual(second["offset"], at[1])
                        self.assertNotIn("lossy", first)

    def test_lone_surrogates_in_files(self):
        """Each file has its warning, after the URLs found in it, in whatever order the
        threads run."""
        folder = self.folder()
        names, expected = [], b""
        for i, (mark, encoding) in enumerate(KINDS * 3):
            text = "é http://h/%d " % i + "y\n" * (1000 * i) + "\ud900 " * (i % 3)
            names.append(self.write("%d" % i, mark + text.encode(encoding, "surrogatepass"), folder))
            if i % 3:
                expected += (b"locus: %s: warning: offset %d: unpaired surrogate; it and any"
                             b" others are read as U+FFFD\n"
                             % (names[-1].encode(), 2 + 2 * text.index("\ud900")))
        for arguments in (["-j1"], ["-j4"]):
            for env in (None, environment(LOCUS_BLOCK_SIZE="300")):
                self.check(locus("scan", *arguments, *names, env=env), 0,
                           b"".join(b"http://h/%d\n" % i for i in range(6)), expected)

    def test_lone_surrogates_in_lines(self):
        for mark, encoding in KINDS:
            data = mark + "http://h/\ud800\nhttp://h/\udc00\n".encode(encoding, "surrogatepass")
            for verb, status, out in (
                    (["parse", "-g", "web", "--get", "{path}"], 0, 2 * b"/\xef\xbf\xbd\n"),
                    (["normalize", "-g", "web"], 0, 2 * b"http://h/\xef\xbf\xbd\n"),
                    (["compare", "-g", "web", "-", "http://h/\ufffd"], 0, b"")):
                for size in (1, len(data)):
                    result = locus_in_reads(cut(data, size), *verb)
                    self.check(result, status, out, b"locus: standard input: warning: offset 20:"
                               b" unpaired surrogate; it and any others are read as U+FFFD\n")

    def test_the_end_within_a_character(self):
        """URLs before it are found; then there is an error."""
        for mark, encoding in KINDS:
            data = mark + "http://h/ x".encode(encoding)
            for size in (1, len(data) + 9):
                result = locus_in_reads(cut(data + b"y", size), "scan")
                self.check(result, 2, b"http://h/\n", b"locus: standard input: the UTF-16 text ends"
                           b" in the middle of a code unit\n")
                result = locus_in_reads(cut(data + "\ud800".encode(encoding, "surrogatepass"), size),
                                        "scan")
                self.check(result, 0, b"http://h/\n", b"locus: standard input: warning: offset %d:"
                           b" unpaired surrogate; it and any others are read as U+FFFD\n"
                           % len(data))

    def test_several_files(self):
        folder = self.folder()
        names = [self.write("le", LE + TEXT.encode("utf-16-le"), folder),
                 self.write("utf8", TEXT.encode(), folder),
                 self.write("be", BE + TEXT.encode("utf-16-be"), folder),
                 self.write("odd", LE + b"x", folder),
                 self.write("mark", UTF8 + TEXT.encode(), folder)]
        urls = [url.encode() for url in URLS]
        for threads in ("-j1", "-j3"):
            result = locus("scan", threads, *names)
            self.assertEqual(result.status, 2)
            self.assertEqual(result.err.count(b"\n"), 1)
            self.assertEqual(lines(result.out), urls * 4)

    def test_nothing_but_a_mark(self):
        for mark in (LE, BE, UTF8):
            self.check(locus("scan", stdin=mark), 1, b"")
            self.check(locus("parse", stdin=mark), 0, b"")

    def test_top(self):
        for mark, encoding in KINDS:
            self.check(locus("top", "--by", "host", stdin=mark + (TEXT * 2).encode(encoding)), 0,
                       b"2 a.example\n2 b.example\n2 c.example\n2 d.example\n")


class Utf8(Case):
    def test_offsets_count_the_mark(self):
        large = b"x" * 70 + b"\nhttp://h/2 \n" * 200000
        for data in (UTF8 + b"http://h/1\nhttp://h/2", UTF8 + b"http://h/1 " + large):
            path = self.write("log", data)
            for arguments in (["-j1", path], ["-j3", path], ["-"]):
                result = locus("scan", "-bn", *arguments, stdin=data if "-" in arguments else b"")
                first, *_, last = lines(self.check(result, 0).out)
                self.assertEqual(first, b"1:3:http://h/1")
                self.assertEqual(int(last.split(b":")[1]), data.rindex(b"http://h/2"))

    def test_only_at_the_beginning(self):
        data = b"x" + UTF8 + b"http://h/"
        self.check(locus("scan", "-b", stdin=data), 0, b"4:http://h/\n")

    def test_json_has_no_span(self):
        record = self.one_record("scan", "-o", "json", stdin=UTF8 + b"http://h/")
        self.assertEqual(record["offset"], 3)
        self.assertNotIn("span", record)

    def test_a_prefix_of_a_mark(self):
        for data in (b"\xef\xbb", b"\xef", b"\xff", b"\xfe", b"\xff\xfd", b"\0\0\xfe"):
            for pieces in (1, 9):
                result = locus_in_reads(cut(data + b" http://h/", pieces), "scan", "-b")
                self.check(result, 0, b"%d:http://h/\n" % (len(data) + 1))
            self.check(locus("scan", stdin=data), 1, b"")


class Utf32(Case):
    def test_is_refused(self):
        for mark, encoding in ((codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be")):
            data = mark + "http://h/".encode(encoding)
            for verb in (["scan"], ["scan", "-j2"], ["top", "--by", "host"], ["parse"]):
                result = locus(*verb, stdin=data)
                self.check(result, 2, b"", b"locus: standard input: UTF-32, which locus cannot"
                           b" read (try iconv -t UTF-8)\n")
        self.check(locus("scan", stdin=LE + b"\0"), 2, b"", err=None)


class Lines(Case):
    """The verbs that read lines treat standard input in the same way."""

    def test_parse(self):
        urls = ["http://a/1", "http://b/ü", "x", "http://c/"]
        text = "\r\n".join(urls) + "\r\n"
        expected = [("http", "a", "/1"), ("http", "b", "/ü"), None, ("http", "c", "/")]
        for data in (text.encode(), UTF8 + text.encode(),
                     *(mark + text.encode(e) for mark, e in KINDS)):
            for pieces in (1, 2, 3, 7, 1 << 20):
                result = locus_in_reads(cut(data, pieces), "parse", "-g", "web", "-o", "json")
                found = records(self.check(result, 1).out)
                self.assertEqual([r["input"] for r in found], urls)
                self.assertEqual([tuple(texts(r)[p] for p in ("scheme", "host", "path"))
                                  if r["valid"] else None for r in found], expected)

    def test_the_other_verbs(self):
        for mark, encoding in (*KINDS, (UTF8, "utf-8")):
            data = mark + "http://h/a/../%41\n".encode(encoding)
            self.check(locus("normalize", stdin=data), 0, b"http://h/A\n")
            self.check(locus("resolve", "http://x/", stdin=data), 0, b"http://h/%41\n")
            self.check(locus("edit", "--remove", "path", stdin=data), 0, b"http://h\n")
            self.check(locus("decode", stdin=data), 0, b"http://h/a/../A\n", err=None)
            self.check(locus("encode", "--keep", "--part", "any", stdin=data), 0,
                       b"http%3A%2F%2Fh%2Fa%2F..%2F%41\n")
            self.check(locus("compare", "-", "http://h/A", stdin=data), 0, b"")

    def test_with_null_it_is_bytes(self):
        """No editor writes a list that ends items with NUL, so with -0 bytes are read as
        they are."""
        for mark in (UTF8, LE, BE):
            self.check(locus("encode", "-0", stdin=mark + b"a\0"), 0,
                       b"".join(b"%%%02X" % byte for byte in mark) + b"a\n")


class Evident(Case):
    """UTF-16 without a mark gives a warning; the exit status depends on what was found."""

    def test_a_warning(self):
        for text in ("http://h/1\n", TEXT, "請看 http://zh.example/abc 再看\r\n" * 100):
            for _, encoding in KINDS:
                data = text.encode(encoding)
                path = self.write("log", data)
                for arguments in ([path], ["-j2", path], []):
                    result = locus("scan", *arguments, stdin=data if not arguments else b"")
                    self.check(result, 1, b"", err=None)
                    self.assertRegex(result.err, b"\\Alocus: %s: warning: [^\n]*%s[^\n]*\n\\Z" % (
                        arguments[-1].encode() if arguments else b"standard input",
                        encoding.upper().replace("-LE", "LE").replace("-BE", "BE").encode()))
                self.assertEqual(locus_in_reads(cut(data[:400], 1), "scan").err.count(b"warning"), 1)
                for verb in (*CALLS.values(), ["compare", "-", "-"]):
                    with self.subTest(verb=verb):
                        err = locus(*verb, stdin=data).err
                        self.assertEqual(err.count(b": warning: this looks"), 1)

    def test_none(self):
        for data in (b"http://h/", b"", b"h\0", b"\0\0\0\0\0\0\0\0", bytes(range(256)),
                     b"http://h/\0http://g/\0", "日本語 http://h/".encode(), LE + b"h\0t\0t\0p\0",
                     b"\1\0\2\0\3\0\4\0\5\0\6\0", "日本語日本語日本語".encode("utf-16-le"),
                     b"http://u:pB\0\0\xfb!\0\0--mail\0a\nb\0ftp://u@h",
                     "http://h/".encode("utf-32-le")):
            with self.subTest(data=data):
                self.assertEqual(locus("scan", stdin=data).err, b"")

    def test_the_status_stays(self):
        folder = self.folder()
        names = [self.write("a", b"http://h/", folder), self.write("b", "http://h/".encode("utf-16-le"), folder)]
        self.check(locus("scan", *names), 0, b"http://h/\n", err=None)
