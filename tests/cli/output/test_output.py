# SPDX-License-Identifier: MIT
"""Output that fails, and when it is written."""

import os
import subprocess
import threading

from support import TIMEOUT, Case, contents, leaving_workers, locus, start
from test_streams import MIB


def feed_endlessly(case, arguments, line):
    """Feeds the command a line without end, reads one line of output, and closes the pipe."""
    child = start(*arguments, stdin=subprocess.PIPE)
    broken = []

    def feed():
        try:
            while True:
                child.stdin.write(line * 1000)
        except BrokenPipeError:
            broken.append(True)
        try:
            child.stdin.close()
        except BrokenPipeError:
            pass

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    first = child.stdout.readline()
    child.stdout.close()
    err = child.stderr.read()
    child.stderr.close()
    status = child.wait(TIMEOUT)
    feeder.join(TIMEOUT)
    case.assertTrue(first.endswith(b"\n"))
    case.assertEqual(err, b"")
    case.assertEqual(status, 0)
    case.assertEqual(broken, [True])


def full_disk(case):
    if not os.path.exists("/dev/full"):
        case.skipTest("no /dev/full")
    return open("/dev/full", "wb")


FULL = b"locus: standard output: No space left on device\n"


class Readers(Case):
    """Standard output that cannot be written, or that nobody reads any more."""

    LINE = b"http://h/p?q\n"
    VERBS = (["parse", "-g", "web", "-o", "json"], ["parse", "-g", "web", "-o", "tsv"],
             ["parse", "-g", "web", "--get", "{host}"], ["resolve", "http://a/"], ["normalize"],
             ["scan"], ["scan", "-o", "json"], ["scan", "-c"])

    def test_a_full_disk(self):
        with full_disk(self) as full:
            for verb in self.VERBS:
                for count in (1, 50000):
                    with self.subTest(verb=verb, count=count):
                        result = locus(*verb, stdin=self.LINE * count, stdout=full,
                                       env=leaving_workers())
                        self.assertEqual((result.status, result.err), (2, FULL))

    def test_a_closed_pipe(self):
        """`locus … | head -1`: the command ends silently, without reading all of its
        input."""
        for verb in self.VERBS:
            if "-c" not in verb and "top" not in verb:
                with self.subTest(verb=verb):
                    feed_endlessly(self, verb, self.LINE)

    def test_a_pipe_closed_from_the_beginning(self):
        for verb in self.VERBS:
            with self.subTest(verb=verb):
                read, write = os.pipe()
                os.close(read)
                with open(write, "wb") as pipe:
                    result = locus(*verb, stdin=self.LINE, stdout=pipe)
                self.assertEqual((result.status, result.err), (0, b""))


class Output(Case):
    def test_a_full_disk_and_nothing_to_find(self):
        with full_disk(self) as full:
            result = locus("scan", stdin=b"nothing", stdout=full)
            self.assertEqual((result.status, result.err), (1, b""))

    def test_a_full_disk_for_help(self):
        with full_disk(self) as full:
            for arguments in (["--help"], ["--version"], ["parse", "--help"],
                              ["scan", "--help"], ["grammars"]):
                with self.subTest(arguments=arguments):
                    result = locus(*arguments, stdout=full)
                    self.assertEqual((result.status, result.err), (2, FULL))

    def test_a_pipe_closed_after_an_error(self):
        folder = self.folder()
        self.write("log", b"http://h/\n" * MIB, folder)
        for arguments in (["scan"], ["scan", "-j2"]):
            with self.subTest(arguments=arguments):
                read, write = os.pipe()
                os.close(read)
                with open(write, "wb") as pipe:
                    result = locus(*arguments, "missing", "log", cwd=folder, stdout=pipe)
                self.assertEqual(result.status, 2)
                self.assertEqual(result.err, b"locus: missing: No such file or directory\n")

    def test_no_standard_output(self):
        """Standard output that is closed from the start is an error, and no file gets its
        number."""
        folder = self.folder()
        self.write("log", b"http://h/\n", folder)
        for arguments in (["scan", "log"], ["parse", "-g", "web", "-o", "json", "a:"],
                          ["--help"]):
            with self.subTest(arguments=arguments):
                result = locus(*arguments, stdin=subprocess.DEVNULL, cwd=folder,
                               preexec_fn=lambda: os.close(1))
                self.assertEqual(result.status, 2)
                self.assertRegex(result.err, rb"\Alocus: standard output: [^\n]+\n\Z")
        self.assertEqual(contents(os.path.join(folder, "log")), b"http://h/\n")

    def test_line_buffered(self):
        """Each record is written before the next input arrives."""
        for verb in (["scan", "--line-buffered"], ["scan", "-x", "raw", "--line-buffered"],
                     ["scan", "-o", "json", "--line-buffered"],
                     ["parse", "-g", "web", "-o", "url", "--line-buffered"],
                     ["explain", "--line-buffered"], ["normalize", "--line-buffered"],
                     ["decode", "--line-buffered"]):
            with self.subTest(verb=verb):
                child = start(*verb, stdin=subprocess.PIPE)
                for i in range(3):
                    child.stdin.write(b"http://h/%d\n" % i)
                    child.stdin.flush()
                    self.assertIn(b"http://h/%d" % i, self.next_bytes(child.stdout))
                out, err = child.communicate(timeout=TIMEOUT)
                self.assertEqual((child.returncode, out, err), (0, b"", b""))

    def test_line_buffered_json(self):
        """The last URL of a line is not held back until it is known what follows the line,
        unless an escape may be incomplete."""
        for context in ("json", "json-raw"):
            for line in (b'{"u":"http://h/%d"}\n', b'"http://h/%d"\n',
                         b'{"u":"http:\\/\\/h/%d"}\n', b'{"u":"mailto:a@h%d"}\n',
                         b'{"u":"a:/\\ud83d\\ude00 http://h/%d"}\n',
                         b'{"u":"a:\\/\\uD83D\\uDE00 http://h/%d"}\n'):
                with self.subTest(context=context, line=line):
                    child = start("scan", "-x", context, "--line-buffered",
                                  stdin=subprocess.PIPE)
                    for i in range(3):
                        child.stdin.write(line % i)
                        child.stdin.flush()
                        self.assertRegex(self.next_bytes(child.stdout), b"h/?%d" % i)
                    out, err = child.communicate(timeout=TIMEOUT)
                    self.assertEqual((child.returncode, out, err), (0, b"", b""))
