# SPDX-License-Identifier: MIT
"""The table of doc/clickhouse.md: URLs of each kind that ClickHouse's own functions answer
wrongly, with both answers, as the engine gives them."""

import json

# What is wrong with ClickHouse's answer, with the section of RFC 3986; the URL; the two
# expressions, in which `u` is the URL; and what is right according to the RFC.
ROWS = (
    ("userinfo with a password (3.2.1)", "http://u:p@h:8080/", "domain(u)", "locus_host(u)", "h"),
    ("userinfo with a password (3.2.1)", "http://u:p@h:8080/", "port(u)", "locus_port(u)", 8080),
    ("userinfo that looks like a host (3.2.1)", "http://good.example:80@evil.example/",
     "domain(u)", "locus_host(u)", "evil.example"),
    ("userinfo with an escape (3.2.1)", "http://good.example%2f@evil.example/", "domain(u)",
     "locus_host(u)", "evil.example"),
    ("userinfo with an escape (3.2.1)", "http://u%40x@h.example:8080/", "port(u)", "locus_port(u)",
     8080),
    ("userinfo with ~ & ; = (3.2.1)", "http://u;v@h.example:8080/", "domain(u)", "locus_host(u)",
     "h.example"),
    ("userinfo with ~ & ; = (3.2.1)", "http://u;v@h.example:8080/", "port(u)", "locus_port(u)", 8080),
    ("a host without a dot (3.2.2)", "http://localhost/", "domain(u)", "locus_host(u)",
     "localhost"),
    ("a host without a dot (3.2.2)", "http://localhost:8080/", "port(u)", "locus_port(u)", 8080),
    ("a final dot (3.2.2)", "http://example.org./", "domain(u)", "locus_host(u)", "example.org."),
    ("a final dot (3.2.2)", "http://example.org.:8080/", "port(u)", "locus_port(u)", 8080),
    ("an escape in the host (3.2.2)", "http://ex%61mple.org/", "domain(u)", "locus_host(u)",
     "ex%61mple.org"),
    ("an escape in the host (3.2.2)", "http://ex%61mple.org:8080/", "port(u)", "locus_port(u)", 8080),
    ("an escape in the host (3.2.2)", "http://ex%61mple.org/", "netloc(u)", "locus_host(u)",
     "ex%61mple.org"),
    ("a host with ~ & ; = (3.2.2)", "http://a~b.example:8080/", "domain(u)", "locus_host(u)",
     "a~b.example"),
    ("a host with ~ & ; = (3.2.2)", "http://a~b.example:8080/", "port(u)", "locus_port(u)", 8080),
    ("a host with ~ & ; = (3.2.2)", "http://a~b.example:8080/", "netloc(u)", "locus_host(u)",
     "a~b.example"),
    ("an IP literal (3.2.2)", "http://[::1]:80/", "domain(u)", "locus_host(u)", "[::1]"),
    ("an IP literal (3.2.2)", "http://[::1]:80/", "port(u)", "locus_port(u)", 80),
    ("an IP literal (3.2.2)", "http://[::1]:80/", "netloc(u)", "locus_host(u)", "[::1]"),
    ("an empty host (3.2.2)", "http://:8080/", "port(u)", "locus_port(u)", 8080),
    ("an empty host (3.2.2)", "file:///a/b", "netloc(u)", "locus_host(u)", ""),
    ("a port without a path after it (3.2.3)", "http://h.example:8080?a", "port(u)", "locus_port(u)",
     8080),
    ("no authority (3)", "mailto:a@b.example", "netloc(u)", "locus_host(u)", None),
    ("no authority (3)", "mailto:a@b.example", "domainRFC(u)", "locus_host(u)", None),
    ("no authority (3.3)", "mailto:a@b.example", "path(u)", "locus_path(u)", "a@b.example"),
    ("no authority (3.3)", "data:text/plain,a", "path(u)", "locus_path(u)", "text/plain,a"),
    ("a slash in the path (3.3)", "http://h.example/a/b", "netloc(u)", "locus_host(u)", "h.example"),
    ("@ in the path (3.3)", "http://h.example/a@b", "netloc(u)", "locus_host(u)", "h.example"),
    ("a fragment (3.5)", "http://h.example/#a", "netloc(u)",
     "locus_host(u)", "h.example"),
    ("a query with a slash (3.4)", "http://h.example/?b/c", "netloc(u)", "locus_host(u)",
     "h.example"),
    ("@ in the query (3.4)", "http://h.example/?a@b", "netloc(u)", "locus_host(u)", "h.example"),
    ("? in a value (3.4)", "http://h.example?x=?a=1", "netloc(u)", "locus_host(u)", "h.example"),
    ("a query in the fragment (3.5)", "http://h.example/#/route?a=1", "queryString(u)",
     "locus_query(u)", None),
    ("a parameter in the fragment (3.5)", "http://h.example/#/route?a=1",
     "extractURLParameter(u, 'a')", "locus_parameter(u, 'a')", None),
    ("a parameter after # (3.5)", "http://h.example/?x=1#a=2&a=3", "extractURLParameter(u, 'a')",
     "locus_parameter(u, 'a')", None),
    ("? in a value (3.4)", "http://h.example/?x=?a=1", "extractURLParameter(u, 'a')",
     "locus_parameter(u, 'a')", None),
    ("an escaped key (6.2.2.2)", "http://h.example/?%61=1", "extractURLParameter(u, 'a')",
     "locus_parameter(u, 'a')", "1"),
    ("a key without a value (3.4)", "http://h.example/?a&a=1", "extractURLParameter(u, 'a')",
     "locus_parameter(u, 'a')", ""),
    ("no URL (3)", "http://exa mple.org/", "netloc(u)", "locus_host(u)", None),
    ("no URL (3.2)", "http://example.org\\@evil.example/", "netloc(u)", "locus_host(u)", None),
    ("no query, not an empty one (3.4)", "http://h.example/", "queryString(u)", "locus_query(u)", None),
)
BEGIN = "<!-- table: written by integrations/clickhouse/check --table -->\n"
END = "<!-- end -->\n"


def quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def ask(engine, url, expression):
    """The value of an expression in which u is the URL, as Python has it."""
    line = engine.query("SELECT %s FROM (SELECT materialize(%s) AS u) FORMAT JSONCompactEachRow"
                        % (expression, quote(url)))
    return json.loads(line)[0]


def literal(value):
    return "NULL" if value is None else quote(value) if isinstance(value, str) else str(value)


def table(engine):
    """The lines of the page."""
    lines = ["| `u` | what it has | ClickHouse | | locus | |\n", "|---|---|---|---|---|---|\n"]
    for about, url, theirs, ours, _ in ROWS:
        cells = (["`%s`" % url, about]
                 + ["`%s`" % text.replace("|", "\\|")
                    for expression in (theirs, ours)
                    for text in (expression, literal(ask(engine, url, expression)))])
        lines.append("| %s |\n" % " | ".join(cells))
    return "".join(lines)


def in_page(page):
    """The table in the page."""
    return page.split(BEGIN)[1].split(END)[0]
