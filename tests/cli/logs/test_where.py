# SPDX-License-Identifier: MIT
"""--where: conditions."""

from lines_of import MIXED, NO_REQUESTS, PLAIN, SQUID, log
from support import Case, lines, locus

LINES = log(*(line for line, _ in PLAIN))
# Conditions, and which of the five lines meet them.
CONDITIONS = (
    ("status=200", "0"), ("status=404,500", "14"), ("status!=404,500", "023"),
    ("status>=404", "134"), ("status>404", "34"), ("status<204", "0"), ("status<=204", "02"),
    ("status=4*", "1"), ("status=200.0", "0"), ("status:class=5xx", "34"),
    ("bytes>1k", "0"), ("bytes<0.012k", "23"), ("bytes<=0.012k", "234"), ("bytes=12,7", "34"),
    # No bytes are no number, but also not 7.
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
    ("client=0.0.0.0/0", "01234"), ("client=::ffff:192.0.2.7/128", "0"), ("client=2001:db8::/32", ""),
    ("client!=192.0.2.8/30", "0"), ("client:class=documentation", "01234"),
    ("referer", "0"), ("referer.host=example.org", "0"), ("user=lena", "0"), ("user!=lena", "1234"),
    ("findings=network-path", ""), ("findings=dot-segment,empty-segment", "4"), ("line>=4", "34"),
    ("target=*:*", "13"), ("agent=*bot*", "0"), ("text=*CONNECT*", "3"),
)


class Conditions(Case):
    def met(self, *conditions, stdin=LINES, command=("scan", "--log", "combined")):
        arguments = [word for condition in conditions for word in ("--where", condition)]
        result = locus(*command, "-n", *arguments, stdin=stdin)
        self.assertEqual((result.status, result.err), (0 if result.out else 1, b""))
        return "".join(str(int(line.split(b":")[0]) - 1) for line in lines(result.out))

    def test_each(self):
        for condition, wanted in CONDITIONS:
            with self.subTest(condition=condition):
                self.assertEqual(self.met(condition), wanted)

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
                                  ("path=/x,/y", "00"), ("line=2", "1"), ("findings=above-root", "1")):
            self.assertEqual(self.met(condition, stdin=text, command=("scan",)), wanted, condition)

    def test_usage(self):
        for condition, says in (
                ("staus=1", "did you mean 'status'?"), ("status>=x", "'x' is not a number"),
                ("status>=", "'' is not a number"), ("status<4,5", "'4,5' is not a number"),
                ("time>yesterday", "'yesterday' is not a time"), ("time=2000-1", "is not a time"),
                ("client=10.0.0.0/33", "is not an address with a prefix length"),
                ("client=h/8", "is not an address"), ("findings=dotsegment",
                                                      "did you mean 'dot-segment'?"),
                ("findings>1", "findings is a list, which has no order"), ("", "unknown name ''"),
                ("=1", "unknown name ''"), ("status =1", "unknown name 'status '")):
            with self.subTest(condition=condition):
                self.usage("scan", "--log", "combined", "--where", condition,
                           says=("--where: ", says))
        self.usage("scan", "--where", "status=1", says=("it needs --log",))
