/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions that look for findings.
 */
#ifndef LOCUS_FINDINGS_H
#define LOCUS_FINDINGS_H

#include "findings/address/host-class.h"
#include "kernel/kernel.h"
#include "locus.h"
#include "locus/schemes.h"

/* Parts, as bits: all that are not contained in another one. INVALID stands for the
   whole text of an invalid URL, which has no parts. */
#define PART(part)  (1u << LOCUS_##part)
#define USERINFO    (PART(USER) | PART(PASSWORD))
#define AFTER      (PART(PATH) | PART(QUERY) | PART(FRAGMENT) | PART(FIELDS))
#define INVALID     (1u << LOCUS_PART_COUNT)
#define ANYWHERE    (USERINFO | PART(HOST) | AFTER | INVALID)

/* What the machines findings and, from OVERLONG on, findings_unicode report. */
enum kind {
    CONTROL, SPACE, BACKSLASH, AT_SIGN, BYTE_80, ZONE,
    E_NUL, E_LINE_BREAK, E_TAB, E_CONTROL, E_SLASH, E_BACKSLASH, E_SEMICOLON,
    E_DELIMITER, E_UNRESERVED, LEAD, E_ANY, E_TWICE, UNICODE_ESCAPE,
    BAD_PERCENT, DOTS, NOT_UTF8,
    OVERLONG, COMPATIBILITY, LOOK_ALIKE, IDNA_DOT,
    KIND_COUNT
};

/* Few texts reach the machines of unicode-kinds.rl and query-findings.rl, so these are not
   compiled for each kernel, and pass over a run byte by byte: `p` is on the byte just read, and
   moves to the last byte of the run. Tests define PASS_RUN as nothing. */
#ifndef PASS_RUN
#define PASS_RUN(name, state) \
    if (name##_run_class[state]) { \
        const unsigned set = name##_run_set[name##_run_class[state] - 1]; \
        const uint8_t *const outside = name##_run_outside[set / 8]; \
        const unsigned bit = 1u << set % 8; \
\
        while (p + 1 != pe && !(outside[p[1]] & bit)) \
            p++; \
    }
#endif

/* The kinds that findings_unicode reports for [p, pe), as bits. Reading ends at the first
   one in `stop`. */
uint32_t locus_unicode_kinds(const unsigned char *p, const unsigned char *pe, uint32_t stop);

/* Whether findings_query reports a traversal in [p, pe). */
int locus_query_traverses(const unsigned char *p, const unsigned char *pe);

/* The kinds found, as bits, and where in the text the first one was reported. Its octets begin
   at most two bytes earlier. */
struct found_kinds {
    uint32_t kinds;
    uint32_t first;
};

/* Records that octets of a kind are found at `p` in the text that begins at `begin`. Returns
   whether one of the kinds in `stop` is found. */
static inline __attribute__((always_inline)) int
note_kind(struct found_kinds *found, enum kind kind, const unsigned char *begin,
          const unsigned char *p, uint32_t stop)
{
    if (!found->kinds)
        found->first = (uint32_t)(p - begin);
    found->kinds |= 1u << kind;
    return (found->kinds & stop) != 0;
}

/* Records a finding. Returns whether one of those in `stop` is found. */
static inline __attribute__((always_inline)) int
note_finding(uint64_t *found, enum locus_finding finding, uint64_t stop)
{
    *found |= BIT(finding);
    return (*found & stop) != 0;
}

/* The findings of the segments of a path, and the kinds of its octets. */
struct found_in_path {
    uint64_t found;
    struct found_kinds kinds;
};

/* For each kernel: the kinds that the machine findings reports for [begin, pe), where reading
   ends at the first one in `stop`; what findings_path reports, where it ends at the first
   finding in `stop` or kind in `stop_kinds`; and which of host, path, query and fragment are
   known to have no findings, as bits (clean-parts.rl). */
typedef struct found_kinds locus_octets_finder(const unsigned char *begin,
                                               const unsigned char *pe, uint32_t stop);
typedef struct found_in_path locus_path_finder(const unsigned char *begin,
                                               const unsigned char *pe, uint64_t stop,
                                               uint32_t stop_kinds);
typedef uint32_t locus_clean_finder(const struct locus_url *url, const unsigned char *text);

/* These functions of one kernel. */
struct finders {
    locus_octets_finder *kinds_in;
    locus_path_finder *path_findings;
    locus_clean_finder *clean_parts;
};

#define DECLARE_FINDERS(kernel, needs) \
    locus_octets_finder KERNEL_PASTE(kinds_in, kernel); \
    locus_path_finder KERNEL_PASTE(path_findings, kernel); \
    locus_clean_finder KERNEL_PASTE(clean_parts, kernel);
LOCUS_KERNELS(DECLARE_FINDERS)

/* The findings to look for, and the functions to use. These may also report findings that
   are not wanted. */
struct search {
    uint64_t wanted;               /* findings, as bits */
    uint64_t stop;                 /* 0, or `wanted`: one of them is enough */
    const struct finders *finders;
};

/* The findings of the octets in text[span), which is the given part. */
uint64_t locus_octet_findings(const char *text, struct locus_span span, uint32_t part,
                              enum locus_syntax syntax, const struct search *search);

/* The same for a path of segments, with the findings of these. */
uint64_t locus_path_findings(const char *text, struct locus_span span,
                             enum locus_syntax syntax, const struct search *search);

/* The findings of a port, and of a text without a scheme, whether or not it is a
   reference. */
uint64_t locus_port_findings(const char *text, struct locus_span span);
uint64_t locus_reference_findings(const char *text, size_t len);

/* The wanted findings of a URL. */
uint64_t locus_wanted_findings(const struct locus_url *url, const char *text, size_t len,
                               const struct locus_schemes *own, const struct search *what);

#endif
