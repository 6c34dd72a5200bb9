# SPDX-License-Identifier: MIT
#
# The PostgreSQL extension.

# LOCUS_WITH_POSTGRESQL: --with-postgresql builds integrations/postgresql by PGXS. Sets
# with_postgresql, the conditional WITH_POSTGRESQL, PG_CONFIG, and the folders of the server's
# modules and extensions, pgmoddir and pgextensiondir. After LT_INIT.
AC_DEFUN([LOCUS_WITH_POSTGRESQL], [
    AC_ARG_WITH([postgresql], [AS_HELP_STRING([--with-postgresql@<:@=PG_CONFIG@:>@],
        [build the extension for the PostgreSQL of this pg_config (default: no)])],
        [], [with_postgresql=no])
    PG_CONFIG=
    pgmoddir=
    pgextensiondir=
    AS_IF([test "x$with_postgresql" != xno], [
        AS_IF([test "x$enable_shared" != xyes],
            [AC_MSG_ERROR([--with-postgresql: the module needs the shared library; leave out --disable-shared])])
        PG_CONFIG=$with_postgresql
        # The newest version that has its development files.
        AS_IF([test "x$with_postgresql" = xyes],
            [PG_CONFIG=
             for pg_pgxs in `ls -d /usr/lib/postgresql/*/lib/pgxs 2>/dev/null | sort -t / -k 5 -n`; do
                 PG_CONFIG=`AS_DIRNAME(["$pg_pgxs"])`
                 PG_CONFIG=`AS_DIRNAME(["$PG_CONFIG"])`/bin/pg_config
             done])
        pg_pgxs=`("$PG_CONFIG" --pgxs) 2>/dev/null`
        AS_IF([test -z "$pg_pgxs" || test ! -e "$pg_pgxs"],
            [AC_MSG_ERROR([--with-postgresql: the server's development files are missing (Debian: postgresql-server-dev-15)])])
        pgmoddir=`"$PG_CONFIG" --pkglibdir`
        pgextensiondir=`"$PG_CONFIG" --sharedir`/extension
    ])
    AC_SUBST([PG_CONFIG])
    AC_SUBST([pgmoddir])
    AC_SUBST([pgextensiondir])
    AM_CONDITIONAL([WITH_POSTGRESQL], [test "x$with_postgresql" != xno])
])
