# SPDX-License-Identifier: MIT
"""Hostile requests of HTTP/1, for the tests of the servers: random, the same for the same
state of the generator (random.Random)."""

import os

# How long they are sent.
SECONDS = float(os.environ.get("LOCUS_HOSTILE_SECONDS", "10"))

# Targets that are changed at random, and pieces of which others are made.
TARGETS = (
    b"/", b"/a/b?c=d&e=f", b"http://u:p@h.example:80/a/../b?utm_a=1&b=2#f", b"//h/a", b"*",
    b"h:443", b"/%2e%2e/%00", b"/?a=%41+b&&a;=", b"http://[::1]:8080/", b"/..%c0%af..;/\\x",
    b"ftp://h/a;type=i", b"mailto:a@b", b"gopher://h/1a%09b", b"a:1", b"/?" + b"a=1&" * 300,
    b"HTTPS://h?", b"http://[", b"http://h:99999", b"http:h", b"mailto://h")
PIECES = (
    b"/", b"//", b"/..;/", b"/../", b"/./", b"..", b"%", b"%2", b"%2e", b"%2f", b"%00", b"%0d%0a",
    b"%c0%af", b"%u002f", b"%7e", b"\\", b"*", b"http://", b"http://h", b"mailto:", b"?",
    b"?a=b&", b"&a=%41", b"&", b"=", b"#", b"@", b":", b";", b"[", b"]", b"::1", b"a", b"utm_x",
    b"token", b"localhost", b"65536", b"|", b"<", b"\"", b"{}", b"\xff", b"\x80", b"\xc3\xa9",
    b" ", b"\t", b"\0", b"\r", b"\n", b"\r\n", b"x" * 300, b"x" * 5000)
# Targets made of these alone mostly pass.
TAME = (b"/a", b"b", b"?c=d", b"&a=%41", b"/../", b"%7e", b"#f", b"/a;b", b"//", b"%2f", b":", b"|")

METHODS = (b"GET", b"GET", b"GET", b"POST", b"HEAD", b"OPTIONS", b"CONNECT", b"get", b"G T",
           b"G\0T", b"G\xc3T", b"")
VERSIONS = (b"HTTP/1.1",) * 20 + (b"HTTP/1.0", b"HTTP/0.9", b"HTTP/1.", b"HTTP/2.0", b"HTTP/9",
                                  b"")
HOSTS = (b"Host: h", b"Host: h.example", b"Host: ", b"Host: a@b", b"Host: [::1",
         b"Host: 127.1:0", b"Host: h\r\nHost: i")
FIELDS = (b"Content-Length: 5", b"Content-Length: -1", b"Transfer-Encoding: chunked",
          b"Expect: 100-continue", b"Referer: http://u:p@h/?sid=1#f", b"Referer: \xff\\",
          b"PRI * HTTP/2.0\r\n\r\nSM\r\n")
ANYTHING = (*PIECES, *(method + b" " for method in METHODS),
            *(line + b"\r\n" for line in (*VERSIONS, *HOSTS, *FIELDS, b"", b"\r\n")))


def changed(generator, text):
    text = bytearray(text)
    for _ in range(generator.randrange(12)):
        at = generator.randrange(len(text) + 1)
        kind = generator.randrange(5)
        if kind == 0:
            text[at:at] = generator.choice(PIECES)
        elif kind == 1:
            del text[at:at + generator.randrange(1, 8)]
        elif kind == 2:
            text[at:at] = b"%%%02x" % generator.randrange(256)
        elif kind == 3:
            other = generator.choice(TARGETS)
            text[at:at] = other[generator.randrange(len(other)):]
        else:
            text[at:at + 1] = bytes([generator.randrange(256)])
    return bytes(text)


def target(generator):
    """What is sent in place of a request target."""
    kind = generator.random()
    if kind < 0.03:
        # The request line may end anywhere around 1 KiB, the size of a server's first buffer.
        return (b"http://" + b"h" * generator.randrange(960, 1020)
                + generator.choice((b"", b":", b":80", b":8080"))
                + generator.choice((b"", b"/", b"/a?b", b"?b")))
    if kind < 0.3:
        return (generator.choice((b"/", b"http://h"))
                + b"".join(generator.choices(TAME, k=generator.randrange(7))))
    if kind < 0.6:
        return changed(generator, generator.choice(TARGETS))
    made = b"".join(generator.choices(PIECES, k=generator.randrange(13)))
    return made if kind < 0.7 else b"/" + made


def request(generator, names=(b"Referer",), fields=b""):
    """A request, or nearly one. `names` are those of fields that have hostile values; `fields`
    are further ones, in each request."""
    kind = generator.random()
    if kind < 0.05:
        return generator.randbytes(generator.randrange(1, 400))
    if kind < 0.15:
        return b"".join(generator.choices(ANYTHING, k=generator.randrange(1, 30)))
    made = generator.choice(METHODS) + b" " + target(generator)
    if generator.random() < 0.6:
        # So that the target gets to the module.
        made = b"GET " + bytes(b for b in made[4:] if b > 0x20 and b != 0x7f)
    made += b" " + generator.choice(VERSIONS) + b"\r\n"
    made += (generator.choice(HOSTS) if generator.random() < 0.3 else HOSTS[0]) + b"\r\n"
    for name in names:
        if generator.random() < 0.5:
            value = target(generator).translate(None, b"\r\n\0")
            made += name + b": " + value + b"\r\n"
    if generator.random() < 0.2:
        made += generator.choice(FIELDS) + b"\r\n"
    made += fields + b"\r\n"
    if generator.random() < 0.1:
        at = generator.randrange(len(made))
        made = made[:at] + generator.choice(PIECES) + made[at + generator.randrange(3):]
    return made[:generator.randrange(len(made))] if generator.random() < 0.05 else made
