# SPDX-License-Identifier: MIT
"""locus resolve, relativize, normalize, compare."""

import random

from support import Case, decode, lines, locus, records

BASE = "http://a/b/c/d;p?q"

# Some of RFC 3986, 5.4; tests/golden/resolve/rfc3986-5.4-examples.txt has all.
EXAMPLES = [
    ("g:h", "g:h"), ("./g", "http://a/b/c/g"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), ("../..", "http://a/"),
]


class Resolve(Case):
    def test_examples_as_operands(self):
        result = locus("resolve", "--", BASE, *(ref for ref, _ in EXAMPLES))
        self.check(result, 0, "".join(url + "\n" for _, url in EXAMPLES).encode())

    def test_examples_as_lines(self):
        """An empty line is the empty reference; a CR is part of the line ending."""
        want = "".join(url + "\n" for _, url in EXAMPLES).encode()
        refs = [ref.encode() for ref, _ in EXAMPLES]
        for end in (b"\n", b"\r\n"):
            stdin = b"".join(ref + end for ref in refs)
            self.check(locus("resolve", BASE, stdin=stdin), 0, want)
            self.check(locus("resolve", BASE, "-", stdin=stdin), 0, want)
        self.check(locus("resolve", "-0", BASE, stdin=b"\0".join(refs) + b"\0"), 0, want)

    def test_other_grammars(self):
        for grammar in ("rfc3986", "rfc3986-reference", "rfc1738", "web"):
            with self.subTest(grammar=grammar):
                self.check(locus("resolve", "-g", grammar, BASE, "../g", "?y"), 0,
                           b"http://a/b/g\nhttp://a/b/c/d;p?y\n")
        # RFC 1630 has its own rule.
        self.check(locus("resolve", "-g", "rfc1630", "magic://a/b/c//d/e/f", "/g"), 0,
                   b"magic://a/g\n")

    def test_web(self):
        """A relative reference may contain the bytes of web."""
        self.check(locus("resolve", "-g", "web", "http://h/d/e", "?q={x}", "../caf\u00e9", "//i/100%",
                         "#a#b", "./a|b:c", ""), 0,
                   "http://h/d/e?q={x}\nhttp://h/caf\u00e9\nhttp://i/100%\nhttp://h/d/e#a#b\n"
                   "http://h/d/a|b:c\nhttp://h/d/e\n".encode())
        result = self.check(locus("resolve", "-g", "web", "http://h/d/e", "a|b:c", "a b"), 1,
                            b"\n\n", err=None)
        self.assertIn(b"item 1: path: byte 3: ", result.err)
        self.assertIn(b"item 2: path: byte 1: ", result.err)
        self.check(locus("resolve", "http://h/d/e", "a|b"), 1, b"\n", err=None)

    def test_a_reference_of_the_grammar_of_its_base(self):
        self.check(locus("resolve", "-g", "web", BASE, "http://h/a|b/../c"), 0,
                   b"http://h/c\n")
        self.check(locus("resolve", "-g", "rfc1738", BASE, "foo://a@b@c/d"), 0,
                   b"foo://a@b@c/d\n")

    def test_compatible(self):
        self.check(locus("resolve", "--compatible", BASE, "http:g", "HTTP:?y", "ftp:g"), 0,
                   b"http://a/b/c/g\nhttp://a/b/c/d;p?y\nftp:g\n")

    def test_invalid_ones_keep_their_line(self):
        result = locus("resolve", BASE, stdin=b"g\na b\n\xff\n..\n%zz\n")
        self.check(result, 1, b"http://a/b/c/g\n\n\nhttp://a/b/\n\n", err=None)
        self.assertEqual(result.err, b'locus: line 2: path: byte 1: invalid path '
                         b'(found " ")\n'
                         b'locus: line 3: path: byte 0: invalid path (found byte 0xFF)\n'
                         b'locus: line 5: percent: byte 1: "%" is not followed by two '
                         b'hexadecimal digits (found "z")\n')

    def test_json(self):
        result = locus("resolve", "-o", "json", BASE, "../g", "a b", "\u00e9")
        self.check(result, 1)
        good, bad, worse = records(result.out)
        self.assertEqual(good, {"input": "../g", "grammar": "rfc3986",
                                "valid": True, "output": "http://a/b/g"})
        self.assertEqual(list(bad), ["input", "grammar", "valid", "error"])
        self.assertIs(bad["valid"], False)
        self.assertEqual((bad["error"]["code"], bad["error"]["offset"]), ("path", 1))
        self.assertEqual(worse["input"], "\u00e9")

    def test_bytes_that_are_not_utf8(self):
        record = self.one_record("resolve", "-g", "web", "-o", "json", BASE,
                                 stdin=b"http://h/\xff\n")
        self.assertEqual(record["output"], "http://h/\ufffd")
        self.assertIs(record["lossy"], True)

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

    def test_a_long_line(self):
        ref = b"../" * 100000 + b"x" * 1000000
        self.check(locus("resolve", "s://h/a", stdin=ref), 0, b"s://h/" + b"x" * 1000000 + b"\n")


class Relativize(Case):
    def test_there(self):
        self.check(locus("relativize", BASE, "http://a/b/c/g", BASE, "http://a/b/c/x:y"), 0,
                   b"g\n\n./x:y\n")

    def test_out_of_reach(self):
        result = locus("relativize", BASE, "http://a/x/../y", "http://a/z", "no url")
        self.check(result, 1, b"\n/z\n\n", err=None)
        self.assertEqual(result.err.count(b"\n"), 2)
        self.assertIn(b"locus: item 1: target: byte 0: no reference resolves to", result.err)
        self.assertIn(b"locus: item 3: scheme: byte 2: ", result.err)

    def test_json(self):
        result = locus("relativize", "-o", "json", BASE, "http://a/b/c/g", "s:..")
        self.check(result, 1)
        good, bad = records(result.out)
        self.assertEqual(good, {"input": "http://a/b/c/g", "grammar": "rfc3986",
                                "valid": True, "output": "g"})
        self.assertEqual(bad["error"]["code"], "target")

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

    def test_lines(self):
        result = locus("normalize", stdin=b"HTTP://A/%7E\r\nnone\n\nhttp://b")
        self.check(result, 1, b"http://a/~\n\n\nhttp://b/\n", err=None)
        self.assertIn(b"locus: line 2: scheme: byte 4: ", result.err)
        self.assertIn(b"locus: line 3: scheme: byte 0: ", result.err)

    def test_json(self):
        result = self.check(locus("normalize", "-o", "json", "HTTP://A", "x"), 1)
        good, bad = records(result.out)
        self.assertEqual(good, {"input": "HTTP://A", "grammar": "rfc3986", "valid": True,
                                "output": "http://a/"})
        self.assertEqual((bad["error"]["code"], bad["error"]["offset"]), ("scheme", 1))

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
        self.usage("normalize", "-o", "tsv", "a:", says=("url, json",))


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


class Streams(Case):
    def test_lines_stay_aligned(self):
        """One line of output for each line of input, whatever its bytes."""
        rng = random.Random(5)
        data = bytes(rng.choice(b"a:/.?#%2e\xff \r") if rng.random() < 0.9 else 10
                     for _ in range(20000)) + b"\n"
        count = data.count(b"\n")
        for arguments in (["resolve", BASE], ["relativize", BASE], ["normalize"]):
            for output in ("url", "json"):
                result = locus(*arguments, "-o", output, stdin=data)
                self.assertIn(result.status, (0, 1))
                self.assertEqual(len(lines(result.out)), count)
                if output == "json":
                    inputs = [record["input"] for record in records(result.out)]
                    want = [decode(line[:-1] if line.endswith(b"\r") else line)
                            for line in data.split(b"\n")[:-1]]
                    self.assertEqual(inputs, want)
