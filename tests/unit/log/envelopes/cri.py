# SPDX-License-Identifier: MIT
"""Logs of containers as containerd and CRI-O write them: kubernetes, design proposal "CRI:
Log management", and kubelet's logs.go, parseCRILog()."""

import re

from envelopes import opened

TAG = rb"[^\x00-\x20\x7f:]+"
LINE = re.compile(rb"(?P<logged>" + opened.ZONED + rb") (?P<stream>stdout|stderr) (?P<first>[PF])"
                  rb"(?::" + TAG + rb")* (?P<message>.*)", re.DOTALL)


def read(line):
    match = LINE.fullmatch(line)
    return match and opened.in_place(match, match["first"] == b"P",
                                     logged=match["logged"], stream=match["stream"])


TIMES = [b"2016-10-06T00:17:09.669794202Z", b"2024-02-29T23:59:60+02:00", b"2024-12-31T00:00:00Z",
         b"2016-13-06T00:17:09Z", b"2016-10-06 00:17:09Z"]
PIECES = [b" ", b"F", b"P ", b":", b"x", b"\r", b"stderr", b"\x80", b"\t", b"  "]


def wrap(dice, message):
    """Lines with the message, perhaps damaged."""
    parts = opened.cut(dice, opened.without_line_feeds(message))
    stream = dice.choice((b"stdout", b"stdout", b"stderr"))
    for n, part in enumerate(parts):
        tag = b"F" if n + 1 == len(parts) else b"P"
        line = b"%s %s %s%s %s" % (dice.choice(TIMES if dice.random() < 0.1 else TIMES[:3]), stream,
                                   tag, dice.choice((b"", b"", b":x", b":a:b")), part)
        yield opened.damaged(dice, line, PIECES) + dice.choice((b"\n", b"\n", b"\n", b"\r\n"))
