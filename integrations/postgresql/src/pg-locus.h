/* SPDX-License-Identifier: MIT
 *
 * What the files of the extension share.
 *
 * Inside the extension every text is UTF-8, whatever the encoding of the database. A text
 * of a database in another encoding is converted if it has a byte over 7F, and results are
 * converted back. In SQL_ASCII, which says nothing about such bytes, nothing is converted.
 */
#ifndef PG_LOCUS_H
#define PG_LOCUS_H

#include "postgres.h"

#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

#include <locus.h>
#include <locus/schemes.h>

/* A text of more than this many bytes is read in steps, between which a query can be
   cancelled. */
#define STEP ((size_t)1 << 20)

/* pg-input.c: arguments and results */

/* A text that is an argument of a function. */
struct input {
    const char *at;
    size_t      len;
    bool        converted;        /* the database has another encoding: results must be
                                     converted */
};

/* A call of a function whose first argument is a URL. */
struct call {
    FunctionCallInfo fcinfo;
    struct input     in;
    struct locus_url url;         /* the URL in `in`, valid in locus_web */
    bool             strict;      /* a text that is not valid raises an error, else the
                                     result is NULL */
};

typedef Datum url_body(struct call *call);

/* Reads the URL in the first argument, and calls the function; or returns NULL. */
extern Datum pglocus_text(FunctionCallInfo fcinfo, bool strict, url_body *body);

/* The same if the first argument is of type url: its normal form. */
extern Datum pglocus_url(FunctionCallInfo fcinfo, url_body *body);

/* Defines the functions NAME(text), NAME_strict(text), and NAME_of(url). */
#define URL_FUNCTION(name) \
    static Datum name(struct call *call); \
    PG_FUNCTION_INFO_V1(pglocus_##name); \
    Datum pglocus_##name(PG_FUNCTION_ARGS) \
    { \
        return pglocus_text(fcinfo, false, name); \
    } \
    PG_FUNCTION_INFO_V1(pglocus_##name##_strict); \
    Datum pglocus_##name##_strict(PG_FUNCTION_ARGS) \
    { \
        return pglocus_text(fcinfo, true, name); \
    }
#define URL_FUNCTIONS(name) \
    URL_FUNCTION(name) \
    PG_FUNCTION_INFO_V1(pglocus_##name##_of); \
    Datum pglocus_##name##_of(PG_FUNCTION_ARGS) \
    { \
        return pglocus_url(fcinfo, name); \
    }

/* NULL as the result of a call. */
extern Datum pglocus_null(struct call *call);

/* Whether the database's encoding is neither UTF-8 nor SQL_ASCII. */
extern bool pglocus_converts(void);

extern struct input pglocus_input(text *argument);
extern struct input pglocus_argument(FunctionCallInfo fcinfo, int n);

/* The grammar of that name; an error if there is none. */
extern const struct locus_grammar *pglocus_grammar(struct input name);

/* The beginning of a text for a message, in the database's encoding. */
extern char *pglocus_shown(const struct input *in);

/* Raises the error of a text that is not valid. `what` is what it should be. */
extern void pglocus_refuse(const struct input *in, const struct locus_url *url,
                           const char *what) pg_attribute_noreturn();

/* Raises the error of a function of the library. */
extern void pglocus_fail(int error) pg_attribute_noreturn();

/* How many characters begin in the first `bytes` bytes. */
extern int64 pglocus_characters(const struct input *in, size_t bytes);

/* The text of bytes of an input, or of what was written from it. */
extern text *pglocus_result(const struct input *in, const char *at, size_t len);
extern Datum pglocus_part(const struct call *call, struct locus_span span);

/* Memory for a result of so many bytes; an error if no field can be so long. */
extern void *pglocus_room(size_t len);

/* The normal form in palloc()ed memory. */
extern char *pglocus_normal(const struct locus_url *url, const char *text, size_t len,
                            size_t *normal_len);

/* pg-encoding.c: octets as text of the database */

/* The text of octets that were decoded. Octets that are not text in the database's encoding
   (NUL, what is not UTF-8, characters that the encoding does not have) are written
   percent-encoded. */
extern text *pglocus_octets(const char *octets, size_t len);

/* The same; returns NULL if there are such octets. */
extern text *pglocus_octets_or_null(const char *octets, size_t len);

/* The text of a component, decoded. */
extern text *pglocus_decoded(const char *at, size_t len, int component, unsigned flags);

/*
 * pg-key.c: the contents of a value of the type url
 *
 * A byte of flags; if the text differs from its normal form, the length of the key in four
 * bytes; the key; the text, if it differs. The order of keys as bytes is the order of URLs,
 * and the normal form can be made from its key. doc/postgresql.md describes the key.
 */

typedef struct varlena url;

struct key {
    const unsigned char *at;
    size_t      len;
    const char *text;             /* UTF-8; NULL: it is the normal form */
    size_t      text_len;
};

#define PG_GETARG_URL(n) ((url *)PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n)))

/* The format of values, in the upper half of the byte of flags. */
#define URL_FORMAT 0x10
#define URL_HAS_TEXT 0x01

/* Bytes that end a part, begin one that may be absent, and stand for an absent host. */
#define KEY_END 0x01
#define KEY_PART 0x02
#define KEY_NO_HOST 0x03

static inline struct key pglocus_key(const url *value)
{
    const unsigned char *at = (const unsigned char *)VARDATA_ANY(value);
    size_t len = VARSIZE_ANY_EXHDR(value);
    struct key key = { at + 1, len - 1, NULL, 0 };

    if (unlikely(at[0] & URL_HAS_TEXT)) {
        uint32 key_len;

        memcpy(&key_len, at + 1, sizeof key_len);
        key.at = at + 1 + sizeof key_len;
        key.len = key_len;
        key.text = (const char *)key.at + key_len;
        key.text_len = len - 1 - sizeof key_len - key_len;
    }
    return key;
}

/* The value of a text that is valid in locus_web. */
extern url *pglocus_make(const struct input *in, const struct locus_url *parsed);

/* A value of a key that is not that of a URL, which sorts before or after others. */
extern url *pglocus_bound(const StringInfoData *key, const char *text);

/* Appends the labels of a host, in reversed order. */
extern void pglocus_append_host(StringInfo key, const char *host, size_t len, int kind,
                                bool *final_dot);

/* The normal form of a key, in palloc()ed memory. */
extern char *pglocus_normal_of(const struct key *key, size_t *len);

/* What was entered: the text, or the normal form. */
extern struct input pglocus_entered(const url *value);

#endif
