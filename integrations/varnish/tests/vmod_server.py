# SPDX-License-Identifier: MIT
"""varnishd on loopback."""

import os
import re
import subprocess
import time
from pathlib import Path

from loopback import end


class Varnishd:
    """varnishd with a VCL, on a free port. `wrapper` is a command that runs it. A worker that
    dies is found by complaint()."""

    def __init__(self, folder, vcl, environment=None, arguments=(), wrapper=()):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "test.vcl"
        path.write_text(vcl)
        self.log = open(self.folder / "log", "w+b")
        # A session of its own: the worker and the compiler end with it.
        self.process = subprocess.Popen(
            [*wrapper, "varnishd", "-F", "-j", "none", "-n", str(self.folder / "work"), "-a",
             "127.0.0.1:0", "-f", str(path), "-s", "malloc,32m", "-p",
             "auto_restart=off", *arguments],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
            env=dict(os.environ, **(environment or {})), start_new_session=True)
        try:
            self.port = self.find_port()
        except BaseException:
            self.stop()
            raise
        self.first_worker = self.worker()

    def find_port(self):
        stop = time.monotonic() + 120
        while time.monotonic() < stop:
            if self.process.poll() is not None:
                raise RuntimeError("varnishd did not start:\n" + self.messages())
            found = re.search(r"^a\d+ 127\.0\.0\.1 (\d+)$", self.admin("debug.listen_address"),
                              re.M)
            if found and "Child in state running" in self.admin("status"):
                return int(found.group(1))
            time.sleep(0.2)
        raise RuntimeError("varnishd did not start in 120 s:\n" + self.messages())

    def admin(self, command):
        done = subprocess.run(["varnishadm", "-n", str(self.folder / "work"), *command.split()],
                              capture_output=True, text=True, timeout=60, check=False)
        return done.stdout

    def messages(self):
        return (self.folder / "log").read_text(errors="replace")[-4000:]

    def worker(self):
        pid = self.process.pid
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()

    def complaint(self):
        """What is wrong with the worker, or ""."""
        if self.process.poll() is not None:
            return "varnishd ended:\n" + self.messages()
        if self.worker() != self.first_worker:
            return "the worker died:\n" + self.admin("panic.show") + self.messages()
        if "Child has not panicked" not in (
                panic := self.admin("panic.show")) and panic:
            return panic
        return ""

    def stop(self):
        end(self.process)
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
