-- SPDX-License-Identifier: MIT
-- Findings (RFC 1738, section 6; RFC 3986, section 7) and redaction (RFC 3986, section 3.2.1).
-- A row is printed only if it is wrong.
\pset null '(null)'

SELECT url, url_findings(url), findings
FROM (VALUES
    ('http://example.org/a/b?c=d', '{}'::text[]),
    ('http://u:p@example.org/', '{password,user}'),
    ('http://example.org:81/', '{other-port,reserved-port}'),
    ('http://example.org:8080/', '{other-port}'),
    ('http://h/%2e%2e/', '{encoded-unreserved,hidden-dot-segment,above-root}'),
    ('http://h/a/%2F', '{encoded-slash}'),
    ('http://h/a//b', '{empty-segment}'),
    ('http://h/a\b', '{backslash}'),
    ('http://h/#f', '{fragment}'),
    ('http://127.1/', '{odd-ipv4,loopback-host}'),
    ('http://h./', '{final-dot}'),
    ('http://h:/', '{empty-port}'),
    ('http://[::ffff:127.0.0.1]/', '{loopback-host,embedded-ipv4}'),
    ('http://h/%C0%AF', '{not-utf8,overlong-utf8}')) AS e (url, findings)
WHERE NOT (url_findings(url) @> findings AND url_findings(url) <@ findings);

-- On the type url they are those of what was entered.
SELECT url_findings('http://h/%7Ea'), url_findings('http://h/%7Ea'::url),
       url_findings(url_normalize('http://h/%7Ea'::url));

-- Those of a set
SELECT count(*) FROM (VALUES ('http://u@h/'), ('http://h/'), ('not valid')) AS t (u)
WHERE url_findings(u) && '{user,password}';

SELECT url, keys, url_redact(url, keys), redacted
FROM (VALUES
    ('http://u:p@h/?a=1&token=x&token', '{token}'::text[], 'http://XXX:XXX@h/?a=1&token=XXX&token'),
    ('http://h/?token=x', '{}', 'http://h/?token=x'),
    ('http://@h/', '{}', 'http://XXX@h/'),
    ('http://h/?%74oken=x&Token=y', '{token}', 'http://h/?%74oken=XXX&Token=y'),
    ('http://h/?a=1;token=z', '{token}', 'http://h/?a=1;token=XXX')) AS e (url, keys, redacted)
WHERE url_redact(url, keys) IS DISTINCT FROM redacted;
SELECT url_redact('http://u@h/?a=b'), url_redact('http://u@h/?a=b', '{a}', '***');
SELECT url_redact('http://u@h/', '{}', '@');
SELECT url_redact('http://h/?a=b', '{a}', 'x&y');

-- More keys than one pass compares with each parameter of a long query
SELECT left(redacted, 24), right(redacted, 32), length(redacted)
FROM url_redact('http://u:p@h/?' || repeat('x=1&', 500000) || 'a=1;b=2&c=3;d=4&e=5&%66=6&g=7',
    array_cat(ARRAY['b', 'c'] || ARRAY(SELECT n::text FROM generate_series(1, 30) AS n),
              ARRAY['a', 'e', 'XXX', NULL, 'f'])) AS redacted;
