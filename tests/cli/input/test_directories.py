# SPDX-License-Identifier: MIT
"""-r: the files in directories."""

import bz2
import gzip
import os
import shutil

from support import FolderCase, built_with, contents, lines, locus, records

COMBINED = b'192.0.2.7 - - [23/Mar/2015:17:07:24 -0700] "GET /%s HTTP/1.1" 200 8449 "-" "-"\n'


def names(result):
    """The file names that `scan -r` wrote, each once, in their order."""
    return list(dict.fromkeys(line.rsplit(b":http:", 1)[0] for line in lines(result.out)))


class Directories(FolderCase):
    def tree(self, files, root="d"):
        """Makes files: {path below `root`: contents}."""
        for path, data in files.items():
            path = os.path.join(os.fsencode(self.cwd), os.fsencode(root), os.fsencode(path))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)

    def path(self, *names):
        return os.path.join(self.cwd, *names)


class Walks(Directories):
    def test_order(self):
        """Each directory is read in the order of its names, compared byte by byte."""
        paths = ["b/x", "a", "b.log", "Z", "b/a/y", "a.log.10", "a.log.2", "\u00e9", "b/B", "-c"]
        self.tree({path: b"http://h/" for path in paths})
        expected = [os.fsencode("d/" + path) for path in
                    ("-c", "Z", "a", "a.log.10", "a.log.2", "b/B", "b/a/y", "b/x", "b.log", "\u00e9")]
        for threads in ("-j1", "-j4"):
            self.assertEqual(names(self.scan("-r", threads, "d")), expected)

    def test_without_operands(self):
        self.tree({"x/log": b"http://h/", "log": b"http://i/"}, ".")
        self.check(self.scan("-r", stdin=b"http://in/"), 0, b"log:http://i/\nx/log:http://h/\n")
        self.check(self.scan("-r", "."), 0, b"./log:http://i/\n./x/log:http://h/\n")
        self.check(self.scan("--recursive", "-c", "--no-filename"), 0, b"2\n")

    def test_operands_keep_their_order(self):
        self.tree({"z": b"http://z/"}, "one")
        self.tree({"a": b"http://a/"}, "two")
        self.write("file", b"http://file/", self.cwd)
        self.check(self.scan("-r", "two", "file", "-", "one/", stdin=b"http://in/"), 0,
                   b"two/a:http://a/\nfile:http://file/\n(standard input):http://in/\n"
                   b"one/z:http://z/\n")

    def test_the_names_of_files(self):
        """As with -H, but not with --get or --columns, which say what is written."""
        self.tree({"log": b"http://h/p"})
        for arguments, out in (
                (["-n"], b"d/log:1:http://h/p\n"), (["-c"], b"d/log:1\n"),
                (["--no-filename"], b"http://h/p\n"), (["-c", "--no-filename"], b"1\n"),
                (["--get", "{path}"], b"/p\n"), (["--get", "{path}", "-H"], b"d/log:/p\n"),
                (["--get", "{file} {path}"], b"d/log /p\n"),
                (["-o", "tsv", "--columns", "path"], b"path\n/p\n")):
            with self.subTest(arguments=arguments):
                self.check(self.scan("-r", "d", *arguments), 0, out)
        self.check(self.scan("d/log", "--no-filename"), 0, b"http://h/p\n")
        self.assertEqual(records(self.scan("-r", "d", "-o", "json").out)[0]["file"], "d/log")
        self.usage("scan", "-r", "-H", "--no-filename", says=("-H", "--no-filename"))

    def test_hidden(self):
        self.tree({".x": b"http://x/", ".y/log": b"http://y/", "log": b"http://z/",
                   "a/.git/log": b"http://git/"})
        self.check(self.scan("-r", "d"), 0, b"d/log:http://z/\n")
        # An operand is read whatever its name is.
        self.check(self.scan("-r", "d/.x", "d/.y"), 0,
                   b"d/.x:http://x/\nd/.y/log:http://y/\n")
        self.check(self.scan("-r", "--include", ".*", "d"), 1, b"", err=None)

    def test_symbolic_links(self):
        """Symbolic links are followed only if they are operands, so there are no loops."""
        self.tree({"log": b"http://h/"})
        os.symlink("..", self.path("d", "up"))
        os.symlink("log", self.path("d", "link"))
        os.symlink("nowhere", self.path("d", "broken"))
        os.symlink("d", self.path("to-d"))
        self.check(self.scan("-r", "d"), 0, b"d/log:http://h/\n")
        self.check(self.scan("-r", "to-d", "d/link"), 0,
                   b"to-d/log:http://h/\nd/link:http://h/\n")
        self.check(self.scan("-r", "d/broken"), 2, b"",
                   b"locus: d/broken: No such file or directory\n")

    def test_devices_and_pipes(self):
        self.tree({"log": b"http://h/"})
        os.mkfifo(self.path("d", "fifo"))
        self.check(self.scan("-r", "d"), 0, b"d/log:http://h/\n")
        self.check(self.scan("-r", "/dev/null", "d"), 0, b"d/log:http://h/\n")

    def test_globs(self):
        self.tree({"access.log": b"http://1/", "access.log.2": b"http://2/",
                   "error.log": b"http://3/", "old/access.log": b"http://4/",
                   "[x": b"http://5/"})
        every = [b"d/[x", b"d/access.log", b"d/access.log.2", b"d/error.log",
                 b"d/old/access.log"]
        for arguments, left in (
                ([], every),
                (["--include", "access*"], [every[1], every[2], every[4]]),
                (["--include", "*.log"], [every[1], every[3], every[4]]),
                (["--include", "*.2", "--include", "e*"], [every[2], every[3]]),
                (["--include", "[ae]*.log", "--exclude", "err*"], [every[1], every[4]]),
                (["--exclude", "*.log"], [every[0], every[2]]),
                (["--exclude", "old"], every[:4]),
                (["--exclude", "d"], every),
                (["--include", "?x"], [every[0]])):
            with self.subTest(arguments=arguments):
                self.assertEqual(names(self.check(self.scan("-r", *arguments, "d"), 0)), left)
        # An operand that is a file is read whatever its name is.
        self.check(self.scan("-r", "--include", "*.gz", "d/error.log"), 0,
                   b"d/error.log:http://3/\n")
        for option in ("--include", "--exclude"):
            self.usage("scan", option, "*", says=(option, "-r"))

    def test_names_that_are_not_text(self):
        self.tree({b"l\xe9.log": b"http://1/", b"new\nline.log": b"http://2/",
                   b"esc\x1b.log": b"http://3/"})
        result = self.check(self.scan("-r", "--include", "*.log", "d"), 0)
        self.assertEqual(result.out, b"d/esc\x1b.log:http://3/\nd/l\xe9.log:http://1/\n"
                                     b"d/new\\x0Aline.log:http://2/\n")

    def test_top(self):
        self.tree({"a": b"http://h/ http://i/", "b/c": b"http://h/"})
        self.check(locus("top", "-r", "--by", "host", "d", cwd=self.cwd), 0, b"2 h\n1 i\n")
        self.check(locus("top", "-r", "--by", "file", "--exclude", "a", cwd=self.path("d")), 0,
                   b"1 b/c\n")

    def test_many_files(self):
        """More files than descriptors, with threads. Their names are correct to the end of
        the output."""
        self.tree({"%02d/%03d" % (i % 40, i): b"http://h/%d\n" % i for i in range(1500)})
        expected = self.check(self.scan("-r", "-n", "d"), 0).out
        self.assertEqual(len(lines(expected)), 1500)
        self.check(self.scan("-r", "-n", "-j4", "d"), 0, expected)


class LeftOut(Directories):
    def test_binary_files(self):
        """A file with a NUL among its first bytes is read only if it is an operand."""
        self.tree({"a": b"http://a/\0", "b": b"http://b/", "c": bytes(100),
                   "d.gz": gzip.compress(b"http://c/ \0"), "late": b"http://l/ " * 20000 + b"\0",
                   "e": "\ufeffhttp://e/".encode("utf-16-le")})
        if not built_with(b"gzip"):
            os.remove(self.path("d", "d.gz"))
        result = self.check(self.scan("-r", "d"), 0, err=None)
        self.assertEqual(names(result), [b"d/b", b"d/e", b"d/late"])
        self.assertEqual(result.err, b"locus: warning: skipped %d binary files (d/a, ...); to read"
                                     b" a file, name it\n" % (3 if built_with(b"gzip") else 2))
        self.check(self.scan("-r", "-c", "--include", "a", "d"), 1, b"",
                   b"locus: warning: skipped 1 binary file (d/a); to read a file, name it\n")
        self.check(self.scan("-r", "d/a"), 0, b"d/a:http://a/\n")

    def test_archives(self):
        self.tree({"a.zip": b"PK\3\4 http://x/", "b": b"http://b/", "c.7z": b"7z\xbc\xaf\x27\x1c..."})
        self.check(self.scan("-r", "d"), 0, b"d/b:http://b/\n",
                   b"locus: d/a.zip: warning: skipped: a zip archive, which locus cannot read\n"
                   b"locus: d/c.7z: warning: skipped: a 7z archive, which locus cannot read\n")
        self.check(self.scan("-r", "d/a.zip"), 2, b"",
                   b"locus: d/a.zip: a zip archive, which locus cannot read\n")

    def test_a_library_that_is_missing(self):
        if built_with(b"bzip2"):
            self.skipTest("locus was built with libbz2")
        self.tree({"a.bz2": bz2.compress(b"http://a/"), "b": b"http://b/"})
        self.check(self.scan("-r", "d"), 0, b"d/b:http://b/\n",
                   b"locus: d/a.bz2: warning: skipped: compressed by bzip2, but locus was built"
                   b" without libbz2\n")

    def test_damaged_files(self):
        """A damaged file is an error; the next file is read."""
        if not built_with(b"gzip"):
            self.skipTest("built without gzip")
        self.tree({"a.gz": gzip.compress(b"http://a/\n")[:-1], "b": b"http://b/"})
        self.check(self.scan("-r", "d"), 2, b"d/a.gz:http://a/\nd/b:http://b/\n",
                   b"locus: d/a.gz: unexpected end of the gzip data\n")

    def test_the_output(self):
        self.tree({"a": b"http://a/"})
        with open(self.path("d", "out"), "wb") as out:
            self.check(self.scan("-r", "d", stdout=out), 0, None,
                       b"locus: d/out: warning: skipped: input file is also the output\n")
        self.assertEqual(contents(self.path("d", "out")), b"d/a:http://a/\n")

    def test_the_rejects(self):
        self.tree({"a": COMBINED % b"x" + b"no line\n"})
        for _ in range(2):
            result = self.scan("-r", "--log", "combined", "--rejects", "d/rejects", "d")
            self.check(result, 0, b"d/a:/x\n", err=None)
            self.assertIn(b"locus: d/rejects: warning: skipped: ", result.err)
            self.assertEqual(contents(self.path("d", "rejects")), b"no line\n")


class Errors(Directories):
    def test_a_directory_without_r(self):
        self.tree({"log": b"http://h/"})
        for verb in (["scan"], ["top", "--by", "host"]):
            self.check(locus(*verb, "d", cwd=self.cwd), 2, b"",
                       b"locus: d: is a directory; -r reads the files in it\n")

    def test_what_cannot_be_read(self):
        self.tree({"a/log": b"http://a/", "b/log": b"http://b/", "c": b"http://c/"})
        user = self.other_user(self.cwd)
        os.chmod(self.path("d", "a"), 0)
        self.addCleanup(os.chmod, self.path("d", "a"), 0o755)
        os.chmod(self.path("d", "c"), 0)
        for threads in ("-j1", "-j3"):
            self.check(self.scan("-r", threads, "d", **user), 2, b"d/b/log:http://b/\n",
                       b"locus: d/a: Permission denied\nlocus: d/c: Permission denied\n")
        # --include applies to files, not to directories.
        self.check(self.scan("-r", "--include", "log", "d", **user), 2, b"d/b/log:http://b/\n",
                   b"locus: d/a: Permission denied\n")
        self.check(self.scan("-r", "--exclude", "[ac]", "d", **user), 0, b"d/b/log:http://b/\n")

    def test_missing(self):
        self.tree({"log": b"http://h/"})
        self.check(self.scan("-r", "missing", "d", ""), 2, b"d/log:http://h/\n",
                   b"locus: missing: No such file or directory\n"
                   b"locus: : No such file or directory\n")

    def test_a_path_that_is_too_long(self):
        """Such a path is reported, however deep it is, and the other files are read."""
        self.tree({"log": b"http://h/"})
        name = "n" * 200
        here = os.open(self.path("d"), os.O_RDONLY)
        for _ in range(25):
            os.mkdir(name, dir_fd=here)
            below = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(os.open("deep", os.O_WRONLY | os.O_CREAT, dir_fd=here))
        os.close(here)
        self.addCleanup(shutil.rmtree, self.path("d"), ignore_errors=True)
        result = self.check(self.scan("-r", "d"), 2, b"d/log:http://h/\n", err=None)
        self.assertRegex(result.err, rb"\Alocus: d/n+(/n+)*: File name too long\n\Z")

    def test_nothing_to_read(self):
        os.mkdir(self.path("d"))
        message = b"locus: no file found; hidden files and those that --include or --exclude" \
                  b" leave out are not read\n"
        self.check(self.scan("-r", "d"), 1, b"", message)
        self.check(locus("top", "-r", "--by", "host", "d", cwd=self.cwd), 1, b"", message)
        self.tree({"log": b"http://h/"})
        self.check(self.scan("-r", "--include", "*.gz", "d"), 1, b"", message)
        self.check(self.scan("-r", "--schemes", "ftp", "d"), 1, b"")


class Logs(Directories):
    def test_auto(self):
        """--log auto chooses a format for each file, in whatever order the threads run."""
        w3c = (b"#Version: 1.0\n#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status\n"
               b"2015-03-23 17:07:24 192.0.2.7 GET /w - 200\n")
        self.tree({"a.log": COMBINED % b"a", "b.log": w3c,
                   "c.log": b'{"method":"GET","uri":"/j","status":200}\n'})
        for threads in ("-j1", "-j3"):
            result = self.check(self.scan("-r", threads, "--log", "auto", "d"), 0, err=None)
            self.assertEqual(result.out, b"d/a.log:/a\nd/b.log:/w\nd/c.log:/j\n")
            for name, form in ((b"a", b"combined"), (b"b", b"w3c"), (b"c", b"json")):
                self.assertIn(b"d/%s.log: --log %s " % (name, form), result.err)

    def test_rotated(self):
        if not built_with(b"gzip"):
            self.skipTest("built without gzip")
        self.tree({"access.log": COMBINED % b"0", "access.log.1": COMBINED % b"1" + b"reject\n",
                   "access.log.2.gz": gzip.compress(COMBINED % b"2" * 2), "error.log": b"no\n"})
        result = self.check(self.scan("-r", "--include", "access.log*", "--log", "combined", "-c",
                                      "--stats", "--no-filename", "d"), 0, b"4\n", err=None)
        self.assertIn(b"lines 5, records 4, rejects 1, comments 0, blank 0\n", result.err)
        self.assertIn(b"the first is line 2 of d/access.log.1", result.err)
