# SPDX-License-Identifier: MIT
"""parse --stream --input rowbinary: blocks of ClickHouse's RowBinaryWithNamesAndTypes, as its
documentation describes the format."""

import os
import pty
import random
import struct
import subprocess

from support import EMULATOR, TIMEOUT, Case, lines, locus, start

BLOCKS = ("parse", "--stream", "-g", "web", "--input", "rowbinary", "-o", "rowbinary")


def number(value):
    """LEB128."""
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def text(value):
    return number(len(value)) + value


def cell(kind, value):
    if kind.startswith(b"Nullable("):
        return b"\1" if value is None else b"\0" + cell(kind[9:-1], value)
    return value if kind.startswith(b"FixedString(") else text(value)


def block(kinds, rows):
    return (b"%d\n" % len(rows) + number(len(kinds)) + b"".join(text(b"c") for _ in kinds)
            + b"".join(map(text, kinds))
            + b"".join(cell(kind, value) for row in rows for kind, value in zip(kinds, row)))


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        piece = self.data[self.at:self.at + size]
        assert len(piece) == size, "the output ends early"
        self.at += size
        return piece

    def number(self):
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def value(self, kind):
        if kind.startswith("Nullable("):
            return None if self.take(1) == b"\1" else self.value(kind[9:-1])
        if kind.startswith("Tuple("):
            return tuple(self.value(item.split(" ")[-1]) for item in kind[6:-1].split(", "))
        if kind == "Array(String)":
            return [self.value("String") for _ in range(self.number())]
        if kind == "String":
            return self.take(self.number())
        return struct.unpack({"UInt16": "<H", "UInt32": "<I", "UInt64": "<Q"}[kind], self.take(
            {"UInt16": 2, "UInt32": 4, "UInt64": 8}[kind]))[0]

    def block(self, count):
        """(the type, the values)"""
        assert self.take(8) == b"\1\6result"
        kind = self.take(self.number()).decode()
        return kind, [self.value(kind) for _ in range(count)]


class Blocks(Case):
    def answer(self, columns, blocks, *options):
        """Runs the command on these blocks. Returns the type and the values of each block
        of the result."""
        data = b"".join(block(kinds, rows) for kinds, rows in blocks)
        reader = Reader(self.check(locus(*BLOCKS, "--columns", columns, *options, stdin=data), 0).out)
        answers = [reader.block(len(rows)) for _, rows in blocks]
        self.assertEqual(reader.at, len(reader.data))
        return answers

    def test_types_of_input(self):
        self.assertEqual(self.answer("host", [
            ([b"String"], [[b"http://a/"], [b""]]),
            ([b"Nullable(String)"], [[None], [b"http://b/"], [b"no"]]),
            ([b"FixedString(9)"], [[b"http://c/"]]),
            ([b"Nullable(FixedString(9))"], [[b"http://d/"], [None]]),
            ([b"Nullable(Nothing)"], [[None]]),
            ([b"String"], [])]), [("Nullable(String)", values) for values in (
                [b"a", None], [None, b"b", None], [b"c"], [b"d", None], [None], [])])

    def test_padding(self):
        """ClickHouse pads a FixedString with NUL."""
        rows = [b"http://a/\0\0\0", b"http://a/b\0\0", b"http://a/bcd", b"\0" * 12, b"\0" * 11 + b"a"]
        self.assertEqual(self.answer("input", [([b"FixedString(12)"], [[row] for row in rows]),
                                               ([b"String"], [[b"a\0"]])]), [
            ("Nullable(String)", [b"http://a/", b"http://a/b", b"http://a/bcd", b"",
                                  b"\0" * 11 + b"a"]),
            ("Nullable(String)", [b"a\0"])])

    def test_types_of_output(self):
        url = [[b"http://u@h:65535/?a&b"], [b"http://h b/"], [b"x:"]]
        kinds = [b"String"]
        for column, kind, values in (
                ("port_number", "Nullable(UInt16)", [65535, None, None]),
                ("port", "Nullable(String)", [b"65535", None, None]),
                ("error_offset", "Nullable(UInt32)", [None, 8, None]),
                ("line", "Nullable(UInt64)", [1, 2, 3]),
                ("query.*", "Array(String)", [[b"a", b"b"], [], []]),
                ("findings", "Array(String)", [[b"user", b"other-port"], [b"space"], []]),
                ("scheme,port_number,query.*", "Tuple(scheme Nullable(String), port_number"
                 " Nullable(UInt16), `query.*` Array(String))",
                 [(b"http", 65535, [b"a", b"b"]), (None, None, []), (b"x", None, [])])):
            with self.subTest(column=column):
                self.assertEqual(self.answer(column, [(kinds, url)]), [(kind, values)])

    def test_any_bytes(self):
        """No byte is special, and lengths of each size are read and written."""
        source = random.Random(1)
        rows = [[source.randbytes(size)] for size in (0, 1, 127, 128, 16383, 16384, 300000)]
        self.assertEqual(self.answer("input", [([b"String"], rows)] * 3),
                         [("Nullable(String)", [row[0] for row in rows])] * 3)

    def test_as_tsv(self):
        """The same values as with --input tsv."""
        source = random.Random(2)
        pieces = (b"http://", b"u:p@", b"h", b"[::1]", b":80", b"/", b"..", b"?", b"a=b", b"&",
                  b"#", b"%41", b"\xff", b" ", b"'", b"%zz")
        urls = [b"".join(source.choice(pieces) for _ in range(source.randrange(9)))
                for _ in range(3000)]
        columns = "scheme,user,password,host,port_number,path,query,fragment,error,url:normal"
        (_, values), = self.answer(columns, [([b"String"], [[url] for url in urls])])
        rows = lines(self.check(locus("parse", "--stream", "-g", "web", "--input", "tsv", "-o", "tsv",
                                      "--columns", columns, stdin=b"\n".join(urls) + b"\n"), 0).out)
        self.assertEqual([b"\t".join(b"\\N" if v is None else b"%d" % v if isinstance(v, int) else v
                                     for v in value) for value in values], rows)

    def test_keys(self):
        url = b"http://h/?a=1&b=2"
        self.assertEqual(self.answer("parameter", [
            ([b"String", b"String"], [[url, b"a"], [url, b"c"]]),
            ([b"Nullable(String)", b"Nullable(String)"], [[url, None], [None, b"a"], [url, b"b"]])]),
            [("Nullable(String)", [b"1", None]), ("Nullable(String)", [None, None, b"2"])])

    def test_too_long(self):
        for size, expected in ((1024, None), (1025, b"too-long"), (5 << 20, b"too-long")):
            row = [b"http://h/" + b"a" * (size - 9)]
            self.assertEqual(
                self.answer("error", [([b"String"], [row, [b"http://h/"]])], "--max-url", "1024"),
                [("Nullable(String)", [expected, None])])
        rows = [[b"http://h/?a=1", b"a" * 3000], [b"http://h/?a=1", b"a"]]
        self.assertEqual(self.answer("parameter", [([b"String", b"String"], rows)], "--max-url",
                                     "1024"), [("Nullable(String)", [None, b"1"])])

    def test_what_is_no_block(self):
        good = block([b"String"], [[b"http://a/"]])
        for data, says in (
                (b"http://a/\n", "the number of its rows"), (b"\n", "the number of its rows"),
                (b"99999999999999999999999\n", "the number of its rows"),
                (block([b"UInt8"], []), "type UInt8"), (block([b"Nothing"], []), "type Nothing"),
                (block([b"FixedString()"], []), "type FixedString()"),
                *((block([b"FixedString(%s)" % size], []), "type FixedString(%s)" % size.decode())
                  for size in (b":", b"1:", b"a", b"01", b"-1", b"1 ", b"1234567890")),
                # Rows of no bytes: a few bytes of input could cause endless output.
                (block([b"FixedString(0)"], []), "type FixedString(0)"),
                (block([b"FixedString(\x1b[2J)"], []), "type FixedString(\\x1B[2J)"),
                (block([b"Nullable(String"], []), "type Nullable(String"),
                (block([b"Array(String)"], []), "type Array(String)"),
                (block([b"String", b"String"], []), "2 columns; expected 1 column (URLs)"),
                (block([], []), "0 columns; expected 1 column"), (b"1\n\1\1u" + b"\xff" * 11, "64 bits"),
                (b"1\n\1" + b"\xff" * 9 + b"\2", "64 bits"),
                (b"1\n\1" + number(1 << 40), "too long")):
            with self.subTest(data=data):
                result = locus(*BLOCKS, "--columns", "host", stdin=good + data)
                self.assertEqual(result.status, 2)
                self.assertIn("locus: standard input: block 2: ", result.err.decode())
                self.assertIn(says, result.err.decode())
        self.assertIn(b"1 column; expected 2 columns", locus(*BLOCKS, "--columns", "parameter", stdin=good).err)

    def test_input_that_breaks_off(self):
        data = block([b"Nullable(String)", b"FixedString(1)"], [[b"http://a/?b=1", b"b"]] * 2)
        for end in range(1, len(data)):
            with self.subTest(end=end):
                result = locus(*BLOCKS, "--columns", "parameter", stdin=data[:end])
                self.assertEqual((result.status, result.err), (
                    2, b"locus: standard input: block 1: the input ends in the middle of it\n"))

    def test_each_block_is_answered(self):
        child = start(*BLOCKS, "--columns", "host", stdin=subprocess.PIPE, stderr=None, bufsize=0)
        self.addCleanup(child.stdout.close)
        for size in (1, 3, 1000, 1):
            data = block([b"String"], [[b"http://a/"]] * size)
            child.stdin.write(data[:20])
            child.stdin.write(data[20:])
            wanted = len(b"\1\6result\20Nullable(String)") + 3 * size
            got = b""
            while len(got) < wanted:
                got += self.next_bytes(child.stdout)
            self.assertEqual(Reader(got).block(size)[1], [b"a"] * size)
        child.stdin.close()
        self.assertEqual(child.wait(TIMEOUT), 0)

    def test_usage(self):
        for arguments, says in (
                (["--stream", "-o", "rowbinary"], ["--input rowbinary", "-o rowbinary"]),
                (["--stream", "--input", "rowbinary"], ["--input rowbinary", "-o rowbinary"]),
                (["--input", "rowbinary", "-o", "rowbinary"], ["--input requires --stream"]),
                (["--stream", "--input", "rowbinary", "-o", "rowbinary", "-0"], ["-0"]),
                (["--stream", "--input", "rowbinary", "-o", "rowbinary", "--findings"],
                 ["--findings", "--columns"])):
            self.usage("parse", *arguments, says=says)

    def test_no_terminal(self):
        """Binary output to a terminal is refused, since it contains bytes of the input."""
        if EMULATOR:
            self.skipTest("the emulator's own terminal")
        ours, theirs = pty.openpty()
        result = locus(*BLOCKS, stdin=subprocess.DEVNULL, stdout=theirs)
        os.close(ours)
        os.close(theirs)
        self.check(result, 2, err=None)
        self.assertRegex(result.err, rb"-o rowbinary.*terminal")
