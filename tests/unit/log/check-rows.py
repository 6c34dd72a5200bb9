#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares how the library reads lines in formats that configurations define with a plain
reader (readers/rows.py), as check-log.py does, and with locus_log_combined.

    check-rows.py [NAME...]    in the build folder
"""

import os
import random
import sys

from importlib import import_module

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
check_log = import_module("check-log")
from readers import combined, fields, rows  # noqa: E402
from tally import Tally, is_for_another_machine  # noqa: E402


class Reader:
    """A format as check-log.py reads it."""

    def __init__(self, row):
        self.row = row

    def read(self, line):
        return rows.read(self.row, line) if line.strip(b" \t") else None

    def make(self, dice):
        return rows.make(self.row, dice)


# The fields of the words before the time.
BEFORE_TIME = {"vhost", "vhost-port", "client", "ident", "user"}


def is_combined(line):
    """Whether a line of locus_log_combined has just the fields of the combined format."""
    match = combined.LINES[0].fullmatch(line) or combined.LINES[1].fullmatch(line)
    return (bool(match) and match["referer"] is not None and match["trailing"] is None
            and fields.is_time(match))


def essence(line):
    """A line without the bits of escaped fields, which `combined` sets for more fields."""
    return line[:5], {name: field[:3] for name, field in line[5].items()}


def is_divided(line, a, b):
    """Whether there are more than three words before the time, and the second is not "-": then
    `combined` (a) takes the first for a virtual host, or finds no record. The format (b) has
    no virtual host, so its user has several words. All other fields must be the same."""
    begin, end, *_ = b[5].get("user", (0, 0))
    if b[0] != fields.RECORD or "ident" not in b[5] or b" " not in line[begin:end]:
        return False
    if a[0] != fields.RECORD:
        return combined.read(line) is None
    rest_a, rest_b = ((each[4], {name: field for name, field in essence(each)[1].items()
                                 if name not in BEFORE_TIME}) for each in (a, b))
    return rest_a == rest_b and ("vhost" in a[5] or line.startswith(b"- "))


def compare_combined(tally, count, dice):
    """Lines of the combined format, as `combined` and as Apache's LogFormat: the same records,
    except for what the format does not have."""
    reader = Reader(rows.FORMATS["apache combined"])
    log = b"".join(check_log.make_line(dice, combined.make) for _ in range(3 * count))
    log += b"".join(check_log.make_line(dice, reader.make) for _ in range(count))
    check_log.compare(tally, "apache combined, lines of combined", reader.row.text, log,
                      list(check_log.read_log(reader, log)))
    same = 0
    for kernel in check_log.kernels():
        ours = list(check_log.read_by_library("combined", kernel, 0, log))
        rowed = list(check_log.read_by_library(reader.row.text, kernel, 0, log))
        wrong = [f"{len(rowed)} lines, not {len(ours)}"] if len(ours) != len(rowed) else []
        for a, b in zip(ours, rowed):
            line = log[a[1]:a[1] + a[2]]
            if essence(a) == essence(b):
                same += a[0] == fields.RECORD
            elif not (b[0] in (fields.REJECT, fields.COMMENT) and not is_combined(line)
                      or is_divided(line, a, b)):
                wrong.append(f"{line}\n    {a}\n    {b}")
        tally.none(f"combined, {kernel}", wrong)
    tally.true("records that are the same", same)
    print(f"combined: {same} records are the same")


def main():
    if is_for_another_machine("read-log"):
        return 77
    count = int(os.environ.get("LOCUS_TEST_MUTATIONS") or 3000)
    dice = random.Random(int(os.environ.get("LOCUS_TEST_SEED") or 20))
    tally = Tally()
    for name in sys.argv[1:] or rows.FORMATS:
        reader = Reader(rows.FORMATS[name])
        log = b"".join(check_log.make_line(dice, reader.make) for _ in range(count))
        for each in log, log.rstrip(b"\n"):
            wanted = list(check_log.read_log(reader, each))
            check_log.compare(tally, name, reader.row.text, each, wanted)
        check_log.print_kinds(name, wanted)
    compare_combined(tally, count, dice)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
