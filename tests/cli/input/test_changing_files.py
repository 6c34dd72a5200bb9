# SPDX-License-Identifier: MIT
"""Files that change while they are scanned."""

import fcntl
import itertools
import os
import re
import resource
import select
import signal
import struct
import tempfile
import termios

from support import EMULATOR, TIMEOUT, Case, contents, lines, locus, records, start
from test_streams import MIB


def without_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Meanwhile(Case):
    """Files that change while they are scanned. To make sure of that, the output is not
    read at first, so the command waits."""

    def until_it_stands_still(self, *arguments, **popen):
        if EMULATOR:
            self.skipTest("the emulator's own")
        child = start(*arguments, **popen)
        self.addCleanup(child.kill)
        full = 0
        while child.poll() is None and full < 5:
            ready = select.select([], [child.stdout], [], 0.05)[1]
            size = struct.unpack("i", fcntl.ioctl(child.stdout, termios.FIONREAD, b"    "))[0]
            full = full + 1 if size >= 4096 and not ready else 0
        return child

    def cut_off(self, data, size, *arguments, by_name=True, **popen):
        """Truncates a file to `size` bytes meanwhile, checks that this is reported, and
        returns the output."""
        path = self.write("log", data)
        if by_name:
            child = self.until_it_stands_still(*arguments, path, **popen)
        else:
            with open(path, "rb") as file:
                child = self.until_it_stands_still(*arguments, stdin=file, **popen)
        os.truncate(path, size)
        out, err = child.communicate(timeout=TIMEOUT)
        name = re.escape(path if by_name else "standard input").encode()
        self.assertEqual(child.returncode, 2)
        self.assertRegex(err, rb"\A(locus: %s: skipped the URL at offset [0-9]+, which may be"
                         rb" incomplete\n)?locus: %s: the file was truncated while it was read\n\Z"
                         % (name, name))
        return out, [int(at) for at in re.findall(rb"(?<=the URL at offset )[0-9]+", err)]

    def test_what_is_read(self):
        """A file that is not mapped, as in contexts with escapes."""
        urls = b"".join(b'"http://host/%07d"\n' % i for i in range(200000))
        whole = [url.strip(b'"') for url in lines(urls)]
        for arguments in (("-j1",), ("-j2",)):
            for size in (0, 5000, 1000000, 1999999, 2000006):
                with self.subTest(arguments=arguments, size=size):
                    out, left_out = self.cut_off(urls, size, "scan", "-x", "json", *arguments)
                    found = lines(out)
                    self.assertEqual(found, whole[:len(found)])
                    # How far it had been read when it was truncated is unknown.
                    self.assertIn(left_out, ([], [22 * len(found) + 1]))

    def test_standard_input(self):
        urls = b"http://host/\n" * 200000
        for arguments in (("scan",), ("scan", "-j2")):
            with self.subTest(arguments=arguments):
                self.cut_off(urls, 5000, *arguments, by_name=False)

    def test_lines(self):
        """An item that may be incomplete is left out."""
        path = self.write("log", b"http://host/\n" * 200000)
        for size, number in ((13, None), (1300000, None), (1300012, 100001), (1300009, 100001)):
            os.truncate(path, 13 * 200000)
            with open(path, "r+b") as file:
                file.write(b"http://host/\n" * 200000)
            with self.subTest(size=size), open(path, "rb") as file:
                child = self.until_it_stands_still("normalize", stdin=file)
                os.truncate(path, size)
                out, err = child.communicate(timeout=TIMEOUT)
                self.assertEqual(child.returncode, 2)
                found = lines(out)
                self.assertEqual(found, [b"http://host/"] * len(found))
                error = b"locus: standard input: the file was truncated while it was read\n"
                if number:
                    self.assertEqual(len(found), number - 1)
                    self.assertEqual(err, b"locus: standard input: skipped line %d, which may be"
                                     b" incomplete\n" % number + error)
                elif size > 13:
                    self.assertEqual((len(found), err), (100000, error))
                else:
                    self.assertTrue(err.endswith(error))

    def test_the_next_file_goes_on(self):
        path, following = self.write("log", b"http://host/\n" * 200000), self.write("b", b"http://b/")
        child = self.until_it_stands_still("scan", path, following)
        os.truncate(path, 5000)
        out, err = child.communicate(timeout=TIMEOUT)
        self.assertTrue(out.endswith(b"\nhttp://b/\n"))
        self.assertEqual((child.returncode, err.count(b"truncated")), (2, 1))

    def test_what_is_written_was_there(self):
        """No byte of a URL is read from the file again after the file was truncated."""
        urls = b"".join(b"http://host/%07d\n" % i for i in range(40000))
        whole = lines(urls)
        for arguments in (("-j1",), ("-j2",)):
            for size in (8192, 300000, 700000, 700003, 700010, 700019):
                with self.subTest(arguments=arguments, size=size):
                    out, left_out = self.cut_off(urls, size, "scan", "-o", "json", *arguments)
                    found = records(out)
                    self.assertGreaterEqual(len(found), size // 20)
                    for number, record in enumerate(found):
                        self.assertEqual(record["offset"], 20 * number)
                    self.assertEqual([record["input"].encode() for record in found],
                                     whole[:len(found)])
                    # With threads it may have been read before.
                    if size > 100000 and len(found) == size // 20:
                        self.assertEqual(left_out, [size // 20 * 20] if size % 20 > 9 else [])

    def test_lines_of_a_log(self):
        """The records of lines that are read together are all of the lines that were there,
        and no others."""
        line = b'192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET /%07d HTTP/1.1" 200 1\n'
        size_of_line = len(line % 0)
        path = self.write("log", b"".join(line % i for i in range(40000)))
        data = contents(path)
        for threads in ("-j1", "-j2"):
            for at, rest in itertools.product((20000, 20005, 20013), (0, 1, 40, size_of_line - 1)):
                with self.subTest(threads=threads, at=at, rest=rest):
                    with open(path, "wb") as file:
                        file.write(data)
                    child = self.until_it_stands_still("scan", "--log", "combined", "-o", "json",
                                                       threads, path)
                    os.truncate(path, at * size_of_line + rest)
                    out, err = child.communicate(timeout=TIMEOUT)
                    found = [(record["offset"] // size_of_line, record["input"])
                             for record in records(out)]
                    self.assertEqual(found, [(i, "/%07d" % i) for i in range(len(found))])
                    if threads == "-j1":
                        self.assertEqual(len(found), at)
                    self.assertGreaterEqual(len(found), at)
                    self.assertEqual(child.returncode, 2)
                    self.assertEqual(err.count(b": the file was truncated while it was read\n"), 1)

    def test_a_long_url(self):
        """No system call writes output directly from the mapped file."""
        urls = b"http://short/\n" * 40000
        whole = urls + b"http://long/" + b"p" * 3000000 + b"\n"
        for arguments in (("-j1",), ("-j2",)):
            with self.subTest(arguments=arguments):
                out, _ = self.cut_off(whole, 8192, "scan", *arguments)
                # With threads it may have been read before.
                self.assertTrue(urls.startswith(out[:-8]) or out == whole, out[-100:])

    def test_with_the_signal_blocked(self):
        def block():
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGBUS})

        urls = b"http://short/\n" * 200000
        for arguments in (("-j1",), ("-j2",)):
            with self.subTest(arguments=arguments):
                self.cut_off(urls, 4096, "scan", *arguments, preexec_fn=block)

    def test_holes_stay(self):
        """In a file system in memory, reading a mapped hole would allocate it."""
        shared = "/dev/shm"
        if EMULATOR or not os.access(shared, os.W_OK):
            self.skipTest("no " + shared)
        with tempfile.NamedTemporaryFile(dir=shared) as file:
            os.truncate(file.fileno(), 8 * MIB)
            os.pwrite(file.fileno(), b"\nhttp://h/\n", 4 * MIB)
            before = os.stat(file.name).st_blocks
            if before >= 8 * MIB // 512:
                self.skipTest("there are no holes in " + shared)
            for arguments in (("-j1",), ("-j2",)):
                self.check(locus("scan", *arguments, file.name), 0, b"http://h/\n")
                self.assertEqual(os.stat(file.name).st_blocks, before)

    def test_the_output_is_no_input(self):
        data = b"http://h/\n" * 100000
        path = self.write("log", data)
        for arguments in (["scan", path], ["scan", "-j2", path], ["scan", "-"], ["normalize"],
                          ["top", "--by", "host", path]):
            with self.subTest(arguments=arguments), open(path, "ab") as out, \
                    open(path, "rb") as stdin:
                result = locus(*arguments, stdin=stdin, stdout=out)
                self.check(result, 2, err=None)
                self.assertIn(b"also the output", result.err)
            left = contents(path)
            self.assertEqual(left[:len(data)], data)
            self.assertEqual(left[len(data):], b"")


class Signals(Case):
    def test_another_bus_error(self):
        """A signal for a page of the file is handled (test_failing.py, Pages); any other
        one ends the command as usual."""
        path = self.write("log", b"http://h/\n" * 200000)
        maps = "/proc/%d/maps"
        if EMULATOR or not os.path.exists(maps % os.getpid()):
            self.skipTest("/proc does not show what is mapped")
        # The command cannot end, because its output is not read.
        child = start("scan", path, stderr=None, preexec_fn=without_core)
        self.addCleanup(child.kill)
        while child.poll() is None:
            with open(maps % child.pid, "rb") as file:
                if os.fsencode(path) in file.read():
                    break
        child.send_signal(signal.SIGBUS)
        with child.stdout as out:
            self.assertTrue((b"http://h/\n" * 200000).startswith(out.read()))
        self.assertEqual(child.wait(TIMEOUT), -signal.SIGBUS)
