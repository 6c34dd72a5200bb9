# SPDX-License-Identifier: MIT
"""How many rows a second the functions answer in one thread of the engine, with one process."""

import os
import statistics
import time

import setting

ROWS = 2000000
GENERATED = ("SELECT concat('https://www.host', toString(number % 5000), '.example/path/',"
             " toString(number), '?id=', toString(number * 7), '&ref=newsletter') AS u"
             " FROM numbers({rows})")
# The texts of a file, one a line, again and again.
FROM_FILE = ("SELECT line AS u FROM file('{file}', LineAsString) AS f"
             " CROSS JOIN numbers({rows}) AS n LIMIT {rows}")
EXPRESSIONS = (
    "length(u)", "domain(u)", "locus_host(u)", "port(u)", "locus_port(u)", "path(u)",
    "locus_path(u)", "extractURLParameter(u, 'id')", "locus_parameter(u, 'id')",
    "locus_normalize(u)", "locus_findings(u)", "locus_parse(u)")


def measure():
    """Prints the median of five runs; LOCUS_URLS names a file of URLs."""
    source = FROM_FILE if "LOCUS_URLS" in os.environ else GENERATED
    with setting.engine() as engine:
        engine.query("CREATE TABLE urls (u String) ENGINE = Memory")
        engine.query("INSERT INTO urls " + source.format(
            rows=ROWS, file=os.path.abspath(os.environ.get("LOCUS_URLS", ""))))
        for expression in EXPRESSIONS:
            query = "SELECT count(ignore(%s)) FROM urls SETTINGS max_threads = 1" % expression
            engine.query(query)
            seconds = []
            for _ in range(5):
                begin = time.monotonic()
                engine.query(query)
                seconds.append(time.monotonic() - begin)
            print("%-30s %6.2f million rows a second"
                  % (expression, ROWS / statistics.median(seconds) / 1e6), flush=True)
