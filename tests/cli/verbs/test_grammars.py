# SPDX-License-Identifier: MIT
"""Which grammars are built in (configure --with-grammars), and what the command reports
for the others. In a build that lacks a grammar, these are the only tests of the
command."""

from support import Case, lines, locus
from test_errors import GRAMMARS

URL = "http://example.org/a"
DEFAULTS = (("parse", "rfc3986"), ("scan", "web"))
# The grammars that are not for URLs: a request target may be a URL, an authority is never one.
TARGETS = ("request-target", "web-target")
NO_URLS = ("authority",)
SCANNED_AS = {"rfc3986-reference": "rfc3986", "web-reference": "web"}


def for_urls():
    """The grammars that take URL."""
    return [name for name in built_in() if name not in NO_URLS]


def scannable():
    return [name for name in for_urls() if name not in TARGETS]


def built_in():
    """The names that `locus grammars` lists, in order."""
    listed, _, _ = locus("grammars").out.decode().partition("\n\n")
    return [line.split()[0] for line in listed.split("\n")]


def missing():
    return [name for name in GRAMMARS if name not in built_in()]


class Choice(Case):
    def lacks(self, verb, *arguments, name):
        """A usage error that names the missing grammar and those that are built in."""
        self.usage(verb, *arguments, says=(
            "locus %s: grammar '%s' is not built in; choose another with -g (%s)\n"
            % (verb, name, ", ".join(built_in())), "Try 'locus %s --help'." % verb))

    def test_those_there_are(self):
        names = built_in()
        self.assertEqual(names, [name for name in GRAMMARS if name in names])
        self.assertTrue(names)

    def test_each_has_a_description(self):
        listed, _, _ = locus("grammars").out.decode().partition("\n\n")
        for line in listed.split("\n"):
            with self.subTest(line=line):
                self.assertRegex(line, r"\A\S+ {2,}\w")

    def test_each_of_them_parses(self):
        for name in for_urls():
            with self.subTest(name=name):
                record = self.parse(name, URL)
                self.assertEqual(record["grammar"], name)
                self.assertTrue(record["valid"])

    def test_an_authority(self):
        for name in NO_URLS:
            if name in built_in():
                record = self.parse(name, "example.org:80")
                self.assertEqual((record["grammar"], record["port"]), (name, 80))

    def test_each_of_them_scans(self):
        for name in scannable():
            with self.subTest(name=name):
                if SCANNED_AS.get(name, name) not in built_in():
                    self.lacks("scan", "-g", name, name=SCANNED_AS[name])
                    continue
                result = self.check(locus("scan", "-g", name, stdin=URL.encode()), 0)
                self.assertEqual(lines(result.out), [URL.encode()])

    def test_what_no_text_shows(self):
        """scan and top do not search for targets and authorities."""
        for name in (*TARGETS, *NO_URLS):
            for verb in ("scan", "top"):
                with self.subTest(name=name, verb=verb):
                    if name in built_in():
                        says = ("only for the targets of --log" if name in TARGETS
                                else "not supported by this verb (%s)" % ", ".join(for_urls()))
                        self.usage(verb, "-g", name, says=(
                            "grammar '%s' is %s\n" % (name, says),))

    def test_the_others_do_not(self):
        for name in missing():
            for verb in ("parse", "scan"):
                if verb == "scan" and name in (*TARGETS, *NO_URLS):
                    continue
                with self.subTest(name=name, verb=verb):
                    self.lacks(verb, "-g", name, name=name)

    def test_defaults(self):
        """Without -g, an error says which grammar is the default."""
        for verb, name in DEFAULTS:
            with self.subTest(verb=verb):
                if name not in built_in():
                    self.lacks(verb, name=name)
                    continue
                record = self.one_record(verb, "-o", "json", stdin=URL.encode())
                self.assertEqual(record["grammar"], name)

    def test_the_other_verbs(self):
        """Every verb works with every grammar that is built in, and reports the others."""
        runs = (("normalize", (URL,), URL), ("edit", ("-s", "host=h", URL), "http://h/a"),
                ("build", ("scheme=http", "host=h", "path=/a"), "http://h/a"),
                ("relativize", (URL, URL + "/b"), "a/b"),
                ("compare", (URL, URL), None),
                ("encode", ("-p", "path", "/a b"), "/a%20b"))
        for verb, arguments, output in runs:
            for name in GRAMMARS:
                if name in NO_URLS or (verb == "relativize" and name in TARGETS):
                    continue
                with self.subTest(verb=verb, name=name):
                    if name not in built_in():
                        self.lacks(verb, "-g", name, *arguments, name=name)
                    elif (verb, name) != ("relativize", "rfc1630"):
                        self.check(locus(verb, "-g", name, *arguments), 0,
                                   b"" if output is None else output.encode() + b"\n")
            with self.subTest(verb=verb):
                if "rfc3986" not in built_in():
                    self.lacks(verb, *arguments, name="rfc3986")

    def test_explain(self):
        for name in for_urls():
            record = self.one_record("explain", "-g", name, "-o", "json", URL)
            self.assertEqual(record["grammar"], name)
        if "rfc3986" not in built_in():
            self.lacks("explain", URL, name="rfc3986")

    def test_resolve(self):
        """References require the grammar of RFC 3986, or web."""
        for name in for_urls():
            with self.subTest(name=name):
                if name in ("rfc1738", "rfc1630") and not (
                        {"rfc3986", "rfc3986-reference"} & set(built_in())):
                    self.usage("resolve", "-g", name, URL, "b", says=(
                        "references of '%s' are those of RFC 3986" % name,))
                    continue
                self.check(locus("resolve", "-g", name, URL, "b", "/c"), 0,
                           b"http://example.org/b\nhttp://example.org/c\n")
        if "rfc3986" not in built_in():
            self.lacks("resolve", URL, "b", name="rfc3986")

    def test_decode_needs_none(self):
        self.check(locus("decode", "a%20b"), 0, b"a b\n")
        if "rfc3986" not in built_in():
            self.lacks("decode", "--file", "file:///a", name="rfc3986")

    def test_unknown_ones_are_unknown(self):
        """The error for an unknown grammar names only the built-in grammars."""
        for verb, names in (("parse", built_in()), ("scan", for_urls())):
            result = self.usage(verb, "-g", "nonsense", says=(
                "unknown grammar 'nonsense' (%s)\n" % ", ".join(names),))
            for name in missing():
                self.assertNotIn(" %s," % name, result.err.decode().replace(")", ","))

    def test_help_needs_none(self):
        for verb in ("parse", "scan", "grammars"):
            self.check(locus(verb, "--help"), 0)
