/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/help/suggest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "common/bytes.h"

/* No known name is longer. */
enum { NAME_MAX_LEN = 31 };

static bool is_same(char a, char b)
{
    return ascii_lower((unsigned char)a) == ascii_lower((unsigned char)b);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The edit distance without regard to case; exchanging two neighbours is one edit
   (optimal string alignment). */
static size_t distance_of(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t row[3][NAME_MAX_LEN + 1];           /* rows i, i - 1 and i - 2 */

    for (size_t j = 0; j <= b_len; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a_len; i++) {
        memmove(row[1], row[0], 2 * sizeof *row);
        row[0][0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            const bool same = is_same(a[i - 1], b[j - 1]);

            row[0][j] = least(least(row[1][j], row[0][j - 1]) + 1,
                              row[1][j - 1] + !same);
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                row[0][j] = least(row[0][j], row[2][j - 2] + 1);
        }
    }
    return row[0][b_len];
}

/* Allows one edit for every three letters: at least one, but fewer edits than the word has
   letters. */
void suggest(struct suggestion *s, const char *name)
{
    const size_t len = strlen(name);
    const size_t longer = s->len > len ? s->len : len;
    const size_t most = longer < 6 ? 1 : longer / 3;
    size_t distance;

    if (s->len > NAME_MAX_LEN || len > NAME_MAX_LEN)
        return;
    distance = distance_of(s->word, s->len, name, len);
    if (distance > most || distance >= s->len
        || (s->name && distance >= s->distance))
        return;
    s->name = name;
    s->distance = distance;
}

const char *quote_operand(char quoted[QUOTED_SIZE], const char *text, const char *instead)
{
    static const char safe[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-";
    const size_t len = strlen(text);

    if (len == 0 || len > QUOTED_SIZE - sizeof "''")
        return instead;
    for (size_t i = 0; i < len; i++)
        if (text[i] < ' ' || text[i] == 0x7f || text[i] == '\'' || text[i] == '\\')
            return instead;
    snprintf(quoted, QUOTED_SIZE, strspn(text, safe) == len ? "%s" : "'%s'", text);
    return quoted;
}

bool is_file(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && !S_ISDIR(st.st_mode);
}

void suggest_input(const struct operands *operands, uint64_t number, const char *text)
{
    const char *const before = operands->before_items;
    char quoted[QUOTED_SIZE];

    if (number > (uint64_t)operands->count || text != operands->at[number - 1]
        || !is_file(text))
        return;
    complain("item %" PRIu64 ": this is the name of a file; to read its lines, use: locus"
             " %s%s%s < %s", number, operands->verb, before ? " " : "", before ? before : "",
             quote_operand(quoted, text, "FILE"));
}
