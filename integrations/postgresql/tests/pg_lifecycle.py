# SPDX-License-Identifier: MIT
"""Dump and restore, and the upgrade from each earlier version of the extension."""

import re

from pg_server import SOURCE

# What a catalog says of the extension, without OIDs.
DESCRIBED = """
SELECT pg_describe_object(d.classid, d.objid, 0) AS object,
       coalesce(p.prosrc, '') || coalesce(format(' %s', (p.procost, p.prorows,
           p.provolatile, p.proisstrict, p.proparallel, p.prosupport::regproc)), '')
FROM pg_depend d JOIN pg_extension e ON d.refobjid = e.oid
LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
WHERE d.refclassid = 'pg_extension'::regclass AND e.extname = 'locus'
ORDER BY 1, 2;
"""

TABLES = """
CREATE TABLE visited (id int PRIMARY KEY, u url NOT NULL, CHECK (url_valid(u::text)));
INSERT INTO visited SELECT n, url('http://' || chr(97 + n % 26) || '.Example.org/%7e' || n)
FROM generate_series(1, 2000) AS n;
CREATE INDEX visited_u ON visited (u);
CREATE INDEX visited_hash ON visited USING hash (u);
CREATE INDEX visited_brin ON visited USING brin (u);
CREATE INDEX visited_host ON visited (url_host(u));
CREATE UNIQUE INDEX visited_distinct ON visited (u, id);
CREATE TABLE parted (u url) PARTITION BY HASH (u);
CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parted SELECT u FROM visited;
CREATE TABLE checked (u url CHECK (u << 'org'), a url[], host text GENERATED ALWAYS AS (url_host(u))
    STORED, EXCLUDE USING btree (u WITH =));
INSERT INTO checked SELECT u, ARRAY[u, NULL] FROM visited WHERE id <= 100;
CREATE INDEX checked_some ON checked (url_host(u), url_param(u, 'a')) WHERE u << 'example.org';
CREATE TABLE ranged (u url) PARTITION BY RANGE (u);
CREATE TABLE ranged_0 PARTITION OF ranged FOR VALUES FROM (MINVALUE) TO ('http://m.example.org/');
CREATE TABLE ranged_1 PARTITION OF ranged FOR VALUES FROM ('http://m.example.org/') TO (MAXVALUE);
INSERT INTO ranged SELECT u FROM visited;
CREATE MATERIALIZED VIEW hosts AS SELECT url_host(u) AS host, count(*) FROM visited GROUP BY 1;
CREATE VIEW logged AS SELECT (url_log('x', 'combined')).*;
CREATE TABLE lines (l access_log);
INSERT INTO lines SELECT url_log('192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 5',
                                 'combined');
"""

SUMMARY = """
SELECT md5(string_agg(id || ' ' || u, ',' ORDER BY id)) FROM visited;
SELECT u FROM visited ORDER BY u LIMIT 5;
SELECT tableoid::regclass::text, count(*) FROM parted GROUP BY 1 ORDER BY 1;
SELECT md5(string_agg(host || a::text, ',' ORDER BY u)) FROM checked;
SELECT tableoid::regclass::text, count(*) FROM ranged GROUP BY 1 ORDER BY 1;
SELECT * FROM hosts ORDER BY host LIMIT 3;
SELECT * FROM lines;
SET enable_seqscan = off;
SELECT count(*) FROM visited WHERE u << 'a.example.org';
SELECT count(*) FROM visited WHERE u = 'http://b.example.org/~1';
"""


def versions():
    """The versions of which there is a script, oldest first; the last is the default."""
    control = (SOURCE / "locus.control").read_text()
    default = re.search(r"default_version = '([\d.]+)'", control).group(1)
    names = {path.stem.split("--")[-1] for path in SOURCE.glob("locus--*.sql")}
    return sorted(names, key=lambda name: [int(n) for n in name.split(".")]), default


def dump_and_restore(server, report):
    server.psql("CREATE DATABASE original")
    server.psql("CREATE EXTENSION locus;" + TABLES, "original")
    before = server.psql(SUMMARY, "original")
    report.same("one row by equality", before.splitlines()[-1], "1")
    for form in ("plain", "custom", "directory"):
        server.psql(f"CREATE DATABASE restored_{form}")
        file = server.home / form
        connection = ["-h", server.home, "-p", str(server.port), "-U", "locus"]
        server.program("pg_dump", *connection, "-F", form, "-f", file, "original")
        if form == "plain":
            server.program("psql", *connection, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", file,
                           f"restored_{form}")
        else:
            server.program("pg_restore", *connection, "--exit-on-error", "-d",
                           f"restored_{form}", file)
        report.same(f"what was dumped is restored: {form}",
                    server.psql(SUMMARY, f"restored_{form}"), before)
    # A restart reads the same from the files.
    server.stop()
    server.start()
    report.same("the same after a restart", server.psql(SUMMARY, "original"), before)
    server.psql("CREATE EXTENSION amcheck", "original")
    report.same("the btree is in order", server.psql(
        "SELECT bt_index_check('visited_u', true)", "original", check=False), "")


def upgrade(server, report):
    known, default = versions()
    report.same("the newest version is the default", known[-1], default)
    server.psql("CREATE DATABASE fresh")
    server.psql("CREATE EXTENSION locus", "fresh")
    fresh = server.psql(DESCRIBED, "fresh")
    report.true("a catalog", "function url_host(text)" in fresh and "type url" in fresh, fresh)
    for version in known[:-1]:
        name = "from_" + version.replace(".", "_")
        server.psql(f"CREATE DATABASE {name}")
        # What depends on the old version stays.
        server.psql(f"CREATE EXTENSION locus VERSION '{version}';"
                    "CREATE TABLE t (u text); INSERT INTO t VALUES ('http://h/a'), ('x');"
                    "CREATE INDEX t_host ON t (url_host(u));"
                    "CREATE VIEW v AS SELECT url_host(u) AS host, url_parts(u) FROM t;"
                    f"ALTER EXTENSION locus UPDATE TO '{default}';", name)
        report.same(f"{version} becomes {default}", server.psql(
            "SELECT extversion FROM pg_extension WHERE extname = 'locus'", name), default)
        report.same(f"{version} has all of {default} after the upgrade",
                    server.psql(DESCRIBED, name), fresh)
        report.same("a view and an index of before", server.psql(
            "SET enable_seqscan = off; SELECT host FROM v WHERE host = 'h';"
            "ALTER TABLE t ALTER u TYPE url USING url_try(u); ", name, check=False)[:1], "h")
        report.same("the view was in the way of another type, as with any view", server.psql(
            "DROP VIEW v; ALTER TABLE t ALTER u TYPE url USING url_try(u);"
            "SELECT url_host(u) FROM t WHERE u << 'h'", name), "h")
    report.same("it can be dropped", server.psql(
        "DROP EXTENSION locus CASCADE; SELECT count(*) FROM pg_proc WHERE proname LIKE 'url\\_%'",
        "fresh"), "0")


def run(cluster, report):
    server = cluster("lifecycle")
    dump_and_restore(server, report)
    upgrade(server, report)
