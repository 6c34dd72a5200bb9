#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares locus_log_next() with a plain reader of the same formats.

    check-log.py [[ENVELOPE+]FORMAT...]    in the build folder

The readers (readers/, and envelopes/ for envelopes) follow the documents of the servers,
line by line, with Python's regular expressions. Reader and library read the demo log and
LOCUS_TEST_MUTATIONS lines made from LOCUS_TEST_SEED, many of them damaged; the library
with each kernel, and with windows that grow by various numbers of bytes.
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
from readers.fields import ABSENT, BLANK, COMMENT, PART, RECORD, REJECT  # noqa: E402
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
    if b"\n" in message:
        # The first line is read even if it is a reject: a directive changes the reader.
        kind = read_text(reader, message[:message.index(b"\n")].removesuffix(b"\r"))[0]
        rest = message[message.index(b"\n") + 1:]
        return (REJECT if rest else kind), ABSENT, {}
    kind, request, fields = read_text(reader, message.removesuffix(b"\r"))
    if kind == RECORD:
        fields = {name: (places[begin], places[end], value)
                  for name, (begin, end, value) in fields.items()}
        fields.update((name, (None, None, value)) for name, value in added.items())
    return kind, request, fields


def read_enveloped(envelope, module, log):
    """As read_log(), for lines in an envelope."""
    reader = reader_of(module)
    lines = [(*line, envelope.read(line[1])) for line in lines_of(log)]
    joined = set()
    for n, (offset, text, ending, line) in enumerate(lines):
        where = offset, len(text), ending
        if n in joined:
            yield PART, *where, ABSENT, {}
        elif not line:
            yield REJECT if text.strip(b" \t") else BLANK, *where, ABSENT, {}
        else:
            message, places, last = line.message, list(line.places), line
            for m in range(n + 1, len(lines)):
                if not last.partial:
                    break
                other = lines[m][3]
                if other and other.stream == line.stream:
                    joined.add(m)
                    last = other
                    message += other.message
                    places[-1:] = [place + lines[m][0] - offset for place in other.places]
            kind, *record = read_message(reader, message, places, line.fields)
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


def formats(names):
    """(name, module, module of the envelope or "") of each format."""
    for name in names or [*grammars.log_formats(),
                          *(f"{envelope}+{inner}" for envelope in grammars.log_envelopes()
                            for inner in ENVELOPED)]:
        envelope, _, inner = name.rpartition("+")
        yield (name, importlib.import_module("readers." + inner.replace("-", "_")),
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


def main():
    if is_for_another_machine("read-log"):
        return 77
    count = int(os.environ.get("LOCUS_TEST_MUTATIONS") or 6000)
    dice = random.Random(int(os.environ.get("LOCUS_TEST_SEED") or 20))
    demo = (SOURCE / "demo" / "access.log").read_bytes()
    tally = Tally()
    for name, module, envelope in formats(sys.argv[1:]):
        made = [make_line(dice, module.make)
                for _ in range(count // len(ENVELOPED) if envelope else count)]
        if envelope:
            made = [line for message in made for line in envelope.wrap(dice, message)]
        made = b"".join(made)
        for log in demo, made, made.rstrip(b"\n"):
            wanted = list(read_enveloped(envelope, module, log) if envelope
                          else read_log(module, log))
            compare(tally, name, name, log, wanted)
            print_kinds(name, wanted)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
