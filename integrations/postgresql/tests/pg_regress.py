# SPDX-License-Identifier: MIT
"""The tests in sql/, by pg_regress, against what is expected of them (expected/)."""

import os
import re
import shutil
import subprocess

from pg_server import SOURCE

# One after the other: "catalog" moves the extension to another schema and back.
TESTS = ("parts", "reference", "normalize", "query", "addresses", "findings", "errors", "find",
         "log", "type", "indexes", "catalog")


def run(cluster, report):
    server = cluster("regress")
    tree = server.tree
    output = server.home / "output"
    shutil.copytree(SOURCE / "tests/sql", output / "sql")
    shutil.copytree(SOURCE / "tests/expected", output / "expected")
    if tree.user:
        for folder, folders, files in os.walk(output):
            for name in [".", *folders, *files]:
                os.chown(os.path.join(folder, name), tree.user["user"], tree.user["group"])
    done = subprocess.run(
        [tree.pg_regress, f"--inputdir={output}", f"--outputdir={output}",
         f"--bindir={tree.bin}", f"--host={server.home}", f"--port={server.port}",
         "--user=locus", "--dbname=regression", "--encoding=UTF8",
         "--load-extension=locus", *TESTS],
        check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=output,
        **tree.user)
    differences = output / "regression.diffs"
    if differences.exists():
        print(differences.read_text()[:20000])
    if os.environ.get("LOCUS_KEEP_RESULTS"):
        shutil.copytree(output / "results", os.environ["LOCUS_KEEP_RESULTS"],
                        dirs_exist_ok=True)
    for test in TESTS:
        report.true(f"pg_regress: {test}",
                    re.search(rf"^(?:test {test} +\.\.\. ok|ok \d+ +- {test} )", done.stdout,
                              re.MULTILINE), done.stdout)
