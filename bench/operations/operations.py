# SPDX-License-Identifier: MIT
"""Operations on URLs besides parsing: the texts that each is measured on, and its tables.
bench.py measures."""

import collections

BASE = "https://www.example.org/docs/en/index.html?q=1"

# One table: its name, its title, the operation (operation.h), the corpus, and the second
# texts: a corpus, a text for all, or None.
Table = collections.namedtuple("Table", "name title operation corpus other")

TABLES = (
    Table("findings", "Findings, links of the open web", "findings", "web", None),
    Table("findings-attacks", "Findings, attacks", "findings", "attacks", None),
    Table("is-normal", "Is it normal? Links of the open web", "is-normal", "web", None),
    Table("normalize", "Normalize, links of the open web", "normalize", "web", None),
    Table("normalize-changes", "Normalize where something changes", "normalize", "variants",
          None),
    Table("normalize-long", "Normalize, long URLs", "normalize", "long", None),
    Table("compare-same", "Compare a URL with itself", "compare", "web", "web"),
    Table("compare", "Compare a URL with a variant of the same normal form", "compare",
          "web", "variants"),
    Table("decode", "Decode the percent-encoded octets of long URLs", "decode", "long", None),
    Table("encode", "Encode long URLs, as the value of a parameter", "encode", "long", None),
    Table("resolve", "Resolve references", "resolve", "references", BASE),
    Table("relativize", "Relativize URLs of the site of the base", "relativize", "site", BASE),
    Table("query", "The pairs of the queries of long URLs", "query", "long", None),
)

LEGEND = ("The time includes parsing. beyond parsing: without that of the row that only "
          "parses.\nx: times of locus, round by round. done: texts that were not refused. "
          "same: of those\ndone by both, how many have the result of locus")


def other_of(table, corpus, folder):
    """The file with the second texts of a table: that of a corpus, or of one text."""
    if table.other is None:
        return None
    if table.other == BASE:
        path = folder / "base.txt"
        path.write_text(table.other + "\n", encoding="utf-8")
        return path
    return corpus(table.other)


def kernel(row):
    """Of locus, the kernel; of others, nothing."""
    name, _, last = row["name"].partition(", ")
    return last if name == "locus" else ""


def summary(table, found, quartiles, ratios):
    """Replaces the single measurements of a table by medians and quartiles."""
    first = found["peers"][0]["ns"]
    parsing = {kernel(row): row["ns"] for row in found["peers"]
               if row["does"] == "parsing alone"}
    rows = []
    for row in found["peers"]:
        alone = parsing.get(kernel(row))
        made = {key: value for key, value in row.items() if key not in ("ns", "passes")}
        made.update(ns=quartiles(row["ns"]), ratio=ratios(row["ns"], first), beyond=None)
        if alone and alone is not row["ns"]:
            made["beyond"] = quartiles([a - b for a, b in zip(row["ns"], alone)])[1]
        rows.append(made)
    rows.sort(key=lambda row: row["ns"][1])
    return {"table": table.name, "title": table.title, "texts": found["texts"],
            "length": found["bytes"] / found["texts"], "rounds": found["rounds"],
            "rows": rows}


def measure(corpus, folder, seconds, run, quartiles, ratios):
    """Measures all tables: `run` measures one operation."""
    found = []
    for table in TABLES:
        other = other_of(table, corpus, folder)
        options = ["-O", table.operation, *(["-b", other] if other else [])]
        found.append(summary(table, run(corpus(table.corpus), seconds / len(TABLES), options),
                             quartiles, ratios))
    return found


def agreement(row):
    """How many results are those of locus."""
    if "same" not in row:
        return ""
    both = row["same"] + row["different"]
    return "all" if row["same"] == both else f"{row['same']} of {both}"


def rows(found, spread):
    """The rows of a table; `spread` formats quartiles, None only the median."""
    head = ["peer", "ns", "beyond parsing", "x", "done", "same", "does"]
    lines = []
    for row in found["rows"]:
        beyond = row["beyond"]
        lines.append([
            row["name"],
            spread(*row["ns"], 1) if spread else f"{row['ns'][1]:.1f}",
            "" if beyond is None else f"{beyond:.1f}",
            f"{row['ratio'][1]:.2f}", row["done"], agreement(row), row["does"]])
    return head, lines, (0, 5, 6)


def sentence(found):
    return (f"{found['texts']} texts of {found['length']:.1f} bytes on average, "
            f"{found['rounds']} rounds.")
