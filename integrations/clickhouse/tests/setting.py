# SPDX-License-Identifier: MIT
"""What the tests run with: the command, the engine's library, folders that are removed."""

import os
import re
import shutil
import tempfile

import chdb

_found = {}


def begin(locus_, library):
    _found.update(locus=locus_, library=library, folder=tempfile.mkdtemp(prefix="locus-clickhouse-"))
    _found["program"] = chdb.build(_found["folder"])


def end():
    for engine_ in list(chdb.Engine.running):
        engine_.close()
    if "folder" in _found:
        shutil.rmtree(_found["folder"], ignore_errors=True)


def engine(definitions=()):
    return chdb.Engine(_found["program"], _found["library"], _found["locus"],
                       tempfile.mkdtemp(dir=_found["folder"]), definitions)


def page():
    with open(chdb.PAGE, encoding="utf-8") as file:
        return file.read()


def blocks(text):
    """(language, text) of each fenced block."""
    return re.findall(r"(?ms)^```([a-z]+)\n(.*?)^```$", text)


def children(pid):
    """The children of a process, which has threads that start them."""
    found = []
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/children" % (pid, task), encoding="ascii") as file:
            found += map(int, file.read().split())
    return found


def is_running(pid):
    try:
        with open("/proc/%d/stat" % pid, encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
