# SPDX-License-Identifier: MIT
#
# The software with which the benchmark compares locus. Nothing else needs it,
# and nothing here fails if it is missing.

# BENCH_MISSING(NAME, DEBIAN PACKAGE): notes what `make bench` says is missing.
AC_DEFUN([BENCH_MISSING], [
    AS_VAR_APPEND([BENCH_MISSING_PEERS], ["$1=$2;"])
])

# BENCH_WITH(NAME): --without-bench-NAME.
AC_DEFUN([BENCH_WITH], [
    AC_ARG_WITH([bench-$1], [AS_HELP_STRING([--without-bench-$1],
        [benchmark locus without it (default: with it if found)])],
        [], [with_bench_]m4_translit([$1], [-], [_])[=yes])
])

# BENCH_PKG(NAME, PKG-CONFIG MODULE, DEBIAN PACKAGE): a peer of that name that
# pkg-config knows. Sets have_bench_NAME and substitutes BENCH_NAME_CFLAGS and
# _LIBS.
AC_DEFUN([BENCH_PKG], [
    BENCH_WITH([$1])
    have_bench_$1=no
    BENCH_$1_CFLAGS=
    BENCH_$1_LIBS=
    AC_MSG_CHECKING([for $1 to compare with])
    AS_IF([test "x$with_bench_$1" = xno], [AC_MSG_RESULT([not asked for])],
        [test -n "$PKG_CONFIG" && $PKG_CONFIG --exists "$2"],
        [have_bench_$1=yes
         BENCH_$1_CFLAGS=`$PKG_CONFIG --cflags "$2"`
         BENCH_$1_LIBS=`$PKG_CONFIG --libs "$2"`
         AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])
         BENCH_MISSING([$1], [$3])])
    AC_SUBST([BENCH_$1_CFLAGS])
    AC_SUBST([BENCH_$1_LIBS])
])

# BENCH_PEER(NAME, PKG-CONFIG MODULE, WHERE): a peer that Debian does not package: by
# --with-NAME=DIR, an installation or a folder in which it was built, or by pkg-config.
AC_DEFUN([BENCH_PEER], [
    AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1=DIR],
        [benchmark $1, installed or built in DIR (default: if pkg-config finds it)])],
        [], [with_$1=yes])
    AS_CASE([$with_$1],
        [no], [with_bench_$1=no],
        [yes], [],
        [BENCH_$1_CFLAGS="-I$with_$1/include -I$with_$1"
         BENCH_$1_LIBS="-L$with_$1/lib -L$with_$1 -Wl,-rpath,$with_$1/lib:$with_$1 -l$1"])
    AS_IF([test "x$BENCH_$1_LIBS" != x],
        [have_bench_$1=yes
         AC_SUBST([BENCH_$1_CFLAGS])
         AC_SUBST([BENCH_$1_LIBS])],
        [BENCH_PKG([$1], [$2], [$3])])
])

# LOCUS_BENCH: finds the peers. Substitutes BENCH_PEERS, the shared objects to
# make, and BENCH_MISSING_PEERS for `make bench` to print.
AC_DEFUN([LOCUS_BENCH], [
    BENCH_PEERS=
    BENCH_MISSING_PEERS=

    BENCH_PKG([uriparser], [liburiparser], [liburiparser-dev])
    BENCH_PKG([curl], [libcurl], [libcurl4-openssl-dev])
    BENCH_PKG([glib], [glib-2.0 >= 2.66], [libglib2.0-dev])
    BENCH_PKG([hyperscan], [libhs],
        [libvectorscan-dev or libhyperscan-dev])
    BENCH_PEER([urlparse], [liburlparse],
        [no package, but --with-urlparse=DIR])
    for bench_peer in uriparser curl glib urlparse; do
        AS_VAR_COPY([bench_found], [have_bench_$bench_peer])
        AS_IF([test $bench_found = yes],
            [AS_VAR_APPEND([BENCH_PEERS], [" bench/peers/$bench_peer.so"])])
    done

    BENCH_WITH([http-parser])
    AS_IF([test "x$with_bench_http_parser" != xno],
        [AC_CHECK_HEADER([http_parser.h],
            [AS_VAR_APPEND([BENCH_PEERS], [" bench/peers/http-parser.so"])],
            [BENCH_MISSING([http-parser], [libhttp-parser-dev])])])

    BENCH_WITH([re2c])
    AC_CHECK_PROGS([RE2C], [re2c])
    AS_IF([test "x$with_bench_re2c" = xno], [],
        [test -n "$RE2C"],
        [AS_VAR_APPEND([BENCH_PEERS],
            [" bench/peers/re2c-s.so bench/peers/re2c-b.so bench/peers/re2c-g.so"])],
        [BENCH_MISSING([re2c], [re2c])])

    # A C++ compiler for this alone: with AC_PROG_CXX, libtool would test it for
    # a minute in every build.
    BENCH_WITH([boost-url])
    AC_CHECK_PROGS([BENCH_CXX], [$CXX g++ clang++ c++])
    AS_IF([test "x$with_bench_boost_url" != xno],
        [AC_MSG_CHECKING([for Boost.URL to compare with])
         AS_ECHO(["@%:@include <boost/url/parse.hpp>"]) > conftest.cpp
         AS_IF([test -n "$BENCH_CXX" &&
                $BENCH_CXX -std=c++17 -E conftest.cpp > /dev/null 2>&1],
            [AC_MSG_RESULT([yes])
             AS_VAR_APPEND([BENCH_PEERS], [" bench/peers/boost-url.so"])],
            [AC_MSG_RESULT([no])
             BENCH_MISSING([Boost.URL], [libboost-url1.81-dev and g++])])
         rm -f conftest.cpp])

    BENCH_PEER([ada], [ada], [no package, but --with-ada=DIR])
    AS_IF([test "$have_bench_ada" = yes && test -n "$BENCH_CXX"],
        [AS_VAR_APPEND([BENCH_PEERS], [" bench/peers/ada.so"])])

    AC_SUBST([RE2C_VERSION],
        [`($RE2C --version) 2>/dev/null | sed 's/^re2c //'`])

    bench_saved_libs=$LIBS
    LIBS=
    AC_SEARCH_LIBS([dlopen], [dl])
    AC_SUBST([BENCH_DL_LIBS], [$LIBS])
    LIBS=$bench_saved_libs

    AC_SUBST([BENCH_PEERS])
    AC_SUBST([BENCH_MISSING_PEERS])
    AM_CONDITIONAL([BENCH_HYPERSCAN], [test $have_bench_hyperscan = yes])
    AM_CONDITIONAL([BENCH_SHARED], [test "x$enable_shared" = xyes])
])
