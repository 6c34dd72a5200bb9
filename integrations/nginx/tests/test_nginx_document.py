# SPDX-License-Identifier: MIT
"""doc/nginx.md: its configurations run, and it lists all findings and variables, and no
others."""

import os
import pathlib
import re
import signal
import unittest

import nginx_server
import test_nginx_findings
from loopback import Backend

PAGE = (pathlib.Path(__file__).resolve().parents[3] / "doc/nginx.md").read_text()
BLOCKS = re.findall(r"^```nginx\n(.*?)^```", PAGE, re.M | re.S)
TABLE = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.* \| .*) \|$", PAGE, re.M))
EXAMPLES = test_nginx_findings.EXAMPLES


def shown(name):
    """The example of a finding as the page shows it."""
    example = EXAMPLES[name]
    if example is None:
        return "no request target has it"
    target, other = (example, None) if isinstance(example, str) else example
    text = f"Host: {other}" if isinstance(other, str) else f"GET {target}"
    text = "".join(c if " " < c < "\x7f" or c == " " else f"\\x{ord(c):02x}" for c in text)
    return f"`{text}`" + (", refused by nginx" if isinstance(other, int) else "")


class Document(unittest.TestCase):
    maxDiff = None

    def run_block(self, number, backend):
        text = BLOCKS[number]
        for old, new in (("listen 80;", "listen 127.0.0.1:PORT;"),
                         ("127.0.0.1:8080", f"127.0.0.1:{backend.port}"),
                         ("/var/cache/nginx", "FOLDER/cache"), ("/var/log/nginx", "FOLDER")):
            text = text.replace(old, new)
        return nginx_server.Nginx(text)

    def test_findings(self):
        """The table has every finding, with the library's sentence and a tested example."""
        findings = dict(line.split(": ", 1) for line in os.environ["LOCUS_FINDINGS"].splitlines())
        self.assertEqual(TABLE, {name: f"{sentence} | {shown(name)}"
                                 for name, sentence in findings.items()})

    def test_variables(self):
        names = set(re.findall(r"\$(?:locus|ref)_[a-z_]+", PAGE))
        self.assertGreater(len(names), 15)
        listed = re.search(r"of each `locus_parse`: (.*?) \|$", PAGE, re.M).group(1)
        names |= {f"$ref_{name}" for name in re.findall(r"`([a-z_]+)", listed)}
        status, said = nginx_server.test_conf(
            "locus_parse $http_referer as ref;"
            f"log_format all '{' '.join(sorted(names))}';")
        self.assertEqual((status, said), (0, ""))

    def test_protection(self):
        with Backend() as backend, self.run_block(0, backend) as nginx:
            self.assertLess(len(BLOCKS[0].splitlines()), 12)
            self.assertEqual(nginx.get("/a/b?c=d").status, 200)
            rules = [rule.split() for rule in re.findall(r"locus_deny (.*);", BLOCKS[0])]
            for rule in rules:
                status = 403 if rule[-1] == "status=403" else 400
                for name in rule:
                    example = EXAMPLES.get(name)
                    if isinstance(example, str) and name != "encoded-nul":
                        self.assertIn(nginx.get(example).status, (400, status), name)
            self.assertEqual(nginx.get("/", host="a@b").status, 400)
            nginx.get("/static/..;/admin")
            message = re.search(r"    (request target refused by .*?client:)", PAGE, re.S).group(1)
            self.assertIn(re.sub(r"\s+", " ", message), nginx.log())
            self.assertEqual(backend.targets(), [b"/a/b?c=d"])

    def test_key(self):
        targets = re.search(r"^(`/a\?b=1&c=2`, .*?) then\nhave the key `(.*?)`", PAGE, re.M | re.S)
        with Backend() as backend, self.run_block(1, backend) as nginx:
            some = re.findall(r"`(.*?)`", targets.group(1))
            self.assertEqual(len(some), 4)
            for target in some:
                self.assertEqual(nginx.get(target, "host").status, 200)
            self.assertEqual(len(backend.take()), 1)
            nginx.get("/a?b=1&c=3", "host")
            self.assertEqual(len(backend.take()), 1)
            keys = [line for path in (nginx.path / "cache").rglob("*") if path.is_file()
                    for line in path.read_bytes().split(b"\n") if line.startswith(b"KEY: ")]
            self.assertIn(f"KEY: {targets.group(2)}".encode(), keys)

    def test_log(self):
        with Backend() as backend, self.run_block(2, backend) as nginx:
            nginx.get("/login?token=abc",
                      fields=("Referer: https://u:p@r.example/..;/?sid=9&a=1",))
            nginx.stop(signal.SIGQUIT)
            line = (nginx.path / "seen.log").read_text()
        self.assertRegex(line, r'^127\.0\.0\.1 \[[^]]*\] "GET /login\?token=XXX" 200 '
                         r'"https://XXX:XXX@r\.example/\.\.;/\?sid=XXX&a=1" '
                         r'https://r\.example -\n$')
