#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The benchmark: generates the corpora, measures, and prints tables.

    bench.py parse  [OPTION...] PEER.so...   locus and other parsers, URL by URL
    bench.py operations [OPTION...] PEER.so...   normalize, resolve, … as other libraries do
    bench.py scan   [OPTION...]              URLs in a log: rg, grep, Hyperscan
    bench.py growth [OPTION...] PEER.so...   worst cases; long inputs
    bench.py search [OPTION...]              looks for texts on which a scan is slow
    bench.py doc    [OPTION...] PEER.so...   all of these, into doc/PERFORMANCE.md

`make bench`, `make bench-operations`, `make bench-scan`, `make bench-growth`, `make bench-search` and
`make bench-doc` call it with the programs that they built. doc/PERFORMANCE.md describes the
method.
"""

import argparse
import json
import os
import pathlib
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import chart  # noqa: E402  (after dont_write_bytecode)
import jobs  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE / "operations"))

import operations  # noqa: E402  (its folder is in the path now)

REFERENCE = "locus rfc3986, "           # and a kernel: others are relative to this
LOG_SIZE = 200_000_000
PATTERN = r'https?://[^ "<>]+'
TRAITS = (("validates", "V"), ("offsets", "O"), ("host_kind", "K"),
          ("allocates", "A"), ("normalizes", "N"))
LEGEND = ("V rejects everything outside its language   O gives offsets   "
          "K distinguishes IPv4,\nIPv6 and names   A allocates   "
          "N normalizes into a text of its own")
MB = 1_000_000


def fail(message):
    sys.exit(f"bench: {message}")


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, **more)
    if done.returncode:
        fail(f"{' '.join(map(str, command))}: exit status {done.returncode}")
    return done.stdout


def say(*words):
    """Prints progress."""
    print("bench:", *words, file=sys.stderr, flush=True)


class Bench:
    """The options, and the paths of programs and files."""

    def __init__(self, options):
        self.options = options
        self.build = pathlib.Path(options.build)
        self.data = self.build / "bench" / "data"
        self.data.mkdir(parents=True, exist_ok=True)
        self.locus = self.command()

    def command(self):
        """The locus program itself. With a shared library, libtool puts a wrapper
        script in its place, which takes as long to start as scanning 50 MB."""
        libraries = self.build / ".libs"
        if not (libraries / "locus").exists():
            return self.build / "locus"
        os.environ["LD_LIBRARY_PATH"] = ":".join(filter(None, (
            str(libraries), os.environ.get("LD_LIBRARY_PATH"))))
        return libraries / "locus"

    def tool(self, name):
        path = self.build / "bench" / name
        return path if path.exists() else None

    def processor(self):
        """The processor to run on: the last one available, since the first one
        handles most of the machine's interrupts."""
        if self.options.processor is not None:
            return self.options.processor
        return max(os.sched_getaffinity(0))

    def system(self):
        model = platform.processor() or platform.machine()
        cpuinfo = pathlib.Path("/proc/cpuinfo")
        if cpuinfo.exists():
            named = re.search(r"^model name\s*: (.*)", cpuinfo.read_text(),
                              re.MULTILINE)
            model = named[1] if named else model
        compiler = run([*self.options.compiler.split(), "--version"])
        return {"date": time.strftime("%Y-%m-%d", time.gmtime()),
                "processor": model, "on": self.processor(),
                "processors": os.cpu_count(),
                "system": f"{platform.system()} {platform.release()}",
                "compiler": compiler.decode().splitlines()[0],
                "flags": self.options.flags.strip(),
                "missing": self.missing()}

    def missing(self):
        """The parsers and scanners that are not installed: their Debian packages."""
        pairs = [pair.split("=", 1)
                 for pair in self.options.missing.split(";") if pair]
        missing = {name.strip(): package for name, package in pairs}
        for program, package in (("rg", "ripgrep"), ("grep", "grep")):
            if not shutil.which(program):
                missing[program] = package
        missing.update(jobs.missing())
        return missing

    # -- texts ------------------------------------------------------------

    def corpus(self, name, *options):
        """A corpus, generated each time: that is quick, and it is never stale."""
        path = self.data / ("-".join([name, *options]).replace("--", "")
                            + ".txt")
        path.write_bytes(run([sys.executable, HERE / "corpus.py", name,
                              *options]))
        return path

    def log(self):
        """LOG, or a generated log, repeated up to 200 MB."""
        if self.options.log:
            source = pathlib.Path(self.options.log)
            text = source.read_bytes()
        else:
            text = run([sys.executable, HERE / "generate-log.py",
                        "--lines", "5000"])
        if not text:
            fail("an empty log")
        path = self.data / "log.txt"
        times = max(1, round(self.options.log_size / len(text)))
        with open(path, "wb") as file:
            for _ in range(times):
                file.write(text)
        return path


# ---------------------------------------------------------------------------
# Statistics
# ---------------------------------------------------------------------------

def quartiles(values):
    """The lower quartile, the median and the upper quartile."""
    if len(values) < 2:
        return [values[0]] * 3
    return statistics.quantiles(values, n=4, method="inclusive")


def ratios(values, reference):
    """The quartiles of the ratios, each of two values of the same round."""
    return quartiles([a / b for a, b in zip(values, reference)])


def table(head, rows, left):
    """Formats a table with minimal column widths; the columns in `left` are
    left-aligned."""
    rows = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) if i in left else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def markdown(head, rows, left):
    lines = ["| " + " | ".join(head) + " |",
             "|" + "|".join("---" if i in left else "--:"
                            for i in range(len(head))) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |"
              for row in rows]
    return "\n".join(lines)


def spread(low, middle, high, digits=2):
    return f"{middle:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})"


def header(system):
    lines = [f"{system['processor']}, processor {system['on']} of "
             f"{system['processors']}; {system['system']}; {system['date']}",
             f"{system['compiler']}; {system['flags']}"]
    lines += [f"not installed: {name} (Debian: {package})"
              for name, package in system["missing"].items()]
    return "\n".join(lines)


# ---------------------------------------------------------------------------
# Parsing
# ---------------------------------------------------------------------------

def measure(bench, corpus, peers, seconds, *options):
    """The output of bench/measure for a corpus."""
    out = run([bench.tool("measure"), "-s", str(seconds),
               "-r", str(bench.options.seed), "-p", str(bench.processor()),
               *options, corpus, *map(os.path.abspath, peers)])
    return json.loads(out)


def summary(name, found):
    """Replaces the single measurements of a corpus by medians and quartiles."""
    references = {peer["name"][len(REFERENCE):]: peer["ns"]
                  for peer in found["peers"]
                  if peer["name"].startswith(REFERENCE)}
    length = found["bytes"] / found["texts"]
    peers = []
    for peer in found["peers"]:
        ns = quartiles(peer["ns"])
        made = {key: value for key, value in peer.items()
                if key not in ("ns", "first", "evicted", "passes")}
        made.update(ns=ns, mb_s=length * 1000 / ns[1],
                    ratio={kernel: ratios(peer["ns"], reference)
                           for kernel, reference in references.items()})
        for cold in ("first", "evicted"):
            if cold in peer:
                made[cold] = quartiles(peer[cold])
        peers.append(made)
    peers.sort(key=lambda peer: peer["ns"][1])
    return {"corpus": name, "texts": found["texts"], "length": length,
            "rounds": found["rounds"], "kernels": list(references),
            "peers": peers}


def callgrind(bench, corpus, peers, names):
    """Instructions per text: the difference between two passes and one."""
    if not shutil.which("valgrind"):
        fail("--callgrind needs valgrind (Debian: valgrind)")
    texts = corpus.read_bytes().removesuffix(b"\n").split(b"\n")[:2000]
    counts = {}
    with tempfile.NamedTemporaryFile(suffix=".txt") as sample:
        sample.write(b"\n".join(texts) + b"\n")
        sample.flush()

        def collected(name, passes):
            done = subprocess.run(
                ["valgrind", "--tool=callgrind",
                 "--callgrind-out-file=/dev/null", bench.tool("measure"),
                 "-o", name, "-n", str(passes), sample.name,
                 *map(os.path.abspath, peers)],
                stderr=subprocess.PIPE, text=True)
            total = re.search(r"Collected : (\d+)", done.stderr)
            return int(total[1]) if done.returncode == 0 and total else None

        for name in names:
            say(f"callgrind: {name}")
            one, two = collected(name, 1), collected(name, 2)
            if one is not None and two is not None:
                counts[name] = (two - one) / len(texts)
    return counts


def parse(bench):
    options = bench.options
    corpora = [pathlib.Path(path) for path in options.corpus]
    if not corpora:
        say("making the corpora")
        corpora = [bench.corpus(name) for name in ("web", "long", "targets", "worst")]
    found = []
    for number, path in enumerate(corpora):
        say(f"measuring {path.name}, "
            f"{options.seconds / len(corpora):.0f} s and more")
        cold = ["-c"] if number == 0 else []
        one = summary(path.stem, measure(bench, path, options.peers,
                                         options.seconds / len(corpora), *cold))
        if options.callgrind:
            counts = callgrind(bench, path, options.peers,
                               [peer["name"] for peer in one["peers"]])
            for peer in one["peers"]:
                peer["callgrind"] = counts.get(peer["name"])
        found.append(one)
    return {"system": bench.system(), "corpora": found}


def does(peer):
    return "".join(letter if peer[trait] else "."
                   for trait, letter in TRAITS)


def parse_rows(corpus, with_spread):
    kernels = corpus["kernels"]
    extra = [key for key in ("cycles", "instructions", "callgrind")
             if any(key in peer for peer in corpus["peers"])]
    titles = {"callgrind": "instructions"}
    head = ["peer", "ns/URL", "MB/s", *(f"x {kernel}" for kernel in kernels),
            "valid", *(titles.get(key, key) for key in extra), "does", "takes"]
    rows = []
    for peer in corpus["peers"]:
        low, middle, high = peer["ns"]
        times = [spread(*peer["ratio"][kernel]) if with_spread and i == 0
                 else f"{peer['ratio'][kernel][1]:.2f}"
                 for i, kernel in enumerate(kernels)]
        counts = [f"{peer[key]:.0f}" if peer.get(key) is not None else "-"
                  for key in extra]
        rows.append([peer["name"],
                     spread(low, middle, high, 1) if with_spread
                     else f"{middle:.1f}",
                     f"{peer['mb_s']:.0f}", *times, peer["valid"], *counts,
                     does(peer), peer["takes"]])
    return head, rows, (0, len(head) - 2, len(head) - 1)


def cold_rows(corpus):
    peers = [peer for peer in corpus["peers"] if "first" in peer]
    head = ["peer", "first call, ns", "cold caches, ns"]
    rows = [[peer["name"], spread(*peer["first"], 0),
             spread(*peer["evicted"], 0)]
            for peer in sorted(peers, key=lambda peer: peer["first"][1])]
    return head, rows, (0,)


def parse_text(found):
    parts = [header(found["system"])]
    if not any("cycles" in peer for corpus in found["corpora"]
               for peer in corpus["peers"]):
        parts.append("no cycles: perf_event_open() is not available here "
                     "(BENCH=--callgrind counts instructions)")
    for corpus in found["corpora"]:
        parts.append(f"\n{corpus['corpus']}: {corpus['texts']} texts of "
                     f"{corpus['length']:.1f} bytes on average, "
                     f"{corpus['rounds']} rounds\n\n"
                     + table(*parse_rows(corpus, True)))
    parts.append("\nmedians (quartiles); x: times of locus rfc3986 with that "
                 "kernel, round by round\n" + LEGEND)
    parts.append("\na call alone, a process for each: the first one, and one "
                 "after 16 MiB of other memory\n\n"
                 + table(*cold_rows(found["corpora"][0])))
    return "\n".join(parts)


# ---------------------------------------------------------------------------
# Operations
# ---------------------------------------------------------------------------

def operate(bench):
    """All operations, measured like parsers."""
    options = bench.options

    def run_one(corpus, seconds, more):
        say(f"measuring {more[1]}, {corpus.name}, {seconds:.0f} s and more")
        return measure(bench, corpus, options.peers, seconds, *map(str, more))

    return {"system": bench.system(),
            "operations": operations.measure(bench.corpus, bench.data, options.seconds,
                                             run_one, quartiles, ratios)}


def operate_text(found):
    return "\n".join([header(found["system"]), *(
        f"\n{one['title']} ({one['table']}): {operations.sentence(one)}\n\n"
        + table(*operations.rows(one, spread)) for one in found["operations"]),
        "\nmedians (quartiles). " + operations.LEGEND])


def operate_parts(found):
    """The tables for PERFORMANCE.md."""
    return {f"operation-{one['table']}":
            f"{operations.sentence(one)}\n\n" + markdown(*operations.rows(one, None))
            for one in found["operations"]}


# ---------------------------------------------------------------------------
# Scanning
# ---------------------------------------------------------------------------

class Launcher:
    """Runs commands with their output going to a file in memory."""

    def __init__(self, bench):
        self.launch = bench.tool("launch")
        self.processor = str(bench.processor())
        memory = pathlib.Path("/dev/shm")
        self.folder = tempfile.TemporaryDirectory(
            dir=memory if os.access(memory, os.W_OK) else bench.data)
        self.output = pathlib.Path(self.folder.name) / "out"

    def __call__(self, command, output=None, processors=None, fine=(0, 1),
                 **more):
        found = json.loads(run(
            [self.launch, "-p", processors or self.processor,
             "-o", output or self.output, *command], **more))
        if found["status"] not in fine:
            fail(f"{' '.join(map(str, command))}: exit status "
                 f"{found['status']}")
        return found


def scan_commands(bench, log, files):
    """For each command: name, arguments, processors, destination of the output."""
    locus = [bench.locus, "scan", "--schemes", "http,https"]
    one, two = str(bench.processor()), None
    commands = [
        ("locus scan -x raw", [*locus, "-x", "raw", log], one),
        ("locus scan -x raw -c", [*locus, "-x", "raw", "-c", log], one),
        ("locus scan -x text", [*locus, "-x", "text", log], one),
        ("locus scan -x text -c", [*locus, "-x", "text", "-c", log], one),
        ("locus scan -x raw -o json", [*locus, "-x", "raw", "-o", "json", log],
         one),
    ]
    processors = sorted(os.sched_getaffinity(0))
    if b"-j" in run([bench.locus, "scan", "--help"]) and len(processors) > 1:
        two = ",".join(map(str, processors[-2:]))
        commands += [(f"locus scan -x raw -j {threads}",
                      [*locus, "-x", "raw", "-j", threads, log], two)
                     for threads in ("1", "2")]
    if shutil.which("rg"):
        commands.append(("rg -o", ["rg", "-o", "--no-line-number", PATTERN,
                                   log], one))
        commands.append(("rg -o, bytes",
                         ["rg", "-a", "-o", "--no-line-number",
                          "(?-u)" + PATTERN, log], one))
    if shutil.which("grep"):
        commands.append(("grep -oE, LC_ALL=C",
                         ["env", "LC_ALL=C", "grep", "-a", "-oE", PATTERN, log],
                         one))
        with_p = ["env", "LC_ALL=C", "grep", "-a", "-oP"]
        if subprocess.run([*with_p, "a"], input=b"a", check=False,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0:
            commands.append(("grep -oP, LC_ALL=C", [*with_p, PATTERN, log], one))
    hyperscan = bench.tool("hyperscan")
    if hyperscan:
        version = run([hyperscan, "--version"]).decode().split()[0]
        commands.append((f"Hyperscan {version}, starts of matches",
                         [hyperscan, log], one))
        commands.append((f"Hyperscan {version}, beginnings; a table",
                         [hyperscan, "-l", log], one))
    commands += jobs.commands(bench.locus, files, bench.data, one, two)
    commands += [(jobs.LINES, ["wc", "-l", log], one),
                 ("cat > /dev/null", ["cat", log], one)]
    return commands


def scan(bench):
    options = bench.options
    say("making the log")
    log = bench.log()
    launch = Launcher(bench)
    one = str(bench.processor())
    size = log.stat().st_size
    files = jobs.inputs(log, bench.data, options.log_size // 2)
    commands = scan_commands(bench, log, files)

    # The first round reads the log into the page cache, and shows which commands
    # write the same output.
    say("comparing what they write")
    wrote, first = {}, None
    for name, command, processors in commands:
        output = "/dev/null" if command[0] == "cat" else None
        launch(command, output, processors)
        if output or not name.startswith(("locus scan -x raw", "rg", "grep", "Hyperscan")) \
                or name.endswith((" -c", " json", " text", " -l")):
            continue
        text = launch.output.read_bytes()
        first = text if first is None else first
        wrote[name] = {"lines": text.count(b"\n"), "same": text == first}
    say(f"measuring, {options.seconds:.0f} s and more")
    times = {name: [] for name, _, _ in commands}
    rss = {name: 0 for name, _, _ in commands}
    dice = random.Random(options.seed)
    stop = time.monotonic() + options.seconds
    while time.monotonic() < stop or len(times["wc -l"]) < 3:
        for name, command, processors in dice.sample(commands, len(commands)):
            if len(times[name]) == jobs.SLOW.get(name):
                continue
            output = "/dev/null" if command[0] == "cat" else None
            found = launch(command, output, processors)
            # On one processor, processor time, which excludes other processes; on
            # several, wall-clock time.
            times[name].append(found["used" if processors == one
                                     else "seconds"])
            rss[name] = max(rss[name], found["rss"])
    reference = times["locus scan -x raw"]
    rows = [{"name": name, "seconds": quartiles(times[name]),
             "gb_s": jobs.size(files, name, log) / 1e9 / quartiles(times[name])[1],
             "ratio": ratios(times[name], reference), "rss": rss[name],
             "by_wall": processors != one, **wrote.get(name, {})}
            for name, _, processors in commands]
    rows.sort(key=lambda row: row["seconds"][1])
    return {"system": bench.system(), "log": log.name if not options.log
            else pathlib.Path(options.log).name, "size": size,
            "rounds": len(reference), "commands": rows,
            "jobs": list(filter(None, (jobs.met(bound, times, files, quartiles, ratios)
                                       for bound in jobs.BOUNDS)))}


def scan_rows(found):
    head = ["command", "seconds", "GB/s", "x locus raw", "peak MiB", "lines",
            "output"]
    rows = []
    for row in found["commands"]:
        same = row.get("same")
        rows.append([row["name"], spread(*row["seconds"], 3),
                     f"{row['gb_s']:.2f}", spread(*row["ratio"]),
                     f"{row['rss'] / 2**20:.1f}", row.get("lines", ""),
                     {None: "", True: "same", False: "OTHER"}[same]])
    return head, rows, (0, 6)


def scan_text(found):
    return (header(found["system"])
            + f"\n\n{found['log']}: {found['size']} bytes, "
            f"{found['rounds']} rounds, page cache warm\n\n"
            + table(*scan_rows(found))
            + "\n\nmedians (quartiles); x: times of locus scan -x raw, round by "
            "round; output: against it, byte by byte\n\njobs on access logs, and what is "
            "wanted\n\n" + table(*jobs.rows(found["jobs"], spread)))


# ---------------------------------------------------------------------------
# Growth
# ---------------------------------------------------------------------------

# Growth is measured in ns per byte, at these sizes.
PARSE_SIZES = (1_000, 30_000, 1_000_000)
SCAN_SIZES = (1 * MB, 4 * MB, 16 * MB)  # longer URLs are skipped
LINE_SIZE = 100_000                     # of a line, at least
SCAN_BYTES = 64 * MB                    # less would measure process start
CONTEXTS = (("raw", ["-x", "raw"]), ("text", ["-x", "text"]))
LEAST_MB_S = 30                         # of any input, in any context
HARD_BYTES = 4 * MB                     # of a hard text, about
HARD_ROUNDS = 3                         # minutes apart
LONG_LINES = (("aaa…", b"", b"a"), ("http://h/aaa…", b"http://h/", b"a"),
              ("a:a:a:…", b"", b"a:"))


def families(corpus="worst"):
    return run([sys.executable, HERE / "corpus.py", corpus,
                "--list"]).decode().split()


def parse_growth(bench):
    """locus_parse() on one text of each family, at each size."""
    rows = []
    for family in families():
        row = {"family": family, "grammars": {}}
        for size in PARSE_SIZES:
            corpus = bench.corpus("worst", "--family", family,
                                  "--bytes", str(size))
            found = measure(bench, corpus, bench.options.peers,
                            bench.options.seconds / 300)
            corpus.unlink()
            for peer in found["peers"]:
                name = peer["name"].removeprefix("locus ")
                each = statistics.median(peer["ns"]) / (
                    found["bytes"] / found["texts"])
                row["grammars"].setdefault(name, []).append(each)
        rows.append(row)
    return rows


def scan_growth(bench, log):
    """`locus scan -c` on a file of each family, at each size, compared with the log.
    The file is named repeatedly, so that SCAN_BYTES are read; the time for a file of
    one byte is subtracted."""
    launch = Launcher(bench)
    empty = bench.data / "empty.txt"
    empty.write_bytes(b"\n")

    def best(paths, options):
        command = [bench.locus, "scan", "-c", *options, *paths]
        # 2: a URL is too long, which the command reports and skips.
        return min(launch(command, fine=(0, 1, 2),
                          stderr=subprocess.DEVNULL)["used"]
                   for _ in range(9))

    def per_byte(path, options):
        size = path.stat().st_size
        paths = [path] * max(SCAN_BYTES // size, 1)
        seconds = best(paths, options) - best([empty], options)
        return max(seconds, 0) * 1e9 / (size * len(paths))

    rows = [{"family": "the log", **{
        name: [per_byte(log, options)] for name, options in CONTEXTS}}]
    for family in families():
        row = {"family": family, **{name: [] for name, _ in CONTEXTS}}
        for size in SCAN_SIZES:
            path = bench.corpus("worst", "--family", family,
                                "--bytes", str(size))
            for name, options in CONTEXTS:
                row[name].append(per_byte(path, options))
            path.unlink()
        rows.append(row)
    return rows


def scan_choices(bench):
    """All that decides how `locus scan` reads: contexts, with and without a delimiter,
    grammars, kernels."""
    about = run([bench.locus, "grammars"]).decode()
    grammars = [line.split()[0] for line in about.split("\n\n")[0].splitlines()]
    kernels = re.search(r"^kernels +(.*)", about, re.MULTILINE)[1].split()
    lines = (HERE.parent / "src/contexts/contexts.def").read_text().splitlines()
    contexts = [line.replace("_", "-") for line in lines
                if line and not line.startswith("#")]
    return [(context, grammar, kernel)
            for context in [*contexts, "text --delimiters ,"]
            for grammar in grammars for kernel in kernels]


def hard_scans(bench):
    """`locus scan -c` on a file of each family with each context, grammar and kernel, and
    the slowest combination on files of the other sizes and on lines of many lengths. The
    least time for a file of one byte is subtracted. A short file is named repeatedly, so that
    about HARD_BYTES are read. The best of HARD_ROUNDS counts, which are minutes apart: a
    machine may be slow for a while."""
    launch = Launcher(bench)
    empty = bench.data / "empty.txt"
    empty.write_bytes(b"\n")
    starts = []

    def seconds(paths, choice, times):
        context, grammar, kernel = choice
        command = [bench.locus, "scan", "-c", "-x", *context.split(), "-g", grammar, *paths]
        # 2: a URL longer than the command keeps.
        return min(launch(command, fine=(0, 1, 2), stderr=subprocess.DEVNULL,
                          env={**os.environ, "LOCUS_KERNEL": kernel})["used"]
                   for _ in range(times))

    def rate(path, choice, times, least=0):
        size = path.stat().st_size
        paths = [path] * max(least // size, 1)
        if times > 1 or not starts:
            starts.append(seconds([empty], choice, times))
        used = seconds(paths, choice, times) - min(starts)
        return size * len(paths) / MB / max(used, 1e-6)

    def files(family):
        for size in SCAN_SIZES:
            yield bench.corpus("hard", "--family", family, "--bytes", str(size))
        yield bench.corpus("hard", "--family", family, "--bytes", str(SCAN_SIZES[1]),
                           "--lines", str(LINE_SIZE))

    rows = []
    for family in families("hard"):
        path = next(files(family))
        rates = {choice: rate(path, choice, 1) for choice in scan_choices(bench)}
        # One of them may have been interrupted.
        slow = sorted(rates, key=rates.get)[:5]
        context, grammar, kernel = min(slow, key=lambda choice: rate(path, choice, 5))
        path.unlink()
        rows.append({"family": family, "context": context, "grammar": grammar,
                     "kernel": kernel, "mb_s": [0] * (len(SCAN_SIZES) + 1)})
    for number in range(HARD_ROUNDS):
        say(f"the slowest of each family, round {number + 1} of {HARD_ROUNDS}")
        for row in rows:
            choice = row["context"], row["grammar"], row["kernel"]
            for i, path in enumerate(files(row["family"])):
                row["mb_s"][i] = max(row["mb_s"][i], rate(path, choice, 2, HARD_BYTES))
                path.unlink()
    return rows


def long_lines(bench):
    """A line of 1 GB from a pipe."""
    rows = []
    size = bench.options.line
    for name, prefix, piece in LONG_LINES:
        block = piece * (MB // len(piece))
        command = [bench.tool("launch"), "-p", str(bench.processor()),
                   bench.locus, "scan", "-c"]
        with subprocess.Popen(command, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as child:
            child.stdin.write(prefix)
            for _ in range(size // len(block)):
                child.stdin.write(block)
            child.stdin.close()
            found = json.loads(child.stdout.read().split(b"\n")[-2])
        # 2: a line is one URL that is too long.
        if found["status"] not in (0, 1, 2):
            fail(f"locus ends with {found['status']} on a line of {name}")
        rows.append({"line": name, "bytes": size, "seconds": found["used"],
                     "gb_s": size / 1e9 / found["used"],
                     "rss": found["rss"]})
    return rows


def growth(bench):
    say("parsing what is hard")
    parsed = parse_growth(bench)
    say("scanning what is hard")
    scanned = scan_growth(bench, bench.log())
    say("scanning it in each context, by each grammar and kernel")
    hard = hard_scans(bench)
    say("scanning lines of 1 GB")
    return {"system": bench.system(), "parse": parsed, "scan": scanned,
            "hard": hard, "lines": long_lines(bench)}


def bytes_name(size):
    return f"{size // MB} MB" if size >= MB else f"{size // 1000} kB"


def parse_growth_rows(found):
    """The rows of one kernel: that of the first peer."""
    names = list(found["parse"][0]["grammars"])
    kernel = names[0].split(", ")[1]
    names = [name for name in names if name.endswith(f", {kernel}")]
    head = ["family", *(f"{name.split(',')[0]} {bytes_name(size)}"
                        if i == 0 else bytes_name(size)
                        for name in names
                        for i, size in enumerate(PARSE_SIZES))]
    rows = [[row["family"], *(f"{each:.2f}" for name in names
                              for each in row["grammars"][name])]
            for row in found["parse"]]
    return head, rows, (0,)


def scan_growth_rows(found):
    base = {name: found["scan"][0][name][0] for name, _ in CONTEXTS}
    head = ["family"]
    for name, _ in CONTEXTS:
        head += [f"{name}: {bytes_name(SCAN_SIZES[0])}",
                 *map(bytes_name, SCAN_SIZES[1:]), "x log"]
    rows = []
    for row in found["scan"]:
        cells = [row["family"]]
        for name, _ in CONTEXTS:
            each = row[name]
            cells += [f"{value:.2f}" for value in each]
            cells += [""] * (len(SCAN_SIZES) - len(each))
            cells.append(f"{max(each) / base[name]:.1f}")
        rows.append(cells)
    return head, rows, (0,)


def hard_rows(found):
    head = ["family", "context", "grammar", "kernel",
            f"MB/s: {bytes_name(SCAN_SIZES[0])}", *map(bytes_name, SCAN_SIZES[1:]), "lines"]
    rows = [[row["family"], row["context"], row["grammar"], row["kernel"],
             *(f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
               for rate in row["mb_s"])] for row in found["hard"]]
    return head, rows, (0, 1, 2, 3)


def too_slow(found):
    """The families on which no kernel may be as slow as it is."""
    growth_found = found.get("growth", found)
    return [row["family"] for row in growth_found.get("hard", [])
            if min(row["mb_s"]) < LEAST_MB_S]


def line_rows(found):
    head = ["line", "bytes", "seconds", "GB/s", "peak MiB"]
    rows = [[row["line"], row["bytes"], f"{row['seconds']:.2f}",
             f"{row['gb_s']:.2f}",
             f"{row['rss'] / 2**20:.1f}"] for row in found["lines"]]
    return head, rows, (0,)


def growth_text(found):
    return "\n".join([
        header(found["system"]),
        "\nlocus_parse(), one text: ns for a byte\n",
        table(*parse_growth_rows(found)),
        "\nlocus scan -c: ns for a byte, and the worst of them as times of a "
        "byte of the log\n",
        table(*scan_growth_rows(found)),
        "\nlocus scan -c: the context, grammar and kernel that are slowest; "
        f"{LEAST_MB_S} MB/s at least\n",
        table(*hard_rows(found)),
        "\nlocus scan -c of one line from a pipe\n",
        table(*line_rows(found))])


# ---------------------------------------------------------------------------
# Search
# ---------------------------------------------------------------------------

SEARCH_ROUNDS = 5


def search(bench):
    """Random texts on which a scan is slow (bench/search-hard), then `locus scan -c` on the
    slowest, compared round by round with `grep -c` of a URL's beginning."""
    say(f"composing texts, {bench.options.seconds:.0f} s")
    found = json.loads(run([bench.tool("search-hard"), "-s", str(bench.options.seconds),
                            "-r", str(bench.options.seed)]))
    launch = Launcher(bench)
    path = bench.data / "search.txt"
    grep = ["env", "LC_ALL=C", "grep", "-a", "-c", "-E", PATTERN, path]
    say("comparing the slowest with grep")
    for row in found:
        piece = row["piece"].encode()
        path.write_bytes(piece * (4 * MB // len(piece)) + b"\n")
        delimiters = ["--delimiters", row["delimiters"]] if row["delimiters"] else []
        scan_command = [bench.locus, "scan", "-c", "-x", row["context"].replace("_", "-"),
                        "-g", row["grammar"], *delimiters, path]
        times = [(launch(scan_command, fine=(0, 1, 2), stderr=subprocess.DEVNULL,
                         env={**os.environ, "LOCUS_KERNEL": row["kernel"]})["used"],
                  launch(grep, stderr=subprocess.DEVNULL)["used"])
                 for _ in range(SEARCH_ROUNDS)]
        row["mb_s"] = path.stat().st_size / MB / min(locus for locus, _ in times)
        row["ratio"] = statistics.median(locus / max(other, 1e-4)
                                         for locus, other in times)
    path.unlink(missing_ok=True)
    found.sort(key=lambda row: row["mb_s"])
    return {"system": bench.system(), "seed": bench.options.seed, "search": found}


def search_text(found):
    head = ["text, repeated", "context", "grammar", "kernel", "MB/s", "x grep -c"]
    rows = [[json.dumps(row["piece"], ensure_ascii=not row["piece"].isprintable()),
             row["context"] + (f" --delimiters {row['delimiters']}"
                               if row["delimiters"] else ""),
             row["grammar"], row["kernel"], f"{row['mb_s']:.1f}", f"{row['ratio']:.1f}"]
            for row in found["search"]]
    return "\n".join([header(found["system"]),
                      f"\nlocus scan -c of random texts, seed {found['seed']}; "
                      f"{LEAST_MB_S} MB/s at least; x: times of grep -c -E "
                      f"'{PATTERN}'\n", table(head, rows, (0, 1, 2, 3))])


# ---------------------------------------------------------------------------
# doc/PERFORMANCE.md
# ---------------------------------------------------------------------------

def system_markdown(system):
    lines = [f"{system['date']}, {system['processor']}, {system['system']}, "
             f"{system['compiler']}, `{system['flags']}`."]
    if system["missing"]:
        lines.append("Not measured: " + ", ".join(system["missing"]) + ".")
    return "\n".join(lines)


def scan_parts(found):
    return {"scan": (f"`{found['log']}`, {found['size']} bytes, {found['rounds']} rounds.\n\n"
                     + markdown(*scan_rows(found))),
            "scan-jobs": markdown(*jobs.rows(found["jobs"], spread))}


def growth_parts(found):
    return {"parse-growth": markdown(*parse_growth_rows(found)),
            "scan-growth": markdown(*scan_growth_rows(found)),
            "scan-hard": markdown(*hard_rows(found)),
            "lines": markdown(*line_rows(found))}


def operations_parts(found):
    return {**operate_parts(found), "operations-system": system_markdown(found["system"])}


def parse_parts(found, measured=""):
    """`measured` says on which system, if it is not that of the other tables."""
    parts = {}
    for number, corpus in enumerate(found["corpora"]):
        parts[f"parse-{corpus['corpus']}"] = (
            f"{corpus['texts']} texts of {corpus['length']:.1f} bytes on "
            f"average, {corpus['rounds']} rounds.{measured}\n\n"
            + markdown(*parse_rows(corpus, False)))
        if number == 0 and corpus["corpus"] == "web":
            parts["cold"] = markdown(*cold_rows(corpus))
    return parts


# What `--doc` writes if only this is measured.
PARTS = {"parse": lambda found: parse_parts(found, f" {system_markdown(found['system'])}"),
         "operations": operations_parts, "scan": scan_parts, "growth": growth_parts}


def doc(bench):
    """Measures all, and writes it to PERFORMANCE.md and its chart."""
    if not bench.options.doc:
        fail("doc needs --doc FOLDER")
    found = {"parse": parse(bench), "operations": operate(bench), "scan": scan(bench),
             "growth": None}
    peers = bench.options.peers
    bench.options.peers = [peer for peer in peers
                           if pathlib.Path(peer).stem == "locus"]
    found["growth"] = growth(bench)
    bench.options.peers = peers
    parts = {"system": system_markdown(found["parse"]["system"])}
    parts.update(parse_parts(found["parse"]))
    parts.update(scan_parts(found["scan"]))
    parts.update(growth_parts(found["growth"]))
    folder = pathlib.Path(bench.options.doc)
    write_parts(folder, {**parts, **operations_parts(found["operations"])})
    (folder / "performance.svg").write_text(
        chart.svg(found["parse"], found["scan"]), encoding="utf-8")
    return found


def write_parts(folder, parts):
    """Replaces the text between the marks of PERFORMANCE.md."""
    path = folder / "PERFORMANCE.md"
    text = path.read_text(encoding="utf-8")
    for name, part in parts.items():
        mark = re.compile(rf"(<!-- bench: {re.escape(name)} -->\n).*?"
                          r"(<!-- end -->)", re.DOTALL)
        if not mark.search(text):
            say(f"PERFORMANCE.md has no place for {name}")
            continue
        text = mark.sub(lambda m, part=part: f"{m[1]}{part}\n{m[2]}", text)
    path.write_text(text, encoding="utf-8")


def doc_text(found):
    return "\n\n".join([parse_text(found["parse"]), operate_text(found["operations"]),
                        scan_text(found["scan"]),
                        growth_text(found["growth"])])


COMMANDS = {"parse": (parse, parse_text),
            "operations": (operate, operate_text), "scan": (scan, scan_text),
            "growth": (growth, growth_text), "search": (search, search_text),
            "doc": (doc, doc_text)}


def main():
    parser = argparse.ArgumentParser(
        description="Measures locus and other programs; see doc/PERFORMANCE.md.")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("peers", nargs="*", metavar="PEER.so",
                        help="shared objects that implement bench/peers/peer.h")
    parser.add_argument("--seconds", type=float, default=60,
                        help="how long to measure (default: 60)")
    parser.add_argument("--seed", type=int, default=3986,
                        help="seed of the order of measurements")
    parser.add_argument("--processor", type=int,
                        help="processor to run on (default: the last one)")
    parser.add_argument("--json", action="store_true",
                        help="write JSON instead of tables")
    parser.add_argument("--callgrind", action="store_true",
                        help="parse: count instructions with valgrind")
    parser.add_argument("--corpus", action="append", default=[],
                        metavar="FILE",
                        help="parse: texts, one per line, instead of the "
                        "generated ones; may be repeated")
    parser.add_argument("--log", metavar="FILE",
                        help="scan, growth: a log instead of the generated one")
    parser.add_argument("--log-size", type=int, default=LOG_SIZE,
                        metavar="BYTES", help="repeat the log up to this size")
    parser.add_argument("--line", type=int, default=1000 * MB, metavar="BYTES",
                        help="growth: length of the long lines")
    parser.add_argument("--doc", metavar="FOLDER",
                        help="doc: folder of PERFORMANCE.md; parse, operations, scan and growth "
                        "write their tables to it too")
    parser.add_argument("--build", default=".", metavar="FOLDER",
                        help="build directory")
    parser.add_argument("--compiler", default="cc", help="compiler of the build")
    parser.add_argument("--flags", default="", help="compiler flags of the build")
    parser.add_argument("--missing", default="", metavar="NAME=PACKAGE;…",
                        help="peers that configure did not find")
    options = parser.parse_intermixed_args()

    function, text = COMMANDS[options.command]
    bench = Bench(options)
    found = function(bench)
    if options.doc and options.command in PARTS:
        write_parts(pathlib.Path(options.doc), PARTS[options.command](found))
    written = json.dumps(found, indent=1)
    (bench.data / f"{options.command}.json").write_text(written + "\n")
    print(written if options.json else text(found))
    if too_slow(found):
        fail(f"slower than {LEAST_MB_S} MB/s: {', '.join(too_slow(found))}")


if __name__ == "__main__":
    main()
