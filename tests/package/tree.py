#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the tree as git has it.

    tree.py

1. A folder has at most a dozen files besides its Makefile.inc. Folders of data, and those
   that have a file for each row of a list (LISTED), are exempt.
2. No two files have the same name, except for the fuzz targets' corpora.
3. Every path that a file cites exists, or is generated.
4. The folders of the library include each other in one direction only: none of them includes
   itself through others, and each includes only those below it in doc/DESIGN.md's table. The
   same holds for those of the command, where main.c and the verbs are on top, and may include
   any. Each folder of src/, src/cli/ and tests/ has a row in a table there, and so has each
   folder within a folder of the library.
5. doc/DESIGN.md lists each file of grammar/: in the table of machines if it has one, else as
   a library.
6. No file of tests has more than 800 lines.
7. A folder with sources has a Makefile.inc, or the folder above it has one.
8. The files of grammar/ have productions and names of events, but no C.
9. Each option that a string of the command names exists (src/cli/options/options.def).
10. The members of a record of the command are set in src/cli/record/ only.
11. Each folder of tests/unit/ has the name of a folder of src/.

Prints each violation and exits 1 if there is any; 77 outside a clone.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(1, str(SOURCE / "tests" / "support"))
from tally import Tally  # noqa: E402

MOST = 12
MOST_LINES = 800
# Folders of data: no code is in them. A corpus names its files after their content.
CORPUS = "tests/fuzz/corpus"
DATA = (CORPUS, "tests/golden")
# A file for each grammar of URLs, context, kernel, log format, verb, server or package.
LISTED = {"debian", "demo", "doc", "grammar/log/formats", "grammar/url", "src/cli/verbs",
          "src/contexts", "src/grammars", "src/kernel", "src/log/formats", "tests/unit/log/readers"}
# Debian determines "control"; each integration has "check" and may have "bench", and the names
# that its server's build system determines.
SAME = {"Makefile", "Makefile.am", "Makefile.inc", "bench", "check", "configure.ac", "control"}
GENERATED = re.compile(r"grammar/(?:goto|flat|table|xml|runs|diagrams)/|tests/fuzz/found|"
                       r"tests/proofs/suites/|tests/[\w/-]*\.log$|completions/(?:bash|fish|zsh)/|"
                       r"doc/locus(?:-\w+)?\.[17]$|src/cli/generate/templates\.c$")
# Names that stand for others: NAME, FOLDER.
PLACEHOLDER = re.compile(r"[A-Z]{4}|toy|\bno-")
LIBRARY, COMMAND = "src", "src/cli"
# A folder of the table of doc/DESIGN.md that lists the folders of each of these.
TABLES = {LIBRARY: "include", COMMAND: "generate", "tests": "golden"}
BLOCK = re.compile(r"%%\{.*?\}%%", re.S)
STATEMENT = re.compile(r"^\s*(?:action|getkey|write)\b", re.M)
OPTIONS = "src/cli/options/options.def"
OPTION = re.compile(r'OPTION\(\w+,\s*[^,]+,\s*"([\w-]+)"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
NAMED_OPTION = re.compile(r"(?<![\w-])--(?!with-)([a-z][\w-]*)")
SET_MEMBER = re.compile(r"\brecord(?:\.|->)[\w.]+\s*[|&+-]?=(?!=)")
# In C, and in Ragel.
INCLUDED = re.compile(r'^ *(?:# *include|include \w+) "([^"]+)"', re.M)
CITED = re.compile(r"(?<![\w./$%{}*-])(?:bench|debian|demo|doc|grammar|src|tests)/[\w./-]*"
                   r"\w\.(?:abnf|bnf|c|def|h|in|inc|log|md|py|rl|sh|txt)\b(?![\w*])")


def full_folders(files):
    count = collections.Counter(str(file.parent) for file in files
                                if file.name != "Makefile.inc")
    return [f"{folder}: {number} files" for folder, number in sorted(count.items())
            if number > MOST and folder not in LISTED]


def same_names(files):
    places = collections.defaultdict(list)
    for file in files:
        if file.name not in SAME:
            places[file.name].append(str(file))
    return [" and ".join(same) for name, same in sorted(places.items()) if len(same) > 1]


def dead_paths(files, text_of, exists):
    return [f"{file}: {path}" for file in files
            for path in sorted(set(CITED.findall(text_of(file))))
            if not (GENERATED.search(path) or PLACEHOLDER.search(path)
                    or exists(path) or exists(path + ".in"))]


def command_folder(file):
    """The folder of a file of the command; its own name for one in no folder; for the verbs
    and their list, "verbs"; None for other files."""
    if not file.startswith(COMMAND + "/"):
        return None
    inside = pathlib.PurePath(file).relative_to(COMMAND)
    if inside.name.startswith(("verb-", "verbs.")):
        return "verbs"
    return inside.parts[0]


def library_folder(file):
    """The folder of a file of the library, which may be within another; "cli" for the command;
    None for other files."""
    if not file.startswith(LIBRARY + "/"):
        return None
    inside = pathlib.PurePath(file).relative_to(LIBRARY)
    if inside.parts[0] in ("cli", "include"):
        return inside.parts[0]
    return str(inside.parent)


def includes(files, text_of, folder_of):
    """For each include of another folder: both folders, and what is included."""
    names = {str(file).removesuffix(".in") for file in files}
    for file in map(str, files):
        if folder := folder_of(file):
            for path in INCLUDED.findall(text_of(file)):
                for other in {f"{LIBRARY}/{path}", f"{LIBRARY}/include/{path}"} & names:
                    if folder_of(other) not in (folder, None):
                        yield folder, folder_of(other), f"{file} includes {path}"


def circular_includes(files, text_of, folder_of):
    """For each pair of folders, of which one includes the other, which includes the first
    one, perhaps through others: an include."""
    included = collections.defaultdict(dict)
    for folder, other, include in includes(files, text_of, folder_of):
        included[folder].setdefault(other, include)

    def reached(start):
        found, todo = set(), [start]
        while todo:
            new = set(included[todo.pop()]) - found
            found |= new
            todo += new
        return found

    reach = {folder: reached(folder) for folder in list(included)}
    return [include for folder in sorted(reach) for other, include in
            sorted(included[folder].items()) if folder in reach.get(other, ())]


def rows(design, folder):
    """The folders in the table that has a row for this one, in order."""
    table = next(table for table in re.findall(r"(?m)(?:^\|.*\n)+", design)
                 if f"| `{folder}/` |" in table)
    return re.findall(r"(?m)^\| `([\w/]+)/` \|", table)


def unlisted_folders(files, design):
    """The folders that have no row in their table."""
    missing = set()
    for parent, folder in TABLES.items():
        listed = {f"{parent}/{name}" for name in rows(design, folder)} | set(TABLES)
        missing |= {folder for file in files
                    if (folder := "/".join(file.parts[:parent.count("/") + 2])) != str(file)
                    and folder.startswith(parent + "/") and folder not in listed}
    listed = {".", "cli", None, *rows(design, TABLES[LIBRARY])}
    missing |= {f"{LIBRARY}/{folder}" for file in files
                if (folder := library_folder(str(file))) not in listed}
    return sorted(missing)


def upward_includes(files, text_of, folder_of, order):
    """The includes of a folder that is above the including one in the table. A file in no folder
    may include any, and be included by any."""
    place = {name: number for number, name in enumerate(order)}
    return [include for folder, other, include in includes(files, text_of, folder_of)
            if place.get(folder, -1) > place.get(other, len(order))]


def unlisted_grammars(files, text_of, design):
    """The files of grammar/ that are not in the right list of the text, and the names in it
    that are no file."""
    table = re.search(r"(?m)^\| machine \| language \|\n(?:\|.*\n)+", design)[0]
    names = {True: {name for row in table.splitlines()[2:]
                    for name in re.findall(r"`([\w-]+)`", row.split("|")[1])},
             False: set(re.findall(r"`([\w-]+)\.rl`", re.search(
                 r"((?:`[\w-]+\.rl`(?:,| and)?\s+)+)are libraries", design)[1]))}
    there = {True: set(), False: set()}
    for file in files:
        if file.parts[0] == "grammar" and file.suffix == ".rl":
            there[":=" in text_of(file)].add(file.stem)
    return [f"{name}: {'machine' if machine else 'library'} {fault}"
            for machine in (True, False)
            for fault, found in (("not listed", there[machine] - names[machine]),
                                 ("does not exist", names[machine] - there[machine]))
            for name in sorted(found)]


def long_tests(files, text_of):
    return [f"{file}: {lines} lines" for file in files
            if file.parts[0] == "tests" and file.suffix in (".c", ".h", ".py", ".sh")
            and (lines := len(text_of(file).splitlines())) > MOST_LINES]


def unbuilt_folders(files):
    built = {file.parent for file in files if file.name == "Makefile.inc"}
    return sorted({str(file.parent) for file in files
                   if file.parts[0] in ("src", "tests") and file.suffix in (".c", ".rl", ".py", ".sh")
                   and not built & {file.parent, file.parent.parent}})


def c_in_grammars(files, text_of):
    """The files of grammar/ that hold more than productions and the names of events."""
    return [str(file) for file in files if file.parts[0] == "grammar" and file.suffix == ".rl"
            if BLOCK.sub("", COMMENT.sub("", text_of(file))).strip()
            or STATEMENT.search(text_of(file))]


def unknown_options(files, text_of):
    """The options that a string of the command names, but src/cli/options/options.def does
    not have. (The names of configure's begin with "with-".)"""
    options = set(OPTION.findall(text_of(pathlib.Path(OPTIONS))))
    return [f"{file}: --{name}" for file in files if str(file).startswith(COMMAND + "/")
            for string in STRING.findall(COMMENT.sub("", text_of(file)))
            for name in NAMED_OPTION.findall(string) if name not in options]


def scattered_records(files, text_of):
    return [f"{file}: {match[0].strip()}" for file in files
            if command_folder(str(file)) not in (None, "record")
            for match in SET_MEMBER.finditer(COMMENT.sub("", text_of(file)))]


def unmatched_tests(files):
    tested = {file.parts[2] for file in files
              if file.parts[:2] == ("tests", "unit") and len(file.parts) > 3}
    return sorted(tested - {file.parts[1] for file in files
                            if file.parts[0] == LIBRARY and len(file.parts) > 2})


def check_checks():
    """Each check finds the fault that it looks for."""
    paths = [pathlib.Path(f"a/{n}.c") for n in range(MOST + 1)] + [pathlib.Path("b/1.c")]
    yield full_folders(paths) == [f"a: {MOST + 1} files"] and not full_folders(paths[1:])
    yield same_names(paths) == ["a/1.c and b/1.c"]
    dead, alive = ("/".join(("src", name)) for name in ("a.c", "b.c"))
    text = f"({dead}), {alive} and src/NAME.c"
    yield dead_paths(["x"], lambda _: text, {alive}.__contains__) == [f"x: {dead}"]
    design = "| machine | language |\n|---|---|\n| `a`, `gone` | x |\n\n`b.rl` and `c.rl` are libraries"
    grammar = {pathlib.Path(f"grammar/{name}.rl"): text for name, text in
               (("a", "main := x;"), ("b", "x = y;"), ("c", "main := x;"), ("d", "x = y;"))}
    yield unlisted_grammars(grammar, grammar.get, design) == [
        "c: machine not listed", "gone: machine does not exist",
        "d: library not listed", "c: library does not exist"]
    grammar = {pathlib.Path(f"grammar/{name}.rl"): f"/* int x; */\n%%{{\n{text}\n}}%%\n{c}"
               for name, text, c in (("a", "a = b %c;", ""), ("b", "action c { x; }", ""),
                                     ("c", "write data;", ""), ("d", "a = b;", "int x;"))}
    yield c_in_grammars(grammar, grammar.get) == [f"grammar/{name}.rl" for name in "bcd"]
    strings = {pathlib.Path(OPTIONS): 'OPTION(a_b, 0, "a-b", NULL, x)',
               pathlib.Path(f"{COMMAND}/1.c"): '/* "--c" */ f("--a-b, --with-c and --a: %s")'}
    yield unknown_options(strings, strings.get) == [f"{COMMAND}/1.c: --a"]
    texts = {pathlib.Path(f"{COMMAND}/{name}"): "/* record.a = 1 */ record->b == 1; record.c.d |= 1;"
             for name in ("a/1.c", "record/2.c")}
    yield scattered_records(texts, texts.get) == [f"{COMMAND}/a/1.c: record.c.d |="]
    tests = {pathlib.Path(f"tests/{n}.py"): "x\n" * n for n in (MOST_LINES, MOST_LINES + 1)}
    yield long_tests(tests, tests.get) == [f"tests/{MOST_LINES + 1}.py: {MOST_LINES + 1} lines"]
    paths = [pathlib.Path(f"src/{name}") for name in ("a/Makefile.inc", "a/1.c", "a/b/2.c", "a/b/c/3.c", "d/4.rl")]
    yield unbuilt_folders(paths) == ["src/a/b/c", "src/d"]
    paths = [pathlib.Path(*names.split()) for names in (
        "src a 1.c", "src b.c", "tests unit a 2.c", "tests unit b 3.c", "tests unit Makefile.inc")]
    yield unmatched_tests(paths) == ["b"]
    texts = {f"{COMMAND}/{name}": f'#include "cli/{path}"' for name, path in
             (("main.c", "a/a.h"), ("a/a.c", "b/b.h"), ("b/b.h", "c/c.h"), ("a/a.h", "a/a.h"),
              ("c/c.h", "c/c.h"), ("c/verb-c.c", "a/a.h"), ("d/d.c", "a/a.h"))}
    yield not circular_includes(texts, texts.get, command_folder)
    texts[f"{COMMAND}/c/c.c"] = '#include "cli/a/a.h"'
    yield [line.split()[0] for line in circular_includes(texts, texts.get, command_folder)] \
        == [f"{COMMAND}/{name}" for name in ("a/a.c", "b/b.h", "c/c.c")]
    yield upward_includes(texts, texts.get, command_folder, ["a", "b", "c", "d"]) == [
        f"{COMMAND}/{file}" for file in ("d/d.c includes cli/a/a.h", "c/c.c includes cli/a/a.h")]
    texts = {f"{LIBRARY}/{name}": text for name, text in (
        ("a/a.h", '#include "a/x/x.h"'), ("a/x/x.h", '#include "locus.h"\n#include "b/b.h"'),
        ("b/b.h", '#include <c.h>\n#include "runs/b.h"'), ("include/locus.h.in", ""),
        ("b/events.rl", ""), ("cli/c.h", '#include "a/a.h"\n#include "locus.h"'))}
    order = ["cli", "a", "a/x", "b", "include"]
    yield not circular_includes(texts, texts.get, library_folder)
    yield not upward_includes(texts, texts.get, library_folder, order)
    texts |= {f"{LIBRARY}/{name}": text for name, text in (
        ("a/x/1.rl", 'include events "b/events.rl";\n#include "a/a.h"'),
        ("b/2.c", '#include "cli/c.h"'))}
    upward = [f"{LIBRARY}/a/x/1.rl includes a/a.h", f"{LIBRARY}/b/2.c includes cli/c.h"]
    yield upward_includes(texts, texts.get, library_folder, order) == upward
    yield set(circular_includes(texts, texts.get, library_folder)) > set(upward)
    table = "".join(f"| `{name}/` | x |\n\n" for name in TABLES.values())
    yield unlisted_folders([pathlib.Path(*names, "1.c") for names in (
        ("src", "x"), ("src", "x", "y"), ("src", "include"), ("src",), ("src", "cli", "generate"),
        ("tests", "golden", "y"), ("tests",))], table) == ["src/x", "src/x/y"]


def text_of(file):
    try:
        return (SOURCE / file).read_text()
    except UnicodeDecodeError:
        return ""


def main():
    listed = subprocess.run(
        ["git", "-C", SOURCE, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=False)
    if listed.returncode or not (SOURCE / ".git").exists():
        print("skip: this is not a clone")
        return 77
    named = [file for file in map(pathlib.Path, os.fsdecode(listed.stdout).split("\0")[:-1])
             if (SOURCE / file).is_file() and not str(file).startswith(CORPUS)]
    files = [file for file in named if not str(file).startswith(DATA)]
    tally = Tally()
    tally.none("a dozen files in a folder", full_folders(files))
    tally.none("no two files share a name", same_names(named))
    tally.none("every path that is cited exists",
               dead_paths(files, text_of, lambda path: (SOURCE / path).exists()))
    design = text_of("doc/DESIGN.md")
    for what, folder_of, order in (
            ("library", library_folder, ["cli", *rows(design, TABLES[LIBRARY])]),
            ("command", command_folder, rows(design, TABLES[COMMAND]))):
        tally.none(f"the folders of the {what} include each other in one direction",
                   circular_includes(files, text_of, folder_of))
        tally.none(f"the folders of the {what} include only those below them in doc/DESIGN.md",
                   upward_includes(files, text_of, folder_of, order))
    tally.none("doc/DESIGN.md lists the folders", unlisted_folders(files, design))
    tally.none("doc/DESIGN.md lists the files of grammar/",
               unlisted_grammars(files, text_of, design))
    tally.none("no test is longer than 800 lines", long_tests(files, text_of))
    tally.none("each folder with sources is in a Makefile.inc", unbuilt_folders(files))
    tally.none("each folder of tests/unit/ is one of src/", unmatched_tests(files))
    tally.none("grammar/ has no C", c_in_grammars(files, text_of))
    tally.none("each option that a message names exists", unknown_options(files, text_of))
    tally.none("only src/cli/record/ sets the members of a record",
               scattered_records(files, text_of))
    tally.none("the checks find what they are for",
               (f"check {n}" for n, holds in enumerate(check_checks()) if not holds))
    return tally.end()


sys.exit(main())
