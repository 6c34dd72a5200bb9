/* SPDX-License-Identifier: MIT
 *
 * Reads which keys stand for which fields (grammar/log/keys/json-keys.rl).
 */
#include "common/bytes.h"
#include "log/format.h"

%%{
machine json_keys;

action next_member      { member = p + 1; first = segments; named = 0; }
action client           { field = LOCUS_LOG_CLIENT; digits = 0; }
action user             { field = LOCUS_LOG_USER; digits = 0; }
action time             { field = LOCUS_LOG_TIME; digits = 0; }
action request          { field = LOCUS_LOG_REQUEST; digits = 0; }
action method           { field = LOCUS_LOG_METHOD; digits = 0; }
action target           { field = LOCUS_LOG_TARGET; digits = 0; }
action protocol         { field = LOCUS_LOG_PROTOCOL; digits = 0; }
action status           { field = LOCUS_LOG_STATUS; digits = 0; }
action bytes            { field = LOCUS_LOG_BYTES; digits = 0; }
action referer          { field = LOCUS_LOG_REFERER; digits = 0; }
action agent            { field = LOCUS_LOG_AGENT; digits = 0; }
action vhost            { field = LOCUS_LOG_VHOST; digits = 0; }
action seconds          { field = LOCUS_LOG_DURATION; digits = 0; }
action milliseconds     { field = LOCUS_LOG_DURATION; digits = 3; }
action microseconds     { field = LOCUS_LOG_DURATION; digits = 6; }
action nanoseconds      { field = LOCUS_LOG_DURATION; digits = 9; }
action named            { named = 1; }          # the field is known

action key_begins       { begin = p; }
action key_end {
    if (segments == LOCUS_LOG_KEY_SEGMENTS) {
        keys->error_offset = (size_t)(begin - text_begins);
        return LOCUS_ERROR_RANGE;
    }
    keys->segment[segments++] = (struct locus_span){
        (uint32_t)(begin - text_begins), (uint32_t)(p - begin)
    };
}
action member_end {
    if (keys->count == LOCUS_LOG_KEYS) {
        keys->error_offset = (size_t)(member - text_begins);
        return LOCUS_ERROR_RANGE;
    }
    keys->key[keys->count].field = field;
    keys->key[keys->count].digits = digits;
    keys->key[keys->count].first = first;
    keys->key[keys->count++].segments = (uint8_t)(segments - first);
}
action complete         { complete = 1; }

include json_keys "log/keys/json-keys.rl";
write data noerror nofinal noentry;
}%%

int locus_log_read_keys(struct locus_log_keys *keys, const char *text, size_t len)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    const unsigned char *const text_begins = p;
    const unsigned char *begin = p, *member = p;
    uint8_t field = 0, digits = 0, first = 0, segments = 0;
    int named = 0, complete = 0;
    int cs = json_keys_start;

    keys->text = text;
    keys->count = 0;
    %% write exec;
    (void)cs;
    keys->error_offset = (size_t)(p - text_begins);
    if (complete)
        return 0;
    if (named)
        return LOCUS_ERROR_LOG;
    keys->error_offset = (size_t)(member - text_begins);
    return LOCUS_ERROR_ABSENT;
}

int locus_log_set_keys(struct locus_log *log, const struct locus_log_keys *keys)
{
    if (!log->internal.format || !keys || !log->internal.format->has_keys)
        return LOCUS_ERROR_ARGUMENT;
    log->internal.keys = keys;
    return 0;
}
