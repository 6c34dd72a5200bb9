# SPDX-License-Identifier: MIT
"""varnishd and a backend that records what it gets, on loopback."""

import os
import re
import signal
import socket
import socketserver
import subprocess
import threading
import time
from pathlib import Path


class Backend(socketserver.ThreadingTCPServer):
    """Answers every request with 200, and keeps the targets that it got."""

    daemon_threads = True
    request_queue_size = 256

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            while True:
                line = self.rfile.readline(1 << 20)
                if not line:
                    return
                length = 0
                while (field := self.rfile.readline(1 << 20)) not in (b"\r\n", b"\n", b""):
                    if field.lower().startswith(b"content-length:"):
                        length = int(field.split(b":")[1])
                self.rfile.read(length)
                self.server.targets.append(line.rstrip(b"\r\n").split(b" ", 1)[1].rsplit(b" ", 1)[0])
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    def __init__(self):
        self.targets = []
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass                            # Varnish has closed the connection.


class Varnishd:
    """varnishd with a VCL, on a free port. A worker that dies is found by panic() and
    by worker(), which is its process id."""

    def __init__(self, folder, vcl, environment=None, arguments=()):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "test.vcl"
        path.write_text(vcl)
        self.log = open(self.folder / "log", "w+b")
        # A session of its own: the worker and the compiler end with it.
        self.process = subprocess.Popen(
            ["varnishd", "-F", "-j", "none", "-n", str(self.folder / "work"), "-a",
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
        for _ in range(300):
            if self.process.poll() is not None:
                raise RuntimeError("varnishd did not start:\n" + self.messages())
            found = re.search(r"^a\d+ 127\.0\.0\.1 (\d+)$", self.admin("debug.listen_address"),
                              re.M)
            if found and "Child in state running" in self.admin("status"):
                return int(found.group(1))
            time.sleep(0.2)
        raise RuntimeError("varnishd did not start in 60 s:\n" + self.messages())

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
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Client:
    """A connection that is opened again when Varnish has closed it."""

    def __init__(self, port):
        self.port = port
        self.socket = None
        self.rest = b""

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None
        self.rest = b""

    def send(self, raw):
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        self.socket.sendall(raw)

    def read(self):
        """The status and the header fields of a response; 0 if there was none."""
        while b"\r\n\r\n" not in self.rest:
            got = self.socket.recv(1 << 16)
            if not got:
                self.close()
                return 0, {}
            self.rest += got
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        lines = head.split(b"\r\n")
        fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(b":")
            fields[name.decode().lower()] = value.strip().decode("latin-1")
        length = int(fields.get("content-length", 0))
        while len(self.rest) < length:
            got = self.socket.recv(1 << 16)
            if not got:
                break
            self.rest += got
        self.rest = self.rest[length:]
        status = int(lines[0].split()[1])
        if fields.get("connection", "").lower() == "close":
            self.close()
        return status, fields

    def ask(self, target, fields=(), method=b"GET"):
        """One request, sent again once if the connection was closed meanwhile."""
        raw = b"%s %s HTTP/1.1\r\nHost: h.example\r\n" % (method, target)
        raw += b"".join(b"%s: %s\r\n" % field for field in fields) + b"\r\n"
        for attempt in (0, 1):
            try:
                self.send(raw)
                status, got = self.read()
                if status or attempt:
                    return status, got
            except (ConnectionError, BrokenPipeError):
                self.close()
                if attempt:
                    return 0, {}
        return 0, {}
