#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares demo/access.log with the output of bench/generate-log.py, and the generated
lines with what the generator documents about them."""

import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(1, str(TOP / "tests" / "support"))
from tally import Tally  # noqa: E402

COMBINED = re.compile(
    rb'(\S+) - (\S+) \[(\d\d)/Nov/2024:\d\d:\d\d:\d\d \+0000\] '
    rb'"((?:[^"\\]|\\["\\t]|\\x[0-9a-f]{2})*)" (\d{3}) (-|\d+) '
    rb'"((?:[^"\\]|\\["\\t]|\\x[0-9a-f]{2})*)" '
    rb'"((?:[^"\\]|\\["\\t]|\\x[0-9a-f]{2})*)"')
CLIENT = re.compile(rb"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"
                    rb"|2001:db8:[0-9a-f:]+")
NUMBER = re.compile(rb"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}")
RESERVED = re.compile(
    rb"(.*\.)?(example(\.(com|net|org))?|test|invalid)", re.IGNORECASE)
AUTHORITY = re.compile(rb'[a-z]://(?:[^/@\s"?]*@)?(\[[^]]*\]|[^/:?#\s")};]+)')

def generate(*options):
    return subprocess.run(
        [sys.executable, str(TOP / "bench" / "generate-log.py"), *options],
        stdout=subprocess.PIPE, check=True).stdout


def is_ours(host):
    """Whether a host is reserved for documentation."""
    return (host.startswith(b"[2001:db8:") or NUMBER.fullmatch(host)
            or RESERVED.fullmatch(host))


def main():
    tally = Tally()
    demo = (TOP / "demo" / "access.log").read_bytes()
    tally.true("the generator writes demo/access.log to the byte",
               generate("--seed", "1738", "--lines", "200") == demo)
    tally.true("these are its defaults", generate() == demo)

    log = generate("--lines", "5000")
    tally.true("a longer log begins with the shorter one", log.startswith(demo))
    tally.true("another seed gives another log",
               generate("--seed", "1630", "--lines", "200") != demo)

    lines = log.split(b"\n")
    tally.true("every line ends in a newline", lines.pop() == b"")
    tally.true("as many lines as asked for", len(lines) == 5000, len(lines))
    rows = [COMBINED.fullmatch(line) for line in lines]
    bad = [line for line, row in zip(lines, rows) if not row]
    tally.true("every line is a combined one", not bad, bad[:1])
    rows = [row for row in rows if row]
    bad = [row[1] for row in rows if not CLIENT.fullmatch(row[1])]
    tally.true("every client has a documentation address", not bad, bad[:1])
    hosts = {host for line in lines for host in AUTHORITY.findall(line)}
    bad = sorted(host for host in hosts if not is_ours(host)
                 and host not in (b"filter",))      # php://filter
    tally.true("every host is kept for documentation", not bad, bad[:5])

    for what, pattern, low, high in (
            ("clients of IPv6", rb"2001:", 10, 15),
            ("bots with their address", rb'.*\+http', 9, 18),
            ("absolute targets", rb'.*"(GET|POST) (http|https|ftp)://', 1, 3),
            ("bytes escaped as \\xHH", rb".*\\x[0-9a-f]{2}", 1, 5),
            ("raw bytes", rb".*[\x80-\xff]", 1, 3),
            ("quotes escaped", rb'.*\\"', 0.5, 4),
            ('"-" referers', rb'.*" \d+ (\d+|-) "-" ', 40, 60),
            ("whole percent-encoded URLs", rb".*=http%3A%2F%2F", 3, 10)):
        share = sum(bool(re.match(pattern, line)) for line in lines) / 50
        tally.true(f"{what}: {low} to {high} per cent", low <= share <= high, share)

    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
