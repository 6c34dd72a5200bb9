# SPDX-License-Identifier: MIT
"""nginx, for the tests of the module.

`check` sets LOCUS_NGINX_MODULE to the module, and LOCUS_NGINX_PRELOAD to the library that the
module needs first if it is built with AddressSanitizer.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from loopback import Client, Response, connect, free_port

MODULE = os.environ.get("LOCUS_NGINX_MODULE", "")
PRELOAD = os.environ.get("LOCUS_NGINX_PRELOAD", "")
NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
TIMEOUT = 60 if PRELOAD else 20

# As root, nginx would start its workers as another user, who could not read the folder.
AS_NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] \
    if os.geteuid() == 0 else []

CONF = """{load}
error_log {folder}/error.log info;
pid {folder}/nginx.pid;
worker_processes 1;
{main}
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{http}
}}
"""


def environment():
    env = dict(os.environ)
    if PRELOAD:
        env["LD_PRELOAD"] = PRELOAD
        env["ASAN_OPTIONS"] = "detect_leaks=0:abort_on_error=1:log_path=stderr"
    return env


@contextlib.contextmanager
def folder():
    """A temporary folder that the user of nginx may write to."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="locus-nginx-"))
    try:
        path.chmod(0o777)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def write_conf(path, http, main="", load=True):
    """`http` is the content of the block http; FOLDER in it is the folder."""
    line = f"load_module {MODULE};" if load else ""
    conf = path / "nginx.conf"
    conf.write_text(CONF.format(load=line, folder=path, main=main, http=http)
                    .replace("FOLDER", str(path)))
    conf.chmod(0o644)
    return conf


def test_conf(http, main=""):
    """nginx -t: its exit status and what it says."""
    with folder() as path:
        conf = write_conf(path, http, main)
        done = subprocess.run([*AS_NOBODY, NGINX, "-t", "-q", "-p", path, "-c", conf],
                              capture_output=True, text=True, env=environment(), check=False)
        return done.returncode, done.stderr.replace(str(path), "FOLDER")


class Nginx:
    """A running nginx. PORT and, if used, PORT2 in the configuration are free ports."""

    def __init__(self, http, main="", load=True, command=()):
        self.http, self.main, self.load = http, main, load
        self.command = list(command)
        self.port = self.port2 = None

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        try:
            self.path = self.stack.enter_context(folder())
            for _ in range(5):
                self.port, self.port2 = free_port(), free_port()
                if self.start():
                    return self
            raise AssertionError("nginx does not start: " + self.log())
        except BaseException:
            self.stack.close()
            raise

    def write(self, http):
        return write_conf(self.path, http.replace("PORT2", str(self.port2))
                          .replace("PORT", str(self.port)),
                          "daemon off;" + self.main, self.load)

    def start(self):
        conf = self.write(self.http)
        with open(self.path / "stderr", "wb") as stderr:
            self.process = subprocess.Popen(
                [*AS_NOBODY, *(word.replace("FOLDER", str(self.path)) for word in self.command),
                 NGINX, "-p", self.path, "-c", conf],
                stdout=subprocess.DEVNULL, stderr=stderr, env=environment())
        self.stack.callback(self.stop)
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end and self.process.poll() is None:
            # nginx writes its pid after it has bound its sockets.
            if (self.path / "nginx.pid").exists():
                with contextlib.suppress(OSError):
                    if self.listens():
                        return True
            time.sleep(0.02)
        if self.process.poll() is None or "Address already in use" not in self.log():
            raise AssertionError("nginx does not start: " + self.log())
        return False

    def listens(self):
        if "PORT" not in self.http:
            return True
        connect(self.port, 1).close()
        return True

    def stop(self, how=signal.SIGTERM):
        """Without a master process a signal that comes shortly before nginx waits for events
        is only seen at the next event: so it is sent again."""
        end = time.monotonic() + TIMEOUT
        while self.process.poll() is None:
            self.process.send_signal(how if time.monotonic() < end else signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(1)

    def __exit__(self, *_):
        self.stop()
        text = self.log()
        self.stack.close()
        # What no test may cause: a worker that a signal ended, or a sanitizer's report.
        for bad in ("exited on signal", "AddressSanitizer", "runtime error", "[alert]",
                    "[emerg]"):
            assert bad not in text, text[-8000:]

    def log(self):
        return "".join((self.path / name).read_text(errors="replace")
                       for name in ("stderr", "error.log") if (self.path / name).exists())

    def client(self, where=None, version="1.1"):
        """Of the port, of another port, or of a socket of the folder."""
        if isinstance(where, str):
            where = self.path / where
        return Client(where or self.port, version, TIMEOUT)

    def connect(self):
        client = self.client()
        client.open()
        return client.connection

    def raw(self, data, where=None):
        """Sends bytes and returns all that comes until nginx closes the connection."""
        with self.client(where) as client:
            client.open()
            client.write(data)
            return client.read_rest()

    def get(self, target, host="h", where=None, version="1.1", method="GET", fields=()):
        """The response to one request, after which nginx closes the connection."""
        host = () if host is None else (f"Host: {host}",)
        with self.client(where, version) as client:
            client.open()
            client.write(client.request(target, method, (*host, "Connection: close", *fields)))
            response = client.read(method)
            rest = client.read_rest()
        assert not rest, rest
        return response

    def pipeline(self, targets, where=None):
        """The responses to requests that are sent at once. After the last one, or after an
        error of its own, nginx closes the connection."""
        with self.client(where) as client:
            client.open()
            client.write(b"".join(
                client.request(target, fields=("Host: h", *["Connection: close"] * is_last))
                for target, is_last in zip(targets, [False] * (len(targets) - 1) + [True])))
            responses = list(iter(client.read, Response()))
            assert not client.rest, client.rest
        return responses
