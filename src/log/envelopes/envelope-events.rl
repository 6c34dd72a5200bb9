/* SPDX-License-Identifier: MIT
 *
 * The events that the productions of the envelopes name. src/log/envelopes/opening.h
 * defines what each does. A library: no main.
 */
%%{
machine envelope_events;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action here             { BEGIN_HERE }          # a field begins at this byte
action next             { BEGIN_AFTER }         # a field begins after this byte
action message          { MESSAGE_AFTER }       # the message begins after this byte
action message_end      { MESSAGE_END }         # it ended before this byte
action partial          { PARTIAL }             # it continues in another line

# Commits.
action stdout_end       { STREAM(0) }
action stderr_end       { STREAM(1) }
action logged_end       { COMMIT(LOGGED) }
action blank_end        { BLANK }               # the line is blank
}%%
