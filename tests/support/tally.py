# SPDX-License-Identifier: MIT
"""What passed and what failed, for tests that do not use unittest."""

import sys
import threading


class Tally:
    """Prints what fails, at most MOST details of each. end() prints the line that .ci/run
    adds up."""

    MOST = 8

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.lock = threading.Lock()

    def check(self, what, wrong):
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
        return self.check(what, [] if got == expected else [f"expected: {expected!r:.2000}",
                                                            f"got:      {got!r:.2000}"])

    def true(self, what, condition, shown=""):
        """`shown` is printed if the condition is false."""
        return self.check(what, [] if condition else [f"got:      {shown!r:.2000}"])

    def skip(self, what, why):
        with self.lock:
            self.skipped += 1
            print(f"skipped: {what}: {why}", flush=True)

    def end(self):
        """Returns the exit status."""
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 0
