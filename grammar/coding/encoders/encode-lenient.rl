/* SPDX-License-Identifier: MIT
 *
 * The machine encode_lenient: which bytes of a text must be escaped in those components in
 * which the grammar web differs from RFC 3986. encode-uri.rl explains the entries.
 */
%%{
machine encode_lenient;
alphtype unsigned char;
include common "rules/common.rl";
include uri_chars "rules/uri-chars.rl";
include web_common "rules/web-common.rl";
include escaping "coding/encoders/escaping.rl";
include names "coding/encoders/names.rl";

# 3.2.2 host
web_rest        = other - web_name_char - refused ;
to_host        := ( web_name_char | web_rest @escape )* $~run $*likely ;
kept_host      := ( web_name_char | web_rest @escape | host_encoded )* $~run $*likely ;
held_host      := ( web_name_char | pct_encoded )* $~run $*likely ;

# 3.3   segment       = *pchar
web_segment_char = web_pchar - "%" ;
web_segment_text = ( web_segment_char | neutral
                   | ( other - web_segment_char ) @escape )* ;
to_segment     := web_segment_text & percents ;
kept_segment   := kept_escapes & web_segment_text ;

# 3.3   path: its segments, and the "/" between them.
web_path_char   = web_segment_char | "/" ;
web_path_text   = ( web_path_char | neutral
                  | ( other - web_path_char ) @escape )* ;
to_path        := web_path_text & percents ;
kept_path      := kept_escapes & web_path_text ;
held_path      := web_path_text $~run $*likely ;

# 3.4   query         = *( pchar / "/" / "?" )
web_query_char  = web_char - "#" - "%" ;
web_query_text  = ( web_query_char | neutral
                  | ( other - web_query_char ) @escape )* ;
to_query       := web_query_text & percents ;
kept_query     := kept_escapes & web_query_text ;
held_query     := web_query_text $~run $*likely ;

# The same where "+" is a space (RFC 1630): a plus is escaped.
web_plus_char   = web_query_char - "+" ;
web_plus_text   = ( web_plus_char | neutral
                  | ( other - web_plus_char ) @escape )* ;
to_plus        := web_plus_text & percents ;
kept_plus      := kept_escapes & web_plus_text ;

# A name or a value in a query of pairs: without "&", ";", "=", "+".
web_item_char   = web_plus_char - "&" - ";" - "=" ;
web_item_text   = ( web_item_char | neutral
                  | ( other - web_item_char ) @escape )* ;
to_item        := web_item_text & percents ;
kept_item      := kept_escapes & web_item_text ;

# 3.5   fragment      = *( pchar / "/" / "?" )
#
# web also allows "#" in a fragment.
web_fragment_char = web_char - "%" ;
web_fragment_text = ( web_fragment_char | neutral
                    | ( other - web_fragment_char ) @escape )* ;
to_fragment    := web_fragment_text & percents ;
kept_fragment  := kept_escapes & web_fragment_text ;
held_fragment  := web_fragment_text $~run $*likely ;

# Paths, queries and fragments that the grammar web_target accepts. Text is encoded for it
# by the entries of web: servers receive the additional bytes, but clients must not send
# them.
target_char     = any - cntrl - " " - "%" ;
target_path_char = target_char - "?" - "#" ;
target_query_char = target_char - "#" ;
held_target_path := ( target_path_char | neutral
                     | ( other - target_path_char ) @escape )* $~run $*likely ;
held_target_query := ( target_query_char | neutral
                     | ( other - target_query_char ) @escape )* $~run $*likely ;
held_target_fragment := ( target_char | neutral
                        | ( other - target_char ) @escape )* $~run $*likely ;
}%%
