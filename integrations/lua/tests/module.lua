-- SPDX-License-Identifier: MIT
--
-- Tests of the module, in any Lua: lua tests/module.lua [short]. Expected values come from
-- the RFCs, or from string functions of Lua. Prints each failure, and as its last line
-- "N passed, N failed". With "short", no text is longer than a few kilobytes.
local locus = require "locus"

local passed, failed = 0, 0

local function show(value)
    return type(value) == "string" and string.format("%q", value) or tostring(value)
end

local function check(what, got, expected)
    if got == expected then
        passed = passed + 1
    else
        failed = failed + 1
        print(string.format("FAIL: %s: expected %s, got %s", what, show(expected), show(got)))
    end
end

-- Checks that a call raises an error with a text in it.
local function check_error(what, text, f, ...)
    local worked, message = pcall(f, ...)

    check(what .. " is an error", worked, false)
    check(what .. ": '" .. text .. "' in: " .. tostring(message),
          tostring(message):find(text, 1, true) ~= nil, true)
end

local function joined(iterator)
    local all = {}

    for a, b in iterator do
        all[#all + 1] = a .. "=" .. (b == nil and "nil" or b)
    end
    return table.concat(all, " ")
end

-- ------------------------------------------------------------------------
-- URLs: RFC 3986, sections 1.1.2 and 3
-- ------------------------------------------------------------------------

for text, parts in pairs {
    ["ftp://ftp.is.co.za/rfc/rfc1808.txt"] =
        { scheme = "ftp", host = "ftp.is.co.za", path = "/rfc/rfc1808.txt" },
    ["http://www.ietf.org/rfc/rfc2396.txt"] =
        { scheme = "http", host = "www.ietf.org", path = "/rfc/rfc2396.txt" },
    ["ldap://[2001:db8::7]/c=GB?objectClass?one"] =
        { scheme = "ldap", host = "[2001:db8::7]", path = "/c=GB", query = "objectClass?one" },
    ["mailto:John.Doe@example.com"] = { scheme = "mailto", path = "John.Doe@example.com" },
    ["telnet://192.0.2.16:80/"] =
        { scheme = "telnet", host = "192.0.2.16", port = "80", path = "/" },
    ["urn:oasis:names:specification:docbook:dtd:xml:4.1.2"] =
        { scheme = "urn", path = "oasis:names:specification:docbook:dtd:xml:4.1.2" },
    ["foo://example.com:8042/over/there?name=ferret#nose"] =
        { scheme = "foo", host = "example.com", port = "8042", path = "/over/there",
          query = "name=ferret", fragment = "nose" },
    ["http://u:p:q@h"] = { scheme = "http", user = "u", password = "p:q", host = "h", path = "" },
    ["http://@h:?#"] =
        { scheme = "http", user = "", host = "h", port = "", path = "", query = "",
          fragment = "" },
} do
    for _, grammar in ipairs { "rfc3986", "web" } do
        local url = locus.parse(text, grammar)

        for _, part in ipairs { "scheme", "user", "password", "host", "port", "path", "query",
                                "fragment" } do
            check(text .. " " .. part, url[part], parts[part])
            check(text .. " has " .. part, url:has(part), parts[part] ~= nil)
            if parts[part] then
                check(text .. " span " .. part, text:sub(url:span(part)), parts[part])
            else
                check(text .. " span " .. part, url:span(part), nil)
            end
        end
        check(text .. " as a string", tostring(url), text)
        check(text .. " text", url.text, text)
        check(text .. " length", #url, #text)
        check(text .. " grammar", url.grammar, grammar)
        check(text .. " is valid", url.valid, true)
        check(text .. " error", url.error, nil)
        check(text .. " error offset", url.error_offset, nil)
        check(text .. " equals itself", url == locus.parse(text, grammar), true)
    end
end
check("grammars differ", locus.parse("a:b") == locus.parse("a:b", "rfc3986"), false)
check("texts differ", locus.parse("http://h") == locus.parse("http://H"), false)
check("a URL is not a string", locus.parse("http://h") == "http://h", false)
check("gopher: RFC 1738 3.4.1", locus.parse("gopher://h/0sel%09q", "rfc1738").search, "q")
check("gopher", locus.parse("gopher://h/0sel%09q", "rfc1738").gtype, "0")
check("ftp: RFC 1738 3.2.2", locus.parse("ftp://h/a;type=d", "rfc1738").type, "d")
check("port by scheme: RFC 9110 4.2.2", locus.parse("https://h/").port_number, 443)
check("port", locus.parse("https://h:8443/").port_number, 8443)
check("port: RFC 3986 3.2.3", locus.parse("http://h:65536/").port_number, nil)
check("port of an unknown scheme", locus.parse("foo://h/").port_number, nil)
check("kind", locus.parse("http://[::1]/").host_kind, "ipv6")
check("class: RFC 4291 2.5.3", locus.parse("http://[::1]/").host_class, "loopback")
check("class: RFC 1918", locus.parse("http://10.0.0.1/").host_class, "private")
check("class of a name", locus.parse("http://example.org/").host_class, nil)
check("NUL", select(3, locus.parse("http://h/a\0b")), 10)

-- Errors: nil, a message, the offset and the name.
for text, expected in pairs {
    ["http://h/a b"] = { 10, "path" },
    ["http://u@h:8x/"] = { 12, "port" },
    ["http://[::1/"] = { 11, "ip-literal" },
    ["http://h/%zz"] = { 10, "percent" },
    [""] = { 0, "scheme" },
} do
    local url, message, offset, name = locus.parse(text, "rfc3986")
    local examined = locus.examine(text, "rfc3986")

    check(text .. " is invalid", url, nil)
    check(text .. " message", type(message), "string")
    check(text .. " offset", offset, expected[1])
    check(text .. " error", name, expected[2])
    check(text .. " examined", examined.valid, false)
    check(text .. " examined text", tostring(examined), text)
    check(text .. " examined message", examined.error, message)
    check(text .. " examined offset", examined.error_offset, offset)
    check(text .. " examined error", examined.error_name, name)
    check(text .. " examined host", examined.host, nil)
    check(text .. " examined port", examined.port_number, nil)
    check(text .. " examined class", examined.host_class, nil)
    check(text .. " normal form", select(3, examined:normalize()), offset)
    check(text .. " origin", select(4, examined:origin()), name)
    check(text .. " redacted", select(4, examined:redact()), name)
    check(text .. " query", select(4, locus.query(examined)), name)
    check(text .. " resolved", examined:resolve("x"), nil)
    check(text .. " as a base", select(2, locus.resolve(text, "x", "rfc3986")),
          "base: " .. message)
end
check("examined without error", locus.examine("http://h").error, nil)

-- Request targets: RFC 9112, section 3.2.
for _, case in ipairs {
    { "/where?q=now", "GET", "origin" },
    { "http://www.example.org/pub/WWW/TheProject.html", "GET", "absolute" },
    { "www.example.com:80", "CONNECT", "authority" },
    { "*", "OPTIONS", "asterisk" },
    { "*", "GET", nil },
    { "/x", "CONNECT", nil },
    { "www.example.com:80", "GET", "absolute" },  -- a URI with the scheme www.example.com
    { "www.example.com", "GET", nil },
    { "//h/a", "GET", "origin" },
} do
    for _, grammar in ipairs { "request-target", "web-target" } do
        local url = locus.target(case[1], case[2], grammar)

        check(case[2] .. " " .. case[1], url and url.form, case[3])
        check(case[2] .. " " .. case[1] .. " examined",
              locus.examine(case[1], grammar, case[2]).valid, case[3] ~= nil)
    end
end
check("no method", locus.target("*").form, "asterisk")
check("wrong method", select(4, locus.target("/", "G T")), "method")
check("wrong method: offset", select(3, locus.target("/", "G T")), 1)
check("|, with few restrictions", locus.target("/a|b", "GET").path, "/a|b")
check("|, strictly", select(3, locus.target("/a|b", "GET", "request-target")), 2)

-- ------------------------------------------------------------------------
-- Findings
-- ------------------------------------------------------------------------

local found = locus.parse("http://u:p@h/a/../b?f=../c#d"):findings()

check("names", tostring(found), "password,user,dot-segment,query-traversal,fragment")
check("count", #found, 5)
check("has", found["password"], true)
check("has not", found["encoded-nul"], false)
check("each", joined(found:each()):match("^password=[^\n]+ user=[^\n]+ fragment=") ~= nil, true)
check("set", tostring(locus.set("user", "password")), "password,user")
check("set of a table", locus.set({ "user", "password" }) == locus.set("password", "user"), true)
check("union", tostring(locus.set("user") + locus.set("space", "user")), "user,space")
check("intersection", tostring(locus.set("user", "port-overflow") * found), "user")
check("empty", #locus.set(), 0)
check("every", #locus.every > 50 and locus.every * found == found, true)
check("any", locus.parse("http://u@h/"):any(locus.set("user", "fragment")), true)
check("not any", locus.parse("http://u@h/"):any(locus.set("fragment")), false)
check("any of a string", locus.any("http://h/%00", locus.set("encoded-nul")), true)
check("of a string", tostring(locus.findings("http://h/%41")), "encoded-unreserved")
check("of a target", locus.target("//evil/x"):findings()["empty-segment"], true)
check("of an invalid text", tostring(locus.findings("/a b\\", "web")), "space,backslash")
check("of an examined text", locus.examine("/a%00 b", "web-target"):any(locus.set("encoded-nul")),
      true)

-- ------------------------------------------------------------------------
-- References: RFC 3986, section 5.4
-- ------------------------------------------------------------------------

local base = locus.parse("http://a/b/c/d;p?q", "rfc3986")

for reference, target in pairs {
    ["g:h"] = "g:h", ["g"] = "http://a/b/c/g", ["./g"] = "http://a/b/c/g",
    ["g/"] = "http://a/b/c/g/", ["/g"] = "http://a/g", ["//g"] = "http://g",
    ["?y"] = "http://a/b/c/d;p?y", ["g?y"] = "http://a/b/c/g?y",
    ["#s"] = "http://a/b/c/d;p?q#s", ["g#s"] = "http://a/b/c/g#s",
    [";x"] = "http://a/b/c/;x", ["g;x"] = "http://a/b/c/g;x", [""] = "http://a/b/c/d;p?q",
    ["."] = "http://a/b/c/", ["./"] = "http://a/b/c/", [".."] = "http://a/b/",
    ["../"] = "http://a/b/", ["../g"] = "http://a/b/g", ["../.."] = "http://a/",
    ["../../g"] = "http://a/g", ["../../../g"] = "http://a/g", ["/./g"] = "http://a/g",
    ["/../g"] = "http://a/g", ["g."] = "http://a/b/c/g.", ["..g"] = "http://a/b/c/..g",
    ["./../g"] = "http://a/b/g", ["g/./h"] = "http://a/b/c/g/h",
    ["g;x=1/../y"] = "http://a/b/c/y", ["g?y/../x"] = "http://a/b/c/g?y/../x",
    ["http:g"] = "http:g",
} do
    check("resolve " .. reference, base:resolve(reference), target)
    check("resolve strings " .. reference, locus.resolve("http://a/b/c/d;p?q", reference), target)
    check("resolve a reference " .. reference,
          base:resolve(locus.reference(reference, "rfc3986")), target)
    check("back " .. reference, base:resolve((base:relativize(target))), target)
end
check("reference", locus.reference("../a?b").path, "../a")
check("no reference", select(4, locus.reference("a b")), "path")
check("no base", select(4, locus.resolve(locus.reference("/a"), "b")), "base")
check("wrong reference", select(2, base:resolve("a b")):sub(1, 11), "reference: ")
check("wrong reference: offset", select(3, base:resolve("a b")), 1)

-- Normal forms: RFC 3986, section 6.2; RFC 5952, section 4
for text, normal in pairs {
    ["eXAMPLE://a/./b/../b/%63/%7bfoo%7d"] = "example://a/b/c/%7Bfoo%7D",
    ["HTTP://www.EXAMPLE.com/"] = "http://www.example.com/",
    ["http://example.com"] = "http://example.com/",
    ["http://example.com:/"] = "http://example.com/",
    ["http://example.com:80/"] = "http://example.com/",
} do
    check("normalize " .. text, locus.normalize(text), normal)
    check("compare " .. text, locus.compare(text, normal), 0)
end
check("all steps", locus.normalize("http://[2001:DB8:0:0:1:0:0:1]/", "all"),
      "http://[2001:db8::1:0:0:1]/")
check("no steps", locus.normalize("HTTP://h", "none"), "HTTP://h")
check("one step", locus.normalize("HTTP://h/%7e", "case"), "http://h/%7e")
check("steps", locus.normalize("HTTP://h/%7e/./", { "decode", "dots" }), "HTTP://h/~/")
check("a target", locus.target("/a/%2e%2e/b"):normalize(), "/b")
check("less", locus.compare("http://a/", "http://b/"), -1)
check("more", locus.compare("http://b/", "http://a/"), 1)
check("compare an invalid URL", select(2, locus.compare("http://a/", "b b")):sub(1, 12),
      "second URL: ")

-- Origins: RFC 6454, sections 4 and 5
check("origin", locus.origin("HTTP://u@Example.com:80/a"), "http://example.com")
check("origin with a port", locus.origin("http://example.com:81/"), "http://example.com:81")
check("no origin", locus.origin("data:,a"), "null")
check("no port", select(4, locus.origin("http://h:65536/")), "range")
check("same", locus.same_origin("http://example.com/a", "HTTP://EXAMPLE.com:80/b"), true)
check("other", locus.same_origin("http://example.com/", "https://example.com/"), false)
check("invalid", locus.same_origin("a b", "a b"), false)

-- Redaction
check("redact", locus.redact("http://u:p@h/?a=1&token=x&%74oken=y"), "http://XXX:XXX@h/?a=1"
      .. "&token=x&%74oken=y")
check("redact keys", locus.redact("http://h/?a=1&token=x&%74oken=y", { keys = { "token" } }),
      "http://h/?a=1&token=XXX&%74oken=XXX")
check("redact with a mask", locus.redact("/?k=1&a+b=2", { keys = { "k", "a b" }, mask = "-" },
                                   "web-target"), "/?k=-&a+b=-")
check("redact without plus", locus.redact("/?a+b=2", { keys = { "a b" }, plus = false },
                                          "web-target"), "/?a+b=2")
check("wrong mask", select(2, locus.redact("http://h/?k=1", { keys = { "k" }, mask = "a&b" }))
      :sub(1, 6), "mask: ")
check("wrong mask: offset", select(3, locus.redact("http://h/?k=1", { keys = { "k" },
                                                                    mask = "a&b" })), 1)

-- ------------------------------------------------------------------------
-- Coding: RFC 3986, section 2.1
-- ------------------------------------------------------------------------

local octets = {}

for octet = 0, 255 do
    octets[#octets + 1] = string.char(octet)
end
octets = table.concat(octets)
check("encode any", locus.encode(octets), (octets:gsub("[^%w%-._~]", function(octet)
    return string.format("%%%02X", octet:byte())
end)))
check("decode", (locus.decode(locus.encode(octets))), octets)
check("decode and beware", select(2, locus.decode("a%2Fb%00%0D%0A%FF", "segment")),
      "control,nul,cr,lf,not-utf8,delimiter")
check("nothing to beware of", select(2, locus.decode("a%20b", "segment")), nil)
check("encode a segment", locus.encode("a b/c", "segment"), "a%20b%2Fc")
check("keep", locus.encode("%41 ", "segment", { keep = true }), "%41%20")
check("plus", locus.encode("a b+", "query-item", { plus = true }), "a+b%2B")
check("decode plus", (locus.decode("a+b%2B", "query-item", { plus = true })), "a b+")
check("no percent", select(3, locus.decode("ab%4")), 2)
check("no percent: name", select(4, locus.decode("ab%4")), "percent")
check("keep a percent", (locus.decode("ab%4", "any", { keep = true })), "ab%4")
check("hidden", select(4, locus.decode("h%2F", "host")), "hidden")
check("a port", select(4, locus.encode("8x", "port")), "port")
check("a port: offset", select(3, locus.encode("8x", "port")), 1)

-- ------------------------------------------------------------------------
-- Queries: HTML 4.01, appendix B.2.2
-- ------------------------------------------------------------------------

local query = locus.query("a=1&b=%41+c&b&=x&&%62=2;d=3", { plus = false })

check("pairs", #query, 6)
check("as a string", tostring(query), "a=1&b=%41+c&b&=x&&%62=2;d=3")
check("get", query:get("b"), "A+c")
check("get raw", query:raw("b"), "%41+c")
check("get nothing", query:get("c"), nil)
check("get a name without value", locus.query("a&b"):get("b"), "")
check("get an empty name", query:get(""), "x")
check("each", joined(query:each()), "a=1 b=A+c b=nil =x =nil b=2;d=3")
check("each raw", joined(query:each_raw()), "a=1 b=%41+c b=nil =x =nil %62=2;d=3")
check("all", joined(query:all("b")), "A+c=nil =nil 2;d=3=nil")
check("plus", locus.query("a+b=%2B+c"):get("a b"), "+ c")
check("semicolon", #locus.query("a=1;b=2&c", { semicolon = true }), 3)
check("of a URL", locus.query(locus.parse("http://h/?q=%26")):get("q"), "&")
check("of a URL without one", #locus.query(locus.parse("http://h/")), 0)
check("bad percent", locus.query("a=%4"):get("a"), "%4")
check("NUL", locus.query("a=\0b&\0=c"):get("\0"), "c")
check("NUL in a value", locus.query("a=%00b"):get("a"), "\0b")
check("equal", locus.query("a=1") == locus.query("a=1"), true)
check("not equal", locus.query("a=1") == locus.query("a=1", { plus = false }), false)
check("empty", #locus.query(""), 0)
do
    local each, first = locus.query("a&b"):each(), locus.query("a&b"):each()

    check("two iterators", each() .. first() .. each() .. first(), "aabb")
    check("after the end", each() == nil and each() == nil, true)
end
if pcall(pairs, query) then
    check("pairs()", joined(pairs(query)), joined(query:each()))
end

-- ------------------------------------------------------------------------
-- Keys
-- ------------------------------------------------------------------------

local key = locus.key { drop = { "utm_*", "gclid" }, sort = true, empty = false }

for text, expected in pairs {
    ["/a?b=2&utm_source=x&a=1&&gclid=3&%62=1&utm_="] = "/a?a=1&b=2&b=1",
    ["/a?a=1&b=2&b=1"] = "/a?a=1&b=2&b=1",
    ["/%7Ea/./b/../?%75tm_x=1"] = "/~a/",
    ["/a"] = "/a",
    ["/a?"] = "/a?",
    ["/a?utm=1&gclid2=2"] = "/a?gclid2=2&utm=1",
    ["/a?utm_x=1&"] = "/a",
    ["/a?&utm_x=1"] = "/a",
    ["/a?utm_x=1&&utm_y=2"] = "/a",
    ["/a?&gclid=1&=&utm_x&"] = "/a",
    ["http://H:80/a?b&a"] = "http://h/a?a&b",
    ["h:443"] = "h:443",
    ["*"] = "*",
} do
    check("key of " .. text, key(text), expected)
    check("key of its key " .. text, key(expected), expected)
    check("key of a URL " .. text, key(locus.target(text)), expected)
end
check("key of an invalid text", select(3, key("/a b")), 2)
check("plain", locus.key()("/b?z=1&a=2&&%7e"), "/b?z=1&a=2&&~")
check("plus", locus.key { drop = { "a b" } }("/?a+b=1&c"), "/?c")
check("no plus", locus.key { drop = { "a b" }, plus = false }("/?a+b=1&c"), "/?a+b=1&c")
check("semicolon", locus.key { drop = { "a" }, semicolon = true }("/?b;a=1;c"), "/?b;c")
check("every parameter", locus.key { drop = { "*" } }("/x?a=1&b=2"), "/x")
check("steps", locus.key { steps = "none", sort = true }("/%7e?b&a"), "/%7e?a&b")
check("a grammar", locus.key { grammar = "rfc3986" }("HTTP://h"), "http://h/")
check("a reference", key(locus.reference("a?c&b")), "a?b&c")
check("a decided form", key(locus.target("tel:5551234", "GET")), "tel:5551234")
check("a decided form with a query", key(locus.target("tel:555?utm_a=1", "GET")), "tel:555")
do
    local many, sorted, count = {}, {}, arg[1] == "short" and 50 or 5000

    for i = 1, count do
        many[i] = string.format("k%04d=%d", (i * 7919) % count, i)
    end
    for i, pair in ipairs(many) do
        sorted[i] = pair
    end
    table.sort(sorted)
    check("many parameters", key("/?" .. table.concat(many, "&")),
          "/?" .. table.concat(sorted, "&"))
end

-- ------------------------------------------------------------------------
-- Large texts; texts that are longer than the buffers of the module
-- ------------------------------------------------------------------------

for _, size in ipairs(arg[1] == "short" and { 1024, 2048, 2049 }
                      or { 1000, 1024, 1025, 2047, 2048, 2049, 100000, 3000000 }) do
    local path = "/" .. ("%7e"):rep(size) .. ("a"):rep(size)
    local normal = "/" .. ("~"):rep(size) .. ("a"):rep(size)

    check("normal form of " .. size, locus.target(path):normalize(), normal)
    check("key of " .. size, key(path .. "?b&utm_x&a"), normal .. "?a&b")
    check("decoded " .. size, (locus.decode(path, "path")), normal)
    check("query of " .. size, locus.query("a=" .. path):get("a"), normal)
end

-- ------------------------------------------------------------------------
-- Wrong arguments
-- ------------------------------------------------------------------------

local url = locus.parse("http://h/?a")

check_error("no argument", "string expected", locus.parse)
check_error("a table", "string expected", locus.parse, {})
check_error("a set as a URL", "string or locus.URL expected", locus.normalize, found)
check_error("a grammar", "no grammar 'wbe' (web, rfc3986, ", locus.parse, "a:b", "wbe")
check_error("a grammar with NUL", "no grammar", locus.parse, "a:b", "web\0")
check_error("a step", "no step 'dot' (case, ", locus.normalize, "a:b", "dot")
check_error("a step with NUL", "no step", locus.normalize, "a:b", "dots\0")
check_error("steps", "steps are strings", locus.normalize, "a:b", { 1 })
check_error("a finding", "no finding 'nul' (password, ", locus.set, "nul")
check_error("a finding in a table", "expected, got number", locus.set, { 1 })
check_error("a finding of a set", "no finding", function() return found.nul end)
check_error("a field", "has no field 'hots'", function() return url.hots end)
check_error("a field that is not a string", "has no field 'table'", function() return url[{}] end)
check_error("a part", "no part 'hots'", url.has, url, "hots")
check_error("no URL", "locus.URL expected", url.has, "http://h", "host")
check_error("another class", "locus.URL expected", url.has, found, "host")
check_error("no set", "locus.Findings expected", url.any, url, "user")
check_error("no query", "locus.Query expected", query.get, url, "a")
check_error("assigning", "", function() url.host = "x" end)
check_error("an option", "no option 'srot' (drop, sort, ", locus.key, { srot = true })
check_error("an option with NUL", "no option", locus.key, { ["sort\0"] = true })
check_error("a list of options", "options are named", locus.key, { "sort" })
check_error("no boolean", "sort is true or false, not a string", locus.key, { sort = "on" })
check_error("no table of names", "drop is a table", locus.key, { drop = "utm_*" })
check_error("no name", "drop[2] is a boolean", locus.key, { drop = { "a", true } })
check_error("a *", "drop[1]: a '*' can only be at the end", locus.key, { drop = { "a*b" } })
check_error("a step of a key", "no step 'x'", locus.key, { steps = "x" })
check_error("a component", "no component 'paht' (any, ", locus.encode, "a", "paht")
check_error("keys", "keys is a table of strings", locus.redact, "a:b", { keys = { 1 } })
-- A list whose "length" is 2^60 in Lua 5.3: the keys are powers of 2, and in no order.
do
    local fields = {}

    for i = 0, 60 do
        fields[#fields + 1] = string.format("[%.0f]='a'", 2 ^ i)
    end
    local holes = (loadstring or load)("return {" .. table.concat(fields, ",") .. "}")()

    if #holes > 2 then
        check_error("keys with holes", "keys is a table of strings", locus.redact, "a:b",
                    { keys = holes })
        check_error("names with holes", "drop[3] is a nil", locus.key, { drop = holes })
    end
end
check_error("a mask", "mask is a string", locus.redact, "a:b", { mask = 1 })
check_error("options of a query", "no option 'puls' (plus, semicolon)", locus.query, "",
            { puls = true })
check("a number is a string", locus.query(12):raw("12"), "")

-- Garbage collection between any two steps.
do
    local kept = {}

    for i = 1, 200 do
        local each = locus.query(locus.parse("http://h" .. i .. "/?a=" .. i .. "&b=" .. i)):each()

        kept[i] = locus.parse("http://h" .. i .. "/"):findings() and each
        collectgarbage(i % 10 == 0 and "collect" or "step")
    end
    for i = 1, 200 do
        check("kept " .. i, joined(kept[i]), "a=" .. i .. " b=" .. i)
    end
end

print(passed .. " passed, " .. failed .. " failed")
os.exit(failed == 0 and 0 or 1, true)
