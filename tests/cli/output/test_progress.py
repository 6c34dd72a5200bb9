# SPDX-License-Identifier: MIT
"""The progress on standard error, if that is a terminal."""

import os
import pty
import select
import subprocess
import time

from support import TIMEOUT, Case, environment, lines, read_terminal, start
from test_scan import log


class Progress(Case):
    """The progress on standard error, if that is a terminal."""

    def start(self, *arguments, **popen):
        """Returns the process, and the other end of its terminal."""
        terminal, theirs = pty.openpty()
        self.addCleanup(os.close, terminal)
        child = start(*arguments, stderr=theirs, env=environment(TERM="xterm"), **popen)
        self.addCleanup(child.kill)
        os.close(theirs)
        return child, terminal

    def shown(self, terminal):
        """The next text on the terminal; empty when the process has ended."""
        ready, _, _ = select.select([terminal], [], [], TIMEOUT)
        self.assertEqual(ready, [terminal], "nothing came")
        return read_terminal(terminal)

    def shown_until(self, terminal, end):
        """The texts on the terminal until this one is among them."""
        shown = b""
        while end not in shown:
            piece = self.shown(terminal)
            self.assertNotEqual(piece, b"", "it has ended")
            shown += piece
        return shown

    def rest(self, terminal):
        return b"".join(iter(lambda: self.shown(terminal), b""))

    def ended(self, child, out, status):
        with child.stdout as file:
            self.assertEqual(file.read(), out)
        self.assertEqual(child.wait(TIMEOUT), status)

    def test_of_a_stream(self):
        """Progress shows the bytes read and the rate; other output replaces the line."""
        folder = self.folder()
        fifo = os.path.join(folder, "log")
        os.mkfifo(fifo)
        child, terminal = self.start("scan", "-c", "log", "missing", cwd=folder)
        with open(fifo, "wb", buffering=0) as log:
            count, shown = 0, b""
            while b"/s" not in shown:
                self.assertLess(count, 10000000, "nothing came")
                log.write(b"http://h/ \n" * 1000)
                count += 1000
                if select.select([terminal], [], [], 0.02)[0]:
                    shown += self.shown(terminal)
        shown += self.rest(terminal)
        self.ended(child, b"%d\n" % count, 2)
        self.assertRegex(shown, rb"\A(\r\x1b\[K[0-9.]+ [kM]?B, [0-9.]+ [kM]?B/s)+\r\x1b\[K"
                                rb"locus: missing: No such file or directory\r\n\Z")

    def test_of_files(self):
        """For files, progress also shows the total size and the time left."""
        folder = self.folder()
        for name in ("a", "b"):
            with open(os.path.join(folder, name), "wb") as file:
                try:
                    os.truncate(file.fileno(), 1 << 42)
                except OSError as error:
                    self.skipTest("no file of 4 TiB: %s" % error)
        child, terminal = self.start("scan", "-c", "a", "b", cwd=folder)
        shown = self.shown_until(terminal, b"left")
        # A file that becomes shorter ends there, which is an error.
        for name in ("a", "b"):
            os.truncate(os.path.join(folder, name), 0)
        self.rest(terminal)
        self.ended(child, b"0\n", 2)
        self.assertRegex(shown, rb"\A\r\x1b\[K[0-9.]+ [kMG]B of 8\.8 TB, [0-9.]+ [kMG]B/s, "
                                rb"([0-9]+:)?[0-9]+:[0-9]{2} left")

    def test_of_standard_input(self):
        """The total is what is left to read of a file on standard input."""
        path = os.path.join(self.folder(), "log")
        with open(path, "w+b") as file:
            try:
                os.truncate(path, 1 << 42)
            except OSError as error:
                self.skipTest("no file of 4 TiB: %s" % error)
            file.seek((1 << 42) - 10 ** 12)
            child, terminal = self.start("scan", "-c", "-", stdin=file)
            shown = self.shown_until(terminal, b"left")
            os.truncate(path, 0)
        self.ended(child, b"0\n", 2)
        self.assertIn(b" of 1.0 TB, ", shown)

    def test_of_what_is_in_memory(self):
        """Progress is shown although the output is not read for some time."""
        path = self.write("log", b"http://h/%020d\n" % 0 * 100000)
        child, terminal = self.start("scan", path)
        with child.stdout as out:
            first = out.read(1)
            time.sleep(1.1)
            self.assertEqual(len(lines(first + out.read())), 100000)
        shown = self.rest(terminal)
        self.assertEqual(child.wait(TIMEOUT), 0)
        self.assertRegex(shown, rb"\A\r\x1b\[K[0-9.]+ [kM]B of 3\.0 MB, ")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)

    def test_not_of_what_is_typed(self):
        """A person who types the input is shown no progress."""
        keyboard, theirs = pty.openpty()
        self.addCleanup(os.close, keyboard)
        child, terminal = self.start("scan", "-c", "-", stdin=theirs)
        os.close(theirs)
        for _ in range(15):
            os.write(keyboard, b"http://h/\n")
            ready, _, _ = select.select([terminal], [], [], 0.1)
            self.assertEqual(ready, [])
        os.write(keyboard, b"\x04")
        self.assertEqual(self.shown(terminal), b"")
        self.ended(child, b"15\n", 0)

    def test_not_asked_for(self):
        child, terminal = self.start("scan", "-c", "--no-progress", stdin=subprocess.PIPE)
        for _ in range(15):
            child.stdin.write(b"http://h/ \n" * 1000)
            child.stdin.flush()
            ready, _, _ = select.select([terminal], [], [], 0.1)
            self.assertEqual(ready, [])
        child.stdin.close()
        self.assertEqual(self.shown(terminal), b"")
        self.ended(child, b"15000\n", 0)
