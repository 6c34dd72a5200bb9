#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The tarball has each file that git has, except for what is of use in a clone only.
#
# Run by `make check` in the build directory, where tests/package/distributed lists what
# `make dist` copies.

LC_ALL=C
export LC_ALL
# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=${srcdir:-.}
[ -e "$source/.git" ] || skip_all "this is not a clone"

# `make dist` copies a folder whole.
list=$PWD/tests/package/distributed
(cd "$source" && xargs -I FILE find FILE -type f < "$list" 2> /dev/null) |
    sort -u > "$work/distributed"
git -C "$source" ls-files --cached --others --exclude-standard > "$work/listed" || exit 99
# A file that was removed but is still in git's index is no file.
while read -r file; do
    if [ -e "$source/$file" ]; then printf '%s\n' "$file"; fi
done < "$work/listed" | sort -u > "$work/all"

left_out='^\.ci/|^\.gitignore$|^debian/'
verdict "the tarball has each file that git has" \
    "$(comm -13 "$work/distributed" "$work/all" | grep -Ev "$left_out")"
verdict "each exception exists" \
    "$(echo "$left_out" | tr '|' '\n' | while read -r pattern; do
        grep -Eq "$pattern" "$work/all" || echo "$pattern"
    done)"
summary
