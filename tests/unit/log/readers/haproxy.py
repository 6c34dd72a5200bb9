# SPDX-License-Identifier: MIT
"""HAProxy's HTTP and HTTPS formats."""

import re

from envelopes import syslog
from readers import fields

HAPROXY = re.compile(rb"""
    (?P<client>WORD) : (?P<client_port>\d+)
    \ \[ (?P<time> (?P<day>\d\d) / (?P<month>[A-Z][a-z][a-z]) / (?P<year>\d{4})
          : (?P<clock>\d\d:\d\d:\d\d) (?P<fraction>\.\d{3}) ) \]
    \ (?P<frontend>NAME) \ (?P<backend>NAME) / (?P<server>WORD)
    \ (?P<timers>(?:-?\d+/){4}(?:-\d+|\+-\d+|\+?(?P<duration>\d+)))
    \ (?: -1 | (?P<status>\d{3}) )
    \ \+? (?P<bytes>\d+)
    \ (?P<request_cookie>WORD) \ (?P<response_cookie>WORD) \ (?P<state>BYTE{4})
    \ (?P<connections>(?:\d+/){4}\+?\d+) \ (?P<queues>\d+/\d+)
    (?: \ (?P<captures>CAPTURED(?:\ CAPTURED)?) )?
    \ "(?P<request> [^"]* ) (?: " (?: \ (?P<trailing>.*) )? )?
""".replace(b"CAPTURED", rb'\{[^{}"]*\}').replace(b"WORD", rb"BYTE+")
    .replace(b"NAME", rb"[^\x00-\x20\x7f/]+").replace(b"BYTE", rb"[^\x00-\x20\x7f]"),
    re.DOTALL | re.VERBOSE)
HASH = re.compile(rb"#([0-9A-Fa-f]{2})")
# HAProxy escapes only the parts of the request, and captured header fields.
ESCAPED = {"request", "method", "target", "protocol", "captures"}
TAG = re.compile(syslog.PRIORITY + syslog.TAG + rb" (?P<message>.*)", re.DOTALL)


def read(line):
    match = HAPROXY.fullmatch(line)
    for header in syslog.BSD, syslog.IETF, TAG:
        syslog_line = header.fullmatch(line)
        if not match and syslog_line:
            match = HAPROXY.fullmatch(line, syslog_line.start("message"))
    if not match or line.startswith(b"#") or not fields.is_time(match):
        return None
    kind, parts = fields.request_parts(match)
    spans = fields.spans_of(match, ("frontend", "backend", "server", "client"))

    def unescaped(text):
        return HASH.sub(lambda m: bytes([int(m[1], 16)]), text)

    spans.update(parts)
    return kind, fields.with_values_of(match, spans, **{
        **dict.fromkeys(spans.keys() & ESCAPED, unescaped), "duration": fields.milliseconds})


WORDS = (
    [b"haproxy[14389]: 10.0.1.2:33317", b"10.0.1.2:1", b"<134>Feb  6 12:14:14 h p[1]: ::1:2",
     b"10.0.1.2", b"haproxy: 10.0.1.2:1", b"a]: b", b":1", b"-:1"],
    [b"[06/Feb/2009:12:14:14.655]", b"[29/Feb/2000:23:59:60.000]", b"[31/Dec/1999:00:00:00.999]",
     b"[06/Feb/2009:12:14:14]", b"[06/Foo/2009:12:14:14.655]", b"[06/Feb/2009:24:14:14.655]"],
    [b"http-in", b"https-in~", b"-", b"a/b", b"#20"],
    [b"static/srv1", b"http-in/<NOSRV>", b"b/a/c", b"b", b"b/", b"b/#2f"],
    [b"10/0/30/69/109", b"-1/-1/-1/-1/-1", b"9/10/7/14/+30", b"0/0/0/0", b"0/0/0/0/+-1",
     b"0/0/0/0/18446744073709551616", b"0/0/0/0/-"],
    [b"200", b"-1", b"503", b"-", b"20"],
    [b"2750", b"+243", b"0", b"-", b"x"],
    [b"-", b"A=1", b"a#20b", b"", b"--"],
    [b"-", b"B=2", b"#", b"a b"],
    [b"----", b"PR--", b"--NI", b"--", b"-----"],
    [b"1/1/1/1/0", b"1/1/1/1/+0", b"9/8/7/6/5", b"1/1/1/0", b"1/1/1/1/-1"],
    [b"0/0", b"1/0", b"0/0 {1wt.eu} {}", b"0/0 {a b|c}", b"0/0 {} {} {}", b"0", b"0/0 {\"}",
     b"0/0 {#7B}"],
    [b'"GET / HTTP/1.1"', b'"<BADREQ>"', b'"GET /a/very/long', b'"GET /#22\\ HTTP/1.1" 0/0 x', b'""',
     b'"GET /#4#41#zz HTTP/1.1" ', b'"', b'"GET / HTTP/1.1"x', b'"GET / HTTP/1.1\r', b'"-"'],
)


def make(dice):
    return b" ".join(fields.words(WORDS, dice))
