# SPDX-License-Identifier: MIT
"""locus explain. tests/golden/meaning has what it shows of each scheme; here is how."""

import os
import pty
import subprocess

from support import (TIMEOUT, Case, environment, locus, read_terminal, records, start,
                     texts)


class Explain(Case):
    def explain(self, *arguments, status=0):
        return self.one_record("explain", "-o", "json", *arguments, status=status)

    def test_protocols(self):
        """What a client sends, or why it refuses to."""
        record = self.explain("--mail", "me@example.org", "ftp://h/f;type=a")
        self.assertEqual((record["login"], record["port"], record["commands"]), (
            "anonymous", 21, ["USER anonymous", "PASS me@example.org", "TYPE a", "RETR f"]))
        record = self.explain("ftp://h/f")
        self.assertEqual(record["commands"], ["USER anonymous", "RETR f"])
        record = self.explain("gopher://h/7s%09a%20b%09!+A%20+B")
        self.assertEqual({key: record[key] for key in ("sends", "type", "object", "plus")}, {
            "sends": "s\ta b\t!+A +B\r\n", "type": "7", "object": "search", "plus": "attributes"})
        self.assertEqual([p["name"]["text"] for p in record["plus_pieces"]], ["+A", "+B"])
        self.assertEqual(self.explain("gopher://h/1s%09%09+")["plus_pieces"], [])
        self.assertNotIn("plus_pieces", self.explain("gopher://h/1s%09%09x"))
        self.assertEqual(self.explain("gopher://h/%00s")["type"], "\0")
        for key, url in (("commands", "ftp://h/a%0D%0ADELE%20b"), ("sends", "gopher://h/1a%0Ab")):
            self.assertEqual(self.explain(url)[key]["error"]["code"], "protocol")

    def test_pieces(self):
        url = "http://h/a/%2F//b?x=1&y;z=#f"
        record = self.explain(url)
        self.assertEqual([s["text"] for s in record["segments"]], ["a", "%2F", "", "b"])
        self.assertEqual([(p["name"]["text"], p["value"] and p["value"]["text"])
                          for p in record["pairs"]],
                         [("x", "1"), ("y", None), ("z", "")])
        for span in record["segments"] + [p["name"] for p in record["pairs"]]:
            self.assertEqual(url[span["off"]:span["off"] + span["len"]], span["text"])
        # Of these, "/" separates nothing, and the search of a wais URL is one text.
        self.assertNotIn("segments", self.explain("mailto:a/b@c"))
        self.assertNotIn("pairs", self.explain("wais://h/d?a=b"))
        record = self.explain("-g", "rfc1630", "wais://h/d/t/1=a;2=b/c;")
        self.assertEqual([(f["name"]["text"], f["value"]["text"])
                          for f in record["fields"]], [("1", "a"), ("2", "b/c")])
        # Only pairs may be decoded.
        self.assertEqual(list(record["fields"][0]["name"]), ["off", "len", "text"])

    def test_plus(self):
        """Whether "+" is a space in a query is optional (RFC 1630, Query strings)."""
        url = "http://h/a+b?a+b=c%2Bd+%26;e%3D&f="
        for options, name, value in (([], "a+b", "c+d+&"), (["--plus"], "a b", "c+d &")):
            with self.subTest(options=options):
                pairs = self.explain(*options, url)["pairs"]
                self.assertEqual([(p["name"]["decoded"], p["value"] and p["value"]["decoded"])
                                  for p in pairs], [(name, value), ("e=", None), ("f", "")])
                self.assertEqual(pairs[0]["value"]["text"], "c%2Bd+%26")
        record = self.explain("http://h/?a=%FF")
        self.assertEqual(record["pairs"][0]["value"]["decoded"], "\ufffd")
        self.assertIs(record["lossy"], True)
        self.assertEqual(self.explain("-g", "web", "http://h/?a=100%")["pairs"][0]["value"]["decoded"],
                         "100%")
        result = self.check(locus("explain", "-o", "human", "--plus", "http://h/?q=a+b&c=d"), 0)
        self.assertIn(b"q = a+b  (q = a b)\n", result.out)
        self.assertIn(b"c = d\n", result.out)

    def test_objects(self):
        for url, wanted in (
                ("mailto:a@b", {"object": "mailbox", "named_by": "address"}),
                ("news:*", {"object": "all-groups", "named_by": "group"}),
                ("x:y", {"object": "resource", "named_by": "path"}),
                ("telnet://u@h", {"login": "advisory"}),
                ("file://h/etc", {"host_is": "named"}),
                # RFC 8089, section 2: file-hier-part = ( "//" auth-path ) / local-path
                ("file:/etc/motd", {"grammar": "rfc3986", "host_is": "local"})):
            with self.subTest(url=url):
                record = self.explain(url)
                self.assertEqual({key: record[key] for key in wanted}, wanted)

    def test_findings(self):
        record = self.explain("http://u:p@h:25/a/..;/b")
        self.assertEqual([f["name"] for f in record["findings"]],
                         ["password", "user", "other-port", "reserved-port",
                          "parameter", "dot-parameter"])
        self.assertTrue(all(len(f["message"]) > 10 for f in record["findings"]))

    def test_findings_of_parse(self):
        """parse --findings has the same; test_scan has its formats."""
        url = "http://h/a/%2e%2E/b"
        found = self.explain(url)["findings"]
        self.assertEqual([f["name"] for f in found], ["encoded-unreserved", "hidden-dot-segment"])
        result = self.check(locus("parse", "--findings", "-o", "json", url, "http://h", "a b"), 1)
        self.assertEqual([r["findings"] for r in records(result.out)],
                         [[f["name"] for f in found], [], ["space"]])
        self.assertNotIn("findings", self.one_record("parse", "-o", "json", url))
        result = self.check(locus("parse", "--findings", "-o", "human", url), 0)
        for finding in found:
            self.assertIn("\n%(name)s: %(message)s\n" % finding, result.out.decode())
        self.usage("parse", "--findings", "--get", "{host}", "x:", says=("{findings}",))

    def test_addresses(self):
        """RFC 6890; RFC 4291, section 2.5.5; RFC 6761, section 6.3; and inet_aton()."""
        for host, address, ipv4, embedding in (
                ("8.8.8.8", "global", None, None),
                ("[fd00:ec2::254]", "unique-local", None, None),
                ("[::ffff:169.254.169.254]", "link-local", "169.254.169.254", "ipv4-mapped"),
                ("0x7f.1", "loopback", "127.0.0.1", None),
                ("LOCALHOST.", "loopback", None, None),
                ("example.org", None, None, None), ("", None, None, None)):
            with self.subTest(host=host):
                record = self.explain("http://%s/" % host)
                self.assertEqual((record.get("address_class"), record.get("ipv4"),
                                  record.get("embedding")), (address, ipv4, embedding))
                reported = [rest for label, rest in self.reported("http://%s/" % host)
                        if label == "address"]
                expected = [] if not address else [
                    address + (", IPv4 " + ipv4 if ipv4 else "")
                    + (" (%s)" % embedding if embedding else "")]
                self.assertEqual(reported, expected)

    def test_invalid(self):
        record = self.explain("http://a b", status=1)
        self.assertFalse(record["valid"])
        self.assertEqual(record["error"]["offset"], 8)
        self.assertEqual([f["name"] for f in record["findings"]], ["space"])

    def test_grammar(self):
        """RFC 1738 is used for its schemes except http; -g overrides that."""
        for url in ("http://h/~a#b", "http://h/a", "https://h/a", "x:y", "x://h/a"):
            self.assertEqual(self.explain(url)["grammar"], "rfc3986", url)
        for url in ("ftp://h/a", "news:g", "FILE:///a"):
            self.assertEqual(self.explain(url)["grammar"], "rfc1738", url)
        self.assertEqual(self.explain("ftp://h/~a", status=1)["grammar"], "rfc1738")
        self.assertEqual(self.explain("-g", "web", "ftp://h/a|b")["grammar"], "web")
        self.assertNotIn("commands", self.explain("-g", "rfc3986", "ftp://h/a"))

    def test_lossy(self):
        for url, lossy in (("http://h/\udcff?a=b", True), ("http://h/?\udcff", True),
                           ("http://h/#\udcff", True), ("http://h/\u00e9", None)):
            with self.subTest(url=url):
                self.assertEqual(self.explain("-g", "web", url).get("lossy"), lossy)

    def test_relative(self):
        record = self.explain("-g", "rfc3986-reference", "../a?b")
        self.assertNotIn("scheme", record)
        self.assertEqual([s["text"] for s in record["segments"]], ["..", "a"])

    def test_each_item_gives_a_record(self):
        result = locus("explain", "-o", "json", stdin=b"http://h\nno\n\nftp://h\r\n")
        self.check(result, 1)
        self.assertEqual([r["valid"] for r in records(result.out)],
                         [True, False, False, True])
        result = locus("explain", "-0", "-o", "json", stdin=b"http://h\0x:\ny\0")
        self.check(result, 1)
        self.assertEqual([r["valid"] for r in records(result.out)], [True, False])

    def test_for_people(self):
        result = self.check(locus("explain", "-o", "human", "ftp://h/d/f;type=i", "x y"), 1)
        text = result.out.decode()
        for line in ("ftp://h/d/f;type=i  (rfc1738)", "  means     a file",
                     "  sends     USER anonymous", "  sends     CWD d",
                     "  sends     TYPE i", "  sends     RETR f"):
            self.assertIn(line, text.split("\n"))
        self.assertIn("  invalid   byte 1", text)
        self.assertIn("\nspace: ", text)

    def people(self, *arguments, status=0):
        result = self.check(locus("explain", "-o", "human", *arguments), status)
        return result.out.decode()

    def test_lines_of_protocols_for_people(self):
        for url, line in (("gopher://h/7s%09q", "  sends     s\\x09q"),
                          ("gopher://h/1a%0Ab", "  refused   "),
                          ("ftp://h/a%0D%0ADELE%20b", "  refused   "),
                          ("gopher://h/1s%09%09+v", "  asks for  view"),
                          ("file:///etc/motd", "  means     a file, on this machine"),
                          ("file://h/etc/motd", "  means     a file, on its host")):
            with self.subTest(url=url):
                self.assertIn("\n" + line, self.people("-g", "rfc1738", url))
        # With RFC 3986 there is nothing to send: its URLs have no such parts.
        self.assertNotIn("sends", self.people("-g", "rfc3986", "ftp://h/a"))
        self.assertNotIn("means", self.people("-g", "rfc3986-reference", "../a"))

    def test_pieces_for_people(self):
        """The decoded text is shown beside the raw text if they differ."""
        out = self.people("-g", "web", "http://h/a%20b/c?n%31=v&%6e&x=%41&=")
        for line in ("n%31 = v  (n1 = v)", "%6e  (n)", "x = %41  (x = A)"):
            self.assertIn(line + "\n", out)

    def reported(self, *arguments):
        """The output for people, as pairs of a label and its text."""
        return [(line[2:12].rstrip(), line[12:])
                for line in self.people(*arguments).split("\n") if line.startswith("  ")]

    def test_the_view_for_people_shows_what_json_has(self):
        for grammar, url in (("rfc1738", "ftp://u@h:2121/a/b;type=i"), ("rfc1738", "ftp://h"),
                             ("rfc1738", "gopher://h/7s%09q%09!A%20B"),
                             ("rfc1738", "telnet://u@h"), ("rfc1738", "mailto:a@b"),
                             ("rfc1738", "wais://h/d?q"), ("rfc1630", "wais://h/d/t/1=a;2=b;"),
                             ("rfc1738", "prospero://h/n;a=1;b="), ("web", "x:"),
                             ("web", "http://h/a/?b=c&d&=#f"), ("rfc3986", "http://h:99999/")):
            with self.subTest(url=url):
                record = self.explain("-g", grammar, url)
                reported = self.reported("-g", grammar, url)
                parts = texts(records(locus("parse", "-o", "json", "-g", grammar, url).out)[0])
                wanted = [(record["named_by"], parts.get(record["named_by"], ""))]
                wanted += [(label, str(record[member]))
                           for label, member in (("host", "host"), ("port", "port"),
                                                 ("type", "type"), ("asks for", "plus"))
                           if record.get(member) is not None and label != record["named_by"]]
                wanted += [("segment", span["text"]) for span in record.get("segments", [])]
                for label, member in (("pair", "pairs"), ("field", "fields"),
                                      ("Gopher+", "plus_pieces")):
                    wanted += [(label, " = ".join(piece[key]["text"] for key in ("name", "value")
                                                  if piece[key]))
                               for piece in record.get(member, [])]
                wanted += [("sends", command) for command in record.get("commands", [])]
                if "sends" in record:
                    wanted.append(("sends", "".join(c if c >= " " else "\\x%02X" % ord(c)
                                                    for c in record["sends"])))
                # These two are worded differently; empty ones are left out.
                wanted += [("login", "")] * (record["login"] != "none") + [("means", "")]
                reported = [(label, "" if label in ("login", "means") else text)
                        for label, text in reported]
                self.assertEqual(sorted(reported), sorted(
                    pair for pair in wanted if pair != (record["named_by"], "")))

    def test_to_a_terminal(self):
        """The default is the format for people; each record is written immediately."""
        terminal, theirs = pty.openpty()
        with open(terminal, "rb", buffering=0):
            child = start("explain", stdin=subprocess.PIPE, stdout=theirs, stderr=None,
                          env=environment(TERM="xterm"))
            os.close(theirs)
            for url in (b"ftp://h/a", b"mailto:a@b"):
                child.stdin.write(url + b"\n")
                child.stdin.flush()
                shown = b""
                while b"means" not in shown:
                    shown += read_terminal(terminal)
                self.assertIn(url + b"  (rfc1738)", shown)
            child.stdin.close()
            self.assertEqual(child.wait(TIMEOUT), 0)

    def test_usage(self):
        self.usage("explain", "-o", "tsv", "x:", says=("human, json",))
        self.usage("explain", "--mail", "a\nb", "x:", says=("--mail",))
        self.usage("explain", "-g", "nope", says=("unknown grammar",))
        self.usage("explain", "--nope", says=("unknown option",))
