# SPDX-License-Identifier: MIT
"""URLs on three clusters, by postgres_fdw: what is sent to the shards, that the answers are
those of one cluster, and that a shard that is down is an error.

The first cluster also has the database "coordinator", whose partitions are on all three.
"""

import os
import re

from pg_documents import PAGE

SHARDS = 3

SETTINGS = "SET enable_partitionwise_aggregate = on; SET enable_partitionwise_join = on;"


def rows():
    return int(os.environ.get("LOCUS_SHARD_ROWS", "100000"))


def url_of(n):
    """An expression of SQL: the URL of number n."""
    return (f"'http' || CASE {n} % 2 WHEN 0 THEN 's' ELSE '' END || '://'"
            f" || CASE {n} % 3 WHEN 0 THEN 'www.' ELSE '' END || 'host' || ({n}::bigint * 7919) % 1009"
            f" || '.example/' || {n} || '?q=' || {n} % 17")


def spread(coordinator, shards):
    for shard in shards:
        shard.psql("CREATE DATABASE shard")
        shard.psql("CREATE EXTENSION locus; CREATE TABLE by_host (u text);"
                   "CREATE TABLE by_url (u url)", "shard")
    coordinator.psql("CREATE DATABASE coordinator")
    sql = ["CREATE EXTENSION locus", "CREATE EXTENSION postgres_fdw",
           "CREATE TABLE by_host (u text) PARTITION BY HASH (url_host(u))",
           "CREATE TABLE by_url (u url) PARTITION BY HASH (u)",
           "CREATE TABLE one (u text)"]
    for i, shard in enumerate(shards):
        sql += [f"CREATE SERVER shard_{i} FOREIGN DATA WRAPPER postgres_fdw OPTIONS"
                f" (host '127.0.0.1', port '{shard.port}', dbname 'shard', extensions 'locus',"
                " async_capable 'true', batch_size '5000', fetch_size '10000')",
                f"CREATE USER MAPPING FOR CURRENT_USER SERVER shard_{i} OPTIONS (user 'locus')"]
        for table in ("by_host", "by_url"):
            sql.append(f"CREATE FOREIGN TABLE {table}_{i} PARTITION OF {table} FOR VALUES WITH"
                       f" (MODULUS {SHARDS}, REMAINDER {i}) SERVER shard_{i}"
                       f" OPTIONS (table_name '{table}')")
    sql += [f"INSERT INTO one SELECT {url_of('n')} FROM generate_series(1, {rows()}) AS n",
            "INSERT INTO by_host SELECT u FROM one",
            "INSERT INTO by_url SELECT u::url FROM one"]
    coordinator.psql(";\n".join(sql), "coordinator", timeout=1200)
    for shard in shards:
        shard.psql("CREATE INDEX ON by_url (u); ANALYZE", "shard")
    coordinator.psql("ANALYZE by_host; ANALYZE by_url; ANALYZE one", "coordinator", timeout=1200)


def as_the_page_says(shards, report):
    """The statements of doc/postgresql.md, section Shards, with a host and a database."""
    block, = re.findall(r"^    CREATE SERVER .*?(?=^$)", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    block = block.replace("host '…'", f"host '127.0.0.1', port '{shards[1].port}'").replace(
        "dbname '…'", "dbname 'shard'")
    shards[1].psql("CREATE TABLE visits_0 AS SELECT u FROM by_host", "shard")
    shards[0].psql("CREATE DATABASE page")
    query = "SELECT url_host(u), count(*) FROM visits GROUP BY url_host(u)"
    shown = shards[0].psql("CREATE EXTENSION locus; CREATE EXTENSION postgres_fdw;" + block +
                           "CREATE USER MAPPING FOR CURRENT_USER SERVER shard_0 OPTIONS (user 'locus');"
                           f"EXPLAIN (VERBOSE, COSTS OFF) {query};"
                           f"SELECT sum(count) FROM ({query}) AS s", "page")
    report.true("what the page says is pushed down", "Remote SQL: SELECT public.url_host(u), count(*)"
                " FROM public.visits_0 GROUP BY 1" in shown, shown)
    report.same("and answered", shown.splitlines()[-1], shards[1].psql(
        "SELECT count(*) FROM visits_0", "shard"))


def run(cluster, report):
    shards = [cluster(f"shard{i}") for i in range(SHARDS)]
    spread(shards[0], shards)

    def ask(query, check=True):
        return shards[0].psql(SETTINGS + query, "coordinator", check=check)

    def plan(query):
        return ask("EXPLAIN (VERBOSE, COSTS OFF) " + query)

    counts = [int(shard.psql("SELECT count(*) FROM by_host", "shard")) for shard in shards]
    report.same("every row is on one shard", sum(counts), rows())
    report.true("each shard has some", min(counts) > rows() // 10, str(counts))

    # By host: an aggregate is computed on the shards, on all at once.
    query = "SELECT url_host(u), count(*) FROM {} GROUP BY url_host(u)"
    shown = plan(query.format("by_host"))
    report.same("GROUP BY url_host(u): three scans at once",
                shown.count("Async Foreign Scan"), SHARDS)
    report.same("GROUP BY url_host(u): it is in the remote SQL", shown.count(
        "Remote SQL: SELECT public.url_host(u), count(*) FROM public.by_host GROUP BY 1"),
        SHARDS)
    report.true("GROUP BY url_host(u): the coordinator only appends",
                "HashAggregate" not in shown and "GroupAggregate" not in shown, shown)
    ordered = "SELECT md5(string_agg(h || ' ' || n, ',' ORDER BY h)) FROM ({}) AS s (h, n)"
    report.same("GROUP BY url_host(u): the answer of one cluster",
                ask(ordered.format(query.format("by_host"))),
                ask(ordered.format(query.format("one"))))
    shown = plan("SELECT count(*) FROM by_host WHERE url_host(u) = 'host7.example'")
    report.same("a host is on one shard", shown.count("Foreign Scan"), 1)
    report.same("its rows", ask("SELECT count(*) FROM by_host WHERE url_host(u) = 'host7.example'"),
                ask("SELECT count(*) FROM one WHERE url_host(u) = 'host7.example'"))

    # By URL: a condition is sent to all shards.
    query = "SELECT u FROM {} WHERE url_host(u) = 'host7.example'"
    shown = plan(query.format("by_url"))
    report.same("WHERE url_host(u) = …: on all shards", shown.count("Async Foreign Scan"), SHARDS)
    report.same("WHERE url_host(u) = …: it is in the remote SQL", shown.count(
        "Remote SQL: SELECT u FROM public.by_url WHERE ((public.url_host(u) = 'host7.example'::text))"),
        SHARDS)
    ordered = "SELECT md5(string_agg(u::text, ' ' ORDER BY u::text)), count(*) FROM ({}) AS s"
    report.same("WHERE url_host(u) = …: the answer of one cluster",
                ask(ordered.format(query.format("by_url"))),
                ask(ordered.format(query.format("one"))))
    query = "SELECT u FROM by_url WHERE u << 'host7.example'"
    shown = plan(query)
    report.same("WHERE u << …: it is in the remote SQL", shown.count(
        "WHERE ((u OPERATOR(public.<<) 'host7.example'::text))"), SHARDS)
    report.same("WHERE u << …: the answer of one cluster", ask(ordered.format(query)), ask(
        ordered.format("SELECT u FROM one WHERE url_host(u) IN ('host7.example',"
                       " 'www.host7.example')")))
    some = f"(SELECT u FROM one ORDER BY u LIMIT 1 OFFSET {rows() // 2})"
    value = ask(some)
    shown = plan(f"SELECT u FROM by_url WHERE u = '{value}'")
    report.same("one URL is on one shard", shown.count("Foreign Scan"), 1)
    report.same("it is there", ask(f"SELECT u FROM by_url WHERE u = '{value}'"), value)
    for column in ("u::text", "url_port(u)", "url_path(u)", "url_parts(u)"):
        query = f"SELECT md5(string_agg(x, ' ' ORDER BY x COLLATE \"C\")) FROM (SELECT" \
                f" ({column})::text FROM {{}}) AS s (x)"
        report.same(f"{column}: the answer of one cluster", ask(query.format("by_url")),
                    ask(query.format("one")))

    as_the_page_says(shards, report)

    # A shard that is down is an error.
    shards[-1].stop()
    for query in ("SELECT url_host(u), count(*) FROM by_host GROUP BY url_host(u)",
                  "SELECT u FROM by_url WHERE url_host(u) = 'host7.example'",
                  "SELECT count(*) FROM by_url"):
        got = ask(query, check=False)
        report.true(f"a shard is down: {query}",
                    "ERROR:  08001: could not connect to server \"shard_2\"" in got
                    and "(" not in got.split("ERROR")[0], got[:500])
    shards[-1].start()
    report.same("it is back", ask("SELECT count(*) FROM by_host"), str(rows()))
