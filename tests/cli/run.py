#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of the command through its real process.

    LOCUS=path/to/locus tests/cli/run.py [-v] [NAME...]

NAME is a module (test_scan), a class or a test of one (test_scan.Raw). What is
expected comes from the manual page and from the RFCs, never from what the
command printed. Environment:

    LOCUS               the command; required
    EMULATOR            what runs it where it is for another machine
    CAN_RUN=no          nothing runs it: skips all
    LOCUS_TEST_LONG=1   also the tests that read hundreds of megabytes and watch
                        the memory, and all rows of those that take only some
                        (support.some); not for a build with a sanitizer, which
                        keeps what was freed

Prints each test that failed or was skipped, with the reason, and as its last
line "N passed, N failed, N skipped". Exits 0 if none failed.
"""

import concurrent.futures
import contextlib
import glob
import io
import itertools
import multiprocessing
import os
import signal
import sys
import unittest

# The source tree may be read-only (make distcheck).
sys.dont_write_bytecode = True

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = sorted({os.path.dirname(path)
                  for path in glob.glob(os.path.join(HERE, "*", "test_*.py"))})
sys.path[:0] = [HERE, *FOLDERS, os.path.join(os.path.dirname(HERE), "support")]
from tally import Tally, UnitResult  # noqa: E402

# Imported before the processes that run them are forked.
tests = []


def flatten(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        else:
            yield test


def run_one(number, verbose):
    """Runs a test. Returns what it printed, and how many passed, failed and were
    skipped."""
    tally = Tally()
    with contextlib.redirect_stdout(io.StringIO()) as text:
        tests[number].run(UnitResult(tally, verbose))
    return text.getvalue(), tally.passed, tally.failed, tally.skipped


def run_all(tally, verbose):
    """Runs the tests in parallel, two per processor, since many of them wait. Reports them
    in order."""
    jobs = 2 * len(os.sched_getaffinity(0))
    with concurrent.futures.ProcessPoolExecutor(
            jobs, multiprocessing.get_context("fork")) as pool:
        for text, *counts in pool.map(run_one, range(len(tests)),
                                      itertools.repeat(verbose)):
            print(text, end="", flush=True)
            tally.add(*counts)


def main(arguments):
    if not os.environ.get("LOCUS"):
        print("run.py: set LOCUS to the command to test", file=sys.stderr)
        return 2
    if os.environ.get("CAN_RUN") == "no":
        print("skipped: the command is for another machine (configure EMULATOR=...)")
        return 77
    # A shell that starts this in the background ignores SIGINT, and so would all
    # children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import test_grammars      # not before LOCUS is known to be there
    verbose = "-v" in arguments
    names = [a for a in arguments if a != "-v"]
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames(names)
    elif test_grammars.missing():
        print("skipped: all but test_grammars, for the lack of",
              *test_grammars.missing())
        suite = loader.loadTestsFromName("test_grammars")
    else:
        suite = [loader.discover(folder, top_level_dir=folder) for folder in FOLDERS]
    tests.extend(flatten(suite))
    tally = Tally()
    run_all(tally, verbose)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
