# SPDX-License-Identifier: MIT
"""LOCUS_KERNEL: every kernel that the processor can run gives the same results."""

import functools
import itertools
import re

from support import DEMO_LOG, KERNELS, Case, contents, environment, lines, locus
from test_streams import CONTEXTS, SAMPLE


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

    def test_help_without_one(self):
        """What the message suggests works."""
        for option in ("--help", "--version"):
            self.check(locus(option, env=using("nonsense")), 0, locus(option).out)


class Results(Case):
    """The command shows what tests/unit/kernel proves of the library."""

    def test_the_same(self):
        demo = contents(DEMO_LOG)
        for context, (name, data) in itertools.product(CONTEXTS, (("sample", SAMPLE), ("log", demo))):
            first, *others = (locus("scan", *context, "-o", "json", stdin=data, env=using(kernel))
                              for kernel in kernels())
            # A log contains no wrapper.
            if name == "sample" or "wrapped" not in context:
                self.assertGreater(len(lines(first.out)), 30)
            for kernel, result in zip(kernels()[1:], others):
                with self.subTest(kernel=kernel, context=context, data=name):
                    self.assertEqual(result, first)
