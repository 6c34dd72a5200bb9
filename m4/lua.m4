# SPDX-License-Identifier: MIT
#
# The Lua module, integrations/lua/.

# LOCUS_LUA_VERSION(VERSION, VARIABLE, PKG-CONFIG MODULE, DEBIAN PACKAGE): the module for one
# Lua, if $with_lua names it, or is "yes" and it is found. Substitutes VARIABLE_CFLAGS.
AC_DEFUN([LOCUS_LUA_VERSION], [
    $2_wanted=no
    AS_CASE([",$with_lua,"], [*,$1,*|*,yes,*], [$2_wanted=yes])
    AS_IF([test $$2_wanted = yes],
        [AC_MSG_CHECKING([for $3])
         AS_IF([test -n "$PKG_CONFIG" && $PKG_CONFIG --exists "$3"],
            [AC_MSG_RESULT([yes])
             $2_CFLAGS=`$PKG_CONFIG --cflags "$3"`
             LUA_VERSIONS="$LUA_VERSIONS $1"],
            [AC_MSG_RESULT([no])
             $2_wanted=no
             AS_CASE([",$with_lua,"], [*,$1,*],
                [AC_MSG_ERROR([--with-lua=$1 needs the headers of Lua and pkg-config
    (Debian: $4, pkg-config)])])])])
    AC_SUBST([$2_CFLAGS])
    AM_CONDITIONAL([WITH_$2], [test $$2_wanted = yes])
])

# LOCUS_WITH_LUA: --with-lua. Substitutes LUA_VERSIONS, those for which the module is built.
AC_DEFUN([LOCUS_WITH_LUA], [
    AC_ARG_WITH([lua],
        [AS_HELP_STRING([--with-lua@<:@=5.3,5.4,luajit@:>@],
            [the Lua module, for HAProxy (5.3) and others (default: no)])],
        [], [with_lua=no])
    LUA_VERSIONS=
    for version in `AS_ECHO(["$with_lua"]) | tr , ' '`; do
        AS_CASE([$version], [yes|no|5.3|5.4|luajit], [],
            [AC_MSG_ERROR([--with-lua takes of 5.3,5.4,luajit; not "$version"])])
    done
    LOCUS_LUA_VERSION([5.3], [LUA53], [lua5.3], [liblua5.3-dev])
    LOCUS_LUA_VERSION([5.4], [LUA54], [lua5.4], [liblua5.4-dev])
    LOCUS_LUA_VERSION([luajit], [LUAJIT], [luajit], [libluajit-5.1-dev])
    AS_IF([test "x$with_lua" != xno],
        [AS_IF([test -z "$LUA_VERSIONS"],
            [AC_MSG_ERROR([--with-lua needs pkg-config and the headers of a Lua
    (Debian: liblua5.3-dev, liblua5.4-dev or libluajit-5.1-dev)])])
         AS_IF([test "x$enable_shared" = xno],
            [AC_MSG_ERROR([--with-lua makes shared modules: leave out --disable-shared])])])
])
