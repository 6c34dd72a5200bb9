# SPDX-License-Identifier: MIT
"""Parameters of the query: edit, build, --get and --by. What is expected follows from
the manual page, section PARAMETERS; tests/unit/query has the edits of one key, case by case."""

from support import Case, lines, locus

URL = "http://h/p?b=1&utm_source=x&a=2&&utm_m=3&q=#f"


class Edit(Case):
    def edited(self, rows):
        for url, changes, expected in rows:
            with self.subTest(url=url, changes=changes):
                self.check(locus("edit", *changes, "--", url), 0, expected.encode() + b"\n")

    def test_keys(self):
        """How a key and a value are written. Characters that a value cannot contain are encoded,
        and "%20" is kept."""
        self.edited([
            (URL, ["--set", "query.a=7"], URL.replace("a=2", "a=7")),
            ("http://h/?x", ["-s", "query.a=b=c"], "http://h/?x&a=b%3Dc"),
            ("http://h/", ["-s", "query.a=b c&d%20+"], "http://h/?a=b%20c%26d%20%2B"),
            ("http://h/", ["-s", "query.a:decoded=b c%20"], "http://h/?a=b%20c%2520"),
            ("http://h/", ["-s", "query.A-z_9$@[]\u00e9=1"],
             "http://h/?A-z_9$@%5B%5D%C3%A9=1"),
            ("http://h/?a.b=1", ["-s", 'query."a.b"=2'], "http://h/?a.b=2"),
            ("http://h/?%22%5C=1", ["-s", r'query."\"\\"=2'], "http://h/?%22%5C=2"),
            ("http://h/", ["-s", 'query."a=b"=c'], "http://h/?a%3Db=c"),
            ("http://h/?=1", ["-s", 'query.""=2'], "http://h/?=2"),
            ("http://h/?a=1", ["-s", 'query."a":decoded=%'], "http://h/?a=%25"),
            ("http://h/?a%20b=1&a", ["-r", 'query."a b"'], "http://h/?a"),
            (URL, ["--remove", "query.utm_*"], "http://h/p?b=1&a=2&&q=#f"),
            (URL, ["--remove", "query.nothing"], URL),
            ("http://h/?01=1&b&02", ["--remove", "query.0*"], "http://h/?b"),
            (URL, ["--remove", "query.*"], "http://h/p#f"),
            ("http://h/?a*=1&ab=2&a=3", ["-r", "query.a*"], "http://h/"),
            ("http://h/?a*=1&ab=2&a=3", ["-r", 'query."a*"'], "http://h/?ab=2&a=3"),
        ])

    def test_separators_and_plus(self):
        url = "http://h/?b+c=1;a=2;;b%20c=3"
        self.edited([
            (URL, ["--drop-empty"], URL.replace("&&", "&")),
            (url, ["--semicolon", "--sort-query"], "http://h/?;a=2;b%20c=3;b+c=1"),
            (url, ["--semicolon", "--plus", "--sort-query"], "http://h/?;a=2;b+c=1;b%20c=3"),
            (url, ["--semicolon", "--drop-empty"], url.replace(";;", ";")),
            (url, ["--drop-empty", "--sort-query"], url),
            (url, ["--semicolon", "--remove", "query.a"], "http://h/?b+c=1;;b%20c=3"),
            (url, ["--semicolon", "--plus", "-s", 'query."b c"=d e'], "http://h/?b+c=d+e;a=2;"),
            ("http://h/", ["--plus", "-s", "query:decoded=a b+"], "http://h/?a+b%2B"),
        ])

    def test_several(self):
        self.edited([
            (URL, ["--remove", "query.utm_*", "--sort-query", "--drop-empty"],
             "http://h/p?a=2&b=1&q=#f"),
            ("http://h/?b", ["--sort-query", "-s", "query.a=1"], "http://h/?b&a=1"),
            ("http://h/?b", ["-s", "query.a=1", "--sort-query"], "http://h/?a=1&b"),
            ("http://h/?a", ["-r", "query.a", "-s", "query.a=1"], "http://h/?a=1"),
            ("http://h/?a", ["-s", "query.a=1", "-r", "query.a"], "http://h/"),
            ("http://h/?a", ["-s", "query.a=1", "-s", "query.a=2"], "http://h/?a=2"),
            # Changes of parts are applied together, wherever they are given.
            ("http:/p?a", ["-s", "user=u", "-s", "query.b=1", "-s", "host=h"],
             "http://u@h/p?a&b=1"),
            # The whole query replaces what the changes before it have made.
            ("http://h/?a", ["-s", "query.b=1", "-s", "query=c", "-s", "query.d=2"],
             "http://h/?c&d=2"),
            ("http://h/?a", ["-s", "query.b=1", "-r", "query"], "http://h/"),
            ("http://h/?a", ["-r", "query", "-s", "query.b=1"], "http://h/?b=1"),
        ])

    def test_grammars(self):
        self.check(locus("edit", "-g", "web", "--set", "query.b=\u00e9|\"", "http://h/?{a}"), 0,
                   "http://h/?{a}&b=\u00e9|%22\n".encode())
        self.check(locus("edit", "-g", "rfc3986-reference", "--remove", "query.a", "?a"), 0, b"\n")
        result = self.check(locus("edit", "-g", "rfc1738", "-s", "query.a=1", "ftp://h/a"), 1,
                            b"\n", err=None)
        self.assertIn(b": query: byte ", result.err)

    def test_ten_thousand(self):
        """Ten thousand parameters are sorted as Python sorts them."""
        keys = ["%05d" % (i * 7919 % 10000) for i in range(10000)]
        url = "http://h/?" + "&".join(key + "=" + str(i) for i, key in enumerate(keys))
        pairs = sorted(((key, i) for i, key in enumerate(keys)))
        expected = "http://h/?" + "&".join("%s=%d" % pair for pair in pairs)
        self.check(locus("edit", "--sort-query", stdin=url.encode()), 0,
                   expected.encode() + b"\n")

    def test_usage(self):
        for change, says in (
                ("query.a.b", ("'query.a.b", 'query."a.b"')),
                ("query.", ("'query.", 'query."a.b"')),
                ("query.a*b", ("'query.a*b", 'query."a.b"')),
                ('query."a', ("'query.\"a", "unmatched")),
                ('query."', ("'query.\"", "unmatched")),
                ("host.a", ("'host.a", "only a query")),
                ("quer.a", ("'quer.a", "name a part", "scheme", "query.KEY")),
                ("nonsense", ("'nonsense", "name a part", "scheme", "fragment", "query.KEY"))):
            self.usage("edit", "--remove", change, "http://h/", says=says)
            self.usage("edit", "--set", change + "=1", "http://h/", says=says)
        for change in ('query."a"b"c"', r'query."a\"b"c', r'query."a\b"'):
            self.usage("edit", "--set", change + "=1", "http://h/",
                       says=("does not name a parameter",))
        self.usage("edit", "--remove", 'query."a"b', "http://h/", says=("does not name a parameter",))
        self.usage("edit", "--set", "query.a*=1", "http://h/", says=('query."a.b"',))
        self.usage("edit", "--set", "query.a", "http://h/", says=("no '='",))
        self.usage("edit", "--sort-querry", "http://h/", says=("--sort-query",))
        self.usage("edit", "--sort-query=1", "http://h/", says=("no argument",))


class Build(Case):
    def test_operands(self):
        self.check(locus("build", "scheme=http", "host=h", 'query."a b"=1 2', "path=/p",
                         "query.c=d"), 0, b"http://h/p?a%20b=1%202&c=d\n")

    def test_usage(self):
        self.usage("build", "query.a.b=1", says=('query."a.b"',))
        self.usage("build", "host.a=1", says=("only a query",))


class Get(Case):
    def get(self, template, *urls):
        return lines(self.check(locus("parse", "-g", "web", "--get", template, *urls), 0).out)

    def test_values(self):
        template = '<{query.a}|{query.a:decoded}|{query."b.c"}>'
        rows = [
            ("http://h/?a=1&a=2", b"<1|1|>"),
            ("http://h/?x&%61=%2F%zz+", b"<%2F%zz+|/%zz+|>"),
            ("http://h/?a&b.c=d", b"<||d>"),
            ("http://h/?a;b.c=d", b"<||>"),
            ("http://h/", b"<||>"),
            ("http://h/#?a=1", b"<||>"),
        ]
        self.assertEqual(self.get(template, *(url for url, _ in rows)),
                         [expected for _, expected in rows])
        self.assertEqual(self.get('{query."a}\\"\\\\"}', "http://h/?a%7D%22%5C=7"), [b"7"])
        self.assertEqual(self.get('{query."a{"}{host}', "http://h/?a{=7"), [b"7h"])

    def test_newlines_forge_nothing(self):
        self.assertEqual(self.get("{query.a:decoded}", "http://h/?a=b%0Ac"), [b"b\\x0Ac"])

    def test_scan(self):
        text = b"see http://h/?q=a%20b&r and http://i/ and http://j/?q=c\n" * 3000
        expected = (b"a%20b\ta b\n" + b"\t\n" + b"c\tc\n") * 3000
        for threads in ("1", "2"):
            self.check(locus("scan", "-j", threads, "--get", "{query.q}\\t{query.q:decoded}",
                             stdin=text), 0, expected)

    def test_usage(self):
        for template in ("{query.a.b}", "{query.}", "{query.*b}", "{query.a*}", "{host.a}",
                         '{query."a"b}', "{query.a:x}", "{path[a]}", '{query."a"b"c"}', r'{query."a\"b"c}',
                         r'{query."a\b"}', '{"}"}'):
            self.usage("parse", "--get", template, "http://h/",
                       says=("unknown name '%s'" % template, "query.KEY", "host"))
        self.usage("parse", "--get", '{query."a}', "http://h/", says=("'\"'",))
        for template in ("{query.a", '{query."a"', '{query."a"b', '{"a"b'):
            self.usage("parse", "--get", template, "http://h/", says=("'{' without '}'",))


class Top(Case):
    def test_values(self):
        text = (b"http://h/?q=a http://h/?q=b&q=a http://h/ http://h/?q http://h/?q= "
                b"http://h/?%71=a http://h/?q=%61\n")
        self.check(locus("top", "--by", "query.q", stdin=text), 0, b"2 \n2 a\n1 %61\n1 b\n")
        self.check(locus("top", "--by", "query.q:decoded", stdin=text), 0, b"3 a\n2 \n1 b\n")
        self.check(locus("top", "--by", 'query."x y"', stdin=b"http://h/?x%20y=1"), 0, b"1 1\n")
        self.check(locus("top", "--by", "query.z", stdin=text), 1, b"")
        self.check(locus("top", "--by", "query.q", "-n", "1", "-o", "tsv", stdin=text), 0,
                   b"count\tquery.q\n2\t\n")

    def test_usage(self):
        for by in ("query.a.b", "query.*.b", "host.a", "host.*", "query."):
            self.usage("top", "--by", by, says=(by, "query.KEY", "host"))
