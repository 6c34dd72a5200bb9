# SPDX-License-Identifier: MIT
"""Jobs on access logs, the programs that people use for them today, and how much faster,
or at most how much slower, locus is to be. For bench.py."""

import shutil

# The tables of GoAccess's report.
TABLES = ("time:day", "path", "query", "status", "status:class", "client", "agent", "time:hour",
          "vhost", "user", "referer", "referer.host", "method", "protocol")

COUNT = "locus scan -c --log combined"
PATH = "locus top --by path"
SHAPE = "locus top --by path:shape"
FAILED = "locus top --by vhost,status --where"
REPORT = f"locus top, {len(TABLES)} tables"
MAWK = "mawk '{c[$7]++}'"
GOACCESS = "goaccess"
LINES = "wc -l"

# A job, what it is compared with, and a bound: the greatest ratio of the job's time to the
# other's ("most"), or the least ratio of the other's time to the job's ("least").
BOUNDS = (
    (COUNT, LINES, "most", 2.5),
    (PATH, MAWK, "least", 5.0),
    (SHAPE, PATH, "most", 1.5),
    (FAILED, PATH, "most", 1.2),
    (REPORT, GOACCESS, "least", 15.0),
    (COUNT + " -j 2", COUNT + " -j 1", "least", 1.4),
    (PATH + " -j 2", PATH + " -j 1", "least", 1.6),
)

# Commands that are too slow for every round: they run in the first ones.
SLOW = {GOACCESS: 3}

PEERS = (("mawk", "mawk"), ("goaccess", "goaccess"))


def missing():
    """The programs that are not installed: their Debian packages."""
    return {name: package for name, package in PEERS if not shutil.which(name)}


def goaccess(log, folder):
    return ["goaccess", log, "--log-format=COMBINED", "--no-progress", "-o",
            folder / "goaccess.json"]


def commands(program, log, folder, one, two):
    """As bench.scan_commands(); `two` is None if there is only one processor."""
    count = [program, "scan", "-c", "--log", "combined", log]
    top = [program, "top", "--log", "combined", log, "--by"]
    tables = [argument for table in TABLES for argument in ("--by", table)]
    jobs = [
        (COUNT, count, one),
        (PATH, [*top, "path"], one),
        (SHAPE, [*top, "path:shape"], one),
        (FAILED, [*top, "vhost,status", "--where", "status>=400"], one),
        (REPORT, [*top[:-1], *tables], one),
    ]
    if two:
        jobs += [(f"{name} -j {threads}", [*command, "-j", threads], two)
                 for name, command in ((COUNT, count), (PATH, [*top, "path"]))
                 for threads in ("1", "2")]
    if "mawk" not in missing():
        jobs.append((MAWK, ["mawk", "{c[$7]++} END{for(k in c) print c[k],k}", log], one))
    if "goaccess" not in missing():
        jobs.append((GOACCESS, goaccess(log, folder), one))
    return jobs


def met(bound, times, ratios):
    """(job, other, quartiles of the ratio, the bound, whether it is met), or None if one of
    the two was not measured."""
    job, other, kind, factor = bound
    if not times.get(job) or not times.get(other):
        return None
    pair = (times[job], times[other]) if kind == "most" else (times[other], times[job])
    found = ratios(*pair)
    fine = found[1] <= factor if kind == "most" else found[1] >= factor
    return {"job": job, "other": other, "ratio": found, "kind": kind, "bound": factor,
            "met": fine}


def rows(found, spread):
    """A table of the results of met()."""
    head = ["job", "compared with", "ratio", "wanted", ""]
    text = [[row["job"], row["other"],
             f"{spread(*row['ratio'])} of its time" if row["kind"] == "most"
             else f"{spread(*row['ratio'])} x as fast",
             f"at {row['kind']} {row['bound']:g}", "" if row["met"] else "MISSED"]
            for row in found]
    return head, text, (0, 1, 3, 4)
