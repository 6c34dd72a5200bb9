# SPDX-License-Identifier: MIT
"""--where with ~ and !~: regular expressions."""

import os
import re

import lines_of
from lines_of import COMBINED, MIXED, PLAIN, log
from support import DEMO_LOG, Case, built_with, contents, environment, lines, locus

# Conditions, and which of the five lines meet them.
CONDITIONS = (
    ("path~^/a/", "0"), ("path~b$", "0"), ("path!~^/a/", "1234"), ("path~^/(a/b|p)$", "01"),
    # A comma, "*" and "\" have their meaning in the pattern.
    ("path~a,b", ""), ("path~^/{1,2}evil", "4"), ("path~^/*p", "1"), (r"path~^\/p$", "1"),
    ("path~=", ""), ("path~", "014"), ("path!~", "23"), ("method~^(GET|POST)$", "014"),
    ("method~get", ""), ("method~(?i)get", "04"), ("status~^[45]", "134"), ("status!~^[45]", "02"),
    ("time~T13:", "01"), ("agent~bot\\.example", "0"), ("agent!~bot", "1234"),
    ("text~CONNECT h", "3"), ("referer.host~^example", "0"), ("query.x~^1$", "0"),
    ("query.*~^[xy]$", "0"), ("query.*!~^[xy]$", "1234"), ("client~\\.[89]$", "1234"),
    # Hosts and schemes have no case.
    ("host~^H[.]EXAMPLE$", "13"), ("scheme~^HTTP$", "1"),
)
# Catastrophic for a matcher that backtracks: no text of x and a "!" has a match, and there
# are 2^n ways to try.
SLOW = "^/(x+x+)+$"
HARD = b"/" + b"x" * 60 + b"!"


class Patterns(lines_of.Met):
    def setUp(self):
        if not built_with(b"pcre2"):
            self.skipTest("locus was built without PCRE2")

    def test_each(self):
        for condition, wanted in CONDITIONS:
            with self.subTest(condition=condition):
                self.assertEqual(self.met(condition), wanted)

    def test_demo_log(self):
        """Compared with Python's re."""
        text = contents(DEMO_LOG)
        found = [(line, re.search(rb'"\S+ ([^"\\]*) HTTP/[\d.]+" \d', line))
                 for line in text.splitlines()]
        found = [(line, target[1]) for line, target in found if target]
        self.assertGreater(len(found), 190)
        for pattern in (rb"^/search", rb"\.(pdf|atom)$", rb"^/[^/]*$", rb"(...).*\1", rb"",
                        rb"[^ -~]", rb"(?<!%)[4-9]"):
            for options in ((), ("-j", "2")):
                with self.subTest(pattern=pattern, options=options):
                    result = locus(*COMBINED, *options, "--whole-line", "--where",
                                   b"target~" + pattern,
                                   stdin=b"".join(line + b"\n" for line, _ in found))
                    self.assertEqual(lines(result.out), [line for line, target in found
                                                         if re.search(pattern, target)])

    def test_characters(self):
        """Values are read as UTF-8. An invalid byte matches nothing and is not an error."""
        line = PLAIN[0][0].replace(b"x/1 (", b"\xc3\xa9\xff\xc3\xa9b (")
        for condition, wanted in (
                ("agent~^.$", ""), ("agent~\u00e9b", "0"), ("agent~^\u00e9", "0"),
                ("agent~(?i)\u00c9b", "0"), ("agent~^..", ""), ("agent~[^a]b ", "0"),
                ("agent~example/about\\)$", "0"), ("agent~^b", ""), ("agent~\u00e9.\u00e9", "")):
            with self.subTest(condition=condition):
                self.assertEqual(self.met(condition, stdin=log(line)), wanted)

    def test_nul_and_newline(self):
        line = PLAIN[0][0].replace(b"x/1 (", b"a\\nb\\x00c (")
        for condition, wanted in (("agent~a\\nb", "0"), ("agent~b\\0c", "0"), ("agent~a.b", ""),
                                  ("agent~(?m)^b", "0"), ("agent~\\x{0}c", "0")):
            with self.subTest(condition=condition):
                self.assertEqual(self.met(condition, stdin=log(line)), wanted)

    def test_without_a_log(self):
        text = b"http://a.example/x http://b.test/y\nhttp://c.example/z?a=1\n"
        self.assertEqual(self.met("host~e$", stdin=text, command=("scan",)), "01")
        self.assertEqual(self.met("query.*~a", stdin=text, command=("scan",)), "1")

    def test_usage(self):
        for pattern, says in (
                ("path~(a", "'(a' is not a regular expression: offset 2: missing closing"),
                ("path!~a**[", "offset 2"), ("path~\\", "offset 1"), ("path~(?<n>a)(?<n>b)", "offset"),
                ("path~\\C", "is not a regular expression"), (b"path~\xff", "is not a regular")):
            self.usage(*COMBINED, "--where", pattern, says=("--where: ", says))

    def hard(self, count=1):
        line = PLAIN[0][0].replace(b"/a/b?x=1", HARD)
        return log(*[PLAIN[1][0]] * 6, *[line, PLAIN[0][0]] * count)

    REPORT = (rb"\Alocus: --where: kept %s for which it could not be decided whether a regular"
              rb" expression matches \([^)]+\); the first is at %s\n\Z")

    def test_limit(self):
        """A record at which the limit is reached is kept, and that is reported."""
        for operation in ("~", "!~"):
            for pattern in (SLOW, "(*NO_JIT)" + SLOW):
                with self.subTest(operation=operation, pattern=pattern):
                    result = locus(*COMBINED, "--where", "path" + operation + pattern, "--where",
                                   "path~x", stdin=self.hard())
                    self.assertEqual((result.status, result.out), (2, HARD + b"\n"))
                    self.assertRegex(result.err, self.REPORT
                                     % (b"1 record", b"line 7 of standard input"))
        # If another condition is false, the record is left out.
        for other in ("status=404", "path=/p", "path~^p"):
            result = locus(*COMBINED, "--where", "path~" + SLOW, "--where", other, "-c",
                           stdin=self.hard())
            self.check(result, 1, b"0\n", err=None)

    def test_limit_in_a_list(self):
        line = PLAIN[0][0].replace(b"/a/b?x=1", b"/?/" + b"x" * 60 + b"!=1&b")
        for condition, status in (("query.*~" + SLOW, 2), ("query.*~^b$|" + SLOW, 0)):
            result = locus(*COMBINED, "-c", "--where", condition, stdin=log(line))
            self.check(result, status, b"1\n", err=None)

    def test_limit_in_blocks(self):
        path = self.write("a.log", self.hard(20))
        alone = locus(*COMBINED, "-c", "--where", "path~" + SLOW, path)
        self.assertRegex(alone.err, self.REPORT % (b"20 records", b"line 7 of " + path.encode()))
        self.assertEqual((alone.status, alone.out), (2, b"20\n"))
        for size in ("100", "1000"):
            self.assertEqual(locus(*COMBINED, "-c", "-j", "3", "--where", "path~" + SLOW, path,
                                   env=environment(LOCUS_BLOCK_SIZE=size)), alone)
        # Another file comes before it.
        other = self.write("b.log", MIXED)
        result = locus(*COMBINED, "-c", "-j", "2", "--where", "path~" + SLOW, other, path,
                       env=environment(LOCUS_BLOCK_SIZE="300"))
        self.assertIn(b"the first is at line 7 of " + os.fsencode(path), result.err)

    def test_limit_in_a_directory(self):
        folder = self.folder()
        path = self.write("a.log", self.hard(), folder)
        for i in range(8):
            self.write("b%d.log" % i, MIXED, folder)
        for threads in ("1", "3"):
            result = locus(*COMBINED, "-c", "-r", "-j", threads, "--where", "path~" + SLOW, folder)
            self.assertIn(b"the first is at line 7 of %b\n" % path.encode(), result.err)

    def test_limit_without_a_log(self):
        text = b"http://h/a http://h" + HARD + b"z http://h/b"
        result = locus("top", "--by", "host", "--where", "path~" + SLOW, stdin=text)
        self.check(result, 2, b"1 h\n", err=None)
        self.assertRegex(result.err, self.REPORT % (b"1 record", b"offset 11 of standard input"))


class Missing(Case):
    def test_built_without(self):
        if built_with(b"pcre2"):
            self.skipTest("locus was built with PCRE2")
        self.usage("scan", "--where", "path~a",
                   says=("'a' is a regular expression", "libpcre2-dev", "--with-pcre2"))
