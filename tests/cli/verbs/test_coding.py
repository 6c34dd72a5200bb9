# SPDX-License-Identifier: MIT
"""locus encode, decode, edit and build: results, findings, errors, alignment."""

import json

from support import Case, lines, locus, records


def out(*arguments, **options):
    return locus(*arguments, **options).out


class Encode(Case):
    def test_parts(self):
        rows = [
            ([], "a b/c?d", b"a%20b%2Fc%3Fd\n"),
            (["--part", "path"], "/a b/c?d", b"/a%20b/c%3Fd\n"),
            (["--part", "query-item"], "a=b&c+d", b"a%3Db%26c%2Bd\n"),
            (["--part", "userinfo"], "a:b@c", b"a:b%40c\n"),
            (["-g", "web", "--part", "path"], "/a|\u00e9", b"/a|\xc3\xa9\n"),
            (["-g", "rfc1738", "-p", "gtype"], " ", b"%20\n"),
            (["--keep"], "%41 100%", b"%41%20100%25\n"),
            (["-k", "-p", "path"], "%4", b"%254\n"),
            (["--part", "query", "--plus"], "a b+c&d", b"a+b%2Bc&d\n"),
            ([], "", b"\n"),
        ]
        for options, text, expected in rows:
            with self.subTest(options=options, text=text):
                self.check(locus("encode", *options, "--", text), 0, expected)

    def test_lines(self):
        self.check(locus("encode", stdin=b"a b\r\nc\xff\n\n%"), 0, b"a%20b\nc%FF\n\n%25\n")
        self.check(locus("encode", "x y", "-", "z", stdin=b"a b"), 0, b"x%20y\na%20b\nz\n")

    def test_nul(self):
        self.check(locus("encode", "-0", stdin=b"a\nb\0c\r\n\0d"), 0, b"a%0Ab\nc%0D%0A\nd\n")
        self.check(locus("encode", "-0", "--print0", stdin=b"a\nb\0\0c"), 0, b"a%0Ab\0\0c\0")

    def test_what_cannot_stand_there(self):
        """An item that fails gives an error and an empty line; the others are
        processed."""
        result = locus("encode", "--part", "port", stdin=b"80\n8o\n\n443\n")
        self.check(result, 1, b"80\n\n\n443\n", err=None)
        self.assertEqual(len(lines(result.err)), 1)
        self.assertTrue(result.err.startswith(b"locus: line 2: port: byte 1: "), result.err)
        self.assertIn(b'"o"', result.err)
        result = locus("encode", "--part", "host", "h", "a/b")
        self.check(result, 1, b"h\n\n", err=None)
        self.assertTrue(result.err.startswith(b"locus: item 2: host: byte 1: "), result.err)

    def test_json(self):
        result = locus("encode", "-o", "json", "--part", "segment", stdin=b"a/b\nc\xff\n")
        self.check(result, 0)
        self.assertEqual(records(result.out), [
            {"input": "a/b", "grammar": "rfc3986", "part": "segment", "valid": True,
             "output": "a%2Fb"},
            {"input": "c\ufffd", "grammar": "rfc3986", "part": "segment", "valid": True,
             "output": "c%FF", "lossy": True},
        ])
        (record,) = records(out("encode", "-o", "json", "-p", "scheme", "http"))
        self.assertEqual(record["part"], "scheme")
        self.assertNotIn("part", records(out("encode", "-o", "json", "a"))[0])
        record = self.one_record("encode", "-o", "json", "-p", "port", "8o", status=1)
        self.assertIs(record["valid"], False)
        self.assertNotIn("output", record)
        self.assertEqual((record["error"]["code"], record["error"]["offset"]), ("port", 1))

    def test_usage(self):
        self.usage("encode", "--part", "nonsense", "a", says=("nonsense", "query-item", "host"))
        self.usage("encode", "--part", "gtype", "a", says=("gtype", "rfc3986", "rfc1738"))
        for grammar, part, other in (
                ("rfc1738", "fragment", "rfc3986"), ("rfc3986", "gtype", "rfc1738"),
                ("web-target", "gtype", "rfc1738"), ("authority", "path", "rfc3986"),
                ("request-target", "fragment", "rfc3986"), ("http-url", "user", "rfc3986"),
                ("authority", "userinfo", "rfc3986"), ("rfc1738", "query-item", None)):
            if not other:
                self.check(locus("encode", "-g", grammar, "--part", part, "a"), 0, b"a\n")
                continue
            self.usage("encode", "-g", grammar, "--part", part, "a", says=(
                "grammar '%s' has no part '%s' (try -g %s)\n" % (grammar, part, other),))
        for grammar in ("request-target", "web-target", "authority", "http-url"):
            for verb in ("encode", "decode"):
                self.usage(verb, "-g", grammar, "--file", "/a", says=(
                    "grammar '%s' has no file URLs (try -g rfc3986)\n" % grammar,))
        self.usage("encode", "-g", "authority", "a", says=(
            "grammar 'authority' has no part that all texts fit into (use --part: host, port)\n",))
        self.usage("encode", "--plus", "--part", "path", "a", says=("--plus",))
        self.usage("encode", "--file", "--part", "path", "/a", says=("--file",))
        self.usage("encode", "--windows", "/a", says=("--file",))
        self.usage("encode", "-o", "tsv", "a", says=("text", "json"))
        self.usage("encode", "-g", "nonsense", "a", says=("nonsense", "rfc1738"))
        self.usage("encode", "--print0", "-o", "json", "a", says=("--print0",))

    def test_a_long_line(self):
        text = b"a b%" * 300000
        self.check(locus("encode", stdin=text + b"\n"), 0,
                   text.replace(b"%", b"%25").replace(b" ", b"%20") + b"\n")

    def test_there_and_back(self):
        """Every byte except line ends, in every part that accepts it."""
        data = bytes(b for b in range(256) if b not in b"\r\n\0")
        for part in ("any", "path", "segment", "query", "query-item", "fragment", "user",
                     "password"):
            for grammar in ("rfc3986", "web", "rfc1630"):
                if part in ("user", "password") and grammar == "rfc1630":
                    continue              # letters and digits only, never encoded
                with self.subTest(part=part, grammar=grammar):
                    coded = locus("encode", "-g", grammar, "-p", part, stdin=data).out
                    back = locus("decode", "-p", part, stdin=coded)
                    self.check(back, 0, data + b"\n", err=None)


class Decode(Case):
    def test_texts(self):
        rows = [
            ([], "a%20b", b"a b\n"),
            (["--part", "query", "--plus"], "a+b", b"a b\n"),
            (["--keep"], "100%%41", b"100%A\n"),
        ]
        for options, text, expected in rows:
            with self.subTest(options=options, text=text):
                self.check(locus("decode", *options, text), 0, expected)

    def test_findings_are_reported(self):
        rows = [
            (["--part", "path"], "a%2Fb", b"a/b\n", b"a delimiter that was escaped"),
            (["--part", "path"], "ab%00", b"ab\0\n", b"a control and a NUL"),
            (["--part", "path"], "%0D%0A", b"\r\\x0A\n", b"a control, a CR and an LF"),
            (["--part", "path"], "%FF", b"\xff\n", b"bytes that are not UTF-8"),
            (["--part", "user"], "a%40b", b"a@b\n", b"a delimiter that was escaped"),
            (["--part", "query"], "a%26", b"a&\n", b"a delimiter that was escaped"),
        ]
        for options, text, expected, reported in rows:
            with self.subTest(text=text):
                self.check(locus("decode", *options, text), 0, expected,
                           b"locus: item 1: byte %d: the decoded text contains %s\n"
                           % (text.index("%"), reported))

    def test_findings_in_json(self):
        result = self.check(locus("decode", "-o", "json", "-p", "path", "a%2Fb%00", "c"), 0)
        self.assertEqual(records(result.out), [
            {"input": "a%2Fb%00", "grammar": "rfc3986", "part": "path", "valid": True,
             "output": "a/b\0", "found": ["control", "nul", "delimiter"], "found_offset": 1},
            {"input": "c", "grammar": "rfc3986", "part": "path", "valid": True,
             "output": "c", "found": []},
        ])
        (record,) = records(out("decode", "-o", "json", "%ff"))
        self.assertEqual((record["output"], record["found"], record["lossy"]),
                         ("\ufffd", ["not-utf8"], True))

    def test_malformed(self):
        result = locus("decode", stdin=b"a%zz\nb\n%4\n")
        self.check(result, 1, b"\nb\n\n", err=None)
        reported = lines(result.err)
        self.assertEqual([line.split(b": ")[1:4] for line in reported],
                         [[b"line 1", b"percent", b"byte 1"], [b"line 3", b"percent", b"byte 0"]])

    def test_print0(self):
        self.check(locus("decode", "--print0", "a%0Ab", "c"), 0, b"a\nb\0c\0", err=None)


class Files(Case):
    def test_names(self):
        rows = [
            ([], "/etc/a b%", b"file:///etc/a%20b%25\n"),
            (["-g", "rfc1738"], "/~/a;b", b"file:///%7E/a%3Bb\n"),
            (["-g", "rfc3986-reference"], "a b/c", b"a%20b/c\n"),
            (["--windows"], "C:\\a b\\c", b"file:///C:/a%20b/c\n"),
            (["--windows"], "\\\\host\\share\\a", b"file://host/share/a\n"),
        ]
        for options, name, url in rows:
            with self.subTest(name=name):
                self.check(locus("encode", "--file", *options, name), 0, url)
        self.check(locus("decode", "--file", "file:///etc/a%20b%25", "file://localhost/a"), 0,
                   b"/etc/a b%\n/a\n")
        # "c:" is a drive only with --windows (RFC 8089, appendix E.2).
        self.check(locus("decode", "--file", "--windows", "file:c:/a", "file://h/s/a"), 0,
                   b"c:\\a\n\\\\h\\s\\a\n")
        self.check(locus("decode", "-g", "rfc1630", "--file", "--windows", "file:///C%3A/a"), 0,
                   b"C:\\a\n")

    def test_bytes(self):
        """Every byte that a file name may contain is restored."""
        name = b"/" + bytes(range(1, 256))
        url = self.check(locus("encode", "--file", "-0", stdin=name), 0).out
        self.assertNotIn(b"%2F", url)
        self.check(locus("decode", "--file", "--print0", stdin=url), 0, name + b"\0", err=None)

    def test_errors(self):
        for arguments, reported in (
                (["encode", "--file", "a"], b"name: byte 0: "),
                (["encode", "--file", ""], b"name: byte 0: "),
                (["decode", "--file", "file:///a%2Fb"], b"hidden: path: byte 2: "),
                (["decode", "--file", "file://host/a"], b"name: host: byte 0: "),
                (["decode", "--file", "file:c:/a"], b"name: path: byte 0: "),
                (["decode", "--file", "file:///a b"], b"path: byte 9: ")):
            with self.subTest(arguments=arguments):
                result = self.check(locus(*arguments), 1, b"\n", err=None)
                self.assertTrue(result.err.startswith(b"locus: item 1: " + reported), result.err)


class Edit(Case):
    def test_changes(self):
        rows = [
            ("http://u:p@h:80/a?b#c", ["--set", "host=example.org"],
             b"http://u:p@example.org:80/a?b#c\n"),
            ("http://h/a?b#c", ["--remove", "query"], b"http://h/a#c\n"),
            ("http://h/a", ["--set", "query="], b"http://h/a?\n"),
            ("http://h:80/", ["--set", "scheme=https", "--remove", "port"], b"https://h/\n"),
            ("HTTP://H/%7e", ["-s", "fragment=x"], b"HTTP://H/%7e#x\n"),
            ("http://h/", ["--set", "path:decoded=/AC DC/100%"], b"http://h/AC%20DC/100%25\n"),
            ("http://h/?a", ["--set", "query=b=c&d"], b"http://h/?b=c&d\n"),
            ("http://h/", ["-s", "port=1", "-r", "port"], b"http://h/\n"),
        ]
        for url, changes, expected in rows:
            with self.subTest(url=url, changes=changes):
                self.check(locus("edit", *changes, "--", url), 0, expected)
        self.check(locus("edit", "-g", "rfc1738", "-s", "search=q", "gopher://h/1s"), 0,
                   b"gopher://h/1s%09q\n")

    def test_what_would_be_another_url(self):
        rows = [
            ("http://h//a", ["--remove", "host"], b"misread: path: byte 0: "),
            ("http://h:1/", ["--remove", "host"], b"alone: port: byte 0: "),
            ("http://h/", ["--set", "query=a#b"], b"query: byte 1: "),
            ("http://h/", ["--set", "type=a"], b"part: type: byte 0: "),
        ]
        for url, changes, reported in rows:
            with self.subTest(url=url, changes=changes):
                result = self.check(locus("edit", *changes, "--", url), 1, b"\n", err=None)
                self.assertTrue(result.err.startswith(b"locus: item 1: " + reported), result.err)

    def test_lines_stay_side_by_side(self):
        result = locus("edit", "--remove", "query", stdin=b"http://h/?a\nbad url\nhttp://i?\n")
        self.check(result, 1, b"http://h/\n\nhttp://i\n", err=None)
        self.assertTrue(result.err.startswith(b"locus: line 2: scheme: byte 3: "), result.err)

    def test_json(self):
        result = self.check(locus("edit", "-o", "json", "-r", "host", "http://h/a",
                                  "http://h//a", "x"), 1)
        good, misread, bad = records(result.out)
        self.assertEqual(good, {"input": "http://h/a", "grammar": "rfc3986", "valid": True,
                                "output": "http:/a"})
        self.assertEqual((misread["error"]["code"], misread["error"]["part"],
                          misread["error"]["offset"]), ("misread", "path", 0))
        self.assertEqual((bad["error"]["code"], bad["error"]["offset"]), ("scheme", 1))
        self.assertNotIn("part", bad["error"])

    def test_usage(self):
        self.usage("edit", "http://h/", says=("--set", "--remove"))
        self.usage("edit", "--set", "host", "http://h/", says=("'host'", "PART=VALUE"))
        self.usage("edit", "--set", "nonsense=1", "http://h/", says=("nonsense", "fragment"))
        self.usage("edit", "--remove", "nonsense", "http://h/", says=("nonsense",))
        self.usage("edit", "--set", "port:decoded=8o", "http://h/", says=("byte 1",))


class Build(Case):
    def test_operands(self):
        rows = [
            (["scheme=http", "host=h", "path=/a", "query=q", "fragment=f"], b"http://h/a?q#f\n"),
            (["path=/a", "host=h", "scheme=http"], b"http://h/a\n"),
            (["scheme=file", "host=", "path:decoded=/a b"], b"file:///a%20b\n"),
            (["-g", "rfc1738", "scheme=wais", "host=h", "database=d", "wtype=t", "wpath=p"],
             b"wais://h/d/t/p\n"),
            (["-g", "rfc3986-reference", "query="], b"?\n"),
        ]
        for arguments, expected in rows:
            with self.subTest(arguments=arguments):
                self.check(locus("build", *arguments), 0, expected)

    def test_lines(self):
        result = locus("build", stdin=b"scheme=a\thost=b\tquery.c=d\nscheme=a\tport=1\nx=y\n"
                                      b"scheme=c\n")
        self.check(result, 1, b"a://b?c=d\n\n\nc:\n", err=None)
        reported = lines(result.err)
        self.assertTrue(reported[0].startswith(b"locus: line 2: alone: port: byte 0: "), reported)
        self.assertTrue(reported[1].startswith(b"locus: line 3: part: byte 0: "), reported)

    def test_what_is_no_url(self):
        result = self.check(locus("build", "scheme=x", "path=//a"), 1, b"\n", err=None)
        self.assertTrue(result.err.startswith(b"locus: item 1: misread: path: byte 0: "))

    def test_json(self):
        result = self.check(locus("build", "-o", "json", "scheme=a", "path=b"), 0)
        self.assertEqual(json.loads(result.out),
                         {"grammar": "rfc3986", "valid": True, "output": "a:b"})

    def test_usage(self):
        self.usage("build", "http://h/", says=("http://h/", "PART=VALUE"))
        self.usage("build", "nonsense=1", says=("nonsense",))
        self.usage("build", "--set", "host=h")
