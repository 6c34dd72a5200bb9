# SPDX-License-Identifier: MIT
"""locus edit --redact. test_coding also covers it, tests/unit/redact which bytes it masks."""

from support import Case, locus, records

URL = "http://alice:s3cret@example.org/?id=1&token=t0p&a+b=c&Token=4#f"


class Redact(Case):
    def test_userinfo(self):
        self.check(locus("edit", "--redact", "http://u:p@h/?token=1", "http://u@h", "//", "a:b",
                         "-g", "rfc3986-reference"), 0,
                   b"http://REDACTED:REDACTED@h/?token=1\nhttp://REDACTED@h\n//\na:b\n")
        # RFC 1630's http has neither user nor password.
        self.check(locus("edit", "-g", "rfc1630", "--redact", "ftp://u:p@h/a"), 0,
                   b"ftp://REDACTED:REDACTED@h/a\n")

    def test_keys(self):
        """Keys are compared decoded and case-sensitively; only --plus makes "+" a space."""
        self.check(locus("edit", "--redact", "--keys", "token,a b", "--mask", "X", URL), 0,
                   b"http://X:X@example.org/?id=1&token=X&a+b=c&Token=4#f\n")
        self.check(locus("edit", "--redact", "--keys=token", "--keys=a b,x", "--plus", "--mask=",
                         URL), 0,
                   b"http://:@example.org/?id=1&token=&a+b=&Token=4#f\n")
        self.check(locus("edit", "--redact", "--keys", "a=b", "http://h/?a%3Db=1&a%3db=2;b"), 0,
                   b"http://h/?a%3Db=REDACTED&a%3db=REDACTED\n")

    def test_other_edits(self):
        """Other edits come first, so that secrets that they set are not shown, either."""
        self.check(locus("edit", "--redact", "--set", "user=bob", "--remove", "query",
                         "--mask", "X", URL), 0, b"http://X:X@example.org/#f\n")
        result = locus("edit", "--redact", "--set", "query=token=a b", "--keys", "token", URL)
        self.check(result, 1, b"\n", err=None)
        self.assertIn(b"query: byte 7", result.err)

    def test_not_valid(self):
        """Nothing of the URL is written, not even the byte at fault."""
        for url in ("http://alice:s3cret@h/ q", "http://alice:s3cret@[h/", "alice:s3cret@h Q",
                    "http://alice:s3cret@h/\u00e9", "//alice:s3cret@h"):
            with self.subTest(url=url):
                result = locus("edit", "--redact", url, "http://h/")
                self.check(result, 1, b"\nhttp://h/\n", err=None)
                self.assertRegex(result.err, rb"\Alocus: item 1: [a-z-]+: byte \d+: [^\n]+\n\Z")
                self.assertNotIn(b"found", result.err)
                for secret in (b"alice", b"s3cret"):
                    self.assertNotIn(secret, result.err)
                result = locus("edit", "--redact", "-o", "json", url)
                self.check(result, 1)
                (record,) = records(result.out)
                self.assertEqual(list(record), ["grammar", "valid", "error"])
                self.assertEqual(list(record["error"]), ["code", "offset", "message"])
                for secret in (b"alice", b"s3cret"):
                    self.assertNotIn(secret, result.out)

    def test_usage(self):
        self.usage("edit", says=("--redact",))
        for arguments in (("--keys", "a"), ("--mask", "a")):
            self.usage("edit", "--set", "host=h", *arguments, "a:", says=("require --redact",))
        for mask, says in (("a/b", "user: byte 1"), ("a:b", "user: byte 1"), ("a%4", "user"),
                           (" ", "user"), ("a;b", "a value: byte 1"), ("a&b", "value: byte 1")):
            self.usage("edit", "--redact", "--mask", mask, "a:", says=("--mask", says))
        self.usage("edit", "-g", "rfc1630", "--redact", "--mask", "***", "a:", says=("user",))
        self.usage("edit", "--redact=token", "a:", says=("takes no argument",))
