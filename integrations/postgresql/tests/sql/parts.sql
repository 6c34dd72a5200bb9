-- SPDX-License-Identifier: MIT
-- The parts of URLs: RFC 3986, sections 1.1.2 and 3. A row is printed only if it is wrong.
\pset null '(null)'

-- Section 3: foo://example.com:8042/over/there?name=ferret#nose
-- Section 1.1.2: the examples, "mailto", "news", "tel", "telnet" and "urn" among them.
CREATE TEMPORARY TABLE expected (
    url text, scheme text, "user" text, password text, host text, port text, path text,
    query text, fragment text
);
INSERT INTO expected VALUES
('foo://example.com:8042/over/there?name=ferret#nose', 'foo', NULL, NULL, 'example.com', '8042', '/over/there', 'name=ferret', 'nose'),
('urn:example:animal:ferret:nose', 'urn', NULL, NULL, NULL, NULL, 'example:animal:ferret:nose', NULL, NULL),
('ftp://ftp.is.co.za/rfc/rfc1808.txt', 'ftp', NULL, NULL, 'ftp.is.co.za', NULL, '/rfc/rfc1808.txt', NULL, NULL),
('http://www.ietf.org/rfc/rfc2396.txt', 'http', NULL, NULL, 'www.ietf.org', NULL, '/rfc/rfc2396.txt', NULL, NULL),
('ldap://[2001:db8::7]/c=GB?objectClass?one', 'ldap', NULL, NULL, '[2001:db8::7]', NULL, '/c=GB', 'objectClass?one', NULL),
('mailto:John.Doe@example.com', 'mailto', NULL, NULL, NULL, NULL, 'John.Doe@example.com', NULL, NULL),
('news:comp.infosystems.www.servers.unix', 'news', NULL, NULL, NULL, NULL, 'comp.infosystems.www.servers.unix', NULL, NULL),
('tel:+1-816-555-1212', 'tel', NULL, NULL, NULL, NULL, '+1-816-555-1212', NULL, NULL),
('telnet://192.0.2.16:80/', 'telnet', NULL, NULL, '192.0.2.16', '80', '/', NULL, NULL),
('urn:oasis:names:specification:docbook:dtd:xml:4.1.2', 'urn', NULL, NULL, NULL, NULL, 'oasis:names:specification:docbook:dtd:xml:4.1.2', NULL, NULL),
-- 3.2.1: the userinfo ends at "@", its user at the first ":"
('http://u:p:q@h/', 'http', 'u', 'p:q', 'h', NULL, '/', NULL, NULL),
('http://1.2.3.4:5@h:8/', 'http', '1.2.3.4', '5', 'h', '8', '/', NULL, NULL),
('http://@h', 'http', '', NULL, 'h', NULL, '', NULL, NULL),
('http://:@h', 'http', '', '', 'h', NULL, '', NULL, NULL),
-- 3.2.2, 3.2.3: an empty host, an empty port; 3.4, 3.5: empty is not absent
('file:///etc/hosts', 'file', NULL, NULL, '', NULL, '/etc/hosts', NULL, NULL),
('http://h:?#', 'http', NULL, NULL, 'h', '', '', '', ''),
('http://h/?', 'http', NULL, NULL, 'h', NULL, '/', '', NULL),
('http://h/#?', 'http', NULL, NULL, 'h', NULL, '/', NULL, '?'),
('a:', 'a', NULL, NULL, NULL, NULL, '', NULL, NULL),
-- bytes that RFC 3986 does not allow, and browsers send
('http://h/a|b?x={y}', 'http', NULL, NULL, 'h', NULL, '/a|b', 'x={y}', NULL),
('http://bücher.example/ü', 'http', NULL, NULL, 'bücher.example', NULL, '/ü', NULL, NULL),
('http://h/%', 'http', NULL, NULL, 'h', NULL, '/%', NULL, NULL);

SELECT url, url_scheme(url), url_user(url), url_host(url), url_path(url), url_query(url),
       url_fragment(url)
FROM expected
WHERE (url_scheme(url), url_user(url), url_host(url), url_path(url), url_query(url),
       url_fragment(url))
      IS DISTINCT FROM (scheme, "user", host, path, query, fragment);

SELECT url, name, url_part(url, name), value
FROM expected, LATERAL (VALUES ('scheme', scheme), ('user', "user"), ('password', password),
    ('host', host), ('port', port), ('path', path), ('query', query),
    ('fragment', fragment)) AS part (name, value)
WHERE url_part(url, name) IS DISTINCT FROM value
   OR url_part_strict(url, name) IS DISTINCT FROM value;

-- An absent part has no key, an empty one "".
SELECT url, url_parts(url)
FROM expected
WHERE url_parts(url) IS DISTINCT FROM jsonb_strip_nulls(jsonb_build_object(
    'scheme', scheme, 'user', "user", 'password', password, 'host', host, 'port', port,
    'path', path, 'query', query, 'fragment', fragment));
SELECT count(*), count(url_parts(url)) FROM expected;

-- The port that applies: RFC 1738, section 3; RFC 9110, sections 4.2.1 and 4.2.2
SELECT url, url_port(url), port
FROM (VALUES ('http://h/', 80), ('https://h/', 443), ('ftp://h/', 21), ('telnet://h/', 23),
    ('gopher://h/', 70), ('nntp://h/', 119), ('wais://h/', 210), ('prospero://h/', 1525),
    ('http://h:/', 80), ('HTTP://h', 80), ('http://h:8080/', 8080), ('http://h:0/', 0),
    ('http://h:65535/', 65535), ('http://h:65536/', NULL), ('foo://h/', NULL),
    ('http://h:0080/', 80), ('mailto:a@b', NULL)) AS e (url, port)
WHERE url_port(url) IS DISTINCT FROM port;

-- RFC 3986 3.3: segments
SELECT url, url_segments(url), segments
FROM (VALUES ('http://h', '{}'::text[]), ('http://h/', '{""}'), ('http://h/a', '{a}'),
    ('http://h/a/', '{a,""}'), ('http://h//a', '{"",a}'), ('http://h/a%2Fb/c', '{a%2Fb,c}'),
    ('http://h/a;x=1/b?c/d', '{a;x=1,b}'), ('urn:a/b', '{a,b}')) AS e (url, segments)
WHERE url_segments(url) IS DISTINCT FROM segments;

-- What is not valid is NULL
SELECT url, name
FROM (VALUES (''), ('a'), ('/a'), ('//h/'), ('1a:b'), (':'), ('http://h:x/'), ('http://[::1/'),
    ('http://h/ '), ('http://h/<'), (E'http://h/\n'), ('http://[1.2.3.4]/'), ('http://a b/'),
    ('http://h\a/')) AS e (url),
LATERAL (VALUES ('scheme', url_scheme(url)), ('user', url_user(url)),
    ('host', url_host(url)), ('port', url_port(url)::text), ('path', url_path(url)),
    ('query', url_query(url)), ('fragment', url_fragment(url)),
    ('part', url_part(url, 'path')), ('parts', url_parts(url)::text),
    ('segments', url_segments(url)::text), ('param', url_param(url, 'a')),
    ('normalize', url_normalize(url)), ('origin', url_origin(url)),
    ('inet', url_inet(url)::text), ('class', url_address_class(url)),
    ('findings', url_findings(url)::text), ('redact', url_redact(url)),
    ('set', url_set_param(url, 'a', 'b')), ('remove', url_remove_params(url, 'a')),
    ('resolve', url_resolve(url, '')), ('try', url_try(url)::text),
    ('valid', nullif(url_valid(url), false)::text)) AS result (name, value)
WHERE value IS NOT NULL;

-- NULL gives NULL
SELECT url_host(NULL::text) IS NULL AND url_parts(NULL::text) IS NULL
   AND url_param('http://h/?a=b', NULL) IS NULL AND url_valid(NULL) IS NULL AS "null";
