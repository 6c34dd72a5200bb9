/* SPDX-License-Identifier: MIT
 *
 * The machine method: the method of an HTTP request (RFC 9110, section 9.1), as far as it
 * decides which forms the target may have (RFC 9112, section 3.2).
 */
%%{
machine method;
alphtype unsigned char;

# RFC 9110 5.6.2
#       tchar          = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "."
#                      / "^" / "_" / "`" / "|" / "~" / DIGIT / ALPHA
#                      ; any VCHAR, except delimiters
#       token          = 1*tchar
tchar           = "!" | "#" | "$" | "%" | "&" | "'" | "*" | "+" | "-" | "."
                | "^" | "_" | "`" | "|" | "~" | digit | alpha ;
token           = tchar+ ;

# RFC 9110 9.1
#       method         = token
#
# "The method token is case-sensitive".
main := "CONNECT"                         %connect
      | "OPTIONS"                         %options
      | ( token - "CONNECT" - "OPTIONS" ) %other ;
}%%
