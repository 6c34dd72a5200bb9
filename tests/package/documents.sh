#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The programs and commands in README.md, doc/LOGS.md, doc/pipes.md and SECURITY.md do what
# these say: README's program is compiled with the command given there, each command of
# README, LOGS and pipes prints the output below it, and SECURITY's commands find an address.
#
# Run by `make check` in the build directory, with CC, CFLAGS, LDFLAGS, LOCUS, EMULATOR
# and CAN_RUN set. Anywhere else it tests the installed packages (debian/tests/).

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=$(cd "${srcdir:-.}" && pwd)
build=$PWD

if [ "$CAN_RUN" = no ] || [ -n "$EMULATOR" ]; then
    skip_all "these programs are for another machine"
fi
LOCUS=${LOCUS:-$(command -v locus)}
for grammar in web web-reference web-target rfc3986 rfc1738; do
    "$LOCUS" grammars | grep -q "^$grammar " ||
        skip_all "no $grammar, which README or LOGS uses"
done

# --------------------------------------------------------------------------
# README.md, doc/LOGS.md and doc/pipes.md
# --------------------------------------------------------------------------

# "    $ COMMAND" becomes NUMBER.command, and the indented lines after it NUMBER.output.
mkdir "$work/commands"
awk -v folder="$work/commands" '
    /^    \$ / {
        n++
        print substr($0, 7) > (folder "/" n ".command")
        printf "" > (folder "/" n ".output")
        inside = 1
        next
    }
    !/^    / { inside = 0 }
    inside { print substr($0, 5) > (folder "/" n ".output") }
' "$source/README.md" "$source/doc/LOGS.md" "$source/doc/pipes.md"

# The program: the block that begins with #include.
awk '/^    #include/ { inside = 1 }
     inside && !/^    / && !/^$/ { exit }
     /^    \$ / { inside = 0 }
     inside { print substr($0, 5) }' "$source/README.md" > "$work/example.c"

# The library of the build, in place of the installed one that README uses.
if [ -e .libs/libcore.a ] || [ -e .libs/libcore.lib ]; then
    cat > "$work/locus.pc" << END
Name: locus
Description: the build
Version: 0
Cflags: -I$build/src/include -I$source/src/include
Libs: $build/.libs/libcore.a
END
    export PKG_CONFIG_PATH="$work"
    cc() {
        # shellcheck disable=SC2086 # CC and lists of flags
        $CC $CFLAGS "$@" $LDFLAGS
    }
fi

# The output must agree with the document up to a line that consists of "…".
run() { # NUMBER
    command=$(cat "$work/commands/$1.command")
    case $command in
    ./locus\ *) ( cd "$source" && eval "\"\$LOCUS\" ${command#./locus }" ) ;;
    *\|\ ./locus\ *)
        ( cd "$source" && eval "${command%%| ./locus *}| \"\$LOCUS\" ${command#*| ./locus }" ) ;;
    cc\ *) ( cd "$work" && eval "$command" ) ;;
    *) echo "documents.sh does not know this command" ;;
    esac > "$work/got" 2>&1
    status=$?
    if grep -q 'but locus was built without' "$work/got"; then
        skip "$command" "$(sed -n 's/.*\(built without [^ ]*\).*/\1/p' "$work/got")"
        return
    fi
    [ $status = 0 ] || echo "exit status $status" >> "$work/got"
    sed '/^…$/,$d' "$work/commands/$1.output" > "$work/wanted"
    if grep -q '^…$' "$work/commands/$1.output"; then
        head -n "$(wc -l < "$work/wanted")" "$work/got" > "$work/head"
        [ -s "$work/got" ] && [ $status = 0 ] && mv "$work/head" "$work/got"
    fi
    same "$command"
}

examples=0
for file in "$work"/commands/*.command; do
    number=$(basename "$file" .command)
    case $(cat "$file") in
    cc\ *)
        examples=$((examples + 1))
        if ! command -v pkg-config > /dev/null; then
            skip "$(cat "$file")" "no pkg-config"
            continue
        fi ;;
    esac
    run "$number"
done

# The documents must contain all of these, and this script must have found them.
echo "1 program; 44 commands" > "$work/wanted"
echo "$examples program; $(find "$work/commands" -name '*.command' |
    wc -l) commands" > "$work/got"
same "what there is to run"

# --------------------------------------------------------------------------
# SECURITY.md
# --------------------------------------------------------------------------

# Each indented line of its first section prints NAME <ADDRESS>.
sed '/^## /,$d; /^       [^ ]/!d; s/^ *//' "$source/SECURITY.md" > "$work/contacts"
[ -s "$work/contacts" ] || echo "echo SECURITY.md has no command" > "$work/contacts"
while read -r command; do
    case $command in
    git*)
        if ! git -C "$source" rev-parse HEAD > /dev/null 2>&1; then
            skip "SECURITY.md: $command" "this is not a clone"
            continue
        fi ;;
    *debian/*)
        if [ ! -e "$source/debian" ]; then
            skip "SECURITY.md: $command" "a tarball has no debian/"
            continue
        fi ;;
    esac
    echo "an address" > "$work/wanted"
    ( cd "$source" && eval "$command" ) > "$work/got" 2>&1
    if grep -qvE '^[^<>]+ <[^<>@ ]+@[^<>@ ]+>$' "$work/got" || [ ! -s "$work/got" ]; then
        echo "no address" >> "$work/got"
    else
        echo "an address" > "$work/got"
    fi
    same "SECURITY.md: $command"
done < "$work/contacts"

summary
