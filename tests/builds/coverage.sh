#!/bin/sh
# SPDX-License-Identifier: MIT
#
# How much of the hand-written C, and of the machines, `make check` runs:
#     make coverage
#
#     coverage.sh SOURCE-FOLDER BUILD-FOLDER
#
# Builds in BUILD-FOLDER/coverage, without run classes: a lens would take the bytes
# of a run out of the machine's hands, and with them the transitions. tests/unit/kernel/test-runs
# holds the portable lens against that, so that both are counted; the other lenses
# are not: they are for some processors only, and what they answer is the same
# (tests/unit/kernel/test-runs). Counts atomically, for the command has threads.
#
# Hand-written is src/ with src/cli/. A lens is inlined into each state of each
# machine, and gcov would count its branches there, in hundreds of copies of which
# most serve classes without triples or pairs: here it is a function like others
# (always_inline is no attribute then). What the events of a machine do is counted
# in its .rl file (by lines: tests/builds/drop-branches.py), and its states and transitions in the generated file:
# tests/builds/count-machines.py. Between the two nothing is left out.
#
# Fails under 97 % of the lines or 90 % of the branches, or if a state or a
# transition of a machine was not tried.
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
    "$source/configure" -q --disable-shared --disable-runs --disable-hardening \
        CPPFLAGS=-Dalways_inline=unused \
        CFLAGS='-O0 --coverage -fprofile-update=atomic'
fi
cd "$build"
find . -name '*.gcda' -delete
# The generated files of a tarball refer to its .rl files from another folder.
for file in "$source"/grammar/goto/*-machine.c "$source"/grammar/flat/*-machine.c; do
    [ -e "$file" ] || continue
    own=${file#"$source/"}
    mkdir -p "${own%/*}"
    [ -e "$own" ] ||
        sed "s|^#line \([0-9]*\) \"[^\"]*/src/|#line \1 \"$source/src/|" "$file" > "$own"
done
make
failed=
# Without optimisation, and counting, all takes longer than Check would wait.
export CK_TIMEOUT_MULTIPLIER=20
# One test runs the command as somebody else, who must be able to write the counts.
umask 0
LOCUS_TEST_MUTATIONS=${LOCUS_TEST_MUTATIONS:-5000} make -k check \
    GRAMMAR_CHECKS= ${TESTS:+TESTS="$TESTS"} || failed="a test failed"
# A tarball brings the machines, a clone has them made in the build. Where a process
# ends while another thread runs, gcov may find that a branch was taken -1 times.
gcovr -r "$source" --object-directory "$build" --gcov-ignore-parse-errors \
    --filter "$source/src/" --filter "$build/src/" --filter "(.+/)?grammar/goto/" \
    --json coverage.json "$build"
"$source/tests/builds/drop-branches.py" coverage.json "$source"

# report GCOVR-ARGUMENTS...: of the hand-written files.
report() {
    gcovr -r "$source" -a coverage.json --filter "$source/src/" \
        --filter "$build/src/" --exclude-unreachable-branches "$@"
}
report --sort-uncovered --fail-under-line 97 || failed="${failed:-too few lines}"
report --sort-uncovered --branches --fail-under-branch 90 ||
    failed="${failed:-too few branches}"
"$source/tests/builds/count-machines.py" coverage.json "$source" ||
    failed="${failed:-a machine was not tried as a whole}"
[ -z "$failed" ] || {
    echo "coverage: $failed"
    exit 1
}
