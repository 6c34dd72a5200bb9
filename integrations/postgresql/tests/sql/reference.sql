-- SPDX-License-Identifier: MIT
-- References: RFC 3986, section 5.4. A row is printed only if it is wrong.
\pset null '(null)'
\set base '''http://a/b/c/d;p?q'''

SELECT reference, url_resolve(:base, reference), target
FROM (VALUES
    -- 5.4.1, normal examples
    ('g:h', 'g:h'), ('g', 'http://a/b/c/g'), ('./g', 'http://a/b/c/g'),
    ('g/', 'http://a/b/c/g/'), ('/g', 'http://a/g'), ('//g', 'http://g'),
    ('?y', 'http://a/b/c/d;p?y'), ('g?y', 'http://a/b/c/g?y'),
    ('#s', 'http://a/b/c/d;p?q#s'), ('g#s', 'http://a/b/c/g#s'),
    ('g?y#s', 'http://a/b/c/g?y#s'), (';x', 'http://a/b/c/;x'), ('g;x', 'http://a/b/c/g;x'),
    ('g;x?y#s', 'http://a/b/c/g;x?y#s'), ('', 'http://a/b/c/d;p?q'), ('.', 'http://a/b/c/'),
    ('./', 'http://a/b/c/'), ('..', 'http://a/b/'), ('../', 'http://a/b/'),
    ('../g', 'http://a/b/g'), ('../..', 'http://a/'), ('../../', 'http://a/'),
    ('../../g', 'http://a/g'),
    -- 5.4.2, abnormal examples
    ('../../../g', 'http://a/g'), ('../../../../g', 'http://a/g'), ('/./g', 'http://a/g'),
    ('/../g', 'http://a/g'), ('g.', 'http://a/b/c/g.'), ('.g', 'http://a/b/c/.g'),
    ('g..', 'http://a/b/c/g..'), ('..g', 'http://a/b/c/..g'), ('./../g', 'http://a/b/g'),
    ('./g/.', 'http://a/b/c/g/'), ('g/./h', 'http://a/b/c/g/h'), ('g/../h', 'http://a/b/c/h'),
    ('g;x=1/./y', 'http://a/b/c/g;x=1/y'), ('g;x=1/../y', 'http://a/b/c/y'),
    ('g?y/./x', 'http://a/b/c/g?y/./x'), ('g?y/../x', 'http://a/b/c/g?y/../x'),
    ('g#s/./x', 'http://a/b/c/g#s/./x'), ('g#s/../x', 'http://a/b/c/g#s/../x'),
    ('http:g', 'http:g')) AS e (reference, target)
WHERE url_resolve(:base, reference) IS DISTINCT FROM target
   OR url_resolve_strict(:base, reference) IS DISTINCT FROM target;

-- What url_relativize() writes, url_resolve() resolves to the target.
SELECT base, target, url_relativize(base, target), reference
FROM (VALUES
    ('http://a/b/c/d', 'http://a/b/c/e', 'e'), ('http://a/b/c/d', 'http://a/b/e', '../e'),
    ('http://a/b/c/d', 'http://a/b/c/d', ''), ('http://a/b/c/d', 'http://x/y', '//x/y'),
    ('http://a/b', 'ftp://a/b', 'ftp://a/b'), ('http://a/b?q', 'http://a/b?r', '?r'),
    ('http://a/b', 'http://a/b#s', '#s'), ('http://a/b/c', 'http://a/b/d:e', './d:e'),
    -- No reference leads to a dot-segment.
    ('http://a/b', 'http://a/./c', NULL)) AS e (base, target, reference)
WHERE url_relativize(base, target) IS DISTINCT FROM reference
   OR (reference IS NOT NULL AND url_resolve(base, reference) <> target);

-- A base needs a scheme; a reference may not be any text.
SELECT url_resolve('/a', 'b') IS NULL AND url_resolve(:base, 'a b') IS NULL
   AND url_resolve(:base, E'\x01') IS NULL AND url_relativize('a', :base) IS NULL
   AND url_relativize(:base, 'a') IS NULL AS "null";
