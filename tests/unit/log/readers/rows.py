# SPDX-License-Identifier: MIT
"""Formats that configurations define, and lines in them.

A format has its text and, listed by hand, what its lines consist of: literal bytes, and
fields as (kind, name); the library skips a field whose name is None. Most formats are
examples of the documents: mod_log_config, ngx_http_log_module, HAProxy's configuration
manual, 8.2."""

import re

from envelopes import opened
from readers import fields, json

DATE = rb"(?:0[1-9]|[12]\d|3[01])/(?:%s)/\d{4}" % b"|".join(fields.MONTHS)
CLOCK = opened.CLOCK + rb":(?:[0-5]\d|60)"
CLF = DATE + rb":" + CLOCK + rb" [+-](?:[01]\d|2[0-3])[0-5]\d"
HAPROXY = DATE + rb":" + CLOCK + rb"\.\d{3}"
WORD = rb'(?:[^\x00-\x20"\\\x7f]|\\[^\n ])+'
# Kinds whose end does not depend on what follows.
SHAPES = {
    "number": rb"(?:-|\d++)", "signed": rb"(?:-\d*+|\+?\d++)", "decimal": rb"(?:-|\d++(?:\.\d++)?)",
    "status": rb"(?:-|\d{3})", "code": rb"(?:-1?+|\d{3}(?!\d))", "clf": CLF, "iso": opened.ZONED,
    "haproxy": HAPROXY, "epoch": rb"\d{1,11}+(?:\.\d{1,9}+)?",
}
NUMBERS = ("number", "signed", "code", "decimal", "epoch")
HASH = re.compile(rb"#([0-9A-Fa-f]{2})")
# HAProxy's flag E: in values with and without the escapes above. The keys are names for them.
WITH_E = {b"#]": re.compile(rb'\\([]"\\])|#([0-9A-Fa-f]{2})'), b"]": re.compile(rb'\\([]"\\])')}


def text_until(after, escape):
    """Any text up to the first `after`."""
    one = {b"\\": rb"\\[^\n]|(?!AFTER)[^\\\n]", b"": rb"(?!AFTER)[^\n]",
           b"#": rb"#|(?!AFTER)[^#\n]", b"]": rb"\\[^\n]|(?!AFTER)[^\\\n]",
           b"#]": rb"\\[^\n]|#|(?!AFTER)[^#\\\n]"}[escape]
    if not after:
        return rb"[^\n]*"
    # Where quotation marks are escaped, an unescaped one ends the field.
    stop = b'"' if after.startswith(b'"') and escape else re.escape(after)
    return rb"(?>(?:" + one.replace(b"AFTER", stop) + rb")*)"


class Row:
    def __init__(self, text, *pieces, escape=b"\\", json=False):
        self.text = text
        self.pieces = pieces
        self.escape = escape
        self.json = json
        self.names = {}
        pattern = b""
        for i, piece in enumerate(pieces):
            if isinstance(piece, bytes):
                # Captures may be missing; then there is one space, not two.
                is_after_captures = i > 0 and pieces[i - 1][0] == "captures"
                pattern += rb"(?:(?<=\}) |(?<= ))" if is_after_captures else re.escape(piece)
                continue
            after = pieces[i + 1] if i + 1 < len(pieces) else b""
            group = f"f{i}"
            self.names[group] = piece
            pattern += b"(?P<%s>%s)" % (group.encode(), self.pattern(piece[0], after))
        self.regex = re.compile(pattern, re.DOTALL)

    def pattern(self, kind, after):
        if kind in SHAPES:
            return SHAPES[kind]
        if kind == "host" and after.startswith(b" ") and self.escape != b"#":
            return rb"(?>(?:%s(?<=,) )*%s(?<!,))(?=[ ])" % (WORD, WORD)
        if kind == "ident" and after.startswith(b" "):
            return rb"(?>%s(?<!,))(?=[ ])" % WORD
        if kind == "user" and after == b" [":
            return rb'(?:""|(?:[^\x00-\x1f"\\\x7f]|\\[^\n ])+)(?= \[%s\] ")' % CLF
        if kind == "host:port":
            return rb'[^\x00-\x20"\x7f]+:\d+(?=[ ]|$)'
        if kind == "captures":
            return rb'(?:\{[^\n"{}]*\}(?=[ ])|)'
        return text_until(after, b"" if kind == "raw" else self.escape)

    def unescaped(self, text):
        if self.escape == b"#":
            return HASH.sub(lambda m: bytes([int(m[1], 16)]), text)
        if self.escape in WITH_E:
            return WITH_E[self.escape].sub(
                lambda m: m[1] if m[1] is not None else bytes([int(m[2], 16)]), text)
        if self.json:
            return json.unescaped(text)
        return fields.unescaped(text) if self.escape else text


def read(row, line):
    """The request and the fields (name -> begin, end, value) of a line; None if it is
    not a record."""
    match = row.regex.fullmatch(line)
    if not match:
        return None
    request, found = fields.ABSENT, {}
    for group, (kind, name) in row.names.items():
        begin, end = match.span(group)
        text = match[group]
        if not name:
            continue
        if kind == "host:port":
            colon = line.rindex(b":", begin, end)
            for part, span in zip(name, ((begin, colon), (colon + 1, end))):
                found[part] = span
        elif name == "request":
            request, parts = fields.request_parts(Part(line, begin, end))
            found.update(parts)
            found["request"] = begin, end
        elif kind == "user" and text == b'""':
            found[name] = begin + 1, begin + 1
        elif kind == "signed" and text.startswith(b"+"):
            found[name] = begin + 1, end
        elif text not in (b"-", b"-1" if kind in ("code", "signed") else b"-") and not (
                kind == "signed" and text.startswith(b"-")) and (
                text or not (row.json or kind == "captures")):
            found[name] = begin, end
    raw = [name for kind, name in row.names.values() if kind == "raw"]
    return request, {name: (begin, end, line[begin:end] if name in raw
                            else value(row, name, line[begin:end]))
                     for name, (begin, end) in found.items()}


class Part:
    """The part of a match object that fields.request_parts() uses."""

    def __init__(self, line, begin, end):
        self.string, self.begin, self.end = line, begin, end

    def span(self, _):
        return self.begin, self.end

    def __getitem__(self, _):
        return self.string[self.begin:self.end]


def value(row, name, text):
    if name == "time":
        return time_of(text)
    if name == "duration":
        return fields.seconds(text, row.digits)
    return row.unescaped(text)


def time_of(text):
    clf = re.fullmatch(rb"(..)/(...)/(....):([\d:]+(?:\.\d+)?)(?: ([+-]\d\d)(\d\d))?", text)
    if clf:
        date = b"%s-%02d-%sT%s" % (clf[3], fields.MONTHS.index(clf[2]) + 1, clf[1], clf[4])
        zone = b"%s:%s" % (clf[5], clf[6]) if clf[5] else b""
        return date + (b"+00:00" if zone == b"-00:00" else zone)
    iso = re.fullmatch(rb"(.*[^Z])([+-]\d\d:\d\d)", text)
    return iso[1] + b"+00:00" if iso and iso[2] == b"-00:00" else text


def row(text, *pieces, digits=0, **options):
    made = Row(text, *pieces, **options)
    made.digits = digits
    return made


REQUEST = ("text", "request")
HEADERS = (b' "', ("text", "referer"), b'" "', ("text", "agent"), b'"')
COMMON = (("host", "client"), b" ", ("ident", "ident"), b" ", ("user", "user"), b" [",
          ("clf", "time"), b'] "', REQUEST, b'" ', ("status", "status"), b" ",
          ("number", "bytes"))
APACHE_COMBINED = r'%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\"'
HTTP = (("host:port", ("client", "client-port")), b" [", ("haproxy", "time"), b"] ",
        ("raw", "frontend"), b" ", ("raw", "backend"), b"/", ("raw", "server"), b" ",
        ("signed", None), b"/", ("signed", None), b"/", ("signed", None), b"/",
        ("signed", None), b"/", ("signed", "duration"), b" ", ("code", "status"), b" ",
        ("signed", "bytes"), b" ", ("raw", "request-cookie"), b" ", ("raw", "response-cookie"),
        b" ", ("raw", "state"), b" ", ("number", None), b"/", ("number", None), b"/",
        ("number", None), b"/", ("number", None), b"/", ("signed", None), b" ",
        ("number", None), b"/", ("number", None), b' "', REQUEST, b'"')

FORMATS = {
    "apache combined": row(f'LogFormat "{APACHE_COMBINED}" combined', *COMMON, *HEADERS),
    "apache common": row('"%h %l %u %t \\"%r\\" %>s %b"', *COMMON),
    "apache vhost_combined": row(
        r'LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" x',
        ("host:port", ("vhost", "vhost-port")), b" ", *COMMON, *HEADERS),
    "apache referer": row('LogFormat "%{Referer}i -> %U" referer',
                          ("text", "referer"), b" -> ", ("text", "target")),
    "apache agent": row('LogFormat "%{User-agent}i" agent', ("text", "agent")),
    "apache combinedio": row(
        f'LogFormat "{APACHE_COMBINED} %I %O" combinedio', *COMMON, *HEADERS, b" ",
        ("number", "received"), b" ", ("number", None)),
    "apache parts": row("%V|%a|%m %U%q %H|%D|%X", ("text", "vhost"), b"|", ("text", "client"),
                        b"|", REQUEST, b"|", ("number", "duration"), b"|", ("text", None),
                        digits=6),
    "apache tabs": row(r"%a\t%{X}o\t%r\t%400,501{User-agent}i", ("text", "client"), b"\t",
                       ("text", None), b"\t", REQUEST, b"\t", ("text", "agent")),
    "nginx combined": row(
        "log_format combined '$remote_addr - $remote_user [$time_local] '\n"
        "                    '\"$request\" $status $body_bytes_sent '\n"
        "                    '\"$http_referer\" \"$http_user_agent\"';",
        ("host", "client"), b" - ", ("user", "user"), b" [", ("clf", "time"), b'] "', REQUEST,
        b'" ', ("status", "status"), b" ", ("number", "bytes"), *HEADERS),
    "nginx compression": row(
        "log_format compression '$remote_addr - $remote_user [$time_local] '"
        " '\"$request\" $status $bytes_sent '"
        " '\"$http_referer\" \"$http_user_agent\" \"$gzip_ratio\"';",
        ("host", "client"), b" - ", ("user", "user"), b" [", ("clf", "time"), b'] "', REQUEST,
        b'" ', ("status", "status"), b" ", ("number", "bytes"), *HEADERS, b' "',
        ("text", None), b'"'),
    "nginx json": row(
        "log_format json escape=json '{\"t\":\"$time_iso8601\",\"u\":\"$request_uri\",'"
        " '\"m\":\"${request_method}\",\"s\":$status,\"d\":$request_time,'"
        " '\"r\":\"$http_referer\"}';",
        b'{"t":"', ("iso", "time"), b'","u":"', ("text", "target"), b'","m":"',
        ("text", "method"), b'","s":', ("status", "status"), b',"d":', ("decimal", "duration"),
        b',"r":"', ("text", "referer"), b'"}', json=True),
    "nginx none": row("log_format x escape=none '$host $args <$cookie_a> $request';",
                      ("text", "vhost"), b" ", ("text", "uri-query"), b" <", ("text", None),
                      b"> ", REQUEST, escape=b""),
    "haproxy HTTP": row(
        'log-format "%ci:%cp [%tr] %ft %b/%s %TR/%Tw/%Tc/%Tr/%Ta %ST %B %CC %CS %tsc '
        '%ac/%fc/%bc/%sc/%rc %sq/%bq %{+Q}r"', *HTTP, escape=b"#", digits=3),
    "haproxy escaped": row(
        "haproxy:%{+E}o %{+Q}r %hr %ST %{+Q}HM|%HU|%HV %HP%HQ", b'"', REQUEST, b'" ',
        ("captures", "request-captures"), b" ", ("code", "status"), b' "', ("text", None), b'"|',
        ("text", None), b"|", ("text", None), b" ", ("text", None), escape=b"#]"),
    "haproxy escaped target": row(
        r'log-format "%{+Q,+E}HM: %{+E}HU -> %{+E}HV"', b'"', ("text", "method"), b'": ', ("text", "target"),
        b" -> ", ("text", "protocol"), escape=b"#]"),
    "haproxy escaped text": row(
        "haproxy:%{+E}o %CC|%{+Q}CS %tsc %ID", ("text", "request-cookie"), b'|"', ("text", "response-cookie"),
        b'" ', ("text", "state"), b" ", ("text", "request-id"), escape=b"]"),
    "haproxy expressions": row(
        r'log-format %ci\ %[capture.req.hdr(0)]\ %{+Q}HM\ %HU', ("raw", "client"), b" ",
        ("raw", None), b' "', ("text", "method"), b'" ', ("text", "target"), escape=b"#"),
}

# Values of each kind: the first three are valid, some of the others invalid or hostile.
VALUES = {
    "number": [b"7", b"2326", b"-", b"", b"x", b"12a"],
    "signed": [b"0", b"109", b"-1", b"+5", b"-", b"--1"],
    "decimal": [b"0.012", b"7", b"-", b"1.", b".5", b"1.2.3"],
    "status": [b"200", b"404", b"-", b"20", b"2000", b"abc"],
    "code": [b"200", b"503", b"-1", b"-", b"20", b"2000"],
    "clf": [b"10/Oct/2000:13:55:36 -0700", b"01/Dec/2024:00:00:00 +0000",
            b"31/Jan/2024:23:59:60 -0000", b"32/Dec/2024:00:00:00 +0000", b"", b"-"],
    "haproxy": [b"06/Feb/2009:12:14:14.655", b"01/Dec/2024:00:00:00.000",
                b"10/Oct/2000:13:55:36 -0700", b"-"],
    "iso": [b"2018-07-02T22:23:00+00:00", b"2018-07-02T22:23:00Z", b"2018-07-02T22:23:00-00:00",
            b"2018-13-02T22:23:00Z", b"-"],
    "host": [b"192.0.2.7", b"2001:db8::7", b"192.0.2.1, 192.0.2.2", b"-", b"a,", b"a b", b""],
    "ident": [b"-", b"-", b"ident", b"a,", b"", b"a b"],
    "user": [b"-", b"lena", b"lena s", b'""', b"a [b", b"", b'a"b',
             b"a [01/Jan/2024:00:00:00 +0000]", b"\\xc3\\xa9", b"a\\"],
    "host:port": [b"192.0.2.7:80", b"::1:443", b"www.example.org:8080", b"h", b":80", b"h:",
                  b"a b:1", b"[::1]:80"],
    "captures": [b"{a\\]#7C|b}", b"{a|b}", b"", b"{}", b"{", b"x"],
    "request": [b"GET / HTTP/1.1", b"POST /a b?c HTTP/2.0", b"GET /", b"-", b"", b"GET",
                b"\\x16\\x03", b"GET /\\\"x\\\\ HTTP/1.1", b"GET /#22 HTTP/1.1",
                b"GET /a|b\tc HTTP/1.1", b'GET /"x HTTP/1.1', b" HTTP/1.1", b"G#41T / HTTP/1.0",
                b'GET /\\]\\\\#41#4\\"1 HTTP/1.1\\]', b"G#5\\]T /",
                b"<BADREQ>"],
    "text": [b"a", b"-", b"http://h/x?y=1", b"", b"Mozilla/5.0 (X11; Linux)", b"a b", b"a|b",
             b"a\\\"b", b'a"b', b"a\tb", b"#41#", b"\\u0041\\/", b"a/b", b'", "', b"\\", b"x\\x41",
             b'a\\]\\"\\\\b', b"\\#5\\#41#4\\]1", b"]\\", b"a -> b", b"<x>", b"\xc3\xa9", b'","s":"'],
}


def make(row_, dice):
    line, kind = b"", None
    for piece in row_.pieces:
        if isinstance(piece, bytes):
            line += b"" if kind == "captures" and line.endswith(b" ") else piece
            continue
        kind, name = piece
        values = VALUES["request" if name == "request" else "text" if kind == "raw" else kind]
        line += dice.choice(values if dice.random() < 0.15 else values[:3])
    return line
