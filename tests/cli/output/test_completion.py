# SPDX-License-Identifier: MIT
"""The shells complete exactly what the command accepts."""

import os
import pty
import re
import select
import shutil
import subprocess
import tempfile

from support import TIMEOUT, Case, locus, read_terminal
from test_errors import GRAMMARS, VERBS
from test_generated import options_in_help

# The grammars that a verb cannot use.
UNUSABLE = {**dict.fromkeys(("scan", "top", "resolve"), {"authority"}),
            "relativize": {"request-target", "web-target", "authority"}}

# The file that locus --generate writes for each shell, where this shell looks for it.
FILES = {"complete-bash": "bash/locus", "complete-fish": "fish/locus.fish",
         "complete-zsh": "zsh/_locus"}
GENERATED = tempfile.TemporaryDirectory(prefix="locus-")
FOLDER = GENERATED.name

PACKAGE = "/usr/share/bash-completion/bash_completion"

# Reads the bash-completion package first, or an empty file.
BASH = """
. "$1"
. "$2/bash/locus"
shift 2
compopt() { :; }
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
_locus
printf '%s\\n' "${COMPREPLY[@]}"
"""

FISH = """
source $argv[1]/fish/locus.fish
complete -C (string join ' ' -- $argv[2..])
"""

# A zsh on a terminal, which writes to $3 what it completes for the line $2. Only the first
# one reads all completions that are installed: it writes a list of them for the others.
ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= PS2= RPS1= LISTMAX=999 fpath=(${(q)1}/zsh \\$fpath) dump=${(q)1}/dump taken=${(q)3}"
zpty -w shell 'autoload -Uz compinit; compinit -u -C -d $dump
compadd() {
    local -a words
    [[ "$*" == *-[OAD]\\ * ]] ||
        { builtin compadd -O words "$@"; print -lr -- $words >> $taken }
    builtin compadd "$@"
}
complete_and_exit() { _main_complete; exit }
zle -C complete_and_exit complete-word complete_and_exit
bindkey "^X" complete_and_exit
print REA""DY'
zpty -rm shell _ '*READY*'
zpty -n -w shell "$2"$'\\C-x'
while zpty -r shell _; do :; done
"""


for name, file in FILES.items():
    os.mkdir(os.path.join(FOLDER, os.path.dirname(file)))
    with open(os.path.join(FOLDER, file), "wb") as output:
        output.write(locus("--generate", name).out)


class Sentences(Case):
    def test_help_has_the_whole_sentence_of_each_option(self):
        with open(os.path.join(FOLDER, FILES["complete-fish"]), encoding="utf-8") as file:
            rows = re.findall(r"^__locus_option (\S+) .*-d '((?:[^'\\]|\\.)*)'$",
                              file.read(), re.MULTILINE)
        self.assertGreater(len(rows), 100)
        for verb in VERBS:
            text = " ".join(locus(verb, "--help").out.decode().split())
            for sentence in (sentence for name, sentence in rows if name == verb):
                sentence = re.sub(r"\\(.)", r"\1", sentence)
                with self.subTest(verb=verb, sentence=sentence):
                    self.assertIn(sentence[1:], text)


def has(shell, *files):
    return shutil.which(shell) is not None and all(map(os.path.exists, files))


class Shell:
    """All shells must give the same result."""

    def complete(self, *words, letters=False):
        """The completions of the last of these words, without the text after a tab; with or
        without options of one letter."""
        raise NotImplementedError

    def says(self, *arguments):
        """The words that a usage error lists."""
        (words,) = re.findall(r"\(([^()]*)\)\n", locus(*arguments).err.decode())
        return set(words.split(", "))

    def test_verbs(self):
        self.assertEqual(self.complete(""), {*VERBS, "help"} | self.options)
        self.assertEqual(self.complete("re"), {"resolve", "relativize"})
        self.assertEqual(self.complete("help", "n"), {"normalize"})

    def test_nothing_after_help(self):
        self.assertEqual(self.complete("--help", "s"), set())

    def test_only_operands_follow_two_hyphens(self):
        for verb in ("parse", "scan", "grammars"):
            self.assertEqual(self.complete(verb, "--", "-", letters=True), set())
            self.assertEqual(self.complete(verb, "--", "--"), set())
        self.assertEqual(self.complete("parse", "--", "-g", ""), set())
        name = self.write("zz-file", b"")
        self.assertEqual(self.complete("parse", "--", "x", ">", name[:-2]), {name})
        self.assertEqual(self.complete("help", "--", "n"), {"normalize"})

    def test_options_in_place_of_a_verb(self):
        self.assertEqual(self.complete("--"), {"--help", "--version"})
        self.assertEqual(self.complete("-", letters=True), {"--help", "-h", "--version", "-V"})
        self.assertEqual(self.complete("scan", "--v"), {"--valid"})

    def test_options(self):
        for verb in VERBS:
            options = options_in_help(verb)
            names = {"--" + name for _, name, _ in options}
            letters = {"-" + letter for letter, _, _ in options if letter}
            with self.subTest(verb=verb):
                self.assertEqual(self.complete(verb, "--"), names)
                self.assertEqual(self.complete(verb, "-", letters=True), names | letters)

    def test_grammars(self):
        for verb in VERBS:
            if verb != "grammars":
                with self.subTest(verb=verb):
                    self.assertEqual(self.complete(verb, "-g", ""),
                                     set(GRAMMARS) - UNUSABLE.get(verb, set()))
                    self.assertLessEqual(self.says(verb, "-g", "?"), set(GRAMMARS))

    def test_formats(self):
        for verb in VERBS:
            if verb not in ("grammars", "compare"):
                with self.subTest(verb=verb):
                    self.assertEqual(self.complete(verb, "-o", ""),
                                     self.says(verb, "-o", "?"))

    def test_words(self):
        for arguments in (["scan", "-x"], ["top", "-x"], ["parse", "--color"],
                          ["normalize", "--steps"], ["compare", "--steps"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.complete(*arguments, ""), self.says(*arguments, "?"))

    def test_parts(self):
        text = locus("build", "--help").out.decode()
        parts = re.search(r"PART is (.*?);(.*?)also (.*?)\.", text, re.DOTALL)
        parts = set(re.findall(r"[a-z]+", parts[1] + " " + parts[3]))
        self.assertEqual(len(parts), 22)
        self.assertEqual(self.complete("edit", "-r", ""), parts)
        values = {"input", "url", "file", "line", "offset", "grammar", "form", "host_kind", "error",
                  "error_offset", "port_number", "findings"}
        fields = {"text", "client", "time", "request", "method", "target", "protocol", "status",
                  "bytes", "referer", "agent", "vhost", "duration"}
        for words in (("top", "--by"), ("top", "--sum"), ("scan", "--columns")):
            self.assertEqual(self.complete(*words, ""), parts | values | fields)
        self.assertEqual(self.complete("parse", "--columns", ""), parts | values)
        self.assertEqual(self.complete("encode", "-p", ""),
                         parts | {"any", "userinfo", "segment", "query-item"})
        for words in (["edit", "--set"], ["build"]):
            self.assertEqual({word.rstrip("=") for word in self.complete(*words, "h")},
                             {"host", "hsoname"})

    def test_lists(self):
        self.assertEqual({word.rpartition(",")[2]
                          for word in self.complete("normalize", "--steps", "case,d")},
                         {"decode", "dots", "default"})
        self.assertEqual({word.rpartition(",")[2]
                          for word in self.complete("top", "--by", "host,st")}, {"status"})

    def test_files(self):
        folder = self.folder()
        self.write("a.log", b"", folder)
        self.write("b.log", b"", folder)
        for verb in ("scan", "top"):
            with self.subTest(verb=verb):
                self.assertEqual(self.complete(verb, folder + "/a"), {folder + "/a.log"})
                self.assertEqual(self.complete(verb, "--rejects", folder + "/b"),
                                 {folder + "/b.log"})


class Bash(Shell, Case):
    options = {"--help", "--version"}
    before = os.devnull

    def setUp(self):
        if not has("bash", self.before):
            self.skipTest("there is no " + self.before)

    def complete(self, *words, letters=False):
        done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", self.before, FOLDER,
                               "locus", *words], check=True, timeout=TIMEOUT, stdout=subprocess.PIPE, text=True)
        return {word.strip() for word in done.stdout.split("\n") if word
                if letters or not re.fullmatch("-.", word)}

    def typed(self, line, *files):
        """The arguments that result if a person types this, tabs included."""
        folder = self.folder()
        for name in files:
            self.write(name, b"", folder)
        os.mkdir(os.path.join(folder, "fol"))
        self.write("fol/nested", b"", folder)
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        shell = subprocess.Popen(["bash", "--norc", "--noprofile", "-i"], stdin=theirs,
                                 stdout=theirs, stderr=theirs, cwd=folder,
                                 start_new_session=True,
                                 env={**os.environ, "TERM": "dumb", "PS1": "", "INPUTRC": "/dev/null",
                                      "FOLDER": FOLDER, "BEFORE": self.before})
        self.addCleanup(shell.wait)
        self.addCleanup(shell.kill)
        os.close(theirs)
        shown = b""
        for typed, end in ((b'. "$BEFORE"; . "$FOLDER/bash/locus"; locus() { printf "<%s>" "$@"; '
                            b'echo; }; cd .; echo REA""DY\n', rb"READY\r\n"),
                           (line.encode() + b"\n", rb"\n(<[^\r]*>)\r\n")):
            os.write(ours, typed)
            shown = b""
            while not (found := re.search(end, shown)):
                self.assertTrue(select.select([ours], [], [], TIMEOUT)[0], shown)
                piece = read_terminal(ours)
                self.assertNotEqual(piece, b"", shown)
                shown += piece
        return re.findall("<(.*?)>", found[1].decode())

    def test_typed(self):
        """bash splits words at "=" and ":"; this is how readline inserts them."""
        for line, expected in (
                ("locus norm\t", ["normalize"]),
                ("locus scan --conte\t", ["scan", "--context"]),
                ("locus scan --context=wr\t", ["scan", "--context=wrapped"]),
                ("locus scan --context wr\t", ["scan", "--context", "wrapped"]),
                ("locus parse -g rfc16\t", ["parse", "-g", "rfc1630"]),
                ("locus scan --log cri+comb\t", ["scan", "--log", "cri+combined"]),
                ("locus normalize --steps=case,percent\t",
                 ["normalize", "--steps=case,percent-case"]),
                ("locus edit --set frag\tx http://h", ["edit", "--set", "fragment=x", "http://h"]),
                ("locus edit --set=frag\tx", ["edit", "--set=fragment=x"]),
                ("locus build hs\tx", ["build", "hsoname=x"]),
                ("locus scan --schemes http,mail\t", ["scan", "--schemes", "http,mailto:"]),
                ("locus scan --schemes mailto:,ftp:,htt\t", ["scan", "--schemes", "mailto:,ftp:,http"]),
                ("locus scan acc\t", ["scan", "access.log"]),
                ("locus scan --log auto --rejects acc\t",
                 ["scan", "--log", "auto", "--rejects", "access.log"]),
                ("locus top --by host,qu\t", ["top", "--by", "host,query"]),
                ("locus top --by path:sh\t", ["top", "--by", "path:shape"]),
                ("locus top --by=time:hour,path:no\t", ["top", "--by=time:hour,path:normal"]),
                ("locus top --where host=acc\t", ["top", "--where", "host=acc"]),
                ("locus scan a\\ b\t", ["scan", "a b.log"]),
                ("locus scan 'a b\t", ["scan", "a b.log"]),
                ("locus scan fol\tne\t", ["scan", "fol/nested"]),
                ("locus parse http://h/ acc\t", ["parse", "http://h/", "acc"])):
            with self.subTest(line=line):
                self.assertEqual(self.typed(line, "access.log", "a b.log"), expected)


class BashWithPackage(Bash):
    before = PACKAGE


class Fish(Shell, Case):
    options = set()

    def setUp(self):
        if not has("fish"):
            self.skipTest("there is no fish")

    def complete(self, *words, letters=False):
        done = subprocess.run(["fish", "--no-config", "-c", FISH, FOLDER, "locus", *words],
                              check=True, timeout=TIMEOUT, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "HOME": "/nonexistent"})
        return {word for word in (line.partition("\t")[0] for line in done.stdout.splitlines())
                if letters or not re.fullmatch("-.", word)}


class Zsh(Shell, Case):
    options = set()

    def setUp(self):
        if not has("zsh"):
            self.skipTest("there is no zsh")

    def complete(self, *words, letters=False):
        taken = self.write("taken", b"")
        subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", FOLDER, " ".join(("locus", *words)), taken],
                       check=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL)
        folder = os.path.dirname(words[-1])
        with open(taken, encoding="utf-8") as file:
            return {os.path.join(folder, word) for word in file.read().split()
                    if letters or not re.fullmatch("-.", word)}
