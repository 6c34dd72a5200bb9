# SPDX-License-Identifier: MIT
"""locus parse: verdicts, parts, offsets, and one record for each input."""

import os
import random
import re

import reference
from support import GRAMMARS, SHARED, Case, decode, locus, locus_in_reads, records, texts

# Each scheme in the table of parts: (URL, parts except the scheme, host kind, port).
RFC1738 = [
    # 3.3 HTTP
    ("http://h.example/a/b;v?q=1&r", {"host": "h.example", "path": "/a/b;v",
                                      "query": "q=1&r"}, "name", 80),
    ("http://h", {"host": "h"}, "name", 80),
    ("http://h/", {"host": "h", "path": "/"}, "name", 80),
    ("http://h/?", {"host": "h", "path": "/", "query": ""}, "name", 80),
    ("http://h:8080/", {"host": "h", "port": "8080", "path": "/"}, "name", 8080),
    ("http://192.0.2.1/x", {"host": "192.0.2.1", "path": "/x"}, "ipv4", 80),
    ("HtTp://h/", {"host": "h", "path": "/"}, "name", 80),
    ("https://h/p?q", {"host": "h", "path": "/p", "query": "q"}, "name", 443),
    # 3.2 FTP
    ("ftp://h", {"host": "h"}, "name", 21),
    ("ftp://u@h/", {"user": "u", "host": "h", "path": "/"}, "name", 21),
    ("ftp://@h/", {"user": "", "host": "h", "path": "/"}, "name", 21),
    ("ftp://:@h/", {"user": "", "password": "", "host": "h", "path": "/"}, "name", 21),
    ("ftp://u:p@h:2121/a/b;type=A", {"user": "u", "password": "p", "host": "h",
                                     "port": "2121", "path": "/a/b", "type": "A"},
     "name", 2121),
    ("ftp://h/;type=d", {"host": "h", "path": "/", "type": "d"}, "name", 21),
    ("ftp://myname@host.dom/%2Fetc/motd", {"user": "myname", "host": "host.dom",
                                           "path": "/%2Fetc/motd"}, "name", 21),
    ("ftp://h/a?b", {"host": "h", "path": "/a?b"}, "name", 21),
    # 3.10 FILES
    ("file:///etc/passwd", {"host": "", "path": "/etc/passwd"}, "empty", None),
    ("file://localhost/x", {"host": "localhost", "path": "/x"}, "name", None),
    ("file://vms.host.edu/disk$user/my/notes/note12345.txt",
     {"host": "vms.host.edu", "path": "/disk$user/my/notes/note12345.txt"}, "name", None),
    # 3.4 GOPHER
    ("gopher://h", {"host": "h"}, "name", 70),
    ("gopher://h/", {"host": "h", "path": "/"}, "name", 70),
    ("gopher://h/1", {"host": "h", "path": "/1", "gtype": "1", "selector": ""},
     "name", 70),
    ("gopher://h:7070/0a/b", {"host": "h", "port": "7070", "path": "/0a/b", "gtype": "0",
                              "selector": "a/b"}, "name", 7070),
    ("gopher://h/%31x", {"host": "h", "path": "/%31x", "gtype": "%31", "selector": "x"},
     "name", 70),
    ("gopher://h/7s%09cats", {"host": "h", "path": "/7s%09cats", "gtype": "7",
                              "selector": "s", "search": "cats"}, "name", 70),
    ("gopher://h/1%09%09", {"host": "h", "path": "/1%09%09", "gtype": "1",
                            "selector": "", "search": "", "plus": ""}, "name", 70),
    ("gopher://h/7s%09c%09+a%09b", {"host": "h", "path": "/7s%09c%09+a%09b",
                                    "gtype": "7", "selector": "s", "search": "c",
                                    "plus": "+a%09b"}, "name", 70),
    # 3.5 MAILTO
    ("mailto:a@b.example", {"path": "a@b.example", "address": "a@b.example"}, None, None),
    ("MAILTO:x", {"path": "x", "address": "x"}, None, None),
    # 3.6 NEWS
    ("news:*", {"path": "*", "group": "*"}, None, None),
    ("news:comp.infosystems.www.misc", {"path": "comp.infosystems.www.misc",
                                        "group": "comp.infosystems.www.misc"}, None, None),
    ("news:1993.abc@example.org", {"path": "1993.abc@example.org",
                                   "article": "1993.abc@example.org"}, None, None),
    # 3.7 NNTP
    ("nntp://h/comp.lang.c", {"host": "h", "path": "/comp.lang.c",
                              "group": "comp.lang.c"}, "name", 119),
    ("nntp://h:8/g/42", {"host": "h", "port": "8", "path": "/g/42", "group": "g",
                         "number": "42"}, "name", 8),
    # 3.8 TELNET, and its siblings
    ("telnet://h", {"host": "h"}, "name", 23),
    ("telnet://u:p@h:24/", {"user": "u", "password": "p", "host": "h", "port": "24",
                            "path": "/"}, "name", 24),
    ("rlogin://u@h/", {"user": "u", "host": "h", "path": "/"}, "name", 513),
    ("tn3270://h/", {"host": "h", "path": "/"}, "name", 23),
    # 3.9 WAIS
    ("wais://h/db", {"host": "h", "path": "/db", "database": "db"}, "name", 210),
    ("wais://h/", {"host": "h", "path": "/", "database": ""}, "name", 210),
    ("wais://h/db?", {"host": "h", "path": "/db", "database": "db", "query": ""},
     "name", 210),
    ("wais://h/db?cats", {"host": "h", "path": "/db", "database": "db",
                          "query": "cats"}, "name", 210),
    ("wais://h/db/t/p%3d", {"host": "h", "path": "/db/t/p%3d", "database": "db",
                            "wtype": "t", "wpath": "p%3d"}, "name", 210),
    # 3.11 PROSPERO
    ("prospero://h/n", {"host": "h", "path": "/n", "hsoname": "n"}, "name", 1525),
    ("prospero://host.dom//pros/name;key=value;k2=",
     {"host": "host.dom", "path": "//pros/name", "hsoname": "/pros/name",
      "fields": ";key=value;k2="}, "name", 1525),
    # any other
    ("foo://u:p@h:1/x/y", {"user": "u", "password": "p", "host": "h", "port": "1",
                           "path": "/x/y"}, "name", 1),
    ("foo://a@b@c", {"path": "//a@b@c"}, None, None),
    ("foo:a/b?c", {"path": "a/b?c"}, None, None),
    ("h:", {"path": ""}, None, None),
    ("1.+-:x", {"path": "x"}, None, None),
]

RFC1630 = [
    # HTTP
    ("http://info.cern.ch:8000/imaginary/test", {"host": "info.cern.ch", "port": "8000",
                                                 "path": "/imaginary/test"}, "name", 8000),
    ("http://www.myu.edu/org/admin/people#andy",
     {"host": "www.myu.edu", "path": "/org/admin/people", "fragment": "andy"}, "name", 80),
    ("http://h?a+b", {"host": "h", "query": "a+b"}, "name", 80),
    ("https://h/p?q", {"host": "h", "path": "/p", "query": "q"}, "name", 443),
    # FTP
    ("ftp://u:p@h/a/b;type=AN", {"user": "u", "password": "p", "host": "h", "path": "/a/b",
                                 "type": "AN"}, "name", 21),
    ("ftp://h/;type=L8#f", {"host": "h", "path": "/", "type": "L8", "fragment": "f"},
     "name", 21),
    # Gopher
    ("gopher://h/1s%09q%09+", {"host": "h", "path": "/1s%09q%09+", "gtype": "1",
                               "selector": "s", "search": "q", "plus": "+"}, "name", 70),
    # Mailto, News, NNTP, Message-Id, Content-Id
    ("mailto:a@b.example", {"path": "a@b.example", "address": "a@b.example"}, None, None),
    ("news:a.b", {"path": "a.b", "group": "a.b"}, None, None),
    ("news:1@h", {"path": "1@h", "article": "1@h"}, None, None),
    ("nntp:a.b/7", {"path": "a.b/7", "group": "a.b", "number": "7"}, None, 119),
    ("mid:1@h", {"path": "1@h"}, None, None),
    ("cid:1@h", {"path": "1@h"}, None, None),
    # Telnet, rlogin, tn3270
    ("telnet://u:p@h:24", {"user": "u", "password": "p", "host": "h", "port": "24"},
     "name", 24),
    ("rlogin://u@h/", {"user": "u", "host": "h", "path": "/"}, "name", 513),
    ("tn3270://h", {"host": "h"}, "name", 23),
    # WAIS, file, AFS, Prospero
    ("wais://h/db?a", {"host": "h", "path": "/db", "database": "db", "query": "a"},
     "name", 210),
    ("wais://h/db/t/1=a;2=b/c;", {"host": "h", "path": "/db/t/1=a;2=b/c;", "database": "db",
                                  "wtype": "t", "wpath": "1=a;2=b/c;"}, "name", 210),
    ("file:///etc/motd", {"host": "", "path": "/etc/motd"}, "empty", None),
    ("afs://c.example/x", {"host": "c.example", "path": "/x"}, "name", None),
    ("prospero://h//x", {"host": "h", "path": "//x", "hsoname": "/x"}, "name", 1525),
    # URN, and any other
    ("urn:/iana/dns", {"path": "/iana/dns"}, None, None),
    ("urn://h/x", {"path": "//h/x"}, None, None),
    ("x-a://u:p@h:1/x?y#z", {"user": "u", "password": "p", "host": "h", "port": "1",
                             "path": "/x", "query": "y", "fragment": "z"}, "name", 1),
    ("x://a@b@c", {"path": "//a@b@c"}, None, None),
    ("h:", {"path": ""}, None, None),
]

# (grammar, URL, parts except the scheme, host kind, port); the scheme is the text before
# the first ":" if has_scheme() says that there is one.
OTHERS = [
    # URLs required by an issue, in each grammar in which they are valid.
    *[(grammar, url, expected, kind, port)
      for grammar in ("rfc3986", "rfc3986-reference", "web")
      for url, expected, kind, port in [
          ("http://1abc/", {"host": "1abc", "path": "/"}, "name", 80),
          ("http://1.2.3.4:5@h:8/", {"user": "1.2.3.4", "password": "5", "host": "h",
                                     "port": "8", "path": "/"}, "name", 8),
          ("http://a:b@c:1/", {"user": "a", "password": "b", "host": "c", "port": "1",
                               "path": "/"}, "name", 1),
          ("http://[::1]:80/", {"host": "[::1]", "port": "80", "path": "/"}, "ipv6", 80),
          ("h:", {"path": ""}, None, None),
          ("http://:80", {"host": "", "port": "80", "path": ""}, "empty", 80),
          # RFC 3986, 1.1.2 and 3
          ("foo://example.com:8042/over/there?name=ferret#nose",
           {"host": "example.com", "port": "8042", "path": "/over/there",
            "query": "name=ferret", "fragment": "nose"}, "name", 8042),
          ("urn:example:animal:ferret:nose", {"path": "example:animal:ferret:nose"},
           None, None),
          ("ldap://[2001:db8::7]/c=GB?objectClass?one",
           {"host": "[2001:db8::7]", "path": "/c=GB", "query": "objectClass?one"},
           "ipv6", None),
          ("telnet://192.0.2.16:80/", {"host": "192.0.2.16", "port": "80", "path": "/"},
           "ipv4", 80),
          ("ftp://[v1.a:b]/", {"host": "[v1.a:b]", "path": "/"}, "ipvfuture", 21),
          # The first match wins, but a number that is not a dec-octet makes a name.
          ("http://256.1.1.1/", {"host": "256.1.1.1", "path": "/"}, "name", 80),
          ("http://012.0.0.1/", {"host": "012.0.0.1", "path": "/"}, "name", 80),
          ("http://1.2.3.4.5/", {"host": "1.2.3.4.5", "path": "/"}, "name", 80),
          # Absent and empty.
          ("http://h?#", {"host": "h", "path": "", "query": "", "fragment": ""},
           "name", 80),
          ("http://@:/", {"user": "", "host": "", "port": "", "path": "/"}, "empty", 80),
          ("http://:@h", {"user": "", "password": "", "host": "h", "path": ""},
           "name", 80),
          ("http://u:p:q@h", {"user": "u", "password": "p:q", "host": "h", "path": ""},
           "name", 80),
          # The authority ends at the first "/", "?" or "#".
          ("http://a#@b/", {"host": "a", "path": "", "fragment": "@b/"}, "name", 80),
          ("http://a?@b/", {"host": "a", "path": "", "query": "@b/"}, "name", 80),
          ("http://a/@b/", {"host": "a", "path": "/@b/"}, "name", 80),
          ("http:h", {"path": "h"}, None, 80),
          ("scheme:..///foo/bar", {"path": "..///foo/bar"}, None, None),
          # Port numbers.
          ("http://h:/", {"host": "h", "port": "", "path": "/"}, "name", 80),
          ("http://h:65535/", {"host": "h", "port": "65535", "path": "/"}, "name", 65535),
          ("http://h:65536/", {"host": "h", "port": "65536", "path": "/"}, "name", None),
          ("http://h:0/", {"host": "h", "port": "0", "path": "/"}, "name", 0),
          ("http://h:0000000000000443/", {"host": "h", "port": "0000000000000443",
                                          "path": "/"}, "name", 443),
          ("http://h:18446744073709551696/",     # 2^64 + 80
           {"host": "h", "port": "18446744073709551696", "path": "/"}, "name", None),
          ("HTTPS://h/", {"host": "h", "path": "/"}, "name", 443),
          ("foo://h/", {"host": "h", "path": "/"}, "name", None),
      ]],
    # References (4.2).
    ("rfc3986-reference", "", {"path": ""}, None, None),
    ("rfc3986-reference", "a/b?c#d", {"path": "a/b", "query": "c", "fragment": "d"},
     None, None),
    ("rfc3986-reference", "//g", {"host": "g", "path": ""}, "name", None),
    ("rfc3986-reference", "///h", {"host": "", "path": "/h"}, "empty", None),
    ("rfc3986-reference", "./g:h", {"path": "./g:h"}, None, None),
    ("rfc3986-reference", "?y", {"path": "", "query": "y"}, None, None),
    ("rfc3986-reference", "#", {"path": "", "fragment": ""}, None, None),
    # The bytes that web adds.
    ("web", "http://h/a|b\\c^`{}[]", {"host": "h", "path": "/a|b\\c^`{}[]"}, "name", 80),
    ("web", "http://h/100%", {"host": "h", "path": "/100%"}, "name", 80),
    ("web", "http://h/?a?b[]=%zz", {"host": "h", "path": "/", "query": "a?b[]=%zz"},
     "name", 80),
    ("web", "http://h/#a#b", {"host": "h", "path": "/", "fragment": "a#b"}, "name", 80),
    ("web", "http://b\u00fccher.example/stra\u00dfe",
     {"host": "b\u00fccher.example", "path": "/stra\u00dfe"}, "name", 80),
]

# (grammar, URL, error offset). The offset is the length of the longest prefix with which
# a valid URL can begin.
INVALID = [
    ("rfc3986", "", 0),                        # incomplete: a scheme could follow
    ("rfc3986", "http", 4),
    ("rfc3986", "1http://h/", 0),
    ("rfc3986", ":", 0),
    ("rfc3986", "a_b:", 1),
    ("rfc3986", "http://a b", 8),
    ("rfc3986", "http://u@v@h/", 10),
    ("rfc3986", "http://[::1", 11),            # incomplete
    ("rfc3986", "http://[::g]/", 10),
    ("rfc3986", "http://[1:2:3:4:5:6:7:8:9]/", 23),
    ("rfc3986", "http://[::1]x/", 12),
    ("rfc3986", "http://[1.2.3.4]/", 9),
    ("rfc3986", "http://[v.a]/", 9),
    ("rfc3986", "http://h:8x/", 11),           # "h:8x@" would be a user
    ("rfc3986", "http://h:8x@i:9y/", 15),      # but here nothing can follow the second ":"
    ("rfc3986", "http://h/%", 10),
    ("rfc3986", "http://h/%4", 11),
    ("rfc3986", "http://h/%4g", 11),
    ("rfc3986", "http://h/a[", 10),
    ("rfc3986", "http://h/a|b", 10),
    ("rfc3986", "http://h/?a#b#c", 13),
    ("rfc3986", "http://h/\u00e9", 9),
    ("rfc3986", "http://1.1.1.1 &@2.2.2.2# @3.3.3.3/", 14),
    ("rfc3986", "http://foo@evil.com:80@google.com/", 22),
    ("rfc3986", "http://a\\@b/", 8),
    ("rfc3986", "///h", 0),
    ("rfc3986-reference", "a:b c", 3),
    ("rfc3986-reference", "1:a", 1),           # segment-nz-nc: no ":" in it
    ("rfc3986-reference", ":", 0),
    ("rfc3986-reference", "http://u@v@h/", 10),
    ("web", "http://u@v@h/", 10),
    ("web", "http://h/a b", 10),
    ("web", "http://h/a\x7fb", 10),
    ("web", "http://h/a\"b", 10),
    ("web", "http://h/<", 9),
    ("web", "http://%zz/", 8),                 # only path, query and fragment are lenient
    ("web", "http://a\\@b/", 8),
    ("web", "/a/b", 0),                        # a URL needs a scheme
    ("rfc1738", "", 0),
    ("rfc1738", "http://1abc/", 11),           # a top label may follow: 1abc.example
    ("rfc1738", "http://1.2.3.4:5@h:8/", 16),  # http has no user
    ("rfc1738", "http://a:b@c:1/", 9),
    ("rfc1738", "http://u@v@h/", 8),
    ("rfc1738", "http://[::1]:80/", 7),
    ("rfc1738", "http://:80", 7),
    ("rfc1738", "http://h:", 9),               # incomplete: a port is 1*digit
    ("rfc1738", "http://under_score/", 12),
    ("rfc1738", "http://h/a#b", 10),           # a fragment is not part of a URL
    ("rfc1738", "http://h/a~b", 10),           # "~" is national
    ("rfc1738", "http:h", 5),                  # the generic form is not tried
    ("rfc1738", "ftp:h", 4),
    ("rfc1738", "https:h", 6),
    ("rfc1738", "gopher:h", 7),
    ("rfc1738", "wais://h", 8),                # incomplete: a database is required
    ("rfc1738", "file://h", 8),
    ("rfc1738", "mailto:", 7),
    ("rfc1738", "news:", 5),
    ("rfc1738", "news:1", 6),                  # incomplete: an article
    ("rfc1738", "nntp://h/g/x", 11),
    ("rfc1738", "telnet://h/x", 11),
    ("rfc1738", "ftp://h/a;type=x", 15),
    ("rfc1738", "ftp://h/a;TYPE=i", 10),       # ";type=" is not in a scheme: lower case
    ("rfc1738", "ftp://h/a;type=ii", 16),
    ("rfc1738", "wais://h/d/t", 12),
    ("rfc1738", "prospero://h/n;k", 16),
    ("rfc1738", "foo:a b", 5),
    ("rfc1630", "", 0),
    ("rfc1630", "URL:", 4),
    ("rfc1630", "1x:y", 0),
    ("rfc1630", "fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", 37),  # Example 3
    ("rfc1630", "news:12345667123%asdghfh@info.cern.ch", 18),
    ("rfc1630", "http://info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins", 45),
    ("rfc1630", "http://h/?", 10),             # a search is not empty
    ("rfc1630", "http://h/?a=b", 11),
    ("rfc1630", "http://u@h/", 8),
    ("rfc1630", "ftp://h", 7),                 # incomplete: / path
    ("rfc1630", "ftp://h/x;type=D", 15),
    ("rfc1630", "nntp://h/a/1", 5),
    ("rfc1630", "mid:a", 5),
    ("rfc1630", "wais://h/d/t/1=a", 16),
    ("rfc1630", "prospero://h/x%00", 17),
    ("rfc1630", "urn:a:b", 5),
]

# (grammar, URL, code), where only one rule can have failed.
CODES = [
    ("rfc3986", "1http://h/", "scheme"),
    ("rfc3986", "http://[::g]/", "ip-literal"),
    ("rfc3986", "http://h/%4g", "percent"),
    ("rfc3986", "http://h/a|b", "path"),
    ("rfc3986", "http://h/?a|b", "query"),
    ("rfc3986", "http://h/#a|b", "fragment"),
    ("rfc3986", "http://a@b c/", "host"),
    ("rfc3986", "http://a@b:8x/", "port"),
    ("rfc1738", "http:h", "slashes"),
    ("rfc1738", "http://:80", "host"),
    ("rfc1738", "http://h:x", "port"),
    ("rfc1738", "ftp://h/a;type=x", "type"),
    ("rfc1738", "mailto:", "address"),
    ("rfc1738", "news: ", "group"),
    ("rfc1738", "nntp://h/g/x", "number"),
    ("rfc1738", "wais://h/d d", "database"),
    ("rfc1738", "prospero://h/n;k;", "fields"),
    ("rfc1630", "mid:", "message-id"),
    ("rfc1630", "wais://h/d/t/1;", "wpath"),
    ("rfc1630", "prospero://h/n%00a", "version"),
    ("rfc1630", "wais://h/d/t/1=%zz;", "percent"),
    ("rfc1630", "cid:%zz@h", "percent"),
]

# A scheme as RFC 2234 would define it, at the beginning of a reference.
SCHEME = re.compile(r"([A-Za-z0-9][A-Za-z0-9+.\-]*):")


def rebuilt(record):
    """The URL that the parts make up with their delimiters. The parts of a scheme lie
    within the path, except ftp's type and prospero's fields."""
    part = texts(record)
    url = part["scheme"] + ":" if "scheme" in part else ""
    if record.get("form") == "asterisk":
        url += "*"
    if "host" in part:
        if record["grammar"] != "authority" and record.get("form") != "authority":
            url += "//"
        if "user" in part:
            url += part["user"]
            url += ":" + part["password"] if "password" in part else ""
            url += "@"
        url += part["host"]
        url += ":" + part["port"] if "port" in part else ""
    url += part.get("path", "")
    url += ";type=" + part["type"] if "type" in part else ""
    url += part.get("fields", "")
    url += "?" + part["query"] if "query" in part else ""
    url += "#" + part["fragment"] if "fragment" in part else ""
    return url


class Parts(Case):
    def compare(self, grammar, url, expected, kind, port):
        with self.subTest(grammar=grammar, url=url):
            record = self.parse(grammar, url)
            scheme = SCHEME.match(url)
            if scheme:
                expected = {"scheme": scheme.group(1), **expected}
            self.assertEqual(list(record), ["input", "grammar", "valid", "host_kind",
                                            "port", "parts"])
            self.assertEqual(record["input"], url)
            self.assertEqual(record["grammar"], grammar)
            self.assertIs(record["valid"], True)
            self.assertEqual(texts(record), expected)
            self.assertEqual(record["host_kind"], kind)
            self.assertEqual(record["port"], port)
            self.assertEqual(rebuilt(record), url)

    def test_rfc1738(self):
        for row in RFC1738:
            self.compare("rfc1738", *row)

    def test_rfc1630(self):
        for row in RFC1630:
            self.compare("rfc1630", *row)

    def test_a_person_sees_the_schemes_parts_under_the_url(self):
        for grammar, url, names in (
                ("rfc1738", "gopher://h/1s%09q%09+", "gtype selector search plus"),
                ("rfc1738", "wais://h/d/t/p", "database wtype wpath"),
                ("rfc1630", "prospero://h/n%001", "hsoname number")):
            for width in ("400", "40"):
                with self.subTest(url=url, width=width):
                    result = self.check(locus("parse", "-o", "human", "-g", grammar,
                                              url, env=dict(os.environ, COLUMNS=width)), 0)
                    for name in names.split():
                        self.assertIn(name.encode(), result.out)

    def test_rfc1630_prefix(self):
        """"URL:" is not a part, but offsets include it."""
        record = self.parse("rfc1630", "URL:http://h/x#y")
        self.assertEqual({name: (part["off"], part["len"])
                          for name, part in record["parts"].items()},
                         {"scheme": (4, 4), "host": (11, 1), "path": (12, 2),
                          "fragment": (15, 1)})
        self.assertEqual(record["port"], 80)

    def test_rfc1630_prospero(self):
        """The version and the attributes follow the "%00" after the path."""
        record = self.parse("rfc1630", "prospero://h/x%0012ab3")
        self.assertEqual(texts(record), {"scheme": "prospero", "host": "h", "path": "/x",
                                         "hsoname": "x", "number": "12", "fields": "ab3"})

    def test_other_grammars(self):
        for row in OTHERS:
            self.compare(*row)

    def test_every_byte_after_every_url(self):
        """A valid URL consists of its parts: no byte is left out."""
        for grammar in GRAMMARS:
            like = grammar if any(row[0] == grammar for row in OTHERS) else "rfc3986"
            rows = {"rfc1738": RFC1738, "rfc1630": RFC1630}.get(grammar) or [
                row[1:] for row in OTHERS if row[0] == like]
            urls = [row[0].encode() + bytes([byte])
                    for row in rows for byte in range(1, 256)]
            result = locus("parse", "-g", grammar, "-0", "-o", "json",
                           stdin=b"\0".join(urls) + b"\0")
            self.check(result, 1)
            out = records(result.out)
            self.assertEqual(len(out), len(urls))
            for url, record in zip(urls, out):
                with self.subTest(grammar=grammar, url=url):
                    if record["valid"]:
                        self.assertEqual(rebuilt(record), decode(url))
                    else:
                        self.assertLessEqual(record["error"]["offset"], len(url))

    def test_offsets_count_bytes(self):
        record = self.parse("web", "http://\u00e9/%41\u20ac?q")
        self.assertEqual({name: (part["off"], part["len"])
                          for name, part in record["parts"].items()},
                         {"scheme": (0, 4), "host": (7, 2), "path": (9, 7),
                          "query": (17, 1)})

    def test_invalid(self):
        for grammar, url, offset in INVALID:
            with self.subTest(grammar=grammar, url=url):
                record = self.parse(grammar, url, status=1)
                self.assertEqual(list(record), ["input", "grammar", "valid", "error"])
                self.assertEqual(record["input"], url)
                self.assertEqual(record["grammar"], grammar)
                self.assertIs(record["valid"], False)
                error = record["error"]
                self.assertEqual(list(error), ["code", "offset", "message"])
                self.assertEqual(error["offset"], offset)
                self.assertRegex(error["code"], r"\A[a-z-]+\Z")
                self.assertRegex(error["message"], r"\A\S.*\S\Z")

    def test_codes(self):
        for grammar, url, code in CODES:
            with self.subTest(grammar=grammar, url=url):
                self.assertEqual(self.parse(grammar, url, status=1)["error"]["code"], code)

    def test_a_message_tells_what_was_there(self):
        ended = self.parse("rfc3986", "http://[::1", 1)["error"]["message"]
        wrong = self.parse("rfc3986", "http://[::1x", 1)["error"]["message"]
        self.assertIn("end", ended)
        self.assertIn("x", wrong)
        self.assertNotEqual(ended, wrong)

    def test_each_grammar_is_known_by_name(self):
        for grammar in GRAMMARS:
            text = "h:80" if grammar == "authority" else "http://h/"
            for option in (["-g", grammar], ["-g" + grammar], ["--grammar", grammar],
                           ["--grammar=" + grammar]):
                with self.subTest(option=option):
                    result = locus("parse", *option, "-o", "json", text)
                    self.check(result, 0)
                    (record,) = records(result.out)
                    self.assertEqual(record["grammar"], grammar)


class Inputs(Case):
    """What counts as an item, and that every item has its record, in order."""

    def inputs(self, stdin, *arguments, status=0):
        result = locus("parse", "-g", "rfc3986", "-o", "json", *arguments, stdin=stdin)
        self.check(result, status)
        return [record["input"] for record in records(result.out)]

    def test_lines(self):
        for stdin, expected, status in [
                (b"", [], 0),
                (b"\n", [""], 1),
                (b"a:\n", ["a:"], 0),
                (b"a:", ["a:"], 0),                       # the last line has no newline
                (b"a:\nb:", ["a:", "b:"], 0),
                (b"a:\n\nb:\n", ["a:", "", "b:"], 1),     # an empty line is an item
                (b"a:\n\n", ["a:", ""], 1),
                (b"a:\r\nb:\r\n", ["a:", "b:"], 0),       # CR is part of the line ending
                (b"\r\n", [""], 1),
                (b"a:\r\r\n", ["a:\r"], 1),               # but only one CR
                (b"a:\rb:\n", ["a:\rb:"], 1),             # and only a final one
                (b"a:\0b:\n", ["a:\0b:"], 1),
        ]:
            with self.subTest(stdin=stdin):
                self.assertEqual(self.inputs(stdin, status=status), expected)

    def test_nul_separated(self):
        for option in ("-0", "--null"):
            for stdin, expected, status in [
                    (b"", [], 0),
                    (b"\0", [""], 1),
                    (b"a:\0b:\0", ["a:", "b:"], 0),
                    (b"a:\0b:", ["a:", "b:"], 0),
                    (b"a:\nb:\0c:", ["a:\nb:", "c:"], 1),  # a newline is an ordinary byte
                    (b"a:\r\0b:", ["a:\r", "b:"], 1),      # so is CR
                    (b"a:\0\0b:", ["a:", "", "b:"], 1),
            ]:
                with self.subTest(option=option, stdin=stdin):
                    self.assertEqual(self.inputs(stdin, option, status=status), expected)

    def test_operands(self):
        self.assertEqual(self.inputs(b"no:\n", "a:", "b:"), ["a:", "b:"])
        self.assertEqual(self.inputs(b"no:\n", "", status=1), [""])
        self.assertEqual(self.inputs(b"no:\n", "a:\r", status=1), ["a:\r"])
        self.assertEqual(self.inputs(b"b:\nc:\n", "a:", "-", "d:"), ["a:", "b:", "c:", "d:"])
        self.assertEqual(self.inputs(b"a:\n", "-"), ["a:"])
        self.assertEqual(self.inputs(b"", "--", "-g", status=1), ["-g"])

    def test_bad_items_never_end_the_run(self):
        count = 20000
        urls = ["http://h/%d" % i if i % 3 else "bad %d" % i for i in range(count)]
        result = locus("parse", "-g", "rfc3986", "-o", "json",
                       stdin="\n".join(urls).encode())
        self.check(result, 1)
        self.assertEqual([(r["input"], r["valid"]) for r in records(result.out)],
                         [(url, i % 3 != 0) for i, url in enumerate(urls)])

    def test_reads_of_any_size(self):
        stdin = b"".join(b"http://h%d/%s%s" % (i, b"x" * (i % 50), end)
                         for i in range(200) for end in (b"\n", b"\r\n"))
        arguments = ["parse", "-g", "web", "-o", "json"]
        whole = self.check(locus(*arguments, stdin=stdin), 0)
        self.assertEqual(len(records(whole.out)), 400)
        for size in (1, 2, 3, 7):
            with self.subTest(size=size):
                pieces = [stdin[i:i + size] for i in range(0, len(stdin), size)]
                self.assertEqual(locus_in_reads(pieces, *arguments), whole)

    def test_long_items(self):
        # Around the sizes at which buffers usually end, and far beyond.
        lengths = [n + d for n in (1 << 12, 1 << 16, 1 << 18) for d in (-1, 0, 1)]
        lengths += [5 << 20, 20 << 20]
        stdin = b"".join(b"http://h/" + b"p" * (n - 9) + b"\n" for n in lengths)
        result = self.check(locus("parse", "-g", "rfc3986", "-o", "json", stdin=stdin), 0)
        self.assertEqual([r["parts"]["path"]["len"] for r in records(result.out)],
                         [n - 8 for n in lengths])

    def test_exit_status(self):
        for arguments, status in [
                (["a:", "b:"], 0),
                (["a:", "b"], 1),
                (["a", "b:"], 1),
                (["a", "b"], 1),
                (["-o", "nonsense", "a:"], 2),
                (["--nonsense", "a:"], 2),
        ]:
            with self.subTest(arguments=arguments):
                self.assertEqual(locus("parse", "-g", "rfc3986", *arguments).status, status)
        self.assertEqual(locus("parse", "-g", "rfc3986").status, 0)    # no item is invalid


class Reference(Case):
    """Against appendix A as a regular expression, which shares no code with the
    machines."""

    def compare(self, grammar, url, record):
        """Compares one record with the reference."""
        self.assertEqual(record["input"], decode(url))
        self.assertEqual(record.get("lossy", False), "\ufffd" in decode(url))
        if reference.valid(grammar, url):
            self.assertIs(record["valid"], True)
            self.assertEqual({name: (part["off"], part["len"])
                              for name, part in record["parts"].items()},
                             reference.parts(url))
            self.slices(url, record)
            self.assertEqual(record["host_kind"], reference.host_kind(url))
        else:
            self.assertIs(record["valid"], False)
            offset = record["error"]["offset"]
            self.assertTrue(reference.viable(grammar, url[:offset]), offset)
            if offset < len(url):
                self.assertFalse(reference.viable(grammar, url[:offset + 1]), offset)

    def run_all(self, grammar, urls):
        result = locus("parse", "-g", grammar, "-0", "-o", "json", stdin=b"\0".join(urls))
        invalid = sum(not reference.valid(grammar, url) for url in urls)
        self.check(result, 1 if invalid else 0)
        out = records(result.out)
        self.assertEqual(len(out), len(urls))
        for url, record in zip(urls, out):
            with self.subTest(grammar=grammar, url=url):
                self.compare(grammar, url, record)
        return invalid

    def mutated(self, seed, count):
        """URLs made of pieces, some with bytes changed; never a NUL."""
        rng = random.Random(seed)
        pieces = [b"http", b"://", b":", b"//", b"/", b"?", b"#", b"@", b"u:p@", b"h",
                  b"example.org", b"127.0.0.1", b"256.0.0.1", b"1.2.3", b"[::1]",
                  b"[1:2:3:4:5:6:7:8]", b"[::ffff:192.0.2.1]", b"[v1.x:y]", b":80", b":",
                  b"%41", b"%4", b"%", b"/a/b", b"?q=1", b"#f", b"\xc3\xa9", b"\xff", b" ",
                  b"[", b"]", b"\\", b"|", b"..", b"urn:a:b", b"mailto:x@y"]
        for _ in range(count):
            url = bytearray(b"http://" if rng.random() < 0.6 else b"")
            for _ in range(rng.randrange(8)):
                url += rng.choice(pieces)
            for _ in range(rng.choice((0, 0, 0, 1, 2))):
                at = rng.randrange(len(url) + 1)
                url[at:at + rng.randrange(2)] = bytes([rng.randrange(1, 256)])
            yield bytes(url)

    def test_mutated(self):
        for grammar in ("rfc3986", "web"):
            urls = list(self.mutated(seed=1738, count=6000)) + [b"a:"]
            invalid = self.run_all(grammar, urls)
            # The generator must produce both valid and invalid URLs.
            self.assertGreater(invalid, 500)
            self.assertGreater(len(urls) - invalid, 500)

    def test_every_prefix_of_every_ipv6_form(self):
        urls = set()
        groups = [b"1", b"ab", b"0db8", b"FFFF", b"5", b"6", b"7", b"8"]
        for left in range(9):
            for right in range(9 - left):
                for tail in (b"", b"192.0.2.1"):
                    after = groups[left:left + right] + ([tail] if tail else [])
                    whole = b"h://[%s::%s]/" % (b":".join(groups[:left]), b":".join(after))
                    urls.update(whole[:n] for n in range(1, len(whole) + 1))
        whole = b"h://[" + b":".join(groups) + b"]/"
        urls.update(whole[:n] for n in range(1, len(whole) + 1))
        self.run_all("rfc3986", sorted(urls))

    def test_the_open_web(self):
        path = self.need(os.path.join(SHARED, "urls-web.txt"))
        with open(path, "rb") as file:
            urls = file.read().split(b"\n")
        self.assertEqual(len(urls), 48010)
        with open(path, "rb") as file:
            result = self.check(locus("parse", "-g", "rfc3986", "-o", "json", stdin=file), 1)
        out = records(result.out)
        self.assertEqual(len(out), 48010)
        self.assertEqual(sum(record["valid"] for record in out), 47669)
        for url, record in zip(urls, out):
            self.compare("rfc3986", url, record)
