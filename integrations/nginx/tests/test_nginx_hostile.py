# SPDX-License-Identifier: MIT
"""Payloads, of which nothing denied reaches the backend, and hostile bytes."""

import os
import random
import time
import unittest

import hostile
import nginx_server
import payloads
from loopback import Backend, exchange

NUMBER = 4000
# What the payloads consist of. `empty-segment` and `dot-segment` stay allowed on the second
# server: what is not denied must come through unchanged.
DENIED = ("dot-parameter encoded-semicolon hidden-dot-segment encoded-slash double-encoded "
          "encoded-backslash backslash empty-segment dot-segment encoded-line-break "
          "encoded-nul overlong-utf8 unicode-escape compatibility-delimiter segment-space "
          "query-traversal bad-percent not-utf8")


def ask(nginx, targets, where):
    """Their statuses, over as few connections as nginx allows."""
    statuses = []
    while len(statuses) < len(targets):
        at = len(statuses)
        # As many as fit into the buffers of both sides.
        statuses += [response.status for response in nginx.pipeline(targets[at:at + 50], where)]
        if len(statuses) == at:
            raise AssertionError(f"no answer to {targets[at]}")
    return statuses


class Payloads(unittest.TestCase):
    def test_payloads(self):
        every = payloads.payloads(NUMBER)
        targets = [payload.target for payload in every]
        self.assertEqual(len(set(targets)), NUMBER)
        with Backend() as backend, nginx_server.Nginx(f"""
                upstream backend {{ server 127.0.0.1:{backend.port}; keepalive 8; }}
                proxy_http_version 1.1;
                proxy_set_header Connection "";
                server {{
                    listen 127.0.0.1:PORT;
                    keepalive_requests 100000;
                    locus_deny {DENIED} status=403;
                    location / {{ proxy_pass http://backend; }}
                }}
                server {{
                    listen 127.0.0.1:PORT2;
                    keepalive_requests 100000;
                    locus_deny {DENIED} status=403;
                    locus_deny invalid status=404;
                    location / {{
                        locus_allow dot-segment empty-segment;
                        proxy_pass http://backend;
                    }}
                }}""") as nginx:
            statuses = ask(nginx, targets, nginx.port)
            for payload, status in zip(every, statuses, strict=True):
                # 400 is nginx's own: it refuses what goes above the root, and a NUL.
                self.assertIn(status, (403, 400), payload)
            self.assertEqual(backend.targets(), [], "what the backend got")
            refused = statuses.count(400)
            self.assertGreater(statuses.count(403), 3000)

            # Without the module, nginx lets most of them through.
            harmless = {"dot-segment", "empty-segment"}
            expected = [200 if set(payload.findings) <= harmless else 403 for payload in every]
            statuses = ask(nginx, targets, nginx.port2)
            wrong = [(payload, status) for payload, status, right
                     in zip(every, statuses, expected, strict=True)
                     if status not in (right, 400)]
            self.assertEqual(wrong, [])
            self.assertEqual(statuses.count(400), refused)
            passed = [payload.target.encode() for payload, status in zip(every, statuses)
                      if status == 200]
            self.assertGreater(len(passed), 20)
            self.assertEqual(sorted(backend.targets()), sorted(passed), "unchanged")


class Hostile(unittest.TestCase):
    def test_hostile(self):
        """For LOCUS_HOSTILE_SECONDS no worker ends, and whatever comes to the backend has none
        of the findings that are denied."""
        seed = int(os.environ.get("LOCUS_TEST_SEED", "1"))
        names = ("scheme", "user", "host", "port", "path", "query", "form", "normal", "key",
                 "findings", "error", "error_offset", "host_error", "query_a", "decoded_a",
                 "redacted")
        variables = "".join(f"$locus_{name} " for name in names) + "".join(
            f"$ref_{name} " for name in ("host", "normal", "origin", "findings", "decoded_sid",
                                         "redacted", "error"))
        with Backend() as backend, nginx_server.Nginx(f"""
                locus_parse $http_referer as ref;
                locus_key drop=a,b*,utm_* sort=on case=off empty=off;
                locus_redact a sid;
                log_format all '{variables}';
                proxy_ignore_client_abort on;
                keepalive_timeout 2s;
                client_header_timeout 2s;
                client_body_timeout 2s;
                server {{
                    listen 127.0.0.1:PORT;
                    access_log FOLDER/access.log all;
                    error_page 400 414 /error;
                    locus_deny {DENIED} status=403;
                    locus_deny invalid;
                    location / {{ proxy_pass http://127.0.0.1:{backend.port}; }}
                    location /a {{ locus_allow parameter;
                                   proxy_pass http://127.0.0.1:{backend.port}; }}
                }}
                server {{
                    listen 127.0.0.1:PORT2 http2;
                    access_log FOLDER/access.log all;
                    error_page 400 /error;
                    locus_deny {DENIED};
                    location / {{ try_files /none =204; }}
                }}""") as nginx:
            end = time.monotonic() + hostile.SECONDS
            count = 0
            while time.monotonic() < end:
                source = random.Random(seed + count)
                data = b"".join(hostile.request(source) for _ in range(source.randint(1, 8)))
                where = nginx.port2 if count % 16 == 0 else nginx.port
                cut = source.randint(0, len(data))
                exchange(where, data[:cut], data[cut:], seconds=5)
                count += 1
            self.assertEqual(nginx.get("/").status, 200, f"after {count} connections")
            log = nginx.log()
            self.assertNotIn("exited on signal", log)
            self.assertGreater((nginx.path / "access.log").stat().st_size, 1000)
            targets = set(backend.targets())
        print(f"{count} hostile connections, {len(targets)} different targets at the backend")
        for bad in (b"%2f", b"%00", b"/..;", b"\\", b"%0d", b"%c0%af", b"//", b"/./", b"/../"):
            self.assertEqual([target for target in targets
                              if bad in target.lower().split(b"?")[0].split(b"#")[0]], [])
