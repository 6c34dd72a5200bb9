# SPDX-License-Identifier: MIT
"""The verbs that write one text for each item, encode, decode, edit, build, resolve, relativize
and normalize: what they have in common; and what each option of the first four does.
tests/golden/coding has the texts of each component."""

import random

from support import Case, decode, lines, locus, records

BASE = "http://a/b/c/d;p?q"

# The verb, an item and its output, an item that fails, and the rule, the part of the result and
# the offset of its error.
VERBS = [
    (["encode", "--part", "host"], "\u00fc", "%C3%BC", "a b", "host", None, 1),
    (["encode", "--file"], "/a b", "file:///a%20b", "a", "name", None, 0),
    (["decode"], "a%20b", "a b", "a%zz", "percent", None, 1),
    (["decode", "--file"], "file:///a%20b", "/a b", "file:///a%2Fb", "hidden", "path", 2),
    (["edit", "--remove", "host"], "http://h/a", "http:/a", "http://h//a", "misread", "path", 0),
    (["edit", "--sort-query"], "a:?c&b", "a:?b&c", "http://a b", "host", None, 8),
    (["edit", "--redact"], "http://u@h", "http://REDACTED@h", "//u@h", "scheme", None, 0),
    (["build"], "scheme=a\thost=b\tquery.c=d", "a://b?c=d", "scheme=a\tport=1", "alone", "port", 0),
    (["resolve", BASE], "../g", "http://a/b/g", "a b", "path", None, 1),
    (["relativize", BASE], "http://a/b/c/g", "g", "s:..", "target", None, 0),
    (["normalize"], "HTTP://H", "http://h/", "none", "scheme", None, 4),
]


class Items(Case):
    def test_each_item_gives_a_line(self):
        """An item that fails gives an error and an empty line; the others are processed. A CR is
        part of the line end."""
        for verb, item, output, bad, rule, part, offset in VERBS:
            expected = b"%b\n\n%b\n" % (output.encode(), output.encode())
            parts = [rule] + [part] * (part not in (None, rule))
            for arguments, stdin, where in (
                    ([], "%s\n%s\n%s\n", "line 2"), (["-"], "%s\r\n%s\r\n%s", "line 2"),
                    (["-0"], "%s\0%s\0%s", "item 2"),
                    (["--", item, bad, item], "", "item 2"),
                    ([item, "-", item], bad + "\n", "line 1")):
                if item in arguments and verb == ["build"]:
                    continue                    # the operands are the parts of one URL
                with self.subTest(verb=verb, arguments=arguments, stdin=stdin):
                    stdin = stdin % (item, bad, item) if "%s" in stdin else stdin
                    result = locus(*verb, *arguments, stdin=stdin.encode())
                    self.check(result, 1, expected, err=None)
                    self.assertRegex(result.err, r"\Alocus: {}: {}: byte {}: [^\n]+\n\Z".format(
                        where, ": ".join(parts), offset).encode())

    def test_json(self):
        for verb, item, output, bad, rule, part, offset in VERBS:
            with self.subTest(verb=verb):
                stdin = "%s\n%s\n" % (item, bad)
                result = self.check(locus(*verb, "-o", "json", stdin=stdin.encode()), 1)
                good, wrong = records(result.out)
                hidden = "--redact" in verb
                begin = {} if hidden else {"input": item}
                end = {"found": []} if verb[0] == "decode" else {}
                component = {"part": verb[2]} if "--part" in verb else {}
                self.assertEqual(good, {**begin, "grammar": "rfc3986", **component, "valid": True,
                                        "output": output, **end})
                self.assertEqual(list(wrong), [*begin, "grammar", *component, "valid", "error"])
                self.assertEqual((wrong.get("input", bad), wrong["valid"]), (bad, False))
                error = wrong["error"]
                self.assertRegex(error.pop("message"), r"\A\S.*\S\Z")
                self.assertEqual(error, {"code": rule, **({"part": part} if part else {}),
                                         "offset": offset})

    def test_bytes_that_are_not_utf8(self):
        for arguments, stdin, text, output in (
                (["encode"], b"\xff", "\ufffd", "%FF"), (["decode"], b"%ff", "%ff", "\ufffd"),
                (["resolve", "-g", "web", BASE], b"s:\xff", "s:\ufffd", "s:\ufffd")):
            with self.subTest(arguments=arguments):
                record = self.one_record(*arguments, "-o", "json", stdin=stdin)
                self.assertEqual((record["input"], record["output"], record["lossy"]),
                                 (text, output, True))

    def test_of_any_length(self):
        """Items, and outputs that are much longer than their items."""
        for arguments, item, output in (
                (["encode"], b"a b%" * 300000, b"a%20b%25" * 300000),
                (["edit", "--set", "query.a=1"], b"http://h/" + b"p" * 1000000,
                 b"http://h/" + b"p" * 1000000 + b"?a=1"),
                (["resolve", "s://h/a"], b"../" * 100000 + b"x" * 1000000,
                 b"s://h/" + b"x" * 1000000),
                (["edit", "--redact", "--keys", "k", "--mask", "y" * 20],
                 b"http://h/?" + b"&k=1" * 20000,
                 b"http://h/?" + b"&k=yyyyyyyyyyyyyyyyyyyy" * 20000)):
            with self.subTest(arguments=arguments):
                self.check(locus(*arguments, stdin=item + b"\n"), 0, output + b"\n")

    def test_lines_stay_aligned(self):
        """One line of output for each line of input, whatever its bytes."""
        rng = random.Random(5)
        data = bytes(rng.choice(b"a:/.?#%2e\xff \r") if rng.random() < 0.9 else 10
                     for _ in range(20000)) + b"\n"
        inputs = [decode(line.removesuffix(b"\r")) for line in data.split(b"\n")[:-1]]
        for verb, *_ in VERBS:
            with self.subTest(verb=verb):
                result = locus(*verb, stdin=data)
                self.assertEqual((result.status, len(lines(result.out))), (1, len(inputs)))
                result = locus(*verb, "-o", "json", stdin=data)
                found = [record.get("input") for record in records(result.out)]
                hidden = [None] * len(inputs)
                self.assertEqual(found, hidden if "--redact" in verb else inputs)

    def test_formats(self):
        for verb, *_ in VERBS:
            self.usage(*verb, "-o", "tsv", "a",
                       says=("text" if verb[0] in ("encode", "decode") else "url", "json"))


class Coding(Case):
    def test_options(self):
        rows = [
            (["encode"], "a b/c?d", b"a%20b%2Fc%3Fd\n"),
            (["encode"], "", b"\n"),
            (["encode", "--part", "path"], "/a b/c?d", b"/a%20b/c%3Fd\n"),
            (["encode", "-g", "web", "-p", "path"], "/a|\u00e9", b"/a|\xc3\xa9\n"),
            (["encode", "-g", "rfc1738", "-p", "gtype"], " ", b"%20\n"),
            (["encode", "-g", "rfc1738", "-p", "query-item"], "a", b"a\n"),
            (["encode", "--keep"], "%41 100%", b"%41%20100%25\n"),
            (["encode", "-k", "-p", "path"], "%4", b"%254\n"),
            (["encode", "-p", "query", "--plus"], "a b+c&d", b"a+b%2Bc&d\n"),
            (["encode", "--file", "-g", "rfc1738"], "/~/a;b", b"file:///%7E/a%3Bb\n"),
            (["encode", "--file", "-g", "rfc3986-reference"], "a b/c", b"a%20b/c\n"),
            (["encode", "--file", "--windows"], "C:\\a b\\c", b"file:///C:/a%20b/c\n"),
            (["decode", "-p", "query", "--plus"], "a+b", b"a b\n"),
            (["decode", "--keep"], "100%%41", b"100%A\n"),
            (["decode", "--file"], "file://localhost/a", b"/a\n"),
            # "c:" is a drive only with --windows (RFC 8089, appendix E.2).
            (["decode", "--file", "--windows"], "file:c:/a", b"c:\\a\n"),
            (["decode", "-g", "rfc1630", "--file", "--windows"], "file:///C%3A/a", b"C:\\a\n"),
            (["edit", "--set", "host=i"], "http://u@h:80/", b"http://u@i:80/\n"),
            (["edit", "-s", "scheme=https", "-r", "port"], "http://h:80/", b"https://h/\n"),
            (["edit", "-s", "port=1", "--remove", "port"], "http://h/", b"http://h/\n"),
            (["edit", "--set", "query="], "http://h/a", b"http://h/a?\n"),
            (["edit", "--set", "query=b=c&d"], "http://h/?a", b"http://h/?b=c&d\n"),
            (["edit", "-s", "fragment=x"], "HTTP://H/%7e", b"HTTP://H/%7e#x\n"),
            (["edit", "-s", "path:decoded=/a b/1%"], "http://h/", b"http://h/a%20b/1%25\n"),
            (["edit", "-g", "rfc1738", "-s", "search=q"], "gopher://h/1s", b"gopher://h/1s%09q\n"),
            (["build", "path=/a", "scheme=http"], "host=h", b"http://h/a\n"),
            (["build", "scheme=file", "host="], "path:decoded=/a b", b"file:///a%20b\n"),
            (["build", "-g", "rfc3986-reference"], "query=", b"?\n"),
        ]
        for arguments, text, expected in rows:
            with self.subTest(arguments=arguments, text=text):
                self.check(locus(*arguments, "--", text), 0, expected)

    def test_errors(self):
        """The byte at the offset is shown if it is one of the item."""
        for arguments, reported in (
                (["encode", "--part", "port", "8o"], b'port: byte 1: [^\n]*"o"[^\n]*'),
                (["encode", "--file", ""], b"name: byte 0: [^\n]*"),
                (["decode", "--file", "file://host/a"], b"name: host: byte 0: [^\n]*"),
                (["decode", "--file", "file:///a b"], b'path: byte 9: [^\n]*[(]found " "[)]'),
                (["edit", "--set", "query=a#b", "http://h/"], b"query: byte 1: [^\n(]*"),
                (["edit", "--set", "type=a", "http://h/"], b"part: type: byte 0: [^\n]*"),
                (["build", "scheme=x", "path=//a"], b"misread: path: byte 0: [^\n]*")):
            with self.subTest(arguments=arguments):
                result = self.check(locus(*arguments), 1, b"\n", err=None)
                self.assertRegex(result.err, b"\\Alocus: item 1: %b\n\\Z" % reported)
        result = self.check(locus("build", stdin=b"scheme=a\tx=y"), 1, b"\n", err=None)
        self.assertRegex(result.err, rb"\Alocus: line 1: part: byte 9: [^\n]*\n\Z")

    def test_findings(self):
        rows = [
            ("path", "a%2Fb", b"a/b\n", b"a delimiter that was escaped"),
            ("path", "ab%00", b"ab\0\n", b"a control and a NUL"),
            ("path", "%0D%0A", b"\r\\x0A\n", b"a control, a CR and an LF"),
            ("path", "%FF", b"\xff\n", b"bytes that are not UTF-8"),
            ("user", "a%40b", b"a@b\n", b"a delimiter that was escaped"),
        ]
        for part, text, expected, reported in rows:
            with self.subTest(text=text):
                self.check(locus("decode", "-p", part, text), 0, expected,
                           b"locus: item 1: byte %d: the decoded text contains %s\n"
                           % (text.index("%"), reported))
        record = self.one_record("decode", "-o", "json", "-p", "path", "a%2Fb%00")
        self.assertEqual((record["found"], record["found_offset"]),
                         (["control", "nul", "delimiter"], 1))
        record = self.one_record("decode", "-o", "json", "%0D%0A%ff")
        self.assertEqual(record["found"], ["control", "cr", "lf", "not-utf8"])

    def test_nul(self):
        self.check(locus("encode", "-0", stdin=b"a\nb\0c\r\n\0d"), 0, b"a%0Ab\nc%0D%0A\nd\n")
        self.check(locus("encode", "-0", "--print0", stdin=b"a\nb\0\0c"), 0, b"a%0Ab\0\0c\0")
        self.check(locus("decode", "--print0", "a%0Ab", "c"), 0, b"a\nb\0c\0", err=None)
        name = b"/" + bytes(range(1, 256))
        url = self.check(locus("encode", "--file", "-0", stdin=name), 0).out
        self.check(locus("decode", "--file", "--print0", stdin=url), 0, name + b"\0", err=None)

    def test_operands_of_build_have_no_input(self):
        self.assertEqual(self.one_record("build", "-o", "json", "scheme=a", "path=b"),
                         {"grammar": "rfc3986", "valid": True, "output": "a:b"})


class Usage(Case):
    def test_parts(self):
        for grammar, part, other in (
                ("rfc1738", "fragment", "rfc3986"), ("rfc3986", "gtype", "rfc1738"),
                ("web-target", "gtype", "rfc1738"), ("authority", "path", "rfc3986"),
                ("request-target", "fragment", "rfc3986"), ("http-url", "user", "rfc3986"),
                ("authority", "userinfo", "rfc3986")):
            self.usage("encode", "-g", grammar, "--part", part, "a", says=(
                "grammar '%s' has no part '%s' (try -g %s)\n" % (grammar, part, other),))
        for grammar in ("request-target", "web-target", "authority", "http-url"):
            for verb in ("encode", "decode"):
                self.usage(verb, "-g", grammar, "--file", "/a", says=(
                    "grammar '%s' has no file URLs (try -g rfc3986)\n" % grammar,))
        self.usage("encode", "-g", "authority", "a", says=(
            "grammar 'authority' has no part that can hold any text (use --part: host, port)\n",))

    def test_others(self):
        for arguments, says in (
                (["encode", "--part", "nonsense", "a"], ("nonsense", "query-item", "host")),
                (["encode", "--plus", "--part", "path", "a"], ("--plus",)),
                (["encode", "--file", "--part", "path", "/a"], ("--file",)),
                (["encode", "--windows", "/a"], ("--file",)),
                (["encode", "-g", "nonsense", "a"], ("nonsense", "rfc1738")),
                (["encode", "--print0", "-o", "json", "a"], ("--print0",)),
                (["edit", "http://h/"], ("--set", "--remove", "--redact", "--sort-query",
                                         "--drop-empty")),
                (["edit", "--set", "host", "http://h/"], ("'host'", "PART=VALUE")),
                (["edit", "--set", "port:decoded=8o", "http://h/"], ("byte 1",)),
                (["build", "http://h/"], ("http://h/", "PART=VALUE")),
                (["build", "nonsense=1"], ("nonsense",)),
                (["build", "--set", "host=h"], ())):
            self.usage(*arguments, says=says)
