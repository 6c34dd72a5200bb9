#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Static analysis of the hand-written C: make lint
#
#     lint.sh SOURCE-FOLDER BUILD-FOLDER CPPFLAGS
#
# cppcheck; gcc -fanalyzer; and clang-tidy (.clang-tidy says which of its checks, and
# why not the others; LINT="cppcheck analyzer" leaves it out: it takes minutes). A
# tool that is missing is said to be. Files that include machines are compiled with
# the warnings of STYLE.md like all others, and not analysed: the analysers follow
# the paths of hundreds of states, and say nothing in hours.
set -eu

source=$1
build=$2
shift 2
cd "$source"
files="src/cli/*.c src/build.c src/ftp.c src/kernel.c src/meaning.c src/names.c
src/normal.c src/numbers.c"
status=0

say() {
    echo "lint: $*"
}

has() { # PROGRAM
    command -v "$1" > /dev/null || { say "no $1: left out"; return 1; }
}

check() { # WHAT, COMMAND...
    what=$1
    shift
    if "$@"; then
        say "$what: clean"
    else
        say "$what: FAILED"
        status=1
    fi
}

# Left out, each with its reason:
#   arrayIndexThenCheck, pointerOutOfBoundsCond
#                    do not see that the length was compared two lines before
#   legacyUninitvar  strtol() sets its `end` wherever the value is looked at
#   nullPointerArithmeticRedundantCheck
#                    usage_error() does not return

cpp_check() {
    cppcheck -q --std=c11 --enable=warning,performance,portability \
        --inline-suppr --error-exitcode=1 --max-configs=1 \
        --suppress=arrayIndexThenCheck --suppress=pointerOutOfBoundsCond \
        --suppress=legacyUninitvar \
        --suppress=nullPointerArithmeticRedundantCheck \
        -DHAVE_CONFIG_H=1 -DHAVE_ZLIB=1 \
        -DHAVE_ZSTD=1 -DLOCUS_API= -DLOCUS_GRAMMARS= \
        -I src -I "$build/src" -I "$build" $files
}

# It does not know that the options which take a word have a table of words
# (src/cli/options.c).
analyzer() {
    for file in $files; do
        gcc -std=gnu11 -O1 -fanalyzer -Werror -Wno-analyzer-null-dereference \
            -DHAVE_CONFIG_H -I "$build" "$@" -c "$file" -o /dev/null || return 1
    done
}

tidy() {
    clang-tidy --quiet $files -- -std=gnu11 -DHAVE_CONFIG_H -I "$build" "$@"
}

for tool in ${LINT:-cppcheck analyzer tidy}; do
    case $tool in
    cppcheck) ! has cppcheck || check cppcheck cpp_check ;;
    analyzer) ! has gcc || check 'gcc -fanalyzer' analyzer "$@" ;;
    tidy) ! has clang-tidy || check clang-tidy tidy "$@" ;;
    esac
done
exit $status
