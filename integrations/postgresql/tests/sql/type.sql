-- SPDX-License-Identifier: MIT
-- The type url. A row is printed only if it is wrong, unless all are wanted.
\pset null '(null)'

-- What was entered comes out, whatever its normal form.
CREATE TABLE given (u text);
INSERT INTO given VALUES ('HTTP://U:P@Www.Example.ORG:80/a/../b?q#f'), ('http://h'), ('http://h/'),
    ('mailto:a@b'), ('file:///etc'), ('http://h./'), ('http://./'), ('http://.h/'), ('http://.../'),
    ('http://a..b/'), ('http://192.0.2.7:8080/'), ('http://[::1]/'), ('http://[0::1]/'), ('a:'),
    ('a://'), ('a:?'), ('a:#'), ('a:?#'), ('http://h:?#'), ('http://@h'), ('http://:@h:'), ('a:b//c'),
    ('a:/.//b'), ('http://h/%'), ('http://bücher.example/ü?ü#ü'), ('http://1.2.3.4.5/'),
    ('http://[v1.x.y]/'), ('http://h/;a=b/,c'), ('http://a%2Eb.c/');
SELECT u, u::url FROM given WHERE u::url::text <> u OR text(url(u)) <> u;
-- Its normal form is that of the text.
SELECT u, url_normalize(u::url) FROM given WHERE url_normalize(u::url) <> url_normalize(u);
-- Each is equal to itself alone.
SELECT a.u, b.u FROM given a, given b
WHERE (a.u::url = b.u::url) <> (url_normalize(a.u) = url_normalize(b.u));

-- Refused if not valid
SELECT ''::url;
SELECT 'http://h:x/'::url;
SELECT url_try('http://h:x/') IS NULL AS "null", url_try('http://h/');

-- The order: labels of the host from the last one, path, query, then the rest
CREATE TABLE ordered (n serial, u url);
INSERT INTO ordered (u) VALUES ('file:///a'), ('http://com/'), ('http://example.com/'),
    ('http://example.com/#'), ('http://example.com/?'), ('http://example.com/?a'),
    ('http://example.com/a'), ('ftp://example.com/a/b'), ('http://example.com/a/b'),
    ('http://u@example.com/a/b'), ('http://example.com/a/b?c'), ('http://example.com/a0'),
    ('http://a.example.com/'), ('http://b.a.example.com/'), ('http://b.example.com/'),
    ('http://example-a.com/'), ('http://example2.com/'), ('http://com2/'),
    ('http://xn--bcher-kva.example/'), ('http://example.org/');
SELECT n, u FROM ordered ORDER BY u;
SELECT a.u, b.u FROM ordered a, ordered b
WHERE (a.u < b.u) <> (url_cmp(a.u, b.u) < 0) OR (a.u <= b.u) <> (url_cmp(a.u, b.u) <= 0)
   OR (a.u > b.u) <> (url_cmp(a.u, b.u) > 0) OR (a.u >= b.u) <> (url_cmp(a.u, b.u) >= 0)
   OR (a.u = b.u) <> (url_cmp(a.u, b.u) = 0) OR (a.u <> b.u) <> (url_cmp(a.u, b.u) <> 0)
   OR sign(url_cmp(a.u, b.u)) <> -sign(url_cmp(b.u, a.u));
SELECT min(u), max(u) FROM ordered;

-- Hashes do not change between versions: tables that are partitioned by them, and indexes,
-- depend on it. They are those of the normal form as text, so that its hash must be this one.
SELECT u, url_hash(u::url), hash, url_hash_extended(u::url, 1), extended
FROM (VALUES
    ('HTTP://www.EXAMPLE.com:80/%7ea', 'http://www.example.com/~a'),
    ('https://h', 'https://h/'),
    ('ftp://h:21/../a', 'ftp://h/a'),
    ('foo://h:21', 'foo://h:21/'),
    ('http://[0:0::1]/%c3%bc', 'http://[::1]/%C3%BC'),
    ('mailto:A@B', 'mailto:A@B')) AS e (u, form),
LATERAL (SELECT hashtext(form) AS hash, hashtextextended(form, 1) AS extended) AS h
WHERE (url_hash(u::url), url_hash_extended(u::url, 1)) IS DISTINCT FROM (hash, extended);
SELECT u, url_hash(u), url_hash_extended(u, 0)
FROM (VALUES ('http://example.org/'::url), ('https://www.example.org:8443/a?b#c'), ('mailto:a@b'),
    ('http://[::1]/')) AS e (u);
-- The default ports that a normal form does not have: more would change hashes.
SELECT string_agg(s, ' ' ORDER BY s) FROM (VALUES ('ftp', 21), ('http', 80), ('gopher', 70),
    ('nntp', 119), ('telnet', 23), ('wais', 210), ('prospero', 1525), ('https', 443),
    ('rlogin', 513), ('tn3270', 23), ('nfs', 2049), ('z39.50', 210), ('ws', 80), ('wss', 443),
    ('sftp', 22), ('ssh', 22), ('imap', 143), ('ldap', 389), ('ldaps', 636), ('smtp', 25),
    ('redis', 6379), ('mysql', 3306), ('postgresql', 5432), ('rtsp', 554), ('irc', 194),
    ('git', 9418), ('svn', 3690), ('dns', 53), ('sip', 5060), ('xmpp', 5222), ('ftps', 990),
    ('mongodb', 27017), ('amqp', 5672), ('coap', 5683), ('snmp', 161), ('pop', 110),
    ('tftp', 69), ('vnc', 5900), ('rsync', 873), ('afs', 1483)) AS p (s, n)
WHERE (s || '://h:' || n)::url = (s || '://h')::url;

-- Casts
CREATE TABLE casts (u url, t text, v varchar);
INSERT INTO casts (u) SELECT 'http://h/'::text;
INSERT INTO casts (u) SELECT 'http://h/'::varchar;
INSERT INTO casts (t, v) SELECT 'HTTP://h/'::url, 'HTTP://h/'::url;
SELECT * FROM casts;
SELECT 'http://h/'::varchar::url, 'HTTP://h/'::url::varchar;
-- A URL is not a text: a comparison must say what it compares.
SELECT 'http://h/'::url = 'http://h/'::text;

-- Binary output and input
\getenv folder PG_ABS_BUILDDIR
\set file :folder '/given.bin'
CREATE TABLE urls (u url);
INSERT INTO urls SELECT u::url FROM given;
COPY urls TO :'file' (FORMAT binary);
CREATE TABLE read_again (u url);
COPY read_again FROM :'file' (FORMAT binary);
SELECT u FROM given EXCEPT SELECT u::text FROM read_again;
SELECT count(*) FROM read_again;
SELECT url_send('http://ü/');
-- In the encoding that the client has then
PREPARE sent AS SELECT url_send('http://ü/') = textsend('http://ü/') AS same;
EXECUTE sent;
SET client_encoding = 'LATIN1';
EXECUTE sent;
RESET client_encoding;

-- Long ones are compressed or out of line.
CREATE TABLE long (u url);
INSERT INTO long SELECT ('HTTP://h/' || repeat(n || 'abc', 100000))::url FROM generate_series(1, 3) AS n;
INSERT INTO long SELECT ('http://h/' || string_agg(md5(n::text), ''))::url FROM generate_series(1, 3000) AS n;
SELECT length(u::text), url_host(u), u = u::text::url AS same FROM long ORDER BY u;
SELECT length(u::text) > 100000 AS repeated, pg_column_size(u) < 20000 AS compressed, count(*)
FROM long GROUP BY 1, 2;

-- Aggregates, DISTINCT, joins of each kind
SELECT count(DISTINCT u) FROM (VALUES ('http://h/'::url), ('HTTP://h'), ('http://h:80/')) AS e (u);
SET enable_hashjoin = on; SET enable_mergejoin = off; SET enable_nestloop = off;
SELECT count(*) FROM urls a JOIN urls b USING (u);
SET enable_hashjoin = off; SET enable_mergejoin = on;
SELECT count(*) FROM urls a JOIN urls b USING (u);
SET enable_mergejoin = off; SET enable_nestloop = on;
SELECT count(*) FROM urls a JOIN urls b USING (u);
