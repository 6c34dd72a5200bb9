/* SPDX-License-Identifier: MIT
 *
 * The actions for the events of grammar/log/formats/w3c-line.rl, in the read_line() of the
 * formats w3c and cloudfront. A library: no main.
 */
%%{
machine w3c_events;

# A directive #Fields begins. Then one event for each name in it: the column of that name.
action columns_begin    { log->internal.columns = 0; }
action column_client    { add_column(log, LOCUS_LOG_CLIENT); }
action column_user      { add_column(log, LOCUS_LOG_USER); }
action column_method    { add_column(log, LOCUS_LOG_METHOD); }
action column_target    { add_column(log, LOCUS_LOG_TARGET); }
action column_protocol  { add_column(log, LOCUS_LOG_PROTOCOL); }
action column_status    { add_column(log, LOCUS_LOG_STATUS); }
action column_bytes     { add_column(log, LOCUS_LOG_BYTES); }
action column_referer   { add_column(log, LOCUS_LOG_REFERER); }
action column_agent     { add_column(log, LOCUS_LOG_AGENT); }
action column_vhost     { add_column(log, LOCUS_LOG_VHOST); }
action column_duration  { add_column(log, LOCUS_LOG_DURATION); }
action column_date      { add_column(log, LOCUS_LOG_W3C_DATE); }
action column_clock     { add_column(log, LOCUS_LOG_W3C_CLOCK); }
action column_stem      { add_column(log, LOCUS_LOG_W3C_STEM); }
action column_query     { add_column(log, LOCUS_LOG_W3C_QUERY); }
action column_site      { add_column(log, LOCUS_LOG_W3C_SITE); }
action column_computer  { add_column(log, LOCUS_LOG_W3C_COMPUTER); }
action column_server    { add_column(log, LOCUS_LOG_W3C_SERVER); }
action column_server_port { add_column(log, LOCUS_LOG_W3C_SERVER_PORT); }
action column_cookie    { add_column(log, LOCUS_LOG_W3C_COOKIE); }
action column_substatus { add_column(log, LOCUS_LOG_W3C_SUBSTATUS); }
action column_win32_status { add_column(log, LOCUS_LOG_W3C_WIN32_STATUS); }
action column_received  { add_column(log, LOCUS_LOG_W3C_RECEIVED); }
action column_edge      { add_column(log, LOCUS_LOG_W3C_EDGE); }
action column_distribution { add_column(log, LOCUS_LOG_W3C_DISTRIBUTION); }
action column_result    { add_column(log, LOCUS_LOG_W3C_RESULT); }
action column_request_id { add_column(log, LOCUS_LOG_W3C_REQUEST_ID); }
action column_scheme    { add_column(log, LOCUS_LOG_W3C_SCHEME); }
action column_forwarded { add_column(log, LOCUS_LOG_W3C_FORWARDED); }
action column_tls       { add_column(log, LOCUS_LOG_W3C_TLS); }
action column_cipher    { add_column(log, LOCUS_LOG_W3C_CIPHER); }
action column_response_result { add_column(log, LOCUS_LOG_W3C_RESPONSE_RESULT); }
action column_fle_status { add_column(log, LOCUS_LOG_W3C_FLE_STATUS); }
action column_fle_fields { add_column(log, LOCUS_LOG_W3C_FLE_FIELDS); }
action column_client_port { add_column(log, LOCUS_LOG_W3C_CLIENT_PORT); }
action column_first_byte { add_column(log, LOCUS_LOG_W3C_FIRST_BYTE); }
action column_detailed_result { add_column(log, LOCUS_LOG_W3C_DETAILED_RESULT); }
action column_type      { add_column(log, LOCUS_LOG_W3C_TYPE); }
action column_length    { add_column(log, LOCUS_LOG_W3C_LENGTH); }
action column_range_begin { add_column(log, LOCUS_LOG_W3C_RANGE_BEGIN); }
action column_range_end { add_column(log, LOCUS_LOG_W3C_RANGE_END); }
action column_other     { add_column(log, LOCUS_LOG_W3C_UNKNOWN); }

# The value of the next column ends before this byte. The event names its form.
action colon            { r.mark[MARK_COLON] = p; } # the last ":" of a value
# "-"
action value_none {
    if (!set_value(&r, log, line, text, FORM_NONE, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
# Three digits.
action value_status {
    if (!set_value(&r, log, line, text, FORM_STATUS, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
action value_digits {
    if (!set_value(&r, log, line, text, FORM_DIGITS, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
action value_decimal {
    if (!set_value(&r, log, line, text, FORM_DECIMAL, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
action value_date {
    if (!set_value(&r, log, line, text, FORM_DATE, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
action value_clock {
    if (!set_value(&r, log, line, text, FORM_CLOCK, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
# It ends in ":" and digits.
action value_port {
    if (!set_value(&r, log, line, text, FORM_PORT, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}
action value_other {
    if (!set_value(&r, log, line, text, FORM_OTHER, p)) {
        p = r.mark[MARK_BEGIN];
        goto stop;
    }
}

# The columns of a record end. If a value is missing, the error is reported here.
action columns_end {
    if (!end_columns(&r, log, line)) {
        r.mark[MARK_BEGIN] = p;
        goto stop;
    }
    r.kind = LOCUS_LOG_RECORD;
    r.mark[MARK_CONTENTS] = p;
}
}%%
