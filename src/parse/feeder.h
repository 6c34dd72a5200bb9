/* SPDX-License-Identifier: MIT
 *
 * A grammar's machine as a recorder of spans, for a text that arrives in pieces. It has
 * the same states as the machine of parser.h. Between two pieces only its state and its
 * marks are kept; the bytes are not needed again.
 *
 * It is built once, with the portable lens: the input usually comes from a network, and
 * a copy for each kernel would double the size of the library.
 */
#include "parse/feed.h"
#include "kernel/lens.h"
#include "parse/spans.h"

#define MACHINE(name) \
    void locus_feed_##name(struct locus_feeder *restrict feeder, \
                           const unsigned char *const piece, \
                           const unsigned char *const pe, \
                           const unsigned char *const eof)

/* In a grammar without userinfo, whether an "@" follows (feed.h). */
#ifdef NO_USERINFO
#define LOOK_FOR_USERINFO(feeder, p, pe) \
    if (locus_may_be_userinfo(error)) \
        locus_feed_userinfo(feeder, p, pe);
#else
#define LOOK_FOR_USERINFO(feeder, p, pe)
#endif

/* Places are offsets in the whole text. A mark that may be missing is never at 0, because
   all such marks are after "//"; so 0 means "no place". */
#define MACHINE_BEGIN(name) \
    struct locus_url *const url = &feeder->internal.url; \
    const uint32_t before = feeder->internal.length; \
    const unsigned char *p = piece; \
    uint32_t begin = feeder->internal.begin; \
    uint32_t path = feeder->internal.path; \
    uint32_t schemepart = feeder->internal.schemepart; \
    uint32_t colon = feeder->internal.colon; \
    uint32_t at = feeder->internal.at; \
    uint32_t user = feeder->internal.user; \
    uint32_t user_colon = feeder->internal.user_colon; \
    uint32_t present = url->present; \
    int error = 0; \
    uint8_t host_kind = feeder->internal.host_kind; \
    int cs = feeder->internal.state ? (int)feeder->internal.state \
                                    : name##_start; \
    LENS_BEGIN(name)

#define MACHINE_END \
    if (error) { \
        locus_feed_fail(feeder, error, HERE); \
        LOOK_FOR_USERINFO(feeder, p, pe) \
        return; \
    } \
    feeder->internal.begin = begin; \
    feeder->internal.path = path; \
    feeder->internal.schemepart = schemepart; \
    feeder->internal.colon = colon; \
    feeder->internal.at = at; \
    feeder->internal.user = user; \
    feeder->internal.user_colon = user_colon; \
    url->present = present; \
    feeder->internal.host_kind = host_kind; \
    feeder->internal.state = (uint32_t)cs;

#define HERE         (before + (uint32_t)(p - piece))
#define START        0
#define NOWHERE      0
#define OFFSET(from) (from)
#define LENGTH(from, to) ((to) - (from))

locus_feed_machine PASTE(locus_feed_, GRAMMAR);
