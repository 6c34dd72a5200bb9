# SPDX-License-Identifier: MIT
"""Help, usage errors, and the output of `locus grammars`."""

import re

from support import CALLS, GRAMMARS, Case, locus

VERBS = (*CALLS, "grammars")


class Help(Case):
    def test_fits_a_screen(self):
        for arguments in (["--help"], ["help"], *([verb, "--help"] for verb in VERBS)):
            with self.subTest(arguments=arguments):
                result = self.check(locus(*arguments), 0)
                text = result.out.decode("ascii")
                self.assertTrue(text.endswith("\n"))
                rows = text[:-1].split("\n")
                # scan and top have the options of logs, too.
                most = 48 if arguments[0] in ("scan", "top") else 24
                self.assertLessEqual(len(rows), most)
                self.assertLessEqual(max(map(len, rows)), 80)
                self.assertNotIn("\t", text)

    def test_names_itself(self):
        for verb in VERBS:
            with self.subTest(verb=verb):
                self.assertRegex(self.check(locus(verb, "--help"), 0).out.decode(),
                                 "(?m)^  -h, --help  +[a-z]")

    def test_names_each_verb(self):
        text = self.check(locus("--help"), 0).out.decode()
        self.assertEqual(re.findall(r"(?m)^  locus ([a-z][a-z-]*) ", text.partition("Examples")[0]),
                         [*VERBS, "help"])

    def test_shows_examples(self):
        for verb in VERBS[:-1]:
            with self.subTest(verb=verb):
                text = self.check(locus(verb, "--help"), 0).out.decode()
                self.assertRegex(text, r"\nExamples?:(.*\n)*.*\blocus %s " % verb)

    def test_help_reads_no_input_and_finds_no_fault(self):
        """--help takes precedence over all other arguments."""
        for arguments in (["parse", "--help", "a:"], ["scan", "--help", "missing"],
                          ["scan", "-c", "--help"]):
            with self.subTest(arguments=arguments):
                result = self.check(locus(*arguments, stdin=b"http://h/"), 0)
                self.assertEqual(result.out, locus(arguments[0], "--help").out)
                self.assertIn(b"locus " + arguments[0].encode(), result.out)

    def test_version(self):
        result = self.check(locus("--version"), 0)
        self.assertRegex(result.out, rb"\Alocus [0-9]+\.[0-9]+\.[0-9]+\b[^\n]*\n")
        for arguments in (["-V"], ["--version", "more"], ["-V", "--nonsense"]):
            self.check(locus(*arguments), 0, result.out)
        for option in ("-VV", "--versio", "--version="):
            self.usage(option, says=("unknown option '%s'" % option,))

    def test_help_of_help(self):
        overview = locus("--help").out
        for arguments in (["help"], ["help", "help"], ["help", "--help"], ["help", "-h"]):
            with self.subTest(arguments=arguments):
                self.check(locus(*arguments), 0, overview)

    def test_help_of_a_verb(self):
        for verb in VERBS:
            with self.subTest(verb=verb):
                self.check(locus("help", verb), 0, locus(verb, "--help").out)
        self.usage("help", "nonsense", says=("unknown verb 'nonsense'", *VERBS))
        self.usage("help", "parse", "scan", says=("locus help: unexpected argument 'scan'",))


class Usage(Case):
    def test_no_verb(self):
        result = self.check(locus(), 2, b"", err=None)
        for verb in VERBS:
            self.assertIn(verb.encode(), result.err)

    def test_unknown_verb(self):
        for verb in ("nonsense", "", "--nonsense", "-z"):
            self.usage(verb, says=VERBS if not verb.startswith("-") else ())

    def test_unknown_options(self):
        for verb in VERBS:
            for option in ("--nonsense", "-Z"):
                self.usage(verb, option,
                           says=(option.lstrip("-"), "Try 'locus %s --help'." % verb))

    def test_ambiguous_options(self):
        """getopt_long(3) accepts an abbreviation if only one option begins with it."""
        for arguments, says in (
                (["scan", "--li"], "'--li' is ambiguous: --line-number, --line-buffered"),
                (["scan", "--c=3"], "'--c' is ambiguous: --context, --columns, --count"),
                (["parse", "--g", "web", "a:"], "'--g' is ambiguous: --grammar, --get"),
                (["scan", "--lines"], "unknown option '--lines'")):
            self.usage(*arguments, says=(says,))
        self.check(locus("scan", "--coun", stdin=b"http://h/"), 0, b"1\n")

    def test_unknown_words(self):
        """The error lists the valid words. They are case-sensitive and cannot be abbreviated."""
        for arguments, names, words in (
                (["parse", "-g"], ("nonsense", "", "WEB", "rfc", "web "), GRAMMARS),
                (["parse", "-o"], ("nonsense", "", "JSON"), ("json", "tsv", "url")),
                (["scan", "-o"], ("nonsense", "", "xml"), ("json", "tsv", "url")),
                (["scan", "-x"], ("nonsense", "", "RAW"), ("raw", "text", "wrapped", "json")),
                (["parse", "--color"], ("nonsense",), ("auto", "always", "never"))):
            for name in names:
                self.usage(*arguments, name, says=(
                    "'%s'" % name, "locus %s: " % arguments[0],
                    "Try 'locus %s --help'." % arguments[0], *words))

    def test_schemes_that_are_none(self):
        for schemes, first in (("", ""), ("1http", "1http"), ("ht tp", "ht tp"),
                               ("http://", "http://"), ("http,,ftp", ""), (",", ""), ("http,", ""),
                               ("h\u00e9", "h\u00e9"), (":", ":"), ("http:,http::", "http::"),
                               ("ftp,1http,http://", "1http")):
            self.usage("scan", "--schemes", schemes, says=("invalid scheme '%s' (" % first,))

    def test_missing_arguments(self):
        for arguments in (["parse", "-g"], ["parse", "-o"], ["parse", "--get"], ["scan", "-x"],
                          ["scan", "--schemes"], ["parse", "--grammar"]):
            self.usage(*arguments, says=("Try 'locus %s --help'." % arguments[0],))

    def test_arguments_that_none_asked_for(self):
        for arguments, option in ((["parse", "--null=1"], "--null"),
                                  (["scan", "--count=yes"], "--count"),
                                  (["scan", "--no-progress="], "--no-progress"),
                                  (["grammars", "--help=all"], "--help")):
            self.usage(*arguments, says=("option '%s' takes no argument" % option,))

    def test_schemes_of_every_byte(self):
        """RFC 3986, 3.1: ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"""
        letters = {*range(65, 91), *range(97, 123)}
        for byte in range(1, 128):
            if chr(byte) in ",:":           # separates schemes; may follow each of them
                continue
            with self.subTest(byte=byte):
                for scheme, good in ((chr(byte) + "x", byte in letters),
                                     ("x" + chr(byte), byte in letters
                                      or chr(byte) in "0123456789+-.")):
                    result = locus("scan", "--schemes", scheme, stdin=b"x://h")
                    self.assertEqual(result.status == 2, not good, (scheme, result))

    def test_what_a_verb_does_not_take(self):
        for arguments in (["scan", "-0"], ["parse", "-x", "raw"], ["parse", "-c"],
                          ["grammars", "-g", "web"], ["grammars", "web"]):
            self.usage(*arguments)

    def test_nothing_is_read_or_written_before(self):
        """A usage error after valid operands: no record is written."""
        self.usage("parse", "-g", "web", "-o", "json", "a:", "--nonsense")
        self.usage("scan", "-", "-x", "nonsense")


class Suggestions(Case):
    """Suggestions of what was probably meant."""

    def test_verbs(self):
        for word, verb in (("pars", "parse"), ("sacn", "scan"), ("Parse", "parse"),
                           ("normalise", "normalize"), ("grammar", "grammars"),
                           ("relativise", "relativize"), ("tpo", "top"), ("decdoe", "decode"),
                           ("explian", "explain")):
            for arguments in ([word], ["help", word]):
                self.usage(*arguments, says=("unknown verb '%s'; did you mean '%s'?"
                                             % (word, verb), *VERBS))

    def test_options(self):
        for arguments, option in ((["scan", "--contxt=raw"], "--context"),
                                  (["scan", "--line-bufered"], "--line-buffered"),
                                  (["parse", "--nul"], None), (["parse", "--nulls"], "--null"),
                                  (["top", "--yb", "host"], "--by"), (["--hepl"], "--help"),
                                  (["--versoin"], "--version"),
                                  (["parse", "--colour=never"], "--color")):
            with self.subTest(arguments=arguments):
                if option:
                    self.usage(*arguments, says=("did you mean '%s'?" % option,))
                else:
                    self.assertNotIn(b"did you", locus(*arguments).err)

    def test_what_is_near_to_nothing(self):
        for arguments in (["x"], [""], ["nonsense"], ["p" * 31], ["parse" * 1000], ["--"],
                          ["--x"], ["scan", "--x"], ["scan", "--nonsense"], ["-h" * 40],
                          ["scan", "--" + "count" * 1000]):
            with self.subTest(arguments=arguments):
                result = locus(*arguments)
                self.assertEqual(result.status, 2)
                self.assertNotIn(b"did you mean", result.err)

    def test_a_url_is_no_verb(self):
        for url, shown in (("http://h/", "http://h/"), ("mailto:a@b.c", "mailto:a@b.c"),
                           ("http://h/?a&b#c", "'http://h/?a&b#c'"), ("http://a b", "'http://a b'"),
                           ("http://h/it's", "URL"), ("http://h/\n", "URL"),
                           ("http://h/" + "a" * 1000, "URL")):
            self.usage(url, says=("to parse this URL, use: locus parse %s\n" % shown,))

    def test_a_file_is_no_verb(self):
        folder = self.folder()
        for name, shown in (("access.log", "access.log"), ("a b.log", "'a b.log'")):
            self.write(name, b"", folder)
            result = locus(name, cwd=folder)
            self.assertEqual(result.status, 2)
            self.assertIn(b"to find the URLs in this file, use: locus scan %s\n" % shown.encode(),
                          result.err)

    def test_a_file_is_no_item(self):
        folder = self.folder()
        self.write("urls.txt", b"http://h/\n", folder)
        self.write("a b", b"http://h/\n", folder)
        for arguments, reported in (
                (["parse", "urls.txt"], b"locus parse < urls.txt"),
                (["parse", "-o", "json", "x:", "a b"], b"locus parse < 'a b'"),
                (["explain", "urls.txt"], b"locus explain < urls.txt"),
                (["normalize", "urls.txt"], b"locus normalize < urls.txt"),
                (["normalize", "-o", "json", "urls.txt"], b"locus normalize < urls.txt"),
                (["relativize", "http://h/", "urls.txt"], b"locus relativize BASE < urls.txt"),
                (["edit", "-r", "query", "urls.txt"], b"locus edit ... < urls.txt"),
                (["decode", "--file", "urls.txt"], b"locus decode < urls.txt")):
            with self.subTest(arguments=arguments):
                result = self.check(locus(*arguments, cwd=folder), 1, err=None)
                number = len(arguments) - 3 if "json" in arguments and "x:" in arguments else 1
                self.assertIn(b"locus: item %d: this is the name of a file; to read its lines,"
                              b" use: %s\n"
                              % (number, reported), result.err)
        # There is no suggestion for a line of the input, a directory, or a missing file.
        for arguments, stdin in ((["parse"], b"urls.txt\n"), (["parse", "-"], b"urls.txt\n"),
                                 (["parse", "-0"], b"urls.txt"), (["parse", "missing"], b""),
                                 (["parse", "."], b"")):
            result = self.check(locus(*arguments, cwd=folder, stdin=stdin), 1, err=None)
            self.assertNotIn(b"file", result.err)

    def test_a_rule_is_named_once(self):
        result = self.check(locus("build", "scheme=http", "host=h", "path=a"), 1, b"\n", err=None)
        self.assertRegex(result.err, rb"\Alocus: item 1: path: byte 0: [^\n:]+\n\Z")


class Grammars(Case):
    def test_how_it_was_built(self):
        text = self.check(locus("grammars"), 0).out.decode()
        self.assertEqual(len(set(re.findall(r"\b(?:goto|flat|table)\b", text))), 1)
        self.assertRegex(text, r"\b(?:portable|off)\b")
        version = locus("--version").out.decode().split()[1]
        self.assertIn(version, text)
        for name in ("gzip", "zstd", "xz", "lzma", "bzip2", "lz4"):
            self.assertRegex(text, r"(?m)^%s +(?:yes \([a-z0-9]+\)|no)$" % name)
