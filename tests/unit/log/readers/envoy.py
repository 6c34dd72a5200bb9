# SPDX-License-Identifier: MIT
"""Envoy's default format."""

from readers import fields

LINE = fields.verbose(rb"""
    \[UTC_TIME\] \ "(?P<request>REQUEST)"
    \ (?: 0 | - | (?P<status>\d{3}) ) \ (?P<response_flags>WORD)
    \ (?: - | (?P<received_bytes>\d+) ) \ (?: - | (?P<bytes>\d+) )
    \ (?: - | (?P<duration>\d+) ) \ (?: - | (?P<upstream_time>\d+) )
    \ "(?P<client>QUOTED)" \ "(?P<agent>QUOTED)" \ "(?P<request_id>PLAIN)"
    \ "(?P<vhost>PLAIN)" \ "(?P<upstream>PLAIN)"
    (?: \ (?P<trailing>.*) )?
""", UTC_TIME=fields.UTC_TIME, WORD=rb'[^\x00-\x20"\x7f]+', QUOTED=fields.RAW_TEXT,
    PLAIN=rb'[^"]*', REQUEST=fields.RAW_REQUEST)


def read(line):
    match = LINE.fullmatch(line)
    if not match or not fields.is_time(match):
        return None
    kind, parts = fields.request_parts(match, dash_is_method=False)
    spans = fields.spans_of(match)
    if "vhost" in spans:
        spans.update(fields.host_and_port(match.start("vhost"), match["vhost"]))

    return kind, fields.with_values_of(match, {**spans, **parts}, duration=fields.milliseconds)


WORDS = (
    [b"[2016-04-15T20:17:00.310Z]", b"[2000-02-29T23:59:60.000Z]", b"[2016-12-31T00:00:00Z]",
     b"[2016-04-15T20:17:00.310]", b"2016-04-15T20:17:00.310Z", b"[2016-04-32T20:17:00.310Z]", b"#"],
    [b'"POST /api/v1/locations HTTP/2"', b'"- - HTTP/1.1"', b'"GET /a b HTTP/1.1"', b'"- - -"', b'""',
     b'"-"', b'"GET / -"', b'"G\\" HTTP/1.1"', b'"\x16\x03\x01 HTTP/1.1"', b'"GET /a"b HTTP/1.1"',
     b'"GET /?"" HTTP/1.1"', b'"GET /?a" b"'],
    [b"204", b"0", b"-", b"00", b"20"],
    [b"-", b"UH", b"UF,URX", b""],
    [b"154", b"0", b"-", b"-1"],
    [b"0", b"10", b"-", b"a"],
    [b"226", b"-", b"18446744073709551616", b"1.5"],
    [b"100", b"-", b"0", b""],
    [b'"10.0.35.28"', b'"-"', b'"192.0.2.1, 192.0.2.2"', b'""', b"-", b'"a'],
    [b'"nsq2http"', b'"-"', b'"a \\', b'"a"b"', b'""'],
    [b'"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2"', b'"-"', b'"a"', b"a"],
    [b'"locations"', b'"example.org:8443"', b'"-"', b'"[::1]:80"', b'":80"', b'"a:"', b'"::1"', b'""', b'"a:b:1"'],
    [b'"tcp://10.0.2.1:80"', b'"-"', b'"10.0.2.1:80"', b'"'],
    [b"", b"x", b'"a" -', b"\r"],
)


def make(dice):
    return fields.line_of_words(WORDS, dice)
