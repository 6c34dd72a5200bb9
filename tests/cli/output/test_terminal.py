# SPDX-License-Identifier: MIT
"""Output that nobody can forge: characters that a terminal would interpret or hide are
made visible, and a newline inside a value is escaped wherever the output goes."""

import itertools
import json
import os
import re
import unicodedata
import unittest

from support import CALLS, EMULATOR, Case, environment, lines, locus, on_terminal, records, some

UTF8 = environment(LC_ALL="C.UTF-8")

# Texts that must not reach a terminal, and how they are written.
HOSTILE = {
    b"\x1b]0;x\x07": b"\\x1B]0;x\\x07",             # sets the title of the window
    b"\x7f": b"\\x7F",
    b"\xc2\x9b2J": b"\\u{9B}2J",                    # CSI, as a character
    b"\x9b2J": b"\\x9B2J",                          # and as a byte
    b"\xff": b"\\xFF",
    b"\xc3": b"\\xC3",
    b"\xed\xa0\x80": b"\\xED\\xA0\\x80",            # a surrogate
    "\u202e": b"\\u{202E}",                         # right-to-left override
    "\u2066": b"\\u{2066}",
    "\u061c": b"\\u{61C}",
    "\u00a0": b"\\u{A0}",
    "\u00ad": b"\\u{AD}",
    "\u034f": b"\\u{34F}",
    "\u115f": b"\\u{115F}",
    "\u1680": b"\\u{1680}",
    "\u17b4": b"\\u{17B4}",
    "\u180e": b"\\u{180E}",
    "\u200b": b"\\u{200B}",
    "\u2028": b"\\u{2028}",
    "\u2060": b"\\u{2060}",
    "\u2800": b"\\u{2800}",
    "\u3000": b"\\u{3000}",
    "\u3164": b"\\u{3164}",
    "\ue000": b"\\u{E000}",
    "\ufdd0": b"\\u{FDD0}",
    "\ufe0f": b"\\u{FE0F}",
    "\ufeff": b"\\u{FEFF}",
    "\uffa0": b"\\u{FFA0}",
    "\ufffc": b"\\u{FFFC}",
    "\U0001d159": b"\\u{1D159}",
    "\U000e0041": b"\\u{E0041}",                    # a tag
    "\U0010ffff": b"\\u{10FFFF}",
}
HOSTILE = {os.fsencode(text): shown for text, shown in HOSTILE.items()}
# Texts that a terminal displays, and texts that only look like escapes.
HARMLESS = ("a\u00e9\u65e5\u0e01\u0e31\U0001f600\u05d0 C:\\dir\\u\\xC \\x1b \\u{ad} %41"
            .encode())

# Put between other characters, so that a truncated character is not completed by chance.
MIXED = b".".join(HOSTILE)
MIXED_SHOWN = b".".join(HOSTILE.values())

CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"}


def encoded(data):
    return b"".join(b"%%%02X" % byte for byte in data)


def unescape(shown):
    """The bytes that `shown` makes visible."""
    return re.sub(rb"\\(?:x([0-9A-F]{2})|u\{([0-9A-F]+)\})",
                  lambda m: bytes([int(m[1], 16)]) if m[1] else chr(int(m[2], 16)).encode(),
                  shown)


def is_hidden(char):
    return char not in " \n" and (unicodedata.category(char) in CATEGORIES
                                  or ord(char) & 0xfffe == 0xfffe
                                  or char in "\u115f\u1160\u3164\uffa0\u2800\ufffc")


@unittest.skipIf(EMULATOR, "an emulated libc finds locales in this machine's order of bytes")
class Terminal(Case):
    def visible(self, out):
        """The output is UTF-8, and contains nothing that a terminal would interpret or
        hide."""
        self.assertEqual([hex(ord(c)) for c in out.decode() if is_hidden(c)], [])

    def shows(self, expected, *arguments, **keywords):
        result = on_terminal(*arguments, env=UTF8, **keywords)
        # A tab between columns and a NUL after a record are written by the command
        # itself.
        self.visible(re.sub(rb"[\t\0]", b"", result.out))
        self.visible(result.err)
        self.assertEqual(result.out, expected, result.err)
        return result


class Policy(Terminal):
    def decoded(self, data, env=UTF8):
        """The text as written to a terminal; only this output contains all bytes."""
        return on_terminal("decode", encoded(data), env=env).out[:-1]

    def test_each_is_escaped(self):
        for text, shown in HOSTILE.items():
            with self.subTest(text=text):
                self.assertEqual(self.decoded(b"a" + text + b"b"), b"a" + shown + b"b")

    def test_what_is_harmless_is_as_it_is(self):
        self.assertEqual(self.decoded(HARMLESS), HARMLESS)

    def test_no_two_texts_look_the_same(self):
        for text, shown in (
                (b"\\x1B", b"\\x5Cx1B"), (b"\\\x1b", b"\\\\x1B"), (b"\\\\x1B", b"\\\\x5Cx1B"),
                (b"\\u{AD}", b"\\x5Cu{AD}"), (b"\\x5C", b"\\x5Cx5C"), (b"\\", b"\\"),
                (b"\\x1", b"\\x1"), (b"\\u{", b"\\u{"), (b"\\xG0", b"\\xG0"),
                (b"\\n", b"\\n"), (b"\n", b"\\x0A")):
            with self.subTest(text=text):
                self.assertEqual(self.decoded(text), shown)
                self.assertEqual(unescape(shown), text)

    def test_without_utf8_there_is_only_ascii(self):
        """To a terminal with another encoding, the second byte of U+06DB is CSI."""
        env = environment(LC_ALL="C")
        self.assertEqual(self.decoded("\u06db".encode(), env), b"\\xDB\\x9B")
        self.assertEqual(self.decoded("\u00ad".encode(), env), b"\\u{AD}")
        self.assertEqual(on_terminal("encode", "-o", "json", "-0", stdin="\u06db\U0001f600".encode(),
                                     env=env).out.split(b",")[0],
                         b'{"input":"\\u06db\\ud83d\\ude00"')

    def test_each_character(self):
        chars = [chr(c) for c in range(0x80, 0x110000) if not 0xd800 <= c <= 0xdfff]
        urls = ["http://h/" + "".join(chars[i:i + 256]) for i in range(0, len(chars), 256)]
        data = "".join(url + "\n" for url in urls).encode()
        result = on_terminal("scan", "-x", "raw", stdin=data, env=UTF8)
        self.visible(result.out)
        self.assertEqual(unescape(result.out), data)
        # Letters, marks, digits, punctuation and symbols are shown, except those that are
        # ignorable or blank by definition.
        escaped = {chr(int(code, 16)) for code in re.findall(rb"\\u\{([0-9A-F]+)\}", result.out)}
        shown = {char for char in escaped if unicodedata.category(char)[0] in "LMNPS"
                 and not unicodedata.name(char).startswith("VARIATION SELECTOR-")}
        self.assertLessEqual({unicodedata.name(char) for char in shown}, {
            "BRAILLE PATTERN BLANK", "COMBINING GRAPHEME JOINER",
            "EGYPTIAN HIEROGLYPH FULL BLANK", "EGYPTIAN HIEROGLYPH HALF BLANK",
            "EGYPTIAN HIEROGLYPH MIRROR HORIZONTALLY", "HALFWIDTH HANGUL FILLER", "HANGUL CHOSEONG FILLER", "HANGUL FILLER",
            "HANGUL JUNGSEONG FILLER", "KHITAN SMALL SCRIPT FILLER",
            "KHMER VOWEL INHERENT AA", "KHMER VOWEL INHERENT AQ",
            "MONGOLIAN FREE VARIATION SELECTOR FOUR", "MONGOLIAN FREE VARIATION SELECTOR ONE",
            "MONGOLIAN FREE VARIATION SELECTOR THREE", "MONGOLIAN FREE VARIATION SELECTOR TWO",
            "MUSICAL SYMBOL NULL NOTEHEAD", "OBJECT REPLACEMENT CHARACTER"})


class EachVerb(Terminal):
    """The raw bytes that a `web` URL may contain, and decoded ones."""

    RAW = b"http://h/" + b"".join(t for t in HOSTILE if t[0] >= 0x80 and t != b"\xc3") + b"x"
    SHOWN = b"http://h/" + b"".join(s for t, s in HOSTILE.items()
                                    if t[0] >= 0x80 and t != b"\xc3") + b"x"
    PCT = b"http://h/" + encoded(MIXED + b"\n")

    def test_scan(self):
        stdin = b" " + self.RAW + b" \n"
        for threads in ("-j1", "-j2"):
            self.shows(self.SHOWN + b"\n", "scan", "-x", "raw", threads, stdin=stdin)
        self.shows(b"/" + self.SHOWN[9:] + b"\n", "scan", "-x", "raw", "--get", "{path}",
                   stdin=stdin)
        self.shows(b"<" + self.SHOWN + b">\n", "scan", "-x", "raw", "--get", "<{url}>",
                   stdin=stdin)
        self.shows(b"scheme\tuser\tpassword\thost\tport\tpath\tquery\tfragment\n"
                   b"http\t\t\th\t\t/" + self.SHOWN[9:] + b"\t\t\n",
                   "scan", "-x", "raw", "-o", "tsv", stdin=stdin)

    def test_long_decoded_values(self):
        """Long values are decoded in pieces, which may end within a character."""
        text = "".join("é€\U0001f600\u00e0"[i % 4] for i in range(4000)).encode()
        hostile = b"".join(HOSTILE)
        for shift in range(6):
            before = b"/" + b"a" * shift
            url = b"http://h" + before + encoded(text)
            self.shows(before + text + b"\n", "parse", "--get", "{path:decoded}", stdin=url)
            self.shows(before + text + b"\n", "scan", "--get", "{path:decoded}", stdin=url)
            url = b"http://h" + before + encoded(hostile) * 40
            result = on_terminal("scan", "--get", "{path:decoded}", stdin=url, env=UTF8)
            self.visible(result.out)
            self.assertEqual(unescape(result.out[:-1]), before + hostile * 40)

    def test_decoded_values(self):
        shown = b"/" + MIXED_SHOWN + b"\\x0A\n"
        self.shows(b"1 " + shown, "top", "--by", "path:decoded", "-o", "text", stdin=self.PCT)
        self.shows(shown, "scan", "--get", "{path:decoded}", stdin=self.PCT)
        self.shows(shown, "parse", "--get", "{path:decoded}", stdin=self.PCT)
        self.shows(b"count\tpath:decoded\n1\t" + shown.replace(b"\\x0A\n", b"\\n\n"),
                   "top", "--by", "path:decoded", "-o", "tsv", stdin=self.PCT)

    def test_decode(self):
        self.shows(MIXED_SHOWN + b"\n", "decode", stdin=encoded(MIXED))
        self.shows(MIXED_SHOWN + b"\0", "decode", "--print0", stdin=encoded(MIXED))
        self.shows(b"/" + MIXED_SHOWN + b"\n", "decode", "--file",
                   stdin=b"file:///" + encoded(MIXED))

    def test_transformations(self):
        self.shows(self.SHOWN + b"\n", "normalize", "-g", "web", stdin=self.RAW)
        self.shows(self.SHOWN + b"\n", "resolve", "-g", "web", "http://h/", stdin=self.RAW)
        self.shows(self.SHOWN[9:] + b"\n", "relativize", "-g", "web", "http://h/",
                   stdin=self.RAW)
        self.shows(self.SHOWN + b"\n", "edit", "-g", "web", "--remove", "query",
                   stdin=self.RAW + b"?q")
        self.shows(self.SHOWN + b"\n", "build", "-g", "web", "scheme=http", "host=h",
                   b"path=" + self.RAW[8:])
        self.shows(encoded(b"\x1b\xc2\xad") + b"\n", "encode", b"\x1b\xc2\xad")
        self.shows("\u00e9\\u{202E}\n".encode(), "encode", "-g", "web", "-p", "path", "\u00e9\u202e")
        self.shows(b"", "compare", "-g", "web", self.RAW, self.RAW)
        self.shows(b"", "compare", "-g", "web", self.RAW, b"http://h/\x1b")

    def test_views_for_people(self):
        """On a terminal and elsewhere, whether the URL is valid or not."""
        controls = b"http://h/" + bytes(range(1, 32)) + b"\x7f"
        for verb in ("parse", "explain"):
            for stdin in (self.RAW, self.PCT, b"http://h/ " + MIXED, MIXED, controls,
                          *(controls[:9] + bytes([byte]) + b"]0;x" for byte in controls[9:])):
                with self.subTest(verb=verb, stdin=stdin):
                    arguments = [verb, "-g", "web", "-0", "-o", "human"]
                    for result in (on_terminal(*arguments, stdin=stdin, env=UTF8),
                                   locus(*arguments, stdin=stdin)):
                        self.visible(re.sub(rb"\x1b\[[0-9;]*m", b"", result.out))
                        self.visible(result.err)
                        self.assertTrue(result.out)

    def test_json(self):
        """The same values as in other formats, all of them visible."""
        tested = {"compare"}                # which writes nothing
        for arguments, stdin in (
                (["parse", "-g", "web"], self.RAW), (["parse", "-g", "web", "-0"], MIXED),
                (["explain", "-g", "web"], self.RAW + b"?a=" + encoded(MIXED)),
                (["scan", "-x", "raw"], self.RAW), (["decode"], encoded(MIXED)),
                (["encode", "-0"], MIXED), (["normalize", "-g", "web"], self.RAW),
                (["resolve", "-g", "web", "http://h/"], self.RAW),
                (["relativize", "-g", "web", "http://h/"], self.RAW),
                (["edit", "-g", "web", "-r", "query"], self.RAW),
                (["build", "-g", "web"], b"scheme=x\tpath=" + self.RAW),
                (["top", "--by", "path:decoded"], self.PCT)):
            tested.add(arguments[0])
            with self.subTest(arguments=arguments):
                arguments = [arguments[0], "-o", "json", *arguments[1:]]
                out = on_terminal(*arguments, stdin=stdin, env=UTF8).out
                self.visible(out)
                self.assertEqual(records(out), records(locus(*arguments, stdin=stdin).out))
        self.assertEqual(tested, set(CALLS))
        out = on_terminal("decode", "-o", "json", encoded("\u00ad\x7f\U000e0041".encode()),
                          env=UTF8).out
        self.assertIn(b'"output":"\\u00ad\\u007f\\udb40\\udc41"', out)

    def test_names_of_files(self):
        name = MIXED + b"\n"
        folder = self.folder()
        self.write(name, b"http://h/", folder)
        for options, shown in (
                (["-H"], MIXED_SHOWN + b"\\x0A:http://h/\n"),
                (["-c", "-H"], MIXED_SHOWN + b"\\x0A:1\n"),
                (["--get", "{file}"], MIXED_SHOWN + b"\\x0A\n")):
            self.shows(shown, "scan", *options, name, cwd=folder)
        out = on_terminal("scan", "-o", "json", name, cwd=folder, env=UTF8).out
        self.visible(out)
        self.assertEqual(json.loads(out)["file"], name.decode("utf-8", "replace"))


# The places where an error names an argument; @ stands for it.
DIAGNOSTICS = [
    ["@"], ["-@"], ["--@"], ["help", "@"], ["scan", "@"], ["top", "--by", "host", "@"],
    ["parse", "--@"], ["parse", "-@"], ["parse", "--null=@"], ["parse", "-g", "@"],
    ["parse", "-o", "@"], ["parse", "--color", "@"], ["parse", "--get", "{@}"],
    ["parse", "--get", "\\@"], ["parse", "--define", "@"], ["parse", "--define", "x://:@"],
    ["parse", "--define", "x://@"], ["parse", "--define", "x:=@"], ["scan", "-x", "@"],
    ["scan", "-j", "@"], ["scan", "--schemes", "@"], ["top", "--by", "@"],
    ["top", "--by", "host", "-n", "@"], ["normalize", "--steps", "@"], ["encode", "-p", "@"],
    ["edit", "--set", "@"], ["edit", "--set", "path:decoded=@", "--set", "@=x"],
    ["edit", "--remove", "@"], ["build", "@"], ["build", "scheme=@", "@=x"], ["grammars", "@"],
    ["parse", "-g", "rfc3986", "http://h/@"], ["explain", "-g", "rfc3986", "x:", "-@"],
    ["resolve", "@:"], ["relativize", "@:", "x:"], ["normalize", "http://h/@"],
    ["compare", "@", "x:"], ["compare", "x:", "y:", "@"], ["decode", "%@"],
    ["encode", "--file", "@"], ["scan", "--@=x"], ["scan", "--li@"],
]


class Diagnostics(Terminal):
    def reported(self, arguments, argument):
        arguments = [os.fsencode(a).replace(b"@", argument) for a in arguments]
        return on_terminal(*arguments, env=UTF8), locus(*arguments)

    def test_arguments(self):
        for arguments, argument in some(itertools.product(DIAGNOSTICS, (
                b"\x1b]0;x\x07", b"\xc2\x9b2J", b"\x9b2J", b"\xe2\x80\xae", b"\xc2\xad",
                b"a\nlocus: all is well")), 5):
            with self.subTest(arguments=arguments, argument=argument):
                for result in self.reported(arguments, argument):
                    self.assertNotEqual(result.status, 0)
                    self.visible(result.err)
                    self.assertNotIn(b"\nlocus: all", result.err)
                    self.assertNotEqual(result.err + result.out, b"")

    def test_a_name_is_reported_escaped(self):
        for result in self.reported(["scan", "@"], MIXED + b"\nlocus: x"):
            self.assertEqual(result.err, b"locus: " + MIXED_SHOWN
                             + b"\\x0Alocus: x: No such file or directory\n")

    def test_a_long_name(self):
        for size in (900, 1015, 1016, 1017, 3000):
            name = "/".join(["\u00ad" * 100] * (size // 200)).encode()
            for result in self.reported(["scan", "@"], name):
                self.assertEqual(unescape(result.err),
                                 b"locus: " + name + b": No such file or directory\n")

    def test_a_kernel(self):
        env = environment(LC_ALL="C.UTF-8", LOCUS_KERNEL="\x1b[2J\n")
        result = on_terminal("parse", "x:", env=env)
        self.assertIn(b"unknown kernel '\\x1B[2J\\x0A'", result.err)
        self.assertEqual(len(lines(result.err)), 2)


class Forgery(Case):
    """A value is written on one line, wherever the output goes."""

    FORGED = b"http://a.example/x%0a99999%20/forged"

    def test_lines_of_a_log(self):
        """What the server has escaped may contain a newline, whatever else of the record is
        asked for."""
        lines = {
            "combined": b'h - - [10/Oct/2000:13:55:36 -0700] "GET /a\\nGET,/forged HTTP/1.1" 200 7'
                        b' "http://r/\\nb" "c http://i/\\nd"\n',
            "json": b'{"method":"GET","uri":"/a\\nGET,/forged","status":200}\n',
            "docker+json": b'{"log":"{\\"uri\\":\\"/a\\\\nGET,/forged\\"}\\n"}\n'}
        for form, line in lines.items():
            for template, more in (("{url}", b""), ("{line} {input}", b""), ("{url}{host}", b""),
                                   ("{input}{path}", b""), ("{url}{error}", b"path")):
                for options in ([], ["-j2"], ["--unique"], ["--of", "all"]):
                    with self.subTest(form=form, template=template, options=options):
                        out = locus("scan", "--log", form, "--get", template, *options,
                                    stdin=line).out
                        number = b"1 " * template.startswith("{line}")
                        self.assertEqual(out.split(b"\n")[0],
                                         number + b"/a\\x0AGET,/forged" + more)
                        urls = 3 if form == "combined" and "all" in options else 1
                        self.assertEqual(out.count(b"\n"), urls)

    def test_rows_of_top(self):
        self.check(locus("top", "--by", "path:decoded", stdin=self.FORGED), 0,
                   b"1 /x\\x0A99999 /forged\n")
        self.check(locus("top", "--by", "url:decoded", stdin=self.FORGED), 0,
                   b"1 http://a.example/x\\x0A99999 /forged\n")

    def test_templates(self):
        for verb in ("scan", "parse"):
            self.check(locus(verb, "--get", "{path:decoded}\\n{path}", stdin=self.FORGED), 0,
                       b"/x\\x0A99999 /forged\n/x%0a99999%20/forged\n")
        result = locus("parse", "-0", "--get", "{input}", stdin=b"a b\nforged")
        self.check(result, 1, b"a b\\x0Aforged\n", err=None)

    def test_decode(self):
        self.check(locus("decode", "a%0Ab"), 0, b"a\\x0Ab\n", err=None)
        self.check(locus("decode", "a%5Cx0Ab"), 0, b"a\\x5Cx0Ab\n", err=None)
        self.check(locus("decode", "--print0", "a%0Ab%5Cx0A"), 0, b"a\nb\\x0A\0", err=None)

    def test_file_names(self):
        folder = self.folder()
        self.write(b"a\nforged", b"http://h/", folder)
        for options, shown in ((["-H"], b"a\\x0Aforged:http://h/\n"),
                               (["-cH"], b"a\\x0Aforged:1\n"),
                               (["--get", "{file}"], b"a\\x0Aforged\n")):
            self.check(locus("scan", *options, b"a\nforged", cwd=folder), 0, shown)

    def test_other_bytes_are_as_they_are(self):
        """All bytes of a URL are written as they are: no grammar accepts a newline."""
        url = b"http://h/\xff\xc2\xad\\x0A\\x1B\xe2\x80\xae"
        for arguments in (["scan", "-x", "raw"], ["normalize", "-g", "web"],
                          ["parse", "-g", "web", "-o", "url"],
                          ["parse", "-g", "web", "--get", "{url}"],
                          ["scan", "-x", "raw", "--get", "http://h{path}"]):
            with self.subTest(arguments=arguments):
                self.check(locus(*arguments, stdin=url + b"\n"), 0, url + b"\n")
        self.check(locus("top", "--by", "url", "-x", "raw", stdin=url), 0, b"1 " + url + b"\n")
        self.check(locus("decode", encoded(url)), 0, url.replace(b"\\", b"\\x5C") + b"\n",
                   err=None)
