# SPDX-License-Identifier: MIT
"""No memory: each allocation of the command fails once, by tests/failing.c."""

import gzip
import os
import subprocess

from support import EMULATOR, TIMEOUT, Case, Result, command, environment, locus
from test_compressed import built_with, zst

FAILING = os.environ.get("FAILING", "")

# More than the command ever makes: what ends a test that never gets through.
MOST = 2000

LOG = b"".join(b"x http://u@h%d:8/a/../%%41?q=%d#f mailto:a@b\n" % (i, i) for i in range(9000))
URLS = b"http://h/%41?a=b\nnews:a@b\nx\nhttp://[::1]:8/../a\n" + b"http://h/" + b"a" * 70000 + b"\n"


def failing(number, arguments, stdin, env):
    """What the command did, and whether it asked for that many allocations."""
    ours, theirs = os.pipe()
    env = dict(env, LD_PRELOAD=FAILING, FAILING_NUMBER="%d" % number,
               FAILING_REPORT="%d" % theirs)
    with os.fdopen(ours, "rb") as report:
        with os.fdopen(theirs, "wb"):
            done = subprocess.run(command(arguments), input=stdin, env=env, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  pass_fds=(theirs,), timeout=TIMEOUT)
        return Result(done.returncode, done.stdout, done.stderr), report.read() != b""


class Allocations(Case):
    def setUp(self):
        if EMULATOR or not os.path.exists(FAILING):
            self.skipTest("no tests/failing.so")
        result, _ = failing(0, ["--version"], b"", environment())
        _, failed = failing(1, ["--version"], b"", environment())
        if result.status != 0 or not failed:      # a sanitizer wants to be first
            self.skipTest("nothing can be put before this command's allocations: %r"
                          % result.err[:200])

    def each(self, *arguments, stdin=b"", least=1, env=None):
        """It says so and ends with 2, or does without; what it has written by
        then is the beginning of what it writes when there is memory."""
        env = env or environment()
        wanted = locus(*arguments, stdin=stdin, env=env)
        self.assertIn(wanted.status, (0, 1, 2), wanted.err)
        for number in range(1, MOST):
            with self.subTest(arguments=arguments, number=number):
                result, failed = failing(number, arguments, stdin, env)
                if result != wanted:
                    self.assertTrue(failed)
                    self.assertEqual(result.status, 2, result.err)
                    self.assertIn(b"out of memory", result.err)
                    self.assertEqual(result.err.count(b"out of memory"), 1)
                    self.assertEqual(result.out, wanted.out[:len(result.out)])
            if not failed:
                break
        self.assertFalse(failed)
        self.assertGreater(number, least)

    def test_every_verb(self):
        for arguments in (
                ["--help"], ["--version"], ["grammars"], ["nonsense"],
                ["parse"], ["parse", "-o", "json"], ["parse", "-0", "-o", "tsv"],
                ["parse", "--get", "{scheme} {host:decoded} {path}"],
                ["parse", "--get", "{nonsense"],
                ["explain"], ["explain", "-o", "json"],
                ["resolve", "--base", "http://a/b/c"],
                ["relativize", "--base", "http://h/b/c"],
                ["normalize"], ["compare", "http://h/%41", "HTTP://h/A"],
                ["encode"], ["decode"],
                ["edit", "--set", "host=a b", "--set", "port=8", "--remove", "query"],
                ["build", "--set", "scheme=http", "--set", "host=h", "--set", "path=/a b"]):
            self.each(*arguments, stdin=URLS)

    def test_scan(self):
        for arguments in (["-c"], ["-o", "json"], ["-n", "-b", "-x", "text"],
                          ["-x", "json"], ["-x", "wrapped"], ["--schemes", "http,x"],
                          ["--get", "{line} {host}"]):
            self.each("scan", *arguments, stdin=LOG)
        # A URL that is larger than the window.
        self.each("scan", stdin=b"http://h/" + b"a" * 3000000)

    def test_several_files_and_threads(self):
        folder = self.folder()
        first = self.write("first", LOG, folder)
        second = self.write("second", b"http://h/" + b"b" * 30000 + b"\n" + LOG, folder)
        env = environment(LOCUS_BLOCK_SIZE="5000")
        for threads in ("-j1", "-j2", "-j5"):
            self.each("scan", threads, "-H", "-n", first, "missing", second, env=env, least=3)

    def test_compressed(self):
        folder = self.folder()
        for name, suffix, data in ((b"zlib", ".gz", gzip.compress(LOG)),
                                   (b"zstd", ".zst", zst(LOG))):
            if not built_with(name):
                continue
            file = self.write("log" + suffix, data, folder)
            self.each("scan", "-c", file, file, least=3)
