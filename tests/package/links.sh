#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The parts of the static library that a program links: a program that parses with one
# grammar contains the parsers of that grammar, one for each kernel, and nothing for
# scans, other grammars or other operations. A program that scans in one context contains
# nothing of the other contexts, and no other parser.
#
# Run by `make check` in the build directory, with CC, CFLAGS, NM and srcdir set.

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
static=.libs/liblocus.a
# Code and constants, in bytes, if the compiler optimizes.
most=174080

if [ ! -e $static ] || ! readelf -h $static > /dev/null 2>&1; then
    skip_all "no $static (--disable-static), no readelf, or no ELF"
fi
if ! grep -q '^BUILT_GRAMMARS_X =.* X(web)' Makefile; then
    skip_all "the grammar web is not built in"
fi

cat > "$work/parse.c" << 'END'
#include <locus.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct locus_url url;

    return argc < 2 || locus_parse(&url, argv[1], strlen(argv[1]), locus_web) != 0;
}
END
cat > "$work/scan.c" << 'END'
#include <locus.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct locus_scan scan;
    struct locus_found found;

    return argc < 2 || locus_scan_init(&scan, locus_web, CONTEXT) != 0
        || locus_scan_next(&scan, argv[1], strlen(argv[1]), 1, &found) != 1;
}
END

# link PROGRAM SOURCE OPTION...: links a program and prints the names of the library in it.
link() {
    program=$1
    source=$2
    shift 2
    # shellcheck disable=SC2086 # lists of words
    $CC $CFLAGS "$@" -Isrc/include -I"${srcdir:-.}/src/include" -o "$work/$program" \
        "$work/$source.c" $static || exit 1
    ${NM:-nm} "$work/$program" | sed -n 's/.* [a-zA-Z] \(locus_[a-z0-9_]*\).*/\1/p' | sort -u
}

link parse parse > "$work/there"
# A function of a header, which is present if nothing is inlined.
sed -i '/^locus_kernel_in_use$/d' "$work/there"

# Each linked name of the library must be one of these.
kernels=$(sed -n 's/^KERNELS_LIST = *//p' Makefile)
alternatives=$(echo "$kernels" | tr ' ' '|')
{
    # The choice of a kernel, with its public functions.
    echo locus_codegen
    echo locus_kernel
    echo locus_kernel_choose
    echo locus_kernel_chosen
    echo locus_kernel_name
    echo locus_use_kernel
    echo locus_parse
    echo locus_grammar_web
    echo locus_web
    for kernel in $kernels; do
        echo "locus_parse_web_$kernel"
    done
} | sort > "$work/wanted"
mv "$work/there" "$work/got"
same "a program that parses with web links only the names that it needs"
# In case names change: none of these words may occur.
verdict "and none of what it does not use" "$(
    grep -E 'scan|match|feed|json|wrapped|text|encode|reference|finding|meaning|rfc' \
        "$work/got"
)"

# Of the scan, the list of the names is long. So only those that must be absent are listed.
others='parse_[a-vx-z]|parse_web_[rt]|feed|encode|finding|meaning|origin|normal|log_'
prose='unquoted|_quote|plausible|plain|opened|bracketed|scheme_in_word|sequence|prose'
contexts=$(sed '/^#/d' "${srcdir:-.}/src/contexts/contexts.def")
for context in $contexts; do
    link "scan-$context" scan "-DCONTEXT=locus_$context" > "$work/$context"
    case "$context $CFLAGS" in
    # Without optimization, code that cannot be reached refers to functions, too.
    "raw "*-O0* | "wrapped "*-O0*) absent=$others ;;
    json_raw*) absent="$others|unquoted|plausible|plain|opened_before|bracketed|prose" ;;
    raw* | wrapped*) absent="$others|$prose" ;;
    *) absent=$others ;;
    esac
    case $context in
    json*) ;;
    *) absent="$absent|json" ;;
    esac
    for other in $contexts; do
        [ "$other" = "$context" ] || absent="$absent|searcher_${other}_($alternatives)"
    done
    verdict "a program that scans in $context links nothing of other contexts and operations" \
        "$(grep -E "$absent" "$work/$context")"
done
holds "and the words that must be absent occur elsewhere" \
    [ "$(grep -cE "$prose" "$work/text")" -gt 5 ]

case $CFLAGS in
*-fsanitize* | *-O0*) ;;
*-O[123s]*)
    size=$(size "$work/parse" | awk 'NR == 2 { print $1 }')
    holds "$size bytes of text, $most at most" [ "$size" -le $most ] ;;
esac

summary
