#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Checks what SECURITY.md says about the build of the command and the shared library: the
# linked files have the properties that configure requested.
#
# Run by `make check` in the build directory, with CC, CFLAGS, CPPFLAGS, LDFLAGS,
# HARDENING_CFLAGS, HARDENING_LDFLAGS, COMMAND_FILES and COMMAND_CPPFLAGS set.

LC_ALL=C
export LC_ALL
# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"

# If the library is shared, libtool puts a script in place of the command.
command=locus
[ ! -e .libs/locus ] || command=.libs/locus
if ! readelf -h $command > /dev/null 2>&1; then
    skip_all "no readelf, or no ELF"
fi

bound_at_once() { readelf -W -d "$1" | grep -q BIND_NOW; }
read_only() { readelf -W -l "$1" | grep -q GNU_RELRO; }
stack_of_data() { readelf -W -l "$1" | grep GNU_STACK | grep -q ' RW '; }
calls() { readelf -W --dyn-syms "$1" | grep -q " UND $2"; }
position_independent() {
    readelf -W -h "$1" | grep -q 'Type: *DYN' &&
        readelf -W -d "$1" | grep -q 'FLAGS_1.*PIE'
}
marks() { # FILE, FEATURE
    readelf -W -n "$1" 2> /dev/null | grep -q "x86 feature:.*$2"
}

# Prints the value of a macro that the compiler or the C library defines with these
# flags, or nothing. config.h sets _FORTIFY_SOURCE.
macro() { # NAME, FLAGS...
    name=$1
    shift
    printf '#include "config.h"\n#include <stdio.h>\n' > "$work/macro.c"
    # shellcheck disable=SC2086 # CC and lists of flags
    $CC -I. $CPPFLAGS "$@" -E -dM "$work/macro.c" | sed -n "s/^#define $name //p"
}

# A program that consists of the start files only, linked like the command, shows what
# this system permits.
echo 'int main(void) { return 0; }' > "$work/empty.c"
# shellcheck disable=SC2086,SC2153
if ! $CC $HARDENING_CFLAGS $CFLAGS $HARDENING_LDFLAGS $LDFLAGS -Wl,--trace \
    -o "$work/empty" "$work/empty.c" > "$work/linked" 2>&1; then
    cat "$work/linked"
    echo "FAIL: $CC does not link an empty program"
    exit 1
fi

start_files_without() { # FEATURE
    grep -o '/[^ ():]*crt[^ /():]*\.o' "$work/linked" | sort -u |
        while read -r file; do
            marks "$file" "$1" || basename "$file"
        done | paste -s -d ' ' -
}

for file in $command .libs/liblocus.so; do
    if [ ! -e "$file" ]; then
        skip "$file" "not built"
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

if position_independent "$work/empty"; then
    holds "$command: position-independent" position_independent $command
else
    skip "$command: position-independent" "not the default of $CC with these flags"
fi

# _FORTIFY_SOURCE: config.h sets it, each file includes config.h before any header of the
# C library, and the linked file uses it.
level_of() { # FILE
    # shellcheck disable=SC2086
    $CC $COMMAND_CPPFLAGS $HARDENING_CFLAGS $CFLAGS -E -dM "$1" |
        awk '$2 == "__GLIBC__" { libc = 1 }
             $2 == "__USE_FORTIFY_LEVEL" { level = $3 }
             END { print libc ? level + 0 : "no header of the C library" }'
}
fortified_sources() {
    checked=0
    unfortified=
    for file in $COMMAND_FILES; do
        level=$(level_of "$file")
        case $level in
        no*) ;;
        [1-9]*) checked=$((checked + 1)) ;;
        *) unfortified="$unfortified $file" ;;
        esac
    done
    [ -z "$unfortified" ] || echo "    without _FORTIFY_SOURCE:$unfortified"
    [ "$checked" -gt 0 ] && [ -z "$unfortified" ]
}
fortify="$command: _FORTIFY_SOURCE"
# shellcheck disable=SC2086
case " $CFLAGS $(macro __OPTIMIZE__ $CFLAGS) $(macro __GLIBC__ $CFLAGS) " in
*-fsanitize*) skip "$fortify" "a sanitizer takes its place" ;;
*" 1 "[0-9]*)
    if [ -z "$HARDENING_CFLAGS" ]; then
        skip "$fortify" "built without hardening"
    else
        holds "$fortify is 2 or more" \
            [ "$(macro __USE_FORTIFY_LEVEL $CFLAGS)" -ge 2 ]
        holds "$fortify in each source file" fortified_sources
        holds "$command: functions of the C library that check sizes" \
            calls $command '__[a-z]*_chk@'
    fi ;;
*) skip "$fortify" "no optimization, or a C library without it" ;;
esac

# Intel's control-flow enforcement. The linker marks a file only if every object has the
# mark, so one start file without it is enough to lose it.
objects_without() { # FEATURE
    find src/cli -name 'locus-*.o' > "$work/objects"
    [ -s "$work/objects" ] || echo "no objects"
    while read -r file; do
        marks "$file" "$1" || echo "$file"
    done < "$work/objects"
}
all_objects_mark() { # FEATURE
    missing=$(objects_without "$1")
    [ -z "$missing" ] || echo "$missing" | sed 's/^/    /'
    [ -z "$missing" ]
}
linked_marks() { # FILE, FEATURE
    if marks "$work/empty" "$2"; then
        holds "$1: $2" marks "$1" "$2"
    else
        skip "$1: $2" "start files without it: $(start_files_without "$2")"
    fi
}
# shellcheck disable=SC2086
case $HARDENING_CFLAGS,$(macro __CET__ $HARDENING_CFLAGS $CFLAGS) in
*cf-protection*,3) ;;
*cf-protection*) skip "IBT, SHSTK" "CFLAGS leave them out" ;;
*) skip "IBT, SHSTK" "not for this processor, or built without hardening" ;;
esac
# shellcheck disable=SC2086
library=$(macro __CET__ $CFLAGS)
for feature in IBT SHSTK; do
    # shellcheck disable=SC2086
    [ "$(macro __CET__ $HARDENING_CFLAGS $CFLAGS)" = 3 ] || break
    holds "objects of $command: $feature" all_objects_mark $feature
    if [ "$library" != 3 ] && ! readelf -W -d $command | grep -q liblocus; then
        skip "$command: $feature" "CFLAGS do not ask for it in the library"
    else
        linked_marks $command $feature
    fi
    if [ ! -e .libs/liblocus.so ]; then
        :
    elif [ "$library" != 3 ]; then
        skip ".libs/liblocus.so: $feature" "CFLAGS do not ask for it in the library"
    else
        linked_marks .libs/liblocus.so $feature
    fi
done

summary
