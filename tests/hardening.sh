#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What SECURITY.md says of how the command and the shared library are built: what
# configure asked for has reached what is linked.
#
# Run by `make check` in the build directory, with CFLAGS, HARDENING_CFLAGS and
# HARDENING_LDFLAGS set.

passed=0
failed=0
skipped=0

holds() { # WHAT, COMMAND...
    what=$1
    shift
    if "$@"; then
        echo "pass: $what"
        passed=$((passed + 1))
    else
        echo "FAIL: $what"
        failed=$((failed + 1))
    fi
}

skip() { # WHAT, WHY
    echo "skip: $1: $2"
    skipped=$((skipped + 1))
}

# Where it is linked with a shared library, libtool puts a script in its place.
command=locus
[ ! -e .libs/locus ] || command=.libs/locus
if ! readelf -h $command > /dev/null 2>&1; then
    echo "skipped: no readelf, or no ELF"
    exit 77
fi

bound_at_once() { readelf -W -d "$1" | grep -q BIND_NOW; }
read_only() { readelf -W -l "$1" | grep -q GNU_RELRO; }
stack_of_data() { readelf -W -l "$1" | grep GNU_STACK | grep -q ' RW '; }
calls() { readelf -W --dyn-syms "$1" | grep -q " UND $2"; }

for file in $command .libs/liblocus.so; do
    if [ ! -e "$file" ]; then
        skip "$file" "it is not built"
        continue
    fi
    case $HARDENING_LDFLAGS in
    *relro*)
        holds "$file: all symbols bound before main()" bound_at_once "$file"
        holds "$file: what was bound is read-only" read_only "$file"
        holds "$file: no code on the stack" stack_of_data "$file"
        ;;
    *) skip "$file" "built without hardening" ;;
    esac
done
case $HARDENING_CFLAGS in
*stack-protector*)
    holds "$command: guarded frames" calls $command __stack_chk_fail ;;
*) skip $command "built without stack protectors" ;;
esac
case " $CFLAGS " in
*-fsanitize*) skip $command "a sanitizer instead of _FORTIFY_SOURCE" ;;
*' -O'[123s]' '*)
    case $HARDENING_CFLAGS in
    *stack-protector*)
        holds "$command: functions of the C library that look at sizes" \
            calls $command '__[a-z]*_chk@' ;;
    esac ;;
*) skip $command "no _FORTIFY_SOURCE without optimisation" ;;
esac

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
