/* SPDX-License-Identifier: MIT
 *
 * The machine encode: which bytes of a text must be escaped in a component of RFC 3986
 * (sections 2 and 3), or of the grammar web. Each component has an entry to_NAME, for
 * which "%" is a byte like others, and an entry kept_NAME, for which percent-encodings
 * are already escaped. If the machine stops before the end, the component cannot
 * contain the text, however it is escaped.
 *
 * (X & any) is X without its percent-encodings: the single bytes in X.
 */
%%{
machine encode;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include uri "rules/uri.rl";
include web_common "rules/web-common.rl";
include escapes "coding/escapes.rl";
include escaping "coding/escaping.rl";

# 2.3   The bytes that need no escape in any component of any grammar.
any_text        = ( unreserved | neutral | ( other - unreserved ) @escape )* ;
to_any         := any_text & percents ;
kept_any       := escapes & any_text ;

# 3.1, 3.2.3  Nothing can be escaped in these.
to_scheme      := scheme ;
to_port        := port ;

# 3.2.1 userinfo; the user ends at the first ":".
user_char       = unreserved | sub_delims ;
user_text       = ( user_char | neutral | ( other - user_char ) @escape )* ;
to_user        := user_text & percents ;
kept_user      := escapes & user_text ;

password_char   = user_char | ":" ;
password_text   = ( password_char | neutral
                  | ( other - password_char ) @escape )* ;
to_password    := password_text & percents ;
kept_password  := escapes & password_text ;

# 3.2.2 host          = IP-literal / IPv4address / reg-name
#
# Names. Escapes in a name are for the octets of UTF-8; they may not hide characters
# that would end a host or break a line of a protocol. decode.rl refuses the same ones.
refused         = cntrl | ":" | "/" | "?" | "#" | "[" | "]" | "@"
                | " " | "<" | ">" | '"' | "\\" ;
host_refused    = "%" ( [01] xdigit | "20" | "22" | "23" | "25" | "2f"i
                      | "3a"i | "3c"i | "3e"i | "3f"i | "40"
                      | "5b"i | "5c"i | "5d"i | "7f"i ) ;
host_encoded    = pct_encoded - host_refused ;
name_char       = unreserved | sub_delims ;
name_rest       = other - name_char - refused ;
to_host        := ( name_char | name_rest @escape )* ;
kept_host      := ( name_char | name_rest @escape | host_encoded )* ;

web_rest        = other - web_name_char - refused ;
to_web_host    := ( web_name_char | web_rest @escape )* ;
kept_web_host  := ( web_name_char | web_rest @escape | host_encoded )* ;

# What the grammars themselves accept as a name.
held_host      := reg_name ;
held_web_host  := ( web_name_char | pct_encoded )* ;

# Tried before the entries of names, since it contains characters that they do not.
ip_literal     := IP_literal ;

# 3.3   segment       = *pchar
segment_char    = pchar & any ;
segment_text    = ( segment_char | neutral
                  | ( other - segment_char ) @escape )* ;
to_segment     := segment_text & percents ;
kept_segment   := escapes & segment_text ;

web_segment_char = web_pchar - "%" ;
web_segment_text = ( web_segment_char | neutral
                   | ( other - web_segment_char ) @escape )* ;
to_web_segment   := web_segment_text & percents ;
kept_web_segment := escapes & web_segment_text ;

# 3.3   path: its segments, and the "/" between them.
path_char       = segment_char | "/" ;
path_text       = ( path_char | neutral | ( other - path_char ) @escape )* ;
to_path        := path_text & percents ;
kept_path      := escapes & path_text ;

# 3.2   hier-part     = "//" authority path-abempty
#
# The form of a path after an authority, whatever its segments contain.
after_host    := ( "/" any* )? ;

web_path_char   = web_segment_char | "/" ;
web_path_text   = ( web_path_char | neutral
                  | ( other - web_path_char ) @escape )* ;
to_web_path    := web_path_text & percents ;
kept_web_path  := escapes & web_path_text ;
held_web_path  := web_path_text ;

# 3.4   query         = *( pchar / "/" / "?" )
query_char      = segment_char | "/" | "?" ;
query_text      = ( query_char | neutral | ( other - query_char ) @escape )* ;
to_query       := query_text & percents ;
kept_query     := escapes & query_text ;

web_query_char  = web_char - "#" - "%" ;
web_query_text  = ( web_query_char | neutral
                  | ( other - web_query_char ) @escape )* ;
to_web_query   := web_query_text & percents ;
kept_web_query := escapes & web_query_text ;
held_web_query := web_query_text ;

# The same where "+" is a space (RFC 1630): a plus is escaped.
plus_char       = query_char - "+" ;
plus_text       = ( plus_char | neutral | ( other - plus_char ) @escape )* ;
to_plus        := plus_text & percents ;
kept_plus      := escapes & plus_text ;

web_plus_char   = web_query_char - "+" ;
web_plus_text   = ( web_plus_char | neutral
                  | ( other - web_plus_char ) @escape )* ;
to_web_plus    := web_plus_text & percents ;
kept_web_plus  := escapes & web_plus_text ;

# A name or a value in a query of pairs: without "&", ";", "=", "+".
item_char       = plus_char - "&" - ";" - "=" ;
item_text       = ( item_char | neutral | ( other - item_char ) @escape )* ;
to_item        := item_text & percents ;
kept_item      := escapes & item_text ;

web_item_char   = web_plus_char - "&" - ";" - "=" ;
web_item_text   = ( web_item_char | neutral
                  | ( other - web_item_char ) @escape )* ;
to_web_item    := web_item_text & percents ;
kept_web_item  := escapes & web_item_text ;

# 3.5   fragment      = *( pchar / "/" / "?" ): the same as a query; in web also "#".
web_fragment_char = web_char - "%" ;
web_fragment_text = ( web_fragment_char | neutral
                    | ( other - web_fragment_char ) @escape )* ;
to_web_fragment   := web_fragment_text & percents ;
kept_web_fragment := escapes & web_fragment_text ;
held_web_fragment := web_fragment_text ;

# Paths, queries and fragments that the grammar web_target accepts. To encode for it, the
# entries of web are used: the further bytes are received, but not to be sent.
target_char     = any - cntrl - " " - "%" ;
target_path_char = target_char - "?" - "#" ;
target_query_char = target_char - "#" ;
held_target_path  := ( target_path_char | neutral
                     | ( other - target_path_char ) @escape )* ;
held_target_query := ( target_query_char | neutral
                     | ( other - target_query_char ) @escape )* ;
held_target_fragment := ( target_char | neutral
                        | ( other - target_char ) @escape )* ;
}%%
