/* SPDX-License-Identifier: MIT
 *
 * The machine first_colon: the ":" that prevents a text from being a relative
 * reference, whatever its other bytes are (RFC 3986, sections 3.3 and 4.2).
 */
%%{
machine first_colon;
alphtype unsigned char;

# 3.3   segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
#                     ; non-zero-length segment without any colon ":"
segment_nc      = ( any - ":" - "/" - "?" - "#" )* ;

main := segment_nc ":" @colon ;
}%%
