/* SPDX-License-Identifier: MIT
 *
 * Octets that were decoded, as text in the encoding of the database. Percent-encoded octets
 * stand for UTF-8 (RFC 3986, section 2.5). Those that do not, and characters that the
 * database does not have, cannot be in a text; they stay percent-encoded, as RFC 3987,
 * section 3.2, has it.
 */
#include "pg-locus.h"

#include "catalog/namespace.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"

/* How many characters are converted between two looks at the interrupts. */
#define CONVERTED_AT_ONCE 8192

static void append_encoded(StringInfo to, unsigned char octet)
{
    static const char digits[] = "0123456789ABCDEF";

    appendStringInfoChar(to, '%');
    appendStringInfoChar(to, digits[octet >> 4]);
    appendStringInfoChar(to, digits[octet & 15]);
}

/* The length of the UTF-8 character, or 0 if the bytes are not one, or are NUL. */
static int character(const char *at, size_t left)
{
    const int limit = (int)Min(left, MAX_MULTIBYTE_CHAR_LEN);
    const int len = *at == '\0' ? 0 : pg_encoding_verifymbchar(PG_UTF8, at, limit);

    return Max(len, 0);
}

/* Appends UTF-8 without NUL. Returns false if a character is not in the database's
   encoding, unless it may be percent-encoded. */
static bool append_utf8(StringInfo to, const char *at, size_t len, bool encode)
{
    static Oid conversion = InvalidOid;
    const int encoding = GetDatabaseEncoding();

    if (encoding == PG_UTF8) {
        appendBinaryStringInfo(to, at, (int)len);
        return true;
    }
    if (conversion == InvalidOid)
        conversion = FindDefaultConversionProc(PG_UTF8, encoding);
    if (conversion == InvalidOid)
        ereport(ERROR, (errcode(ERRCODE_UNDEFINED_FUNCTION),
                        errmsg("there is no conversion from UTF8 to %s",
                               pg_encoding_to_char(encoding))));
    while (len > 0) {
        char buf[CONVERTED_AT_ONCE * MAX_CONVERSION_GROWTH + 1];
        const int clipped = pg_encoding_mbcliplen(PG_UTF8, at, (int)Min(len, INT_MAX),
                                                  CONVERTED_AT_ONCE);
        const int read = pg_do_encoding_conversion_buf(
            conversion, PG_UTF8, encoding, unconstify(unsigned char *,
            (const unsigned char *)at), clipped, (unsigned char *)buf, sizeof buf, true);

        CHECK_FOR_INTERRUPTS();
        appendStringInfoString(to, buf);
        at += read;
        len -= (size_t)read;
        if (read < clipped) {
            const int bad = character(at, len);

            if (!encode)
                return false;
            for (int i = 0; i < Max(bad, 1); i++)
                append_encoded(to, (unsigned char)at[i]);
            at += Max(bad, 1);
            len -= (size_t)Max(bad, 1);
        }
    }
    return true;
}

/* The text, or NULL. */
static text *octets(const char *at, size_t len, bool encode)
{
    const bool any = GetDatabaseEncoding() == PG_SQL_ASCII;
    StringInfoData to;
    size_t begin = 0, end = 0;

    initStringInfo(&to);
    appendStringInfoSpaces(&to, VARHDRSZ);
    while (begin < len) {
        size_t steps = 0;

        for (int n = 1; n > 0 && end < len && steps < STEP; steps++) {
            n = any ? at[end] != '\0' : character(at + end, len - end);
            end += (size_t)n;
        }
        CHECK_FOR_INTERRUPTS();
        if (any)
            appendBinaryStringInfo(&to, at + begin, (int)(end - begin));
        else if (!append_utf8(&to, at + begin, end - begin, encode))
            return NULL;
        if (end < len && steps < STEP) {
            if (!encode)
                return NULL;
            append_encoded(&to, (unsigned char)at[end++]);
        }
        begin = end;
    }
    SET_VARSIZE(to.data, to.len);
    return (text *)to.data;
}

text *pglocus_octets(const char *at, size_t len)
{
    return octets(at, len, true);
}

text *pglocus_octets_or_null(const char *at, size_t len)
{
    return octets(at, len, false);
}

text *pglocus_decoded(const char *at, size_t len, int component, unsigned flags)
{
    struct locus_report report;
    text *whole = pglocus_room(len);
    size_t decoded;
    const int error = locus_decode(VARDATA(whole), len, &decoded, at, len, component,
                                   flags | LOCUS_KEEP, &report);

    if (error != 0)
        pglocus_fail(error);
    if (GetDatabaseEncoding() == PG_UTF8
        && !(report.found & (LOCUS_FOUND_NUL | LOCUS_FOUND_NOT_UTF8))) {
        SET_VARSIZE(whole, decoded + VARHDRSZ);
        return whole;
    }
    return octets(VARDATA(whole), decoded, true);
}
