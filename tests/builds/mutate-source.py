#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the lens and the machines, one place at a time, and says which changes no
test finds.

    make mutation [MUTATION="lens blocks events …"] [MUTANTS=FROM:TO:STEP]
    mutate-source.py SOURCE-FOLDER [--only KIND...] [--range FROM:TO:STEP] [--list]

In a copy of the source, built once (the portable kernel, for `blocks` that of AVX2,
too; flat code, without optimisation), each mutant is made, what depends on it is built,
and tests are run, the likeliest first, until one fails. A mutant that does not end is
found, too. Kinds:

    lens      src/kernel/lens-portable.h: a bound or a step off by one, another mask, the
              wrong shift, "or" for "and"
    blocks    src/kernel/lens-block.h, what the lenses by masks of 64 bytes share: the same,
              tried with that of AVX2, which the processor must have
    events    the grammars of URLs: an event left out, or moved from where its
              component ends to where it begins
    failures  the files of the grammars of URLs: no word of which rule has failed. That
              the other events stand where they must is proven
              (tests/proofs/spans/check-spans.py)
    grammars  the other machines: an alternative or a subtraction dropped, a class
              widened, an event left out or moved

What changes the language of a grammar of URLs is the business of
tests/proofs/languages/check-every-change.py, which changes every character of each, and needs no
build. Exits 1 if a mutant survived that is not in EQUIVALENT.
"""

import argparse
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import grammars as url_grammars  # noqa: E402

LENS = [
    (r">= 8\b", ("> 8", ">= 7")),
    (r">= 3\b", (">= 2", ">= 4")),
    (r">= 2\b", (">= 1", ">= 3")),
    (r"\+= 8\b", ("+= 7", "+= 9")),
    (r"end - 8\b", ("end - 7",)),
    (r"8 \* \(8 - left\)", ("8 * (7 - left)", "8 * left")),
    (r"<< 8 \* i", ("<< 7 * i",)),
    (r"i < 8\b", ("i < 7",)),
    (r"<< bit\b", ("<< (bit ^ 1)",)),
    (r"/ 8;", ("/ 8 + 1;",)),
    (r"0x0101010101010101", ("0x0101010101010001",)),
    (r"percents << 8\b", ("percents << 0",)),
    (r"percents << 16", ("percents << 8",)),
    (r">> 56", (">> 57",)),
    (r">> 48", (">> 56",)),
    (r"word >> 7\b", ("word >> 6",)),
    (r"word >> bit\b", ("word >> (bit ^ 1)",)),
    (r"no_run & ~no_triple", ("no_run & no_triple",)),
    (r"\(no_run & no_triple\)", ("no_run",)),
    (r"\(no_run \| no_triple\)", ("no_run", "no_triple")),
    (r"first & stop \? 1", ("first & stop ? 2",)),
    (r"second & stop \? 2", ("second & stop ? 1",)),
    (r"\* 0x80", ("* 0x40",)),
    (r"class % 8", ("(class + 1) % 8",)),
    (r"set % 8", ("(set + 1) % 8",)),
    (r"class / 8", ("0",)),
    (r"&& is_hexdig\(p\[2\]\)", ("",)),
    (r"is_hexdig\(p\[1\]\)", ("1",)),
    (r"\*p == '%'", ("1",)),
    (r"word &= word - 1", ("word = 0",)),
    (r"runs->first", ("runs->second",)),
    (r"runs->second", ("runs->first",)),
    (r"from != end &&", ("from + 1 < end &&",)),
    (r"\*from != ':'", ("*from != ';'",)),
    (r"left == 0\b", ("left == 1",)),
]

BLOCKS = [
    (r"- 1 - lens->before", ("- lens->before", "- 2 - lens->before")),
    (r"% 64", ("% 32",)),
    (r"<< 63\b", ("<< 62",)),
    (r"CUT = 2", ("CUT = 1", "CUT = 3")),
    (r"-= CUT", ("-= 0",)),
    (r"(?<=end - from )< 64", ("< 63", "< 65")),
    (r"> 64\b", ("> 63", "> 65")),
    (r"end - 64", ("end - 63", "end - 65")),
    (r"<= 64\b", ("<= 63", "<= 65")),
    (r"hexdig >> 1\b", ("hexdig",)),
    (r"hexdig >> 2\b", ("hexdig >> 1",)),
    (r">> 1(?=\n)", ("",)),
    (r"runs->first", ("runs->second",)),
    (r"runs->second", ("runs->first",)),
    (r">= lens->block_end", ("> lens->block_end",)),
    (r"from < lens->block_end", ("from <= lens->block_end", "from + 1 < lens->block_end")),
    (r"from >= end", ("from > end",)),
    (r"done < 64", ("done < 63", "done < 65")),
    (r">> done", ("",)),
    (r"COLON_STEP \+ 2", ("COLON_STEP + 1",)),
    (r"\+= COLON_STEP", ("+= COLON_STEP - 1", "+= COLON_STEP + 1")),
    (r"\*from == ':'", ("*from == ';'",)),
    (r"\*from != ':'", ("*from != ';'",)),
    (r"from != end(?=\n)", ("from + 1 != end",)),
]

# What the tests of a kind of machine are.
CODING = ("unit/coding/test-coding", "unit/schemes/test-schemes", "cli/run.py test_coding")
FORMS = ("unit/reference/test-forms", "unit/coding/test-coding")
SCHEMES = ("unit/schemes/test-schemes", "cli/run.py test_findings test_gopher_plus",
           "cli/run.py test_parse test_explain")
CONTEXTS = ("unit/contexts/test-contexts", "unit/parse/test-batch",
            "cli/run.py test_contexts", "unit/scan/test-scan")
RFC1630 = ("unit/reference/test-rfc1630", "unit/reference/test-forms")
RUNS = ("unit/parse/test-golden", "unit/kernel/test-runs")
URLS = ("unit/parse/test-golden", "proofs/interpreter/test-differential",
        "unit/kernel/test-runs")
SELECTORS = ("cli/run.py test_formats test_top test_coding test_parameters",)

# The survivors that are right: file, what is changed in which line, and why.
LENSES = ("src/kernel/lens-portable.h",)
URIS = ("grammar/url/uri.rl",)
COMMON = ("grammar/url/common.rl",)
FINDINGS = ("grammar/findings/findings.rl", "grammar/findings/findings-path.rl",
            "grammar/findings/findings-query.rl", "grammar/findings/findings-reference.rl",
            "grammar/findings/findings-unicode.rl")
UTF8 = ("grammar/findings/utf8.rl",)
EQUIVALENT = {(name, change): reason for reason, (names, changes) in {
    "a block that ends sooner is looked at again, or the machine reads on": (
        ("src/kernel/lens-block.h",), (
            "enum { CUT = 2 };: CUT = 2 -> CUT = 3",
            "if (from < lens->block_end): from < lens->block_end"
            " -> from + 1 < lens->block_end",
            "while (__builtin_expect(to >= lens->block_end, 0)) {:"
            " >= lens->block_end -> > lens->block_end")),
    "it is there already": (("src/kernel/lens-block.h",), (
        "if (from < lens->block_end): from < lens->block_end -> from <= lens->block_end",)),
    "a look at no byte finds no run": (("src/kernel/lens-block.h",), (
        "if (from >= end): from >= end -> from > end",)),
    "what is left is seen as well where the look begins a byte later, or sooner": (
        ("src/kernel/lens-block.h",), (
            *("if (SHORT_IS_SLOW && end - from < 64) {: < 64 -> < " + n
              for n in ("63", "65")),
            *("from = end - begin > 64 ? end - 64 : begin;: " + change
              for change in ("> 64 -> > 63", "end - 64 -> end - 63")))),
    "without a triple the machine reads it": (("src/kernel/lens-block.h",), (
        "enum { CUT = 2 };: CUT = 2 -> CUT = 1",
        "lens->block_end -= CUT;: -= CUT -> -= 0",
        "pass_triples(lens, runs, percent & hexdig >> 1 & hexdig >> 2);:"
        " hexdig >> 1 -> hexdig")),
    "no byte that stops a run is among the second ones of pairs, which are in it": (
        ("src/kernel/lens-block.h",), (
            "| lens_not(lens, runs, runs->second[class], 0) >> 1: >> 1 -> nothing",
            "stop &= lens_not(lens, runs, runs->first[class], 0):"
            " runs->first -> runs->second")),
    "it is looked for once more": (("src/kernel/lens-block.h",), (
        "for (; end - from >= COLON_STEP + 2; from += COLON_STEP) {:"
        " += COLON_STEP -> += COLON_STEP - 1",
        "colons->wanted = done < 64 ? colons->wanted >> done << done : 0;:"
        " done < 64 -> done < 63",)),
    "no search goes on 64 bytes behind one of AVX2's, of 32": (("src/kernel/lens-block.h",), (
        "colons->wanted = done < 64 ? colons->wanted >> done << done : 0;:"
        " done < 64 -> done < 65",)),
    "these bytes are read one by one instead": (LENSES, (
        "else if (end - lens->begin >= 8): >= 8 -> > 8",
        "for (; end - from >= 8; from += 8) {: >= 8 -> > 8",
        "if ((word - EACH) & ~word & EACH * 0x80) /* some byte is 0 */: * 0x80 -> * 0x40")),
    "a triple that the text cuts off is looked for in vain": (LENSES, (
        "if (triples && !pairs && end - stop >= 3 && *stop == '%'): >= 3 -> >= 2",)),
    "a byte is read once more": (LENSES, (
        "for (;; from += 8) {: += 8 -> += 7",
        "for (; end - from >= 8; from += 8) {: += 8 -> += 7")),
    "a lens may say less than the whole run: the machine reads the rest": (LENSES, (
        "if (left >= 8): >= 8 -> > 8",
        "const uint64_t word = left >= 8 ? outside_of_8(from, outside): >= 8 -> > 8",
        "if (left == 0): left == 0 -> left == 1",
        "const uint64_t no_triple = word >> 7;: word >> 7 -> word >> 6",
        "stops = ((no_run & no_triple): (no_run & no_triple) -> no_run",
        "if (triples && !pairs && end - stop >= 3 && *stop == '%'): >= 3 -> >= 4",
        "if (runs->triples >> class & 1 && end - p >= 3 && *p == '%': >= 3 -> >= 4",
        "return runs->pairs >> class & 1 && end - p >= 2: >= 2 -> >= 3",
        "&& is_in(runs, runs->first[class], p[0]): runs->first -> runs->second")),
    "the paths that can begin there fail with the same word": (URIS, (
        'path_empty = "" $!bad_path %path_end ;: $!bad_path -> nothing',)),
    "to Ragel an event at the beginning of nothing is one at its end": (URIS, (
        'path_empty = "" $!bad_path %path_end ;: % -> >',
        '| "" %host_empty ) $!bad_host ;: % -> >')),
    "whichever kind of host is told last is told at its end": (URIS, (
        "| IPv4address %host_ipv4: % -> >",
        '| ( reg_name - IPv4address - "" ) %host_name: % -> >')),
    'on the "]" the kind of a literal is known, as it is behind it': (COMMON, (
        'IP_literal = ( "[" IPv6address "]" %host_ipv6: % -> >',
        '| "[" IPvFuture "]" %host_ipvfuture ) <>!bad_ip_literal ;: % -> >')),
    "where a user begins, and its colon is, is known as long as it is read": (COMMON, (
        "userinfo = ( user %user: % -> >",
        '| user ":" >colon password %user_password ) $!bad_userinfo ;: % -> >')),
    "a user is made of what a host is made of, whose colon is marked": (COMMON, (
        '| user ":" >colon password %user_password ) $!bad_userinfo ;: >colon -> nothing',)),
    "what is read there has a scheme: a grammar has found it valid": (
        ("grammar/reference/components.rl",), (
            'scheme = ( any - ":" - "/" - "?" - "#" )+ ;: - "/" -> nothing',
            'scheme = ( any - ":" - "/" - "?" - "#" )+ ;: - "?" -> nothing',
            'scheme = ( any - ":" - "/" - "?" - "#" )+ ;: - "#" -> nothing')),
    "no string of answers ends there": (("grammar/schemes/gopher-plus.rl",), (
        'answers = "+" tab "1" crlf "+-1" crlf @next @answers: @ -> %',)),
    'the "+" of a named view tells the same': (("grammar/schemes/gopher-plus.rl",), (
        'default_view = "+" @view ;: @view -> nothing',)),
    "what is asked for is told of a whole string, be it a byte later": (
        ("grammar/schemes/gopher-plus.rl",), (
            'default_view = "+" @view ;: @ -> %',
            'view = "+" @next @view word ( coded_space @language word )? %piece ;: @ -> %',
            'form = "?" @ask ;: @ -> %',
            'attributes = ( "!" @attributes | "$" @directory ) @next names? ;: @ -> %')),
    "findings are of a whole text, be one told a byte later": (FINDINGS, (
        "raw = cntrl @control: @ -> %",
        '| " " @space: @ -> %',
        '| "\\\\" @backslash: @ -> %',
        '| "@" @at_sign: @ -> %',
        "| 0x80..0xff @byte_80 ;: @ -> %",
        'zone = "[" ( xdigit | ":" | "." )+ "%" @zone ;: @ -> %',
        'encoded = "%" ( "00" @e_nul: @ -> %',
        '| "0D"i @e_line_break: @ -> %',
        '| "0A"i @e_line_break: @ -> %',
        '| "09" @e_tab: @ -> %',
        "| hex_control @e_control: @ -> %",
        '| "2F"i @e_slash: @ -> %',
        '| "5C"i @e_backslash: @ -> %',
        "| hex_delimiter @e_delimiter: @ -> %",
        "| hex_unreserved @e_unreserved: @ -> %",
        '| "3B"i @e_semicolon: @ -> %',
        "| hex_lead @lead: @ -> %",
        "| xdigit{2} @e_any ) ;: @ -> %",
        'unicode_escape = "%u"i xdigit{4} @unicode_escape ;: @ -> %',
        'dots = ".." @dots ;: @ -> %',
        "main := any* ( compatibility @compatibility: @ -> %",
        "| look_alike @look_alike: @ -> %",
        "| idna_dot @idna_dot ) any*: @ -> %",
        "climbs = dot{2,} divider @traversal ;: @ -> %",
        'e_twice = "%25" xdigit{2} @e_twice ;: @ -> %',
        "not_utf8 = ( astray | anew ( astray - xdigit any* ) ) @not_utf8 ;: @ -> %",
        "| any* ( no_triple @bad_percent ) any*: @ -> %",
        "before_hidden = dot hidden_slash @hidden: @ -> %",
        "segments = ( segment slash | slash @empty )* segment? ;: @ -> %",
        'parameters = any* ";" @parameter any* ;: @ -> %',
        '( dot | dotdot ) semicolon @dot_parameter any* ;: @ -> %')),
    "names and dot segments are counted in the same order, be it a byte later": (
        ("grammar/findings/findings-path.rl",), (
            "| dotdot hidden_slash @hidden_up: @ -> %",
            "| named hidden_slash @down: @ -> %")),
    'a "%" with no digit behind it is found already, and what follows read anew': (
        ("grammar/findings/findings.rl",), (
            'no_triple = "%" ( any - xdigit ) | "%" xdigit ( any - xdigit ) ;:'
            " xdigit -> alnum",
            'cut_triple = "%" xdigit? ;: xdigit -> alnum')),
    "triples of any kind are told of hosts, which have no others: a grammar has found"
    " them valid": (("grammar/findings/findings.rl",), (
        "| xdigit{2} @e_any ) ;: xdigit -> alnum",)),
    "more octets of the character must follow, which have no lead where it is read anew": (
        UTF8, (
            'a0_bf = 0xA0..0xBF | "%" [ABab] xdigit ;: xdigit -> alnum',
            'x80_9f = 0x80..0x9F | "%" [89] xdigit ;: xdigit -> alnum',
            'x90_bf = 0x90..0xBF | "%" [9ABab] xdigit ;: xdigit -> alnum',
            'x80_8f = 0x80..0x8F | "%8" xdigit ;: xdigit -> alnum')),
    "what is cut where it is read from the digits of a triple is so from its %, too": (
        ("grammar/findings/findings.rl",), (
            "cut_utf8 = ( cut | anew ( cut - xdigit any* ) ) %not_utf8 ;:"
            " - xdigit any* -> nothing",)),
    "the others read to the end of any text that they have begun": (
        ("grammar/findings/findings.rl", "grammar/findings/findings-host.rl"), (
            "| any* ;: | any* -> nothing",
            "main := odd_ipv4 %odd_ipv4 | final_dot %final_dot | any* ;:"
            " | any* -> nothing")),
    "a port has nothing but digits": (("grammar/findings/findings-port.rl",), (
        '| "0" digit+ %leading_zero: digit -> xdigit',
        '| "0" digit+ %leading_zero: % -> >')),
    "there is nothing to tell of them": (("grammar/findings/findings-port.rl",), (
        "| digit* ;: | digit* -> nothing",
        "| digit* ;: digit -> xdigit")),
    "it is stray as well, which is told last, and behind a guard stays as it is": (
        ("grammar/reference/percent-encodings.rl",), (
            'digit_digits = [0-9] "3" ;: [0-9] -> [0-:]',)),
    "of the kinds of a segment the one told last counts": (("grammar/reference/segments.rl",), tuple(
        "segment = any_segment - dot - dot_dot - encoded_one - encoded_two ;:"
        " - %s -> nothing" % kind
        for kind in ("dot", "dot_dot", "encoded_one", "encoded_two"))),
    "behind the prefixes such a last segment is nothing, too": (("grammar/reference/prefixes.rl",), (
        "only = dot %prefix_dots: dot %prefix_dots | -> nothing",
        "only = dot %prefix_dots: %prefix_dots -> nothing",
        "| encoded %prefix_encoded ;: | encoded %prefix_encoded -> nothing",
        "| encoded %prefix_encoded ;: %prefix_encoded -> nothing")),
    "the first colon has said it": (("grammar/reference/leading.rl",), (
        'colon = ( any - ":" - "/" )+ ":" | ":" ;: - ":" -> nothing',)),
    "what a reference says of itself is asked at its end": (("grammar/reference/resolve-partial.rl",), (
        'form = ( any - "/" - ":" )*: - ":" -> nothing',
        '( "/" any* | ":" @absolute any* )? ;: @ -> %',
        'whole = ( "#" any* )? %same: % -> >')),
    "what is told on each slash is told last behind them": (("grammar/reference/resolve-partial.rl",), (
        'slashes = "/"+ %leading ( ( any - "/" ) any* )?: - "/" -> nothing',)),
    "its escape is told from it all the same": (("grammar/normalize/compare-level.rl",), (
        'reserved = "*" | "!" | "=" | ";" | ":" ;: "*" | -> nothing',
        *('reserved = "*" | "!" | "=" | ";" | ":" ;: | "%s" -> nothing' % sign
          for sign in "!=;:"))),
    "no URL has it as it is where its escape may stand": (("grammar/normalize/compare-level.rl",), (
        'reserved_escape = "%2A"i | "%21" | "%3D"i | "%3B"i | "%3A"i: | "%3D"i -> nothing',
        'reserved_escape = "%2A"i | "%21" | "%3D"i | "%3B"i | "%3A"i: | "%3B"i -> nothing',
        '| "%25" | "%2F"i | "%23" | "%3F"i | "%20" ;: | "%25" -> nothing',
        '| "%25" | "%2F"i | "%23" | "%3F"i | "%20" ;: | "%20" -> nothing')),
    "an escape there has its digits: a grammar has found it valid": (
        ("grammar/normalize/compare-level.rl",), ('escape = "%" xdigit xdigit ;: xdigit -> alnum',)),
    "wherever that stands it is told twice": (("grammar/normalize/compare-level.rl",), (
        'delimiter = "/" | "?" | "#" ;: | "?" -> nothing',
        "other = ( byte - reserved - plus - dot ) @byte: - reserved -> nothing",
        "other = ( byte - reserved - plus - dot ) @byte: - plus -> nothing",
        "| ( escape - reserved_escape - plus_escape - dot_escape ):"
        " - reserved_escape -> nothing",
        "| ( escape - reserved_escape - plus_escape - dot_escape ):"
        " - plus_escape -> nothing")),
    "RFC 1630 has no such byte in a search or a fragment": (("grammar/normalize/compare-level.rl",), (
        *('| some_reserved | any_dot | other | "/" @reserved )* ;: ' + change
          for change in ('| "/" @reserved -> nothing', "@reserved -> nothing", "@ -> %")),
        *('fragmentid = ( letter | any_dot | ( "/" | "?" ) @reserved )* ;: ' + change
          for change in ('"/" | -> nothing', '| "?" -> nothing',
                         '| ( "/" | "?" ) @reserved -> nothing',
                         "@reserved -> nothing", "@ -> %")))),
    "no grammar has that in a URL": (("grammar/prose/unquoted.rl",), tuple(
        'hard_stop = cntrl | " " | "|" | \'"\' | "<" | ">" | "`" ;: %s -> nothing' % byte
        for byte in ("cntrl |", '| " "', '| "<"', '| ">"'))),
    "an escaped colon is told before, and keeps nothing before it either": (
        ("grammar/contexts/json-colon.rl",), (
            '| "\\\\u" xdigit{4} - letter - colon ;: - colon -> nothing',)),
    "it is the last byte of those that are asked, and an event of that byte": (
        ("grammar/prose/quotes.rl",), tuple(
            f"| {name} %{name} # {marks}: % -> >" for name, marks in (
                ("left_single", "\u2018\u2026\u2019"),
                ("low_single", "\u201a\u2026\u2018"),
                ("left_double", "\u201c\u2026\u201d"),
                ("right_double", "\u201d\u2026\u201d"),
                ("low_double", "\u201e\u2026\u201c"),
                ("left_angle", "\u2039\u2026\u203a"),
                ("right_angle", "\u203a\u2026\u2039")))),
    "dots wait until it is known whether they are an element": (("grammar/normalize/compare-level.rl",), (
        "some_dot = dot @dot | dot_escape @dot_escape ;: @ -> %",
        "| ( letter | any_dot ) @no_element rest ;: @ -> %",
        "| letter @no_element rest: @ -> %")),
    "another alternative has the same bytes, and their event": (("grammar/coding/octets.rl",), (
        '| ( cntrl - 0 - "\\r" - "\\n" ) @control: - 0 -> nothing',)),
    "whether there is a colon is asked when the name has ended": (("grammar/coding/file-names.rl",), (
        'relative := ( ( posix_byte - "/" - ":" ) | ":" @colon )+: @ -> %',)),
    "`broken` tells of that byte all the same, for nothing has `begun` with it": (
        ("grammar/coding/octets.rl",), (
            "UTF8_3 = 0xE0 0xA0..0xBF UTF8_tail | 0xE1..0xEC UTF8_tail{2}:"
            " 0xA0..0xBF -> 0xA0..0xC0",
            "UTF8_3 = 0xE0 0xA0..0xBF UTF8_tail | 0xE1..0xEC UTF8_tail{2}:"
            " 0xE1..0xEC -> 0xE1..0xED",
            "| 0xED 0x80..0x9F UTF8_tail | 0xEE..0xEF UTF8_tail{2} ;:"
            " 0x80..0x9F -> 0x80..0xA0",
            "UTF8_4 = 0xF0 0x90..0xBF UTF8_tail{2} | 0xF1..0xF3 UTF8_tail{3}:"
            " 0x90..0xBF -> 0x90..0xC0",
            "UTF8_4 = 0xF0 0x90..0xBF UTF8_tail{2} | 0xF1..0xF3 UTF8_tail{3}:"
            " 0xF1..0xF3 -> 0xF1..0xF4",
            "| 0xF4 0x80..0x8F UTF8_tail{2} ;: 0x80..0x8F -> 0x80..0x90")),
    "the other forms begin with the same bytes, and fail with the same word": (
        ("grammar/url/rfc1738.rl", "grammar/url/rfc1630.rl"), (
            "( database $!bad_database %database_end %path_end: $!bad_database -> nothing",
            "| database $!bad_database %database_end %path_end: $!bad_database -> nothing",
            "| database $!bad_database %database_end: $!bad_database -> nothing",
            "( hsoname $!bad_path %hsoname_end %path_end: $!bad_path -> nothing",
            "| hsoname $!bad_path terminator @hsoname_null: $!bad_path -> nothing")),
    "whichever kind is told last is told at the host's end": (("grammar/url/hostport.rl",), (
        "host_of_a_kind = ( hostname %host_name | hostnumber %host_ipv4 ) $!bad_host ;:"
        " % -> >",)),
}.items() for name in names for change in changes}

# Not all that includes a machine, but what includes this one: by the compiler's word.
MAKE = ("make", "MACHINES=", "FEED_MACHINES=")

# What of a mutant whose programs are the same to the byte as without it, as where
# Ragel's smallest machine is the same.
SAME = "the same program"

# For one test, of a processor: a lens that goes backwards never ends.
SECONDS = 60


def patterns(changes, text):
    """(where, how long, the other text) for each change."""
    code = re.sub(r"/\*.*?\*/|^#[^\n]*", lambda m: " " * len(m[0]), text,
                  flags=re.DOTALL | re.MULTILINE)
    for pattern, replacements in changes:
        for match in re.finditer(pattern, code):
            for replacement in replacements:
                yield match.start(), match.end(), match.expand(replacement)


def lens(text):
    return patterns(LENS, text)


def blocks(text):
    return patterns(BLOCKS, text)


class Ragel:
    """The tokens of a machine's rules: (kind, begin, end)."""

    TOKEN = re.compile(r"""
        (?P<space>\s+|\#[^\n]*)
      | (?P<text>"(?:\\.|[^"\\])*"i?|'(?:\\.|[^'\\])*'i?)
      | (?P<set>\[(?:\\.|[^\]\\])*\])
      | (?P<event>(?:<>|[%@>$<])[/!~*^]?\s*(?:[a-z]\w*|\{[^}]*\}))
      | (?P<repeat>\{[\d,]*\})
      | (?P<block>\{[^}]*(?:\{[^}]*\}[^}]*)*\})
      | (?P<range>0x[0-9A-Fa-f]+\s*\.\.\s*0x[0-9A-Fa-f]+)
      | (?P<number>0x[0-9A-Fa-f]+|\d+)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<assign>:?=)
      | (?P<sign>.)""", re.VERBOSE)
    HEAD = re.compile(r"^[a-z_]\w*\s*:?=(?!=)", re.MULTILINE | re.IGNORECASE)

    def __init__(self, text):
        """`rules`: the tokens of each rule, after its "="."""
        begin = text.index("%%{")
        end = text.index("}%%")
        self.rules = []
        for head in self.HEAD.finditer(text, begin, end):
            tokens = []
            at = head.end()
            while at < end:
                match = self.TOKEN.match(text, at)
                at = match.end()
                if match[0] == ";":
                    break
                if match.lastgroup != "space":
                    tokens.append((match.lastgroup, match[0], match.start(), at))
            self.rules.append(tokens)


def alternatives(tokens):
    """(begin, end) of each alternative with one "|", and each subtraction."""
    open_groups = [[0]]             # of each depth: where its operands begin
    groups = []
    for i, (kind, sign, _, _) in enumerate(tokens):
        if kind != "sign":
            continue
        if sign == "(":
            open_groups.append([i + 1])
        elif sign == ")":
            groups.append((open_groups.pop(), i))
        elif sign in "|&-":
            open_groups[-1].append(i)
    groups.append((open_groups.pop(), len(tokens)))
    for starts, stop in groups:
        ends = starts[1:] + [stop]
        for n, (first, last) in enumerate(zip(starts, ends)):
            if n:
                if tokens[first][1] in "|-":
                    yield tokens[first][2], tokens[last - 1][3]
            elif len(starts) > 1 and tokens[ends[0]][1] == "|":
                yield tokens[first][2], tokens[ends[0]][3]


WIDER = {"digit": "xdigit", "xdigit": "alnum", "alpha": "alnum"}


def wider(kind, text):
    """A class with one more byte in it, or None."""
    if kind == "word":
        return WIDER.get(text)
    if kind == "range":
        return re.sub(r"0x[0-9A-Fa-f]+$",
                      lambda m: "0x%02X" % min(int(m[0], 16) + 1, 255), text)
    if kind == "set" and re.search(r"\w-\w\]$", text):
        return text[:-2] + chr(ord(text[-2]) + 1) + "]"
    return None


# An event stands on a byte (@), after it (%) or on the first one (>).
MOVED = {"%": ">", "@": "%", ">": "%"}


def events(text, moves=True):
    for tokens in Ragel(text).rules:
        for kind, sign, begin, end in tokens:
            if kind != "event" or re.search(r"run$|accept$|likely$", sign):
                continue
            yield begin, end, ""
            if moves and sign[0] in MOVED and re.match(r"[\w{]", sign[1:].strip()):
                yield begin, begin + 1, MOVED[sign[0]]


def failures(text):
    for begin, end, replacement in events(text, moves=False):
        if text[begin:].startswith("$!"):
            yield begin, end, replacement


def grammars(text):
    for tokens in Ragel(text).rules:
        for begin, end in alternatives(tokens):
            yield begin, end, ""
        for kind, sign, begin, end in tokens:
            other = wider(kind, sign)
            if other:
                yield begin, end, other
    yield from events(text)


def rule_file(name):
    """Where a machine or a library of rules stands."""
    source = pathlib.Path(__file__).resolve().parents[2]
    (file,) = source.glob(f"grammar/*/{name}.rl")
    return str(file.relative_to(source))


# kind: (how, {file: tests}). The likeliest test first.
TARGETS = {
    "lens": (lens, {"src/kernel/lens-portable.h": RUNS}),
    "blocks": (blocks, {"src/kernel/lens-block.h": (*RUNS, "unit/contexts/test-contexts")}),
    "events": (events, {rule_file(name): URLS for name in (
        "uri", "common", "hostport")}),
    "failures": (failures, {rule_file(name): URLS for name in url_grammars.names()}),
    "grammars": (grammars, {rule_file(name): tests for names, tests in (
        ("decode escapes escaping encode encode-rfc1738 encode-rfc1630 octets"
         " file-names keywords", CODING),
        ("components leading percent-encodings prefixes segments", FORMS),
        ("first-colon", ("unit/reference/test-reference",)),
        ("compare-level elements resolve-partial slashes", RFC1630),
        ("findings findings-host findings-path findings-port findings-query"
         " findings-reference findings-unicode utf8 urlencoded gopher-plus"
         " path-segments prospero-fields query-amp-pairs query-pairs registry"
         " wais-fields", SCHEMES),
        ("control-sequence glued json-colon json-string opened plain plausible quoted quotes"
         " run-on unquoted unwrap wrapped", CONTEXTS),
        ("method userinfo-ahead", ("unit/http/test-target", *RUNS)),
        ("query-names", ("unit/query/test-query",)),
        ("selection", SELECTORS),
    ) for name in names.split()}),
}


def mutants(how, text):
    """(number of the line, what is changed in it, the text as it would be)."""
    for begin, end, replacement in how(text):
        number = text.count("\n", 0, begin)
        yield (number + 1,
               "%s: %s -> %s" % (" ".join(text.split("\n")[number].split()),
                                 " ".join(text[begin:end].split()), replacement or "nothing"),
               text[:begin] + replacement + text[end:])


def run(command, folder, seconds=None, **options):
    """Whether it succeeds, and does not take more than so many seconds of a processor."""
    def limit():
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False, preexec_fn=limit,
                          **options).returncode == 0


def digest(path):
    return hashlib.sha256(path.read_bytes()).digest()


def judge(source, build, tests, programs):
    """The test that fails, "compiler", or None. A test of a program that is the same to
    the byte as without the change, by `programs`, is not run; SAME if all are."""
    env = dict(os.environ, GOLDEN_DIR=str(source / "tests/golden"), srcdir=str(source),
               LOCUS=str(build / "locus"))
    env["LOCUS_TEST_MUTATIONS"] = env.get("LOCUS_TEST_MUTATIONS") or "2000"
    found = SAME
    for test in tests:
        script, *names = test.split()
        of_command = script.endswith(".py")
        program = "locus" if of_command else "tests/" + script
        if not run([*MAKE, program], build):
            return "compiler"
        if programs.get(program) == digest(build / program):
            continue
        found = None
        if not run([source / "tests" / script if of_command else program, *names],
                   build, SECONDS, env=env):
            return script
    return found


def attack(source, build, name, how, tests, programs, chosen):
    """Tries the mutants of a file; (how many, how many survived without a reason)."""
    original = (source / name).read_text()
    tried = survivors = 0
    for index, (number, line, text) in enumerate(mutants(how, original)):
        if index not in chosen:
            continue
        (source / name).write_text(text)
        found = judge(source, build, tests, programs)
        reason = EQUIVALENT.get((name, line))
        if found == SAME:
            found, reason = None, SAME
        tried += 1
        survivors += found is None and reason is None
        print("%s:%d: %s: %s" % (name, number, line,
                                 "found by " + found if found else
                                 "no difference: " + reason if reason else "SURVIVED"),
              flush=True)
    (source / name).write_text(original)
    return tried, survivors


def build_copy(original, source, kernels):
    """A copy of the source, and in it a build that passes; where that is."""
    # A configured source folder could not be built in another one.
    shutil.copytree(original, source, symlinks=True, ignore=shutil.ignore_patterns(
        ".git", "*.o", "*.lo", "*.la", ".libs", "data"))
    run(["make", "distclean"], source)
    build = source / "mutation"
    build.mkdir()
    if not (run(["../configure", "-q", "--disable-shared", "--with-kernels=" + kernels,
                 "--with-codegen=flat", "CFLAGS=-O0",
                 # No lens in each state of each machine.
                 "CPPFLAGS=-Dalways_inline=unused"], build)
            and run(["make"], build)):
        sys.exit("mutate-source: it cannot be built")
    return build


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=list(TARGETS))
    parser.add_argument("--file", action="append")
    parser.add_argument("--range", default="0:1000000", help="of each file")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    chosen = range(*(int(n) for n in options.range.split(":")))
    targets = [(name, how, tests) for kind, (how, files) in TARGETS.items()
               for name, tests in files.items()
               if kind in (options.only or TARGETS)
               and name in (options.file or [name])]
    if options.list:
        for name, how, _ in targets:
            for number, line, _ in mutants(how, (options.source / name).read_text()):
                print("%s:%d: %s" % (name, number, line))
        return 0
    kernels = "portable"
    if any(how is blocks for _, how, _ in targets):
        if " avx2 " not in pathlib.Path("/proc/cpuinfo").read_text():
            sys.exit("mutate-source: blocks needs a processor with AVX2")
        kernels = "avx2,portable"
    tried = survivors = 0
    with tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work, "source")
        build = build_copy(options.source, source, kernels)
        every = dict.fromkeys(test for _, _, tests in targets for test in tests)
        failing = judge(source, build, every, {})
        if failing:
            sys.exit("mutate-source: without a change fails " + failing)
        programs = {program: digest(build / program) for program in [
            "locus", *("tests/" + test for test in every if ".py" not in test)]}
        for name, how, tests in targets:
            counts = attack(source, build, name, how, tests, programs, chosen)
            tried += counts[0]
            survivors += counts[1]
    print("%d mutants, %d survived without a reason" % (tried, survivors))
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
