# SPDX-License-Identifier: MIT
"""O_NONBLOCK on a descriptor that other processes share: the command waits as if it were
not set."""

import os
import pty
import subprocess
import time
import tty

from support import CALLS, EMULATOR, TIMEOUT, Case, locus, read_terminal, start

URLS = b"".join(b"http://host%d.example/%s\n" % (i, b"p" * (i % 300)) for i in range(3000))


class NonBlocking(Case):
    def setUp(self):
        if EMULATOR:
            self.skipTest("the emulator's own")

    def pipe(self, ends):
        """A pipe with O_NONBLOCK at these of its ends."""
        fds = os.pipe()
        for end in ends:
            os.set_blocking(fds[end], False)
        return fds

    def feed(self, fd, data):
        """The input arrives slowly: the command repeatedly finds nothing to read."""
        with os.fdopen(fd, "wb", 0) as to:
            for at in range(0, len(data), len(data) // 8 + 1):
                to.write(data[at:at + len(data) // 8 + 1])
                time.sleep(0.01)

    def run_slowly(self, arguments, data, err=False):
        """The output of the command if all its descriptors are nonblocking, its input
        arrives slowly, and its output is read slowly."""
        ours, theirs = self.pipe([0]), self.pipe([1])
        child = start(*arguments, stdin=ours[0],
                      stdout=subprocess.DEVNULL if err else theirs[1],
                      stderr=theirs[1] if err else subprocess.PIPE)
        self.addCleanup(child.kill)
        os.close(ours[0])
        os.close(theirs[1])
        feeder = os.fork()
        if feeder == 0:
            try:
                self.feed(ours[1], data)
            finally:
                os._exit(0)
        os.close(ours[1])
        time.sleep(0.05)               # until its output is full
        out = b""
        with os.fdopen(theirs[0], "rb", 0) as result:
            while piece := result.read(3001):
                out += piece
        os.waitpid(feeder, 0)
        said = b"" if err else child.stderr.read()
        if child.stderr:
            child.stderr.close()
        return child.wait(TIMEOUT), out, said

    def test_every_verb(self):
        for arguments in (*CALLS.values(), ["parse", "-o", "human"], ["scan", "-o", "json"],
                          ["scan", "-j3"], ["scan", "--line-buffered"], ["grammars"], ["--help"],
                          ["help", "scan"]):
            data = b"scheme=http\thost=h\n" * 9000 if "build" in arguments else URLS
            with self.subTest(arguments=arguments):
                wanted = locus(*arguments, stdin=data)
                self.assertEqual((wanted.status, wanted.err), ("compare" in arguments, b""))
                self.assertEqual(self.run_slowly(arguments, data), (wanted.status, wanted.out, b""))

    def test_standard_error(self):
        """More messages than fit into a pipe."""
        lines = b"http://a b\n" * 3000
        wanted = locus("normalize", stdin=lines)
        self.assertEqual(wanted.err.count(b"\n"), 3000)
        self.assertEqual(self.run_slowly(["normalize"], lines, err=True), (1, wanted.err, b""))
        names = ["missing%d-%s" % (i, "x" * 90) for i in range(1500)]
        wanted = locus("scan", *names)
        self.assertEqual(self.run_slowly(["scan", *names], b"x", err=True), (2, wanted.err, b""))

    def test_terminals(self):
        """All three are one terminal, so O_NONBLOCK on one applies to all."""
        keyboard, terminal = pty.openpty()
        self.addCleanup(os.close, keyboard)
        tty.setraw(terminal)
        os.set_blocking(terminal, False)
        child = start("normalize", stdin=subprocess.PIPE, stdout=terminal, stderr=terminal)
        self.addCleanup(child.kill)
        os.close(terminal)
        feeder = os.fork()
        if feeder == 0:
            os.close(keyboard)
            try:
                self.feed(os.dup(child.stdin.fileno()), URLS)
            finally:
                os._exit(0)
        child.stdin.close()
        time.sleep(0.1)
        out = b""
        while piece := read_terminal(keyboard):
            out += piece
        os.waitpid(feeder, 0)
        self.assertEqual(child.wait(TIMEOUT), 0)
        self.assertEqual(out, URLS)

    def test_a_terminal_as_input(self):
        keyboard, terminal = pty.openpty()
        self.addCleanup(os.close, keyboard)
        os.set_blocking(terminal, False)
        child = start("scan", "--line-buffered", stdin=terminal)
        self.addCleanup(child.kill)
        os.close(terminal)
        for i in range(3):
            os.write(keyboard, b"http://h/%d\n" % i)
            self.assertEqual(self.next_bytes(child.stdout), b"http://h/%d\n" % i)
        os.write(keyboard, b"\x04")
        self.assertEqual(child.communicate(timeout=TIMEOUT), (b"", b""))
        self.assertEqual(child.returncode, 0)

    def test_a_closed_pipe(self):
        """A signal arrives while the command waits to write its last bytes."""
        ours, theirs = self.pipe([1])
        with open(self.write("log", URLS), "rb") as file:
            child = start("normalize", stdin=file, stdout=theirs)
        self.addCleanup(child.kill)
        os.close(theirs)
        os.read(ours, 10)
        time.sleep(0.1)
        os.close(ours)
        self.assertEqual(child.communicate(timeout=TIMEOUT)[1], b"")
        self.assertEqual(child.returncode, 0)
