# SPDX-License-Identifier: MIT
"""The statements of doc/postgresql.md, in their order, print what the page shows below them."""

import re

from pg_server import SOURCE

PAGE = SOURCE.parents[1] / "doc/postgresql.md"


def blocks():
    """The statements and outputs of blocks "sql" and "sql NAME=VALUE": lines that begin with
    "=> " or "-> " are statements, the others what they print."""
    for number, block in enumerate(re.findall(r"^```sql\n(.*?)^```", PAGE.read_text(),
                                              re.MULTILINE | re.DOTALL), 1):
        statements, output = [], []
        for line in block.splitlines():
            if line[:3] in ("=> ", "-> "):
                if output:
                    yield number, "\n".join(statements), "\n".join(output)
                    statements, output = [], []
                statements.append(line[3:])
            else:
                output.append(line)
        yield number, "\n".join(statements), "\n".join(output)


def run(cluster, report):
    server = cluster("documents")
    server.psql("CREATE DATABASE page")
    count = 0
    for number, statements, output in blocks():
        got = server.psql("\\set VERBOSITY default\n" + statements, "page", check=False)
        got = re.sub(r"psql:<stdin>:\d+: ", "", got)
        got = re.sub(r"^LINE \d+:.*\n *\^\n?", "", got, flags=re.MULTILINE)
        report.same(f"doc/postgresql.md, block {number}: {statements}", got, output)
        count += 1
    report.true("the page has examples", count > 15, str(count))
