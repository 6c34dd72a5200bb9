# SPDX-License-Identifier: MIT
"""Request targets and authorities: RFC 9112, section 3.2; RFC 9110, section 7.2."""

import json
import unittest

from support import Case, lines, locus
from test_grammars import built_in

NEEDED = {"request-target", "web-target", "authority", "web-reference"}


@unittest.skipUnless(NEEDED <= set(built_in()), "not all of these grammars are built in")
class Targets(Case):
    def record(self, grammar, text, *options, status=0):
        return self.one_record("parse", "-g", grammar, "-o", "json", *options, text, status=status)

    def test_form(self):
        for text, form, parts in (
                ("/a?b", "origin", ["path", "query"]), ("//evil/x", "origin", ["path"]),
                ("http://h/a", "absolute", ["scheme", "host", "path"]),
                ("h:443", "authority", ["host", "port"]), ("*", "asterisk", [])):
            for grammar in ("request-target", "web-target"):
                with self.subTest(text=text, grammar=grammar):
                    record = self.record(grammar, text)
                    self.assertEqual(record["form"], form)
                    self.assertEqual(list(record["parts"]), parts)
                    result = locus("parse", "-g", grammar, "--get", "{form}", text)
                    self.assertEqual(self.check(result, 0).out, form.encode() + b"\n")

    def test_no_form(self):
        record = self.record("request-target", "foo", status=1)
        self.assertIsNone(record["form"])
        self.assertEqual((record["error"]["code"], record["error"]["offset"]), ("form", 3))
        self.assertNotIn("form", self.record("rfc3986", "http://h/"))
        result = locus("parse", "--get", "{form}|", "http://h/")
        self.assertEqual(self.check(result, 0).out, b"|\n")

    def test_order_of_keys(self):
        """The form follows the grammar."""
        result = locus("parse", "-g", "web-target", "-o", "json", "/a")
        keys = list(json.loads(self.check(result, 0).out))
        self.assertEqual(keys[:4], ["input", "grammar", "form", "valid"])

    def test_for_people(self):
        """The human-readable output of parse and explain shows the form of a target."""
        for text, form in (("/a?b", "origin"), ("http://h/a", "absolute"), ("h:443", "authority"),
                           ("*", "asterisk")):
            for grammar in ("request-target", "web-target"):
                with self.subTest(text=text, grammar=grammar):
                    result = locus("parse", "-g", grammar, "-o", "human", text)
                    self.assertIn(b"%s-form" % form.encode(), lines(self.check(result, 0).out))
                    result = locus("explain", "-g", grammar, "-o", "human", text)
                    self.assertIn(b"  form      %s" % form.encode(),
                                  lines(self.check(result, 0).out))
        for verb in ("parse", "explain"):
            result = locus(verb, "-g", "rfc3986", "-o", "human", "http://h/")
            self.assertNotIn(b"form", self.check(result, 0).out)

    def test_explain(self):
        """explain shows what a proxy needs: the form, and where to connect to."""
        for grammar, text, wanted in (
                ("request-target", "h.example:443",
                 {"form": "authority", "host": "h.example", "port": 443}),
                ("web-target", "[::1]:0",
                 {"form": "authority", "host": "[::1]", "port": 0, "address_class": "loopback"}),
                ("request-target", "h:65536", {"form": "authority", "host": "h", "port": None}),
                ("request-target", "/a", {"form": "origin"}),
                ("request-target", "*", {"form": "asterisk"}),
                ("request-target", "http://h/",
                 {"form": "absolute", "scheme": "http", "host": "h", "port": 80}),
                ("authority", "h:8080", {"host": "h", "port": 8080}),
                ("authority", "h", {"host": "h", "port": None}),
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
        for method, text, form in (("GET", "tel:123", "absolute"), ("CONNECT", "tel:123", "authority"),
                                   ("OPTIONS", "*", "asterisk")):
            with self.subTest(method=method):
                self.assertEqual(
                    self.record("request-target", text, "--method", method)["form"], form)
        for method, text, error in (("GET", "*", ("form", 0)), ("CONNECT", "/", ("form", 0)),
                                    ("CONNECT", "h:", ("port", 2)), ("CONNECT", "h:0", ("port", 3)),
                                    ("CONNECT", "h:65536", ("port", 6))):
            with self.subTest(method=method, text=text):
                found = self.record("web-target", text, "--method", method, status=1)["error"]
                self.assertEqual((found["code"], found["offset"]), error)

    def test_wrong_method(self):
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
