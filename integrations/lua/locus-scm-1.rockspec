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
        strings only of the parts that are asked for. With actions and fetches for HAProxy.
    ]],
    license = "MIT",
    labels = { "url", "parser", "security", "haproxy" },
}
dependencies = { "lua >= 5.1, < 5.5" }
external_dependencies = {
    LOCUS = { header = "locus.h", library = "locus" },
}
build = {
    type = "builtin",
    modules = {
        locus = {
            sources = {
                "module/lua-arguments.c",
                "module/lua-coding.c",
                "module/lua-findings.c",
                "module/lua-forms.c",
                "module/lua-key.c",
                "module/lua-module.c",
                "module/lua-query.c",
                "module/lua-url.c",
            },
            libraries = { "locus" },
            incdirs = { "$(LOCUS_INCDIR)" },
            libdirs = { "$(LOCUS_LIBDIR)" },
        },
        ["locus.haproxy"] = "haproxy.lua",
    },
}
