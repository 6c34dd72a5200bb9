# SPDX-License-Identifier: MIT
"""host:domain: registrable domains.

Expected values are those of the test vectors of publicsuffix.org, of RFC 5890 and of the
URL standard's host parser (which hosts are addresses)."""

from lines_of import PLAIN, log
from support import Case, built_with, lines, locus

# Each host with its registrable domain; None if it has none. libpsl has the tests of the list.
VECTORS = (
    ("com", None), ("example.com", "example.com"), ("a.b.example.com", "example.com"),
    ("uk.com", None), ("b.example.uk.com", "example.uk.com"), ("test.ac", "test.ac"),
    ("www.test.ac.jp", "test.ac.jp"), ("ide.kyoto.jp", None), ("c.kobe.jp", None),
    ("a.b.c.kobe.jp", "b.c.kobe.jp"), ("www.city.kobe.jp", "city.kobe.jp"),
    ("\u98df\u72ee.com.cn", "\u98df\u72ee.com.cn"),
    ("www.\u98df\u72ee.\u516c\u53f8.cn", "\u98df\u72ee.\u516c\u53f8.cn"),
    ("\u516c\u53f8.cn", None),
    ("\u98df\u72ee.\u4e2d\u56fd", "\u98df\u72ee.\u4e2d\u56fd"),
    ("www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"), ("xn--55qx5d.cn", None),
    # A rule of the list's private section.
    ("www.foo.github.io", "foo.github.io"), ("github.io", None),
    # No rule: the last label is a public suffix.
    ("example", None), ("localhost", None), ("b.example.example", "example.example"),
    # Letter case, a final dot, percent-encoding, U-labels in upper case.
    ("WwW.Example.COM", "example.com"), ("example.com.", "example.com"), ("com.", None),
    ("www.ex%41mple.c%6Fm", "example.com"), ("www%2eexample.com", "example.com"),
    ("WWW.B\u00dcCHER.de", "b\u00fccher.de"),
    # Empty labels.
    ("a..example.com", None), (".example.com", None), ("example.com..", None),
    # Addresses.
    ("192.0.2.1", None), ("[2001:db8::1]", None), ("0x7f.1", None), ("2130706433", None),
    ("192.0.2.1.example.com", "example.com"),
)


class Domains(Case):
    def setUp(self):
        if not built_with(b"psl"):
            self.skipTest("locus was built without libpsl")

    def test_vectors(self):
        text = "".join("http://%s/\n" % host for host, _ in VECTORS).encode()
        # Three times: after the first, the domain of a host may be cached.
        for options in ((), ("-j", "2")):
            result = locus("scan", "-x", "raw", *options, "--get", "{host}\\t{host:domain}",
                           stdin=text * 3)
            wanted = ["%s\t%s" % (host, domain or "") for host, domain in VECTORS]
            self.assertEqual([line.decode() for line in lines(self.check(result, 0).out)],
                             wanted * 3)

    def test_long(self):
        label = b"a" * 50
        long = b".".join((label, label, b"b" * 63, b"example.com"))
        deep = b".".join((label, b"b" * 140, b"com"))
        result = locus("scan", "--get", "{host:domain}",
                       stdin=b"http://%b/ http://%b/ http://%b/" % (long, deep, long))
        self.check(result, 0, b"example.com\n" + b"b" * 140 + b".com\nexample.com\n")

    def test_many(self):
        """More hosts than are cached."""
        hosts = [b"www.h%d.co.uk" % (i * 7919 % 5000) for i in range(10000)]
        result = locus("scan", "--get", "{host:domain}",
                       stdin=b"".join(b"http://%b/\n" % host for host in hosts))
        self.assertEqual(lines(self.check(result, 0).out), [host[4:] for host in hosts])

    def test_bytes_that_are_not_utf8(self):
        result = locus("scan", "-x", "raw", "--get", "{host:domain}",
                       stdin=b"http://www.B\xfccher.de/")
        self.check(result, 0, b"b\xfccher.de\n")

    def test_fields(self):
        line = PLAIN[0][0].replace(b"http://example.org/p", b"http://www.Example.org:81/p")
        for selector, value in (
                ("referer.host:domain", b"example.org"), ("host:domain", b""),
                ("client:domain", b"")):
            self.check(locus("scan", "--log", "combined", "--get", "{%s}" % selector,
                             stdin=log(line)), 0, value + b"\n")
        line = b"www.Example.org. " + PLAIN[0][0].replace(b"192.0.2.7", b"a.b.example.net")
        self.check(locus("top", "--log", "combined", "--by", "vhost:domain,client:domain",
                         stdin=log(line)), 0, b"1 example.org\texample.net\n")
        self.check(locus("scan", "--log", "combined", "-c", "--where", "vhost:domain=EXAMPLE.*",
                         stdin=log(line)), 0, b"1\n")

    def test_usage(self):
        for selector in ("path:domain", "host:domain:class", "referer:domain", "agent:domain"):
            self.usage("top", "--log", "combined", "--by", selector, says=(selector,))


class Missing(Case):
    def test_built_without(self):
        if built_with(b"psl"):
            self.skipTest("locus was built with libpsl")
        self.usage("top", "--by", "host:domain",
                   says=("--by: :domain needs", "libpsl-dev", "--with-psl"))
