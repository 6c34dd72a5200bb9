#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The symbols of the library: the shared library exports exactly what the headers
# declare; the static one hides everything, and its global symbols have the library's
# prefix; the headers declare nothing without a comment; and the library calls only
# memcpy, memset and memmove.
#
# Run by `make check` in the build directory, with NM and FREESTANDING set.

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
build=.
headers="$build/src/include/locus.h $build/src/include/locus/log.h
    ${srcdir:-.}/src/include/locus/schemes.h"
shared=$build/.libs/liblocus.so
static=$build/.libs/liblocus.a
core=$build/.libs/libcore.a

# shellcheck disable=SC2086
sed -n 's/^LOCUS_API .*[ *]\(locus_[a-z0-9_]*\)(.*/\1/p' $headers |
    sort > "$work/declared"
test -s "$work/declared" || echo "nothing" > "$work/declared"
# Grammars and contexts are objects, declared below one comment.
# shellcheck disable=SC2086
sed -n 's/^extern LOCUS_API .*[ *]\(locus_[a-z0-9_]*\);$/\1/p' $headers |
    sort - "$work/declared" > "$work/all"

# Detects a declaration that the command above overlooks.
# shellcheck disable=SC2086
verdict "each declaration has its name on the line of LOCUS_API" "$(
    cat $headers | grep -c '^LOCUS_API ' | grep -vx "$(sort -u "$work/declared" | wc -l)"
)"

# shellcheck disable=SC2086
verdict "each declaration stands under a comment" "$(
    awk '/^LOCUS_API / && before !~ /\*\/$/ { print FILENAME ":" FNR ": " $0 }
         { before = $0 }' $headers
)"

what="the shared library exports exactly what the headers declare"
if [ ! -e "$shared" ]; then
    skip "$what" "no $shared (--disable-shared, or not ELF)"
else
    ${NM:-nm} -D --defined-only "$shared" | awk '{ print $NF }' |
        sort > "$work/exported"
    verdict "$what" "$(diff "$work/all" "$work/exported")"
fi

# dpkg-gensymbols adds a symbol that the list lacks, with the version that is built, and
# does not report one that is removed in the version that added it. `make release` refuses
# a list that lacks a symbol; until then, grammars and contexts need not be listed.
what="debian/liblocus0.symbols lists what the headers declare"
listed=${srcdir:-.}/debian/liblocus0.symbols
if [ ! -e "$listed" ]; then
    skip "$what" "a tarball has no debian/"
else
    sed -n 's/^ \([a-z0-9_]*\)@Base [0-9.]*$/\1/p' "$listed" > "$work/listed"
    LC_ALL=C sort "$work/listed" > "$work/in_order"
    verdict "$what" "$(
        diff "$work/in_order" "$work/listed"
        LC_ALL=C sort "$work/all" | LC_ALL=C comm -13 - "$work/listed"
        LC_ALL=C sort "$work/declared" | LC_ALL=C comm -23 - "$work/listed"
    )"
fi

# In the static library, hidden symbols are global. Names with two underscores belong to
# the compiler.
what="each global symbol of the static library begins with locus_"
if [ ! -e "$static" ]; then
    skip "$what" "no $static (--disable-static)"
elif ! ${NM:-nm} -g --defined-only "$static" > "$work/global" ||
    ! grep -q ' locus_parse$' "$work/global"; then
    verdict "$what" "no locus_parse in what ${NM:-nm} says of it"
else
    verdict "$what" "$(awk 'NF == 3 && $3 !~ /^(locus_|__)/' "$work/global")"
fi

# A shared object that links the static library exports no hidden symbol
# (tests/package/embedded.sh).
what="each symbol that the headers declare is hidden in the static library"
if [ ! -e "$static" ] || ! readelf -h "$static" > /dev/null 2>&1; then
    skip "$what" "no $static, no readelf, or no ELF"
else
    readelf -W -s "$static" |
        awk '$5 == "GLOBAL" && $6 == "HIDDEN" && $7 != "UND" { print $8 }' |
        sort > "$work/hidden"
    verdict "$what" "$(comm -23 "$work/all" "$work/hidden")"
fi

what="the core calls nothing but memcpy, memset and memmove"
if [ ! -e "$core" ]; then
    skip "$what" "no $core"
elif [ "$FREESTANDING" != yes ]; then
    skip "$what" "CFLAGS add calls of their own, or the platform is unknown"
else
    ${NM:-nm} -A "$core" > "$work/symbols"
    verdict "$what" "$(
        awk '{ name = $NF; kind = $(NF - 1) }
             kind == "U" && name !~ /^(memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_)$/ {
                 needed[name] = $0
             }
             kind ~ /[TDRBC]/ { delete needed[name]; has[name] }
             END { for (n in needed) if (!(n in has)) print needed[n] }
            ' "$work/symbols"
    )"
fi

summary
