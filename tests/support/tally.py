# SPDX-License-Identifier: MIT
"""What passed and what failed in the tests that are in Python."""

import os
import sys
import threading
import unittest


def is_for_another_machine(program):
    """Whether the program cannot be run here; then says so. The test exits with 77."""
    if os.environ.get("CAN_RUN") == "no" or os.environ.get("EMULATOR"):
        print(f"skipped: {program} is for another machine")
        return True
    return False


class Tally:
    """Prints what fails, at most MOST details of each. end() prints the line that .ci/run
    adds up."""

    MOST = 8

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.lock = threading.Lock()

    def none(self, what, wrong):
        """Passes if `wrong` yields nothing; otherwise prints what it yields.
        Returns whether it passed."""
        wrong = list(wrong)
        with self.lock:
            self.passed += not wrong
            self.failed += bool(wrong)
            if wrong:
                print("FAIL", what)
                for detail in wrong[:self.MOST]:
                    print("    ", detail)
                if len(wrong) > self.MOST:
                    print(f"     and {len(wrong) - self.MOST} more")
                sys.stdout.flush()
        return not wrong

    def same(self, what, got, expected):
        return self.none(what, [] if got == expected else [f"expected: {expected!r:.2000}",
                                                           f"got:      {got!r:.2000}"])

    def true(self, what, condition, shown=""):
        """`shown` is printed if the condition is false."""
        return self.none(what, [] if condition else [f"got:      {shown!r:.2000}"])

    def skip(self, what, why):
        with self.lock:
            self.skipped += 1
            print(f"skipped: {what}: {why}", flush=True)

    def add(self, passed, failed, skipped):
        """Adds the counts of another tally."""
        with self.lock:
            self.passed += passed
            self.failed += failed
            self.skipped += skipped

    def end(self):
        """Returns the exit status. If nothing passed, that is not a success."""
        if not self.passed and not self.failed:
            print("FAIL nothing passed")
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 0 if self.passed and not self.failed else 1


class UnitResult(unittest.TestResult):
    """Counts the methods of unittest in a tally. One with several failed subtests is one
    failure."""

    def __init__(self, tally, verbose=False):
        super().__init__()
        self.tally, self.verbose, self.failing = tally, verbose, set()

    def addSuccess(self, test):
        self.tally.add(1, 0, 0)
        if self.verbose:
            print("PASS", test.id())

    def addSkip(self, test, reason):
        self.tally.skip(test.id(), reason)

    def report(self, test, about, err):
        self.tally.add(0, test.id() not in self.failing, 0)
        self.failing.add(test.id())
        print("FAIL", about.id())
        print(self._exc_info_to_string(err, test), flush=True)

    def addFailure(self, test, err):
        self.report(test, test, err)

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.report(test, subtest, err)

    def addExpectedFailure(self, test, err):
        raise AssertionError("no test here is expected to fail")
