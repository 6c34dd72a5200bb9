/* SPDX-License-Identifier: MIT
 *
 * The machine changes: what a normal form changes in a text (RFC 3986, section 6.2.2), from
 * its first byte to its last. The entry `lowercase` is for components that are normalized
 * to lower case, `path` for paths whose dot-segments are removed, `main` for all others. A
 * URL without these changes is read in runs.
 *
 * It distinguishes the same percent-encoded octets and segments as percent-encodings.rl and
 * segments.rl, which read from the last byte to the first.
 */
%%{
machine changes;
alphtype unsigned char;

# No grammar allows a control or a space in a URL (RFC 3986, section 2).
octet           = 0x21..0x7E | 0x80..0xFF ;

# 2.3   unreserved  = ALPHA / DIGIT / "-" / "." / "_" / "~"
#
# "percent-encoded octets in the ranges of ALPHA (%41-%5A and %61-%7A), DIGIT
# (%30-%39), hyphen (%2D), period (%2E), underscore (%5F), or tilde (%7E)"
#
# The tilde is handled separately, because RFC 1738 calls it unsafe (section 2.2).
alpha_digits    = [46] [1-9A-Fa-f] | [57] [0-9Aa] ;
digit_digits    = "3" digit ;
mark_digits     = "2" [DdEe] | "5" [Ff] ;
unreserved      = alpha_digits | digit_digits | mark_digits ;
tilde           = "7" [Ee] ;

# A stray "%", or one with a digit, directly before a percent-encoded octet: if that
# octet were decoded to a digit, the stray "%" would begin a percent-encoded octet
# ("%%341" is not "%41", and neither is "%4%31").
after_stray     = octet* "%" xdigit? ;
free            = octet* - after_stray ;

# 2.1   pct-encoded = "%" HEXDIG HEXDIG
#
# 6.2.2.1: "should be normalized to use uppercase letters for the digits A-F". Of the octets
# that are not decoded, only those with a lowercase letter change.
lower_digits    = xdigit{2} & any* [a-f] any* ;
reserved_lower  = lower_digits - unreserved - tilde ;

encoded         = free "%" ( unreserved @encoded_unreserved
                           | tilde @encoded_tilde
                           | reserved_lower @encoded_lower ) octet*
                | after_stray "%" lower_digits @encoded_lower octet* ;

# In the grammar web a "%" need not begin a percent-encoded octet. The event keeps such a "%"
# out of the pairs of the run classes (grammar/runs.py), which then are those of "/" and the
# first byte of a segment.
stray           = octet* "%" ( ( octet - xdigit ) | xdigit ( octet - xdigit ) ) @stray octet* ;

# 6.2.2.1: scheme and host in lower case, except the digits of percent-encoded octets. In
# "%A" without a second digit the "A" is a letter; in "%AG" it changes before the "G".
letters         = octet* - ( octet* "%" xdigit? ) ;
capital         = octet* "%" [A-F] ( ( octet - xdigit ) @capital_before octet*
                                   | "" %capital_before )
                | ( letters [A-Z] | octet* "%" [G-Z] | octet* "%" xdigit [G-Z] )
                  @capital octet* ;

# After a capital another one is likely. The event keeps that state from having a run class.
capitals        = octet* [A-Z] [A-Z] @capital_again octet* ;

# 3.3   segment = *pchar. 5.2.4: dot-segments. A dot-segment that does not follow a "/" has
# already been removed (prefixes.rl).
segments        = ( octet* "/" )? ;
any_dot         = "." | "%2E"i ;
dot             = "." ;
dot_dot         = ".." ;
encoded_dot     = any_dot - dot ;
encoded_dot_dot = any_dot{2} - dot_dot ;
dots            = segments dot >dots_begin
                           ( "/" @dot octet* | "" %last_dot )
                | segments dot_dot >dots_begin
                           ( "/" @dot_dot octet* | "" %last_dot_dot )
                | segments encoded_dot >dots_begin
                           ( "/" @encoded_dot octet* | "" %last_encoded_dot )
                | segments encoded_dot_dot >dots_begin
                           ( "/" @encoded_dot_dot octet* | "" %last_encoded_dot_dot ) ;

lowercase := ( encoded | stray | capital | capitals | octet* ) $~run $*likely ;
path := ( encoded | stray | dots | octet* ) $~run $*likely ;
main := ( encoded | stray | octet* ) $~run $*likely ;
}%%
