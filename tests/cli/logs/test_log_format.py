# SPDX-License-Identifier: MIT
"""--log-format: formats of Apache, nginx and HAProxy."""

import json

from lines_of import log
from support import DEMO_LOG, Case, locus

COMBINED = r'%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\"'
NGINX = ("log_format combined '$remote_addr - $remote_user [$time_local] '\n"
         "    '\"$request\" $status $body_bytes_sent '\n"
         "    '\"$http_referer\" \"$http_user_agent\"';")
LINES = (b'192.0.2.7 - lena [10/Oct/2000:13:55:36 -0700] "GET /a/b?x=1 HTTP/1.1" 200 2326'
         b' "http://example.org/" "x/1"',
         b'192.0.2.8 - - [10/Oct/2000:13:55:37 -0700] "-" 408 - "-" "-"')


class LogFormat(Case):
    def fails(self, result, words):
        self.assertEqual(result.status, 2, result.err)
        self.assertIn(words, result.err)

    def test_same(self):
        """A pasted combined format gives what --log combined gives."""
        for options in (("-o", "json"), ("--get", "{client} {time:hour} {status:class} {path}"),
                        ("-o", "csv", "--columns", "client,method,path,agent"), ("-c", "--stats"),
                        ("-o", "json", "--of", "all"), ("--whole-line", "--where", "status>=400"),
                        ("-j", "2", "-o", "json")):
            wanted = locus("scan", "--log", "combined", *options, DEMO_LOG)
            self.assertEqual(wanted.status, 0)
            for text in (COMBINED, f'LogFormat "{COMBINED}" combined', NGINX,
                         'LogFormat \\\n"' + COMBINED.replace(" ", " \\\n", 3) + '" \\\n x'):
                with self.subTest(options=options, text=text):
                    result = locus("scan", "--log-format", text, *options, DEMO_LOG)
                    self.assertEqual(result, wanted)
        wanted = self.check(locus("top", "--log", "combined", "--by", "path,status", "--sum",
                                  "bytes", DEMO_LOG), 0)
        self.assertEqual(locus("top", "--log-format", NGINX, "--by", "path,status", "--sum",
                               "bytes", DEMO_LOG), wanted)

    def test_json(self):
        """A log that is JSON: the escapes of strings are undone."""
        text = "log_format j escape=json '{\"u\":\"$request_uri\",\"s\":$status,\"t\":$request_time}'"
        line = b'{"u":"/a\\"b?c","s":200,"t":0.050}'
        record = self.one_record("scan", "--log-format", text, "-o", "json", stdin=log(line))
        self.assertEqual(record["input"], '/a"b?c')
        self.assertEqual(record["log"], {"status": 200, "duration": 0.05})

    def test_own_fields(self):
        line = b"192.0.2.7 0.012, 0.034 HIT abc"
        text = "$remote_addr $upstream_response_time $upstream_cache_status $-"
        result = locus("scan", "--log-format", text, "--get", "{upstream-time}|{cache}",
                       stdin=log(line))
        self.assertEqual(self.check(result, 0).out, b"0.012, 0.034|HIT\n")
        result = locus("scan", "--log-format", text, "--get", "{backend}", stdin=log(line))
        self.fails(result, b"backend")

    def test_upstreams(self):
        """nginx separates servers by a comma, and groups of them by a colon."""
        addresses, statuses = b"10.0.0.1:80, 10.0.0.2:80 : unix:/s", b"502, 502 : 200"
        text = '$remote_addr $upstream_addr $upstream_status "$request"'
        line = b'192.0.2.7 ' + addresses + b" " + statuses + b' "GET /a HTTP/1.1"'
        result = locus("scan", "--log-format", text, "--get",
                       "{upstream}|{upstream-status}|{path}", stdin=log(line))
        self.assertEqual(self.check(result, 0).out, addresses + b"|" + statuses + b"|/a\n")
        result = locus("scan", "--log-format", "$upstream_addr : $status", "--get",
                       "{upstream}|{status}", stdin=b"10.0.0.1:80, 10.0.0.2:80 : 200\n")
        self.assertEqual(self.check(result, 0).out, b"10.0.0.1:80, 10.0.0.2:80|200\n")

    def test_duration(self):
        """Only the point of a duration moves, however many digits it has."""
        for unit, took, wanted in (("ms", "2.3119449", "0.0023119449"),
                                   ("s", "0.0023119449615478516", "0.0023119449615478516"),
                                   ("ns", "123456789012345678901234", "123456789012345.678901234"),
                                   ("s", "1.5e-3", "0.0015"), ("ms", '"2.3E2"', "0.23"),
                                   ("us", "1e+09", "1000"), ("ns", "1e-99", "0.%0108d" % 1),
                                   ("s", "1e99", f"1{'0' * 99}")):
            text = b'{"uri":"/a","took":%s}\n' % took.encode()
            name = f"json:target=uri,duration:{unit}=took".replace(":s=", "=")
            self.check(locus("scan", "--log", name, "--get", "{duration}", stdin=text), 0,
                       wanted.encode() + b"\n")
            result = locus("scan", "--log", name, "-o", "json", stdin=text)
            self.assertIn(b'"duration":%s}' % wanted.encode(), result.out)

    def test_doubles(self):
        """An integer that is written as a double is the same in every selector."""
        same, other = b'{"uri":"/a","status":%s,"size":%s}', b'{"uri":"/a","method":"GET","status":%s,"size":%s}'
        text = log(same % (b"404.0", b"1.5e3"), same % (b'"4.04E+2"', b"1500.00"), same % (b"404", b"1500"),
                   other % (b"404.5", b"1e999999"), other % (b"4.04e3", b"0.5e0"), same % (b"5e2", b"1e18"),
                   same % (b"5e2", b"18446744073709551616.0"))
        log_json = ("--log", "json")
        self.check(locus("scan", *log_json, "--get", "{status}|{status:class}|{bytes}", stdin=text), 0,
                   3 * b"404|4xx|1500\n" + 2 * b"||\n" + b"500|5xx|1000000000000000000\n"
                   + b"500|5xx|18446744073709551616\n")
        self.check(locus("scan", *log_json, "-c", "--where", "status>=400", "--where", "status<500", "--where",
                         "bytes=1500", stdin=text), 0, b"3\n")
        self.check(locus("top", *log_json, "--by", "status", "--sum", "bytes", stdin=text[:-1]
                         .rpartition(b"\n")[0] + b"\n"), 0,
                   b"3 %19d 404\n1 1000000000000000000 500\n" % 4500)
        records = self.check(locus("scan", *log_json, "-o", "json", stdin=text), 0).out.splitlines()
        self.assertEqual([json.loads(record)["log"] for record in records],
                         3 * [{"status": 404, "bytes": 1500}] + 2 * [{"method": "GET"}]
                         + [{"status": 500, "bytes": 10 ** 18}, {"status": 500, "bytes": 1 << 64}])

    def test_a_key_for_the_host(self):
        """The key that is built in gives no port either."""
        text = log(b'{"host":"h:80","uri":"/"}', b'{"host":"h:80","server":"g:81","uri":"/"}')
        records = self.check(locus("scan", "--log", "json:vhost=server", "-o", "json", stdin=text), 0)
        self.assertEqual([json.loads(record).get("log") for record in records.out.splitlines()],
                         [{}, {"vhost": "g", "vhost-port": "81"}])

    def test_doubles_that_are_no_status(self):
        """RFC 9110, section 15: the first digit is from 1 on; "004" is kept as it is written."""
        text = log(*(b'{"uri":"/a","status":%s}' % status for status in (b"0.04e2", b"004.0", b"4.04e2")))
        self.check(locus("scan", "--log", "json", "--get", "{status}|{status:class}", stdin=text), 0,
                   b"|\n|\n404|4xx\n")

    def test_seconds_and_fraction(self):
        """A time in two variables: seconds and their fraction."""
        for text in ('%{sec}t.%{msec_frac}t %{msec}t %{usec}t "%r"',
                     '%{begin:sec}t.%{begin:usec_frac}t %{end:msec}t %{usec}t "%r"',
                     "%Ts.%ms %Ta %B %{+Q}r"):
            result = locus("scan", "--log-format", text, "--get", "{time} {path}",
                           stdin=b'1717171717.250 1717171717250 1717171717250000 "GET /a HTTP/1.1"\n')
            with self.subTest(text=text):
                self.assertEqual(self.check(result, 0).out, b"2024-05-31T16:08:37.250Z /a\n")

    def test_strftime(self):
        """A time in a format of strftime(), with the fraction and the offset that may be
        logged after it (mod_log_config, "%{format}t")."""
        for text, written, wanted in (
                ("[%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t]", "[31/May/2024 16:08:37.250 +0200]",
                 "2024-05-31T16:08:37.250+02:00"),
                ("%{%Y-%m-%d %H:%M:%S}t", "2024-05-31 16:08:37", "2024-05-31T16:08:37"),
                ("%{%F %T}t", "2024-05-31 16:08:60", "2024-05-31T16:08:60"),
                ("%{%FT%T%z}t", "2024-05-31T16:08:37-0730", "2024-05-31T16:08:37-07:30"),
                ("%{begin:%Y-%m-%dT%H:%M:%S}t.%{begin:usec_frac}t%{%z}t",
                 "2024-05-31T16:08:37.000250+0000", "2024-05-31T16:08:37.000250+00:00"),
                ("%{end:%F %T %z}t", "2024-05-31 16:08:37 +0000", "2024-05-31T16:08:37+00:00"),
                ("%{end:%F %T}t %{%d/%b/%Y:%T %z}t",
                 "2024-05-31 16:08:38 31/May/2024:16:08:37 +0000", "2024-05-31T16:08:37+00:00"),
                ("%{%s}t", "1717171717", "2024-05-31T16:08:37Z")):
            result = locus("scan", "--log-format", f'%h {text} "%r"', "--get", "{time} {path}",
                           stdin=f'192.0.2.7 {written} "GET /a HTTP/1.1"\n'.encode())
            with self.subTest(text=text):
                self.assertEqual(self.check(result, 0).out, f"{wanted} /a\n".encode())
        result = locus("scan", "--log-format", '%h %{%A, %H}t "%r"',
                       stdin=b'192.0.2.7 Friday, 16 "GET /a HTTP/1.1"\n')
        self.assertEqual(self.check(result, 0).out, b"/a\n")
        for written in ("2024-05-31 16:08", "2024-02-32 16:08:37", "Friday 16:08:37"):
            self.fails(locus("scan", "--log-format", '%h %{%F %T}t "%r"',
                             stdin=f'192.0.2.7 {written} "GET /a HTTP/1.1"\n'.encode()),
                       b"missing or invalid time at byte")
        result = locus("top", "--log-format", '%h %{%F %T}t "%r"', "--by", "time:hour",
                       "--where", "time>=2024-05-31T16:08:37",
                       stdin=b'h 2024-05-31 16:08:37 "GET /a HTTP/1.1"\n'
                             b'h 2024-05-31 16:08:36 "GET /b HTTP/1.1"\n')
        self.assertEqual(self.check(result, 0).out, b"1 2024-05-31T16\n")

    def test_envelopes(self):
        """--log names the envelope of lines in the format, in any order of the options."""
        stamp = b"2026-11-20T10:00:00.123456789Z"
        docker = (b'{"log":"%s\\n","stream":"stdout","time":"2026-11-20T10:00:00.1Z"}'
                  % LINES[0].replace(b'"', b'\\"'))
        for envelope, lines in (
                ("cri", log(stamp + b" stdout P " + LINES[0][:30], stamp + b" stdout F "
                            + LINES[0][30:], stamp + b" stdout F " + LINES[1])),
                ("docker", log(docker)),
                ("syslog", log(b"Nov 20 10:00:00 web1 httpd: " + LINES[0]))):
            for options in (("--get", "{client} {path} {status}"), ("-o", "json"), ("-c",),
                            ("--get", "{logged}|{stream}") if envelope != "syslog" else
                            ("--get", "{logged}|{program}")):
                wanted = self.check(locus("scan", "--log", f"{envelope}+combined", *options,
                                          stdin=lines), 0)
                for choice in (("--log", f"{envelope}+", "--log-format", COMBINED),
                               ("--log-format", COMBINED, "--log", f"{envelope}+")):
                    with self.subTest(choice=choice, options=options):
                        self.assertEqual(locus("scan", *choice, *options, stdin=lines), wanted)
        self.fails(locus("scan", "--log", "cri+", stdin=b"x\n"),
                   b"--log cri+ needs a message format")
        self.fails(locus("scan", "--log", "cri+combined", "--log-format", "%h", stdin=b"x\n"),
                   b"--log and --log-format cannot be used together")
        result = locus("scan", "--log", "cri+", "--log-format", "%h", stdin=b"x\n")
        self.fails(result, b"not in the format 'cri+apache-format'")

    def test_spaces(self):
        """HAProxy writes one space for several in its format, and none at the beginning."""
        for text, line in (("%{+Q}o %ci %r", b'"192.0.2.7" "GET /a HTTP/1.1"'),
                           ("%ci  %{+Q}r", b'192.0.2.7 "GET /a HTTP/1.1"'),
                           ("log-format %ci\\ \\ %{+Q}r", b'192.0.2.7 "GET /a HTTP/1.1"')):
            with self.subTest(text=text):
                result = locus("scan", "--log-format", text, "--get", "{client} {path}",
                               stdin=log(line))
                self.assertEqual(self.check(result, 0).out, b"192.0.2.7 /a\n")

    def test_comments(self):
        """A directive of nginx may have comments between its strings."""
        text = ("log_format main # the usual\n '$remote_addr \"$request\" ' # it's two\n"
                "'$status'; # end")
        result = locus("scan", "--log-format", text, "--get", "{client} {path} {status}",
                       stdin=b'192.0.2.7 "GET /a HTTP/1.1" 200\n')
        self.assertEqual(self.check(result, 0).out, b"192.0.2.7 /a 200\n")

    def test_rejects(self):
        """The first reject is reported with the field, or the variable, and the byte."""
        path = self.write("access.log", log(LINES[0], b"x", LINES[1]))
        result = locus("scan", "--log-format", COMBINED, "-c", path)
        self.assertEqual(result.status, 0)
        self.assertEqual(result.out, b"2\n")
        self.assertEqual(result.err, b"locus: 1 of 3 lines is not in the format 'apache-format';"
                         b" the first is line 2 of %s: missing or invalid client at byte 2\n"
                         % path.encode())
        result = locus("scan", "--log-format", "$host $connection|$status", stdin=b"h 5 200\n")
        self.fails(result, b"missing or invalid $connection at byte 8")
        result = locus("scan", "--log-format", "%v|%h", stdin=log(*LINES))
        self.fails(result, b"the first 2 match --log combined")

    def test_errors(self):
        """An error names the variable, its offset, and the nearest known variable."""
        for text, words in (
                ("$remote_addr $remote_usr", b"unknown variable '$remote_usr' of nginx at byte 14;"
                                             b" did you mean '$remote_user'?"),
                ("%h %y", b"unknown variable '%y' of Apache at byte 4"),
                ("%ci %frt", b"unknown variable '%frt' of HAProxy at byte 5; did you mean"),
                ("$host$uri", b"between '$host' at byte 1 and '$uri' at byte 6"),
                ("%b0", b"a digit or '.' after the number '%b' at byte 1 could be part of it"),
                ("%{sec}t.x", b"a digit or '.' after the number '%{sec}t' at byte 1"),
                ("x", b"no variable"), (r"%h\n%b", b"a line feed at byte 3"),
                ("LogFormat x", b"unexpected 'x' at byte 11"),
                ("%h %", b"unexpected end at byte 5"), ("", b"unexpected end at byte 1")):
            with self.subTest(text=text):
                self.fails(locus("scan", "--log-format", text, stdin=b"x\n"), words)
        for first, second in ((("--log", "auto"), ("--log-format", "%h")),
                              (("--log-format", "%h"), ("--log", "combined")),
                              (("--log-format", "%h"), ("--log", "cri+combined"))):
            self.fails(locus("scan", *first, *second, stdin=b"x\n"),
                       b"--log and --log-format cannot be used together")
        for options in ((), ("--log", "cri+")):
            self.fails(locus("scan", "--log-format", "%h", *options, "--log-format", "%h", stdin=b"x\n"),
                       b"--log-format cannot be given twice")
        self.fails(locus("scan", "--log-format", "%h", "-x", "raw", stdin=b"x\n"),
                   b"-x cannot be used with --log-format, except with --of agent or all")

    def test_hostile_text(self):
        """No byte of the option that a terminal interprets reaches it."""
        result = locus("scan", "--log-format", "%h \x1b[31m%y", stdin=b"x\n")
        self.assertEqual(result.status, 2)
        self.assertNotIn(b"\x1b", result.err)
