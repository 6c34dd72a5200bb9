#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The static library in shared objects (plug-ins, extensions of interpreters). Such an
# object exports none of the library's names, and does not call functions of these names
# in the program or in another such object.
#
# Run by `make check` in the build directory, with CC, CFLAGS, DL_LIBS, NM, CAN_RUN,
# EMULATOR and srcdir set.

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
static=.libs/liblocus.a
source=${srcdir:-.}

if [ ! -e $static ] || ! readelf -h $static > /dev/null 2>&1; then
    skip_all "no $static (--disable-static), no readelf, or no ELF"
fi
if grep -q '^pic_mode=no' libtool; then
    skip_all "a static library for programs alone (--without-pic)"
fi
if ! grep -q 'BUILT_GRAMMARS_X =.* X(web)' Makefile; then
    skip_all "the grammar web is not built in"
fi

# As a user would do it, without options that hide the symbols of an archive.
for name in one two; do
    # shellcheck disable=SC2086 # lists of words
    $CC $CFLAGS -Isrc/include -I"$source/src/include" -shared -fPIC -o "$work/$name.so" "$source/tests/package/embedded.c" \
        $static || exit 1
    ${NM:-nm} -D "$work/$name.so" > "$work/symbols" || exit 1
    holds "nm -D of $name.so knows embedded_check()" \
        grep -q ' T embedded_check$' "$work/symbols"
    verdict "no name of the library is seen outside of $name.so" \
        "$(grep ' locus_' "$work/symbols")"
done

# A program that defines all functions of the library.
{
    echo '#include <stdlib.h>'
    sed -n 's/^LOCUS_API .*[ *]\(locus_[a-z0-9_]*\)(.*/\1/p' src/include/locus.h \
        src/include/locus/log.h "$source/src/include/locus/schemes.h" |
        sed 's/.*/void &(void); void &(void) { abort(); }/'
} > "$work/interposing.c"
# shellcheck disable=SC2086
$CC $CFLAGS -rdynamic -o "$work/embedding" "$source/tests/package/embedding.c" \
    "$work/interposing.c" $DL_LIBS || exit 1

what="two shared objects with a library each"
if [ "$CAN_RUN" = no ] && [ -z "$EMULATOR" ]; then
    skip "$what" "compiled for another machine"
else
    # shellcheck disable=SC2086
    holds "$what" $EMULATOR "$work/embedding" "$work/one.so" "$work/two.so"
fi

summary
