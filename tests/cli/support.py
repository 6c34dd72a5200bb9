# SPDX-License-Identifier: MIT
"""What the tests of the command have in common: running it, reading its records."""

import collections
import concurrent.futures
import errno
import fcntl
import itertools
import json
import os
import pty
import re
import select
import shlex
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import unittest


def real_command(path):
    """The command itself. If the library is shared, libtool puts a shell script in its
    place, which takes ten times as long to start and receives the signals."""
    libraries = os.path.join(os.path.dirname(path), ".libs")
    command = os.path.join(libraries, os.path.basename(path))
    if not os.path.exists(command):
        return path
    os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(
        filter(None, (libraries, os.environ.get("LD_LIBRARY_PATH"))))
    return command


LOCUS = real_command(os.path.abspath(os.environ["LOCUS"]))
EMULATOR = shlex.split(os.environ.get("EMULATOR", ""))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEMO_LOG = os.path.join(SOURCE, "demo", "access.log")
SHARED = os.path.join(os.path.dirname(SOURCE), "shared", "data")

# A call of each verb that reads standard input, one item or text after another. test_errors
# compares it with --help.
CALLS = {
    "parse": ["parse", "-g", "web"], "explain": ["explain"], "scan": ["scan"],
    "top": ["top", "--by", "url", "-n0"], "resolve": ["resolve", "http://h/"],
    "relativize": ["relativize", "http://h/"], "normalize": ["normalize"],
    "compare": ["compare", "-", "http://h/"], "encode": ["encode"], "decode": ["decode"],
    "edit": ["edit", "--set", "port=8"], "build": ["build", "-"]}

GENERIC = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")
TSV_HEADER = "\t".join(GENERIC).encode() + b"\n"

sys.path.append(os.path.join(SOURCE, "tests", "support"))
GRAMMARS = __import__("grammars").names()
KERNELS = __import__("grammars").kernels()
# Not an expectation: this ends a command that hangs.
TIMEOUT = 300

Result = collections.namedtuple("Result", "status out err")


def environment(**changes):
    """The environment of this process, in English and without preferences for colour."""
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LANGUAGE")}
    env["LC_ALL"] = "C"
    env.update(changes)
    return env


def in_blocks(size):
    """The environment in which `scan -j` gives a thread so many bytes at a time."""
    return environment(LOCUS_BLOCK_SIZE="%d" % size)


def leaving_workers():
    """The environment of a command that exits without waiting for its threads, on purpose."""
    return environment(TSAN_OPTIONS=os.environ.get("TSAN_OPTIONS", "") + ":report_thread_leaks=0")


def command(arguments):
    return [os.fsencode(a) for a in (*EMULATOR, LOCUS, *arguments)]


def start(*arguments, env=None, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **popen):
    """Starts the command."""
    return subprocess.Popen(command(arguments), stdout=stdout, stderr=stderr,
                            env=env or environment(), **popen)


def locus(*arguments, stdin=b"", env=None, **popen):
    """Runs the command. `stdin` is bytes, passed through a pipe, or a file."""
    kind = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    popen.setdefault("stdout", subprocess.PIPE)
    done = subprocess.run(command(arguments), stderr=subprocess.PIPE, timeout=TIMEOUT,
                          env=env or environment(), check=False, **kind, **popen)
    return Result(done.returncode, done.stdout, done.stderr)


def locus_until(count, *arguments, **popen):
    """Runs the command, whose reader stops after `count` bytes and closes the pipe."""
    child = start(*arguments, **popen)
    with child.stderr:
        with child.stdout:
            out = child.stdout.read(count)
        return Result(child.wait(TIMEOUT), out, child.stderr.read())


def locus_in_reads(pieces, *arguments):
    """Runs the command on `pieces`, each the result of one read() if possible.

    A sequenced-packet socket preserves boundaries that a pipe may lose; where there is
    none, a pipe is used. All pieces together must fit the command's buffer, because a
    packet is truncated to the size of a read()."""
    try:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    except (AttributeError, OSError):
        ours, theirs = socket.socketpair()
    with theirs:
        child = start(*arguments, stdin=theirs)
    return fed(child, ours, ours.sendall, pieces)


def locus_in_writes(pieces, *arguments):
    """Runs the command on `pieces`, each written to a pipe by one write()."""
    child = start(*arguments, stdin=subprocess.PIPE, bufsize=0)
    # communicate() would close it.
    pipe, child.stdin = child.stdin, None
    return fed(child, pipe, pipe.write, pieces)


def fed(child, end, send, pieces):
    """Sends the pieces to the command while its output is read."""
    def feed():
        with end:
            for piece in pieces:
                send(piece)

    feeder = threading.Thread(target=feed)
    feeder.start()
    out, err = child.communicate(timeout=TIMEOUT)
    feeder.join()
    return Result(child.returncode, out, err)


# For tests of memory use: a sanitizer takes 12 MiB itself and keeps freed memory.
LONG = os.environ.get("LOCUS_TEST_LONG") == "1"
long = unittest.skipUnless(LONG, "LOCUS_TEST_LONG is not 1")


def some(rows, step):
    """All rows if LOCUS_TEST_LONG=1, else each `step`th and the last. Of the product of two
    lists, each with at least `step` values, these have every value of the first, and every
    value of the second if its length has no divisor in common with `step`."""
    rows = list(rows)
    return rows if LONG else rows[:-1:step] + rows[-1:]


def memory_of(feed, arguments):
    """Returns (status, lines printed, most KiB of memory used) of the command.

    `feed` is Python code that writes its input with put(). A separate process starts the
    command, because the memory of a new process includes that of the process that forked
    it, and the memory of this one may be large."""
    script = (
        "import resource, subprocess, sys, threading\n"
        "child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE,\n"
        "    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)\n"
        "count = 0\n"
        "def take():\n"
        "    global count\n"
        "    while piece := child.stdout.read1(65536): count += piece.count(10)\n"
        "taker = threading.Thread(target=take)\n"
        "taker.start()\n"
        "put = child.stdin.write\n"
        + feed +
        "child.stdin.close()\n"
        "taker.join()\n"
        "status = child.wait()\n"
        "print(status, count, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n")
    done = subprocess.run([sys.executable, "-S", "-E", "-c", script, *command(arguments)],
                          check=True, timeout=TIMEOUT, stdout=subprocess.PIPE,
                          env=environment())
    return tuple(map(int, done.stdout.split()))


def read_terminal(terminal):
    """The next bytes from the other end; empty if it is closed."""
    try:
        return os.read(terminal, 65536)
    except OSError as error:
        # The error on Linux after the other end is closed.
        if error.errno != errno.EIO:
            raise
        return b""


def all_of_terminal(terminal):
    """What comes until the other end is closed; closes this one."""
    with open(terminal, "rb", buffering=0):
        return b"".join(iter(lambda: read_terminal(terminal), b"")).replace(b"\r\n", b"\n")


def on_terminal(*arguments, stdin=b"", env=None, columns=None, err=True, **popen):
    """Runs the command with standard output and, if `err`, standard error each on a terminal
    of that many columns."""
    ours, theirs = zip(*(pty.openpty() for _ in range(1 + err)))
    for end in theirs if columns else ():
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = start(*arguments, env=env, stdin=subprocess.PIPE, stdout=theirs[0],
                  stderr=theirs[1] if err else subprocess.PIPE, **popen)
    for end in theirs:
        os.close(end)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        shown = pool.map(all_of_terminal, ours)
        piped = child.communicate(stdin, timeout=TIMEOUT)[1]
    return Result(child.returncode, *shown, *([] if err else [piped]))


def cut(data, size):
    """`data` in pieces of `size` bytes."""
    return [data[i:i + size] for i in range(0, len(data), size)]


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key twice in %r" % (keys,))
    return dict(pairs)


def built_with(name):
    """Whether the command can read this format: gzip, zstd, …"""
    return re.search(rb"(?m)^%s +yes( \([a-z0-9]+\))?$" % name,
                     locus("grammars").out) is not None


def records(out):
    """The JSON objects of `out`, one per line; must be strict UTF-8 and strict JSON."""
    if out and not out.endswith(b"\n"):
        raise AssertionError("the last line has no newline: %r" % out[-80:])
    return [json.loads(line.decode("utf-8"), object_pairs_hook=no_duplicates)
            for line in out.split(b"\n")[:-1]]


def texts(record):
    """The parts of a record as {name: text}."""
    return {name: part["text"] for name, part in record["parts"].items()}


def lines(out):
    """The lines of `out`, each of which must end with a newline."""
    if out and not out.endswith(b"\n"):
        raise AssertionError("the last line has no newline: %r" % out[-80:])
    return out.split(b"\n")[:-1]


class Case(unittest.TestCase):
    maxDiff = None

    def next_bytes(self, file):
        """The next bytes of output, which the command writes without more input."""
        self.assertTrue(select.select([file], [], [], TIMEOUT)[0], "nothing came")
        return os.read(file.fileno(), 65536)

    def folder(self):
        """A new folder that is removed after the test; others may enter it."""
        path = tempfile.mkdtemp(prefix="locus-test-")
        self.addCleanup(shutil.rmtree, path, ignore_errors=True)
        os.chmod(path, 0o755)
        return path

    def write(self, name, data, folder=None):
        path = os.path.join(os.fsencode(folder or self.folder()), os.fsencode(name))
        with open(path, "wb") as file:
            file.write(data)
        return path if isinstance(name, bytes) else os.fsdecode(path)

    def other_user(self, cwd):
        """Options of locus() to run it as a user that permissions restrict, unlike root."""
        if os.geteuid() != 0:
            return {}
        user = {"user": 65534, "group": 65534, "extra_groups": []}
        try:
            if locus("--version", cwd=cwd, **user).status != 0:
                raise PermissionError("another user cannot run it")
        except PermissionError as error:
            self.skipTest("as root: %s" % error)
        return user

    def need(self, path):
        """Skips a test whose data is not part of the project."""
        if not os.path.exists(path):
            self.skipTest("no %s" % os.path.relpath(path, SOURCE))
        return path

    def check(self, result, status, out=None, err=b""):
        """Checks the status and, unless None, standard output and standard error."""
        self.assertEqual(result.status, status, result.err[:2000])
        if out is not None:
            self.assertEqual(result.out, out)
        if err is not None:
            self.assertEqual(result.err, err)
        return result

    def one_record(self, *arguments, status=0, **options):
        """The one JSON object that this command writes, with nothing on standard error."""
        (record,) = records(self.check(locus(*arguments, **options), status).out)
        return record

    def in_each_way(self, arguments, data, threads=(2, 3, 7), sizes=(), reads=(), verb="scan"):
        """Scans, or runs another verb, with one thread and with `threads`, in blocks of these
        sizes and of the usual one, from a pipe, which must be read, and from a file, which is
        mapped; and with one thread and two in `reads` of these sizes (locus_in_reads()).
        Returns the common result."""
        one = locus(verb, *arguments, stdin=data)
        for size, option in itertools.product(reads, ("-j1", "-j2")):
            with self.subTest(arguments=arguments, read=size, option=option):
                self.assertEqual(locus_in_reads(cut(data, size), verb, option, *arguments), one)
        with tempfile.TemporaryFile() as file:
            file.write(data)
            for count, size in itertools.product(threads, (*sizes, None)):
                for stdin in (data, file):
                    file.seek(0)
                    with self.subTest(arguments=arguments, threads=count, size=size,
                                      file=stdin is file):
                        self.assertEqual(locus(verb, "-j%d" % count, *arguments, stdin=stdin,
                                               env=in_blocks(size) if size else None), one)
        return one

    def parse(self, grammar, url, status=0):
        """Parses `url` and returns the one record, after checking its slices."""
        record = self.one_record("parse", "-g", grammar, "-o", "json", "--", url, status=status)
        self.slices(os.fsencode(url), record)
        return record

    def slices(self, url, record):
        """The text of each part must be the slice of the input at off and len."""
        for name, part in record.get("parts", {}).items():
            self.assertEqual(list(part), ["off", "len", "text"])
            begin, end = part["off"], part["off"] + part["len"]
            self.assertLessEqual(end, len(url))
            self.assertEqual(part["text"], decode(url[begin:end]), name)

    def usage(self, *arguments, says=()):
        """Expects a usage error, in a subtest: exit status 2, nothing on standard output, and on
        standard error a line that contains each of `says`, and one that refers to the help."""
        with self.subTest(arguments=arguments):
            result = locus(*arguments)
            self.assertEqual(result.status, 2, result)
            self.assertEqual(result.out, b"")
            self.assertRegex(result.err,
                             rb"\Alocus[^\n]*: [^\n]+\nTry 'locus[^\n]* --help'\.\n\Z")
            for text in says:
                self.assertIn(text.encode(), result.err)
        return result


class FolderCase(Case):
    """Tests that run in a new folder, self.cwd."""

    def setUp(self):
        self.cwd = self.folder()

    def scan(self, *arguments, **options):
        return locus("scan", *arguments, cwd=self.cwd, **options)


def decode(data):
    """UTF-8 with U+FFFD for each byte that is not part of valid UTF-8.

    Python's own "replace" writes one for a whole invalid sequence."""
    return data.decode("utf-8", "surrogateescape").translate(
        {code: 0xFFFD for code in range(0xDC80, 0xDD00)})
