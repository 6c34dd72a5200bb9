# SPDX-License-Identifier: MIT
"""locus top: the most frequent values of a part."""

import collections
import random

from support import DEMO_LOG, GENERIC, Case, decode, lines, locus, long, memory_of, records

TEXT = (b"http://b/x http://a/x http://b/y?q\n"
        b"http://b/x#f mailto:me@h http://[::1]:80/%41 http://a?\n")


def counted(values):
    """(value, count), the most frequent first, then by their bytes."""
    return sorted(collections.Counter(values).items(), key=lambda item: (-item[1], item[0]))


def as_text(pairs):
    width = max((len(str(count)) for _, count in pairs), default=0)
    return b"".join(b"%*d %s\n" % (width, count, value) for value, count in pairs)


class Values(Case):
    def test_hosts(self):
        self.check(locus("top", "--by", "host", stdin=TEXT), 0,
                   b"3 b\n2 a\n1 [::1]\n")

    def test_an_absent_part_does_not_count_and_an_empty_one_does(self):
        self.check(locus("top", "--by", "query", "-x", "raw", stdin=TEXT), 0, b"1 \n1 q\n")
        self.check(locus("top", "--by", "port", stdin=TEXT), 0, b"1 80\n")
        self.check(locus("top", "--by", "path", stdin=b"http://h http://h/"), 0, b"1 \n1 /\n")

    def test_nothing(self):
        self.check(locus("top", "--by", "user", stdin=TEXT), 1, b"")
        self.check(locus("top", "--by", "user", "-o", "tsv", stdin=TEXT), 1, b"count\tuser\n")
        self.check(locus("top", "--by", "host", stdin=b""), 1, b"")

    def test_url(self):
        self.check(locus("top", "--by", "url", "-n", "2", stdin=b"a://b c://d\na://b\n"), 0,
                   b"2 a://b\n1 c://d\n")

    def test_decoded(self):
        text = b"http://h/%41 http://h/A http://h/%zz http://h/%2F http://a%2Fb/\n"
        self.check(locus("top", "--by", "path:decoded", stdin=text), 0,
                   b"2 /A\n1 /\n1 /%zz\n1 //\n")
        self.check(locus("top", "--by", "query:decoded", "-x", "raw", stdin=b"http://h?"), 0,
                   b"1 \n")
        # A host with an encoded delimiter is not decoded.
        self.check(locus("top", "--by", "host:decoded", stdin=text), 0, b"4 h\n1 a%2Fb\n")

    def test_parts_of_a_scheme(self):
        self.check(locus("top", "--by", "type", "-g", "rfc1738",
                         stdin=b"ftp://h/a;type=i ftp://h/b;type=i ftp://h/c;type=a"), 0,
                   b"2 i\n1 a\n")

    def test_every_part_of_a_log(self):
        """Compared with the values that scan writes, counted in Python."""
        for part in (*GENERIC, "url", "path:decoded"):
            with self.subTest(part=part):
                name = part.partition(":")[0]
                records_ = records(locus("scan", "-o", "json", DEMO_LOG).out)
                values = lines(locus("scan", "--get", "{%s}" % part, DEMO_LOG).out)
                present = [value for value, record in zip(values, records_)
                           if name == "url" or name in record["parts"]]
                self.check(locus("top", "--by", part, "-n", "0", DEMO_LOG), 0 if present else 1,
                           as_text(counted(present)))

    def test_more_values_than_room(self):
        """Many values, often repeated: tables grow, and those of all threads are merged."""
        dice = random.Random(3986)
        hosts = [b"h%d" % min(dice.randrange(40000), dice.randrange(40000))
                 for _ in range(120000)]
        text = b"".join(b"http://%s/\n" % host for host in hosts)
        self.check(locus("top", "--by", "host", "-n", "0", stdin=text), 0,
                   as_text(counted(hosts)))

    def test_values_that_are_alike(self):
        """Values that differ in length and in their last bytes."""
        hosts = [b"%c%c.a-name-longer-than-two-words" % (97 + i % 26, 97 + i // 26 % 26)
                 for i in range(3000)] + [b"a" * n for n in range(1, 40)] * 2
        text = b"".join(b"http://%s/\n" % host for host in hosts)
        self.check(locus("top", "--by", "host", "-n", "0", stdin=text), 0,
                   as_text(counted(hosts)))


class Memory(Case):
    """Memory is proportional to the size of the distinct values, whatever they are."""

    def of(self, feed, lengths):
        """The lengths of the distinct values that `feed` counts."""
        status, count, kib = memory_of(feed, ["top", "--by", "path", "-n", "0", "-x", "raw"])
        self.assertEqual((status, count), (0, len(lengths)))
        # Up to 16 MiB may belong to the process that starts the command.
        self.assertLess(kib << 10, (16 << 20) + 1.2 * sum(lengths) + 112 * len(lengths))

    @long
    def test_two_long_values_again_and_again(self):
        """Two long values that differ in one byte: the first, the last but one, or one in
        the middle."""
        for head, tail in ((1, 100000), (100000, 1), (50000, 50000)):
            with self.subTest(head=head, tail=tail):
                self.of("values = [b'http://h/%s%c%s\\n' % (b'p' * {0}, c, b'q' * {1})\n"
                        "          for c in b'ab']\n"
                        "for i in range(6000): put(values[i % 2])\n".format(head - 1, tail),
                        [head + tail + 1] * 2)

    @long
    def test_many_values(self):
        """Many values, also of lengths at which allocations waste the most."""
        for length, count in ((8, 530000), (100, 270000), (4000, 8000), (8190, 5000),
                              (8193, 5000), (33000, 1500), (70000, 700)):
            with self.subTest(length=length):
                self.of("for i in range(3 * {1}):\n"
                        "    put(b'http://h/%0*d\\n' % ({0} - 1, i % {1}))\n"
                        .format(length, count), [length] * count)

    @long
    def test_values_of_all_lengths(self):
        lengths = [i * 7919 % 20000 + 1 for i in range(4000)]
        self.of("for i in range(12000):\n"
                "    put(b'http://h/%s\\n' % (b'p' * (i % 4000 * 7919 % 20000)))\n", lengths)


class Options(Case):
    def test_limit(self):
        text = b"".join(b"http://%c/ " % c for c in b"abcdefghijkl")
        for arguments, rows in (([], 10), (["-n", "3"], 3), (["--limit=99"], 12), (["-n0"], 12)):
            with self.subTest(arguments=arguments):
                self.check(locus("top", "--by", "host", *arguments, stdin=text), 0,
                           b"".join(b"1 %c\n" % c for c in b"abcdefghijkl"[:rows]))

    def test_those_of_scan(self):
        text = b"http://a/). <URL:ftp://b/>\nxhttp://c/\n"
        self.check(locus("top", "--by", "path", "-x", "raw", "--schemes", "http", stdin=text), 0,
                   b"1 /\n1 /).\n")
        self.check(locus("top", "--by", "host", "-x", "wrapped", stdin=text), 0, b"1 b\n")
        self.check(locus("top", "--by", "url", "--define", "zz:", stdin=b"zz:1 zz:1"), 0,
                   b"2 zz:1\n")

    def test_json(self):
        text = b"http://h/\xe9 http://h/\xe9 http://h/\"x http://h/\xc3\xa9"
        out = self.check(locus("top", "--by", "path", "-o", "json", stdin=text), 0).out
        self.assertEqual(records(out), [
            {"count": 2, "share": 0.5, "path": decode(b"/\xe9"), "lossy": True},
            {"count": 1, "share": 0.25, "path": "/"},
            {"count": 1, "share": 0.25, "path": "/\u00e9"}])

    def test_share(self):
        """A share is one of the records that have the part, with at most six decimals."""
        text = b"http://a/ http://a/ http://b/ mailto:x@y"
        out = self.check(locus("top", "--by", "host", "-o", "json", stdin=text), 0).out
        self.assertEqual(lines(out), [b'{"count":2,"share":0.666667,"host":"a"}',
                                      b'{"count":1,"share":0.333333,"host":"b"}'])
        out = locus("top", "--by", "host", "-o", "json", stdin=b"http://a/").out
        self.assertEqual(out, b'{"count":1,"share":1,"host":"a"}\n')

    def test_several(self):
        """Several selectors are columns. A record that has none of the values is not
        counted."""
        text = b"http://a/x?q http://a/x?q http://b/x http://[ mailto:m@h?q"
        for options, rows in (
                ((), b"2 a\tq\n1 -\tq\n1 b\t-\n"),
                (("-o", "tsv"), b"count\thost\tquery\n2\ta\tq\n1\t\tq\n1\tb\t\n"),
                (("-o", "json"), b'{"count":2,"share":0.5,"host":"a","query":"q"}\n'
                                 b'{"count":1,"share":0.25,"query":"q"}\n'
                                 b'{"count":1,"share":0.25,"host":"b"}\n')):
            with self.subTest(options=options):
                self.check(locus("top", "--by", "host,query", *options, stdin=text), 0, rows)

    def test_tables(self):
        """Each --by is a table, from the same pass."""
        text = b"http://a/x http://a/y http://b/x"
        self.check(locus("top", "--by", "host", "--by", "path", "-n", "1", stdin=text), 0,
                   b"2 a\n\n2 /x\n")
        self.check(locus("top", "--by", "query", "--by", "path", "-o", "tsv", stdin=b"http://a/"), 0,
                   b"count\tquery\n\ncount\tpath\n1\t/\n")

    def test_values_that_are_no_parts(self):
        text = b"http://a/ http://b/\nhttp://c/a/../b//\n"
        for name, rows in (("line", b"2 1\n1 2\n"), ("findings", b"1 dot-segment\n1 empty-segment\n"),
                           ("host_kind", b"3 name\n"), ("offset", b"1 0\n1 10\n1 20\n")):
            with self.subTest(name=name):
                self.check(locus("top", "--by", name, stdin=text), 0, rows)

    def test_findings_and_others(self):
        """A record is counted once for each finding, or once if it has none but has another
        selected value."""
        text = b"http://a/ http://c/a/../b//\n"
        self.check(locus("top", "--by", "host,findings", "-o", "tsv", stdin=text), 0,
                   b"count\thost\tfindings\n1\ta\t\n1\tc\tdot-segment\n1\tc\tempty-segment\n")
        self.check(locus("scan", "--where", "findings~^empty", stdin=text), 0,
                   b"http://c/a/../b//\n")
        self.check(locus("scan", "--where", "findings!~^empty", stdin=text), 0, b"http://a/\n")
        self.usage("top", "--by", "findings,query.*", says=["only one of findings and query.* is allowed in a table"])

    def test_usage(self):
        self.usage("top", says=["--by"])
        self.usage("top", "--by", "x", says=["--by", "'x'", "host", "url", ":decoded"])
        self.usage("top", "--by", "hots", says=["did you mean 'host'?"])
        self.usage("top", "--by", "host,x,path", says=["'x'"])
        self.usage("top", "--by", "status", says=["'status' is a field of an access log; it"
                                                  " needs --log"])
        self.usage("top", "--by", "host:", says=["'host:'"])
        for number in ("", "x", "-1", "1x", "99999999999999999999999"):
            self.usage("top", "--by", "host", "-n", number, says=["-n", "number of values"])
        self.usage("top", "--by", "host", "-o", "url", says=["human, text, json, tsv, csv"])
        self.usage("top", "--by", "host", "-c", says=["-c"])


class Inputs(Case):
    def test_files_are_counted_together(self):
        folder = self.folder()
        a = self.write("a", b"http://h/ http://i/", folder)
        b = self.write("b", b"http://h/", folder)
        self.check(locus("top", "--by", "host", a, "-", b, stdin=b"http://i/ http://i/"), 0,
                   b"3 i\n2 h\n")

    def test_what_cannot_be_read(self):
        a = self.write("a", b"http://h/")
        result = self.check(locus("top", "--by", "host", "missing", a), 2, b"1 h\n", None)
        self.assertIn(b"missing: No such file", result.err)
