# SPDX-License-Identifier: MIT
"""parse --stream as engines drive it: they write some lines and wait for as many, or write
and read at the same time, or die."""

import os
import random
import re
import select
import signal
import subprocess
import sys
import threading

from support import (EMULATOR, LOCUS, SOURCE, TIMEOUT, Case, environment, lines, locus, long,
                     memory_of, start)

HOSTS = ["parse", "--stream", "-g", "web", "-o", "tsv", "--columns", "host"]


class Pipes(Case):
    def start(self, *arguments, **popen):
        child = start(*(arguments or HOSTS), stdin=subprocess.PIPE, bufsize=0, **popen)
        self.addCleanup(self.stop, child)
        return child

    @staticmethod
    def stop(child):
        if child.poll() is None:
            child.kill()
            child.wait()
        for end in (child.stdin, child.stdout, child.stderr):
            end.close()

    def read_lines(self, child, count):
        """Reads `count` lines, for which the command needs no more input."""
        out = b""
        while out.count(b"\n") < count:
            piece = self.next_bytes(child.stdout)
            self.assertNotEqual(piece, b"", "the command has ended")
            out += piece
        return out

    def end(self, child, status=0, err=b""):
        child.stdin.close()
        self.assertEqual(child.stdout.read(), b"")
        self.assertEqual(child.stderr.read(), err)
        self.assertEqual(child.wait(TIMEOUT), status)

    def test_one_line_at_a_time(self):
        """ClickHouse with blocks of one row: each answer is awaited."""
        for arguments in (HOSTS, [*HOSTS, "--input", "tsv"]):
            child = self.start(*arguments)
            for n in range(500):
                child.stdin.write(b"http://h%d.example/\n" % n)
                self.assertEqual(self.read_lines(child, 1), b"h%d.example\n" % n)
            child.stdin.write(b"\n")
            self.assertEqual(self.read_lines(child, 1), b"\\N\n")
            self.end(child)

    def test_the_shortest_first_line(self):
        """The first line is answered at once: no byte order mark is waited for."""
        child = self.start()
        child.stdin.write(b"\n")
        self.assertEqual(self.read_lines(child, 1), b"\\N\n")
        self.end(child)

    def test_a_line_in_pieces(self):
        child = self.start()
        for piece in (b"h", b"ttp:", b"//a", b".example/\nhttp://b", b".example", b"/"):
            child.stdin.write(piece)
        self.assertEqual(self.read_lines(child, 1), b"a.example\n")
        child.stdin.write(b"\r")
        child.stdin.write(b"\n")
        self.assertEqual(self.read_lines(child, 1), b"b.example\n")
        child.stdin.write(b"http://c.example/")        # a partial last line
        child.stdin.close()
        self.assertEqual(child.stdout.read(), b"c.example\n")
        self.assertEqual((child.stderr.read(), child.wait(TIMEOUT)), (b"", 0))

    def test_batches(self):
        """Batches of any size, each answered in full before the next is written. A writer
        runs beside the reader, as in ClickHouse, Hadoop and Spark."""
        child = self.start()
        random_ = random.Random(1)
        number = 0
        for size in [1, 2, 3000, 1, 20000, 7, 50000] + [random_.randrange(1, 400) for _ in range(50)]:
            numbers = range(number, number + size)
            number += size
            batch = b"".join(b"http://h%d.example/%s\n" % (n, b"p" * (n % 97)) for n in numbers)
            writer = threading.Thread(target=self.write_all, args=(child, batch))
            writer.start()
            self.assertEqual(self.read_lines(child, size),
                             b"".join(b"h%d.example\n" % n for n in numbers))
            writer.join()
        self.end(child)

    @staticmethod
    def write_all(child, data):
        with memoryview(data) as view:
            at = 0
            while at < len(data):
                at += os.write(child.stdin.fileno(), view[at:at + 65536])

    def test_backpressure(self):
        """While nobody reads the output, the command reads no more input than its buffers
        hold; then nothing is lost."""
        child = self.start()
        os.set_blocking(child.stdin.fileno(), False)
        line = b"http://" + b"h" * 80 + b"/\n"
        written = 0
        try:
            while written < 64 << 20:
                self.assertTrue(select.select([], [child.stdin], [], 2)[1])
                written += os.write(child.stdin.fileno(), line * 700)
        except AssertionError:
            pass                       # the pipe has been full for some time
        self.assertLess(written, 8 << 20)
        os.set_blocking(child.stdin.fileno(), True)
        rest = len(line) - written % len(line) if written % len(line) else 0
        total = (written + rest) // len(line)
        writer = threading.Thread(target=self.write_all, args=(child, line[len(line) - rest:]))
        writer.start()
        self.assertEqual(self.read_lines(child, total), (b"h" * 80 + b"\n") * total)
        writer.join()
        self.end(child)

    def test_a_reader_that_dies(self):
        """A closed output pipe ends the command quietly, also while input goes on."""
        child = self.start()
        child.stdin.write(b"http://a/\n")
        self.assertEqual(self.read_lines(child, 1), b"a\n")
        child.stdout.close()
        try:
            for _ in range(100000):
                child.stdin.write(b"http://a/\n" * 100)
            self.fail("the command continues")
        except BrokenPipeError:
            pass
        self.assertEqual((child.stderr.read(), child.wait(TIMEOUT)), (b"", 0))

    def test_a_writer_that_dies(self):
        """Input that ends in the middle of a line ends like any other."""
        if EMULATOR:
            self.skipTest("the emulator's own pipes")
        reading, writing = os.pipe()
        writer = subprocess.Popen(["/bin/sh", "-c", "printf 'http://a/\\nhttp://b/'; kill -9 $$"],
                                  stdout=writing)
        os.close(writing)
        result = locus(*HOSTS, stdin=reading)
        os.close(reading)
        self.assertEqual(writer.wait(), -signal.SIGKILL)
        self.check(result, 0, b"a\nb\n")

    def test_signals_end_it(self):
        """ClickHouse ends the processes of a pool with SIGTERM."""
        if EMULATOR:
            self.skipTest("the emulator's own")
        child = self.start()
        child.stdin.write(b"http://a/\n")
        self.assertEqual(self.read_lines(child, 1), b"a\n")
        child.terminate()
        self.assertEqual(child.wait(TIMEOUT), -signal.SIGTERM)

    def test_as_hadoop_drives_it(self):
        """PipeMapRed: a thread reads while the mapper's input is written, line by line through
        a buffer; the task fails unless the status is 0."""
        child = self.start("parse", "--stream", "-g", "web", "-o", "tsv", "--columns", "host,input")
        taken = []
        reader = threading.Thread(target=lambda: taken.extend(iter(child.stdout.readline, b"")))
        reader.start()
        urls = [b"http://h%d.example/%s" % (n % 100, b"\xe9" * (n % 3)) for n in range(30000)]
        urls[1000] = b"not a url"
        self.write_all(child, b"".join(url + b"\n" for url in urls))
        child.stdin.close()
        reader.join()
        self.assertEqual(child.wait(TIMEOUT), 0)
        self.assertEqual(b"".join(taken), b"".join(
            (b"h%d.example" % (n % 100) if n != 1000 else b"\\N") + b"\t" + url + b"\n"
            for n, url in enumerate(urls)))
        self.assertEqual(child.stderr.read(), b"")

    def test_commands_of_the_page(self):
        """The commands of doc/pipes.md for Hadoop and Spark write a line for each line; its
        program works."""
        with open(os.path.join(SOURCE, "doc", "pipes.md"), encoding="utf-8") as file:
            page = file.read()
        commands = re.findall(r"-mapper '\./locus ([^']*)'", page)
        self.assertEqual(len(commands), 1)
        commands += re.findall(r"\.pipe\(\"locus ([^\"]*)\"", page)
        self.assertEqual(len(commands), 4)
        urls = [b"http://u@h.example/?a=1", b"", b"-", b"mailto:a@b"]
        for text in commands:
            with self.subTest(command=text):
                result = locus(*text.split(), stdin=b"".join(url + b"\n" for url in urls))
                self.check(result, 0)
                self.assertEqual(len(lines(result.out)), 4)
                self.assertIn(b"h.example", lines(result.out)[0])
        (program,) = re.findall(r"(?ms)^```python\n(import.*?)^```$", page)
        if EMULATOR:
            return
        folder = self.folder()
        os.symlink(LOCUS, os.path.join(folder, "locus"))
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True,
                              env=environment(PATH=folder + ":" + os.environ["PATH"]))
        self.assertEqual(done.stdout, b"b'example.org\\n'\n")

    @long
    def test_memory_is_constant(self):
        """Long lines, which are skipped, and 400 MB of short ones."""
        for feed, count in ((b"http://host.example/path\n", 16 << 20), (b"x" * 65536, 6400)):
            script = "for _ in range(%d): put(%r)\n" % (count // 4096 if count > 6400 else count,
                                                         feed * 4096 if count > 6400 else feed)
            with self.subTest(feed=feed[:20]):
                status, answers, memory = memory_of(script, HOSTS)
                self.assertEqual(status, 0)
                self.assertEqual(answers, count if count > 6400 else 1)
                self.assertLess(memory, 64 << 10)
