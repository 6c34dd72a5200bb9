# SPDX-License-Identifier: MIT
"""Amazon S3's server access logs."""

from readers import fields

NAMES = ("version_id host_id signature_version ssl_cipher authentication vhost ssl_protocol"
         " access_point acl_required").split()


LINE = fields.verbose(rb"""
    (?P<owner>WORD) \ (?P<bucket>WORD) \ \[CLF_TIME\]
    \ (?P<client>WORD) \ (?P<user>WORD) \ (?P<request_id>WORD) \ (?P<operation>WORD)
    \ (?P<key>WORD)
    \ (?: "(?P<request>REQUEST)" | (?P<none>-) )
    \ (?: - | (?P<status>\d{3}) ) \ (?P<error_code>WORD)
    \ (?: - | (?P<bytes>\d+) ) \ (?: - | (?P<object_size>\d+) )
    \ (?: - | (?P<duration>\d+) ) \ (?: - | (?P<turn_around_time>\d+) )
    \ (?: - | "(?P<referer>QUOTED)" ) \ (?: - | "(?P<agent>QUOTED)" ) TAIL
""", TAIL=fields.tail(NAMES, lambda name: rb"(?P<%s>WORD)" % name.encode()),
    CLF_TIME=fields.CLF_TIME, WORD=rb'[^\x00-\x20"\x7f]+', QUOTED=fields.RAW_TEXT,
    REQUEST=fields.RAW_REQUEST)


def read(line):
    match = LINE.fullmatch(line)
    if not match or line.startswith(b"#") or not fields.is_time(match):
        return None
    spans = fields.spans_of(match)
    if match["none"]:
        kind, parts = fields.NONE, {"request": match.span("none")}
    else:
        kind, parts = fields.request_parts(match)

    return kind, fields.with_values_of(match, {**spans, **parts}, duration=fields.milliseconds)


WORDS = (
    [b"79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be", b"-", b"a", b"#", b""],
    [b"amzn-s3-demo-bucket1", b"-", b"b", b'"'],
    [b"[06/Feb/2019:00:00:38 +0000]", b"[29/Feb/2000:23:59:60 -1130]", b"[01/Dec/2024:00:00:00 +0000]",
     b"-", b"[06/Foo/2019:00:00:38 +0000]", b"[06/Feb/2019:00:00:38]"],
    [b"192.0.2.3", b"-", b"2001:db8::1", b"a b"],
    [b"79a59df900b9", b"-", b"arn:aws:iam::123456789012:user/x", b"a,b"],
    [b"3E57427F3EXAMPLE", b"-", b"--", b'"'],
    [b"REST.GET.OBJECT", b"S3.EXPIRE.OBJECT", b"BATCH.DELETE.OBJECT", b""],
    [b"-", b"photos/2019/08/puppy.jpg", b"a%2520b", b"a b"],
    [b'"GET /amzn-s3-demo-bucket1?versioning HTTP/1.1"', b"-", b'"-"', b'""', b'"PUT /a b HTTP/1.1"',
     b'"GET /\\" HTTP/1.1"', b'"GET /\\x41\\ HTTP/1.1"', b"GET", b'"- / HTTP/1.1"', b'"\x16\x03"',
     b'"GET /?"" HTTP/1.1"', b'"GET /?a" b"'],
    [b"200", b"-", b"204", b"20"],
    [b"-", b"NoSuchBucketPolicy", b"a", b'""'],
    [b"113", b"-", b"0", b"-1"],
    [b"-", b"33", b"0", b"x"],
    [b"7", b"-", b"18446744073709551616", b"0.5"],
    [b"-", b"6", b"0", b""],
    [b'"-"', b'"http://www.example.com/webservices"', b"-", b'""', b'"a"b"', b"a"],
    [b'"S3Console/0.4"', b'"-"', b"-", b'"a\\"', b'"a', b"x"],
    [b"-", b"3HL4kqtJvjVBH40Nrjfkd", b"a", b'"'],
    [b"s9lzHYrFp76ZVxRcpX9+5cjAnEH2ROuNkd2BHfIa6UkFVdtjf5mKR3/eTPFvsiP/XV/VLi31234=", b"-", b"a"],
    [b"SigV4", b"-", b"SigV2"],
    [b"ECDHE-RSA-AES128-GCM-SHA256", b"-", b"a"],
    [b"AuthHeader", b"-", b"QueryString"],
    [b"amzn-s3-demo-bucket1.s3.us-west-1.amazonaws.com", b"-", b"h", b""],
    [b"TLSv1.2", b"-", b"TLSV1.1"],
    [b"arn:aws:s3:us-west-1:123456789012:accesspoint/example-AP", b"-", b"a"],
    [b"Yes", b"-", b"a"],
    [b"us-east-1", b"", b"a \r"],
)


def make(dice):
    parts = fields.words(WORDS, dice)
    if dice.random() < 0.6:
        del parts[dice.randrange(16, len(parts)):]
    return b" ".join(parts)
