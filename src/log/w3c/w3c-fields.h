/* SPDX-License-Identifier: MIT
 *
 * The fields of the formats w3c and cloudfront, and the value of their target.
 */
#ifndef LOCUS_LOG_W3C_FIELDS_H
#define LOCUS_LOG_W3C_FIELDS_H

#include "log/format.h"

#define LOG_W3C_FIELDS \
    (FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(METHOD) \
     | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL) | FIELD_BIT(STATUS) \
     | FIELD_BIT(BYTES) | FIELD_BIT(REFERER) | FIELD_BIT(AGENT) | FIELD_BIT(VHOST) \
     | FIELD_BIT(DURATION) | FIELD_BIT(W3C_DATE) | FIELD_BIT(W3C_CLOCK) \
     | FIELD_BIT(W3C_STEM) | FIELD_BIT(W3C_QUERY) | FIELD_BIT(W3C_VHOST_PORT) \
     | FIELD_BIT(W3C_SITE) | FIELD_BIT(W3C_COMPUTER) | FIELD_BIT(W3C_SERVER) \
     | FIELD_BIT(W3C_SERVER_PORT) | FIELD_BIT(W3C_COOKIE) | FIELD_BIT(W3C_SUBSTATUS) \
     | FIELD_BIT(W3C_WIN32_STATUS) | FIELD_BIT(W3C_RECEIVED) | FIELD_BIT(W3C_EDGE) \
     | FIELD_BIT(W3C_DISTRIBUTION) | FIELD_BIT(W3C_RESULT) \
     | FIELD_BIT(W3C_REQUEST_ID) | FIELD_BIT(W3C_SCHEME) | FIELD_BIT(W3C_FORWARDED) \
     | FIELD_BIT(W3C_TLS) | FIELD_BIT(W3C_CIPHER) | FIELD_BIT(W3C_RESPONSE_RESULT) \
     | FIELD_BIT(W3C_FLE_STATUS) | FIELD_BIT(W3C_FLE_FIELDS) \
     | FIELD_BIT(W3C_CLIENT_PORT) | FIELD_BIT(W3C_FIRST_BYTE) \
     | FIELD_BIT(W3C_DETAILED_RESULT) | FIELD_BIT(W3C_TYPE) | FIELD_BIT(W3C_LENGTH) \
     | FIELD_BIT(W3C_RANGE_BEGIN) | FIELD_BIT(W3C_RANGE_END))

#define LOG_W3C_NAMES \
    { "date", "clock", "uri-stem", "uri-query", "vhost-port", "s-sitename", \
      "s-computername", "s-ip", "s-port", "cookie", "sc-substatus", \
      "sc-win32-status", "cs-bytes", "x-edge-location", "distribution", \
      "x-edge-result-type", "x-edge-request-id", "cs-protocol", "x-forwarded-for", \
      "ssl-protocol", "ssl-cipher", "x-edge-response-result-type", "fle-status", \
      "fle-encrypted-fields", "c-port", "time-to-first-byte", \
      "x-edge-detailed-result-type", "sc-content-type", "sc-content-len", \
      "sc-range-start", "sc-range-end" }

/* Writes the stem, "?" and the query. */
void locus_log_put_w3c_target(struct locus_writer *out, const struct locus_log_line *line,
                              const char *text);

#endif
