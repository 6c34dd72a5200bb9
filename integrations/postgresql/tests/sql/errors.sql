-- SPDX-License-Identifier: MIT
-- Which rule fails and where. A row is printed only if it is wrong.
\pset null '(null)'

-- The offset is the length of the longest beginning of the text that a URL may have.
SELECT text, url_valid(text), url_error(text), code, "offset"
FROM (VALUES
    ('', 'scheme', 0), ('a', 'scheme', 1), ('1a:', 'scheme', 0), ('a b:', 'scheme', 1),
    ('http://h:x/', 'userinfo', 10), ('http://h:1x', 'userinfo', 11), ('http://[::1]:x', 'port', 13), ('http://[::1', 'ip-literal', 11),
    ('http://[::g]/', 'ip-literal', 10), ('http://h/a b', 'path', 10),
    ('http://h/?a b', 'query', 11), ('http://h/#a b', 'fragment', 11),
    ('http://h/<', 'path', 9), (E'http://h/\x7f', 'path', 9),
    -- Offsets count characters.
    ('http://h/ü b', 'path', 10), ('http://h/?中文 ', 'query', 12)) AS e (text, code, "offset")
WHERE url_valid(text) OR (url_error(text)).code IS DISTINCT FROM e.code
   OR (url_error(text))."offset" IS DISTINCT FROM e."offset"
   OR (url_error(text)).message IS NULL;
SELECT url_error('http://h/') IS NULL AS "null";

-- Grammars: RFC 3986 allows fewer bytes than web, a reference needs no scheme.
SELECT text, grammar, url_valid(text, grammar), url_error(text, grammar), valid
FROM (VALUES ('http://h/a|b', 'web', true), ('http://h/a|b', 'rfc3986', false),
    ('http://h/%', 'rfc3986', false), ('/a?b', 'rfc3986', false),
    ('/a?b', 'rfc3986-reference', true), ('', 'rfc3986-reference', true),
    ('a|b', 'web-reference', true), ('ftp://h/a;type=i', 'rfc1738', true),
    ('ftp://h/a;type=q', 'rfc1738', false), ('/a', 'request-target', true),
    ('*', 'request-target', true), ('h:80', 'authority', true),
    ('http://u@h/', 'http-url', false)) AS e (text, grammar, valid)
WHERE url_valid(text, grammar) IS DISTINCT FROM valid
   OR (url_error(text, grammar) IS NULL) IS DISTINCT FROM valid;
SELECT url_error('http://h/%', 'rfc3986');
SELECT url_valid('a:', 'rfc4711');
SELECT url_part('http://h/', 'hostname');

-- The errors of the strict functions and of the type
CREATE FUNCTION pg_temp.failing(statement text, OUT state text, OUT message text,
    OUT detail text, OUT hint text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
        detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END $$;
SELECT (pg_temp.failing('SELECT url_host_strict(''http://ü:x/'')')).*;
SELECT (pg_temp.failing('SELECT ''http://h/a b''::url')).*;
SELECT (pg_temp.failing('SELECT url_port_strict(''http://h:65536/'')')).*;
SELECT (pg_temp.failing('SELECT url_resolve_strict(''http://h/'', ''a b'')')).*;
SELECT (pg_temp.failing('SELECT url_relativize_strict(''http://a/b'', ''http://a/./c'')')).*;
SELECT (pg_temp.failing('SELECT url_origin_strict(''http://h:65536/'')')).*;
SELECT (pg_temp.failing(format('SELECT %L::url', 'http://h/' || repeat('ü', 300) || ' '))).*;

-- Each of them raises the error of a text that is not valid, with rule and offset.
SELECT f, detail FROM (
    SELECT f, (pg_temp.failing(f)).* FROM (
        SELECT format('SELECT %I(%s)', proname, 'E''http://h/a\tb''' || repeat(', ''{}''',
                      pronargs - 1)) AS f
        FROM pg_proc WHERE proname LIKE 'url\_%\_strict' AND proname NOT LIKE 'url_log%'
    ) AS calls
) AS results
WHERE (state, left(detail, 32)) IS DISTINCT FROM ('22P02', 'Rule "path" fails at offset 10 o');
SELECT count(DISTINCT proname) FROM pg_proc WHERE proname LIKE 'url\_%\_strict';
