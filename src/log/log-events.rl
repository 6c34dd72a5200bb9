/* SPDX-License-Identifier: MIT
 *
 * The actions for the events that the productions of the log formats name, in read_line()
 * (src/log/reader.h). As in url-events.rl, a mark remembers a place and may turn out to
 * be meaningless; a commit is a leaving action and writes the span of a field. A library:
 * no main.
 */
%%{
machine log_events;

action run              { RUN(ftargs) }
# Ragel must see the "fgoto".
action likely           { if (CHAIN(ftargs)) fgoto *cs; LIKELY(ftargs) }

# Marks.
action next             { r.mark[MARK_BEGIN] = p + 1; } # a field begins after this byte
action begin            { r.mark[MARK_BEGIN] = p; } # a field begins at this byte
action escape           { note_escape(&r, p + 1); } # a "\"
action space            { r.mark[MARK_SPACE] = p; } # a space after the method
action version          { r.mark[MARK_VERSION] = r.mark[MARK_SPACE]; } # the "/" of " HTTP/"

# The first byte of a line that is a comment unless it is a record.
action comment          { r.flags |= FLAG_COMMENT; }

# Commits.
action request_other    { commit_other_request(&r, line, text, LOCUS_LOG_REQUEST_OTHER, p); }
action request_empty    { commit_other_request(&r, line, text, LOCUS_LOG_REQUEST_EMPTY, p); }
action request_none     { commit_other_request(&r, line, text, LOCUS_LOG_REQUEST_NONE, p); }
action client_end       { commit(&r, line, text, LOCUS_LOG_CLIENT, p); }
action user_end         { commit(&r, line, text, LOCUS_LOG_USER, p); }
action time_end         { commit(&r, line, text, LOCUS_LOG_TIME, p); }
action duration_end     { commit(&r, line, text, LOCUS_LOG_DURATION, p); }
# For a line without a whole request.
action method_only_end  { commit(&r, line, text, LOCUS_LOG_METHOD, p); }
action target_end       { commit(&r, line, text, LOCUS_LOG_TARGET, p); }
action status_end       { commit(&r, line, text, LOCUS_LOG_STATUS, p); }
action bytes_end        { commit(&r, line, text, LOCUS_LOG_BYTES, p); }
action referer_end      { commit(&r, line, text, LOCUS_LOG_REFERER, p); }
action agent_end        { commit(&r, line, text, LOCUS_LOG_AGENT, p); }
action vhost_end        { commit(&r, line, text, LOCUS_LOG_VHOST, p); }

# The contents of the line end before this byte.
action record_end       { r.kind = LOCUS_LOG_RECORD; r.mark[MARK_CONTENTS] = p; }
action blank_end        { r.kind = LOCUS_LOG_BLANK; r.mark[MARK_CONTENTS] = p; }
action comment_end      { r.kind = LOCUS_LOG_COMMENT; r.mark[MARK_CONTENTS] = p; }
# On the line feed.
action line_end         { p++; goto done; }

# The field that cannot be read. If several are possible, the last one is reported.
action bad_client       { fail(&r, LOCUS_LOG_CLIENT); }
action bad_user         { fail(&r, LOCUS_LOG_USER); }
action bad_time         { fail(&r, LOCUS_LOG_TIME); }
action bad_duration     { fail(&r, LOCUS_LOG_DURATION); }
action bad_method       { fail(&r, LOCUS_LOG_METHOD); }
action bad_target       { fail(&r, LOCUS_LOG_TARGET); }
action bad_request      { fail(&r, LOCUS_LOG_REQUEST); }
action bad_status       { fail(&r, LOCUS_LOG_STATUS); }
action bad_bytes        { fail(&r, LOCUS_LOG_BYTES); }
action bad_referer      { fail(&r, LOCUS_LOG_REFERER); }
action bad_agent        { fail(&r, LOCUS_LOG_AGENT); }
action bad_vhost        { fail(&r, LOCUS_LOG_VHOST); }
action bad_end          { fail(&r, LINE_END); } # none: the line does not end
}%%
