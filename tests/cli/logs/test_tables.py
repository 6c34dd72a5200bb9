# SPDX-License-Identifier: MIT
"""Tables of a scan: csv, tsv with chosen columns, whole lines, each value once."""

import csv
import io

from lines_of import COMBINED, LINES, MIXED, ODD, PLAIN, log
from support import Case, lines, locus

QUOTED = log(PLAIN[0][0].replace(b"/a/b?x=1", b'/,\\"').replace(b"x/1 (", b"a\\nb ("))


class Columns(Case):
    def test_chosen(self):
        columns = ("--columns", "line,status,path,agent")
        self.check(locus(*COMBINED, "-o", "csv", *columns, stdin=QUOTED), 0,
                   b'line,status,path,agent\r\n'
                   b'1,200,"/,""","a\nb (+http://bot.example/about)"\r\n')
        self.check(locus(*COMBINED, "-o", "tsv", *columns, stdin=QUOTED), 0,
                   b"line\tstatus\tpath\tagent\n"
                   b'1\t200\t/,"\ta\\nb (+http://bot.example/about)\n')

    def test_absent(self):
        result = locus(*COMBINED, "-o", "csv", "--columns", "user,host,query.x", stdin=LINES)
        self.check(result, 0, b"user,host,query.x\r\nlena,,1\r\n,h.example,\r\n,,\r\n,h.example,\r\n"
                              b",,\r\n")

    def test_default_columns(self):
        """The parts, as in tsv."""
        text = b"http://u:p@h:1/a?b#c http://h/..%00x"
        for options in ((), ("-n", "-b", "-H"), ("--findings",)):
            tsv, out = (locus("scan", "-o", name, *options, stdin=text).out.decode()
                        for name in ("tsv", "csv"))
            self.assertEqual(list(csv.reader(io.StringIO(out, newline=""))),
                             [row.split("\t") for row in tsv.splitlines()])
        result = locus(*COMBINED, "-o", "csv", stdin=log(PLAIN[0][0]))
        self.check(result, 0, b"scheme,user,password,host,port,path,query,fragment\r\n"
                              b",,,,,/a/b,x=1,\r\n")

    def test_findings(self):
        """Only a cell with a comma needs quotation marks."""
        for url, cell in ((b"http://a/", b""), (b"http://u:p@a/", b"password,user"),
                          (b"http://u@a/", b"user")):
            cell = b'"%s"' % cell if b"," in cell else cell
            self.check(locus("scan", "-o", "csv", "--columns", "host,findings", stdin=url), 0,
                       b"host,findings\r\na,%s\r\n" % cell)
            result = locus("scan", "-o", "csv", "--findings", stdin=url)
            self.assertTrue(result.out.endswith(b",/,,," + cell + b"\r\n"), result)

    def test_usage(self):
        self.usage("scan", "--columns", "host", says=("--columns is for -o tsv and -o csv",))
        self.usage("scan", "--columns", "host", "-o", "json", says=("--columns is for",))
        self.usage("scan", "-o", "csv", "--columns", "hots", says=(
            "--columns: unknown name 'hots'; did you mean 'host'?",))


class WholeLine(Case):
    def test_lines(self):
        """Lines are written unchanged, whatever bytes they contain."""
        result = locus(*COMBINED, "--whole-line", "--where", "status>=400", stdin=MIXED)
        wanted = [line for line in MIXED.splitlines()
                  if any(b'" %d ' % status in line for status in (404, 502, 500, 400, 408))]
        self.assertEqual(lines(self.check(result, 0, err=None).out), wanted)
        result = locus(*COMBINED, "--whole-line", "-n", stdin=log(ODD[1][0]))
        self.check(result, 0, b"1:" + log(ODD[1][0]))

    def test_usage(self):
        self.usage("scan", "--whole-line", says=("needs --log",))
        self.usage(*COMBINED, "--whole-line", "-o", "json", says=("--whole-line cannot be used",))
        self.usage(*COMBINED, "--whole-line", "--get", "{path}", says=("cannot be used",))
        self.usage(*COMBINED, "--whole-line", "--findings",
                   says=("--findings cannot be used with --whole-line",))


class Unique(Case):
    def test_first_seen_first(self):
        text = b"http://b/ http://a/1 http://b/ http://a/2 http://b/\n"
        for options, rows in (
                ((), b"http://b/\nhttp://a/1\nhttp://a/2\n"), (("-c",), b"3\n"),
                (("--get", "{host}"), b"b\na\n"), (("--get", "<{host}>", "-c"), b"2\n"),
                (("-o", "csv", "--columns", "host,scheme"), b"host,scheme\r\nb,http\r\na,http\r\n"),
                (("--get", "{query}"), b"\n")):
            with self.subTest(options=options):
                self.check(locus("scan", "--unique", *options, stdin=text), 0, rows)

    def test_log(self):
        result = locus(*COMBINED, "--unique", "--get", "{client}", stdin=LINES)
        self.check(result, 0, b"192.0.2.7\n192.0.2.8\n192.0.2.9\n")
        result = locus(*COMBINED, "--unique", "--get", "{status:class} {method}", "--where",
                       "method!=POST", stdin=LINES * 2)
        self.check(result, 0, b"2xx GET\n2xx OPTIONS\n5xx CONNECT\n5xx GET\n")

    def test_usage(self):
        self.usage("scan", "--unique", "-j", "2", says=("--unique cannot be used with -j",))
