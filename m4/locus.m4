# SPDX-License-Identifier: MIT
#
# Macros for what configure.ac does more than once.

# LOCUS_LIST(MACRO, FILE): defines MACRO as the names in FILE, one per line, with a space
# between them. configure.ac includes FILE, too.
AC_DEFUN([LOCUS_LIST], [m4_define([$1], m4_esyscmd_s(
    [sed -e '/^#/d' -e '/^$/d' $2 | paste -s -d ' ' -]))])

# LOCUS_WITH(NAME, PKG-CONFIG MODULE, VARIABLE PREFIX, WHAT FOR, [LIBRARY, FUNCTION])
# --with-NAME: yes, no, or (by default) if it is there. Sets with_NAME to what
# was found, defines HAVE_PREFIX, and adds to COMMAND_CFLAGS and COMMAND_LIBS. Where
# pkg-config does not know the module, -lLIBRARY may have the FUNCTION: not everybody
# ships a .pc file with it.
AC_DEFUN([LOCUS_WITH], [
    AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1], [$4 (default: if found)])],
        [], [with_$1=auto])
    AS_IF([test "x$with_$1" != xno],
        [PKG_CHECK_MODULES([$3], [$2], [locus_found=yes],
            [locus_found=no
             m4_ifval([$5], [AC_CHECK_LIB([$5], [$6],
                 [locus_found=yes $3_CFLAGS= $3_LIBS=-l$5])])])
         AS_IF([test $locus_found = yes],
            [AC_DEFINE([HAVE_$3], [1], [Define to 1 to use $2.])
             COMMAND_CFLAGS="$COMMAND_CFLAGS $$3_CFLAGS"
             COMMAND_LIBS="$COMMAND_LIBS $$3_LIBS"
             with_$1=yes],
            [test "x$with_$1" = xauto], [with_$1="no (not found)"],
            [AC_MSG_ERROR([--with-$1: there is no $2])])])
])

# LOCUS_CFLAGS(VARIABLE, FLAGS): substitutes those of FLAGS that CC knows.
AC_DEFUN([LOCUS_CFLAGS], [
    $1=
    locus_saved_cflags=$CFLAGS
    for locus_flag in m4_normalize([$2]); do
        AC_MSG_CHECKING([whether $CC knows $locus_flag])
        # -Werror: clang only warns of what it does not know.
        CFLAGS="$locus_saved_cflags -Werror $locus_flag"
        AC_COMPILE_IFELSE([AC_LANG_SOURCE([[extern int locus_nothing;]])],
            [AC_MSG_RESULT([yes])
             AS_VAR_APPEND([$1], [" $locus_flag"])],
            [AC_MSG_RESULT([no])])
    done
    CFLAGS=$locus_saved_cflags
    AC_SUBST([$1])
])

# LOCUS_LDFLAGS(VARIABLE, FLAGS): sets it to those of FLAGS that programs link with.
AC_DEFUN([LOCUS_LDFLAGS], [
    $1=
    locus_saved_ldflags=$LDFLAGS
    for locus_flag in m4_normalize([$2]); do
        AC_MSG_CHECKING([whether $CC links with $locus_flag])
        LDFLAGS="$locus_saved_ldflags $locus_flag"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
            [AC_MSG_RESULT([yes])
             AS_VAR_APPEND([$1], [" $locus_flag"])],
            [AC_MSG_RESULT([no])])
    done
    LDFLAGS=$locus_saved_ldflags
])
