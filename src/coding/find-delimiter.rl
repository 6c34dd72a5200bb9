/* SPDX-License-Identifier: MIT
 *
 * Whether a percent-encoded octet is a delimiter (grammar/coding/delimiters.rl). Most are
 * not: an octet in the run class of the component's entry never is, so the machine need not
 * read it.
 */
#include "coding/decoding.h"
#include "runs/find-delimiter-runs.h"

/* The machine reads one octet, so there is no run to skip. */
#define RUN(state)
#define LIKELY(state)

%%{
machine delimiters;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action delimiter        { is_delimiter = 1; }

include delimiters "coding/delimiters.rl";
write data noerror nofinal;
}%%

/* The last set, which is empty. */
enum { NO_SET = sizeof delimiters_run_nibbles / sizeof delimiters_run_nibbles[0] - 1 };

static int entry_of(int component)
{
    switch (component) {
    case LOCUS_SCHEME: case LOCUS_PORT: case LOCUS_TYPE: case LOCUS_GTYPE:
    case LOCUS_GROUP: case LOCUS_NUMBER:
        return delimiters_en_none;
    case LOCUS_USER: case LOCUS_USERINFO: case LOCUS_ARTICLE:
        return delimiters_en_user;
    case LOCUS_PASSWORD: return delimiters_en_password;
    case LOCUS_HOST: return delimiters_en_host;
    case LOCUS_PATH: case LOCUS_SEGMENT: case LOCUS_HSONAME:
    case LOCUS_DATABASE: case LOCUS_WTYPE: case LOCUS_WPATH:
        return delimiters_en_path;
    case LOCUS_QUERY: case LOCUS_QUERY_ITEM: return delimiters_en_query;
    case LOCUS_FRAGMENT: return delimiters_en_fragment;
    case LOCUS_SELECTOR: case LOCUS_SEARCH: case LOCUS_PLUS:
        return delimiters_en_tabbed;
    case LOCUS_ADDRESS: return delimiters_en_address;
    case LOCUS_FIELDS: return delimiters_en_fields;
    case LOCUS_ANY: return delimiters_en_reserved;
    case LOCUS_POSIX_PIECE: return delimiters_en_posix;
    case LOCUS_WINDOWS_PIECE: return delimiters_en_windows;
    case LOCUS_WINDOWS_PIECE_1630: return delimiters_en_windows_old;
    default: return -1;
    }
}

struct locus_delimiters locus_delimiters_of(int component)
{
    static const uint8_t all[256] = { 0 };
    const int entry = entry_of(component);
    unsigned class, set;

    if (entry < 0)
        return (struct locus_delimiters){ -1, 0, all, delimiters_run_nibbles[0] };
    class = delimiters_run_class[entry];
    /* Without a class, the machine reads every octet: the last set is empty. */
    set = class > 0 ? delimiters_run_set[class - 1] : NO_SET;
    return (struct locus_delimiters){ entry, (uint8_t)(1u << set % 8),
                                      delimiters_run_outside[set / 8],
                                      delimiters_run_nibbles[set] };
}

int locus_is_delimiter(const struct locus_delimiters *delimiters, unsigned char octet)
{
    const unsigned char *p = &octet;
    const unsigned char *const pe = p + 1;
    int cs = delimiters->entry;
    int is_delimiter = 0;

    %% write exec;
    (void)cs;
    return is_delimiter;
}
