# SPDX-License-Identifier: MIT
"""Each finding, denied and allowed."""

import os
import unittest

import nginx_server

# A request with the finding: its target; or the target and the Host field. Those with a
# status are refused by nginx itself, with or without the module.
EXAMPLES = {
    "password": ("http://u:p@h/", 400),
    "user": ("http://u@h/", 400),
    "other-port": "http://h:8080/",
    "reserved-port": "http://h:22/",
    "protocol-delimiter": "/a%0d%0ab",
    "control": ("/a\x01b", 400),
    "space": ("/a\tb", 400),
    "backslash": "/a\\b",
    "byte-80": "/\xe9",
    "bad-percent": "/?a=%zz",
    "encoded-nul": "/?a=%00",
    "encoded-line-break": "/a%0ab",
    "encoded-control": "/a%01",
    "encoded-unreserved": "/%61",
    "double-encoded": "/%252e",
    "not-utf8": "/%ff",
    "overlong-utf8": "/%c0%af",
    "unicode-escape": "/?a=%u002F",
    "compatibility-delimiter": "/%ef%bc%8f",
    "look-alike-delimiter": "/%e2%81%84",
    "encoded-slash": "/a%2fb",
    "encoded-backslash": "/a%5cb",
    "encoded-delimiter": "/a%3fb",
    "encoded-semicolon": "/a%3bb",
    "segment-space": "/a%20/b",
    "dot-segment": "/a/./b",
    "hidden-dot-segment": "/a/%2e/b",
    "above-root": "/..\\b",
    "empty-segment": "/a//b",
    "parameter": "/a;b",
    "dot-parameter": "/a/..;/b",
    "query-traversal": "/?f=../a",
    "fragment": "/a#b",
    "at-sign": "http://h/@a",
    "userinfo-delimiter": ("http://u%40:p@h/", 400),
    "encoded-host": ("/", "%61"),
    "host-delimiter": ("/", "a%2fb"),
    "odd-ipv4": "http://127.1/",
    "final-dot": ("/", "example.org."),
    "zone-id": ("/", "[fe80::1%25eth0]"),
    "empty-host": ("http:///a", 400),
    "empty-port": ("/", "h:"),
    "zero-port": ("/", "h:0"),
    "leading-zero-port": ("/", "h:080"),
    "port-overflow": ("/", "h:65536"),
    "missing-slashes": ("http:h", 400),
    "loopback-host": ("/", "127.0.0.1"),
    "unspecified-host": ("/", "0.0.0.0"),
    "private-host": "http://10.0.0.1/",
    "link-local-host": ("/", "169.254.169.254"),
    "multicast-host": ("/", "224.0.0.1"),
    "documentation-host": ("/", "192.0.2.1"),
    "reserved-host": ("/", "240.0.0.1"),
    "embedded-ipv4": ("/", "[::ffff:1.2.3.4]"),
    "hidden-network-path": "//h/a",
    # Of references: a target that begins with "//" is a path (RFC 9112, section 3.2.1).
    "network-path": None,
}
# A target without any finding.
PLAIN = "/a/b?c=d&e=%20"


def server(name, rules, location):
    return f"""
    server {{
        listen unix:FOLDER/{name}.sock;
        {rules}
        location / {{
            {location}
            proxy_pass http://unix:FOLDER/backend.sock;
        }}
    }}"""


class Findings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        names = [name for name, example in EXAMPLES.items() if example]
        cls.nginx = nginx_server.Nginx(
            "server { listen unix:FOLDER/backend.sock; return 200 backend; }"
            "server { listen unix:FOLDER/none.sock;"
            " location / { proxy_pass http://unix:FOLDER/backend.sock; } }"
            + "".join(server(f"d-{name}", f"locus_deny {name} status=403;", "")
                      + server(f"l-{name}", "", f"locus_deny {name} status=404;")
                      + server(f"a-{name}", f"locus_deny {name} status=403;",
                               f"locus_allow {name};") for name in names))
        cls.nginx.__enter__()
        cls.addClassCleanup(cls.nginx.__exit__)

    def get(self, name, prefix):
        example = EXAMPLES[name]
        target, host = (example, "h") if isinstance(example, str) else example
        return self.nginx.get(target, host, where=f"{prefix}{name}.sock").status

    def test_names(self):
        """The table has each finding of the library."""
        names = [line.split(":")[0] for line in os.environ["LOCUS_FINDINGS"].splitlines()]
        self.assertEqual(sorted(EXAMPLES), sorted(names))

    def test_each(self):
        for name, example in EXAMPLES.items():
            if example is None:
                continue
            with self.subTest(name):
                if not isinstance(example, str) and isinstance(example[1], int):
                    # nginx refuses it before the module sees it.
                    target, status = example
                    for where in ("none", f"a-{name}"):
                        response = self.nginx.get(target, where=f"{where}.sock")
                        self.assertEqual(response.status, status, where)
                    continue
                self.assertEqual(self.get(name, "d-"), 403, "denied by the server")
                self.assertEqual(self.get(name, "l-"), 404, "denied by the location")
                self.assertEqual(self.get(name, "a-"), 200, "allowed by the location")
                for prefix in ("d-", "l-"):
                    response = self.nginx.get(PLAIN, where=f"{prefix}{name}.sock")
                    self.assertEqual((response.status, response.body), (200, "backend"))

    def test_log(self):
        """The log says which finding it was, and why."""
        self.nginx.get("/a/..;/b", where="d-dot-parameter.sock")
        self.assertIn('[error]', self.nginx.log())
        self.assertIn('request target refused by locus_deny dot-parameter: a segment is ".."',
                      self.nginx.log())
        self.assertIn('request: "GET /a/..;/b HTTP/1.1"', self.nginx.log())
