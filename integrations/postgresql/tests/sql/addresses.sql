-- SPDX-License-Identifier: MIT
-- Addresses (RFC 6890 and the RFCs that it names) and origins (RFC 6454). A row is printed only
-- if it is wrong.
\pset null '(null)'

SELECT host, url_inet('http://' || host || '/'), address,
       url_address_class('http://' || host || '/'), class
FROM (VALUES
    ('192.0.2.7', '192.0.2.7'::inet, 'documentation'),      -- RFC 5737
    ('10.1.2.3', '10.1.2.3', 'private'),                     -- RFC 1918
    ('172.31.0.1', '172.31.0.1', 'private'),
    ('172.32.0.1', '172.32.0.1', 'global'),
    ('127.0.0.1', '127.0.0.1', 'loopback'),                  -- RFC 1122
    ('0.0.0.0', '0.0.0.0', 'unspecified'),
    ('100.64.0.1', '100.64.0.1', 'shared'),                  -- RFC 6598
    ('169.254.169.254', '169.254.169.254', 'link-local'),    -- RFC 3927
    ('224.0.0.1', '224.0.0.1', 'multicast'),                 -- RFC 5771
    ('255.255.255.255', '255.255.255.255', 'broadcast'),     -- RFC 919
    ('198.18.0.1', '198.18.0.1', 'benchmarking'),            -- RFC 2544
    ('240.0.0.1', '240.0.0.1', 'reserved'),                  -- RFC 1112
    ('8.8.8.8', '8.8.8.8', 'global'),
    ('[::1]', '::1', 'loopback'),                            -- RFC 4291
    ('[::]', '::', 'unspecified'),
    ('[fe80::1]', 'fe80::1', 'link-local'),
    ('[fd00::1]', 'fd00::1', 'unique-local'),                -- RFC 4193
    ('[2001:db8::1]', '2001:db8::1', 'documentation'),       -- RFC 3849
    ('[ff02::1]', 'ff02::1', 'multicast'),
    ('[::ffff:10.0.0.1]', '::ffff:10.0.0.1', 'private'),     -- the embedded address counts
    ('[2002:a00:1::]', '2002:a00:1::', 'private'),           -- RFC 3056
    -- Names that inet_aton() reads as addresses
    ('127.1', '127.0.0.1', 'loopback'),
    ('0x7f.1', '127.0.0.1', 'loopback'),
    ('2130706433', '127.0.0.1', 'loopback'),
    ('017700000001', '127.0.0.1', 'loopback'),
    -- Names
    ('localhost', NULL, 'loopback'),                         -- RFC 6761
    ('a.localhost.', NULL, 'loopback'),
    ('example.org', NULL, NULL),
    ('256.0.0.1', NULL, NULL),
    ('1.2.3.4.5', NULL, NULL),
    ('[v1.x]', NULL, NULL)) AS e (host, address, class)
WHERE url_inet('http://' || host || '/') IS DISTINCT FROM address
   OR url_address_class('http://' || host || '/') IS DISTINCT FROM class;

-- A network can be asked about.
SELECT url_inet('http://[::ffff:0:0]/') <<= '::/64' AS in_network,
       url_inet('http://10.2.3.4:80/') <<= '10.0.0.0/8' AS in_network;

-- RFC 6454: section 4 computes an origin, 6.2 writes it; one that equals no other is NULL.
SELECT url, url_origin(url), origin
FROM (VALUES
    ('http://example.com/', 'http://example.com'),
    ('http://example.com:80/', 'http://example.com'),
    ('http://example.com/path/file', 'http://example.com'),
    ('http://example.com:8080/', 'http://example.com:8080'),
    ('http://www.example.com/', 'http://www.example.com'),
    ('https://example.com:80/', 'https://example.com:80'),
    ('HTTPS://u:p@EXAMPLE.com:443/?q#f', 'https://example.com'),
    ('http://[0:0:0:0:0:0:0:1]:8/', 'http://[::1]:8'),
    ('http://h:080/', 'http://h'),
    ('mailto:a@b', NULL), ('file:///etc', NULL), ('data:,a', NULL), ('foo://h/', NULL),
    ('http:///a', NULL), ('http://h:65536/', NULL)) AS e (url, origin)
WHERE url_origin(url) IS DISTINCT FROM origin;

-- Two URLs without an origin in common are not of the same origin.
SELECT url_origin('data:,a') = url_origin('data:,a') AS same;
