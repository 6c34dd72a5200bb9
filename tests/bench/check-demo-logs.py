#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the logs in demo/ with the output of demo/generate.py, and what locus reads in them
with the requests that the generator wrote there. LOCUS is the command."""

import json
import os
import pathlib
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

ENVELOPES = grammars.log_envelopes()
# Where the logs have the URL that the load balancer or the proxy received.
WITH_URLS = ("alb", "squid")

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


def main():
    if is_for_another_machine("locus"):
        return 77
    tally = Tally()
    # That of combined is access.log (check-demo.py).
    tally.same("every format and envelope has a log", {"combined", *generate.FORMATS},
               {*grammars.log_formats(), *ENVELOPES})
    for name, write in generate.FORMATS.items():
        entries = list(generate.entries(generate.LINES))
        path = DEMO / (name + ".log")
        tally.same(f"demo/generate.py writes {path.name} to the byte", subprocess.run(
            [sys.executable, "-B", str(DEMO / "generate.py"), name], stdout=subprocess.PIPE,
            check=True).stdout, path.read_bytes())
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
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
