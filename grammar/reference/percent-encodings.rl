/* SPDX-License-Identifier: MIT
 *
 * The machine percent-encodings: the last "%" of a text, whether it begins a
 * percent-encoded octet (RFC 3986, section 2.1), and whether that may be decoded
 * (sections 2.3 and 6.2.2.2).
 *
 * Like segments.rl it reads from right to left, from the text's last byte. So every
 * string here is reversed: "14%" is "%41".
 */
%%{
machine percent_encodings;
alphtype unsigned char;

not_percent     = any - "%" ;

# 2.3   unreserved  = ALPHA / DIGIT / "-" / "." / "_" / "~"
#
# "percent-encoded octets in the ranges of ALPHA (%41-%5A and %61-%7A), DIGIT
# (%30-%39), hyphen (%2D), period (%2E), underscore (%5F), or tilde (%7E)"
#
# The tilde is handled separately, because RFC 1738 calls it unsafe (section 2.2).
alpha_digits    = [1-9A-Fa-f] [46] | [0-9Aa] [57] ;
digit_digits    = [0-9] "3" ;
mark_digits     = [DdEe] "2" | [Ff] "5" ;
unreserved      = not_percent* ( alpha_digits | digit_digits | mark_digits ) ;
tilde           = not_percent* [Ee] "7" ;

# 2.1   pct-encoded = "%" HEXDIG HEXDIG
pct_encoded     = not_percent* xdigit{2} ;

# In the grammar web a "%" need not begin a percent-encoded octet. One that does not is
# stray.
stray           = not_percent* - pct_encoded ;

# A stray "%", or one with a digit, directly before a percent-encoded octet: if that
# octet were decoded to a digit, the stray "%" would begin a percent-encoded octet
# ("%%341" is not "%41", and neither is "%4%31").
guard           = xdigit? "%" ;

main := ( unreserved "%"                                @encoded_unreserved
        | tilde "%"                                     @encoded_tilde )
            ( guard                                     @encoded_guard )?
      | ( pct_encoded - unreserved - tilde ) "%"        @encoded_other
      | stray "%"                                       @encoded_stray ;
}%%
