# SPDX-License-Identifier: MIT
"""Files of syslog daemons: RFC 3164, section 4; RFC 5424, section 6."""

import re

from envelopes import opened

WORD = rb"[^\x00-\x20\x7f]+"
STAMP = (rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?: [1-9]|[12]\d|3[01]) "
         + opened.CLOCK + rb":(?:[0-5]\d|60)(?:\.\d{1,9})?")
PRIORITY = rb"(?:<(?P<priority>\d{1,3})>)?"
NAME = rb"[^\x00-\x20\x7f=\]\"]+"
TAG = rb"(?P<program>[^\x00-\x20\x7f:\[\]]+)(?:\[(?P<process>[^\x00-\x20\x7f\[\]]+)\])?:"
SEVERITY = rb"[a-z][a-z0-9]*\.[a-z]+"
ELEMENT = rb"\[" + NAME + rb'(?: ' + NAME + rb'="(?:[^\n"\\\]]|\\[^\n])*")*\]'
BSD = re.compile(PRIORITY + rb"(?P<logged>" + STAMP + rb"|" + opened.ZONED + rb"|"
                 + opened.LOCAL + rb") "
                 rb"(?:(?P<sender>" + WORD + rb")(?<!:) (?:" + SEVERITY + rb" )?)?"
                 + TAG + rb"(?: |\Z)(?P<message>.*)", re.DOTALL)
IETF = re.compile(PRIORITY + rb"[1-9]\d{0,2} (?:-|(?P<logged>" + opened.ZONED + rb"))"
                  rb" (?:-|(?P<sender>WORD)) (?:-|(?P<program>WORD)) (?:-|(?P<process>WORD)) WORD"
                  .replace(b"WORD", WORD) +
                  rb" (?:-|(?:" + ELEMENT + rb")+)(?: (?:\xef\xbb\xbf)?|\Z)(?P<message>.*)",
                  re.DOTALL)


def read(line):
    match = BSD.fullmatch(line) or IETF.fullmatch(line)
    if not match:
        return None
    fields = match.groupdict()
    del fields["message"]
    # RFC 5424's NILVALUE, "-", is a missing field.
    return opened.in_place(match, **{name: value for name, value in fields.items()
                                     if value != b"-" or match.re is BSD})


HEADERS = [b"<190>Mar 23 17:07:24 nginx: ", b"Mar  3 17:07:24 web-1 nginx[12]: ",
           b"2003-10-11T22:14:15.003Z fe80::1 haproxy[1]: ", b"Feb  6 12:14:14 h a[b]c x[y]: ",
           b"<165>1 2003-10-11T22:14:15.003Z h app - ID47 [a@1 b=\"c\\\"d\\]\"][x] ",
           b"1 - - - - - - ", b"<0>1 2024-02-29T23:59:60+02:00 - nginx 7 - - \xef\xbb\xbf",
           b"2024-02-29 23:59:60.5 h local0.info nginx: ", b"Feb  6 12:14:14 local0.info p: ",
           b"Feb 30 12:14:14 h p:", b"Feb  6 12:14:14 p[]: ", b"<1999>Feb  6 12:14:14 h p: ",
           b"Feb  6 12:14:14 a: b: ", b"Feb  6 12:14:14 -: "]
PIECES = [b" ", b":", b"[", b"]", b"<", b"1", b"-", b": ", b"\xef\xbb\xbf", b'"', b"\\", b"\t",
          b"\r"]


def wrap(dice, message):
    line = dice.choice(HEADERS) + opened.without_line_feeds(message)
    if dice.randrange(20) == 0:
        line = dice.choice(HEADERS).removesuffix(b" ")
    yield opened.damaged(dice, line, PIECES) + dice.choice((b"\n", b"\n", b"\n", b"\r\n"))
