# SPDX-License-Identifier: MIT
"""Selectors in logs: --get, --by and --where name the same values."""

import collections
import re

from lines_of import HAPROXY, MIXED, ODD, PLAIN, SQUID, log
from support import DEMO_LOG, Case, contents, lines, locus
from test_top import as_text, counted

GET = ("scan", "--log", "combined", "--get")
TOP = ("top", "--log", "combined", "--by")
# Of the first line.
VALUES = {
    "client": b"192.0.2.7", "user": b"lena", "time": b"2000-10-10T13:55:36-07:00",
    "method": b"GET", "target": b"/a/b?x=1", "protocol": b"HTTP/1.1", "status": b"200",
    "bytes": b"2326", "referer": b"http://example.org/p?q#f",
    "agent": b"x/1 (+http://bot.example/about)", "request": b"GET /a/b?x=1 HTTP/1.1",
    "vhost": b"", "ident": b"", "path": b"/a/b", "query": b"x=1", "query.x": b"1", "query.y": b"",
    "path[0]": b"a", "path[-1]": b"b", "path[2]": b"", "path[-3]": b"", "path[:1]": b"/a",
    "path[1:]": b"/b", "path[:2]": b"/a/b", "path[:9]": b"/a/b", "path[2:]": b"", "path[-1:]": b"/b",
    "referer.host": b"example.org", "referer.query": b"q", "referer.fragment": b"f",
    "referer.port": b"", "target.path": b"/a/b", "target.query.x": b"1",
    "status:class": b"2xx", "time:hour": b"2000-10-10T13", "time:day": b"2000-10-10",
    "client:class": b"documentation", "form": b"origin", "host": b"", "line": b"1",
    "offset": b"%d" % PLAIN[0][0].index(b"/a/b"), "file": b"", "url": b"/a/b?x=1",
    "input": b"/a/b?x=1", "grammar": b"web-target", "text": PLAIN[0][0], "findings": b"",
    "error": b"", "query.*": b"x", "target.query.*": b"x", "referer.query.*": b"q",
    "target.path[0]": b"a", "referer.path[-1]": b"p", "target.path[:2]": b"/a/b",
    "target.path[1:]": b"/b", "referer.path[3]": b"",
}


def unescaped(text):
    """The two escapes that the demo log has."""
    return re.sub(rb'\\(?:x(..)|(["\\]))', lambda m: m[2] or bytes([int(m[1], 16)]), text)


class Values(Case):
    def test_of_a_line(self):
        template = "\n".join("{%s}" % name for name in VALUES)
        result = self.check(locus(*GET, template, stdin=log(PLAIN[0][0])), 0)
        self.assertEqual(dict(zip(VALUES, lines(result.out), strict=True)), VALUES)

    def test_counted(self):
        for name, value in VALUES.items():
            with self.subTest(name=name):
                result = locus(*TOP, name, stdin=log(PLAIN[0][0]))
                # An absent value is not counted.
                self.check(result, 0 if value else 1, b"1 %b\n" % value if value else b"")

    def test_present(self):
        for name, value in VALUES.items():
            with self.subTest(name=name):
                result = locus("scan", "--log", "combined", "-c", "--where", name,
                               stdin=log(PLAIN[0][0]))
                self.check(result, 0 if value else 1, b"%d\n" % bool(value))

    def check_value(self, name, line, value):
        with self.subTest(name=name):
            self.check(locus(*GET, "{%s}" % name, stdin=log(line)), 0, value + b"\n")

    def test_normal_and_decoded(self):
        line = PLAIN[0][0].replace(b"/a/b?x=1", b"/a/../%7eu/%2541?x=%c3%a9").replace(
            b"http://example.org/p", b"HTTP://EXAMPLE.org:80/%41")
        for name, value in (
                ("path:normal", b"/~u/%2541"), ("path:normal:decoded", b"/~u/%41"),
                ("path:decoded", b"/a/../~u/%41"), ("query.x:decoded", b"\xc3\xa9"),
                ("path[0]:normal", b"~u"), ("url:normal", b"/~u/%2541?x=%C3%A9"),
                ("referer.host:normal", b"example.org"), ("referer.port:normal", b""),
                ("referer:normal", b"http://example.org/A?q#f"),
                ("referer.path:decoded", b"/A"), ("target:normal", b"/~u/%2541?x=%C3%A9")):
            self.check_value(name, line, value)

    def test_views(self):
        """Each view of each value that has it; percent-decoding comes first."""
        line = b"WWW.Example.ORG " + PLAIN[0][0].replace(b"/a/b?x=1", b"/%31/a%62").replace(
            b"http://example.org/p", b"http://10.1.2.3/p/17")
        for name, value in (
                ("referer.host:class", b"private"), ("vhost:normal", b"www.example.org"),
                ("path:shape", b"/%31/a%62"), ("path:decoded:shape", b"/{int}/ab"),
                ("path[0]:decoded", b"1"), ("target.path[-1]:decoded", b"ab"),
                ("referer.path:shape", b"/p/{int}"), ("referer.path[1]", b"17"),
                ("target.path[0]:normal", b"1"), ("user:decoded", b"lena")):
            self.check_value(name, line, value)

    def test_keys_that_look_like_an_index(self):
        result = locus("parse", "-g", "web", "--get", "{query.path[0]} {query.a[]} {query.path[0]:decoded}",
                       "http://h/?path[0]=%41&a[]=2")
        self.check(result, 0, b"%41 2 A\n")
        self.check(locus("edit", "-g", "web", "--set", "query.path[0]=x", "http://h/?path[0]=1"), 0,
                   b"http://h/?path[0]=x\n")

    def test_without_a_log(self):
        result = locus("scan", "--get", "{path[0]} {path[-1]} {host:normal}",
                       stdin=b"http://H.example/a/b/c")
        self.check(result, 0, b"a c h.example\n")
        result = locus("parse", "--get", "{path[1:]} {query.a:normal}", "http://h/a/b?a=%7e")
        self.check(result, 0, b"/b ~\n")

    def test_escapes_of_the_log(self):
        """A field is the text that the server escaped; a line feed is escaped on output."""
        line = ODD[1][0] + rb' "http://r\x65f/" "a\"b\nc"'
        self.check(locus(*GET, "{agent}|{referer}|{referer.host}", stdin=log(line)), 0,
                   b'a"b\\x0Ac|http://ref/|ref\n')
        self.check(locus(*TOP, "agent,target", stdin=log(line)), 0, b'1 a"b\\x0Ac\t/A"\\x0A\n')

    def test_other_formats(self):
        for name, line, selector, value in (
                ("squid", SQUID, "result,duration,mime", b"TCP_MISS\t0.921\ttext/html"),
                ("haproxy", HAPROXY, "frontend,duration,client-port", b"http-in\t0.109\t33317")):
            with self.subTest(name=name):
                self.check(locus("top", "--log", name, "--by", selector, stdin=log(line)), 0,
                           b"1 " + value + b"\n")
        # With auto, a field need not be one of all formats.
        result = locus("top", "--log", "auto", "--by", "duration", stdin=log(SQUID))
        self.check(result, 0, b"1 0.921\n", err=None)

    def test_shape(self):
        uuid = b"123e4567-e89b-12d3-a456-426614174000"
        for path, shape in (
                (b"/user/17", b"/user/{int}"), (b"/17/x/0", b"/{int}/x/{int}"), (b"/", b"/"),
                (b"//1//", b"//{int}//"), (b"/1a", b"/1a"), (b"/%31", b"/%31"),
                (b"/" + uuid, b"/{uuid}"), (b"/" + uuid.upper(), b"/{uuid}"),
                (b"/0123456789abcdeF", b"/{hex}"), (b"/0123456789abcde", b"/0123456789abcde"),
                (b"/1234567890123456", b"/{int}"), (b"/2026-11-20", b"/{date}"),
                (b"/2026-11-2", b"/2026-11-2"), (b"/me@example.org", b"/{email}"),
                (b"/me@localhost", b"/me@localhost"), (b"/a@b@c.d", b"/a@b@c.d"),
                (b"/abcdefghijklmnopqrs1", b"/{token}"), (b"/abcdefghijklmnopqr1", b"/abcdefghijklmnopqr1"),
                (b"/abcdefghijklmnopqrstuv", b"/abcdefghijklmnopqrstuv"),
                (uuid.join((b"/", b"-")), b"/{token}"), (b"/a_very-long-name-of-2026@example.org",
                                                       b"/{email}")):
            with self.subTest(path=path):
                line = PLAIN[0][0].replace(b"/a/b?x=1", path + b"?1")
                self.check(locus(*TOP, "path:shape", stdin=log(line)), 0, b"1 " + shape + b"\n")
                self.check(locus(*GET, "{target.path:shape}", stdin=log(line)), 0, shape + b"\n")
        self.usage(*TOP, "host:shape", says=("'host:shape'",))
        self.usage(*TOP, "path[0]:shape", says=("'path[0]:shape'",))

    def test_class_of_clients(self):
        for client, name in ((b"10.1.2.3", b"private"), (b"127.0.0.1", b"loopback"),
                             (b"::1", b"loopback"), (b"fe80::1", b"link-local"),
                             (b"fe80::1%eth0", b"link-local"), (b"[2001:db8::1%25eth0.1]", b"documentation")):
            line = PLAIN[0][0].replace(b"192.0.2.7", client)
            self.check(locus(*TOP, "client:class", stdin=log(line)), 0, b"1 " + name + b"\n")
        for client in (b"host.example", b"fe80::1%", b"10.1.2.3%eth0", b"[fe80::1%eth0", b"fe80::1%eth0]"):
            line = PLAIN[0][0].replace(b"192.0.2.7", client)
            self.check(locus(*TOP, "client:class", stdin=log(line)), 1, b"")


class Counts(Case):
    def test_demo_log(self):
        """Compared with a reader in Python, of the form of all lines but one."""
        text = re.sub(rb'(?m)^.*\] "-" 408 .*\n', b"", contents(DEMO_LOG))
        found = re.findall(rb'(?m)^(\S+) \S+ \S+ \[[^]]+\] "(\S+) (.*) HTTP/[\d.]+" (\d+) ', text)
        self.assertEqual((len(found), text.count(b"\n")), (199, 199))

        for name, values in (
                ("client", [row[0] for row in found]), ("status", [row[3] for row in found]),
                ("method", [row[1] for row in found]), ("target", [unescaped(row[2]) for row in found]),
                ("method,status", [row[1] + b"\t" + row[3] for row in found]),
                ("status:class", [row[3][:1] + b"xx" for row in found])):
            with self.subTest(name=name):
                self.check(locus(*TOP, name, "-n", "0", stdin=text), 0,
                           as_text(counted(values)))

    def test_all_lines_are_counted(self):
        result = locus("top", "--log", "combined", "--by", "line", "-n", "0", "--stats", stdin=MIXED)
        self.assertEqual(len(lines(result.out)), 11)
        self.assertIn(b"lines 16, records 11, rejects 2", result.err)

    def test_no_line_fits(self):
        result = locus("top", "--log", "squid", "--by", "path", stdin=log(PLAIN[0][0]))
        self.check(result, 2, b"", err=None)
        self.assertIn(b"--log combined", result.err)

    def test_sum(self):
        text = log(*(line for line, _ in PLAIN))
        for options, rows in (
                ((), b"2    0 192.0.2.8\n2   19 192.0.2.9\n1 2326 192.0.2.7\n"),
                (("-o", "tsv", "-n", "1"), b"count\tsum\tclient\n2\t0\t192.0.2.8\n"),
                (("-o", "json", "-n", "1"),
                 b'{"count":2,"share":0.4,"sum":0,"client":"192.0.2.8"}\n')):
            with self.subTest(options=options):
                self.check(locus(*TOP, "client", "--sum", "bytes", *options, stdin=text), 0, rows)
        result = locus("top", "--log", "squid", "--by", "status", "--sum", "duration",
                       stdin=log(SQUID, SQUID.replace(b" 921 ", b" 80 ")))
        self.check(result, 0, b"2 1.001 200\n")
        # Sums have up to 27 decimal places.
        result = locus("top", "--log", "json:target=uri,duration:ms=took", "--by", "path", "--sum",
                       "duration", stdin=b'{"uri":"/a","took":2.3119449615478516}\n'
                       b'{"uri":"/a","took":0.000000000000000000000004}\n')
        self.check(result, 0, b"2 0.002311944961547851600000004 /a\n")
        # A value that is not a number adds nothing.
        self.check(locus(*TOP, "form", "--sum", "method", stdin=log(PLAIN[0][0])), 0, b"1 0 origin\n")
        self.usage(*TOP, "form", "--sum", "bites", says=("--sum: unknown name 'bites'",))
        self.usage(*TOP, "form", "--sum", "bytes,status", says=("--sum takes one name",))

    def test_absent(self):
        """In text, an absent value and "-" differ; JSON has no member for the former."""
        text = b"http://h/?q=- http://h/ http://h/?q= http://h/?q=--\n"
        result = locus("top", "--by", "host,query.q", stdin=text)
        self.check(result, 0, b"1 h\t-\n1 h\t\n1 h\t\\x2D\n1 h\t--\n")
        # A tab in a value would be another column.
        line = b'h - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 5 "-" "a\\tb\\\\x09"\n'
        self.check(locus("top", "--log", "combined", "--by", "agent,status", stdin=line), 0,
                   b"1 a\\x09b\\x5Cx09\t200\n")
        self.check(locus("top", "--log", "combined", "--by", "agent", stdin=line), 0,
                   b"1 a\tb\\x5Cx09\n")
        result = locus("top", "--by", "host,query.q", "-o", "json", "-n", "3", stdin=text)
        self.check(result, 0, b'{"count":1,"share":0.25,"host":"h"}\n'
                   b'{"count":1,"share":0.25,"host":"h","query.q":""}\n'
                   b'{"count":1,"share":0.25,"host":"h","query.q":"-"}\n')
        self.check(locus("top", "--by", "query.q", "-n", "2", stdin=text), 0, b"1 \n1 -\n")

    def test_json(self):
        result = locus(*TOP, "status,path,bytes", "-o", "json", stdin=log(PLAIN[0][0]))
        self.check(result, 0, b'{"count":1,"share":1,"status":200,"path":"/a/b","bytes":2326}\n')


class Keys(Case):
    """query.*: the keys of the parameters."""
    TEXT = (b"http://h/?a=1&b=2&a=3 http://h/?%61&b= http://h/ http://h/? http://h/?&&=1& "
            b"http://i/?b#?a=1\n")

    def test_values(self):
        result = locus("scan", "--get", "{query.*}|{query.*:decoded}", stdin=self.TEXT)
        self.check(result, 0, b"a,b,a|a,b,a\n%61,b|a,b\n|\n|\n|\nb|b\n")
        result = locus("scan", "-o", "csv", "--columns", "query.*", stdin=self.TEXT[:21])
        self.check(result, 0, b'query.*\r\n"a,b,a"\r\n')

    def test_counted(self):
        """A record counts once for each of its keys."""
        for options, rows in (
                (("query.*",), b"3 b\n1 \n1 %61\n1 a\n"),
                (("query.*:decoded",), b"3 b\n2 a\n1 \n"),
                (("query.*", "-n", "1", "-o", "json"), b'{"count":3,"share":0.75,"query.*":"b"}\n'),
                # Records that have another value.
                (("query.*:decoded,host",), b"2 -\th\n2 a\th\n2 b\th\n1 \th\n1 b\ti\n"),
                (("host,query.*:decoded", "-n", "1"), b"2 h\t-\n"),
                (("fragment,query.*:decoded", "-n", "2"), b"2 -\ta\n2 -\tb\n")):
            with self.subTest(options=options):
                self.check(locus("top", "--by", *options, stdin=self.TEXT), 0, rows)
        self.check(locus("top", "--by", "query.*", stdin=b"http://h/ http://h/?&"), 1, b"")

    def test_sum(self):
        text = log(PLAIN[0][0].replace(b"x=1", b"x=1&y&x=2"), PLAIN[0][0])
        self.check(locus(*TOP, "query.*", "--sum", "bytes", stdin=text), 0, b"2 4652 x\n1 2326 y\n")

    def test_demo_log(self):
        """Compared with a reader in Python."""
        text = re.sub(rb"(?m)^.*\\.*\n", b"", contents(DEMO_LOG))
        queries = re.findall(rb'"\S+ [^ ?#"]*\?([^ #"]*) HTTP/', text)
        counts = collections.Counter()
        for query in queries:
            counts.update({pair.split(b"=")[0] for pair in query.split(b"&") if pair})
        result = locus(*TOP, "query.*", "-n", "0", "-o", "tsv", stdin=text)
        rows = dict(reversed(line.split(b"\t")) for line in lines(result.out)[1:])
        self.assertEqual({key: int(count) for key, count in rows.items()}, counts)

    def test_many(self):
        """Time is linear in the number of keys."""
        keys = b"&".join(b"k%d" % (i % 50000) for i in range(100000))
        result = locus("top", "--by", "query.*", "-n", "1", stdin=b"http://h/?" + keys)
        self.check(result, 0, b"1 k0\n")


class Usage(Case):
    def test_parts_that_the_grammar_cannot_give(self):
        for arguments in (("top", "--by", "gtype"), ("scan", "--get", "{gtype}"),
                          ("scan", "--where", "gtype=1"), ("scan", "-o", "csv", "--columns", "gtype"),
                          ("parse", "-g", "rfc3986", "--get", "{gtype}"), (*TOP, "gtype"),
                          ("scan", "-g", "rfc1738", "--get", "{fragment}"),
                          (*TOP, "fragment", "-g", "request-target"),
                          (*TOP, "fragment", "--of", "referer", "-g", "rfc1738")):
            with self.subTest(arguments=arguments):
                result = self.usage(*arguments, says=("the grammar has no part '", " host "))
                self.assertNotIn(b" %b " % re.search(rb"part '\{?(\w+)", result.err)[1], result.err)
        for arguments in (("scan", "-g", "rfc1738", "--get", "{gtype}"),
                          ("parse", "-g", "rfc1630", "--get", "{number}", "a:b"),
                          (*TOP, "fragment"), (*TOP, "path", "--of", "all", "-g", "rfc1738")):
            with self.subTest(arguments=arguments):
                self.assertIn(locus(*arguments).status, (0, 1))
        self.usage(*TOP, "referer.gtype", says=("'referer.gtype'",))

    def test_unknown(self):
        for name, says in (
                ("durtion", ("unknown name 'durtion'", "client user time", "vhost-port")),
                ("duration", ("this log format has no field 'duration'",)),
                ("staus", ("did you mean 'status'?",)), ("user.host", ("'user.host'",)),
                ("referer.hots", ("did you mean 'referer.host'?",)),
                ("path:shap", ("did you mean 'path:shape'?",)),
                ("path:decodd:shape", ("did you mean 'path:decoded'?",)),
                ("referer.hots", ("'referer.hots'",)), ("referer.host.x", ("'referer.host.x'",)),
                ("path.x", ("'path.x'",)), ("path[]", ("'path[]'",)), ("host[0]", ("'host[0]'",)),
                ("status:hour", ("'status:hour'",)), ("agent:normal", ("'agent:normal'",)),
                ("time:decode", ("'time:decode'",)), ("line:decoded", ("'line:decoded'",)),
                ("referer.host[0]", ("'referer.host[0]'",)), ("query.path[0:1]", ("'query.path[0:1]'",)),
                ("referer.*", ("'referer.*'",)), ("host.*", ("'host.*'",)),
                ("query.*.x", ("'query.*.x'",)), ("query.x.*", ("'query.x.*'",)),
                ("query.*:shape", ("'query.*:shape'",)),
                # Nothing in them is encoded, and none is a URL.
                ("status:decoded", ("'status:decoded'",)), ("time:decoded", ("'time:decoded'",)),
                ("status:class:decoded", ("'status:class:decoded'",)),
                ("method:decoded", ("'method:decoded'",)), ("status:normal", ("'status:normal'",)),
                ("user:normal", ("'user:normal'",)), ("time:hour:day", ("'time:hour:day'",)),
                ("path:class", ("'path:class'",)), ("referer.path:class", ("'referer.path:class'",)),
                ("query.*,referer.query.*", ("only one of query.* and referer.query.* is allowed in a table",)),
                ("path,", ("''",)), ("", ("''",)), ("path, host", ("' host'",))):
            self.usage(*TOP, name, says=("--by: ", *says))
        self.usage(*GET, "{statsu}", says=("--get: unknown name '{statsu}'; did you mean 'status'?",))
        self.usage("scan", "--get", "{text}", says=("unknown name '{text}'",))
        self.usage("edit", "--set", "path[0]=x", "http://h/", says=("does not name a part",))

    def listed(self, name):
        """The names that the message about an unknown name lists."""
        result = self.usage("scan", "--log", name, "--get", "{nosuch}")
        return re.search(rb"'\{nosuch\}' \(([^;]*); query\.KEY, ", result.err)[1].split(b" ")

    def test_all_names_are_listed(self):
        """--log auto lists each name of each format, complete."""
        names = re.findall(r"^\.It Cm (\w+)$", locus("--generate", "man-logs").out.decode()
                           .partition("Fields of one format only:")[2].partition(".El")[0], re.M)
        self.assertGreater(len(names), 9)
        known = {field for name in names for field in self.listed(name)}
        auto = self.listed("auto")
        self.assertEqual(auto[0], b"client")
        self.assertEqual(auto[-1], b"text")
        self.assertEqual(len(set(auto)), len(auto))
        self.assertLessEqual(known, set(auto))
