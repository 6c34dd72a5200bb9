/* SPDX-License-Identifier: MIT
 *
 * The machine request-line: a request line that is a JSON string.
 */
%%{
machine request_line;
alphtype unsigned char;
include log_common "log/log-common.rl";

quoted          = ( ( any - "\\" ) | "\\" @escape any )* ;
method          = token - "-" ;
include log_request "log/log-request.rl";

main := request $~run $*likely ;
}%%
