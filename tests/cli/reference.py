# SPDX-License-Identifier: MIT
"""RFC 3986, appendix A, and the grammar web, as regular expressions over bytes.

Slow, short and independent of the machines: what the tests compare with.
"""

import re

UNRESERVED = rb"[A-Za-z0-9\-._~]"
PCT_ENCODED = rb"%[0-9A-Fa-f]{2}"
SUB_DELIMS = rb"[!$&'()*+,;=]"
USERINFO = rb"(?:%s|%s|%s|:)*" % (UNRESERVED, PCT_ENCODED, SUB_DELIMS)
PCHAR = rb"(?:%s|%s|%s|[:@])" % (UNRESERVED, PCT_ENCODED, SUB_DELIMS)
SCHEME = rb"[A-Za-z][A-Za-z0-9+\-.]*"

OCTET = rb"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])"
IPV4 = rb"%s\.%s\.%s\.%s" % ((OCTET,) * 4)
H16 = rb"[0-9A-Fa-f]{1,4}"
LS32 = rb"(?:%s:%s|%s)" % (H16, H16, IPV4)
IPV6 = b"(?:" + b"|".join(
    [rb"(?:%s:){6}%s" % (H16, LS32), rb"::(?:%s:){5}%s" % (H16, LS32)]
    + [rb"(?:(?:%s:){0,%d}%s)?::(?:%s:){%d}%s" % (H16, 4 - n, H16, H16, n, LS32)
       for n in (4, 3, 2, 1, 0)]
    + [rb"(?:(?:%s:){0,5}%s)?::%s" % (H16, H16, H16),
       rb"(?:(?:%s:){0,6}%s)?::" % (H16, H16)]) + b")"
IPVFUTURE = rb"[vV][0-9A-Fa-f]+\.(?:%s|%s|:)+" % (UNRESERVED, SUB_DELIMS)


def uri(host_extra, pchar, query, fragment):
    """URI of section 3, with these bytes in its parts."""
    reg_name = rb"(?:%s|%s|%s%s)*" % (UNRESERVED, PCT_ENCODED, SUB_DELIMS, host_extra)
    authority = rb"(?:%s@)?(?:\[%s\]|\[%s\]|%s)(?::[0-9]*)?" % (
        USERINFO, IPV6, IPVFUTURE, reg_name)
    hier_part = rb"(?://%s(?:/%s*)*|/(?:%s+(?:/%s*)*)?|%s+(?:/%s*)*|)" % (
        (authority,) + (pchar,) * 5)
    return rb"%s:%s(?:\?%s*)?(?:#%s*)?" % (SCHEME, hier_part, query, fragment)


QUERY = rb"(?:%s|[/?])" % PCHAR
RFC3986 = re.compile(uri(b"", PCHAR, QUERY, QUERY), re.DOTALL)

NOT_WEB = rb"\x00-\x20\x7f\"<>"
WEB = re.compile(uri(rb"|[\x80-\xff]", rb"[^/?#%s]" % NOT_WEB, rb"[^#%s]" % NOT_WEB,
                     rb"[^%s]" % NOT_WEB), re.DOTALL)

GRAMMARS = {"rfc3986": RFC3986, "web": WEB}

# Appendix B, for a URL that is known to be valid.
SPLIT = re.compile(rb"([^:/?#]+):(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)
AUTHORITY = re.compile(rb"(?:(?P<user>[^:@]*)(?::(?P<password>[^@]*))?@)?"
                       rb"(?P<host>\[[^]]*\]|[^:]*)(?::(?P<port>[0-9]*))?")

# Each prefix of a valid URL is completed by one of these: the end of a scheme, the digits
# of a "%", the rest of an IP literal, an "@" after text that is not a port.
COMPLETIONS = (b"", b":", b"a:", b"0", b"00", b"@", b"0@", b"00@",
               b"]", b"a]", b".a]", b"0.a]", b"0]", b":]", b"::]", b":0]",
               b".0]", b"0.0]", b".0.0]", b"0.0.0]", b".0.0.0]")


def valid(grammar, url):
    return GRAMMARS[grammar].fullmatch(url) is not None


def viable(grammar, prefix):
    """Whether a valid URL begins in this way."""
    return any(valid(grammar, prefix + rest) for rest in COMPLETIONS)


def parts(url):
    """{name: (offset, length)} of a valid URL."""
    split = SPLIT.fullmatch(url)
    spans = {"scheme": split.span(1), "path": split.span(4)}
    if split.group(2) is not None:
        authority = AUTHORITY.fullmatch(split.group(3))
        base = split.start(3)
        for name in ("user", "password", "host", "port"):
            if authority.group(name) is not None:
                begin, end = authority.span(name)
                spans[name] = (base + begin, base + end)
    if split.group(5) is not None:
        spans["query"] = split.span(6)
    if split.group(7) is not None:
        spans["fragment"] = split.span(8)
    return {name: (begin, end - begin) for name, (begin, end) in spans.items()}


def host_kind(url):
    """The name of the host's kind, or None if there is no host."""
    spans = parts(url)
    if "host" not in spans:
        return None
    off, length = spans["host"]
    host = url[off:off + length]
    if not host:
        return "empty"
    if host[:1] == b"[":
        return "ipvfuture" if host[1:2] in b"vV" else "ipv6"
    return "ipv4" if re.fullmatch(IPV4, host) else "name"


AUTHORITY_OF = re.compile(rb"[^:]*://[^/?#%s]*" % NOT_WEB)
RUN_ON = re.compile(rb"[^%s]*" % NOT_WEB)


def longest(url):
    """The length of the longest prefix that is a URL of web, or a URL whose authority web
    rejects; 0 if there is no such prefix."""
    authority = AUTHORITY_OF.match(url)
    if authority is not None and WEB.fullmatch(authority.group()) is None:
        return RUN_ON.match(url).end()
    for end in range(len(url), 0, -1):
        if WEB.fullmatch(url, 0, end):
            return end
    return 0
