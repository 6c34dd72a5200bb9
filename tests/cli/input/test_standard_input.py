# SPDX-License-Identifier: MIT
"""Standard input that is closed, a directory, or at an offset."""

import os
import subprocess

from support import Case, locus
from test_streams import MIB


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
        """If standard input is closed, the first file that is opened would get its number
        and be read in its place; with threads, too."""
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
                          ["parse", "--stream", "-o", "tsv"], ["normalize"], ["decode"],
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
        """The second time it is empty, which is not an error."""
        for verb in (["scan"], ["scan", "-j2"], ["parse", "-o", "url"], ["normalize"]):
            with self.subTest(verb=verb):
                self.check(locus(*verb, "-", "-", stdin=b"http://h/\n"), 0, b"http://h/\n")

    def test_standard_input_at_an_offset(self):
        """A file that has been read in part is read from its current offset."""
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
