#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares locus_log_next() with a plain reader of the same formats.

    check-log.py            in the build folder

The reader below follows the documents of the servers, line by line, with Python's regular
expressions. Both read the demo log and LOCUS_TEST_MUTATIONS lines that are made from
LOCUS_TEST_SEED, most of them damaged; the library with each kernel, and with windows that
grow by various numbers of bytes.
"""

import datetime
import functools
import os
import pathlib
import random
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = "tests/unit/log/read-log"
RECORD, REJECT, COMMENT, BLANK = range(4)
ABSENT, HTTP, SIMPLE, OTHER, EMPTY, NONE = range(6)

# ----------------------------------------------------------------------------
# The reader of `combined`
# ----------------------------------------------------------------------------

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
    \ \[ (?P<time> (?P<day>\d\d) / (?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)
                   / (?P<year>\d{4}) : (?P<clock>\d\d:\d\d:\d\d)
                   \ (?P<zone>[+-]\d\d) (?P<past>\d\d) ) \]
    \ "(?P<request> QUOTED )"
    \ (?: - | (?P<status>\d{3}) )
    \ (?: - | (?P<bytes>\d+) )
    (?: \ "(?P<referer> QUOTED )" \ "(?P<agent> QUOTED )" (?: \ (?P<trailing>.*) )?
      | \ (?P<others>(?!").*) )?
""".replace("QUOTED", r'(?:[^"\\]|\\.)*')
LINES = [re.compile((frame + REST).encode(), re.DOTALL | re.VERBOSE) for frame in FRAMES]
REQUEST = re.compile(rb"(?P<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) (?P<target>.*)", re.DOTALL)
ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{2})|([\"\\bnrtv]))")
LETTERS = {b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
MONTHS = [b"%s" % m.encode() for m in
          "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()]


def unescaped(text):
    return ESCAPE.sub(lambda m: bytes([int(m[1], 16)]) if m[1] else LETTERS.get(m[2], m[2]), text)


def is_time(match):
    hour, minute, second = map(int, match["clock"].split(b":"))
    return (1 <= int(match["day"]) <= 31 and hour < 24 and minute < 60 and second <= 60
            and int(match["zone"][1:]) < 24 and int(match["past"]) < 60)


def iso_8601(match):
    return b"%s-%02d-%sT%s%s:%s" % (match["year"], MONTHS.index(match["month"]) + 1,
                                    match["day"], match["clock"], match["zone"], match["past"])


def request_parts(match):
    """What the request is, and its parts: name -> (begin, end)."""
    begin, end = match.span("request")
    request = match["request"]
    line = REQUEST.fullmatch(request)
    if request in (b"", b"-"):
        return (NONE if request else EMPTY), {}
    if not line or not line["target"]:
        return OTHER, {}
    parts = {"method": (begin, begin + line.end("method"))}
    target = begin + line.start("target")
    version = match.string.rfind(b" HTTP/", target, end)
    if version < 0:
        return SIMPLE, {**parts, "target": (target, end)}
    return HTTP, {**parts, "target": (target, version), "protocol": (version + 1, end)}


def combined(line):
    """The request and the fields (name -> begin, end, value) of a line; None if it is no
    record."""
    match = next(filter(None, (form.fullmatch(line) for form in LINES)), None)
    if not match or not is_time(match):
        return None
    spans = {name: match.span(name) for name, text in match.groupdict().items()
             if text is not None and (text != b"-" or name in ("request", "others", "trailing"))}
    for name in "day", "month", "year", "clock", "zone", "past":
        del spans[name]
    if "others" in spans:
        spans["trailing"] = spans.pop("others")
    if match["user"] == b'""':
        spans["user"] = (match.start("user") + 1,) * 2
    port = re.search(rb".:([0-9]+)$", match["vhost"] or b"", re.DOTALL) \
        if "vhost" in match.groupdict() else None
    if port:
        spans["vhost"] = match.start("vhost"), match.start("vhost") + port.start(1) - 1
        spans["vhost-port"] = match.start("vhost") + port.start(1), match.end("vhost")
    if spans.get("trailing", (0, 1))[0] == len(line):
        del spans["trailing"]
    kind, parts = request_parts(match)
    fields = {}
    for name, (begin, end) in {**spans, **parts}.items():
        text = line[begin:end]
        fields[name] = begin, end, (iso_8601(match) if name == "time" else
                                    text if name == "trailing" else unescaped(text))
    return kind, fields


# ----------------------------------------------------------------------------
# The reader of `squid`
# ----------------------------------------------------------------------------

SQUID = re.compile(rb"""
    (?P<time>\d{1,11}\.\d{3})
    \ + (?: (?P<duration>\d+) | -\d* )
    \ (?P<client>WORD)
    \ (?P<result>[A-Z_]+) / (?: - | (?P<status>\d{3}) )
    \ (?: - | (?P<bytes>\d+) )
    \ (?P<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+)
    \ (?P<target>WORD)
    \ (?P<user>WORD)
    \ (?P<hierarchy>[A-Z_]+) / (?P<peer>WORD)
    \ (?P<mime>WORD)
    (?: \ (?P<trailing>.*) )?
""".replace(b"WORD", rb"[^\x00-\x20\x7f]+"), re.DOTALL | re.VERBOSE)


def squid(line):
    match = SQUID.fullmatch(line)
    if not match:
        return None
    fields = {}
    for name, text in match.groupdict().items():
        if text is None or text == b"-" and name != "trailing" or text == b"":
            continue
        value = text
        if name == "time":
            seconds, fraction = text.split(b".")
            time = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(seconds))
            value = b"%s.%sZ" % (time.isoformat().encode(), fraction)
        elif name == "duration" and int(text) < 1 << 64:
            value = b"%d.%03d" % divmod(int(text), 1000)
        fields[name] = *match.span(name), value
    return ABSENT, fields


# ----------------------------------------------------------------------------
# The reader of `haproxy`
# ----------------------------------------------------------------------------

HAPROXY = re.compile(rb"""
    (?: [^\]]+ \]:\  )?
    (?P<client>WORD) : (?P<client_port>\d+)
    \ \[ (?P<time> (?P<day>\d\d) / (?P<month>[A-Z][a-z][a-z]) / (?P<year>\d{4})
          : (?P<clock>\d\d:\d\d:\d\d) (?P<fraction>\.\d{3}) ) \]
    \ (?P<frontend>NAME) \ (?P<backend>NAME) / (?P<server>WORD)
    \ (?P<timers>(?:-?\d+/){4}(?:-\d+|\+-\d+|\+?(?P<duration>\d+)))
    \ (?: -1 | (?P<status>\d{3}) )
    \ \+? (?P<bytes>\d+)
    \ (?P<request_cookie>WORD) \ (?P<response_cookie>WORD) \ (?P<state>BYTE{4})
    \ (?P<connections>(?:\d+/){4}\+?\d+) \ (?P<queues>\d+/\d+)
    (?: \ (?P<captures>CAPTURED(?:\ CAPTURED)?) )?
    \ "(?P<request> [^"]* ) (?: " (?: \ (?P<trailing>.*) )? )?
""".replace(b"CAPTURED", rb'\{[^{}"]*\}').replace(b"WORD", rb"BYTE+")
    .replace(b"NAME", rb"[^\x00-\x20\x7f/]+").replace(b"BYTE", rb"[^\x00-\x20\x7f]"),
    re.DOTALL | re.VERBOSE)
HASH = re.compile(rb"#([0-9A-Fa-f]{2})")


def haproxy(line):
    match = HAPROXY.fullmatch(line)
    if not match or line.startswith(b"#"):
        return None
    hour, minute, second = map(int, match["clock"].split(b":"))
    if not (match["month"] in MONTHS and 1 <= int(match["day"]) <= 31 and hour < 24
            and minute < 60 and second <= 60):
        return None
    kind, parts = request_parts(match)
    spans = {name.replace("_", "-"): match.span(name)
             for name, text in match.groupdict().items() if text is not None
             and (text != b"-" or name in ("request", "trailing", "frontend", "backend",
                                           "server", "client"))}
    for name in "day", "month", "year", "clock", "fraction":
        del spans[name]
    if spans.get("trailing", (0, 1))[0] == len(line):
        del spans["trailing"]
    fields = {}
    for name, (begin, end) in {**spans, **parts}.items():
        text = line[begin:end]
        value = HASH.sub(lambda m: bytes([int(m[1], 16)]), text)
        if name == "trailing":
            value = text
        elif name == "time":
            value = b"%s-%02d-%sT%s%s" % (match["year"], MONTHS.index(match["month"]) + 1,
                                          *match.group("day", "clock", "fraction"))
        elif name == "duration" and int(text) < 1 << 64:
            value = b"%d.%03d" % divmod(int(text), 1000)
        fields[name] = begin, end, value
    return kind, fields


def read_log(reader, log):
    """Kind, offset, length, line ending, request and fields of each line."""
    offset = 0
    for line in re.findall(rb"[^\n]*\n|[^\n]+$", log):
        text = line[:-1] if line.endswith(b"\n") else line
        text = text[:-1] if text.endswith(b"\r") else text
        record = reader(text)
        kind = (BLANK if not text.strip(b" \t") else RECORD if record else
                COMMENT if text.startswith(b"#") else REJECT)
        yield kind, offset, len(text), len(line) - len(text), *(record or (ABSENT, {}))
        offset += len(line)


# ----------------------------------------------------------------------------
# Lines
# ----------------------------------------------------------------------------

PIECES = [b'"', b"\\", b'\\"', b" ", b"- ", b"-", b"[", b'] "', b" HTTP/", b"\r", b"\t", b"\\x",
          b"\\x41", b"#", b",", b", ", b":80", b"01/Jan/2024:00:00:00 +0000", b'" 200 5', b'" "',
          b'""', b"\0", b"\x80", b"\x7f", b"\n", b"\r\n", b"a", b"\\\\", b'" - -', b'" 404 7 "']
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


SQUIDS = (
    [b"1427155644.123", b"0.000", b"99999999999.999", b"1427155644.1234", b"1427155644"],
    [b"    921", b" 0", b" 1234567", b"    -12", b" -", b" 18446744073709551616", b"", b" 1.5"],
    [b"192.0.2.7", b"2001:db8::7", b"-", b"h.example", b'"', b"a b"],
    [b"TCP_MISS/200", b"NONE/000", b"NONE_NONE/-", b"tcp/200", b"TCP_MISS/20", b"TCP_MISS"],
    [b"507", b"0", b"-", b"5x"],
    [b"GET", b"CONNECT", b"-", b"--", b"G(T"],
    [b"http://example.org/x?y=z", b"h:443", b"-", b"error:x", b"http://h/\xc3\xa9", b"/a b", b"#"],
    [b"-", b"lena", b"a%20b", b""],
    [b"HIER_NONE/-", b"DIRECT/192.0.2.1", b"HIER_DIRECT/2001:db8::1", b"DIRECT", b"a/b"],
    [b"text/html", b"-", b"text/html [Host: h]", b"text/html ", b"a/b\r\r", b"a\tb", b"- -"],
)


HAPROXIES = (
    [b"haproxy[14389]: 10.0.1.2:33317", b"10.0.1.2:1", b"<134>Feb  6 12:14:14 h p[1]: ::1:2",
     b"10.0.1.2", b"haproxy: 10.0.1.2:1", b"a]: b", b":1", b"-:1"],
    [b"[06/Feb/2009:12:14:14.655]", b"[29/Feb/2000:23:59:60.000]", b"[31/Dec/1999:00:00:00.999]",
     b"[06/Feb/2009:12:14:14]", b"[06/Foo/2009:12:14:14.655]", b"[06/Feb/2009:24:14:14.655]"],
    [b"http-in", b"https-in~", b"-", b"a/b", b"#20"],
    [b"static/srv1", b"http-in/<NOSRV>", b"b/a/c", b"b", b"b/", b"b/#2f"],
    [b"10/0/30/69/109", b"-1/-1/-1/-1/-1", b"9/10/7/14/+30", b"0/0/0/0", b"0/0/0/0/+-1",
     b"0/0/0/0/18446744073709551616", b"0/0/0/0/-"],
    [b"200", b"-1", b"503", b"-", b"20"],
    [b"2750", b"+243", b"0", b"-", b"x"],
    [b"-", b"A=1", b"a#20b", b"", b"--"],
    [b"-", b"B=2", b"#", b"a b"],
    [b"----", b"PR--", b"--NI", b"--", b"-----"],
    [b"1/1/1/1/0", b"1/1/1/1/+0", b"9/8/7/6/5", b"1/1/1/0", b"1/1/1/1/-1"],
    [b"0/0", b"1/0", b"0/0 {1wt.eu} {}", b"0/0 {a b|c}", b"0/0 {} {} {}", b"0", b"0/0 {\"}",
     b"0/0 {#7B}"],
    [b'"GET / HTTP/1.1"', b'"<BADREQ>"', b'"GET /a/very/long', b'"GET /#22\\ HTTP/1.1" 0/0 x', b'""',
     b'"GET /#4#41#zz HTTP/1.1" ', b'"', b'"GET / HTTP/1.1"x', b'"GET / HTTP/1.1\r', b'"-"'],
)


def combined_line(dice):
    return b"%s %s %s \"%s\"%s" % tuple(dice.choice(options) for options in
                                        (CLIENTS, USERS, TIMES[:2] * 4 + TIMES, REQUESTS, ENDS))


def words_line(words, dice):
    """The first three of each word fit."""
    return b" ".join(dice.choice(options if dice.random() < 0.1 else options[:3])
                     for options in words)


FORMATS = {
    "combined": (combined, combined_line),
    "haproxy": (haproxy, functools.partial(words_line, HAPROXIES)),
    "squid": (squid, functools.partial(words_line, SQUIDS)),
}


def make_line(dice, make):
    line = make(dice)
    if dice.random() < 0.3:
        at = dice.randrange(len(line) + 1)
        line = line[:at] + b"a" * dice.randrange(150) + line[at:]
    for _ in range(dice.choice((0, 0, 0, 0, 0, 1, 1, 2, 4))):
        at = dice.randrange(len(line) + 1)
        line = line[:at] + dice.choice(PIECES) + line[at + dice.choice((0, 0, 1, 3)):]
    return line + dice.choice((b"\n", b"\n", b"\n", b"\r\n"))


# ----------------------------------------------------------------------------
# The comparison
# ----------------------------------------------------------------------------


def read_by_library(name, kernel, window, log):
    run = subprocess.run([PROGRAM, name, kernel, str(window)], input=log, capture_output=True,
                         check=False)
    if run.returncode != 0:
        sys.exit(f"{PROGRAM} {name} {kernel} {window}: {run.stderr.decode()}")
    for line in run.stdout.decode().splitlines():
        words = line.split(" ")
        kind, offset, length, ending = map(int, words[:4])
        fields = {}
        for field, off, size, escaped, value in zip(*[iter(words[8:])] * 5):
            value = b"" if value == "-" else bytes.fromhex(value)
            fields[field] = int(off), int(off) + int(size), value, escaped == "1"
        yield kind, offset, length, ending, int(words[7]), fields


def differences(log, wanted, got):
    """Describes the first lines on which they differ."""
    wanted, got = list(wanted), list(got)
    if len(wanted) != len(got):
        yield f"{len(got)} lines, not {len(wanted)}"
    for expected, line in zip(wanted, got):
        offset, length = expected[1:3]
        text = log[offset:offset + length]
        fields = {name: field[:3] for name, field in line[5].items()}
        if (*line[:5], fields) != expected:
            yield f"{text}\n    {line}\n    {expected}"
        for name, (begin, end, value, escaped) in line[5].items():
            if name not in ("time", "duration") and not escaped and value != text[begin:end]:
                yield f"{text}: {name} is not its span, and not escaped"


def kernels():
    return [kernel for kernel in ("avx512", "avx2", "neon", "portable", "off")
            if subprocess.run([PROGRAM, "combined", kernel, "0"], input=b"", check=False,
                              capture_output=True).returncode == 0]


def main():
    if os.environ.get("CAN_RUN") == "no" or os.environ.get("EMULATOR"):
        print("skipped: read-log is for another machine")
        sys.exit(77)
    count = int(os.environ.get("LOCUS_TEST_MUTATIONS") or 20000)
    dice = random.Random(int(os.environ.get("LOCUS_TEST_SEED") or 20))
    demo = (SOURCE / "demo" / "access.log").read_bytes()
    passed = failed = 0
    for name, (reader, make) in FORMATS.items():
        made = b"".join(make_line(dice, make) for _ in range(count))
        for log in demo, made, made.rstrip(b"\n"):
            wanted = list(read_log(reader, log))
            for kernel in kernels():
                for window in 0, 1, 97:
                    wrong = list(differences(log, wanted,
                                             read_by_library(name, kernel, window, log)))
                    passed += not wrong
                    failed += bool(wrong)
                    for difference in wrong[:2]:
                        print(f"FAIL {name}, {kernel}, {window}: {difference}")
            kinds = [line[0] for line in wanted]
            print(name, *(f"{kinds.count(kind)} {what}" for kind, what in
                          enumerate(("records", "rejects", "comments", "blank"))))
    if not passed:
        print("FAIL nothing was compared")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
