/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_READ_FILE_NAME_H
#define LOCUS_READ_FILE_NAME_H

#include "coding/coding.h"

/* A name or the path of a URL on its way through the machine, which reads it
   piece by piece. */
struct filing {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    const char *separator;         /* one byte, between the pieces written */
    const char *drive;             /* what stands before "C:"; one byte or none */
    const char *drive_colon;       /* and as what its ":" is written */
    int component;                 /* what a piece is */
    int (*piece)(struct filing *f, const unsigned char *begin,
                 const unsigned char *end, int component);
    const struct locus_grammar *grammar;
    int colon;                     /* one in a relative name's first segment */
    struct locus_report *report;
    int error;
};

/* What a text may be: an entry of the machine. */
enum locus_file_name_kind {
    FILE_NAME_NONE,
    FILE_NAME_POSIX,
    FILE_NAME_RELATIVE,
    FILE_NAME_WINDOWS,
    FILE_NAME_WINDOWS_RELATIVE,
    FILE_NAME_DRIVE_PATH,
    FILE_NAME_ROOT_PATH,
    FILE_NAME_LOCAL_PATH,
    FILE_NAME_OLD_DRIVE_PATH,
    FILE_NAME_OLD_ROOT_PATH,
    FILE_NAME_UNC_PATH,
    FILE_NAME_SHARE_PATH,
    FILE_NAME_RELATIVE_PATH
};

/* Returns 0, or LOCUS_ERROR_NAME where the text is not of that kind, or what a
   piece failed of. */
int locus_read_file_name(struct filing *f, enum locus_file_name_kind kind);

static inline int is_word(const unsigned char *begin, const unsigned char *end,
                          enum locus_keyword word)
{
    return locus_is_keyword((const char *)begin, (size_t)(end - begin), word);
}

#endif
