-- SPDX-License-Identifier: MIT
-- URLs in texts (RFC 3986, appendix C; RFC 1738, appendix).
\pset null '(null)'

SELECT * FROM url_find('See http://example.org/a, <ftp://h/b> or (https://h/c_(d)).');
SELECT * FROM url_find('no URL');
SELECT * FROM url_find('');
SELECT * FROM url_find('in "http://h/a b" and mailto:a@example.org.');

-- Positions count characters.
SELECT url, position, substr(t, position, length(url)) = url AS same
FROM (VALUES ('ü→http://h/ü 中 http://g/')) AS d (t), url_find(t);

-- Contexts
SELECT * FROM url_find('a http://h/a. http://h/b,', 'raw');
SELECT * FROM url_find(E'<URL:http://h/a\n  b> http://h/', 'wrapped');
SELECT * FROM url_find('{"a":"http:\/\/h\/\u00e9\u4e2d."}', 'json');
SELECT * FROM url_find('{"a":"http:\/\/h\/\u00e9."}', 'json-raw');
SELECT * FROM url_find('a', 'html');

-- Many, over several steps of the scan, with rows by row
SELECT count(*), min(position), max(position), count(DISTINCT url)
FROM url_find(repeat('ü http://example.org/a ', 200000));
SELECT count(*) FROM (SELECT url_find(t) FROM (VALUES ('http://a http://b'), (NULL), ('http://c')) AS d (t)) AS s;

-- One URL that is longer than a step
SELECT length(url), position FROM url_find('x http://h/' || repeat('a', 3000000) || ' y');

-- A call takes no memory until the query ends.
SELECT count(*), (SELECT sum(total_bytes) < 40000000 FROM pg_backend_memory_contexts) AS little
FROM generate_series(1, 200000) AS n, url_find('http://h/' || n);
