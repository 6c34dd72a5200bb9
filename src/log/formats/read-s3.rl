/* SPDX-License-Identifier: MIT
 *
 * The format s3: server access logs of Amazon S3 (grammar/log/formats/s3.rl).
 */
#define LOG_FORMAT s3
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

#include "runs/read-s3-runs.h"

%%{
machine s3;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";

action owner_end        { commit(&r, line, text, LOCUS_LOG_S3_OWNER, p); }
action bucket_end       { commit(&r, line, text, LOCUS_LOG_S3_BUCKET, p); }
action request_id_end   { commit(&r, line, text, LOCUS_LOG_S3_REQUEST_ID, p); }
action operation_end    { commit(&r, line, text, LOCUS_LOG_S3_OPERATION, p); }
action key_end          { commit(&r, line, text, LOCUS_LOG_S3_KEY, p); }
action error_end        { commit(&r, line, text, LOCUS_LOG_S3_ERROR, p); }
action size_end         { commit(&r, line, text, LOCUS_LOG_S3_SIZE, p); }
action turn_around_end  { commit(&r, line, text, LOCUS_LOG_S3_TURN_AROUND, p); }
action version_id_end   { commit(&r, line, text, LOCUS_LOG_S3_VERSION, p); }
action host_id_end      { commit(&r, line, text, LOCUS_LOG_S3_HOST_ID, p); }
action signature_end    { commit(&r, line, text, LOCUS_LOG_S3_SIGNATURE, p); }
action cipher_end       { commit(&r, line, text, LOCUS_LOG_S3_CIPHER, p); }
action auth_end         { commit(&r, line, text, LOCUS_LOG_S3_AUTH, p); }
action tls_end          { commit(&r, line, text, LOCUS_LOG_S3_TLS, p); }
action arn_end          { commit(&r, line, text, LOCUS_LOG_S3_ARN, p); }
action acl_end          { commit(&r, line, text, LOCUS_LOG_S3_ACL, p); }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_S3_TRAILING, p); }
action bad_owner        { fail(&r, LOCUS_LOG_S3_OWNER); }
action bad_bucket       { fail(&r, LOCUS_LOG_S3_BUCKET); }
action bad_request_id   { fail(&r, LOCUS_LOG_S3_REQUEST_ID); }
action bad_operation    { fail(&r, LOCUS_LOG_S3_OPERATION); }
action bad_key          { fail(&r, LOCUS_LOG_S3_KEY); }
action bad_error        { fail(&r, LOCUS_LOG_S3_ERROR); }
action bad_size         { fail(&r, LOCUS_LOG_S3_SIZE); }
action bad_turn_around  { fail(&r, LOCUS_LOG_S3_TURN_AROUND); }
action bad_version_id   { fail(&r, LOCUS_LOG_S3_VERSION); }
action bad_host_id      { fail(&r, LOCUS_LOG_S3_HOST_ID); }
action bad_signature    { fail(&r, LOCUS_LOG_S3_SIGNATURE); }
action bad_cipher       { fail(&r, LOCUS_LOG_S3_CIPHER); }
action bad_auth         { fail(&r, LOCUS_LOG_S3_AUTH); }
action bad_tls          { fail(&r, LOCUS_LOG_S3_TLS); }
action bad_arn          { fail(&r, LOCUS_LOG_S3_ARN); }
action bad_acl          { fail(&r, LOCUS_LOG_S3_ACL); }

include s3 "log/formats/s3.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(s3)
    int cs = reading_begins(&r, log, line, text, s3_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next-line.h"
#endif

LOG_FORMAT_OBJECT(
    .name = "s3",
    .description = "Amazon S3's server access logs",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST)
            | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL)
            | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(REFERER)
            | FIELD_BIT(AGENT) | FIELD_BIT(VHOST) | FIELD_BIT(DURATION)
            | FIELD_BIT(S3_OWNER) | FIELD_BIT(S3_BUCKET) | FIELD_BIT(S3_REQUEST_ID)
            | FIELD_BIT(S3_OPERATION) | FIELD_BIT(S3_KEY) | FIELD_BIT(S3_ERROR)
            | FIELD_BIT(S3_SIZE) | FIELD_BIT(S3_TURN_AROUND) | FIELD_BIT(S3_VERSION)
            | FIELD_BIT(S3_HOST_ID) | FIELD_BIT(S3_SIGNATURE) | FIELD_BIT(S3_CIPHER)
            | FIELD_BIT(S3_AUTH) | FIELD_BIT(S3_TLS) | FIELD_BIT(S3_ARN)
            | FIELD_BIT(S3_ACL) | FIELD_BIT(S3_TRAILING),
    .own = { "owner", "bucket", "request-id", "operation", "key", "error-code",
             "object-size", "turn-around-time", "version-id", "host-id",
             "signature-version", "ssl-cipher", "authentication", "ssl-protocol",
             "access-point", "acl-required", "trailing" },
    .duration_digits = 3
)
