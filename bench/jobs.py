# SPDX-License-Identifier: MIT
"""Jobs on access logs, the programs that people use for them today, and how much faster
locus must be, or how much slower it may be. For bench.py."""

import pathlib
import shutil
import subprocess
import sys

# The tables of GoAccess's report.
TABLES = ("time:day", "path", "query", "status", "status:class", "client", "agent", "time:hour",
          "vhost", "user", "referer", "referer.host", "method", "protocol")

# The formats besides combined whose speed has a bound.
FORMATS = ("alb", "w3c", "squid", "haproxy", "json")
FORMAT_LINES = 5000
DEMO = pathlib.Path(__file__).resolve().parents[1] / "demo"

COUNT = "locus scan -c --log combined"
PATH = "locus top --by path"
SHAPE = "locus top --by path:shape"
FAILED = "locus top --by vhost,status --where"
REPORT = f"locus top, {len(TABLES)} tables"
MAWK = "mawk '{c[$7]++}'"
GOACCESS = "goaccess"
LINES = "wc -l"
GZIP = "gzip -dc"
COUNT_GZ = COUNT + ", .gz"
RATE = "GB/s"


def count(name):
    return f"locus scan -c --log {name}"


# A job, what it is compared with, and a bound: the greatest ratio of the job's time to the
# other's ("most"), or the least ratio of the other's time to the job's ("least"), or the
# least rate.
BOUNDS = (
    (COUNT, RATE, "least", 2.2),
    (COUNT, LINES, "most", 2.5),
    (PATH, MAWK, "least", 5.0),
    (SHAPE, PATH, "most", 1.5),
    (FAILED, PATH, "most", 1.2),
    (REPORT, GOACCESS, "least", 15.0),
    *((count(name), RATE, "least", 1.5) for name in FORMATS),
    (COUNT_GZ, GZIP, "least", 4.0),
    (COUNT + " -j 2", COUNT + " -j 1", "least", 1.4),
    (PATH + " -j 2", PATH + " -j 1", "least", 1.6),
)

# Commands that are too slow for every round: they run in the first ones.
SLOW = {GOACCESS: 3}

PEERS = (("mawk", "mawk"), ("goaccess", "goaccess"))


def missing():
    """The programs that are not installed: their Debian packages."""
    return {name: package for name, package in PEERS if not shutil.which(name)}


def inputs(log, folder, size):
    """The files that are read: `log`, which is in the combined format, as .gz; and a log of
    about `size` bytes in each other format. By the names of the commands."""
    files = {COUNT: log, COUNT_GZ: folder / "log.gz"}
    with open(files[COUNT_GZ], "wb") as file:
        subprocess.run(["gzip", "-c", log], stdout=file, check=True)
    for name in FORMATS:
        text = subprocess.run(
            [sys.executable, DEMO / "generate.py", name, "--lines", str(FORMAT_LINES)],
            stdout=subprocess.PIPE, check=True).stdout
        files[count(name)] = folder / f"{name}.log"
        files[count(name)].write_bytes(text * max(1, round(size / len(text))))
    return files


def size(files, name, log):
    """How many bytes of log a command reads."""
    path = log if name == COUNT_GZ else files.get(name, log)
    return path.stat().st_size


def goaccess(log, folder):
    return ["goaccess", log, "--log-format=COMBINED", "--no-progress", "-o",
            folder / "goaccess.json"]


def commands(program, files, folder, one, two):
    """As bench.scan_commands(); `two` is None if there is only one processor."""
    log = files[COUNT]
    combined = [program, "scan", "-c", "--log", "combined"]
    top = [program, "top", "--log", "combined", log, "--by"]
    tables = [argument for table in TABLES for argument in ("--by", table)]
    jobs = [
        (COUNT, [*combined, log], one),
        (COUNT_GZ, [*combined, files[COUNT_GZ]], one),
        (GZIP, ["gzip", "-dc", files[COUNT_GZ]], one),
        *((count(name), [program, "scan", "-c", "--log", name, files[count(name)]], one)
          for name in FORMATS),
        (PATH, [*top, "path"], one),
        (SHAPE, [*top, "path:shape"], one),
        (FAILED, [*top, "vhost,status", "--where", "status>=400"], one),
        (REPORT, [*top[:-1], *tables], one),
    ]
    if two:
        jobs += [(f"{name} -j {threads}", [*command, "-j", threads], two)
                 for name, command in ((COUNT, [*combined, log]), (PATH, [*top, "path"]))
                 for threads in ("1", "2")]
    if "mawk" not in missing():
        jobs.append((MAWK, ["mawk", "{c[$7]++} END{for(k in c) print c[k],k}", log], one))
    if "goaccess" not in missing():
        jobs.append((GOACCESS, goaccess(log, folder), one))
    return jobs


def met(bound, times, files, quartiles, ratios):
    """(job, other, quartiles of the ratio, the bound, whether it is met), or None if one of
    the two was not measured."""
    job, other, kind, factor = bound
    if not times.get(job) or (other != RATE and not times.get(other)):
        return None
    if other == RATE:
        size = files[job].stat().st_size
        found = quartiles([size / 1e9 / seconds for seconds in times[job]])
    elif kind == "most":
        found = ratios(times[job], times[other])
    else:
        found = ratios(times[other], times[job])
    fine = found[1] <= factor if kind == "most" else found[1] >= factor
    return {"job": job, "other": other, "ratio": found, "kind": kind, "bound": factor,
            "met": fine}


def rows(found, spread):
    """A table of the results of met()."""
    def unit(row):
        if row["other"] == RATE:
            return RATE
        return "of its time" if row["kind"] == "most" else "x as fast"

    head = ["job", "compared with", "ratio", "wanted", ""]
    text = [[row["job"], "" if row["other"] == RATE else row["other"],
             f"{spread(*row['ratio'])} {unit(row)}", f"at {row['kind']} {row['bound']:g}",
             "" if row["met"] else "MISSED"]
            for row in found]
    return head, text, (0, 1, 3, 4)
