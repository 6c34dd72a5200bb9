# SPDX-License-Identifier: MIT
"""scan -j: several threads write the same bytes as one."""

import gzip
import itertools
import os
import random
import re
import resource
import subprocess
import tempfile

import test_output
from support import (EMULATOR, LONG, TIMEOUT, Case, built_with, command, cut, environment, in_blocks,
                     lines, locus, locus_in_writes, long, memory_of, records, some, start)
from test_scan import log
from test_streams import CONTEXTS, MIB, SAMPLE

# The bytes that a URL cannot contain according to cut.h: a block may end after each of
# them, but not within a wrapper.
STOPS = [bytes([c]) for c in (*range(0x21), 0x7f)] + [b'"', b"<", b">"]

# The size of a block unless LOCUS_BLOCK_SIZE is set.
BLOCK = 512 << 10

# Pieces of text that decide where a URL begins and ends.
PIECES = [b"http://", b"https://", b"ftp://", b"mailto:", b"news:", b"urn:", b"file:///",
          b"x+y-z.0://", b"1abc://", b":", b"/", b"//", b"@", b"[::1]", b"[", b"]", b"(", b")",
          b"{", b"}", b"h", b"example.org", b":80", b"a/b?c#d", b"%41", b"%", b".", b",", b";",
          b"!", b"'", b"''", b"`", b"|", b"\xc3\xa9", b"\xe2\x80\x98", b"\xe2\x80\x99",
          b"\xe2\x80\x9c", b"\xe2\x80\x9d", b"\xc2\xab", b"\xc2\xbb", b"\xef\xbd\x9c", b"\xe2",
          b"\x80", b"\xff", b"p" * 30, b"longer" * 40, b"<URL:", b"\nhttp://h/\n>", b"\\/",
          b"\\u003a", b"\\u0068", b"\\\"", b"\\\\", b"\\u", b"\\", b"\\x41", b"&quot;", b"&qu", b"_", b"'s",
          b"\x1b[31m", b"\x1b[K", b"\x1b[2J", b"\xe3\x80\x8c", b"\xe3\x80\x8d", b"\xe3\x80\x82", b"file:/",
          b"xhttp://", b"mongodb://h1:1,h2:2/"]
CUTS = [b" ", b"\n", b"\r\n", b'"', b"<", b">", b"\t", b"\0", b"\x7f", b"\x1b"]

FORMATS = (["-b", "-n"], ["-o", "json"], ["-o", "tsv", "-H", "-n", "-b"],
           ["-H", "--get", "{line} {offset} {host:decoded} {input}"], ["-c"], ["-c", "-H"])


def text(rng, size):
    """About `size` bytes in which the places where blocks may end are dense, sparse or
    missing."""
    out, length = [], 0
    density = rng.choice((0.02, 0.2, 0.5))
    while length < size:
        out.append(rng.choice(CUTS if rng.random() < density else PIECES))
        length += len(out[-1])
    return b"".join(out)


def numbered(data):
    """Each line of `data`, and its offset."""
    at = 0
    for line in data.split(b"\n"):
        yield at, line
        at += len(line) + 1


class Equality(Case):
    def same(self, arguments, data, *ways):
        one = self.in_each_way(arguments, data, *ways)
        self.assertIn(one.status, (0, 1), one.err)
        return one

    def test_a_file_from_its_middle(self):
        """Standard input begins where another program stopped reading."""
        with tempfile.TemporaryFile() as file:
            file.write(b"x" * 5000 + SAMPLE * 20)
            for at in (0, 1, 4096, 5000, 5001, 5000 + 10 * len(SAMPLE), 5000 + 20 * len(SAMPLE)):
                file.seek(at)
                rest = file.read()
                one = locus("scan", "-b", "-n", stdin=rest)
                for size, threads in itertools.product((61, 4096, 70000), ("-j1", "-j3")):
                    file.seek(at)
                    with self.subTest(at=at, size=size, threads=threads):
                        self.assertEqual(locus("scan", threads, "-b", "-n", stdin=file,
                                               env=in_blocks(size)), one)
                        self.assertEqual(file.tell(), 5000 + 20 * len(SAMPLE))

    def test_every_context_in_small_blocks(self):
        for context in CONTEXTS:
            one = self.same([*context, "-o", "json"], SAMPLE, (1, 2, 5),
                            some((1, 2, 7, 61, 256, 4096), 3))
            self.assertGreater(len(records(one.out)), 30)

    def test_random_texts(self):
        rng = random.Random(1808)
        found = 0
        count = len(CONTEXTS) * len(FORMATS) if LONG else 2 * len(CONTEXTS)
        for i, context in zip(range(count), itertools.cycle(CONTEXTS)):
            data = text(rng, rng.choice((200, 3000, 20000)))
            arguments = [*context, *FORMATS[i % len(FORMATS)]]
            one = self.same(arguments, data, (1, rng.choice((2, 3, 4, 9))),
                            (rng.randrange(1, 40), rng.randrange(40, 1000)))
            found += len(one.out)
        self.assertGreater(found, 1000 * count)

    def test_every_byte_that_ends_a_block(self):
        """A URL after each of these bytes is found alone, in each grammar and context;
        blocks of one byte end wherever they may."""
        before = (b"http://h/a", b"http://h/'", b"'http://h/(", b"\xe2\x80\x9c", b"'", b"1",
                  b"news:a", b"a://h:", b"http:", b"x" * 20 + b":", b"ftp://h/a;type=")
        after = (b"http://i/b'.", b"//j/", b"mailto:c@d", b"1abc://h/", b":a", b"/", b"p")
        data = b"".join(a + stop + b for stop in STOPS for a in before for b in after)
        for grammar in ("web", "rfc3986", "rfc1738", "rfc1630"):
            for context in ("raw", "text", "json"):
                one = self.same(["-g", grammar, "-x", context, "-b", "-n"], data, (1, 2), (1, 5))
                self.assertGreater(len(lines(one.out)), 30 * len(STOPS))

    def test_the_edges_of_real_blocks(self):
        """URLs near the size of a block and other usual sizes, after bytes that do not belong
        to a URL and after bytes that could."""
        url = b"http://u:p@[2001:db8::1]:8080/a_(b)/\xc3\xa9?q=%20#f"
        fillers = (b".", b"\n", b"x://h y: ", b"'")
        places = [size - near for size in (1 << 12, 1 << 16, 1 << 18, BLOCK)
                  for near in range(-2, len(url) + 3)]
        for at, filler in some(itertools.product(places, fillers), 3):
            head = (filler * (at // len(filler) + 1))[:at - 1] + b" "
            with self.subTest(filler=filler, at=at):
                one = self.in_each_way(["-n", "-b", "--schemes", "http"],
                                       head + url + b", and\nhttp://last/", (1, 2))
                line = head.count(b"\n") + 1
                self.check(one, 0, b"%d:%d:%s\n%d:%d:http://last/\n" % (
                    line, at, url, line + 1, at + len(url) + 6))

    def test_lines_and_offsets_of_many_blocks(self):
        data = b"".join(b"\n" * (i % 5) + b"x" * (i % 997) + b" http://h/%d " % i
                        for i in range(9000))
        self.assertGreater(len(data), 8 * BLOCK)
        expected = b"".join(b"%d:%d:%s\n" % (line + 1, at + m.start(), m.group())
                            for line, (at, text) in enumerate(numbered(data))
                            for m in re.finditer(rb"http://h/[0-9]+", text))
        self.check(self.same(["-n", "-b"], data, (1, 2, 3, 16)), 0, expected)

    def test_tokens_longer_than_blocks(self):
        """Megabytes that cannot be divided: before a URL, between two, and at the end."""
        rng = random.Random(7)
        for size in (BLOCK - 1, BLOCK, BLOCK + 1, 3 * MIB, 15 * MIB):
            token = bytes(rng.choices(b"abcdefghijklmnopqrstuvwxyz0123456789", k=1024))
            token = (token * (size // 1024 + 1))[:size]
            for data in (token + b" http://h/a\n" + token, b"http://h/b\n" + token,
                         token + b"http://h/f\n",
                         b"http://h/" + token + b"\nhttp://h/c " + token + b"://h/d",
                         (b"x\n" * BLOCK) + token + b"\nhttp://h/e\n" + (b"x\n" * BLOCK)):
                one = self.same(["-b", "-n"], data, (2, 3))
                self.assertGreaterEqual(len(lines(one.out)), 1)

    def test_more_output_than_input(self):
        """The output of a block does not fit its buffer: its thread waits for its turn."""
        data = b"a://b\n" * (4 * BLOCK // 6)
        for arguments in (["-o", "json"], ["--get", "{input}" * 50]):
            one = self.same(arguments, data, (2, 5))
            self.assertGreater(len(one.out), 30 * len(data))

    def test_no_input(self):
        self.same([], b"")
        self.same(["-c"], b"")
        self.same([], b"\n", (2, 3, 7), (1,))

    def test_line_buffered(self):
        self.same(["--line-buffered", "-b"], SAMPLE, (2, 3, 7), (7, 61))


class Files(Case):
    def some(self):
        """A folder with small and large files, and their names in order."""
        rng = random.Random(1738)
        folder = self.folder()
        names = ["%02d" % i for i in range(40)]
        for i, name in enumerate(names):
            size = (0, 10, 1000, 100000)[i % 4] if i != 17 else 2 * MIB
            self.write(name, text(rng, size) if size else b"", folder)
        return folder, names

    def test_many_files(self):
        folder, names = self.some()
        for arguments in FORMATS:
            one = self.check(locus("scan", "-H", *arguments, *names, cwd=folder), 0)
            for threads in (2, 3, 50):
                for size in (64, 5000, None):
                    env = in_blocks(size) if size else None
                    with self.subTest(arguments=arguments, threads=threads, size=size):
                        self.assertEqual(locus("scan", "-j%d" % threads, "-H", *arguments, *names,
                                               cwd=folder, env=env), one)
        self.assertEqual(locus("scan", "-j3", "-c", *names, cwd=folder),
                         locus("scan", "-c", *names, cwd=folder))

    def test_more_files_than_descriptors(self):
        """A file that waits for its turn must not keep others from being opened."""
        folder = self.folder()
        names = ["f%02d" % i for i in range(60)]
        for name in names:
            self.write(name, b"http://h/%s \n" % name.encode() * (BLOCK // 12), folder)
        one = self.check(locus("scan", "-c", "-H", *names, cwd=folder), 0)

        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
        self.assertEqual(locus("scan", "-j64", "-c", "-H", *names, cwd=folder,
                               preexec_fn=few), one)

    def test_errors_come_in_order(self):
        """Standard output and standard error in one pipe, as a person sees them."""
        folder = self.folder()
        self.write("a", b"http://a/1\nhttp://a/2\n", folder)
        self.write("b", b"x://b/1\n http://long/" + b"p" * (17 * MIB) + b"\nx://b/2", folder)
        self.write("c", b"http://c/", folder)
        os.mkdir(os.path.join(folder, "directory"))
        for threads in ("1", "2", "3"):
            for arguments, expected in (
                    (["-H"], b"a:http://a/1\na:http://a/2\n"
                             b"locus: missing: No such file or directory\n"
                             b"b:x://b/1\n"
                             b"locus: b: offset 9: URL of 17825804 bytes skipped,"
                             b" more than 16777216 (--max-url)\n"
                             b"b:x://b/2\n"
                             b"locus: directory: is a directory; -r reads the files in it\n"
                             b"c:http://c/\n"),
                    (["-H", "-c"], b"a:2\n"
                                   b"locus: missing: No such file or directory\n"
                                   b"locus: b: offset 9: URL of 17825804 bytes skipped,"
                             b" more than 16777216 (--max-url)\n"
                                   b"b:2\n"
                                   b"locus: directory: is a directory; -r reads the files in it\n"
                                   b"c:1\n")):
                with self.subTest(threads=threads, arguments=arguments):
                    done = subprocess.run(
                        command(["scan", "-j", threads, *arguments, "a", "missing", "b",
                                 "directory", "c"]),
                        cwd=folder, env=environment(), stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
                    self.assertEqual((done.returncode, done.stdout), (2, expected))


class Memory(Case):
    """The limits in the manual page: 3 MiB per thread, and twice the longest URL once."""

    def of(self, path, count, longest, *arguments):
        if "--get" not in arguments:
            arguments = ("-o", "json", *arguments)
        for threads in (1, 2, 8, 32):
            with self.subTest(threads=threads, arguments=arguments):
                status, found, kib = memory_of("", ["scan", "-j%d" % threads, *arguments, path])
                self.assertEqual((status, found), (0, count))
                # The 16 MiB are for the part of a mapped file that was read last, and for
                # everything else.
                self.assertLess(kib, (16 + 3 * threads + 2 * longest) * 1024)

    def of_urls(self, length, count, *arguments):
        """A file with `count` URLs of that length, each in quotation marks."""
        path = os.path.join(self.folder(), "log")
        with open(path, "wb") as file:
            for i in range(count):
                file.write(b'"http:\\/\\/h/%09d' % i if "json" in arguments
                           else b'"http://h/%09d' % i)
                file.write(b"p" * (length - 18) + b'"\n')
        # A URL shorter than a block fits into the memory of a thread.
        self.of(path, count, length // BLOCK and length / MIB, *arguments)

    @long
    def test_long_urls(self):
        self.of_urls(15 * MIB, 10, "-x", "raw")
        self.of_urls(15 * MIB, 10, "-x", "json")

    @long
    def test_long_urls_decoded(self):
        self.of_urls(15 * MIB, 10, "-x", "raw", "--get", "{host:decoded} {path:decoded}")
        self.of_urls(15 * MIB, 10, "-x", "json", "--get", "{url:decoded}")

    @long
    def test_urls_as_long_as_a_block(self):
        for length in (BLOCK - 100000, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK):
            self.of_urls(length, 200, "-x", "raw")

    @long
    def test_a_log(self):
        line = b'- "GET /a/b?c=d HTTP/1.1" 200 1 "http://h.example/a/b?c=d#e" "(+http://i.example/)"\n'
        path = self.write("log", line * 1500000)
        self.of(path, 3000000, 0)


class Readers(test_output.Readers):
    """The same while several threads work."""

    VERBS = (["scan", "-j2", "--line-buffered"], ["scan", "-j2"], ["scan", "-j8", "-o", "json"])


class Streams(Case):
    def test_writes_to_a_pipe(self):
        data = b"".join(log(seed=2, count=6000))
        self.assertGreater(len(data), 1 << 19)
        expected = b"".join(b"%d:%s\n" % (m.start(), m.group())
                            for m in re.finditer(rb"https?://[^ \"<>\n]+", data))
        for option in ("-j1", "-j2", "-j4"):
            for size in (100, 4095, 4096, 65536, len(data)):
                with self.subTest(option=option, size=size):
                    self.check(locus_in_writes(cut(data, size), "scan", option, "-x", "raw",
                                               "--schemes", "http,https", "-b"), 0, expected)

    def test_a_slow_pipe(self):
        """Each record is written before the next input arrives, as with one thread."""
        for piece in (b"http://h/%d\n", b"http://h/%d "):
            child = start("scan", "-j2", "--line-buffered", stdin=subprocess.PIPE)
            for i in range(20):
                child.stdin.write(piece % i)
                child.stdin.flush()
                self.assertEqual(self.next_bytes(child.stdout), b"http://h/%d\n" % i)
            out, err = child.communicate(timeout=TIMEOUT)
            self.assertEqual((child.returncode, out, err), (0, b"", b""))


class Processors(Case):
    """Threads are only of use if the command may use several processors."""

    def threads(self, arguments, data, processors):
        """How many threads the command has after it has found the URL in `data`."""
        def pin():
            os.sched_setaffinity(0, processors)
        child = start("scan", "--line-buffered", *arguments, stdin=subprocess.PIPE, preexec_fn=pin)
        child.stdin.write(data)
        child.stdin.flush()
        self.assertEqual(self.next_bytes(child.stdout), b"http://h/\n")
        with open("/proc/%d/status" % child.pid, encoding="ascii") as status:
            count = int(re.search("^Threads:\t([0-9]+)$", status.read(), re.M).group(1))
        child.stdin.close()
        self.assertEqual(child.wait(TIMEOUT), 0)
        child.stdout.close()
        child.stderr.close()
        return count

    def setUp(self):
        if not os.path.exists("/proc/self/status") or EMULATOR:
            self.skipTest("no way to count the threads of the command")
        self.all = os.sched_getaffinity(0)
        if len(self.all) < 2:
            self.skipTest("there is one processor only")
        # One, and those of a sanitizer.
        self.least = self.threads(["-j1"], b"http://h/\n", self.all)

    def test_scan(self):
        data = b"http://h/\n"
        self.assertEqual(self.threads(["-j0"], data, {min(self.all)}), self.least)
        self.assertGreater(self.threads(["-j0"], data, self.all), self.least)

    def test_decompression(self):
        if not built_with(b"gzip"):
            self.skipTest("locus was built without gzip")
        # Two members, so that the first is complete.
        data = gzip.compress(b"x\n" * 100000) + gzip.compress(b"http://h/\n")
        self.assertEqual(self.threads(["-j1"], data, {min(self.all)}), self.least)
        self.assertEqual(self.threads(["-j1"], data, self.all), self.least + 1)


class Usage(Case):
    def test_numbers(self):
        for number in ("0", "1", "2", "1024", "0002"):
            for option in (["-j", number], ["-j" + number], ["--threads", number],
                           ["--threads=" + number]):
                with self.subTest(option=option):
                    self.check(locus("scan", *option, stdin=b"http://h/"), 0, b"http://h/\n")

    def test_what_is_no_number(self):
        for number in ("", "-1", "+1", "1x", "x", " 1", "1.5", "1025", "9" * 30):
            self.usage("scan", "-j", number,
                       says=["-j: invalid number of threads '%s' (0 to 1024)" % number])
        self.usage("scan", "-j", says=["-j", "argument"])
        self.usage("parse", "-j", "2", says=["unknown option '-j'"])
