/* SPDX-License-Identifier: MIT
 *
 * The machine encode_uri: which bytes of a text must be escaped in a component of RFC 3986
 * (sections 2 and 3). Each component has an entry to_NAME, for which "%" is a byte like
 * others, and an entry kept_NAME, for which percent-encodings are already escaped. An entry
 * held_NAME is for a check: it accepts what the grammar accepts; where there is none,
 * kept_NAME is used. If the machine stops before the end, the component cannot contain the
 * text, however it is escaped.
 *
 * (X & any) is X without its percent-encodings: the single bytes in X.
 */
%%{
machine encode_uri;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";
include escaping "coding/encoders/escaping.rl";
include names "coding/encoders/names.rl";

# 2.3   The bytes that need no escape in any component of any grammar.
any_text        = ( unreserved | neutral | ( other - unreserved ) @escape )* ;
to_any         := any_text & percents ;
kept_any       := kept_escapes & any_text ;

# 3.1, 3.2.3  Nothing can be escaped in these.
to_scheme      := scheme $~run $*likely ;
to_port        := port $~run $*likely ;

# 3.2.1 userinfo; the user ends at the first ":".
user_char       = unreserved | sub_delims ;
user_text       = ( user_char | neutral | ( other - user_char ) @escape )* ;
to_user        := user_text & percents ;
kept_user      := kept_escapes & user_text ;

password_char   = user_char | ":" ;
password_text   = ( password_char | neutral
                  | ( other - password_char ) @escape )* ;
to_password    := password_text & percents ;
kept_password  := kept_escapes & password_text ;

# 3.2.2 host          = IP-literal / IPv4address / reg-name
#
# Only a reg-name, without the bytes that names.rl refuses.
name_char       = unreserved | sub_delims ;
name_rest       = other - name_char - refused ;
to_host        := ( name_char | name_rest @escape )* $~run $*likely ;
kept_host      := ( name_char | name_rest @escape | host_encoded )* $~run $*likely ;

# What the grammars themselves accept as a name.
held_host      := reg_name $~run $*likely ;

# 3.3   segment       = *pchar
segment_char    = pchar & any ;
segment_text    = ( segment_char | neutral
                  | ( other - segment_char ) @escape )* ;
to_segment     := segment_text & percents ;
kept_segment   := kept_escapes & segment_text ;

# 3.3   path: its segments, and the "/" between them.
path_char       = segment_char | "/" ;
path_text       = ( path_char | neutral | ( other - path_char ) @escape )* ;
to_path        := path_text & percents ;
kept_path      := kept_escapes & path_text ;

# 3.4   query         = *( pchar / "/" / "?" )
query_char      = segment_char | "/" | "?" ;
query_text      = ( query_char | neutral | ( other - query_char ) @escape )* ;
to_query       := query_text & percents ;
kept_query     := kept_escapes & query_text ;

# The same where "+" is a space (RFC 1630): a plus is escaped.
plus_char       = query_char - "+" ;
plus_text       = ( plus_char | neutral | ( other - plus_char ) @escape )* ;
to_plus        := plus_text & percents ;
kept_plus      := kept_escapes & plus_text ;

# A name or a value in a query of pairs: without "&", ";", "=", "+".
item_char       = plus_char - "&" - ";" - "=" ;
item_text       = ( item_char | neutral | ( other - item_char ) @escape )* ;
to_item        := item_text & percents ;
kept_item      := kept_escapes & item_text ;
}%%
