#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the logs in demo/ with the output of the generators, bench/generate-log.py for
access.log and demo/generate.py for the others. The lines of access.log must be what its
generator documents; in the others, locus (LOCUS is the command) must read the requests that
their generator wrote there."""

import json
import os
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
DEMO = TOP / "demo"
# The source tree may be read-only (make distcheck).
sys.dont_write_bytecode = True
sys.path[:0] = [str(TOP / "tests" / "support"), str(DEMO)]
import generate  # noqa: E402
import grammars  # noqa: E402
from tally import Tally, is_for_another_machine  # noqa: E402

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
ENVELOPES = grammars.log_envelopes()
# Where the logs have the URL that the load balancer or the proxy received.
WITH_URLS = ("alb", "squid")


def output_of(generator, *options):
    return subprocess.run([sys.executable, "-B", str(TOP / generator), *options],
                          stdout=subprocess.PIPE, check=True).stdout


def is_ours(host):
    """Whether a host is reserved for documentation."""
    return (host.startswith(b"[2001:db8:") or NUMBER.fullmatch(host)
            or RESERVED.fullmatch(host))


def wanted_of(name, entry):
    """The client, the method, the target and the status of an entry; None if the server does not
    log it."""
    if name in ENVELOPES:
        return entry.client, entry.status
    if not generate.FORMATS[name](entry):
        return None
    target, client = entry.target, entry.client
    if name == "alb" and ":" in client:
        client = f"[{client}]"
    if name in WITH_URLS and entry.method != "CONNECT":
        target = entry.url.replace(":443/", "/") if name == "squid" else entry.url
    return client, entry.method, target, entry.status


def is_http(fields):
    """Squid logs a method even if there is none."""
    return fields.get("method", "NONE") != "NONE"


def generate_log(*options):
    return output_of("bench/generate-log.py", *options)


def check_access_log(tally):
    demo = (DEMO / "access.log").read_bytes()
    tally.true("the generator writes demo/access.log to the byte",
               generate_log("--seed", "1738", "--lines", "200") == demo)
    tally.true("these are its defaults", generate_log() == demo)

    log = generate_log("--lines", "5000")
    tally.true("a longer log begins with the shorter one", log.startswith(demo))
    tally.true("another seed gives another log",
               generate_log("--seed", "1630", "--lines", "200") != demo)

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


def check_other_logs(tally):
    # That of combined is access.log.
    tally.same("every format and envelope has a log", {"combined", *generate.FORMATS},
               {*grammars.log_formats(), *ENVELOPES})
    for name, write in generate.FORMATS.items():
        entries = list(generate.entries(generate.LINES))
        path = DEMO / (name + ".log")
        tally.same(f"demo/generate.py writes {path.name} to the byte",
                   output_of("demo/generate.py", name), path.read_bytes())
        log = name + "+combined" if name in ENVELOPES else name
        run = subprocess.run([os.environ["LOCUS"], "scan", "--log", log, "-o", "json", str(path)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        tally.same(f"{log}: every line is read", (run.returncode, run.stderr), (0, b""))
        records = [json.loads(line) for line in run.stdout.decode("utf-8", "replace").splitlines()]
        fields = [record["log"] for record in records]
        wanted = [wanted_of(name, entry) for entry in entries if entry.is_http]
        if name in ENVELOPES:
            seen = [(each["client"], each["status"]) for each in fields if is_http(each)]
        else:
            seen = [(each["client"], each["method"], record["input"], each["status"])
                    for each, record in zip(fields, records) if is_http(each)]
        tally.same(f"{log}: the requests", seen, [each for each in wanted if each])
        tally.same(f"{log}: requests that are not HTTP",
                   [each["status"] for each in fields if not is_http(each)],
                   [entry.status for entry in entries
                    if not entry.is_http and (name in ENVELOPES or write(entry))])


def main():
    tally = Tally()
    check_access_log(tally)
    if not is_for_another_machine("locus"):
        check_other_logs(tally)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
