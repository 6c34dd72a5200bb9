# SPDX-License-Identifier: MIT
"""Squid's native format."""

import datetime
import re

from readers import fields

LINE = rb"""
    (?P<time>\d{1,11}\.\d{3})
    \ + (?: (?P<duration>\d+) | -\d* )
    \ (?P<client>WORD)
    \ (?P<result>[A-Z_]+) / (?: - | (?P<status>\d{3}) )
    \ (?: - | (?P<bytes>\d+) )
    \ (?P<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+)
    \ (?P<target>TARGET)
    \ (?P<user>WORD)
    \ (?P<hierarchy>[A-Z_]+) / (?P<peer>WORD)
    \ (?P<mime>WORD)
    (?: \ (?P<trailing>.*) )?
""".replace(b"WORD", rb"[^\x00-\x20\x7f]+")
SQUID, SPACED = (
    re.compile(LINE.replace(b"TARGET", target), re.DOTALL | re.VERBOSE)
    for target in (rb"[^\x00-\x20\x7f]+", rb"[^\x00-\x20\x7f][^\x00-\x1f\x7f]*"))


def read(line):
    match = SQUID.fullmatch(line) or SPACED.fullmatch(line)
    if not match:
        return None
    found = {}
    for name, text in match.groupdict().items():
        if text is None or text == b"-" and name != "trailing" or text == b"":
            continue
        value = text
        if name == "time":
            seconds, fraction = text.split(b".")
            time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(seconds))
            value = b"%s.%sZ" % (time.isoformat().encode(), fraction)
        elif name == "duration":
            value = fields.milliseconds(text)
        found[name] = *match.span(name), value
    return fields.ABSENT, found


WORDS = (
    [b"1427155644.123", b"0.000", b"99999999999.999", b"1427155644.1234", b"1427155644"],
    [b"    921", b" 0", b" 1234567", b"    -12", b" -", b" 18446744073709551616", b"", b" 1.5"],
    [b"192.0.2.7", b"2001:db8::7", b"-", b"h.example", b'"', b"a b"],
    [b"TCP_MISS/200", b"NONE/000", b"NONE_NONE/-", b"tcp/200", b"TCP_MISS/20", b"TCP_MISS"],
    [b"507", b"0", b"-", b"5x"],
    [b"GET", b"CONNECT", b"-", b"--", b"G(T"],
    [b"http://example.org/x?y=z", b"h:443", b"-", b"error:x", b"http://h/\xc3\xa9", b"/a b", b"#",
     b"/a  b c", b"/a b - HIER_NONE/- x", b"/a - HIER_NONE/- x"],
    [b"-", b"lena", b"a%20b", b""],
    [b"HIER_NONE/-", b"DIRECT/192.0.2.1", b"HIER_DIRECT/2001:db8::1", b"DIRECT", b"a/b"],
    [b"text/html", b"-", b"text/html [Host: h]", b"text/html ", b"a/b\r\r", b"a\tb", b"- -"],
)


# What may be the fields after the target, and what may follow them.
ENDS = [b"- HIER_NONE/- x", b"lena DIRECT/192.0.2.1 a/b", b"- X/y -", b"- a/b c", b"d"]
AFTER = [b"", b" ", b"  ", b"\r", b"\r\r", b" \r", b"\t", b" a\r\rb"]


def make(dice):
    words = fields.words(WORDS, dice)
    if dice.random() < 0.2:
        ends = [dice.choice(ENDS) for _ in range(dice.randrange(1, 4))]
        words[6:] = [b"/a b", *ends]
        words[-1] += dice.choice(AFTER)
    return b" ".join(words)
