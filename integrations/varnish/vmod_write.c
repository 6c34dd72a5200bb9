/* SPDX-License-Identifier: MIT
 *
 * The functions that write another URL: normalize(), key() and redact().
 */
#include "locus_vmod.h"

/* Parses a URL. Fails the request if the library has no such grammar. */
static int parse(VRT_CTX, const char *function, struct locus_url *url, const char *text,
                 VCL_ENUM grammar)
{
    const int result = locus_parse(url, text, strlen(text), vmod_grammar(grammar));

    if (result == LOCUS_ERROR_GRAMMAR)
        VRT_fail(ctx, "locus.%s(): liblocus is built without the grammar %s", function,
                 grammar);
    return result;
}

VCL_STRING vmod_normalize(VRT_CTX, VCL_STRING text, VCL_BOOL by_case, VCL_BOOL percent,
                          VCL_BOOL decode, VCL_BOOL dots, VCL_BOOL port, VCL_BOOL path,
                          VCL_BOOL ipv6, VCL_ENUM grammar)
{
    const unsigned steps = (by_case ? LOCUS_STEP_CASE : 0)
                         | (percent ? LOCUS_STEP_PERCENT_CASE : 0)
                         | (decode ? LOCUS_STEP_DECODE : 0) | (dots ? LOCUS_STEP_DOTS : 0)
                         | (port ? LOCUS_STEP_PORT : 0) | (path ? LOCUS_STEP_PATH : 0)
                         | (ipv6 ? LOCUS_STEP_IPV6 : 0);
    struct locus_url url;
    struct vmod_room room;
    size_t len;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL || parse(ctx, "normalize", &url, text, grammar) != 0)
        return NULL;
    vmod_room_open(ctx, &room);
    if (room.at == room.end
        || locus_normalize(room.at, vmod_room_left(&room), &len, &url, text, steps) != 0)
        return vmod_room_overflow(ctx, "normalize");
    return vmod_room_keep(ctx, &room, len);
}

/* The names in a list, each in an entry. Returns how many; or -1, after the request has
   failed and the workspace is given back. */
static ssize_t keys_of(VRT_CTX, const char *function, struct vmod_room *room,
                       const char *list, struct locus_query_key **keys)
{
    struct vmod_words words;
    ssize_t count = 0;
    int result;

    *keys = NULL;
    vmod_words_begin(&words, list);
    while ((result = vmod_words_next(&words)) == 1) {
        struct locus_query_key *const key = vmod_room_take(room, 1, sizeof *key);

        if (key == NULL) {
            vmod_room_overflow(ctx, function);
            return -1;
        }
        if (count++ == 0)
            *keys = key;
        *key = (struct locus_query_key){
            words.word.text, words.word.len, words.is_prefix ? LOCUS_QUERY_PREFIX : 0
        };
    }
    if (result < 0) {
        vmod_room_close(ctx);
        VRT_fail(ctx, "locus.%s(): byte %td of \"%s\": \"*\" must be the last byte of a"
                 " name", function, words.at - list - 1, list);
        return -1;
    }
    return count;
}
