# SPDX-License-Identifier: MIT
"""scan and top of logs whose lines are in envelopes, and of JSON with other keys."""

import json
import os
import re

from support import SOURCE, Case, cut, locus, locus_in_reads

LINE = (b'192.0.2.7 - lena [10/Oct/2000:13:55:36 -0700] "GET /a/b?x=1 HTTP/1.1" 200 23'
        b' "http://h/" "x/1"')
BAD = b"2016/10/06 00:17:09 [error] 7#7: *1 open() failed"
TIME = b"2016-10-06T00:17:09.669794202Z"


def cri(message, stream=b"stdout", tag=b"F"):
    return b"%s %s %s %s\n" % (TIME, stream, tag, message)


def docker(message, stream=b"stdout", end=b"\\n"):
    return b'{"log":"%s%s","stream":"%s","time":"%s"}\n' % (
        message.replace(b"\\", b"\\\\").replace(b'"', b'\\"'), end, stream, TIME)


def syslog(message):
    return b"<190>Mar 23 17:07:24 web nginx[7]: " + message + b"\n"


class Envelopes(Case):
    def test_records(self):
        for name, wrap in ("cri", cri), ("docker", docker), ("syslog", syslog):
            text = wrap(LINE)
            for log in name + "+combined", name + "+auto", "auto":
                with self.subTest(log=log):
                    result = locus("scan", "--log", log, "-o", "json", stdin=text)
                    self.assertEqual(result.status, 0, result.err)
                    record = json.loads(result.out)
                    self.assertEqual(record["input"], "/a/b?x=1")
                    self.assertEqual(record["offset"], text.index(b"/a/b"))
                    self.assertEqual(record["log"]["client"], "192.0.2.7")
                    if name == "syslog":
                        self.assertEqual(record["log"]["program"], "nginx")
                        self.assertEqual(record["log"]["sender"], "web")
                    else:
                        self.assertEqual(record["log"]["stream"], "stdout")
                    if "auto" in log:
                        self.assertEqual(result.err, b"locus: standard input: --log %b+combined"
                                         b" (1 of the first 1 line)\n" % name.encode())

    def test_offsets(self):
        """Offsets of text that JSON escapes are those in the file."""
        text = docker(LINE.replace(b"/a/b", b'/\\"a')).replace(b'/\\\\\\"a', b'/\\\\\\"\\u003c')
        record = json.loads(locus("scan", "--log", "docker+combined", "-o", "json",
                                  stdin=text).out)
        self.assertEqual(record["input"], '/"<?x=1')
        begin, end = record["offset"], record["offset"] + record["span"]
        self.assertEqual(text[begin:end], b'/\\\\\\"\\u003c?x=1')

    def test_parts(self):
        """The lines of a message: one record, and each counted once."""
        at = LINE.index(b"/b?x")
        for name, lines in (
                ("cri", [cri(LINE[:at], tag=b"P"), cri(BAD, b"stderr"), cri(b"", tag=b"P:x"),
                         cri(LINE[at:]), cri(LINE)]),
                ("docker", [docker(LINE[:at], end=b""), docker(BAD, b"stderr"),
                            docker(b"", end=b""), docker(LINE[at:]), docker(LINE)])):
            text = b"".join(lines)
            arguments = ("scan", "--log", name + "+combined", "--stats", "--get",
                         "{line} {offset} {input} {stream}")
            wanted = b"1 %d /a/b?x=1 stdout\n5 %d /a/b?x=1 stdout\n" % (
                text.index(b"/a"), text.rindex(b"/a/b"))
            whole = locus(*arguments, stdin=text)
            self.check(whole, 0, wanted, err=None)
            self.assertTrue(whole.err.endswith(
                b"locus: lines 5, records 2, rejects 1, comments 0, blank 0, parts of records 2\n"),
                            whole.err)
            for size in 1, 50, 700:
                self.assertEqual(locus_in_reads(cut(text, size), *arguments), whole)
            for options in ((), ("-j", "2")):
                self.check(locus("scan", "-c", "--log", name + "+combined", *options, stdin=text),
                           0, b"2\n", err=None)
            result = locus("scan", "--log", name + "+combined", "--whole-line", stdin=text)
            self.check(result, 0, b"".join(lines), err=None)

    def test_other_order(self):
        """The target of the second message stands before that of the first: in UTF-16, too."""
        other = LINE.replace(b"/a/b", "/\u00e9".encode())
        at, later = LINE.index(b"/a/b"), other.index(b"?x")
        text = b"".join((cri(LINE[:at], b"stderr", b"P"), cri(other[:later], tag=b"P"),
                         cri(LINE[at:], b"stderr"), cri(other[later:]))).decode()
        begins = text.index("/a/b"), text.index("/\u00e9")
        self.assertGreater(*begins)
        arguments = ("scan", "--log", "cri+combined", "--get", "{offset} {input}")
        wanted = "%d /a/b?x=1\n%d /\u00e9?x=1\n"
        wide = wanted % tuple(2 + 2 * begin for begin in begins)
        self.check(locus(*arguments, stdin=text.encode("utf-16")), 0, wide.encode())
        self.check(locus(*arguments, self.write("a.log", text.encode("utf-16"))), 0, wide.encode())
        # In UTF-8, the character that is not ASCII takes one byte more.
        narrow = wanted % (begins[0] + 1, begins[1])
        self.check(locus(*arguments, stdin=text.encode()), 0, narrow.encode())

    def test_refused_message(self):
        """Each line of a message that is a reject is one: --rejects keeps them all."""
        for name, bad in (("cri", [cri(BAD, tag=b"P"), cri(b"x", tag=b"P"), cri(b"y")]),
                          ("docker", [docker(BAD, end=b""), docker(b"x", end=b""), docker(b"y")])):
            good = cri(LINE, b"stderr") if name == "cri" else docker(LINE, b"stderr")
            text = b"".join((bad[0], good, *bad[1:], good.replace(b"stderr", b"stdout")))
            rejects = os.path.join(self.folder(), "rejects")
            result = locus("scan", "-c", "--log", name + "+combined", "--stats", "--rejects",
                           rejects, stdin=text)
            self.check(result, 0, b"2\n", err=None)
            self.assertIn(b"lines 5, records 2, rejects 3, comments 0, blank 0\n", result.err)
            with open(rejects, "rb") as file:
                self.assertEqual(file.read(), b"".join(bad))

    def test_unfinished(self):
        """A message whose last line is missing."""
        at = LINE.index(b' 23 "')
        self.check(locus("scan", "-c", "--log", "cri+combined", stdin=cri(LINE[:at + 3], tag=b"P")),
                   0, b"1\n")

    def test_too_long(self):
        text = b"".join((cri(LINE[:40], tag=b"P"), *[cri(b"x" * 100, tag=b"P")] * 40, cri(LINE[40:]),
                         cri(LINE)))
        result = locus("scan", "-c", "--log", "cri+combined", "--max-url", "2k", "--stats",
                       stdin=text)
        self.check(result, 0, b"1\n", err=None)
        self.assertIn(b"lines 43, records 1, rejects 42, comments 0, blank 0\n", result.err)
        self.assertIn(b"longer than 2048 bytes", result.err)

    def test_rejects(self):
        """A line without the envelope, and a line whose message is not in the format."""
        result = locus("scan", "-c", "--log", "syslog+combined", stdin=LINE + b"\n" + syslog(LINE))
        self.check(result, 0, b"1\n", b"locus: 1 of 2 lines is not in the format"
                   b" 'syslog+combined'; the first is line 1 of standard input: it differs"
                   b" from the envelope 'syslog' at byte 4\n")
        result = locus("scan", "-c", "--log", "squid", stdin=cri(LINE) * 2)
        self.check(result, 2, b"0\n", err=None)
        self.assertIn(b"the first 2 match --log cri+combined\n",
                      result.err)

    def test_fields(self):
        """The fields of an envelope are selectors only if the log has an envelope."""
        text = cri(LINE) + cri(LINE, b"stderr")
        self.check(locus("top", "--log", "cri+combined", "--by", "stream", stdin=text), 0,
                   b"1 stderr\n1 stdout\n")
        self.check(locus("scan", "-c", "--log", "cri+combined", "--where", "stream=stderr",
                         stdin=text), 0, b"1\n")
        for log in "combined", "syslog+combined":
            result = self.check(locus("scan", "--log", log, "--where", "stream=x", stdin=b""), 2,
                                b"", err=None)
            self.assertIn(b"this log format has no field 'stream'", result.err)

    def test_names(self):
        for log, says in (
                ("dokcer+combined", b"unknown envelope 'dokcer'; did you mean 'docker'? (cri,"
                 b" docker, syslog)"),
                ("cri+combind", b"unknown log format 'combind'; did you mean 'combined'?"),
                ("cri", b"cri is an envelope; it needs a message format, as in cri+auto or --log cri+"
                        b" --log-format STRING\n"),
                ("cri+", b"--log cri+ needs a message format"), ("+combined", b"unknown envelope ''"),
                ("cri+cri+combined", b"unknown log format 'cri+combined'")):
            result = self.check(locus("scan", "--log", log, stdin=b""), 2, b"", err=None)
            self.assertIn(says, result.err)


class Keys(Case):
    LINE = (b'{"http":{"verb":"GET","uri":"\\/a\\/b?x=1","code":404,"headers":{"User-Agent":["x","y"]}},'
            b'"a.b":"h:80","uri":"/no","took":12,"when":"2016-10-06T00:17:09Z"}')
    KEYS = ('target=http.uri,method=http.verb,status=http.code,agent=http.headers."User-Agent",'
            'vhost="a.b",duration:ms=took,time=when')

    def test_keys(self):
        for log, text in (("json:" + self.KEYS, self.LINE + b"\n"),
                          ("docker+json:" + self.KEYS, docker(self.LINE)),
                          ("cri+json:" + self.KEYS, cri(self.LINE))):
            result = locus("scan", "--log", log, "-o", "json", stdin=text)
            self.assertEqual((result.status, result.err), (0, b""))
            record = json.loads(result.out)
            fields = {name: value for name, value in record["log"].items()
                      if name not in ("stream", "logged")}
            self.assertEqual(fields, {
                "method": "GET", "status": 404, "agent": "x", "vhost": "h", "vhost-port": "80",
                "duration": 0.012, "time": "2016-10-06T00:17:09Z"})
            self.assertEqual(record["input"], "/a/b?x=1")

    def test_on_top(self):
        """A given key replaces the known keys of its field; other fields keep theirs."""
        result = locus("scan", "--log", "json:target=path2", "--get", "{target} {status}",
                       stdin=b'{"uri":"/no","path2":"/yes","status":200}\n')
        self.check(result, 0, b"/yes 200\n")

    def test_units(self):
        """The message and the manual name the units of the grammar, except for seconds."""
        with open(os.path.join(SOURCE, "grammar", "log", "keys", "json-keys.rl")) as grammar:
            units = re.findall(r'"(duration:\w+)"', grammar.read())
        units.remove("duration:s")
        self.assertGreater(len(units), 1)
        for text in (locus("scan", "--log", "json:nothing=a").err,
                     locus("--generate", "man-logs").out.replace(b"duration:ms=took", b"")):
            self.assertEqual(re.findall(r"duration:\w+", text.decode()), units)

    def test_errors(self):
        for log, says in (
                ("json:targt=a", b"unknown field 'targt'; did you mean 'target'?"),
                ("json:target=a,=b", b"unknown field ''"),
                ("json:target=", b"byte 8 of 'target=' is not in FIELD=KEY"),
                ("json:target=a..b", b"byte 10 of"), ('json:target="a', b"byte 10 of"),
                ("json:duration:h=a", b"unknown field 'duration:h'"),
                ("json:target", b"--log json: 'target' needs a key: target=KEY\n"),
                ("json:status=a,target", b"--log json: 'target' needs a key: target=KEY\n"),
                ("json:target,status=a", b"--log json: 'target' needs a key: target=KEY\n"),
                ("json:duration:ms", b"'duration:ms' needs a key: duration:ms=KEY\n"),
                ("json:duration:s", b"'duration:s' needs a key: duration:s=KEY\n"),
                ("json:duration:h", b"unknown field 'duration:h'"),
                ("squid:target=a", b"--log squid takes no keys"),
                ("json:" + ",".join(["target=a"] * 17), b"too many keys")):
            with self.subTest(log=log):
                result = self.check(locus("scan", "--log", log, stdin=b""), 2, b"", err=None)
                self.assertIn(says, result.err)
