/* SPDX-License-Identifier: MIT
 *
 * The events of w3c-line.rl. src/log/w3c/w3c-line.h defines what each does. A library: no
 * main.
 */
%%{
machine w3c_events;

# A directive #Fields begins. Then one event for each name in it: the column of that name.
action columns_begin    { COLUMNS_BEGIN }
action column_client            { COLUMN(CLIENT) }
action column_user              { COLUMN(USER) }
action column_method            { COLUMN(METHOD) }
action column_target            { COLUMN(TARGET) }
action column_protocol          { COLUMN(PROTOCOL) }
action column_status            { COLUMN(STATUS) }
action column_bytes             { COLUMN(BYTES) }
action column_referer           { COLUMN(REFERER) }
action column_agent             { COLUMN(AGENT) }
action column_vhost             { COLUMN(VHOST) }
action column_duration          { COLUMN(DURATION) }
action column_date              { COLUMN(W3C_DATE) }
action column_clock             { COLUMN(W3C_CLOCK) }
action column_stem              { COLUMN(W3C_STEM) }
action column_query             { COLUMN(W3C_QUERY) }
action column_site              { COLUMN(W3C_SITE) }
action column_computer          { COLUMN(W3C_COMPUTER) }
action column_server            { COLUMN(W3C_SERVER) }
action column_server_port       { COLUMN(W3C_SERVER_PORT) }
action column_cookie            { COLUMN(W3C_COOKIE) }
action column_substatus         { COLUMN(W3C_SUBSTATUS) }
action column_win32_status      { COLUMN(W3C_WIN32_STATUS) }
action column_received          { COLUMN(W3C_RECEIVED) }
action column_edge              { COLUMN(W3C_EDGE) }
action column_distribution      { COLUMN(W3C_DISTRIBUTION) }
action column_result            { COLUMN(W3C_RESULT) }
action column_request_id        { COLUMN(W3C_REQUEST_ID) }
action column_scheme            { COLUMN(W3C_SCHEME) }
action column_forwarded         { COLUMN(W3C_FORWARDED) }
action column_tls               { COLUMN(W3C_TLS) }
action column_cipher            { COLUMN(W3C_CIPHER) }
action column_response_result   { COLUMN(W3C_RESPONSE_RESULT) }
action column_fle_status        { COLUMN(W3C_FLE_STATUS) }
action column_fle_fields        { COLUMN(W3C_FLE_FIELDS) }
action column_client_port       { COLUMN(W3C_CLIENT_PORT) }
action column_first_byte        { COLUMN(W3C_FIRST_BYTE) }
action column_detailed_result   { COLUMN(W3C_DETAILED_RESULT) }
action column_type              { COLUMN(W3C_TYPE) }
action column_length            { COLUMN(W3C_LENGTH) }
action column_range_begin       { COLUMN(W3C_RANGE_BEGIN) }
action column_range_end         { COLUMN(W3C_RANGE_END) }
action column_other             { COLUMN(W3C_UNKNOWN) }

# The value of the next column ends before this byte. The event names its form.
action colon            { MARK(COLON) }         # the last ":" of a value
action value_none       { VALUE(NONE) }         # "-"
action value_status     { VALUE(STATUS) }       # three digits
action value_digits     { VALUE(DIGITS) }
action value_decimal    { VALUE(DECIMAL) }
action value_date       { VALUE(DATE) }
action value_clock      { VALUE(CLOCK) }
action value_port       { VALUE(PORT) }         # ends in ":" and digits
action value_other      { VALUE(OTHER) }

action columns_end      { COLUMNS_END }         # of a record
}%%
