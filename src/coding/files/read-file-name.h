/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_READ_FILE_NAME_H
#define LOCUS_READ_FILE_NAME_H

#include "coding/coding.h"

/* The state of the machine, which reads a name or the path of a URL piece by piece. */
struct filing {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    const char *separator;         /* one byte, written between the pieces */
    const char *drive;             /* written before "C:"; one byte, or empty */
    const char *drive_colon;       /* written for its ":" */
    int component;                 /* what pieces are encoded or decoded as */
    int (*piece)(struct filing *f, const unsigned char *begin,
                 const unsigned char *end, int component);
    const struct locus_grammar *grammar;
    int colon;                     /* a ":" is in a relative name's first segment */
    struct locus_report *report;
    int error;
};

/* What a text may be; each kind is an entry of the machine. */
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

/* Returns 0, LOCUS_ERROR_NAME if the text is not of that kind, or the error of a
   piece. */
int locus_read_file_name(struct filing *f, enum locus_file_name_kind kind);

static inline int is_word(const unsigned char *begin, const unsigned char *end,
                          enum locus_keyword word)
{
    return locus_is_keyword((const char *)begin, (size_t)(end - begin), word);
}

#endif
