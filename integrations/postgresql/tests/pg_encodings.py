# SPDX-License-Identifier: MIT
"""Databases in other encodings than UTF-8: every result is valid text in them."""

TEXTS = """
http://bücher.example/straße?größe=%C3%BC+ü&x=%E4%B8%AD&y=%FF#ö
http://h/é?a=%e9
http://h/%C3%A9
""".split()

# Each function of a text, with what else it takes.
CALLS = ("url_scheme(u)", "url_user(u)", "url_host(u)", "url_port(u)", "url_path(u)",
         "url_query(u)", "url_fragment(u)", "url_part(u, 'path')", "url_parts(u)",
         "url_param(u, 'größe')", "url_segments(u)", "url_normalize(u)",
         "url_resolve(u, '../ü?%C3%A9')", "url_relativize('http://h/', u)", "url_origin(u)",
         "url_findings(u)", "url_redact(u, '{größe}', 'ß')", "url_set_param(u, 'ä', 'ö')",
         "url_remove_params(u, 'größe')", "url_error(u || ' ')", "url_decode(u)", "u::url",
         "(SELECT string_agg(format('%s=%s', key, value), ' ') FROM url_params(u))",
         "(SELECT string_agg(url || position, ' ') FROM url_find('ü ' || u || '. ß'))",
         "url_host(u::url)", "url_param(u::url, 'größe')", "url_send(u::url)")


def unknown_names(server, report, database, name):
    """An error shows the name that was given."""
    for what, call in (("grammar", "url_valid('http://h/', '{}')"),
                       ("context", "url_find('http://h/', '{}')")):
        got = server.psql("SELECT " + call.format(name), database, encoding="UTF8", check=False)
        report.same(f"{database}: there is no {what} {name}",
                    got.partition("ERROR:  ")[2].splitlines()[:1],
                    [f'22023: there is no {what} "{name}"'])


def check_each(server, report, database, encoding, sql, known):
    """The results, converted to UTF-8, are those of the database in UTF-8."""
    for text in TEXTS:
        for call in CALLS:
            if not known and "ü" in text + call:
                continue
            query = f"SELECT {call} FROM (VALUES ('{text}')) AS t (u)"
            got = server.psql(query, database, encoding="UTF8", check=False)
            report.same(f"{encoding}: {call} of {text}", got, sql(query, call, text))


def single_byte(server, report):
    """LATIN1: every character is one byte, and most of UTF-8's are missing."""
    def expected(query, call, text):
        whole = server.psql(query, "utf8", encoding="UTF8")
        if "%E4%B8%AD" in text and (call.startswith("url_decode") or "FROM url_params" in call):
            whole = whole.replace("中", "%E4%B8%AD")
        return whole
    check_each(server, report, "latin1", "LATIN1", expected, True)
    report.same("an octet that is text only in LATIN1 stays encoded",
                server.psql("SELECT url_param('http://h/?a=%E9', 'a')", "latin1"), "%E9")
    report.same("a character that LATIN1 does not have stays encoded", server.psql(
        "SELECT url_param('http://h/?a=%C3%A9%E2%82%AC', 'a')", "latin1", encoding="UTF8"),
        "é%E2%82%AC")
    report.same("and in JSON becomes percent-encoded", server.psql(
        r"""SELECT url FROM url_find('"http://h/\u00e9\u4e2d"', 'json')""", "latin1",
        encoding="UTF8"), "http://h/é%E4%B8%AD")
    report.same("a log's escapes that are not text stay", server.psql(
        "SELECT agent FROM url_log('192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET /a "
        "HTTP/1.1\" 200 5 \"-\" \"\\xe2\\x82\\xac\"', 'combined')", "latin1"), r"\xe2\x82\xac")
    report.same("and others are undone", server.psql(
        "SELECT agent FROM url_log('192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET /a "
        "HTTP/1.1\" 200 5 \"-\" \"\\xc3\\xa9\"', 'combined')", "latin1", encoding="UTF8"), "é")
    report.same("offsets count characters", server.psql(
        "SELECT url_error('http://h/éé x')", "latin1", encoding="UTF8").split(",")[1], "11")
    report.same("hashes and order do not depend on the encoding",
                server.psql("SELECT url_hash('http://bücher.example/')", "latin1",
                            encoding="UTF8"),
                server.psql("SELECT url_hash('http://bücher.example/')", "utf8",
                            encoding="UTF8"))
    # Every byte, in every place: the result is valid text, and nothing is left out.
    report.same("every byte of LATIN1", server.psql("""
        SELECT count(*) FROM generate_series(1, 255) AS n,
        LATERAL (SELECT convert_from(set_byte('\\x00', 0, n), 'LATIN1') AS c) AS b,
        LATERAL (VALUES ('http://a' || c || 'b/'), ('http://h/' || c || c), ('http://h/?' || c),
                 ('http://h/#' || c), ('x ' || c || 'http://h/' || c)) AS t (u)
        WHERE url_valid(u) AND (
            concat(url_scheme(u), ':', '//' || coalesce(url_user(u) || '@', '') || url_host(u), url_path(u), '?' || url_query(u),
                   '#' || url_fragment(u)) <> u
            OR u::url::text <> u OR url_normalize(u::url) <> url_normalize(u)
            OR convert_from(convert_to(url_normalize(u), 'UTF8'), 'UTF8') <> url_normalize(u))
        """, "latin1"), "0")
    unknown_names(server, report, "latin1", "grämmar")
    report.same("a format that changes from row to row takes no more memory with each",
                server.psql("""
        SELECT count(url_log('/a b', '#Fields: cs-uri c' || repeat('ü', 200 + n % 2))),
               (SELECT sum(total_bytes) < 40000000 FROM pg_backend_memory_contexts)
        FROM generate_series(1, 100000) AS n""", "latin1", encoding="UTF8"), "100000|t")


def multi_byte(server, report):
    """EUC_JP: two bytes of a character may look like UTF-8."""
    check_each(server, report, "euc_jp", "EUC_JP",
               lambda query, call, text: server.psql(query, "utf8", encoding="UTF8"), False)
    # What looks like U+00AB (C2 AB), U+201C or NBSP to a reader of UTF-8 is half of two
    # characters.
    report.same("each pair of characters, in each place", server.psql("""
        WITH c AS MATERIALIZED (
            SELECT convert_from(decode(to_hex(a) || to_hex(b), 'hex'), 'EUC_JP') AS c
            FROM generate_series(x'b0'::int, x'cf'::int) AS a,
                 generate_series(x'a1'::int, x'fe'::int) AS b
            WHERE a < x'cf'::int OR b < x'd4'::int
        ), pairs AS (
            SELECT c || lead(c, 31) OVER () AS c FROM c
        )
        SELECT count(*) FROM pairs, LATERAL url_find('「http://h/' || c || '」 ' || c, 'raw') AS f
        WHERE f.url <> 'http://h/' || c || '」' OR position <> 2
           OR url_path(f.url) <> '/' || c || '」'
           OR octet_length(convert_to(url, 'UTF8')) <> octet_length('http://h/') + 9
              AND octet_length(convert_to(url, 'UTF8')) < octet_length('http://h/') + 7
        """, "euc_jp", encoding="UTF8"), "0")
    report.same("the same as in UTF-8, where a reader would end it", server.psql(
        "SELECT * FROM url_find('見よ「http://例え.jp/東京?京=都」。')", "euc_jp",
        encoding="UTF8"),
        server.psql("SELECT * FROM url_find('見よ「http://例え.jp/東京?京=都」。')", "utf8",
                    encoding="UTF8"))
    report.same("a decoded character", server.psql(
        "SELECT url_param('http://h/?q=%E6%9D%B1%E4%BA%AC%C3%A9%F0%9F%98%80', 'q')", "euc_jp",
        encoding="UTF8"), "東京é%F0%9F%98%80")
    unknown_names(server, report, "euc_jp", "文法")


def no_encoding(server, report):
    """SQL_ASCII: any byte but NUL is text."""
    raw = b"SELECT url_host(u), url_path(u), url_param(u, 'a'), u::url, url_normalize(u::url)" \
          b" FROM (VALUES ('http://\xff\xc3/\xe2\x82?a=\xfe%ff%00%c3%28')) AS t (u)"
    report.same("bytes that are not UTF-8", server.psql(raw, "sql_ascii"),
                b"\xff\xc3|/\xe2\x82|\xfe\xff%00\xc3(|http://\xff\xc3/\xe2\x82?a=\xfe%ff%00%c3%28|"
                b"http://\xff\xc3/\xe2\x82?a=\xfe%FF%00%C3%28")
    report.same("offsets count bytes", server.psql(
        b"SELECT url_error('http://h/\xff\xff x')", "sql_ascii").split(b",")[1], b"11")
    report.same("an error shows them", server.psql(
        b"SELECT url_host_strict('http://h/\xff\xff x')", "sql_ascii", check=False)
        .split(b"\n")[0].split(b"ERROR:  ")[1], b'22P02: invalid URL: "http://h/\xff\xff x"')
    report.same("positions count bytes", server.psql(
        b"SELECT * FROM url_find('\xff\xff http://h/\xff')", "sql_ascii"),
        b"http://h/\xff|4")
    # The first byte of a character of UTF-8, and another text after it
    server.psql(b"CREATE TABLE half AS SELECT '\xf0'::text AS name, 'other'::text AS other",
                "sql_ascii")
    for what, call in ((b"grammar", b"url_valid('http://h/', name)"),
                       (b"context", b"url_find('http://h/', name)")):
        got = server.psql(b"SELECT " + call + b" FROM half", "sql_ascii", check=False)
        report.same(f"an error about a {what.decode()} shows its name and no byte more",
                    got.partition(b"ERROR:  ")[2].splitlines()[:1],
                    [b'22023: there is no ' + what + b' "\xf0"'])


def run(cluster, report):
    server = cluster("encodings")
    for name, encoding in (("utf8", "UTF8"), ("latin1", "LATIN1"), ("euc_jp", "EUC_JP"),
                           ("sql_ascii", "SQL_ASCII")):
        server.psql(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
        server.psql("CREATE EXTENSION locus", name)
    single_byte(server, report)
    multi_byte(server, report)
    no_encoding(server, report)
