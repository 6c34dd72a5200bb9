/* SPDX-License-Identifier: MIT
 *
 * The machine web_target: request targets as servers receive them. It has the forms of
 * RFC 9112 (target-forms.rl), but allows more bytes in the parts.
 */
%%{
machine web_target;
alphtype unsigned char;
include common "rules/common.rl";
include web_common "rules/web-common.rl";

# Departure: a path or a query may contain every byte except controls and space, and "%"
# need not begin a percent-encoding. These are the bytes that may occur in a request line
# between its spaces; servers receive <">, "<" and ">" as well.
target_char     = any - cntrl - " " ;
pchar           = target_char - "/" - "?" - "#" ;
pchar_nc        = pchar - ":" ;
query_byte      = target_char - "#" ;

# Departure: a target may have a fragment, which clients must not send (RFC 9112, section
# 3.2.1) but some do. It is not part of the path or the query.
fragment_byte   = target_char ;

# Departure: the bytes of a name are those of the grammar web.
reg_name        = ( web_name_char | pct_encoded )* ;
include uri "rules/uri.rl";
target_fragment = ( "#" fragment )? ;
include target_forms "rules/target-forms.rl";

main := request_target $~run $*likely %~accept;
}%%
