# SPDX-License-Identifier: MIT
"""Raw hostile requests in HTTP/1 and HTTP/2, against a policy that denies what the backend
can be checked for."""

import contextlib
import random
import re
import threading
import time

import hostile
from haproxy_server import HEADERS, SETTINGS, Client2, frame, literal
from loopback import Backend, Client, exchange

# No target with these bytes may reach the backend; nor may a path with these.
DENIED = (b"%00", b"\\", b"#")
DENIED_IN_PATH = (b"/../", b"%2f", b"%2F")
POLICY = """\
require("locus.haproxy").register {
    deny = { "invalid", "encoded-nul", "backslash", "dot-segment", "encoded-slash",
             "fragment" },
    key = { drop = { "utm_*", "a" }, sort = true, empty = false },
    redact = { keys = { "token", "a b" } },
}
"""
RULES = """\
    http-request set-var(txn.a) lua.locus_findings
    http-request set-var(txn.b) lua.locus_redacted
    http-request set-var(txn.c) lua.locus_normal
    http-request set-var(txn.d) lua.locus_decoded(a)
    http-request set-var(txn.e) req.hdr(referer),lua.locus_findings
    http-request set-var(txn.f) req.hdr(referer),lua.locus_redacted
    http-request set-var(txn.g) lua.locus_error_offset
    http-request deny if { lua.locus_found_byte-80 -m bool }
    http-request lua.locus_deny
    http-request deny deny_status 500 unless { var(txn.locus_checked) -m bool }
    http-request lua.locus_key
"""


def path_of(found):
    """The path of a target in origin-form or absolute-form."""
    return re.sub(rb"^[A-Za-z][A-Za-z0-9+.-]*://[^/?]*", b"", found).split(b"?")[0]


def request2(generator):
    def block():
        fields = [(b":method", generator.choice([b"GET", b"OPTIONS", b"CONNECT", b"G T"])),
                  (b":scheme", generator.choice([b"http", b"https", b"x"])),
                  (b":authority", generator.choice([b"h.example", hostile.target(generator)])),
                  (b":path", hostile.target(generator)), (b"referer", hostile.target(generator))]
        if generator.random() < 0.2:
            generator.shuffle(fields)
        if generator.random() < 0.2:
            del fields[generator.randrange(len(fields))]
        return b"".join(literal(*field) for field in fields)
    data = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)
    for n in range(generator.randrange(1, 6)):
        data += frame(HEADERS, 5, 2 * n + 1, block())
    if generator.random() < 0.2:
        at = generator.randrange(len(data))
        data = data[:at] + bytes([generator.randrange(256)]) + data[at + 1:]
    return data


def check_hostile(context, seconds, environment):
    """Yields like the tests of haproxy_cases.py."""
    backend = Backend()
    with context.haproxy("hostile", POLICY, RULES, backend, environment=environment) as proxy:
        stop, counts = time.monotonic() + seconds, [0] * 6
        seen, answered = [], [0] * 6

        def attack(n):
            generator = random.Random(n)
            while time.monotonic() < stop:
                data, port = (request2(generator), proxy.port2) if n % 3 == 2 else (
                    hostile.request(generator, fields=b"Connection: close\r\n"), proxy.port)
                with contextlib.suppress(OSError):
                    answered[n] += exchange(port, data, seconds=0.5) != b""
                counts[n] += 1
        threads = [threading.Thread(daemon=True, target=attack, args=(n,))
                   for n in range(len(counts))]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
            seen += backend.targets()
        seen += backend.targets()
        print(f"{sum(counts)} hostile connections, {sum(answered)} answered, "
              f"{len(seen)} requests at the backend", flush=True)
        passed = [found for found in seen if any(byte in found for byte in DENIED)
                  or any(byte in path_of(found) for byte in DENIED_IN_PATH)]
        yield "denied requests at the backend", passed[:5], []
        yield "some connections are answered", sum(answered) > sum(counts) / 4, True
        yield "some requests reach the backend", len(seen) > 0, True
        yield "HAProxy runs", proxy.is_alive(), True
        yield "it answers in HTTP/1", Client(proxy.port).get("/"), 200
        yield "it answers in HTTP/2", Client2(proxy.port2).get("/"), 200
        alerts = [line for line in proxy.text().split("\n") if "ALERT" in line or "rror:" in line]
        yield "no alerts", alerts[:5], []
        status = proxy.stop()
        yield "it ends by the signal", status in (0, 143, -15), True
    backend.close()
