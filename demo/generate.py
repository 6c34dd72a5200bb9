#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the logs of this folder: requests of bench/generate-log.py, as different servers log
them.

    generate.py FORMAT > demo/FORMAT.log
    generate.py FORMAT --lines N        a longer log, of the first N requests

FORMAT is a log format of locus (`locus scan --help`), or an envelope, which then contains
lines in the combined format. Bytes that no browser would send are percent-encoded. Fields that
combined logs do not have are made up, in the form that the servers' documents show. A request
that is not HTTP is logged as the server logs it, or left out if the server does not log it.
User agents are written without quotation marks, backslashes and tabs: few of the documents say
how these are escaped.
"""

import argparse
import importlib
import json
import pathlib
import re
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
generate_log = importlib.import_module("generate-log")

REQUEST = re.compile(rb"([A-Z]+) (\S+) (HTTP/\d\.\d)")
SITE = generate_log.SITE


def sent(text):
    """The bytes as a browser sends them."""
    return re.sub(rb"[^!#-~]", lambda m: b"%%%02X" % m[0][0], text).decode()


class Entry:
    """A request, in the terms of the logs."""

    def __init__(self, request, clock, number):
        self.request, self.clock, self.number = request, clock, number
        self.day = f"{clock.year}-{clock.month + 1:02}-{clock.day:02}"
        self.time = (f"{clock.second // 3600:02}:{clock.second // 60 % 60:02}:"
                     f"{clock.second % 60:02}")
        self.epoch = (days_before(clock) * 86400 + clock.second) + number % 1000 / 1000
        match = REQUEST.fullmatch(request.line)
        self.is_http = bool(match)
        self.method, target, self.protocol = (
            (match[1].decode(), match[2], match[3].decode()) if match else ("", b"", ""))
        self.target = sent(target)
        self.path, _, self.query = self.target.partition("?")
        self.status, self.size, self.client = request.status, request.size, request.client
        self.referer = sent(request.referer)
        self.agent = re.sub(r'["\\\t]', "", request.agent.decode())
        self.took = 3 + number * 37 % 900          # milliseconds
        self.port = 40000 + number * 7 % 20000
        self.url = (f"https://{SITE}:443{self.target}" if self.target.startswith("/")
                    else self.target)


def days_before(clock):
    """The number of days from 1970 to the day of the clock."""
    days = 365 * (clock.year - 1970) + (clock.year - 1969) // 4
    days += sum(generate_log.MONTH_DAYS[:clock.month]) + clock.day - 1
    return days + (clock.month > 1 and clock.year % 4 == 0)


def alb(entry):
    """Elastic Load Balancing, "Access logs for your Application Load Balancer"."""
    line = f"{entry.method} {entry.url} {entry.protocol}" if entry.is_http else \
        f"- http://{SITE}:80- "
    client = f"[{entry.client}]" if ":" in entry.client else entry.client
    return (f"https {entry.day}T{entry.time}.{entry.took:06}Z app/site/50dc6c495c0c9188"
            f" {client}:{entry.port} 192.0.2.200:80 0.001 0.{entry.took:03} 0.000"
            f" {entry.status} {entry.status} 250 {entry.size} \"{line}\" \"{entry.agent}\""
            " ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2"
            " arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/site/73e2d6bc24d8a067"
            f" \"Root=1-58337262-{entry.number:024x}\" \"{SITE}\" \"session-reused\" 1"
            f" {entry.day}T{entry.time}.000000Z \"forward\" \"-\" \"-\" \"192.0.2.200:80\""
            f" \"{entry.status}\" \"-\" \"-\"\n")


def cloudfront(entry):
    """Amazon CloudFront, "Standard logging reference"."""
    head = ("#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host)"
            " cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie)"
            " x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken\n"
            if entry.number == 0 else "")
    if not entry.is_http or not entry.path.startswith("/"):
        return head
    agent = entry.agent.replace("%", "%25").replace(" ", "%20")
    return head + "\t".join((
        entry.day, entry.time, "FRA56-P1", str(entry.size), entry.client, entry.method,
        "d111111abcdef8.cloudfront.net", entry.path, str(entry.status), entry.referer, agent,
        entry.query or "-", "-", "Hit", f"Xr{entry.number:052}==", SITE, "https", "120",
        f"0.{entry.took:03}")) + "\n"


def w3c(entry):
    """IIS, "W3C Logging"."""
    head = (f"#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date:"
            f" {entry.day} {entry.time}\n#Fields: date time s-ip cs-method cs-uri-stem"
            " cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status"
            " sc-substatus sc-win32-status time-taken\n" if entry.number == 0 else "")
    if not entry.is_http or not entry.path.startswith("/"):
        return head
    return head + " ".join((
        entry.day, entry.time, "192.0.2.200", entry.method, entry.path, entry.query or "-", "443",
        "-", entry.client, entry.agent.replace(" ", "+"), entry.referer, str(entry.status), "0",
        "0", str(entry.took))) + "\n"


def s3(entry):
    """Amazon S3, "Amazon S3 server access log format"."""
    line = f"{entry.method} {entry.target} {entry.protocol}" if entry.is_http else "-"
    return (f"79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be site"
            f" [{entry.clock}] {entry.client} - {entry.number:016X}"
            f" REST.{entry.method or '-'}.OBJECT {entry.path.lstrip('/') or '-'} \"{line}\""
            f" {entry.status} - {entry.size or '-'} {entry.size or '-'} {entry.took}"
            f" {entry.took - 1} \"{entry.referer}\" \"{entry.agent}\" - {entry.number:064x}= - -"
            f" - {SITE} TLSv1.3 - -\n")


def squid(entry):
    """Squid's wiki, "Squid Log Files": logformat squid."""
    url = entry.target if entry.method == "CONNECT" else entry.url.replace(":443/", "/")
    return (f"{entry.epoch:10.3f} {entry.took:6} {entry.client} TCP_MISS/{entry.status:03}"
            f" {entry.size} {entry.method or 'NONE'}"
            f" {url if entry.is_http else 'error:invalid-request'} -"
            " HIER_DIRECT/192.0.2.200 text/html\n")


def haproxy(entry):
    """HAProxy's configuration manual, "HTTP log format", after the header of syslog."""
    line = f"{entry.method} {entry.target} {entry.protocol}" if entry.is_http else "<BADREQ>"
    month = generate_log.MONTHS[entry.clock.month]
    date = f"{entry.clock.day:02}/{month}/{entry.clock.year}:{entry.time}.{entry.took:03}"
    process = 12 + entry.number * 389 % 1500       # connections: of two to four digits
    frontend = process - process // 5
    backend = frontend - frontend // 9
    connections = f"{process}/{frontend}/{backend}/{backend * 3 // 7}/0"
    return (f"{month} {entry.clock.day:2} {entry.time} proxy haproxy[14389]: {entry.client}"
            f":{entry.port} [{date}] https-in~ site/web1 0/0/1/{entry.took}/{entry.took + 1}"
            f" {entry.status} {entry.size} - - ---- {connections} 0/0 \"{line}\"\n")


def envoy(entry):
    """Envoy, "Access logging", "Default Format String"."""
    line = f"{entry.method} {entry.target} {entry.protocol}" if entry.is_http else "- - HTTP/1.1"
    return (f"[{entry.day}T{entry.time}.{entry.took:03}Z] \"{line}\" {entry.status}"
            f" {'-' if entry.is_http else 'DPE'} 0 {entry.size} {entry.took} {entry.took - 1}"
            f" \"{entry.client}\" \"{entry.agent}\" \"{entry.number:08x}-0000-4000-8000-0000000000"
            f"00\" \"{SITE}\" \"192.0.2.200:80\"\n")


def traefik(entry):
    """Traefik, "Access Logs": the format common."""
    if not entry.is_http:                          # Only what reaches a router is logged.
        return ""
    return (f"{entry.client} - - [{entry.clock}] \"{entry.method} {entry.target}"
            f" {entry.protocol}\" {entry.status} {entry.size} \"{entry.referer}\""
            f" \"{entry.agent}\" {entry.number + 1} \"site@docker\" \"http://192.0.2.200:80\""
            f" {entry.took}ms\n")


def caddy(entry):
    """Caddy, "How Logging Works"."""
    if not entry.is_http:
        return ""
    headers = {"User-Agent": [entry.agent]}
    if entry.referer != "-":
        headers["Referer"] = [entry.referer]
    return json.dumps({
        "level": "info", "ts": entry.epoch, "logger": "http.log.access",
        "msg": "handled request",
        "request": {"remote_ip": entry.client, "remote_port": str(entry.port),
                    "client_ip": entry.client, "proto": entry.protocol, "method": entry.method,
                    "host": SITE, "uri": entry.target, "headers": headers},
        "bytes_read": 0, "user_id": "", "duration": entry.took / 1000, "size": entry.size,
        "status": entry.status, "resp_headers": {"Server": ["Caddy"]}},
        separators=(",", ":")) + "\n"


def combined(entry):
    return generate_log.combined(entry.request, entry.clock).decode("latin-1")


def cri(entry):
    """CRI: a line of more than 200 bytes is cut, as containerd does at 16 KiB."""
    time = f"{entry.day}T{entry.time}.{entry.took:09}Z"
    text = combined(entry).rstrip("\n")
    return "".join(f"{time} stdout {'F' if i + 200 >= len(text) else 'P'} {text[i:i + 200]}\n"
                   for i in range(0, len(text), 200))


def docker(entry):
    """Docker's driver json-file."""
    return json.dumps({"log": combined_utf8(entry), "stream": "stdout",
                       "time": f"{entry.day}T{entry.time}.{entry.took:09}Z"},
                      separators=(",", ":"), ensure_ascii=False) + "\n"


def combined_utf8(entry):
    """The line of the combined format. Docker replaces bytes that are not UTF-8."""
    return generate_log.combined(entry.request, entry.clock).decode("utf-8", "replace")


def syslog(entry):
    """nginx's `access_log syslog:`, as a daemon of RFC 3164 writes it."""
    month = generate_log.MONTHS[entry.clock.month]
    return f"{month} {entry.clock.day:2} {entry.time} web1 nginx: {combined(entry)}"


FORMATS = {"alb": alb, "cloudfront": cloudfront, "w3c": w3c, "s3": s3, "squid": squid,
           "haproxy": haproxy, "envoy": envoy, "traefik": traefik, "json": caddy,
           "cri": cri, "docker": docker, "syslog": syslog}


# The lines of demo/access.log whose requests are used, unless --lines is given. One of them
# is not HTTP.
LINES = range(60, 100)


def entries(lines):
    dice = generate_log.Dice(1738)
    clock = generate_log.Clock()
    for number in range(lines.stop):
        request = generate_log.Request(dice, clock)
        if number in lines:
            yield Entry(request, clock, number - lines.start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("format", choices=FORMATS)
    parser.add_argument("--lines", type=int, metavar="N",
                        help="the first N requests (default: those of the demo)")
    options = parser.parse_args()

    for entry in entries(range(options.lines) if options.lines else LINES):
        text = FORMATS[options.format](entry)
        sys.stdout.buffer.write(text.encode("utf-8" if options.format == "docker" else "latin-1"))


if __name__ == "__main__":
    main()
