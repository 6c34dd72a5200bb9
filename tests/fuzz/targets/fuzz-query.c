/* SPDX-License-Identifier: MIT
 *
 * A fuzz target of libFuzzer for section 2 of locus/schemes.h: everything that finds and
 * edits the pairs of a query, compared with a slow reference
 * (tests/unit/query/oracle.h). The first byte chooses the grammar, the second the flags;
 * then follow the URL, a newline, the key, a newline and the value.
 */
#include "fuzz.h"

#include "unit/query/oracle.h"

/* The reference takes cubic time. */
enum { LONGEST = 512 };

/* The length of the first line. */
static size_t line_len(const uint8_t *text, size_t len)
{
    const uint8_t *newline = len > 0 ? memchr(text, '\n', len) : NULL;

    return newline ? (size_t)(newline - text) : len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct locus_grammar *grammar;
    struct query_case c = { .flags = 0 };
    struct locus_url url;
    char *text, *key, *value;
    size_t at = 2;

    if (size < 2 || size > LONGEST)
        return 0;
    grammar = grammar_at(data[0] % grammar_count());
    c.flags = data[1] % 32;
    c.len = line_len(data + at, size - at);
    text = exact_copy(data + at, c.len);
    at += c.len + (at + c.len < size);
    c.key_len = line_len(data + at, size - at);
    key = exact_copy(data + at, c.key_len);
    at += c.key_len + (at + c.key_len < size);
    c.value_len = size - at;
    value = exact_copy(data + at, c.value_len);
    c.text = text;
    c.key = key;
    c.value = value;
    c.url = &url;
    if (locus_parse(&url, text, c.len, grammar) == 0)
        query_check(&c);
    exact_free(value);
    exact_free(key);
    exact_free(text);
    return 0;
}
