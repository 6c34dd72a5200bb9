#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that code particular to a grammar or a context is in its file in src/grammars/
or src/contexts/.

    check-names.py

No other file of src/ except the public headers may name a grammar or a context of the
lists (src/grammars/grammars.def, src/contexts/contexts.def) in its code; in these two
folders, only the file of RFC 1738's grammar may name it, and only that of RFC 1630's the
other. The exceptions are the grammars of RFC 3986, to which the code of other grammars falls
back, and in src/cli the defaults of the options (DEFAULTS). Comments may cite the RFCs, and
messages may name them. Prints each violation with its line, and exits 1 if there is any.
"""

import pathlib
import re
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import grammars  # noqa: E402
from tally import Tally  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "src"
OBJECTS = "|".join(name.replace("-", "_") for name in grammars.names() + grammars.contexts()
                   if not name.startswith("rfc3986"))
RFCS = re.compile(r"\w*rfc_?(?:1738|1630)\w*", re.IGNORECASE)
NAMED = re.compile(rf"{RFCS.pattern}|\blocus_(?:grammar_|entry_|encoder_)?(?:{OBJECTS})\b",
                   re.IGNORECASE)
DEFAULTS = {"locus_web", "locus_web_target", "locus_web_reference", "locus_text"}
# A comment or a literal, whichever begins first.
APART = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def names_in(text, named=NAMED):
    """The line and the name of each violation in the code of `text`."""
    code = APART.sub(lambda match: "\n" * match.group().count("\n"), text)
    return [(code.count("\n", 0, match.start()) + 1, match.group())
            for match in named.finditer(code)]


def main():
    wrong = []
    for file in sorted([*SOURCE.rglob("*.[ch]"), *SOURCE.rglob("*.rl")]):
        place = file.relative_to(SOURCE)
        if place.parts[0] == "include" or place.name == "lists.h":
            continue
        named = NAMED
        if place.parts[0] in ("contexts", "grammars"):
            named = RFCS
        own = RFCS.search(place.stem)
        wrong += [f"src/{place}:{line}: {name}"
                  for line, name in names_in(file.read_text(), named)
                  if not (own and own.group().lower() in name.lower())
                  and (place.parts[0] != "cli" or name not in DEFAULTS)]
    # A pattern that finds nothing here would find nothing elsewhere.
    if not names_in((SOURCE / "grammars" / "grammar-rfc1738.rl").read_text()):
        wrong.append("nothing is found in src/grammars/grammar-rfc1738.rl")
    if names_in('/* RFC1738 */ "rfc1630" // rfc1738\n') or not names_in("x = locus_rfc1630;"):
        wrong.append("comments or code are mistaken")
    tally = Tally()
    tally.none("names of grammars and contexts", wrong)
    return tally.end()


sys.exit(main())
