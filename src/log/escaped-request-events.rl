/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of a request line (grammar/log/log-request.rl), like those of
 * request-events.rl, where a byte of a token may begin an escape: the "#" of HAProxy's logs. The
 * host defines MARK_METHOD_ESCAPE. A library: no main.
 */
%%{
machine escaped_request_events;

action method_end {
    r.mark[MARK_METHOD] = p;
    r.mark[MARK_METHOD_ESCAPE] = r.mark[MARK_ESCAPE];
}
action request_http {
    commit_http_request(&r, line, text, p);
    note_method_escape(&r, r.mark[MARK_METHOD_ESCAPE]);
}
action request_simple {
    commit_simple_request(&r, line, text, p);
    note_method_escape(&r, r.mark[MARK_METHOD_ESCAPE]);
}
}%%
