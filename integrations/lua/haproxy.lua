-- SPDX-License-Identifier: MIT
--
-- Actions, fetches and converters for HAProxy. A policy is a file that "lua-load-per-thread"
-- loads, and that HAProxy checks together with its configuration:
--
--     require("locus.haproxy").register {
--         deny = { "invalid", "above-root", "encoded-nul" },
--         key = { drop = { "utm_*", "gclid" }, sort = true },
--     }
--
-- doc/haproxy.md describes it.
local locus = require "locus"

local haproxy = {}

-- What the last request was, for each grammar: the action and the fetches of a request ask
-- for the same target. The results depend on nothing else than what is compared here.
local last = {}

-- Returns what was found out about the target of a request:
--     target     a locus.URL, which may be invalid: what the request line has after the
--                method, and in HTTP/2 and later the pseudo-header ":path"
--     whole      the URL as HAProxy presents it, if that is not the target: in HTTP/2 it
--                begins with the authority
--     path       path and query of a URL in absolute-form, as an origin-form, which is
--                what the backend may see
local function examine(txn, grammar)
    local text, method = txn.f:url(), txn.f:method()
    local known = last[grammar]
    local request, path

    if not text then
        return nil
    end
    -- What a text in another form is depends on the version.
    if known and known.text == text and known.method == method
       and (not known.major or known.major == txn.f:fc_http_major()) then
        return known
    end
    request = { text = text, method = method, target = locus.examine(text, grammar, method) }
    if request.target.form ~= "origin" then
        request.major = txn.f:fc_http_major()
        path = method ~= "CONNECT" and txn.f:pathq()
        path = path and locus.examine(path, grammar, method)
        -- A path that is not valid has no form. Its error is "form" if it does not even begin
        -- as a target of one of the forms does.
        if path and (path.form == "origin" or not path.valid and path.error_name ~= "form") then
            request.path = path
            if request.major > 1 then
                request.target, request.whole = path, request.target
            end
        end
    end
    last[grammar] = request
    return request
end

-- Calls f with each URL of the request until it returns something.
local function first_of(request, f, ...)
    local result = f(request.target, ...)

    if not result and request.whole then
        result = f(request.whole, ...)
    end
    if not result and request.path and request.path ~= request.target then
        result = f(request.path, ...)
    end
    return result
end

local function findings_of(request)
    local found = request.target:findings()

    if request.whole then
        found = found + request.whole:findings()
    end
    if request.path then
        found = found + request.path:findings()
    end
    return found
end

local function is_invalid(url)
    return not url.valid
end

-- ------------------------------------------------------------------------
-- Fetches and converters
-- ------------------------------------------------------------------------

local GRAMMAR = "web-target"

-- The answers, for a URL; the fetches get them for the target of the request, the
-- converters for the URL that they are given. What returns nil has no value.
local answers = {
    scheme = function(url) return url.scheme end,
    user = function(url) return url.user end,
    host = function(url) return url.host end,
    port = function(url) return url.port_number end,
    path = function(url) return url.path end,
    fragment = function(url) return url.fragment end,
    form = function(url) return url.form end,
    valid = function(url) return url.valid end,
    error = function(url) return url.error_name end,
    error_offset = function(url) return url.error_offset end,
    normal = function(url) return (url:normalize("all")) end,
    query = function(url, name)
        if not name or name == "" then
            return url.query
        end
        return url:has("query") and locus.query(url):raw(name) or nil
    end,
    decoded = function(url, name)
        return url:has("query") and locus.query(url):get(name or "") or nil
    end,
}

-- The authority of a request in HTTP/2 is not in its target.
local of_authority = { scheme = true, user = true, host = true, port = true }

-- A fetch or a converter without a value returns nothing. An error of Lua, such as a lack
-- of memory, gives `otherwise`.
local function guarded(f, otherwise)
    return function(...)
        local worked, value = pcall(f, ...)

        if not worked then
            core.Alert("locus: " .. tostring(value))
            value = otherwise
        end
        if value ~= nil then
            return value
        end
    end
end

local function register_answers()
    for name, answer in pairs(answers) do
        core.register_fetches("locus_" .. name, guarded(function(txn, argument)
            local request = examine(txn, GRAMMAR)

            if request then
                return answer(of_authority[name] and request.whole or request.target, argument)
            end
        end))
        core.register_converters("locus_" .. name, guarded(function(text, argument)
            return answer(locus.examine(text, "web-reference"), argument)
        end))
    end
    core.register_fetches("locus_findings", guarded(function(txn)
        local request = examine(txn, GRAMMAR)

        return request and tostring(findings_of(request))
    end))
    core.register_converters("locus_findings", guarded(function(text)
        return tostring(locus.findings(text, "web-reference"))
    end))
    -- One fetch for each finding, so that HAProxy refuses a name that does not exist. After
    -- an error the finding is reported: the condition of a "deny" holds.
    for finding in locus.every:each() do
        local set = locus.set(finding)

        core.register_fetches("locus_found_" .. finding, guarded(function(txn)
            local request = examine(txn, GRAMMAR)

            return request ~= nil and first_of(request, locus.any, set)
        end, true))
        core.register_converters("locus_found_" .. finding, guarded(function(text)
            return locus.any(text, set, "web-reference")
        end, true))
    end
end

-- ------------------------------------------------------------------------
-- Policies
-- ------------------------------------------------------------------------

local OPTIONS = { name = "string", deny = "table", status = "number", grammar = "string",
                  key = "table", redact = "table" }

-- Raises an error about the options. haproxy.register() adds the line of the policy.
local function refuse(...)
    error("locus: " .. string.format(...), 0)
end

-- Calls a function of the module. Its error for a wrong argument is one of the option.
local function checked(option, f, ...)
    local worked, result = pcall(f, ...)

    if not worked then
        refuse("%s: %s", option, tostring(result):match("^bad argument #%d+ to .-%((.*)%)$")
                                 or result)
    end
    return result
end

local function check_options(options)
    local names = {}

    if type(options) ~= "table" then
        refuse("register takes a table of options, not a %s", type(options))
    end
    for name in pairs(OPTIONS) do
        names[#names + 1] = name
    end
    table.sort(names)
    for name, value in pairs(options) do
        if not OPTIONS[name] then
            refuse("no option '%s' (%s)", tostring(name), table.concat(names, ", "))
        end
        if type(value) ~= OPTIONS[name] then
            refuse("%s is a %s, not a %s", name, OPTIONS[name], type(value))
        end
    end
    if options.name and not options.name:find("^[%w_-]+$") then
        refuse("the name '%s' may have letters, digits, '_' and '-'", options.name)
    end
    if options.status and (options.status % 1 ~= 0 or options.status < 400
                           or options.status > 599) then
        refuse("status %s is not from 400 to 599", options.status)
    end
    if options.grammar and options.grammar ~= "web-target"
       and options.grammar ~= "request-target" then
        refuse("grammar '%s' is not web-target or request-target", options.grammar)
    end
    if not options.deny and not options.key and not options.redact then
        refuse("a policy has at least one of deny, key, redact")
    end
end

-- Returns the findings that are denied, and whether invalid targets are.
local function check_deny(deny)
    local names, invalid = {}, false

    for i, name in ipairs(deny) do
        if name == "invalid" then
            invalid = true
        else
            names[#names + 1] = type(name) == "string" and name
                or refuse("deny[%d] is a %s, not the name of a finding", i, type(name))
        end
    end
    for index in pairs(deny) do
        if math.type(index) ~= "integer" or index < 1 or index > #deny then
            refuse("deny is a list of names: { \"invalid\", \"above-root\" }")
        end
    end
    if #deny == 0 then
        refuse("deny is empty: it needs the name of a finding, or \"invalid\"")
    end
    return checked("deny", locus.set, names), invalid
end

-- Returns what ends a request: the actions of HAProxy where it has one, so that its error
-- files and log flags are the usual ones.
local function ending(status)
    local reply = { [400] = act.INVALID, [403] = act.DENY }

    return function(txn)
        if reply[status] then
            return reply[status]
        end
        txn:done(txn:reply { status = status })
    end
end

-- Registers what denies a request. An error of Lua in an action lets the request pass in
-- HAProxy, so none leaves this one: the request is denied.
local function register_deny(suffix, options)
    local set, invalid = check_deny(options.deny)
    local grammar = options.grammar or GRAMMAR
    local finish = ending(options.status or 400)
    local checked_by = "txn.locus_checked" .. suffix:gsub("-", "_")

    -- Returns why the request is denied; nil if it is not.
    local function verdict(txn)
        local request = examine(txn, grammar)

        if not request then
            return "invalid"
        end
        if invalid and first_of(request, is_invalid) then
            return "invalid"
        end
        if first_of(request, locus.any, set) then
            return tostring(findings_of(request) * set)
        end
    end

    core.register_action("locus_deny" .. suffix, { "http-req" }, function(txn)
        local worked, reason = pcall(verdict, txn)

        if not worked then
            core.Alert("locus: " .. tostring(reason))
            reason = "error"
        end
        if reason then
            pcall(txn.set_var, txn, "txn.locus_denied", reason)
            return finish(txn)
        end
        txn:set_var(checked_by, true)
    end)
    core.register_fetches("locus_denied" .. suffix, guarded(function(txn)
        return verdict(txn) ~= nil
    end, true))
end

local function register_key(suffix, options)
    local grammar = options.grammar or GRAMMAR
    local settings = { grammar = grammar }
    local key

    for name, value in pairs(options.key) do
        settings[name] = value
    end
    key = checked("key", locus.key, settings)

    local function key_of(txn)
        local request = examine(txn, grammar)

        return request and (key(request.target))
    end

    core.register_action("locus_key" .. suffix, { "http-req" }, function(txn)
        local worked, value = pcall(key_of, txn)

        if worked and value then
            txn:set_var("txn.locus_key" .. suffix:gsub("-", "_"), value)
        elseif not worked then
            core.Alert("locus: " .. tostring(value))
        end
    end)
    core.register_fetches("locus_key" .. suffix, guarded(key_of))
end

local function register_redact(suffix, options)
    local settings = options.redact

    local sample = "http://u:p@h/?"
        .. locus.encode(type(settings.keys) == "table" and type(settings.keys[1]) == "string"
                        and settings.keys[1] or "a", "query-item") .. "=b"
    local _, message

    checked("redact", locus.redact, sample, settings)
    _, message = locus.redact(sample, settings)
    if message then
        refuse("redact: %s", message)
    end
    core.register_fetches("locus_redacted" .. suffix, guarded(function(txn)
        local request = examine(txn, options.grammar or GRAMMAR)

        return request and (request.target:redact(settings))
    end))
    core.register_converters("locus_redacted" .. suffix, guarded(function(text)
        return (locus.redact(text, settings, "web-reference"))
    end))
end

-- Which policy has an option, by the option and the name that the policy has in its actions,
-- fetches and variables. In HAProxy, a second policy with the same names would replace the first.
local taken = { deny = {}, key = {}, redact = {} }

-- The name for an option: that of the policy. Variables have "_" for "-", but "redact" has none.
local function name_for(option, options)
    local name = options.name or ""

    return option == "redact" and name or name:gsub("-", "_")
end

-- A policy in a sentence.
local function label_of(options)
    return options.name and "policy '" .. options.name .. "'" or "policy"
end

local function check_names(options)
    for option, policies in pairs(taken) do
        local other = options[option] and policies[name_for(option, options)]

        if other == label_of(options) then
            refuse("there is a %s with %s already; give this one a name of its own",
                   other, option)
        elseif other then
            refuse("there is a %s with %s already, whose variables have the same names",
                   other, option)
        end
    end
end

local function take_names(options)
    for option, policies in pairs(taken) do
        if options[option] then
            policies[name_for(option, options)] = label_of(options)
        end
    end
end

local registered = false

local function register(options)
    local suffix

    check_options(options)
    check_names(options)
    suffix = options.name and "_" .. options.name or ""
    if options.deny then
        register_deny(suffix, options)
    end
    if options.key then
        register_key(suffix, options)
    end
    if options.redact then
        register_redact(suffix, options)
    end
    take_names(options)
    if not registered then
        registered = true
        register_answers()
    end
end

-- Registers a policy: the actions and fetches of its options. Those of a policy with a
-- name have the name in theirs: lua.locus_deny_NAME.
function haproxy.register(options)
    local worked, message = pcall(register, options)

    if not worked then
        error(message, 2)
    end
end

return haproxy
