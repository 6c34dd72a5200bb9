# SPDX-License-Identifier: MIT
"""LOCUS_KERNEL: every kernel that the processor can run gives the same results."""

import functools
import random
import re

from support import DEMO_LOG, GRAMMARS, KERNELS, Case, environment, lines, locus
from test_scan import log
from test_streams import CONTEXTS, SAMPLE
from test_threads import text


def using(kernel):
    return environment(LOCUS_KERNEL=kernel)


def value(name, **options):
    """The value of this name in the output of `locus grammars`."""
    out = locus("grammars", **options).out.decode()
    (found,) = re.findall(r"(?m)^%s +(.*)$" % name, out)
    return found


@functools.cache
def kernels():
    return value("kernels", env=using("")).split()


class Choice(Case):
    def test_those_there_are(self):
        names = kernels()
        self.assertEqual(len(set(names)), len(names))
        self.assertLessEqual(set(names), set(KERNELS))
        self.assertIn(names[-1], ("portable", "off"))

    def test_the_fastest_is_used(self):
        """The default is the first one; an empty name means the default."""
        self.assertEqual(value("kernel", env=using("")), kernels()[0])

    def test_each_can_be_forced(self):
        for name in kernels():
            with self.subTest(kernel=name):
                self.assertEqual(value("kernel", env=using(name)), name)
                self.assertEqual(value("kernels", env=using(name)), " ".join(kernels()))

    def test_others_cannot(self):
        there = kernels()
        for name in ("nonsense", "AVX2", "avx", "avx5122", " portable", "portable ",
                     *(set(KERNELS) - set(there))):
            for verb in (["scan"], ["parse", "a:"], ["grammars"]):
                with self.subTest(kernel=name, verb=verb):
                    result = locus(*verb, stdin=b"http://h/", env=using(name))
                    self.check(result, 2, b"", err=None)
                    self.assertEqual(
                        result.err.decode().splitlines()[0],
                        "locus: LOCUS_KERNEL: unknown kernel '%s' (%s)"
                        % (name, ", ".join(there)))


class Results(Case):
    def equal(self, arguments, data, **options):
        """Runs the command with each kernel. Returns the common output."""
        results = [locus(*arguments, stdin=data, env=using(name)) for name in kernels()]
        for name, result in zip(kernels(), results):
            with self.subTest(kernel=name, arguments=arguments):
                self.assertEqual(result, results[0])
        return results[0]

    def test_scan(self):
        with open(DEMO_LOG, "rb") as file:
            demo = file.read()
        for context in CONTEXTS:
            for data in (SAMPLE, demo, b"".join(log(seed=5, count=2000))):
                result = self.equal(["scan", *context, "-o", "json"], data)
                # A log contains no wrapper.
                if data is SAMPLE or "wrapped" not in context:
                    self.assertGreater(len(lines(result.out)), 30)

    def test_scan_random_texts(self):
        rng = random.Random(512)
        for _ in range(10):
            data = text(rng, 200000)
            for context in CONTEXTS:
                self.equal(["scan", *context, "-o", "json", "-j2"], data)

    def test_parse_random_texts(self):
        """Errors and their offsets are the same, too."""
        rng = random.Random(64)
        items = b"".join(b"http://" + text(rng, rng.randrange(150)).replace(b"\n", b"") + b"\n"
                         for _ in range(20000))
        for grammar in GRAMMARS:
            result = self.equal(["parse", "-g", grammar, "-o", "json"], items)
            self.assertEqual(len(lines(result.out)), 20000)

    def test_parts_at_every_place(self):
        """Each part begins and ends at each byte of a kernel's block."""
        urls = [b"a" * n + rest for n in range(1, 200)
                for rest in (b"://urn:\xe2\x80\x98", b"://u:p@h:80/p?q#f", b"://[::1]:1/%41?%2f#",
                             b"://h%41%42/\xc3\xa9", b"://1.2.3.4:5@h:8/", b":p:q@r/s", b"://")]
        for grammar in ("web", "rfc3986", "rfc1738", "rfc1630"):
            self.equal(["parse", "-g", grammar, "-o", "json"], b"\n".join(urls))
        for context in CONTEXTS:
            self.equal(["scan", *context, "-o", "json"], b" ".join(urls))

    def test_schemes_without_slashes_at_every_place(self):
        """Kernels also read the letters before a ":" many at a time."""
        for word, found in ((b"urn:x", b"urn:x"), (b"+tel:1", b"tel:1"), (b"rn:x", None),
                            (b"1:x", None), (b"\xc3urn:x", b"urn:x"), (b"n:mid:a@b", b"mid:a@b")):
            # As one text, in which all but the first follow others, and as separate texts.
            texts = [b" " * n + word + b" " for n in range(200)]
            wanted = b"".join(b"%d:%s\n" % (n + word.index(found), found) if found else b""
                              for n in range(200))
            result = self.equal(["scan", "-b", "-x", "raw"], b"".join(texts))
            self.assertEqual(len(lines(result.out)), 200 if found else 0, word)
            folder = self.folder()
            files = [self.write("%03d" % n, text, folder) for n, text in enumerate(texts)]
            each = self.equal(["scan", "-b", "-x", "raw", *files], b"")
            self.assertEqual(each.out, wanted, word)
