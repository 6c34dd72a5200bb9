# SPDX-License-Identifier: MIT
"""Traefik's common format."""

from readers import fields

LINE = fields.verbose(rb"""
    (?P<client>WORD) \ -\ (?P<user>[^\x00-\x1f"\x7f]+) \ \[CLF_TIME\]
    \ "(?P<request>REQUEST)"
    \ (?: 0 | - | (?P<status>\d{3}) ) \ (?: - | (?P<bytes>\d+) )
    \ "(?P<referer>(?: (?!"\ ") TEXT )*)"
    \ "(?P<agent>(?: (?!"\ (?:-|\d+)\ ") TEXT )*)"
    \ (?: - | (?P<requests>\d+) ) \ "(?P<router>NAME)" \ "(?P<server>NAME)"
    \ (?P<duration>\d+)ms
    (?: \ (?P<trailing>.*) )?
""", CLF_TIME=fields.CLF_TIME, WORD=rb'[^\x00-\x20"\x7f]+',
    REQUEST=fields.RAW_REQUEST, TEXT=rb'(?: [^"] | (?<=\\)" )',
    NAME=rb'(?:[^"\\]|\\+(?:"|[^"\\]))*')


def read(line):
    match = LINE.fullmatch(line)
    if not match or line.startswith(b"#") or not fields.is_time(match):
        return None
    kind, parts = fields.request_parts(match, dash_is_method=False)

    def unescaped(text):
        return text.replace(b'\\"', b'"')

    return kind, fields.with_values_of(
        match, {**fields.spans_of(match), **parts}, referer=unescaped, agent=unescaped,
        router=unescaped, server=unescaped, duration=fields.milliseconds)


WORDS = (
    [b"192.0.2.7", b"-", b"2001:db8::1", b"a b", b'"', b"#"],
    [b"-", b"- -", b"-"],
    [b"-", b"lena", b"lena s", b"- -", b"a [b] c", b"[10/Oct/2000:13:55:36 -0700]", b"", b'"'],
    [b"[10/Oct/2000:13:55:36 -0700]", b"[29/Feb/2024:23:59:60 +0000]", b"[01/Jan/2024:00:00:00 +0000]",
     b"[]", b"[32/Jan/2024:00:00:00 +0000]"],
    [b'"GET / HTTP/1.1"', b'"GET /a b HTTP/2.0"', b'"- - -"', b'""', b'"-"', b'"GET /"', b'"GET /\\" HTTP/1.1"',
     b'"GET /"x HTTP/1.1"', b'"GET /?"" HTTP/1.1"', b'"GET /?a" b"', b'"\x16\x03"'],
    [b"200", b"0", b"-", b"20"],
    [b"2326", b"-", b"0", b"-1"],
    [b'"-"', b'"http://h/"', b'""', b'"a\\"', b'"\\" b"', b'"-\\"', b"-"],
    [b'"Mozilla/4.08 [en] (Win98; I ;Nav)"', b'"-"', b'"a \\"b\\\\"\\x"', b'"a \\"', b'"a"b"', b'"a\\" 1 \\"b"', b'"a\\" - x"'],
    [b"1", b"-", b"18446744073709551616", b"a"],
    [b'"my-router@docker"', b'"-"', b'""', b"-"],
    [b'"http://10.0.0.1:80"', b'"-"', b'"a"', b"-"],
    [b"12ms", b"0ms", b"18446744073709551616ms", b"12", b"1.5ms", b"-"],
    [b"", b"x", b'"a" -', b"\r"],
)


def make(dice):
    return fields.line_of_words(WORDS, dice)
