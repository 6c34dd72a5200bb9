# SPDX-License-Identifier: MIT
"""How many instructions the module costs, and whether valgrind finds errors in it.

The number of instructions is the same in each run of one build, so a limit on it does not
depend on the load of the machine. `check --cost` prints it.
"""

import os
import re
import shutil
import signal
import unittest

import nginx_server
import payloads

# 59 bytes, and the fields of a browser.
TARGET = "/catalog/item/12345/show.html?session=8f3a11&ref=mail&page=2"
FIELDS = ("Host: www.example.org", "User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
          "Accept: text/html,application/xhtml+xml", "Accept-Language: en",
          "Referer: https://www.example.org/catalog/?page=1")
DENY = ("locus_deny invalid above-root dot-segment hidden-dot-segment encoded-slash "
        "encoded-backslash backslash double-encoded dot-parameter encoded-nul "
        "encoded-line-break overlong-utf8;")
# What each configuration adds, and the most instructions that it may cost a request.
CASES = {
    "without the module": ("", None),
    "loaded, no directive": ("", 200),
    "locus_deny of 12": (DENY, 2000),
    "locus_deny of 12, $locus_findings in the log":
        (DENY + "access_log FOLDER/a.log findings;", None),
    "$locus_key drop=utm_*,gclid sort=on in the log":
        ("locus_key drop=utm_*,gclid sort=on; access_log FOLDER/a.log key;", None),
    "a log of the same length without variables of the module":
        ("access_log FOLDER/a.log plain;", None),
}


def conf(inside, load):
    formats = "log_format plain '$request_uri';"
    if load:
        formats += "log_format findings '$request_uri $locus_findings';" \
                   "log_format key '$locus_key';"
    return (f"{formats} server {{ listen 127.0.0.1:PORT; keepalive_requests 1000000; {inside}"
            "location / { try_files /none =204; } }")


def instructions(inside, load, number):
    """How many nginx executes, from its start to its end, for so many requests."""
    with nginx_server.Nginx(
            conf(inside, load), main="master_process off;", load=load,
            command=["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]) as nginx:
        with nginx.client() as client:
            statuses = {client.get(TARGET, fields=FIELDS) for _ in range(number)}
        assert statuses == {204}, statuses
        nginx.stop(signal.SIGQUIT)
        return int(re.search(r"Collected : (\d+)", nginx.log()).group(1))


def per_request(inside, load):
    return (instructions(inside, load, 520) - instructions(inside, load, 20)) / 500


@unittest.skipUnless(shutil.which("valgrind"), "no valgrind (Debian: valgrind)")
@unittest.skipIf(nginx_server.PRELOAD, "AddressSanitizer and valgrind exclude each other")
class Valgrind(unittest.TestCase):
    def test_cost(self):
        every = "--cost" in os.environ.get("LOCUS_NGINX_ARGUMENTS", "")
        without = None
        for name, (inside, most) in CASES.items():
            if not every and most is None and without is not None:
                continue
            cost = per_request(inside, name != "without the module")
            if without is None:
                without = cost
            print(f"{cost:9.0f} instructions a request, {cost - without:+6.0f}: {name}")
            if most is not None:
                self.assertLessEqual(cost - without, most, name)

    def test_memory(self):
        """memcheck finds nothing in requests that use all of the module."""
        inside = """
            locus_deny dot-parameter invalid status=403;
            locus_key drop=a,utm_* sort=on case=off empty=off;
            locus_redact token;
            access_log FOLDER/a.log all;
            error_page 403 /page;
            location /page { try_files /none =204; }
            location /named { try_files /none @n; }
            location @n { locus_allow all; try_files /none =204; }
            """
        names = ("form scheme user host port path query fragment normal key findings error "
                 "error_offset host_error redacted query_token decoded_b").split()
        variables = " ".join(f"$locus_{name}" for name in names)
        variables += " $ref_origin $ref_normal $ref_redacted $ref_decoded_q $ref_findings"
        targets = ("/", TARGET, "/a;b?b=%41+c&token=x&&utm_x=1&a=2", "/..;/", "/named/..;/x",
                   "http://h", "http://U:8/?x#y", "http://[x]/..;/", "/?" + "&".join(
                       f"k{n}=%zz" for n in range(300)), "/%c0%af%00", "*", "//a//b/./c")
        with nginx_server.Nginx(
                f"locus_parse $http_referer as ref; log_format all '{variables}';"
                + conf(inside, False), main="master_process off;",
                command=["valgrind"]) as nginx:
            for target in targets:
                for host in ("h", "127.1:080", "a@b"):
                    nginx.get(target, host, fields=("Referer: http://u:p@R/./?q=%41&token=x",))
            for payload in payloads.payloads(100):
                self.assertIn(nginx.get(payload.target).status, (204, 400, 403), payload)
            nginx.stop(signal.SIGQUIT)
            log = nginx.log()
        self.assertIn("ERROR SUMMARY: 0 errors", log, log[-4000:])
