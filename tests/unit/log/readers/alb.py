# SPDX-License-Identifier: MIT
"""AWS's Application and Classic Load Balancers."""

from readers import fields

NAMES = ("target_group trace_id vhost certificate rule_priority creation_time actions"
         " redirect_url error_reason backends backend_statuses classification"
         " classification_reason connection_id").split()
UNQUOTED = ("target_group", "rule_priority", "creation_time", "connection_id")


def field(name):
    pattern = rb"(?P<%s>WORD)" if name in UNQUOTED else rb'"(?P<%s>QUOTED)"'
    return pattern % name.encode()


LINE = fields.verbose(rb"""
    (?: (?P<type>[a-z][a-z0-9]*)\  )? UTC_TIME
    \ (?!-\ )(?P<elb>WORD)
    \ (?: - | (?P<client>WORD) : (?P<client_port>\d+) )
    \ (?P<backend>WORD)
    \ (?: NO_TIME | (?P<request_time>SECONDS) )
    \ (?: NO_TIME | (?P<duration>SECONDS) )
    \ (?: NO_TIME | (?P<response_time>SECONDS) )
    \ (?: - | (?P<status>\d{3}) ) \ (?: - | (?P<backend_status>\d{3}) )
    \ (?: - | (?P<received_bytes>\d+) ) \ (?: - | (?P<bytes>\d+) )
    \ "(?P<request>QUOTED)"
    (?: \ "(?P<agent>QUOTED)" \ (?P<ssl_cipher>WORD) \ (?P<ssl_protocol>WORD) TAIL )?
""", TAIL=fields.tail(NAMES, field), UTC_TIME=fields.UTC_TIME, NO_TIME=rb"-(?:SECONDS)?", SECONDS=rb"\d+(?:\.\d+)?",
    WORD=rb'[^\x00-\x20"\x7f]+', QUOTED=rb'(?:[^"\\]|\\.)*')


def read(line):
    match = LINE.fullmatch(line)
    if not match or not fields.is_time(match):
        return None
    kind, parts = fields.request_parts(match, dash_is_method=False)
    spans = fields.spans_of(match, ("client",))

    # Only what is quoted has escapes.
    quoted = {"request", "agent", *parts}.union(name.replace("_", "-") for name in NAMES
                                               if name not in UNQUOTED)
    return kind, fields.with_values_of(match, {**spans, **parts},
                                       **dict.fromkeys(quoted, fields.unescaped),
                                       duration=lambda text: fields.seconds(text, 0))


WORDS = (
    [b"http", b"h2", b"wss", b"", b"H2"],
    [b"2018-07-02T22:23:00.186641Z", b"2000-02-29T23:59:60Z", b"1999-12-31T00:00:00.1Z",
     b"2018-07-02T22:23:00", b"2018-13-02T22:23:00Z", b"2018-07-02T22:23:00.Z"],
    [b"app/my-loadbalancer/50dc6c495c0c9188", b"my-loadbalancer", b"a", b"-", b""],
    [b"192.168.131.39:2817", b"2001:db8::1:443", b"-", b"192.0.2.1", b":1", b'":1'],
    [b"10.0.0.1:80", b"-", b"[::1]:80", b"--", b"a b"],
    [b"0.000", b"-1", b"0", b"-", b"1.", b"-1.5", b".5"],
    [b"0.001", b"-1", b"60", b"1.0000000001", b"x"],
    [b"0.000", b"-1", b"0.000057", b"", b"-x"],
    [b"200", b"-", b"460", b"20", b"0"],
    [b"200", b"-", b"000", b"2000"],
    [b"34", b"0", b"-", b"-1"],
    [b"366", b"0", b"-", b"1.5"],
    [b'"GET http://www.example.com:80/ HTTP/1.1"', b'"- - - "', b'"GET https://h:443/a b HTTP/2.0"',
     b'"- http://h:80- -"', b'""', b'"-"', b'"GET /\\"\\\\\\x41 HTTP/1.1"', b'"GET /x"', b'"GET / HTTP/1.1'],
    [b'"curl/7.46.0"', b'"-"', b'"a \\"b\\" \\\\"', b'""', b'"a"b"', b"-"],
    [b"-", b"ECDHE-RSA-AES128-GCM-SHA256", b"a", b'"-"'],
    [b"-", b"TLSv1.2", b"a", b""],
    [b"arn:aws:elasticloadbalancing:us-east-2:1:targetgroup/t/7", b"-", b"a", b'"'],
    [b'"Root=1-58337364-23a8c76965a2ef7629b185e3"', b'"-"', b'""', b"-"],
    [b'"www.example.com"', b'"-"', b'"a"', b'"-', b"-"],
    [b'"arn:aws:acm:us-east-2:1:certificate/1"', b'"-"', b'"session-reused"', b""],
    [b"1", b"0", b"-1", b"-"],
    [b"2018-07-02T22:22:48.364000Z", b"-", b"x"],
    [b'"authenticate,forward"', b'"-"', b'"redirect"'],
    [b'"https://example.com:80/?\\"=x"', b'"-"', b'"a b"'],
    [b'"LambdaUnhandled"', b'"-"', b'"a"'],
    [b'"10.0.0.1:80 10.0.0.2:80"', b'"-"', b'"a"'],
    [b'"200 502"', b'"-"', b'"2"'],
    [b'"Ambiguous"', b'"-"', b'"Severe"'],
    [b'"UndefinedContentLengthSemantics"', b'"-"', b'"x"', b"x"],
    [b"TID_1234abcd5678ef90", b"-", b"a"],
    [b'"-" "-" "-"', b"", b"x\r"],
)


def make(dice):
    parts = fields.words(WORDS, dice)
    if dice.random() < 0.3:
        del parts[0]
    if dice.random() < 0.6:
        del parts[dice.randrange(11, len(parts)):]
    return b" ".join(parts)
