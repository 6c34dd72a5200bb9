/* SPDX-License-Identifier: MIT
 *
 * What an envelope of log lines consists of. Everything specific to an envelope is in its
 * machine in grammar/log/envelopes/ and in its host, src/log/envelopes/open-NAME.rl, which
 * defines its name as LOG_ENVELOPE, includes this header and is compiled
 *
 *     with -DKERNEL=K    to its function for a kernel: envelopes/opening.h
 *     without            to its struct locus_log_envelope
 */
#ifndef LOCUS_LOG_ENVELOPE_H
#define LOCUS_LOG_ENVELOPE_H

#include "log/format.h"

/* What is known of a line and its message. All places are in the line. */
struct locus_log_opened {
    const unsigned char *begin;    /* the message in the line; NULL: there is none */
    const unsigned char *end;
    const unsigned char *at;       /* where reading ended: at the error if the line does not
                                      fit */
    uint64_t present;              /* as in struct locus_log_line */
    struct locus_span field[LOCUS_LOG_FIELD_LIMIT - LOCUS_LOG_ENVELOPE];
    uint8_t  stream;               /* 0 or 1 */
    uint8_t  partial;              /* the message continues in another line */
    uint8_t  decoded;              /* the message contains escapes, and is in `out` */
    uint8_t  blank;

    /* The caller sets these. */
    struct locus_writer out;       /* where decoded messages are appended */
    size_t   wanted;               /* the byte of `out` whose place in the line is wanted */
    const unsigned char *source;   /* set to that place if the byte is in this message;
                                      NULL before */
};

/* Opens one line, p..pe, without its line ending. Returns 1, or 0 if the line does not
   fit. */
typedef int locus_log_opener(struct locus_log_opened *opened, const unsigned char *p,
                             const unsigned char *pe);

/* locus_log_source() for one kernel. */
typedef int locus_log_sourcer(const struct locus_log *log, const struct locus_log_line *line,
                              const char *text, struct locus_span span,
                              struct locus_span *source);

struct locus_log_envelope {
    locus_log_opener *open[KERNEL_COUNT];
    locus_log_reader *next[KERNEL_COUNT];
    locus_log_sourcer *source[KERNEL_COUNT];
    const char *name;
    const char *description;
    uint64_t    fields;            /* a bit for each field that it may add */
    uint8_t     divides;           /* a message may be divided among several lines */
};

#define DECLARE_ENVELOPE_READER(kernel, needs) \
    locus_log_reader locus_log_next_message_##kernel; \
    locus_log_sourcer locus_log_source_##kernel;
LOCUS_KERNELS(DECLARE_ENVELOPE_READER)

/* The objects of the including file's envelope */

#ifdef LOG_ENVELOPE
#ifdef KERNEL
#define LOG_ENVELOPE_OBJECT(...)
#define LOG_OPENER KERNEL_NAME(PASTE(log_open_, LOG_ENVELOPE))
#else
/* LOG_ENVELOPE_OBJECT(.name = …, .description = …, .fields = …) */
#define LOG_OPENER_NAME(kernel) PASTE(PASTE(locus_log_open_, LOG_ENVELOPE), _##kernel)
#define DECLARE_LOG_OPENER(kernel, needs) locus_log_opener LOG_OPENER_NAME(kernel);
#define NAME_LOG_OPENER(kernel, needs) [KERNEL_##kernel] = LOG_OPENER_NAME(kernel),
#define NAME_NEXT_MESSAGE(kernel, needs) \
    [KERNEL_##kernel] = locus_log_next_message_##kernel,
#define NAME_SOURCE(kernel, needs) [KERNEL_##kernel] = locus_log_source_##kernel,
#define LOG_ENVELOPE_OBJECT(...) \
    LOCUS_KERNELS(DECLARE_LOG_OPENER) \
    static const struct locus_log_envelope envelope = { \
        .open = { LOCUS_KERNELS(NAME_LOG_OPENER) }, \
        .next = { LOCUS_KERNELS(NAME_NEXT_MESSAGE) }, \
        .source = { LOCUS_KERNELS(NAME_SOURCE) }, __VA_ARGS__ \
    }; \
    const struct locus_log_envelope *const PASTE(locus_log_, LOG_ENVELOPE) = &envelope;
#endif
#endif

#endif
