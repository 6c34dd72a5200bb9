# SPDX-License-Identifier: MIT
"""locus parse: verdicts, parts, offsets, and one record for each input."""

import os
import re

from support import Case, locus, records, texts

# (grammar, URL, parts except the scheme, host kind, port): each part, and each kind of a host
# and a port, as a record has them. tests/golden/urls has the cases of each grammar.
VALID = [
    ("rfc3986", "foo://u:p@example.com:8042/over/there?name=ferret#nose",
     {"user": "u", "password": "p", "host": "example.com", "port": "8042",
      "path": "/over/there", "query": "name=ferret", "fragment": "nose"}, "name", 8042),
    ("rfc3986", "http://[::1]/", {"host": "[::1]", "path": "/"}, "ipv6", 80),
    ("rfc3986", "ftp://[v1.a:b]/", {"host": "[v1.a:b]", "path": "/"}, "ipvfuture", 21),
    ("rfc3986", "telnet://192.0.2.16:/", {"host": "192.0.2.16", "port": "", "path": "/"},
     "ipv4", 23),
    ("rfc3986", "http://@:65536?#", {"user": "", "host": "", "port": "65536", "path": "",
                                     "query": "", "fragment": ""}, "empty", None),
    ("rfc3986", "urn:a:b", {"path": "a:b"}, None, None),
    ("rfc3986-reference", "", {"path": ""}, None, None),
    ("rfc3986-reference", "//g", {"host": "g", "path": ""}, "name", None),
    ("web", "http://b\u00fccher.example/a|b\\c?d[]=100%#e#f",
     {"host": "b\u00fccher.example", "path": "/a|b\\c", "query": "d[]=100%",
      "fragment": "e#f"}, "name", 80),
    ("rfc1738", "http://h", {"host": "h"}, "name", 80),
    ("rfc1738", "ftp://u:p@h:2121/a/b;type=A", {"user": "u", "password": "p", "host": "h",
                                                "port": "2121", "path": "/a/b", "type": "A"},
     "name", 2121),
    ("rfc1738", "gopher://h/7s%09c%09+a", {"host": "h", "path": "/7s%09c%09+a", "gtype": "7",
                                           "selector": "s", "search": "c", "plus": "+a"},
     "name", 70),
    ("rfc1738", "mailto:a@b", {"path": "a@b", "address": "a@b"}, None, None),
    ("rfc1738", "news:1@h", {"path": "1@h", "article": "1@h"}, None, None),
    ("rfc1738", "nntp://h/g/42", {"host": "h", "path": "/g/42", "group": "g", "number": "42"},
     "name", 119),
    ("rfc1738", "wais://h/db/t/p", {"host": "h", "path": "/db/t/p", "database": "db",
                                    "wtype": "t", "wpath": "p"}, "name", 210),
    ("rfc1738", "prospero://h//n;k=v", {"host": "h", "path": "//n", "hsoname": "/n",
                                        "fields": ";k=v"}, "name", 1525),
    ("rfc1738", "file:///etc", {"host": "", "path": "/etc"}, "empty", None),
    ("rfc1630", "http://h/a#b", {"host": "h", "path": "/a", "fragment": "b"}, "name", 80),
    ("rfc1630", "nntp:a.b/7", {"path": "a.b/7", "group": "a.b", "number": "7"}, None, 119),
]

# (grammar, URL, code, offset): errors, as a record has them.
INVALID = [
    ("rfc3986", "", "scheme", 0),
    ("rfc3986", "http://[::g]/", "ip-literal", 10),
    ("rfc3986", "http://h/\u00e9", "path", 9),
    ("rfc3986-reference", "http://u@v@h/", "host", 10),
    ("web", "http://%zz/", "percent", 8),
    ("rfc1738", "http:h", "slashes", 5),
    ("rfc1738", "ftp://h/a;type=x", "type", 15),
    ("rfc1630", "mid:", "message-id", 4),
]

# A scheme as RFC 2234 would define it, at the beginning of a reference.
SCHEME = re.compile(r"([A-Za-z0-9][A-Za-z0-9+.\-]*):")


def rebuilt(record):
    """The URL that the parts make up with their delimiters. The parts of a scheme lie
    within the path, except ftp's type and prospero's fields."""
    part = texts(record)
    url = part["scheme"] + ":" if "scheme" in part else ""
    if record.get("form") == "asterisk":
        url += "*"
    if "host" in part:
        if record["grammar"] != "authority" and record.get("form") != "authority":
            url += "//"
        if "user" in part:
            url += part["user"]
            url += ":" + part["password"] if "password" in part else ""
            url += "@"
        url += part["host"]
        url += ":" + part["port"] if "port" in part else ""
    url += part.get("path", "")
    url += ";type=" + part["type"] if "type" in part else ""
    url += part.get("fields", "")
    url += "?" + part["query"] if "query" in part else ""
    url += "#" + part["fragment"] if "fragment" in part else ""
    return url


class Parts(Case):
    def compare(self, grammar, url, expected, kind, port):
        with self.subTest(grammar=grammar, url=url):
            record = self.parse(grammar, url)
            scheme = SCHEME.match(url)
            if scheme:
                expected = {"scheme": scheme.group(1), **expected}
            self.assertEqual(list(record), ["input", "grammar", "valid", "host_kind",
                                            "port", "parts"])
            self.assertEqual(record["input"], url)
            self.assertEqual(record["grammar"], grammar)
            self.assertIs(record["valid"], True)
            self.assertEqual(texts(record), expected)
            self.assertEqual(record["host_kind"], kind)
            self.assertEqual(record["port"], port)
            self.assertEqual(rebuilt(record), url)

    def test_valid(self):
        for row in VALID:
            self.compare(*row)

    def test_a_person_sees_the_schemes_parts_under_the_url(self):
        for grammar, url, names in (
                ("rfc1738", "gopher://h/1s%09q%09+", "gtype selector search plus"),
                ("rfc1738", "wais://h/d/t/p", "database wtype wpath"),
                ("rfc1630", "prospero://h/n%001", "hsoname number")):
            for width in ("400", "40"):
                with self.subTest(url=url, width=width):
                    result = self.check(locus("parse", "-o", "human", "-g", grammar,
                                              url, env=dict(os.environ, COLUMNS=width)), 0)
                    for name in names.split():
                        self.assertIn(name.encode(), result.out)

    def test_invalid(self):
        for grammar, url, code, offset in INVALID:
            with self.subTest(grammar=grammar, url=url):
                record = self.parse(grammar, url, status=1)
                self.assertEqual(list(record), ["input", "grammar", "valid", "error"])
                self.assertEqual(record["input"], url)
                self.assertEqual(record["grammar"], grammar)
                self.assertIs(record["valid"], False)
                error = record["error"]
                self.assertEqual(list(error), ["code", "offset", "message"])
                self.assertEqual(error["offset"], offset)
                self.assertEqual(error["code"], code)
                self.assertRegex(error["message"], r"\A\S.*\S\Z")

    def test_a_message_tells_what_was_there(self):
        ended = self.parse("rfc3986", "http://[::1", 1)["error"]["message"]
        wrong = self.parse("rfc3986", "http://[::1x", 1)["error"]["message"]
        self.assertIn("end", ended)
        self.assertIn("x", wrong)
        self.assertNotEqual(ended, wrong)


class Inputs(Case):
    """What counts as an item, and that every item has its record, in order."""

    def inputs(self, stdin, *arguments, status=0):
        result = locus("parse", "-g", "rfc3986", "-o", "json", *arguments, stdin=stdin)
        self.check(result, status)
        return [record["input"] for record in records(result.out)]

    def test_lines(self):
        for stdin, expected, status in [
                (b"", [], 0),
                (b"\n", [""], 1),
                (b"a:\n", ["a:"], 0),
                (b"a:", ["a:"], 0),                       # the last line has no newline
                (b"a:\nb:", ["a:", "b:"], 0),
                (b"a:\n\nb:\n", ["a:", "", "b:"], 1),     # an empty line is an item
                (b"a:\n\n", ["a:", ""], 1),
                (b"a:\r\nb:\r\n", ["a:", "b:"], 0),       # CR is part of the line ending
                (b"\r\n", [""], 1),
                (b"a:\r\r\n", ["a:\r"], 1),               # but only one CR
                (b"a:\rb:\n", ["a:\rb:"], 1),             # and only a final one
                (b"a:\0b:\n", ["a:\0b:"], 1),
        ]:
            with self.subTest(stdin=stdin):
                self.assertEqual(self.inputs(stdin, status=status), expected)

    def test_nul_separated(self):
        for option in ("-0", "--null"):
            for stdin, expected, status in [
                    (b"", [], 0),
                    (b"\0", [""], 1),
                    (b"a:\0b:\0", ["a:", "b:"], 0),
                    (b"a:\0b:", ["a:", "b:"], 0),
                    (b"a:\nb:\0c:", ["a:\nb:", "c:"], 1),  # a newline is an ordinary byte
                    (b"a:\r\0b:", ["a:\r", "b:"], 1),      # so is CR
                    (b"a:\0\0b:", ["a:", "", "b:"], 1),
            ]:
                with self.subTest(option=option, stdin=stdin):
                    self.assertEqual(self.inputs(stdin, option, status=status), expected)

    def test_operands(self):
        self.assertEqual(self.inputs(b"no:\n", "a:", "b:"), ["a:", "b:"])
        self.assertEqual(self.inputs(b"no:\n", "", status=1), [""])
        self.assertEqual(self.inputs(b"no:\n", "a:\r", status=1), ["a:\r"])
        self.assertEqual(self.inputs(b"b:\nc:\n", "a:", "-", "d:"), ["a:", "b:", "c:", "d:"])
        self.assertEqual(self.inputs(b"a:\n", "-"), ["a:"])
        self.assertEqual(self.inputs(b"", "--", "-g", status=1), ["-g"])

    def test_bad_items_never_end_the_run(self):
        count = 20000
        urls = ["http://h/%d" % i if i % 3 else "bad %d" % i for i in range(count)]
        result = locus("parse", "-g", "rfc3986", "-o", "json",
                       stdin="\n".join(urls).encode())
        self.check(result, 1)
        self.assertEqual([(r["input"], r["valid"]) for r in records(result.out)],
                         [(url, i % 3 != 0) for i, url in enumerate(urls)])

    def test_long_items(self):
        # Around the sizes at which buffers usually end, and far beyond.
        lengths = [n + d for n in (1 << 12, 1 << 16, 1 << 18) for d in (-1, 0, 1)]
        lengths += [5 << 20, 20 << 20]
        stdin = b"".join(b"http://h/" + b"p" * (n - 9) + b"\n" for n in lengths)
        result = self.check(locus("parse", "-g", "rfc3986", "-o", "json", stdin=stdin), 0)
        self.assertEqual([r["parts"]["path"]["len"] for r in records(result.out)],
                         [n - 8 for n in lengths])

    def test_exit_status(self):
        for arguments, status in [
                (["a:", "b:"], 0),
                (["a:", "b"], 1),
                (["a", "b:"], 1),
                (["a", "b"], 1),
                (["-o", "nonsense", "a:"], 2),
                (["--nonsense", "a:"], 2),
        ]:
            with self.subTest(arguments=arguments):
                self.assertEqual(locus("parse", "-g", "rfc3986", *arguments).status, status)
        self.assertEqual(locus("parse", "-g", "rfc3986").status, 0)    # no item is invalid
