#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the tests on another processor, which qemu-user emulates if necessary:
#     make check-processors
#
#     processor.sh NAME SOURCE-FOLDER BUILD-FOLDER CFLAGS GRAMMARS [TEST...]
#
#     aarch64    the kernels neon and portable
#     s390x      big-endian
#     i386       32 bits
#
# TESTs are Check programs; by default, make check is run except for the proofs about
# the machines, which are the same everywhere. Builds in BUILD-FOLDER, which must not
# exist, and installs Debian's compiler, libc and emulator if they are missing. If they
# are not available, reports that and exits with 77.
set -eu

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
name=$1
source=$(cd "$2" && pwd)
build=$3
flags=$4
grammars=$5
shift 5

kernels=portable
case $name in
aarch64)
    debian=arm64 triplet=aarch64-linux-gnu kernels="neon portable"
    emulator="qemu-aarch64 -L /usr/$triplet" ;;
s390x)
    debian=s390x triplet=s390x-linux-gnu
    emulator="qemu-s390x -L /usr/$triplet" ;;
i386)
    # x86-64 can run it, unless its kernel was built without that. (qemu-i386 is no
    # replacement: it cannot read directories of every file system, and Check hangs in it.)
    debian=i386 triplet=i686-linux-gnu
    emulator="/usr/$triplet/lib/ld-linux.so.2 --library-path /usr/$triplet/lib" ;;
*)
    echo "processor.sh: aarch64, s390x or i386, not '$name'" >&2
    exit 2 ;;
esac

is_there() {
    command -v "$triplet-gcc" && command -v "${emulator%% *}" &&
        [ -e "/usr/$triplet/include/stdio.h" ]
}

# Debian's Check for that processor, unpacked beside the build. Separate package lists
# leave the apt and dpkg of this machine unchanged; they may be out of date.
foreign_check() {
    root=$build/debian
    mkdir -p "$root/lists/partial" "$root/cache/archives/partial"
    cat > "$root/apt.conf" << END
APT::Architecture "$debian";
APT::Architectures { "$debian"; };
Dir::State::lists "$root/lists";
Dir::State::status "/dev/null";
Dir::Cache "$root/cache";
Acquire::Languages "none";
END
    (
        export APT_CONFIG=$root/apt.conf
        cd "$root"
        apt-get -q update || :
        apt-get -q download check libsubunit-dev || exit 1
        for package in *.deb; do dpkg -x "$package" "$root"; done
    )
}

is_there ||
    install_packages "gcc-$triplet" "libc6-dev-$debian-cross" qemu-user || :
is_there || { echo "skipped: no compiler or no emulator for $name"; exit 77; }
if [ "$name" = i386 ]; then
    status=0
    $emulator --version > /dev/null || status=$?
    # "Exec format error"; any other failure is that of a step below.
    [ "$status" != 126 ] || { echo "skipped: this kernel runs no 32-bit programs"; exit 77; }
fi

mkdir "$build"
build=$(cd "$build" && pwd)
check=()
if foreign_check; then
    check=(CHECK_CFLAGS="-I$root/usr/include"
           CHECK_LIBS="-L$(echo "$root"/usr/lib/*-linux-gnu*) -lcheck -lsubunit -lm -lrt -lpthread")
else
    echo "no Check for $name: what needs it is skipped"
fi

cd "$build"
echo "$emulator" > emulator
"$source/configure" -q --host="$triplet" EMULATOR="$emulator" \
    --disable-dependency-tracking --disable-shared --with-codegen=flat \
    --with-grammars="$grammars" "${check[@]}"
make CFLAGS="$flags"
$emulator ./locus grammars | grep -x "kernels  *$kernels"

# Tests that take too long under emulation are shortened, or get more time.
LOCUS_TEST_MUTATIONS=${LOCUS_TEST_MUTATIONS:-1000}
CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-10}
export LOCUS_TEST_MUTATIONS CK_TIMEOUT_MULTIPLIER
if [ $# = 0 ]; then
    make check CFLAGS="$flags" GRAMMAR_CHECKS=
    exit
fi
EMULATOR=$emulator LOCUS=$build/locus "$source/tests/cli/run.py" \
    test_kernels.Choice test_grammars
[ ${#check[@]} != 0 ] || set --
make check CFLAGS="$flags" TESTS="tests/package/freestanding $*" \
    check_PROGRAMS="tests/package/freestanding $*" check_LTLIBRARIES=
