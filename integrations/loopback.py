# SPDX-License-Identifier: MIT
"""A backend that records what it gets, and a client of HTTP/1, on loopback: for the tests of
the servers. Both send and keep any bytes."""

import collections
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def end(process, seconds=20):
    """Ends a process that has a session of its own, and all that it has started. Returns its
    exit status."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


def connect(where, seconds=10):
    """Connects to a port, or to the path of a Unix socket."""
    if isinstance(where, int):
        return socket.create_connection(("127.0.0.1", where), seconds)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(seconds)
    connection.connect(str(where))
    return connection


def exchange(where, *pieces, seconds):
    """Sends the pieces, then ends its side. Returns what comes until the server ends the
    connection, or sends nothing for so long."""
    received = b""
    with connect(where) as connection, contextlib.suppress(OSError):
        connection.settimeout(seconds)
        for piece in pieces:
            connection.sendall(piece)
        connection.shutdown(socket.SHUT_WR)
        while more := connection.recv(65536):
            received += more
    return received


def receive(connection):
    """The next bytes; none at the end of the connection, or if the other side resets it."""
    with contextlib.suppress(ConnectionError):
        return connection.recv(65536)
    return b""


def read_head(connection, data=b""):
    """Returns a head and the bytes after it; the head is b"" if there is none."""
    while b"\r\n\r\n" not in data:
        more = receive(connection)
        if not more:
            return b"", data
        data += more
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def read_body(connection, data, length):
    """Returns a body, which begins with the data, and the bytes after it. The body is shorter
    if the connection ends before."""
    while len(data) < length:
        more = receive(connection)
        if not more:
            break
        data += more
    return data[:length], data[length:]


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
                length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.I)
                _, data = read_body(connection, data, int(length[1]) if length else 0)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
                                   + (b"Connection: close\r\n" if chunked else b"") + b"\r\nok")
                if chunked:
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


# The status is 0 if there is no response. The names of fields are in lower case.
Response = collections.namedtuple("Response", "status fields body", defaults=(0, {}, ""))


def octets(text):
    """Each character of a text is one octet."""
    return text if isinstance(text, bytes) else text.encode("latin-1")


class Client:
    """A client that keeps its connection open as long as the server does. `where` is as for
    connect()."""

    def __init__(self, where, version="1.1", seconds=10):
        self.where, self.version, self.seconds = where, version, seconds
        self.connection, self.rest = None, b""

    def get(self, target, method="GET", fields=()):
        """Sends a request. Returns the status."""
        return self.ask(target, method, fields).status

    def ask(self, target, method="GET", fields=()):
        """Sends a request. Returns the response."""
        return self.send(self.request(target, method, fields))

    def request(self, target, method="GET", fields=()):
        """The bytes of a request. HTTP/1.1 needs a Host field: one is added if none is given."""
        fields = list(map(octets, fields))
        if self.version != "1.0" and not any(f.lower().startswith(b"host:") for f in fields):
            fields.insert(0, b"Host: h.example")
        line = b"%s %s HTTP/%s" % tuple(map(octets, (method, target, self.version)))
        return b"\r\n".join((line, *fields, b"", b""))

    def send(self, request, seconds=None):
        """Sends any bytes. If the server has closed the connection meanwhile, sends them
        again on a new one."""
        fresh = self.connection is None
        response = self.send_once(request, seconds)
        return response if response.status or fresh else self.send_once(request, seconds)

    def send_once(self, request, seconds=None):
        response = Response()
        try:
            self.open()
            self.connection.settimeout(seconds or self.seconds)
            self.write(request)
            response = self.read(request.partition(b" ")[0])
        except (OSError, ValueError, IndexError):
            pass
        if response.status == 0 or response.fields.get("connection", "").lower() == "close":
            self.close()
        return response

    # The steps of these. They raise OSError, and ValueError or IndexError if what comes is no
    # response.

    def open(self):
        if self.connection is None:
            self.connection = connect(self.where, self.seconds)

    def write(self, data):
        """A server may answer before it has all of a request, and close the connection."""
        with contextlib.suppress(ConnectionError):
            self.connection.sendall(data)

    def read(self, method="GET"):
        """The next response, to a request with this method (RFC 9112, section 6.3). Chunked
        bodies are not understood."""
        head, self.rest = read_head(self.connection, self.rest)
        if not head:
            return Response()
        line, *lines = head.decode("latin-1").split("\r\n")
        status = int(line.split(" ")[1])
        fields = {name.lower(): value.strip() for name, _, value in
                  (line.partition(":") for line in lines)}
        length = int(fields.get("content-length", sys.maxsize))
        if octets(method) == b"HEAD" or status < 200 or status in (204, 304):
            length = 0
        body, self.rest = read_body(self.connection, self.rest, length)
        if len(body) < length:
            self.close()
        return Response(status, fields, body.decode("latin-1"))

    def read_rest(self):
        """What comes until the server ends the connection."""
        body, self.rest = read_body(self.connection, self.rest, sys.maxsize) \
            if self.connection else (b"", b"")
        return body

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection, self.rest = None, b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
