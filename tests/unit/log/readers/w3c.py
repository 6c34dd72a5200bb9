# SPDX-License-Identifier: MIT
"""The W3C's extended log file format, as IIS writes it."""

import re

from envelopes import opened
from readers import fields

# The field of each column, by its name in W3C's draft, IIS and CloudFront.
FIELDS = {
    "c-ip": "client", "cs-username": "user", "cs-method": "method", "cs-version": "protocol",
    "cs-protocol-version": "protocol", "sc-status": "status", "sc-bytes": "bytes",
    "cs(referer)": "referer", "cs(user-agent)": "agent", "cs-host": "vhost",
    "x-host-header": "vhost", "time-taken": "duration", "date": "date", "time": "clock", "cs-uri": "target",
    "cs-uri-stem": "uri-stem", "cs-uri-query": "uri-query", "cs(cookie)": "cookie",
    "cs(host)": "distribution",
}
OWN = ("s-sitename s-computername s-ip s-port sc-substatus sc-win32-status cs-bytes"
       " x-edge-location x-edge-result-type x-edge-request-id cs-protocol x-forwarded-for"
       " ssl-protocol ssl-cipher x-edge-response-result-type fle-status fle-encrypted-fields"
       " c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len"
       " sc-range-start sc-range-end").split()
FIELDS.update(zip(OWN, OWN))
VALUES = {"status": rb"\d{3}", "bytes": rb"\d+", "duration": rb"\d+(?:\.\d+)?",
          "date": opened.DATE, "clock": opened.TIME}
IIS = ("date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip"
       " cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken")


class Reader:
    """Reads line after line. A directive #Fields names the columns of the lines after it."""

    columns = IIS.split()
    separator = b" "
    value = re.compile(rb"[^\x00-\x20\x7f]+")

    def read(self, line):
        if line.startswith(b"#"):
            if line.startswith(b"#Fields:"):
                names = line[8:].partition(b"\r")[0].decode("latin-1").strip(" \t")
                self.columns = re.split("[ \t]+", names) if names else []
            return None
        values = line.split(self.separator)
        if (len(values) != len(self.columns) or line.startswith(b" ")
                or not all(map(self.value.fullmatch, values))):
            return None
        at, spans, seen = 0, {}, set()
        for index, (column, value) in enumerate(zip(self.columns, values)):
            name = FIELDS.get(column.lower()) if index < 64 else None
            # If several columns are the same field, the first counts.
            name = None if name in seen else name
            seen.add(name)
            if name in VALUES and value != b"-" and not re.fullmatch(VALUES[name], value):
                return None
            if name and value != b"-":
                spans[name] = at, at + len(value)
                if name == "vhost" and not re.fullmatch(opened.TIME, value):
                    spans.update(fields.host_and_port(at, value))
            at += len(value) + len(self.separator)
        return fields.ABSENT, self.fields_of(line, spans)

    def fields_of(self, line, spans):
        found = fields.with_values(line, spans, self.value_of)
        stem, query = spans.get("uri-stem"), spans.get("uri-query")
        if stem:
            places = [stem, query or stem]
            found["target"] = (min(places)[0], max(places)[1],
                               line[slice(*stem)] + (b"?" + line[slice(*query)] if query else b""))
        date, clock = spans.get("date"), spans.get("clock")
        if date and clock and date[1] + 1 == clock[0]:
            found["time"] = date[0], clock[1], line[slice(*date)] + b"T" + line[slice(*clock)] + b"Z"
        return found

    @staticmethod
    def value_of(name, text):
        return fields.milliseconds(text) if name == "duration" else text


NAMES = [name.encode() for name in FIELDS] + [b"cs(User-Agent)", b"x-unknown", b"Date", b"cs(Accept)"]
ROWS = {
    "date": (b"2002-05-24", b"1999-12-31", b"-", b"2002-13-01", b"24/05/2002", b"200"),
    "time": (b"20:18:01", b"23:59:60.5", b"-", b"24:00:00", b"20:18", b"2018"),
    "cs-uri-stem": (b"/a", b"/Default.htm", b"-", b"/a+b", b"/\xc3\xa9", b"*", b"/a b"),
    "cs-uri-query": (b"-", b"a=b", b"a?b=c&d", b"404;http://h:80/x", b""),
    "sc-status": (b"200", b"404", b"-", b"20", b"0", b"2000"),
    "sc-bytes": (b"0", b"123", b"-", b"1.5", b"18446744073709551616", b"x"),
    "time-taken": (b"15", b"0", b"0.002", b"1.0000001", b"-1", b"18446744073709551616", b"-"),
    "cs-host": (b"h.example", b"h:8080", b"-", b"12:30:45", b"[::1]:80", b":1", b"a:"),
}
OTHER = (b"a", b"-", b"192.0.2.7", b"GET", b"200", b"1.5", b"a:b:1", b"--", b"2002-05-24", b"")


def make_line(dice, columns, separator):
    """A line with these columns, or with others that a directive before it names."""
    kind = dice.random()
    before = b""
    if kind < 0.1:
        return dice.choice((b"#Software: x", b"#Date: 2002-05-24 20:18:01", b"#", b"#Fields:",
                            b"#Fields:\tdate  time ", b"#Fields", b"#Fieldsx: a", b"#Fields:a",
                            b"#Fields: " + b" ".join(dice.sample(NAMES, dice.randrange(1, 12)))))
    if kind < 0.9:
        columns = dice.sample([name.decode() for name in NAMES], dice.randrange(1, 12))
        before = b"#Fields: " + " ".join(columns).encode() + dice.choice((b"\n", b"\n", b"\r\n", b" \n"))
    return before + separator.join(
        fields.words([ROWS.get(column.lower(), OTHER) for column in columns], dice))


def make(dice):
    return make_line(dice, IIS.split(), b" ")
