-- SPDX-License-Identifier: MIT
-- Parameters of queries: HTML 4.01, 17.13.4.1 and B.2.2; RFC 3986, sections 2.1 and 3.4. A row
-- is printed only if it is wrong.
\pset null '(null)'

SELECT query, key, url_param('http://h/?' || query, key), value
FROM (VALUES ('a=b', 'a', 'b'), ('a=b', 'b', NULL), ('a', 'a', ''), ('a=', 'a', ''),
    ('=b', '', 'b'), ('a=b=c', 'a', 'b=c'), ('a=1&a=2', 'a', '1'), ('A=1&a=2', 'a', '2'),
    ('%61=1', 'a', '1'), ('a%20b=1', 'a b', '1'), ('a+b=1', 'a b', '1'),
    ('a=x+y', 'a', 'x y'), ('a=x%2By', 'a', 'x+y'), ('a=x%2526', 'a', 'x%26'),
    ('a=%C3%BC', 'a', 'ü'), ('%C3%BC=1', 'ü', '1'), ('ü=1', 'ü', '1'),
    -- "&" divides pairs, ";" does not
    ('a=1;b=2', 'a', '1;b=2'), ('&&a=1&', 'a', '1'),
    -- A "%" that begins no encoding stands for itself.
    ('a=%', 'a', '%'), ('a=%zz', 'a', '%zz'), ('a=100%', 'a', '100%'),
    -- What is not UTF-8 stays as it is (RFC 3987, section 3.2).
    ('a=%FF', 'a', '%FF'), ('a=%ff%41', 'a', '%FFA'), ('a=%00', 'a', '%00'),
    ('a=%C3', 'a', '%C3'), ('a=%C3%28', 'a', '%C3('), ('a=%C0%AF', 'a', '%C0%AF'),
    ('a=%ED%A0%80', 'a', '%ED%A0%80'), ('a=%F4%90%80%80', 'a', '%F4%90%80%80'),
    ('a=%E4%B8%AD%E4%B8', 'a', '中%E4%B8')) AS e (query, key, value)
WHERE url_param('http://h/?' || query, key) IS DISTINCT FROM value
   OR url_param_strict('http://h/?' || query, key) IS DISTINCT FROM value;

-- A name without "=" has no value, one with "=" an empty one.
SELECT * FROM url_params('http://h/?a=1&b&c=&=d&&e%26f=%2B+x;y=z#a=2');
SELECT * FROM url_params('http://h/?');
SELECT * FROM url_params('http://h/');
SELECT * FROM url_params('not valid');
SELECT key FROM url_params_strict('http://h/?b&a') ORDER BY position;
SELECT key, value, position FROM url_params('HTTP://H/?a=%41'::url);
-- The rows are the same however the function is called.
SELECT url_params('http://h/?a=1&b');
SELECT (url_params('http://h/?a=1&b')).*;
SELECT p FROM (VALUES ('http://h/?a=1&b'), ('http://h/?c=2')) AS t (u), url_params(u) AS p;
SELECT * FROM ROWS FROM (url_params('http://h/?a=1&b'), url_find('http://g/'))
    WITH ORDINALITY AS r (k, v, n, u, p, row);
CREATE VIEW pairs AS SELECT (p).* FROM (SELECT url_params('http://h/?a=1&b') AS p) AS s;
SELECT * FROM pairs;
DO $$
DECLARE pair record;
BEGIN
    FOR pair IN SELECT * FROM url_params('http://h/?a=1&b') LOOP RAISE NOTICE '%', pair; END LOOP;
    FOR pair IN SELECT url_params('http://h/?a=1&b') AS p LOOP RAISE NOTICE '%', pair.p; END LOOP;
END $$;
-- A call takes no memory until the query ends.
SELECT count(*), (SELECT sum(total_bytes) < 40000000 FROM pg_backend_memory_contexts) AS little
FROM generate_series(1, 200000) AS n, url_params('http://h/?a=' || n);

-- Setting replaces the first and removes others; the rest is not touched. A space becomes "+"
-- (HTML 4.01, 17.13.4.1).
SELECT url, key, value, url_set_param(url, key, value), changed
FROM (VALUES
    ('http://h/', 'a', 'b', 'http://h/?a=b'),
    ('http://h/?', 'a', 'b', 'http://h/?a=b'),
    ('http://h/?x', 'a', 'b', 'http://h/?x&a=b'),
    ('http://h/?a=1&x&%61=2#f', 'a', 'b', 'http://h/?a=b&x#f'),
    ('http://h/?a=1', 'a', '', 'http://h/?a='),
    ('http://h/?a=1', 'a', 'x y&z=%', 'http://h/?a=x+y%26z%3D%25'),
    ('http://h/?a=1', 'b c', '1', 'http://h/?a=1&b+c=1'),
    ('http://h/?a=1', 'b', E'\x01', 'http://h/?a=1&b=%01')) AS e (url, key, value, changed)
WHERE url_set_param(url, key, value) IS DISTINCT FROM changed
   OR url_param(url_set_param(url, key, value), key) IS DISTINCT FROM value;

SELECT url, keys, url_remove_params(url, VARIADIC keys), changed
FROM (VALUES
    ('http://h/?a=1&b=2&c=3', '{b}'::text[], 'http://h/?a=1&c=3'),
    ('http://h/?a=1&b=2&a=3', '{a}', 'http://h/?b=2'),
    ('http://h/?a=1&b=2', '{a,b}', 'http://h/'),
    ('http://h/?a=1&b=2', '{}', 'http://h/?a=1&b=2'),
    ('http://h/?a=1&b=2', '{x}', 'http://h/?a=1&b=2'),
    ('http://h/?a=1&b=2', '{NULL,b}', 'http://h/?a=1'),
    ('http://h/?a*=1&ab=2', '{a*}', 'http://h/?ab=2'),
    ('http://h/?', '{a}', 'http://h/?')) AS e (url, keys, changed)
WHERE url_remove_params(url, VARIADIC keys) IS DISTINCT FROM changed;

SELECT url_remove_params('http://h/?utm_source=a&q=b&fbclid=c', 'utm_source', 'fbclid'),
       url_remove_prefixed('http://h/?utm_source=a&q=b&utm_medium=c&fbclid=d', 'utm_', 'fb');

-- RFC 3986 2.1: decoding, once
SELECT part, url_decode(part), text, url_decode_octets(part), octets
FROM (VALUES ('a%2Fb', 'a/b', '\x612f62'::bytea), ('%2525', '%25', '\x253235'),
    ('%E2%82%AC', '€', '\xe282ac'), ('%FF', '%FF', '\xff'), ('%00', '%00', '\x00'),
    ('+', '+', '\x2b'), ('%', '%', '\x25'), ('', '', '\x')) AS e (part, text, octets)
WHERE url_decode(part) IS DISTINCT FROM text OR url_decode_octets(part) IS DISTINCT FROM octets;
