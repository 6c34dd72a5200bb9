# SPDX-License-Identifier: MIT
"""Failing memory and input: each allocation and each read of the command fails once
(tests/cli/process/failing.c)."""

import gzip
import itertools
import os

from support import CALLS, EMULATOR, Case, built_with, environment, locus
from test_compressed import zst

FAILING = os.environ.get("FAILING", "")

# More than the command ever makes; it ends a test that would never finish.
MOST = 2000

LOG = b"".join(b"x http://u@h%d:8/a/../%%41?q=%d#f mailto:a@b\n" % (i, i) for i in range(9000))
URLS = b"http://h/%41?a=b\nnews:a@b\nx\nhttp://[::1]:8/../a\n" + b"http://h/" + b"a" * 70000 + b"\n"


def failing(call, number, arguments, stdin, env):
    """Runs the command, in which call `number` fails. Returns its result, and whether it
    made that many calls."""
    ours, theirs = os.pipe()
    env = dict(env, LD_PRELOAD=FAILING, FAILING_CALL=call, FAILING_NUMBER="%d" % number,
               FAILING_REPORT="%d" % theirs)
    with os.fdopen(ours, "rb") as report:
        with os.fdopen(theirs, "wb"):
            result = locus(*arguments, stdin=stdin, env=env, pass_fds=(theirs,))
        return result, report.read() != b""


class Failing(Case):
    def setUp(self):
        if EMULATOR or not os.path.exists(FAILING):
            self.skipTest("no tests/cli/process/failing.so")
        result, _ = failing("allocation", 0, ["--version"], b"", environment())
        _, failed = failing("allocation", 1, ["--version"], b"", environment())
        if result.status != 0 or not failed:      # a sanitizer must be loaded first
            self.skipTest("nothing can be put before this command's calls: %r"
                          % result.err[:200])

    def each(self, call, error, *arguments, stdin=b"", least=1, env=None):
        """The command reports the failure and exits with 2, or does without the memory;
        what it has written is the beginning of its normal output. Yields differences."""
        env = env or environment()
        wanted = locus(*arguments, stdin=stdin, env=env)
        self.assertIn(wanted.status, (0, 1, 2), wanted.err)
        for number in range(1, MOST):
            with self.subTest(arguments=arguments, number=number):
                result, failed = failing(call, number, arguments, stdin, env)
                if result != wanted:
                    self.assertTrue(failed)
                    self.assertEqual(result.status, 2, result.err)
                    self.assertEqual(result.err.count(error), 1, result.err)
                    self.check_rest(result.out, wanted.out)
            if not failed:
                break
        self.assertFalse(failed)
        self.assertGreater(number, least)

    def check_rest(self, out, wanted):
        self.assertEqual(out, wanted[:len(out)])


class Allocations(Failing):
    def each(self, *arguments, **options):
        super().each("allocation", b"out of memory", *arguments, **options)

    def test_every_verb(self):
        for arguments in (
                *CALLS.values(), ["--help"], ["--version"], ["grammars"], ["nonsense"],
                ["parse", "-o", "json"], ["parse", "-0", "-o", "tsv"],
                ["parse", "--get", "{scheme} {host:decoded} {path}"],
                ["parse", "--stream", "--input", "tsv", "-o", "tuple", "--columns",
                 "host,url:normal,findings,path:decoded", "--max-url", "1K"],
                ["parse", "--get", "{nonsense"],
                ["explain", "-o", "json"], ["compare", "http://h/%41", "HTTP://h/A"],
                ["edit", "--set", "host=a b", "--set", "port=8", "--remove", "query"],
                ["build", "scheme=http", "host=h", "path:decoded=/a b"]):
            self.each(*arguments, stdin=URLS)

    def test_scan(self):
        for arguments in (["-c"], ["-o", "json"], ["-n", "-b", "-x", "text"],
                          ["-x", "json"], ["-x", "wrapped"], ["--schemes", "http,x"],
                          ["--get", "{line} {host}"]):
            self.each("scan", *arguments, stdin=LOG)
        # A URL that is larger than the window.
        self.each("scan", stdin=b"http://h/" + b"a" * 3000000)

    def test_top(self):
        for arguments in (["--by", "host"], ["--by", "path:decoded", "-o", "json"],
                          ["--by", "host,path", "-j2", "-o", "human"]):
            self.each("top", *arguments, stdin=b"http://a/%41 http://b/ http://a/\n")

    def test_several_files_and_threads(self):
        folder = self.folder()
        first = self.write("first", LOG, folder)
        second = self.write("second", b"http://h/" + b"b" * 30000 + b"\n" + LOG, folder)
        env = environment(LOCUS_BLOCK_SIZE="5000")
        for threads in ("-j1", "-j2", "-j5"):
            self.each("scan", threads, "-H", "-n", first, "missing", second, env=env, least=3)

    def test_compressed(self):
        folder = self.folder()
        for name, suffix, data in ((b"gzip", ".gz", gzip.compress(LOG)),
                                   (b"zstd", ".zst", zst(LOG))):
            if not built_with(name):
                continue
            file = self.write("log" + suffix, data, folder)
            self.each("scan", "-c", file, file, least=3)
            # A file large enough to be decompressed in a thread of its own.
            many = gzip.compress(LOG * 10) if name == b"gzip" else zst(LOG * 10)
            self.each("scan", "-c", self.write("many" + suffix, many, folder), least=8)


class Reads(Failing):
    """An item that was read in part is not processed."""

    def each(self, *arguments, **options):
        super().each("read", b"Input/output error", *arguments, **options)

    def check_rest(self, out, wanted):
        self.assertTrue(wanted.startswith(out))
        self.assertIn(out[-1:], (b"", b"\n"))

    def test_lines(self):
        for arguments in (["parse", "-o", "url"], ["normalize"], ["decode"],
                          ["parse", "--stream", "-o", "tsv"]):
            self.each(*arguments, stdin=URLS)


class ReadsOfFiles(Reads):
    """A file that cannot be read to its end: nothing after the failure is written, and the
    next file is read, however many threads there are."""

    def test_lines(self):
        folder = self.folder()
        names = [self.write("%d" % i, LOG[:10000], folder) for i in range(3)]
        env = environment(LOCUS_BLOCK_SIZE="3000")
        for threads in ("-j1", "-j2", "-j5"):
            self.each("scan", threads, "-H", "-n", "-b", *names, least=6, env=env)
            self.each("scan", threads, "-H", stdin=LOG)

    def check_rest(self, out, wanted):
        out, wanted = self.by_file(out), self.by_file(wanted)
        self.assertLessEqual(set(out), set(wanted))
        for name, text in wanted.items():
            super().check_rest(out.get(name, b""), text)
        self.assertLessEqual(sum(out.get(name) != wanted[name] for name in wanted), 1)

    @staticmethod
    def by_file(text):
        files = {}
        for line in text.splitlines(True):
            name = line.split(b":")[0]
            files[name] = files.get(name, b"") + line
        return files


def sure(size, name, lines=()):
    """The URLs in the first bytes of LOG that are found whatever follows these bytes, and
    the message about the others."""
    whole, longer = (locus("scan", "-b", *lines, stdin=LOG[:size] + rest).out.splitlines(True)
                     for rest in (b" ", b"x"))
    message = b"".join(
        b"locus: %s: skipped the URL at offset %s, which may be incomplete\n"
        % (name.encode(), line.split(b":", 2)[1 if lines else 0])
        for line in whole if line not in longer)
    return b"".join(line for line in whole if line in longer), message


class Places(Failing):
    """A file that is damaged at one place: everything before it is scanned, except for a
    URL that ends there, however many threads there are."""

    def test_blocks(self):
        # Blocks that are read past the end at which they are divided.
        env = environment(LOCUS_BLOCK_SIZE="9000")
        name = self.write("log", LOG[:60000], self.folder())
        for place in (0, 3, 300, 4000, 8999, 9000, 10000, 12100, 13000, 30000, 45003, 59999):
            wanted, left_out = sure(place, name, ["-n"])
            for threads in ("-j1", "-j2", "-j5"):
                with self.subTest(place=place, threads=threads):
                    result, failed = failing("place", place,
                                             ["scan", threads, "-n", "-b", name], b"", env)
                    self.assertTrue(failed)
                    self.assertEqual(result.out, wanted)
                    self.assertEqual(result.status, 2)
                    self.assertEqual(result.err, left_out + b"locus: %s: Input/output error\n"
                                     % name.encode())


class Pages(Failing):
    """A mapped file, as any file larger than a block is: a page that cannot be read ends
    it, as if reading had failed or the file ended there."""

    PAGE = os.sysconf("SC_PAGESIZE")
    PLACES = (0, 300, 4096, 10000, 12288, 30000, 61439, 61440, 99999)

    def test_what_cannot_be_read(self):
        """The URLs before the page, and the next file; or before the place at which the file
        was truncated."""
        for place, threads, lines in itertools.product(self.PLACES, ("-j1", "-j2", "-j5"),
                                                       ([], ["-n"])):
            after = locus("scan", "-b", *lines, stdin=b"http://n/\n")
            for call, size, message in (
                    ("page", place // self.PAGE * self.PAGE, b"Input/output error"),
                    ("cut", place, b"the file was truncated while it was read")):
                with self.subTest(call=call, place=place, threads=threads, lines=lines):
                    folder = self.folder()
                    names = [self.write("log", LOG[:100000], folder),
                             self.write("next", b"http://n/\n", folder)]
                    result, failed = failing(call, place, ["scan", threads, "-b", *lines, *names],
                                             b"", environment(LOCUS_BLOCK_SIZE="9000"))
                    self.assertTrue(failed)
                    out, left_out = sure(size, names[0], lines)
                    self.check(result, 2, out + after.out, left_out + b"locus: %s: %s\n"
                               % (names[0].encode(), message))
