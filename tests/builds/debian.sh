#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Debian's packages:
#     make check-debian
#
#     debian.sh SOURCE-FOLDER
#
# Builds them from the files that git has, with flat code, the portable kernel, no
# optimization and no tests (build profiles nocheck and pkg.locus.quick), checks their
# contents, and runs debian/tests/documents on them without installing them. Installs what the
# build needs. After dpkg-buildpackage, `autopkgtest ../locus_*.changes -- null` runs
# debian/tests/ on installed packages.
set -eu

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
cd "$1"
# dpkg-buildpackage decides how many jobs there are.
unset MAKEFLAGS MAKELEVEL MFLAGS

command -v dpkg-buildpackage > /dev/null ||
    install_packages dpkg-dev
profiles=nocheck,pkg.locus.quick
dpkg-checkbuilddeps -P $profiles 2> /dev/null ||
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q build-dep -y --no-install-recommends -P $profiles ./

mkdir "$work/locus"
git ls-files -z --cached --others --exclude-standard |
    tar -c --null --files-from=- | tar -x -C "$work/locus"

(
    cd "$work/locus"
    DEB_BUILD_OPTIONS="nocheck noopt noautodbgsym parallel=$(nproc)" \
        dpkg-buildpackage -b -us -uc -P$profiles
) > "$work/log" 2>&1 || {
    tail -n 50 "$work/log"
    echo "FAIL: dpkg-buildpackage"
    exit 1
}
pass "dpkg-buildpackage"

for package in "$work"/*.deb; do
    case $package in
    *-dbgsym_*) ;;
    *)
        name=$(basename "$package")
        name=${name%%_*}
        dpkg -x "$package" "$work/root"
        dpkg-deb -e "$package" "$work/control.$name"
        dpkg -c "$package" |
            sed -n 's,^-.* \./,,p; s,^l.* \./\(.*\) -> .*,\1,p' > "$work/$name.files"
        ;;
    esac
done

contains() { # PACKAGE, PATTERN...
    package=$1
    shift
    for pattern; do
        grep -q "^$pattern\$" "$work/$package.files" || {
            echo "$package has no $pattern"
            return 1
        }
    done
}
holds "locus: command, manual page, completions" contains locus \
    usr/bin/locus usr/share/man/man1/locus.1.gz usr/share/man/man7/locus-logs.7.gz \
    usr/share/bash-completion/completions/locus \
    usr/share/fish/vendor_completions.d/locus.fish \
    usr/share/zsh/vendor-completions/_locus
holds "liblocus0: the shared library" contains liblocus0 \
    'usr/lib/.*/liblocus\.so\.0' 'usr/lib/.*/liblocus\.so\.0\.[0-9.]*'
holds "liblocus-dev: headers, static library, locus.pc" contains liblocus-dev \
    usr/include/locus.h usr/include/locus/log.h usr/include/locus/schemes.h \
    'usr/lib/.*/liblocus\.a' 'usr/lib/.*/liblocus\.so' 'usr/lib/.*/pkgconfig/locus\.pc'
holds "lua-locus: the module for each Lua, and locus.haproxy" contains lua-locus \
    'usr/lib/.*/lua/5\.3/locus\.so' 'usr/lib/.*/lua/5\.4/locus\.so' \
    'usr/share/lua/5\.3/locus/haproxy\.lua'
holds "libnginx-mod-http-locus: the module, and what loads it" \
    contains libnginx-mod-http-locus usr/lib/nginx/modules/ngx_http_locus_module.so \
    usr/share/nginx/modules-available/mod-http-locus.conf
holds "the packages of modules have the pages that they cite" eval '
    contains libnginx-mod-http-locus "usr/share/doc/.*/nginx\.md.*" &&
    contains varnish-vmod-locus "usr/share/doc/.*/varnish\.md.*" &&
    contains lua-locus "usr/share/doc/.*/haproxy\.md.*" &&
    contains postgresql-15-locus "usr/share/doc/.*/postgresql\.md.*"'
holds "libnginx-mod-http-locus: depends on nginx's version and on the library" \
    grep -q '^Depends: .*liblocus0 .*nginx-abi-\|^Depends: .*nginx-abi-.*liblocus0 ' \
    "$work/control.libnginx-mod-http-locus/control"
is_linked() { # MODULE
    objdump -p "$1" | grep -q 'NEEDED *liblocus\.so\.0'
}
for module in lua/5.3/locus.so lua/5.4/locus.so nginx/modules/ngx_http_locus_module.so \
    varnish/vmods/libvmod_locus.so postgresql/15/lib/locus.so; do
    holds "$module: is linked with the library" \
        is_linked "$(find "$work/root/usr/lib" -path "*/$module")"
done
holds "locus: depends on the library of the same version" \
    grep -q '^Depends: .*liblocus0 (>= ' "$work/control.locus/control"

# The build compares the symbols. dpkg-gensymbols reports a missing symbol only if the
# version is newer than the one with which the symbol is listed.
library=$(find "$work/root/usr/lib" -name 'liblocus.so.0.*')
version=$(dpkg-parsechangelog -S Version)+1
symbols() { # SYMBOLS-FILE
    ( cd "$work/locus" &&
        dpkg-gensymbols -pliblocus0 -e"$library" -I"$1" -v"$version" -O/dev/null )
}
fails() { ! "$@"; }
wanted=debian/liblocus0.symbols
holds "liblocus0: its symbols" symbols $wanted
sed '$s/.*/&\n locus_zzz@Base 0.1.0/' $wanted > "$work/more"
holds "liblocus0: a symbol that is gone is found" fails symbols "$work/more"

installed() {
    folder=$(dirname "$library")
    mkdir -p "$work/tmp"
    export PKG_CONFIG_SYSROOT_DIR="$work/root" LD_LIBRARY_PATH="$folder"
    export PKG_CONFIG_PATH="$folder/pkgconfig"
    cd "$work/locus"
    env -u CC -u CFLAGS AUTOPKGTEST_TMP="$work/tmp" LOCUS="$work/root/usr/bin/locus" \
        debian/tests/documents
}
holds "debian/tests/documents" eval '( installed )'

summary
