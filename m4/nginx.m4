# SPDX-License-Identifier: MIT
#
# The nginx module.

# LOCUS_WITH_NGINX: --with-nginx builds integrations/nginx for the installed nginx. Sets
# with_nginx, the conditional WITH_NGINX, and nginxmoddir, where nginx looks for modules.
# After LT_INIT and the search for ragel (found_ragel).
AC_DEFUN([LOCUS_WITH_NGINX], [
    AC_ARG_WITH([nginx], [AS_HELP_STRING([--with-nginx],
        [build the module for the installed nginx (default: no)])],
        [], [with_nginx=no])
    NGINX_SOURCE=/usr/share/nginx/src
    nginxmoddir=
    AS_CASE([$with_nginx], [yes|no], [],
        [AC_MSG_ERROR([--with-nginx takes no argument, not "$with_nginx"])])
    AS_IF([test "x$with_nginx" != xno], [
        AS_IF([test ! -e $NGINX_SOURCE/configure],
            [AC_MSG_ERROR([--with-nginx: nginx's headers for modules are missing (Debian: nginx-dev)])])
        AS_IF([test "x$enable_shared" != xyes],
            [AC_MSG_ERROR([--with-nginx: the module needs the shared library; leave out --disable-shared])])
        AS_IF([test "$found_ragel" != 6.10],
            [AC_MSG_ERROR([--with-nginx: the module needs ragel 6.10 (Debian: ragel)])])
        # Its file of flags is for bash.
        nginxmoddir=`bash -c '. "$[]1" && printf "%s\n" "${NGX_CONF_FLAGS@<:@@@:>@}"' \
            nginx $NGINX_SOURCE/conf_flags | sed -n 's/^--modules-path=//p'`
        AS_IF([test -z "$nginxmoddir"], [nginxmoddir=/usr/lib/nginx/modules])
    ])
    AC_SUBST([NGINX_SOURCE])
    AC_SUBST([nginxmoddir])
    AM_CONDITIONAL([WITH_NGINX], [test "x$with_nginx" != xno])
])
