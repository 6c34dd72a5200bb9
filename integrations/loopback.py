# SPDX-License-Identifier: MIT
"""A backend that records what it gets, and a client of HTTP/1, on loopback: for the tests of
the servers. Both send and keep any bytes."""

import contextlib
import re
import socket
import threading


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def read_head(connection, data=b""):
    """Returns a head and the bytes after it; the head is b"" if there is none."""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return b"", data
        data += more
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def read_body(connection, head, data):
    """Returns the bytes after the body, whose length Content-Length says; None if the
    connection ends before."""
    found = re.search(rb"\r\ncontent-length: *(\d+)", head, re.I)
    length = int(found[1]) if found else 0
    while len(data) < length:
        more = connection.recv(65536)
        if not more:
            return None
        data += more
    return data[length:]


class Backend:
    """Answers each request with 200, and keeps its request line and header."""

    def __init__(self):
        self.lock = threading.Lock()
        self.heads = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
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
                head, data = read_head(connection, data)
                if not head:
                    return
                with self.lock:
                    self.heads.append(head)
                # The end of a chunked body is not looked for: the connection ends.
                chunked = b"\r\ntransfer-encoding:" in head.lower()
                data = read_body(connection, head, data)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
                                   + (b"Connection: close\r\n" if chunked else b"") + b"\r\nok")
                if chunked or data is None:
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Client:
    """A client that keeps its connection open as long as the server does."""

    def __init__(self, port, version=b"1.1"):
        self.port, self.version, self.connection, self.rest = port, version, None, b""

    def get(self, target, method=b"GET", fields=()):
        """Sends a request. Returns the status, or 0 if there is no response."""
        return self.ask(target, method, fields)[0]

    def ask(self, target, method=b"GET", fields=()):
        """Sends a request. Returns the status and the fields of the response."""
        target = target if isinstance(target, bytes) else target.encode()
        host = b"Host: h.example\r\n"
        if self.version == b"1.0" or any(f.lower().startswith(b"host:") for f in fields):
            host = b""
        return self.send(b"%s %s HTTP/%s\r\n%s%s\r\n" % (
            method, target, self.version, host, b"".join(field + b"\r\n" for field in fields)))

    def send(self, request, seconds=10):
        """Sends any bytes. If the server has closed the connection meanwhile, sends them
        again on a new one."""
        fresh = self.connection is None
        status, fields = self.send_once(request, seconds)
        return (status, fields) if status or fresh else self.send_once(request, seconds)

    def send_once(self, request, seconds):
        status, fields = 0, {}
        try:
            if self.connection is None:
                self.connection = socket.create_connection(("127.0.0.1", self.port), 10)
            self.connection.settimeout(seconds)
            self.connection.sendall(request)
            head, self.rest = read_head(self.connection, self.rest)
            if head:
                line, *lines = head.decode("latin-1").split("\r\n")
                fields = {name.lower(): value.strip() for name, _, value in
                          (line.partition(":") for line in lines)}
                self.rest = read_body(self.connection, head, self.rest)
                status = int(line.split(" ")[1])
        except (OSError, ValueError, IndexError):
            status, self.rest = 0, None
        if status == 0 or self.rest is None or fields.get("connection", "").lower() == "close":
            self.close()
        return status, fields

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection, self.rest = None, b""
