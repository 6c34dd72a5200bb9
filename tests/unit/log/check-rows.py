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


class Reader:
    """A format as check-log.py reads it."""

    def __init__(self, row):
        self.row = row

    def read(self, line):
        return rows.read(self.row, line) if line.strip(b" \t") else None

    def make(self, dice):
        return rows.make(self.row, dice)


def is_combined(line):
    """Whether a line of locus_log_combined has just the fields of the combined format."""
    match = combined.LINES[0].fullmatch(line) or combined.LINES[1].fullmatch(line)
    return (bool(match) and match["referer"] is not None and match["trailing"] is None
            and fields.is_time(match))


def essence(line):
    """A line without the bits of escaped fields, which `combined` sets for more fields."""
    return line[:5], {name: field[:3] for name, field in line[5].items()}


def compare_combined(count, dice):
    """Lines of the combined format, as `combined` and as Apache's LogFormat: the same records,
    except for lines with a virtual host, which only `combined` reads."""
    row = rows.FORMATS["apache combined"]
    log = b"".join(check_log.make_line(dice, combined.make) for _ in range(3 * count))
    log += b"".join(check_log.make_line(dice, Reader(row).make) for _ in range(count))
    results = []
    same = 0
    for kernel in check_log.kernels():
        ours = list(check_log.read_by_library("combined", kernel, 0, log))
        rowed = list(check_log.read_by_library(row.text, kernel, 0, log))
        wrong = [f"{len(rowed)} lines, not {len(ours)}"] if len(ours) != len(rowed) else []
        for a, b in zip(ours, rowed):
            line = log[a[1]:a[1] + a[2]]
            is_same = essence(a) == essence(b)
            same += is_same and a[0] == fields.RECORD
            if not is_same and not (
                    b[0] in (fields.REJECT, fields.COMMENT) and not is_combined(line)
                    # More than three words before the time are divided differently.
                    or b[0] == fields.RECORD and ("vhost" in a[5] or "ident" in b[5])):
                wrong.append(f"{line}\n    {a}\n    {b}")
        results.append(check_log.report(f"combined, {kernel}", wrong))
    print(f"combined: {same} records are the same")
    passed, failed = check_log.total(results)
    return passed, failed + (same == 0)


def main():
    if os.environ.get("CAN_RUN") == "no" or os.environ.get("EMULATOR"):
        print("skipped: read-log is for another machine")
        sys.exit(77)
    count = int(os.environ.get("LOCUS_TEST_MUTATIONS") or 3000)
    dice = random.Random(int(os.environ.get("LOCUS_TEST_SEED") or 20))
    results = []
    for name in sys.argv[1:] or rows.FORMATS:
        reader = Reader(rows.FORMATS[name])
        log = b"".join(check_log.make_line(dice, reader.make) for _ in range(count))
        for each in log, log.rstrip(b"\n"):
            wanted = list(check_log.read_log(reader, each))
            results.append(check_log.compare(name, reader.row.text, each, wanted))
        kinds = [line[0] for line in wanted]
        print(name, *(f"{kinds.count(kind)} {what}" for kind, what in
                      enumerate(("records", "rejects", "comments", "blank"))))
    results.append(compare_combined(count, dice))
    check_log.finish(results)


if __name__ == "__main__":
    main()
