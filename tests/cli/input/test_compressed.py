# SPDX-License-Identifier: MIT
"""Compressed input, recognized by the name of the file or by its first bytes, valid and
damaged."""

import bz2
import gzip
import itertools
import lzma
import shutil
import subprocess
import urllib.parse
import zipfile
import zlib

from support import (Case, FolderCase, built_with, cut, lines, locus, locus_in_reads,
                     locus_until, some)
from test_scan import log

PLAIN = b"\n http://h/1 \n(http://h/2)\n"
FOUND = b"2:2:http://h/1\n3:15:http://h/2\n"
URLS = b"http://h/1\nhttp://h/2\n"


def zst(data):
    """A frame of raw blocks, as in RFC 8878: no compressor is needed."""
    frame = b"\x28\xb5\x2f\xfd" + b"\xa0" + len(data).to_bytes(4, "little")
    blocks = cut(data, 1 << 17) or [b""]
    for i, block in enumerate(blocks):
        header = len(block) << 3 | (i == len(blocks) - 1)
        frame += header.to_bytes(3, "little") + block
    return frame


def lz4(data, size=1 << 16):
    """A frame of raw blocks (LZ4 Frame Format 1.6.4): FLG, BD and the checksum of these
    two, then each block preceded by its size, whose highest bit means "raw"."""
    frame = b"\x04\x22\x4d\x18\x60\x40\x82"
    for block in cut(data, size):
        frame += (len(block) | 1 << 31).to_bytes(4, "little") + block
    return frame + bytes(4)


def lzma_alone(data):
    return lzma.compress(data, format=lzma.FORMAT_ALONE)


def skippable(data):
    return b"\x50\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data


class Compressed(FolderCase):
    """What the tests of all formats share."""

    def setUp(self):
        if not built_with(self.name):
            self.skipTest("locus was built without %s" % self.name.decode())
        super().setUp()

    def file(self, name, data):
        self.write(name, data, self.cwd)
        return name

    def broken(self, name, data, out):
        """Checks that the part that can be decoded is scanned, and that then there is an
        error, and exit status 2."""
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


    def tool(self, data, name, *options):
        """`data` as this program compresses it."""
        if not shutil.which(name):
            self.skipTest("no " + name)
        return subprocess.run([name, "-q", "-c", *options], input=data, check=True,
                              stdout=subprocess.PIPE).stdout


class Each:
    """The tests for every format. A subclass defines the suffix, the name, pack(), and other
    ways to make such data."""

    def packed(self, plain):
        """`plain`, compressed in each way."""
        yield self.pack(plain)

    def test_found(self):
        self.by_suffix_and_magic(self.pack(PLAIN), FOUND)

    def test_a_byte_order_mark_inside(self):
        text = PLAIN.decode()
        for data in (b"\xef\xbb\xbf" + PLAIN, b"\xff\xfe" + text.encode("utf-16-le"),
                     b"\xfe\xff" + text.encode("utf-16-be")):
            expected = self.check(self.scan("-n", "-b", self.file("plain", data)), 0)
            self.assertEqual(lines(expected.out)[0].rsplit(b":", 2)[1:], [b"http", b"//h/1"])
            self.by_suffix_and_magic(self.pack(data), expected.out)

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
        expected = self.check(self.scan("-n", "-b", self.file("plain", plain)), 0).out
        self.assertGreater(len(lines(expected)), 5000)
        for way, data in enumerate(self.packed(plain)):
            with self.subTest(way=way):
                name = self.file("log" + self.suffix, data)
                self.check(self.scan("-n", "-b", name), 0, expected)
                self.check(self.scan("-j3", "-n", "-b", stdin=data), 0, expected)

    def test_large_and_damaged(self):
        """What precedes the damage is scanned, with any number of threads."""
        plain = b"".join(b"http://h/%07d\n" % i for i in range(60000))
        name = "log" + self.suffix
        sound = self.pack(plain)
        self.file("next", b"http://next/")
        for data in (sound[:-1], sound[:len(sound) * 2 // 3], sound + self.pack(plain)[:6]):
            results = [self.check(self.scan("-n", thread, self.file(name, data), "next"), 2, err=None)
                       for thread in ("-j1", "-j3")]
            self.assertEqual(results[0], results[1])
            *found, last = lines(results[0].out)
            self.assertEqual(last, b"1:http://next/")
            self.assertEqual(found, [b"%d:http://h/%07d" % (i + 1, i) for i in range(len(found))])
            # bzip2 decodes 900 kB at a time.
            if data[:-1] != sound[:len(data) - 1] or self.suffix != ".bz2":
                self.assertGreater(len(found), 20000)
            self.assertRegex(results[0].err, rb"locus: %s: [^\n]+\n\Z" % name.encode())

    def test_a_reader_that_stops(self):
        """Both threads end."""
        name = self.file("log" + self.suffix, self.pack(b"http://h/ab\n" * 200000))
        for arguments in ([], ["-j3"]):
            self.check(locus_until(12, "scan", *arguments, name, cwd=self.cwd), 0,
                       b"http://h/ab\n")

    def test_among_plain_files(self):
        self.file("plain", b"http://p/")
        self.file("log" + self.suffix, self.pack(PLAIN))
        self.check(self.scan("plain", "log" + self.suffix, "plain"), 0,
                   b"http://p/\n" + URLS + b"http://p/\n")

    def test_bytes_after_it(self):
        """Nothing is lost silently: input that cannot be read, or another member that ends
        within its header, gives an error."""
        for rest in (b"http://hidden/", self.pack(PLAIN)[:6]):
            self.broken("log" + self.suffix, self.pack(PLAIN) + rest, URLS)

    def test_truncated_at_every_byte(self):
        """Half a URL is never reported as a whole one."""
        sound = self.pack(PLAIN)
        ways = ((), ("-j2",), ("-x", "raw"), ("-x", "json"), ("-x", "json", "-j2"))
        for size, arguments in some(itertools.product(range(5, len(sound)), ways), 3):
            with self.subTest(size=size, arguments=arguments):
                result = self.scan(self.file("log" + self.suffix, sound[:size]), *arguments)
                self.assertEqual(result.status, 2)
                self.assertIn(result.out, (b"", URLS[:11], URLS, URLS[:-1] + b")\n"))
                self.assertRegex(result.err, rb"\A(locus: log\.[a-z0-9]+: skipped the URL at "
                                 rb"offset (2|15), which may be incomplete\n)?"
                                 rb"locus: log\.[a-z0-9]+: [^\n]+\n\Z")

    def test_a_url_that_may_be_cut(self):
        """Only a URL that ends where the data ends early is left out."""
        name = "log" + self.suffix
        for last, arguments, cut_at in (
                (b"http://h/half", (), 18),
                (b"http://h/half.", (), 18),
                (b"(http://h/half", (), 19),
                (b"(http://h/half)", (), None),
                (b"\"http://h/half", (), 19),
                (b"http://h/half", ("-x", "raw"), 18),
                (b"http://h/half", ("-x", "json"), 18),
                (b'"http://h/half"\n', ("-x", "json"), None),
                (b'"\\u0041 http://h/half" ', ("-x", "json-raw"), None),
                (b"<http://h/half", ("-x", "wrapped"), None),
                (b"http://h/half\n", (), None),
                (b"http://h/half ", ("-x", "raw"), None)):
            plain = b" <http://h/whole>\n" + last
            data = self.pack(plain) + self.pack(b"/and the rest")[:6]
            self.file(name, data)
            expected = [b"http://h/whole"]
            if cut_at is None and arguments != ("-x", "wrapped"):
                expected.append(b"http://h/half")
            for threads in ("-j1", "-j3"):
                with self.subTest(last=last, arguments=arguments, threads=threads):
                    result = self.check(self.scan(threads, *arguments, name), 2, err=None)
                    self.assertEqual(lines(result.out), expected)
                    said = lines(result.err)
                    if cut_at is not None:
                        self.assertEqual(
                            said.pop(0), b"locus: %s: skipped the URL at offset %d, which may be"
                                         b" incomplete" % (name.encode(), cut_at))
                    self.assertEqual(len(said), 1, said)
                    counted = self.check(self.scan(threads, *arguments, "-c", name), 2, err=None)
                    self.assertEqual((counted.out, counted.err),
                                     (b"%d\n" % len(expected), result.err))

    def test_not_what_the_name_says(self):
        """The file is decompressed or refused, but never read as an empty file."""
        result = self.scan(self.file("log" + self.suffix, PLAIN))
        if result.status == 0:
            self.assertEqual(result.out, URLS)
        else:
            self.assertEqual(result.status, 2)
            self.assertRegex(result.err, rb"\Alocus: log\.[a-z0-9]+: [^\n]+\n\Z")


class Gzip(Each, Compressed):
    suffix = ".gz"
    name = b"gzip"

    @staticmethod
    def pack(data):
        return gzip.compress(data, mtime=0)

    def test_corrupt(self):
        deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
        sound = deflate.compress(PLAIN) + deflate.flush(zlib.Z_FULL_FLUSH)
        # 0x07: a last block of a type that does not exist.
        self.broken("log.gz", sound + b"\x07" + bytes(20), URLS)

    def test_a_wrong_checksum_or_length(self):
        for at in (-5, -1):
            data = bytearray(self.pack(PLAIN))
            data[at] ^= 1
            self.broken("log.gz", bytes(data), URLS)

    def test_a_header_in_pieces(self):
        """A header with every field and a checksum (RFC 1952, section 2.3.1)."""
        deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        body = (deflate.compress(PLAIN) + deflate.flush() + zlib.crc32(PLAIN).to_bytes(4, "little")
                + len(PLAIN).to_bytes(4, "little"))
        for flags in range(32):
            head = b"\x1f\x8b\x08" + bytes([flags]) + bytes(6)
            head += b"\x05\0extra" if flags & 4 else b""
            head += b"http://name/\0" if flags & 8 else b""
            head += b"http://comment/\0" if flags & 16 else b""
            sums = [b""]
            if flags & 2:
                sums = [((zlib.crc32(head) + i) & 0xffff).to_bytes(2, "little") for i in (0, 1)]
            for size in (1, 2, 5, 1000):
                result = locus_in_reads(cut(head + sums[0] + body, size), "scan", "-n", "-b")
                self.check(result, 0, FOUND)
                if flags & 2:
                    result = locus_in_reads(cut(head + sums[1] + body, size), "scan", "-n", "-b")
                    self.check(result, 2, b"", b"locus: standard input: invalid gzip data\n")
        # A bit that must be zero.
        for flag in (0x20, 0x40, 0x80):
            self.broken("log.gz", head[:3] + bytes([flag]) + bytes(6) + body, b"")

    def test_a_distance_too_far_back(self):
        """Only what precedes the match is read, whatever the pieces of the input. The block
        has fixed codes (RFC 1951, section 3.2.6): literals, then a match of 10 bytes, 100
        back."""
        bits = "110"                                       # the last block, fixed codes
        for byte in b"http://h/1 http://h/2\n":            # codes 00110000 to 10111111
            bits += format(0x30 + byte, "08b")
        bits += format(264 - 256, "07b") + format(13, "05b") + "00100"    # 97 + 3 back
        bits += "0" * (-len(bits) % 8)
        data = b"\x1f\x8b\x08" + bytes(7)
        data += bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
        self.broken("log.gz", data + bytes(400), URLS)
        for size in (1, 3, 30, 1000):
            self.check(locus_in_reads(cut(data, size), "scan", "-b"), 2,
                       b"0:http://h/1\n11:http://h/2\n",
                       b"locus: standard input: invalid gzip data\n")

    def test_zeros_after_it(self):
        """Zeros as padding of the last block of a tape, and between two members."""
        zeros = bytes(70000)
        self.by_suffix_and_magic(self.pack(PLAIN[:9]) + zeros + self.pack(PLAIN[9:]) + zeros,
                                 FOUND)
        self.broken("log.gz", self.pack(PLAIN) + zeros + b"x", URLS)


class Zstd(Each, Compressed):
    suffix = ".zst"
    name = b"zstd"

    @staticmethod
    def pack(data):
        return zst(data)

    def packed(self, plain):
        yield from super().packed(plain)
        for level in ("-1", "-19"):
            yield self.tool(plain, "zstd", level)

    def test_skippable_frames(self):
        data = skippable(b"http://skipped/") + zst(PLAIN) + skippable(b"") + zst(b"http://h/3")
        self.check(self.scan(self.file("log.zst", data)), 0, URLS + b"http://h/3\n")

    def test_corrupt(self):
        # 0x07: a last block of a type that does not exist.
        self.broken("log.zst", zst(PLAIN) + zst(b"x")[:9] + b"\x07\0\0", URLS)


class Xz(Each, Compressed):
    suffix = ".xz"
    name = b"xz"

    @staticmethod
    def pack(data):
        return lzma.compress(data)

    def test_each_check(self):
        """The .xz File Format 1.2.0, section 2.1.1.2."""
        for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256):
            data = bytearray(lzma.compress(PLAIN, check=check))
            self.by_suffix_and_magic(bytes(data), FOUND)
            if check != lzma.CHECK_NONE:
                # The check precedes the index, 8 bytes here, and the footer, 12.
                data[-21] ^= 1
                self.broken("log.xz", bytes(data), URLS)

    def test_padding(self):
        """Zeros after a stream, four at a time (section 2.2)."""
        sound = self.pack(PLAIN[:9]) + bytes(8) + self.pack(PLAIN[9:])
        self.by_suffix_and_magic(sound + bytes(70000), FOUND)
        self.broken("log.xz", sound + bytes(3), URLS)
        self.broken("log.xz", sound + bytes(5) + self.pack(b"http://h/3"), URLS)

    def test_the_dictionary(self):
        """--max-window limits it; the error names the size that allows it."""
        for size, enough, less in ((1 << 26, "64M", "60M"), (1 << 28, "256M", "128M"),
                                   (3 << 29, "1536M", "1G")):
            filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": size}]
            try:
                data = lzma.compress(PLAIN, filters=filters)
            except MemoryError:
                continue
            self.file("log.xz", data)
            self.check(self.scan("log.xz", "--max-window", enough), 0, URLS)
            for arguments in ([], ["--max-window", less]):
                if arguments or size > 1 << 27:
                    self.check(self.scan("log.xz", *arguments), 2, b"",
                               b"locus: log.xz: the xz data requires a window of %s "
                               b"(allow it with --max-window %s)\n" % (2 * (enough.encode(),)))


class Lzma(Compressed):
    """The format before .xz, which has no magic number and a single stream."""

    suffix = ".lzma"
    name = b"lzma"

    def test_by_suffix(self):
        self.check(self.scan("-nb", self.file("log.lzma", lzma_alone(PLAIN))), 0, FOUND)

    def test_by_its_head(self):
        """With an unknown size, as Python writes it, and with a known size."""
        data = lzma_alone(PLAIN)
        known = data[:5] + len(PLAIN).to_bytes(8, "little") + data[13:]
        for data in (data, known):
            self.check(locus("scan", "-nb", stdin=data), 0, FOUND)
            self.assertEqual(locus("scan", stdin=data[:-4]).status, 2)

    def test_broken(self):
        data = lzma_alone(PLAIN)
        self.broken("log.lzma", data[:10], b"")
        self.broken("log.lzma", data + b"x", URLS)
        self.broken("log.lzma", b"http://h/ is no such thing", b"")


class Bzip2(Each, Compressed):
    suffix = ".bz2"
    name = b"bzip2"

    @staticmethod
    def pack(data):
        return bz2.compress(data)

    def packed(self, plain):
        for level in (1, 9):
            yield bz2.compress(plain, level)

    def test_padding(self):
        self.by_suffix_and_magic(self.pack(PLAIN) + bytes(700), FOUND)

    def test_corrupt(self):
        plain = b"".join(log(seed=6, count=4000))
        data = bytearray(bz2.compress(plain, 1))
        expected = self.check(self.scan(self.file("plain", plain)), 0).out
        data[-1000] ^= 1                       # in the last of several blocks
        result = self.scan(self.file("log.bz2", bytes(data)))
        self.assertEqual(result.status, 2)
        self.assertTrue(expected.startswith(result.out) or
                        expected.startswith(result.out.rsplit(b"\n", 2)[0]))
        self.assertGreater(len(result.out), len(expected) // 3)


class Lz4(Each, Compressed):
    suffix = ".lz4"
    name = b"lz4"

    @staticmethod
    def pack(data):
        return lz4(data)

    def packed(self, plain):
        yield from super().packed(plain)
        for options in ((), ("-9",), ("-BD",), ("-B4", "-BX"), ("-B7", "--no-frame-crc"),
                        ("--content-size",)):
            yield self.tool(plain, "lz4", *options)

    def test_checksums(self):
        plain = b"".join(log(seed=5, count=5000))
        sound = self.tool(plain, "lz4", "-B4", "-BX")
        expected = self.check(self.scan(self.file("plain", plain)), 0).out
        for at, least in ((-1, len(expected)), (-2000, len(expected) - (2 << 16)), (9, 0)):
            data = bytearray(sound)
            data[at] ^= 1
            with self.subTest(at=at):
                result = self.scan(self.file("log.lz4", bytes(data)))
                self.assertEqual(result.status, 2)
                self.assertIn(b"locus: log.lz4: invalid lz4 data\n", result.err)
                # All blocks before the damaged one, which may truncate a URL.
                self.assertTrue(expected.startswith(result.out.rpartition(b"\n")[0][:-200]))
                self.assertGreaterEqual(len(result.out), least)

    def test_skippable_frames(self):
        """Skippable frames have the same magic numbers as in zstd. If one comes first, the
        next frame determines the format."""
        data = lz4(PLAIN) + skippable(b"http://skipped/") + lz4(b" http://h/3") + skippable(b"")
        self.by_suffix_and_magic(data, FOUND + b"4:28:http://h/3\n")
        self.by_suffix_and_magic(skippable(b"") + skippable(bytes(70000)) + data,
                                 FOUND + b"4:28:http://h/3\n")

    def test_a_block_before_a_bad_one(self):
        # A block of more than the 64 KiB that the frame permits.
        self.broken("log.lz4", lz4(PLAIN)[:-4] + b"\xff\xff\xff\x7f" + bytes(99), URLS)

    def test_the_legacy_format(self):
        """The format before LZ4 frames, which liblz4 does not decode."""
        self.file("log.lz4", self.tool(PLAIN, "lz4", "-l"))
        self.check(self.scan("log.lz4"), 2, b"", b"locus: log.lz4: compressed by lz4 in its legacy"
                   b" format, which locus cannot read\n")


class Skippable(Compressed):
    """Frames that both zstd and lz4 skip, before the frame that determines the format."""

    name = b"zstd"

    def test_first(self):
        for data in (b"", b"http://skipped/", bytes(200000)):
            self.check(self.scan("-nb", self.file("log", skippable(data) + zst(PLAIN))), 0, FOUND)
            self.check(self.scan("-nb", stdin=skippable(data) * 2 + zst(PLAIN)), 0, FOUND)

    def test_alone(self):
        self.check(self.scan(self.file("log", skippable(b"http://skipped/"))), 1, b"")

    def test_before_something_else(self):
        self.broken("log", skippable(b"") + b"http://hidden/", b"")
        self.broken("log", skippable(b"http://skipped/")[:-1], b"")


class Alike(Case):
    """Texts that begin as compressed data do, in each build."""

    def test_beginnings(self):
        for data in (b"\x1f\x8a http://h/", b"\x1f http://h/", b"]\0\0 http://h/ and more of this",
                     b"BZh9 http://h/", b"BZh91AY&SX http://h/", b"P*M http://h/",
                     b"P*M\x19 http://h/", b"P http://h/", b"PK http://h/", b"7z http://h/",
                     b"Rar! http://h/", b"LZIP http://h/"):
            with self.subTest(data=data):
                self.check(locus("scan", self.write("log", data)), 0, b"http://h/\n")
                self.check(locus_in_reads(cut(data, 1), "scan"), 0, b"http://h/\n")
        for data, status in ((b"\x1f", 1), (b"]\0\0", 1), (b"BZh", 1), (b"P*M", 1), (b"\x1f\x8b", 2)):
            with self.subTest(data=data):
                result = locus("scan", self.write("log", data))
                self.check(result, status, b"", err=None if status == 2 else b"")


class NotRead(Case):
    """A format that no build can read is an error that names it, and the next file is
    read."""

    ZIP = b"PK\3\4\x14\0\0\0\0\0http://hidden/"

    def test_by_magic_and_by_name(self):
        folder = self.folder()
        self.write("next", b"http://next/", folder)
        for suffix, name, magic in [
                (".zip", b"zip", self.ZIP), (".zip", b"zip", b"PK\5\6" + bytes(18)),
                (".zip", b"zip", b"PK\7\10PK\3\4"), (".7z", b"7z", b"7z\xbc\xaf\x27\x1c\0\4"),
                (".Z", b"compress", b"\x1f\x9d\x90http://hidden/"), (".rar", b"rar", b"Rar!\x1a\7\0"),
                (".lz", b"lzip", b"LZIP\1\x0c"), (".lzo", b"lzop", b"\x89LZO\0\r\n\x1a\n"),
                (".br", b"brotli", None)]:
            for file, data in (("log", magic), ("log" + suffix, b"\x0b\2\x80http://hidden/\3")):
                if data is None:
                    continue
                for threads in ("-j1", "-j2"):
                    with self.subTest(file=file, data=data):
                        self.write(file, data, folder)
                        result = locus("scan", threads, file, "next", cwd=folder)
                        self.check(result, 2, b"http://next/\n", err=None)
                        self.assertRegex(result.err, b"\\Alocus: %s: [^\n]*\\b%s\\b[^\n]*, which "
                                         b"locus cannot read\n\\Z" % (file.encode(), name))
        result = locus("top", "--by", "host", stdin=self.ZIP)
        self.check(result, 2, b"", b"locus: standard input: a zip archive, which locus cannot"
                   b" read\n")

    def test_real_archives(self):
        folder = self.folder()
        with zipfile.ZipFile(folder + "/log", "w") as archive:
            archive.writestr("a", b"http://hidden/")
        result = locus("scan", "log", cwd=folder)
        self.check(result, 2, b"", err=None)
        self.assertIn(b"zip archive", result.err)

    def test_a_host_in_brazil(self):
        """A log is read as text even if its name ends in .br."""
        folder = self.folder()
        self.write("www.example.com.br", PLAIN, folder)
        self.check(locus("scan", "www.example.com.br", cwd=folder), 0, URLS)
        self.write("empty.br", b"", folder)
        self.check(locus("scan", "empty.br", cwd=folder), 1, b"")


class Windows(Compressed):
    """--max-window limits what a zstd frame may require (RFC 8878, section 3.1.1.1.2)."""

    name = b"zstd"

    @staticmethod
    def frame(descriptor):
        """A frame without a size, of one raw block, with this Window_Descriptor."""
        return (b"\x28\xb5\x2f\xfd\0" + bytes([descriptor])
                + (len(PLAIN) << 3 | 1).to_bytes(3, "little") + PLAIN)

    def test_128_MiB_unless_told_otherwise(self):
        # 2 ** (10 + 17) bytes plus an eighth.
        self.check(self.scan(self.file("log", self.frame(17 << 3))), 0, URLS)
        for descriptor, size in ((17 << 3 | 1, b"144M"), (18 << 3, b"256M"), (21 << 3, b"2G"),
                                 (31 << 3 | 7, b"3840G")):
            self.file("log.zst", self.frame(descriptor))
            self.check(self.scan("log.zst"), 2, b"",
                       b"locus: log.zst: the zstd data requires a window of %s (allow it with"
                       b" --max-window %s)\n" % (size, size))
            for pieces in (1, 5, 6, 7):
                result = locus_in_reads(cut(self.frame(descriptor), pieces), "scan")
                self.assertEqual(result.status, 2)
                self.assertIn(b"with --max-window %s)" % size, result.err)
        self.broken("log.zst", zst(b"http://h/1\n") + self.frame(17 << 3 | 1), b"http://h/1\n")

    def test_to_the_byte(self):
        self.file("log", self.frame(17 << 3 | 1))
        self.check(self.scan("--max-window", "144M", "log"), 0, URLS)
        self.check(self.scan("--max-window", "150994943", "log"), 2, b"", err=None)

    def test_a_frame_that_is_one_segment(self):
        """The window of such a frame is its length (RFC 8878, section 3.1.1.1.1.2)."""
        for size, flag in ((1 << 20, 0xa0), (1 << 20, 0xe0), (1 << 35, 0xe0), (300, 0x60)):
            data = (b"\x28\xb5\x2f\xfd" + bytes([flag])
                    + (size - 256 if flag == 0x60 else size).to_bytes(1 << (flag >> 6), "little"))
            self.file("log.zst", data)
            result = self.scan("log.zst")
            self.assertEqual(b"--max-window" in result.err, size == 1 << 35, result.err)
            self.assertEqual(b"unexpected end" in result.err, size != 1 << 35, result.err)
        result = self.scan("log.zst", "--max-window", "299")
        self.assertEqual(result.status, 2)

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
                self.usage(*verb, "--max-window", size, says=("--max-window", "'%s'" % size))


class Bytes(Case):
    """Only scan and top decompress their input."""

    def test_other_verbs(self):
        for data in (gzip.compress(PLAIN, mtime=0), zst(PLAIN)):
            with self.subTest(data=data):
                self.check(locus("encode", "-0", stdin=data.replace(b"\0", b"")), 0,
                           urllib.parse.quote(data.replace(b"\0", b""), safe="").encode() + b"\n")


class Without(Case):
    """A build that lacks a library reports that; it does not scan the compressed bytes."""

    def test_an_error(self):
        lacking = [(name, suffix, data) for name, suffix, data in
                   [(b"gzip", ".gz", Gzip.pack(PLAIN)), (b"zstd", ".zst", Zstd.pack(PLAIN)),
                    (b"xz", ".xz", Xz.pack(PLAIN)), (b"bzip2", ".bz2", Bzip2.pack(PLAIN)),
                    (b"lz4", ".lz4", Lz4.pack(PLAIN))]
                   if not built_with(name)]
        if not lacking:
            self.skipTest("locus was built with all of them")
        folder = self.folder()
        for form, suffix, data in lacking:
            for name in ("log" + suffix, "log"):
                with self.subTest(name=name):
                    self.write(name, data, folder)
                    result = locus("scan", name, cwd=folder)
                    self.check(result, 2, b"", err=None)
                    self.assertRegex(result.err, b"\\Alocus: %s: compressed by %s, but locus was"
                                     b" built without [a-z0-9 ]+\n\\Z"
                                     % (name.encode(), form))
