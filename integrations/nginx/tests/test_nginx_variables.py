# SPDX-License-Identifier: MIT
"""The variables, the key, redaction, and the values of locus_parse."""

import unittest

import nginx_server

NAMES = ("scheme", "user", "password", "host", "port", "path", "query", "fragment", "form",
         "normal", "findings", "error", "error_offset", "host_error", "host_error_offset",
         "query_a", "decoded_a", "redacted")

# nginx writes one in a value as "\\x09".
SEPARATOR = "\t"


def server(name, inside, variables):
    """A server whose body is the variables, and whose log line says which have none."""
    return f"""
    log_format {name} '{SEPARATOR.join(variables)}';
    server {{
        listen unix:FOLDER/{name}.sock;
        access_log FOLDER/{name}.log {name};
        {inside}
        location / {{ try_files /none =204; }}
    }}"""


class Variables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        whole = [f"$locus_{name}" for name in NAMES]
        ref = [f"$ref_{name}" for name in NAMES if not name.startswith(("form", "host_"))]
        cls.nginx = nginx_server.Nginx(
            "locus_parse $http_referer as ref;"
            "locus_parse $http_referer as strict grammar=rfc3986;"
            "locus_parse $http_referer as ref_query_a;"
            + server("all", "locus_redact token password;", whole)
            + server("strict", "locus_grammar request-target;", whole)
            + server("ref", "locus_redact sid mask=*;",
                     [*ref, "$ref_origin", "$strict_error", "$strict_error_offset"])
            + server("names", "", ["$locus_query_a", "$locus_decoded_a", "$locus_query_a_b",
                                   "$arg_a", "$locus_query_" + 70 * "k",
                                   "$ref_query_a_query_b"])
            + server("plain", "", ["$locus_key"])
            + server("key", "locus_key drop=utm_*,gclid sort=on empty=off;", ["$locus_key"])
            + server("folded", "locus_key drop=utm_*,SId case=off;", ["$locus_key"])
            + server("default", "", ["$locus_redacted"])
            + "server { listen unix:FOLDER/body.sock; location / "
              "{ return 200 '$locus_path $locus_query $locus_error.$locus_findings'; } }")
        cls.nginx.__enter__()
        cls.addClassCleanup(cls.nginx.__exit__)

    def values(self, name, target, **options):
        """The last line of the log, divided. nginx writes it after the response: the next
        request on the same connection is after it."""
        log = self.nginx.path / f"{name}.log"
        before = log.stat().st_size
        self.nginx.get(target, where=f"{name}.sock", **options)
        self.nginx.get("/", where="body.sock")
        data = log.read_bytes()[before:]
        self.assertTrue(data.endswith(b"\n") and data.count(b"\n") == 1, data)
        return data[:-1].decode("latin-1").split(SEPARATOR)

    def named(self, target, where="all", **options):
        """Those that have a value."""
        values = self.values(where, target, **options)
        return {name: value for name, value in zip(NAMES, values, strict=True)
                if value not in ("-", "")}

    def test_origin_form(self):
        self.assertEqual(self.named("/a%41/../b?a=1%20+&A=2", host="H.example:8080"), {
            "host": "H.example", "port": "8080", "path": "/a%41/../b", "query": "a=1%20+&A=2",
            "form": "origin", "normal": "/b?a=1%20+&A=2",
            "findings": "other-port,encoded-unreserved,dot-segment", "query_a": "1%20+",
            "decoded_a": "1  ", "redacted": "/a%41/../b?a=1%20+&A=2"})

    def test_absolute_form(self):
        self.assertEqual(self.named("HTTP://H:80/?A=x", host="other:99"), {
            "scheme": "HTTP", "host": "H", "port": "80", "path": "/", "query": "A=x",
            "form": "absolute", "normal": "http://h/?A=x", "query_a": "x", "decoded_a": "x",
            "redacted": "HTTP://H:80/?A=x"})
        # Without a path, nginx's own variables have lost where the target ends.
        for target in ("http://h", "http://h:8000", "http://h?a=b", "http://h:1?a"):
            with self.subTest(target):
                named = self.named(target)
                self.assertEqual(named["redacted"], target)
                self.assertEqual(named["host"], "h")
                self.assertNotIn("path", named)

    def test_slashes(self):
        """An origin-form has no authority, however it begins (RFC 9112, section 3.2.1)."""
        named = self.named("//evil/x")
        self.assertEqual((named["host"], named["path"], named["form"]),
                         ("h", "//evil/x", "origin"))

    def test_invalid(self):
        self.assertEqual(self.named("/a|b", where="strict"), {
            "host": "h", "error": "path", "error_offset": "2"})
        self.assertEqual(self.named("/?%zz", where="strict"), {
            "host": "h", "error": "percent", "error_offset": "3", "findings": "bad-percent"})
        self.assertEqual(self.named("/", host="a@b"), {
            "path": "/", "form": "origin", "normal": "/", "redacted": "/",
            "host_error": "userinfo-present", "host_error_offset": "1"})

    def test_refused_by_nginx(self):
        """A target that nginx did not find has no values, and does no harm."""
        for target in ("*", "a", "http://a@b/"):
            with self.subTest(target):
                self.assertEqual(self.named(target), {})

    def test_query(self):
        for query, expected in (
                ("a=1&a=2", ("1", "1", "-", "1")), ("A=1", ("1", "1", "-", "1")),
                ("%61=1", ("1", "1", "-", "-")), ("b=a=1", ("-", "-", "-", "-")),
                ("xa=1&a", ("", "", "-", "-")), ("a=%2B+%26", ("%2B+%26", "+ &", "-", "%2B+%26")),
                ("a_b=3", ("-", "-", "3", "-")), ("a=1;a_b=2", ("1;a_b=2", "1;a_b=2", "-", "1;a_b=2")),
                ("a=%zz%", ("%zz%", "%zz%", "-", "%zz%")),
                # Decoded, these would end a line.
                ("a=%0d%0aSet-Cookie:x", ("%0d%0aSet-Cookie:x", "-", "-", "%0d%0aSet-Cookie:x")),
                ("a=%00", ("%00", "-", "-", "%00")), ("a=%7f", ("%7f", "-", "-", "%7f"))):
            with self.subTest(query):
                self.assertEqual(tuple(self.values("names", "/?" + query)[:4]), expected)
        self.assertEqual(self.values("names", "/?" + 70 * "%4b" + "=v")[4], "v")
        self.assertIn("$locus_decoded_a has no value: decoded, it would contain a control at "
                      "byte 0 of the parameter", self.nginx.log())

    def test_longest_name(self):
        """$ref_query_a_query_b is a parameter of ref_query_a, as nginx chooses prefixes."""
        values = self.values("names", "/", fields=("Referer: http://r/?b=1&a_query_b=2",))
        self.assertEqual(values[5], "1")

    def test_key(self):
        """One resource has one key."""
        same = ("/a?b=1&c=2", "/a?c=2&b=1", "/a?b=1&c=2&utm_source=x&gclid=1", "/./a?b=1&c=2",
                "/x/../a?b=1&&c=2", "/%61?%62=1&c=2", "http://H/a?b=1&c=2",
                "http://h:80/a?b=1&c=2", "/a?utm_=&b=1&c=2&=", "/a?%75tm_x=1&b=1&c=2")
        keys = {self.values("key", target)[0] for target in same}
        # The name of a pair is decoded for the comparison of names, and in the normal form.
        self.assertEqual(keys, {"http://h/a?b=1&c=2"})
        different = ("/a?b=1&c=2", "/a?b=1&c=3", "/A?b=1&c=2", "/a", "/a?", "/a/?b=1&c=2",
                     "/a?B=1&c=2", "http://i/a?b=1&c=2", "/a%2f?b=1&c=2", "/a?b=1%26c=2",
                     "http://h:81/a?b=1&c=2", "//a?b=1&c=2", "/a;b?b=1&c=2", "/a#?b=1&c=2")
        self.assertEqual(len({self.values("key", target)[0] for target in different}),
                         len(different))
        self.assertEqual(self.values("key", "/a?utm_x=1"), ["http://h/a"])

    def test_key_host(self):
        for host, key in (("H:80", "http://h/"), ("h:8080", "http://h:8080/"),
                          ("[::0:1]", "http://[::1]/"), ("h:", "http://h/"),
                          # Not a host: the key is the text as it is.
                          ("a@b:c", "http://a@b:c/"), (None, "http:///"),
                          # Before a path these would be a host and other parts.
                          ("h?x", "http://h?x/"), ("H#", "http://H#/"),
                          ("u@h", "http://u@h/")):
            with self.subTest(host):
                version = "1.0" if host is None else "1.1"
                self.assertEqual(self.values("plain", "/", host=host, version=version), [key])
        self.assertEqual(self.values("plain", "http://[x]/a/../b?%41"),
                         ["http://[x]/a/../b?%41"])

    def test_key_folded(self):
        self.assertEqual(self.values("folded", "/A%C3?B=%41&UTM_x=1&Sid=2&sID=3&Sid2"),
                         ["http://h/a%c3?b=a&sid2"])

    def test_redact(self):
        for target, expected in (
                ("/?token=secret&a=1", "/?token=XXX&a=1"), ("/?%74oken=x", "/?%74oken=XXX"),
                ("/?a;password=x;y", "/?a;password=XXX;y"),
                ("/?token=" + 9 * "a&token=" + "b", "/?" + "&".join(10 * ["token=XXX"]))):
            with self.subTest(target):
                self.assertEqual(self.named(target)["redacted"], expected)
        # Without locus_redact, only a user and a password are secret.
        self.assertEqual(self.values("default", "/?token=x"), ["/?token=x"])
        # A target that is not valid has no known parts: it is not shown at all.
        self.assertNotIn("redacted", self.named("/a|b?token=x", where="strict"))

    def test_parse(self):
        names = [name for name in NAMES if not name.startswith(("form", "host_"))]
        names += ["origin", "strict_error", "strict_error_offset"]

        def parts(referer):
            values = self.values("ref", "/", fields=(f"Referer: {referer}",) if referer else ())
            return {name: value for name, value in zip(names, values, strict=True)
                    if value not in ("-", "")}

        self.assertEqual(parts("https://u:p@R.example:8443/x/./y?a=%2e|&sid=5#f"), {
            "scheme": "https", "user": "u", "password": "p", "host": "R.example",
            "port": "8443", "path": "/x/./y", "query": "a=%2e|&sid=5", "fragment": "f",
            "normal": "https://u:p@r.example:8443/x/y?a=.|&sid=5#f", "query_a": "%2e|",
            "findings": "password,user,other-port,encoded-unreserved,dot-segment,fragment",
            "decoded_a": ".|",
            "redacted": "https://*:*@R.example:8443/x/./y?a=%2e|&sid=*#f",
            "origin": "https://r.example:8443", "strict_error": "query",
            "strict_error_offset": "38"})
        self.assertEqual(parts("/only/a/path"), {
            "path": "/only/a/path", "normal": "/only/a/path", "redacted": "/only/a/path",
            "origin": "null"})
        self.assertEqual(parts(None), {})
        self.assertEqual(parts("http://[x]/"), {
            "error": "ip-literal", "error_offset": "8", "strict_error": "ip-literal",
            "strict_error_offset": "8"})

    def test_body(self):
        self.assertEqual(self.nginx.get("/a?b", where="body.sock").body, "/a b .")
        self.assertEqual(self.nginx.get("/a;", where="body.sock").body, "/a;  .parameter")

    def test_internal_redirect(self):
        """The variables are of the client's target, not of where nginx is now."""
        with nginx_server.Nginx("""
                server { listen unix:FOLDER/b.sock; return 200 '$http_x $request_uri'; }
                server {
                    listen unix:FOLDER/s.sock;
                    location / { rewrite ^ /new?z last; }
                    location /named/ { error_page 404 = @n; return 404; }
                    location /new { proxy_set_header X "$locus_path?$locus_query";
                                    proxy_pass http://unix:FOLDER/b.sock; }
                    location @n { proxy_set_header X "$locus_path";
                                  proxy_pass http://unix:FOLDER/b.sock; }
                }""") as nginx:
            self.assertEqual(nginx.get("/old?q", where="s.sock").body, "/old?q /new?z&q")
            self.assertEqual(nginx.get("/named/x", where="s.sock").body, "/named/x /named/x")
