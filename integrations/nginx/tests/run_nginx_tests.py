# SPDX-License-Identifier: MIT
"""Runs tests of this folder by their names, and prints as the last line
"N passed, N failed, N skipped"."""

import pathlib
import signal
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1]), str(HERE.parents[2] / "tests" / "support")]
from tally import Tally, UnitResult  # noqa: E402


def end(*_):
    # As an exception it unwinds the tests, which stop their servers.
    raise KeyboardInterrupt


def main():
    signal.signal(signal.SIGTERM, end)
    tally = Tally()
    unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]).run(UnitResult(tally))
    return tally.end()


sys.exit(main())
