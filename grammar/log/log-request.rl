/* SPDX-License-Identifier: MIT
 *
 * A request line in a log. A library: no main; it needs log-events.rl, request-events.rl or
 * escaped-request-events.rl, log-common.rl, and from the format `quoted`, the contents of a
 * quoted field, and `method`: a token (RFC 9110, 9.1), but "-" in formats that write this for a
 * method that is missing.
 */
%%{
machine log_request;

# RFC 9112, 3: request-line = method SP request-target SP HTTP-version
#
# The target is all that is between the method and the last " HTTP/", even if it
# contains spaces: servers log what the client sent. A client may also send no version
# (RFC 1945, 4.1: Simple-Request), or no HTTP at all: "\x16\x03\x01" begins TLS. "-" and
# an empty request stand for a client that sent nothing.
has_version     = any* " HTTP/" @version any* ;
spaced          = ( any - " " | " " @space )* ;
request_line    = method %method_end " " ( quoted & spaced & has_version ) ;
simple_request  = method %method_end " " ( quoted & spaced ) - ( method " " ( "" | has_version ) ) ;

request         = "-"             %request_none
                | ""              %request_empty
                | request_line    %request_http
                | simple_request  %request_simple
                | ( quoted - request_line - simple_request - "-" - "" ) %request_other ;
}%%
