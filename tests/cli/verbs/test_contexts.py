# SPDX-License-Identifier: MIT
"""locus scan -x wrapped, json and json-raw: URLs whose bytes differ from those of the text, and
where they are in it. tests/golden/contexts has which URLs there are."""

import json
import os
import random
import re

from support import SHARED, Case, contents, lines, locus, records

WRAPPED = ["scan", "-x", "wrapped"]
JSON = ["scan", "-x", "json-raw"]
PROSE = ["scan", "-x", "json"]

class Wrapped(Case):
    def test_places(self):
        """The offset is that of the first byte of the URL, not of its wrapper, prefix or
        white space."""
        data = b"a\n<URL:\n http://h/\n p> x\n<\n\n\nftp://i/>"
        path = os.fsencode(self.write("mail", data))
        self.check(locus(*WRAPPED, "-n", "-b", "-H", path), 0,
                   b"%b:3:9:http://h/p\n%b:8:29:ftp://i/\n" % (path, path))
        self.assertEqual([data.index(b"http"), data.index(b"ftp")], [9, 29])
        self.check(locus(*WRAPPED, "-c", path), 0, b"2\n")

    def test_formats(self):
        """A record has the span where it differs from the length of the URL."""
        data = b"\n<ftp://u@h.ex\n  ample/a%20\tb> <http://h/>"
        first, second = records(self.check(locus(*WRAPPED, "-o", "json", stdin=data), 0).out)
        self.assertEqual(list(first), ["offset", "line", "span", "input", "grammar",
                                       "host_kind", "port", "parts"])
        self.assertEqual((first["offset"], first["line"], first["span"], first["input"]),
                         (2, 2, data.index(b">") - 2, "ftp://u@h.example/a%20b"))
        self.slices(first["input"].encode(), first)
        self.assertEqual((second["offset"], second.get("span")), (data.index(b"http"), None))
        self.check(locus(*WRAPPED, "-o", "tsv", "-n", stdin=data[:-11]), 0,
                   b"line\tscheme\tuser\tpassword\thost\tport\tpath\tquery\tfragment\n"
                   b"2\tftp\tu\t\th.example\t\t/a%20b\t\t\n")
        self.check(locus(*WRAPPED, "--get", "{input} {host} {path:decoded} {offset}",
                         stdin=data[:-11]), 0, b"ftp://u@h.example/a%20b h.example /a b 2\n")

    def test_a_wrapper_over_reads_and_blocks(self):
        """A wrapper of 64 KiB, at the edges of windows (256 KiB) and blocks (512 KiB)."""
        url = b"http://h/" + b"a-\n" * 21000 + b"b"
        self.assertLess(len(url), 65534)
        for edge in (256 << 10, 512 << 10):
            for begin in (edge - 60000, edge - 30000, edge - 4, edge - 1, edge):
                data = b"x" * begin + b"<" + url + b">" + b"y" * 1000 + b"<ftp://h/>"
                self.check(self.in_each_way([*WRAPPED[1:], "-n"], data, (1, 2)), 0,
                           b"1:%s\n%d:ftp://h/\n" % (url.replace(b"\n", b""),
                                                    url.count(b"\n") + 1))

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
                self.in_each_way([*WRAPPED[1:], *arguments], data, (4,), (1, 7, 100, 4096))

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
            self.in_each_way([*WRAPPED[1:], "-b"], data, (2,), (66000, 100000))

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
        self.check(self.in_each_way(JSON[1:], data, (1, 2)), 0, expected)


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
