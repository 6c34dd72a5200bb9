-- SPDX-License-Identifier: MIT
--
-- Runs the examples of a page: lua tests/page.lua doc/lua.md. The lines that they print are
-- those after "-->"; "…" stands for any text. Prints "N passed, N failed".
local file = assert(io.open(arg[1]))
local page = file:read("*a")
local passed, failed = 0, 0

file:close()

-- A pattern for a line of the page. Lua names a function differently in each version.
local function pattern(line)
    return "^" .. line:gsub("%p", "%%%0"):gsub("#2 to '%%%?'", "x")
        :gsub("to %%'%%%?%%'", "to '.-'"):gsub("%%?\226%%?\128%%?\166", ".*") .. "$"
end

local first = true
local preamble = 'local locus = require "locus"\n'

for block in page:gmatch("```lua\n(.-)```") do
    local expected, printed = {}, {}
    local environment = setmetatable({
        print = function(...)
            local texts = {}

            for i = 1, select("#", ...) do
                texts[i] = tostring((select(i, ...)))
            end
            printed[#printed + 1] = table.concat(texts, "\t")
        end
    }, { __index = _G })
    local source = first and block or preamble .. block
    local f

    first = false
    for line in block:gmatch("%-%-> ?([^\n]*)") do
        expected[#expected + 1] = line
    end
    if setfenv then
        f = setfenv(assert(loadstring(source)), environment)
    else
        f = assert(load(source, "page", "t", environment))
    end
    f()
    for i = 1, math.max(#expected, #printed) do
        if expected[i] and printed[i] and printed[i]:find(pattern(expected[i])) then
            passed = passed + 1
        else
            failed = failed + 1
            print(string.format("FAIL: %s: expected %s, got %s", arg[1], tostring(expected[i]),
                                tostring(printed[i])))
        end
    end
end
print(passed .. " passed, " .. failed .. " failed")
os.exit(failed == 0 and passed > 0 and 0 or 1, true)
