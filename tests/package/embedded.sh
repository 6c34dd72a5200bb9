#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The static library in shared objects (plug-ins, extensions of interpreters): such
# an object exports none of its names, and calls no other library's functions of
# these names, be they in the program or in another such object.
#
# Run by `make check` in the build directory, with CC, CFLAGS, DL_LIBS, NM, CAN_RUN,
# EMULATOR and srcdir set.

static=.libs/liblocus.a
source=${srcdir:-.}
failed=0

if [ ! -e $static ] || ! readelf -h $static > /dev/null 2>&1; then
    echo "skipped: no $static (--disable-static), no readelf, or no ELF"
    exit 77
fi
if grep -q '^pic_mode=no' libtool; then
    echo "skipped: a static library for programs alone (--without-pic)"
    exit 77
fi
if ! grep -q 'BUILT_GRAMMARS_X =.* X(web)' Makefile; then
    echo "skipped: the grammar web is not built in"
    exit 77
fi

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

# In the user's way, with nothing that would hide symbols of an archive.
for name in one two; do
    # shellcheck disable=SC2086 # lists of words
    $CC $CFLAGS -Isrc/include -I"$source/src/include" -shared -fPIC -o "$work/$name.so" "$source/tests/package/embedded.c" \
        $static || exit 1
    ${NM:-nm} -D "$work/$name.so" > "$work/symbols" || exit 1
    if ! grep -q ' T embedded_check$' "$work/symbols"; then
        echo "FAIL: nm -D does not know embedded_check()"
        failed=1
    fi
    if grep ' locus_' "$work/symbols"; then
        echo "FAIL: these names of the library are seen outside of $name.so"
        failed=1
    fi
done

# A program that defines them all.
{
    echo '#include <stdlib.h>'
    sed -n 's/^LOCUS_API .*[ *]\(locus_[a-z0-9_]*\)(.*/\1/p' src/include/locus.h "$source/src/include/locus/schemes.h" |
        sed 's/.*/void &(void); void &(void) { abort(); }/'
} > "$work/interposing.c"
# shellcheck disable=SC2086
$CC $CFLAGS -rdynamic -o "$work/embedding" "$source/tests/package/embedding.c" \
    "$work/interposing.c" $DL_LIBS || exit 1

if [ "$CAN_RUN" = no ] && [ -z "$EMULATOR" ]; then
    echo "not run: compiled for another machine"
else
    # shellcheck disable=SC2086
    $EMULATOR "$work/embedding" "$work/one.so" "$work/two.so" || failed=1
fi

[ $failed = 1 ] || echo "pass: two shared objects with a library each"
exit $failed
