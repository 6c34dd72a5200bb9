#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what fuzzing may begin with: the inputs of the golden cases and of the demo
log, in the shape that each target wants (its first comment says which).

    seeds.py TESTS-FOLDER DEMO-LOG OUTPUT-FOLDER

make fuzz-corpus keeps those inputs, of these and of earlier runs, that add coverage.
"""

import gzip
import hashlib
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "support"))
import grammars  # noqa: E402

GRAMMARS = grammars.names()
CONTEXTS = grammars.contexts()
# One bit each, in the order of enum locus_step; then all of them.
ALL_STEPS = 127
# In the order of enum locus_part, followed by that of tests/unit/coding/coding-calls.h.
PARTS = ("scheme user password host port path query fragment type gtype selector search"
         " plus address group article number database wtype wpath hsoname fields"
         " any userinfo segment query-item").split()
# In the order of tests/fuzz/command/command.c.
VERBS = ("parse explain scan resolve relativize normalize compare encode decode edit"
         " build grammars top").split()


def unescape(word):
    """The bytes that a column of a golden case stands for."""
    if word == b'""':
        return b""
    plain = {b"s": b" ", b"t": b"\t", b"n": b"\n", b"r": b"\r"}

    def one(match):
        escape = match.group(1)
        if escape[:1] == b"x":
            return bytes([int(escape[1:], 16)])
        return plain.get(escape, escape)

    return re.sub(rb"\\(x[0-9a-fA-F]{2}|.)", one, word)


def cases(folder):
    """(columns) of each line of each golden file in a folder."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt"):
            with open(os.path.join(folder, name), "rb") as file:
                for line in file:
                    columns = re.sub(rb"(^|\s)#.*", b"", line.rstrip(b"\n")).split()
                    if len(columns) > 1:
                        yield columns


def numbers(columns):
    return [GRAMMARS.index(name.decode()) for name in columns]


class Seeds:
    def __init__(self, folder):
        self.folder = folder

    def add(self, target, *parts):
        data = b"".join(bytes([p]) if isinstance(p, int) else p for p in parts)
        folder = os.path.join(self.folder, target)
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, hashlib.sha1(data).hexdigest()), "wb") as file:
            file.write(data)

    def command(self, verb, *arguments, data=b"", how=0, reads=0):
        count = len(arguments)
        self.add("command", VERBS.index(verb) | count << 4, how, reads,
                 *(a.encode() + b"\0" for a in arguments), data)


def add_urls(seeds, golden):
    grammars = []
    urls = os.path.join(golden, "urls")
    for columns in (c for name in sorted(os.listdir(urls)) for c in cases(os.path.join(urls, name))):
        if columns[0] == b"grammar":
            grammars = numbers(columns[1:])
            continue
        text = unescape(columns[1])
        for grammar in grammars:
            seeds.add("parse", grammar, text)
            seeds.add("feed", grammar, 0x35, text)
            seeds.add("schemes", grammar, text)
            seeds.add("scan", len(CONTEXTS) * grammar, 0x11, 0, b"x ", text, b" y")
            seeds.add("coding", grammar, PARTS.index("path"), text)
            seeds.add("query", grammar, 0, text, b"\na\n1")


def add_queries(seeds):
    for grammar in range(len(GRAMMARS)):
        for text, key in ((b"http://h/?b=1&%61=2&&a;a=3#f", b"a"), (b"http://h/?a+b&a%20b=%zz", b"a b"),
                          (b"wais://h/d?utm_a=1&utm_b", b"utm_"), (b"?a", b"a"), (b"http://h", b"&=")):
            for flags in (0, 1, 2, 4, 8, 16, 18, 26):
                seeds.add("query", grammar, flags, text, b"\n", key, b"\nx &%41+;=")


def add_references(seeds, golden):
    grammars, base = numbers([b"rfc3986"]), b"http://a/b/c/d;p?q"
    for columns in (*cases(os.path.join(golden, "resolve")),
                    *cases(os.path.join(golden, "normalize"))):
        if columns[0] == b"grammar":
            grammars = numbers(columns[1:])
        elif columns[0] == b"base":
            base = unescape(columns[1])
        elif len(columns) > 1 and columns[0] != b"steps":
            texts = [unescape(c) for c in columns[1:3]]
            for grammar in grammars:
                seeds.add("resolve", grammar, ALL_STEPS, base, b"\n", texts[0])
                seeds.add("resolve", grammar, ALL_STEPS - 1, b"\n".join(texts))
    context = b""
    for columns in cases(os.path.join(golden, "rfc1630")):
        if columns[0] == b"context":
            context = unescape(columns[1])
        elif columns[0] == b"partial":
            seeds.add("resolve-partial", context, b"\n", unescape(columns[1]))
        else:
            seeds.add("resolve-partial", b"\n".join(unescape(c) for c in columns[1:3]))


def add_coding(seeds, golden):
    for columns in cases(os.path.join(golden, "coding")):
        part = columns[2].decode()
        grammar = columns[1].decode()
        if grammar in GRAMMARS and part in PARTS and len(columns) > 4:
            seeds.add("coding", GRAMMARS.index(grammar), PARTS.index(part),
                      unescape(columns[4]))
        elif grammar in GRAMMARS:
            seeds.add("coding", GRAMMARS.index(grammar), PARTS.index("any"),
                      unescape(columns[2]))
        else:
            seeds.add("coding", GRAMMARS.index("rfc3986"), PARTS.index("any"),
                      unescape(columns[-1]))


def add_meanings(seeds, golden):
    for columns in cases(os.path.join(golden, "meaning")):
        for column in columns[1:3]:
            for grammar in numbers((b"rfc3986", b"rfc1738", b"rfc1630")):
                seeds.add("schemes", grammar, unescape(column))


def add_texts(seeds, golden, log):
    context, grammars = CONTEXTS.index("text"), numbers([b"web"])
    folder = os.path.join(golden, "contexts")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            for line in file:
                word, _, rest = line.rstrip(b"\n").partition(b" ")
                if word == b"context":
                    context = CONTEXTS.index(rest.split()[0].decode())
                elif word == b"grammar":
                    grammars = numbers(rest.split()[:1])
                elif word == b"in":
                    text = re.sub(rb"\{([0-9a-f]{2})\}",
                                  lambda m: bytes([int(m.group(1), 16)]), rest)
                    for choice in (0, 2, 11):
                        seeds.add("scan", context + len(CONTEXTS) * grammars[0], 7, choice, text)
                    seeds.command("scan", "-x", CONTEXTS[context], "-o", "json",
                                  data=text + b"\n")
    for line in log:
        for context in range(len(CONTEXTS)):
            seeds.add("scan", context, 200, 2, line)


def add_logs(seeds, golden, log):
    folder = os.path.join(golden, "log")
    names = grammars.log_formats()
    envelopes = ["", *grammars.log_envelopes()]
    for name in [*names, *grammars.log_envelopes()]:
        before, number = b"", 0
        with open(os.path.join(folder, name + ".txt"), "rb") as file:
            for line in file:
                word, _, rest = line.partition(b" ")
                if word == b"format":
                    envelope, _, inner = rest.decode().strip().rpartition("+")
                    number = envelopes.index(envelope) * len(names) + names.index(inner)
                text = re.sub(rb"\{([0-9a-f]{2})\}",
                              lambda m: bytes([int(m.group(1), 16)]), rest)
                if word == b"columns":
                    before = text
                elif word == b"in":
                    seeds.add("log", number, 5, before, text)
    for i in range(0, len(log), 4):
        seeds.add("log", 0, 64, b"".join(log[i:i + 4]))
        seeds.add("log", 128, 64, b"".join(log[i:i + 4]))


def zstd(data):
    """A frame with one raw block (RFC 8878, 3.1.1)."""
    assert len(data) < 256
    return (b"\x28\xb5\x2f\xfd\x20" + bytes([len(data)])
            + (len(data) << 3 | 1).to_bytes(3, "little") + data)


def add_commands(seeds, log):
    urls = (b"http://u:p@example.org:8080/a/b?q=1#top\r\nhttp://a b\n\nftp://h/;type=i\n"
            b"http://[::1]/\xff\"\\\xed\xa0\x80\xf4\x90\x80\x80\xe0\x80\x80\n")
    text = b"".join(log[:6])
    packed = gzip.compress(text, mtime=0)
    every = [("-o", "json"), ("-g", "rfc1738"), ("-0",), ("--line-buffered",), ("--help",),
             ("-g", "x"), ("--null", "--output=url"), ("-", "http://h/"), ("-o",), ()]
    for verb in VERBS:
        for arguments in every:
            seeds.command(verb, *arguments, data=urls)
    for arguments in (
            ("-o", "tsv"), ("-o", "human"), ("--color=always", "-o", "human"),
            ("--get", r"{host}\t{path:decoded}\n{error} {error_offset}{port}"),
            ("--findings", "-o", "url"), ("--define", "sftp://:22=ftp"),
            ("--get", "{x}"), ("--get", "{host"), ("--get", "\\"), ("--define", "doi:"),
            ("--get", '{query.q}{query."a}b":decoded}')):
        seeds.command("parse", *arguments, data=urls)
        seeds.command("parse", *arguments, data=urls, how=7)
        seeds.command("scan", *arguments, data=text, reads=9)
    for arguments in (
            ("-j", "2", "-o", "json"), ("-bnH", "f", "missing", "-"), ("-c",), ("-cH", "a", "b"),
            ("-x", "raw", "--schemes", "http,https"), ("-x", "wrapped", "-o", "tsv", "-n"),
            ("-x", "json", "f.gz"), ("dir", "f"), ("--no-progress", "f.zst"), ("-j", "0"),
            ("--line-buffered", "-o", "json", "f", "dir", "-")):
        seeds.command("scan", *arguments, data=text)
        seeds.command("scan", *arguments, data=packed, reads=77)
        seeds.command("scan", *arguments, data=packed[:-5] + b"xxxxx", how=8)
        seeds.command("scan", *arguments, data=zstd(text[:250]), reads=3, how=7)
    for arguments in (("--by", "host"), ("--by", "path:decoded", "-n", "0", "-o", "json"),
                      ("--by", "url", "-o", "tsv", "f", "-"), ("--by", "x"), ("-n", "2")):
        seeds.command("top", *arguments, data=text)
    for arguments in (
            ("--log", "combined"), ("--log", "auto", "--stats"), ("--log", "combined", "-j", "2"),
            ("--log", "combined", "-o", "json", "--of", "all"), ("--log", "squid", "-c"),
            ("--log", "combined", "--where", "status>=400", "--where", "client=10.0.0.0/8"),
            ("--log", "combined", "-o", "csv", "--columns", "time:day,path:shape,query.q"),
            ("--log", "combined", "--whole-line", "--unique"), ("--rejects", "r"),
            ("--log-format", '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-agent}i"'),
            ("--log-format", "$remote_addr $x"), ("--log-format", "%ci:%cp [%tr] %-")):
        seeds.command("scan", *arguments, data=text, reads=9)
    for arguments in (("--log", "combined", "--by", "path,status", "--sum", "bytes"),
                      ("--log", "auto", "--by", "client:class", "--by", "time:hour", "-o", "json")):
        seeds.command("top", *arguments, data=text)
    # A place that cannot be read, within a block.
    for reads in (31, 91, 190):
        seeds.command("scan", "-o", "json", "f", data=text, how=8, reads=reads)
    for arguments in (("http://a/b/c/d;p?q", "../g"), ("http://a/b",), ("x",), ("//h/", "g"),
                      ("-g", "rfc1630", "http://a/b", "c"), ("--compatible", "http://a", "http:g")):
        seeds.command("resolve", *arguments, data=urls)
        seeds.command("relativize", *arguments, data=urls)
    for arguments in (("--steps", "all"), ("--steps", "case,dots,none"), ("--steps", "x")):
        seeds.command("normalize", *arguments, data=urls)
        seeds.command("compare", *arguments, "-", "-", data=urls)
    seeds.command("compare", "http://h", "HTTP://h:80/")
    seeds.command("compare", "-g", "rfc1630", "http://h/%41", "-", data=b"http://h/A")
    for arguments in (("--part", "path"), ("-p", "query", "--plus"), ("--keep",), ("--print0",),
                      ("--file",), ("--file", "--windows", "C:\\a b"), ("--part", "x"),
                      ("--file", "--keep"), ("-g", "rfc1738", "-p", "gtype"), ("-o", "json", "-p", "host")):
        seeds.command("encode", *arguments, data=b"a b/c?d\n\xff%zz\n")
        seeds.command("decode", *arguments, data=b"a%20b%00\n%4%41\nfile:///C:/a\n")
    for arguments in (("--set", "host=h", "--remove", "query"), ("--set", "path:decoded=/a b"),
                      ("--set", "x"), ("--set", "port=x"), ("-r", "host"), ("-r", "y"),
                      ("--redact",), ("--redact", "--keys", "q,a", "--mask", "*", "--plus"),
                      ("--redact", "--mask", "/"), ("--redact", "-o", "json"), ("--keys", "q"),
                      ("--set", "query.q=a b", "--sort-query"), ("-r", 'query."a.b"', "--drop-empty"),
                      ("-r", "query.q*", "--plus", "--semicolon"), ("--set", "query.a.b=1")):
        seeds.command("edit", *arguments, data=urls)
    seeds.command("build", "scheme=http", "host=h", "path:decoded=/a b", "query=")
    seeds.command("build", "scheme", "x=y")
    seeds.command("build", data=b"scheme=http\thost=h\tpath=/\nport=1\nx=1\n")
    for arguments in (("--mail", "a@b"), ("--mail", "a\nb"), ("-g", "rfc1738", "--plus"),
                      ("-o", "human", "-g", "rfc1630")):
        seeds.command("explain", *arguments,
                      data=b"ftp://u@h/a/b;type=i\ngopher://h/7s%09w\nhttp://h/a?b=c&d\nnews:*\n"
                           b"wais://h/d/t/1=a;\nprospero://h/a;b=c\n")
    # Not a verb of the list: the arguments contain it.
    for arguments in (("help",), ("help", "scan"), ("--version",), ("-h",), ("x",), ("-x",), ()):
        seeds.add("command", 15 | len(arguments) << 4, 0, 0,
                  *(a.encode() + b"\0" for a in arguments))


def main():
    tests, log, output = sys.argv[1:]
    golden = os.path.join(tests, "golden")
    seeds = Seeds(output)
    with open(log, "rb") as file:
        lines = file.readlines()
    add_urls(seeds, golden)
    add_references(seeds, golden)
    add_queries(seeds)
    add_coding(seeds, golden)
    add_meanings(seeds, golden)
    add_texts(seeds, golden, lines)
    add_logs(seeds, golden, lines)
    add_commands(seeds, lines)


main()
