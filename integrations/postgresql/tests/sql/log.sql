-- SPDX-License-Identifier: MIT
-- Lines of access logs. The first line is that of Apache httpd's documentation of its formats.
\pset null '(null)'
\x on

SELECT * FROM url_log('127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326 "http://www.example.com/start.html" "Mozilla/4.08 [en] (Win98; I ;Nav)"', 'combined');
-- Common, with a virtual host, and escapes; a request that is not HTTP
SELECT client, "user", request, method, status, bytes, agent, other
FROM url_log('192.0.2.7 ident - [01/Jan/2024:00:00:00 +0000] "\x16\x03" 400 - "-" "a \"b\" \xc3\xbc"', 'combined');
SELECT agent FROM url_log('192.0.2.7 - - [01/Jan/2024:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "\xff\x00"', 'combined');
-- A duration; the format's own fields
SELECT client, duration, method, target, status, other
FROM url_log('1286536309.450    180 192.0.2.68 TCP_MISS/302 525 GET http://www.google.com/ - HIER_DIRECT/192.0.2.2 text/html', 'squid');
-- Durations are in seconds, whatever the unit of the format: Squid, HAProxy and Envoy write
-- milliseconds, Apache httpd's %D is in microseconds, nginx's in seconds.
SELECT (url_log('Feb  6 12:14:14 localhost haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"', 'haproxy')).duration AS haproxy,
       (url_log('[2016-04-15T20:17:00.310Z] "POST /api/v1/locations HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "locations" "tcp://10.0.2.1:80"', 'envoy')).duration AS envoy,
       (url_log('1234567', '%D')).duration AS httpd,
       (url_log('12.034', '$request_time')).duration AS nginx;
-- One of more than 64 bits
SELECT duration, other FROM url_log('99999999999999999999', '%D');
-- A numeric has at most 131,072 digits before the point and 16,383 after it.
\x off
SELECT what, length(trunc(duration)::text) AS before, scale(duration) AS after,
       length(other->>'duration') AS other
FROM (VALUES
    ('fits', '%T', repeat('9', 131072)),
    ('one too many', '%T', repeat('9', 131073)),
    ('leading zeros are none', '%T', repeat('0', 140000) || '12'),
    ('fits in seconds', '%D', repeat('9', 131078)),
    ('one too many in seconds', '%D', repeat('9', 131079)),
    ('fits', 'json', '{"status":200,"duration":0.' || repeat('9', 16383) || '}'),
    ('one too many', 'json', '{"status":200,"duration":0.' || repeat('9', 16384) || '}'),
    ('trailing zeros are some', 'json', '{"status":200,"duration":0.' || repeat('0', 16384) || '}'),
    ('exponent', 'json', '{"status":200,"duration":1' || repeat('0', 131070) || 'e2}'),
    ('exponent, fits', 'json', '{"status":200,"duration":1' || repeat('0', 131070) || 'e1}'))
    AS e (what, format, line),
LATERAL url_log(line, format);
\x on
-- W3C: the columns of a directive; a time in UTC
SELECT client, "time", local_time, method, target, status, duration
FROM url_log('2002-05-24 20:18:01 172.224.24.114 GET /Default.htm a=b 200 12', '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status time-taken');
-- A format of a configuration; without a time zone
SELECT client, status, duration, target
FROM url_log('192.0.2.7 404 0.250 "GET /x HTTP/1.1"', '$remote_addr $status $request_time "$request"');
-- Envelopes
SELECT client, target, other
FROM url_log('{"log":"192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] \"GET /d HTTP/1.1\" 200 5\n","stream":"stdout","time":"2000-10-10T20:55:36.1Z"}', 'combined', 'docker');
SELECT client, target, other
FROM url_log('2016-10-06T00:17:09.669794202Z stdout F 192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /c HTTP/1.1" 200 5', 'combined', 'cri');
\x off

-- A composite: its parts are columns
SELECT url_host((l).referer), (l).status
FROM (SELECT url_log('192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 5 "http://example.org/x" "-"', 'combined') AS l) AS t;

-- A line that is not a record gives NULL.
SELECT line, url_log(line, 'combined') IS NULL AS "null"
FROM (VALUES (''), ('   '), ('# comment'), ('no line of a log')) AS e (line);
-- The bytes fit in 64 bits, not in a bigint.
SELECT bytes, other FROM url_log('192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 18446744073709551615', 'combined');

SELECT url_log('x', 'no format');
SELECT url_log('x', 'combined', 'no envelope');
SELECT url_log_strict('192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] GET', 'combined');
SELECT url_log_strict('# comment', 'combined') IS NULL AS "null";

-- A format that changes from row to row takes no more memory with each.
SELECT count(url_log('x', (ARRAY['combined', 'json'])[n % 2 + 1])) AS records,
       (SELECT sum(total_bytes) < 40000000 FROM pg_backend_memory_contexts) AS little
FROM generate_series(1, 20000) AS n;
