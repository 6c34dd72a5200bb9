#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a program links of the static library: one that parses by one grammar takes the
# parsers of that grammar, one for each kernel, and nothing of scans, of other grammars
# or of what else is done with URLs.
#
# Run by `make check` in the build directory, with CC, CFLAGS, NM and srcdir set.

static=.libs/liblocus.a
# Text and constants, in bytes, where the compiler was told to optimise.
most=174080

if [ ! -e $static ] || ! readelf -h $static > /dev/null 2>&1; then
    echo "skipped: no $static (--disable-static), no readelf, or no ELF"
    exit 77
fi
if ! grep -q '^BUILT_GRAMMARS_X =.* X(web)' Makefile; then
    echo "skipped: the grammar web is not built in"
    exit 77
fi

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

cat > "$work/parse.c" << 'END'
#include <locus.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct locus_url url;

    return argc < 2 || locus_parse(&url, argv[1], strlen(argv[1]), locus_web) != 0;
}
END
# shellcheck disable=SC2086 # lists of words
$CC $CFLAGS -Isrc/include -I"${srcdir:-.}/src/include" -o "$work/parse" "$work/parse.c" $static || exit 1
${NM:-nm} "$work/parse" | sed -n 's/.* [a-zA-Z] \(locus_[a-z0-9_]*\).*/\1/p' |
    sort -u > "$work/there"
# A function of a header, which is there where nothing is inlined.
sed -i '/^locus_kernel_in_use$/d' "$work/there"

# Each name of the library that is there must be one of these.
kernels=$(sed -n 's/^KERNELS_LIST = *//p' Makefile)
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
if ! diff "$work/wanted" "$work/there" > "$work/diff"; then
    echo "FAIL: a program that parses by web has other names of the library than wanted:"
    cat "$work/diff"
    failed=1
fi
# Lists of what must be absent, in case names change: none of these words.
if grep -E 'scan|match|feed|json|wrapped|text|encode|reference|finding|meaning|rfc' \
        "$work/there"; then
    echo "FAIL: these names are of what the program does not use"
    failed=1
fi
case $CFLAGS in
*-fsanitize* | *-O0*) ;;
*-O[123s]*)
    size=$(size "$work/parse" | awk 'NR == 2 { print $1 }')
    echo "$size bytes of text"
    [ "$size" -le $most ] || {
        echo "FAIL: more than $most bytes of text"
        failed=1
    } ;;
esac

[ $failed = 1 ] || echo "pass: a program that parses links parsers"
exit $failed
