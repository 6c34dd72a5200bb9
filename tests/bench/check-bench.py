#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the benchmark runs: its corpora are as documented and always the same, and
it measures locus and the lower bounds. No time is compared with anything."""

import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[1:1] = [str(TOP / "tests" / "support"), str(TOP / "bench")]
from corpus import main as write_corpus  # noqa: E402
from tally import Tally  # noqa: E402

BUILD = pathlib.Path(os.environ["LOCUS"]).parent
BENCH = BUILD / "bench"
# RFC 3986, appendix B, with the bytes of section 2.
VALID = re.compile(
    rb"[A-Za-z][A-Za-z0-9+.-]*:"
    rb"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|\[[0-9a-f:]+\]|%[0-9A-Fa-f]{2})*"
    rb"(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?")

tally = Tally()


def python(name, *arguments):
    return subprocess.run(
        [sys.executable, str(TOP / "bench" / name), *map(str, arguments)],
        stdout=subprocess.PIPE, check=True).stdout


def texts_of(*arguments):
    """What bench/corpus.py writes."""
    out = io.BytesIO()
    write_corpus(list(map(str, arguments)), out)
    return out.getvalue()


def corpus_of(name):
    """3,000 lines, with which a longer corpus of another process begins."""
    text = texts_of(name, "--count", 3000)
    tally.true(f"{name}: as many lines as asked for",
               text.endswith(b"\n") and text.count(b"\n") == 3000, text.count(b"\n"))
    tally.true(f"{name}: a longer one, of another process, begins with it",
               python("corpus.py", name, "--count", 3001).startswith(text))
    return text


def targets():
    """The request targets are those of the log: none has a space or a control."""
    lines = corpus_of("targets").split(b"\n")[:-1]
    wrong = [line for line in lines if not line or min(line) <= 0x20 or 0x7f in line]
    tally.true("targets: no space, no control", not wrong, wrong[:3])
    paths = sum(line.startswith(b"/") for line in lines)
    tally.true("targets: nearly all are paths", 0.9 < paths / len(lines) < 1, paths)


def locus(*arguments, lines):
    return subprocess.run([os.environ["LOCUS"], *arguments], input=lines,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=False).stdout


def changed():
    """The corpora of the operations: what normalization undoes, what findings are for."""
    texts = {name: corpus_of(name) for name in ("variants", "attacks", "references", "site")}
    if os.environ.get("CAN_RUN") != "yes" or os.environ.get("EMULATOR"):
        return
    web = texts_of("web", "--count", 3000)
    tally.true("variants: not the texts of web", texts["variants"] != web)
    normal = locus("normalize", "-g", "web", lines=web)
    tally.true("variants: the same normal forms as web", normal.count(b"\n") == 3000
               and locus("normalize", "-g", "web", lines=texts["variants"]) == normal)
    records = list(map(json.loads, locus("parse", "-g", "web", "--findings", "-o", "json",
                                         lines=texts["attacks"]).splitlines()))
    none = [record["input"] for record in records if not record["findings"]]
    tally.true("attacks: each has a finding", len(records) == 3000 and not none, none[:3])
    found = {finding if isinstance(finding, str) else finding["name"]
             for record in records for finding in record["findings"]}
    tally.true("attacks: of many kinds", len(found) > 30, sorted(found))
    for name, grammar in (("references", "rfc3986-reference"), ("site", "web")):
        wrong = locus("parse", "-g", grammar, "-o", "json", lines=texts[name]).count(
            b'"valid":false')
        tally.true(f"{name}: valid, all or nearly all", wrong < 60, wrong)


def corpora():
    for name, low, high in (("web", 43, 48), ("long", 145, 155)):
        text = corpus_of(name)
        lines = text.split(b"\n")[:-1]
        tally.true(f"{name}: another seed gives another one",
                   texts_of(name, "--count", 3000, "--seed", 1) != text)
        average = sum(map(len, lines)) / len(lines)
        tally.true(f"{name}: {low} to {high} bytes on average",
                   low <= average <= high, average)
        wrong = [line for line in lines if not VALID.fullmatch(line)]
        share = 100 * len(wrong) / len(lines)
        low, high = (0.3, 1.3) if name == "web" else (0, 0)
        tally.true(f"{name}: {low} to {high} per cent are not URIs",
                   low <= share <= high, (share, wrong[:3]))

    families = texts_of("worst", "--list").decode().split()
    worst = texts_of("worst")
    tally.true("worst: the same each time", python("corpus.py", "worst") == worst)
    for family in families:
        text = texts_of("worst", "--family", family, "--bytes", 4000)
        tally.true(f"worst: {family} has 4,000 bytes",
                   3900 <= len(text) <= 4001 and text.endswith(b"\n"), len(text))
    runs = os.environ.get("CAN_RUN") == "yes" and not os.environ.get("EMULATOR")
    for family in texts_of("hard", "--list").decode().split():
        text = texts_of("hard", "--family", family, "--bytes", 4000)
        tally.true(f"hard: {family} has 4,000 bytes, and no line feed that ends it",
                   3900 <= len(text) <= 4000, len(text))
        if runs:
            done = subprocess.run([os.environ["LOCUS"], "scan", "-c"], input=text,
                                  stdout=subprocess.PIPE, check=False)
            tally.true(f"hard: locus scans {family}", done.returncode in (0, 1)
                       and done.stdout.strip().isdigit(), done)
    lines = texts_of("hard", "--family", "closed-brackets", "--bytes", 4000, "--lines", 1000)
    sizes = [len(line) for line in lines.splitlines()]
    tally.true("hard: lines, each longer than the last",
               sum(sizes) + len(sizes) >= 4000 and sizes[0] == 1000
               and sizes == sorted(set(sizes)), sizes)


PEER = """
#include "peer.h"
static int parse(const char *text, size_t len)
{
    return (void)text, (int)(len ? %s : 0);
}
static const struct bench_peer peer = { .version = BENCH_PEER_VERSION, .name = "bad",
                                        .takes = "-", .parse = parse };
const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
"""


def refused(folder, corpus):
    """Errors that would give a table of nonsense."""
    def measure(*arguments):
        return subprocess.run([BENCH / "measure", "-s", "0", *map(str, arguments)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              check=False)

    bounds = BENCH / "peers" / "lower-bounds.so"
    done = measure("-p", "1000", corpus, bounds)
    tally.true("a processor that is not there is an error",
               done.returncode == 2 and "no processor 1000" in done.stderr, done)
    if not shutil.which("cc"):
        tally.skip("peers that answer nonsense", "there is no cc")
        return
    for answer in ("7", "-1"):
        source, peer = (pathlib.Path(folder) / f"bad.{kind}" for kind in ("c", "so"))
        source.write_text(PEER % answer, encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-I", TOP / "bench" / "peers", "-o", peer, source],
                       check=True)
        done = measure(corpus, peer)
        tally.true(f"a peer that answers {answer} is an error", done.returncode == 2
                   and f"bad: returns {answer}, not 0 or 1" in done.stderr, done)


OPERATION = PEER.replace("%s", "1") + """
#include "../operations/operation.h"
static int64_t run(BENCH_TEXT)
{
    return (void)out, (void)size, (void)text, (void)len, (void)other, (void)other_len,
           (int64_t)%s;
}
static const struct bench_operation operations[] = {
    BENCH_OPERATION(BENCH_WRITES, "normalize", "bad", "nothing", run)
};
BENCH_OPERATIONS(operations)
"""


def operating(folder, corpus, peers):
    """The operations of locus with every kernel, and of a peer whose results differ."""
    def measure(*arguments):
        done = subprocess.run([BENCH / "measure", "-s", "0", *map(str, arguments)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False)
        return json.loads(done.stdout)["peers"] if done.returncode == 0 else done

    sys.path[:0] = [str(TOP / "bench"), str(TOP / "bench" / "operations")]
    import bench
    import operations
    for operation in sorted({table.operation for table in operations.TABLES}):
        rows = measure("-O", operation, "-b", corpus, corpus, *peers)
        tally.true(f"{operation}: all kernels agree", isinstance(rows, list) and any(
            "same" in row for row in rows) and not any(row.get("different") for row in rows),
            rows)
        found = operations.summary(
            operations.TABLES[0], {"texts": 6, "bytes": 60, "rounds": 3, "peers": rows},
            bench.quartiles, bench.ratios)
        head, lines, _ = operations.rows(found, None)
        tally.true(f"{operation}: its table", len(lines) == len(rows) and all(
            len(line) == len(head) for line in lines) and "all" in {line[5] for line in lines}
            and all((row["beyond"] is None) == (row["does"] == "parsing alone" or operation
                    in ("decode", "encode")) for row in found["rows"]), lines)
    done = measure("-O", "fly", corpus, *peers)
    tally.true("an operation that no peer has is an error",
               getattr(done, "returncode", 0) == 2 and "operation fly" in done.stderr, done)
    if not shutil.which("cc"):
        tally.skip("operations that differ", "there is no cc")
        return
    source, peer = (pathlib.Path(folder) / f"other.{kind}" for kind in ("c", "so"))
    for result, fine in (("0", True), ("-2", False), ("1000000", False)):
        source.write_text(OPERATION % result, encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-I", TOP / "bench" / "peers", "-o", peer,
                        source], check=True)
        rows = measure("-O", "normalize", corpus, *peers, peer)
        tally.true(f"a peer that returns {result} is {'compared' if fine else 'an error'}",
                   isinstance(rows, list) and (rows[-1]["same"], rows[-1]["different"]) == (0, 3)
                   if fine else f"bad: returns {result}" in getattr(rows, "stderr", ""), rows)


def places():
    """Where doc/PERFORMANCE.md has room for each table."""
    text = (TOP / "doc" / "PERFORMANCE.md").read_text(encoding="utf-8")
    names = re.findall(r"<!--\s*bench:\s*([a-z0-9-]+)\s*-->", text)
    found = re.findall(r"^<!-- bench: ([a-z0-9-]+) -->\n(?:(?!<!-- bench).)*?^<!-- end -->$",
                       text, re.DOTALL | re.MULTILINE)
    tally.true("PERFORMANCE.md: each place for a table begins and ends with a line of its own",
               len(names) > 20 and found == names, set(names) - set(found))


def measuring():
    peers = [BENCH / "peers" / name for name in ("locus.so", "lower-bounds.so")]
    if not all(path.exists() for path in [BENCH / "measure", *peers]):
        tally.skip("measuring", "built without shared libraries")
        return
    lines = [b"http://example.org/", b"http://a b/", b"x://[::1]:80/?q#f",
             b"http://%zz/", b"ftp://192.0.2.1/a;type=i", b"no URL"]
    with tempfile.TemporaryDirectory() as folder:
        corpus = pathlib.Path(folder) / "tiny.txt"
        corpus.write_bytes(b"\n".join(lines) + b"\n")

        def parse(*options):
            return python("bench.py", "parse", "--build", folder, "--seconds",
                          "0.2", "--corpus", corpus, *options, *peers)

        (pathlib.Path(folder) / "bench").mkdir()
        (pathlib.Path(folder) / "bench" / "measure").symlink_to(
            BENCH / "measure")
        found = json.loads(parse("--json"))
        (one,) = found["corpora"]
        tally.true("every line is a text", one["texts"] == len(lines), one["texts"])
        length = sum(map(len, lines)) / len(lines)
        tally.true("their length", abs(one["length"] - length) < 1e-9, one["length"])
        tally.true("at least three rounds", one["rounds"] >= 3, one["rounds"])
        tally.true("kernels", one["kernels"], one["kernels"])

        valid = {peer["name"]: peer["valid"] for peer in one["peers"]}
        for kernel in one["kernels"]:
            # A space, and an incomplete percent-encoded octet in a host, are invalid in
            # all three; no text here is a reference without a scheme.
            for grammar in ("rfc3986", "web", "rfc3986-reference"):
                name = f"locus {grammar}, {kernel}"
                tally.true(f"{name}: three of them are valid",
                           valid.get(name) == 3, valid.get(name))
        tally.true("the lower bounds take all", valid.get("floor: read the bytes")
                   == len(lines), valid)
        for peer in one["peers"]:
            tally.true(f"{peer['name']}: quartiles in order",
                       0 < peer["ns"][0] <= peer["ns"][1] <= peer["ns"][2],
                       peer["ns"])
        reference = next(peer for peer in one["peers"] if peer["name"]
                         == f"locus rfc3986, {one['kernels'][0]}")
        tally.true("the reference is once itself",
                   reference["ratio"][one["kernels"][0]] == [1, 1, 1],
                   reference["ratio"])
        tally.true("the processor is named", found["system"]["processor"])

        text = parse("--missing", "uriparser=liburiparser-dev;").decode()
        tally.true("the table says what is missing",
                   "not installed: uriparser (Debian: liburiparser-dev)" in text, text)
        tally.true("and has a line for each peer",
                   all(f"\n{name}  " in text for name in valid), text)

        tally.true("a call alone for all that take one text",
                   all(("first" in peer) != ("columns" in peer["name"])
                       for peer in one["peers"]), one["peers"])
        refused(folder, corpus)
        operating(folder, corpus, peers)

        sys.path.insert(0, str(TOP / "bench"))
        import chart
        scanned = {"size": 1000, "commands": [
            {"name": "locus scan <&>", "gb_s": 2.0},
            {"name": "wc -l", "gb_s": 4.0}]}
        root = ElementTree.fromstring(chart.svg(found, scanned))
        words = [element.text for element in root.iter() if element.text]
        tally.true("the chart names what it shows", "locus scan <&>" in words
                   and reference["name"] in words, words)


def main():
    corpora()
    targets()
    changed()
    places()
    if os.environ.get("CAN_RUN") == "no" or os.environ.get("EMULATOR"):
        tally.skip("measuring", "the benchmark is for another machine")
    else:
        measuring()
    sys.exit(tally.end())


if __name__ == "__main__":
    main()
