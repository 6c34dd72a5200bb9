# SPDX-License-Identifier: MIT
"""Hostile input: in parallel queries, cancelled, too long, without memory. Every statement
ends with an answer or an error, and no backend ends."""

import pathlib
import random
import struct
import time

import payloads as attacks
from hostile import SECONDS

# Pieces of which hostile texts are made.
PIECES = ("http://", "https://", "HTTP:", "//", "/", "..", ".", "%2e", "%2F", "%00", "%", "%c0%af",
          "%ff", "@", ":", "::", "[", "]", "[::1]", "[v1.", "?", "#", "&", "=", ";", "+", "\\",
          "a", "A", "example.org", "xn--", "127.1", "0x7f", "localhost", ":80", ":65536", ":0",
          "\t", "\n", "\r", "\x01", "\x7f", " ", "\"", "<", ">", "'", "(", ")", "{", "|", "ü",
          "中", "\u2028", "\u202e", "\ufeff", "\U0001f600", "\u00a0", "“", "”", "「", "」",
          "\\u0068", "\\/", "utm_", "{}", "a" * 300, "/" * 200, "&" * 200, "." * 100, "- - [",
          "] \"GET ", " HTTP/1.1\" 200 ", "10/Oct/2000:13:55:36 -0700", "#Fields: ")

# The results of all functions for a text, in one text.
EVERYTHING = """concat_ws('|', url_scheme(t), url_user(t), url_host(t), url_port(t), url_path(t),
    url_query(t), url_fragment(t), url_part(t, 'password'), url_parts(t), url_param(t, 'a'),
    url_segments(t), url_valid(t), url_valid(t, 'rfc1738'), url_error(t),
    url_error(t, 'rfc1630'), url_normalize(t), url_resolve('http://a/b/c', t),
    url_resolve(t, '../x'), url_relativize('http://a/', t), url_origin(t), url_inet(t),
    url_address_class(t), url_findings(t), url_redact(t, '{a}'), url_set_param(t, t, t),
    url_remove_params(t, 'a', '='), url_remove_prefixed(t, ''), url_decode(t),
    url_decode_octets(t), url_log(t, 'combined'), url_log(t, 'json', 'docker'), url_try(t),
    url_hash(url_try(t)), url_try(t) << 'org', url_try('http://h/') << t,
    url_normalize(url_try(t)) = url_normalize(t), url_try(t)::text = t,
    (SELECT string_agg(concat(key, value, position), ' ') FROM url_params(t)),
    (SELECT string_agg(url || position, ' ') FROM url_find(t)),
    (SELECT string_agg(url || position, ' ') FROM url_find(t, 'wrapped')),
    (SELECT string_agg(url || position, ' ') FROM url_find(t, 'json')))"""

PARALLEL = """SET max_parallel_workers_per_gather = 3; SET parallel_setup_cost = 0;
    SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
    SET min_parallel_index_scan_size = 0;"""
SERIAL = "SET max_parallel_workers_per_gather = 0;"


def texts(seed, count):
    source = random.Random(seed)
    for _ in range(count):
        yield "".join(source.choice(PIECES) for _ in range(source.randrange(1, 25)))


def copied(text):
    """A value of COPY."""
    return (text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
            .replace("\r", "\\r"))


def load(server, rows, database="postgres"):
    server.psql("TRUNCATE hostile; COPY hostile (t) FROM stdin;\n"
                + "".join(copied(row) + "\n" for row in rows) + "\\.\n", database)


def parallel(server, report):
    server.psql("CREATE TABLE hostile (id serial, t text); ALTER TABLE hostile"
                " SET (parallel_workers = 3)")
    query = f"SELECT md5(string_agg(md5({EVERYTHING}), '' ORDER BY id)) FROM hostile"
    plan = server.psql(PARALLEL + "EXPLAIN SELECT count(*) FROM hostile WHERE"
                       " url_valid(t) AND url_host(t) > 'a' AND url_findings(t) <> '{}'"
                       " AND url_try(t) << 'org'")
    report.true("functions are computed in parallel workers",
                "Gather" in plan and "Parallel Seq Scan" in plan
                and plan.index("Filter") > plan.index("Gather"), plan)
    end = time.monotonic() + SECONDS
    rounds = 0
    while rounds == 0 or time.monotonic() < end:
        load(server, texts(rounds, 4000))
        serial = server.psql(SERIAL + query)
        report.same(f"in parallel as in one process, seed {rounds}",
                    server.psql(PARALLEL + query), serial)
        report.same(f"conditions in workers, seed {rounds}", *(server.psql(mode + """
            SELECT count(*), count(DISTINCT url_host(t)), sum(hashtext(url_parts(t)::text)),
                   sum(url_hash(url_try(t))), max(url_normalize(t) COLLATE "C"), max(url_try(t)),
                   sum(cardinality(url_findings(t))), sum(length(url_param(t, 'a')))
            FROM hostile WHERE url_error(t) IS NULL AND NOT url_try(t) << 'org'""")
            for mode in (PARALLEL, SERIAL)))
        rounds += 1
    # Every value of the type has the text that was entered, and the hash of its normal form.
    report.same("the type agrees with the functions", server.psql("""
        SELECT count(*) FROM (SELECT t, url_try(t) AS u FROM hostile) AS s
        WHERE (u IS NOT NULL) <> url_valid(t) OR u::text <> t OR u <> url_normalize(t)::url
           OR url_normalize(u) <> url_normalize(t) OR url_hash(u) <> hashtext(url_normalize(t))
        """), "0")
    server.psql("CREATE TABLE valid AS SELECT url_try(t) AS u FROM hostile WHERE url_valid(t);"
                "CREATE INDEX ON valid (u); CREATE INDEX ON valid USING hash (u);"
                "CREATE INDEX ON valid USING brin (u)")
    report.same("an index finds each", server.psql(PARALLEL + """
        SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
        SELECT count(*) FROM (SELECT DISTINCT u FROM valid) AS a
        WHERE NOT EXISTS (SELECT FROM valid b WHERE b.u = a.u)"""), "0")


def payloads(server, report):
    """The payloads of the tests of servers, with the findings that they have."""
    rows = "".join(f"{copied(p.target)}\t{{{','.join(p.findings)}}}\n"
                   for p in attacks.payloads(4000))
    server.psql("CREATE TABLE payloads (t text, findings text[]); COPY payloads FROM stdin;\n"
                + rows + "\\.\n")
    report.same("4,000 payloads have the findings that they are made of", server.psql(
        PARALLEL + "SELECT count(*), count(*) FILTER (WHERE NOT"
        " url_findings('http://h' || t) @> findings), count(*) FILTER (WHERE"
        " url_findings(('http://h' || t)::url) <> url_findings('http://h' || t)) FROM payloads"),
        "4000|0|0")


def binary(server, report):
    """COPY in the binary format: what is not a URL, or not UTF-8, is refused; what was sent is
    received."""
    file = server.home / "binary"
    source = random.Random(1)
    server.psql("CREATE TABLE received (u url)")
    garbage = [b"", b"\0", b"http://h/\0", b"http://h/\xff", b"\xff" * 50, b"http://h b/",
               b"\1\2\3http://h/", b"http://h/" + b"a" * 5000000 + b"\xc0"]
    garbage += [b"http://h/" * (i % 2) + source.randbytes(60) for i in range(40)]
    for value in garbage:
        file.write_bytes(b"PGCOPY\n\xff\r\n\0" + struct.pack(">iihi", 0, 0, 1, len(value)) + value
                         + struct.pack(">h", -1))
        file.chmod(0o644)
        output = server.psql(f"COPY received FROM '{file}' (FORMAT binary)", check=False)
        report.true(f"refused: {value[:40]!r}", "ERROR:  22" in output, output[:400])
    file.unlink()
    report.same("sent and received", server.psql(
        "CREATE TABLE sent AS SELECT url_try(t) AS u FROM hostile WHERE url_valid(t);"
        f"COPY sent TO '{file}' (FORMAT binary); COPY received FROM '{file}' (FORMAT binary);"
        "SELECT count(*) FROM (SELECT u::text FROM sent EXCEPT ALL SELECT u::text FROM received) s;"
        "SELECT (SELECT count(*) FROM sent) = (SELECT count(*) FROM received)"), "0\nt")


# Hosts and domains that look alike.
DOMAINS = ("example.org", "EXAMPLE.org", "example.org.", "a.example.org", "notexample.org",
           "example.orgx", "org", "1.2.3.4", "11.2.3.4", "3.4", "4", "[::1]", "[2001:db8::1]", "",
           "bücher.example", "x.bücher.example", ".example.org", "a..example.org", "%65xample.org",
           "a%2eexample.org", "a_b.example.org", "localhost", "a.localhost", ".", "..", "rg",
           "example.org/", "u@example.org", "[::1]:80", " ", "?")


def under(server, report):
    """<< by an index, by BRIN and without one."""
    urls = ",".join(f"('{scheme}://{user}{host}{end}')" for host in DOMAINS
                    for scheme in ("http", "x") for user in ("", "u@") for end in ("", ":8/a?b#c"))
    server.psql(f"""CREATE TABLE alike AS SELECT url_try(t) AS u FROM (VALUES {urls}) AS v (t)
        WHERE url_valid(t);
        INSERT INTO alike VALUES (NULL), ('mailto:a@example.org'), ('file:///example.org');
        INSERT INTO alike SELECT url('http://h' || n || '.net/') FROM generate_series(1, 2000) n;
        CREATE TABLE ordered AS SELECT * FROM alike ORDER BY u;
        CREATE INDEX ON alike (u); CREATE INDEX ON ordered USING brin (u) WITH (pages_per_range = 1);
        ANALYZE alike; ANALYZE ordered""")
    ask = ("SELECT count(*), md5(string_agg(u::text, ' ' ORDER BY u::text COLLATE \"C\")) FROM {}"
           " WHERE u << '{}'")
    for domain in (*DOMAINS, "net"):
        expected = server.psql("SET enable_indexscan = off; SET enable_indexonlyscan = off;"
                               "SET enable_bitmapscan = off;" + ask.format("alike", domain))
        for table in ("alike", "ordered"):
            report.same(f"<< '{domain}' in {table}", server.psql(
                "SET enable_seqscan = off;" + ask.format(table, domain)), expected)
    report.same("an address is not under its last numbers", server.psql(
        "SELECT 'http://1.2.3.4/'::url << '3.4', 'http://11.2.3.4/'::url << '1.2.3.4',"
        " 'http://notexample.org/'::url << 'example.org', 'http://1.2.3.4/'::url << '1.2.3.4',"
        " 'http://[0:0::1]/'::url << '[::1]', 'http://A.Example.ORG./'::url << 'example.org'"),
        "f|f|f|t|t|t")


# A statement for each function that reads long texts, and a text that takes it a long time.
LONG = (
    ("url_normalize(t)", "'http://h/' || repeat('%41/../', 3000000)"),
    ("url_try(t)", "'http://h/' || repeat('%41/../', 3000000)"),
    ("(SELECT count(*) FROM url_params(t))", "'http://h/?' || repeat('a=%41&', 2000000)"),
    ("url_segments(t)", "'http://h/' || repeat('a/', 3000000)"),
    ("(SELECT count(*) FROM url_find(t))", "repeat('http://h/a ', 2000000)"),
    ("(SELECT count(*) FROM url_find(t, 'json'))", "repeat('\"(\\', 8000000)"),
    ("url_error(t)", "'http://h/' || repeat('ü', 20000000) || ' '"),
    ("url_findings(t)", "'http://h/' || repeat('%41/../', 3000000)"),
    ("url_remove_params(t, VARIADIC (SELECT array_agg(n::text) FROM generate_series(1, 1000) n))",
     "'http://h/?' || repeat('a=%41&', 500000)"),
    ("url_redact(t, k)", "'http://h/?' || repeat('q=1&', 100000)"),
)


def session(server, statements):
    """Runs all of them in one session, even if some fail. Returns the process before and
    after, and the SQLSTATE of each that failed."""
    output = server.psql("SELECT pg_backend_pid();\n" + ";\n".join(statements)
                         + ";\nSELECT pg_backend_pid();\n", check=False,
                         variables=("ON_ERROR_STOP=0", "VERBOSITY=sqlstate"))
    lines = output.splitlines()
    states = [line.split("ERROR:  ")[1] for line in lines if "ERROR:  " in line]
    return lines[0], lines[-1], states, output


def cancelled(server, report):
    # The text, and many keys, are made before the time begins.
    for call, text in LONG:
        begin = time.monotonic()
        pid, after, states, output = session(server, (
            f"CREATE TEMPORARY TABLE long AS SELECT {text} AS t,"
            " ARRAY(SELECT 'k' || n FROM generate_series(1, 50000) AS n) AS k",
            "SET statement_timeout = 20", f"SELECT length({call}::text) FROM long",
            "RESET statement_timeout", "SELECT url_host('http://h/')"))
        took = time.monotonic() - begin
        report.same(f"cancelled: {call}", states, ["57014"])
        report.true(f"cancelled soon: {call}", took < 20, f"{took:.1f} s")
        report.true(f"the backend continues after {call}", pid == after and pid.isdigit(), output)


# Texts of up to 1 GB, with the results that are allowed.
HUGE = (
    "SELECT url_host('http://h/' || repeat('a', 1073741700))",
    "SELECT length(url_path('http://h/' || repeat('a', 1073741700)))",
    "SELECT url_set_param('http://h/', 'a', repeat('%', 600000000))",
    "SELECT url_parts('http://h/' || repeat('a', 700000000))",
    "SELECT url_resolve('http://h/' || repeat('a', 700000000), '?' || repeat('a', 700000000))",
    "SELECT array_length(url_segments('a:/' || repeat('/', 70000000)), 1)",
)
ALLOWED = {"53200", "54000"}


def huge(server, report, what):
    for statement in HUGE:
        pid, after, states, output = session(server, (statement,))
        report.true(f"{what}: {statement}", set(states) <= ALLOWED, output[:400])
        report.true(f"the backend continues: {statement}", pid == after and pid.isdigit(),
                    output[:400])


def available():
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1])
    return 0


def run(cluster, report):
    server = cluster("hostile")
    server.psql("CREATE EXTENSION locus")
    parallel(server, report)
    payloads(server, report)
    binary(server, report)
    under(server, report)
    cancelled(server, report)
    if available() > 6 << 20:
        huge(server, report, "1 GB")
    else:
        report.skip("texts of 1 GB", "less than 6 GB of memory are free")
    small = cluster("small", limit=500_000, shared_buffers="16MB", jit="off", max_connections=10)
    small.psql("CREATE EXTENSION locus")
    for statement in ("url_normalize(t)", "url_try(t)", "url_segments(t)", "url_parts(t)",
                      "url_decode(t)", "(SELECT count(*) FROM url_params(t))",
                      "url_redact(t, '{a}')", "url_set_param(t, 'a', t)", "(SELECT count(*) FROM url_find(t))",
                      "url_log(t, 'combined')", "url_findings(t)"):
        pid, after, states, output = session(small, (
            f"SELECT length({statement}::text) FROM (SELECT 'HTTP://h/?' || repeat('%41/?a&',"
            f" {n}) AS t) AS s" for n in (100000, 12000000)))
        report.true(f"without memory: {statement}", set(states) <= ALLOWED, output[:400])
        report.true(f"the backend continues without memory: {statement}",
                    pid == after and pid.isdigit(), output[:400])
    for used in (server, small):
        log = used.log()
        report.true("no backend ended", used.alive() and "terminated by signal" not in log
                    and "PANIC" not in log and "TRAP" not in log, log[-2000:])
    report.true("memory did run out", "out of memory" in small.log(), small.log()[-1000:])
