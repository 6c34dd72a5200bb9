#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares locus_log_next() with a plain reader of the same formats.

    check-log.py [[ENVELOPE+]FORMAT...]    in the build folder

The readers (readers/, and envelopes/ for envelopes) follow the documents of the servers,
line by line, with Python's regular expressions. Reader and library read the demo log and
LOCUS_TEST_MUTATIONS lines made from LOCUS_TEST_SEED, many of them damaged; the library
with each kernel, and with windows that grow by various numbers of bytes.

FORMAT may also be one that a configuration defines (readers/rows.py). Apache's combined
format, as a configuration has it, is also compared with locus_log_combined.
"""

import importlib
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), folder)
                for folder in (".", "../../support")]
import grammars  # noqa: E402
from readers import combined, rows  # noqa: E402
from readers.fields import ABSENT, BLANK, COMMENT, PART, RECORD, REJECT, is_time  # noqa: E402
from tally import Tally, is_for_another_machine  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = "tests/unit/log/read-log"


def lines_of(log):
    """Offset, text and length of the line ending of each line."""
    offset = 0
    for line in re.findall(rb"[^\n]*\n|[^\n]+$", log):
        text = line[:-1] if line.endswith(b"\n") else line
        text = text[:-1] if text.endswith(b"\r") else text
        yield offset, text, len(line) - len(text)
        offset += len(line)


def read_text(reader, text):
    """Kind, request and fields of a line without its line ending."""
    record = reader(text)
    kind = (BLANK if not text.strip(b" \t") else RECORD if record else
            COMMENT if text.startswith(b"#") else REJECT)
    return kind, *(record or (ABSENT, {}))


def reader_of(module):
    return module.Reader().read if hasattr(module, "Reader") else module.read


def read_log(module, log):
    """Kind, offset, length, line ending, request and fields of each line."""
    reader = reader_of(module)
    for offset, text, ending in lines_of(log):
        kind, *record = read_text(reader, text)
        yield kind, offset, len(text), ending, *record


def read_message(reader, message, places, added):
    """Kind, request and fields of a message. `places` are the offsets of its bytes."""
    # The first line is read even if others follow: a directive changes the reader.
    first, _, rest = message.partition(b"\n")
    kind, request, fields = read_text(reader, first.removesuffix(b"\r"))
    if rest:
        return REJECT, ABSENT, {}
    if kind == RECORD:
        fields = {name: (places[begin], places[end], value)
                  for name, (begin, end, value) in fields.items()}
        fields.update((name, (None, None, value)) for name, value in added.items())
    return kind, request, fields


def read_enveloped(envelope, module, log):
    """As read_log(), for lines in an envelope."""
    reader = reader_of(module)
    lines = [(*line, envelope.read(line[1])) for line in lines_of(log)]
    joined = {}
    for n, (offset, text, ending, line) in enumerate(lines):
        where = offset, len(text), ending
        if n in joined:
            yield joined[n], *where, ABSENT, {}
        elif not line:
            yield REJECT if text.strip(b" \t") else BLANK, *where, ABSENT, {}
        else:
            message, places, last = line.message, list(line.places), line
            others = []
            for m in range(n + 1, len(lines)):
                if not last.partial:
                    break
                other = lines[m][3]
                if other and other.stream == line.stream:
                    others.append(m)
                    last = other
                    message += other.message
                    places[-1:] = [place + lines[m][0] - offset for place in other.places]
            kind, *record = read_message(reader, message, places, line.fields)
            joined.update(dict.fromkeys(others, REJECT if kind == REJECT else PART))
            yield kind, *where, *record


# ----------------------------------------------------------------------------
# Lines
# ----------------------------------------------------------------------------

PIECES = [b'"', b"\\", b'\\"', b" ", b"- ", b"-", b"[", b'] "', b" HTTP/", b"\r", b"\t", b"\\x",
          b"\\x41", b"#", b",", b", ", b":80", b"01/Jan/2024:00:00:00 +0000", b'" 200 5', b'" "',
          b'""', b"\0", b"\x80", b"\x7f", b"\n", b"\r\n", b"a", b"\\\\", b'" - -', b'" 404 7 "']


# The formats whose lines are put into envelopes: with quotation marks, in JSON, with
# columns, with a header of syslog.
ENVELOPED = ("combined", "json", "w3c", "haproxy")
ADDED = ("stream", "logged", "sender", "program", "process", "priority")


class RowReader:
    """Reads and makes lines of a format that a configuration defines."""

    def __init__(self, row):
        self.row = row

    def read(self, line):
        return rows.read(self.row, line) if line.strip(b" \t") else None

    def make(self, dice):
        return rows.make(self.row, dice)


def formats(names):
    """(name, its text for the library, module, module of the envelope or "") of each format."""
    for name in names or [*grammars.log_formats(),
                          *(f"{envelope}+{inner}" for envelope in grammars.log_envelopes()
                            for inner in ENVELOPED), *rows.FORMATS]:
        if name in rows.FORMATS:
            yield name, rows.FORMATS[name].text, RowReader(rows.FORMATS[name]), ""
            continue
        envelope, _, inner = name.rpartition("+")
        yield (name, name, importlib.import_module("readers." + inner.replace("-", "_")),
               envelope and importlib.import_module("envelopes." + envelope))


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
            if "+" in name and field in ADDED:
                fields[field] = None, None, value, True
        yield kind, offset, length, ending, int(words[7]), fields


def differences(name, log, wanted, got):
    """Describes each line on which they differ."""
    wanted, got = list(wanted), list(got)
    is_copied = "+" in name       # possibly: an envelope's message may be a copy
    if len(wanted) != len(got):
        yield f"{len(got)} lines, not {len(wanted)}"
    for expected, line in zip(wanted, got):
        offset, length = expected[1:3]
        text = log[offset:offset + length]
        fields = {name: field[:3] for name, field in line[5].items()}
        if (*line[:5], fields) != expected:
            yield f"{text}\n    {line}\n    {expected}"
        for field, (begin, end, value, escaped) in line[5].items():
            if not (is_copied or field in ("time", "duration") or escaped
                    or value == text[begin:end]):
                yield f"{text}: {field} is not its span, and not escaped"


def kernels():
    return [kernel for kernel in grammars.kernels()
            if subprocess.run([PROGRAM, "combined", kernel, "0"], input=b"", check=False,
                              capture_output=True).returncode == 0]


def compare(tally, name, text, log, wanted):
    """Compares `wanted` with what the library reads in the format `text`."""
    for kernel in kernels():
        for window in (0, 1, 97):
            tally.none(f"{name}, {kernel}, {window}", differences(
                name, log, wanted, read_by_library(text, kernel, window, log)))


def print_kinds(name, wanted):
    kinds = [line[0] for line in wanted]
    print(name, *(f"{kinds.count(kind)} {what}" for kind, what in
                  enumerate(("records", "rejects", "comments", "blank", "parts"))))


# ----------------------------------------------------------------------------
# The combined format of a configuration, and locus_log_combined
# ----------------------------------------------------------------------------

# The fields of the words before the time.
BEFORE_TIME = {"vhost", "vhost-port", "client", "ident", "user"}


def is_combined(line):
    """Whether a line of locus_log_combined has just the fields of the combined format."""
    match = combined.LINES[0].fullmatch(line) or combined.LINES[1].fullmatch(line)
    return (bool(match) and match["referer"] is not None and match["trailing"] is None
            and is_time(match))


def essence(line):
    """A line without the bits of escaped fields, which `combined` sets for more fields."""
    return line[:5], {name: field[:3] for name, field in line[5].items()}


def is_divided(line, a, b):
    """Whether there are more than three words before the time, and the second is not "-": then
    `combined` (a) takes the first for a virtual host, or finds no record. The format (b) has
    no virtual host, so its user has several words. All other fields must be the same."""
    begin, end, *_ = b[5].get("user", (0, 0))
    if b[0] != RECORD or "ident" not in b[5] or b" " not in line[begin:end]:
        return False
    if a[0] != RECORD:
        return combined.read(line) is None
    rest_a, rest_b = ((each[4], {name: field for name, field in essence(each)[1].items()
                                 if name not in BEFORE_TIME}) for each in (a, b))
    return rest_a == rest_b and ("vhost" in a[5] or line.startswith(b"- "))


def compare_with_combined(tally, count, dice):
    """Lines of the combined format, as `combined` and as Apache's LogFormat: the same records,
    except for what the format does not have."""
    reader = RowReader(rows.FORMATS["apache combined"])
    log = b"".join(make_line(dice, combined.make) for _ in range(3 * count))
    log += b"".join(make_line(dice, reader.make) for _ in range(count))
    compare(tally, "apache combined, lines of combined", reader.row.text, log,
            list(read_log(reader, log)))
    same = 0
    for kernel in kernels():
        ours = list(read_by_library("combined", kernel, 0, log))
        rowed = list(read_by_library(reader.row.text, kernel, 0, log))
        wrong = [f"{len(rowed)} lines, not {len(ours)}"] if len(ours) != len(rowed) else []
        for a, b in zip(ours, rowed):
            line = log[a[1]:a[1] + a[2]]
            if essence(a) == essence(b):
                same += a[0] == RECORD
            elif not (b[0] in (REJECT, COMMENT) and not is_combined(line)
                      or is_divided(line, a, b)):
                wrong.append(f"{line}\n    {a}\n    {b}")
        tally.none(f"combined, {kernel}", wrong)
    tally.true("records that are the same", same)
    print(f"combined: {same} records are the same")


def main():
    if is_for_another_machine("read-log"):
        return 77
    count = int(os.environ.get("LOCUS_TEST_MUTATIONS") or 6000)
    dice = random.Random(int(os.environ.get("LOCUS_TEST_SEED") or 20))
    demo = (SOURCE / "demo" / "access.log").read_bytes()
    tally = Tally()
    for name, text, module, envelope in formats(sys.argv[1:]):
        made = [make_line(dice, module.make)
                for _ in range(count // len(ENVELOPED) if envelope else count)]
        if envelope:
            made = [line for message in made for line in envelope.wrap(dice, message)]
        made = b"".join(made)
        for log in demo, made, made.rstrip(b"\n"):
            wanted = list(read_enveloped(envelope, module, log) if envelope
                          else read_log(module, log))
            compare(tally, name, text, log, wanted)
            print_kinds(name, wanted)
    if not sys.argv[1:]:
        compare_with_combined(tally, count, dice)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
