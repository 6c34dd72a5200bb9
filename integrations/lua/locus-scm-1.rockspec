-- SPDX-License-Identifier: MIT
rockspec_format = "3.0"
package = "locus"
version = "scm-1"
-- For "luarocks make" in a clone or an unpacked tarball, which does not fetch this.
source = { url = "file://." }
description = {
    summary = "URLs: parts, findings, normal forms, references, queries, cache keys",
    detailed = [[
        A binding of liblocus, a URL parser whose machines are the grammars of RFC 3986,
        RFC 1738, RFC 1630 and RFC 9112. It reports what attackers hide in URLs, and makes
        strings only of the parts that are requested. With actions and fetches for HAProxy.
    ]],
    license = "MIT",
    labels = { "url", "parser", "security", "haproxy" },
}
dependencies = { "lua >= 5.1, < 5.5" }
external_dependencies = {
    LOCUS = { header = "locus.h", library = "locus" },
}
-- Its Makefile generates C with ragel 6.10 in a clone; a tarball has this C.
build = {
    type = "make",
    build_variables = {
        BUILD = "build/rock",
        CC = "$(CC)",
        CFLAGS = "$(CFLAGS)",
        LIBFLAG = "$(LIBFLAG)",
        LUA_CFLAGS = "-I$(LUA_INCDIR)",
        LOCUS_CFLAGS = "-I$(LOCUS_INCDIR)",
        LOCUS_LIBS = "-L$(LOCUS_LIBDIR) -llocus",
    },
    install_pass = false,
    install = {
        lib = { locus = "build/rock/locus.so" },
        lua = { ["locus.haproxy"] = "haproxy.lua" },
    },
}
