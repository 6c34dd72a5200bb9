# SPDX-License-Identifier: MIT
"""HAProxy on loopback, a backend that records what it receives, and clients that send any
bytes."""

import contextlib
import os
import pathlib
import signal
import socket
import struct
import subprocess
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 10  # for a single answer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Backend:
    """Answers each request with 200, and keeps its request line and header."""

    def __init__(self):
        self.lock = threading.Lock()
        self.heads = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self.serve, args=(self.listener.accept()[0],),
                                 daemon=True).start()

    def serve(self, connection):
        data = b""
        with connection, contextlib.suppress(OSError):
            while True:
                while b"\r\n\r\n" not in data:
                    more = connection.recv(65536)
                    if not more:
                        return
                    data += more
                head, data = data.split(b"\r\n\r\n", 1)
                with self.lock:
                    self.heads.append(head)
                body = b"content-length: 0" not in head.lower() and any(
                    line.lower().startswith((b"content-length:", b"transfer-encoding:"))
                    for line in head.split(b"\r\n"))
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
                                   + (b"Connection: close\r\n" if body else b"") + b"\r\nok")
                if body:
                    return

    def take(self):
        """The heads since the last call."""
        with self.lock:
            heads, self.heads = self.heads, []
        return heads

    def targets(self):
        """The targets of these."""
        return [head.split(b"\r\n")[0].split(b" ", 1)[1].rsplit(b" ", 1)[0]
                for head in self.take()]

    def close(self):
        self.listener.close()


class HAProxy:
    """A running HAProxy. `port` speaks HTTP/1, `port2` HTTP/2."""

    running = set()

    def __init__(self, folder, name, modules, policy, rules, backend, extra="", threads=2,
                 wrapper=(), environment=None, options=()):
        self.folder = folder
        self.policy = folder / f"{name}.lua"
        self.policy.write_text(policy)
        self.config = folder / f"{name}.cfg"
        self.log = folder / f"{name}.log"
        for attempt in range(5):
            self.port, self.port2 = free_port(), free_port()
            self.config.write_text(f"""\
global
    nbthread {threads}
    log stderr format raw local0
    lua-prepend-path {modules}/?.lua
    lua-prepend-path {modules}/?.so cpath
    {extra}
    lua-load-per-thread {self.policy}
defaults
    log global
    mode http
    timeout client {SECONDS}s
    timeout server {SECONDS}s
    timeout connect {SECONDS}s
frontend front
    bind 127.0.0.1:{self.port}
    bind 127.0.0.1:{self.port2} proto h2
{rules}
    default_backend back
backend back
    server one 127.0.0.1:{backend.port if backend else 1}
""")
            with self.log.open("wb") as log:
                self.process = subprocess.Popen(
                    [*wrapper, "haproxy", "-db", *options, "-f", self.config],
                    stdout=log, stderr=log, env=environment, start_new_session=True)
            self.running.add(self.process)
            if self.wait():
                return
            self.stop()
            if "cannot bind socket" not in self.text():
                break
        raise RuntimeError(f"HAProxy does not start:\n{self.text()}")

    def wait(self, seconds=60):
        """Waits until both ports answer."""
        stop = time.monotonic() + seconds
        while time.monotonic() < stop and self.process.poll() is None:
            with contextlib.suppress(OSError):
                for port in (self.port, self.port2):
                    socket.create_connection(("127.0.0.1", port), 1).close()
                return True
            time.sleep(0.05)
        return False

    def text(self):
        return self.log.read_text(errors="replace")

    def is_alive(self):
        return self.process.poll() is None

    @classmethod
    def stop_all(cls):
        """Ends those that a test has left, because it was interrupted."""
        for process in list(cls.running):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def stop(self):
        """Ends it. Returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def read_answer(connection, data=b""):
    """Returns the status of an answer, and whether the connection stays open; 0 if there is
    no answer."""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return 0, False
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    head = head.lower()
    length = 0
    for line in head.split(b"\r\n"):
        if line.startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(body) < length:
        more = connection.recv(65536)
        if not more:
            return 0, False
        body += more
    return int(head.split(b" ")[1]), b"connection: close" not in head


class Client:
    """A client of HTTP/1 that keeps its connection open as long as the server does."""

    def __init__(self, port, version=b"1.1"):
        self.port, self.version, self.connection = port, version, None

    def get(self, target, method=b"GET", fields=()):
        """Sends a request. Returns the status."""
        target = target if isinstance(target, bytes) else target.encode()
        host = b"" if self.version == b"1.0" else b"Host: h.example\r\n"
        if any(field.lower().startswith(b"host:") for field in fields):
            host = b""
        return self.send(b"%s %s HTTP/%s\r\n%s%s\r\n" % (
            method, target, self.version, host,
            b"".join(field + b"\r\n" for field in fields)))

    def send(self, request):
        for attempt in range(2):
            fresh = self.connection is None
            try:
                if fresh:
                    self.connection = socket.create_connection(("127.0.0.1", self.port), SECONDS)
                self.connection.sendall(request)
                status, stays = read_answer(self.connection)
            except OSError:
                status, stays = 0, False
            if not stays:
                self.close()
            # The server may have closed a connection that was kept open.
            if status != 0 or fresh:
                return status
        return 0

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


# RFC 9113, section 6; RFC 7541, appendix A: the static table's entries for :status
HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 1, 3, 4, 6, 7
STATUS = {0x88: 200, 0x89: 204, 0x8a: 206, 0x8b: 304, 0x8c: 400, 0x8d: 404, 0x8e: 500}


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def literal(name, value):
    """A field that is not added to the dynamic table, not Huffman-coded (RFC 7541, 6.2.2)."""
    def string(text):
        if len(text) < 127:
            return bytes([len(text)]) + text
        rest, coded = len(text) - 127, bytearray([127])
        while rest > 127:
            coded.append(rest & 127 | 128)
            rest >>= 7
        coded.append(rest)
        return bytes(coded) + text
    return b"\0" + string(name) + string(value)


class Client2:
    """A client of HTTP/2, with one request at a time."""

    def __init__(self, port, authority=b"h.example"):
        self.port, self.authority, self.connection = port, authority, None

    def open(self):
        self.connection = socket.create_connection(("127.0.0.1", self.port), SECONDS)
        self.connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0))
        self.stream, self.data = -1, b""

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def read_frame(self):
        def read(size):
            while len(self.data) < size:
                more = self.connection.recv(65536)
                if not more:
                    raise ConnectionError("end of the connection")
                self.data += more
            taken, self.data = self.data[:size], self.data[size:]
            return taken
        head = read(9)
        return (head[3], head[4], int.from_bytes(head[5:], "big"),
                read(int.from_bytes(head[:3], "big")))

    def get(self, path, method=b"GET", fields=()):
        """Returns the status; 0 if the stream or the connection is closed instead. A server
        ends a connection after some requests; then another one is tried."""
        fresh = self.connection is None
        return self.get_once(path, method, fields) or (
            0 if fresh else self.get_once(path, method, fields))

    def get_once(self, path, method, fields):
        path = path if isinstance(path, bytes) else path.encode()
        pseudo = [(b":method", method), (b":authority", self.authority)]
        if method != b"CONNECT":
            pseudo += [(b":scheme", b"http"), (b":path", path)]
        else:
            pseudo[1] = (b":authority", path)
        block = b"".join(literal(*field) for field in [*pseudo, *fields])
        try:
            if self.connection is None:
                self.open()
            self.stream += 2
            # END_STREAM, END_HEADERS
            self.connection.sendall(frame(HEADERS, 1 | 4, self.stream, block))
            while True:
                kind, flags, stream, payload = self.read_frame()
                if kind == SETTINGS and not flags & 1:
                    self.connection.sendall(frame(SETTINGS, 1, 0))
                elif kind == PING and not flags & 1:
                    self.connection.sendall(frame(PING, 1, 0, payload))
                elif kind == GOAWAY or kind == RST_STREAM and stream == self.stream:
                    self.close()
                    return 0
                elif kind == HEADERS and stream == self.stream:
                    if payload[0] in STATUS:
                        return STATUS[payload[0]]
                    # A literal with the name of entry 8, ":status".
                    return int(payload[2:2 + (payload[1] & 127)])
        except OSError:
            self.close()
            return 0
