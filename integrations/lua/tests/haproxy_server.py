# SPDX-License-Identifier: MIT
"""HAProxy on loopback, and a client of HTTP/2 that sends any bytes."""

import contextlib
import struct
import subprocess
import time

from loopback import connect, end, free_port

SECONDS = 10  # for a single answer


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
                    connect(port, 1).close()
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
                end(process, 0)

    def stop(self):
        """Ends it. Returns the exit status."""
        return end(self.process, SECONDS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


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
        self.connection = connect(self.port, SECONDS)
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
