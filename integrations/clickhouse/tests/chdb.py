# SPDX-License-Identifier: MIT
"""ClickHouse's engine with the functions of this folder, in a process of its own."""

import os
import re
import shlex
import signal
import subprocess
import threading

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(HERE, "..", "..", "doc", "clickhouse.md")
DEFINITIONS = os.path.join(HERE, "locus_function.xml")
# Not an expectation: this ends an engine that hangs.
TIMEOUT = 120

CONFIG = """<clickhouse>
    <user_scripts_path>%(folder)s/user_scripts/</user_scripts_path>
    <user_defined_executable_functions_config>%(folder)s/*_function.xml</user_defined_executable_functions_config>
    <logger><level>none</level></logger>
</clickhouse>
"""


class QueryError(Exception):
    """The engine refused a query; the text is its message."""


def build(folder):
    """Compiles the program that runs queries."""
    program = os.path.join(folder, "chdb-session")
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-O1", "-o", program,
                    os.path.join(HERE, "tests", "chdb-session.c"), "-ldl"], check=True)
    return program


class Engine:
    """Installs the definitions as doc/clickhouse.md says, then starts an engine."""

    running = set()

    def __init__(self, program, library, locus, folder, definitions=()):
        self.install(locus, folder)
        for i, text in enumerate(definitions):
            with open(os.path.join(folder, "other%d_function.xml" % i), "w",
                      encoding="utf-8") as file:
                file.write("<functions>%s</functions>" % text)
        config = os.path.join(folder, "config.xml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(CONFIG % {"folder": folder})
        self.child = subprocess.Popen(
            [program, library, "--config-file=" + config, "--path=" + os.path.join(folder, "data")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, start_new_session=True)
        Engine.running.add(self)

    @staticmethod
    def install(locus, folder):
        """Runs the commands of the page, in the folder."""
        with open(PAGE, encoding="utf-8") as file:
            (script,) = re.findall(r"(?ms)^```sh\n(.*?)^```$", file.read())
        for path, ours in (("/var/lib/clickhouse/", folder), ("/etc/clickhouse-server/", folder),
                           ("/usr/share/doc/locus/examples/", HERE)):
            script = script.replace(path, shlex.quote(ours) + "/")
        script = script.replace("/usr/bin/locus", shlex.quote(locus))
        subprocess.run(["sh", "-ec", script], check=True)

    def query(self, text):
        """The result. Raises QueryError."""
        watch = threading.Timer(TIMEOUT, self.child.kill)
        watch.start()
        try:
            self.child.stdin.write(os.fsencode(text) + b"\0")
            self.child.stdin.flush()
            line = self.child.stdout.readline().split()
            if len(line) != 2:
                raise EOFError("the engine has ended, with status %s, in: %s"
                               % (self.child.wait(), text[:200]))
            data = self.child.stdout.read(int(line[1]))
        finally:
            watch.cancel()
        if line[0] != b"ok":
            raise QueryError(data.decode("utf-8", "replace"))
        return data

    def value(self, expression):
        """An expression, as TabSeparated writes it."""
        return self.query("SELECT " + expression)[:-1].decode("utf-8")

    def close(self):
        """Ends it, with the processes of its pools, which are in its group or have ended."""
        if self not in Engine.running:
            return
        Engine.running.discard(self)
        self.child.stdin.close()
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.child.wait()
        self.child.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
