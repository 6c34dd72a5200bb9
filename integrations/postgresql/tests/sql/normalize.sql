-- SPDX-License-Identifier: MIT
-- Normal forms: RFC 3986, section 6.2; RFC 5952. A row is printed only if it is wrong.
\pset null '(null)'

CREATE TEMPORARY TABLE normal (url text, form text);
INSERT INTO normal VALUES
-- 6.2.2: "the following two URIs are equivalent"
('example://a/b/c/%7Bfoo%7D', 'example://a/b/c/%7Bfoo%7D'),
('eXAMPLE://a/./b/../b/%63/%7bfoo%7d', 'example://a/b/c/%7Bfoo%7D'),
-- 6.2.2.1
('HTTP://www.EXAMPLE.com/', 'http://www.example.com/'),
('http://h/%3a', 'http://h/%3A'),
-- 6.2.2.2
('http://h/%7Euser/%2D%5F%2e', 'http://h/~user/-_.'),
-- 6.2.3
('http://example.com', 'http://example.com/'),
('http://example.com/', 'http://example.com/'),
('http://example.com:/', 'http://example.com/'),
('http://example.com:80/', 'http://example.com/'),
('https://example.com:443', 'https://example.com/'),
('ftp://h:21/a', 'ftp://h/a'),
('http://h:8080/', 'http://h:8080/'),
('foo://h:80/', 'foo://h:80/'),
('http://h/a?', 'http://h/a?'),
('http://h/a#', 'http://h/a#'),
('mailto:A@B', 'mailto:A@B'),
('http://U@h/', 'http://U@h/'),
-- RFC 5952, section 4: leading zeros, "::" for the longest run, lower case
('http://[2001:0DB8:0:0:1:0:0:1]/', 'http://[2001:db8::1:0:0:1]/'),
('http://[0:0:0:0:0:0:0:1]/', 'http://[::1]/'),
('http://[::FFFF:192.0.2.1]/', 'http://[::ffff:192.0.2.1]/');

SELECT url, url_normalize(url), form FROM normal
WHERE url_normalize(url) IS DISTINCT FROM form OR url_normalize_strict(url) <> form;

-- Normalizing again changes nothing.
SELECT url FROM normal WHERE url_normalize(url_normalize(url)) <> url_normalize(url);

-- Two URLs of the type url are equal if their normal forms are, and only then; then their
-- hashes are equal.
SELECT a.url, b.url FROM normal a, normal b
WHERE (a.url::url = b.url::url) <> (a.form = b.form)
   OR (a.form = b.form AND (url_hash(a.url::url) <> url_hash(b.url::url)
       OR url_hash_extended(a.url::url, 7) <> url_hash_extended(b.url::url, 7)
       OR url_cmp(a.url::url, b.url::url) <> 0));

-- The functions on the type url read the normal form.
SELECT url, url_normalize(url::url), form FROM normal
WHERE url_normalize(url::url) IS DISTINCT FROM form
   OR url_host(url::url) IS DISTINCT FROM url_host(form)
   OR url_parts(url::url) IS DISTINCT FROM url_parts(form);
