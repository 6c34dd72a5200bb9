# SPDX-License-Identifier: MIT
"""Runs tests of this folder by their names, and prints as the last line
"N passed, N failed, N skipped". A subtest that fails counts as a failure of its own."""

import os
import signal
import sys
import unittest


class Result(unittest.TextTestResult):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.failed_tests = set()

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.failed_tests.add(test.id())


def end(*_):
    # As an exception it unwinds the tests, which stop their servers.
    raise KeyboardInterrupt


def main():
    signal.signal(signal.SIGTERM, end)
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    suite = unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:])
    result = unittest.TextTestRunner(sys.stdout, resultclass=Result).run(suite)
    failed = len(result.failures) + len(result.errors)
    failed_tests = result.failed_tests | {test.id() for test, _ in
                                          result.failures + result.errors
                                          if type(test).__name__ != "_SubTest"}
    passed = result.testsRun - len(failed_tests) - len(result.skipped)
    print(f"{max(passed, 0)} passed, {failed} failed, {len(result.skipped)} skipped")
    return 1 if failed else 0


sys.exit(main())
