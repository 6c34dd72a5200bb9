# SPDX-License-Identifier: MIT
"""SIGINT and SIGTERM."""

import fcntl
import gzip
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time

from support import EMULATOR, TIMEOUT, Case, built_with, contents, lines, records, start


class Signalled(Case):
    """Sends signals to the command."""

    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def start(self, *arguments, **popen):
        if EMULATOR or not os.path.exists("/proc/self/status"):
            self.skipTest("/proc does not show what is caught")
        popen.setdefault("stdin", subprocess.PIPE)
        child = start(*arguments, **popen)
        self.addCleanup(child.kill)
        return child

    def status(self, child, name):
        with open("/proc/%d/status" % child.pid, encoding="ascii") as file:
            return re.search(r"(?m)^%s:\s*(\S+)" % name, file.read())[1]

    def until_it_waits(self, child):
        """Waits until the command has read all input and waits for more, or for a
        reader."""
        def left():
            return struct.unpack("i", fcntl.ioctl(child.stdin, termios.FIONREAD, b"    "))[0]

        while not int(self.status(child, "SigCgt"), 16) >> (signal.SIGTERM - 1) & 1 \
                or (child.stdin and left() > 0) or self.status(child, "State") != "S":
            self.assertIsNone(child.poll())
            time.sleep(0.01)

    def until_it_writes(self, child):
        """Waits until there is output that nobody reads, and the command waits for a reader."""
        self.assertTrue(select.select([child.stdout], [], [], TIMEOUT)[0])
        self.until_it_waits(child)

    def interrupt(self, child, number, data=b""):
        """Sends the signal after the command has read all of `data`, before the end of its
        input. Returns the output."""
        child.stdin.write(data)
        child.stdin.flush()
        self.until_it_waits(child)
        child.send_signal(number)
        with child.stdout as out, child.stderr as err:
            result = out.read(), err.read()
        self.assertEqual(child.wait(TIMEOUT), -number)
        child.stdin.close()
        return result


class Interrupts(Signalled):
    """SIGINT and SIGTERM end the input, and then the command."""

    URLS = b"".join(b"http://host/%06d\n" % i for i in range(100000))

    def test_top(self):
        for number in self.SIGNALS:
            for options, shown in (([], b"2 h\n1 i\n"), (["-o", "tsv"], b"count\thost\n2\th\n1\ti\n")):
                with self.subTest(number=number, options=options):
                    self.assertEqual(self.interrupt(
                        self.start("top", "--by", "host", *options), number,
                        b"http://h/ http://i/\nhttp://h/2\n"), (shown, b""))

    def test_before_there_is_input(self):
        for arguments, shown in ((["top", "--by", "host"], b""), (["scan"], b""),
                                 (["scan", "-j2"], b""), (["scan", "-c"], b"0\n")):
            for number in self.SIGNALS:
                with self.subTest(arguments=arguments, number=number):
                    self.assertEqual(self.interrupt(self.start(*arguments), number), (shown, b""))

    def test_a_file_and_a_stream(self):
        path = self.write("log", b"http://i/ " * 3)
        for operands in ([path, "-"], [path, "-", path]):
            self.assertEqual(self.interrupt(self.start("top", "--by", "host", *operands),
                                            signal.SIGINT, b"http://h/\n"), (b"3 i\n1 h\n", b""))

    def test_half_a_url_is_none(self):
        for threads in ("-j1", "-j2", "-j8"):
            for options, shown in (([], b"http://h/whole\n"), (["-c"], b"1\n"),
                                   (["-b", "-n"], b"1:0:http://h/whole\n"),
                                   (["--get", "{path}"], b"/whole\n")):
                with self.subTest(threads=threads, options=options):
                    self.assertEqual(self.interrupt(
                        self.start("scan", threads, *options), signal.SIGINT,
                        b"http://h/whole\nhttp://h/hal"), (shown, b""))

    def test_half_a_line_of_a_log_is_none(self):
        line = b'192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 5'
        kept = os.path.join(self.folder(), "rejects")
        for number in self.SIGNALS:
            for arguments, shown in (
                    (["scan"], b"/a\n/a\n"), (["scan", "-j2"], b"/a\n/a\n"), (["scan", "-c"], b"2\n"),
                    (["top", "--by", "path,status"], b"2 /a\t200\n")):
                with self.subTest(arguments=arguments, number=number):
                    child = self.start(*arguments, "--log", "combined", "--stats",
                                       "--rejects", kept)
                    out, err = self.interrupt(child, number,
                                              b"\n".join((line, b"bad", line, line)))
                    self.assertEqual((out, contents(kept)), (shown, b"bad\n"))
                    self.assertTrue(err.endswith(
                        b"locus: lines 3, records 2, rejects 1, comments 0, blank 0\n"), err)

    def test_compressed(self):
        """Compressed data that ends early because of the signal is not an error."""
        if not built_with(b"gzip"):
            self.skipTest("locus was built without gzip")
        data = gzip.compress(self.URLS[:40000])    # the capacity of a pipe
        for size in (1, 2, 3, 10, 1000, len(data) - 9):
            for threads in ("-j1", "-j2"):
                with self.subTest(size=size, threads=threads):
                    out, err = self.interrupt(self.start("scan", threads), signal.SIGTERM,
                                              data[:size])
                    self.assertTrue(self.URLS.startswith(out))
                    self.assertEqual(out[-1:], b"\n" if out else b"")
                    self.assertEqual(err, b"")

    def test_what_waits_to_be_opened(self):
        folder = self.folder()
        os.mkfifo(os.path.join(folder, "fifo"))
        self.write("log", b"http://h/\n", folder)
        for arguments in (["top", "--by", "host", "log", "fifo", "log"],):
            child = self.start(*arguments, cwd=folder)
            self.assertEqual(self.interrupt(child, signal.SIGINT), (b"1 h\n", b""))

    def test_while_it_writes(self):
        """The output is whole lines, from the beginning; a second signal ends the command
        at once."""
        path = self.write("log", self.URLS)
        for arguments in (["scan", "-j1", path], ["scan", "-j2", path],
                          ["scan", "-o", "json", path], ["top", "--by", "url", "-n", "0", path]):
            for number in self.SIGNALS:
                with self.subTest(arguments=arguments, number=number):
                    child = self.start(*arguments, stdin=None)
                    self.until_it_writes(child)
                    child.send_signal(number)
                    out, err = child.communicate(timeout=TIMEOUT)
                    self.assertEqual((child.returncode, err), (-number, b""))
                    found = lines(out)
                    self.assertGreater(len(found), 0)
                    if "json" in arguments:
                        found = [r["input"].encode() for r in records(out)]
                    elif arguments[0] == "top":
                        self.assertEqual(len(found), 100000)
                        found = [line.partition(b" ")[2] for line in found]
                    self.assertEqual(found, lines(self.URLS)[:len(found)])

                    child = self.start(*arguments, stdin=None)
                    self.until_it_writes(child)
                    child.send_signal(number)
                    while int(self.status(child, "SigCgt"), 16) >> (number - 1) & 1:
                        time.sleep(0.01)
                    child.send_signal(signal.SIGTERM)
                    # No byte of its output has been read.
                    self.assertEqual(child.wait(TIMEOUT), -signal.SIGTERM)
                    child.stdout.close()
                    child.stderr.close()

    def test_a_reader_that_has_gone(self):
        child = self.start("top", "--by", "host")
        child.stdin.write(b"http://h/\n")
        child.stdin.flush()
        self.until_it_waits(child)
        child.stdout.close()
        child.send_signal(signal.SIGINT)
        with child.stderr as err:
            self.assertEqual(err.read(), b"")
        self.assertEqual(child.wait(TIMEOUT), -signal.SIGINT)
        child.stdin.close()

    def test_a_signal_that_is_ignored(self):
        def ignore():
            signal.signal(signal.SIGINT, signal.SIG_IGN)

        child = self.start("top", "--by", "host", preexec_fn=ignore)
        self.until_it_waits(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(b"http://h/\n", timeout=TIMEOUT)
        self.assertEqual((child.returncode, out, err), (0, b"1 h\n", b""))

    def test_other_verbs_end_at_once(self):
        child = self.start("normalize")
        while self.status(child, "State") != "S":
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.wait(TIMEOUT), -signal.SIGINT)
        for stream in (child.stdin, child.stdout, child.stderr):
            stream.close()
