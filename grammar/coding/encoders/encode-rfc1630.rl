/* SPDX-License-Identifier: MIT
 *
 * The machine encode_rfc1630: which bytes of a text must be escaped in a part of RFC
 * 1630 ("BNF of Generic URI Syntax", "BNF for specific URL schemes", with the
 * departures of rfc1630.rl). Entries as in encode-uri.rl.
 *
 * "The same encoding method may be used for encoding characters whose use, although
 * technically allowed in a URI, would be unwise": that is left to the caller; this
 * machine escapes only what is not allowed. So "*" and "!", to which a scheme may give
 * a meaning, are not escaped.
 */
%%{
machine encode_rfc1630;
alphtype unsigned char;
include hostport "rules/hostport.rl";
include escaping "coding/encoders/escaping.rl";

# What to_any and kept_any write is valid in every grammar, as in encode-rfc1738.rl.
any_char        = alpha | digit | "-" | "." | "_" ;
any_text        = ( any_char | neutral | ( other - any_char ) @escape )* ;
to_any         := any_text & percents ;
kept_any       := kept_escapes & any_text ;

# Nothing can be escaped in these. "url" is the prefix, not a scheme.
to_scheme      := ( ( alpha ( alpha | digit | "+" | "-" | "." )* ) - "url"i ) $~run $*likely ;
to_host        := ( host? ) $~run $*likely ; # void in file:///
to_port        := port $~run $*likely ;
to_number      := digits $~run $*likely ;

# formcode               N | T | C
# ftptype                A formcode | E formcode | I | L digits
formcode        = [NnTtCc] ;
to_type        := ( [AaEe] formcode? | [Ii] | [Ll] digits ) $~run $*likely ;

# attribute              alphanums
# attributes             attribute [ attributes ]
to_attributes  := ( alpha ( alpha | digit )* ) $~run $*likely ;

# alphanum2              alpha | digit | - | _ | . | +
# user                   alphanum2 [ user ]
# password               alphanum2 [ password ]
# login                  [ user [ : password ] @ ] hostport
alphanum2       = alpha | digit | "-" | "_" | "." | "+" ;
to_user        := ( alphanum2+ ) $~run $*likely ;
to_userinfo    := ( alphanum2+ ( ":" alphanum2+ )? ) $~run $*likely ;

# safe                   $ | - | _ | @ | . | &  | + | -
# extra                  ! | * |  " |  ' | ( | )  | ,
# xalpha                 alpha | digit | safe | extra | escape
#
# xalpha_char is xalpha without escape.
safe            = "$" | "-" | "_" | "@" | "." | "&" | "+" ;
extra           = "!" | "*" | '"' | "'" | "(" | ")" | "," ;
xalpha_char     = alpha | digit | safe | extra ;

# xalphas                xalpha [ xalphas ]
# segment                xpalphas
# fragmentid             xalphas
#
# By the departures of rfc1630.rl a segment and a fragmentid may be void; xalphas may not.
void_text       = ( xalpha_char | neutral | ( other - xalpha_char ) @escape )* ;
to_void        := void_text & percents ;
kept_void      := kept_escapes & void_text ;

xalphas_text    = void_text & any+ ;
to_xalphas     := xalphas_text & percents ;
kept_xalphas   := kept_escapes & xalphas_text ;

# path                   void |  segment  [  / path ]
path_char       = xalpha_char | "/" ;
path_text       = ( path_char | neutral | ( other - path_char ) @escape )* ;
to_path        := path_text & percents ;
kept_path      := kept_escapes & path_text ;

# search                 xalphas [ + search ]
#
# "Within the query string, the plus sign is reserved as shorthand notation for
# a space. Therefore, real plus signs must be encoded."
plus_char       = xalpha_char - "+" ;
plus_text       = ( plus_char | neutral | ( other - plus_char ) @escape )+ ;
to_plus        := plus_text & percents ;
kept_plus      := kept_escapes & plus_text ;

# A name or a value in a query of pairs. The "=" between them is reserved, so it must be
# escaped within them.
item_char       = plus_char - "&" ;
item_text       = ( item_char | neutral | ( other - item_char ) @escape )* ;
to_item        := item_text & percents ;
kept_item      := kept_escapes & item_text ;

# gtype                  xalpha
to_gtype       := void_text & percents & any ;
kept_gtype     := kept_escapes & void_text & ( any | "%" xdigit xdigit ) ;

# gcommand               path
#
# A tab ends a selector and a search, and "%09" is one. CR and LF "are encoded using
# the conventional encoding" ("Gopher").
to_selector    := path_text & percents & ( any - "\t" )* ;
kept_selector  := kept_escapes & path_text & ( any - "\t" )*
                  & ( any* - ( any* "%09" any* ) ) ;

# mailtoaddress          m a i l t o : xalphas @ hostname
# article                xalphas @ host
#
# Nothing can be escaped in the host. An "@" before it is an xalpha.
address_text    = void_text & ( any+ "@" hostname ) ;
to_address     := address_text & percents ;
kept_address   := kept_escapes & address_text ;

article_text    = void_text & ( any+ "@" host ) ;
to_article     := article_text & percents ;
kept_article   := kept_escapes & article_text ;

# ialpha                 alpha [ xalphas ]
# group                  ialpha [ . group ]
# groupart               * | group | article
#
# Its first letter cannot be escaped, and an "@" in it would make it an article.
group_char      = xalpha_char - "@" ;
group_text      = "*"
                | alpha ( group_char | neutral | ( other - group_char ) @escape )* ;
to_group       := group_text & percents ;
kept_group     := kept_escapes & group_text ;

# wpath                  digits = path ;  [ wpath ]
#
# The first "=" ends the digits, and ";" a path.
field_text      = ( path_char | neutral
                  | ( other - path_char - ";" ) @escape )* ;
wpath_text      = ( digits "=" field_text ";" )+ ;
to_wpath       := wpath_text & percents ;
kept_wpath     := kept_escapes & wpath_text ;

# hsoname                path
#
# Departure: no "%00" in it.
to_hsoname     := path_text & percents & ( any - 0 )* ;
kept_hsoname   := kept_escapes & path_text & ( any - 0 )*
                  & ( any* - ( any* "%00" any* ) ) ;
}%%
