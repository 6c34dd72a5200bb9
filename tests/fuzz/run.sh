#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Fuzzing: make fuzz, fuzz-smoke, fuzz-afl, fuzz-corpus
#
#     run.sh fuzz|fuzz-smoke|fuzz-afl|fuzz-corpus SOURCE-FOLDER TARGET...
#
# Runs in the build folder. Each begins with tests/fuzz/corpus/ of the source folder.
#     fuzz          one target after the other; its corpus and findings are kept in
#                   tests/fuzz/found/, where the next run continues
#     fuzz-smoke    as many targets at once as there are processors, or
#                   FUZZ_AT_ONCE; keeps nothing, and prints the bytes of findings
#     fuzz-afl      like fuzz, with AFL++ instead of libFuzzer
#     fuzz-corpus   regenerates the corpus from the golden cases (seeds.py), the
#                   old corpus and that of `fuzz`: the smallest with the same
#                   coverage. Only this one writes to the source folder
# If a compiler or AFL++ is missing, reports that and exits with 77.
set -eu

what=$1
source=$2
shift 2

found=tests/fuzz/found
corpus=$source/tests/fuzz/corpus
srcdir=$source                     # where tests/proofs/interpreter/interpreter.h finds the BNF
LC_ALL=C.UTF-8                     # what the command draws depends on it
export srcdir LC_ALL

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# url.dict and the arguments that name a grammar or a context.
dictionary=$work/url.dict
argument() { # OPTION LIST
    sed -e '/^#/d' -e '/^$/d' -e y/_/-/ -e "s/.*/\"$1\\\\x00&\\\\x00\"/" "$source/src/$2"
}
{
    cat "$source/tests/fuzz/url.dict"
    argument -g grammars/grammars.def
    argument -x contexts/contexts.def
} > "$dictionary"

# Builds the targets if the compiler can link one.
build() { # COMPILER PACKAGES TARGET...
    compiler=$1
    packages=$2
    shift 2
    echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n);
          int LLVMFuzzerTestOneInput(const char *d, unsigned long n)
          { return n > 4 && d[4] == 1; }' > "$work/empty.c"
    "$compiler" -fsanitize=fuzzer -fsanitize=address -o "$work/empty" \
        "$work/empty.c" > "$work/empty.log" 2>&1 || {
        cat "$work/empty.log"
        echo "skipped: make $what needs Debian's $packages"
        exit 77
    }
    ${MAKE:-make} -j"$(nproc)" fuzz-programs FUZZ_CC="$compiler" \
        FUZZ_TARGETS="$*"
}

# each FUNCTION TARGET...: calls it for several targets at once. Fails if one fails.
each() {
    run=$1
    shift
    failed=0
    while [ $# -gt 0 ]; do
        pids=
        for _ in $(seq "${FUZZ_AT_ONCE:-$(nproc)}"); do
            [ $# -gt 0 ] || break
            "$run" "$1" &
            pids="$pids $!"
            shift
        done
        for pid in $pids; do
            wait "$pid" || failed=1
        done
    done
    return $failed
}

# The targets of one log format or envelope share a corpus.
corpus_of() { # TARGET
    case $1 in log-*) echo log ;; *) echo "$1" ;; esac
}

# Together, they take as long as another target.
smoke_seconds() { # TARGET
    case $1 in
    log-*) echo $(((FUZZ_SMOKE_SECONDS + logs - 1) / logs)) ;;
    *) echo "$FUZZ_SMOKE_SECONDS" ;;
    esac
}

# libfuzzer TARGET SECONDS FOLDER: the corpus is in FOLDER/TARGET, findings in FOLDER.
libfuzzer() {
    mkdir -p "$3/$1"
    target=$1
    seconds=$2
    folder=$3
    set -- "$folder/$target"
    own=$corpus/$(corpus_of "$target")
    [ ! -d "$own" ] || set -- "$@" "$own"
    "tests/fuzz/clang/fuzz-$target" -max_total_time="$seconds" -timeout=60 \
        -dict="$dictionary" -print_final_stats=1 \
        -artifact_prefix="$folder/$target-" "$@"
}

smoke() { # TARGET
    if libfuzzer "$1" "$(smoke_seconds "$1")" "$work" > "$work/$1.log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$1.log")
        echo "fuzz: $1: $runs runs in $(smoke_seconds "$1") s"
        return
    fi
    {
        grep -v '^#[0-9]' "$work/$1.log" | tail -n 60
        for file in "$work/$1"-*; do
            [ ! -f "$file" ] || { echo "$file:"; od -A d -t x1z "$file"; }
        done
        echo "fuzz: $1: FAILED"
    } > "$work/$1.failed"
    cat "$work/$1.failed"
    return 1
}

# Keeps files that cover a branch which no smaller file covers. How often it is covered
# is ignored: otherwise there would be ten times as many files.
minimize() { # TARGET
    [ "$(corpus_of "$1")" = "$1" ] || return 0
    mkdir -p "$work/$1" "$work/seeds/$1" "$found/$1" "$corpus/$1"
    "tests/fuzz/clang/fuzz-$1" -set_cover_merge=1 -use_counters=0 "$work/$1" \
        "$corpus/$1" "$work/seeds/$1" "$found/$1" > "$work/$1.log" 2>&1 || {
        tail -n 60 "$work/$1.log"
        return 1
    }
    rm -rf "${corpus:?}/$1"
    mv "$work/$1" "$corpus/$1"
    echo "fuzz: $1: $(find "$corpus/$1" -type f | wc -l) files," \
        "$(du -sb "$corpus/$1" | cut -f 1) bytes"
}

# An input that fails at the start is also a finding: AFL++ then does not begin.
afl() { # TARGET
    out=$found/afl/$1
    rm -rf "$out"
    mkdir -p "$out"
    AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 \
    AFL_NO_AFFINITY=1 AFL_HANG_TMOUT=60000 \
        afl-fuzz -V "$FUZZ_SECONDS" -t 60000 -m none -i "$corpus/$(corpus_of "$1")" -o "$out" \
        -x "$dictionary" -- "tests/fuzz/afl-clang-fast/fuzz-$1" \
        > "$out/log" 2>&1 || {
        tail -n 60 "$out/log"
        echo "fuzz: $1: afl-fuzz FAILED"
        return 1
    }
    find "$out/default/crashes" "$out/default/hangs" -name 'id:*' > "$out/found"
    while read -r file; do
        echo "$file:"
        od -A d -t x1z "$file"
    done < "$out/found"
    echo "fuzz: $1: $(sed -n 's/^execs_done *: //p' "$out/default/fuzzer_stats")" \
        "runs in $FUZZ_SECONDS s by AFL++, $(wc -l < "$out/found") findings"
    [ ! -s "$out/found" ]
}

clang='clang and libclang-rt-dev'
case $what in
fuzz)
    build clang "$clang" "$@"
    for target in "$@"; do
        echo "fuzz: $target, $FUZZ_SECONDS s"
        libfuzzer "$target" "$FUZZ_SECONDS" "$found"
    done
    ;;
fuzz-smoke)
    build clang "$clang" "$@"
    logs=$(printf '%s\n' "$@" | grep -c '^log-' || :)
    each smoke "$@"
    ;;
fuzz-afl)
    command -v afl-fuzz > /dev/null || {
        echo "skipped: make $what needs Debian's afl++"
        exit 77
    }
    build afl-clang-fast 'afl++, clang and libclang-rt-dev' "$@"
    each afl "$@"
    ;;
fuzz-corpus)
    build clang "$clang" "$@"
    "$source/tests/fuzz/seeds.py" "$source/tests" "$source/demo/access.log" \
        "$work/seeds"
    each minimize "$@"
    ;;
esac
