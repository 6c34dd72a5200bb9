# SPDX-License-Identifier: MIT
"""What the readers of several formats have in common."""

import re

RECORD, REJECT, COMMENT, BLANK, PART = range(5)
ABSENT, HTTP, SIMPLE, OTHER, EMPTY, NONE = range(6)

TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
REQUEST = re.compile(rb"(?P<method>" + TOKEN + rb") (?P<target>.*)", re.DOTALL)
MONTHS = b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
# A time in the Common Log Format, and one in ISO 8601, in UTC.
CLF_TIME = (rb"(?P<time> (?P<day>\d\d) / (?P<month>[A-Z][a-z][a-z]) / (?P<year>\d{4})"
            rb" : (?P<clock>\d\d:\d\d:\d\d) \ (?P<zone>[+-]\d\d) (?P<past>\d\d) )")
UTC_TIME = (rb"(?P<time> (?P<year>\d{4}) - (?P<month>\d\d) - (?P<day>\d\d)"
            rb" T (?P<clock>\d\d:\d\d:\d\d) (?P<fraction>\.\d{1,9})? Z)")
# A quoted field of a server that escapes nothing.
RAW_TEXT = rb'(?: [^"] | "(?!\ ) )*'
RAW_REQUEST = rb'(?: [^"] | "(?!\ (?!HTTP/)) )*'
OF_TIME = ("day", "month", "year", "clock", "zone", "past", "fraction")
ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{2})|([\"\\bnrtv]))")
LETTERS = {b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def unescaped(text):
    """The escapes of Apache and nginx undone."""
    return ESCAPE.sub(lambda m: bytes([int(m[1], 16)]) if m[1] else LETTERS.get(m[2], m[2]), text)


def verbose(pattern, **rules):
    """Compiles a pattern, in which the name of a rule stands for the rule."""
    for name, rule in rules.items():
        pattern = pattern.replace(name.encode(), rule)
    return re.compile(pattern, re.DOTALL | re.VERBOSE)


def tail(names, field):
    """A pattern for these fields, any of which may be the last one of the line; field(name) is
    that of one."""
    if not names:
        return rb"(?: \ (?P<trailing>.*) )?"
    return rb"(?: \ %s %s )?" % (field(names[0]), tail(names[1:], field))


def is_time(match):
    parts = match.groupdict()
    hour, minute, second = map(int, parts["clock"].split(b":"))
    month = parts["month"]
    return ((month in MONTHS or month.isdigit() and 1 <= int(month) <= 12)
            and 1 <= int(parts["day"]) <= 31 and hour < 24 and minute < 60 and second <= 60
            and int((parts.get("zone") or b"00")[-2:]) < 24
            and int(parts.get("past") or b"0") < 60)


def iso_8601(match):
    parts = match.groupdict()
    month = parts["month"]
    month = b"%02d" % (MONTHS.index(month) + 1) if month in MONTHS else month
    text = b"%s-%s-%sT%s%s" % (parts["year"], month, parts["day"], parts["clock"],
                               parts.get("fraction") or b"")
    if "zone" not in parts:
        return text + (b"Z" if match["time"].endswith(b"Z") else b"")
    zone = b"%s:%s" % (parts["zone"], parts["past"])
    # ISO 8601 has no negative zero.
    return text + (b"+00:00" if zone == b"-00:00" else zone)


def seconds(text, digits):
    """The duration `text`, in units of 10 ** -digits seconds, as decimal seconds."""
    whole, _, fraction = text.partition(b".")
    number, places = int(whole + fraction), digits + len(fraction)
    integer, rest = divmod(number, 10 ** places)
    return b"%d.%0*d" % (integer, places, rest) if places else b"%d" % integer


def milliseconds(text):
    return seconds(text, 3)


def host_and_port(begin, text):
    """The spans of a virtual host and of its port, if it has one."""
    port = re.search(rb".:([0-9]+)$", text, re.DOTALL)
    if not port:
        return {"vhost": (begin, begin + len(text))}
    return {"vhost": (begin, begin + port.start(1) - 1),
            "vhost-port": (begin + port.start(1), begin + len(text))}


def request_parts(match, dash_is_method=True):
    """What the request is, and its parts: name -> (begin, end)."""
    begin, end = match.span("request")
    request = match["request"]
    line = REQUEST.fullmatch(request)
    if request in (b"", b"-"):
        return (NONE if request else EMPTY), {}
    if not line or not line["target"] or not dash_is_method and line["method"] == b"-":
        return OTHER, {}
    parts = {"method": (begin, begin + line.end("method"))}
    target = begin + line.start("target")
    version = match.string.rfind(b" HTTP/", target, end)
    if version < 0:
        return SIMPLE, {**parts, "target": (target, end)}
    return HTTP, {**parts, "target": (target, version), "protocol": (version + 1, end)}


def spans_of(match, kept=()):
    """The spans of the groups. "-" is a missing field, except in the request, the trailing
    text and the fields of `kept`."""
    spans = {name.replace("_", "-"): match.span(name)
             for name, text in match.groupdict().items()
             if text is not None and name not in OF_TIME
             and (text != b"-" or name in ("request", "trailing", *kept))}
    begin, end = spans.get("trailing", (0, 1))
    if begin == end:
        del spans["trailing"]
    return spans


def with_values(line, spans, value):
    """name -> (begin, end, value) of each field."""
    return {name: (begin, end, value(name, line[begin:end]))
            for name, (begin, end) in spans.items()}


def with_values_of(match, spans, **values):
    """The same for a line with a time. The value of a field is its text, unless values[name]
    makes it from the text."""
    values["time"] = lambda _: iso_8601(match)
    return with_values(match.string, spans,
                       lambda name, text: values.get(name, bytes)(text))


def words(options, dice):
    """One word of each list, mostly of its first three words, which are valid."""
    return [dice.choice(each if dice.random() < 0.1 else each[:3]) for each in options]


def line_of_words(options, dice):
    """A line of such words. The last one, which is trailing text, is mostly left out."""
    parts = words(options, dice)
    return b" ".join(parts if dice.random() < 0.3 else parts[:-1])
