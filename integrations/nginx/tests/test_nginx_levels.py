# SPDX-License-Identifier: MIT
"""How levels inherit, and what internal redirects and subrequests do."""

import unittest

import nginx_server

BACKEND = "server { listen unix:FOLDER/backend.sock; locus_allow all; return 200 $uri; }"
PASS = "proxy_pass http://unix:FOLDER/backend.sock;"


class Levels(unittest.TestCase):
    def statuses(self, http, cases):
        with nginx_server.Nginx(BACKEND + http) as nginx:
            for target, expected in cases.items():
                where, _, target = target.rpartition(" ")
                with self.subTest(target, where=where):
                    self.assertEqual(
                        nginx.get(target, where=f"{where or 's'}.sock").status, expected)

    def test_inheritance(self):
        """As nginx's own: rules of a level replace those of the level above."""
        self.statuses(f"""
            locus_deny parameter status=403;
            server {{
                listen unix:FOLDER/s.sock;
                location / {{ {PASS} }}
                location /allow/ {{ locus_allow parameter; {PASS} }}
                location /other/ {{ locus_deny encoded-slash; {PASS} }}
                location /status/ {{ locus_deny parameter status=404; {PASS} }}
                location /outer/ {{
                    locus_allow parameter;
                    {PASS}
                    location /outer/inner/ {{ locus_deny parameter status=410; {PASS} }}
                    location /outer/same/ {{ {PASS} }}
                }}
            }}
            server {{
                listen unix:FOLDER/t.sock;
                locus_deny empty-segment;
                location / {{ {PASS} }}
            }}
            server {{
                listen unix:FOLDER/u.sock;
                locus_allow parameter;
                location / {{ {PASS} }}
                location /again/ {{ locus_deny parameter; {PASS} }}
            }}
            server {{
                listen unix:FOLDER/v.sock;
                locus_deny parameter empty-segment;
                location / {{ locus_allow all; {PASS} }}
                # Of what is inherited: the rule of the level stays.
                location /own/ {{ locus_allow all; locus_deny parameter; {PASS} }}
                location /nested/ {{
                    locus_deny parameter;
                    locus_allow all;
                    location /nested/in/ {{ {PASS} }}
                }}
            }}
            server {{ listen unix:FOLDER/w.sock; return 204; }}
            """, {
                "/a;b": 403, "/allow/a;b": 200, "/other/a;b": 200, "/other/a%2fb": 400,
                "/a%2fb": 200, "/status/a;b": 404, "/outer/a;b": 200,
                "/outer/inner/a;b": 410, "/outer/same/a;b": 200,
                "t /a;b": 200, "t /a//b": 400, "u /a;b": 200, "u /again/a;b": 400,
                "v /a;b//c": 200, "v /own/a;b": 400, "v /own/a//b": 200, "v /nested/in/a;b": 400,
                # Rules that all locations have are those of the first phase, before `return`.
                "w /a;b": 403, "w /": 204,
            })

    def test_rule_order(self):
        """The first rule that names a finding of the target has the status."""
        self.statuses(f"""
            server {{
                listen unix:FOLDER/s.sock;
                locus_deny parameter status=403;
                locus_deny empty-segment encoded-slash status=404;
                location / {{ {PASS} }}
            }}""", {"/a;b//c": 403, "/b//c": 404, "/b%2fc": 404, "/b": 200})

    def test_before_return(self):
        """A rule that no location changes comes before rewrites; others before access."""
        self.statuses(f"""
            server {{
                listen unix:FOLDER/s.sock;
                locus_deny parameter empty-segment;
                rewrite ^/old/ /new last;
                location / {{ {PASS} }}
                location /new {{ locus_allow parameter; {PASS} }}
                location /return {{ locus_deny parameter empty-segment status=404; return 204; }}
            }}""", {
                # Both are changed by /return, so that its `return` comes first.
                "/return/a;b": 204,
                "/a;b": 400, "/old/;a": 200, "/old//a": 400})

    def test_rewrite(self):
        """A rewritten request is held to the location that it comes to."""
        self.statuses(f"""
            server {{
                listen unix:FOLDER/s.sock;
                location / {{ rewrite ^ /end last; }}
                location /open/ {{ rewrite ^ /free last; }}
                location /end {{ locus_deny encoded-slash status=403; {PASS} }}
                location /free {{ {PASS} }}
            }}""", {"/a%2fb": 403, "/a": 200, "/open/a%2fb": 200})

    def test_internal_redirects(self):
        """try_files, a named location, error_page, X-Accel-Redirect do not bypass a rule."""
        self.statuses(f"""
            server {{
                listen unix:FOLDER/accel.sock;
                add_header X-Accel-Redirect /guarded;
                return 200;
            }}
            server {{
                listen unix:FOLDER/s.sock;
                root FOLDER;
                location / {{ try_files /none @app; }}
                location @app {{ locus_deny encoded-slash status=403; {PASS} }}
                location /error/ {{ error_page 404 = @app; return 404; }}
                location /accel/ {{ proxy_pass http://unix:FOLDER/accel.sock; }}
                location /guarded {{ internal; locus_deny encoded-slash status=410; {PASS} }}
            }}""", {"/a%2fb": 403, "/a": 200, "/error/a%2fb": 403, "/error/a": 200,
                    "/accel/a%2fb": 410, "/accel/a": 200, "/guarded": 404})

    def test_error_page(self):
        """The error page of a refused request is not refused again."""
        http = f"""
            {BACKEND}
            server {{
                listen unix:FOLDER/s.sock;
                locus_deny parameter status=403;
                error_page 403 /denied.html;
                location / {{ {PASS} }}
                location = /denied.html {{
                    locus_deny parameter status=404;
                    proxy_pass http://unix:FOLDER/backend.sock:/page;
                }}
            }}
            server {{
                listen unix:FOLDER/t.sock;
                error_page 403 = @page;
                location / {{ locus_deny parameter status=403; {PASS} }}
                location @page {{ locus_deny parameter; rewrite ^ /named break; {PASS} }}
            }}"""
        with nginx_server.Nginx(http) as nginx:
            response = nginx.get("/a;b", where="s.sock")
            self.assertEqual((response.status, response.body), (403, "/page"))
            self.assertEqual(nginx.get("/denied.html", where="s.sock").status, 200)
            response = nginx.get("/a;b", where="t.sock")
            self.assertEqual((response.status, response.body), (200, "/named"))

    def test_error_page_of_nginx(self):
        """A request in which nginx found no target gets nginx's status and its error page, from
        locations with rules of the server and with their own."""
        http = """
            server {
                listen unix:FOLDER/s.sock;
                locus_deny dot-parameter invalid status=403;
                large_client_header_buffers 2 1k;
                client_header_buffer_size 1k;
                error_page 400 405 414 /page;
                location = /page { %s alias FOLDER/page; }
            }"""
        for own in ("", "locus_deny invalid status=404;"):
            with nginx_server.Nginx(http % own) as nginx:
                (nginx.path / "page").write_text("page")
                (nginx.path / "page").chmod(0o644)
                for line, status in (("GET a", 400), ("g /", 400), ("CONNECT h:443", 400),
                                     ("GET http://a@b/", 400), ("GET /" + 3000 * "a", 414)):
                    with self.subTest(own=own, line=line[:20]):
                        response = nginx.client("s.sock").send(
                            f"{line} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
                        self.assertEqual((response.status, response.body), (status, "page"))

    def test_subrequests(self):
        """A subrequest has no target of its own; the main request's was examined before."""
        self.statuses(f"""
            server {{
                listen unix:FOLDER/s.sock;
                location / {{ locus_deny encoded-slash; auth_request /auth; {PASS} }}
                location /free/ {{ auth_request /auth; {PASS} }}
                location = /auth {{ internal; locus_deny encoded-slash; {PASS} }}
                location = /mirrored {{ internal; locus_deny parameter; {PASS} }}
                location /mirror/ {{ mirror /mirrored; {PASS} }}
            }}""", {"/a%2fb": 400, "/a": 200, "/free/a%2fb": 200, "/mirror/a;b": 200})

    def test_if(self):
        self.statuses(f"""
            server {{
                listen unix:FOLDER/s.sock;
                location / {{
                    if ($arg_strict) {{ locus_deny parameter; {PASS} }}
                    {PASS}
                }}
            }}""", {"/a;b": 200, "/a;b?strict=1": 400, "/a?strict=1": 200})

    def test_grammar_of_location(self):
        """The grammar of the location decides what is invalid."""
        self.statuses(f"""
            locus_deny invalid status=403;
            server {{
                listen unix:FOLDER/s.sock;
                location / {{ {PASS} }}
                location /strict/ {{ locus_grammar request-target; {PASS} }}
            }}
            server {{
                listen unix:FOLDER/t.sock;
                locus_grammar request-target;
                location / {{ {PASS} }}
                location /lenient/ {{ locus_grammar web-target; {PASS} }}
            }}""", {"/a|b": 200, "/strict/a|b": 403, "/strict/a": 200, "t /a|b": 403,
                    "t /lenient/a|b": 200})

    def test_invalid_hides_nothing(self):
        """A target that the grammar rejects has the findings of its path nevertheless."""
        self.statuses(f"""
            locus_grammar request-target;
            server {{
                listen unix:FOLDER/s.sock;
                locus_deny dot-parameter query-traversal status=403;
                location / {{ {PASS} }}
            }}""", {"/a|b": 200, "/a|/..;/b": 403, "http://[x]/..;/b": 403,
                    "http://[x]?f=../a": 403, "http://[x]/b": 200})

    def test_any_scheme(self):
        """nginx takes any scheme in an absolute-form, and what follows the host for a path."""
        self.statuses(f"""
            server {{
                listen unix:FOLDER/s.sock;
                locus_deny empty-segment dot-parameter;
                location / {{ {PASS} }}
            }}""", {f"{scheme}://h{path}": 200 if path == "/a" else 400
                    for scheme in ("http", "https", "mailto", "ftp", "news", "gopher", "x", "data")
                    for path in ("/a", "/a//b", "/..;/a")})

    def test_host_field(self):
        """Host is examined like the authority of an absolute-form, and replaced by it."""
        with nginx_server.Nginx(f"""
                {BACKEND}
                server {{
                    listen unix:FOLDER/s.sock;
                    locus_deny loopback-host status=403;
                    locus_deny invalid status=404;
                    location / {{ {PASS} }}
                }}""") as nginx:
            for target, host, status in (
                    ("/", "127.0.0.1", 403), ("/", "127.0.0.1:80", 403), ("/", "h", 200),
                    ("http://127.0.0.1/", "h", 403), ("http://h/", "127.0.0.1", 200),
                    ("/", "a@b", 404), ("/", "h:x", 404), ("http://h/", "a@b", 200)):
                with self.subTest(target=target, host=host):
                    self.assertEqual(nginx.get(target, host, where="s.sock").status, status)

    def test_many_hosts(self):
        """A worker caches the last Host fields, and does not confuse them."""
        hosts = {"127.0.0.1": 403, "1a7.0.0.1": 200, "127.0.0.2": 403, "127.0.0.x": 200,
                 "h": 200, "h:": 200, "a@b": 404, "a-b": 200, "A-b": 200, "[::1]": 403,
                 "[::2]": 200, 60 * "x" + ".a.b": 200, 61 * "x" + ".a.b": 200,
                 60 * "x" + ".a@b": 404}
        hosts |= {f"10.0.{n}.1": 200 for n in range(40)}
        with nginx_server.Nginx(f"""
                {BACKEND}
                server {{
                    listen unix:FOLDER/s.sock;
                    locus_deny loopback-host status=403;
                    locus_deny invalid status=404;
                    location / {{ {PASS} }}
                }}""") as nginx:
            for _ in range(3):
                for host, status in hosts.items():
                    self.assertEqual(nginx.get("/", host, where="s.sock").status, status, host)

    def test_port_of_host(self):
        """A port that is not the default of the connection's scheme, in Host as in a URL."""
        with nginx_server.Nginx(f"""
                {BACKEND}
                server {{
                    listen unix:FOLDER/s.sock;
                    locus_deny reserved-port status=403;
                    locus_deny other-port status=404;
                    location / {{ {PASS} }}
                }}""") as nginx:
            for authority, status in (("h:80", 200), ("h:", 200), ("h:0080", 200),
                                      ("h:443", 403), ("h:22", 403), ("h:8080", 404)):
                with self.subTest(authority):
                    self.assertEqual(nginx.get("/", authority, where="s.sock").status, status)
                    self.assertEqual(nginx.get(f"http://{authority}/", where="s.sock").status,
                                     status)

    def test_statuses(self):
        """Every status that the directive takes is sent; 444 closes the connection."""
        codes = [code for code in range(400, 500)
                 if code not in (408, 444, 494, 495, 496, 497, 499)]
        with nginx_server.Nginx(f"{BACKEND} server {{ listen unix:FOLDER/s.sock;"
                                + "".join(f"location /{code}/ {{ locus_deny parameter "
                                          f"status={code}; {PASS} }}" for code in [444, *codes])
                                + "}") as nginx:
            for code in codes:
                self.assertEqual(nginx.get(f"/{code}/;", where="s.sock").status, code)
            self.assertEqual(nginx.raw(b"GET /444/; HTTP/1.1\r\nHost: h\r\n\r\n", "s.sock"), b"")
