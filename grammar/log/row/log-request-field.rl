/* SPDX-License-Identifier: MIT
 *
 * The machine log-request-field: the request line in a field of a log, whatever ends the
 * field and whichever escapes it has.
 */
%%{
machine log_request_field;
alphtype unsigned char;
include log_common "log/log-common.rl";

# The host knows which of the two bytes begins an escape.
quoted          = ( any - [\\#] | [\\#] @maybe_escape )* ;
method          = token ;
include log_request "log/log-request.rl";

main := request $~run $*likely ;
}%%
