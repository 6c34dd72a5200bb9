# SPDX-License-Identifier: MIT
"""A JSON object in each line: Caddy, Traefik, nginx, Envoy."""

import datetime
import fractions
import re

from readers import fields

TEXT = {
    "client": "remote_addr remote_ip client_ip ClientHost x_forwarded_for downstream_remote_address",
    "user": "remote_user ClientUsername user_id",
    "method": "method request_method RequestMethod",
    "target": "uri request_uri path RequestPath",
    "protocol": "proto protocol server_protocol RequestProtocol",
    "referer": "http_referer referer request_Referer",
    "agent": "http_user_agent user_agent request_User-Agent",
    "vhost": "host http_host server_name authority RequestHost",
    "status": "status response_code DownstreamStatus",
    "bytes": "size body_bytes_sent bytes_sent DownstreamContentSize",
    "time": "ts time time_local time_iso8601 msec start_time StartUTC",
    "duration": "duration request_time Duration",
    "request": "request",
}
KEYS = {key.encode(): name for name, keys in TEXT.items() for key in keys.split()}
PARTS = {b"remote_ip": "client", b"client_ip": "client", b"proto": "protocol", b"method": "method",
         b"uri": "target", b"host": "vhost"}
HEADERS = {b"user-agent": "agent", b"referer": "referer"}

STRING = re.compile(rb'"((?:[^\x00-\x1f"\\]|\\[^\x00-\x1f])*)"')
REQUEST = re.compile(STRING.pattern.replace(b"(", b"(?P<request>", 1))
ATOM = re.compile(rb"[0-9A-Za-z+.-]+")
SPACE = re.compile(rb"[ \t]*")
SKIPPED = re.compile(rb'[^\x00-\x08\x0a-\x1f"\[\]{}]*')
CLF = fields.verbose(b"CLF_TIME", CLF_TIME=fields.CLF_TIME)
ISO = fields.verbose(rb"""(?P<year>\d{4}) - (?P<month>\d\d) - (?P<day>\d\d) T (?P<clock>\d\d:\d\d:\d\d)
                          (?P<fraction>\.\d{1,9})? (?: Z | (?P<zone>[+-]\d\d) : (?P<past>\d\d) )""")
NUMBER = re.compile(rb"(\d+)(?:\.(\d+))?(?:[Ee]([+-]?\d+))?")
EPOCH = re.compile(rb"(\d{1,11})(\.\d{1,9})?")
ESCAPE = re.compile(rb'\\(?:(["\\/bfnrt])|u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})'
                    rb"|u((?:[0-9A-CE-Fa-ce-f][0-9A-Fa-f]|[Dd][0-7])[0-9A-Fa-f]{2}))")
LETTERS = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t"}
MOST_DEEP = 12


class Broken(Exception):
    """The line is not such an object."""


def unescaped(text):
    """The escapes undone."""
    def one(match):
        if match[1]:
            return LETTERS.get(match[1], match[1])
        if match[2]:
            return chr(0x10000 + ((int(match[2], 16) & 0x3ff) << 10)
                       + (int(match[3], 16) & 0x3ff)).encode()
        return chr(int(match[4], 16)).encode()

    return ESCAPE.sub(one, text)


def time_of(text):
    """The time in ISO 8601; None if the text is not a time."""
    match = CLF.fullmatch(text)
    if match:
        return fields.iso_8601(match) if fields.is_time(match) else None
    match = ISO.fullmatch(text)
    if match:
        return text if fields.is_time(match) else None
    match = EPOCH.fullmatch(text)
    if match:
        time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(match[1]))
        return time.isoformat().encode() + (match[2] or b"") + b"Z"
    return None


def number_of(text):
    """Digits, fraction, exponent; None if the text is not a number of which a value is read."""
    match = NUMBER.fullmatch(text)
    if not match or abs(int(match[3] or b"0")) > 99:
        return None
    return match[1], match[2] or b"", int(match[3] or b"0")


def integer_of(text):
    """The integer in digits; None if the text is not one."""
    number = number_of(text)
    if text.isdigit() or not number:
        return text if text.isdigit() else None
    digits, fraction, exponent = number
    value = int(digits + fraction) * fractions.Fraction(10) ** (exponent - len(fraction))
    return b"%d" % value if value.denominator == 1 and 0 <= exponent <= 18 else None


def status_of(text):
    """The status in digits; None if the text is not an integer of three digits."""
    value, number = integer_of(text), number_of(text)
    return value if value and len(number[0]) + number[2] == 3 else None


def seconds_of(key, text):
    """The duration in decimal seconds; None if the text is not a duration."""
    number = number_of(text)
    if not number or key == b"Duration" and integer_of(text) is None:
        return None
    digits, fraction, exponent = number
    unit = 9 if key == b"Duration" else 3 if key == b"duration" and text.isdigit() else 0
    # As many places as the number has.
    places = max(unit + len(fraction) - exponent, 0)
    value = int(digits + fraction) * 10 ** (places - unit - len(fraction) + exponent)
    return fields.seconds(b"%d" % value, places)


class Object:
    """The fields of one line."""

    def __init__(self, line):
        self.line, self.at, self.found, self.request = line, 0, {}, fields.ABSENT

    def take(self, pattern):
        match = pattern.match(self.line, self.at)
        if not match:
            raise Broken
        self.at = match.end()
        return match

    def byte(self):
        return self.line[self.at:self.at + 1]

    def space(self):
        self.take(SPACE)

    def expect(self, byte):
        if self.byte() != byte:
            raise Broken
        self.at += 1

    def skip(self, depth=1):
        """Skips a value that gives no field."""
        if self.byte() == b'"':
            self.take(STRING)
        elif self.byte() not in (b"{", b"["):
            self.take(ATOM)
        else:
            if depth > MOST_DEEP:
                raise Broken
            self.at += 1
            self.skip_rest(depth)

    def skip_rest(self, depth):
        """Skips the rest of an array or an object."""
        while self.take(SKIPPED) and self.byte() not in (b"}", b"]"):
            if self.byte() not in (b'"', b"{", b"["):
                raise Broken
            self.skip(depth + 1)
        self.at += 1

    def members(self, member):
        self.expect(b"{")
        self.space()
        if self.byte() == b"}":
            self.at += 1
            return
        while True:
            key = self.take(STRING)[1]
            self.space()
            self.expect(b":")
            self.space()
            member(key)
            self.space()
            if self.byte() == b"}":
                self.at += 1
                return
            self.expect(b",")
            self.space()

    def put(self, name, begin, end, value):
        self.found.setdefault(name, (begin, end, value))

    def scalar(self):
        """(text, begin, end, whether it is a string); None if it is an array or an object."""
        if self.byte() == b'"':
            match = self.take(STRING)
            return match[1], *match.span(1), True
        if self.byte() in (b"[", b"{"):
            self.skip()
            return None
        match = self.take(ATOM)
        return match[0], *match.span(), False

    def text(self, name):
        value = self.scalar()
        if not value or not value[3] or value[0] in (b"", b"-"):
            return
        text, begin, end, _ = value
        if name in self.found:
            return
        spans = fields.host_and_port(begin, text) if name == "vhost" else {name: (begin, end)}
        for part, span in spans.items():
            self.put(part, *span, unescaped(self.line[slice(*span)]))

    def header(self, key):
        name = HEADERS.get(key.lower())
        if not name:
            self.skip()
            return
        if self.byte() != b"[":
            self.text(name)
            return
        begin = self.at
        self.at += 1
        self.space()
        if self.byte() == b'"':
            self.text(name)
            self.skip_rest(1)
        else:
            self.at = begin
            self.skip()

    def part(self, key):
        if key == b"headers":
            if self.byte() == b"{":
                self.members(self.header)
            elif self.byte() == b"[":
                raise Broken
            else:
                self.skip()
        elif key in PARTS:
            self.text(PARTS[key])
        else:
            self.skip()

    def member(self, key):
        name = KEYS.get(key)
        if name == "request":
            if self.byte() == b"{":
                self.members(self.part)
            elif self.byte() == b'"':
                self.request_line()
            elif self.byte() == b"[":
                raise Broken
            else:
                self.skip()
        elif name in ("status", "bytes", "time", "duration"):
            self.typed(name, key)
        elif name:
            self.text(name)
        else:
            self.skip()

    def typed(self, name, key):
        value = self.scalar()
        if not value or key == b"Duration" and value[3]:
            return
        text, begin, end, is_string = value
        if name == "status":
            result = status_of(text)
        elif name == "bytes":
            result = integer_of(text)
        elif name == "duration":
            result = seconds_of(key, text)
        else:
            result = time_of(text) if is_string or EPOCH.fullmatch(text) else None
        if result is not None:
            if name == "duration" and name in self.found:
                return
            self.put(name, begin, end, result)

    def request_line(self):
        match = self.take(REQUEST)
        self.request, parts = fields.request_parts(match, dash_is_method=False)
        for name, (begin, end) in {"request": match.span("request"), **parts}.items():
            self.found[name] = begin, end, unescaped(self.line[begin:end])


def read(line):
    if not line.strip(b" \t"):
        return None
    record = Object(line)
    try:
        record.space()
        record.members(record.member)
        record.space()
    except Broken:
        return None
    return (record.request, record.found) if record.at == len(line) and record.found else None


VALUES = {
    "status": (b"200", b'"404"', b"0", b"null", b'"-"', b"2000", b'""', b"404.0", b'"4.04e2"', b"20e+1",
               b"4.040000E02", b"404.5", b"4.041e2", b"4040e-1", b"0.404e3", b"5e002", b"404e-0", b"404.0e", b"40e0"),
    "bytes": (b"5", b'"123"', b"0", b'"-"', b"-1", b"1.5", b"null", b"1.2345678E7", b'"5.0"', b"15e1", b"1.250e2",
              b"1.251e2", b"1e18", b"1e19", b"150e-1", b"0e0", b"123456789012345678901.0", b"00.5e1", b"1.e5"),
    "time": (b"1646861401.5241024", b'"2024-03-01T00:00:12+01:00"', b'"10/Oct/2000:13:55:36 -0700"',
             b'"1646861401.524"', b"1646861401", b'"2024-03-01T00:00:12.123456789Z"', b'"2024-13-01T00:00:00Z"',
             b'"x"', b"null", b"123456789012", b'"2024-03-01 00:00:12"', b'"32/Oct/2000:13:55:36 -0700"'),
    "duration": (b"0.000929675", b"15", b'"0.012"', b'"-"', b"null", b'"12"', b"1.0000000001",
                 b"18446744073709551616", b"1e5", b"57000", b"1.5e-3", b'"2.3E2"', b"57000.0", b"5.7e+4", b"1e99",
                 b"1e-099", b"1e100", b"1e999999", b"00.50e00", b"1.5e", b"1e-5", b"0e7", b"001.2e1", b"1.25e1"),
    "request": (b'"GET / HTTP/1.1"', b'{"remote_ip":"192.0.2.7","proto":"HTTP/2.0","method":"GET","host":"h:80",'
                b'"uri":"/a?b","headers":{"User-Agent":["x/1"],"Accept":["*/*","a"]},"tls":{"proto":"h2"}}',
                b'"GET /\\"\\\\ HTTP/1.1"', b"null", b'""', b'"-"', b'"\\u0016\\u0003"', b'"- - -"', b"{}", b"[]",
                b'{"headers":{"Referer":["",null],"user-agent":"a"},"uri":"/\\u00e9"}', b'{"headers":[]}', b"{]",
                b'{"headers":{"Referer":[["a"]],"User-Agent":[]},"host":"h"}', b'{"host":["h"],"uri":{}}'),
}
STRINGS = (b'"a"', b'"/x?\\u0026y"', b'"h:8080"', b'"-"', b'""', b"null", b'"\\ud83d\\ude00\\/"', b'"\\x41\\n"',
           b'"\xc3\xa9"', b'["a",{"b":[1,2]}]', b"{}", b"12", b'"\\ud83d"', b'"\\"\\\\\\b\\f\\n\\r\\t"',
           b'"\\ud83d\\ud83d\\ude00\\ude00"', b'"\\ud83d\\n\\u12\\n\\u0\\u0041\\ud8\\udg"', b"[[[[[[[[[[[[]]]]]]]]]]]]",
           b"[[[[[[[[[[[[[]]]]]]]]]]]]]", b"[", b'"a', b"tr ue", b"")
OTHER = (b'"level"', b'"msg"', b'"resp_headers"', b'"\\u0075ri"', b'""', b'"Uri"', b'"uriuri"', b"uri")


def make(dice):
    """An object with up to eight known members and up to two others."""
    members = []
    for key in dice.sample(list(KEYS), dice.randrange(1, 9)):
        options = VALUES.get(KEYS[key], STRINGS)
        value = dice.choice(options if dice.random() < 0.2 else options[:4])
        members.append(b'"%s"%s%s' % (key, dice.choice((b":", b":", b": ", b" :\t")), value))
    for _ in range(dice.randrange(3)):
        members.insert(dice.randrange(len(members) + 1),
                       dice.choice(OTHER[:5] * 4 + OTHER) + b":" + dice.choice(STRINGS[:16] * 3 + STRINGS))
    comma = dice.choice((b",", b",", b", "))
    return dice.choice((b"{", b"{", b"{ ", b" {")) + comma.join(members) + dice.choice((b"}", b"}", b" }", b"} "))
