# SPDX-License-Identifier: MIT
"""Apache's and nginx's combined and common formats."""

from readers import fields

# A word, one that does not end in a comma, and a list of addresses.
WORD = r'(?:[^\x00-\x20"\\\x7f]|\\[^\n ])+'
ITEM = WORD + r"(?<!,)"
LIST = rf"(?:{WORD}(?<=,)\ )*{ITEM}"
USER = r'(?:""|(?:[^\x00-\x1f"\\\x7f]|\\[^\n ])+)'
FRAMES = (
    rf"(?P<client>{LIST})\ -\ (?P<user>{USER})",
    rf"(?P<client>{LIST})\ (?!-\ )(?P<ident>{ITEM})\ (?P<user>\"\"|{WORD})",
    rf"(?P<vhost>{ITEM})\ (?!-\ )(?P<client>{LIST})\ (?P<ident>{ITEM})\ (?P<user>{USER})",
)
REST = r"""
    \ \[CLF_TIME\]
    \ "(?P<request> QUOTED )"
    \ (?: - | (?P<status>\d{3}) )
    \ (?: - | (?P<bytes>\d+) )
    (?: \ "(?P<referer> QUOTED )" \ "(?P<agent> QUOTED )" (?: \ (?P<trailing>.*) )?
      | \ (?P<others>(?!").*) )?
""".replace("QUOTED", r'(?:[^"\\]|\\.)*')
LINES = [fields.verbose((frame + REST).encode(), CLF_TIME=fields.CLF_TIME) for frame in FRAMES]


def read(line):
    """The request and the fields (name -> begin, end, value) of a line; None if it is no
    record."""
    match = next(filter(None, (form.fullmatch(line) for form in LINES)), None)
    if not match or not fields.is_time(match):
        return None
    spans = fields.spans_of(match, ("others",))
    others = spans.pop("others", (0, 0))
    if others[0] < others[1]:
        spans["trailing"] = others
    if match["user"] == b'""':
        spans["user"] = (match.start("user") + 1,) * 2
    if "vhost" in spans:
        spans.update(fields.host_and_port(match.start("vhost"), match["vhost"]))
    kind, parts = fields.request_parts(match)
    spans.update(parts)
    return kind, fields.with_values_of(match, spans, **dict.fromkeys(
        spans.keys() - {"trailing"}, fields.unescaped))


CLIENTS = [b"192.0.2.7", b"2001:db8::7", b"h.example", b"-", b"192.0.2.1, 192.0.2.2", b"#c",
           b"www.example.org:443 192.0.2.7", b"h 192.0.2.7", b"a\\x00", b"h:80", b"a,", b":1 h"]
USERS = [b"- -", b"- lena", b"- lena s", b'- ""', b"ident lena", b"ident lena s", b"- a [b",
         b"- -  -", b'- \\"', b'- [01/Jan/2024:00:00:00 +0000] \\"', b"-", b"a b c d", b"a, b",
         b"- a\xc3\xa9", b'- "', b"ident -"]
TIMES = [b"[10/Oct/2000:13:55:36 -0700]", b"[01/Dec/2024:00:00:00 +0000]", b"[]",
         b"[32/Dec/2024:00:00:00 +0000]", b"[01/Dec/2024:23:59:60 +2359]"]
REQUESTS = [b"GET / HTTP/1.1", b"POST /a b HTTP/1.1 HTTP/2.0", b"-", b"", b"GET /", b"GET", b"GET ",
            b"GET  HTTP/1.1", b"\\x16\\x03", b'GET /\\"\\\\ HTTP/1.1', b"GET / HTTP/ HTTP/1.1\\r",
            b'GET /a"b HTTP/1.1', b"\x16\x03\x01", b" HTTP/1.1", b"a b HTTP HTTP /HTTP/", b"G(T / HTTP/1"]
ENDS = [b' 200 5 "-" "-"', b" 200 5", b' 404 - "http://h/" "Mozilla/5.0 (X11)"', b" - -",
        b' 200 5 "-" "x\\"y" 1 "a"', b" 200 5 0.001", b' 200 5 "" "" ', b' 200 5 "-"', b" 200",
        b" 20 5", b' 200 5 "-" "-" \r\r', b" 200 5 ", b' 200 5 "-" "-" -']


def make(dice):
    return b"%s %s %s \"%s\"%s" % tuple(dice.choice(options) for options in
                                        (CLIENTS, USERS, TIMES[:2] * 4 + TIMES, REQUESTS, ENDS))
