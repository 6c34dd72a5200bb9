# SPDX-License-Identifier: MIT
"""Wrong configurations: nginx -t names the file, the line, and what is allowed."""

import unittest

import nginx_server

# Line 18 of the configuration, in `server {}`, and the error message.
SERVER = {
    "locus_deny dot-segmnt;":
        'locus_deny: unknown finding "dot-segmnt"; did you mean "dot-segment"?',
    "locus_deny DOT-SEGMENT;":
        'locus_deny: unknown finding "DOT-SEGMENT"; did you mean "dot-segment"?',
    "locus_deny inval;": 'locus_deny: unknown finding "inval"; did you mean "invalid"?',
    "locus_deny nonsense-word;":
        'locus_deny: unknown finding "nonsense-word"; doc/nginx.md lists the findings; '
        '"invalid" is a target that its grammar rejects',
    "locus_deny parameter parameter;":
        'locus_deny: "parameter" is named twice on this level',
    "locus_deny parameter; locus_deny parameter status=404;":
        'locus_deny: "parameter" is named twice on this level',
    "locus_deny status=403;":
        'locus_deny: no finding; what is to be denied, such as "above-root" or "invalid"?',
    "locus_deny parameter status=200;":
        'locus_deny: invalid status "200"; it must be from 400 to 499, but not 408, 494 to 497 '
        'or 499, which nginx does not send',
    "locus_deny parameter status=499;": 'locus_deny: invalid status "499"; it must be',
    "locus_deny parameter status=500;": 'locus_deny: invalid status "500"; it must be',
    "locus_deny parameter status=;": 'locus_deny: invalid status ""; it must be',
    "locus_deny parameter status=4x4;": 'locus_deny: invalid status "4x4"; it must be',
    "locus_deny parameter status=403 status=404;":
        'locus_deny: a second status "404"; use one locus_deny for each status',
    "locus_deny parameter staus=403;":
        'locus_deny: unknown parameter "staus"; did you mean "status"?',
    "locus_deny parameter code=403;":
        'locus_deny: unknown parameter "code"; the only one is "status=", as in "status=403"',
    "locus_deny;": 'invalid number of arguments in "locus_deny" directive',
    "locus_allow parametr;":
        'locus_allow: unknown finding "parametr"; did you mean "parameter"?',
    "locus_allow parameter status=403;":
        'locus_allow: unknown parameter "status=403"; locus_allow takes names of findings, or '
        '"all"',
    "locus_allow all parameter;":
        'locus_allow: "all" cannot be combined with other findings',
    "locus_allow all; locus_allow parameter;":
        'locus_allow: "all" cannot be combined with other findings',
    "locus_deny parameter; locus_allow parameter;":
        'locus_allow: "parameter" is both denied and allowed on this level; locus_allow removes '
        'what a level inherits',
    "locus_allow invalid; locus_deny invalid;":
        'locus_deny: "invalid" is both denied and allowed on this level; locus_allow removes '
        'what a level inherits',
    "locus_grammar web-taget;":
        'locus_grammar: unknown grammar of request targets "web-taget"; did you mean '
        '"web-target"?',
    "locus_grammar rfc3986;":
        'locus_grammar: unknown grammar of request targets "rfc3986"; "web-target" allows the '
        'bytes that clients send, "request-target" those of RFC 9112',
    "locus_grammar web-target; locus_grammar web-target;":
        '"locus_grammar" directive is duplicate',
    "locus_key sort;":
        'locus_key: invalid parameter "sort"; it must be NAME=VALUE, as in '
        '"drop=utm_*,gclid sort=on case=on empty=off"',
    "locus_key sort=yes;": 'locus_key: invalid value "yes"; "sort=" must be "on" or "off"',
    "locus_key sort=on sort=off;": 'locus_key: "sort=" is duplicate',
    "locus_key dorp=a;": 'locus_key: unknown parameter "dorp"; did you mean "drop"?',
    "locus_key keep=a;":
        'locus_key: unknown parameter "keep"; they are "drop=", "sort=", "case=" and "empty="',
    "locus_key drop=a,,b;":
        'locus_key: invalid list "a,,b" at byte 2; it must be names with "," between them, and '
        '"*" only at the end of a name, as in "utm_*,gclid"',
    "locus_key drop=;": 'locus_key: invalid list "" at byte 0; it must be',
    "locus_key drop=a,;": 'locus_key: invalid list "a," at byte 2; it must be',
    "locus_key drop=a*b;": 'locus_key: invalid list "a*b" at byte 2; it must be',
    "locus_key drop=*;": 'locus_key: invalid list "*" at byte 0; it must be',
    "locus_key sort=on; locus_key sort=on;": '"locus_key" directive is duplicate',
    "locus_redact token mask=a&b;":
        'locus_redact: invalid mask; it must be at most 64 bytes that are allowed in a user and '
        'in a value, such as "XXX"',
    "locus_redact token 'mask=a b';": 'locus_redact: invalid mask; it must be',
    "locus_redact a; locus_redact b;": '"locus_redact" directive is duplicate',
    "locus_parse $http_referer as ref;": '"locus_parse" directive is not allowed here',
    "set $locus_path x;": 'the duplicate "locus_path" variable',
}
HTTP = {
    "locus_parse $http_referer ref ref;":
        'locus_parse: "ref" instead of "as"; it must be "locus_parse VALUE as NAME;", as in '
        '"locus_parse $http_referer as ref;"',
    "locus_parse $http_referer as 1a;":
        'locus_parse: invalid name "1a" at byte 0; it must be a letter, then letters, digits '
        'and "_", as in "ref", for the variables $ref_host, ...',
    "locus_parse $http_referer as a-b;": 'locus_parse: invalid name "a-b" at byte 1; it must',
    "locus_parse $http_referer as http;":
        'locus_parse: the variables $http_... already exist; choose another name',
    "locus_parse $http_referer as locus;":
        'locus_parse: the variables $locus_... already exist; choose another name',
    "locus_parse $http_referer as a; locus_parse $uri as A;":
        'locus_parse: the variables $a_... already exist; choose another name',
    "locus_parse $http_referer as remote;": 'the duplicate "remote_user" variable',
    "locus_parse $none as ref;": 'unknown "none" variable',
    "locus_parse $http_referer as ref grammar=rfc398;":
        'locus_parse: unknown grammar "rfc398"; did you mean "rfc3986"?',
    "locus_parse $http_referer as ref grammar=web-target;":
        'locus_parse: unknown grammar "web-target"; "web" allows the bytes that occur in '
        'practice, "rfc3986" those of the RFC',
    "locus_parse $http_referer as ref gramar=web;":
        'locus_parse: unknown parameter "gramar=web"',
    "locus_parse $http_referer as ref web;":
        'locus_parse: unknown parameter "web"; the only one is "grammar=", as in '
        '"grammar=rfc3986"',
    "locus_parse $http_referer as;":
        'invalid number of arguments in "locus_parse" directive',
}


class Refused(unittest.TestCase):
    def check(self, cases, inside):
        for text, message in cases.items():
            with self.subTest(text):
                # A line of its own, whose number nginx must give.
                http = inside(f"\n# here\n{text}\n")
                status, said = nginx_server.test_conf(http)
                self.assertEqual(status, 1)
                self.assertIn("[emerg]", said)
                self.assertIn(message, said)
                if not message.startswith("unknown \""):
                    self.assertIn(f"in FOLDER/nginx.conf:{self.line(http)}", said)

    def line(self, http):
        with nginx_server.folder() as path:
            lines = nginx_server.write_conf(path, http).read_text().split("\n")
        return lines.index("# here") + 2

    def test_server(self):
        self.check(SERVER, lambda text: f"server {{ {text} }}")

    def test_location(self):
        self.check({text: message for text, message in SERVER.items()
                    if text.startswith(("locus_deny", "locus_key"))},
                   lambda text: f"server {{ location / {{ {text} }} }}")

    def test_http(self):
        self.check(HTTP, lambda text: text)

    def test_accepted(self):
        """A correct configuration is accepted, on every level, without a message."""
        rules = ("locus_deny dot-segment invalid; locus_deny above-root status=444;"
                 "locus_allow parameter; locus_grammar request-target;"
                 "locus_key drop=utm_*,gclid sort=on case=off empty=off;"
                 "locus_redact token 'a b' a=b mask=***;")
        status, said = nginx_server.test_conf(f"""
            locus_parse $http_referer as ref;
            locus_parse http://$host$request_uri as this_url grammar=rfc3986;
            {rules}
            server {{ {rules} location / {{ {rules} if ($args) {{ {rules} }} }} }}
            log_format l '$ref_host $ref_query_a $locus_decoded_b $this_url_origin';""")
        self.assertEqual((status, said), (0, ""))
