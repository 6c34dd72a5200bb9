/* SPDX-License-Identifier: MIT
 *
 * The machine findings: the kinds of octets in any text but a path of segments, which
 * findings-path.rl reads.
 */
%%{
machine findings;
alphtype unsigned char;

include octet_kinds "findings/octet-kinds.rl";

# RFC 6874: an IPv6 address, "%25" and the zone; many write "%" instead of "%25".
zone            = "[" ( xdigit | ":" | "." )+ "%" @zone ;

# The beginning of "../". It is not a finding by itself.
dots            = ".." @dots ;

main := ( octet_kinds
      | any* zone any*
      | any* dots any* ) $~run $*likely ;
}%%
