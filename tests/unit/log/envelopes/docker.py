# SPDX-License-Identifier: MIT
"""Logs of Docker's driver json-file: moby, daemon/logger/jsonfilelog."""

import json
import re

from envelopes import opened

BYTE = rb"[^\x00-\x1f\"\\]"
PAIR = rb"\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}"
UNIT = rb"\\u(?![Dd][89A-Fa-f])[0-9A-Fa-f]{4}"
SHORT = rb"\\[\"\\/bfnrt]"
CHARACTER = re.compile(b"|".join((BYTE, PAIR, UNIT, SHORT)))
STRING = rb'"(?:[^\x00-\x1f"\\]|\\[^\x00-\x1f])*"'
SKIPPED = rb"(?:[^\x00-\x08\x0a-\x1f\"\[\]{}]|" + STRING + rb")"
NESTED = rb"[\[{](?:" + SKIPPED + rb"|[\[{]" + SKIPPED + rb"*[\]}])*[\]}]"
VALUE = rb"(?:" + STRING + rb"|[0-9A-Za-z+.-]+|" + NESTED + rb")"
MEMBER = re.compile(rb"(?P<key>" + STRING + rb")[ \t]*:[ \t]*(?P<value>" + VALUE + rb")", re.DOTALL)
SEPARATOR = re.compile(rb"[ \t]*,[ \t]*")
BEGIN, END = re.compile(rb"[ \t]*\{[ \t]*"), re.compile(rb"[ \t]*\}[ \t]*")
TIME = re.compile(opened.ZONED)


def decoded(line, begin, end):
    """The characters of a string, without the quotation marks, and their places."""
    text, places = [], []
    while begin < end:
        match = CHARACTER.match(line, begin, end)
        if not match:
            return None
        escape = match[0].startswith(b"\\")
        character = json.loads(b'"%s"' % match[0]).encode() if escape else match[0]
        text.append(character)
        places += [begin] * len(character)
        begin = match.end()
    return text, [*places, end]


def members(line):
    at = BEGIN.match(line).end() if BEGIN.match(line) else len(line)
    while True:
        match = MEMBER.match(line, at)
        if not match:
            return
        yield match
        separator = SEPARATOR.match(line, match.end())
        if not separator:
            if END.fullmatch(line, match.end()):
                yield None
            return
        at = separator.end()


def read(line):
    found = list(members(line))
    if not found or found[-1] is not None:
        return None
    message, fields, stream, partial = None, {}, None, False
    for match in found[:-1]:
        key, value = match["key"], match["value"]
        begin, end = match.start("value") + 1, match.end("value") - 1
        if key == b'"log"':
            message = decoded(line, begin, end) if value.startswith(b'"') else None
            if message is None:
                return None
        elif key == b'"stream"':
            if value not in (b'"stdout"', b'"stderr"'):
                return None
            fields["stream"] = stream = value[1:-1]
        elif key == b'"time"':
            if not value.startswith(b'"') or not TIME.fullmatch(value[1:-1]):
                return None
            fields["logged"] = value[1:-1]
    if message is None:
        return None
    characters, places = message
    # Only the escape "\n" ends a message; "\u000a" does not.
    if characters and characters[-1] == b"\n" and line[places[-2]:places[-1]] == b"\\n":
        characters, places = characters[:-1], places[:-1]
    else:
        partial = True
    return opened.Opened(b"".join(characters), places, stream or b"stdout", partial, fields)


PIECES = [b" ", b"\\", b'"', b"\\n", b"\\u0041", b"\\ud83d\\ude00", b"\\ud83d", b",", b"{", b"}",
          b"\\u000a", b"\t", b"\x80", b'"a":1,', b'"x":{"a":[1]},', b'"log":"b\\n",', b"\\/"]
PLAIN = {0x22: b'\\"', 0x5c: b"\\\\", 0x0a: b"\\n", 0x0d: b"\\r", 0x09: b"\\t", 0x3c: b"\\u003c",
         0x26: b"\\u0026"}


def quoted(part):
    return b"".join(PLAIN.get(byte) or (b"\\u%04x" % byte if byte < 0x20 else bytes([byte]))
                    for byte in part)


def wrap(dice, message):
    parts = opened.cut(dice, message.rstrip(b"\n"))
    stream = dice.choice((b"stdout", b"stdout", b"stderr"))
    for n, part in enumerate(parts):
        ends = b"\\n" if n + 1 == len(parts) else b""
        attrs = dice.choice((b"", b"", b'"attrs":{"a":"b"},'))
        line = b'{"log":"%s%s","stream":"%s",%s"time":"2016-10-06T00:17:09.669794202Z"}' % (
            quoted(part), ends, stream, attrs)
        yield opened.damaged(dice, line, PIECES) + dice.choice((b"\n", b"\n", b"\n", b"\r\n"))
