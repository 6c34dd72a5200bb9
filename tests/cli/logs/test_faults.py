# SPDX-License-Identifier: MIT
"""Logs whose reading or writing fails: everything before the fault is reported, and nothing
is reported twice."""

import gzip
import os
import re
import zlib

import test_output
from lines_of import PLAIN
from support import TIMEOUT, Case, built_with, contents, leaving_workers, lines, locus
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


class Readers(test_output.Readers):
    """The same with logs."""

    LINE = LINE + b"\n"
    VERBS = ([*SCAN], [*SCAN, "-c"], [*SCAN, "-j2", "-o", "json"], [*SCAN, "--whole-line"], [*TOP],
             [*TOP, "-j2", "-o", "csv"])


class Faults(Broken):
    def test_truncated_gzip_is_read_to_its_end(self):
        """Everything that zlib can decode is reported."""
        if not built_with(b"gzip"):
            self.skipTest("locus was built without gzip")
        packed = gzip.compress(LOG)
        for size in (len(packed) // 3, len(packed) - 5000, len(packed) - 1):
            decoded = zlib.decompressobj(31).decompress(packed[:size])
            name = self.write("access.log.gz", packed[:size])
            for verb, thread in ((SCAN, "-j1"), (SCAN, "-j2"), (TOP, "-j1"), (TOP, "-j2")):
                with self.subTest(size=size, verb=verb, thread=thread):
                    kept = os.path.join(self.folder(), "rejects")
                    result = locus(*verb, thread, "--stats", "--rejects", kept, name)
                    self.assertEqual(result.status, 2)
                    self.assertIn(os.fsencode(name) + b": ", result.err)
                    out = result.out
                    if verb is TOP:
                        counted = sorted(line.split(b" ", 1) for line in lines(out))
                        self.assertEqual({count for count, _ in counted}, {b"1"})
                        out = b"".join(path + b"\n" for _, path in counted)
                    self.check_beginning(out, contents(kept), result.err)
                    self.assertGreaterEqual(int(STATS.search(result.err)[1]),
                                            decoded[:-258].count(b"\n"))

    def test_no_room_for_rejects(self):
        test_output.full_disk(self).close()
        path = self.write("access.log", LOG)
        for arguments in (SCAN, (*SCAN, "-c", "-j2"), TOP, (*TOP, "-j2")):
            with self.subTest(arguments=arguments):
                result = locus(*arguments, "--rejects", "/dev/full", path, env=leaving_workers())
                self.assertEqual(result.status, 2)
                self.assertIn(b"locus: --rejects: /dev/full: No space left on device\n", result.err)


class Signals(Broken, Signalled):
    def test_in_mid_run(self):
        """SIGINT and SIGTERM while a log is read, with rejects."""
        for thread in ("-j1", "-j2"):
            for number in self.SIGNALS:
                with self.subTest(thread=thread, number=number):
                    folder = self.folder()
                    path = self.write("access.log", LOG, folder)
                    kept = os.path.join(folder, "rejects")
                    child = self.start(*SCAN, thread, "--stats", "--rejects", kept,
                                       *[path] * 20, stdin=None)
                    self.until_it_waits(child)      # for a reader of its output
                    child.send_signal(number)
                    out, err = child.communicate(timeout=TIMEOUT)
                    self.assertEqual(child.returncode, -number)
                    self.check_beginning(out, contents(kept), err, 20)
                    self.assertLess(len(lines(out)), 20 * len(TARGETS))
