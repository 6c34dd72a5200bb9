-- SPDX-License-Identifier: MIT
-- Indexes of the type url: all say the same as a scan of the table.
\pset null '(null)'

CREATE TABLE visited (id serial, u url);
INSERT INTO visited (u)
SELECT url((ARRAY['http', 'https', 'HTTP'])[1 + n % 3] || '://' ||
       (ARRAY['example.org', 'www.example.org', 'a.b.example.org', 'example.org.', 'example-x.org',
              'example.com', 'EXAMPLE.ORG', 'notexample.org', 'org', '192.0.2.7', '192.0.2.70',
              '[2001:db8::7]', '[2001:db8::70]', 'example.org.uk'])[1 + n % 14] ||
       '/' || n % 50 || '?' || n % 7)
FROM generate_series(1, 20000) AS n;
ANALYZE visited;

CREATE TABLE domains (d text);
INSERT INTO domains VALUES ('example.org'), ('EXAMPLE.org'), ('example.org.'), ('www.example.org'),
    ('org'), ('uk'), ('192.0.2.7'), ('[2001:db8::7]'), ('2.7'), ('xample.org'), ('nowhere'),
    (''), ('a b'), ('u@example.org'), ('example.org:80'), ('example.org/'),
    ('.');
-- How many there are of each: 1429 of the first host and its like, 1428 of the last ones
CREATE TABLE counted AS
SELECT d, count(*) FILTER (WHERE u << d) AS n, bool_or(u << d IS NULL) AS no_domain
FROM domains, visited GROUP BY d;
SELECT * FROM counted ORDER BY d;
-- The same by the host as text
SELECT d, n FROM counted
WHERE NOT no_domain AND n <> (SELECT count(*) FROM visited
    WHERE '.' || rtrim(lower(url_host(u)), '.') LIKE '%.' || rtrim(lower(d), '.')
      AND (url_inet(u) IS NULL OR lower(url_host(u)) = d));

-- All names are under the root, and addresses are between them in the order: it is not taken as
-- a domain, whatever the URL.
SELECT d, u, u << d AS under, url_domain_first(d) IS NULL AND url_domain_end(d) IS NULL AS unbounded
FROM (VALUES ('.'), ('%2e')) AS r (d),
     (VALUES ('http://a/'::url), ('http://./'), ('http://a./'), ('http://.../'), ('file:///a')) AS v (u);

CREATE FUNCTION plan(statement text, OUT line text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || statement LOOP RETURN NEXT; END LOOP;
END $$;

-- One in 350 rows is http://example.org/10?0, two thirds of them with http or HTTP: 38.
SELECT count(*) FROM visited WHERE u = 'HTTP://Example.org:80/10?0';

-- btree
CREATE INDEX visited_btree ON visited (u);
SET enable_seqscan = off; SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE u << 'example.org';
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE 'example.org' >> u;
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE url_under(u, 'example.org');
EXPLAIN (COSTS OFF) SELECT d, count(*) FROM domains JOIN visited ON u << d GROUP BY d;
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE u = 'http://example.org/1?1';
EXPLAIN (COSTS OFF) SELECT u FROM visited ORDER BY u LIMIT 1;
SELECT d, n, c.count FROM counted, LATERAL (SELECT count(*) FROM visited WHERE u << d) AS c
WHERE n <> c.count;
SELECT count(*) FROM visited WHERE u = 'HTTP://Example.org:80/10?0';
PREPARE under (text) AS SELECT count(*) FROM visited WHERE u << $1;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE under ('example.org');
EXECUTE under ('www.example.org');
EXECUTE under ('not a domain');
RESET plan_cache_mode;
-- The bounds of a domain are not URLs: as text, such as in a dump or in the SQL that postgres_fdw
-- sends, they are refused instead of being URLs that lie elsewhere in the order.
SELECT url_domain_first('example.org'), url_domain_end('[::1]');
SELECT url_domain_first('example.org')::text::url;
SELECT url_domain_end('[::1]')::text::url;
SELECT url_findings(url_domain_first('example.org'));
-- Many to sort: the abbreviated keys say the same as whole ones.
SELECT count(*) FROM (SELECT u, lag(u) OVER (ORDER BY u) AS before FROM visited) AS s WHERE u < before;
DROP INDEX visited_btree;

-- BRIN
CREATE TABLE clustered AS SELECT * FROM visited ORDER BY u;
CREATE INDEX clustered_brin ON clustered USING brin (u) WITH (pages_per_range = 4);
ANALYZE clustered;
SET enable_bitmapscan = on;
EXPLAIN (COSTS OFF) SELECT id FROM clustered WHERE u << 'example.com';
SELECT d, n, c.count FROM counted, LATERAL (SELECT count(*) FROM clustered WHERE u << d) AS c
WHERE n <> c.count;
SELECT count(*) FROM clustered WHERE u >= 'http://example.org/' AND u < 'http://example.org/1';

-- hash
CREATE INDEX visited_hash ON visited USING hash (u);
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE u = 'http://example.org/10?0';
SELECT count(*) FROM visited WHERE u = 'HTTP://Example.org:80/10?0';
-- It cannot answer "<<".
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE u << 'example.org';
DROP INDEX visited_hash;
RESET enable_seqscan;
SELECT count(*) FROM visited WHERE u = 'HTTP://Example.org:80/10?0';

-- Indexes on what functions return
CREATE INDEX visited_host ON visited (url_host(u));
-- Two domains are one URL.
CREATE UNIQUE INDEX one ON domains ((url('http://' || d || '/'))) WHERE url_valid('http://' || d || '/');
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM visited WHERE url_host(u) = 'example.com';

-- Partitions by hash
CREATE TABLE parted (u url) PARTITION BY HASH (u);
CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO parted SELECT u FROM visited;
SELECT count(*), count(DISTINCT tableoid) FROM parted;
SELECT count(*) FROM parted WHERE u = 'HTTP://Example.org:80/10?0';
SELECT line FROM plan('SELECT * FROM parted WHERE u = ''http://example.org/10?0''') AS p (line)
WHERE line ~ 'Seq Scan';

-- A domain that changes from row to row takes no more memory with each.
SELECT count(*) FILTER (WHERE 'http://a/'::url << ('d' || n)) AS under,
       (SELECT sum(total_bytes) < 40000000 FROM pg_backend_memory_contexts) AS little
FROM generate_series(1, 100000) AS n;
