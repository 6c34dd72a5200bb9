/* SPDX-License-Identifier: MIT
 *
 * The key of a URL: its normal form in another order, as bytes that memcmp() orders by the
 * labels of the host from the last one, then path and query, then the rest:
 *
 *     https://u@www.example.org:8443/a?b#c
 *     org 02 example 02 www 01   /a 01   02 b 01   02 c 01   https 01
 *     02 8443 01   02 u 01   01   01
 *
 * No URL has a byte below 20. A part that may be absent is 01 if it is absent, else 02, the
 * part, 01. In place of an absent host there is 03. The last byte is 02 if the host ends in ".",
 * which is not among the labels, so that "example.org." is with "example.org". An address
 * is one label.
 */
#include "pg-locus.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/memutils.h"

static void append_part(StringInfo key, const struct locus_url *url, const char *text,
                        enum locus_part part)
{
    const struct locus_span span = url->part[part];

    if (locus_has(url, part)) {
        appendStringInfoChar(key, KEY_PART);
        appendBinaryStringInfo(key, text + span.off, (int)span.len);
    }
    appendStringInfoChar(key, KEY_END);
}

static void append_whole(StringInfo key, const char *text, struct locus_span span)
{
    appendBinaryStringInfo(key, text + span.off, (int)span.len);
    appendStringInfoChar(key, KEY_END);
}

void pglocus_append_host(StringInfo key, const char *host, size_t len, int kind,
                         bool *final_dot)
{
    struct locus_pieces labels;
    struct locus_piece label;
    size_t begin, count = 0;

    *final_dot = false;
    if (kind != LOCUS_HOST_NAME) {
        appendBinaryStringInfo(key, host, (int)len);
        return;
    }
    /* The labels are written from the end of the room. */
    enlargeStringInfo(key, (int)len + 1);
    begin = len;
    locus_pieces_begin(&labels, LOCUS_PIECE_LABEL, (struct locus_span){ 0, (uint32_t)len });
    while (locus_pieces_next(&label, &labels, host) == 1) {
        *final_dot = label.text.len == 0 && label.text.off == len;
        if (*final_dot)
            break;
        if (count++ > 0)
            key->data[(size_t)key->len + --begin] = KEY_PART;
        begin -= label.text.len;
        memcpy(key->data + key->len + begin, host + label.text.off, label.text.len);
    }
    memmove(key->data + key->len, key->data + key->len + begin, len - begin);
    key->len += (int)(len - begin);
    key->data[key->len] = '\0';
}

/* Makes a value of a key, whose data begin with room for the header, and a text. */
static url *finish(StringInfo key, size_t header, const char *text, size_t text_len)
{
    const uint32 key_len = (uint32)((size_t)key->len - header);
    char *const at = key->data + VARHDRSZ;

    at[0] = URL_FORMAT;
    if (text != NULL) {
        at[0] |= URL_HAS_TEXT;
        memcpy(at + 1, &key_len, sizeof key_len);
        appendBinaryStringInfo(key, text, (int)text_len);
    }
    SET_VARSIZE(key->data, key->len);
    return (url *)key->data;
}

static size_t begin_key(StringInfo key, size_t room, bool has_text)
{
    const size_t header = VARHDRSZ + 1 + (has_text ? sizeof(uint32) : 0);

    key->maxlen = (int)Min(room + header + 32, MaxAllocSize);
    key->data = palloc((size_t)key->maxlen);
    key->len = (int)header;
    key->cursor = 0;
    memset(key->data, 0, header);
    return header;
}

url *pglocus_make(const struct input *in, const struct locus_url *parsed)
{
    struct locus_url normal_url;
    struct locus_span host;
    StringInfoData key;
    size_t len, header;
    char *normal = pglocus_normal(parsed, in->at, in->len, &len);
    const bool differs = len != in->len || memcmp(normal, in->at, len) != 0;
    bool final_dot = false;
    url *made;

    if (locus_parse(&normal_url, normal, len, locus_web) != 0)
        elog(ERROR, "the normal form of a URL is not valid");
    header = begin_key(&key, len + (differs ? in->len : 0), differs);
    host = normal_url.part[LOCUS_HOST];
    if (locus_has(&normal_url, LOCUS_HOST)) {
        pglocus_append_host(&key, normal + host.off, host.len, normal_url.host_kind,
                            &final_dot);
        appendStringInfoChar(&key, KEY_END);
    } else {
        appendStringInfoChar(&key, KEY_NO_HOST);
    }
    append_whole(&key, normal, normal_url.part[LOCUS_PATH]);
    append_part(&key, &normal_url, normal, LOCUS_QUERY);
    append_part(&key, &normal_url, normal, LOCUS_FRAGMENT);
    append_whole(&key, normal, normal_url.part[LOCUS_SCHEME]);
    append_part(&key, &normal_url, normal, LOCUS_PORT);
    append_part(&key, &normal_url, normal, LOCUS_USER);
    append_part(&key, &normal_url, normal, LOCUS_PASSWORD);
    appendStringInfoChar(&key, final_dot ? KEY_PART : KEY_END);
    made = finish(&key, header, differs ? in->at : NULL, in->len);
    pfree(normal);
    return made;
}

url *pglocus_bound(const StringInfoData *key, const char *text)
{
    StringInfoData value;
    const size_t header = begin_key(&value, (size_t)key->len + strlen(text), true);

    appendBinaryStringInfo(&value, key->data, key->len);
    return finish(&value, header, text, strlen(text));
}

/* Reads a key from left to right. */
struct reading {
    const unsigned char *at, *end;
};

struct slice {
    const unsigned char *at;
    size_t len;
    bool   present;
};

/* The bytes up to the next KEY_END. */
static struct slice read_whole(struct reading *r)
{
    struct slice part = { r->at, 0, true };

    while (r->at < r->end && *r->at != KEY_END)
        r->at++;
    part.len = (size_t)(r->at - part.at);
    if (r->at < r->end)
        r->at++;
    return part;
}

static struct slice read_part(struct reading *r)
{
    if (r->at < r->end && *r->at == KEY_PART) {
        r->at++;
        return read_whole(r);
    }
    if (r->at < r->end)
        r->at++;
    return (struct slice){ r->at, 0, false };
}

static char *put(char *to, struct slice slice)
{
    memcpy(to, slice.at, slice.len);
    return to + slice.len;
}

/* The labels in their order in a host. */
static char *put_host(char *to, struct slice host)
{
    const unsigned char *const begin = host.at, *label = host.at + host.len;

    for (const unsigned char *end = label; label >= begin; label--)
        if (label == begin || label[-1] == KEY_PART) {
            memcpy(to, label, (size_t)(end - label));
            to += end - label;
            if (label > begin)
                *to++ = '.';
            end = label - 1;
        }
    return to;
}

char *pglocus_normal_of(const struct key *key, size_t *len)
{
    struct reading r = { key->at, key->at + key->len };
    struct slice host = { r.at, 0, *r.at != KEY_NO_HOST };
    struct slice path, query, fragment, scheme, port, user, password;
    /* A key has a byte for each delimiter of the URL, except for two of ":", "//". */
    char *const normal = palloc(key->len + 8);
    char *to = normal;

    if (host.present)
        host = read_whole(&r);
    else
        r.at++;
    path = read_whole(&r);
    query = read_part(&r);
    fragment = read_part(&r);
    scheme = read_whole(&r);
    port = read_part(&r);
    user = read_part(&r);
    password = read_part(&r);

    to = put(to, scheme);
    *to++ = ':';
    if (host.present) {
        *to++ = '/';
        *to++ = '/';
        if (user.present) {
            to = put(to, user);
            if (password.present) {
                *to++ = ':';
                to = put(to, password);
            }
            *to++ = '@';
        }
        to = put_host(to, host);
        if (r.at < r.end && *r.at == KEY_PART)
            *to++ = '.';
        if (port.present) {
            *to++ = ':';
            to = put(to, port);
        }
    }
    to = put(to, path);
    if (query.present) {
        *to++ = '?';
        to = put(to, query);
    }
    if (fragment.present) {
        *to++ = '#';
        to = put(to, fragment);
    }
    *len = (size_t)(to - normal);
    return normal;
}

struct input pglocus_entered(const url *value)
{
    const struct key key = pglocus_key(value);
    struct input in = { key.text, key.text_len, false };

    if (key.text == NULL)
        in.at = pglocus_normal_of(&key, &in.len);
    in.converted = pglocus_converts();
    return in;
}
