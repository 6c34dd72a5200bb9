/* SPDX-License-Identifier: MIT
 *
 * The events that the productions of the log formats name. src/log/reader.h defines
 * what each does. As in rules/events.rl, a mark remembers a place and may turn out to be
 * meaningless; a commit is a leaving action and writes the span of a field. A library:
 * no main.
 */
%%{
machine log_events;

action run              { RUN(ftargs) }
# Ragel must see the "fgoto".
action likely           { if (CHAIN(ftargs)) fgoto *cs; LIKELY(ftargs) }

# Marks.
action next             { BEGIN_AFTER }         # a field begins after this byte
action begin            { MARK(BEGIN) }         # a field begins at this byte
action escape           { ESCAPE }              # a "\"
action method_end       { METHOD_END }          # of what may be a method
action space            { MARK(SPACE) }         # a space after the method
action version          { VERSION }             # the "/" of " HTTP/"

# The first byte of a line that is a comment unless it is a record.
action comment          { COMMENT }

# Commits.
action request_http     { REQUEST_HTTP }        # method SP target SP protocol
action request_simple   { REQUEST_SIMPLE }      # method SP target
action request_other    { REQUEST(OTHER) }
action request_empty    { REQUEST(EMPTY) }
action request_none     { REQUEST(NONE) }
action client_end       { COMMIT(CLIENT) }
action user_end         { COMMIT(USER) }
action time_end         { COMMIT(TIME) }
action duration_end     { COMMIT(DURATION) }
action method_only_end  { COMMIT(METHOD) }      # of a line without a whole request
action target_end       { COMMIT(TARGET) }
action status_end       { COMMIT(STATUS) }
action bytes_end        { COMMIT(BYTES) }
action referer_end      { COMMIT(REFERER) }
action agent_end        { COMMIT(AGENT) }
action vhost_end        { COMMIT(VHOST) }

# The contents of the line end before this byte.
action record_end       { LINE(RECORD) }
action blank_end        { LINE(BLANK) }
action comment_end      { LINE(COMMENT) }
# On the line feed.
action line_end         { LINE_END }

# The field that cannot be read. If several are possible, the last one is reported.
action bad_client       { FAIL(CLIENT) }
action bad_user         { FAIL(USER) }
action bad_time         { FAIL(TIME) }
action bad_duration     { FAIL(DURATION) }
action bad_method       { FAIL(METHOD) }
action bad_target       { FAIL(TARGET) }
action bad_request      { FAIL(REQUEST) }
action bad_status       { FAIL(STATUS) }
action bad_bytes        { FAIL(BYTES) }
action bad_referer      { FAIL(REFERER) }
action bad_agent        { FAIL(AGENT) }
action bad_vhost        { FAIL(VHOST) }
action bad_end          { FAIL(LINE) }          # none: the line does not end
}%%
