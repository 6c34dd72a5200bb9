# SPDX-License-Identifier: MIT
"""locus scan -x wrapped, json and json-raw: URLs whose bytes differ from those of the
text."""

import json
import os
import random
import re

from support import (SHARED, Case, cut, environment, lines, locus, locus_in_reads, records,
                     texts)

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
        self.check(locus(*WRAPPED, stdin=TEXT), 0, b"\n".join(URLS) + b"\n")
        self.check(locus(*WRAPPED, "-o", "url", stdin=TEXT), 0, b"\n".join(URLS) + b"\n")

    def test_nothing_found(self):
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
        (record,) = records(locus(*WRAPPED, "-o", "json", stdin=b"<http://h/>").out)
        self.assertEqual(record["offset"], 1)
        self.assertNotIn("span", record)

    def test_tsv_and_templates(self):
        data = b"<ftp://u@h.ex\n  ample/a%20\tb>"
        self.check(locus(*WRAPPED, "-o", "tsv", "-n", stdin=data), 0,
                   b"line\tscheme\tuser\tpassword\thost\tport\tpath\tquery\tfragment\n"
                   b"1\tftp\tu\t\th.example\t\t/a%20b\t\t\n")
        self.check(locus(*WRAPPED, "--get", "{input} {host} {path:decoded} {offset}", stdin=data),
                   0, b"ftp://u@h.example/a%20b h.example /a b 1\n")

    def test_schemes(self):
        data = b"<http://h/> <ftp://h/> <x http://h/> <data:,a b> <mailto:a@b>"
        for schemes, expected in [("http", [b"http://h/"]), ("ftp,data:", [b"ftp://h/", b"data:,ab"]),
                                  ("mailto", [b"mailto:a@b"]), ("gopher", [])]:
            with self.subTest(schemes=schemes):
                result = locus(*WRAPPED, "--schemes", schemes, stdin=data)
                self.assertEqual(lines(result.out), expected)
        self.assertEqual(lines(locus(*WRAPPED, stdin=data).out),
                         [b"http://h/", b"ftp://h/", b"xhttp://h/", b"mailto:a@b"])

    def test_every_cut(self):
        data = b"x < \nURL:http://h-\r\n e/\t\xc3\xa9 \n>. <mailto:a@b>\n> > <ftp://i/\n>> p>"
        expected = b"9:http://h-e/\xc3\xa9\n32:mailto:a@b\n49:ftp://i/p\n"
        self.assertEqual([data.index(b"mailto"), data.index(b"ftp")], [32, 49])
        for at in range(1, len(data)):
            with self.subTest(at=at):
                self.check(locus_in_reads([data[:at], data[at:]], *WRAPPED, "-b"), 0, expected)
        for size in (1, 2, 3):
            self.check(locus_in_reads(cut(data, size), *WRAPPED, "-b"), 0, expected)

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

    def test_quoted_lines(self):
        """RFC 3676, section 4.5: URLs are found whole or not at all."""
        quoted = b"> see <URL:http://example.com/a/very/\n> long/path>\n"
        self.check(locus(*WRAPPED, stdin=quoted), 0, b"http://example.com/a/very/long/path\n")
        (record,) = records(locus(*WRAPPED, "-o", "json", stdin=quoted).out)
        self.slices(b"http://example.com/a/very/long/path", record)
        self.assertEqual((record["offset"], record["line"], record["span"]), (11, 1, 38))
        self.check(locus(*WRAPPED, "--get", "{path}", stdin=quoted.replace(b"\n", b"\r\n")), 0,
                   b"/a/very/long/path\n")
        for depths in (b"", b">"), (b">", b""), (b">", b">>"), (b"> >", b">"):
            cut_up = b"%s see <URL:http://example.com/a/very/\n%s long/path>\n" % depths
            with self.subTest(depths=depths):
                self.check(locus(*WRAPPED, stdin=cut_up), 1, b"")
        self.check(locus(*WRAPPED, stdin=b"<URL:http://example.com/a\n>\n"), 0,
                   b"http://example.com/a\n")

    def test_delimiters(self):
        data = b"<http://a/,http://b/> <http://c/\n;> > <URL:http://d/>\n> <http://e\n> /;f\n> >"
        self.check(locus(*WRAPPED, "--delimiters", ",;", stdin=data), 0,
                   b"http://a/\nhttp://c/\nhttp://d/\nhttp://e/\n")
        self.check(locus(*WRAPPED, "--delimiters", r"\n", stdin=b"<\nhttp://h/\na>"), 0,
                   b"http://h/\n")

    def test_an_authority_that_fails(self):
        """A URL whose authority is invalid is found whole, as invalid."""
        data = b"<URL:http://[::1> <http://h1:27,h2:27\n/db> <http://h:>"
        (first, second, _) = records(self.check(locus(*WRAPPED, "-o", "json", stdin=data), 0).out)
        self.assertEqual((first["input"], first["valid"]), ("http://[::1", False))
        self.assertEqual((second["input"], second["valid"]), ("http://h1:27,h2:27/db", False))
        self.assertEqual((first["offset"], second["offset"], second["span"]), (5, 19, 22))

    def test_every_depth(self):
        for depth in (1, 2, 100, 10000):
            marks = b"\n" + b"> " * depth
            data = marks + b"<http://h/a" + marks + b"b" + marks + b">"
            with self.subTest(depth=depth):
                self.check(locus(*WRAPPED, stdin=data + b"\n"), 0, b"http://h/ab\n")
                self.check(locus(*WRAPPED, stdin=data + b" >\n"), 1, b"")

    def test_quoted_mail_over_blocks(self):
        """A line is quoted whichever block contains it, and a broken URL is not half
        found."""
        data = b"".join(b"> see <URL:http://example.com/%d/\n> b> or\n" % i for i in range(3000))
        expected = b"".join(b"http://example.com/%d/b\n" % i for i in range(3000))
        broken = data.replace(b"\n> b", b"\n>> b")
        for size in ("1", "64", "1000", "65536", "200000"):
            with self.subTest(size=size):
                env = environment(LOCUS_BLOCK_SIZE=size)
                self.check(locus(*WRAPPED, "-j3", stdin=data, env=env), 0, expected)
                self.check(locus(*WRAPPED, "-j3", stdin=broken, env=env), 1, b"")

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
        with open(path, "rb") as file:
            data = file.read()
        expected = [(m.start(1), re.sub(rb"\s", b"", m.group(1)))
                    for m in re.finditer(rb"<URL:([^<>\"]*?)\s*>", data)]
        self.assertGreaterEqual(len(expected), 30)
        result = self.check(locus(*WRAPPED, "-b", path), 0)
        self.assertEqual(lines(result.out), [b"%d:%s" % found for found in expected])


class Json(Case):
    def test_solidus(self):
        """URLs that linkify and xurls do not find."""
        self.check(locus(*JSON, stdin=b'{"u":"http:\\/\\/host\\/p"}'), 0, b"http://host/p\n")

    def test_places_and_span(self):
        data = b'{"a":1,\n "u":"\\nhttps:\\/\\/h\\/?a=1\\u0026b=\\u00e9\\"x"}\n'
        path = self.write("a.json", data)
        begin = data.index(b"https")
        span = data[begin:data.index(b'\\"x')]
        self.check(locus(*JSON, "-n", "-b", path), 0,
                   "2:{}:https://h/?a=1&b=\u00e9\n".format(begin).encode())
        (record,) = records(locus(*JSON, "-o", "json", path).out)
        self.assertEqual((record["offset"], record["line"], record["span"]),
                         (begin, 2, len(span)))
        self.assertEqual(record["input"], json.loads('"%s"' % span.decode()))
        self.slices(record["input"].encode(), record)
        self.check(locus(*JSON, "--get", "{query} {url}", path), 0,
                   "a=1&b=\u00e9 https://h/?a=1&b=\u00e9\n".encode())
        self.check(locus(*JSON, "-c", path), 0, b"1\n")

    def test_against_json(self):
        """However a JSON writer escapes a URL, it is found as a JSON reader would decode
        it."""
        rng = random.Random(8259)
        urls = ["http://u:p@h.example:8080/a/b;c?d=e&f='g'#h", "https://b\u00fccher.example/\u20ac",
                "ftp://[::1]/\U0001f600/<", "mailto:a@b.example", "http://h/\"", "x+y://h/\\a\\",
                "http://h/a b", "http://h/\tb", "http://h/\x7f", "urn:a:b"]
        def escape(c):
            if c in '"\\' or ord(c) < 32 or rng.random() < 0.3:
                if c in '"\\/' and rng.random() < 0.7:
                    return "\\" + c
                units = c.encode("utf-16-be")
                return "".join("\\u%04x" % int.from_bytes(units[i:i + 2], "big")
                               for i in range(0, len(units), 2))
            return c
        out, expected = [], []
        for i in range(2000):
            url = rng.choice(urls)
            before = rng.choice(["", "see ", "\n", "(", "<"])
            line = '{"n": %d, "url": "%s"}' % (i, "".join(map(escape, before + url)))
            self.assertEqual(json.loads(line)["url"], before + url)
            out.append(line + "\n")
            expected.append(re.match("[^ \"<\t\x7f]+", url).group())
        data = "".join(out).encode()
        for arguments in ([], ["-j3"]):
            result = self.check(locus(*JSON, *arguments, stdin=data), 0)
            self.assertEqual(result.out.decode().split("\n")[:-1], expected)

    def test_schemes(self):
        data = b'"xhttp:\\/\\/a" "ftp://b" "data:,c" "mailto:d"'
        for schemes, expected in [("http", [b"http://a"]), ("data:", [b"data:,c"]),
                                  ("mailto,ftp", [b"ftp://b", b"mailto:d"])]:
            with self.subTest(schemes=schemes):
                result = self.check(locus(*JSON, "--schemes", schemes, stdin=data), 0)
                self.assertEqual(lines(result.out), expected)

    def test_every_cut(self):
        data = (b'{"u":"\\u0068ttp\\u003a\\/\\u002fh\\/\\ud83d\\ude00?a\\u0026b\\\\","v":'
                b'"mail\\u0074o:a@b"}')
        expected = "6:http://h/\U0001f600?a&b\\\n62:mailto:a@b\n".encode()
        self.assertEqual(data.index(b"mail"), 62)
        for at in range(1, len(data)):
            with self.subTest(at=at):
                self.check(locus_in_reads([data[:at], data[at:]], *JSON, "-b"), 0, expected)
        for size in (1, 2, 5, 6, 7):
            self.check(locus_in_reads(cut(data, size), *JSON, "-b"), 0, expected)

    def test_a_url_longer_than_the_window(self):
        url = b"http:\\/\\/h\\/" + b"\\u0061b" * (1 << 17)
        data = b'{"u":"' + url + b'"} "http://i/"'
        expected = b"http://h/" + b"ab" * (1 << 17) + b"\nhttp://i/\n"
        for threads in ("1", "2"):
            self.check(locus(*JSON, "-j", threads, stdin=data), 0, expected)

    def test_as_raw_where_nothing_is_escaped(self):
        path = self.need(os.path.join(SHARED, "access-combined.log"))
        raw = self.check(locus("scan", "-x", "raw", "-b", path), 0)
        with open(path, "rb") as file:
            if b"\\" not in file.read():
                self.check(locus(*JSON, "-b", path), 0, raw.out)


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

    def test_strings_are_texts(self):
        """A scan of a string finds the same as a scan of the decoded text."""
        rng = random.Random(10)
        tokens = ["http://", "https://", "mailto:", "ftp://", "h", "h.example/a", "/b_", "(", ")",
                  "\u201c", "\u201d", "'", " ", " ", ".", ",", "\u3002", "\u300c", "\u300d", "\\n",
                  "\\", "&quot;", "'s", "\u2026", "_", "2019", "x", ":8", "@", "|", "?q", "/"]
        strings = ["x " + "".join(rng.choice(tokens) for _ in range(12)) + " x"
                   for _ in range(2000)]
        expected = self.check(locus("scan", "-x", "text", "-n",
                                    stdin="\n".join(strings).encode()), 0).out
        for ascii_only in (True, False):
            data = "\n".join(json.dumps(s, ensure_ascii=ascii_only).replace("/", "\\/")
                             for s in strings)
            self.check(locus(*PROSE, "-n", stdin=data.encode()), 0, expected)


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

    def test_sequences(self):
        data = b"\x1b[36mhttp://localhost:\x1b[1m5173\x1b[22m/\x1b[39m\n"
        (record,) = records(self.check(locus("scan", "-o", "json", stdin=data), 0).out)
        self.assertEqual((record["offset"], record["span"], record["input"]),
                         (5, 31, "http://localhost:5173/"))
        self.check(locus("scan", stdin=data), 0, b"http://localhost:5173/\n")
