#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes a release from the tag of the commit that is checked out:
#     make release
#
#     release.sh [FOLDER]
#
# Writes to FOLDER (default: locus-VERSION-release):
#     locus-VERSION.tar.gz    the result of `make distdir` on the tag's files only
#     locus-VERSION.news      the entry in NEWS
#     SHA256SUMS              the checksums of both
#
# The tag vVERSION determines the version. configure.ac, NEWS and debian/changelog must
# agree with it, debian/liblocus0.symbols must list every symbol, the maintainer in
# debian/control must have an address that receives mail (not a "noreply" one), and the
# clone must have no changes. The same tag and the same autotools produce the same bytes.
# CONTRIBUTING.md describes the steps before and after.
set -eu
umask 022
export LC_ALL=C

refuse() {
    echo "release: $*" >&2
    exit 1
}

start=$PWD
cd "$(dirname "$0")"
# A tarball unpacked inside another clone is not that clone.
[ "$(git rev-parse --show-cdup 2> /dev/null || echo none)" = "" ] ||
    refuse "this is not a clone"

changed=$(git status --porcelain)
[ -z "$changed" ] || refuse "the clone differs from its commit:
$changed"

tags=$(git tag --points-at HEAD --list 'v[0-9]*')
case $(echo "$tags" | grep -c .) in
0) refuse "the commit has no tag vVERSION" ;;
1) ;;
*) refuse "the commit has several tags:" "$(echo "$tags" | paste -s -d ' ' -)" ;;
esac
version=${tags#v}

part() {
    sed -n "s/^m4_define(\[version_$1\], \[\([0-9]*\)\])\$/\1/p" configure.ac
}
configured=$(part major).$(part minor).$(part patch)
[ "$configured" = "$version" ] ||
    refuse "the tag is $tags, configure.ac has version $configured"

# The first entry in NEWS must be that of the version, "VERSION (DATE)".
entry=$(awk '/^[0-9]/ && n++ { exit } n { print }' NEWS)
case $(echo "$entry" | head -n 1) in
"$version ("[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]")") ;;
*) refuse "NEWS does not begin with an entry '$version (YYYY-MM-DD)' but with" \
    "'$(echo "$entry" | head -n 1)'" ;;
esac
[ "$(echo "$entry" | sed 1d | grep -c .)" -gt 0 ] ||
    refuse "the entry of $version in NEWS is empty"

case $(head -n 1 debian/changelog) in
"locus ($version) UNRELEASED"*) refuse "debian/changelog has $version as UNRELEASED" ;;
"locus ($version) "*) ;;
*) refuse "debian/changelog does not begin with $version" ;;
esac

# SECURITY.md tells people to write to this address.
maintainer=$(sed -n 's/^Maintainer: *//p' debian/control)
case $maintainer in
*[Nn][Oo][Rr][Ee][Pp][Ll][Yy]*) bad=yes ;;
*"<"*@*">") bad=no ;;
*) bad=yes ;;
esac
[ $bad = no ] || refuse "the Maintainer '$maintainer' of debian/control, to whom SECURITY.md" \
    "refers, receives no mail"

unlisted=$({
    git ls-files src/include |
        xargs sed -n 's/^LOCUS_API .*[ *]\(locus_[a-z0-9_]*\)(.*/\1/p'
    sed -n 's/^[a-z].*/locus_&/p' src/grammars/grammars.def src/contexts/contexts.def
    sed -n 's/^[a-z].*/locus_log_&/p' src/log/formats.def src/log/envelopes/envelopes.def
} | while read -r symbol; do
    grep -q "^ $symbol@Base " debian/liblocus0.symbols || echo "$symbol"
done)
[ -z "$unlisted" ] || refuse "debian/liblocus0.symbols lacks" \
    "$(echo "$unlisted" | paste -s -d ' ' -)"

output=${1:-locus-$version-release}
case $output in
/*) ;;
*) output=$start/$output ;;
esac
[ ! -e "$output" ] || refuse "$output is already there"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source" "$work/build"
git archive "$tags" | tar -x -C "$work/source"
date=$(git log -1 --format=%ct "$tags")
# Without --force, whether the tarball has libtool's macros depends on the second in which
# libtoolize ends. tar writes to a file, so that its failure is noticed; `make dist` uses
# a pipe.
dist() {
    ( cd "$work/source" && autoreconf -i --force ) &&
        cd "$work/build" &&
        ../source/configure -q --disable-shared --with-codegen=flat \
            --with-kernels=portable CFLAGS=-O0 &&
        make distdir &&
        tar --format=ustar --sort=name --mtime="@$date" --mode=u=rwX,go=rX \
            --owner=0 --group=0 --numeric-owner \
            -cf "locus-$version.tar" "locus-$version" &&
        gzip -9n "locus-$version.tar"
}
# The tarball contains what locus itself writes, the manual pages and the completions. So
# dist() builds it, with the options that compile fastest.
( dist ) > "$work/log" 2>&1 || {
    tail -n 50 "$work/log"
    refuse "make distdir, tar or gzip failed"
}

mkdir "$output"
mv "$work/build/locus-$version.tar.gz" "$output"
cd "$output"
echo "$entry" > "locus-$version.news"
sha256sum "locus-$version.tar.gz" "locus-$version.news" > SHA256SUMS
echo "release: in $output:"
cat SHA256SUMS
