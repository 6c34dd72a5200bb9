# SPDX-License-Identifier: MIT
"""Request targets and authorities: RFC 9112, section 3.2; RFC 9110, section 7.2.
tests/golden/urls/rfc9112-3 has the texts of each form, tests/unit/http what each method allows."""

import unittest

from support import Case, lines, locus
from test_grammars import built_in

NEEDED = {"request-target", "web-target", "authority", "web-reference"}


@unittest.skipUnless(NEEDED <= set(built_in()), "not all of these grammars are built in")
class Targets(Case):
    def record(self, grammar, text, *options, status=0):
        return self.one_record("parse", "-g", grammar, "-o", "json", *options, text, status=status)

    def test_form(self):
        """In the records and for people: after the grammar, and null if there is none."""
        for text, form in (("/a?b", "origin"), ("http://h/a", "absolute"), ("h:443", "authority"),
                           ("*", "asterisk")):
            for grammar in ("request-target", "web-target"):
                with self.subTest(text=text, grammar=grammar):
                    record = self.record(grammar, text)
                    self.assertEqual(list(record)[:4], ["input", "grammar", "form", "valid"])
                    self.assertEqual(record["form"], form)
                    for arguments, line in ((["parse", "--get", "{form}"], form),
                                            (["parse", "-o", "human"], form + "-form"),
                                            (["explain", "-o", "human"], "  form      " + form)):
                        result = self.check(locus(*arguments, "-g", grammar, text), 0)
                        self.assertIn(line.encode(), lines(result.out))
        record = self.record("request-target", "foo", status=1)
        self.assertEqual((record["form"], record["error"]["code"], record["error"]["offset"]),
                         (None, "form", 3))
        self.assertNotIn("form", self.record("rfc3986", "http://h/"))
        self.check(locus("parse", "--get", "{form}|", "http://h/"), 0, b"|\n")
        for verb in ("parse", "explain"):
            result = locus(verb, "-g", "rfc3986", "-o", "human", "http://h/")
            self.assertNotIn(b"form", self.check(result, 0).out)

    def test_explain(self):
        """explain shows what a proxy needs: the form, and where to connect to."""
        for grammar, text, wanted in (
                ("web-target", "[::1]:0",
                 {"form": "authority", "host": "[::1]", "port": 0, "address_class": "loopback"}),
                ("request-target", "h:65536", {"form": "authority", "host": "h", "port": None}),
                ("request-target", "/a", {"form": "origin"}),
                ("request-target", "http://h/",
                 {"form": "absolute", "scheme": "http", "host": "h", "port": 80}),
                ("authority", "h:8080", {"host": "h", "port": 8080}),
                ("authority", "", {"host": "", "port": None})):
            with self.subTest(grammar=grammar, text=text):
                record = self.one_record("explain", "-g", grammar, "-o", "json", text)
                self.assertEqual({key: record[key] for key in record if key in (
                    "form", "scheme", "host", "port", "address_class")}, wanted)
        record = self.one_record("explain", "-g", "request-target", "-o", "json", "/a b", status=1)
        self.assertEqual(list(record)[:5], ["input", "grammar", "form", "valid", "error"])
        self.assertIsNone(record["form"])
        result = locus("explain", "-g", "authority", "-o", "human", "h:8080")
        self.assertEqual(lines(self.check(result, 0).out)[1:3],
                         [b"  host      h", b"  port      8080"])

    def test_method(self):
        for method, form in (("GET", "absolute"), ("CONNECT", "authority")):
            record = self.record("request-target", "tel:123", "--method", method)
            self.assertEqual(record["form"], form)
        record = self.record("web-target", "h:0", "--method", "CONNECT", status=1)
        self.assertEqual((record["error"]["code"], record["error"]["offset"]), ("port", 3))
        self.usage("parse", "-g", "web-target", "--method", "G T", "/", says=(
            "--method: 'G T': byte 1: ",))
        self.usage("parse", "-g", "web-target", "--method", "", "/", says=("--method",))
        self.usage("parse", "--method", "GET", "http://h/", says=(
            "--method requires -g request-target",))

    def test_edits(self):
        for grammar, arguments, output in (
                ("web-target", ("edit", "--set", "path=/z", "/a?b", "*"), b"/z?b\n/z\n"),
                ("web-reference", ("edit", "--set", "query.x=1", "/a?x={y}&z={}"), b"/a?x=1&z={}\n"),
                ("authority", ("build", "host=example.org", "port=80"), b"example.org:80\n"),
                ("request-target", ("resolve", "http://h/", "//evil/x"), b"http://h//evil/x\n"),
                ("request-target", ("normalize", "/a/../b/%7ec", "H:80"), b"/b/~c\nh:80\n")):
            with self.subTest(grammar=grammar, arguments=arguments):
                verb, *rest = arguments
                self.check(locus(verb, "-g", grammar, *rest), 0, output)
        # Without its path, an origin-form does not become "*".
        result = self.check(locus("edit", "-g", "request-target", "--remove=path", "/x"), 1, b"\n",
                            err=None)
        self.assertIn(b'form: path: byte 0: expected "/path", a URI, ', result.err)

    def test_relativize(self):
        """Refused: the reference to another host, "//i/b", would be a path as a target."""
        for grammar in ("request-target", "web-target"):
            self.usage("relativize", "-g", grammar, "http://h/a", "http://i/b", says=(
                "grammar '%s' is not supported by this verb" % grammar,))
