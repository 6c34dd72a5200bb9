-- SPDX-License-Identifier: MIT
--
-- What limited.c runs: every function of the module that allocates.
local locus = require "locus"

local long = "/" .. ("%7e"):rep(3000)
local pairs_of = "a=1&b=%41&utm_x=1&&a&" .. ("k=v&"):rep(200) .. ("%62=c&"):rep(300)

return function()
    local url = assert(locus.parse("http://u:p@Example.org:80/a/../b?" .. pairs_of .. "#f"))
    local base = assert(locus.reference("../x"))
    local key = locus.key { drop = { "utm_*", "a" }, sort = true, empty = false }
    local query = locus.query(url, { plus = true })
    local count = 0

    assert(url.host == "Example.org" and url.error == nil and tostring(url))
    assert(tostring(url:findings() + locus.set("encoded-nul", "user")))
    assert(url:normalize() and url:resolve(base) and url:relativize("http://h/x"))
    assert(url:origin() and url:redact { keys = { "a", "b" } })
    assert(key(url) and key(long .. "?" .. pairs_of))
    assert(assert(locus.target(long, "GET")):normalize("all"))
    assert(locus.encode(long) and locus.decode(long))
    assert(select(2, locus.decode("%00")) and locus.grammars()[1])
    for name in query:each() do
        count = count + #name
    end
    assert(query:get("b") == "A" and query:raw("b") == "%41" and count > 0)
    for _ in url:findings():each() do
        count = count + 1
    end
    assert(not locus.parse("a b") and not pcall(locus.parse, "a", "b") or error("not enough"))
end
