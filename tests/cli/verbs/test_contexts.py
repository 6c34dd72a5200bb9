# SPDX-License-Identifier: MIT
"""locus scan -x wrapped, json and json-raw: URLs whose bytes differ from those of the
text."""

import json
import os
import random
import re

from support import SHARED, Case, contents, environment, lines, locus, records, texts

WRAPPED = ["scan", "-x", "wrapped"]
JSON = ["scan", "-x", "json-raw"]
PROSE = ["scan", "-x", "json"]

# RFC 3986, appendix C.
TEXT = b"""\
   Yes, Jim, I found it under "http://www.w3.org/Addressing/",
   but you can probably pick it up from <ftp://foo.example.
   com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
   ietf/uri/historical.html#WARNING>.
"""
URLS = [b"ftp://foo.example.com/rfc/",
        b"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"]


class Wrapped(Case):
    def test_urls(self):
        for options in ([], ["-o", "url"]):
            self.check(locus(*WRAPPED, *options, stdin=TEXT), 0, b"\n".join(URLS) + b"\n")
        self.check(locus(*WRAPPED, stdin=b"http://h/ <p> <a@b.example> <http://i/"), 1, b"")

    def test_places(self):
        """The offset is that of the first byte of the URL, not of its wrapper, prefix or
        white space."""
        data = b"a\n<URL:\n http://h/\n p> x\n<\n\n\nftp://i/>"
        path = self.write("mail", data)
        self.check(locus(*WRAPPED, "-n", "-b", "-H", path), 0,
                   b"%s:3:9:http://h/p\n%s:8:29:ftp://i/\n"
                   % (os.fsencode(path), os.fsencode(path)))
        self.assertEqual([data.index(b"http"), data.index(b"ftp")], [9, 29])
        self.check(locus(*WRAPPED, "-c", stdin=data), 0, b"2\n")

    def test_json(self):
        (first, second) = records(self.check(locus(*WRAPPED, "-o", "json", stdin=TEXT), 0).out)
        self.assertEqual(list(first), ["offset", "line", "span", "input", "grammar",
                                       "host_kind", "port", "parts"])
        for record, url, line in ((first, URLS[0], 2), (second, URLS[1], 3)):
            self.slices(url, record)
            begin = record["offset"]
            span = TEXT[begin:begin + record["span"]]
            self.assertEqual(record["input"].encode(), url)
            self.assertEqual(re.sub(rb"\s", b"", span), url)
            self.assertEqual((TEXT[begin - 1:begin], TEXT[begin + len(span):][:1]), (b"<", b">"))
            self.assertEqual(record["line"], line)
        self.assertEqual(first["port"], 21)
        self.assertEqual(texts(second)["fragment"], "WARNING")

    def test_span_is_there_where_it_differs(self):
        record = self.one_record(*WRAPPED, "-o", "json", stdin=b"<http://h/>")
        self.assertEqual(record["offset"], 1)
        self.assertNotIn("span", record)

    def test_tsv_and_templates(self):
        data = b"<ftp://u@h.ex\n  ample/a%20\tb>"
        self.check(locus(*WRAPPED, "-o", "tsv", "-n", stdin=data), 0,
                   b"line\tscheme\tuser\tpassword\thost\tport\tpath\tquery\tfragment\n"
                   b"1\tftp\tu\t\th.example\t\t/a%20b\t\t\n")
        self.check(locus(*WRAPPED, "--get", "{input} {host} {path:decoded} {offset}", stdin=data),
                   0, b"ftp://u@h.example/a%20b h.example /a b 1\n")

    def test_a_wrapper_over_reads_and_blocks(self):
        """A wrapper of 64 KiB, at the edges of windows (256 KiB) and blocks (512 KiB)."""
        url = b"http://h/" + b"a-\n" * 21000 + b"b"
        expected = re.sub(rb"\s", b"", url)
        self.assertLess(len(url), 65534)
        for edge in (256 << 10, 512 << 10):
            for begin in (edge - 60000, edge - 30000, edge - 4, edge - 1, edge):
                data = b"x" * begin + b"<" + url + b">" + b"y" * 1000 + b"<ftp://h/>"
                for threads in ("1", "2"):
                    with self.subTest(begin=begin, threads=threads):
                        self.check(locus(*WRAPPED, "-n", "-j", threads, stdin=data), 0,
                                   b"1:%s\n%d:ftp://h/\n" % (expected, url.count(b"\n") + 1))

    def test_what_never_closes(self):
        """An open "<" is kept for at most 64 KiB: memory does not grow, and URLs after it
        are found."""
        for never in (b"<http://h/ ", b"<", b"a < b\n"):
            data = never + b"word " * (8 << 20) + b"> <http://i/>"
            for threads in ("1", "3"):
                with self.subTest(never=never, threads=threads):
                    self.check(locus(*WRAPPED, "-j", threads, stdin=data), 0, b"http://i/\n")

    def test_threads_on_lines(self):
        rng = random.Random(1738)
        pieces = [b"<URL:http://h/\n", b"<http://h/", b">", b">\n", b"\n", b" ", b"\n\n", b"word",
                  b'"', b"<a href=\"x\">", b"<ftp://i/x-\r\ny>", b"\x1b", b"<", b"\n> ",
                  b"\n>> ", b"> <ftp://i/\n> x>", b"\n>.\n", b"\r>"]
        for _ in range(20):
            data = b"".join(rng.choice(pieces) for _ in range(3000))
            for arguments in (["-n", "-b"], ["-o", "json"]):
                one = locus(*WRAPPED, *arguments, stdin=data)
                for size in ("1", "7", "100", "4096"):
                    with self.subTest(size=size):
                        self.assertEqual(locus(*WRAPPED, *arguments, "-j4", stdin=data,
                                               env=environment(LOCUS_BLOCK_SIZE=size)), one)

    def test_every_depth(self):
        for depth in (1, 2, 100, 10000):
            marks = b"\n" + b"> " * depth
            data = marks + b"<http://h/a" + marks + b"b" + marks + b">"
            with self.subTest(depth=depth):
                self.check(locus(*WRAPPED, stdin=data + b"\n"), 0, b"http://h/ab\n")
                self.check(locus(*WRAPPED, stdin=data + b" >\n"), 1, b"")

    def test_far_from_a_wrapper(self):
        """A block may end if the last "<" is too far away to matter."""
        for far in (65500, 65520, 65535, 65536, 65537, 70000):
            data = b"x\n<http://h/" + b"\n" * far + b"a> <http://i/>\n" + b"word\n" * 20000
            one = locus(*WRAPPED, "-b", stdin=data)
            for size in ("66000", "100000"):
                with self.subTest(far=far, size=size):
                    self.assertEqual(locus(*WRAPPED, "-b", "-j2", stdin=data,
                                           env=environment(LOCUS_BLOCK_SIZE=size)), one)

    def test_rfc_1738_itself(self):
        """Every <URL:...> of the RFC's text is found, and nothing else."""
        path = self.need(os.path.join(SHARED, "..", "rfc", "rfc1738.txt"))
        data = contents(path)
        expected = [(m.start(1), re.sub(rb"\s", b"", m.group(1)))
                    for m in re.finditer(rb"<URL:([^<>\"]*?)\s*>", data)]
        self.assertGreaterEqual(len(expected), 30)
        result = self.check(locus(*WRAPPED, "-b", path), 0)
        self.assertEqual(lines(result.out), [b"%d:%s" % found for found in expected])


class Json(Case):
    def test_places_and_span(self):
        data = b'{"a":1,\n "u":"\\nhttps:\\/\\/h\\/?a=1\\u0026b=\\u00e9\\"x"}\n'
        path = self.write("a.json", data)
        begin = data.index(b"https")
        span = data[begin:data.index(b'\\"x')]
        self.check(locus(*JSON, "-n", "-b", path), 0,
                   "2:{}:https://h/?a=1&b=\u00e9\n".format(begin).encode())
        record = self.one_record(*JSON, "-o", "json", path)
        self.assertEqual((record["offset"], record["line"], record["span"]),
                         (begin, 2, len(span)))
        self.assertEqual(record["input"], json.loads('"%s"' % span.decode()))
        self.slices(record["input"].encode(), record)
        self.check(locus(*JSON, "--get", "{query} {url}", path), 0,
                   "a=1&b=\u00e9 https://h/?a=1&b=\u00e9\n".encode())
        self.check(locus(*JSON, "-c", path), 0, b"1\n")

    def test_a_url_longer_than_the_window(self):
        url = b"http:\\/\\/h\\/" + b"\\u0061b" * (1 << 17)
        data = b'{"u":"' + url + b'"} "http://i/"'
        expected = b"http://h/" + b"ab" * (1 << 17) + b"\nhttp://i/\n"
        for threads in ("1", "2"):
            self.check(locus(*JSON, "-j", threads, stdin=data), 0, expected)


class JsonText(Case):
    """-x json applies the rules of text to the decoded strings."""

    def test_records(self):
        data = (b'{"a":"see http://example.com/b.",\n "b":"(http:\\/\\/h\\/a_)",\n'
                b' "c":"mongodb://h1:1,h2:2/d."}\n')
        found = records(self.check(locus(*PROSE, "-o", "json", stdin=data), 0).out)
        self.assertEqual([(r["line"], r["input"], r.get("span"), r.get("valid")) for r in found],
                         [(1, "http://example.com/b", None, None),
                          (2, "http://h/a_", 14, None),
                          (3, "mongodb://h1:1,h2:2/d.", None, False)])
        for record in found:
            begin = record["offset"]
            span = data[begin:begin + record.get("span", len(record["input"]))]
            self.assertEqual(json.loads(b'"%s"' % span), record["input"])
        self.assertNotIn("parts", found[2])
        self.assertEqual(found[2]["error"]["offset"], 19)


class Invalid(Case):
    """URLs that are found and invalid."""

    def test_records(self):
        for context in ("raw", "text", "json", "json-raw"):
            with self.subTest(context=context):
                data = b"http://h/ http://user:p@ss@host.example/ http://h:x/\n"
                scan = ["scan", "-x", context]
                found = records(self.check(locus(*scan, "-o", "json", stdin=data), 0).out)
                self.assertEqual([(r["input"], r["offset"], r.get("valid")) for r in found],
                                 [("http://h/", 0, None),
                                  ("http://user:p@ss@host.example/", 10, False),
                                  ("http://h:x/", 41, False)])
                self.assertEqual([r["error"]["offset"] for r in found[1:]], [16, 10])
                self.assertTrue(all("parts" not in r for r in found[1:]))
                self.check(locus(*scan, "--get", "[{host}]", stdin=data), 0, b"[h]\n[]\n[]\n")
                self.check(locus(*scan, "--valid", stdin=data), 0, b"http://h/\n")
                self.check(locus(*scan, "-c", stdin=data), 0, b"3\n")
