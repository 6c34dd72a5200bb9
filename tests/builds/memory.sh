#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Checks of memory and threads that need a separate build or tool:
#     make check-msan check-tsan check-valgrind
#
#     memory.sh msan|tsan|valgrind SOURCE-FOLDER BUILD-FOLDER
#
# msan and tsan build with clang's MemorySanitizer and gcc's ThreadSanitizer in
# BUILD-FOLDER/msan and tsan. If a tool is missing, reports that and exits with 77.
set -eu

kind=$1
source=$(cd "$2" && pwd)
build=$(cd "$3" && pwd)

missing() { # PROGRAM
    command -v "$1" > /dev/null && return 1
    echo "skipped: check-$kind needs $1"
}

# Kernels and code styles are not the subject of this test: the smallest ones are built.
other_build() { # CFLAGS, CONFIGURE-ARGUMENTS...
    flags=$1
    shift
    rm -rf "$build/$kind"
    mkdir "$build/$kind"
    cd "$build/$kind"
    "$source/configure" -q --disable-shared --with-kernels=portable \
        --with-codegen=flat CFLAGS="$flags" "$@"
    make
    make check TESTS=
}

# Runs a unit test, with the command before it that `$under` has.
unit_test() { # PROGRAM
    if [ -x "tests/unit/$1" ]; then
        # shellcheck disable=SC2086 # the words of a command
        $under "tests/unit/$1"
    else
        echo "left out, without Check: tests/unit/$1"
    fi
}

GOLDEN_DIR=$source/tests/golden
LOCUS_TEST_MUTATIONS=${LOCUS_TEST_MUTATIONS:-500}
srcdir=$source
# Each test runs in the process that is checked, without forking.
CK_FORK=no
CK_TIMEOUT_MULTIPLIER=50
export GOLDEN_DIR LOCUS_TEST_MUTATIONS srcdir CK_FORK CK_TIMEOUT_MULTIPLIER

case $kind in
msan)
    missing clang && exit 77
    # The libraries left out are not built with MemorySanitizer, so what they write would
    # count as uninitialized.
    other_build '-O1 -g -fsanitize=memory -fno-omit-frame-pointer' CC=clang \
        --without-isal --without-zlib --without-zstd --without-lzma --without-bzip2 \
        --without-lz4 --without-pcre2 --without-psl
    for program in parse/test-golden grammars/test-grammars schemes/test-schemes \
        reference/test-resolve coding/test-coding parse/test-batch parse/test-feed \
        contexts/test-contexts; do
        under='' unit_test "$program"
    done
    LOCUS=$build/msan/locus "$source/tests/cli/run.py" \
        test_parse test_explain test_references test_coding test_scan test_top \
        test_limits
    ;;
tsan)
    other_build '-O1 -g -fsanitize=thread'
    # The command ends at once if its reader is gone, without waiting for its threads.
    LOCUS=$build/tsan/locus TSAN_OPTIONS="halt_on_error=1 report_thread_leaks=0" \
        "$source/tests/cli/run.py" test_threads test_compressed test_directories
    ;;
valgrind)
    missing valgrind && exit 77
    cd "$build"
    for program in parse/test-golden grammars/test-grammars schemes/test-schemes \
        parse/test-feed; do
        under='./libtool --mode=execute valgrind -q --error-exitcode=9' unit_test "$program"
    done
    for arguments in 'parse -o json' explain 'scan -j2 -o json' 'scan -x text'; do
        # shellcheck disable=SC2086 # a list
        head -n 300 "$source/demo/access.log" | ./libtool --mode=execute \
            valgrind -q --error-exitcode=9 --leak-check=full ./locus \
            $arguments > /dev/null || [ $? = 1 ]
    done
    ;;
esac
echo "check-$kind: nothing found"
