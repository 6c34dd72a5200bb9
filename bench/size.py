#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the size of the library for each build option that matters to embedders.

    size.py --build DIR --source DIR --grammars LIST --kernels LIST
            [--cflags FLAGS] [--doc FILE]

Builds liblocus.so with each choice of --with-grammars, --with-kernels and
--with-codegen in a directory of its own. Prints the sizes of its code and table
sections by size(1) and of the stripped file; and the same for a program that only
parses, with each grammar, linked with the static library of all grammars. The machines
are taken from the build in DIR. With --doc the tables replace those of that file.
`make bench-size` runs it.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STYLES = ("goto", "flat", "table")


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **options)
    if done.returncode != 0:
        sys.stderr.buffer.write(done.stdout[-4000:])
        sys.exit(f"size.py: {' '.join(map(str, command))} failed")
    return done.stdout.decode()


def sizes(library):
    """Code, tables and the stripped file, in bytes."""
    sections = dict(re.findall(r"(?m)^(\.\S+)\s+(\d+)", run(["size", "-A", library])))
    with tempfile.NamedTemporaryFile() as stripped:
        run(["strip", "-o", stripped.name, library])
        return (int(sections[".text"]), int(sections[".rodata"]),
                os.stat(stripped.name).st_size)


class Builder:
    def __init__(self, build, source, cflags, work):
        self.build, self.source = build.resolve(), source.resolve()
        self.cflags, self.work, self.known, self.static = cflags, work, {}, {}

    def library(self, *choice):
        """The sizes of the library with this configuration."""
        choice = tuple(sorted(choice))
        if choice not in self.known:
            self.known[choice] = self.make(choice)
        return self.known[choice]

    def program(self, grammar, style):
        """The sizes of a program that parses with one grammar."""
        if style not in self.static:
            self.static[style] = self.folder(f"static-{style}", "--disable-shared",
                                             f"--with-codegen={style}")
        folder = self.static[style]
        (folder / "parses.c").write_text(PARSES % grammar.replace("-", "_"))
        run(["cc", *self.cflags.split(), "-Isrc/include", f"-I{self.source / 'src' / 'include'}",
             "-o", "parses", "parses.c", ".libs/liblocus.a"], cwd=folder)
        return sizes(folder / "parses")

    def make(self, choice):
        folder = self.folder(str(len(self.known)), "--disable-static", *choice)
        return sizes(folder / ".libs" / "liblocus.so")

    def folder(self, name, *choice):
        """Builds the library with this configuration; returns its directory."""
        folder = self.work / name
        (folder / "grammar").mkdir(parents=True)
        for made in (*STYLES, "runs", "xml"):
            (folder / "grammar" / made).symlink_to(self.build / "grammar" / made)
        print("size.py:", *choice, file=sys.stderr, flush=True)
        run([self.source / "configure", "-q", f"--cache-file={self.work}/cache",
             "--disable-dependency-tracking", *choice,
             f"CFLAGS={self.cflags}"], cwd=folder)
        run(["make", "liblocus.la"], cwd=folder)
        return folder


PARSES = """#include <locus.h>
#include <string.h>
int main(int argc, char **argv)
{
    struct locus_url url;
    return argc < 2 || locus_parse(&url, argv[1], strlen(argv[1]), locus_%s) != 0;
}
"""


def kib(size):
    return f"{size / 1024:.0f}"


def table(first, rows):
    """Rows of (name, {style: sizes})."""
    yield f"| {first} | " + " | ".join(
        f"{style}: code | tables | file" for style in STYLES) + " |"
    yield "|---|" + "--:|" * 3 * len(STYLES)
    for name, found in rows:
        yield f"| {name} | " + " | ".join(
            kib(size) for style in STYLES for size in found[style]) + " |"


def measure(builder, grammars, kernels):
    def rows(option, choices, *others):
        for choice in choices:
            yield f"`{choice}`", {style: builder.library(
                f"--with-{option}={choice}", f"--with-codegen={style}", *others)
                for style in STYLES}

    yield "KiB, with the kernel `portable` alone:"
    yield ""
    yield from table("`--with-grammars=`", rows(
        "grammars", [",".join(grammars), "web,rfc3986", *grammars],
        "--with-kernels=portable"))
    yield ""
    yield "KiB, with all grammars:"
    yield ""
    yield from table("`--with-kernels=`", rows(
        "kernels", [",".join(kernels[i:]) for i in range(len(kernels))],
        f"--with-grammars={','.join(grammars)}"))
    yield ""
    yield (f"A program that only parses, with the static library of all grammars and the"
           f" kernels `{' '.join(kernels)}`, KiB:")
    yield ""
    yield from table("by", [(f"`{grammar}`", {
        style: builder.program(grammar, style) for style in STYLES})
        for grammar in grammars])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--grammars", required=True)
    parser.add_argument("--kernels", required=True)
    parser.add_argument("--cflags", default="-O2")
    parser.add_argument("--doc", type=pathlib.Path)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as work:
        lines = []
        builder = Builder(options.build, options.source, options.cflags,
                          pathlib.Path(work))
        for line in measure(builder, options.grammars.split(),
                            options.kernels.split()):
            print(line, flush=True)
            lines.append(line)
    if options.doc:
        text = options.doc.read_text(encoding="utf-8")
        begin, end = "<!-- bench: size -->\n", "<!-- end -->"
        before, rest = text.split(begin)
        _, after = rest.split(end, 1)
        options.doc.write_text(before + begin + "\n".join(lines) + "\n" + end + after,
                               encoding="utf-8")


if __name__ == "__main__":
    main()
