#!/bin/sh
# SPDX-License-Identifier: MIT
#
# ./bootstrap lists every command before it runs the first one, runs exactly those, and
# explains how to do without sudo. It runs in a separate folder, where every command that
# installs or builds only records that it was called.

unset CC
# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=$(cd "${srcdir:-.}" && pwd)
shown=$work/out                # what bootstrap wrote

stub() { # NAME, BODY
    printf '#!/bin/sh\n%s\n' "$2" > "$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# A fresh clone on a machine that has COMMANDS and what every system has.
machine() { # COMMANDS...
    rm -rf "${work:?}/bin" "${work:?}/clone"
    mkdir "$work/bin" "$work/clone"
    cp "$source/bootstrap" "$work/clone/bootstrap"
    for name in sh cat sed dirname env; do
        ln -s "$(command -v $name)" "$work/bin/$name"
    done
    stub getconf 'echo 3'
    stub id 'echo 1000'
    stub uname 'echo x86_64'
    for name; do
        # shellcheck disable=SC2016 # for the stub's shell
        stub "$name" 'echo "ran: ${0##*/} $*"'
    done
    printf '#!/bin/sh\necho "ran: ./configure $*"; echo "$#" > arguments\n' \
        > "$work/clone/configure"
    chmod +x "$work/clone/configure"
}
tools="autoconf automake libtoolize ragel python3"
finds_all() { stub pkg-config 'exit 0'; stub cc 'exit 0'; }

bootstrap() {
    ( cd "$work" && PATH=$work/bin ./clone/bootstrap "$@" ) > "$work/out" 2>&1
    status=$?
    sed -n '/^ran: /q; s/^bootstrap:     //p' "$work/out" > "$work/listed"
    sed -n 's/^ran: //p' "$work/out" | sed 's/ *$//' > "$work/ran"
}
# The commands that were listed before the first one ran are those that ran.
listed_and_ran() { [ -s "$work/ran" ] && diff "$work/listed" "$work/ran"; }
nothing_ran() { [ ! -s "$work/ran" ]; }
failed_early() { [ $status = 1 ] && nothing_ran; }
says() { grep -qe "$1" "$work/out"; }
before_running() { # TEXT
    sed '/^ran: /,$d' "$work/out" | grep -qe "$1"
}
listed() { grep -qxe "$1" "$work/listed"; }
ran() { [ "$(cat "$work/ran")" = "$1" ]; }

all='autoconf automake libtool make gcc libc6-dev ragel python3 pkg-config'
all="$all libxxhash-dev check liburiparser-dev libisal-dev zlib1g-dev libzstd-dev"
all="$all liblzma-dev libbz2-dev liblz4-dev libpcre2-dev libpsl-dev"
installs="env DEBIAN_FRONTEND=noninteractive apt-get -q install -y"
installs="$installs --no-install-recommends"

# make is always present, so it is not in the list of packages to install.
without_make=$(echo "$all" | sed 's/ make / /')

machine sudo apt-get autoreconf make
bootstrap
holds "by sudo: succeeds" [ $status = 0 ]
holds "by sudo: lists what it runs before it runs it" listed_and_ran
holds "by sudo: installs what is missing" listed "sudo $installs $without_make"
holds "by sudo: explains beforehand how to do without sudo" \
    before_running "without sudo, run this as root: apt-get install $without_make\$"
cp "$work/listed" "$work/by-sudo"

machine sudo apt-get autoreconf make
bootstrap --dry-run
holds "--dry-run: succeeds" [ $status = 0 ]
holds "--dry-run: runs nothing" nothing_ran
holds "--dry-run: lists the same" cmp "$work/listed" "$work/by-sudo"

machine apt-get autoreconf make
bootstrap
holds "no sudo: fails before it runs anything" failed_early
holds "no sudo: says what to install as root" \
    says "as root: apt-get install $without_make\$"

machine sudo autoreconf make
bootstrap
holds "no apt-get: fails before it runs anything" failed_early

machine apt-get autoreconf make
stub id 'echo 0'
bootstrap
holds "as root: succeeds" [ $status = 0 ]
holds "as root: installs without sudo" listed "$installs $without_make"
holds "as root: runs what env is told to run" \
    grep -q '^apt-get -q install .* autoconf ' "$work/ran"

machine sudo apt-get autoreconf make
bootstrap --no-install
holds "--no-install: fails without what the build needs" failed_early
holds "--no-install: names that, and nothing else" \
    says "the build needs: ${without_make%% check*}\$"

# shellcheck disable=SC2086 # a list
machine sudo apt-get autoreconf make $tools
stub pkg-config 'exit 1'
# shellcheck disable=SC2016 # for the stub's shell
stub cc 'case $* in *-E*) read -r line; case $line in *bzlib*) exit 1; esac; esac'
bootstrap --no-install
holds "--no-install: builds without what is optional" ran 'autoreconf -i
./configure
make -j3'
holds "--no-install: names what it does without" \
    says 'not found: check liburiparser-dev libisal-dev zlib1g-dev libzstd-dev liblzma-dev libbz2'
stub uname 'echo aarch64'
bootstrap --no-install
holds "another processor: does without ISA-L" \
    says 'not found: check liburiparser-dev zlib1g-dev'
bootstrap
holds "optional packages: says that the build can do without them" \
    before_running 'build without them: ./bootstrap --no-install'

# shellcheck disable=SC2086
machine autoreconf make $tools
finds_all
bootstrap --prefix=/opt "CFLAGS=-O2 -g"
holds "all there: does not mention sudo" eval '! says sudo'
holds "arguments of configure: kept" [ "$(cat "$work/clone/arguments")" = 2 ]
holds "arguments of configure: listed as a shell reads them" \
    listed "./configure --prefix=/opt 'CFLAGS=-O2 -g'"
touch "$work/clone/Makefile.in" "$work/clone/config.status"
bootstrap
holds "a second run: make alone" ran 'make -j3'

summary
