# SPDX-License-Identifier: MIT
"""locus scan: where URLs begin and end in a log and in prose, and their offsets."""

import os
import random
import re
import shutil
import subprocess
import unicodedata

from support import DEMO_LOG, SHARED, Case, FolderCase, environment, lines, locus, records

HTTP = ["--schemes", "http,https"]
RAW = ["scan", "-x", "raw"]
RAW_HTTP = RAW + HTTP

# What `grep -o` finds, one line at a time.
GREP = rb"https?://[^ \"<>\n]+"


def log(seed, count):
    """A combined log with referers, agents that contain "+http://", odd bytes and odd
    targets."""
    rng = random.Random(seed)
    paths = [b"/", b"/index.html", b"/a/b.png?x=1&y=%20z", b"/caf\xc3\xa9", b"/%zz",
             b"/a|b", b"/(x)", b"/a,b;c'd", b"/[1]", b"/100%", b"/\\x16\\x03", b"/#a#b",
             b"/x?u=http://other.example/y"]
    hosts = [b"example.org", b"www.example.com:8080", b"192.0.2.7", b"[2001:db8::1]:80",
             b"user:pw@example.net", b"b\xc3\xbccher.example"]
    for _ in range(count):
        target = rng.choice(paths)
        if rng.random() < 0.1:
            target = b"http://" + rng.choice(hosts) + target
        referer = b"-"
        if rng.random() < 0.7:
            referer = rng.choice((b"http://", b"https://")) + rng.choice(hosts) + rng.choice(paths)
        agent = rng.choice((b"curl/7.88", b"Mozilla/5.0 (compatible; B/1; +http://b.example/bot)",
                            b"ftp://no http:/no https: //no", b"-"))
        yield (b'192.0.2.%d - - [10/Oct/2000:13:55:36 -0700] "GET %s HTTP/1.1" 200 %d "%s" "%s"\n'
               % (rng.randrange(256), target, rng.randrange(9999), referer, agent))


class Raw(Case):
    def grep(self, path):
        if not shutil.which("grep"):
            self.skipTest("no grep")
        return subprocess.run(["grep", "-aoE", 'https?://[^ "<>]+', path], check=True,
                              stdout=subprocess.PIPE, env=environment()).stdout

    def test_logs_as_grep(self):
        for path in filter(os.path.exists, (DEMO_LOG, os.path.join(SHARED, "access-combined.log"))):
            with self.subTest(path=path):
                expected = self.grep(path)
                self.assertTrue(expected)
                self.check(locus(*RAW_HTTP, path), 0, expected)
                with open(path, "rb") as file:
                    self.check(locus(*RAW_HTTP, stdin=file), 0, expected)

    def test_places_in_a_log(self):
        data = b"".join(log(seed=3986, count=3000))
        expected = [(m.group(), m.start(), data.count(b"\n", 0, m.start()) + 1)
                    for m in re.finditer(GREP, data)]
        self.assertGreater(len(expected), 2000)
        # Every byte of these URLs is UTF-8, so the text is the URL.
        self.assertEqual([(r["input"].encode(), r["offset"], r["line"]) for r in records(
            self.check(locus(*RAW_HTTP, "-o", "json", stdin=data), 0).out)], expected)
        self.check(locus(*RAW_HTTP, "-n", "-b", stdin=data), 0, b"".join(
            b"%d:%d:%s\n" % (line, offset, url) for url, offset, line in expected))


class Text(Case):
    def found(self, text, *arguments):
        result = locus("scan", *arguments, stdin=text)
        self.check(result, 0 if result.out else 1)
        return lines(result.out)

    def test_defaults(self):
        """The context text, the grammar web, and every scheme with "//"."""
        text = b"(http://h/#a#b). xws://i"
        for options in ([], ["-x", "text"], ["--context=text"], ["-g", "web"]):
            self.assertEqual(self.found(text, *options), [b"http://h/#a#b", b"xws://i"])
        self.assertEqual(self.found(text, "-x", "raw"), [b"http://h/#a#b).", b"xws://i"])
        self.assertEqual(self.found(text, "-g", "rfc3986"), [b"http://h/#a", b"xws://i"])

    def test_schemes(self):
        """Letters of either case; with a ":" after it, a scheme counts without "//", too."""
        text = b"data:,x data://y HTTP://a xhttp://b xws://c mailto:d\n"
        for context, schemes, expected in (
                ("text", "http", [b"HTTP://a", b"http://b"]), ("raw", "ws", [b"ws://c"]),
                ("text", "ws", []), ("text", "Data", [b"data://y"]),
                ("text", "mailto,data:", [b"data:,x", b"data://y", b"mailto:d"]),
                ("text", "data:,mailto", [b"data:,x", b"data://y", b"mailto:d"])):
            with self.subTest(context=context, schemes=schemes):
                self.assertEqual(self.found(text, "-x", context, "--schemes", schemes), expected)

    def test_brackets_of_unicode(self):
        """All opening and closing punctuation of Unicode, except quotation marks that are
        not CJK, and the fullwidth "<", which Unicode classes as a symbol."""
        sides = {"LEFT": "RIGHT", "RIGHT": "LEFT", "LESS": "GREATER", "GREATER": "LESS",
                 "GYON": "GYAS", "OGHAM": "OGHAM REVERSED", "REVERSED DOUBLE": "DOUBLE"}
        side = re.compile("|".join(sides))
        pairs = [("\uff1c", "\uff1e"), ("\u301d", "\u301f")]
        for opener in map(chr, range(0x10000)):
            name = unicodedata.name(opener, "")
            if unicodedata.category(opener) == "Ps" and "-9 QUOTATION" not in name:
                pairs.append((opener, unicodedata.lookup(
                    side.sub(lambda found: sides[found[0]], name))))
        self.assertGreater(len(pairs), 70)
        closers = {closer for _, closer in pairs}
        self.assertEqual([c for c in map(chr, range(0x10000)) if c not in closers
                          and unicodedata.category(c) == "Pe"], [])
        for opener, closer in pairs:
            text = "{0}http://h/a|{0}b{1}.{1} {0} http://h/c{1} http://h/d{0}e{1}f {0}{0}"
            with self.subTest(opener=opener, closer=closer):
                self.assertEqual(
                    [u.decode() for u in self.found(text.format(opener, closer).encode())],
                    [f"http://h/a|{opener}b{closer}.", "http://h/c",
                     f"http://h/d{opener}e{closer}f"])


class Files(FolderCase):
    """-c -b -n -H, several files, and the other files if one fails."""

    def setUp(self):
        super().setUp()
        self.write("a", b"http://a/1 x http://a/2\n\nhttp://a/3", self.cwd)
        self.write("b", b"\n\n  http://b/\r\n", self.cwd)
        self.write("none", b"nothing\n", self.cwd)
        self.write("empty", b"", self.cwd)

    def test_prefixes(self):
        for options, expected in [
                ([], b"http://a/1\nhttp://a/2\nhttp://a/3\nhttp://b/\n"),
                (["-H"], b"a:http://a/1\na:http://a/2\na:http://a/3\nb:http://b/\n"),
                (["-n"], b"1:http://a/1\n1:http://a/2\n3:http://a/3\n3:http://b/\n"),
                (["-b"], b"0:http://a/1\n13:http://a/2\n25:http://a/3\n4:http://b/\n"),
                (["-b", "-n"], b"1:0:http://a/1\n1:13:http://a/2\n3:25:http://a/3\n"
                               b"3:4:http://b/\n"),
                (["-bHn"], b"a:1:0:http://a/1\na:1:13:http://a/2\na:3:25:http://a/3\n"
                           b"b:3:4:http://b/\n"),
                (["--with-filename", "--line-number", "--byte-offset"],
                 b"a:1:0:http://a/1\na:1:13:http://a/2\na:3:25:http://a/3\nb:3:4:http://b/\n"),
        ]:
            with self.subTest(options=options):
                self.check(self.scan(*options, "a", "b"), 0, expected)
                self.check(self.scan(*options, "a", "none", "empty", "b"), 0, expected)

    def test_count(self):
        for arguments, status, expected in [
                (["a"], 0, b"3\n"),
                (["a", "b"], 0, b"4\n"),
                (["none"], 1, b"0\n"),
                (["empty"], 1, b"0\n"),
                (["-H", "a", "none", "b"], 0, b"a:3\nnone:0\nb:1\n"),
                (["-H", "none"], 1, b"none:0\n"),
        ]:
            for option in ("-c", "--count"):
                with self.subTest(arguments=arguments, option=option):
                    self.check(self.scan(option, *arguments), status, expected)
        self.check(self.scan("-c", stdin=b"http://h/ http://i/"), 0, b"2\n")

    def test_standard_input_among_them(self):
        self.check(self.scan("b", "-", "none", stdin=b"http://in/"), 0,
                   b"http://b/\nhttp://in/\n")

    def test_places_begin_anew_in_each_file(self):
        result = self.check(self.scan("-o", "json", "a", "-", "b", stdin=b"\nhttp://in/"), 0)
        self.assertEqual([(r.get("file"), r["offset"], r["line"]) for r in records(result.out)],
                         [("a", 0, 1), ("a", 13, 1), ("a", 25, 3), (None, 1, 2), ("b", 4, 3)])

    def test_a_url_does_not_span_files(self):
        self.write("left", b"http://h/le", self.cwd)
        self.write("right", b"ft http://i/", self.cwd)
        self.check(self.scan("left", "right"), 0, b"http://h/le\nhttp://i/\n")
        self.write("scheme", b"ht", self.cwd)
        self.write("rest", b"tp://h/", self.cwd)
        self.check(self.scan("scheme", "rest"), 0, b"tp://h/\n")

    def test_exit_status(self):
        for files, status in [
                (["a"], 0), (["none"], 1), (["a", "none"], 0), (["none", "a"], 0),
                (["none", "empty"], 1), (["a", "missing"], 2), (["missing", "a"], 2),
                (["none", "missing"], 2), (["missing"], 2),
        ]:
            with self.subTest(files=files):
                self.assertEqual(self.scan(*files).status, status)
        self.check(self.scan(), 1, b"")

    def test_a_missing_file(self):
        self.check(self.scan("a", "missing", "b"), 2,
                   b"http://a/1\nhttp://a/2\nhttp://a/3\nhttp://b/\n",
                   b"locus: missing: No such file or directory\n")

    def test_a_directory(self):
        os.mkdir(os.path.join(self.cwd, "folder"))
        self.check(self.scan("folder", "b"), 2, b"http://b/\n",
                   b"locus: folder: is a directory; -r reads the files in it\n")

    def test_an_unreadable_file(self):
        os.chmod(os.path.join(self.cwd, "a"), 0)
        self.check(self.scan("a", "b", **self.other_user(self.cwd)), 2, b"http://b/\n",
                   b"locus: a: Permission denied\n")

    def test_names_that_look_like_something_else(self):
        self.write("-c", b"http://dash/", self.cwd)
        self.write("-", b"http://minus/", self.cwd)
        self.check(self.scan("--", "-c"), 0, b"http://dash/\n")
        self.check(self.scan("./-"), 0, b"http://minus/\n")
        self.check(self.scan("--", "-", stdin=b"http://in/"), 0, b"http://in/\n")

    def test_a_file_twice(self):
        self.check(self.scan("-H", "b", "b"), 0, b"b:http://b/\nb:http://b/\n")


class Define(Case):
    """User-defined schemes (--define)."""

    def test_scan(self):
        text = b"see doi:10.1000/182 and x:y, sftp://h/a\n"
        self.check(locus("scan", stdin=text), 0, b"sftp://h/a\n")
        self.check(locus("scan", "--define", "doi:", "--define", "sftp://:22", stdin=text), 0,
                   b"doi:10.1000/182\nsftp://h/a\n")
        self.check(locus("scan", "--define", "DOI:", "--schemes", "doi", stdin=text), 0,
                   b"doi:10.1000/182\n")
        for threads in "1", "2":
            result = locus("scan", "-o", "json", "-j", threads, "--define", "sftp://:22",
                           stdin=text)
            self.assertEqual([r["port"] for r in records(self.check(result, 0).out)], [22])

    def test_parse_and_explain(self):
        for verb in "parse", "explain":
            with self.subTest(verb=verb):
                for scheme, port in (("sftp://:22", 22), ("sftp://", None), ("sftp://:0", 0),
                                     ("http://:81", 80)):
                    url = "sftp://h/a" if scheme.startswith("sftp") else "http://h:80/"
                    record = self.one_record(verb, "-o", "json", "--define", scheme, url)
                    self.assertEqual(record["port"], port)
        record = self.one_record("explain", "-o", "json", "--define", "ftps://:990=ftp",
                                 "ftps://h/a")
        self.assertEqual((record["syntax"], record["login"], record["port"]),
                         ("ftp", "anonymous", 990))
        # The scheme's own default port is not a finding.
        result = locus("parse", "-o", "url", "--findings", "--define", "sftp://:22", "sftp://h:22/")
        self.check(result, 0, b"sftp://h:22/\t\n")

    def test_usage(self):
        for scheme, says in (("sftp", "NAME://"), ("1x:", "invalid scheme"),
                             ("a_b:", "invalid scheme 'a_b'"), ("s://:", "a port after ':'"),
                             ("s://:99999", "invalid port '99999'"), ("s://:8a", "not 'a'"),
                             ("s://x", "'x'"), ("s:22", "'22'"),
                             ("s:=nonsense", "unknown syntax 'nonsense'"), ("", "NAME://")):
            self.usage("scan", "--define", scheme, says=(says,))


class Findings(Case):
    """scan --findings."""

    text = b"a http://u:p@h/%2F.. b http://h/\n"

    def test_formats(self):
        scan = lambda *options: self.check(locus("scan", "-x", "raw", "--findings", *options,
                                                 stdin=self.text), 0).out
        # Decoded, "%2F.." is a ".." that no name precedes.
        self.assertEqual(scan(), b"http://u:p@h/%2F..\tpassword,user,encoded-slash,"
                                 b"hidden-dot-segment,above-root\nhttp://h/\t\n")
        first, second = records(scan("-o", "json"))
        self.assertIn("encoded-slash", first["findings"])
        self.assertEqual(second["findings"], [])
        rows = scan("-o", "tsv").splitlines()
        self.assertTrue(rows[0].endswith(b"fragment\tfindings"))
        self.assertTrue(rows[1].split(b"\t")[-1].startswith(b"password,user,"))
        self.assertEqual(scan("-c"), b"2\n")
        self.assertEqual(scan("-j", "2"), scan())

    def test_as_parse_has_them(self):
        urls = self.check(locus("scan", "-x", "raw", stdin=self.text), 0).out
        self.assertEqual(locus("scan", "-x", "raw", "--findings", stdin=self.text).out,
                         locus("parse", "-o", "url", "--findings", "-g", "web", stdin=urls).out)

    def test_not_with_a_template(self):
        self.usage("scan", "--findings", "--get", "{host}", says=("{findings}",))
        self.check(locus("scan", "--get", "{findings}", stdin=b"http://h/%00\n"), 0,
                   b"protocol-delimiter,encoded-nul\n")
