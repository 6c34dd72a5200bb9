# SPDX-License-Identifier: MIT
"""URLs of RFC 3986 in which components vary, and which kinds in the table of
doc/clickhouse.md each belongs to: a test proves that the table leaves out no kind."""

import itertools
import random
import re
import urllib.parse

PASSWORD = "userinfo with a password (3.2.1)"
SIGNS_IN_USERINFO = "userinfo with ~ & ; = (3.2.1)"
NO_DOT = "a host without a dot (3.2.2)"
SIGNS_IN_HOST = "a host with ~ & ; = (3.2.2)"
LITERAL = "an IP literal (3.2.2)"
NO_AUTHORITY = "no authority (3)"
FRAGMENT = "a fragment (3.5)"
AFTER_HASH = "a parameter after # (3.5)"
PORT_AT_END = "a port without a path after it (3.2.3)"

# The texts of each component. A text without a name has nothing special. A port is at most
# 65535: of a greater one, both ClickHouse and locus say that there is none.
SCHEMES = (("http",), ("HTTP",), ("ftp",), ("x+y",))
USERINFO = (("",), ("u@",), ("@",), ("a,b@",), ("u.v_-!$'()*+@",), ("u:p@", PASSWORD),
            (":@", PASSWORD), ("a.example:80@", PASSWORD),
            ("u%40x@", "userinfo with an escape (3.2.1)"),
            *((sign + "u@", SIGNS_IN_USERINFO) for sign in "~&;="))
HOSTS = (("www.h.example",), ("H.Example",), ("1.2.3.4",), ("a-b.c_d",), ("a!$'()*+,b.c",),
         ("a..b",), ("", "an empty host (3.2.2)"), ("localhost", NO_DOT), ("h", NO_DOT),
         ("h.example.", "a final dot (3.2.2)"), ("[::1]", LITERAL), ("[v1.a]", LITERAL),
         ("ex%61mple.org", "an escape in the host (3.2.2)"),
         *(("a" + sign + "b.c", SIGNS_IN_HOST) for sign in "~&;="))
PORTS = (("",), (":",), (":1",), (":8080",), (":0080",), (":65535",))
PATHS = (("",), ("/",), ("/a",), ("/a;b:1",), ("/a/b", "a slash in the path (3.3)"),
         ("//", "a slash in the path (3.3)"), ("/a@b", "@ in the path (3.3)"))
QUERIES = (("",), ("?",), ("?q=1",), ("?q=",), ("?x=1&q=2&q=3",), ("?xq=1&Q=2",), ("?x:1",),
           ("?x;q=1",), ("?a/b", "a query with a slash (3.4)"), ("?q=1@c", "@ in the query (3.4)"),
           ("?x=?q=1", "? in a value (3.4)"), ("?%71=1", "an escaped key (6.2.2.2)"),
           ("?q&q=1", "a key without a value (3.4)"))
FRAGMENTS = (("",), ("#", FRAGMENT), ("#a/b@c:1", FRAGMENT), ("#q=1", FRAGMENT, AFTER_HASH),
             ("#/?q=1", FRAGMENT, AFTER_HASH), ("#x&q=1", FRAGMENT, AFTER_HASH))
WITHOUT_AUTHORITY = ("mailto:a@b.example", "urn:a:b", "data:text/plain,a", "tel:+1", "file:/a", "x:",
                     "about:blank", "http:a", "x:a.b:80")

# RFC 3986, appendix B
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$")


def urls(count, seed):
    """(URL, what it has): each text of each component once alone, then `count` mixtures."""
    components = (SCHEMES, (("://",),), USERINFO, HOSTS, PORTS, PATHS, QUERIES, FRAGMENTS)
    source = random.Random(seed)
    alone = ([texts[0] for texts in components[:i]] + [text]
             + [texts[0] for texts in components[i + 1:]]
             for i, texts in enumerate(components) for text in texts)
    mixed = ([source.choice(texts) for texts in components] for _ in range(count))
    for chosen in itertools.chain(alone, mixed):
        names = {name for _, *names in chosen for name in names}
        *_, (port, *_), (path, *_), (query, *_), (fragment, *_) = chosen
        if port and not path and query + fragment:
            names.add(PORT_AT_END)
        yield "".join(text for text, *_ in chosen), names
    for url in WITHOUT_AUTHORITY:
        yield url, {NO_AUTHORITY}


def right(url):
    """What the four functions should return, by appendix B. If there is no value, this is what
    ClickHouse returns instead of NULL."""
    match = APPENDIX_B.match(url)
    authority = match[4] or ""
    host, port = re.fullmatch(r"(\[[^]]*\]|[^:]*)(?::(\d*))?", authority.rpartition("@")[2]).groups()
    value = ""
    for pair in (match[7] or "").split("&"):
        if urllib.parse.unquote_plus(pair.partition("=")[0]) == "q":
            value = pair.partition("=")[2]
            break
    return {"domain": host, "port": int(port or 0), "netloc": authority,
            "extractURLParameter": value}
