# SPDX-License-Identifier: MIT
"""locus top --max-memory: a Space-Saving sketch (Metwally, Agrawal, El Abbadi: Efficient
Computation of Frequent and Top-k Elements in Data Streams, 2005), against exact counts."""

import collections
import csv
import io
import random
import re

from lines_of import log
from support import Case, lines, locus, long, memory_of, records

KIB = 1 << 10


def stream(dice, size, lengths=(3, 20)):
    """Paths: some frequent, most rare, and some that occur once."""
    pads = [b"p" * dice.randrange(*lengths) for _ in range(64)]
    paths = []
    for i in range(size):
        number = int(dice.paretovariate(0.6)) % 1000003 if dice.random() < 0.8 else 10 ** 7 + i
        paths.append(b"/%d/%s" % (number, pads[number % 64]))
    return paths


def urls(paths):
    return b"".join(b"http://h%s\n" % path for path in paths)


class Sketch(Case):
    def top(self, *arguments, stdin, by="path"):
        """The rows, and how often a value that is in no row occurs at most."""
        result = locus("top", "-x", "raw", "--by", by, "-o", "json", "-n", "0", *arguments,
                       stdin=stdin)
        self.assertEqual(result.status, 0, result.err)
        most = re.search(rb"a value that is not in the table occurs at most (\d+) times",
                         result.err)
        self.assertEqual(most is not None, b'"error":' in result.out)
        return records(result.out), int(most[1]) if most else 0

    def holds(self, rows, most, exact, key=lambda row: row["path"].encode()):
        """Checks the guarantees of the sketch."""
        total = sum(exact.values())
        kept = set()
        for row in rows:
            true = exact[key(row)]
            kept.add(key(row))
            self.assertGreaterEqual(row["count"], true, row)
            self.assertLessEqual(row["count"] - row.get("error", 0), true, row)
            self.assertLessEqual(row.get("error", 0), most)
            self.assertAlmostEqual(row["share"], row["count"] / total, 6)
        self.assertEqual(len(kept), len(rows))
        for value, count in exact.items():
            if value not in kept:
                self.assertLessEqual(count, most, value)
        # An eviction keeps seven eighths of the memory in use, and so at least that part of
        # the values if their lengths are about the same.
        self.assertLessEqual(most, total / (0.8 * len(rows)) if most else 0)
        counts = [row["count"] for row in rows]
        self.assertEqual(counts, sorted(counts, reverse=True))


class Promises(Sketch):
    def test_against_exact_counts(self):
        dice = random.Random(2005)
        for size, limit, more in ((60000, "64K", ()), (60000, "256K", ()), (60000, "1M", ()),
                                  (60000, "256K", ("-j", "3"))):
            paths = stream(dice, size)
            with self.subTest(limit=limit, more=more):
                rows, most = self.top("--max-memory", limit, *more, stdin=urls(paths))
                self.assertGreater(most, 0)
                self.holds(rows, most, collections.Counter(paths))

    def test_order_of_the_input(self):
        """Values that come last or only once, in any order: these are hard to count."""
        paths = [b"/%d" % (i % 7) for i in range(7000)]
        rare = [b"/r%d" % i for i in range(30000)]
        for order in (paths + rare, rare + paths, sorted(rare + paths * 3)):
            rows, most = self.top("--max-memory", "64K", stdin=urls(order))
            self.holds(rows, most, collections.Counter(order))
            self.assertEqual({row["path"] for row in rows[:7]}, {"/%d" % i for i in range(7)})

    def test_frequent_values_are_there(self):
        """Of k values kept, each value that is more than 1/k of the input is one."""
        dice = random.Random(1)
        paths = [b"/%d" % dice.randrange(200) for _ in range(20000)]
        paths += [b"/once%d" % i for i in range(20000)]
        dice.shuffle(paths)
        rows, _ = self.top("--max-memory", "64K", stdin=urls(paths))
        there = {row["path"].encode() for row in rows}
        exact = collections.Counter(paths)
        for value, count in exact.items():
            if count > len(paths) / (0.8 * len(rows)):
                self.assertIn(value, there)

    def test_lengths(self):
        """Values of all lengths that fit in a table of this size; the memory of evicted
        values is used again."""
        dice = random.Random(7)
        paths = stream(dice, 20000, (0, 3000))
        rows, most = self.top("--max-memory", "128K", stdin=urls(paths))
        exact = collections.Counter(paths)
        for row in rows:
            true = exact[row["path"].encode()]
            self.assertTrue(row["count"] - row["error"] <= true <= row["count"], row)
        kept = {row["path"].encode() for row in rows}
        self.assertLessEqual(max((n for v, n in exact.items() if v not in kept)), most)

    def test_exact_if_everything_fits(self):
        paths = stream(random.Random(3), 3000)
        text = urls(paths)
        whole = locus("top", "--by", "path", "-x", "raw", "-n", "0", "-o", "json", stdin=text)
        for more in ((), ("-j", "2")):
            self.check(locus("top", "--by", "path", "-x", "raw", "-n", "0", "-o", "json",
                             "--max-memory", "2M", *more, stdin=text), 0, whole.out)


class Columns(Sketch):
    """Several selectors, several tables, sums."""

    def lines(self):
        dice = random.Random(11)
        for path in stream(dice, 20000):
            yield path, dice.choice((200, 404, 500)), dice.randrange(10000)

    def test_several(self):
        entries = list(self.lines())
        text = log(*(b'192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET %s HTTP/1.1" %d %d'
                     % entry for entry in entries))
        result = locus("top", "--log", "combined", "--by", "path,status", "--by", "status",
                       "--sum", "bytes", "-n", "0", "-o", "json", "--max-memory", "256K",
                       stdin=text)
        self.assertEqual(result.status, 0)
        rows = records(result.out)
        cut = next(i for i, row in enumerate(rows) if "path" not in row)
        most = int(re.search(rb"--by path,status: .* at most (\d+) times; a sum may be too low",
                             result.err)[1])
        self.holds(rows[:cut], most, collections.Counter((e[0], e[1]) for e in entries),
                   lambda row: (row["path"].encode(), row["status"]))
        sums = collections.Counter()
        for path, status, size in entries:
            sums[path, status] += size
        for row in rows[:cut]:
            true = sums[row["path"].encode(), row["status"]]
            self.assertLessEqual(row["sum"], true)
            if row["error"] == 0:
                self.assertEqual(row["sum"], true)
        # The other table is exact.
        exact = collections.Counter(e[1] for e in entries)
        self.assertEqual({row["status"]: row["count"] for row in rows[cut:]}, exact)
        self.assertFalse(any("error" in row for row in rows[cut:]))

    def test_formats(self):
        text = urls([b"/a"] * 50 + [b"/%06d" % i for i in range(3000)] + [b"/b"] * 9)
        top = ("top", "--by", "path", "-n", "2", "--max-memory", "64K")
        rows = records(locus(*top, "-o", "json", stdin=text).out)
        cells = [[str(row["count"]), str(row["error"]), row["path"]] for row in rows]
        self.assertEqual(cells[0], ["50", "0", "/a"])
        for name, dialect in (("tsv", csv.excel_tab), ("csv", csv.excel)):
            out = locus(*top, "-o", name, stdin=text).out.decode()
            self.assertEqual(list(csv.reader(io.StringIO(out, newline=""), dialect)),
                             [["count", "error", "path"], *cells])
        self.assertEqual([line.split() for line in lines(locus(*top, stdin=text).out)],
                         [[cell.encode() for cell in (count, "-" + error, path)]
                          for count, error, path in cells])


class Lists(Sketch):
    def test_each_once(self):
        """A key that a query has twice is counted once, in a sketch and by threads too."""
        dice = random.Random(12)
        queries = [[b"k%d" % min(dice.randrange(40), dice.randrange(40)) for _ in range(3)]
                   + [b"r%d" % i] for i in range(9000)]
        exact = collections.Counter(key for keys in queries for key in set(keys))
        text = b"".join(b"http://h/?" + b"&".join(key + b"=1" for key in keys) + b"\n"
                        for keys in queries)
        whole = self.in_each_way(["-x", "raw", "--by", "query.*", "-n", "0", "-o", "tsv"], text,
                                 (3,), (5000,), verb="top")
        self.assertEqual({key.encode(): int(count) for count, key in
                          (line.decode().split("\t") for line in lines(whole.out)[1:])}, exact)
        rows, most = self.top("--max-memory", "64K", by="query.*", stdin=text)
        self.assertGreater(most, 0)
        for row in rows:
            self.assertTrue(row["count"] - row["error"] <= exact[row["query.*"].encode()]
                            <= row["count"], row)
        self.assertLessEqual({b"k%d" % i for i in range(20)},
                             {row["query.*"].encode() for row in rows})


class Limits(Sketch):
    def test_too_long(self):
        """A value that needs more than a sixteenth of the memory is reported and has no
        row."""
        text = urls([b"/a", b"/" + b"x" * 5000, b"/a", b"/" + b"x" * 5000])
        result = locus("top", "--by", "path", "--max-memory", "64K", "-o", "json", stdin=text)
        self.check(result, 2, b'{"count":2,"share":0.5,"path":"/a"}\n', err=None)
        self.assertIn(b"--by path: 2 values were too long and omitted", result.err)
        self.check(locus("top", "--by", "path", "--max-memory", "256K", "-n", "1", stdin=text), 0,
                   b"2 /a\n")

    def test_usage(self):
        for size in ("x", "0", "-1", ""):
            self.usage("top", "--by", "host", "--max-memory", size, says=["--max-memory", "size"])
        self.usage("top", "--by", "host", "--max-memory", "1K", says=["need 65536 or more"])
        self.usage("top", "--by", "host", "--by", "path", "-j", "2", "--max-memory", "64K",
                   says=["need 393216 or more"])
        self.usage("top", "--by", "host", "--max-memory", "99999999999G", says=["--max-memory"])
        self.usage("scan", "--max-memory", "1M", says=["--max-memory"])

    @long
    def test_memory(self):
        """Memory stays within the limit, whatever the lengths and however they change."""
        for limit, feed in (
                (4 << 20, "for i in range(1500000): put(b'http://h/%d\\n' % (i * 7919 % 1000003))\n"),
                (4 << 20, "for i in range(60000): put(b'http://h/%d%s\\n' % (i, b'p' * (i % 5000)))\n"),
                (16 << 20, "for i in range(600000): put(b'http://h/%d\\n' % i)\n"
                           "for i in range(4000): put(b'http://h/%d%s\\n' % (i, b'p' * 20000))\n"
                           "for i in range(600000): put(b'http://h/%d\\n' % i)\n")):
            for threads in ("1", "3"):
                with self.subTest(limit=limit, threads=threads):
                    def used(more):
                        status, _, kib = memory_of(feed, ["top", "--by", "path", "-x", "raw",
                                                          "-j", threads, *more])
                        self.assertEqual(status, 0)
                        return kib * KIB

                    status, _, least = memory_of("put(b'http://h/\\n')\n", [
                        "top", "--by", "path", "-x", "raw", "-j", threads])
                    self.assertEqual(status, 0)
                    # Windows, and output that waits to be written.
                    around = least * KIB + int(threads) * (2 << 20)
                    self.assertLess(used(["--max-memory", str(limit)]), around + limit)


class Sums(Case):
    LINE = b'192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET /%s HTTP/1.1" 200 %s'

    def sum_of(self, *numbers):
        text = log(*(self.LINE % (b"a", number) for number in numbers))
        return locus("top", "--log", "combined", "--by", "path", "--sum", "bytes", stdin=text)

    def test_beyond_64_bits(self):
        most = 2 ** 64 - 1
        for count in (1, 2, 3, 1000):
            self.check(self.sum_of(*[b"%d" % most] * count), 0,
                       b"%d %d /a\n" % (count, count * most))

    def test_fractions(self):
        text = b"".join(b"http://h/?x=%s\n" % x for x in (b"0.5", b"0.75", b"18446744073709551615",
                                                          b"0.000000001"))
        self.check(locus("top", "--by", "host", "--sum", "query.x", stdin=text), 0,
                   b"4 18446744073709551616.250000001 h\n")

    def test_too_large(self):
        """A number that is too large is reported. A value that is absent or not a number
        adds nothing."""
        text = b"http://h/?x=1 http://h/?x=a http://h/? http://h/?x=99999999999999999999 http://h/?x=2"
        result = self.check(locus("top", "--by", "host", "--sum", "query.x", stdin=text), 2,
                            b"5 3 h\n", err=None)
        self.assertIn(b"--by host: 1 number of 'query.x' was not added to the sum", result.err)


class Threads(Case):
    """top -j: the same rows, in the same order."""

    def test_logs(self):
        dice = random.Random(4)
        text = log(*(b'192.0.2.%d - - [10/Oct/2000:%02d:55:36 -0700] "GET %s HTTP/1.1" %d %d' % (
            dice.randrange(9), dice.randrange(24), path, dice.choice((200, 404)),
            dice.randrange(5000)) for path in stream(dice, 30000)), b"not a line")
        for arguments in (("--by", "path", "-n", "0"),
                          ("--by", "path,status", "--by", "time:hour", "--sum", "bytes",
                           "-o", "json", "-n", "50"),
                          ("--by", "line", "-n", "20"), ("--by", "client", "--where", "status=404"),
                          ("--by", "path:shape", "-o", "tsv"), ("--by", "user")):
            self.in_each_way(["--log", "combined", *arguments], text, (2, 7), (4096,), verb="top")

    def test_urls(self):
        paths = stream(random.Random(5), 20000)
        for context in ("raw", "text"):
            one = self.in_each_way(["-x", context, "--by", "path", "-n", "0"], urls(paths), (3,),
                                   (1000,), verb="top")
            self.assertEqual(len(lines(one.out)), len(set(paths)))

    def test_no_input(self):
        self.check(locus("top", "--by", "host", "-j", "4", stdin=b""), 1, b"")
        self.check(locus("top", "--by", "host", "-j", "99", stdin=b"http://a/ http://b/"), 0,
                   b"1 a\n1 b\n")
