# SPDX-License-Identifier: MIT
"""The functions in ClickHouse's engine. Expected values come from RFC 3986, from Python's
urllib, and from ClickHouse's own functions where these are right."""

import json
import os
import random
import resource
import signal
import threading
import time
import unittest
import urllib.parse

import answers
import chdb
import hostile
import kinds
import setting
import support

# A function that returns the bytes that the command read.
ECHO = """<function><type>executable_pool</type><name>locus_test_echo</name>
<return_type>%s</return_type>
<argument><type>Nullable(String)</type><name>u</name></argument><format>TabSeparated</format>
<command>locus parse --stream --input tsv -g web -o %s --columns input</command>
</function>"""
LIMITED = """<function><type>executable_pool</type><name>locus_test_limited</name>
<return_type>Nullable(String)</return_type>
<argument><type>String</type><name>u</name></argument><format>TabSeparated</format>
<command>locus parse --stream --input tsv -g web -o tsv --columns error --max-url 64K</command>
</function>"""
BROKEN = """<function><type>executable_pool</type><name>locus_test_broken</name>
<return_type>Nullable(String)</return_type>
<argument><type>String</type><name>u</name></argument>
<argument><type>String</type><name>v</name></argument><format>TabSeparated</format>
<command>locus parse --stream --input tsv -g web -o tsv --columns host</command>
</function>"""
# Another type than that of the command's column.
MISTYPED = """<function><type>executable_pool</type><name>locus_test_mistyped</name>
<return_type>Nullable(UInt32)</return_type>
<argument><type>String</type><name>u</name></argument>
<format>RowBinaryWithNamesAndTypes</format><send_chunk_header>true</send_chunk_header>
<command>locus parse --stream --input rowbinary -g web -o rowbinary --columns port_number</command>
</function>"""
BINARY_ECHO = """<function><type>executable_pool</type><name>locus_test_binary_echo</name>
<return_type>Nullable(String)</return_type>
<argument><type>Nullable(String)</type><name>u</name></argument>
<format>RowBinaryWithNamesAndTypes</format><send_chunk_header>true</send_chunk_header>
<command>locus parse --stream --input rowbinary -g web -o rowbinary --columns input</command>
</function>"""
EXTRA = (ECHO % ("Nullable(String)", "tsv"),
         (ECHO % ("Tuple(Nullable(String))", "tuple")).replace("_echo", "_tuple"), LIMITED, BROKEN,
         MISTYPED, BINARY_ECHO)

# RFC 3986, sections 1.1.2 and 3, and the parts that its grammar gives.
RFC = {
    "ftp://ftp.is.co.za/rfc/rfc1808.txt": ("ftp.is.co.za", 21, "/rfc/rfc1808.txt", None),
    "http://www.ietf.org/rfc/rfc2396.txt": ("www.ietf.org", 80, "/rfc/rfc2396.txt", None),
    "ldap://[2001:db8::7]/c=GB?objectClass?one":
        ("[2001:db8::7]", None, "/c=GB", "objectClass?one"),
    "mailto:John.Doe@example.com": (None, None, "John.Doe@example.com", None),
    "news:comp.infosystems.www.servers.unix":
        (None, None, "comp.infosystems.www.servers.unix", None),
    "tel:+1-816-555-1212": (None, None, "+1-816-555-1212", None),
    "telnet://192.0.2.16:80/": ("192.0.2.16", 80, "/", None),
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2":
        (None, None, "oasis:names:specification:docbook:dtd:xml:4.1.2", None),
    "foo://example.com:8042/over/there?name=ferret#nose":
        ("example.com", 8042, "/over/there", "name=ferret"),
    "file:///etc/hosts": ("", None, "/etc/hosts", None),
    "http://h?": ("h", 80, "", ""),
    "//example.org/a": (None, None, None, None),
    "": (None, None, None, None),
}


def rows(data):
    return [json.loads(line) for line in data.splitlines()]


class Functions(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.engine = setting.engine(EXTRA)

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def ask(self, url, expression):
        return answers.ask(self.engine, url, expression)

    def test_examples_of_the_rfc(self):
        for url, expected in RFC.items():
            with self.subTest(url=url):
                self.assertEqual(
                    self.ask(url, "[locus_host(u), toString(locus_port(u)), locus_path(u),"
                                  " locus_query(u)]"),
                    [None if v is None else str(v) for v in expected])

    def test_record(self):
        self.assertEqual(
            self.ask("http://us:pw@[::1]:081/a/../b?q=1&q=2#f", "toJSONString(locus_parse(u))"),
            json.dumps({"scheme": "http", "user": "us", "password": "pw", "host": "[::1]",
                        "port_number": 81, "path": "/a/../b", "query": "q=1&q=2", "fragment": "f",
                        "error": None, "error_offset": None,
                        "findings": self.ask("http://us:pw@[::1]:081/a/../b?q=1&q=2#f",
                                             "locus_findings(u)")},
                       separators=(",", ":")).replace("/", "\\/"))
        # "http://h:x" may begin "http://h:x@i/".
        self.assertEqual(self.ask("http://h:x/", "(locus_parse(u).error IS NULL,"
                                                 " locus_parse(u).error_offset)"), [0, 10])

    def test_normal_form(self):
        """RFC 3986, section 6.2.2."""
        self.assertEqual(self.ask("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "locus_normalize(u)"),
                         "example://a/b/c/%7Bfoo%7D")
        self.assertIsNone(self.ask("no url", "locus_normalize(u)"))

    def test_findings(self):
        self.assertEqual(self.ask("http://u:p@h.example/a%2Fb", "arraySort(locus_findings(u))"),
                         ["encoded-slash", "password", "user"])

    def test_types_of_columns(self):
        for value, expected in (("NULL", "\\N"), ("CAST(NULL AS Nullable(String))", "\\N"),
                                ("toLowCardinality('http://a/')", "a"),
                                ("toFixedString('http://a/', 9)", "a"),
                                ("toFixedString('http://a/', 12)", "a"),
                                ("CAST('http://a/' AS Nullable(String))", "a"),
                                ("CAST(toFixedString('http://a/', 9) AS"
                                 " Nullable(FixedString(9)))", "a")):
            for form in ("%s", "materialize(%s)"):
                with self.subTest(value=value):
                    self.assertEqual(self.engine.value("locus_host(%s)" % form % value), expected)
        for value in ("5", "['http://a/']"):
            with self.subTest(value=value), self.assertRaises(chdb.QueryError):
                self.engine.value("locus_host(%s)" % value)
        self.assertEqual(self.engine.value("locus_findings(NULL), locus_parameter(NULL, 'a'),"
                                           " locus_parse(NULL).findings"), "[]\t\\N\t[]")
        for key, expected in (("NULL", "\\N"), ("CAST(NULL AS Nullable(String))", "\\N"), ("'a'", "1"),
                              ("toLowCardinality(toNullable('a'))", "1"),
                              ("toFixedString('a', 1)", "1"), ("'b'", "\\N")):
            for form in ("%s", "materialize(%s)"):
                with self.subTest(key=key):
                    self.assertEqual(self.engine.value("locus_parameter('http://h/?a=1', %s)"
                                                       % form % key), expected)
        self.assertEqual(self.engine.value(
            "groupArray(locus_host(u)) FROM (SELECT arrayJoin([NULL, 'http://a/', NULL]) AS u)"),
            "['a']")

    def test_empty_tables(self):
        self.assertEqual(self.engine.value("count(locus_host(toString(number))) FROM numbers(0)"), "0")

    def test_every_byte(self):
        """Texts of all bytes reach the command and come back, as a column and in a tuple."""
        for function in ("locus_test_echo(u)", "locus_test_tuple(u).1", "locus_test_binary_echo(u)"):
            for texts in ("randomString(number %% 300)",
                          "arrayStringConcat(arrayMap(i -> char(rand(i) %% 256 = 0 ? 92 : %s),"
                          " range(1, number %% 50)))" % "[9, 10, 13, 39, 92, 78, 110, 0, 65]"
                          "[1 + rand(100 + i) %% 9]"):
                with self.subTest(function=function, texts=texts[:12]):
                    self.assertEqual(self.engine.value(
                        "countIf(%s != u), count() FROM (SELECT materialize(%s) AS u"
                        " FROM numbers(20000))" % (function, texts.replace("%%", "%"))), "0\t20000")

    def test_keys_of_rows(self):
        self.assertEqual(self.engine.value(
            "countIf(locus_parameter(concat('http://h/?a', toString(number), '=', toString(number * 7),"
            " '&b=c'), concat('a', toString(number))) = toString(number * 7)), count()"
            " FROM numbers(100000)"), "100000\t100000")

    def test_blocks_of_one_row(self):
        self.assertEqual(self.engine.value(
            "countIf(locus_host(concat('http://', toString(number), '.example/')) ="
            " concat(toString(number), '.example')) FROM numbers(1000) SETTINGS max_block_size = 1"),
            "1000")

    def test_parallel_queries(self):
        """The same as domain(), on hosts for which that is right."""
        self.assertEqual(self.engine.value(
            "countIf(locus_host(u) = domain(u)), count() FROM (SELECT concat('https://www.h',"
            " toString(number), '.example.org/a/b?c=', toString(rand())) AS u"
            " FROM numbers_mt(2000000)) SETTINGS max_threads = 4"), "2000000\t2000000")

    def test_long_texts(self):
        self.assertEqual(self.engine.value(
            "locus_test_limited(concat('http://h/', repeat('a', 65536 - 9))),"
            " locus_test_limited(concat('http://h/', repeat('a', 65536 - 8))),"
            " locus_test_limited('http://h/')"), "\\N\ttoo-long\t\\N")
        self.assertEqual(self.engine.value(
            "locus_parse(u).error, length(locus_path(u)) FROM (SELECT arrayJoin(["
            "concat('http://h/', substring(x, 10)), concat('http://h/', x), 'http://h/']) AS u"
            " FROM (SELECT repeat(repeat('a', 4096), 4096) AS x))"),
            "\\N\t16777208\ntoo-long\t\\N\n\\N\t1")

    def test_a_wrong_definition(self):
        """Two arguments for a command that takes one: the query fails, with the message of
        the command, and others go on."""
        with self.assertRaisesRegex(chdb.QueryError, r"2 cells; expected 1 cell \(a URL\)"):
            self.engine.query("SELECT locus_test_broken('http://a/', 'x')")
        with self.assertRaisesRegex(chdb.QueryError, r"Type of 'result' must be Nullable\(UInt32\)"):
            self.engine.query("SELECT locus_test_mistyped('http://a/')")
        self.assertEqual(self.engine.value("locus_host('http://a/')"), "a")

    def test_urllib(self):
        """Generated URLs, compared with Python's urlsplit()."""
        random_ = random.Random(23)
        pick = random_.choice
        urls = ["".join((
            pick(("http", "https", "ftp", "x-y")), "://", pick(("", "u@", "u:p@", "a:1@", ":@")),
            pick(("h", "h.example", "1.2.3.4", "[::1]", "[2001:db8::2]", "a-b.c", "xn--a")),
            pick(("", ":8080", ":1")), pick(("", "/", "/a/b", "/a;b", "/@x:1/", "//c")),
            pick(("", "?q=1", "?a/b", "?@c:2", "?x=?y=1&z")), pick(("", "#f", "#?a=1", "#/b@c:3"))))
            for _ in range(5000)]
        answers_ = rows(self.engine.query(
            "SELECT u, locus_host(u), locus_path(u), locus_query(u) FROM (SELECT arrayJoin([%s])"
            " AS u) FORMAT JSONCompactEachRow" % ",".join(map(answers.quote, urls))))
        self.assertEqual(len(answers_), len(urls))
        for url, (u, host, path, query) in zip(urls, answers_):
            parts = urllib.parse.urlsplit(url)
            self.assertEqual((u, host.strip("[]"), path, query or ""),
                             (url, parts.hostname, parts.path, parts.query))


class Page(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.page = setting.page()
        cls.engine = setting.engine([text for kind, text in setting.blocks(cls.page)
                                     if kind == "xml"])

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_queries(self):
        """Each query of the page, and the result below it."""
        blocks = setting.blocks(self.page)
        queries = [i for i, (kind, _) in enumerate(blocks) if kind == "sql"]
        self.assertGreater(len(queries), 5)
        for i in queries:
            expected = blocks[i + 1][1] if blocks[i + 1:] and blocks[i + 1][0] == "text" else ""
            with self.subTest(query=blocks[i][1]):
                self.assertEqual(self.engine.query(blocks[i][1]).decode(), expected)

    def test_table(self):
        """The page has the answers that the engine gives now."""
        self.assertEqual(answers.in_page(self.page), answers.table(self.engine))

    def test_who_is_right(self):
        """In each row, ClickHouse's answer differs from the RFC's, and locus's does not."""
        for about, url, theirs, ours, right in answers.ROWS:
            with self.subTest(about=about, url=url):
                self.assertEqual(answers.ask(self.engine, url, ours), right)
                self.assertNotEqual(answers.ask(self.engine, url, theirs), right)

    def test_every_kind(self):
        """Wherever the four functions are wrong about a URL of RFC 3986, the table has a row for
        that function with something that this URL has."""
        listed = {(theirs.partition("(")[0], about) for about, _, theirs, _, _ in answers.ROWS}
        urls = dict(kinds.urls(6000, 23))
        self.assertLessEqual(set().union(*urls.values()), {about for _, about in listed})
        found = rows(self.engine.query(
            "SELECT u, domain(u), port(u), netloc(u), extractURLParameter(u, 'q'), ifNull(locus_host(u),"
            " ''), locus_parse(u).error IS NULL, ifNull(locus_parameter(u, 'q'), '') FROM"
            " (SELECT arrayJoin([%s]) AS u) FORMAT JSONCompactEachRow" % ",".join(
                map(answers.quote, urls))))
        self.assertEqual(len(found), len(urls))
        wrong = set()
        for url, domain, port, netloc, parameter, host, valid, ours in found:
            right = kinds.right(url)
            self.assertEqual((host, valid, ours),
                             (right["domain"], 1, right["extractURLParameter"]), url)
            for function, answer in (("domain", domain), ("port", port), ("netloc", netloc),
                                     ("extractURLParameter", parameter)):
                if answer != right[function]:
                    reasons = {(function, about) for about in urls[url]} & listed
                    self.assertTrue(reasons, (function, url, answer, right[function]))
                    wrong |= reasons
        self.assertEqual({function for function, _ in wrong},
                         {"domain", "port", "netloc", "extractURLParameter"})

    def test_functions_are_listed(self):
        with open(chdb.DEFINITIONS, encoding="utf-8") as file:
            names = [line.split("<name>")[1].split("<")[0] for line in file if "<name>locus_" in line]
        self.assertEqual(len(names), 8)
        for name in names:
            self.assertIn("| `%s(" % name, self.page)


class Hostile(unittest.TestCase):
    def test_hostile_rows(self):
        """Random texts and mutated URLs: each row is answered, no process of a pool ends, and
        two ways to get the parts of a valid URL agree."""
        until = time.monotonic() + hostile.SECONDS
        engine = setting.engine(EXTRA)
        self.addCleanup(engine.close)
        urls = ",".join(map(answers.quote, [*RFC, "http://u:p@h:8080/a?b=c&d#e"]))
        seed = 0
        while time.monotonic() < until or seed == 0:
            seed += 1
            engine.query(
                "SELECT throwIf(n != 20000), throwIf(bad > 0) FROM (SELECT count() AS n, countIf("
                "not (p.host <=> locus_host(u)) or not (p.query <=> locus_query(u))"
                " or not (p.port_number <=> locus_port(u)) or (p.error IS NULL) != (p.scheme IS NOT NULL)"
                " or (locus_normalize(u) IS NULL and p.error IS NULL)) AS bad FROM"
                " (SELECT u, locus_parse(u) AS p FROM (SELECT concat(substring(x, 1, at),"
                " randomString(r %% 4, number), substring(x, 1 + at + r %% 3)) AS u FROM"
                " (SELECT number, rand(number) AS r, [%s][1 + rand(%d) %% %d] AS x,"
                " rand(%d) %% (length(x) + 1) AS at FROM numbers(20000)))))"
                % (urls, 2 * seed, len(RFC) + 1, 2 * seed + 1))
        self.assertEqual(engine.value("locus_host('http://a/')"), "a")

    def test_a_process_that_dies(self):
        """Its query fails, or succeeds with another process; never with a wrong answer."""
        engine = setting.engine()
        self.addCleanup(engine.close)
        query = ("countIf(locus_host(concat('http://', toString(number), '.example/')) ="
                 " concat(toString(number), '.example')) FROM numbers(30000000)"
                 " SETTINGS max_threads = 2")
        ended = threading.Event()

        def kill():
            while not ended.wait(0.2):
                for pid in setting.children(engine.child.pid):
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            with self.assertRaises(chdb.QueryError):
                self.assertEqual(engine.value(query), "30000000")
        finally:
            ended.set()
            killer.join()
        self.assertEqual(engine.value("locus_host('http://a/')"), "a")

    def test_no_process_is_left(self):
        engine = setting.engine()
        engine.query("SELECT locus_host('http://a/'), locus_path('http://a/')")
        pids = setting.children(engine.child.pid)
        self.assertEqual(len(pids), 2)
        engine.close()
        for pid in pids:
            self.assertFalse(setting.is_running(pid))


class Gigabyte(unittest.TestCase):
    """A batch of a gigabyte through the pipe, in constant memory."""

    def through(self, feed, columns, *options):
        """Returns (lines out, KiB of memory)."""
        status, count, memory = support.memory_of(
            feed, ["parse", "--stream", "-g", "web", "-o", "tsv", "--columns", columns, *options])
        self.assertEqual(status, 0)
        return count, memory

    def test_lines(self):
        batch = b"http://user@host.example:8080/path/of/some/length?query=value#fragment\n"
        times = (1 << 30) // len(batch) // 10000 + 1
        count, memory = self.through(
            "data = %r * 10000\nfor _ in range(%d): put(data)\n" % (batch, times),
            "host,port_number,query", "--input", "tsv")
        self.assertEqual(count, times * 10000)
        self.assertLess(memory, 32 << 10)

    def test_one_line(self):
        """Longer than the limit: it is skipped while it is read."""
        count, memory = self.through(
            "put(b'http://h/')\nfor _ in range(1024): put(bytes(1 << 20))\n"
            "put(b'\\nhttp://h/\\n')\n", "error")
        self.assertEqual(count, 2)
        self.assertLess(memory, 96 << 10)


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
