#!/bin/sh
# SPDX-License-Identifier: MIT
#
# How much of the hand-written C `make check` runs: make coverage
#
#     coverage.sh SOURCE-FOLDER BUILD-FOLDER
#
# Hand-written is src/ with src/cli/; the machines (grammar/goto/) are not: every
# state and byte of those is tests/test-states' business. Builds in
# BUILD-FOLDER/coverage, with the portable kernel: the others are other lenses
# around the same C. Counts atomically, for the command has threads. Fails under
# 97 % of the lines or 90 % of the branches, those of assertions that cannot fail
# left out by gcov itself.
#
# libgcov allocates too, and has no answer to tests/failing.c: the failures of
# test_failing in a build for coverage are its own.
set -eu

source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)/coverage

command -v gcovr > /dev/null || {
    echo "skipped: coverage needs gcovr"
    exit 77
}
if [ ! -e "$build/config.status" ]; then
    mkdir -p "$build"
    cd "$build"
    "$source/configure" -q --disable-shared --with-kernels=portable \
        --disable-hardening CFLAGS='-O0 --coverage -fprofile-update=atomic'
fi
cd "$build"
find . -name '*.gcda' -delete
make
LOCUS_TEST_MUTATIONS=${LOCUS_TEST_MUTATIONS:-2000} make -k check \
    GRAMMAR_CHECKS= ${TESTS:+TESTS="$TESTS"} || echo "coverage: a test failed"
gcovr -r "$source" --object-directory "$build" --filter "$source/src/" \
    --filter "$build/src/" --exclude-unreachable-branches --sort-uncovered \
    --fail-under-line 97 --fail-under-branch 90 "$build"
