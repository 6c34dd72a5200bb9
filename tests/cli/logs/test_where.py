# SPDX-License-Identifier: MIT
"""--where: conditions."""

import lines_of
from lines_of import HAPROXY, LINES, MIXED, NO_REQUESTS, PLAIN, SQUID, log
from support import lines, locus

# Conditions, and which of the five lines meet them.
CONDITIONS = (
    ("status=200", "0"), ("status=404,500", "14"), ("status!=404,500", "023"),
    ("status>=404", "134"), ("status>404", "34"), ("status<204", "0"), ("status<=204", "02"),
    ("status=4*", "1"), ("status=200.0", "0"), ("status:class=5xx", "34"),
    ("bytes>1k", "0"), ("bytes<0.012k", "23"), ("bytes<=0.012k", "234"), ("bytes=12,7", "34"),
    # An absent number is not 7; it meets no other comparison.
    ("bytes!=7", "0124"), ("bytes>=0", "0234"), ("bytes", "0234"),
    ("method=GET", "04"), ("method!=GET", "123"), ("method=get", ""),
    ("time>=2000-10-11", "34"), ("time<2000-10-11", "012"), ("time=2000-10-10", "012"),
    ("time=2000-10-10T13", "01"), ("time>2000-10-10T13:55:36", "1234"),
    ("time<=2000-10-10T13:55:36", "0"), ("time>=2000", "01234"), ("time>2000", ""),
    ("time!=2000-10-10,2000-12", "34"), ("time:hour=2000-10-10T13", "01"),
    ("host=h.example", "13"), ("host=*.example", "13"), ("host=h*,x", "13"), ("host", "13"),
    ("host!=h.*", "024"), ("path=/a/b", "0"), ("path=/*/*", "04"), ("path=//*", "4"),
    ("path=*", "014"), ("path=", ""), ("port>80", "13"), ("port=443", "3"),
    ("form=origin", "04"), ("form=authority,asterisk", "23"),
    ("query.x", "0"), ("query.x=1", "0"), ("query.x>0", "0"), ("query.y!=1", "01234"),
    ("client=192.0.2.8", "12"), ("client=192.0.2.0/24", "01234"), ("client=192.0.2.8/31", "1234"),
    ("client=0.0.0.0/0", "01234"), ("client=::/0", "01234"),
    ("client=::ffff:192.0.2.0/120", "01234"), ("client=::ffff:192.0.2.7/128", "0"),
    ("client=2001:db8::/32", ""),
    ("client!=192.0.2.8/30", "0"), ("client:class=documentation", "01234"),
    ("referer", "0"), ("referer.host=example.org", "0"), ("user=lena", "0"), ("user!=lena", "1234"),
    ("findings=network-path", ""), ("findings=dot-segment,empty-segment", "4"), ("findings=traversal", ""), ("line>=4", "34"),
    ("target=*:*", "13"), ("agent=*bot*", "0"), ("text=*CONNECT*", "3"),
    ("agent=x*+*about)", "0"), ("agent=*x/1*x/1*", ""), ("agent=x/1*x/1*", ""),
    ("agent=*bot*ab*t*", "0"), ("agent=*bot*bot*", ""), ("method=G*E*T", "04"),
    ("method=GE*ET", ""), ("method=***", "01234"),
    # Hosts and schemes have no case.
    ("host=H.EXAMPLE", "13"), ("host=*.eXample", "13"), ("host!=H.*", "024"), ("scheme=HTTP", "1"),
    ("referer.host=EXAMPLE.ORG", "0"), ("path=/A/B", ""), ("host:normal=H.example", "13"),
    # RFC 3339. Instants, if the operand has a zone.
    ("time=2000-10-10T13:55:36-07:00", "0"), ("time=2000-10-10T20:55:36Z", "0"),
    ("time=2000-10-10T22:55+02:00", "01"), ("time>=2000-10-10T20:55:37Z", "1234"),
    ("time<2000-10-10T20:55:37Z,2000", None), ("time<2000-10-11T06:00-01:00", "012"),
    ("time=2000-10-11T02:25:36+05:30", "0"), ("time=2000-10-10T13:55:36Z", ""),
    ("time!=2000-10-10T20:55:36Z,2000-10-10T20:55:37Z", "234"),
    ("time=2000-10-10T13:55:36.000", "0"), ("time>2000-10-10T13:55:36.5", "1234"),
    ("time<2000-10-10T13:55:36.5", "0"), ("time:hour=2000-10-10T13:55:36Z", "01"),
    # The keys of a query.
    ("query.*", "0"), ("query.*=x", "0"), ("query.*=y,x", "0"), ("query.*=y", ""),
    ("query.*!=x", "1234"), ("query.*!=y", "01234"), ("query.*=?", ""), ("query.*=*", "0"),
    ("target.query.*=x", "0"), ("referer.query.*=q", "0"), ("referer.query.*=x", ""),
    ("target.path[0]=a,p", "01"), ("referer.path[-1]=p", "0"),
)
# Dates and whether they exist.
DATES = (("2024-02-29", True), ("2023-02-29", False), ("2000-02-29", True), ("1900-02-29", False),
         ("2400-02-29", True), ("2100-02-29", False), ("2026-02-30", False), ("2026-04-31", False),
         ("2026-12-31", True), ("2026-13-01", False), ("2026-00-01", False), ("2026-01-00", False),
         ("2026-01-32", False), ("2026-06-30", True), ("2026-07-31", True), ("0004-02-29", True))


class Conditions(lines_of.Met):
    def test_each(self):
        for condition, wanted in CONDITIONS:
            with self.subTest(condition=condition):
                if wanted is None:
                    self.usage("scan", "--log", "combined", "--where", condition,
                               says=("is not a time",))
                else:
                    self.assertEqual(self.met(condition), wanted)

    def test_escapes(self):
        """A comma, an asterisk or a backslash in a value is escaped by a backslash."""
        text = "".join("http://h/%s\n" % path for path in ("a,b", "a", "b", "a*b", "axb", "a\\b")).encode()
        for condition, wanted in (
                (r"path=/a\,b", "0"), ("path=/a,/b", "12"), (r"path=/a\*b", "3"), ("path=/a*b", "0345"),
                (r"path=/a\\b", "5"), (r"path=/a\\*", "5"), (r"path=*\**,/b", "23"),
                (r"path!=/a*\,*,/b", "1345")):
            with self.subTest(condition=condition):
                self.assertEqual(self.met(condition, stdin=text, command=("scan", "-x", "raw")), wanted)

    def test_hosts_in_upper_case(self):
        text = b"http://WWW.Example.ORG/ HTTP://www.example.org/"
        for condition in ("host=www.example.org", "host=WWW.*", "scheme=http", "scheme!=ftp"):
            self.assertEqual(self.met(condition, stdin=text, command=("scan",)), "00", condition)
        line = b"WWW.Example.ORG:80 " + PLAIN[0][0].replace(b"192.0.2.7", b"Client.Example")
        for condition in ("vhost=www.example.org", "client=client.*", "client=CLIENT.EXAMPLE"):
            self.assertEqual(self.met(condition, stdin=log(line)), "0", condition)

    def test_printed_times(self):
        """A time that --get has written can be an operand."""
        for name, line in (("combined", PLAIN[0][0]), ("squid", SQUID), ("haproxy", HAPROXY)):
            command = ("scan", "--log", name)
            time = lines(locus(*command, "--get", "{time}", stdin=log(line)).out)[0]
            for operation, wanted in ((b"=", "0"), (b"<=", "0"), (b">=", "0"), (b"<", ""),
                                      (b">", ""), (b"!=", "")):
                with self.subTest(name=name, operation=operation):
                    self.assertEqual(self.met(b"time" + operation + time, stdin=log(line),
                                              command=command), wanted)
        # To the precision of the operand. A time without a zone is compared as written.
        for name, line, condition, wanted in (
                ("squid", SQUID, "time=2010-10-08T11:11:50.07Z", "0"),
                ("squid", SQUID, "time=2010-10-08T11:11:50.08Z", ""),
                ("squid", SQUID, "time=2010-10-08T13:11:50.0750+02:00", "0"),
                ("squid", SQUID, "time>2010-10-08T11:11:50.074", "0"),
                ("haproxy", HAPROXY, "time=2009-02-06T12:14:14+09:00", "0")):
            with self.subTest(condition=condition):
                self.assertEqual(self.met(condition, stdin=log(line),
                                          command=("scan", "--log", name)), wanted)

    def test_dates(self):
        for date, exists in DATES:
            for suffix in ("", "T10:00"):
                with self.subTest(date=date + suffix):
                    arguments = ("scan", "--log", "combined", "-c", "--where", "time<" + date + suffix)
                    if exists:
                        self.assertIn(locus(*arguments, stdin=LINES).status, (0, 1))
                    else:
                        self.usage(*arguments, says=("'%s' is not a time" % (date + suffix),))

    def test_all_are_required(self):
        self.assertEqual(self.met("method!=GET", "status>=404", "host"), "13")
        self.assertEqual(self.met("method!=GET", "status>=404", "host", "port=443"), "3")

    def test_counts(self):
        for command in (("scan", "-c"), ("scan", "-c", "-j", "2")):
            result = locus(*command, "--log", "combined", "--where", "status>=404", "--where", "host",
                           stdin=LINES)
            self.check(result, 0, b"2\n")
        result = locus("top", "--log", "combined", "--by", "status", "--where", "host", stdin=LINES)
        self.check(result, 0, b"1 404\n1 502\n")
        # Lines that do not meet the condition are still records.
        result = locus("scan", "-c", "--log", "combined", "--stats", "--where", "status=999",
                       stdin=MIXED)
        self.check(result, 1, b"0\n", err=None)
        self.assertIn(b"records 11, rejects 2", result.err)

    def test_requests_that_are_not_http(self):
        text = log(*(line for line, _ in NO_REQUESTS))
        self.assertEqual(self.met("method!=GET", stdin=text), "012")
        self.assertEqual(self.met("error=form", stdin=text), "012")

    def test_durations(self):
        for condition, wanted in (("duration>0.92", "0"), ("duration>=0.921", "0"),
                                  ("duration=0.9210", "0"), ("duration>1", ""), ("duration<1", "0")):
            self.assertEqual(self.met(condition, stdin=log(SQUID), command=("scan", "--log", "squid")),
                             wanted, condition)

    def test_without_a_log(self):
        text = b"http://a.example/x http://b.test/y\nhttp://10.1.2.3/../z\n"
        for condition, wanted in (("host=*.example", "0"), ("host=10.0.0.0/8", "1"),
                                  ("path=/x,/y", "00"), ("line=2", "1"), ("findings=above-root", "1"),
                                  ("findings=traversal", "1"), ("findings!=traversal", "00")):
            self.assertEqual(self.met(condition, stdin=text, command=("scan",)), wanted, condition)

    def test_address_prefixes(self):
        """A prefix reads an address as :class does: without its zone, and as inet_aton() reads it."""
        clients = (b"fe80::1%eth0", b"FE80::1%25en%31", b"[fe80::a:1%2]", b"fe80::1", b"fe80::1%", b"[fe80::1%eth0",
                   b"10.0.0.1%eth0", b"0x7f.1", b"127.0.0.1", b"017700000001", b"127.1.", b"0x7f.1.example",
                   70 * b"0" + b"17700000001", b"2130706433", b"::ffff:127.0.0.1", b"localhost", b"0x7f.256.1.1")
        text = log(*(PLAIN[0][0].replace(b"192.0.2.7", client) for client in clients))
        links, loopbacks = (0, 1, 2, 3), (7, 8, 9, 10, 12, 13, 14)
        for condition, wanted in (("client=fe80::/10", links), ("client=fe80::1/128", (0, 1, 3)),
                                  ("client:class=link-local", links), ("client=127.0.0.0/8", loopbacks),
                                  ("client=::ffff:7f00:0/104", loopbacks), ("client=127.0.0.1/32", loopbacks),
                                  ("client:class=loopback", (*loopbacks, 15)), ("client=fe80::1", (3,)),
                                  ("client=127.0.0.1", (8,))):
            result = locus("scan", "--log", "combined", "--where", condition, "--get", "{line}", stdin=text)
            self.assertEqual([int(line) - 1 for line in lines(result.out)], list(wanted), condition)
        text = b"".join(b"http://%s/\n" % host for host in (b"0x7f.1", b"127.0.0.1", b"h", b"128.1", b"[::ffff:7f00:2]"))
        for condition, wanted in (("host=127.0.0.0/8", "014"), ("host:class=loopback", "014"),
                                  ("host!=127.0.0.0/8", "23"), ("host=127.0.0.0/30,128.0.0.0/1", "0134")):
            result = locus("scan", "--where", condition, "--get", "{line}", stdin=text)
            self.assertEqual("".join(str(int(line) - 1) for line in lines(result.out)), wanted, condition)

    def test_numbers_of_any_size(self):
        """2^64 and more is greater than any operand."""
        for size in ("18446744073709551616", "9" * 40, "18446744073709551616.5"):
            urls = f"http://h/?x={size}\n".encode()
            for condition, meets in (("query.x>1", True), ("query.x>=18446744073709551615", True),
                                     ("query.x<18446744073709551615", False),
                                     ("query.x<=18446744073709551615.9", False),
                                     (f"query.x={size}", True), ("query.x=1", False),
                                     ("query.x!=1", True)):
                with self.subTest(size=size, condition=condition):
                    self.check(locus("scan", "--where", condition, stdin=urls),
                               0 if meets else 1, urls if meets else b"")
        self.check(locus("scan", "--where", "query.x=18446744073709551615",
                         stdin=b"http://h/?x=18446744073709551616\n"), 1, b"")
        for size in ("18446744073709551616", "18446744073709551615.9k"):
            self.usage("scan", "--where", f"query.x>{size}",
                       says=(f"'{size}' is too large (numbers are less than "
                             "18446744073709551616)",))
            self.usage("scan", "--log", "combined", "--where", f"bytes=1,{size}",
                       says=(f"'{size}' is too large",))

    def test_usage(self):
        for condition, says in (
                ("staus=1", "did you mean 'status'?"), ("status>=x", "'x' is not a number"),
                ("status>=", "'' is not a number"), ("status<4,5", "'4,5' is not a number"),
                ("time>yesterday", "'yesterday' is not a time"), ("time=2000-1", "is not a time"),
                ("time=2026-02-30", "it is invalid at byte 9 (2026-11-20T10:00:00+01:00,"),
                ("time=2026-11-20T24:00", "at byte 13"), ("time=2026-11-20T10Z", "at byte 14"),
                ("time=2026-11-20T10:00+24:00", "at byte 19"), ("time=2000*", "'2000*' is not a time"),
                ("time=2000,", "'' is not a time"), ("method=\\G", "unknown escape at byte 1"),
                ("method=G\\", "unknown escape at byte 2"), ("query.*>1", "query.* is a list"),
                ("findings=dot*", "there is no finding 'dot*'"),
                ("client=10.0.0.0/33", "is not an address with a prefix length"),
                ("client=fe80::1%eth0/64", "is not an address"), ("client=127.1/8", "is not an address"),
                ("client=h/8", "is not an address"), ("findings=dotsegment",
                                                      "did you mean 'dot-segment'?"),
                ("findings>1", "findings is a list, which has no order"), ("", "unknown name ''"),
                ("=1", "unknown name ''"), ("status =1", "unknown name 'status '")):
            self.usage("scan", "--log", "combined", "--where", condition,
                       says=("--where: ", says))
        self.usage("scan", "--where", "status=1", says=("it needs --log",))
