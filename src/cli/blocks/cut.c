/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/blocks/cut.h"

static size_t last_stop(const struct cut_rule *rule, const char *text, size_t from,
                        size_t end)
{
    while (end > from && !cut_stops_url(rule, (unsigned char)text[end - 1]))
        end--;
    return end;
}

static size_t last_line(const char *text, size_t from, size_t end)
{
    while (end > from && text[end - 1] != '\n' && text[end - 1] != '\0')
        end--;
    return end;
}

static size_t last_line_feed(const char *text, size_t from, size_t end)
{
    while (end > from && text[end - 1] != '\n')
        end--;
    return end;
}

static bool is_break(char byte)
{
    return byte >= '\n' && byte <= '\r';
}

/* Finds the last line feed at which no "<" is open: the last "<" before it is either too far
   away, or followed by a ">" that is not a quote mark, because other text precedes the ">" on
   its line. */
static size_t last_unwrapped_line(const char *text, size_t from, size_t end)
{
    size_t line = from;
    bool is_closed = false;       /* a ">" was seen, with only blanks before it */

    for (size_t at = end; at > from; at--) {
        const char byte = text[at - 1];

        if (byte == '<' && !is_closed) {
            line = from;
        } else if (byte == '\n' && line == from) {
            line = at;
            is_closed = false;
        } else if (line > from
                   && (line - at + 1 >= LOCUS_MAX_WRAPPED
                       || (is_closed && byte != '>' && byte != ' ' && byte != '\t'
                           && !is_break(byte)))) {
            return line;
        } else if (is_break(byte)) {
            is_closed = false;
        } else if (byte == '>') {
            is_closed = true;
        }
    }
    return from;
}

size_t cut_last(const struct cut_rule *rule, const char *text, size_t from, size_t end)
{
    switch (rule->place) {
    case CUT_AFTER_STOP:
        return last_stop(rule, text, from, end);
    case CUT_AFTER_LINE:
        return last_line(text, from, end);
    case CUT_AFTER_LINE_FEED:
        return last_line_feed(text, from, end);
    case CUT_AFTER_UNWRAPPED_LINE:
        return last_unwrapped_line(text, from, end);
    case CUT_NOWHERE:
        break;
    }
    return from;
}
