# SPDX-License-Identifier: MIT
"""locus scan --log: the targets of an access log."""

import gzip
import os
import pathlib
import pty
import re

from lines_of import (COMBINED, COUNTS, HAPROXY, MIXED, NO_REQUESTS, ODD, PLAIN, SIMPLE, SQUID,
                      TARGETS, log)
from support import (DEMO_LOG, Case, built_with, contents, lines, locus, on_terminal, records)

REPORT = re.compile(rb"\Alocus: 2 of 16 lines are not in the format 'combined'; the first is line 9"
                    rb" of standard input: missing or invalid time at byte [0-9]+\n\Z")


def visible(target):
    """A line feed within a value is escaped wherever the output goes."""
    return target.replace(b"\n", b"\\x0A")


class Targets(Case):
    def record(self, line, *options, command=COMBINED):
        return self.one_record(*command, "-o", "json", *options, stdin=log(line))

    def test_contract(self):
        """The keys of a record, in their order, and their values."""
        line = PLAIN[0][0]
        path = self.write("access.log", log(line, line))
        result = self.check(locus(*COMBINED, "-o", "json", path), 0)
        record = records(result.out)[1]
        self.assertEqual(list(record), ["file", "offset", "line", "log", "input", "grammar", "form",
                                        "host_kind", "port", "parts"])
        self.assertEqual(record, {
            "file": path, "offset": len(line) + 1 + line.index(b"/a/b"), "line": 2,
            "log": {"client": "192.0.2.7", "user": "lena", "time": "2000-10-10T13:55:36-07:00",
                    "method": "GET", "protocol": "HTTP/1.1", "status": 200, "bytes": 2326,
                    "referer": "http://example.org/p?q#f",
                    "agent": "x/1 (+http://bot.example/about)"},
            "input": "/a/b?x=1", "grammar": "web-target", "form": "origin", "host_kind": None,
            "port": None, "parts": {"path": {"off": 0, "len": 4, "text": "/a/b"},
                                    "query": {"off": 5, "len": 3, "text": "x=1"}}})

    def test_resolve(self):
        """The method decides: CONNECT has an authority, OPTIONS an asterisk."""
        for (line, target), form in zip(PLAIN, ("origin", "absolute", "asterisk", "authority",
                                                "origin")):
            with self.subTest(target=target):
                record = self.record(line)
                self.assertEqual((record["input"], record["form"]), (target.decode(), form))
                self.assertNotIn("valid", record)
        line = PLAIN[0][0].replace(b"/a/b?x=1", b"*")
        record = self.record(line)
        self.assertEqual((record["valid"], record["error"]["code"]), (False, "form"))
        self.assertNotIn("parts", record)

    def test_grammar(self):
        record = self.record(PLAIN[1][0], "-g", "rfc3986")
        self.assertEqual((record["grammar"], record["parts"]["port"]["text"]), ("rfc3986", "81"))
        self.assertNotIn("form", record)
        self.assertEqual(self.record(PLAIN[0][0], "-g", "request-target")["form"], "origin")
        self.assertIs(self.record(PLAIN[0][0], "-g", "http-url")["valid"], False)

    def test_fields_that_are_absent_have_no_key(self):
        self.assertEqual(self.record(PLAIN[1][0])["log"], {
            "client": "192.0.2.8", "time": "2000-10-10T13:55:37-07:00", "method": "POST",
            "protocol": "HTTP/1.0", "status": 404})

    def test_escapes_of_the_log(self):
        """Offsets and parts are those of the unescaped target, offset and span the file's."""
        line, target = ODD[1]
        record = self.record(line)
        self.assertEqual((record["input"], record["offset"], record["span"], record["valid"]),
                         (target.decode(), line.index(b"/\\x41"), len(rb'/\x41\"\n'), False))
        record = self.record(line.replace(rb"\"\n", b"?b"))
        self.assertEqual((record["input"], record["span"], record["parts"]["query"]),
                         ("/A?b", 7, {"off": 3, "len": 1, "text": "b"}))

    def test_spaces(self):
        record = self.record(ODD[0][0])
        self.assertEqual((record["input"], record["valid"]), ("/a b", False))

    def test_no_request_of_http(self):
        for line, request in NO_REQUESTS:
            with self.subTest(request=request):
                record = self.record(line)
                self.assertEqual((record["valid"], record["form"]), (False, None))
                self.assertNotIn("input", record)
                self.assertNotIn("parts", record)
                self.assertEqual(record["log"].get("request"), request.decode())
                self.assertEqual(record["log"]["client"], "192.0.2.9")
        record = self.record(SIMPLE)
        self.assertEqual((record["input"], record["valid"], record["log"]["request"],
                          record["log"]["method"]), ("/old", False, "GET /old", "GET"))
        self.assertIn("not an HTTP request line", record["error"]["message"])

    def test_no_request_at_all(self):
        """Such a record has no URL, which is not the same as an empty one."""
        w3c = b"#Fields: nothing known\nx y\n"
        squid = SQUID.replace(b"http://rcv.example/s?a=b", b"-") + b"\n"
        for form, text in (("w3c", w3c), ("squid", squid)):
            with self.subTest(form=form):
                (record,) = records(locus("scan", "--log", form, "-o", "json", stdin=text).out)
                self.assertNotIn("input", record)
                self.assertEqual(record["error"]["message"], "the line has no request target")
                self.check(locus("scan", "--log", form, "--get", "<{url}{input}>", stdin=text),
                           0, b"<>\n")
                for name in ("url", "input"):
                    self.check(locus("top", "--log", form, "--by", name, stdin=text), 1, b"")
                    self.check(locus("scan", "--log", form, "-c", "--where", name, stdin=text),
                               1, b"0\n")
        self.check(locus("top", "--log", "combined", "--by", "url", stdin=log(NO_REQUESTS[2][0])),
                   0, b"1 \n")

    def test_numbers_in_json(self):
        """Status and bytes are numbers of any size, which in JSON have no zeros before them."""
        for digits, number in (("000", 0), ("007", 7), ("18446744073709551615", 2 ** 64 - 1),
                               ("18446744073709551616", 2 ** 64), ("9" * 40, 10 ** 40 - 1)):
            text = PLAIN[0][0].replace(b" 2326 ", b" %s " % digits.encode()) + b"\n"
            with self.subTest(digits=digits):
                (record,) = records(locus(*COMBINED, "-o", "json", stdin=text).out)
                (row,) = records(locus("top", "--log", "combined", "--by", "bytes", "-o", "json",
                                       stdin=text).out)
                self.assertEqual((record["log"]["bytes"], row["bytes"]), (number, number))
        (row,) = records(locus("top", "--log", "combined", "--by", "status", "-o", "json",
                               stdin=PLAIN[0][0].replace(b" 200 ", b" 000 ")).out)
        self.assertEqual(row["status"], 0)

    def test_get(self):
        result = locus(*COMBINED, "-n", "--get", r"{form}\t{path}\t{host}\t{query.x}\t{error}",
                       stdin=log(*(line for line, _ in PLAIN[:2] + ODD[:1])))
        self.assertEqual(lines(self.check(result, 0).out), [
            b"1:origin\t/a/b\t\t1\t", b"2:absolute\t/p\th.example\t\t", b"3:\t\t\t\tpath"])

    def test_valid_and_findings(self):
        result = self.check(locus(*COMBINED, "--valid", stdin=MIXED), 0, err=None)
        self.assertEqual(lines(result.out), [target for _, target in PLAIN])
        line = PLAIN[0][0].replace(b"/a/b?x=1", b"/a/../b")
        record = self.record(line, "--findings")
        self.assertEqual(record["findings"], ["dot-segment"])


class Lines(Case):
    def test_each_line_is_something(self):
        result = self.check(locus(*COMBINED, "--stats", stdin=MIXED), 0, err=None)
        self.assertEqual(lines(result.out), [visible(target) for target in TARGETS])
        report, stats = result.err.splitlines(keepends=True)
        self.assertRegex(report, REPORT)
        self.assertEqual(stats, b"locus: " + COUNTS + b"\n")
        self.assertEqual(MIXED.count(b"\n"), 16)

    def test_count(self):
        self.check(locus(*COMBINED, "-c", stdin=MIXED), 0, b"11\n", err=None)
        path = self.write("a.log", MIXED)
        self.check(locus(*COMBINED, "-c", "-H", path, path, "-"), 0,
                   b"%b:11\n%b:11\n(standard input):0\n" % ((os.fsencode(path),) * 2), err=None)
        self.check(locus(*COMBINED, "-c", "--valid", stdin=MIXED), 0, b"5\n", err=None)
        self.check(locus(*COMBINED, "-c", "-o", "json", DEMO_LOG), 0, b"200\n")

    def test_numbers_of_lines(self):
        result = self.check(locus(*COMBINED, "-n", "-b", stdin=MIXED), 0, err=None)
        for text, target in zip(lines(result.out), TARGETS, strict=True):
            number, offset, shown = text.split(b":", 2)
            line = MIXED.splitlines()[int(number) - 1]
            begin = sum(len(before) + 1 for before in MIXED.splitlines()[:int(number) - 1])
            self.assertEqual(shown, visible(target))
            self.assertTrue(line[int(offset) - begin:].startswith(
                shown if b"\\x0A" not in shown else b"/\\x41"), text)

    def test_nul_at_the_end(self):
        """A line may end in a NUL, in a file that is mapped, too: only a NUL at the end of
        the file may mean that it was truncated."""
        plain = PLAIN[0][0]
        odd = plain + b" \0"
        path = self.write("nul.log", log(*[plain] * 6000, odd, *[plain] * 6000))
        for options in ((), ("-j", "2"), ("-o", "json")):
            with self.subTest(options=options):
                result = locus(*COMBINED, "--stats", *options, path)
                self.assertEqual((result.status, len(lines(result.out))), (0, 12001))
                self.assertIn(b"records 12001, rejects 0,", result.err)

    def test_columns(self):
        """A directive of w3c applies to all lines after it, in whatever block they are."""
        rows = [b"2026-11-24 10:00:%02d GET /a/%d 200" % (i % 60, i) for i in range(60000)]
        back = [b"/b/%d POST 2026-11-24 10:00:%02d" % (i, i % 60) for i in range(60000)]
        path = self.write("w3c.log", log(
            b"#Fields: date time cs-method cs-uri-stem sc-status", *rows,
            b"#Fields: cs-uri-stem cs-method date time", *back))
        expected = b"".join(b"/%s/%d\n" % (name, i) for name in (b"a", b"b")
                            for i in range(60000))
        for options in (("w3c",), ("w3c", "-j", "4"), ("auto",), ("auto", "-j", "4")):
            for operands, text in (((path,), None), ((), pathlib.Path(path).read_bytes())):
                with self.subTest(options=options, operands=operands):
                    result = locus("scan", "--log", *options, *operands, stdin=text)
                    self.assertEqual((result.status, result.out), (0, expected))

    def test_in_each_way(self):
        """The output and the report are the same, however the input is read, and in blocks of
        any size, some shorter than a line."""
        rejects = self.write("rejects", b"old")
        for extra in ([], ["--rejects", rejects]):
            for data in (MIXED, MIXED * 20):
                reads = () if extra else (1, 7, 63, 64, 65, 250)
                one = self.in_each_way([*COMBINED[1:], "-o", "json", "--stats", *extra], data,
                                       (2, 3), (40, 300, 5000), reads)
                self.check(one, 0, err=None)
        self.assertEqual(contents(rejects), log(*MIXED.splitlines()[8:10]) * 20)
        one = self.in_each_way([*COMBINED[1:], "-c"], MIXED, (2,), (100,))
        self.check(one, 0, b"11\n", err=None)

    def test_endings(self):
        """CR LF, and a last line without a line ending."""
        text = MIXED.replace(b"\n", b"\r\n")[:-2]
        result = self.check(locus(*COMBINED, "--stats", stdin=text), 0, err=None)
        self.assertEqual(lines(result.out), [visible(target) for target in TARGETS])
        self.assertIn(COUNTS, result.err)

    def test_nothing(self):
        self.check(locus(*COMBINED, "--stats"), 1, b"",
                   b"locus: lines 0, records 0, rejects 0, comments 0, blank 0\n")
        self.check(locus(*COMBINED, stdin=b"\n# only\n"), 1, b"")

    def test_compressed(self):
        if not built_with(b"gzip"):
            self.skipTest("built without zlib")
        whole = locus(*COMBINED, "-o", "json", stdin=MIXED)
        # Two members.
        packed = gzip.compress(MIXED[:100]) + gzip.compress(MIXED[100:])
        self.assertEqual(locus(*COMBINED, "-o", "json", stdin=packed), whole)
        # What could be read of the last line is a reject.
        result = locus(*COMBINED, stdin=gzip.compress(log(*[PLAIN[0][0]] * 400))[:-40])
        self.assertEqual(result.status, 2)
        self.assertIn(b"the input ends in the middle of it", result.err)

    def test_utf16(self):
        """Offsets are those of the file."""
        text = PLAIN[0][0].decode()
        path = self.write("a.log", (text + "\n" + text + "\n").encode("utf-16"))
        found = records(self.check(locus(*COMBINED, "-o", "json", "--of", "all", path), 0).out)
        self.assertEqual(len(found), 6)
        for record in found:
            at = 2 + 2 * (text.index(record["input"]) + (record["line"] - 1) * (len(text) + 1))
            self.assertEqual((record["offset"], record["span"]), (at, 2 * len(record["input"])))

    def test_long_lines(self):
        """Lines longer than a block, and longer than --max-url. None is lost."""
        target = b"/" + b"x" * 700000
        line = PLAIN[0][0].replace(b"/a/b?x=1", target)
        text = log(line, PLAIN[0][0])
        for options in ((), ("-j", "2")):
            self.check(locus(*COMBINED, *options, stdin=text), 0, target + b"\n/a/b?x=1\n")
            rejects = os.path.join(self.folder(), "rejects")
            result = locus(*COMBINED, "--max-url", "100K", "--rejects", rejects, "--stats", *options,
                           stdin=text)
            self.check(result, 0, b"/a/b?x=1\n", err=None)
            self.assertIn(b"line 1 of standard input: it is longer than 102400 bytes", result.err)
            self.assertIn(b"lines 2, records 1, rejects 1,", result.err)
            self.assertEqual(contents(rejects), line + b"\n")


class Rejects(Case):
    def test_file(self):
        folder = self.folder()
        path = self.write("rejects", b"what was there before" * 9, folder)
        good = self.write("good.log", log(PLAIN[0][0]), folder)
        # The last line of a file has no line ending.
        bad = self.write("bad.log", b"one\n\ntwo", folder)
        self.check(locus(*COMBINED, "-c", "--rejects", path, bad, good, bad), 0, b"1\n", err=None)
        self.assertEqual(contents(path), b"one\ntwo\none\ntwo\n")

    def test_first(self):
        """The first reject is reported with its line number in the file."""
        good = self.write("good.log", log(PLAIN[0][0]))
        bad = self.write("bad.log", log(PLAIN[0][0], b"", b"oops"))
        result = self.check(locus(*COMBINED, "-c", good, bad, bad), 0, b"3\n", err=None)
        self.assertEqual(result.err.count(b"\n"), 1)
        self.assertIn(b"2 of 7 lines are not", result.err)
        self.assertIn(b"line 3 of %b: " % os.fsencode(bad), result.err)

    def test_reason_of_no_field(self):
        result = locus("scan", "--log", "json", stdin=b'x\n{"uri":"/"}\n')
        self.assertIn(b": it differs from the format at byte 1\n", result.err)

    def test_reason(self):
        line = PLAIN[0][0]
        for bad, reason in ((line.replace(b" 200 ", b" 2x0 "),
                             b"missing or invalid status at byte %d" % (line.index(b" 200") + 3)),
                            (line.replace(b" 2326 ", b" x326 "),
                             b"missing or invalid bytes at byte %d" % (line.index(b"2326") + 1))):
            result = locus(*COMBINED, stdin=log(bad, line))
            self.assertIn(b"1 of 2 lines is not in the format 'combined'; the first is line 1 of"
                          b" standard input: " + reason + b"\n", result.err)

    def test_no_line_fits(self):
        for text, status, says in (
                (log(SQUID), 2, b"that line matches --log squid\n"),
                (log(b"hello"), 2, b"that line matches no format of --log\n"),
                (log(b"hello", SQUID, SQUID), 2, b"2 of the first 3 match --log squid\n"),
                (log(b"hello", b"x"), 2, b"the first 2 match no format of --log\n")):
            result = self.check(locus(*COMBINED, "-c", stdin=text), status, b"0\n", err=None)
            self.assertIn(says, result.err)

    def test_errors(self):
        path = self.write("a.log", MIXED)
        result = locus(*COMBINED, "--rejects", path, path)
        self.check(result, 2, b"", b"locus: --rejects: %b is also an input\n" % os.fsencode(path))
        self.assertEqual(contents(path), MIXED)
        out = self.write("out", b"")
        with open(out, "wb") as file:
            result = locus(*COMBINED, "--rejects", out, path, stdout=file)
        self.check(result, 2, None, b"locus: --rejects: %b is also the output\n" % os.fsencode(out))
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        result = locus(*COMBINED, "--rejects", os.ttyname(theirs), path)
        self.assertEqual((result.status, result.out), (2, b""))
        self.assertIn(b"is a terminal", result.err)
        result = self.check(locus(*COMBINED, "--rejects", "/missing/x", path), 2, b"", err=None)
        self.assertIn(b"--rejects: /missing/x: No such file", result.err)
        missing = locus(*COMBINED, "-c", path, "missing.log")
        self.check(missing, 2, b"11\n", err=None)
        self.assertIn(b"missing.log: No such file", missing.err)


class Output(Case):
    def test_a_terminal(self):
        """No byte of a log that a terminal would interpret reaches it, whatever the option."""
        line = PLAIN[0][0].replace(b"/a/b", b"/\x1b[2Ja").replace(b"x/1", b"\\x1b]0;b\\x07")
        for options in ((), ("--get", "{agent}|{text}"), ("-o", "json"), ("--whole-line",),
                        ("-o", "csv", "--columns", "agent,path,text")):
            with self.subTest(options=options):
                result = on_terminal(*COMBINED, "--no-progress", *options,
                                     stdin=log(line))
                self.assertNotIn(b"\x1b", result.out + result.err)
                self.assertTrue(result.out)
        result = on_terminal("top", "--no-progress", "--log", "combined", "--by", "agent,path",
                             stdin=log(line))
        self.assertIn(b"\\x1B]0;b\\x07", result.out)


class Of(Case):
    def test_referer(self):
        """A Referer is a URI or a partial one (RFC 9110, section 10.1.3)."""
        text = log(PLAIN[0][0], PLAIN[1][0], PLAIN[0][0].replace(b"http://example.org", b""))
        result = self.check(locus(*COMBINED, "--of", "referer", "-o", "json", stdin=text), 0)
        first, second = records(result.out)
        self.assertEqual((first["of"], first["input"], first["grammar"], first["offset"],
                          first["line"], first["log"]["target"]),
                         ("referer", "http://example.org/p?q#f", "web-reference",
                          text.index(b"http://example.org"), 1, "/a/b?x=1"))
        self.assertEqual((second["input"], second["line"]), ("/p?q#f", 3))

    def test_agent(self):
        record = self.one_record(*COMBINED, "--of", "agent", "-o", "json",
                                 stdin=log(PLAIN[0][0], PLAIN[1][0]))
        self.assertEqual((record["of"], record["input"], record["offset"]), (
            "agent", "http://bot.example/about", PLAIN[0][0].index(b"http://bot")))

    def test_agent_with_escapes(self):
        """offset and span are those of the URL in the file, with the escapes in it."""
        for name, line, urls in (
                ("combined", PLAIN[0][0].replace(
                    b"x/1 (+", rb'\"x\t\" http://a.example/\x41b?c \\ ('),
                 ((rb"http://a.example/\x41b?c", "http://a.example/Ab?c"),
                  (b"http://bot.example/about", "http://bot.example/about"))),
                ("json", rb'{"ts":1.5,"request":{"method":"GET","uri":"/","headers":{"User-Agent":'
                         rb'["\u00e9 http:\/\/a.example\/\u00e9\ud83d\ude00 x http://b.example/"]}},'
                         rb'"status":200}',
                 ((rb"http:\/\/a.example\/\u00e9\ud83d\ude00", "http://a.example/\u00e9\U0001f600"),
                  (b"http://b.example/", "http://b.example/")))):
            with self.subTest(name=name):
                text = log(line, line)
                result = self.check(locus("scan", "--log", name, "--of", "agent", "-o", "json",
                                          stdin=text), 0)
                found = records(result.out)
                self.assertEqual(len(found), 4)
                for record, (raw, url) in zip(found[2:], urls):
                    span = record.get("span", len(url.encode()))
                    self.assertEqual((record["input"], text[record["offset"]:][:span]), (url, raw))
                    self.assertGreater(record["offset"], len(line))

    def test_all(self):
        result = locus(*COMBINED, "--of", "all", stdin=log(PLAIN[0][0]))
        self.check(result, 0, b"/a/b?x=1\nhttp://example.org/p?q#f\nhttp://bot.example/about\n")
        self.check(locus(*COMBINED, "--of", "all", "-c", stdin=log(PLAIN[0][0])), 0, b"3\n")


class Auto(Case):
    def test_choice(self):
        for line, name in ((PLAIN[0][0], b"combined"), (SQUID, b"squid"), (HAPROXY, b"haproxy")):
            for text in (log(line), log(b"# a comment", b"") + line):
                result = locus("scan", "--log", "auto", "-c", stdin=text)
                self.check(result, 0, b"1\n", b"locus: standard input: --log %b (1 of the first 1"
                           b" line)\n" % name)

    def test_in_each_way(self):
        """The choice waits for whole lines and does not depend on how the input arrives."""
        text = log(b"hello", *[SQUID] * 20, *[PLAIN[0][0]] * 60)
        one = self.in_each_way(["--log", "auto", "-c"], text, (), reads=(1, 7, 300, 3000))
        self.check(one, 0, b"60\n", err=None)
        self.assertTrue(one.err.startswith(b"locus: standard input: --log combined (60 of"
                                           b" the first 81 lines)\n"), one.err)
        one = self.in_each_way(["--log", "auto"], log(SQUID), (), reads=(9,))
        self.check(one, 0, b"http://rcv.example/s?a=b\n", err=None)

    def test_most_fields(self):
        """A line of Traefik is also a line of combined with other fields after it: auto
        chooses the format with more fields."""
        line = (b'192.0.2.1 - - [19/Jan/2038:03:14:07 +0000] "GET /a HTTP/1.1" 200 2326 "-" "curl/7"'
                b' 1 "whoami@docker" "http://10.0.0.1:80" 12ms')
        result = locus("scan", "--log", "auto", "-c", stdin=log(line, line))
        self.check(result, 0, b"2\n", b"locus: standard input: --log traefik (2 of the first 2"
                   b" lines)\n")

    def test_of_each_file(self):
        combined = self.write("a.log", log(PLAIN[0][0]))
        squid = self.write("b.log", log(SQUID))
        for options in ((), ("-j", "2")):
            result = locus("scan", "--log", "auto", *options, squid, combined)
            self.check(result, 0, b"http://rcv.example/s?a=b\n/a/b?x=1\n", err=None)

    def test_none(self):
        result = self.check(locus("scan", "--log", "auto", stdin=b"x\ny\n"), 2, b"", err=None)
        self.assertIn(b"no log format fits the first 2 lines", result.err)
        self.assertIn(b"the first 2 match no format of --log", result.err)
        self.check(locus("scan", "--log", "auto", stdin=b""), 1, b"")


class Usage(Case):
    def test_names(self):
        self.usage("scan", "--log", "combine", says=("unknown log format 'combine'", "combined",
                                                     "squid", "auto"))
        self.usage("scan", "--log", "combined", "--of", "x", says=("target, referer, agent, all",))

    def test_options_that_need_each_other(self):
        for options in (("--of", "referer"), ("--rejects", "x"), ("--stats",)):
            self.usage("scan", *options, says=(options[0] + " is for access logs; it needs --log",))
        for options in (("-x", "raw"), ("--schemes", "http"), ("--delimiters", ";")):
            self.usage(*COMBINED, *options, says=(options[0] + " cannot be used with --log",))
            self.check(locus(*COMBINED, "--of", "all", *options, stdin=log(PLAIN[0][0])), 0,
                       err=None)
        self.usage(*COMBINED, "-g", "authority", says=("is not supported by this verb",))
        self.usage(*COMBINED, "--of", "agent", "-g", "web-target", says=("is only for the targets of --log",))
