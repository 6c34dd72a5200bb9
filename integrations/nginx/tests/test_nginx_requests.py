# SPDX-License-Identifier: MIT
"""The forms of RFC 9112, the versions of HTTP, connections, limits and reloads."""

import itertools
import signal
import socket
import ssl
import subprocess
import threading
import time
import unittest

import h2.config
import h2.connection
import h2.events
import nginx_server

def read_to(connection, text):
    """Reads until the text has come."""
    data = b""
    while text not in data:
        more = connection.recv(65536)
        if not more:
            raise AssertionError(f"{text} does not come, only {data}")
        data += more


# A server that answers with what the module has seen, and one that denies.
HTTP = """
    log_format seen escape=none '$request_method $locus_form|$locus_host|$locus_port|'
                                '$locus_path|$locus_query|$locus_findings|$status';
    server {
        listen 127.0.0.1:PORT%s;
        %s
        locus_deny dot-parameter encoded-slash status=403;
        access_log FOLDER/access.log seen;
        large_client_header_buffers 4 8k;
        location / {
            proxy_pass http://unix:FOLDER/backend.sock;
            proxy_set_header X $locus_path;
        }
        location /static { try_files /none =204; }
    }
    server { listen unix:FOLDER/backend.sock; locus_allow all; return 200 "$http_x"; }
"""
PLAIN = HTTP % ("", "")


class Forms(unittest.TestCase):
    """RFC 9112, section 3.2. Some targets nginx refuses itself, also without the module."""

    REFUSED = {"*": 400, "h:443": 400, "/../a": 400, "/%00": 400, "http://a@b/": 400,
               "a": 400, "http:h": 400, "http:///a": 400, "/a b": 400, "/a\x7f": 400,
               "mailto:a@b": 400, "/%": 400, "/%zz": 400, "http://h:x/": 400}
    TAKEN = ("/", "/a?b", "//h/a", "http://h/a?b", "http://h", "HTTPS://h:8/", "/a#b", "/?%zz",
             "http://[::1]:80/", "ftp://h/a", "/a\\..\\b", "/%c0%af", "/?%00", "/..;/a")

    def statuses(self, load, config):
        with nginx_server.Nginx(config, load=load) as nginx:
            for target in (*self.REFUSED, *self.TAKEN):
                yield target, nginx.get(target).status
            yield "CONNECT h:443", nginx.get("h:443", method="CONNECT").status
            yield "CONNECT /", nginx.get("/", method="CONNECT").status
            yield "OPTIONS *", nginx.get("*", method="OPTIONS").status
            yield "OPTIONS /", nginx.get("/", method="OPTIONS").status

    def test_resolve(self):
        config = """server { listen 127.0.0.1:PORT; %s location / { try_files /none =204; } }"""
        without = dict(self.statuses(False, config % ""))
        loaded = dict(self.statuses(True, config % ""))
        strict = dict(self.statuses(True, config % (
            "locus_deny invalid status=403; locus_grammar request-target;")))
        self.assertEqual(loaded, without)
        for target, status in self.REFUSED.items():
            self.assertEqual(without[target], status, target)
            self.assertEqual(strict[target], status, target)
        for target in self.TAKEN:
            self.assertEqual(without[target], 204, target)
        self.assertEqual((without["CONNECT h:443"], without["CONNECT /"],
                          without["OPTIONS *"], without["OPTIONS /"]), (400, 405, 400, 204))
        self.assertEqual({target for target in self.TAKEN if strict[target] == 403},
                         {"/a#b", "/?%zz", "/a\\..\\b"})


class Connections(unittest.TestCase):
    def setUp(self):
        self.nginx = nginx_server.Nginx(PLAIN)
        self.nginx.__enter__()
        self.addCleanup(self.nginx.__exit__, None, None, None)

    def seen(self):
        self.nginx.stop(signal.SIGQUIT)
        return (self.nginx.path / "access.log").read_text().splitlines()

    def test_versions(self):
        self.assertEqual(self.nginx.get("/a;/b", version="1.0").body, "/a;/b")
        self.assertEqual(self.nginx.get("/a;/b", version="1.0", host=None).body, "/a;/b")
        self.assertEqual(self.nginx.get("/..;/b", version="1.0", host=None).status, 403)
        self.assertEqual(self.nginx.get("http://h/..;/b", version="1.0", host=None).status, 403)
        # HTTP/0.9 has no status line; a refusal is its body.
        self.assertEqual(self.nginx.raw(b"GET /a\r\n"), b"/a")
        self.assertIn(b"403 Forbidden", self.nginx.raw(b"GET /..;/a\r\n"))

    def test_spaces(self):
        """nginx takes several spaces and a bare LF: the target is between the spaces."""
        client = self.nginx.client()
        self.assertEqual(client.send(
            b"GET   /x;y?q  HTTP/1.1\nHost: h\nConnection: close\n\n").body, "/x;y")
        self.assertEqual(client.send(
            b"\r\nGET  http://h/..;/y   HTTP/1.1\nHost: h\nConnection: close\n\n").status, 403)

    def test_large_buffers(self):
        """nginx moves a request line that does not fit its first buffer of 1 KiB to a larger
        one, wherever the buffer ends: in the host, the port, the path or the version."""
        with nginx_server.Nginx("""server {
                listen 127.0.0.1:PORT;
                locus_deny invalid status=403;
                large_client_header_buffers 4 8k;
                return 200 "$locus_key|$locus_host|$locus_port|$locus_path|$locus_query";
            }""") as nginx:
            for port, path, version in itertools.product(
                    ("", "8", "80", "8080"), ("", "/", "/a"),
                    (b" HTTP/1.0\r\n\r\n", b"  HTTP/1.0\n\n", b"\r\n", b" \r\n")):
                if not path and version == b"\r\n":
                    continue        # nginx refuses this
                for query, length in itertools.product(("", "b"), range(992, 1020, 3)):
                    host = "h" * length
                    target = (f"http://{host}{':' * bool(port)}{port}{path}"
                              f"{'?' * bool(query)}{query}")
                    key = target.replace(":80", "", port == "80")
                    if not path:
                        key = key.replace("?", "/?") if query else key + "/"
                    answer = nginx.raw(b"GET " + target.encode() + version)
                    self.assertEqual(answer.split(b"\r\n\r\n")[-1].decode(),
                                     f"{key}|{host}|{port}|{path}|{query}",
                                     (target, version))

    def test_error_pages_of_large_buffers(self):
        """The error page of a request line that nginx has not read whole: there is no target."""
        with nginx_server.Nginx("""server {
                listen 127.0.0.1:PORT;
                error_page 400 414 /error;
                locus_deny above-root invalid status=403;
                location = /error {
                    return 200 "page|$locus_path|$locus_key|$locus_findings|$locus_normal|";
                }
                location / { return 200 "ok"; }
            }""") as nginx:
            for line in (b"/" + b"a" * 1100 + b"\x01", b"/" + b"a" * 40000,
                         b"http://h" + b"a" * 1100 + b"#f", b"http://" + b"h" * 1100 + b":8x",
                         b"/\x01", b"http://h:8x"):
                answer = nginx.raw(b"GET " + line + b" HTTP/1.0\r\n\r\n")
                self.assertEqual(answer.split(b"\r\n\r\n")[-1], b"page|||||", line)

    def test_upgrade(self):
        """After "101 Switching Protocols", nginx reads what the client sends to where the request
        line was. The target is still that of the request."""
        with socket.create_server(("127.0.0.1", 0)) as backend, nginx_server.Nginx("""
                log_format seen '$locus_host|$locus_path|$locus_query|$locus_key|$locus_findings';
                proxy_http_version 1.1;
                proxy_set_header Upgrade $http_upgrade;
                proxy_set_header Connection upgrade;
                server {
                    listen 127.0.0.1:PORT;
                    access_log FOLDER/access.log seen;
                    location / { proxy_pass http://127.0.0.1:%d; }
                    location /deny { locus_deny above-root; proxy_pass http://127.0.0.1:%d; }
                }""" % (2 * backend.getsockname()[1:])) as nginx:
            backend.settimeout(nginx_server.TIMEOUT)
            targets = ("/a;b/c?d=%2f", "http://i:81/a;b/c?d=%2f", "/deny/a;b/c?d=%2f")
            for target in targets:
                with nginx.client() as client:
                    client.open()
                    client.write(b"GET %s HTTP/1.1\r\nHost: h\r\nUpgrade: x\r\n"
                                 b"Connection: upgrade\r\n\r\nZ" % target.encode())
                    connection, _ = backend.accept()
                    with connection:
                        connection.settimeout(nginx_server.TIMEOUT)
                        read_to(connection, b"\r\n\r\n")
                        client.write(b"GET /other/..;/%2f?x=1&&&&& HTTP/1.1\r\nHost: evil.example")
                        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n"
                                           b"Connection: upgrade\r\n\r\n")
                        read_to(connection, b"evil")
            nginx.stop(signal.SIGQUIT)
            self.assertEqual((nginx.path / "access.log").read_text().splitlines(), [
                "h|/a;b/c|d=%2f|http://h/a;b/c?d=%2F|parameter",
                "i|/a;b/c|d=%2f|http://i:81/a;b/c?d=%2F|other-port,reserved-port,parameter",
                "h|/deny/a;b/c|d=%2f|http://h/deny/a;b/c?d=%2F|parameter"])

    def test_head_and_methods(self):
        for method in ("HEAD", "POST", "PUT", "OPTIONS", "DELETE", "PATCH", "X-OWN"):
            with self.subTest(method):
                self.assertEqual(self.nginx.get("/..;/", method=method).status, 403)

    def test_keep_alive(self):
        """A refusal leaves the connection usable, also with a body; each request is its own."""
        with self.nginx.client() as client:
            client.open()
            for target, expected in (("/a", 200), ("/..;/a", 403), ("/b", 200), ("/%2f", 403),
                                     ("/c", 200)) * 20:
                body = b"/..;/" if expected == 403 else b""
                client.write(client.request(target, "POST", (
                    "Host: h", f"Content-Length: {len(body)}")) + body)
                response = client.read()
                self.assertEqual(response.status, expected)
                if expected == 200:
                    self.assertEqual(response.body, target)

    def test_pipelining(self):
        targets = ["/a", "/..;/x", "/b;", "//%2f", "http://h/c", "http://h/%2f", "/d?" + 3000 * "e"]
        responses = self.nginx.pipeline(targets * 10)
        self.assertEqual([response.status for response in responses],
                         [200, 403, 200, 403, 200, 403, 200] * 10)
        self.assertEqual([response.body for response in responses
                          if response.body.startswith("/")], ["/a", "/b;", "/c", "/d"] * 10)

    def test_byte_by_byte(self):
        """A request line in pieces, which nginx moves to a larger buffer while it parses it."""
        for target, status in (("/..;/" + 2000 * "x", 403), ("http://h?" + 2000 * "x", 200),
                               ("http://h/%2f" + 2000 * "y", 403)):
            with self.subTest(target[:12]), self.nginx.client() as client:
                client.open()
                client.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                data = client.request(target, fields=("Host: h", "X: y"))
                for n in range(0, len(data), 97):
                    client.connection.sendall(data[n:n + 97])
                    time.sleep(0.001)
                self.assertEqual(client.read().status, status)

    def test_limits(self):
        """Up to nginx's limit the target is examined whole; past it nginx answers 414."""
        room = 8192 - len("GET  HTTP/1.1\r\n")
        for length, status in ((room - 300, 403), (room, 403), (room + 1, 414), (20000, 414)):
            target = "/" + (length - 6) * "a" + "/..;/"
            self.assertEqual(len(target), length)
            self.assertEqual(self.nginx.get(target).status, status, length)
        # A large field after a large request line: the line stays where it is.
        response = self.nginx.get("/" + 7000 * "a", fields=[f"Y: {7000 * 'y'}"] * 2)
        self.assertEqual(response.body, "/" + 7000 * "a")
        self.assertEqual(self.nginx.get("/a", fields=[f"Y: {9000 * 'y'}"]).status, 400)

    def test_log(self):
        self.nginx.get("http://H:8/a?b")
        self.nginx.get("/..;/", host="[::1]:81")
        self.nginx.get("*")
        self.nginx.get("/../a")
        self.assertEqual(self.seen(), [
            "GET absolute|H|8|/a|b|other-port,reserved-port|200",
            "GET origin|[::1]|81|/..;/||other-port,reserved-port,parameter,dot-parameter,"
            "loopback-host|403",
            # nginx refuses both: it has read the second one, and no target in the first. It
            # has not read the Host field.
            " ||||||400", "GET origin|||/../a||dot-segment,above-root|400"])

    def test_reload_under_load(self):
        """Reloads lose no request, and each is held to one of the two configurations."""
        stop = threading.Event()
        wrong, counts = [], [0, 0]

        def load(target, allowed, slot):
            while not stop.is_set():
                status = self.nginx.get(target).status
                counts[slot] += 1
                if status not in allowed:
                    wrong.append((target, status))

        threads = [threading.Thread(target=load, args=case) for case in (
            ("/..;/a", {403, 404}, 0), ("/%2f", {403, 404}, 0), ("/a", {200}, 1))]
        for thread in threads:
            thread.start()
        try:
            for n in range(12):
                self.nginx.write(PLAIN.replace("=403", "=404") if n % 2 == 0 else PLAIN)
                self.nginx.process.send_signal(signal.SIGHUP)
                time.sleep(0.15)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        # A connection that a worker had not accepted when it was told to end is closed by the
        # kernel; nginx itself answers every request that it has read.
        self.assertEqual([case for case in wrong if case[1] != 0], [])
        self.assertLess(len(wrong), 5)
        self.assertGreater(min(counts), 50)

    def test_reload_of_wrong_configuration(self):
        """A wrong configuration leaves the old one in place."""
        self.nginx.write(PLAIN.replace("dot-parameter", "dot-paramter"))
        end = time.monotonic() + nginx_server.TIMEOUT
        while "did you mean" not in self.nginx.log() and time.monotonic() < end:
            # A signal that comes before nginx waits for signals is only seen at the next one.
            self.nginx.process.send_signal(signal.SIGHUP)
            time.sleep(0.2)
        self.assertIn('unknown finding "dot-paramter"; did you mean "dot-parameter"?',
                      self.nginx.log())
        self.assertEqual(self.nginx.get("/..;/").status, 403)
        # Nginx.__exit__ takes an [emerg] for a failure.
        (self.nginx.path / "error.log").write_text("")


class Http2(unittest.TestCase):
    """":path" and ":authority", in clear text and over TLS."""

    def ask(self, sock, fields):
        """The status and body, or "reset", for each list of fields, all at once."""
        connection = h2.connection.H2Connection(h2.config.H2Configuration(
            header_encoding="utf-8", validate_outbound_headers=False,
             normalize_outbound_headers=False))
        connection.initiate_connection()
        streams = {}
        for some in fields:
            stream = connection.get_next_available_stream_id()
            connection.send_headers(stream, some, end_stream=True)
            streams[stream] = [None, ""]
        sock.sendall(connection.data_to_send())
        open_streams = set(streams)
        while open_streams:
            data = sock.recv(65536)
            if not data:
                break
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.ResponseReceived):
                    streams[event.stream_id][0] = int(dict(event.headers)[":status"])
                elif isinstance(event, h2.events.DataReceived):
                    streams[event.stream_id][1] += event.data.decode()
                elif isinstance(event, h2.events.StreamEnded):
                    open_streams.discard(event.stream_id)
                elif isinstance(event, h2.events.StreamReset):
                    streams[event.stream_id][0] = "reset"
                    open_streams.discard(event.stream_id)
            sock.sendall(connection.data_to_send())
        return [tuple(result) for result in streams.values()]

    @staticmethod
    def fields(path, authority="h", scheme="http", method="GET"):
        return [(":method", method), (":scheme", scheme), (":authority", authority),
                (":path", path)]

    def test_clear(self):
        with nginx_server.Nginx(HTTP % (" http2", "locus_deny loopback-host status=404;")) as nginx, \
                nginx.connect() as sock:
            cases = {
                ("/a;b?c",): (200, "/a;b"), ("/..;/",): 403, ("/%2F",): 403,
                ("//h/a",): (200, "//h/a"), ("*",): 400, ("a",): 400,
                ("http://h/",): 400, ("/a b",): 400, ("/", "127.0.0.1"): 404,
                ("/", "127.0.0.1:80"): 404, ("/", "h:99"): (200, "/"),
            }
            results = self.ask(sock, [self.fields(*case) for case in cases])
            for (case, expected), (status, body) in zip(cases.items(), results, strict=True):
                with self.subTest(case):
                    if isinstance(expected, tuple):
                        self.assertEqual((status, body), expected)
                    else:
                        self.assertEqual(status, expected)

    def test_keys_of_error_pages(self):
        """A ":path" that begins with neither "/" nor "?" is refused. The key for its error page is
        not that of a URL: else the page could be cached for it."""
        with nginx_server.Nginx("""server {
                listen 127.0.0.1:PORT http2;
                error_page 400 /error;
                return 200 "$locus_key";
            }""") as nginx, nginx.connect() as sock:
            cases = {("/index", "www.example"): "http://www.example/index",
                     (".example/index", "www"): "http://www .example/index",
                     (":80/index", "www.example"): "http://www.example :80/index",
                     ("http://www.example/index", "www"): "http://www http://www.example/index",
                     ("*", "h"): "http://h *"}
            results = self.ask(sock, [self.fields(path, host) for path, host in cases])
            self.assertEqual([body for _, body in results], list(cases.values()))

    def test_many_streams(self):
        """Requests at once on one connection have their own targets."""
        with nginx_server.Nginx(HTTP % (" http2", "")) as nginx, nginx.connect() as sock:
            paths = [f"/..;/{n}" if n % 3 == 0 else f"/{n}" for n in range(90)]
            results = self.ask(sock, [self.fields(path) for path in paths])
            for path, (status, body) in zip(paths, results, strict=True):
                if path.startswith("/..;"):
                    self.assertEqual(status, 403)
                else:
                    self.assertEqual((status, body), (200, path))

    def test_log_and_limit(self):
        with nginx_server.Nginx(HTTP % (" http2", "")) as nginx:
            with nginx.connect() as sock:
                results = self.ask(sock, [self.fields("/x?y", "H:80"),
                                          self.fields("/" + 7000 * "a" + "/..;/")])
            # nginx closes a connection with a field that is too large for its buffers.
            with nginx.connect() as sock:
                results += self.ask(sock, [self.fields("/" + 33000 * "a")])
            nginx.stop(signal.SIGQUIT)
            lines = (nginx.path / "access.log").read_text().splitlines()
        self.assertEqual([status for status, _ in results], [200, 403, None])
        self.assertIn("GET origin|H|80|/x|y||200", lines)

    def test_tls(self):
        """Over TLS, in HTTP/1.1 and HTTP/2: the default port and the key are those of https."""
        config = """
            server {
                listen 127.0.0.1:PORT ssl http2;
                ssl_certificate FOLDER/cert.pem;
                ssl_certificate_key FOLDER/key.pem;
                locus_deny other-port status=403;
                location / { proxy_set_header X $locus_key;
                             proxy_pass http://unix:FOLDER/backend.sock; }
            }
            server { listen unix:FOLDER/backend.sock; return 200 "$http_x"; }"""
        with nginx_server.folder() as keys:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
                            "1", "-subj", "/CN=h", "-keyout", keys / "key.pem", "-out",
                            keys / "cert.pem"], check=True, capture_output=True)
            (keys / "key.pem").chmod(0o644)
            config = config.replace("FOLDER/cert", f"{keys}/cert") \
                .replace("FOLDER/key", f"{keys}/key")
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            with nginx_server.Nginx(config) as nginx:
                with nginx.client() as client:
                    client.connection = context.wrap_socket(nginx.connect())
                    self.assertEqual(client.get("http://h:443/./a", fields=("Host: h",)), 403)
                    self.assertEqual(client.ask("/./a?b", fields=("Host: h:443",)).body,
                                     "https://h/a?b")
                context.set_alpn_protocols(["h2"])
                with context.wrap_socket(nginx.connect()) as sock:
                    self.assertEqual(
                        self.ask(sock, [self.fields("/./a?b", "H:443", "https"),
                                        self.fields("/", "h:80", "https")])[0],
                        (200, "https://h/a?b"))
