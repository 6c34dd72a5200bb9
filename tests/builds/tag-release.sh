#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Tests `make release` in a clone of this repository:
#     make check-release
#
#     tag-release.sh SOURCE-FOLDER
#
# It refuses anything that is not a release. The files that it makes from a tag have the
# right names, checksums and text, and are identical if made again. The tarball builds
# the version of the tag and passes tests. Requires what bootstrap installs.
set -eu

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=$(cd "$1" && pwd)
unset MAKEFLAGS MAKELEVEL MFLAGS
jobs=-j$(nproc)

# A clone with the files as they are here, and a version that is ready for release.
git clone -q "$source" "$work/clone"
( cd "$source" && git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [ -e "$file" ] && printf '%s\0' "$file"; done |
    tar -c --null --files-from=- ) | ( cd "$work/clone" && git rm -q -r . && tar -x )
cd "$work/clone"
git config user.name Release
git config user.email release@localhost
git config commit.gpgsign false
git config tag.gpgsign false

part() {
    sed -n "s/^m4_define(\[version_$1\], \[\([0-9]*\)\])\$/\1/p" configure.ac
}
version=$(part major).$(part minor).$(part patch)
sed -i "0,/^[0-9].*/s//$version (2001-02-03)/" NEWS
sed -i "1s/.*/locus ($version) unstable; urgency=medium/" debian/changelog
sed -i 's/^Maintainer: .*/Maintainer: Release <release@example.org>/' debian/control
git add -A
git commit -q --allow-empty -m 'Ready for release'
git tag --list | xargs -r git tag -d > /dev/null

refuses() { # WORDS OF THE MESSAGE, [FOLDER]
    ! ./release.sh "${2:-$work/refused}" > "$work/message" 2>&1 || return
    cat "$work/message"
    grep -q "^release: .*$1" "$work/message" && [ ! -e "$work/refused" ]
}
commit() {
    git commit -q -a -m 'Not ready'
    git tag "${1:-v$version}"
}
again() {
    git checkout -q -f HEAD~
    git tag -d "${1:-v$version}" > /dev/null
}

holds "refuses a commit without a tag" refuses "the commit has no tag"
git tag nothing
holds "refuses a tag that is not a version" refuses "the commit has no tag"
git checkout -q --detach
sed -i '1a\    One line more.' README.md
commit v9.9.9
holds "refuses a tag of another version" \
    refuses "the tag is v9.9.9, configure.ac has version $version"
git tag "v$version"
holds "refuses two tags" refuses "several tags: v$version v9.9.9"
git tag -d "v$version" > /dev/null
again v9.9.9
sed -i "0,/^[0-9].*/s//$version (not released)/" NEWS
commit
holds "refuses what NEWS calls not released" refuses "'$version (not released)'"
again
sed -i "0,/^[0-9].*/s//9.9.9 (2001-02-03)\n\n    Later.\n\n&/" NEWS
commit
holds "refuses what is not NEWS' first entry" refuses "'9.9.9 (2001-02-03)'"
again
sed -i "0,/^[0-9].*/s//$version (2001-02-03)\n\n0.0.1 (2000-01-01)/" NEWS
commit
holds "refuses an empty entry of NEWS" refuses "is empty"
again
sed -i '1s/ unstable;/ UNRELEASED;/' debian/changelog
commit
holds "refuses what debian/changelog calls UNRELEASED" refuses UNRELEASED
again
sed -i "1s/($version)/(9.9.9)/" debian/changelog
commit
holds "refuses another version in debian/changelog" refuses "debian/changelog does not"
again
sed -i 's/^Maintainer: .*/Maintainer: Release <release@users.NoReply.example.org>/' debian/control
commit
holds "refuses a maintainer who receives no mail" \
    refuses "Maintainer 'Release <release@users.NoReply.example.org>'"
again
sed -i '/^Maintainer: /d' debian/control
commit
holds "refuses a package without a maintainer" refuses "Maintainer ''"
again
sed -i '/^ locus_parse@/d; /^ locus_web@/d; /^ locus_log_next@/d;
    /^ locus_log_squid@/d' debian/liblocus0.symbols
commit
holds "refuses symbols that Debian's list lacks" \
    refuses "symbols lacks locus_parse locus_log_next locus_web locus_log_squid"
again

git tag "v$version"
echo >> README.md
holds "refuses a changed file" refuses "differs from its commit"
git checkout -q README.md
touch stray
holds "refuses a file that git does not have" refuses "differs from its commit"
rm stray

# A second release is made beside the first, two seconds later: the times of files differ.
( sleep 2; umask 077; TZ=Pacific/Auckland ./release.sh "$work/two" ) > "$work/again" 2>&1 &
holds "makes a release" ./release.sh "$work/one"
holds "refuses to overwrite it" refuses "is already there" "$work/one"
wait $! || cat "$work/again"
# Shows which member of the tarball differs.
same_bytes() {
    diff -r "$work/one" "$work/two" || {
        for each in one two; do
            mkdir "$work/$each.unpacked"
            tar -x -z -f "$work/$each/"*.tar.gz -C "$work/$each.unpacked"
            tar -t -v -z -f "$work/$each/"*.tar.gz > "$work/$each.listed"
        done
        diff "$work/one.listed" "$work/two.listed" | head -n 10
        diff -r "$work/one.unpacked" "$work/two.unpacked" | head -n 20
        return 1
    }
}
holds "makes the same bytes at another time" same_bytes
cd "$work/one"
holds "makes three files" [ "$(echo *)" = \
    "SHA256SUMS locus-$version.news locus-$version.tar.gz" ]
holds "SHA256SUMS is right" sha256sum --strict -c SHA256SUMS
holds "the news are of this version" \
    [ "$(head -n 1 "locus-$version.news")" = "$version (2001-02-03)" ]
entry() {
    sed "1,/^$version /d" "$work/clone/NEWS" | sed '/^[0-9]/,$d' > "$work/entry"
    sed 1d "locus-$version.news" | diff -B "$work/entry" -
}
holds "the news are the entry, whole" entry

tar -x -z -f "locus-$version.tar.gz" -C "$work"
cd "$work/locus-$version"
holds "the tarball has the tag's README" cmp README.md "$work/clone/README.md"
chmod -R a-w .
mkdir "$work/build"
cd "$work/build"
holds "configures" "$work/locus-$version/configure" -q --disable-shared \
    --with-codegen=flat --with-kernels=portable CFLAGS=-O0 RAGEL=false PYTHON=false
holds "builds without ragel" make "$jobs"
version_is() { ./locus --version | grep -F "$1"; }
holds "is of the tag's version" version_is " $version"
holds "passes tests" make "$jobs" check check_PROGRAMS=tests/unit/parse/test-golden \
    check_LTLIBRARIES= \
    TESTS='tests/unit/parse/test-golden tests/package/documents.sh tests/package/symbols.sh tests/package/hardening.sh
        tests/package/bootstrap.sh'

summary
