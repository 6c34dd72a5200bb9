/* SPDX-License-Identifier: MIT
 *
 * The machine encode_rfc1738: which bytes of a text must be escaped in a part of RFC
 * 1738 (sections 2.2, 3 and 5). Entries as in encode-uri.rl.
 */
%%{
machine encode_rfc1738;
alphtype unsigned char;
include hostport "rules/hostport.rl";
include rfc1738_common "rules/rfc1738-common.rl";
include escaping "coding/encoders/escaping.rl";

# unreserved     = alpha | digit | safe | extra
#
# These need no escape in any part; whether a reserved character does depends on the part.
# What to_any and kept_any write is valid in every grammar, so they also escape characters
# of safe and extra that RFC 3986 reserves.
any_char        = alpha | digit | "-" | "." | "_" ;
any_text        = ( any_char | neutral | ( other - any_char ) @escape )* ;
to_any         := any_text & percents ;
kept_any       := kept_escapes & any_text ;

# Nothing can be escaped in these.
to_scheme      := scheme $~run $*likely ;
to_host        := ( host? ) $~run $*likely ; # empty in file:///
to_port        := port $~run $*likely ;
to_type        := ftptype $~run $*likely ;
to_group       := ( "*" | group ) $~run $*likely ;
to_number      := digits $~run $*likely ;

# user           = *[ uchar | ";" | "?" | "&" | "=" ]
# password       = *[ uchar | ";" | "?" | "&" | "=" ]
user_char       = unreserved | ";" | "?" | "&" | "=" ;
user_text       = ( user_char | neutral | ( other - user_char ) @escape )* ;
to_user        := user_text & percents ;
kept_user      := kept_escapes & user_text ;

# user [ ":" password ]: the first ":" separates them; the password contains none.
half_text       = ( user_char | neutral
                  | ( other - user_char - ":" ) @escape )* ;
userinfo_text   = half_text ( ":" half_text )? ;
to_userinfo    := userinfo_text & percents ;
kept_userinfo  := kept_escapes & userinfo_text ;

# hsegment       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
# fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
#
# The characters that both contain, since a path does not know its scheme.
segment_char    = unreserved | ":" | "@" | "&" | "=" ;
segment_text    = ( segment_char | neutral
                  | ( other - segment_char ) @escape )* ;
to_segment     := segment_text & percents ;
kept_segment   := kept_escapes & segment_text ;

path_char       = segment_char | "/" ;
path_text       = ( path_char | neutral | ( other - path_char ) @escape )* ;
to_path        := path_text & percents ;
kept_path      := kept_escapes & path_text ;

# urlpath        = *xchar    ; depends on protocol see section 3.1
xchar_char      = unreserved | reserved ;
xchar_text      = ( xchar_char | neutral | ( other - xchar_char ) @escape )* ;
held_path      := kept_escapes & xchar_text ;

# search         = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
query_char      = unreserved | ";" | ":" | "@" | "&" | "=" ;
query_text      = ( query_char | neutral | ( other - query_char ) @escape )* ;
to_query       := query_text & percents ;
kept_query     := kept_escapes & query_text ;

# The same where "+" is a space (RFC 1630): a plus is escaped.
plus_char       = query_char - "+" ;
plus_text       = ( plus_char | neutral | ( other - plus_char ) @escape )* ;
to_plus        := plus_text & percents ;
kept_plus      := kept_escapes & plus_text ;

# A name or a value in a query of pairs.
item_char       = plus_char - "&" - ";" - "=" ;
item_text       = ( item_char | neutral | ( other - item_char ) @escape )* ;
to_item        := item_text & percents ;
kept_item      := kept_escapes & item_text ;

# gtype          = xchar
to_gtype       := xchar_text & percents & any ;
kept_gtype     := kept_escapes & xchar_text & ( any | "%" xdigit xdigit ) ;

# selector       = *xchar
# search         = *xchar, here
#
# A tab ends them, and "%09" is one (rfc1738.rl).
#
# 3.4.1: "any octets except 09 [...] 0A [...] and 0D"; a search is on the same line.
line_octet      = any - "\t" - "\n" - "\r" ;
line_encoded    = "%09" | "%0A"i | "%0D"i ;
to_selector    := xchar_text & percents & line_octet* ;
kept_selector  := kept_escapes & xchar_text & line_octet*
                  & ( any* - ( any* line_encoded any* ) ) ;

# gopher+_string = *xchar
to_plus_string   := xchar_text & percents ;
kept_plus_string := kept_escapes & xchar_text ;

# encoded822addr = 1*xchar               ; further defined in RFC822
to_address     := xchar_text & percents & any+ ;
kept_address   := kept_escapes & xchar_text & any+ ;

# article        = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
#
# Nothing can be escaped in the host, and the first "@" begins it.
local_char      = unreserved | ";" | "/" | "?" | ":" | "&" | "=" ;
local_text      = ( local_char | neutral
                  | ( other - local_char - "@" ) @escape )+ ;
article_text    = local_text "@" host ;
to_article     := article_text & percents ;
kept_article   := kept_escapes & article_text ;

# database       = *uchar
# wtype          = *uchar
# wpath          = *uchar
wais_text       = ( unreserved | neutral | ( other - unreserved ) @escape )* ;
to_wais        := wais_text & percents ;
kept_wais      := kept_escapes & wais_text ;

# psegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
# ppath          = psegment *[ "/" psegment ]
ppath_char      = unreserved | "?" | ":" | "@" | "&" | "=" | "/" ;
ppath_text      = ( ppath_char | neutral | ( other - ppath_char ) @escape )* ;
to_ppath       := ppath_text & percents ;
kept_ppath     := kept_escapes & ppath_text ;

# fieldvalue     = *[ uchar | "?" | ":" | "@" | "&" ]
# fieldname      = *[ uchar | "?" | ":" | "@" | "&" ]
# fieldspec      = ";" fieldname "=" fieldvalue
#
# The first "=" ends a name, and ";" a value; a name has no ";".
field_char      = unreserved | "?" | ":" | "@" | "&" ;
field_rest      = other - field_char - ";" - "=" ;
fieldname_text  = ( field_char | neutral | field_rest @escape )* ;
fieldvalue_text = ( field_char | neutral | ( field_rest | "=" ) @escape )* ;
fields_text     = ( ";" fieldname_text "=" fieldvalue_text )+ ;
to_fields      := fields_text & percents ;
kept_fields    := kept_escapes & fields_text ;
}%%
