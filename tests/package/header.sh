#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The headers in C and in C++: no name is both a function and a struct,
# and each installed compiler accepts the headers, and a program that uses everything in
# them, without a warning.
#
# Run by `make check` in the build directory.

# shellcheck source=tests/support/functions.sh
. "$(dirname "$0")/../support/functions.sh"
source=${srcdir:-.}
headers="src/include/locus.h src/include/locus/log.h $source/src/include/locus/schemes.h"

# The headers without their comments.
# shellcheck disable=SC2086
awk '{
    line = $0
    out = ""
    while (line != "") {
        if (inside) {
            end = index(line, "*/")
            inside = end == 0
            line = end ? substr(line, end + 2) : ""
        } else {
            begin = index(line, "/*")
            inside = begin != 0
            out = out (begin ? substr(line, 1, begin - 1) : line)
            line = begin ? substr(line, begin + 2) : ""
        }
    }
    print out
}' $headers > "$work/code"

sed -n 's/^ *\(struct locus_[a-z0-9_]*\).*{$/\1/p
        s/^ *\(enum locus_[a-z0-9_]*\).*{$/\1/p' "$work/code" |
    sort -u > "$work/types"
sed 's/.* //' "$work/types" > "$work/tags"
grep -o '\<locus_[a-z0-9_]*(' "$work/code" | tr -d '(' |
    sort -u > "$work/functions"
sed -n 's/^#define \(LOCUS_[A-Z0-9_]*\) .*/\1/p' "$work/code" |
    sort -u > "$work/macros"

verdict "the headers have structs, functions and macros" "$(
    grep -qx 'struct locus_url' "$work/types" || echo "no struct locus_url"
    grep -qx 'enum locus_part' "$work/types" || echo "no enum locus_part"
    grep -qx 'locus_parse' "$work/functions" || echo "no locus_parse()"
    grep -qx 'LOCUS_MAX_LENGTH' "$work/macros" || echo "no LOCUS_MAX_LENGTH"
)"
verdict "no function has the name of a struct or enum" \
    "$(sort "$work/tags" "$work/functions" | uniq -d)"

# In C++ each tag alone is a type.
{
    echo '#include <locus/log.h>'
    echo '#include <locus/schemes.h>'
    echo '#ifdef __cplusplus'
    awk '{ print "extern " $0 " *of_" $0 ";" }' "$work/tags"
    echo '#else'
    awk '{ print "extern " $0 " *of_" $2 ";" }' "$work/types"
    echo '#endif'
    # Inline functions with arguments that need no cast, and flags combined.
    cat << 'END'
int use(struct locus_url *url, const char *text, size_t len);
int use(struct locus_url *url, const char *text, size_t len)
{
    const unsigned steps = LOCUS_STEPS | LOCUS_STEP_IPV6;
    const unsigned coding = LOCUS_KEEP | LOCUS_PLUS_IS_SPACE;
    int found = locus_parse(url, text, len, locus_web);

    if (locus_has(url, LOCUS_HOST) && url->host_kind == LOCUS_HOST_IPV6)
        found += locus_compare(url, text, url, text, steps);
    if (locus_get(url, LOCUS_GTYPE).len == url->part[LOCUS_SLOT(LOCUS_GTYPE)].len)
        found++;
END
    sed 's/.*/    (void)&;/' "$work/macros"
    sed 's/.*/    (void)\&&;/' "$work/functions"
    echo '    return found + (coding != 0);'
    echo '}'
} > "$work/use.c"

# The headers are not treated as system headers, so that no warning is suppressed.
compiles() { # COMPILER, LANGUAGE, STANDARD, FLAGS...
    what="$1 -std=$3"
    compiler=$1
    language=$2
    standard=$3
    shift 3
    echo 'int i;' > "$work/empty.c"
    if ! command -v "$compiler" > /dev/null; then
        skip "$what" "no $compiler"
    elif ! "$compiler" -x "$language" "-std=$standard" -fsyntax-only \
        "$work/empty.c" 2> /dev/null; then
        skip "$what" "$compiler does not know it"
    else
        verdict "$what" "$(
            "$compiler" -x "$language" "-std=$standard" -Isrc/include "-I$source/src/include" \
                -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
                -Wmissing-field-initializers "$@" -Werror -fsyntax-only \
                "$work/use.c" 2>&1 || echo "$compiler failed"
        )"
    fi
}

# The example at the beginning of locus.h is a program.
sed -n '/^ \*     #include <locus.h>/,/^ \*     }$/s/^ \* \{0,5\}//p' src/include/locus.h \
    > "$work/example.c"
sed -n '/^ \* It prints$/,/^ \* Text goes in/s/^ \*     //p' src/include/locus.h \
    > "$work/wanted"
what="the example of locus.h is compiled"
library=.libs/liblocus.a
# shellcheck disable=SC2086
compiled=$(${CC:-cc} $CFLAGS -Isrc/include "-I$source/src/include" -Wall -Wextra -Wpedantic \
    -Wconversion -Wshadow -Werror -c -o "$work/example.o" "$work/example.c" 2>&1 ||
    echo "it is not")
verdict "$what" "$compiled"
what="the example of locus.h prints what it says"
if [ "$CAN_RUN" = no ] && [ -z "$EMULATOR" ] || [ ! -e "$library" ]; then
    skip "$what" "no $library, or it cannot run here"
elif [ "$($EMULATOR ./locus grammars | grep -c '^web \|^rfc3986 ')" != 2 ]; then
    skip "$what" "a grammar that it uses is not built in"
else
    # shellcheck disable=SC2086
    verdict "$what" "$(
        ${CC:-cc} $CFLAGS $LDFLAGS -o "$work/example" "$work/example.o" \
            "$library" 2>&1 &&
            $EMULATOR "$work/example" | diff - "$work/wanted"
    )"
fi

for standard in c99 c11 c2x; do
    for compiler in gcc clang; do
        compiles $compiler c $standard -Wstrict-prototypes
    done
done
for standard in c++11 c++17 c++20 c++2b; do
    compiles g++ c++ $standard -Wold-style-cast -Wzero-as-null-pointer-constant \
        -Wuseless-cast
    compiles clang++ c++ $standard -Wold-style-cast \
        -Wzero-as-null-pointer-constant
done

summary
