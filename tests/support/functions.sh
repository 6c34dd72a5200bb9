# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# Shared by the tests in shell: a temporary folder, $work, and functions that count and
# print the results. A test begins with
#     . "$(dirname "$0")/../support/functions.sh"
# and may set `shown` to a file that is printed when a command fails.

passed=0
failed=0
skipped=0

# Without a ".": nginx's configure would take a ".S" in it for the end of a source file.
work=$(mktemp -d "${TMPDIR:-/tmp}/locus-XXXXXXXXXX") || exit 99
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# Ends a test that cannot run here.
skip_all() { # WHY
    echo "skipped: $1"
    exit 77
}

pass() { # WHAT
    printf 'pass: %s\n' "$1"
    passed=$((passed + 1))
}

# The reason is in $work/why.
fail() { # WHAT
    printf 'FAIL: %s\n' "$1"
    tail -n 30 "$work/why" | sed 's/^/    /'
    [ -z "${shown:-}" ] || sed 's/^/    /' "$shown"
    failed=$((failed + 1))
}

skip() { # WHAT, WHY
    printf 'skip: %s: %s\n' "$1" "$2"
    skipped=$((skipped + 1))
}

# Passes if the command succeeds. Its output is printed only if it fails.
holds() { # WHAT, COMMAND...
    what=$1
    shift
    if "$@" > "$work/why" 2>&1; then pass "$what"; else fail "$what"; fi
}

# Passes if the text, which lists what is wrong, is empty.
verdict() { # WHAT, TEXT
    printf '%s\n' "$2" > "$work/why"
    if [ -z "$2" ]; then pass "$1"; else fail "$1"; fi
}

# Passes if the output, $work/got, is what is expected, $work/wanted.
same() { # WHAT
    holds "$1" diff -u "$work/wanted" "$work/got"
}

# Prints the totals. Succeeds if nothing failed.
summary() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}

as_root() { # COMMAND...
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs Debian packages, without starting their servers. If that fails, tries once more with
# lists that are up to date.
install_packages() { # PACKAGE...
    set -- env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -q -o Acquire::Retries=3 \
        -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@"
    as_root "$@" || { as_root apt-get -q update && as_root "$@"; }
}
