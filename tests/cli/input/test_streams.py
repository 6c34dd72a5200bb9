# SPDX-License-Identifier: MIT
"""Streams: reads of any size, URLs and lines of any length, output that fails."""

import fcntl
import gzip
import os
import pty
import random
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest

from support import (EMULATOR, TIMEOUT, Case, Result, built_with, command, cut, environment,
                     lines, locus, locus_in_reads, long, memory_of, read_terminal, records)
from test_scan import TEXT, UTF8_QUOTES, log

MIB = 1 << 20

# Everything that the tables know about ends, in one text.
SAMPLE = ("\n".join(text for text, _, _ in TEXT + UTF8_QUOTES).encode() + b"\n"
          + b"".join(log(seed=1, count=20))
          + b"".join(b"<URL:ftp://h/%d-\r\n  b c>, <a href=\"/\"> <\nhttp://[::\t1]/%d >\n" % (i, i)
                     for i in range(20))
          + b"".join(b'{"u":"http:\\/\\/h\\/%d\\u0026\\u00e9","v":"\\n\\u0068ttp\\u003a//i/%d\\"x"}\n'
                     % (i, i) for i in range(20))
          + b"http://last/\xff")

CONTEXTS = (["-x", "raw"], ["-x", "raw", "--schemes", "http,https"], ["-x", "text"],
            ["-x", "text", "--schemes", "http,mailto:"], ["-x", "raw", "-g", "rfc3986"],
            ["-x", "text", "-g", "rfc1738"], ["-x", "wrapped"],
            ["-x", "wrapped", "-g", "rfc3986", "--schemes", "ftp,http"], ["-x", "json"], ["-x", "json-raw"],
            ["-x", "json", "-g", "rfc3986", "--schemes", "http,ttp"])


def without_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Reads(Case):
    """What is found does not depend on the pieces in which the input comes."""

    def whole(self, arguments, data):
        result = locus(*arguments, stdin=data)
        self.check(result, 0)
        return result

    def test_small_reads(self):
        self.assertLess(len(SAMPLE), 1 << 17)      # see locus_in_reads()
        for context in CONTEXTS:
            arguments = ["scan", *context, "-o", "json"]
            expected = self.whole(arguments, SAMPLE)
            self.assertGreater(len(records(expected.out)), 30)
            for size in (1, 2, 3, 7, 61):
                with self.subTest(context=context, size=size):
                    self.assertEqual(locus_in_reads(cut(SAMPLE, size), *arguments), expected)

    def test_random_reads(self):
        rng = random.Random(2396)
        arguments = ["scan", "-o", "json"]
        expected = self.whole(arguments, SAMPLE)
        self.assertGreater(len(records(expected.out)), 30)
        for _ in range(20):
            sizes = []
            while sum(sizes) < len(SAMPLE):
                sizes.append(rng.choice((1, 2, rng.randrange(1, 20), rng.randrange(1, 4000))))
            starts = [sum(sizes[:i]) for i in range(len(sizes))]
            pieces = [SAMPLE[at:at + size] for at, size in zip(starts, sizes)]
            with self.subTest(sizes=sizes):
                self.assertEqual(locus_in_reads(pieces, *arguments), expected)

    def test_two_reads_at_every_place(self):
        data = b"x (http://[::1]:80/a_(b)), 'mailto:a@b' http://i/\xc3\xa9\xef\xbd\x9c."
        arguments = ["scan", "-b"]
        expected = self.whole(arguments, data)
        self.assertEqual(lines(expected.out), [b"3:http://[::1]:80/a_(b)", b"28:mailto:a@b",
                                               b"40:http://i/\xc3\xa9"])
        for at in range(1, len(data)):
            with self.subTest(at=at):
                self.assertEqual(locus_in_reads([data[:at], data[at:]], *arguments), expected)

    def test_large_reads_through_a_pipe(self):
        data = b"".join(log(seed=2, count=6000))
        self.assertGreater(len(data), 1 << 19)
        arguments = ["scan", "-x", "raw", "--schemes", "http,https", "-b"]
        expected = b"".join(b"%d:%s\n" % (m.start(), m.group())
                            for m in re.finditer(rb"https?://[^ \"<>\n]+", data))
        for size in (4095, 4096, 65536, len(data)):
            with self.subTest(size=size):
                child = subprocess.Popen(command(arguments), stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         env=environment())

                def feed(pieces=cut(data, size), pipe=child.stdin):
                    with pipe:
                        for piece in pieces:
                            pipe.write(piece)
                            pipe.flush()

                feeder = threading.Thread(target=feed)
                feeder.start()
                out = child.stdout.read()
                feeder.join()
                err = child.stderr.read()
                child.stdout.close()
                child.stderr.close()
                self.assertEqual((child.wait(TIMEOUT), err), (0, b""))
                self.assertEqual(out, expected)

    def test_urls_across_every_likely_boundary(self):
        """A URL at each place around the sizes at which windows are wont to end,
        after bytes that belong to no URL and after bytes that look like it."""
        url = b"http://u:p@[2001:db8::1]:8080/a_(b)/\xc3\xa9?q=%20#f"
        for filler, name in ((b".", "dots"), (b"\n", "lines"), (b"x://h y: ", "urls")):
            folder = self.folder()
            names, expected = [], []
            for size in (1 << 12, 1 << 16, 1 << 18, 1 << 19):
                for at in range(size - len(url) - 2, size + 3, 3):
                    head = (filler * (at // len(filler) + 1))[:at - 1] + b" "
                    names.append("%07d" % at)
                    self.write(names[-1], head + url + b", and", folder)
                    expected.append(b"%07d:%d:%s" % (at, at, url))
            result = locus("scan", "-H", "-b", "--schemes", "http", *names, cwd=folder)
            with self.subTest(filler=name):
                self.check(result, 0)
                self.assertEqual(lines(result.out), expected)

    def test_lines_are_counted_across_windows(self):
        data = b"".join(b"\n" * (i % 5) + b"x" * 997 + b" http://h/%d " % i
                        for i in range(3000))
        result = self.check(locus("scan", "-n", stdin=data), 0)
        expected = [b"%d:%s" % (data.count(b"\n", 0, m.start()) + 1, m.group())
                    for m in re.finditer(rb"http://h/[0-9]+", data)]
        self.assertEqual(lines(result.out), expected)


class Lengths(Case):
    def test_urls_of_megabytes(self):
        for context in ("raw", "text"):
            for size in (300000, 5 * MIB + 1, 15 * MIB):
                url = b"http://h/" + b"p" * (size - 9)
                with self.subTest(context=context, size=size):
                    self.check(locus("scan", "-x", context, "-b",
                                     stdin=b"x\n" + url + b" http://i/\n"), 0,
                               b"2:" + url + b"\n%d:http://i/\n" % (size + 3))

    def test_control_sequences_in_a_long_url(self):
        """It is longer where it stands than as it is written."""
        rng = random.Random(48)
        # What is as long as a block is looked at where it is.
        filler = b"x\n" * (1 << 18)
        for length in (4000, 4090, 4097, 10000, 600000):
            host = b"http://h.example"
            path = b"/" + b"p" * (length - len(host) - 1)
            pieces = cut(path, length // 20)
            marked = host + b"".join(rng.choice((b"\x1b[31m", b"\x1b[m", b"\x1b[K", b"\x1b[1;4m"))
                                     + piece for piece in pieces)
            url = host + path
            data = filler + marked + b" a\n" + filler
            file = self.write("log", data)
            for threads in ("-j1", "-j4"):
                with self.subTest(length=length, threads=threads):
                    for stdin in (data, b""):
                        operands = [] if stdin else [file]
                        self.check(locus("scan", threads, *operands, stdin=stdin), 0, url + b"\n")
                        self.check(locus("scan", threads, "--get", "{offset} {path}", *operands,
                                         stdin=stdin), 0, b"%d %s\n" % (len(filler), path))
                        result = self.check(locus("scan", threads, "-o", "json", *operands,
                                                  stdin=stdin), 0)
                        (record,) = records(result.out)
                        self.assertEqual((record["input"], record["offset"], record["span"]),
                                         (url.decode(), len(filler), len(marked)))
                        self.slices(url, record)

    def test_a_url_of_megabytes_is_trimmed(self):
        tail = b"." * MIB
        self.check(locus("scan", "-b", stdin=b"http://h/a" + tail + b" http://i/"), 0,
                   b"0:http://h/a\n%d:http://i/\n" % (MIB + 11))

    def test_megabytes_inside_brackets(self):
        url = b"http://h/(" + b"p" * MIB + b")"
        self.check(locus("scan", stdin=b"(" + url + b")"), 0, url + b"\n")

    def test_a_url_that_is_too_long(self):
        """Reported, never cut; the ones around it are found."""
        for context in ("raw", "text"):
            data = (b"http://first/ http://long/" + b"p" * (17 * MIB)
                    + b" http://second/\nhttp://third/")
            folder = self.folder()
            self.write("log", data, folder)
            at = data.index(b"http://second/")
            with self.subTest(context=context):
                result = locus("scan", "-x", context, "-n", "-b", "log", cwd=folder)
                self.check(result, 2,
                           b"1:0:http://first/\n1:%d:http://second/\n2:%d:http://third/\n"
                           % (at, at + 15),
                           b"locus: log: offset 14: URL of %d bytes skipped, more than 16777216"
                           b" (--max-url)\n" % (17 * MIB + 12))

    def test_the_longest_url(self):
        """The same in a file, which need not be read, as from a pipe: what tells
        where it ends fits 16 MiB, too."""
        folder = self.folder()
        for size in (16 * MIB - 1, 16 * MIB, 16 * MIB + 1, 16 * MIB + 2):
            for rest in (b" http://last/\n", b""):
                data = b"x\n" * 50000 + b"http://h/".ljust(size, b"p") + rest
                wanted = [size] * (size <= 16 * MIB) + [12] * (rest != b"")
                self.write("log", data, folder)
                for arguments, stdin in ((["log"], b""), (["-j2", "log"], b""), (["-"], data)):
                    with self.subTest(size=size, rest=rest, arguments=arguments):
                        result = locus("scan", "-x", "raw", *arguments, stdin=stdin, cwd=folder)
                        self.assertEqual([len(line) for line in lines(result.out)], wanted)
                        self.assertEqual(result.status, 0 if size in wanted else 2, result.err)

    def test_where_grammar_and_prose_never_agree(self):
        """RFC 1630's may end after each ";" alone, and no text ends there: half a
        million times one is asked about what the other says."""
        self.check(locus("scan", "-g", "rfc1630",
                         stdin=b"wais://h/d/t/" + b"1=a;" * 500000), 0, b"wais://h/d\n")

    def test_a_url_that_is_too_long_is_all_there_is(self):
        result = locus("scan", stdin=b"http://long/" + b"p" * (40 * MIB))
        self.check(result, 2, b"", err=None)
        self.assertEqual(result.err, b"locus: standard input: offset 0: URL of %d bytes skipped,"
                                     b" more than 16777216 (--max-url)\n" % (40 * MIB + 12))

    def test_long_schemes(self):
        """The library's limit: LOCUS_MAX_SCHEME."""
        self.check(locus("scan", stdin=b"x " + b"a" * 255 + b"://h/"), 0,
                   b"a" * 255 + b"://h/\n")
        self.check(locus("scan", stdin=b"x " + b"a" * 256 + b"://h/"), 1, b"")
        run = b"a" * 300000
        self.check(locus("scan", "-x", "raw", "--schemes", "http", "-b",
                         stdin=run + b"http://h/ "), 0, b"300000:http://h/\n")
        self.check(locus("scan", "--schemes", "http", "-b", stdin=run + b"http://h/ "), 0,
                   b"300000:http://h/\n")
        self.check(locus("scan", "--schemes", "ws", stdin=run + b"ws://h/ "), 1, b"")
        self.check(locus("scan", stdin=run + b"://h/ http://h/"), 0, b"http://h/\n")

    def test_what_looks_like_urls_for_megabytes(self):
        """Nothing here is found or all of it; quadratic work would not end."""
        for data, arguments, count in [
                (b":" * MIB, [], 0),
                (b":/" * MIB, [], 0),
                (b"://" * MIB, [], 0),
                (b"a:" * MIB, [], 0),
                (b"a" * (4 * MIB), [], 0),
                (b"http:" * MIB, [], 0),
                (b"mailto:" + b" mailto:" * MIB, [], 0),
                (b"http:// " * MIB, [], 0),
                (b"http://h/ " * MIB, [], MIB),
                (b"http://h/" + b"(" * MIB, [], 1),
                (b"http://h/" + b"'" * (2 * MIB + 1), [], 1),
                (b"http://h/" + b".x" * MIB, [], 1),
                (b"http://" * MIB, ["-x", "raw"], 1),
                (b"\xff" * MIB, [], 0),
                (b"\0" * MIB, [], 0),
                (b"\n" * MIB, ["-n"], 0),
        ]:
            with self.subTest(data=data[:16], arguments=arguments):
                result = locus("scan", "-c", *arguments, stdin=data)
                self.check(result, 0 if count else 1, b"%d\n" % count)

    @long
    def test_a_line_of_hundreds_of_megabytes(self):
        """Every URL of a line of 400 MiB found, in constant memory."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    # 400 MiB of 1 KiB pieces, each with a URL of its own.
                    "piece = b'x' * 1000 + b' http://h.example:80/path '\n"
                    "data = piece * 1024\n"
                    "for _ in range(400): put(data)\n",
                    ["scan", "-j", threads, "-b", "-n"]), (0, 400 * 1024))

    @long
    def test_a_token_of_hundreds_of_megabytes(self):
        """No place at which several threads could share it."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    "data = b'x' * (1 << 20)\n"
                    "put(b'http://h/ ' * (1 << 18))\n"
                    "for _ in range(400): put(data)\n"
                    "put(b' http://h/' * (1 << 18))\n",
                    ["scan", "-j", threads]), (0, 1 << 19))

    @long
    def test_gigabytes_of_output(self):
        """From URLs as short as they can be, with all that is known of them."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    "data = b'a://b\\n' * (1 << 16)\n"
                    "for _ in range(128): put(data)\n",
                    ["scan", "-j", threads, "-o", "json"]), (0, 1 << 23))

    @long
    def test_a_url_of_hundreds_of_megabytes(self):
        """Skipped, in constant memory."""
        for threads in ("1", "2"):
            with self.subTest(threads=threads):
                self.assertEqual(self.in_constant_memory(
                    # So many before it that each thread has had its windows.
                    "put(b'http://h/ ' * (1 << 20))\n"
                    "put(b'http://h/')\n"
                    "data = b'x' * (1 << 20)\n"
                    "for _ in range(400): put(data)\n"
                    "put(b' http://h/' * (1 << 20))\n",
                    ["scan", "-j", threads]), (2, 1 << 21))

    @long
    def test_the_longest_url_of_a_file(self):
        """The file itself counts, as far as it is looked at, and the URL is copied."""
        path = self.write("log", b"x\n" * 50000 + b"http://h/".ljust(16 * MIB - 1, b"p")
                          + b"\nhttp://last/\n")
        for arguments in ([], ["-n"], ["-o", "json"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.in_constant_memory(
                    "", ["scan", "-x", "raw", *arguments, path]), (0, 2))

    def in_constant_memory(self, feed, arguments):
        """(status, lines printed) of the command; its memory is asserted."""
        status, count, kib = memory_of(feed, arguments)
        self.assertLess(kib, 32 * 1024)
        return status, count


def endless_log():
    while True:
        yield b"http://example.org/a/b?c=d#e\n" * 1000


def feed_endlessly(case, arguments):
    """Reads one line of what the command makes of an endless log, and leaves."""
    child = subprocess.Popen(command(arguments), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment())
    broken = []

    def feed():
        try:
            for piece in endless_log():
                child.stdin.write(piece)
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


class Output(Case):
    VERBS = (["parse", "-g", "web", "-o", "json"], ["parse", "-g", "web", "-o", "tsv"],
             ["parse", "-g", "web", "--get", "{host}"], ["scan"], ["scan", "-o", "json"],
             ["scan", "-c"])

    FULL = b"locus: standard output: No space left on device\n"

    def test_a_full_disk(self):
        with full_disk(self) as full:
            for verb in self.VERBS:
                for count in (1, 50000):
                    with self.subTest(verb=verb, count=count):
                        result = locus(*verb, stdin=b"http://h/p?q\n" * count, stdout=full)
                        self.assertEqual((result.status, result.err), (2, self.FULL))

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
                    self.assertEqual((result.status, result.err), (2, self.FULL))

    def test_a_closed_pipe(self):
        """`locus … | head -1`: it ends, without a word, with its input unread."""
        for verb in self.VERBS[:-1]:
            with self.subTest(verb=verb):
                feed_endlessly(self, verb)

    def test_a_pipe_closed_from_the_beginning(self):
        for verb in self.VERBS:
            with self.subTest(verb=verb):
                read, write = os.pipe()
                os.close(read)
                with open(write, "wb") as pipe:
                    result = locus(*verb, stdin=b"http://h/\n", stdout=pipe)
                self.assertEqual((result.status, result.err), (0, b""))

    def test_a_pipe_closed_behind_an_error(self):
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
        """Closed before the command began: an error, and no file is mistaken for it."""
        folder = self.folder()
        self.write("log", b"http://h/\n", folder)
        for arguments in (["scan", "log"], ["parse", "-g", "web", "-o", "json", "a:"],
                          ["--help"]):
            with self.subTest(arguments=arguments):
                result = locus(*arguments, stdin=subprocess.DEVNULL, cwd=folder,
                               preexec_fn=lambda: os.close(1))
                self.assertEqual(result.status, 2)
                self.assertRegex(result.err, rb"\Alocus: standard output: [^\n]+\n\Z")
        with open(os.path.join(folder, "log"), "rb") as file:
            self.assertEqual(file.read(), b"http://h/\n")

    def test_line_buffered(self):
        """Each record is there before the next input is."""
        for verb in (["scan", "--line-buffered"], ["scan", "-x", "raw", "--line-buffered"],
                     ["scan", "-o", "json", "--line-buffered"],
                     ["parse", "-g", "web", "-o", "url", "--line-buffered"],
                     ["normalize", "--line-buffered"], ["decode", "--line-buffered"]):
            with self.subTest(verb=verb):
                child = subprocess.Popen(command(verb), stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         env=environment())
                for i in range(3):
                    child.stdin.write(b"http://h/%d\n" % i)
                    child.stdin.flush()
                    ready, _, _ = select.select([child.stdout], [], [], 60)
                    self.assertEqual(ready, [child.stdout], "nothing came")
                    self.assertIn(b"http://h/%d" % i, os.read(child.stdout.fileno(), 4096))
                out, err = child.communicate(timeout=TIMEOUT)
                self.assertEqual((child.returncode, out, err), (0, b"", b""))


class Input(Case):
    def test_no_standard_input(self):
        for arguments in (["scan"], ["scan", "-"], ["parse", "-g", "web", "-o", "url"],
                          ["explain"], ["normalize"], ["encode"],
                          ["compare", "x:", "-"], ["resolve", "http://h"]):
            with self.subTest(arguments=arguments):
                result = locus(*arguments, stdin=subprocess.DEVNULL,
                               preexec_fn=lambda: os.close(0))
                self.check(result, 2, b"", err=None)
                self.assertRegex(result.err, rb"\Alocus: [^\n]*Bad file descriptor\n\Z")

    def test_a_file_is_not_taken_for_standard_input(self):
        """The first file that is opened would have its number; with threads, while
        it is still looked at."""
        path = self.write("log", b"http://h/\n" * 100000)
        for threads in ("-j1", "-j2", "-j8"):
            result = locus("scan", "-c", threads, path, "-", stdin=subprocess.DEVNULL,
                           preexec_fn=lambda: os.close(0))
            self.check(result, 2, b"100000\n",
                       b"locus: standard input: Bad file descriptor\n")

    def test_no_standard_input_needed(self):
        folder = self.folder()
        self.write("log", b"http://h/\n", folder)
        self.check(locus("scan", "log", stdin=subprocess.DEVNULL, cwd=folder,
                         preexec_fn=lambda: os.close(0)), 0, b"http://h/\n")
        self.check(locus("parse", "-g", "web", "-o", "url", "a:", stdin=subprocess.DEVNULL,
                         preexec_fn=lambda: os.close(0)), 0, b"a:\n")

    def test_a_directory_as_standard_input(self):
        for arguments in (["scan"], ["parse", "-g", "web", "-o", "url"], ["explain"],
                          ["normalize"], ["decode"],
                          ["compare", "x:", "-"], ["resolve", "http://h"]):
            with self.subTest(arguments=arguments):
                folder = os.open(self.folder(), os.O_RDONLY)
                try:
                    result = locus(*arguments, stdin=folder)
                finally:
                    os.close(folder)
                self.check(result, 2, b"", err=None)
                self.assertRegex(result.err, rb"\Alocus: [^\n]*Is a directory\n\Z")

    def test_standard_input_twice(self):
        """The second time there is nothing left of it, and that is no error."""
        for verb in (["scan"], ["scan", "-j2"], ["parse", "-o", "url"], ["normalize"]):
            with self.subTest(verb=verb):
                self.check(locus(*verb, "-", "-", stdin=b"http://h/\n"), 0, b"http://h/\n")

    def test_standard_input_at_an_offset(self):
        """A file that is open and partly read: from where it stands."""
        path = self.write("log", b"http://first/\nhttp://second/\n")
        with open(path, "rb", buffering=0) as file:
            file.seek(14)
            self.check(locus("scan", "-b", stdin=file), 0, b"0:http://second/\n")

    def test_progress_is_silent_in_a_pipe(self):
        data = b"http://h/ \n" * (2 * MIB)
        for options in ([], ["--no-progress"]):
            with self.subTest(options=options):
                self.check(locus("scan", "-c", *options, stdin=data), 0,
                           b"%d\n" % (2 * MIB))


class Progress(Case):
    """What a person who waits sees on standard error, where that is a terminal."""

    def start(self, *arguments, **popen):
        """The process, and what its terminal shows."""
        terminal, theirs = pty.openpty()
        self.addCleanup(os.close, terminal)
        child = subprocess.Popen(command(arguments), stdout=subprocess.PIPE, stderr=theirs,
                                 env=environment(TERM="xterm"), **popen)
        self.addCleanup(child.kill)
        os.close(theirs)
        return child, terminal

    def shown(self, terminal):
        """What comes next; nothing when the process has ended."""
        ready, _, _ = select.select([terminal], [], [], TIMEOUT)
        self.assertEqual(ready, [terminal], "nothing came")
        return read_terminal(terminal)

    def test_of_a_stream(self):
        """How much, and how fast; the line makes room for what else is said."""
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
        while piece := self.shown(terminal):
            shown += piece
        with child.stdout as out:
            self.assertEqual(out.read(), b"%d\n" % count)
        self.assertEqual(child.wait(TIMEOUT), 2)
        self.assertRegex(shown, rb"\A(\r\x1b\[K[0-9.]+ [kM]?B, [0-9.]+ [kM]?B/s)+\r\x1b\[K"
                                rb"locus: missing: No such file or directory\r\n\Z")

    def test_of_files(self):
        """Of how much, too, and how long it will take."""
        folder = self.folder()
        for name in ("a", "b"):
            with open(os.path.join(folder, name), "wb") as file:
                try:
                    os.truncate(file.fileno(), 1 << 42)
                except OSError as error:
                    self.skipTest("no file of 4 TiB: %s" % error)
        child, terminal = self.start("scan", "-c", "a", "b", cwd=folder)
        shown = b""
        while b"left" not in shown:
            piece = self.shown(terminal)
            self.assertNotEqual(piece, b"", "it has ended")
            shown += piece
        # A file that becomes shorter ends there, which is an error.
        for name in ("a", "b"):
            os.truncate(os.path.join(folder, name), 0)
        while self.shown(terminal):
            pass
        with child.stdout as out:
            self.assertEqual(out.read(), b"0\n")
        self.assertEqual(child.wait(TIMEOUT), 2)
        self.assertRegex(shown, rb"\A\r\x1b\[K[0-9.]+ [kMG]B of 8\.8 TB, [0-9.]+ [kMG]B/s, "
                                rb"([0-9]+:)?[0-9]+:[0-9]{2} left")

    def test_of_standard_input(self):
        """What of a file is left to read."""
        path = os.path.join(self.folder(), "log")
        with open(path, "w+b") as file:
            try:
                os.truncate(path, 1 << 42)
            except OSError as error:
                self.skipTest("no file of 4 TiB: %s" % error)
            file.seek((1 << 42) - 10 ** 12)
            child, terminal = self.start("scan", "-c", "-", stdin=file)
            shown = b""
            while b"left" not in shown:
                shown += self.shown(terminal)
            os.truncate(path, 0)
        with child.stdout as out:
            self.assertEqual(out.read(), b"0\n")
        self.assertEqual(child.wait(TIMEOUT), 2)
        self.assertIn(b" of 1.0 TB, ", shown)

    def test_of_what_is_in_memory(self):
        """Nobody reads what is written for longer than it takes to lose patience."""
        path = self.write("log", b"http://h/%020d\n" % 0 * 100000)
        child, terminal = self.start("scan", path)
        with child.stdout as out:
            first = out.read(1)
            time.sleep(1.1)
            self.assertEqual(len(lines(first + out.read())), 100000)
        shown = b""
        while piece := self.shown(terminal):
            shown += piece
        self.assertEqual(child.wait(TIMEOUT), 0)
        self.assertRegex(shown, rb"\A\r\x1b\[K[0-9.]+ [kM]B of 3\.0 MB, ")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)

    def test_not_of_what_is_typed(self):
        """Who types the input does not wait for it."""
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
        with child.stdout as out:
            self.assertEqual(out.read(), b"15\n")
        self.assertEqual(child.wait(TIMEOUT), 0)

    def test_not_asked_for(self):
        child, terminal = self.start("scan", "-c", "--no-progress", stdin=subprocess.PIPE)
        for _ in range(15):
            child.stdin.write(b"http://h/ \n" * 1000)
            child.stdin.flush()
            ready, _, _ = select.select([terminal], [], [], 0.1)
            self.assertEqual(ready, [])
        child.stdin.close()
        self.assertEqual(self.shown(terminal), b"")
        with child.stdout as out:
            self.assertEqual(out.read(), b"15000\n")
        self.assertEqual(child.wait(TIMEOUT), 0)


class Meanwhile(Case):
    """Files that change while they are scanned, which is certain where nobody reads
    what is written: it then stands still until somebody does."""

    def until_it_stands_still(self, *arguments, **popen):
        if EMULATOR:
            self.skipTest("the emulator's own")
        child = subprocess.Popen(command(arguments), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, env=environment(), **popen)
        self.addCleanup(child.kill)
        full = 0
        while child.poll() is None and full < 5:
            ready = select.select([], [child.stdout], [], 0.05)[1]
            size = struct.unpack("i", fcntl.ioctl(child.stdout, termios.FIONREAD, b"    "))[0]
            full = full + 1 if size >= 4096 and not ready else 0
        return child

    def cut_off(self, data, size, *arguments, by_name=True, **popen):
        """What is written of a file that is cut off to `size` bytes meanwhile; that is
        reported."""
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
        self.assertRegex(err, rb"\A(locus: %s: the URL at offset [0-9]+, which may be cut, is left"
                         rb" out\n)?locus: %s: the file was truncated while it was read\n\Z"
                         % (name, name))
        return out, [int(at) for at in re.findall(rb"(?<=the URL at offset )[0-9]+", err)]

    def test_what_is_read(self):
        """Not looked at in memory: the contexts with escapes."""
        urls = b"".join(b'"http://host/%07d"\n' % i for i in range(200000))
        whole = [url.strip(b'"') for url in lines(urls)]
        for arguments in (("-j1",), ("-j2",)):
            for size in (0, 5000, 1000000, 1999999, 2000006):
                with self.subTest(arguments=arguments, size=size):
                    out, left_out = self.cut_off(urls, size, "scan", "-x", "json", *arguments)
                    found = lines(out)
                    self.assertEqual(found, whole[:len(found)])
                    # Where it was read to when it was cut off, nobody knows.
                    self.assertIn(left_out, ([], [22 * len(found) + 1]))

    def test_standard_input(self):
        urls = b"http://host/\n" * 200000
        for arguments in (("scan",), ("scan", "-j2")):
            with self.subTest(arguments=arguments):
                self.cut_off(urls, 5000, *arguments, by_name=False)

    def test_lines(self):
        """What may be half an item is left out."""
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
                    self.assertEqual(err, b"locus: standard input: line %d, which may be cut, is"
                                     b" left out\n" % number + error)
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
        """The bytes of a URL are not looked for again when they are gone."""
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
                    # With threads it may have been seen before.
                    if size > 100000 and len(found) == size // 20:
                        self.assertEqual(left_out, [size // 20 * 20] if size % 20 > 9 else [])

    def test_a_long_url(self):
        """It is written from the file itself by no call of the system."""
        urls = b"http://short/\n" * 40000
        whole = urls + b"http://long/" + b"p" * 3000000 + b"\n"
        for arguments in (("-j1",), ("-j2",)):
            with self.subTest(arguments=arguments):
                out, _ = self.cut_off(whole, 8192, "scan", *arguments)
                # With threads it may have been seen before.
                self.assertTrue(urls.startswith(out[:-8]) or out == whole, out[-100:])

    def test_with_the_signal_blocked(self):
        def block():
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGBUS})

        urls = b"http://short/\n" * 200000
        for arguments in (("-j1",), ("-j2",)):
            with self.subTest(arguments=arguments):
                self.cut_off(urls, 4096, "scan", *arguments, preexec_fn=block)

    def test_holes_stay(self):
        """In a file system in memory, to look at a hole would fill it."""
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
            with open(path, "rb") as file:
                left = file.read()
            self.assertEqual(left[:len(data)], data)
            self.assertEqual(left[len(data):], b"")


class Signals(Case):
    def test_another_bus_error(self):
        """That of a page is answered (test_failing.py, Pages); another one ends the
        command as ever."""
        path = self.write("log", b"http://h/\n" * 200000)
        maps = "/proc/%d/maps"
        if EMULATOR or not os.path.exists(maps % os.getpid()):
            self.skipTest("nobody tells what is mapped")
        # It cannot end: what it writes is not read.
        child = subprocess.Popen(command(["scan", path]), stdout=subprocess.PIPE,
                                 env=environment(), preexec_fn=without_core)
        self.addCleanup(child.kill)
        while child.poll() is None:
            with open(maps % child.pid, "rb") as file:
                if os.fsencode(path) in file.read():
                    break
        child.send_signal(signal.SIGBUS)
        with child.stdout as out:
            self.assertTrue((b"http://h/\n" * 200000).startswith(out.read()))
        self.assertEqual(child.wait(TIMEOUT), -signal.SIGBUS)


class Interrupts(Case):
    """SIGINT and SIGTERM end the input, and then the command."""

    SIGNALS = (signal.SIGINT, signal.SIGTERM)
    URLS = b"".join(b"http://host/%06d\n" % i for i in range(100000))

    def start(self, *arguments, **popen):
        if EMULATOR or not os.path.exists("/proc/self/status"):
            self.skipTest("nobody tells what is caught")
        popen.setdefault("stdin", subprocess.PIPE)
        child = subprocess.Popen(command(arguments), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, env=environment(), **popen)
        self.addCleanup(child.kill)
        return child

    def status(self, child, name):
        with open("/proc/%d/status" % child.pid, encoding="ascii") as file:
            return re.search(r"(?m)^%s:\s*(\S+)" % name, file.read())[1]

    def until_it_waits(self, child):
        """It has read all that there is, and waits for more or for a reader."""
        def left():
            return struct.unpack("i", fcntl.ioctl(child.stdin, termios.FIONREAD, b"    "))[0]

        while not int(self.status(child, "SigCgt"), 16) >> (signal.SIGTERM - 1) & 1 \
                or (child.stdin and left() > 0) or self.status(child, "State") != "S":
            self.assertIsNone(child.poll())
            time.sleep(0.01)

    def interrupt(self, child, number, data=b""):
        """What it has written, after reading all of `data` and no end."""
        child.stdin.write(data)
        child.stdin.flush()
        self.until_it_waits(child)
        child.send_signal(number)
        with child.stdout as out, child.stderr as err:
            result = out.read(), err.read()
        self.assertEqual(child.wait(TIMEOUT), -number)
        child.stdin.close()
        return result

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

    def test_compressed(self):
        """That it ends too early is the signal's doing."""
        if not built_with(b"gzip"):
            self.skipTest("locus was built without gzip")
        data = gzip.compress(self.URLS[:40000])    # what a pipe takes
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
        """Whole lines, of the beginning; a second signal ends it at once."""
        path = self.write("log", self.URLS)
        for arguments in (["scan", "-j1", path], ["scan", "-j2", path],
                          ["scan", "-o", "json", path], ["top", "--by", "url", "-n", "0", path]):
            for number in self.SIGNALS:
                with self.subTest(arguments=arguments, number=number):
                    child = self.start(*arguments, stdin=None)
                    self.until_it_waits(child)
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
                    self.until_it_waits(child)
                    child.send_signal(number)
                    while int(self.status(child, "SigCgt"), 16) >> (number - 1) & 1:
                        time.sleep(0.01)
                    child.send_signal(signal.SIGTERM)
                    # Nobody has read a byte of what it wrote.
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
