#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Measures how much of the hand-written C and of the machines `make check` runs:
#     make coverage
#
#     coverage.sh SOURCE-FOLDER BUILD-FOLDER
#
# Builds in BUILD-FOLDER/coverage, without run classes: a lens would skip the bytes of a
# run, and with them the transitions. tests/unit/kernel/test-kernels-agree compares the
# portable lens with the machines, so both are counted. The other lenses are not counted: they
# are for particular processors, and the same test shows that their results are the same.
# Counts atomically, because the command has threads.
#
# The hand-written C is src/ including src/cli/. Normally a lens is inlined into each
# state of each machine, and gcov would count its branches there, in hundreds of copies,
# most of which are for classes without percent-encoded octets or pairs. Here it is an
# ordinary function (always_inline is defined as nothing). The actions of a machine are
# counted in its .rl file (by lines only), its states and transitions in the generated file:
# tests/builds/count-machines.py. Together these cover all code.
#
# Fails below 97 % of the lines or 90 % of the branches, or if a state or a transition
# of a grammar of URLs was not tried.
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
for file in "$source"/grammar/*/*-machine.c; do
    [ -e "$file" ] || continue
    own=${file#"$source/"}
    mkdir -p "${own%/*}"
    [ -e "$own" ] ||
        sed "s|^#line \([0-9]*\) \"[^\"]*/src/|#line \1 \"$source/src/|" "$file" > "$own"
done
make
failed=
# Without optimization, and with counters, tests take longer than Check would wait.
export CK_TIMEOUT_MULTIPLIER=20
# One test runs the command as another user, who must be able to write the counts.
umask 0
LOCUS_TEST_MUTATIONS=${LOCUS_TEST_MUTATIONS:-5000} make -k check \
    GRAMMAR_CHECKS= ${TESTS:+TESTS="$TESTS"} || failed="a test failed"
# A tarball contains the machines; in a clone they are generated in the build. If a
# process ends while another thread runs, gcov may report that a branch was taken -1
# times.
gcovr -r "$source" --object-directory "$build" --gcov-ignore-parse-errors \
    --filter "$source/src/" --filter "$build/src/" --filter "(.+/)?grammar/goto/" \
    --json coverage.json "$build"
"$source/tests/builds/count-machines.py" coverage.json "$source" ||
    failed="${failed:-a grammar was not tried as a whole}"

# report GCOVR-ARGUMENTS...: reports on the hand-written files.
report() {
    gcovr -r "$source" -a coverage.json --filter "$source/src/" \
        --filter "$build/src/" --exclude-unreachable-branches "$@"
}
report --sort-uncovered --fail-under-line 97 || failed="${failed:-too few lines}"
report --sort-uncovered --branches --fail-under-branch 90 ||
    failed="${failed:-too few branches}"
[ -z "$failed" ] || {
    echo "coverage: $failed"
    exit 1
}
