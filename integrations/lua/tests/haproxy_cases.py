# SPDX-License-Identifier: MIT
"""Tests of locus.haproxy with a running HAProxy. A test is a function whose name begins
with "check"; it gets the Context and yields (what, got, expected)."""

import pathlib
import re
import signal
import subprocess
import threading
import time

from haproxy_server import Client2, HAProxy
from loopback import Backend, Client, free_port

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PAGE = (SOURCE / "doc/haproxy.md").read_text()
DENY = "    http-request lua.locus_deny\n"


class Context:
    """What the tests share: a folder, the modules, the payloads."""

    def __init__(self, folder, modules, payloads):
        self.folder, self.modules, self.payloads = folder, modules, payloads

    def haproxy(self, name, policy, rules, backend, **options):
        return HAProxy(self.folder, name, self.modules, policy, rules, backend, **options)


def register(**options):
    """A policy in Lua."""
    def lua(value):
        if isinstance(value, dict):
            return "{" + ", ".join(f'["{k}"] = {lua(v)}' for k, v in value.items()) + "}"
        if isinstance(value, (list, tuple)):
            return "{" + ", ".join(map(lua, value)) + "}"
        return str(value).lower() if isinstance(value, (bool, int)) else f'"{value}"'
    return f'require("locus.haproxy").register {lua(options)}\n'


def rows(first):
    """The rows of the page's table whose first heading this is, without their backquotes."""
    table = PAGE.split(f"\n| {first} |", 1)[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")]
            for line in table.split("\n")[2:]]


def quoted(text):
    return re.findall(r"`([^`]*)`", text)


def host_of(target):
    """The field Host that HAProxy wants with a target in absolute-form."""
    found = re.match(r"http://(?:[^/@]*@)?([^/]*)", target)
    return found[1] if found else "h.example"


def check_findings(context):
    """Each finding of the page is denied by the policy that names it, in HTTP/1 and HTTP/2,
    and reaches the backend without it."""
    findings = [(quoted(row[0])[0], quoted(row[1])[0], "(HTTP/2)" in row[1])
                for row in rows("finding")]
    policy = "".join(register(name=name, deny=[name]) for name, _, _ in findings)
    rules = "".join(f"    http-request lua.locus_deny_{name} if {{ req.hdr(x-deny) {name} }}\n"
                    for name, _, _ in findings)
    rules += "    http-request deny deny_status 503 if { req.hdr(x-found) 1 } " \
             "{ lua.locus_found_zone-id -m bool }\n"
    backend = Backend()
    with context.haproxy("findings", policy, rules, backend) as proxy:
        for name, example, only2 in findings:
            target, host = example.encode(), host_of(example).encode()
            if not only2:
                for version in ("1.0", "1.1"):
                    client = Client(proxy.port, version)
                    fields = (b"Host: " + host,)
                    denied = client.get(target, fields=(*fields, b"X-Deny: " + name.encode()))
                    yield f"{name} denied, HTTP/{version}", \
                        (denied, backend.targets()), (400, [])
                    allowed = client.get(target, fields=fields)
                    yield f"{name} allowed, HTTP/{version}", \
                        (allowed, backend.targets()), (200, [target])
                    client.close()
            client = Client2(proxy.port2)
            if target.startswith(b"http://"):
                client.authority = target[7:].split(b"/")[0]
                target = target[7 + len(client.authority):]
            denied = client.get(target, fields=((b"x-deny", name.encode()),))
            yield f"{name} denied, HTTP/2", (denied, backend.targets()), (400, [])
            allowed = client.get(target)
            yield f"{name} allowed, HTTP/2", (allowed, backend.targets()), (200, [target])
            client.close()
        status = Client(proxy.port).get("http://[fe80::1%25eth0]/", fields=(
            b"Host: [fe80::1%25eth0]", b"X-Found: 1"))
        yield "lua.locus_found_zone-id", status, 503
        yield "lua.locus_found_zone-id without it", \
            Client(proxy.port).get("/", fields=(b"X-Found: 1",)), 200
        yield "no alerts", "[ALERT]" in proxy.text(), False
    backend.close()


def check_forms(context):
    """The forms of RFC 9112, section 3.2, each with the methods that allow it and others;
    what HAProxy refuses by itself; what it forwards without a policy."""
    allowed = [(b"GET", "/where?q=now"), (b"GET", "http://h.example/pub/WWW/TheProject.html"),
               (b"OPTIONS", "*"), (b"OPTIONS", "http://h.example"), (b"GET", "//h/a"),
               (b"CONNECT", "h.example:80"), (b"POST", "/a"), (b"PROPFIND", "/a?b?c")]
    lines = [quoted(row[0])[0].rsplit(" ", 1)[0].split(" ", 1) for row in rows("request line")]
    refused = ["/\x01", "/a#b", "/\x7f", "/a b", "http:a", "/\xe9", "a", "?a", "h.example:443",
               "http://h.example:x/", "://h", "http://[h/"]
    backend = Backend()
    for grammar in ("web-target", "request-target"):
        policy = register(deny=["invalid"], grammar=grammar)
        with context.haproxy(f"forms-{grammar}", policy, DENY, backend) as proxy:
            for method, target in allowed:
                fields = (b"Content-Length: 0",) if method == b"POST" else ()
                status = Client(proxy.port).get(target, method, fields)
                yield f"{method} {target}", (status, backend.targets()), (200, [target.encode()])
            for method, target in lines:
                denied = grammar == "request-target" or '"' not in target
                status = Client(proxy.port).get(target, method.encode())
                yield f"{method} {target} denied", (status, len(backend.targets())), \
                    (400, 0) if denied else (200, 1)
    # HAProxy makes the target of the authority.
    for rules, expected in (("", (200, [b"/a#b"])), (DENY, (400, []))):
        with context.haproxy("authority", register(deny=["fragment"]), rules, backend) as proxy:
            status = Client2(proxy.port2, b"h.example/a#b").get("*")
            yield "a fragment in :authority", (status, backend.targets()), expected
    with context.haproxy("open", register(name="x", deny=["invalid"]), "", backend) as proxy:
        for method, target in lines:
            status = Client(proxy.port).get(target, method.encode())
            yield f"{method} {target} forwarded without a policy", \
                (status, backend.targets()), (200, [target.encode()])
        for target in refused:
            status = Client(proxy.port).get(target)
            yield f"{target!r} refused by HAProxy", (status, backend.targets()), (400, [])
        status = Client(proxy.port).get("/", fields=(b"X: " + b"a" * 20000,))
        yield "a header that is too large", (status, backend.targets()), (400, [])
    backend.close()


def check_payloads(context):
    """Nothing that is denied reaches the backend; without the policy, all of it does."""
    names = sorted({name for payload in context.payloads for name in payload.findings})
    backend = Backend()
    policy = register(deny=["invalid", *names])
    with context.haproxy("payloads", policy, DENY, backend) as proxy:
        for kind in ("HTTP/1", "HTTP/2"):
            wrong = []

            def send(payloads, kind=kind, wrong=wrong):
                client = Client2(proxy.port2) if kind == "HTTP/2" else Client(proxy.port)
                for payload in payloads:
                    status = client.get(payload.target)
                    if status != 400:
                        wrong.append((status, payload.target))
                client.close()
            threads = [threading.Thread(daemon=True, target=send, args=(context.payloads[n::4],))
                       for n in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            yield f"{len(context.payloads)} payloads denied in {kind}", wrong[:5], []
            yield f"none of them reached the backend in {kind}", backend.targets()[:5], []
        harmless = ["/", "/index.html", "/a/b/c?d=e&f=g", "/a.b/..c/d..?x=%20", "/%C3%A9/a%20b",
                    "/~user/", "/a:b/@c,d+e!f'(g)*$"]
        client = Client(proxy.port)
        for target in harmless:
            yield f"{target} is harmless", (client.get(target), backend.targets()), \
                (200, [target.encode()])
        yield "no alerts", "[ALERT]" in proxy.text(), False
    with context.haproxy("unprotected", policy, "", backend) as proxy:
        client = Client(proxy.port)
        statuses = [client.get(payload.target) for payload in context.payloads]
        yield "payloads without the policy", set(statuses), {200}
        yield "payloads at the backend", backend.targets(), \
            [payload.target.encode() for payload in context.payloads]
    backend.close()


def check_values(context):
    """The fetches and converters. The expected values follow from RFC 3986."""
    fetches = ["form", "scheme", "user", "host", "port", "path", "query", "query(a)",
               "decoded(a)", "fragment", "normal", "key", "redacted", "findings", "valid",
               "error", "error_offset", "denied"]
    rules = "".join(
        f"    http-request set-var(txn.v) lua.locus_{fetch}\n"
        f"    http-request set-header X-{re.sub('[^a-z]', '-', fetch)} %[var(txn.v)] "
        f"if {{ lua.locus_{fetch} -m found }}\n" for fetch in fetches)
    converters = [name for name in fetches if name not in ("form", "key", "denied")]
    rules += "".join(
        f"    http-request set-header R-{re.sub('[^a-z]', '-', name)} "
        f"%[req.hdr(referer),lua.locus_{name}] "
        f"if {{ req.hdr(referer),lua.locus_{name} -m found }}\n" for name in converters)
    policy = register(deny=["dot-segment"], key={"sort": True, "drop": ["utm_*"], "empty": False},
                      redact={"keys": ["token"]})
    cases = [
        ("/a/./%7e?b=2&a=%31&utm_x=1&&token=x", "h.example", "http://u:p@H/x?a=%26+#f", {
            "x-form": "origin", "x-path": "/a/./%7e", "x-query": "b=2&a=%31&utm_x=1&&token=x",
            "x-query-a-": "%31", "x-decoded-a-": "1", "x-port": None, "x-scheme": None,
            "x-normal": "/a/~?b=2&a=1&utm_x=1&&token=x", "x-key": "/a/~?a=1&b=2&token=x",
            "x-redacted": "/a/./%7e?b=2&a=%31&utm_x=1&&token=XXX", "x-host": None,
            "x-findings": "encoded-unreserved,dot-segment", "x-valid": "1", "x-error": None,
            "x-error-offset": None, "x-denied": "1", "x-fragment": None,
            "r-scheme": "http", "r-user": "u", "r-host": "H", "r-port": "80", "r-path": "/x",
            "r-query": "a=%26+", "r-query-a-": "%26+", "r-decoded-a-": "& ", "r-fragment": "f",
            "r-normal": "http://u:p@h/x?a=%26+#f", "r-redacted": "http://XXX:XXX@H/x?a=%26+#f",
            "r-findings": "password,user,fragment", "r-valid": "1", "r-error": None}),
        ("http://u@H.example:8080/?a", "H.example:8080", "/rel?b", {
            "x-form": "absolute", "x-scheme": "http", "x-user": "u", "x-host": "H.example",
            "x-port": "8080", "x-path": "/", "x-query": "a", "x-query-a-": "",
            "x-normal": "http://u@h.example:8080/?a", "x-key": "http://u@h.example:8080/?a",
            "x-redacted": "http://XXX@H.example:8080/?a", "x-findings": "user,other-port",
            "x-denied": "0", "r-path": "/rel", "r-host": None, "r-query-a-": None}),
        ("*", "h.example", "a b", {
            "x-form": "none", "x-valid": "0", "x-error": "form", "x-error-offset": "0",
            "x-path": None, "x-normal": None, "x-key": None, "x-findings": "", "x-denied": "0",
            "r-valid": "0", "r-error": "path", "r-error-offset": "1", "r-path": None,
            "r-redacted": None}),
    ]
    backend = Backend()
    with context.haproxy("values", policy, rules, backend) as proxy:
        def fields_of(head):
            return dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "")
                        for line in head.decode().split("\r\n")[1:])
        for target, host, referer, expected in cases:
            Client(proxy.port).get(target, fields=(b"Host: " + host.encode(),
                                                   b"Referer: " + referer.encode()))
            got = fields_of(backend.take()[0])
            for name, value in expected.items():
                yield f"{name} of {target}", got.get(name), value
        Client2(proxy.port2, b"u@H.example:8080").get("//a/..?b&a")
        got = fields_of(backend.take()[0])
        for name, value in (("x-form", "origin"), ("x-path", "//a/.."), ("x-host", "H.example"),
                            ("x-port", "8080"), ("x-user", "u"), ("x-key", "//?a&b"),
                            ("x-findings", "user,other-port,dot-segment,empty-segment,"
                                           "hidden-network-path")):
            yield f"{name} in HTTP/2", got.get(name), value
        yield "no alerts", "[ALERT]" in proxy.text(), False
    backend.close()


def check_answers(context):
    """The statuses, error files, several policies, variables, and what a rule changes."""
    backend = Backend()
    page = context.folder / "403.http"
    page.write_bytes(b"HTTP/1.0 403 Forbidden\r\nContent-Length: 4\r\n\r\nmine")
    policy = "".join(register(name=str(status), deny=["dot-segment"], status=status)
                     for status in (400, 403, 404, 418, 421, 451, 503))
    policy += register(deny=["encoded-nul"], key={"sort": True})
    rules = f"    errorfile 403 {page}\n"
    rules += "".join(
        f"    http-request lua.locus_deny_{status} if {{ req.hdr(x-status) {status} }}\n"
        for status in (400, 403, 404, 418, 421, 451, 503))
    rules += """\
    http-request set-path /%%00 if { path /changed }
    http-request lua.locus_deny
    http-request set-header X-Checked %[var(txn.locus_checked)]
    http-request lua.locus_key
    http-request set-header X-Key %[var(txn.locus_key)]
    log-format "denied=%[var(txn.locus_denied)]"
"""
    with context.haproxy("answers", policy, rules, backend) as proxy:
        for status in (400, 403, 404, 418, 421, 451, 503):
            got = Client(proxy.port).get("/a/../b", fields=(b"X-Status: %d" % status,))
            yield f"status {status}", got, status
        yield "no policy applies", Client(proxy.port).get("/a/../b?d&c"), 200
        head = backend.take()[0].decode()
        yield "txn.locus_checked", "x-checked: 1" in head, True
        yield "txn.locus_key", "x-key: /b?c&d" in head, True
        yield "a path that a rule set", Client(proxy.port).get("/changed"), 400
        yield "nothing reached the backend", backend.take(), []
        client = Client(proxy.port)
        yield "keep-alive", [client.get(target) for target in ("/a", "/b", "/%00", "/c", "/a")], \
            [200, 200, 400, 200, 200]
        text = proxy.text()
        yield "txn.locus_denied", \
            "denied=dot-segment" in text and "denied=encoded-nul" in text, True
    backend.close()


def check_mistakes(context):
    """A wrong policy is refused by haproxy -c, with the line and what would be right."""
    mistakes = [
        ('{ deny = { "nul" } }', "locus: deny: no finding 'nul' (password, user, "),
        ("{ deny = {} }", 'locus: deny is empty: it needs the name of a finding, or "invalid"'),
        ('{ deny = { "invalid", 3 } }', "locus: deny[2] is a number, not the name of a finding"),
        ('{ deny = { "invalid", x = 1 } }', 'locus: deny is a list of names: { "invalid", '),
        ('{ deny = "invalid" }', "locus: deny is a table, not a string"),
        ('{ dney = { "invalid" } }', "locus: no option 'dney' (deny, grammar, key, name, redact,"),
        ("{ }", "locus: a policy has at least one of deny, key, redact"),
        ("'x'", "locus: register takes a table of options, not a string"),
        ('{ deny = { "invalid" }, status = 200 }', "locus: status 200 is not from 400 to 599"),
        ('{ deny = { "invalid" }, status = 400.5 }', "locus: status 400.5 is not from"),
        ('{ deny = { "invalid" }, grammar = "web" }', "locus: grammar 'web' is not web-target or"),
        ('{ deny = { "invalid" }, name = "a b" }', "locus: the name 'a b' may have letters, "),
        ("{ key = { sort = 'on' } }", "locus: key: sort is true or false, not a string"),
        ("{ key = { drop = { 'a*b' } } }", "locus: key: drop[1]: a '*' can only be at the end"),
        ("{ key = { drops = {} } }", "locus: key: no option 'drops' (drop, sort, empty, "),
        ("{ redact = { keys = { 'a' }, mask = '&' } }", "locus: redact: mask: "),
        ("{ redact = { key = {} } }", "locus: redact: no option 'key' (mask, keys, plus)"),
        ('{ deny = { "invalid" } }; haproxy.register { deny = { "encoded-nul" } }',
         "locus: there is a policy with deny already; give this one a name of its own"),
        ('{ key = {}, name = "a" }; haproxy.register { key = {}, name = "a" }',
         "locus: there is a policy 'a' with key already; give this one a name of its own"),
        ('{ deny = { "invalid" }, name = "a-b" }; '
         'haproxy.register { deny = { "encoded-nul" }, name = "a_b" }',
         "locus: there is a policy 'a-b' with deny already, whose variables have the same names"),
        ("{ redact = {}, name = 'a' }; haproxy.register { redact = {}, name = 'a' }",
         "locus: there is a policy 'a' with redact already; give this one a name of its own"),
    ]

    def verdict(name, policy, rule):
        path, config = context.folder / f"{name}.lua", context.folder / f"{name}.cfg"
        path.write_text(policy)
        config.write_text(f"""\
global
    lua-prepend-path {context.modules}/?.lua
    lua-prepend-path {context.modules}/?.so cpath
    lua-load-per-thread {path}
defaults
    mode http
    timeout client 1s
    timeout server 1s
    timeout connect 1s
frontend f
    bind 127.0.0.1:{free_port()}
{rule}
""")
        result = subprocess.run(["haproxy", "-c", "-f", config], capture_output=True, text=True,
                                check=False)
        return result.returncode, result.stdout + result.stderr, path, config

    for options, message in mistakes:
        status, text, path, config = verdict(
            "mistake", f'local haproxy = require "locus.haproxy"\nhaproxy.register {options}\n', "")
        yield f"{options} is refused", status, 1
        yield f"{options}: {message} in {text}", f"{path}:2: {message}" in text, True
        yield f"{options}: the line of the configuration in {text}", f"[{config}:4]" in text, True
    good = register(deny=["invalid"])
    for rule, message in (
            ("    http-request lua.locus_deny_x", "but got 'lua.locus_deny_x'"),
            ("    http-request deny if { lua.locus_found_nul -m bool }",
             "unknown fetch method 'lua.locus_found_nul'")):
        status, text, path, config = verdict("rule", good, rule)
        yield f"{rule} is refused", (status, message in text), (1, True)
    yield "a right policy", verdict("right", good, DENY)[0], 0
    several = register(deny=["invalid"]) + register(key={}) \
        + register(deny=["invalid"], name="a") + register(key={}, name="a") \
        + register(redact={}, name="a-b") + register(redact={}, name="a_b") \
        + 'local register = require("locus.haproxy").register\n' \
          'assert(not pcall(register, { name = "x", deny = { "invalid" }, key = { drops = {} } }))\n' \
          'register { name = "x", redact = {} }\n'
    yield "several policies", verdict("several", several, DENY)[0], 0


def check_failures(context):
    """If the Lua of HAProxy fails, no request passes."""
    backend = Backend()
    rules = DENY + "    http-request deny deny_status 500 unless " \
                   "{ var(txn.locus_checked) -m bool }\n"
    broken = register(deny=["invalid"]) + """
local locus = require "locus"
local examine = locus.examine
locus.examine = function(text, ...)
    if text:find("broken") then
        error("broken")
    end
    return examine(text, ...)
end
"""
    guarded = "    http-request lua.locus_deny unless { path /skipped }\n" \
        + rules.removeprefix(DENY)
    with context.haproxy("guarded", register(deny=["invalid"]), guarded, backend) as proxy:
        yield "the action is not run", Client(proxy.port).get("/skipped"), 500
        yield "the action is run", Client(proxy.port).get("/a"), 200
        yield "at the backend", backend.targets(), [b"/a"]
    # Of two policies, the first one is run and the other one is not.
    two = register(name="a-1", deny=["invalid"]) + register(deny=["invalid"])
    checks = "    http-request lua.locus_deny_a-1\n" \
        "    http-request deny deny_status 500 unless { var(txn.locus_checked_a_1) -m bool }\n"
    with context.haproxy("two", two, checks + guarded, backend) as proxy:
        yield "the second policy is not run", Client(proxy.port).get("/skipped"), 500
        yield "both policies are run", Client(proxy.port).get("/a"), 200
        yield "at the backend", backend.targets(), [b"/a"]
    with context.haproxy("broken", broken, DENY + "    http-request deny deny_status 503 if "
                         "{ req.hdr(x) 1 } { lua.locus_found_user -m bool }\n", backend) as proxy:
        yield "an error in the action", Client(proxy.port).get("/broken"), 400
        yield "after the error", Client(proxy.port).get("/"), 200
        yield "at the backend", backend.targets(), [b"/"]
        yield "the error is logged", "locus: " in proxy.text() and "broken" in proxy.text(), True
    greedy = register(deny=["invalid"]) + """
local kept = {}
core.register_action("greedy", { "http-req" }, function(txn)
    for i = 1, 1e6 do
        kept[i] = ("x"):rep(1000) .. i
    end
end)
"""
    # The memory of Lua is used up before the request is examined.
    with context.haproxy("greedy", greedy, "    http-request lua.greedy if { path /greedy }\n"
                         + rules, backend, extra="tune.lua.maxmem 8", threads=1) as proxy:
        yield "before the memory is used up", Client(proxy.port).get("/"), 200
        status = Client(proxy.port).get("/greedy?" + "x" * 3000)
        yield "memory is used up", status in (400, 500), True
        status = Client(proxy.port).get("/a?" + "y" * 8000)
        yield "a request after that", status in (400, 500), True
        yield "at the backend", backend.targets(), [b"/"]
        yield "HAProxy runs", proxy.is_alive(), True
    backend.close()


def check_reload(context):
    """A reload under load: no denied request passes, and no other request is lost."""
    backend = Backend()
    policy = register(deny=["invalid", "above-root"])
    with context.haproxy("reload", policy, DENY, backend, options=("-W",)) as proxy:
        stop, counts, wrong = threading.Event(), [0, 0], []

        def send():
            client = Client(proxy.port)
            while not stop.is_set():
                for n, (target, expected) in enumerate((("/good", 200), ("/../bad", 400))):
                    status = client.get(target)
                    counts[n] += 1
                    if status != expected:
                        wrong.append((target, status))
            client.close()
        threads = [threading.Thread(daemon=True, target=send) for _ in range(4)]
        for thread in threads:
            thread.start()
        # HAProxy may lose a signal while it reloads: the next one follows when that has ended, or
        # after five seconds. Where a busy worker does not hand over its sockets within a second,
        # HAProxy continues as before.
        def outcomes():
            return re.findall("Loading (success|failure)", proxy.text())
        end = time.monotonic() + 120
        while outcomes().count("success") < 4 and outcomes().count("failure") < 5 \
                and time.monotonic() < end:
            time.sleep(0.5)
            before, next_signal = len(outcomes()), time.monotonic() + 5
            proxy.process.send_signal(signal.SIGUSR2)
            while len(outcomes()) == before and time.monotonic() < next_signal:
                time.sleep(0.05)
        time.sleep(0.5)
        stop.set()
        for thread in threads:
            thread.join()
        yield "requests during the reloads", wrong[:5], []
        yield "some requests were sent", min(counts) > 100, True
        yield "at the backend", set(backend.targets()), {b"/good"}
        text = re.sub("(?m)^Connect from .*\n", "", proxy.text())
        yield f"three reloads: {text[-2000:]}", outcomes().count("success") >= 4, True
    backend.close()


def check_page(context):
    """The configuration of the page, with other ports and paths."""
    policy = re.search(r"```lua\n(.*?)```", PAGE, re.S)[1]
    config = re.search(r"```haproxy\n(.*?)```", PAGE, re.S)[1]
    backend = Backend()
    path, file = context.folder / "page.lua", context.folder / "page.cfg"
    port = free_port()
    path.write_text(policy)
    for old, new in (
            ("global\n    log stdout", f"global\n    lua-prepend-path {context.modules}/?.lua\n"
                         f"    lua-prepend-path {context.modules}/?.so cpath\n    log stdout"),
            ("/etc/haproxy/policy.lua", str(path)), ("bind :80\n", f"bind 127.0.0.1:{port}\n"),
            ("127.0.0.1:8080", f"127.0.0.1:{backend.port}")):
        yield f"the page has {old!r}", config.count(old), 1
        config = config.replace(old, new)
    file.write_text(config)
    log = context.folder / "page.log"
    with log.open("wb") as out:
        process = subprocess.Popen(["haproxy", "-db", "-f", file], stdout=out, stderr=out)
    try:
        client = Client(port)
        stop = time.monotonic() + 20
        while client.get("/?b&a&utm_x=1&token=secret") != 200 and time.monotonic() < stop:
            time.sleep(0.1)
        heads = backend.take()
        yield "the page's key", b"x-cache-key: /?a&b&token=secret" in heads[-1].lower(), True
        for target in ("/..%2f", "/%00", "/a/..;/b", "/\\", "*", "//evil/"):
            yield f"{target} denied by the page", client.get(target), 400
        yield "nothing reached the backend", backend.take(), []
    finally:
        process.terminate()
        process.wait()
    text = log.read_text()
    line = r"^127\.0\.0\.1 200 /\?b&a&utm_x=1&token=XXX - denied=-"
    yield f"the page's log: {text[:300]}", re.search(line, text, re.M) is not None, True
    yield "the page's log of a denied request", \
        "127.0.0.1 400 /%00 protocol-delimiter,encoded-nul denied=encoded-nul" in text, True
    backend.close()


CHECKS = [check_findings, check_forms, check_payloads, check_values, check_answers,
          check_mistakes, check_failures, check_reload, check_page]
