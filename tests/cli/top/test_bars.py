# SPDX-License-Identifier: MIT
"""The tables of locus top for people: on a terminal, or with -o human."""

import re
import unicodedata

from lines_of import log
from support import EMULATOR, Case, locus, on_terminal
from test_terminal import UTF8, unittest

BLOCKS = "▏▎▍▌▋▊▉█"
TEXT = b"http://a/ " * 60 + b"http://b.example/ " * 30 + b"http://c/ " * 9 + b"http://d/ "


def columns(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def eighths(bar):
    return sum(BLOCKS.index(c) + 1 for c in bar)


def show(columns_, *arguments, stdin=TEXT, **env):
    """What the command writes to a terminal of this width."""
    return on_terminal(*arguments, stdin=stdin, env={**UTF8, **env}, columns=columns_, err=False).out


@unittest.skipIf(EMULATOR, "an emulated libc finds locales in this machine's order of bytes")
class Bars(Case):
    def rows(self, out):
        """(count, share, bar, value) of each row; the head and the total."""
        head, *rows, total = out.decode().splitlines()
        found = []
        for row in rows:
            match = re.fullmatch(rf" *(\d+) +([\d.]+)%  ([{BLOCKS}#]+) *  (.*)", row)
            self.assertTrue(match, row)
            found.append(match.groups())
        return head, found, total

    def test_rows(self):
        out = show(80, "top", "--by", "host", TERM="dumb")
        head, rows, total = self.rows(out)
        self.assertEqual(head.split(), ["count", "share", "host"])
        self.assertEqual([(row[0], row[1], row[3]) for row in rows],
                         [("60", "60.0", "a"), ("30", "30.0", "b.example"), ("9", "9.0", "c"),
                          ("1", "1.0", "d")])
        self.assertEqual(total, "  100  total, 4 different")
        # The length of each bar is proportional to the count.
        longest = eighths(rows[0][2])
        for count, _, bar, _ in rows:
            self.assertLessEqual(abs(eighths(bar) - int(count) / 60 * longest), 1)

    def test_fitted_to_the_width(self):
        for width in (40, 57, 80, 200):
            out = show(width, "top", "--by", "host", TERM="dumb").decode().splitlines()
            self.assertLessEqual(max(map(columns, out)), width)
            bar = len(self.rows("\n".join(out).encode())[1][0][2])
            self.assertEqual(bar, min(40, width - len("count  share    b.example")))
            for row in out[1:-1]:
                self.assertEqual(row.rindex(" "), out[0].rindex(" "))

    def test_width_unknown(self):
        """The width is COLUMNS if that is set, else 80."""
        for width, env in ((80, {"COLUMNS": ""}), (50, {"COLUMNS": "50"})):
            out = locus("top", "--by", "host", "-o", "human", stdin=TEXT,
                        env={**UTF8, **env}).out
            self.assertEqual(len(self.rows(out)[1][0][2]), min(40, width - 25))

    def test_long_values(self):
        """Long values are not truncated, whatever the width is."""
        path = b"/" + b"p" * 300
        out = show(60, "top", "--by", "path", stdin=b"http://h" + path + b" http://h/", TERM="dumb")
        _, rows, _ = self.rows(out)
        self.assertEqual({row[3] for row in rows}, {path.decode(), "/"})
        self.assertEqual(len(rows[0][2]), 6)

    def test_columns_and_tables(self):
        line = b'192.0.2.%d - %s [10/Oct/2000:13:55:36 -0700] "GET /%s HTTP/1.1" 200 %d'
        text = log(line % (1, b"-", b"a", 7), line % (1, b"lena", b"abc", 2 ** 60),
                   line % (2, b"-", b"a", 7))
        out = show(80, "top", "--log", "combined", "--by", "path,user", "--by", "status", "--sum",
                   "bytes", stdin=text, TERM="dumb").decode().splitlines()
        self.assertEqual(re.split(" +", out[0]), ["count", "share", "sum", "path", "user"])
        self.assertEqual([re.split(" +", row.strip()) for row in out[1:4]],
                         [["2", "66.7%", "14", "█" * 33, "/a", "-"],
                          ["1", "33.3%", "1152921504606846976", "█" * 16 + "▌", "/abc", "lena"],
                          ["3", "total,", "2", "different"]])
        self.assertEqual(out[4], "")
        self.assertEqual(re.split(" +", out[6].strip()),
                         ["3", "100.0%", str(14 + 2 ** 60), "█" * 36, "200"])

    def test_a_dash(self):
        """A dash stands for an absent value; the value "-" is written differently."""
        out = show(60, "top", "--by", "path,query", "-x", "raw", stdin=b"http://h?- http://h", TERM="dumb")
        self.assertEqual({row.split()[-1] for row in out.decode().splitlines()[1:3]},
                         {"-", "\\x2D"})

    def test_ascii(self):
        out = show(60, "top", "--by", "host", TERM="dumb", LC_ALL="C")
        _, rows, _ = self.rows(out)
        self.assertEqual([len(row[2]) for row in rows], [35, 18, 5, 1])
        self.assertEqual(set("".join(row[2] for row in rows)), {"#"})

    def test_colours(self):
        plain = show(80, "top", "--by", "host", TERM="dumb")
        self.assertNotIn(b"\x1b", plain)
        coloured = show(80, "top", "--by", "host", TERM="xterm")
        self.assertEqual(re.sub(rb"\x1b\[[0-9;]*m", b"", coloured), plain)
        self.assertNotEqual(coloured, plain)
        self.assertEqual(show(80, "top", "--by", "host", TERM="xterm", NO_COLOR="1"), plain)
        self.assertEqual(show(80, "top", "--by", "host", "--color", "never", TERM="xterm"), plain)
        self.assertEqual(show(80, "top", "--by", "host", "--color=always", TERM="dumb"), coloured)

    def test_made_visible(self):
        """Bytes that a terminal would interpret are escaped, and the columns stay aligned."""
        text = "http://h/a%1b%0a http://h/ab http://h/\u4e2d\u6587".encode()
        out = show(80, "top", "--by", "path:decoded,host", stdin=text, TERM="dumb").decode()
        _, *rows, _ = out.splitlines()
        self.assertEqual(len({columns(row) for row in rows}), 1)
        self.assertIn("/a\\x1B\\x0A", out)

    def test_inexact(self):
        text = b"".join(b"http://h/%06d\n" % i for i in range(3000)) + b"http://h/a " * 99
        out = locus("top", "--by", "path", "-n", "1", "--max-memory", "64K", "-o", "human",
                    stdin=text, env=UTF8).out.decode().splitlines()
        self.assertEqual(out[0].split(), ["count", "error", "share", "path"])
        count, error = map(int, out[1].split()[:2])
        self.assertTrue(count + error <= 99 <= count)
        self.assertRegex(out[2], r"^ *3099  total, \d+ values kept$")

    def test_nothing(self):
        self.assertEqual(show(80, "top", "--by", "user"), b"")

    def test_elsewhere(self):
        """In a pipe, and with -o text on a terminal, the output is like that of uniq -c."""
        self.check(locus("top", "--by", "host", stdin=TEXT), 0, b"60 a\n30 b.example\n 9 c\n 1 d\n")
        self.assertEqual(show(80, "top", "--by", "host", "-o", "text"),
                         b"60 a\n30 b.example\n 9 c\n 1 d\n")
