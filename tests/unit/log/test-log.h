/* SPDX-License-Identifier: MIT
 *
 * What the files of test-log share.
 */
#ifndef LOCUS_TESTS_TEST_LOG_H
#define LOCUS_TESTS_TEST_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "locus/log.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"

/* Whether two lines are the same, where they are defined. */
static inline bool same_line(const struct locus_log_line *a, const struct locus_log_line *b)
{
    if (a->kind != b->kind || a->len != b->len || a->ending != b->ending
        || a->request != b->request || a->error != b->error
        || a->error_field != b->error_field || a->error_offset != b->error_offset
        || a->present != b->present || a->escaped != b->escaped || a->format != b->format)
        return false;
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
        const struct locus_span x = locus_log_get(a, field), y = locus_log_get(b, field);

        if (x.off != y.off || x.len != y.len)
            return false;
    }
    return true;
}

/* The envelope and the JSON keys that begin_log() sets; NULL: none. A message that is
   copied out of an envelope is in test_message. */
extern const struct locus_log_envelope *test_envelope;
extern const struct locus_log_keys *test_keys;
extern char test_message[LOCUS_LOG_MAX_LINE];

/* Calls locus_log_init(), and sets the envelope and the keys above. */
void begin_log(struct locus_log *log, const struct locus_log_format *format);

/* Returns how many of the `len` bytes of a stream are available after `asked` requests for
   more. */
typedef size_t log_cut(size_t asked, size_t len, const void *argument);

/* Reads text[0..len) in windows, each in an allocation of its size next to a guard page,
   and calls `check` for each line, with the text in which its fields are. */
void read_windows(const struct locus_log_format *format, const char *text, size_t len,
                  uint32_t max_line, log_cut *cut, const void *argument,
                  void (*check)(const struct locus_log_line *line, const char *text,
                                void *context),
                  void *context);

/* cut_at: two windows, the first ends at *argument; cut_everywhere: byte by byte. */
log_cut cut_at, cut_everywhere;

void add_golden(Suite *suite);
void add_properties(Suite *suite);
void add_limits(Suite *suite);
void add_rows(Suite *suite);
void add_values(Suite *suite);

#endif
