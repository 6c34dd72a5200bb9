# SPDX-License-Identifier: MIT
"""Tests of the VMOD with a running varnishd: the configuration of doc/varnish.md, payloads,
every size of workspace, and hostile bytes."""

import os
import random
import re
import shutil
import time
from pathlib import Path

import hostile
from installed import pkg_config
from loopback import Backend, Client
from payloads import payloads
from vmod_server import Varnishd

PAGE = Path(__file__).resolve().parents[3] / "doc" / "varnish.md"


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
    results.true("the rules of the page", len(rules(vcl)) <= 10, len(rules(vcl)))
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
        results.true(f"{len(sent)} payloads", not wrong, wrong[:5])
        results.true("payloads that are allowed", allowed < len(sent) // 10, allowed)
        reached = [target for target in backend.targets()
                   if b"%2f" in target.lower() or b"%00" in target or b"%5c" in target.lower()
                   or b"/../" in target or b"..;" in target or b"%25" in target
                   or b"%0a" in target.lower()]
        results.true("what reached the backend", not reached, reached[:5])
        # One request to the backend for each resource.
        same = (b"/list?b=2&a=1", b"/list?a=1&b=2", b"/./list?a=1&&b=2", b"/%6cist?%61=1&b=2#f",
                b"/list?utm_source=x&b=2&gclid=y&a=1", b"http://h.example/list?b=2&a=1",
                b"http://h.example/x/../list?b=2&a=1&utm_medium=z")
        for target in same:
            status = client.get(target)
            results.same(target, status, 200)
        got = backend.targets()
        results.same("one cache key", got, [b"/list?a=1&b=2"])
        # The other forms
        for method, target, wanted in (
                (b"OPTIONS", b"*", 200), (b"GET", b"*", 400), (b"GET", b"h:443", 200),
                (b"CONNECT", b"/a", 400), (b"GET", b"http://u@h.example/", 400),
                (b"GET", b"http://h?x/y", 400), (b"GET", b"https://u@h/a?b", 200),
                (b"GET", b"http://other.example:81?q", 200),
                # Varnish's own VCL pipes these, and with them all that the client sends then.
                (b"FOO", b"/", 405), (b"CONNECT", b"h:443", 405),
                # Schemes whose paths have no segments
                (b"GET", b"news://h/..;/a", 400), (b"GET", b"mailto://h/a//b", 400),
                # URIs whose path does not begin with "/"
                (b"GET", b"x:a/%2e%2e/b", 400), (b"GET", b"x:..;/b", 400),
                (b"GET", b"x:a?f=../../etc/passwd", 400), (b"GET", b"tel:5?q", 400)):
            status = client.get(target, method)
            results.same(method + b" " + target, status, wanted)
        got = backend.targets()
        results.same("other forms", got, [b"*", b"h:443", b"/a?b", b"/?q"])
        # Ordinary requests are allowed.
        for target in (b"/", b"/a/b.html", b"/search?q=caf%C3%A9+x&page=2", b"/img/a%20b.png",
                       b"/~user/", b"/a;v=1/b", b"/api/v1/users/42?fields=a,b",
                       b"/wiki/C%2B%2B", b"/a-b_c.d~e"):
            status = client.get(target)
            results.same(target, status, 200)
        results.same("the worker", server.complaint(), "")
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
    header = (Path(pkg_config("--variable=includedir", "locus")) / "locus.h").read_text()
    names = [name.lower().replace("_", "-")
             for name in re.findall(r"^ +LOCUS_FINDING_(\w+),", header, re.M)]
    results.same("the table of findings", [name for name, _ in rows], names)
    with Varnishd(folder / "findings", vcl, environment) as server:
        client = Client(server.port)
        for name, example in rows:
            example = example.replace("\\t", "\t").replace("\\\\", "\\")
            got = client.ask("/", fields=[b"u: " + example.encode()]).fields
            results.true(f"{example}: {name}", f", {name}, " in got.get("found", "") + " ",
                         got)


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
            status, got, _ = client.ask(b"/", fields=fields)
            full = got.get("result")
            results.true(f"{name} with all workspace", status == 200 and full, got)
            seen, wrong = set(), []
            for left in range(8, 2600, 8):
                status, got, _ = client.ask(b"/", fields=[*fields, b"left: -%d" % left])
                # With very little workspace Varnish itself has too little for the response.
                if status not in (0, 500, 503) and got.get("result") != full:
                    wrong.append((left, status, got))
                seen.add(status)
                if server.process.poll() is not None:
                    break
            results.true(f"{name} with each amount of workspace", not wrong, wrong[:2])
            results.true(f"{name} with little workspace", 503 in seen and 200 in seen,
                         sorted(seen))
            if not results.same(f"the worker after {name}", server.complaint(), ""):
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
            got = Client(server.port, seconds=60).ask("/?" + "&".join(pairs), fields=[f"f: {f}"])
            wanted = "/?" + "&".join(sorted(pairs, key=lambda pair: pair.split("=")[0]))
            results.same(f"10,000 parameters, {f}", (got.status, got.body), (200, wanted))


CALL_ALL = """
sub vcl_recv {
    if (req.http.left) { vtc.workspace_alloc(client, std.integer(req.http.left)); }
    if (!req.http.u) { set req.http.u = req.url; }
    call all;
    return (synth(200));
}
"""


def hostile_request(random_):
    return hostile.request(random_, (b"u", b"Referer"), b"n: a\r\n")


def test_valgrind(results, folder, module):
    """memcheck finds nothing in the manager and the worker."""
    if not shutil.which("valgrind"):
        results.skip("valgrind", "it is missing: install the Debian package valgrind")
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
        results.true("statuses in valgrind", statuses <= {200, 400}, statuses)
        for left in range(8, 1500, 50):
            client.get("/..%2fa?b=%41&a=1&token=x", fields=[b"left: -%d" % left])
        for _ in range(300):
            client.send_once(hostile_request(random_), 0.5)
        client.close()
        results.same("a request in valgrind", client.get("/"), 200)
        results.same("the worker in valgrind", server.complaint(), "")
    reports = [path.read_text() for path in log.parent.glob("report.*")]
    results.true("processes in valgrind", len(reports) > 1, len(reports))
    text = "".join(reports)
    results.same("valgrind's report", text, "")


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
            answered += client.send_once(hostile_request(random_), 0.03).status != 0
            if sent % 2000 == 0 and server.process.poll() is not None:
                break
        complaint = server.complaint()
        name = f"hostile requests for {seconds} s: {sent} sent, {answered} answered"
        if results.same(f"{name} (LOCUS_HOSTILE_SEED={seed})", complaint, ""):
            print(name, flush=True)
        client.close()
        status = client.get("/")
        results.same("a request after them", status, 200)
        results.true("hostile requests that reach the VCL", answered > sent // 4, answered)
