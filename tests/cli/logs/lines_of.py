# SPDX-License-Identifier: MIT
"""Lines of access logs for the tests, and what they contain.

Expected values come from the documents of the servers: Apache's mod_log_config, Squid's
FAQ on access.log, HAProxy's manual, section 8.2.3."""

from support import Case, lines, locus

COMBINED = ("scan", "--log", "combined")

# Each line with its target, or None if its request is not an HTTP request.
PLAIN = (
    (b'192.0.2.7 - lena [10/Oct/2000:13:55:36 -0700] "GET /a/b?x=1 HTTP/1.1" 200 2326 '
     b'"http://example.org/p?q#f" "x/1 (+http://bot.example/about)"', b"/a/b?x=1"),
    (b'192.0.2.8 - - [10/Oct/2000:13:55:37 -0700] "POST http://h.example:81/p HTTP/1.0" 404 - '
     b'"-" "-"', b"http://h.example:81/p"),
    (b'192.0.2.8 - - [10/Oct/2000:14:00:00 -0700] "OPTIONS * HTTP/1.1" 204 0', b"*"),
    (b'192.0.2.9 - - [11/Oct/2000:00:00:01 -0700] "CONNECT h.example:443 HTTP/1.1" 502 7',
     b"h.example:443"),
    (b'192.0.2.9 - - [11/Oct/2000:00:00:02 -0700] "GET //evil/x HTTP/1.1" 500 12', b"//evil/x"),
)
# A target with spaces, and one that the server has escaped.
ODD = (
    (b'192.0.2.9 - - [11/Oct/2000:00:00:03 -0700] "GET /a b HTTP/1.1" 400 1', b"/a b"),
    (b'192.0.2.9 - - [11/Oct/2000:00:00:04 -0700] "GET /\\x41\\"\\n HTTP/1.1" 400 1',
     b'/A"\n'),
)
# Requests that are not HTTP requests, as they are written in the line.
NO_REQUESTS = (
    (b'192.0.2.9 - - [11/Oct/2000:00:00:05 -0700] "\\x16\\x03\\x01" 400 1', b"\\x16\\x03\\x01"),
    (b'192.0.2.9 - - [11/Oct/2000:00:00:06 -0700] "-" 408 -', b"-"),
    (b'192.0.2.9 - - [11/Oct/2000:00:00:07 -0700] "" 400 0', b""),
)
# Its HTTP version is missing, so it has a target but is not an HTTP request.
SIMPLE = b'192.0.2.9 - - [11/Oct/2000:00:00:08 -0700] "GET /old" 200 5'
OTHERS = (b"# a comment", b"", b"   ", b"not a line of a log", b"192.0.2.1 - - [10/Oct/20")

SQUID = (b"1286536310.075    921 192.0.2.10 TCP_MISS/200 507 POST http://rcv.example/s?a=b - "
         b"HIER_DIRECT/198.51.100.4 text/html")
HAPROXY = (b"haproxy[14389]: 10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 "
           b'10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"')


def log(*texts):
    return b"".join(text + b"\n" for text in texts)


LINES = log(*(line for line, _ in PLAIN))


class Met(Case):
    def met(self, *conditions, stdin=LINES, command=COMBINED):
        """The numbers from 0 of the lines that meet all conditions, as digits."""
        arguments = [word for condition in conditions for word in ("--where", condition)]
        result = locus(*command, "-n", *arguments, stdin=stdin)
        self.check(result, 0 if result.out else 1)
        return "".join(str(int(line.split(b":")[0]) - 1) for line in lines(result.out))


# Of every kind: 5 + 2 + 3 + 1 records, 2 rejects, 1 comment, 2 blank lines.
MIXED = log(*(line for line, _ in PLAIN), *OTHERS, *(line for line, _ in ODD + NO_REQUESTS),
            SIMPLE)
COUNTS = b"lines 16, records 11, rejects 2, comments 1, blank 2"
TARGETS = [target for _, target in PLAIN + ODD + NO_REQUESTS] + [b"/old"]
