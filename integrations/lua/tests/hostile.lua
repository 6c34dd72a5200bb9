-- SPDX-License-Identifier: MIT
--
-- Calls every function of the module with arguments that make no sense, and with texts of
-- any bytes, and collects garbage in between: lua tests/hostile.lua SECONDS [SEED]. An
-- error of Lua is an answer; a crash is not, nor an answer that contradicts another one.
-- Prints the number of calls.
local locus = require "locus"

local seconds, seed = tonumber(arg[1]) or 1, tonumber(arg[2]) or 1
local random = math.random

math.randomseed(seed)

local pieces = { "http", ":", "//", "/", "?", "#", "&", "=", ";", "+", "%", "%2f", "%00", "%c0",
                 "%af", "..", ".", "@", "[", "]", "::1", "\\", "\0", "\r\n", "\255", "utm_", "*",
                 "a", "1", "localhost", "65536", "%25", "é", " ", "|", ("x"):rep(300) }

local function text()
    local parts = {}

    for i = 1, random(0, 12) do
        parts[i] = random(4) == 1 and string.char(random(0, 255)) or pieces[random(#pieces)]
    end
    return table.concat(parts):rep(random(200) == 1 and random(300) or 1)
end

local grammars, methods = locus.grammars(), { "GET", "CONNECT", "OPTIONS", "", "G T", "\0" }
local findings = {}

for name in locus.every:each() do
    findings[#findings + 1] = name
end

local objects = {}
local makers = {
    function() return nil end,
    function() return random(2) == 1 end,
    function() return random(-10, 1e9) end,
    function() return random() * 1e300 end,
    text, text, text,
    function() return ("a"):rep(random(1, 100000)) end,
    function() return grammars[random(#grammars)] end,
    function() return methods[random(#methods)] end,
    function() return findings[random(#findings)] end,
    function() return { findings[random(#findings)], text() } end,
    function() return { drop = { text(), "utm_*" }, sort = true, empty = random(2) == 1 } end,
    function() return { keys = { text() }, mask = text(), plus = random(2) == 1 } end,
    function() return { [text()] = text(), random(9) } end,
    function() return locus.examine(text(), grammars[random(#grammars)],
                                    methods[random(2)]) end,
    function() return locus.parse("http://h/" .. text():gsub("[%c ]", "")) end,
    function() return locus.query(text()) end,
    function() return locus.set(findings[random(#findings)]) end,
    function() return locus.key { sort = true, drop = { "utm_*" }, empty = false } end,
    function() return function() end end,
    function() return coroutine.create(text) end,
    function() return io.stdout end,
    function() return objects[random(math.max(1, #objects))] end,
}

local functions = {}

for name, f in pairs(locus) do
    if type(f) == "function" then
        functions[#functions + 1] = f
    end
end
-- The methods, also with another class as their first argument.
for _, object in ipairs { locus.parse("a:b"), locus.query("a"), locus.every, locus.key() } do
    local meta = getmetatable(object)

    for _, f in pairs(meta) do
        if type(f) == "function" then
            functions[#functions + 1] = f
        end
    end
    if type(meta.__index) == "table" then
        for _, f in pairs(meta.__index) do
            functions[#functions + 1] = f
        end
    end
end
for _, name in ipairs { "has", "span", "findings", "normalize", "resolve", "redact" } do
    functions[#functions + 1] = locus.parse("a:b")[name]
end
functions[#functions + 1] = locus.every.each

-- What holds for every text.
local function check_text(bytes)
    for _, grammar in ipairs(grammars) do
        local url = locus.examine(bytes, grammar)
        local parsed, message, offset, name = locus.parse(bytes, grammar)

        assert(tostring(url) == bytes and #url == #bytes)
        assert((parsed ~= nil) == url.valid)
        if not parsed then
            assert(message == url.error and name == url.error_name)
            assert(offset == nil or offset <= #bytes and offset == url.error_offset)
        else
            local normal = assert(url:normalize())

            assert(url == parsed)
            assert(assert(locus.examine(normal, grammar):normalize()) == normal)
            for _, part in ipairs { "scheme", "user", "password", "host", "port", "path", "query",
                                    "fragment" } do
                assert(not url[part] or url[part] == bytes:sub(url:span(part)))
                assert((url[part] ~= nil) == url:has(part))
            end
        end
        assert(url:any(locus.every) == (#url:findings() > 0))
    end
    local query, count = locus.query(bytes), 0

    for pair in query:each_raw() do
        assert(bytes:find(pair, 1, true))
        count = count + 1
    end
    assert(count == #query)
    assert(locus.decode(locus.encode(bytes)) == bytes)
end

local calls, stop = 0, os.time() + seconds

while calls < 2000 or os.time() < stop do
    for _ = 1, 100 do
        local arguments, count = {}, random(0, 5)
        local f = functions[random(#functions)]
        local worked, result

        for i = 1, count do
            arguments[i] = makers[random(#makers)]()
        end
        worked, result = pcall(f, (table.unpack or unpack)(arguments, 1, count))
        if worked and (type(result) == "userdata" or type(result) == "function") then
            objects[random(50)] = result
            if type(result) == "function" then
                pcall(result, result)
            end
        end
        calls = calls + 1
        if random(20) == 1 then
            collectgarbage(random(10) == 1 and "collect" or "step")
        end
    end
    check_text(text())
end
print(calls .. " calls")
