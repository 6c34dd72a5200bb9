# SPDX-License-Identifier: MIT
"""Logs whose reading or writing fails: everything before the fault is reported, and nothing
is reported twice."""

import bz2
import gzip
import lzma
import os
import re
import zlib

from lines_of import PLAIN
from support import (TIMEOUT, Case, built_with, contents, leaving_workers, lines, locus,
                     locus_until)
from test_compressed import lz4, zst
from test_interrupts import Signalled

LINE = PLAIN[0][0]
COUNT = 20000
BAD = b"not a line of a log %06d"
# Each tenth line is not in the format. The targets have the numbers of their lines.
LINES = [BAD % i if i % 10 == 9 else LINE.replace(b"/a/b?x=1", b"/%06d" % i)
         for i in range(COUNT)]
LOG = b"".join(line + b"\n" for line in LINES)
TARGETS = [b"/%06d" % i for i in range(COUNT) if i % 10 != 9]
REJECTS = [line for line in LINES if line.startswith(b"not")]
THREADS = (("-j1",), ("-j2",))
SCAN = ("scan", "--log", "combined")
TOP = ("top", "--log", "combined", "--by", "path", "-n", "0")
STATS = re.compile(rb"lines (\d+), records (\d+), rejects (\d+), comments 0, blank 0\n")


class Broken(Case):
    def check_beginning(self, out, rejects, err, copies=1):
        """Checks that the records and the rejects are those of the lines before some
        offset, each once, with the right counts. A line that was cut off is a reject."""
        found, kept = lines(out), lines(rejects)
        count, records, rejected = (int(n) for n in STATS.search(err).groups())
        self.assertEqual(found, (TARGETS * copies)[:len(found)])
        self.assertEqual((records, rejected), (len(found), len(kept)))
        self.assertEqual(count, records + rejected)
        whole = [line for line in kept if len(line) == len(REJECTS[0])]
        self.assertEqual(whole, (REJECTS * copies)[:len(whole)])
        self.assertLessEqual(len(kept) - len(whole), 1)
        for line in kept[len(whole):]:
            self.assertTrue(LINES[(count - 1) % COUNT].startswith(line))
        # No line is missing between the last record and the last reject.
        self.assertEqual(len(whole), (len(found) + len(whole)) // 10)


class Faults(Broken):
    def truncated(self, suffix, data, least):
        """`least`: how many bytes of the log are certainly read."""
        folder = self.folder()
        name = self.write("access.log" + suffix, data, folder)
        for threads in THREADS:
            for command_, is_scan in ((SCAN, True), (TOP, False)):
                with self.subTest(suffix=suffix, threads=threads, command=command_[0]):
                    kept = os.path.join(folder, "rejects")
                    result = locus(*command_, *threads, "--stats", "--rejects", kept, name)
                    self.assertEqual(result.status, 2)
                    self.assertIn(os.fsencode(name) + b": ", result.err)
                    rejects = contents(kept)
                    out = result.out if is_scan else b"".join(sorted(
                        line.partition(b" ")[2] + b"\n" for line in lines(result.out)))
                    if not is_scan:
                        self.assertTrue(all(line.startswith(b"1 ") for line in
                                            lines(result.out)))
                    self.check_beginning(out, rejects, result.err)
                    self.assertGreaterEqual(int(STATS.search(result.err)[1]),
                                            LOG[:least].count(b"\n"))

    def test_truncated_archives(self):
        for name, suffix, data, blocks in (
                (b"gzip", ".gz", gzip.compress(LOG), 0),
                (b"zstd", ".zst", zst(LOG), 1 << 17),
                (b"xz", ".xz", lzma.compress(LOG), 0),
                (b"bzip2", ".bz2", bz2.compress(LOG, 1), 0),
                (b"lz4", ".lz4", lz4(LOG), 1 << 16)):
            if not built_with(name):
                continue
            for size in (len(data) // 3, len(data) // 2, len(data) - 1):
                least = max(size - 64, 0) // (blocks + 4) * blocks if blocks else 0
                self.truncated(suffix, data[:size], least)

    def test_truncated_gzip_is_read_to_its_end(self):
        """Everything that zlib can decode is reported."""
        if not built_with(b"gzip"):
            self.skipTest("locus was built without gzip")
        data = gzip.compress(LOG)[:-5000]
        decoded = zlib.decompressobj(31).decompress(data)
        self.truncated(".gz", data, len(decoded) - 258)

    def test_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        path = self.write("access.log", LOG)
        env = leaving_workers()
        for threads in THREADS:
            for arguments in (SCAN, (*SCAN, "-c"), (*SCAN, "-o", "json"), TOP,
                              (*TOP, "-o", "csv")):
                with self.subTest(threads=threads, arguments=arguments):
                    with open("/dev/full", "wb") as full:
                        result = locus(*arguments, *threads, path, stdout=full, env=env)
                    self.assertEqual(result.status, 2)
                    self.assertIn(b"locus: standard output: No space left on device\n",
                                  result.err)
            for arguments in (SCAN, (*SCAN, "-c"), TOP):
                with self.subTest(threads=threads, arguments=arguments, rejects=True):
                    result = locus(*arguments, *threads, "--rejects", "/dev/full", path, env=env)
                    self.assertEqual(result.status, 2)
                    self.assertIn(b"locus: --rejects: /dev/full: No space left on device\n",
                                  result.err)

    def test_a_closed_pipe(self):
        path = self.write("access.log", LOG)
        for threads in THREADS:
            for arguments in (SCAN, (*SCAN, "-o", "json"), (*SCAN, "--whole-line"), TOP):
                with self.subTest(threads=threads, arguments=arguments):
                    result = self.check(locus_until(3, *arguments, *threads, path, path, path), 0,
                                        err=None)
                    self.assertTrue(result.out)
                    # The rejects were not all read, so their report may be missing.
                    self.assertNotIn(b"standard output", result.err)


class Signals(Broken, Signalled):
    """SIGINT and SIGTERM while a log is read, with rejects."""

    def test_in_mid_run(self):
        for threads in THREADS:
            for number in self.SIGNALS:
                with self.subTest(threads=threads, number=number):
                    folder = self.folder()
                    path = self.write("access.log", LOG, folder)
                    kept = os.path.join(folder, "rejects")
                    child = self.start(*SCAN, *threads, "--stats", "--rejects", kept,
                                       *[path] * 20, stdin=None)
                    self.until_it_waits(child)      # for a reader of its output
                    child.send_signal(number)
                    out, err = child.communicate(timeout=TIMEOUT)
                    self.assertEqual(child.returncode, -number)
                    self.check_beginning(out, contents(kept), err, 20)
                    self.assertLess(len(lines(out)), 20 * len(TARGETS))

    def test_in_a_stream(self):
        whole = LOG[:LOG.index(b"/000400")]
        whole = whole[:whole.rindex(b"\n") + 1]
        for threads in THREADS:
            for number in self.SIGNALS:
                with self.subTest(threads=threads, number=number):
                    kept = os.path.join(self.folder(), "rejects")
                    child = self.start(*SCAN, *threads, "--stats", "--rejects", kept)
                    out, err = self.interrupt(child, number, whole + LINE[:40])
                    self.check_beginning(out, contents(kept), err)
                    self.assertEqual(int(STATS.search(err)[1]), whole.count(b"\n"))
