# SPDX-License-Identifier: MIT
"""Tests of the VMOD with a running varnishd: the configuration of doc/varnish.md, payloads,
every size of workspace, and hostile bytes."""

import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from loopback import Backend, Client  # noqa: E402
from payloads import payloads  # noqa: E402
from vmod_server import Varnishd  # noqa: E402

PAGE = Path(__file__).resolve().parents[3] / "doc" / "varnish.md"


class Results:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.lock = threading.Lock()

    def check(self, ok, name, expected="", got=""):
        with self.lock:
            if ok:
                self.passed += 1
            else:
                self.failed += 1
                print(f"failed: {name}\n    expected: {expected}\n    got:      {got}", flush=True)
        return ok

    def skip(self, reason):
        with self.lock:
            self.skipped += 1
        print(f"skipped: {reason}", flush=True)


def pkg_variable(name):
    return subprocess.run(["pkg-config", f"--variable={name}", "locus"], check=True,
                          capture_output=True, text=True).stdout.strip()


def page_vcl():
    """The configuration of the page."""
    return re.search(r"```vcl\n(vcl 4\.1;.*?)```", PAGE.read_text(), re.S).group(1)


def rules(vcl):
    """The lines of a VCL that are neither empty, nor its frame: version, import, backend,
    braces of the subroutine."""
    lines = [line.strip() for line in vcl.splitlines()]
    return [line for line in lines if line and line != "}"
            and not line.startswith(("vcl ", "import ", "backend ", "sub ", "#"))]


def for_here(vcl, module, port):
    """The same with this module and this backend."""
    vcl, count = re.subn(r"^import locus;", f'import locus from "{module}";', vcl, flags=re.M)
    assert count == 1
    vcl, count = re.subn(r'\.host = "[^"]*"; \.port = "[^"]*";',
                         f'.host = "127.0.0.1"; .port = "{port}";', vcl)
    assert count == 1
    return vcl


def denied_findings(vcl):
    """The list that the VCL gives to locus.findings()."""
    lists = re.findall(r'locus\.findings\([^{]*\{"([^"]*)"\}\)\)', vcl)
    return set(re.findall(r"[a-z0-9-]+", " ".join(lists)))


def test_page(results, folder, module, environment):
    vcl = page_vcl()
    results.check(len(rules(vcl)) <= 10, "the rules of the page", "at most 10 lines",
                  len(rules(vcl)))
    denied = denied_findings(vcl)
    backend = Backend()
    with Varnishd(folder / "page", for_here(vcl, module, backend.port), environment) as server:
        client = Client(server.port)
        # Nothing that has a denied finding reaches the backend.
        wrong = []
        sent = payloads(4000)
        allowed = 0
        for payload in sent:
            status = client.get(payload.target)
            if denied & set(payload.findings):
                if status != 400:
                    wrong.append((payload, status))
            else:
                allowed += 1
                if status not in (200, 400):
                    wrong.append((payload, status))
        results.check(not wrong, f"{len(sent)} payloads", "400 for each that is denied", wrong[:5])
        results.check(allowed < len(sent) // 10, "payloads that are allowed",
                      "fewer than a tenth", allowed)
        reached = [target for target in backend.targets()
                   if b"%2f" in target.lower() or b"%00" in target or b"%5c" in target.lower()
                   or b"/../" in target or b"..;" in target or b"%25" in target
                   or b"%0a" in target.lower()]
        results.check(not reached, "what reached the backend", "nothing denied", reached[:5])
        # One request to the backend for each resource.
        same = (b"/list?b=2&a=1", b"/list?a=1&b=2", b"/./list?a=1&&b=2", b"/%6cist?%61=1&b=2#f",
                b"/list?utm_source=x&b=2&gclid=y&a=1", b"http://h.example/list?b=2&a=1",
                b"http://h.example/x/../list?b=2&a=1&utm_medium=z")
        for target in same:
            status = client.get(target)
            results.check(status == 200, target, 200, status)
        got = backend.targets()
        results.check(got == [b"/list?a=1&b=2"], "one cache key", "one request, /list?a=1&b=2", got)
        # The other forms
        for method, target, wanted in (
                (b"OPTIONS", b"*", 200), (b"GET", b"*", 400), (b"GET", b"h:443", 200),
                (b"CONNECT", b"/a", 400), (b"GET", b"http://u@h.example/", 400),
                (b"GET", b"http://h?x/y", 400), (b"GET", b"https://u@h/a?b", 200),
                (b"GET", b"http://other.example:81?q", 200),
                # Varnish's own VCL pipes these, and with them all that the client sends then.
                (b"FOO", b"/", 405), (b"CONNECT", b"h:443", 405),
                # Schemes whose paths have no segments
                (b"GET", b"news://h/..;/a", 400), (b"GET", b"mailto://h/a//b", 400)):
            status = client.get(target, method)
            results.check(status == wanted, method + b" " + target, wanted, status)
        got = backend.targets()
        results.check(got == [b"*", b"h:443", b"/a?b", b"/?q"], "other forms",
                      ["*", "h:443", "/a?b", "/?q"], got)
        # Ordinary requests are allowed.
        for target in (b"/", b"/a/b.html", b"/search?q=caf%C3%A9+x&page=2", b"/img/a%20b.png",
                       b"/~user/", b"/a;v=1/b", b"/api/v1/users/42?fields=a,b",
                       b"/wiki/C%2B%2B", b"/a-b_c.d~e"):
            status = client.get(target)
            results.check(status == 200, target, 200, status)
        results.check(server.complaint() == "", "the worker", "no panic", server.complaint())
    backend.close()


def test_findings(results, folder, module, environment):
    """Each finding of the page's table, with its example."""
    vcl = f'''vcl 4.1;
import locus from "{module}";
backend none none;
sub vcl_recv {{ return (synth(200)); }}
sub vcl_synth {{
    set resp.http.found = ", " + locus.findings(req.http.u) + ", "
        + locus.findings(req.http.u, grammar = web_reference) + ", ";
}}
'''
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| [^|]+ \| `([^`]*)` \|$", PAGE.read_text(), re.M)
    header = (Path(pkg_variable("includedir")) / "locus.h").read_text()
    names = [name.lower().replace("_", "-")
             for name in re.findall(r"^ +LOCUS_FINDING_(\w+),", header, re.M)]
    results.check([name for name, _ in rows] == names, "the table of findings", names,
                  [name for name, _ in rows])
    with Varnishd(folder / "findings", vcl, environment) as server:
        client = Client(server.port)
        for name, example in rows:
            example = example.replace("\\t", "\t").replace("\\\\", "\\")
            _, got = client.ask(b"/", fields=[b"u: " + example.encode()])
            results.check(f", {name}, " in got.get("found", "") + " ", f"{example}: {name}", name, got)


HEAD = """vcl 4.1;
import std;
import vtc;
import locus from "%s";
backend none none;
"""

ALL = """sub all {
    set req.http.x-1 = locus.part(req.http.u, host) + locus.part(req.http.u, target)
        + locus.part(req.http.u, authority) + locus.part(req.http.u, path, rfc1738);
    set req.http.x-2 = locus.query(req.http.u, "a") + locus.query(req.http.u, req.http.n);
    set req.http.x-3 = locus.findings(req.http.u) + locus.findings(req.http.u, grammar = rfc1630);
    if (locus.valid(req.http.u) || locus.valid(req.http.u, req.method)
        || locus.valid(req.http.u, grammar = authority)) {
        set req.http.x-4 = "valid";
    }
    set req.http.x-5 = locus.error(req.http.u, req.method) + locus.error(req.http.u);
    set req.http.x-6 = locus.normalize(req.http.u)
        + locus.normalize(req.http.u, grammar = web_reference);
    set req.http.x-7 = locus.key(req.http.u) + locus.key(req.http.u, "utm_*, a, b*", plus = true)
        + locus.key(req.http.u, "a", false, false, true);
    if (locus.same_origin(req.http.u, req.http.referer)) {
        set req.http.x-8 = "same";
    }
    set req.http.x-9 = locus.redact(req.http.u, "a, token") + locus.redact(req.http.referer);
}
"""

ONE = {
    "part": "locus.part(req.http.u, path)",
    "target": "locus.part(req.http.u, target)",
    "query": 'locus.query(req.http.u, "a")',
    "decoded": 'locus.query(req.http.u, "a", true)',
    "findings": "locus.findings(req.http.u)",
    "error": 'locus.error(req.http.u, "CONNECT")',
    "normalize": "locus.normalize(req.http.u)",
    "key": "locus.key(req.http.u)",
    "dropped": 'locus.key(req.http.u, "x, y, z*")',
    "unsorted": 'locus.key(req.http.u, sort = false, normalize = false)',
    "redact": 'locus.redact(req.http.u, "a, b")',
}


def test_workspace(results, folder, module, environment):
    """Each function with each amount of workspace: the result, or a request that fails."""
    vcl = HEAD % module + "sub vcl_recv {\nif (req.http.left) { vtc.workspace_alloc(client, std.integer(req.http.left)); }\n"
    for name, call in ONE.items():
        vcl += f'if (req.http.f == "{name}") {{ set req.http.result = {call}; }}\n'
    vcl += "return (synth(200)); }\nsub vcl_synth { set resp.http.result = req.http.result; }\n"
    url = b"http://u:p@h:80/a/./b/..%2fc?b=%41&a=11%20111111111111&z=1&x=2&a=3#f"
    with Varnishd(folder / "workspace", vcl, environment,
                  ("-p", "workspace_client=64k")) as server:
        client = Client(server.port)
        for name in ONE:
            fields = [b"u: " + url, b"f: " + name.encode()]
            status, got = client.ask(b"/", fields=fields)
            full = got.get("result")
            results.check(status == 200 and full, f"{name} with all workspace", "a result", got)
            seen, wrong = set(), []
            for left in range(8, 2600, 8):
                status, got = client.ask(b"/", fields=[*fields, b"left: -%d" % left])
                # With very little workspace Varnish itself has too little for the response.
                if status not in (0, 500, 503) and got.get("result") != full:
                    wrong.append((left, status, got))
                seen.add(status)
                if server.process.poll() is not None:
                    break
            results.check(not wrong, f"{name} with each amount of workspace",
                          f"503 or {full}", wrong[:2])
            results.check(503 in seen and 200 in seen, f"{name} with little workspace",
                          "503, then 200", sorted(seen))
            if not results.check(server.complaint() == "", f"the worker after {name}", "no panic",
                                 server.complaint()):
                return


def test_many(results, folder, module, environment):
    """10,000 parameters, with limits of Varnish that allow them."""
    vcl = HEAD % module + """
sub vcl_recv { return (synth(200)); }
sub vcl_synth {
    if (req.http.f == "std") { synthetic(std.querysort(req.url)); }
    else { synthetic(locus.key(req.url)); }
    return (deliver);
}
"""
    random_ = random.Random(4)
    once = [f"{n:04x}=1" for n in range(10000)]
    random_.shuffle(once)
    # Of one name, in the order in which they come
    again = [f"{random_.randrange(999):03x}={n}" for n in range(10000)]
    with Varnishd(folder / "many", vcl, environment, (
            "-p", "http_req_size=512k", "-p", "http_req_hdr_len=256k",
            "-p", "workspace_client=2m")) as server:
        for pairs, f in ((once, "std"), (once, "key"), (again, "key")):
            with urllib.request.urlopen(urllib.request.Request(
                    f"http://127.0.0.1:{server.port}/?" + "&".join(pairs), headers={"f": f}),
                    timeout=60) as response:
                got = response.read().decode()
            wanted = "/?" + "&".join(sorted(pairs, key=lambda pair: pair.split("=")[0]))
            results.check(got == wanted, f"10,000 parameters, {f}", wanted[:100], got[:100])


SEEDS = (
    b"/", b"/a/b?c=d&e=f", b"http://u:p@h.example:80/a/../b?utm_a=1&b=2#f", b"//h/a", b"*",
    b"h:443", b"/%2e%2e/%00", b"/?a=%41+b&&a;=", b"http://[::1]:8080/", b"/..%c0%af..;/\\x",
    b"ftp://h/a;type=i", b"mailto:a@b", b"gopher://h/1a%09b", b"a:1", b"/?" + b"a=1&" * 300,
)
BYTES = b"/?#&=;:@[]%.+*\\\x00\x01\t\r\n\x7f\x80\xc0\xaf\xff aZ09-_~\"<>{}|^`"


def hostile(random_, seed=None):
    text = bytearray(random_.choice(SEEDS) if seed is None else seed)
    for _ in range(random_.randrange(12)):
        at = random_.randrange(len(text) + 1)
        kind = random_.randrange(5)
        if kind == 0:
            text[at:at] = bytes(random_.choices(BYTES, k=random_.randrange(1, 6)))
        elif kind == 1:
            del text[at:at + random_.randrange(1, 8)]
        elif kind == 2:
            text[at:at] = b"%%%02x" % random_.randrange(256)
        elif kind == 3:
            other = random_.choice(SEEDS)
            text[at:at] = other[random_.randrange(len(other)):]
        else:
            text[at:at + 1] = bytes([random_.randrange(256)])
    return bytes(text)


def hostile_request(random_):
    """A request, or nearly one."""
    method = random_.choice((b"GET", b"GET", b"POST", b"CONNECT", b"OPTIONS", b"G\xc3T"))
    target = hostile(random_)
    if random_.randrange(3):
        # HTTP, so that the URL gets to the functions.
        target = bytes(byte for byte in target if byte > 0x20 and byte != 0x7f) or b"/"
    raw = method + b" " + target + b" HTTP/1.1\r\nHost: h\r\n"
    if random_.randrange(2):
        value = hostile(random_).replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"")
        raw += b"u: " + value + b"\r\n"
    raw += b"Referer: " + random_.choice(SEEDS) + b"\r\nn: a\r\n"
    return raw + (b"\r\n" if random_.randrange(20) else hostile(random_))


CALL_ALL = """
sub vcl_recv {
    if (req.http.left) { vtc.workspace_alloc(client, std.integer(req.http.left)); }
    if (!req.http.u) { set req.http.u = req.url; }
    call all;
    return (synth(200));
}
"""


def test_valgrind(results, folder, module):
    """memcheck finds nothing in the manager and the worker."""
    if not shutil.which("valgrind"):
        results.skip("valgrind is missing: install the Debian package valgrind")
        return
    log = folder / "valgrind" / "report"
    # varnishd forks; the compiler that it runs is not of interest.
    wrapper = ("valgrind", "-q", "--child-silent-after-fork=no", "--trace-children=no",
               "--soname-synonyms=somalloc=*jemalloc*", f"--log-file={log}.%p")
    random_ = random.Random(2)
    with Varnishd(folder / "valgrind", HEAD % module + ALL + CALL_ALL, wrapper=wrapper,
                  arguments=("-p", "cli_timeout=120", "-p", "thread_pools=1",
                             "-p", "thread_pool_min=5")) as server:
        client = Client(server.port)
        statuses = {client.get(payload.target) for payload in payloads(100)}
        statuses |= {client.get(example) for example in (b"*", b"http://u:p@h/a?b=1&a=%41&&c#d")}
        results.check(statuses <= {200, 400}, "statuses in valgrind", "200, 400", statuses)
        for left in range(8, 1500, 50):
            client.get("/..%2fa?b=%41&a=1&token=x", fields=[b"left: -%d" % left])
        for _ in range(300):
            client.send_once(hostile_request(random_), 0.5)
        client.close()
        results.check(client.get("/") == 200, "a request in valgrind", 200, "none")
        results.check(server.complaint() == "", "the worker in valgrind", "no panic",
                      server.complaint())
    reports = [path.read_text() for path in log.parent.glob("report.*")]
    results.check(len(reports) > 1, "processes in valgrind", "manager, worker", len(reports))
    text = "".join(reports)
    results.check(text == "", "valgrind's report", "nothing", text[:4000])


def test_hostile(results, folder, module, environment, seconds):
    """Raw bytes, most of them not HTTP, for some time: the worker must live."""
    seed = int(os.environ.get("LOCUS_HOSTILE_SEED", "1"))
    random_ = random.Random(seed)
    sent = answered = 0
    vcl = HEAD % module + ALL + CALL_ALL
    with Varnishd(folder / "hostile", vcl, environment) as server:
        client = Client(server.port)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            sent += 1
            # Much of it is only the beginning of a request: Varnish waits for the rest.
            answered += client.send_once(hostile_request(random_), 0.03)[0] != 0
            if sent % 2000 == 0 and server.process.poll() is not None:
                break
        complaint = server.complaint()
        name = f"hostile requests for {seconds} s: {sent} sent, {answered} answered"
        if results.check(complaint == "", f"{name} (LOCUS_HOSTILE_SEED={seed})",
                         "a worker that lives", complaint):
            print(name, flush=True)
        client.close()
        status = client.get("/")
        results.check(status == 200, "a request after them", 200, status)
        results.check(answered > sent // 4, "hostile requests that reach the VCL",
                      "more than a quarter", answered)
