/* SPDX-License-Identifier: MIT
 *
 * Lines of golden files: columns separated by blanks. A "#" between blanks
 * begins a comment. The escapes are \s for a space, \t \n \r for controls,
 * \xHH for a byte, \\ and \#.
 */
#ifndef LOCUS_TESTS_COLUMNS_H
#define LOCUS_TESTS_COLUMNS_H

#include <stdbool.h>
#include <string.h>

#include "support/hexdig.h"

struct text {
    char *bytes;
    size_t len;
};

/* Undoes the escapes of a column, in place. */
static inline bool unescape(struct text *text, char *column)
{
    char *to = column;

    text->bytes = column;
    for (const char *from = column; *from != '\0'; ++from) {
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        switch (*++from) {
        case 's':  *to++ = ' ';  break;
        case 't':  *to++ = '\t'; break;
        case 'n':  *to++ = '\n'; break;
        case 'r':  *to++ = '\r'; break;
        case '\\': *to++ = '\\'; break;
        case '#':  *to++ = '#';  break;
        case 'x':
            if (hexdig_octet(from + 1) < 0)
                return false;
            *to++ = (char)hexdig_octet(from + 1);
            from += 2;
            break;
        default:
            return false;
        }
    }
    text->len = (size_t)(to - column);
    return true;
}

/* The next column, or NULL at the end of the line or at its comment. */
static inline char *next_column(char **line)
{
    char *begin = *line + strspn(*line, " \t");
    size_t len = strcspn(begin, " \t");

    if (len == 0 || (len == 1 && *begin == '#')) {
        *line = begin + strlen(begin);
        return NULL;
    }
    *line = begin + len;
    if (**line != '\0')
        *(*line)++ = '\0';
    return begin;
}

#endif
