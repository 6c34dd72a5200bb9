# SPDX-License-Identifier: MIT
"""The help and the manual page agree about every option, test_completion.py tests the
completions in the shells; and what make wrote of them."""

import os
import re
import shutil
import subprocess

from support import TIMEOUT, Case, locus
from test_errors import GRAMMARS, VERBS

PAGES = {"man": "locus.1", "man-scan": "locus-scan.1", "man-top": "locus-top.1",
         "man-logs": "locus-logs.7"}
NAMES = (*PAGES, "complete-bash", "complete-zsh", "complete-fish")
# Where make puts them: in the build or, from a tarball, in the source.
FILES = {**{name: "doc/" + page for name, page in PAGES.items()},
         "complete-bash": "completions/bash/locus", "complete-zsh": "completions/zsh/_locus",
         "complete-fish": "completions/fish/locus.fish"}
FOLDERS = (os.path.dirname(os.environ["LOCUS"]),
           os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
HELP = ("h", "help", None)


def generated(name):
    return locus("--generate", name).out.decode("ascii")


def options_in_help(verb):
    """The letter, name and argument of each option. A full help page leaves out --help."""
    text = locus(verb, "--help").out.decode()
    return {HELP} | {
        (letter or None, name, argument or None) for letter, name, argument in
        re.findall(r"(?m)^  (?:-(\w),|   ) --([a-z0-9-]+)(?: ([A-Z=]+))?(?: |$)", text)}


def option_of(item):
    """The letter, name and argument of an item of the manual page."""
    return re.fullmatch(r"(?:Fl (\w)(?: Ar .*?)? , )?Fl -([a-z0-9-]+)(?: Ar (.*))?",
                        plain(item)).groups()


def in_manual(verb):
    """The options in the help, as the manual page writes them."""
    return {(letter, name, argument and argument.lower())
            for letter, name, argument in options_in_help(verb)}


def plain(mdoc):
    """The arguments of these macros."""
    return re.sub(r" Ns = Ns Ar ", "=", mdoc)


def local(mdoc):
    """The text without references to other pages, and without the values of the option, of
    which a verb may have fewer."""
    mdoc = re.sub(r"\.Xr locus(-\w+)? \d ,\n(?=\.Sx )", "", mdoc).replace(".Nm locus\n", ".Nm\n")
    return re.sub(r"of\n\.Cm .*?\nand\n\.Cm \S+ \.\n", "", mdoc)


class Manual(Case):
    def setUp(self):
        self.page = generated("man")

    def section(self, name):
        return re.search(r"(?ms)^\.Sh %s\n(.*?)(?=^\.Sh )" % name, self.page)[1]

    def test_options(self):
        """The options of each verb, with the letter and the argument."""
        taken = {verb: {HELP} for verb in VERBS}
        for item, verbs in re.findall(r"(?m)^\.It (Fl .*)\n(?:\.Pq Cm (.*)\n)?",
                                      self.section("OPTIONS")):
            for verb in verbs.split(" , ") if verbs else ():
                taken[verb].add(option_of(item))
        for verb in VERBS:
            with self.subTest(verb=verb):
                self.assertEqual(taken[verb], in_manual(verb))

    def test_each_option_once(self):
        """The page has one entry for each option and its verbs; --generate is one of them."""
        items = re.findall(r"(?m)^\.It (Fl .*(?:\n\.Pq .*)?)$", self.page)
        self.assertEqual(len(set(items)), len(items))
        names = [re.search(r"Fl -([a-z0-9-]+)", item)[1] for item in items]
        self.assertEqual([names.count(name) for name in ("version", "generate", "help")], [1, 1, 1])
        self.assertEqual(len(re.findall(r"(?m)^\.Fl -generate Ar what$", self.section("SYNOPSIS"))), 1)

    def test_generate(self):
        """The manual page lists the texts; neither help nor completions have the option."""
        item = re.search(r"(?ms)^\.It Fl -generate Ar what\n.*?^\.It ", self.section("OPTIONS"))[0]
        shown = re.search(r" of\n\.Cm (.*?)\nand\n\.Cm (\S+) \.\n", item)
        self.assertEqual({*shown[1].split(" , "), shown[2]}, set(NAMES))
        for text in (locus("--help").out.decode(), *map(generated, NAMES[len(PAGES):])):
            self.assertNotIn("generate", text)

    def test_synopsis(self):
        blocks = re.findall(r"(?m)^\.Nm locus\n\.Cm ([\w-]+)\n((?:\.(?!Nm).*\n)*)", self.section("SYNOPSIS"))
        self.assertEqual([verb for verb, _ in blocks], [*VERBS, "help"])
        for verb, block in blocks[:-1]:
            with self.subTest(verb=verb):
                flags = re.search(r"(?m)^\.Op Fl ([0-9A-Za-z]+)$", block)[1]
                shown = {(flag, None) for flag in flags}
                shown |= set(re.findall(r"(?m)^\.(?:Op )?Fl (\w|-[a-z0-9-]+) Ar (.*)$",
                                        plain(block)))
                shown |= {(name, None) for name in
                          re.findall(r"(?m)^\.Op Fl (-[a-z0-9-]+)$", block)}
                self.assertEqual(shown, {(letter or "-" + name, argument)
                                         for letter, name, argument in in_manual(verb)})

    def test_exit_status(self):
        item = re.search(r"(?ms)^\.It 0\n(.*?)^\.It 1$", self.section("EXIT STATUS"))[1]
        named = re.findall(r"(?m)^\.Cm (.*?)[ ,:]*$", item)
        self.assertEqual({verb for line in named for verb in line.split(" , ")}, {*VERBS, "help"})

    def test_in_place_of_a_verb(self):
        """The overview and SYNOPSIS have the same options; a letter is short for its name."""
        names = re.findall(r"(?m)^  locus --(\S+)", locus("--help").out.decode()) + ["help"]
        synopsis = re.findall(r"(?m)^\.Nm\n\.Fl (\w) \| Fl -(\S+)$", self.page)
        self.assertEqual(sorted(name for _, name in synopsis), sorted(names))
        for letter, name in synopsis:
            self.check(locus("-" + letter), 0, locus("--" + name).out)

    def test_operands(self):
        for verb in VERBS:
            usage = locus(verb, "--help").out.decode().split("\n")[0]
            operands = re.findall(r"[A-Z]{3,}", usage.partition("[OPTION]...")[2])
            block = re.search(r"(?m)^\.Cm %s\n((?:\.(?!Nm|Sh).*\n)*)" % verb, self.page)[1]
            shown = re.findall(r"(?m)^\.(?:Op )?Ar (.*?)(?: \.\.\.)?$", plain(block))
            with self.subTest(verb=verb):
                self.assertEqual(" ".join(shown).upper().replace("=", " ").split(), operands)

    def test_values(self):
        """A usage error and the manual page list the same words."""
        for arguments, name in ((["parse", "-g"], "grammar"), (["scan", "-x"], "context"),
                                (["parse", "--color"], "color"), (["compare", "--steps"], "steps")):
            words = re.search(r"\((.*)\)\n", locus(*arguments, "?").err.decode())[1].split(", ")
            item = re.search(r"(?ms)^\.It [^\n]*Fl -%s .*?^\.It " % name, self.page)[0]
            shown = re.search(r" of\n\.Cm (.*?)\nand\n\.Cm (\S+) \.\n", item)
            with self.subTest(name=name):
                self.assertEqual([*shown[1].split(" , "), shown[2]], words)
            if name == "grammar":
                self.assertEqual(words, list(GRAMMARS))

    def test_formats(self):
        item = re.search(r"(?ms)^\.It Fl o Ar .*?^\.It ", self.page)[0]
        shown = {}
        for verbs, first, last in re.findall(r"(?m)^\.Cm (.*) :\n\.Cm (.*)\nand\n\.Cm (\S+) \.$", item):
            shown.update(dict.fromkeys(verbs.split(" , "), {*first.split(" , "), last}))
        wanted = {}
        for verb in VERBS:
            words = re.search(r"unknown format '\?' \((.*)\)\n", locus(verb, "-o", "?").err.decode())
            if words:
                wanted[verb] = set(words[1].split(", "))
        self.assertEqual(shown, wanted)
        self.assertEqual(wanted["top"], {"human", "text", "json", "tsv", "csv"})

    def test_each_verb_is_described(self):
        described = re.findall(r"(?m)^\.It Cm ([\w-]+)$", self.section("DESCRIPTION"))
        self.assertEqual(described, [*VERBS, "help"])


class Pages(Case):
    """The pages of the verbs and of logs."""

    def test_options(self):
        """Each option of the verb, with the letter and the argument, and what the page of
        all verbs says of it."""
        texts = dict(re.findall(r"(?ms)^\.It ((?:Fl \w[^\n]*? , )?Fl -[^\n]*)\n"
                                r"(?:\.Pq Cm [^\n]*\n)?(.*?)(?=^\.It Fl|^\.El$)", generated("man")))
        for verb in ("scan", "top"):
            page = generated("man-" + verb)
            shown = set()
            for item, text in re.findall(r"(?ms)^\.It ((?:Fl \w[^\n]*? , )?Fl -[^\n]*)\n"
                                         r"(.*?)(?=^\.It Fl|^\.El$)", page):
                shown.add(option_of(item))
                if option_of(item)[1] != "output":
                    self.assertEqual(local(text), local(texts[item]))
            with self.subTest(verb=verb):
                self.assertEqual(shown, in_manual(verb))

    def test_synopsis(self):
        for verb in ("scan", "top"):
            with self.subTest(verb=verb):
                block = re.search(r"(?ms)^\.Nm locus\n\.Cm %s\n.*?(?=^\.Nm)" % verb, generated("man"))[0]
                self.assertIn(".Sh SYNOPSIS\n" + block + ".Sh DESCRIPTION\n", generated("man-" + verb))

    def test_references(self):
        """Each reference to a section of a page names one that is there."""
        sections = {page: set(re.findall(r"(?m)^\.Sh (.*)$", generated(name)))
                    for name, page in PAGES.items()}
        for name, page in PAGES.items():
            for other, number, section in re.findall(
                    r"(?m)(?:^\.Xr (\S+) (\d) ,\n)?^\.(?:Pq see )?Sx ([A-Z, ]+[A-Z])", generated(name)):
                with self.subTest(page=page, section=section):
                    self.assertIn(section, sections[other + "." + number if other else page])

    def lint(self, *command):
        if not shutil.which(command[0]):
            self.skipTest("there is no " + command[0])
        for name, page in PAGES.items():
            path = self.write(page, generated(name).encode())
            done = subprocess.run([*command, path], timeout=TIMEOUT, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            with self.subTest(page=page):
                self.assertEqual((done.returncode, done.stdout), (0, b""))

    def test_groff_warns_of_nothing(self):
        self.lint("groff", "-mandoc", "-Tutf8", "-ww", "-z")

    def test_mandoc_warns_of_nothing(self):
        self.lint("mandoc", "-Tlint", "-Wwarning")


class Help(Case):
    def test_lines_are_full(self):
        """A line ends before a word only where the next word has no room, or at a sentence's
        end."""
        for verb in VERBS:
            lines = locus(verb, "--help").out.decode().split("\n")[1:]
            for line, after in zip(lines, lines[1:]):
                if not line or not after or line.startswith(" ") or after.startswith((" ", "Example")):
                    continue
                with self.subTest(verb=verb, line=line):
                    self.assertTrue(line.endswith(".") or len(line) + 1 + len(after.split()[0]) > 80)

    def test_sentence_is_about_the_verb(self):
        """What an option does in one verb is not in the help of another one."""
        for verb, other in (("encode", "decode"), ("decode", "encode")):
            text = locus(verb, "--help").out.decode()
            keep = re.search(r"(?m)^  -k, --keep +(.*)$", text)[1]
            with self.subTest(verb=verb):
                self.assertNotIn(other, keep)
                self.assertNotIn(keep, locus(other, "--help").out.decode())
        for verb in ("parse", "scan"):
            text = locus(verb, "--help").out.decode()
            sentence = re.search(r"--columns LIST +(.*?)\n  (?: |-)", text, re.DOTALL)[1]
            formats = re.search(r"\((.*)\)\n", locus(verb, "-o", "?").err.decode())[1].split(", ")
            for name in ("csv", "tsv"):
                if name in sentence:
                    self.assertIn(name, formats)


class Generated(Case):
    def test_nothing_is_left_to_fill_in(self):
        for name in NAMES:
            with self.subTest(name=name):
                result = self.check(locus("--generate", name), 0)
                self.assertNotRegex(result.out, rb'(?m)^(?:#|\.\\")@')
                self.assertTrue(result.out.endswith(b"\n"))

    def test_syntax(self):
        for shell in ("bash", "zsh", "fish"):
            path = self.write(shell, generated("complete-" + shell).encode())
            with self.subTest(shell=shell):
                if shutil.which(shell):
                    done = subprocess.run([shell, "-n", path], timeout=TIMEOUT, check=False,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual((done.returncode, done.stdout), (0, b""))

    def test_what_make_wrote(self):
        found = 0
        for name, file in FILES.items():
            for folder in FOLDERS:
                path = os.path.join(folder, file)
                if os.path.exists(path):
                    found += 1
                    with self.subTest(name=name), open(path, encoding="ascii") as text:
                        self.assertEqual(text.read(), generated(name))
                    break
        if found < len(FILES):
            self.skipTest("built for another machine, and from no tarball")

    def test_usage(self):
        for arguments in ([], ["html"], ["man", "complete-zsh"], [""]):
            self.usage("--generate", *arguments, says=NAMES)
