/* SPDX-License-Identifier: MIT */
#ifndef CUT_H
#define CUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Where a file may be cut into blocks that can be scanned independently.
 *
 * A block is cut just after a byte that ends every URL of every grammar in every
 * context: a control character, a space, '"', "<" or ">". In the grammar of RFC 1630 a URL may
 * contain '"', so there '"' is not a place to cut.
 *   - Nothing that began before the cut continues after it. The grammar's machine
 *     stops at such a byte, and so does the machine for prose (hard_stop in
 *     grammar/prose/unquoted.rl).
 *   - A URL after the cut does not depend on the bytes before it. The byte cannot be
 *     part of a scheme, so a scheme after the cut also begins after it.
 *   - Whether "//" follows a ":" is known before the cut, as the byte is not "/".
 * This rule must not be used for a grammar or a context in which a URL may continue
 * after one of these bytes.
 *
 * The rule also holds in locus_json_raw: such a byte may end an escape, but is never
 * inside one.
 */
enum cut_place {
    CUT_AFTER_STOP,               /* after any such byte: locus_raw, locus_json_raw */
    CUT_AFTER_LINE,               /* after a line feed or a NUL, which reset the prose
                                     machines: locus_text and locus_json, where a URL
                                     depends on what precedes it on its line */
    CUT_AFTER_LINE_FEED,          /* after a line feed, which ends every line of a log */
    CUT_NOWHERE,                  /* a line depends on lines before it: logs whose columns
                                     a directive sets */
    CUT_AFTER_UNWRAPPED_LINE      /* after a line feed at which no "<" is open:
                                     locus_wrapped, whose URLs continue after white
                                     space and quote marks, and where the start of each
                                     line matters. A wrapper is closed by a ">" that
                                     follows other text on its line
                                     (grammar/contexts/angle-brackets.rl), and it is never
                                     longer than LOCUS_MAX_WRAPPED */
};

struct cut_rule {
    enum cut_place place;
    bool           quotes;        /* '"' ends every URL, too */
};

/* Whether this byte ends every URL, in any grammar and context; for '"', in any
   grammar but that of RFC 1630. */
static inline bool cut_stops_url(const struct cut_rule *rule, unsigned char byte)
{
    return byte <= ' ' || byte == 0x7f || (byte == '"' && rule->quotes) || byte == '<'
        || byte == '>';
}

/* Finds the last place after `from` where text[0..end) may be cut; returns the index of
   the byte after the cut, or `from` if there is no such place. */
size_t cut_last(const struct cut_rule *rule, const char *text, size_t from, size_t end);

#endif
