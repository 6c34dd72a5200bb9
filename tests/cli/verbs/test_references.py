# SPDX-License-Identifier: MIT
"""locus resolve, relativize, normalize, compare. tests/golden/resolve and
tests/golden/normalize have the results; test_coding, what the verbs share with others."""

from support import Case, locus

BASE = "http://a/b/c/d;p?q"


class Resolve(Case):
    def test_other_grammars(self):
        for grammar in ("rfc3986", "rfc3986-reference", "rfc1738", "web"):
            with self.subTest(grammar=grammar):
                self.check(locus("resolve", "-g", grammar, BASE, "../g", "?y"), 0,
                           b"http://a/b/g\nhttp://a/b/c/d;p?y\n")
        # RFC 1630 has its own rule.
        self.check(locus("resolve", "-g", "rfc1630", "magic://a/b/c//d/e/f", "/g"), 0,
                   b"magic://a/g\n")

    def test_web(self):
        """A reference is of the grammar of its base, or relative, with the bytes of web."""
        self.check(locus("resolve", "-g", "web", BASE, "http://h/a|b/../c", "../caf\u00e9", "#a#b"),
                   0, "http://h/c\nhttp://a/b/caf\u00e9\nhttp://a/b/c/d;p?q#a#b\n".encode())
        self.check(locus("resolve", "-g", "rfc1738", BASE, "foo://a@b@c/d"), 0,
                   b"foo://a@b@c/d\n")
        result = self.check(locus("resolve", "-g", "web", BASE, "a|b:c"), 1, b"\n", err=None)
        self.assertIn(b"item 1: path: byte 3: ", result.err)
        self.check(locus("resolve", BASE, "a|b"), 1, b"\n", err=None)

    def test_compatible(self):
        self.check(locus("resolve", "--compatible", BASE, "http:g", "HTTP:?y", "ftp:g"), 0,
                   b"http://a/b/c/g\nhttp://a/b/c/d;p?y\nftp:g\n")

    def test_base(self):
        self.usage("resolve", says=("missing operand BASE",))
        for base, says in [("a b", "BASE: scheme: byte 1"), ("/a", "BASE: scheme: byte 0"),
                           ("http://a b/", "BASE: host: byte 8"), ("-", "BASE: scheme")]:
            with self.subTest(base=base):
                result = self.check(locus("resolve", "--", base, "g"), 2, b"", err=None)
                self.assertIn(says.encode(), result.err)
                # The message is the same as that of parse.
                reported = locus("parse", "-o", "url", "--", base).err if base != "-" else result.err
                self.assertEqual(result.err, reported.replace(b"item 1:", b"BASE:"))
        result = self.check(locus("resolve", "-g", "rfc3986-reference", "//a/b", "g"), 2, b"",
                            err=None)
        self.assertIn(b"BASE: base: base URL has no scheme", result.err)


class Relativize(Case):
    def test_there(self):
        self.check(locus("relativize", BASE, BASE, "http://a/b/c/x:y"), 0, b"\n./x:y\n")

    def test_out_of_reach(self):
        result = self.check(locus("relativize", BASE, "http://a/x/../y", "http://a/z", "no url"), 1,
                            b"\n/z\n\n", err=None)
        self.assertEqual(result.err.count(b"\n"), 2)
        self.assertIn(b"locus: item 1: target: byte 0: no reference resolves to", result.err)
        self.assertIn(b"locus: item 3: scheme: byte 2: ", result.err)

    def test_usage(self):
        self.usage("relativize", says=("missing operand BASE",))
        self.usage("relativize", "-g", "rfc1630", BASE, "http://a/", says=("RFC 1630",))
        self.usage("relativize", "--compatible", BASE, says=("compatible",))


class Normalize(Case):
    def steps(self, steps, url, want):
        with self.subTest(steps=steps, url=url):
            self.check(locus("normalize", *(["--steps", steps] if steps else []), url), 0,
                       want.encode() + b"\n")

    def test_each_step(self):
        url = "HTTP://H%c3:80/%7e/%3a/../%2E"
        self.steps(None, url, "http://h%C3/~/")
        self.steps("default", url, "http://h%C3/~/")
        self.steps("none", url, url)
        self.steps("case", url, "http://h%c3:80/%7e/%3a/../%2E")
        self.steps("percent-case", url, "HTTP://H%C3:80/%7E/%3A/../%2E")
        self.steps("decode", url, "HTTP://H%c3:80/~/%3a/../.")
        self.steps("dots", url, "HTTP://H%c3:80/%7e/%2E")
        self.steps("port", url, "HTTP://H%c3/%7e/%3a/../%2E")
        self.steps("syntax", url, "http://h%C3:80/~/")
        self.steps("scheme", "http://h:80", "http://h/")
        self.steps("path", "http://h:80", "http://h:80/")
        self.steps("ipv6", "s://[0:0::1:0]", "s://[::1:0]")
        self.steps("all", "S://[0:0::A:0]:", "s://[::a:0]/")
        self.steps("port,case", url, "http://h%c3/%7e/%3a/../%2E")

    def test_grammars(self):
        self.check(locus("normalize", "-g", "rfc3986-reference", "../%7Ea"), 0, b"../~a\n")
        self.check(locus("normalize", "-g", "rfc1738", "GOPHER://H:70"), 0, b"gopher://h/\n")
        self.check(locus("normalize", "-g", "web", "HTTP://h/%%34\u00e9"), 0,
                   "http://h/%%34\u00e9\n".encode())

    def test_usage(self):
        self.usage("normalize", "--steps", "dot", "a:",
                   says=("unknown step 'dot'", "percent-case", "dots", "ipv6", "default"))
        self.usage("normalize", "--steps", "", "a:", says=("unknown step",))
        self.usage("normalize", "--steps", "case,,dots", "a:", says=("unknown step",))


class Compare(Case):
    def verdict(self, status, *arguments, stdin=b""):
        with self.subTest(arguments=arguments):
            self.check(locus("compare", *arguments, stdin=stdin), status, b"")

    def test_verdicts(self):
        self.verdict(0, "http://h", "HTTP://H:80/")
        self.verdict(1, "http://h", "http://h/?")
        self.verdict(0, "-g", "rfc1738", "telnet://h", "TELNET://H:23/")
        self.verdict(0, "example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d")

    def test_rfc1630(self):
        """Without --steps, URLs are compared by RFC 1630's own rule."""
        path = "http://info.cern.ch/albert/bertram/marie-claude"
        self.verdict(0, "-g", "rfc1630", path, path.replace("-", "%2D"))
        self.verdict(1, "-g", "rfc1630", path, path.replace("/marie", "%2Fmarie"))
        bad = "news:12345667123%asdghfh@info.cern.ch"
        self.check(locus("compare", "-g", "rfc1630", bad, bad), 2, b"", err=None)
        self.verdict(1, "-g", "rfc1630", "http://h", "http://h/")
        self.verdict(0, "-g", "rfc1630", "--steps", "default", "http://h", "http://h/")

    def test_steps(self):
        self.verdict(1, "--steps", "none", "http://h", "HTTP://h")
        self.verdict(0, "--steps", "none", "http://h", "http://h")
        self.verdict(0, "--steps", "case", "http://h", "HTTP://h")
        self.verdict(1, "http://[::1]", "http://[0::1]")
        self.verdict(0, "--steps", "all", "http://[::1]", "http://[0::1]")

    def test_standard_input(self):
        self.verdict(0, "-", "-", stdin=b"http://h\r\nhttp://h/\n")
        self.verdict(1, "-", "http://i", stdin=b"http://h\n")
        self.verdict(0, "http://h", "-", stdin=b"http://h/")
        self.verdict(0, "-0", "-", "-", stdin=b"http://h\0http://h/")
        result = self.check(locus("compare", "-", "-", stdin=b"http://h\n"), 2, b"", err=None)
        self.assertIn(b"no more items", result.err)

    def test_errors(self):
        result = self.check(locus("compare", "http://h", "http://a b"), 2, b"", err=None)
        self.assertTrue(result.err.startswith(b"locus: item 2: host: byte 8: "), result.err)
        self.assertEqual(result.err, locus("parse", "-o", "url", "x:", "http://a b").err)
        for arguments in ([], ["a:"], ["a:", "b:", "c:"]):
            self.usage("compare", *arguments, says=("expected two URLs",))
        self.usage("compare", "-o", "json", "a:", "b:")
