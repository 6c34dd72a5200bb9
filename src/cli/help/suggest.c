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

/* Allows one edit for every three letters, at least one, but fewer than the word has
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

/* Quotes the text for a shell. Returns `instead` if it is too long for a message or a
   message would change it. */
static const char *quote(char quoted[128], const char *text, const char *instead)
{
    static const char safe[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-";
    const size_t len = strlen(text);

    if (len == 0 || len > 120)
        return instead;
    for (size_t i = 0; i < len; i++)
        if (text[i] < ' ' || text[i] == 0x7f || text[i] == '\'' || text[i] == '\\')
            return instead;
    snprintf(quoted, 128, strspn(text, safe) == len ? "%s" : "'%s'", text);
    return quoted;
}

/* An invalid one counts too: `parse` will report its error. */
static bool is_url(const char *text)
{
    const struct locus_grammar *grammar;
    struct locus_url url;

    if (strstr(text, "://"))
        return true;
    for (size_t g = 0; (grammar = locus_grammar_at(g)) != NULL; g++)
        if (locus_parse(&url, text, strlen(text), grammar) == 0
            && locus_has(&url, LOCUS_SCHEME))
            return true;
    return false;
}

static bool is_file(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && !S_ISDIR(st.st_mode);
}

void suggest_verb(const struct suggestion *s, const char *known)
{
    char quoted[128];

    if (s->name)
        usage_error(NULL, "unknown verb '%s'; did you mean '%s'? (%s)", s->word,
                    s->name, known);
    if (is_file(s->word))
        usage_error(NULL, "unknown verb '%s'; to find the URLs in this file, use: locus"
                    " scan %s", s->word, quote(quoted, s->word, "FILE"));
    if (is_url(s->word))
        usage_error(NULL, "unknown verb '%s'; to parse this URL, use: locus parse %s",
                    s->word, quote(quoted, s->word, "URL"));
    usage_error(NULL, "unknown verb '%s' (%s)", s->word, known);
}

void suggest_input(const struct operands *operands, uint64_t number, const char *text)
{
    const char *const before = operands->before_items;
    char quoted[128];

    if (number > (uint64_t)operands->count || text != operands->at[number - 1]
        || !is_file(text))
        return;
    complain("item %" PRIu64 ": this is the name of a file; to read its lines, use: locus"
             " %s%s%s < %s", number, operands->verb, before ? " " : "", before ? before : "",
             quote(quoted, text, "FILE"));
}
