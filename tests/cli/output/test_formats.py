# SPDX-License-Identifier: MIT
"""The formats of records: json, tsv, url, --get, and the human-readable view."""

import json
import os
import pty
import random
import re
import subprocess
import unittest
import urllib.parse

from support import (EMULATOR, GENERIC, TIMEOUT, TSV_HEADER, Case, all_of_terminal, decode,
                     environment, lines, locus, on_terminal, records, start, texts)

NO_LOCALES = "an emulated libc finds locales in this machine's order of bytes"

NO_PARTS = b"\t" * (len(GENERIC) - 1) + b"\n"


class Json(Case):
    def test_the_readme_s_example(self):
        self.check(locus("parse", "-g", "rfc1738", "-o", "json",
                         "ftp://foo:@host.com/a%20b;type=i"), 0,
                   b'{"input":"ftp://foo:@host.com/a%20b;type=i","grammar":"rfc1738",'
                   b'"valid":true,"host_kind":"name","port":21,'
                   b'"parts":{"scheme":{"off":0,"len":3,"text":"ftp"},'
                   b'"user":{"off":6,"len":3,"text":"foo"},'
                   b'"password":{"off":10,"len":0,"text":""},'
                   b'"host":{"off":11,"len":8,"text":"host.com"},'
                   b'"path":{"off":19,"len":6,"text":"/a%20b"},'
                   b'"type":{"off":31,"len":1,"text":"i"}}}\n')

    def test_an_invalid_example(self):
        result = self.check(locus("parse", "-g", "rfc3986", "-o", "json", "http://a b"), 1)
        self.assertRegex(result.out, rb'\A\{"input":"http://a b","grammar":"rfc3986",'
                                     rb'"valid":false,"error":\{"code":"[a-z-]+",'
                                     rb'"offset":8,"message":"[^\n]+"\}\}\n\Z')

    def test_null(self):
        self.check(locus("parse", "-g", "rfc3986", "-o", "json", "a:"), 0,
                   b'{"input":"a:","grammar":"rfc3986","valid":true,"host_kind":null,'
                   b'"port":null,"parts":{"scheme":{"off":0,"len":1,"text":"a"},'
                   b'"path":{"off":2,"len":0,"text":""}}}\n')

    def test_an_item_at_the_end_of_the_window(self):
        """The window (256 KiB) is full, and nothing after it is read. (AddressSanitizer
        detects that.)"""
        url = b"http://h/"
        data = b"a:" + b"b" * ((256 << 10) - len(url) - 4) + b"\n" + url + b"\n"
        self.assertEqual(len(data), 256 << 10)
        result = self.check(locus("parse", "-g", "rfc3986", "-o", "json", stdin=data), 0)
        self.assertEqual(records(result.out)[1]["parts"]["path"],
                         {"off": 8, "len": 1, "text": "/"})

    def test_each_byte_value(self):
        """Each byte alone in an invalid item: valid JSON, no raw control, the right
        text."""
        urls = [b"http://h " + bytes([byte]) for byte in range(1, 256)]
        result = locus("parse", "-g", "rfc3986", "-0", "-o", "json", stdin=b"\0".join(urls))
        self.check(result, 1)
        self.assertNotRegex(result.out.replace(b"\n", b""), rb"[\x00-\x1f]")
        for url, record in zip(urls, records(result.out)):
            with self.subTest(url=url):
                self.assertEqual(record["input"], decode(url))
                self.assertEqual("lossy" in record, url[-1] >= 0x80)
                self.assertEqual(record["error"]["offset"], 8)

    def test_a_name_twice(self):
        """RFC 8259, section 4: the names within an object SHOULD be unique."""
        for command in (("parse", "--columns", "host,path,host"),
                        ("top", "--by", "host", "--by", "host,path,host")):
            with self.subTest(command=command):
                result = locus(*command, "-o", "json", stdin=b"http://h/\n")
                self.assertEqual((result.status, result.out), (2, b""))
                self.assertIn(b": host is there twice", result.err)
        for more in ((), ("--max-memory", "1M")):
            result = locus("top", "--by", "error", "-o", "json", *more, stdin=b"http://h:x/\n")
            self.assertEqual(result.status, 2 if more else 0, result)
        self.check(locus("parse", "--columns", "host,host", "-o", "tsv", stdin=b"http://h/\n"),
                   0, b"host\thost\nh\th\n")
        self.check(locus("top", "--by", "host,host", stdin=b"http://h/\n"), 0, b"1 h\th\n")

    def test_nul(self):
        result = self.check(locus("parse", "-g", "web", "-o", "json",
                                  stdin=b"http://h/\0x\n"), 1)
        (record,) = records(result.out)
        self.assertEqual(record["input"], "http://h/\0x")
        self.assertEqual(record["error"]["offset"], 9)
        self.assertNotIn(b"\0", result.out)

    def test_utf8(self):
        """U+FFFD for each byte that is not part of valid UTF-8; offsets stay exact."""
        for tail, lossy, why in [
                (b"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", False, "two, three, four bytes"),
                (b"\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
                 False, "the first and the last of each length"),
                (b"\xed\x9f\xbf\xee\x80\x80", False, "around the surrogates"),
                (b"\xef\xbf\xbd", False, "a U+FFFD that is the input's own"),
                (b"\x80", True, "a continuation alone"),
                (b"\xff\xfe", True, "never in UTF-8"),
                (b"\xc3", True, "cut short at the end"),
                (b"\xe2\x82", True, "cut short: two bytes"),
                (b"\xf0\x9f\x98", True, "cut short: three bytes"),
                (b"\xe2\x82x", True, "cut short by ASCII"),
                (b"\xe2\xc3\xa9", True, "cut short by another sequence"),
                (b"\xc0\xaf", True, "overlong: two bytes"),
                (b"\xc1\xbf", True, "overlong: the last of two bytes"),
                (b"\xe0\x9f\xbf", True, "overlong: three bytes"),
                (b"\xf0\x8f\xbf\xbf", True, "overlong: four bytes"),
                (b"\xed\xa0\x80", True, "a surrogate"),
                (b"\xed\xbf\xbf", True, "the last surrogate"),
                (b"\xf4\x90\x80\x80", True, "past U+10FFFF"),
                (b"\xf8\x88\x80\x80\x80", True, "five bytes"),
                (b"\xa9\xc3", True, "the wrong way round"),
        ]:
            with self.subTest(why=why):
                url = b"http://h/" + tail + b"?q"
                record = self.one_record("parse", "-g", "web", "-o", "json", stdin=url + b"\n")
                self.assertEqual(record["input"], decode(url))
                self.assertEqual(record["parts"]["path"],
                                 {"off": 8, "len": 1 + len(tail), "text": "/" + decode(tail)})
                self.assertEqual(record["parts"]["query"]["off"], len(url) - 1)
                self.assertEqual(record.get("lossy"), True if lossy else None)

    def test_lossy(self):
        """Of each record, valid or not."""
        result = self.check(locus("parse", "-g", "rfc3986", "-o", "json",
                                  stdin=b"http://h/\xff\nhttp://h/\n"), 1)
        first, second = records(result.out)
        self.assertEqual((first["input"], first["lossy"], first["error"]["offset"]),
                         ("http://h/\ufffd", True, 9))
        self.assertNotIn("lossy", second)

    def test_a_lossy_name(self):
        for command in (("parse", "--columns"), ("top", "--by")):
            (record,) = records(locus(*command, b'query."\xff"', "-o", "json",
                                      stdin=b"http://a/?%FF=1\n").out)
            self.assertEqual((record['query."\ufffd"'], record["lossy"]), ("1", True))

    def test_scan(self):
        folder = self.folder()
        self.write("a log", b"\n\xc3\xa9 see http://u@h.example:81/p?q#f.\n", folder)
        record = self.one_record("scan", "-o", "json", "a log", cwd=folder)
        self.assertEqual(list(record), ["file", "offset", "line", "input", "grammar",
                                        "host_kind", "port", "parts"])
        self.assertEqual(record.pop("parts"), {
            "scheme": {"off": 0, "len": 4, "text": "http"},
            "user": {"off": 7, "len": 1, "text": "u"},
            "host": {"off": 9, "len": 9, "text": "h.example"},
            "port": {"off": 19, "len": 2, "text": "81"},
            "path": {"off": 21, "len": 2, "text": "/p"},
            "query": {"off": 24, "len": 1, "text": "q"},
            "fragment": {"off": 26, "len": 1, "text": "f"}})
        self.assertEqual(record, {
            "file": "a log", "offset": 8, "line": 2, "input": "http://u@h.example:81/p?q#f",
            "grammar": "web", "host_kind": "name", "port": 81})

    def test_scan_lossy(self):
        folder = self.folder()
        self.write(b"\xff.log", b"http://h/ http://h/\xfe ", folder)
        result = locus("scan", "-x", "raw", "-o", "json", b"\xff.log", cwd=folder)
        clean, broken = records(self.check(result, 0).out)
        self.assertEqual(broken["input"], "http://h/\ufffd")
        self.assertEqual(broken["file"], "\ufffd.log")
        self.assertIs(broken["lossy"], True)
        # Its text is valid UTF-8, but the name of its file is not.
        self.assertIs(clean["lossy"], True)


class Tsv(Case):
    def test_parse(self):
        self.check(locus("parse", "-g", "web", "-o", "tsv", "http://u:p@h:1/a\\b?q#f",
                         "http://h", "http://:@/?#", "urn:x", b"http://h/\xff\xc3\xa9"), 0,
                   TSV_HEADER
                   + b"http\tu\tp\th\t1\t/a\\\\b\tq\tf\n"
                   + b"http\t\t\th\t\t\t\t\n"
                   + b"http\t\t\t\t\t/\t\t\n"
                   + b"urn\t\t\t\t\tx\t\t\n"
                   + b"http\t\t\th\t\t/\xff\xc3\xa9\t\t\n")

    def test_the_generic_parts_only(self):
        self.check(locus("parse", "-g", "rfc1738", "-o", "tsv", "ftp://h/a;type=i"), 0,
                   TSV_HEADER + b"ftp\t\t\th\t\t/a\t\t\n")

    def test_an_invalid_item_keeps_its_row(self):
        result = locus("parse", "-g", "web", "-o", "tsv", "a:", "bad", "b:")
        self.check(result, 1, TSV_HEADER + b"a" + NO_PARTS + NO_PARTS + b"b" + NO_PARTS,
                   err=None)
        self.assertRegex(result.err, rb"\Alocus: item 2: scheme: byte 3: \S[^\n]*\n\Z")

    def test_no_input_is_a_header(self):
        self.check(locus("parse", "-g", "web", "-o", "tsv"), 0, TSV_HEADER)

    def test_scan(self):
        self.check(locus("scan", "-o", "tsv", stdin=b"(http://h/p) (ftp://i/)"), 0,
                   TSV_HEADER + b"http\t\t\th\t\t/p\t\t\n" + b"ftp\t\t\ti\t\t/\t\t\n")

    def test_scan_leading_columns(self):
        folder = self.folder()
        self.write("log", b"x\n http://h/", folder)
        row = b"http\t\t\th\t\t/\t\t\n"
        for options, header, values in [
                (["-H"], b"file\t", b"log\t"),
                (["-n"], b"line\t", b"2\t"),
                (["-b"], b"offset\t", b"3\t"),
                (["-b", "-n", "-H"], b"file\tline\toffset\t", b"log\t2\t3\t"),
        ]:
            with self.subTest(options=options):
                self.check(locus("scan", "-o", "tsv", *options, "log", cwd=folder), 0,
                           header + TSV_HEADER + values + row)

    def test_escapes(self):
        """The name of a file may contain bytes that no URL contains."""
        folder = self.folder()
        self.write(b"a\tb\nc\\d", b"http://h/", folder)
        self.check(locus("scan", "-o", "tsv", "-H", b"a\tb\nc\\d", cwd=folder), 0,
                   b"file\t" + TSV_HEADER + b"a\\tb\\nc\\\\d\thttp\t\t\th\t\t/\t\t\n")

    def test_one_header_for_all_files(self):
        folder = self.folder()
        for name in ("a", "b"):
            self.write(name, b"http://%s/" % name.encode(), folder)
        self.check(locus("scan", "-o", "tsv", "a", "b", cwd=folder), 0,
                   TSV_HEADER + b"http\t\t\ta\t\t/\t\t\nhttp\t\t\tb\t\t/\t\t\n")


class Url(Case):
    def test_parse(self):
        result = locus("parse", "-g", "web", "-o", "url", "http://h/%41", "bad", "b:")
        self.check(result, 1, b"http://h/%41\n\nb:\n", err=None)
        self.assertRegex(result.err, rb"\Alocus: item 2: scheme: byte 3: \S[^\n]*\n\Z")

    def test_lines_are_named_for_standard_input(self):
        result = locus("parse", "-g", "rfc3986", "-o", "url", stdin=b"a:\nb:\nhttp://a b\n")
        self.check(result, 1, b"a:\nb:\n\n", err=None)
        self.assertRegex(result.err, rb"\Alocus: line 3: host: byte 8: \S[^\n]*\n\Z")


class Get(Case):
    def get(self, template, *urls, grammar="web", status=0, stdin=b""):
        result = locus("parse", "-g", grammar, "--get", template, *urls, stdin=stdin)
        return self.check(result, status, err=b"" if status == 0 else None).out

    def test_templates(self):
        url = "http://u:p@h:1/%41%zz?q=%20#f"
        for template, expected in [
                ("{host}\\t{path}", b"h\t/%41%zz\n"),           # the text in the manual page
                ("{scheme} {user} {password} {port} {query} {fragment}",
                 b"http u p 1 q=%20 f\n"),
                ("{path:decoded}", b"/A%zz\n"),       # a "%" without two digits stays
                ("{query:decoded}", b"q= \n"),
                ("{path}{path:decoded}", b"/%41%zz/A%zz\n"),
                ("{input}", url.encode() + b"\n"),
                ("{url}", url.encode() + b"\n"),
                ("{grammar}/{host_kind}", b"web/name\n"),
                ("a\\tb\\nc\\rd\\\\e\\{host\\}", b"a\tb\nc\rd\\e{host}\n"),
                ("x\\0y", b"x\0y\n"),
                ("no part", b"no part\n"),
                ("", b"\n"),
                ("%s%d%n", b"%s%d%n\n"),
                ("\u00e9{host}", b"\xc3\xa9h\n"),
        ]:
            with self.subTest(template=template):
                self.assertEqual(self.get(template, url), expected)

    def test_decoding(self):
        for raw, expected in [
                ("%41%5a%7E", b"AZ~"), ("%e2%82%ac", b"\xe2\x82\xac"), ("%ff", b"\xff"),
                ("%00", b"\0"), ("%0a", b"\\x0A"), ("%2541", b"%41"), ("%", b"%"),
                ("%4", b"%4"), ("%%41", b"%A"), ("%4%41", b"%4A"), ("+", b"+"),
        ]:
            with self.subTest(raw=raw):
                self.assertEqual(self.get("{path:decoded}", "a:" + raw), expected + b"\n")

    def test_decoding_the_whole(self):
        self.assertEqual(self.get("{input:decoded} {url:decoded}", "http://h/%41"),
                         b"http://h/A http://h/A\n")

    def test_decoding_in_pieces(self):
        """A percent-encoded octet, or an escape of a template, may be anywhere in a long
        text."""
        rng = random.Random(4096)
        pieces = ("%41", "%5C", "%5Cx41", "%5Cu{4", "\\", "\\x4", "%0A", "%", "%%", "%4", "%E2%82%AC",
                  "x", "x4", "u{", "1", "F", "€", "%FF")
        for kind in ("mixed", "percent-encoded", "percents"):
            for size in (*range(4090, 4104), 8190, 8193, 12288, 70000):
                if kind == "mixed":
                    path = "".join(rng.choices(pieces, k=size // 2))[:size]
                elif kind == "percent-encoded":
                    path = "a" * (size % 3) + "%5C%78" * (size // 3)
                else:
                    path = "%" * size + "%41"
                decoded = urllib.parse.unquote_to_bytes(path)
                expected = re.sub(rb"\n|\\(?=x[0-9A-F]{2}|u\{[0-9A-F])",
                                  lambda m: b"\\x%02X" % m[0][0], decoded)
                with self.subTest(kind=kind, size=size):
                    self.assertEqual(self.get("{path:decoded}", "-g", "web", stdin=b"a:"
                                              + path.encode() + b"\n"), expected + b"\n")

    def test_a_long_host_that_is_not_decoded(self):
        """An encoded delimiter may be in its last piece."""
        for size in (4000, 4090, 4096, 5000, 9000):
            for hidden, shown in (("%2F", "%41" * size + "%2F"), ("%42", "A" * size + "B")):
                url = "http://" + "%41" * size + hidden + "/"
                self.assertEqual(self.get("{host:decoded}", url), shown.encode() + b"\n")

    def test_what_there_is_not(self):
        """An absent value is empty: the name of a file, an offset in a file, an error."""
        self.assertEqual(self.get("<{file}{offset}{error}{error_offset}{host_kind}>", "x:y"),
                         b"<>\n")
        self.assertEqual(self.get("{line}", stdin=b"x:\n\ny:\n", status=1), b"1\n2\n3\n")

    def test_absent_and_empty_are_nothing(self):
        self.assertEqual(self.get("<{user}|{query}|{port}|{port:decoded}>", "http://h/?"),
                         b"<|||>\n")

    def test_an_invalid_item_has_no_part(self):
        self.assertEqual(self.get("<{host}>", "http://h", "bad", "http://i", status=1),
                         b"<h>\n<>\n<i>\n")
        self.assertEqual(self.get("{error} {error_offset} {input}", "http://h/ x", status=1),
                         b"path 9 http://h/ x\n")

    def test_scan(self):
        folder = self.folder()
        self.write("log", b"x\nsee http://h/a%20b.", folder)
        self.check(locus("scan", "--get", "{file}:{line}:{offset} {host} {path:decoded}",
                         "log", cwd=folder), 0, b"log:2:6 h /a b\n")
        self.check(locus("scan", "-H", "-n", "-b", "--get", "{host}", "log", cwd=folder), 0,
                   b"log:2:6:h\n")

    def test_errors(self):
        names = GENERIC + ("input", "grammar")
        own = ("type", "gtype", "selector", "search", "plus", "address", "group", "article",
               "number", "database", "wtype", "wpath", "hsoname", "fields")
        self.usage("parse", "-g", "rfc1738", "--get", "{nonsense}",
                   says=("nonsense", "input", *GENERIC[:-1], *own))
        for verb in ("parse", "scan"):
            with self.subTest(verb=verb, template="{nonsense}"):
                result = self.usage(verb, "--get", "{nonsense}", says=("nonsense",) + names)
                self.assertNotIn(b"gtype", result.err)
            for template in ("{", "{host", "{}", "{host:nonsense}", "{Host}", "{host }"):
                self.usage(verb, "--get", template)
            self.usage(verb, "--get", "{grammar:decoded}", says=("grammar:decoded",))
            self.usage(verb, "--get", "{host}\\", says=("'\\' at the end",))
            self.usage(verb, "--get", "\\q", says=("unknown escape '\\q'", "\\t", "\\n"))

    def test_marks_stand_under_wide_letters(self):
        """A letter takes up as many columns as on the terminal; one without a glyph is
        escaped."""
        for url, locale, shown, marks in (
                ("http://\u65e5\u672c/\u00e9?q", "C.UTF-8", "http://\u65e5\u672c/\u00e9?q",
                 "^~~~   ^~~~^~ ^"),
                ("http://h/a\u200bb?q", "C.UTF-8", "http://h/a\\u{200B}b?q",
                 "^~~~   ^^~~~~~~~~~~ ^"),
                ("http://h/\u00e9?q", "C", "http://h/\\xC3\\xA9?q", "^~~~   ^^~~~~~~~~ ^")):
            with self.subTest(url=url, locale=locale):
                if EMULATOR and locale != "C":
                    self.skipTest(NO_LOCALES)
                result = self.check(locus("parse", "-g", "web", "-o", "human", "--color=never",
                                          url.encode(), env=environment(LC_ALL=locale)), 0)
                self.assertEqual(result.out.decode().split("\n")[:2], [shown, marks])

    def test_a_long_invalid_url(self):
        """As much of the URL as fits around the error is shown, with a mark below it."""
        for before, after in ((0, 5000), (5000, 0), (5000, 5000), (5000, 3)):
            url = "http://h/" + "p" * before + "\u65e5" * (before // 50) + " " + "x" * after
            for locale in ("C", "C.UTF-8"):
                with self.subTest(before=before, after=after, locale=locale):
                    result = locus("parse", "-g", "web", "-o", "human", "--color=never",
                                   url.encode(), env=environment(LC_ALL=locale, COLUMNS="60"))
                    self.assertEqual(result.status, 1)
                    text, mark = result.out.decode().split("\n")[:2]
                    columns = "".join(c * (2 if c == "\u65e5" else 1) for c in text)
                    self.assertLessEqual(len(columns), 60)
                    self.assertEqual(columns[mark.index("^")], " ")
                    self.assertEqual(text.startswith("http"), before == 0)
                    self.assertEqual(text.endswith("..."), after > 1000)

    def test_an_invalid_url_of_any_length(self):
        """The whole text if it fits, else as much as fits around the error."""
        for size in range(40, 300, 7):
            for before in (0, size // 3, size - 1):
                url = "http://h/".ljust(9 + before, "p") + " " + "x" * (size - before - 1)
                with self.subTest(size=size, before=before):
                    result = locus("parse", "-g", "web", "-o", "human", "--color=never", url,
                                   env=environment(COLUMNS="60"))
                    text, mark = result.out.decode().split("\n")[:2]
                    self.assertEqual(text == url, len(url) < 60)
                    self.assertLess(len(text), 60)
                    self.assertEqual(text[mark.index("^")], " ")

    def test_a_format_beside_it(self):
        self.usage("parse", "-o", "json", "--get", "{host}", "a:")
        self.usage("scan", "-o", "url", "--get", "{host}")


class People(Case):
    """The human-readable view. Its content is checked, not its appearance."""

    ESCAPE = b"\x1b["

    def terminal(self, *arguments, columns=80, **changes):
        """(status, the output on a terminal of that many columns)."""
        return on_terminal(*arguments, env=environment(TERM="xterm-256color", **changes),
                           columns=columns, err=False)[:2]

    def plain(self, out):
        return re.sub(rb"\x1b\[[0-9;]*[A-Za-z]", b"", out)

    URL = "http://u:p@h.example:81/p?q#f"

    def test_a_terminal_gets_it(self):
        status, out = self.terminal("parse", "-g", "web", self.URL)
        self.assertEqual(status, 0)
        self.assertIn(self.ESCAPE, out)
        plain = self.plain(out)
        self.assertNotIn(b"\x1b", plain)
        self.assertIn(self.URL.encode(), plain)
        for name in GENERIC:
            self.assertIn(name.encode(), plain)
        self.assertLessEqual(max(len(line) for line in lines(plain)), 80)

    def below(self, out, url):
        """(column of `url`, the lines below it)."""
        drawn = lines(out)
        (top,) = [i for i, line in enumerate(drawn) if url in line]
        return drawn[top].index(url), drawn[top + 1:]

    def test_each_part_is_marked_beneath_its_place(self):
        _, out = self.terminal("parse", "-g", "web", "--color=never", self.URL)
        indent, drawn = self.below(out, self.URL.encode())
        for name, off in [("scheme", 0), ("user", 7), ("password", 9), ("host", 11),
                          ("port", 21), ("path", 23), ("query", 26), ("fragment", 28)]:
            at = indent + off
            with self.subTest(name=name):
                self.assertTrue(any(line[at:at + 1].strip() for line in drawn), drawn)
                self.assertTrue(any(name.encode() in line for line in drawn), drawn)

    def test_a_format_asked_for_is_as_elsewhere(self):
        status, out = self.terminal("parse", "-g", "web", "-o", "json", self.URL)
        self.assertEqual(status, 0)
        self.assertEqual(texts(json.loads(out))["host"], "h.example")
        self.assertNotIn(self.ESCAPE, out)

    def test_a_pipe_gets_json(self):
        record = self.one_record("parse", "-g", "web", self.URL)
        self.assertEqual(texts(record)["fragment"], "f")

    def test_an_invalid_url(self):
        status, out = self.terminal("parse", "-g", "web", "--color=never", "http://h/a b")
        self.assertEqual(status, 1)
        indent, drawn = self.below(out, b"http://h/a b")
        # A caret below the byte at which parsing failed.
        self.assertTrue(any(line[indent + 10:indent + 11] == b"^" for line in drawn), drawn)

    def test_colour(self):
        for option, no_color, coloured in [
                (None, None, True),
                (None, "", True),             # NO_COLOR counts when it is not empty
                (None, "1", False),
                ("--color=auto", "1", False),
                ("--color=never", None, False),
                ("--color=always", None, True),
                ("--color=always", "1", True),   # an explicit option takes precedence
        ]:
            with self.subTest(option=option, no_color=no_color):
                changes = {} if no_color is None else {"NO_COLOR": no_color}
                options = [option] if option else []
                _, out = self.terminal("parse", "-g", "web", *options, self.URL, **changes)
                self.assertEqual(self.ESCAPE in out, coloured, out)

    def test_colour_in_a_pipe(self):
        for option, coloured in [(None, False), ("--color=auto", False),
                                 ("--color=always", True), ("--color=never", False)]:
            with self.subTest(option=option):
                options = [option] if option else []
                result = locus("parse", "-g", "web", "-o", "human", *options, self.URL)
                self.check(result, 0)
                self.assertEqual(self.ESCAPE in result.out, coloured)
                self.assertIn(self.URL.encode(), self.plain(result.out))

    def test_each_colour_ends(self):
        for url in (self.URL, "http:a", "http://h/" + "p" * 300, "http://a b",
                    "a" * 90 + " " + "b" * 90):
            with self.subTest(url=url):
                result = locus("parse", "--findings", "-o", "human", "--color=always", url)
                codes = re.findall(rb"\x1b\[([0-9;]*)m", result.out)
                self.assertGreater(len(codes), 0)
                self.assertEqual([code == b"0" for code in codes],
                                 [False, True] * (len(codes) // 2))

    def test_errors_on_the_same_terminal(self):
        """The view shows them; other formats write them to standard error."""
        for output, both, reported in (("human", True, False), ("human", False, True),
                                   ("url", True, True), ("tsv", True, True),
                                   ("json", True, False)):
            with self.subTest(output=output, both=both):
                terminal, theirs = pty.openpty()
                child = start("parse", "-o", output, "a b", stderr=theirs,
                              stdout=theirs if both else subprocess.DEVNULL)
                os.close(theirs)
                shown = all_of_terminal(terminal)
                self.assertEqual(child.wait(TIMEOUT), 1)
                self.assertEqual(b"locus: item 1: scheme: byte 1: " in shown, reported, shown)

    def human(self, *urls, status=0, **changes):
        result = self.check(locus("parse", "-g", "web", "-o", "human", "--color=never", *urls,
                                  env=environment(**changes)), status, err=None)
        return result.out.decode("utf-8", "surrogateescape")

    def test_the_width(self):
        """The width of the terminal, else COLUMNS, else 80; at least 20, at most 240."""
        url = "http://h/" + "a" * 500 + " " + "a" * 500
        for columns, width in (("40", 40), ("7", 20), ("9999", 240), ("", 80), ("0", 80),
                               ("40x", 80), ("-5", 80)):
            with self.subTest(columns=columns):
                out = self.human(url, status=1, COLUMNS=columns)
                self.assertLess(len(out.split("\n")[0]), width)
                self.assertGreater(len(out.split("\n")[0]), width - 5)
        for columns, width in ((60, 60), (0, 30)):       # 0: unknown
            _, out = self.terminal("parse", "-g", "web", "--color=never", url,
                                   columns=columns, COLUMNS="30")
            self.assertLess(len(lines(out)[0]), width)
            self.assertGreater(len(lines(out)[0]), width - 5)

    def test_what_does_not_fit_is_a_list(self):
        """Name, offset+length and text are listed as soon as one label would not fit."""
        for url in ("http://h/" + "p" * 50, "http://u:p@[::1]/#" + "f" * 35,
                    "http://h/" + "\u3042" * 20, "http://" + "h" * 45 + "?q"):
            with self.subTest(url=url):
                out = self.human(url, COLUMNS="50")
                self.assertRegex(out, r"\n  scheme +0\+4 +http\n")
                self.assertNotIn("^", out)

    def test_what_is_odd_is_said(self):
        for url, note in (("http://h:/", "port (empty)"), ("http://h:99999/", "over 65535"),
                          ("http:///a", "host (empty)"), ("http://h/?", "query (empty)"),
                          ("x://[v1.a]", "host (ipvfuture)")):
            with self.subTest(url=url):
                self.assertIn(note, self.human(url))
        for url in ("http://h:65535/a?q#f", "x:a"):
            with self.subTest(url=url):
                self.assertNotRegex(self.human(url), "empty|over")
        self.assertIn("\n  port (over 65535)  ", self.human("http://h:99999/" + "a" * 80))

    def test_the_default_port(self):
        """The default port is shown if there is a host and no port in the URL."""
        for url, said in (("http://h/", True), ("http://h:80/", False), ("http:a", False),
                          ("x://h/", False), ("http://h:/", True)):
            with self.subTest(url=url):
                self.assertEqual("default port 80\n" in self.human(url), said)

    def test_a_line_between_two(self):
        out = self.human("a:b", "c:d")
        self.assertEqual(out, self.human("a:b") + "\n" + self.human("c:d"))

    @unittest.skipIf(EMULATOR, NO_LOCALES)
    def test_characters_that_explain_shows(self):
        for locale, shown in (("C.UTF-8", "http://h/\u00e9"), ("C", "http://h/\\xC3\\xA9")):
            result = self.check(locus("explain", "-g", "web", "-o", "human",
                                      "http://h/\u00e9".encode(), env=environment(LC_ALL=locale)),
                                0)
            self.assertTrue(result.out.decode().startswith(shown + "  (web)\n"), result.out)

    @unittest.skipIf(EMULATOR, NO_LOCALES)
    def test_characters_are_not_cut(self):
        """An excerpt begins with a whole character, wherever the error is."""
        for before in range(4):
            url = "http://h/" + "a" * before + "\u00e9" * 300 + " "
            out = self.human(url, status=1, LC_ALL="C.UTF-8")
            self.assertTrue(out.startswith("...\u00e9"), out)
            self.assertNotIn("\\x", out)

    def test_bytes_that_are_no_characters(self):
        """Each invalid byte is written by its number; so is an incomplete character."""
        for tail, shown in ((b"\xff", "\\xFF"), (b"\xc3", "\\xC3"),
                            (b"\xe2\x80\xae", "\\u{202E}")):      # reverses text
            out = self.human(b"http://h/" + tail, LC_ALL="C.UTF-8")
            self.assertTrue(out.startswith("http://h/" + shown + "\n"), out)

    def test_the_error_at_the_end(self):
        """An error at the end of the text is marked after its last byte."""
        out = self.human("http", status=1)
        self.assertEqual(out.split("\n")[0], "http")
        self.assertTrue(out.split("\n")[1].startswith("    ^"), out)
