# SPDX-License-Identifier: MIT

# LOCUS_WITH_VARNISH: --with-varnish makes `make` also build the VMOD, by its own configure
# (integrations/varnish), and `make install` install it to Varnish's directory of modules.
AC_DEFUN([LOCUS_WITH_VARNISH], [
AC_ARG_WITH([varnish],
    [AS_HELP_STRING([--with-varnish],
        [build and install the VMOD for Varnish 7.1 (default: no)])],
    [], [with_varnish=no])
AS_CASE([$with_varnish], [yes|no], [],
    [AC_MSG_ERROR([--with-varnish takes no argument, not "$with_varnish"])])
AS_IF([test $with_varnish = yes],
    [AS_IF([$PKG_CONFIG --exists 'varnishapi >= 7.1'], [],
        [AC_MSG_ERROR([--with-varnish needs the development files of Varnish 7.1 (Debian:
libvarnishapi-dev)])])
     AC_CHECK_PROGS([RST2MAN], [rst2man rst2man.py])
     AS_IF([test -z "$RST2MAN"],
        [AC_MSG_ERROR([--with-varnish needs rst2man for the manual page (Debian:
python3-docutils)])])
     AC_CHECK_PROGS([AUTORECONF], [autoreconf])
     AS_IF([test -z "$AUTORECONF"],
        [AC_MSG_ERROR([--with-varnish makes the configure of the VMOD (Debian: autoconf,
automake, libtool)])])
     AS_IF([test "x$enable_shared" != xyes],
        [AC_MSG_ERROR([--with-varnish needs the shared library: leave out --disable-shared])])
    ])
AM_CONDITIONAL([WITH_VARNISH], [test $with_varnish = yes])
])
