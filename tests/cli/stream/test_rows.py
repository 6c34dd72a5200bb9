# SPDX-License-Identifier: MIT
"""parse --stream: what is written for each line, and --columns of parse. The escapes are
those that ClickHouse documents for TabSeparated."""

import json

from support import Case, lines, locus

STREAM = ("parse", "--stream", "-g", "web")
ROW = (*STREAM, "-o", "tsv", "--columns")


def tsv_decode(cell):
    """A cell as ClickHouse's documentation says; None for \\N."""
    if cell == rb"\N":
        return None
    out, at = bytearray(), 0
    letters = {b"b": 8, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"0": 0, b"'": 39, b"\\": 92}
    while at < len(cell):
        letter = cell[at + 1:at + 2]
        if cell[at:at + 1] == b"\\" and letter in letters:
            out.append(letters[letter])
            at += 2
        else:
            out.append(cell[at])
            at += 1
    return bytes(out)


def tsv_encode(data):
    """What ClickHouse writes: all of its escapes."""
    names = {8: b"b", 12: b"f", 10: b"n", 13: b"r", 9: b"t", 0: b"0", 39: b"'", 92: b"\\"}
    return b"".join(b"\\" + names[c] if c in names else bytes([c]) for c in data)


class Lines(Case):
    def rows(self, columns, data, *options):
        """The decoded cells of each line."""
        result = self.check(locus(*ROW, columns, *options, stdin=data), 0)
        return [[tsv_decode(cell) for cell in line.split(b"\t")] for line in lines(result.out)]

    def test_a_line_for_each_line(self):
        data = b"http://a/\n\nno url\r\n\r\nhttp://b/?\nhttp://c/#"
        self.assertEqual(self.rows("host,query,fragment,error", data), [
            [b"a", None, None, None],
            [None, None, None, b"scheme"],
            [None, None, None, b"scheme"],
            [None, None, None, b"scheme"],
            [b"b", b"", None, None],
            [b"c", None, b"", None]])

    def test_a_carriage_return_at_the_end(self):
        """The last carriage return is part of the line ending, even if the line feed is
        missing; any other is a byte of the line."""
        self.check(locus(*ROW, "input", stdin=b"a\r\nb\r\r\n\rc\n\r\nd\r"), 0,
                   b"a\nb\\r\n\\rc\n\nd\n")
        self.check(locus(*ROW, "input", "--input", "tsv", stdin=b"a\\r\r\nb\\\r"), 0,
                   b"a\\r\nb\\\\\n")

    def test_no_input_is_no_output(self):
        self.check(locus(*STREAM, "-o", "tsv"), 0, b"")
        self.check(locus(*STREAM, "-o", "json"), 0, b"")

    def test_absent_and_empty(self):
        """RFC 3986, 5.3: an undefined component is not an empty one."""
        self.check(locus(*STREAM, "-o", "tsv", stdin=b"http://u:@h:?#\nfile:///\nurn:a:b\n"), 0,
                   b"http\tu\t\th\t\t\t\t\n"
                   b"file\t\\N\t\\N\t\t\\N\t/\t\\N\t\\N\n"
                   b"urn\t\\N\t\\N\t\\N\t\\N\ta:b\t\\N\t\\N\n")

    def test_port_number_is_the_port_that_applies(self):
        urls = {b"http://h/": b"80", b"http://h:/": b"80", b"https://h/": b"443",
                b"http://h:8080/": b"8080", b"http://h:0/": b"0", b"http://h:65535/": b"65535",
                b"http://h:65536/": None, b"http://h:00080/": b"80", b"x://h/": None,
                b"mailto:a@b": None, b"http://[::1]:81/": b"81", b"//h:1/": None}
        self.assertEqual(self.rows("port_number", b"\n".join(urls)),
                         [[port] for port in urls.values()])

    def test_url_is_only_what_is_valid(self):
        self.assertEqual(self.rows("input,url,url:normal", b"HTTP://A:80/%7e\nh ttp:\n"),
                         [[b"HTTP://A:80/%7e", b"HTTP://A:80/%7e", b"http://a/~"],
                          [b"h ttp:", None, None]])

    def test_values_are_escaped(self):
        every = bytes(c for c in range(256) if c != 10)
        (row,) = self.rows("input", every)
        self.assertEqual(row, [every])
        result = locus(*ROW, "input", stdin=b"a\tb\\c\rd\\N\r\n\\N\n")
        self.check(result, 0, b"a\\tb\\\\c\\rd\\\\N\n\\\\N\n")

    def test_decoded_line_feeds(self):
        self.check(locus(*ROW, "path:decoded,host", stdin=b"http://h/%0A%09%5C%0D\n"), 0,
                   b"/\\n\\t\\\\\\r\th\n")

    def test_lists(self):
        url = b"http://u:p@h/?b=1&a=2&b=3\nhttp://h.example/\n-\n"
        self.assertEqual(self.rows("query.*,findings", url),
                         [[b"b,a,b", b"password,user"], [None, b""], [None, b""]])

    def test_items_that_end_with_nul(self):
        self.assertEqual(self.rows("host,error_offset", b"http://a/\0http://a\n/\0", "-0"),
                         [[b"a", None], [None, b"8"]])

    def test_findings_column(self):
        self.check(locus(*STREAM, "-o", "tsv", "--findings", stdin=b"http://u@h.example/\n"), 0,
                   b"http\tu\t\\N\th.example\t\\N\t/\t\\N\t\\N\tuser\n")

    def test_methods_and_schemes(self):
        self.check(locus("parse", "--stream", "-g", "web-target", "--method", "GET", "-o", "tsv",
                         "--columns", "form,path,query", stdin=b"/a?b\n*\n"), 0,
                   b"origin\t/a\tb\n\\N\t\\N\t\\N\n")
        self.assertEqual(self.rows("port_number", b"sftp://h/\n", "--define", "sftp://:22"),
                         [[b"22"]])

    def test_long_lines(self):
        """A line longer than --max-url is answered and skipped, however it is read."""
        for size in (1024, 300000, 3 << 20):
            limit = str(size)
            fits = b"http://h/" + b"a" * (size - 9)
            data = (fits + b"\r\n" + fits + b"b\r\n" + fits + b"b\n" + fits + fits * 9
                    + b"\nhttp://i/\n" + fits + b"bc")
            with self.subTest(size=size):
                self.assertEqual(
                    self.rows("host,error,input,line", data, "--max-url", limit),
                    [[b"h", None, fits, b"1"]]
                    + [[None, b"too-long", None, b"%d" % n] for n in (2, 3, 4)]
                    + [[b"i", None, b"http://i/", b"5"], [None, b"too-long", None, b"6"]])

    def test_the_message_names_the_limit(self):
        result = locus("parse", "--stream", "-o", "json", "--max-url", "1024",
                       stdin=b"http://h/\nhttp://h/" + 1016 * b"a" + b"\n")
        valid, too_long = [json.loads(line) for line in result.out.splitlines()]
        self.assertTrue(valid["valid"])
        self.assertEqual(too_long["error"], {
            "code": "too-long", "offset": 0, "message": "the line is longer than --max-url"})

    def test_the_default_limit(self):
        """LIMITS: 16 MiB."""
        url = b"http://h/".ljust(16 << 20, b"a")
        self.assertEqual(self.rows("host,error", url + b"\n" + url + b"b\n"),
                         [[b"h", None], [None, b"too-long"]])

    def test_no_byte_order_mark(self):
        """The command does not wait for three bytes to see whether they are a mark."""
        self.assertEqual(self.rows("error_offset", b"\xef\xbb\xbfhttp://h/\n"), [[b"0"]])


class Cells(Case):
    """--input tsv."""

    def rows(self, data, columns="parameter"):
        result = self.check(locus(*ROW, columns, "--input", "tsv", stdin=data), 0)
        return [[tsv_decode(cell) for cell in line.split(b"\t")] for line in lines(result.out)]

    def test_every_escape(self):
        for text in (bytes(range(256)), b"\\", b"\\\\", b"\\N\\N", b"'", b"a\\b", b"\t", b"", b"\n",
                     b"\\n", b"x\r", b"\xff\xfe\0"):
            with self.subTest(text=text):
                self.assertEqual(self.rows(tsv_encode(text) + b"\n", "input"), [[text]])

    def test_other_backslashes(self):
        """A backslash that begins no escape stands for itself."""
        for cell, text in ((b"\\q", b"\\q"), (b"\\", b"\\"), (b"\\N.", b"\\N."), (b".\\N", b".\\N"),
                           (b"\\x41", b"\\x41"), (b"\\\\N", b"\\N"), (b"\\n\\", b"\n\\"),
                           (b"a\\qb\\tc", b"a\\qb\tc")):
            with self.subTest(cell=cell):
                self.assertEqual(self.rows(cell + b"\n", "input"), [[text]])

    def test_no_url(self):
        columns = "scheme,path,input,url,error,port_number,findings"
        self.assertEqual(self.rows(b"\\N\n", columns), [[None] * 7])
        for form, line in (("json", b"null\n"), ("tuple", b"(" + b"NULL," * 7 + b"NULL)\n")):
            self.check(locus(*STREAM, "--input", "tsv", "-o", form, stdin=b"\\N\n"), 0, line)

    def test_parameters(self):
        self.assertEqual(self.rows(
            b"http://h/?a=1&b=2&a=3\ta\nhttp://h/?a=1&b=2\tb\nhttp://h/?a=1#?b=2\tb\n"
            b"http://h/?a\ta\nhttp://h/?a=\ta\nhttp://h/\ta\n\\N\ta\nhttp://h/?a=1\t\\N\n"
            b"http://h/?%61+b=%20+\ta+b\nhttp://h/?a%09b=c\ta\\tb\nhttp://h/?=x\t\n"
            b"mailto:x@y?a=1\ta\nh/?a=1\ta\n"),
            [[b"1"], [b"2"], [None], [b""], [b""], [None], [None], [None], [b"%20+"], [b"c"],
             [b"x"], [b"1"], [None]])
        self.assertEqual(self.rows(b"http://h/?a=%41%0A\ta\n", "parameter:decoded,host"),
                         [[b"A\n", b"h"]])

    def test_wrong_number_of_cells(self):
        """A wrong number of cells is an error; the rows before it are answered."""
        for columns, row, says in (
                ("host", b"http://b/\tx", b"line 2: 2 cells; expected 1 cell (a URL);"
                 b' "parameter" needs a second\n'),
                ("parameter,host", b"http://b/", b"line 2: 1 cell; expected 2 cells (a URL, the key"
                 b" of a parameter)"),
                ("parameter,host", b"http://b/\tx\ty\t\tz", b"5 cells; expected 2 cells")):
            first = b"http://a/" + (b"\ta" if "parameter" in columns else b"") + b"\n"
            with self.subTest(row=row):
                result = locus(*ROW, columns, "--input", "tsv", stdin=first + row + b"\n")
                self.assertEqual(result.status, 2)
                self.assertEqual(lines(result.out)[0].split(b"\t")[-1], b"a")
                self.assertEqual(len(lines(result.out)), 1)
                self.assertIn(b"locus: standard input: ", result.err)
                self.assertIn(says, result.err)

    def test_too_long_rows_are_not_split(self):
        result = locus(*ROW, "host,error", "--input", "tsv", "--max-url", "1024",
                       stdin=b"http://h/" + b"\t" * 2000 + b"\nhttp://h/\n")
        self.check(result, 0, b"\\N\ttoo-long\nh\t\\N\n")


class Formats(Case):
    def test_objects(self):
        result = self.check(locus(
            *STREAM, "-o", "json", "--columns", "host,port_number,query.*,findings,path:decoded,line",
            stdin=b"http://u:p@H.example:80/?b&a=1\nx\nhttp://h.example/%FF\n"), 0)
        self.assertEqual([json.loads(line) for line in lines(result.out)], [
            {"host": "H.example", "port_number": 80, "query.*": ["b", "a"],
             "findings": ["password", "user"], "path:decoded": "/", "line": 1},
            {"host": None, "port_number": None, "query.*": None, "findings": [],
             "path:decoded": None, "line": 2},
            {"host": "h.example", "port_number": 80, "query.*": None,
             "findings": ["not-utf8"], "path:decoded": "/\ufffd", "line": 3, "lossy": True}])

    def test_records(self):
        """-o json alone: the same records as without --stream."""
        urls = b"http://u:p@h:8080/a?b#c\n\nx y\nurn:a\n"
        expected = locus("parse", "-g", "web", "-o", "json", stdin=urls)
        self.assertEqual(expected.status, 1)
        self.check(locus(*STREAM, "-o", "json", stdin=urls), 0, expected.out)
        result = locus(*STREAM, "--max-url", "1024", stdin=b"a" * 1025 + b"\n")
        (record,) = [json.loads(line) for line in lines(self.check(result, 0).out)]
        self.assertEqual((record["input"], record["valid"], record["error"]["code"]),
                         (None, False, "too-long"))

    def test_tuples(self):
        """ClickHouse: Tuple, Array, Nullable."""
        self.check(locus(*STREAM, "-o", "tuple", "--columns", "host,port_number,query,findings",
                         stdin=b"http://u:p@h.example/?it's\\\n-\n"), 0,
                   b"('h.example',80,'it\\'s\\\\',['password','user','backslash'])\n"
                   b"(NULL,NULL,NULL,[])\n")
        self.check(locus(*STREAM, "-o", "tuple", "--columns", "findings",
                         stdin=b"http://u:p@h.example/\n-\n"), 0, b"['password','user']\n[]\n")
        self.check(locus(*STREAM, "-o", "tuple", "--columns", "query.*",
                         stdin=b"http://h/?a'b=1&c\n-\n"), 0, b"['a\\'b','c']\n[]\n")
        self.check(locus(*STREAM, "-o", "tuple", "--columns", "host", stdin=b"http://h/\n-\n"), 0,
                   b"('h')\n(NULL)\n")
        self.check(locus("parse", "-o", "tuple", "--columns", "path:decoded", "x:%0A%09%0D%27"), 0,
                   b"('\\n\\t\\r\\'')\n")

    def test_columns_without_stream(self):
        """A header and empty cells, as scan writes them."""
        self.check(locus("parse", "-o", "tsv", "--columns", "host,query", "http://h/?", "http://i/"),
                   0, b"host\tquery\nh\t\ni\t\n")
        result = locus("parse", "-o", "json", "--columns", "host,error", "http://h/", "x")
        self.check(result, 1, b'{"host":"h","error":null}\n{"host":null,"error":"scheme"}\n',
                   err=None)

    def test_port_number_elsewhere(self):
        self.check(locus("parse", "--get", "{port_number}", "https://h/", "http://h:1/", "x:y"), 0,
                   b"443\n1\n\n")
        self.check(locus("scan", "-o", "tsv", "--columns", "port_number", stdin=b"see https://h/ ,"), 0,
                   b"port_number\n443\n")
        self.check(locus("scan", "--where", "port_number>=443", stdin=b"http://h/ https://h/\n"), 0,
                   b"https://h/\n")


class Usage(Case):
    def test_what_excludes_each_other(self):
        for arguments, says in (
                (["--stream", "--get", "{host}"], ["--get", "--stream", "--columns"]),
                (["--stream", "-o", "human"], ["--stream", "json, rowbinary, tsv or tuple"]),
                (["--stream", "-o", "url"], ["--stream", "json, rowbinary, tsv or tuple"]),
                (["--stream", "http://h/"], ["standard input", "'http://h/'"]),
                (["--stream", "-", "-"], ["standard input"]),
                (["--stream", "--input", "tsv", "-0"], ["-0", "--input tsv"]),
                (["--stream", "--input", "csv"], ["unknown input format 'csv' (lines, rowbinary, tsv)"]),
                (["--input", "tsv"], ["--input requires --stream"]),
                (["--max-url", "1M"], ["--max-url requires --stream"]),
                (["--columns", "host"], ["--columns is for"]),
                (["-o", "url", "--columns", "host"], ["--columns is for"]),
                (["-o", "tuple", "--findings"], ["--findings", "--columns"]),
                (["-o", "json", "--columns", "host", "--findings"], ["--findings", "--columns"]),
                (["--stream", "-o", "tsv", "--columns", "parameter"], ["unknown name 'parameter'"]),
                (["--stream", "-o", "tsv", "--columns", "hots"], ["did you mean 'host'"])):
            self.usage("parse", *arguments, says=says)

    def test_standard_input_may_be_named(self):
        self.check(locus(*ROW, "host", "-", stdin=b"http://h/\n"), 0, b"h\n")
