#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Adds a grammar, a context, a kernel, a log format and a verb as CONTRIBUTING.md describes:
# make check-new
#
#     new-parts.sh SOURCE-FOLDER
#
# Adds to a copy of the tree a toy grammar, URIs with a "|" in the path, with three files
# and one line; a toy context, which differs from raw only in the schemes that count, and
# a toy kernel, each with one file and one line; a toy log format; and a toy verb. Then builds
# the copy, parses and scans with all of them, proves the grammar, and runs the tests for all
# grammars of src/grammars/grammars.def, contexts of src/contexts/contexts.def, kernels of
# src/kernel/kernels.def, log formats of src/log/formats.def and verbs of src/cli/verbs.def. As
# in a developer's tree, there is a configure script before the lines are added.
set -eu

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=$(cd "$1" && pwd)

# From a clone, the files in git; from a tarball, all files.
mkdir "$work/tree"
cd "$source"
is_clone=$(git rev-parse --is-inside-work-tree 2> /dev/null || :)
if [ "$is_clone" ]; then
    git ls-files -z --cached --others --exclude-standard
else
    find . -type f -print0
fi | tar -c --null -T - | tar -x -C "$work/tree"
cd "$work/tree"
make_configure() {
    autoreconf -i > autoreconf.log 2>&1 || { cat autoreconf.log; exit 1; }
}
make_configure

# The grammar: one line and three files.
sed -i 's/^rfc3986$/&\ntoy/' src/grammars/grammars.def
cat > src/grammars/grammar-toy.rl << 'END'
/* SPDX-License-Identifier: MIT
 *
 * The grammar toy: a URI (RFC 3986, section 3) whose path may have a "|".
 */
#define GRAMMAR toy
#include "grammars/grammar-objects.h"

#ifdef URL_MACHINE
#include "runs/grammar-toy-runs.h"

%%{
machine toy;
getkey KEY;
include url_events "grammars/support/url-events.rl";
include toy "url/toy.rl";
write data noerror nofinal noentry;
}%%

MACHINE(toy)
{
    MACHINE_BEGIN(toy)
    %% write exec;
    MACHINE_END
}
#endif

ENCODER_OBJECT(.entry = locus_entry_uri)

GRAMMAR_OBJECT(
    .name = "toy",
    .description = "URI: RFC 3986, with a | in the path",
    .traits = TRAIT_IP_LITERALS
)
END
cat > grammar/url/toy.rl << 'END'
/* SPDX-License-Identifier: MIT
 *
 * The machine toy: a URI (RFC 3986, section 3) whose path may have a "|".
 */
%%{
machine toy;
alphtype unsigned char;
include common "rules/common.rl";

pchar           = unreserved | pct_encoded | sub_delims | ":" | "@" | "|" ;
pchar_nc        = pchar - ":" ;
query_byte      = pchar | "/" | "?" ;
fragment_byte   = pchar | "/" | "?" ;
reg_name        = ( unreserved | pct_encoded | sub_delims )* ;
include uri "rules/uri.rl";

main := URI $~run $*likely %~accept;
}%%
END
sed -i 's/^| `rfc3986`.* |$/&\n| `toy` | a toy |/' doc/DESIGN.md
echo 'pchar = unreserved / pct-encoded / sub-delims / ":" / "@" / "|"' > tests/proofs/bnf/toy.abnf

# The context: one line and one file.
echo toy_context >> src/contexts/contexts.def
sed -e 's/^#define CONTEXT raw/#define CONTEXT toy_context/' \
    -e 's/^#define TRAITS .*/#define TRAITS 0/' -e 's/"raw"/"toy-context"/' \
    -e 's/where the grammar stops/only whole words are schemes/' \
    src/contexts/raw.c > src/contexts/toy-context.c

# The kernel: one line and one file.
sed -i 's/^portable$/toy\n&/' src/kernel/kernels.def
case $(uname -m) in
x86_64)
    # It needs a feature of the processor, and a flag of the compiler.
    sed -e '0,/^ \*\//s// *\n * LENS_CFLAGS -mbmi2\n *\//' \
        -e 's/^#define LENS_NEEDS .*/#define LENS_NEEDS NEEDS(bit_BMI2, 0, 0)/' \
        -e '/^#define LENS_NEEDS/i #ifndef __BMI2__\n#error BMI2\n#endif' \
        src/kernel/lens-portable.h > src/kernel/lens-toy.h ;;
*) cp src/kernel/lens-portable.h src/kernel/lens-toy.h ;;
esac

# The log format: one line, its machine and host, and what tests it: golden lines, a reader in
# Python, and a log of the demo.
echo toylog >> src/log/formats.def
cat > grammar/log/formats/toylog.rl << 'END'
/* SPDX-License-Identifier: MIT
 *
 * The machine toylog: "CLIENT METHOD TARGET STATUS".
 */
%%{
machine toylog;
alphtype unsigned char;
include log_common "log/log-common.rl";

word            = ( any - cntrl - " " )+ ;
fields          = ( word & not_comment ) %client_end $!bad_client
                  ( " " @next tchar+ %method_only_end ) $!bad_method
                  ( " " @next word %target_end ) $!bad_target
                  ( " " @next status ) $!bad_status ;
record          = fields ( "" %record_end eol ) $!bad_end ;

main := ( record | comment | blank ) $~run $*likely;
}%%
END
cat > src/log/formats/read-toylog.rl << 'END'
/* SPDX-License-Identifier: MIT
 *
 * The format toylog (grammar/log/formats/toylog.rl).
 */
#define LOG_FORMAT toylog
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"
#include "runs/read-toylog-runs.h"

%%{
machine toylog;
getkey KEY;
include log_events "log/log-events.rl";
include toylog "log/formats/toylog.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(toylog)
    int cs = reading_begins(&r, log, line, text, toylog_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#endif

LOG_FORMAT_OBJECT(
    .name = "toylog",
    .description = "CLIENT METHOD TARGET STATUS",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(STATUS)
)
END
cat > tests/golden/log/toylog.txt << 'END'
format toylog

why a toy
in 192.0.2.7 GET /a?b 200
record absent
client 192.0.2.7
method GET
target /a?b
status 200
END
cat > tests/unit/log/readers/toylog.py << 'END'
"""The format toylog."""

import re

from readers import fields

LINE = re.compile(rb"(?!#)(?P<client>WORD) (?P<method>TOKEN) (?P<target>WORD) (?:-|(?P<status>\d{3}))"
                  .replace(b"WORD", rb"[^\x00-\x20\x7f]+").replace(b"TOKEN", fields.TOKEN))


def read(line):
    match = LINE.fullmatch(line)
    if not match:
        return None
    return fields.ABSENT, {name: (*match.span(name), text)
                           for name, text in match.groupdict().items() if text is not None}


WORDS = ([b"192.0.2.7", b"-", b"h", b""], [b"GET", b"G(T", b"-"], [b"/a", b"/a b", b"\xff"],
         [b"200", b"-", b"20", b"2000"])


def make(dice):
    return b" ".join(fields.words(WORDS, dice))
END
sed -i '/^FORMATS = {/i def toylog(entry):\
    return f"{entry.client} {entry.method} {entry.target} {entry.status}\\n" if entry.is_http else ""\
\
' demo/generate.py
sed -i 's/^FORMATS = {/&"toylog": toylog, /' demo/generate.py
python3 -B demo/generate.py toylog > demo/toylog.log
sed -i 's/^| `traefik` | a line/| `toylog` | a toy |\n&/' doc/DESIGN.md

# The verb: one line in the list, one file and its line in Makefile.inc.
sed -i 's/^VERB(build)$/&\nVERB(toy_verb)/' src/cli/verbs.def
printf '\nlocus_SOURCES += src/cli/verbs/verb-toy-verb.c\n' >> src/cli/verbs/Makefile.inc
cat > src/cli/verbs/verb-toy-verb.c << 'END'
/* SPDX-License-Identifier: MIT
 *
 * locus toy-verb: shows its operands.
 */
#include "cli/cli.h"

#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/verbs.h"

struct toy_options {
    bool null;
};

static const struct option_use uses[] = {
    TAKES(struct toy_options, null),
    TAKES_HELP
};

static int run_toy_verb(int argc, char **argv)
{
    struct toy_options options = { .null = false };
    struct operands operands;

    options_read(&verb_toy_verb, &options, &operands, argc, argv);
    for (int i = 0; i < operands.count; i++) {
        out_string(operands.at[i]);
        out_char(options.null ? '\0' : '\n');
    }
    return STATUS_OK;
}

static const char *const examples[] = { "locus toy-verb a", NULL };

const struct verb verb_toy_verb = {
    .name = "toy-verb",
    .operands = "[TEXT...]",
    .summary = "show texts",
    .about = "Show each TEXT.\n",
    .examples = examples,
    .options = uses,
    .run = run_toy_verb
};
END
sed -i 's/^VERBS = (.*CALLS, /&"toy-verb", /' tests/cli/output/test_errors.py
sed -i -e 's/^\.It Cm grammars$/.It Cm toy-verb\nShows texts.\n&/' \
    -e 's/^\.Cm grammars , help ,$/.Cm toy-verb , grammars , help ,/' doc/locus.1.in

make_configure
mkdir "$work/build"
cd "$work/build"
../tree/configure -q --disable-shared --with-codegen=flat \
    --with-kernels=toy,portable \
    CFLAGS='-O1 -Werror' > configure.log
make > make.log 2>&1 || { tail -n 50 make.log; exit 1; }

is() { # WHAT, WANTED, GOT
    echo "$2" > "$work/wanted"
    echo "$3" > "$work/got"
    same "$1"
}

is "its description" \
    "toy                URI: RFC 3986, with a | in the path" \
    "$(./locus grammars | grep '^toy')"
is "the kernel" "toy portable" "$(./locus grammars | sed -n 's/^kernels *//p')"
for kernel in toy portable; do
    export LOCUS_KERNEL=$kernel
    is "parse, $kernel" "h /x|y" "$(./locus parse -g toy --get '{host} {path}' 'toy://h/x|y')"
    is "an error, $kernel" 1 "$(./locus parse -g toy 'toy://h/x^' > out 2>&1; echo $?)"
    is "scan, $kernel" "toy://h/x|y" \
        "$(echo 'see toy://h/x|y^, x' | ./locus scan -x raw -g toy)"
    is "scan in the context, $kernel" "toy://h/x|y" \
        "$(echo 'xhttp://h/ toy://h/x|y^, x' |
            ./locus scan -x toy-context -g toy --schemes http,toy)"
    is "scan in raw, $kernel" "http://h/ toy://h/x|y" \
        "$(echo 'xhttp://h/ toy://h/x|y^, x' |
            ./locus scan -x raw -g toy --schemes http,toy | tr '\n' ' ' | sed 's/ $//')"
    is "normalize, $kernel" "toy://h/~x" "$(./locus normalize -g toy 'toy://H/%7Ex')"
    is "build, $kernel" "toy://h/x" "$(./locus build -g toy scheme=toy host=h path=/x)"
done
unset LOCUS_KERNEL

is "the log format" "192.0.2.7 /a 200" \
    "$(echo '192.0.2.7 GET /a 200' | ./locus scan --log toylog --get '{client} {path} {status}')"
is "the log format, found" "1 /a" "$(echo '192.0.2.7 GET /a 200' |
    ./locus top --log auto --by path 2> auto.log)"
is "the log format, not met" "locus: that line matches no format of --log" \
    "$(echo 'h GET /a 20' | ./locus scan --log toylog 2>&1 | tail -n 1)"
is "the verb" "a b" "$(./locus toy-verb a b | tr '\n' ' ' | sed 's/ $//')"

# The names in these come from the library.
is "the help" 1 "$(./locus parse --help | tr -s ' \n' ' ' | grep -c 'rfc3986 (default), toy,')"
for name in man complete-bash complete-zsh complete-fish; do
    is "$name" yes "$(./locus --generate $name | grep -q 'rfc3986 *,* toy' && echo yes)"
done
is "the files that make wrote" 4 "$(grep -l toy doc/locus.1 completions/*/* | wc -l)"

# The proofs, and the tests for all grammars.
make check LOCUS_TEST_MUTATIONS=2000 GRAMMAR_CHECKS= TESTS= > programs.log 2>&1 ||
    { tail -n 50 programs.log; exit 1; }
for proof in 'languages/check-grammars.py toy' 'spans/check-spans.py toy' runs/check-runs.py; do
    # shellcheck disable=SC2086 # a program and its argument
    set -- $proof
    holds "$proof" python3 "../tree/tests/proofs/$1" --srcdir ../tree ${2:+"$2"}
done
is "the context among others" "json json-raw raw text toy-context wrapped" \
    "$(./locus scan -x no-such 2>&1 | sed -n 's/.*(\(.*\)).*/\1/p' | tr -d ',' |
        tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/ $//')"
LOCUS_TEST_MUTATIONS=2000 make check GRAMMAR_CHECKS= TESTS='
    tests/unit/kernel/test-kernels-agree tests/unit/include/test-null
    tests/proofs/interpreter/test-states tests/proofs/interpreter/test-differential
    tests/unit/parse/test-feed tests/unit/parse/test-batch
    tests/unit/grammars/test-grammars tests/unit/parse/test-golden
    tests/unit/include/test-names tests/unit/kernel/test-kernels
    tests/unit/log/test-log tests/unit/log/check-log.py
    tests/package/symbols.sh' > tests.log 2>&1 ||
    {
        cat tests.log tests/*/*/*.log | grep -E '^(FAIL|.*:[EF]:)|differ' > "$work/why"
        fail "the tests that go through all grammars"
    }
for tests in test_grammars test_kernels.Choice test_generated test_errors.Help \
    test_completion.{Bash,Fish,Zsh}.{test_verbs,test_options}; do
    holds "the command's $tests" env LOCUS="$PWD/locus" ../tree/tests/cli/run.py "$tests"
done
holds "the demo logs" env LOCUS="$PWD/locus" python3 ../tree/tests/bench/check-demo.py
# A tarball has no list of the files that are made.
if [ "$is_clone" ]; then
    git -C ../tree init -q
    git -C ../tree add -A
    holds "the tree" python3 ../tree/tests/package/tree.py
fi
mkdir "$work/seeds"
holds "seeds for fuzzing" python3 ../tree/tests/fuzz/seeds.py ../tree/tests \
    ../tree/demo/access.log "$work/seeds"
is "the interpreter proves it, state by state" 1 \
    "$(grep -c '^toy: ' tests/proofs/interpreter/test-states.log || :)"
summary
