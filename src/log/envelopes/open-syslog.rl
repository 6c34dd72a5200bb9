/* SPDX-License-Identifier: MIT
 *
 * The envelope syslog: files of a syslog daemon (grammar/log/envelopes/syslog.rl).
 */
#define LOG_ENVELOPE syslog
#include "log/envelope.h"

#ifdef KERNEL
#include "log/envelopes/opening.h"

#include "runs/open-syslog-runs.h"

%%{
machine syslog;
getkey KEY;
include envelope_events "log/envelopes/envelope-events.rl";

action priority_begins  { begin = p + 1; }
action priority_end     { set_field(opened, text, LOCUS_LOG_PRIORITY, begin, p); }
action word_begins      { word = p; }           # the name of a sender or a program
# What looks like a program and its process may turn out to be in the sender's name.
action sender_end {
    opened->present &= ~(FIELD_BIT(PROGRAM) | FIELD_BIT(PROCESS));
    set_field(opened, text, LOCUS_LOG_SENDER, word, p);
}
action program_end      { set_field(opened, text, LOCUS_LOG_PROGRAM, word, p); }
action process_end      { set_field(opened, text, LOCUS_LOG_PROCESS, begin, p); }

include syslog "log/envelopes/syslog.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int LOG_OPENER(struct locus_log_opened *opened, const unsigned char *p,
                       const unsigned char *const pe)
{
    const unsigned char *const text = p, *const eof = pe;
    const unsigned char *begin = p, *word = p;
    int cs = syslog_start;
    LENS_BEGIN(syslog)

    opening_begins(opened);
    %% write exec;
    opened->at = p;
    return opened->end || opened->blank;
}
#endif

LOG_ENVELOPE_OBJECT(
    .name = "syslog",
    .description = "files of a syslog daemon (RFC 3164, RFC 5424)",
    .fields = FIELD_BIT(LOGGED) | FIELD_BIT(SENDER) | FIELD_BIT(PROGRAM)
            | FIELD_BIT(PROCESS) | FIELD_BIT(PRIORITY)
)
