#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes the lens and the grammars' events, one place at a time, and says which
changes no test finds.

    make mutation [MUTATION="lens events"] [MUTANTS=FROM:TO]
    mutate-source.py SOURCE-FOLDER [--only KIND...] [--range FROM:TO] [--list]

For each mutant a copy of the source is changed, what depends on it is built (the
portable kernel, one grammar, without optimisation), and the tests are run, the
cheapest first, until one fails. A mutant that does not end is found, too. Kinds:

    lens      src/lens-portable.h: a bound or a step off by one, another mask,
              the wrong shift, "or" for "and"
    events    grammar/uri.rl, web.rl: an event left out, or moved from where its
              component ends to where it begins

What changes the language of a grammar (an alternative dropped, a class widened) is
the business of tests/check-grammars.py --changes, which changes every character of
each and needs no build. Exits 1 if a mutant survived that is not in EQUIVALENT.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LENS = [
    (r">= 8\b", ("> 8", ">= 7")),
    (r">= 3\b", (">= 2", ">= 4")),
    (r">= 2\b", (">= 1", ">= 3")),
    (r"\+= 8\b", ("+= 7", "+= 9")),
    (r"\+= 3\b", ("+= 2", "+= 4")),
    (r"\+= 2\b", ("+= 1", "+= 3")),
    (r"end - 8\b", ("end - 7",)),
    (r"8 \* \(8 - left\)", ("8 * (7 - left)", "8 * left")),
    (r"<< 8 \* i", ("<< 7 * i",)),
    (r"i < 8\b", ("i < 7",)),
    (r"<< bit\b", ("<< (bit ^ 1)",)),
    (r"= ~word &", ("= word &",)),
    (r"/ 8;", ("/ 8 + 1;",)),
    (r"0x0101010101010101", ("0x0101010101010001",)),
    (r"\* 0x80", ("* 0x40",)),
    (r"class % 8", ("(class + 1) % 8",)),
    (r"set % 8", ("(set + 1) % 8",)),
    (r"class / 8", ("0",)),
    (r"&& is_hexdig\(from\[2\]\)", ("",)),
    (r"is_hexdig\(from\[1\]\)", ("1",)),
    (r"\*from == '%'", ("1",)),
    (r"from != end &&", ("from + 1 < end &&",)),
    (r"\*from != ':'", ("*from != ';'",)),
    (r"left == 0\b", ("left == 1",)),
]

# An event where a component is left.
EVENTS = [(r"%(\w+)\b(?!\s*%%)", ("", r">\1"))]

# file: (how it is changed, --with-grammars, tests). The cheapest test first.
TARGETS = {
    "lens": {"src/lens-portable.h": (LENS, "rfc3986,web", ("test-golden", "test-runs"))},
    "events": {"grammar/uri.rl": (EVENTS, "rfc3986", ("test-golden", "test-runs")),
               "grammar/web.rl": (EVENTS, "web", ("test-golden", "test-runs"))},
}

# The survivors that are right, by what they make of a line, and why.
EQUIVALENT = {
    ("src/lens-portable.h", "if (left > 8)"):
        "the last eight bytes are read from end - 8, which is where they begin",
    ("src/lens-portable.h", "else if (end - lens->begin > 8)"):
        "the bytes are read one by one instead",
    ("src/lens-portable.h", "for (; end - from > 8; from += 8) {"):
        "the last eight bytes are read one by one instead",
    ("src/lens-portable.h", "else if (left == 1)"):
        "a lens may say less than the whole run: the machine reads that byte",
}

# Seconds for one test: a lens that goes backwards never ends.
TIMEOUT = 300


def code_lines(text):
    """The numbers of the lines that are not comment."""
    inside = False
    for number, line in enumerate(text.split("\n")):
        if "/*" in line:
            inside = True
        if not inside and not line.lstrip().startswith("#"):
            yield number
        if "*/" in line:
            inside = False


def mutants(text, operators):
    """(number of the line, the line as it would be)."""
    lines = text.split("\n")
    for number in code_lines(text):
        for pattern, replacements in operators:
            for match in re.finditer(pattern, lines[number]):
                for replacement in replacements:
                    yield number, (lines[number][:match.start()] + match.expand(replacement)
                                   + lines[number][match.end():])


def run(command, folder, timeout=None, **options):
    """Whether it succeeds, and in time."""
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=timeout, check=False,
                              **options).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def judge(source, build, tests):
    """The test that fails, "compiler" or None."""
    if not run(["make", *("tests/" + test for test in tests)], build):
        return "compiler"
    env = dict(os.environ, GOLDEN_DIR=str(source / "tests/golden"), srcdir=str(source))
    env.setdefault("LOCUS_TEST_MUTATIONS", "2000")
    for test in tests:
        if not run(["tests/" + test], build, TIMEOUT, env=env):
            return test
    return None


def attack(source, name, target, chosen):
    """Tries the mutants of a file; returns how many survived without a reason."""
    operators, grammars, tests = target
    original = (source / name).read_text()
    build = source / "mutation"
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir()
    if not (run(["../configure", "-q", "--disable-shared", "--with-kernels=portable",
                 "--with-grammars=" + grammars, "CFLAGS=-O0"], build)
            and run(["make"], build) and judge(source, build, tests) is None):
        sys.exit("mutate-source: the source fails without a change")
    survivors = 0
    for index, (number, line) in enumerate(mutants(original, operators)):
        if not chosen[0] <= index < chosen[1]:
            continue
        lines = original.split("\n")
        lines[number] = line
        (source / name).write_text("\n".join(lines))
        found = judge(source, build, tests)
        reason = EQUIVALENT.get((name, line.strip()))
        survivors += found is None and reason is None
        print("%s:%d: %s: %s" % (name, number + 1, line.strip(),
                                 "found by " + found if found else
                                 "no difference: " + reason if reason else "SURVIVED"),
              flush=True)
    (source / name).write_text(original)
    return survivors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=list(TARGETS))
    parser.add_argument("--range", default="0:1000000")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    options.only = options.only or list(TARGETS)
    chosen = [int(n) for n in options.range.split(":")]
    if options.list:
        for kind in options.only:
            for name, target in TARGETS[kind].items():
                for number, line in mutants((options.source / name).read_text(), target[0]):
                    print("%s:%d: %s" % (name, number + 1, line.strip()))
        return 0
    survivors = 0
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(work, "source")
        # A configured source folder could not be built in another one.
        shutil.copytree(options.source, copy, symlinks=True, ignore=shutil.ignore_patterns(
            ".git", "*.o", "*.lo", "*.la", ".libs", "config.status", "config.log", "data"))
        run(["make", "distclean"], copy)
        for kind in options.only:
            for name, target in TARGETS[kind].items():
                survivors += attack(copy, name, target, chosen)
    print("%d survived without a reason" % survivors)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
