/* SPDX-License-Identifier: MIT
 *
 * The actions for the events that the productions of the envelopes name, in LOG_OPENER()
 * (src/log/envelopes/opening.h). There, the line begins at `text`. A library: no main.
 */
%%{
machine envelope_events;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action here             { begin = p; }          # a field begins at this byte
action next             { begin = p + 1; }      # a field begins after this byte
action message          { opened->begin = p + 1; } # the message begins after this byte
action message_end      { opened->end = p; }    # it ended before this byte
action partial          { opened->partial = 1; } # it continues in another line

# Commits.
action stdout_end {
    opened->stream = 0;
    set_field(opened, text, LOCUS_LOG_STREAM, begin, p);
}
action stderr_end {
    opened->stream = 1;
    set_field(opened, text, LOCUS_LOG_STREAM, begin, p);
}
action logged_end       { set_field(opened, text, LOCUS_LOG_LOGGED, begin, p); }
action blank_end        { opened->blank = 1; }  # the line is blank
}%%
