/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of a request line (grammar/log/log-request.rl), in read_line()
 * (src/log/reader.h), for the formats in which no byte of a token begins an escape; for the
 * others, see escaped-request-events.rl. A library: no main.
 */
%%{
machine request_events;

action method_end       { r.mark[MARK_METHOD] = p; } # of what may be a method
# method SP target SP protocol
action request_http     { commit_http_request(&r, line, text, p); }
# method SP target
action request_simple   { commit_simple_request(&r, line, text, p); }
}%%
