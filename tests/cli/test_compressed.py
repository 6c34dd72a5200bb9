# SPDX-License-Identifier: MIT
"""Input that is compressed: by the file's name, by its first bytes, and broken."""

import gzip
import re
import shutil
import subprocess
import urllib.parse
import zlib

from support import Case, cut, lines, locus, locus_in_reads
from test_scan import log

PLAIN = b"\n http://h/1 \n(http://h/2)\n"
FOUND = b"2:2:http://h/1\n3:15:http://h/2\n"
URLS = b"http://h/1\nhttp://h/2\n"


def zst(data):
    """A frame of raw blocks, as RFC 8878 has them: no compressor is needed."""
    frame = b"\x28\xb5\x2f\xfd" + b"\xa0" + len(data).to_bytes(4, "little")
    blocks = cut(data, 1 << 17) or [b""]
    for i, block in enumerate(blocks):
        header = len(block) << 3 | (i == len(blocks) - 1)
        frame += header.to_bytes(3, "little") + block
    return frame


def built_with(name):
    return re.search(rb"(?m)^%s +yes$" % name, locus("grammars").out) is not None


def skippable(data):
    return b"\x50\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data


class Compressed(Case):
    """What the tests of both formats are written with."""

    def setUp(self):
        if not built_with(self.name):
            self.skipTest("locus was built without %s" % self.name.decode())
        self.cwd = self.folder()

    def file(self, name, data):
        self.write(name, data, self.cwd)
        return name

    def scan(self, *arguments, **options):
        return locus("scan", *arguments, cwd=self.cwd, **options)

    def broken(self, name, data, out):
        """What could be decoded is scanned; then an error, and exit 2."""
        self.file(name, data)
        self.file("sound", b"http://sound/")
        result = self.scan(name, "sound")
        self.check(result, 2, out + b"http://sound/\n", err=None)
        self.assertRegex(result.err, b"\\Alocus: %s: [^\n]+\n\\Z" % name.encode())

    def by_suffix_and_magic(self, data, out):
        for name in ("log" + self.suffix, "log"):
            with self.subTest(name=name):
                self.check(self.scan("-n", "-b", self.file(name, data)), 0, out)
        with self.subTest("standard input"):
            self.check(self.scan("-n", "-b", stdin=data), 0, out)


class Both:
    """The tests that each format must pass, by its suffix, name and pack()."""

    def test_found(self):
        self.by_suffix_and_magic(self.pack(PLAIN), FOUND)

    def test_concatenated(self):
        data = self.pack(PLAIN[:9]) + self.pack(b"") + self.pack(PLAIN[9:])
        self.by_suffix_and_magic(data, FOUND)

    def test_empty(self):
        name = self.file("log" + self.suffix, self.pack(b""))
        self.check(self.scan(name), 1, b"")

    def test_reads_of_any_size(self):
        data = self.pack(PLAIN) + self.pack(PLAIN)
        expected = self.check(self.scan("-b", stdin=data), 0)
        self.assertEqual(len(lines(expected.out)), 4)
        for size in (1, 2, 3, 7):
            with self.subTest(size=size):
                self.assertEqual(locus_in_reads(cut(data, size), "scan", "-b"), expected)

    def test_large(self):
        plain = b"".join(log(seed=4, count=10000))
        self.file("plain", plain)
        expected = self.check(self.scan("-n", "-b", "plain"), 0).out
        self.assertGreater(len(lines(expected)), 5000)
        self.check(self.scan("-n", "-b", self.file("log" + self.suffix, self.pack(plain))), 0,
                   expected)

    def test_among_plain_files(self):
        self.file("plain", b"http://p/")
        self.file("log" + self.suffix, self.pack(PLAIN))
        self.check(self.scan("plain", "log" + self.suffix, "plain"), 0,
                   b"http://p/\n" + URLS + b"http://p/\n")

    def test_truncated(self):
        name = "log" + self.suffix
        sound = self.pack(PLAIN)
        # A member that ends before its last byte has given all its text but is
        # no whole member; one that ends in its header has given none.
        self.broken(name, sound + self.pack(PLAIN)[:6], URLS)
        self.broken(name, sound[:6], b"")

    def test_truncated_at_every_byte(self):
        sound = self.pack(PLAIN)
        for size in range(5, len(sound)):
            with self.subTest(size=size):
                result = self.scan(self.file("log" + self.suffix, sound[:size]))
                self.assertEqual(result.status, 2)
                self.assertRegex(result.err, rb"\Alocus: log\.[a-z]+: [^\n]+\n\Z")

    def test_not_what_the_name_says(self):
        """Read as what it holds, or refused; never taken for an empty file."""
        result = self.scan(self.file("log" + self.suffix, PLAIN))
        if result.status == 0:
            self.assertEqual(result.out, URLS)
        else:
            self.assertEqual(result.status, 2)
            self.assertRegex(result.err, rb"\Alocus: log\.[a-z]+: [^\n]+\n\Z")


class Gzip(Both, Compressed):
    suffix = ".gz"
    name = b"gzip"

    @staticmethod
    def pack(data):
        return gzip.compress(data, mtime=0)

    def test_members_with_a_name(self):
        """FNAME, FCOMMENT and FEXTRA of RFC 1952 in the header."""
        deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        body = deflate.compress(PLAIN) + deflate.flush()
        data = (b"\x1f\x8b\x08" + bytes([4 | 8 | 16]) + bytes(6) + b"\x03\0abc"
                + b"http://name/\0" + b"http://comment/\0" + body
                + zlib.crc32(PLAIN).to_bytes(4, "little")
                + len(PLAIN).to_bytes(4, "little"))
        self.by_suffix_and_magic(data, FOUND)

    def test_corrupt(self):
        deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
        sound = deflate.compress(PLAIN) + deflate.flush(zlib.Z_FULL_FLUSH)
        # 0x07: a last block, of the type that there is not.
        self.broken("log.gz", sound + b"\x07" + bytes(20), URLS)

    def test_a_wrong_checksum(self):
        data = bytearray(self.pack(PLAIN))
        data[-5] ^= 1
        self.broken("log.gz", bytes(data), URLS)

    def test_a_wrong_length(self):
        data = bytearray(self.pack(PLAIN))
        data[-1] ^= 1
        self.broken("log.gz", bytes(data), URLS)

    def test_bytes_behind_it(self):
        """Not lost without a word: what cannot be read ends with an error."""
        self.broken("log.gz", self.pack(PLAIN) + b"http://hidden/", URLS)

    def test_zeros_behind_it(self):
        """What fills up a tape's last block; between two members, too."""
        zeros = bytes(70000)
        self.by_suffix_and_magic(self.pack(PLAIN[:9]) + zeros + self.pack(PLAIN[9:]) + zeros,
                                 FOUND)
        self.broken("log.gz", self.pack(PLAIN) + zeros + b"x", URLS)

    def test_short_files_that_begin_alike(self):
        for data, status in [(b"\x1f", 1), (b"\x1f\x8a http://h/", 0), (b"\x1f\x8b", 2)]:
            with self.subTest(data=data):
                result = self.scan(self.file("log", data))
                self.assertEqual(result.status, status, result.err)


class Zstd(Both, Compressed):
    suffix = ".zst"
    name = b"zstd"

    @staticmethod
    def pack(data):
        return zst(data)

    def test_compressed_by_zstd(self):
        if not shutil.which("zstd"):
            self.skipTest("no zstd")
        plain = b"".join(log(seed=5, count=5000))
        self.file("plain", plain)
        expected = self.check(self.scan("-b", "plain"), 0).out
        for level in ("-1", "-19"):
            with self.subTest(level=level):
                done = subprocess.run(["zstd", "-q", "-c", level, "plain"], cwd=self.cwd,
                                      check=True, stdout=subprocess.PIPE)
                self.check(self.scan("-b", self.file("log.zst", done.stdout)), 0, expected)

    def test_skippable_frames(self):
        data = skippable(b"http://skipped/") + zst(PLAIN) + skippable(b"") + zst(b"http://h/3")
        self.check(self.scan(self.file("log.zst", data)), 0, URLS + b"http://h/3\n")

    def test_corrupt(self):
        # 0x07: a last block, of the type that there is not.
        self.broken("log.zst", zst(PLAIN) + zst(b"x")[:9] + b"\x07\0\0", URLS)

    def test_bytes_behind_it(self):
        self.broken("log.zst", zst(PLAIN) + b"http://hidden/", URLS)


class Windows(Compressed):
    """--max-window: what a zstd frame may ask for (RFC 8878, section 3.1.1.1.2)."""

    name = b"zstd"

    @staticmethod
    def frame(descriptor):
        """A frame without a size, of one raw block, with this Window_Descriptor."""
        return (b"\x28\xb5\x2f\xfd\0" + bytes([descriptor])
                + (len(PLAIN) << 3 | 1).to_bytes(3, "little") + PLAIN)

    def test_128_MiB_unless_told_otherwise(self):
        # 2 ** (10 + 17) bytes, and an eighth more.
        self.check(self.scan(self.file("log", self.frame(17 << 3))), 0, URLS)
        self.broken("log.zst", self.frame(17 << 3 | 1), b"")

    def test_more_and_less(self):
        self.file("log", self.frame(18 << 3))
        self.check(self.scan("--max-window", "256M", "log"), 0, URLS)
        self.check(self.scan("--max-window=128M", "log"), 2, b"", err=None)
        self.file("log", self.frame(17 << 3))
        self.check(self.scan("--max-window=64M", "log"), 2, b"", err=None)

    def test_units(self):
        """Powers of 1024; with B, of 1000."""
        self.file("log", self.frame(5 << 3))                   # 32 KiB
        for size, status in [("32K", 0), ("32k", 0), ("32KiB", 0), ("32768", 0), ("1G", 0),
                             ("1T", 0), ("16777215T", 0), ("1GB", 0), ("16kB", 2), ("16K", 2),
                             ("1", 2)]:
            with self.subTest(size=size):
                self.check(self.scan("--max-window", size, "log"), status, None, err=None)
                self.check(locus("top", "--by=host", "--max-window", size, "log", cwd=self.cwd),
                           status, None, err=None)

    def test_no_sizes(self):
        for size in ("", "0", "0M", "-1", "+1", " 1", "1 ", "1X", "K", "1KK", "1Ki", "1KBB", "1.5M",
                     "0x10", "16777216T", "18446744073709551616", "99999999999999999999999G"):
            for verb in (["scan"], ["top", "--by", "host"]):
                with self.subTest(verb=verb, size=size):
                    self.usage(*verb, "--max-window", size, says=("--max-window", "'%s'" % size))


class Bytes(Case):
    """Only scan and top read what is compressed as what it holds."""

    def test_other_verbs(self):
        for data in (gzip.compress(PLAIN, mtime=0), zst(PLAIN)):
            with self.subTest(data=data):
                self.check(locus("encode", "-0", stdin=data.replace(b"\0", b"")), 0,
                           urllib.parse.quote(data.replace(b"\0", b""), safe="").encode() + b"\n")


class Without(Case):
    """A build that lacks a library says so; it does not scan the packed bytes."""

    def test_an_error(self):
        lacking = [(suffix, data) for name, suffix, data in
                   [(b"gzip", ".gz", Gzip.pack(PLAIN)), (b"zstd", ".zst", Zstd.pack(PLAIN))]
                   if not built_with(name)]
        if not lacking:
            self.skipTest("locus was built with gzip and zstd")
        folder = self.folder()
        for suffix, data in lacking:
            for name in ("log" + suffix, "log"):
                with self.subTest(name=name):
                    self.write(name, data, folder)
                    result = locus("scan", name, cwd=folder)
                    self.check(result, 2, b"", err=None)
                    self.assertRegex(result.err, b"\\Alocus: %s: [^\n]+\n\\Z" % name.encode())
