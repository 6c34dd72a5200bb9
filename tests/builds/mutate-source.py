#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the lens and the machines, one place at a time, and reports which changes no
test detects.

    make mutation [MUTATION="lens blocks events …"] [MUTANTS=FROM:TO:STEP]
    mutate-source.py SOURCE-FOLDER [--only KIND...] [--file FILE...]
                     [--range FROM:TO:STEP] [--list]

In a copy of the source, built once (the portable kernel, and for `blocks` also that of
AVX2; flat code, without optimization), each mutant is made, what depends on it is built,
and tests are run, the most likely to fail first, until one fails. A mutant that does not
end is detected too. Kinds:

    lens      src/kernel/lens-portable.h: a bound or a step off by one, another mask, a
              wrong shift, "or" for "and"
    blocks    src/kernel/lens-block.h, which the lenses with masks of 64 bytes share: the
              same, tested with the lens of AVX2, which the processor must have
    events    grammar/rules/, the rules that grammars of URLs share: an event removed, or
              moved from the end of its component to its beginning
    failures  grammar/url/: the name of the rule that failed removed. A proof covers the
              places of the other events (tests/proofs/spans/check-spans.py)
    grammars  the other machines: an alternative or a subtraction removed, a class
              widened, an event removed or moved

Changes to the language of a grammar of URLs are covered by
tests/proofs/languages/check-every-change.py, which changes every character of each
grammar and needs no build. Exits with 1 if a mutant survives that is not in SURVIVORS, or
if a row there or a change of the lens no longer applies to any line.
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
    (r"percents << 8\b", ("percents << 0",)),
    (r"percents << 16", ("percents << 8",)),
    (r">> 56", (">> 57",)),
    (r">> 48", (">> 56",)),
    (r"word >> 7\b", ("word >> 6",)),
    (r"word >> bit\b", ("word >> (bit ^ 1)",)),
    (r"no_run & ~not_pct_encoded", ("no_run & not_pct_encoded",)),
    (r"\(no_run & not_pct_encoded\)", ("no_run",)),
    (r"\(no_run \| not_pct_encoded\)", ("no_run", "not_pct_encoded")),
    (r"first & stop \? 1", ("first & stop ? 2",)),
    (r"second & stop \? 2", ("second & stop ? 1",)),
    (r"\* 0x80", ("* 0x40",)),
    (r"set % 8", ("(set + 1) % 8",)),
    (r"set / 8", ("0",)),
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

# The tests for each kind of machine.
CODING = ("unit/coding/test-coding", "unit/schemes/test-schemes", "cli/run.py test_coding")
RESOLVE = ("unit/reference/test-resolve", "unit/coding/test-coding")
SCHEMES = ("unit/schemes/test-schemes", "cli/run.py test_findings",
           "cli/run.py test_parse test_explain")
CONTEXTS = ("unit/contexts/test-contexts", "unit/parse/test-batch",
            "cli/run.py test_contexts", "unit/scan/test-scan")
LOGS = ("unit/log/test-log",)
LOG_OPTIONS = ("cli/run.py test_envelopes test_log_format",)
SCHEME_OPTIONS = ("cli/run.py test_errors test_limits test_scan",)
RFC1630 = ("unit/reference/test-rfc1630", "unit/reference/test-resolve")
RUNS = ("unit/parse/test-golden", "unit/kernel/test-kernels-agree")
URLS = ("unit/parse/test-golden", "proofs/interpreter/test-differential",
        "unit/kernel/test-kernels-agree")
SELECTORS = ("cli/run.py test_formats test_top test_coding test_parameters test_selectors"
             " test_where test_domains",)
STREAM = ("cli/run.py test_rows test_blocks",)

# Mutants that may survive: the reason, the files, the changes and their lines.
LENSES = ("src/kernel/lens-portable.h",)
URIS = ("grammar/rules/uri.rl",)
COMMON = ("grammar/rules/common.rl",)
FINDINGS = ("grammar/findings/octet-kinds.rl", "grammar/findings/findings.rl",
            "grammar/findings/findings-path.rl", "grammar/findings/findings-query.rl",
            "grammar/findings/findings-unicode.rl")
UTF8 = ("grammar/findings/utf8.rl",)
SURVIVORS = {
    "a block that ends sooner is examined again, or the machine reads on": (
        ("src/kernel/lens-block.h",), (
            "enum { CUT = 2 };: CUT = 2 -> CUT = 3",
            "if (from < lens->block_end): from < lens->block_end"
            " -> from + 1 < lens->block_end",
            "while (__builtin_expect(to >= lens->block_end, 0)) {:"
            " >= lens->block_end -> > lens->block_end")),
    "the block has been loaded already": (("src/kernel/lens-block.h",), (
        "if (from < lens->block_end): from < lens->block_end -> from <= lens->block_end",)),
    "an empty block contains no run": (("src/kernel/lens-block.h",), (
        "if (from >= end): from >= end -> from > end",)),
    "the rest is examined even if the block begins a byte later or earlier": (
        ("src/kernel/lens-block.h",), (
            *("if (SHORT_IS_SLOW && end - from < 64) {: < 64 -> < " + n
              for n in ("63", "65")),
            *("from = end - begin > 64 ? end - 64 : begin;: " + change
              for change in ("> 64 -> > 63", "end - 64 -> end - 63")))),
    "a percent-encoded octet that is not found is read by the machine": (
        ("src/kernel/lens-block.h",), (
        "enum { CUT = 2 };: CUT = 2 -> CUT = 1",
        "lens->block_end -= CUT;: -= CUT -> -= 0",
        "return percent & hexdig >> 1 & hexdig >> 2;:"
        " hexdig >> 1 -> hexdig")),
    "no byte that stops a run can be the second one of a pair, since those belong to the run": (
        ("src/kernel/lens-block.h",), (
            "| lens_not(lens, runs, runs->second[class], 0) >> 1: >> 1 -> nothing",
            "stop &= lens_not(lens, runs, runs->first[class], 0):"
            " runs->first -> runs->second")),
    "it is searched for once more": (("src/kernel/lens-block.h",), (
        "for (; end - from >= COLON_STEP + 2; from += COLON_STEP) {:"
        " += COLON_STEP -> += COLON_STEP - 1",
        "colons->wanted = done < 64 ? colons->wanted >> done << done : 0;:"
        " done < 64 -> done < 63",)),
    "no search continues 64 bytes after a block of AVX2, which has 32": (
        ("src/kernel/lens-block.h",), (
        "colons->wanted = done < 64 ? colons->wanted >> done << done : 0;:"
        " done < 64 -> done < 65",)),
    "these bytes are read one by one instead": (LENSES, (
        "else if (end - lens->begin >= 8): >= 8 -> > 8",
        "for (; end - from >= 8; from += 8) {: >= 8 -> > 8",
        "const uint64_t is_colon = (word - EACH) & ~word & EACH * 0x80;: * 0x80 -> * 0x40")),
    "an incomplete percent-encoded octet at the end of the text is searched for in vain": (
        LENSES, (
        "if (pct_encoded && !pairs && end - stop >= 3 && *stop == '%'): >= 3 -> >= 2",)),
    "a byte is read once more": (LENSES, (
        "for (;; from += 8) {: += 8 -> += 7",
        "for (; end - from >= 8; from += 8) {: += 8 -> += 7")),
    "a lens may return less than the whole run: the machine reads the rest": (LENSES, (
        "if (left >= 8): >= 8 -> > 8",
        "const uint64_t word = left >= 8 ? outside_of_8(from, outside): >= 8 -> > 8",
        "if (left == 0): left == 0 -> left == 1",
        "const uint64_t not_pct_encoded = word >> 7;: word >> 7 -> word >> 6",
        "stops = ((no_run & not_pct_encoded): (no_run & not_pct_encoded) -> no_run",
        "if (pct_encoded && !pairs && end - stop >= 3 && *stop == '%'): >= 3 -> >= 4",
        "if (runs->pct_encoded >> class & 1 && end - p >= 3 && *p == '%': >= 3 -> >= 4",
        "return runs->pairs >> class & 1 && end - p >= 2: >= 2 -> >= 3",
        "&& is_in(runs, runs->first[class], p[0]): runs->first -> runs->second")),
    "the paths that can begin there fail with the same error": (URIS, (
        'path_empty = "" $!bad_path %path_end ;: $!bad_path -> nothing',)),
    "for Ragel an event at the beginning of an empty string is one at its end": (URIS, (
        'path_empty = "" $!bad_path %path_end ;: % -> >',
        '| "" %host_empty ) $!bad_host ;: % -> >')),
    "the kind of host that is reported last is reported at the end of the host": (URIS, (
        "| IPv4address %host_ipv4: % -> >",
        '| ( reg_name - IPv4address - "" ) %host_name: % -> >')),
    'the kind of a literal is known on the "]" as well as after it': (COMMON, (
        'IP_literal = ( "[" IPv6address "]" %host_ipv6: % -> >',
        '| "[" IPvFuture "]" %host_ipvfuture ) <>!bad_ip_literal ;: % -> >')),
    "the beginning of a user and the place of its colon are known while it is read": (COMMON, (
        "userinfo = ( user %user: % -> >",
        '| user ":" >colon password %user_password ) $!bad_userinfo ;: % -> >')),
    "a user consists of the same bytes as a host, whose colon is marked": (COMMON, (
        '| user ":" >colon password %user_password ) $!bad_userinfo ;: >colon -> nothing',)),
    "the text has a scheme, because a grammar has found it valid": (
        ("grammar/reference/components.rl",), (
            'scheme = ( any - ":" - "/" - "?" - "#" )+ ;: - "/" -> nothing',
            'scheme = ( any - ":" - "/" - "?" - "#" )+ ;: - "?" -> nothing',
            'scheme = ( any - ":" - "/" - "?" - "#" )+ ;: - "#" -> nothing')),
    "no string of answers ends there": (("grammar/schemes/gopher-plus.rl",), (
        "answers = plus tab one cr lf plus minus one cr lf @next @answers: @ -> %",)),
    'the "+" of a named view reports the same': (("grammar/schemes/gopher-plus.rl",), (
        "default_view = plus @view ;: @view -> nothing",)),
    "what is requested is reported for a whole string, so it may be reported a byte later": (
        ("grammar/schemes/gopher-plus.rl",), (
            "default_view = plus @view ;: @ -> %",
            "view = plus @next @view word ( coded_space @language word )? %piece ;: @ -> %",
            "form = question @ask ;: @ -> %",
            "attributes = ( exclamation @attributes | dollar @directory ) @next names? ;:"
            " @ -> %")),
    "the others read to the end of any text that they have begun": (
        ("grammar/findings/octet-kinds.rl", "grammar/findings/findings-host.rl"), (
            "| any* ;: | any* -> nothing",
            "main := odd_ipv4 %odd_ipv4 | final_dot %final_dot | localhost %loopback | any* ;:"
            " | any* -> nothing")),
    "a scheme is also the beginning of a host, which fails with the same error": (
        ("grammar/rules/target-forms.rl",), (
            "$!bad_form %scheme_mark ;: $!bad_form -> nothing",)),
    "findings apply to a whole text, so one may be reported a byte later": (FINDINGS, (
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
        "main := ( any* ( compatibility @compatibility: @ -> %",
        "| look_alike @look_alike: @ -> %",
        "| idna_dot @idna_dot ) any*: @ -> %",
        "climbs = dot{2,} divider @traversal ;: @ -> %",
        'e_twice = "%25" xdigit{2} @e_twice ;: @ -> %',
        "not_utf8 = ( astray | anew ( astray - xdigit any* ) ) @not_utf8 ;: @ -> %",
        "| any* ( not_encoded @bad_percent ) any*: @ -> %",
        "before_hidden = dot hidden_slash @hidden: @ -> %",
        "segments = ( segment slash | slash @empty )* segment? ;: @ -> %",
        'parameters = any* ";" @parameter any* ;: @ -> %',
        '( dot | dotdot ) semicolon @dot_parameter any* ;: @ -> %')),
    "names and dot-segments are counted in the same order, even if a byte later": (
        ("grammar/findings/findings-path.rl",), (
            "| dotdot hidden_slash @hidden_up: @ -> %",
            "| named hidden_slash @down: @ -> %")),
    'a "%" with no digit after it is found anyway, and the text after it is read again': (
        ("grammar/findings/octet-kinds.rl",), (
            'not_encoded = "%" ( any - xdigit ) | "%" xdigit ( any - xdigit ) ;:'
            " xdigit -> alnum",
            'cut_encoded = "%" xdigit? ;: xdigit -> alnum')),
    "any percent-encoded octet in a host is reported, and a valid host has no other "
    "\"%\"": (("grammar/findings/octet-kinds.rl",), (
        "| xdigit{2} @e_any ) ;: xdigit -> alnum",)),
    "more octets of the character must follow, which have no lead if it is read again": (
        UTF8, (
            'a0_bf = 0xA0..0xBF | "%" [ABab] xdigit ;: xdigit -> alnum',
            'x80_9f = 0x80..0x9F | "%" [89] xdigit ;: xdigit -> alnum',
            'x90_bf = 0x90..0xBF | "%" [9ABab] xdigit ;: xdigit -> alnum',
            'x80_8f = 0x80..0x8F | "%8" xdigit ;: xdigit -> alnum')),
    "a text that is truncated when read from the digits is also truncated when read from the %": (
        ("grammar/findings/octet-kinds.rl",), (
            "cut_utf8 = ( cut | anew ( cut - xdigit any* ) ) %not_utf8 ;:"
            " - xdigit any* -> nothing",)),
    "it comes a byte later, before any other event": (("grammar/command/stream-row.rl",), (
        r'| ( ( byte | "\\" @escaped )* - no_value ) ;: @ -> %',
        *(line + ": @ -> %" for line in (
            'escape = "b" @backspace', '| "f" @form_feed', '| "n" @newline', '| "r" @return',
            '| "t" @tab', '| "0" @nul')))),
    "it comes a byte later, and the name has not ended": (("grammar/command/column-type.rl",), (
        '| "Nullable(" @nullable ( texts | "Nothing" ) ")" ;: @ -> %',)),
    "a port consists of digits": (("grammar/findings/findings-port.rl",), (
        '| "0" digit+ %leading_zero: digit -> xdigit',
        '| "0" digit+ %leading_zero: % -> >')),
    "there is nothing to report about them": (("grammar/findings/findings-port.rl",), (
        "| digit* ;: | digit* -> nothing",
        "| digit* ;: digit -> xdigit")),
    "it is also stray, which is reported last, and after a guard it stays as it is": (
        ("grammar/reference/percent-encodings.rl",), (
            'digit_digits = [0-9] "3" ;: [0-9] -> [0-:]',)),
    "the kind of a segment that is reported last counts": (
        ("grammar/reference/segments.rl",), tuple(
        "segment = any_segment - dot - dot_dot - encoded_one - encoded_two ;:"
        " - %s -> nothing" % kind
        for kind in ("dot", "dot_dot", "encoded_one", "encoded_two"))),
    "after the prefixes such a last segment is also empty": (
        ("grammar/reference/prefixes.rl",), (
        'only = "." %prefix_dot: "." %prefix_dot | -> nothing',
        'only = "." %prefix_dot: %prefix_dot -> nothing',
        '| ".." %prefix_dot_dot: | ".." %prefix_dot_dot -> nothing',
        '| ".." %prefix_dot_dot: %prefix_dot_dot -> nothing',
        "| encoded %prefix_encoded ;: | encoded %prefix_encoded -> nothing",
        "| encoded %prefix_encoded ;: %prefix_encoded -> nothing")),
    "the first colon has already reported it": (("grammar/reference/misread-path.rl",), (
        'colon = ( any - ":" - "/" )+ ":" | ":" ;: - ":" -> nothing',)),
    "the kind of a reference is used only at its end": (
        ("grammar/reference/resolve-partial.rl",), (
        'form = ( any - "/" - ":" )*: - ":" -> nothing',
        '( "/" any* | ":" @absolute any* )? ;: @ -> %',
        'whole = ( "#" any* )? %same: % -> >')),
    "what is reported on each slash is reported last after all of them": (
        ("grammar/reference/resolve-partial.rl",), (
        'slashes = "/"+ %leading ( ( any - "/" ) any* )?: - "/" -> nothing',)),
    "its escape is distinguished from it anyway": (("grammar/normalize/encoding-level.rl",), (
        'reserved = "*" | "!" | "=" | ";" | ":" ;: "*" | -> nothing',
        *('reserved = "*" | "!" | "=" | ";" | ":" ;: | "%s" -> nothing' % sign
          for sign in "!=;:"))),
    "no URL contains it unencoded where its escape is allowed": (
        ("grammar/normalize/encoding-level.rl",), (
        'reserved_escape = "%2A"i | "%21" | "%3D"i | "%3B"i | "%3A"i: | "%3D"i -> nothing',
        'reserved_escape = "%2A"i | "%21" | "%3D"i | "%3B"i | "%3A"i: | "%3B"i -> nothing',
        '| "%25" | "%2F"i | "%23" | "%3F"i | "%20" ;: | "%25" -> nothing',
        '| "%25" | "%2F"i | "%23" | "%3F"i | "%20" ;: | "%20" -> nothing')),
    "an escape has its digits, because a grammar has found the URL valid": (
        ("grammar/normalize/encoding-level.rl",), ('escape = "%" xdigit xdigit ;: xdigit -> alnum',)),
    "wherever this occurs it is reported twice": (("grammar/normalize/encoding-level.rl",), (
        'delimiter = "/" | "?" | "#" ;: | "?" -> nothing',
        "other = ( byte - reserved - plus - dot ) @byte: - reserved -> nothing",
        "other = ( byte - reserved - plus - dot ) @byte: - plus -> nothing",
        "| ( escape - reserved_escape - plus_escape - dot_escape ):"
        " - reserved_escape -> nothing",
        "| ( escape - reserved_escape - plus_escape - dot_escape ):"
        " - plus_escape -> nothing")),
    "RFC 1630 permits no such byte in a search or a fragment": (
        ("grammar/normalize/encoding-level.rl",), (
        *('| some_reserved | any_dot | other | "/" @reserved )* ;: ' + change
          for change in ('| "/" @reserved -> nothing', "@reserved -> nothing", "@ -> %")),
        *('fragmentid = ( letter | any_dot | ( "/" | "?" ) @reserved )* ;: ' + change
          for change in ('"/" | -> nothing', '| "?" -> nothing',
                         '| ( "/" | "?" ) @reserved -> nothing',
                         "@reserved -> nothing", "@ -> %")))),
    "no grammar permits this in a URL": (("grammar/prose/unquoted.rl",), tuple(
        'hard_stop = cntrl | " " | "|" | \'"\' | "<" | ">" | "`" ;: %s -> nothing' % byte
        for byte in ("cntrl |", '| " "', '| "<"', '| ">"'))),
    "it is the last byte of the text, and an event on that byte": (
        ("grammar/prose/quotes.rl",), tuple(
            f"| {name} %{name} # {marks}: % -> >" for name, marks in (
                ("left_single", "\u2018\u2026\u2019"),
                ("low_single", "\u201a\u2026\u2018"),
                ("left_double", "\u201c\u2026\u201d"),
                ("right_double", "\u201d\u2026\u201d"),
                ("low_double", "\u201e\u2026\u201c"),
                ("left_angle", "\u2039\u2026\u203a"),
                ("right_angle", "\u203a\u2026\u2039")))),
    "dots wait until it is known whether they are an element": (("grammar/normalize/encoding-level.rl",), (
        "some_dot = dot @dot | dot_escape @dot_escape ;: @ -> %",
        "| ( letter | any_dot ) @no_element rest ;: @ -> %",
        "| letter @no_element rest: @ -> %")),
    "another alternative has the same bytes and their event": (("grammar/coding/octets.rl",), (
        '| ( cntrl - 0 - "\\r" - "\\n" ) @control: - 0 -> nothing',)),
    "whether there is a colon is used when the name has ended": (
        ("grammar/coding/file-names.rl",), (
        'relative := ( ( posix_byte - "/" - ":" ) | ":" @colon )+: @ -> %',)),
    "`broken` reports that byte anyway, because nothing has `begun` with it": (
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
    "the other forms begin with the same bytes and fail with the same error": (
        ("grammar/url/rfc1738.rl", "grammar/url/rfc1630.rl"), (
            "( database $!bad_database %database_end %path_end: $!bad_database -> nothing",
            "| database $!bad_database %database_end %path_end: $!bad_database -> nothing",
            "| database $!bad_database %database_end: $!bad_database -> nothing",
            "( hsoname $!bad_path %hsoname_end %path_end: $!bad_path -> nothing",
            "| hsoname $!bad_path terminator @hsoname_null: $!bad_path -> nothing")),
    "the kind that is reported last is reported at the end of the host": (
        ("grammar/rules/hostport.rl",), (
        "host_of_a_kind = ( hostname %host_name | hostnumber %host_ipv4 ) $!bad_host ;:"
        " % -> >",)),
}
EQUIVALENT = {(name, change): reason for reason, (names, changes) in SURVIVORS.items()
              for name in names for change in changes}

# With these lists empty, make rebuilds only the programs that include the changed machine,
# as the compiler's dependency files say, not all programs that include any machine.
MAKE = ("make", "MACHINES=", "FEED_RUNS=")

# The result for a mutant whose programs are identical, byte for byte, to those without
# the change, for example because Ragel's minimal machine is the same.
SAME = "the same program"

# Processor time for one test: a lens that moves backwards never ends.
SECONDS = 60


def patterns(changes, text):
    """(place, length, new text) for each change."""
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
    open_groups = [[0]]             # by depth: where its operands begin
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
    """A class with one more byte, or None."""
    if kind == "word":
        return WIDER.get(text)
    if kind == "range":
        return re.sub(r"0x[0-9A-Fa-f]+$",
                      lambda m: "0x%02X" % min(int(m[0], 16) + 1, 255), text)
    if kind == "set" and re.search(r"\w-\w\]$", text):
        return text[:-2] + chr(ord(text[-2]) + 1) + "]"
    return None


# An event is on a byte (@), after it (%) or on the first one (>).
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


SOURCE = pathlib.Path(__file__).resolve().parents[2]


def rule_files(folder):
    return sorted(str(file.relative_to(SOURCE)) for file in SOURCE.glob(f"{folder}/*.rl"))


# The tests of the machines of each folder of grammar/, and of those that have others.
FOLDERS = {
    "coding": CODING, "coding/encoders": CODING, "command": SELECTORS, "contexts": CONTEXTS,
    "findings": SCHEMES, "http": ("unit/http/test-target", *RUNS), "log": LOGS,
    "log/config": LOGS, "log/envelopes": LOGS, "log/formats": LOGS, "log/keys": LOGS,
    "log/row": LOGS, "normalize": RESOLVE, "prose": CONTEXTS, "query": ("unit/query/test-query",),
    "reference": RESOLVE, "scan": CONTEXTS, "schemes": SCHEMES,
}
OTHERS = {name: tests for names, tests in (
    ("changes normal", ("unit/normalize/test-forward", *RESOLVE)),
    ("clean", ("unit/findings/test-findings-slow",)),
    ("column-type stream-row", STREAM),
    ("elements encoding-level resolve-partial slashes", RFC1630),
    ("first-colon", ("unit/reference/test-reference",)),
    ("log-name variable-name", LOG_OPTIONS),
    ("delimiter-list scheme-names", SCHEME_OPTIONS),
    ("query-amp-pairs query-pairs urlencoded", SCHEMES),
) for name in names.split()}


def tests_of_machines():
    """{file: tests} for all machines but those of URLs."""
    found = {}
    for folder in sorted({file.parent for file in SOURCE.glob("grammar/**/*.rl")}):
        name = str(folder.relative_to(SOURCE / "grammar"))
        if name not in ("url", "rules"):
            if name not in FOLDERS:
                sys.exit(f"mutate-source: FOLDERS has no tests for grammar/{name}")
            found.update({file: OTHERS.get(pathlib.Path(file).stem, FOLDERS[name])
                          for file in rule_files(f"grammar/{name}")})
    return found


# kind: (function, {file: tests}). The test most likely to fail comes first.
TARGETS = {
    "lens": (lens, {"src/kernel/lens-portable.h": RUNS}),
    "blocks": (blocks, {"src/kernel/lens-block.h": (
        *RUNS, "unit/contexts/test-contexts", "unit/normalize/test-forward")}),
    "events": (events, dict.fromkeys(rule_files("grammar/rules"), URLS)),
    "failures": (failures, dict.fromkeys(rule_files("grammar/url"), URLS)),
    "grammars": (grammars, tests_of_machines()),
}


def mutants(how, text):
    """(line number, the change, the changed text)."""
    for begin, end, replacement in how(text):
        number = text.count("\n", 0, begin)
        yield (number + 1,
               "%s: %s -> %s" % (" ".join(text.split("\n")[number].split()),
                                 " ".join(text[begin:end].split()), replacement or "nothing"),
               text[:begin] + replacement + text[end:])


def stale(source):
    """The rows and patterns that match no line."""
    lines = {name: {line for _, line, _ in mutants(how, (source / name).read_text())}
             for how, files in TARGETS.values() for name in files}
    for names, changes in SURVIVORS.values():
        yield from (change for change in changes
                    if not any(change in lines.get(name, ()) for name in names))
        yield from (name for name in names if not lines.get(name, set()) & set(changes))
    for how, changes in ((lens, LENS), (blocks, BLOCKS)):
        (name,) = TARGETS[how.__name__][1]
        text = (source / name).read_text()
        yield from (change[0] for change in changes if not any(patterns([change], text)))
    yield from OTHERS.keys() - {pathlib.Path(name).stem for name in lines}


def run(command, folder, seconds=None, **options):
    """Whether it succeeds within this many seconds of processor time."""
    def limit():
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False, preexec_fn=limit,
                          **options).returncode == 0


def digest(path):
    return hashlib.sha256(path.read_bytes()).digest()


def judge(source, build, tests, programs):
    """The test that fails, "compiler", or None. According to `programs`, a test whose
    program is identical to that without the change is not run; SAME if all are
    identical."""
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
    """Tries the mutants of a file. Returns (number, number that survived without a
    reason)."""
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
    """Copies the source, and builds it in the copy; the tests pass. Returns the path."""
    # A configured source folder cannot be built in another folder.
    shutil.copytree(original, source, symlinks=True, ignore=shutil.ignore_patterns(
        ".git", "*.o", "*.lo", "*.la", ".libs", "data"))
    run(["make", "distclean"], source)
    # Generated files, which make would use from here even after their rules have changed.
    for folder in ("flat", "goto", "runs", "table", "xml"):
        shutil.rmtree(source / "grammar" / folder, ignore_errors=True)
    build = source / "mutation"
    build.mkdir()
    if not (run(["../configure", "-q", "--disable-shared", "--with-kernels=" + kernels,
                 "--with-codegen=flat", "CFLAGS=-O0",
                 # No lens inlined into each state of each machine.
                 "CPPFLAGS=-Dalways_inline=unused"], build)
            and run(["make"], build)):
        sys.exit("mutate-source: it cannot be built")
    return build


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=list(TARGETS))
    parser.add_argument("--file", action="append", help="only this one")
    parser.add_argument("--range", default="0:1000000", help="of each file")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    wrong = list(stale(options.source))
    if wrong:
        sys.exit("mutate-source: applies to no line:\n" + "\n".join(wrong))
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
