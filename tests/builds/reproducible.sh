#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Two builds of the same source, in folders whose names differ in length, at
# different times and under different users' settings, give the same bytes:
#     make check-reproducible
#
#     reproducible.sh SOURCE-FOLDER
#
# Debug information contains the names of folders, which are mapped away, as in Debian's
# packages.
set -eu

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=$(cd "$1" && pwd)

build() { # FOLDER
    mkdir -p "$work/$1"
    cd "$work/$1"
    "$source/configure" -q --with-kernels=portable --with-grammars=rfc3986 \
        CFLAGS="-O1 -g -ffile-prefix-map=$source=. -ffile-prefix-map=$PWD=."
    make > log 2>&1 || { cat log; exit 1; }
}

build one
(
    export LC_ALL=C TZ=Pacific/Auckland
    umask 077
    build another/deeper/folder
)
status=0
for file in .libs/liblocus.so.0.0.0 .libs/liblocus.a .libs/locus; do
    if cmp "$work/one/$file" "$work/another/deeper/folder/$file"; then
        echo "same: $file ($(wc -c < "$work/one/$file") bytes)"
    else
        status=1
    fi
done
exit $status
