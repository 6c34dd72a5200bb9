# SPDX-License-Identifier: MIT
"""Findings against an oracle: every byte and every percent-encoded octet after every
beginning of what the machines look for (RFC 3629, section 4; RFC 3986, sections 2.1 and
3.3; RFC 6874). The oracle uses Python's UTF-8, and what locus.h says about each
finding."""

import itertools
import re
import unicodedata
from random import Random
from urllib.parse import unquote_to_bytes

from support import Case, locus, records

PCT_ENCODED = rb"%[0-9A-Fa-f]{2}"
STRAY = rb"%(?![0-9A-Fa-f]{2})"
UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

# The findings about octets, by the parts in which they are reported; "" stands for an
# invalid text.
AFTER = ("path", "query", "fragment")
ALL = ("", "user", "password", "host", *AFTER)


# RFC 3629, section 4, and the overlong forms that it forbids, in the lengths of RFC 2279.
UTF8 = (rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]"
        rb"|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}"
        rb"|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}")
OVERLONG = (rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80-\x9f][\x80-\xbf]|\xf0[\x80-\x8f][\x80-\xbf]{2}"
            rb"|\xf8[\x80-\x87][\x80-\xbf]{3}|\xfc[\x80-\x83][\x80-\xbf]{4}")
DELIMITERS = set("/\\.;:?#@%")


def is_compatible(character):
    """UAX 15: whether NFKC turns the character into a delimiter or a text that contains
    one."""
    return character > "\x7f" and bool(
        DELIMITERS & set(unicodedata.normalize("NFKC", character)))


EVERY = [chr(code) for code in (*range(0x80, 0xd800), *range(0xe000, 0x110000))]
COMPATIBLE = [c for c in EVERY if is_compatible(c)]
LOOK_ALIKE = list("\u2044\u2215\u2571\u27cb\u29f8\u2216\u2572\u27cd\u29f5\u29f9\u2236\ua789")
IDNA_DOTS = list("\u3002\uff61")


def decoded(text):
    return re.sub(PCT_ENCODED, lambda m: bytes([int(m[0][1:], 16)]), text)


def holds(text, characters):
    return any(c.encode() in text for c in characters)


def has_overlong(text):
    """Whether all octets are UTF-8 except for overlong forms, in each sequence of octets 80
    to FF."""
    return any(re.fullmatch(b"(?:%s|%s)*(?:%s)(?:%s|%s)*"
                            % (UTF8, OVERLONG, OVERLONG, UTF8, OVERLONG), run)
               for run in re.findall(rb"[\x80-\xff]+", text))


def octets(text):
    """{name: whether it is found}, in any part."""
    plain = decoded(text)
    escaped = [int(t[1:], 16) for t in re.findall(PCT_ENCODED, text)]
    # A "%" without two digits, and the digit that it has, separate decoded octets.
    pieces = re.split(STRAY + rb"[0-9A-Fa-f]?", text)
    return {
        "control": re.search(rb"[\x00-\x1f\x7f]", text),
        "space": b" " in text,
        "backslash": b"\\" in text,
        "byte-80": re.search(rb"[\x80-\xff]", text),
        "bad-percent": len(pieces) > 1,
        "encoded-nul": 0 in escaped,
        "encoded-line-break": {10, 13} & set(escaped),
        "encoded-control": set(escaped) & {*range(32), 127} - {0, 10, 13},
        "encoded-unreserved": set(escaped) & set(UNRESERVED),
        "double-encoded": re.search(rb"%25[0-9A-Fa-f]{2}", text),
        "not-utf8": not all(is_utf8(piece) for piece in pieces),
        "overlong-utf8": has_overlong(plain),
        "unicode-escape": re.search(rb"%[Uu][0-9A-Fa-f]{4}", text),
        "compatibility-delimiter": holds(plain, COMPATIBLE),
        "look-alike-delimiter": holds(plain, LOOK_ALIKE),
        "idna-dot": holds(plain, IDNA_DOTS),
        "encoded-semicolon": 0x3b in escaped,
        "encoded-slash": 0x2f in escaped,
        "encoded-backslash": 0x5c in escaped,
        "delimiter": set(escaped) & set(b":?#[]@"),
        "at-sign": b"@" in text,
        "zone-id": re.search(rb"\[[0-9A-Fa-f:.]+%", text),
        "encoded": escaped,
    }


def is_utf8(piece):
    try:
        re.sub(PCT_ENCODED, lambda m: bytes([int(m[0][1:], 16)]), piece).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


# Each finding of octets: the parts in which it is reported, and the kinds of octets.
RULES = {name: (ALL, (name,)) for name in (
    "control", "space", "backslash", "byte-80", "bad-percent", "encoded-nul",
    "encoded-line-break", "encoded-control", "encoded-unreserved", "double-encoded",
    "not-utf8", "overlong-utf8", "unicode-escape", "look-alike-delimiter",
    "compatibility-delimiter")}
RULES.update({
    "encoded-semicolon": (("path",), ("encoded-semicolon",)),
    "encoded-slash": (("path", ""), ("encoded-slash",)),
    "encoded-backslash": (("path", ""), ("encoded-backslash",)),
    "encoded-delimiter": (("path",), ("delimiter",)),
    "userinfo-delimiter": (("user", "password"),
                           ("encoded-slash", "encoded-backslash", "delimiter")),
    "encoded-host": (("host",), ("encoded",)),
    "host-delimiter": (("host",), ("encoded-slash", "encoded-backslash", "delimiter")),
    "zone-id": (("host", ""), ("zone-id",)),
    "at-sign": (AFTER, ("at-sign",)),
})


def expected(parts):
    """The findings for {part: its bytes}."""
    looks = {part: octets(text) for part, text in parts.items()}
    found = {name for name, (where, kinds) in RULES.items()
             if any(looks[part][kind] for part in looks if part in where
                    for kind in kinds)}
    if "host" in looks and looks["host"]["idna-dot"]:
        found.add("compatibility-delimiter")
    return found if "host" in parts else found - {"at-sign"}


# Each kind of UTF-8 character without its last byte, and some with a wrong byte.
CHARACTERS = [b"", b"\xc2", b"\xe0", b"\xe1", b"\xed", b"\xef", b"\xf0", b"\xf1",
              b"\xf4", b"\xe0\xa0", b"\xe1\x80", b"\xed\x9f", b"\xf0\x90", b"\xf1\x80",
              b"\xf4\x8f", b"\xf0\x90\x80", b"\xf4\x8f\xbf", b"\xff", b"\xc0", b"\xe0\x80",
              b"\xf8\x80\x80\x80", b"\xef\xbc", b"\xe2\x88"]


def escape(text):
    return b"".join(b"%%%02X" % byte for byte in text)


BEGINNINGS = [*CHARACTERS, b"%u", b"%u00", b"%u002", b"\xc0\xaf", b"%C0%AF", *map(escape, CHARACTERS[1:]), b"%", b"%4", b"%c3%", b"%c3%4",
              b"%41%e", b"%%", b"%25", b"%254", b"\xc3\xa9", b"%zz\xc3", b"%zz%c3",
              b"[", b"[f", b"[f:", b"[1.", b"[\xc3", b"[f%", b"[f%2", b"[f%25", b"[%25"]


# The first and the last octet of each class, and some between them.
CHANGES = (b"\x01\t\n\r\x1f !%-./059:;=@AFGZ[\\]^_`afgz{~\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1"
           b"\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5\xff")


def every_byte():
    for beginning in BEGINNINGS:
        for byte in range(1, 256):
            yield beginning + bytes([byte])
            if not beginning or byte in CHANGES:
                yield beginning + b"%%%02x" % byte


def mixtures(count):
    """A stray byte or none; the beginning of a character; a "%" with no digit or one; then
    bytes at which something changes."""
    random = Random(1)
    tails = [b"", b"", b"%", b"%25", b"%252", b"[", b"[f", b"[.%",
             *(b"%%%c" % digit for digit in b"0123456789ABCDEFabcdef")]
    for _ in range(count):
        yield b"".join((random.choice((b"", b"\xff", b"%z", b"\xff%", b"\xff%4", b"\xff%25")),
                        random.choice(CHARACTERS), random.choice(tails),
                        bytes(random.choices(CHANGES, k=random.choice((0, 1, 1, 2))))))


def characters():
    """RFC 3629, section 4: in each place of a character, an octet from each end of each
    range or just outside it, each raw and percent-encoded."""
    for lead in (0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3,
                 0xf4, 0xf5):
        for tails in ((), (0x80,), (0xbf,), (0x7f,), (0xc0,), (0x80, 0xbf), (0x80, 0x7f),
                      (0x80, 0xc0)):
            if len(tails) > 1 and lead < 0xf0:
                continue
            for second in (0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0):
                some = (lead, second, *tails)
                for forms in itertools.product((b"%c", b"%%%02X"), repeat=len(some)):
                    yield b"".join(forms) % some


def no_pct_encoded():
    """A "%" followed by the characters next to the hexadecimal digits, or by one digit and
    such a character."""
    beside = b"/:@G`gZz%"
    for some in (bytes([byte]) for byte in beside):
        yield b"%" + some
        for digit in b"0123456789ABCDEFabcdef":
            yield b"%%%c" % digit + some


def some_bytes():
    for beginning, end in itertools.product(
            BEGINNINGS, (b"", b"%", b"%4", b"%41", b"%2F", b"%5c", b"%40", b"\xbf", b"%bF",
                         b"%7f", b"%09", b"%0A", b" ", b"\\", b"]", b"@", b"%00z", b"%C3")):
        if beginning + end:
            yield beginning + end


class Octets(Case):
    def look(self, before, after, texts, status=1):
        items = [before + text + after for text in texts]
        result = self.check(locus("parse", "--findings", "-g", "web", "-o", "json", "-0",
                                  stdin=b"\0".join(items) + b"\0"), status)
        for item, record in zip(items, records(result.out), strict=True):
            parts = {name: item[part["off"]:part["off"] + part["len"]]
                     for name, part in record.get("parts", {}).items()}
            self.assertEqual(set(record["findings"]) & set(RULES),
                             expected(parts if record["valid"] else {"": item}),
                             (item, record))

    def test_in_a_path(self):
        self.look(b"x://h/", b"", every_byte())

    def test_mixtures(self):
        self.look(b"x://h/", b"", mixtures(15000))

    def test_in_other_places(self):
        """In no URL, in a fragment, a host and a user."""
        for before, after in ((b"", b""), (b"x://h#", b""), (b"x://", b"/"), (b"x://", b"@h")):
            with self.subTest(before=before, after=after):
                self.look(before, after, some_bytes())

    def test_characters(self):
        self.look(b"x://h/", b"", characters())

    def test_all_characters(self):
        """The characters that Unicode normalization, in Python's version, turns into
        delimiters, and no others; raw, encoded, and half encoded."""
        def forms(character):
            raw = character.encode()
            return raw, escape(raw), escape(raw[:1]) + raw[1:]

        self.assertGreaterEqual(len(COMPATIBLE), 58)
        others = [c for c in EVERY if unicodedata.normalize("NFKC", c) != c]
        others += Random(1).sample(EVERY, 5000)
        texts = [(c, form) for c in {*COMPATIBLE, *LOOK_ALIKE, *IDNA_DOTS, *others}
                 for form in forms(c)]
        for before, in_host in ((b"x://h/a", False), (b"x://a", True)):
            result = self.check(locus("parse", "--findings", "-g", "web", "-o", "url", "-0",
                                      stdin=b"".join(before + t + b"z\0" for _, t in texts)), 0)
            for (c, text), line in zip(texts, result.out.split(b"\n"), strict=False):
                found = set(line.rpartition(b"\t")[2].decode().split(","))
                with self.subTest(character=c, text=text):
                    self.assertEqual("compatibility-delimiter" in found, is_compatible(c)
                                     or (in_host and c in IDNA_DOTS))
                    self.assertEqual("look-alike-delimiter" in found, c in LOOK_ALIKE)

    def test_invalid_percent_encoding(self):
        self.look(b"x://h/", b"", (before + text + after for text in no_pct_encoded()
                                   for before in (b"%25", *CHARACTERS[:8])
                                   for after in (b"", b"0")), 0)
        self.look(b"x://", b"/", no_pct_encoded())

    def test_zones(self):
        """RFC 6874: with any text in the brackets before the "%"."""
        self.look(b"", b"", (before + bytes([byte]) + b"%25a" for byte in range(1, 256)
                             for before in (b"[", b"[f", b"")))


DIVIDER = rb"%2[Ff]|%5[Cc]|\\"
DOTS = rb"(?:\.|%2[Ee]){1,2}"


def in_path(path):
    """RFC 3986, section 5.2.4, as programs apply it that decode too much or cut at ";"."""
    found = set()
    depth = 0
    segments = path.split(b"/")
    if path.startswith(b"/"):
        del segments[0]
    if b"" in segments[:-1]:
        found.add("empty-segment")
    for segment in segments:
        names = re.split(DIVIDER, segment)
        for name in names:
            if re.fullmatch(DOTS, name):
                hidden = len(names) > 1 or b"%" in name
                found.add("hidden-dot-segment" if hidden else "dot-segment")
                if len(re.sub(b"%2.", b".", name)) == 2:
                    found |= {"above-root"} if depth == 0 else set()
                    depth = max(depth - 1, 0)
            elif name:
                depth += 1
        found |= {"parameter"} if b";" in segment else set()
        if any(re.match(DOTS + b"(;|%3[Bb])", name) for name in names):
            found.add("dot-parameter")
        # White space as Python defines it. Invalid UTF-8 is not white space.
        for name in names:
            ends = re.split(b";|%3[Bb]", name)
            text = [unquote_to_bytes(e).decode("utf-8", "replace") for e in ends]
            if any(t[-1:].isspace() for t in text) or text[0][:1].isspace():
                found.add("segment-space")
    return found


IN_PATH = {"segment-space", "dot-segment", "hidden-dot-segment", "above-root", "empty-segment", "parameter",
           "dot-parameter"}


def in_query(query):
    """CWE-23, in text that is decoded until nothing changes."""
    while decoded(query) != query:
        query = decoded(query)
    dot = rb"(?:\.|%[Uu]002[Ee]|\xc0\xae|\xef\xbc\x8e)"
    divider = rb"(?:[/\\]|\xc0\xaf|\xef\xbc\x8f)"
    begin = rb"(?:^|%s|[^\x80-\xffA-Za-z0-9._~-])" % divider
    return {"query-traversal"} if re.search(
        rb"%s%s{2,}%s" % (begin, dot, divider), query) or re.search(
        rb"(?:=|%s)%s{2}(?:[&;]|\Z)" % (divider, dot), query) else set()


def in_host(host):
    number = rb"(?:[0-9]+|0[xX][0-9A-Fa-f]*)"
    octet = rb"(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"      # dec-octet
    odd = (re.fullmatch(number + rb"(?:\." + number + rb"){0,3}\.?", host)
           and not re.fullmatch(octet + rb"(?:\." + octet + rb"){3}", host))
    return ({"odd-ipv4"} if odd else set()) | (
        {"final-dot"} if len(host) > 1 and host.endswith(b".") else set()) | (
        {"empty-host"} if not host else set())


def in_port(port):
    if port == b"":
        return {"empty-port"}
    return ({"leading-zero-port"} if re.match(rb"0.", port) else set()) | (
        {"zero-port"} if not port.strip(b"0") else set())


class Structure(Case):
    def look(self, part, texts, oracle, names):
        items = list(texts)
        result = self.check(locus("parse", "--findings", "-g", "web", "-o", "json",
                                  stdin=b"\n".join(items) + b"\n"), 0)
        for item, record in zip(items, records(result.out), strict=True):
            at = record["parts"][part]
            self.assertEqual(set(record["findings"]) & names,
                             oracle(item[at["off"]:at["off"] + at["len"]]), item)

    def test_paths(self):
        tokens = (b"/", b".", b"..", b"%2E", b"%2e", b"a", b"%20", b"%09", b"%E3%80%80", b"%2F", b"%2f", b"%5C", b"%5c",
                  b"\\", b";", b"%3b", b"%3B", b"%", b"%2", b"%5", b"%2g", b"%5g")
        self.look("path", (before + b"".join(some)
                           for before in (b"x:", b"x://h/a/..%2F")
                           for count in range(4)
                           for some in itertools.product(tokens, repeat=count)
                           if before != b"x:" or some[:2] != (b"/", b"/")),
                  in_path, IN_PATH)

    def test_white_space(self):
        """Each character at either end of a segment, and within it."""
        texts = (c.encode() for c in map(chr, range(0x3100)))
        self.look("path", (b"x://h/" + form for text in texts
                           for form in (escape(text) + b"/b", b"a" + escape(text),
                                        b"a" + escape(text) + b"b")),
                  lambda path: in_path(path) & {"segment-space"}, {"segment-space"})

    def test_queries(self):
        tokens = (b".", b"..", b"%2e", b"%252E", b"/", b"\\", b"%2f", b"%255c", b"%5C", b"=",
                  b"&", b"z", b"%5a", b"%u002e", b"%C0%AE", b"%25C0%25AF", b"%", b"%%32%45",
                  b"%%35%63", b"\xef\xbc\x8e", b"%EF%BC%8F", b"\xc3\xa9", b"~", b"%20")
        random = Random(3)
        self.look("query", (b"x://h?" + b"".join(random.choices(tokens, k=count))
                            for count in (2, 3, 4, 5) for _ in range(8000)),
                  in_query, {"query-traversal"})

    def test_hosts(self):
        tokens = (b"0", b"1", b"25", b"0x", b"0XfF", b".", b"a", b"\xc3\xa9")
        numbers = [b"%d" % n for n in range(1, 300)] + [b"00", b"01", b"0255", b"0xa"]
        self.look("host", itertools.chain(
            (b"http://" + b"".join(some) for count in range(5)
             for some in itertools.product(tokens, repeat=count)),
            (pattern % number for number in numbers for pattern in (
                b"x://%s.1.0.1", b"x://0.%s.0.1", b"x://0.255.%s.1", b"x://1.1.1.%s",
                b"x://1.1.1.%s.", b"x://1.1.1.1.%s", b"x://1.1.1.%sa", b"x://%s.0.0.0",
                b"x://%s.0x0.0.0"))),
            in_host, {"odd-ipv4", "final-dot", "empty-host"})

    def test_ports(self):
        self.look("port", (b"x://h:" + b"".join(some) for count in range(4)
                           for some in itertools.product((b"0", b"1", b"9"), repeat=count)),
                  in_port, {"empty-port", "zero-port", "leading-zero-port"})
