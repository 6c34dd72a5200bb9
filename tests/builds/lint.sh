#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Static analysis of the hand-written C, and a check that each row of mutate-source.py still
# applies to a line: make lint
#
#     lint.sh SOURCE-FOLDER BUILD-FOLDER CPPFLAGS
#
# cppcheck, gcc -fanalyzer and clang-tidy, or those that LINT names (.clang-tidy lists
# its checks, and why others are disabled). Missing tools are reported. Files that run
# machines (*.rl) are compiled with the warnings of CONTRIBUTING.md like all others, but not
# analysed: the analysers would follow the paths of hundreds of states for hours. Of the
# files that are compiled once for each kernel, one kernel is analysed.
set -eu

source=$1
build=$2
shift 2
cd "$source"
kernel=-DKERNEL=portable
files=$(find src -name '*.c' | sort)
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

# Runs the command for each file ({}), as many at once as there are processors.
each() { # COMMAND...
    # shellcheck disable=SC2086 # a list
    printf '%s\n' $files | xargs -P "$(nproc)" -I '{}' "$@"
}

# Left out, each with its reason:
#   arrayIndexThenCheck, pointerOutOfBoundsCond
#                    do not see that the length was checked two lines before
#   legacyUninitvar  strtol() sets its `end` wherever that value is used
#   nullPointerArithmeticRedundantCheck
#                    usage_error() does not return

cpp_check() {
    cppcheck -q --std=c11 --enable=warning,performance,portability \
        --inline-suppr --error-exitcode=1 --max-configs=1 \
        --suppress=arrayIndexThenCheck --suppress=pointerOutOfBoundsCond \
        --suppress=legacyUninitvar \
        --suppress=nullPointerArithmeticRedundantCheck \
        -DHAVE_CONFIG_H=1 -DHAVE_ISAL=1 -DHAVE_ZLIB=1 \
        -DHAVE_ZSTD=1 -DHAVE_LZMA=1 -DHAVE_BZ2=1 -DHAVE_LZ4=1 \
        -DHAVE_PCRE2=1 -DHAVE_PSL=1 \
        -DLOCUS_API= "$kernel" \
        -I src/include -I src -I "$build/src/include" -I "$build/src" -I "$build" $files
}

analyzer() {
    each gcc -std=gnu11 -O1 -fanalyzer -Werror \
        -DHAVE_CONFIG_H "$kernel" -I "$build" "$@" -o /dev/null -c {}
}

tidy() {
    each clang-tidy --quiet {} -- -std=gnu11 -DHAVE_CONFIG_H "$kernel" -I "$build" "$@"
}

mutants() {
    python3 tests/builds/mutate-source.py . --list > /dev/null
}

check 'mutate-source.py' mutants
for tool in ${LINT:-cppcheck analyzer tidy}; do
    case $tool in
    cppcheck) ! has cppcheck || check cppcheck cpp_check ;;
    analyzer) ! has gcc || check 'gcc -fanalyzer' analyzer "$@" ;;
    tidy) ! has clang-tidy || check clang-tidy tidy "$@" ;;
    esac
done
exit $status
