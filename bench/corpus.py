#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes texts for benchmarks of parsers, one per line.

    corpus.py web   [--seed N] [--count N]      like links of the open web
    corpus.py long  [--seed N] [--count N]      150 bytes, queries, percent-encoding
    corpus.py targets [--seed N] [--count N]    the targets of requests in a log
    corpus.py variants [--seed N] [--count N]   those of web, with the same normal form
    corpus.py attacks [--seed N] [--count N]    URLs with signs of an attack
    corpus.py references [--seed N] [--count N] relative references, and URLs
    corpus.py site [--seed N] [--count N]       the targets, with a scheme and one host
    corpus.py worst [--bytes N] [--family NAME] texts that are hard for a parser
    corpus.py worst --list                      the names of the families
    corpus.py hard [--bytes N] [--family NAME]  texts that are hard for a scan
    corpus.py hard --list                       the names of the families

The same seed gives the same bytes, everywhere and with every python3, and a
longer corpus begins with the shorter one: the random numbers and the names, which
belong to nobody, come from generate-log.py.

web: 45 bytes on average
    scheme      https 90, http 10 per cent
    host        "www." 63; a name of 4 to 11 letters, 8 with a hyphen; under
                example.com, .example, .test …; 1 an address, 0.1 a port
    path        1 to 7 segments, most often one or two; a word, two or three words
                joined by "-", or a number; ending in "/" or ".html" 30
                each
    query       5: one or two parameters; 0.5 of all texts have a fragment
    pct-encoded 0.5
    not RFC 3986    0.7: a raw space, "|", "[", an invalid "%", UTF-8
long: 150 bytes on average
    host        as above, a port in 5, userinfo in 1
    path        2 to 5 segments
    query       all: parameters until the URL has a random length of 70 to 189
                bytes; a value is a word 40, a number 20, a token 15,
                percent-encoded words 15, a whole percent-encoded URL 10
    fragment    10
targets: those of the log that generate-log.py writes, 19 bytes on average
variants: line by line the URLs of web, 50 bytes on average, changed in ways that
    normalization undoes (RFC 3986, 6.2.2): capitals in the scheme and the host 70, dot-segments 60, a
    percent-encoded unreserved character 60 per cent; 1 in 13 is not changed
attacks: 60 bytes on average
    a URL of web without its query and fragment, and one or two signs of an attack
    (SIGNS): traversal 35 per cent, hidden octets 25, the host 15, Unicode 10, userinfo
    and port 15
references: 20 bytes on average
    a path from the root 35, relative to the base 40 (with one to three ".." 20), a query
    5, a fragment 5, a URL 15 per cent
worst: one family, or a text of --bytes of each; see FAMILIES
hard: the same for FAMILIES and HARD
"""

import argparse
import importlib
import sys

sys.dont_write_bytecode = True

log = importlib.import_module("generate-log")

DOMAINS = ("example.com", "example.org", "example.net", "example.com", "example",
           "test", "example.com", "invalid")
WORDS = log.TOPICS + (
    "a", "of", "how-to", "index", "blog", "products", "en", "about", "news",
    "2015", "watch", "user", "category", "story", "article", "photos", "item",
    "view", "recipes", "best-of", "events", "map", "winter", "garden", "bread")
KEYS = ("q", "id", "page", "utm_source", "utm_medium", "lang", "ref", "v",
        "callback", "session", "sort", "filter[]", "date_from", "category")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WRONG = (" b", "|x", "[1]", "%", "%zz", "%4", "\u00e9", "\u71c8\u53f0", "^",
         "`", "{id}", "\\")

# Families of texts that are hard for a parser: a prefix, and the piece that is
# repeated after it. If the piece ends in a newline, the text is many URLs.
FAMILIES = {
    "colons": ("", ":"),
    "slashes": ("", "://"),
    "nested": ("", "a://"),
    "letters-colons": ("", "a:"),
    "percents": ("http://h/", "%"),
    "cut-percent-encoded": ("http://h/", "%4"),
    "percent-encoded": ("http://h/", "%41"),
    "brackets": ("", "[]"),
    "round-brackets": ("http://h/", "()"),
    "open-brackets": ("http://h/", "("),
    "dots": ("http://h/", "."),
    "labels": ("http://", "a."),
    "label-percent-encoded": ("http://", "%41."),
    "userinfo": ("http://", "a:1"),
    "at-signs": ("http://", "@"),
    "ipv6-near-misses": ("", "http://[1:2:3:4:5:6:7:8:9]/\n"
                         "http://[1::2::3]/\nhttp://[::1.2.3.256]/\n"
                         "http://[1:2:3:4:5:6:7]/\nhttp://[::12345]/\n"),
    "ipv4-near-misses": ("http://", "1.2.3."),
    "shortest": ("", "a:b\n"),
    "shortest-in-text": ("", "a://b "),
    "one-byte-lines": ("", "h\n"),
    "schemes": ("", "abcdefghijklmnopqrstuvwxyz0123456789+-." * 7),
    "news": ("news:", "a.b"),
    "high-bytes": ("http://h/", "\u00e9"),
    "long-line": ("http://example.org/", "a"),
}


def name(dice):
    made = "".join(dice.pick(LETTERS) for _ in range(4 + dice.below(8)))
    if dice.percent(8):
        made = made[:3] + "-" + made[3:]
    return made


def host(dice):
    if dice.percent(1):
        return dice.pick(log.ADDRESSES)
    return (("www." if dice.percent(63) else "")
            + name(dice) + "." + dice.pick(DOMAINS)
            + (f":{8000 + dice.below(1000)}" if dice.percent(0.1) else ""))


def segment(dice):
    kind = dice.share(68, 14, 2, 16)
    if kind == 0:
        return dice.pick(WORDS)
    if kind == 1:
        return f"{dice.pick(WORDS)}-{dice.pick(WORDS)}"
    if kind == 2:
        return f"{dice.pick(WORDS)}-{dice.pick(WORDS)}-{dice.pick(WORDS)}"
    return str(dice.below(100000))


def path(dice, count):
    ending = ("", "/", ".html")[dice.share(40, 30, 30)]
    return "/" + "/".join(segment(dice) for _ in range(count)) + ending


def web(dice):
    scheme = "https" if dice.percent(90) else "http"
    count = 1 + dice.share(44, 37, 11, 4, 2, 1, 1)
    made = f"{scheme}://{host(dice)}{path(dice, count)}"
    if dice.percent(0.5):
        made += "%20" + dice.pick(WORDS)
    if dice.percent(5):
        made += f"?{dice.pick(KEYS[:2])}={dice.pick(WORDS)}"
        if dice.percent(40):
            made += f"&{dice.pick(KEYS[2:8])}={dice.below(1000)}"
    if dice.percent(0.5):
        made += f"#{dice.pick(WORDS)}"
    if dice.percent(0.7):
        made += dice.pick(WRONG)
    return made


def value(dice):
    kind = dice.share(40, 20, 15, 15, 10)
    if kind == 0:
        return dice.pick(WORDS)
    if kind == 1:
        return str(dice.below(10000000))
    if kind == 2:
        return log.token(dice, 8 + dice.below(24))
    if kind == 3:
        return log.percent_encode(f"{dice.pick(WORDS)}, {dice.pick(WORDS)} & more")
    return log.percent_encode(web(dice).encode("ascii", "ignore").decode())


def long(dice):
    length = 70 + dice.below(120)
    made = "https" if dice.percent(90) else "http"
    made += "://" + ("user:pw@" if dice.percent(1) else "") + host(dice)
    made += ":8080" if dice.percent(5) and made[-1] not in "0123456789" else ""
    made += path(dice, 2 + dice.below(4))
    separator = "?"
    while separator == "?" or len(made) < length:
        key = dice.pick(KEYS).replace("[]", "%5B%5D")
        made += f"{separator}{key}={value(dice)}"
        separator = "&"
    if dice.percent(10):
        made += f"#{dice.pick(WORDS)}"
    return made


# How attackers hide what they ask for. Each has a finding of locus_findings(), whichever
# URL it is part of: a path, or an authority.
SIGNS = {
    "traversal": ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd",
                  "/..;/manager/html", "/..%5c..%5cboot.ini", "/%252e%252e%252fetc/passwd",
                  "/a/..\\..\\web.config", "/.%2e/admin", "/static/..%3b/admin",
                  "/?file=../../etc/passwd", "/?f=..%2f..%2fproc/self/environ"),
    "octets": ("/a%00.jpg", "/a%0d%0aSet-Cookie:%20x=1", "/%c0%af%c0%aeetc", "/a%u002fb",
               "/%ff%fe/", "/a%09b", "/admin%20/", "/%61dmin", "/?q=%27%20or%201=1%00",
               "/a%zz", "/a;jsessionid=1", "//evil.example/a", "/a%252fb"),
    "host": ("127.0.0.1", "localhost", "169.254.169.254", "10.0.0.8", "0x7f.0.0.1", "0177.1",
             "[::1]", "[::ffff:10.0.0.1]", "0.0.0.0", "example.com.", "ex%61mple.com"),
    "unicode": ("/%e2%88%95etc", "/%ef%bc%8e%ef%bc%8e/a", "/%ef%bc%8fadmin", "/a%e2%80%a4b",
                "/%e2%84%80", "/%c0%ae%c0%ae/"),
    "authority": ("admin:secret@", "www.example.org@", "a%40b:x@", ":22", ":025", ":0",
                  ":99999", ":", ":8080"),
}


def with_sign(dice, scheme, host, rest):
    """Adds one of SIGNS, which may take the place of the host."""
    kind = list(SIGNS)[dice.share(35, 25, 15, 10, 15)]
    sign = dice.pick(SIGNS[kind])
    if kind == "host":
        return scheme, sign, rest
    if kind == "authority":
        if sign.startswith(":"):
            bare = host.rpartition("@")[2]
            has_port = ":" in bare.rpartition("]")[2]
            return scheme, host if has_port else host + sign, rest
        return scheme, host if "@" in host else sign + host, rest
    return scheme, host, rest.rstrip("/") + sign


def attack(dice):
    made = web(dice).split("?")[0].split("#")[0]
    scheme, host_and_path = made.split("://")
    name_of_host, slash, rest = host_and_path.partition("/")
    parts = with_sign(dice, scheme, name_of_host, slash + rest)
    if dice.percent(30):
        parts = with_sign(dice, *parts)
    return f"{parts[0]}://{parts[1]}{parts[2]}"


def capitals(dice, text):
    return "".join(letter.upper() if dice.percent(50) else letter for letter in text)


def variant(dice, url):
    """A URL with the normal form of another one."""
    scheme, rest = url.split("://", 1)
    name_of_host, slash, rest = rest.partition("/")
    if dice.percent(70):
        scheme, name_of_host = capitals(dice, scheme), name_of_host.title()
    kind = dice.share(30, 30, 40)
    if kind == 0:
        rest = f"{dice.pick(WORDS)}/../{rest}"
    elif kind == 1:
        rest = "./" + rest
    letter = rest.find(dice.pick("aeiost"))
    if letter >= 0 and dice.percent(60) and "%" not in rest[max(letter - 2, 0):letter]:
        rest = f"{rest[:letter]}%{ord(rest[letter]):02x}{rest[letter + 1:]}"
    return f"{scheme}://{name_of_host}{slash}{rest}"


def variants(seed, count):
    """Each line of the corpus `web` of the same seed, with random changes."""
    dice, changes = log.Dice(seed), log.Dice(seed + 1)
    return [variant(changes, web(dice)) for _ in range(count)]


def reference(dice):
    kind = dice.share(35, 20, 20, 5, 5, 15)
    count = 1 + dice.share(50, 35, 15)
    if kind == 0:
        return path(dice, count)
    if kind == 1:
        return path(dice, count)[1:]
    if kind == 2:
        return "../" * (1 + dice.below(3)) + path(dice, count)[1:]
    if kind == 3:
        return f"?{dice.pick(KEYS[:2])}={dice.pick(WORDS)}"
    if kind == 4:
        return f"#{dice.pick(WORDS)}"
    return f"https://{host(dice)}{path(dice, count)}"


def target(dice):
    """The text between the method and the protocol of a request."""
    while True:
        parts = log.visit(dice)[0].split(" ")
        if len(parts) == 3 and parts[1].isprintable():
            return parts[1]


def site(dice):
    return f"https://www.example.org{target(dice)}"


# How each text of a corpus is made, and how many there are.
TEXTS = {"web": (web, 48000), "long": (long, 14000), "targets": (target, 60000),
         "attacks": (attack, 40000), "references": (reference, 60000), "site": (site, 40000)}


# Opening brackets of 16 kinds, more than a scan remembers places for.
OPENING = ("\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\uff08\uff3b\uff5b"
           "\u27e6\u27e8\u27ea\u27ec")

# Texts on which a scan with some context and grammar is slow, found by repeating many
# pieces. Either a candidate must be read far to find out that it is not a URL, and the
# next one begins right after its scheme; or a URL begins every few bytes; or a line does
# not end.
HARD = {
    "escaped-news": ("", "\\u003anews"),
    "escaped-slash-news": ("", "\\/news:"),
    "news-round-brackets": ("", "news:()"),
    "news-colons": ("", "::news"),
    "news-slashes": ("", "news://"),
    "message-ids": ("", "mid:"),
    "closed-tel": ("", "tel:]"),
    "two-slashes": ("", ":s://"),
    "quoted-hosts": ("", "“a://b|é/"),
    "bracketed-hosts": ("", "(a://b|é/"),
    "bracketed-bars": ("", "(a://b|"),
    "corner-brackets": ("", "「http://a「"),
    "escaped-sequences": ("", "h\\u001b[m://"),
    "names-not-ascii": ("", "http://ä"),
    "apostrophes": ("", "'http://a/"),
    "commas": ("", "a://b,"),
    "unclosed-after-brackets": ("", "x://{\u2018"),
    "unfinished-addresses": ("", "http://[h\u201c"),
    "apostrophes-in-paths": ("", "&quot;\turn:'s"),
    "sequences-before-news": ("", "\\u001b[mnews:"),
    "sequences-before-urn": ("", "#\x1b[murn:"),
    "sequences-before-hosts": ("", "\x1b[Khttp://"),
    "bracketed-message-ids": ("", "[mid:"),
    "sequences-in-news": ("", "\x1b[mnews:'"),
    "bracketed-sequences": ("", "(\x1b[mnews:"),
    "sequences-after-news": ("news:", "\x1b[m"),
    "brackets-before-sequences": ("", "}(x://\\u001b[mmailto:wais://h/"),
    "apostrophes-after-hosts": ("", ";a://'"),
    "escaped-brackets": ("", "{a://\u300d\\\\"),
    "unclosed-brackets": ("", "\u3010x://"),
    "brackets-of-two-kinds": ("", "(wais://}\u300ca://\u00ab\u3011"),
    "brackets-before-files": ("", "\uff08\u300d\u3010file://"),
    "brackets-before-backslashes": ("", "\uff08x://()\\"),
    "guillemets-before-brackets": ("", "\u00bb\u300cx://"),
    "brackets-after-apostrophes": ("", "cid:'{"),
    "angle-brackets-before-cid": ("", "<cid:['"),
    "brackets-before-coloured-urls": ("", "{\x1b[mftp://x://\u300d"),
    "erasures-before-brackets": ("", "data:\x1b[K[rlogin://\u3001"),
    "guillemets-after-hosts": ("", "a://\u00ab"),
    "quotes-and-tabs-after-hosts": ("", "a://\u2018\t"),
    "escaped-backticks": ("", "\\`x://"),
    "quotes-before-erasures": ("", "\u201e\\\\\\u2018wais://\\u001b[K\u3001"),
    "brackets-across-sequences": ("", "x://\x1b[m}\x1b[K|\x1b[K\u3010"),
    "brackets-of-many-kinds": ("", "".join(f"{mark}x://}}" for mark in OPENING)),
    "sequences-after-brackets": ("", "".join(f"{mark}x://\x1b[m}}\x1b[K"
                                             for mark in OPENING)),
    "less-than-before-hosts": ("", "<x://}"),
    "guillemets-after-backslashes": ("", "x://\\\u00ab"),
    "quotes-in-brackets": ("", "{x://\u201c"),
    "sequences-after-quotes": ("", "".join(f"{mark}x://\x1b[m}}"
                                           for mark in "<\u201c\u2018\u2039")),
    "escaped-sequences-before-hosts": ("", "\\u001b[mx://\u2018"),
    "brackets-before-escaped-sequences": ("", "{\\u001b[mx://\u00bb"),
    "backticks-after-sequences": ("", "\u00ab{urn:\x1b[m`x://"),
    "escaped-quotes-in-brackets": ("", "h/\\u201c}~\\u2018(z39.50s://"),
    "escaped-colons-in-brackets": ("", "\\u003a[]\uff09\u3010tn3270://"),
    "escaped-slashes-in-brackets": ("", "\\u002f[mid:"),
    "escaped-letters-in-brackets": ("", "data:\u2019s\u00bb&quot;\\u0061(x://gopher://"),
    "backslashes-in-brackets": ("", "|\\\\[a://"),
    "escapes-that-are-none": ("", "\\u001b\\urn:"),
    "escaped-backslashes-in-strings": ("", "tel:\\\\'\":\""),
    "strings-after-apostrophes": ("", "mid:'\""),
    "strings-that-end": ("", "\u203a\x1b'a://["),
    "closed-brackets": ("", "(a://)"),
    "less-than-before-braces": ("", "}<cid:{}"),
    "escapes-after-hosts": ("", "a://\x1b"),
    "escapes-after-percents": ("", "<sip:%\x1b"),
    "guillemets-after-sequences": ("", "{\x1b[m\u00abx://"),
    "sequences-after-apostrophes": ("", "nntp://'\u3010\x1b[0;1m"),
    "sequences-before-apostrophes": ("", "[urn:\x1b[K'"),
    "sequences-in-schemes": ("", "x://\\u2018[h\\u001b[K"),
    "apostrophes-before-news": ("", "'news:"),
    "closers-before-cid": ("", ")cid:"),
    "asterisks-before-news": ("", "*news:"),
}


# By how many bytes each of the lines of a family is longer than the last.
LONGER = 37


def worst(family, size):
    """A text of `size` bytes, or up to a piece less, so that no line is cut."""
    prefix, piece = (part.encode() for part in {**FAMILIES, **HARD}[family])
    text = (prefix + piece * (size // len(piece) + 1))[:size]
    if piece.endswith(b"\n"):
        text = text[:text.rfind(b"\n") + 1]
    return text


def worst_lines(family, size, line):
    """At least `size` bytes of lines, each of `line` bytes or more and longer than the last: what
    a scan remembers depends on where a text ends."""
    text = b""
    while len(text) < size:
        text += worst(family, line) + b"\n"
        line += LONGER
    return text


def main(arguments, out):
    parser = argparse.ArgumentParser(
        description="Writes texts for measuring parsers, one per line.")
    parser.add_argument("corpus", choices=(*TEXTS, "variants", "worst", "hard"))
    parser.add_argument("--seed", type=int, default=3986)
    parser.add_argument("--count", type=int,
                        help="number of texts (default: about 2 MB)")
    parser.add_argument("--bytes", type=int, default=20000,
                        help="size of each family of worst or hard")
    parser.add_argument("--lines", type=int, metavar="BYTES",
                        help="write each family of hard as lines, the first of this size")
    parser.add_argument("--family", choices=[*FAMILIES, *HARD])
    parser.add_argument("--list", action="store_true",
                        help="list the families of worst or hard")
    options = parser.parse_args(arguments)

    families = FAMILIES if options.corpus == "worst" else {**FAMILIES, **HARD}
    if options.list:
        out.write("".join(f"{family}\n" for family in families).encode())
    elif options.corpus in ("worst", "hard"):
        for family in [options.family] if options.family else families:
            text = (worst_lines(family, options.bytes, options.lines) if options.lines
                    else worst(family, options.bytes))
            # A text that is hard for a scan may be so because no line feed ends it.
            is_line = options.corpus == "worst" and not text.endswith(b"\n")
            out.write(text + b"\n" if is_line else text)
    elif options.corpus == "variants":
        count = TEXTS["web"][1] if options.count is None else options.count
        for text in variants(options.seed, count):
            out.write(text.encode() + b"\n")
    else:
        make, usual = TEXTS[options.corpus]
        count = usual if options.count is None else options.count
        dice = log.Dice(options.seed)
        for _ in range(count):
            out.write(make(dice).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:], sys.stdout.buffer)
