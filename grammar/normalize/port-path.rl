/* SPDX-License-Identifier: MIT
 *
 * The machine port-path: a path whose normal form consists of digits. After a scheme and
 * ":" it would be read as the port of an authority-form (RFC 9112, section 3.2.3). The
 * machine reads the target from its path to its end, and accepts nothing that has a
 * query or a fragment.
 */
%%{
machine port_path;
alphtype unsigned char;

# RFC 3986 3.2.3 port = *DIGIT
#
# 2.3   Digits may be percent-encoded, "%30" to "%39".
any_digit       = digit | "%3" @encoded digit ;
port            = any_digit @digit any_digit* ;

# 3.3   dot-segments, with "." possibly written "%2E" (2.3)
any_dot         = "." | "%2E"i @encoded ;
any_dots        = any_dot{1,2} ;

# 5.2.4 2A and 2D remove these before a port, and alone (prefixes.rl).
prefix          = any_dots "/" @dots ;
only            = any_dots %dots ;

main := prefix* ( only | port )? %port_path ;
}%%
