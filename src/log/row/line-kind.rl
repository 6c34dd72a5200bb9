/* SPDX-License-Identifier: MIT
 *
 * Lines in a compiled format that are blank or comments (grammar/log/row/log-line-kind.rl).
 */
#include "common/bytes.h"
#include "log/row/row.h"

%%{
machine log_line_kind;

action blank            { kind = LOCUS_LOG_BLANK; }
action comment          { kind = LOCUS_LOG_COMMENT; }

include log_line_kind "log/row/log-line-kind.rl";
write data noerror nofinal noentry;
}%%

void locus_log_line_kind(struct locus_log_line *line, const char *text)
{
    const unsigned char *p = bytes_of(text, line->len);
    const unsigned char *const pe = p + line->len;
    const unsigned char *const eof = pe;
    int kind = LOCUS_LOG_REJECT;
    int cs = log_line_kind_start;

    %% write exec;
    (void)cs;
    if (kind == LOCUS_LOG_REJECT || line->kind == LOCUS_LOG_REST
        || (kind == LOCUS_LOG_COMMENT && line->kind == LOCUS_LOG_RECORD)
        || line->error == LOCUS_ERROR_TOO_LONG)
        return;
    line->kind = (uint8_t)kind;
    line->request = LOCUS_LOG_REQUEST_ABSENT;
    line->present = line->escaped = 0;
    line->error = 0;
    line->error_field = 0;
    line->error_offset = 0;
}
