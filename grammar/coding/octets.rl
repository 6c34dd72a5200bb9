/* SPDX-License-Identifier: MIT
 *
 * The machine octets: what decoded text contains. It reads, in pieces, the octets that
 * src/coding/decode-text.rl has decoded. In a final state the text so far is complete
 * UTF-8, or was found not to be UTF-8.
 */
%%{
machine octets;
alphtype unsigned char;

# RFC 3629, section 4
#
# UTF8-octets = *( UTF8-char )
# UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
# UTF8-1      = %x00-7F
# UTF8-2      = %xC2-DF UTF8-tail
# UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
#               %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
# UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
#               %xF4 %x80-8F 2( UTF8-tail )
# UTF8-tail   = %x80-BF
UTF8_tail   = 0x80..0xBF ;
UTF8_1      = 0x00..0x7F ;
UTF8_2      = 0xC2..0xDF UTF8_tail ;
UTF8_3      = 0xE0 0xA0..0xBF UTF8_tail | 0xE1..0xEC UTF8_tail{2}
            | 0xED 0x80..0x9F UTF8_tail | 0xEE..0xEF UTF8_tail{2} ;
UTF8_4      = 0xF0 0x90..0xBF UTF8_tail{2} | 0xF1..0xF3 UTF8_tail{3}
            | 0xF4 0x80..0x8F UTF8_tail{2} ;
UTF8_char   = UTF8_1 | UTF8_2 | UTF8_3 | UTF8_4 ;

# The beginning of a UTF8-char, and a byte that cannot continue it. What follows such a
# byte is not checked.
begun       = ""
            | 0xC2..0xDF
            | 0xE0 ( 0xA0..0xBF )? | 0xE1..0xEC UTF8_tail?
            | 0xED ( 0x80..0x9F )? | 0xEE..0xEF UTF8_tail?
            | 0xF0 ( 0x90..0xBF UTF8_tail? )? | 0xF1..0xF3 ( UTF8_tail UTF8_tail? )?
            | 0xF4 ( 0x80..0x8F UTF8_tail? )? ;
broken      = ( begun any ) - begun - UTF8_char ;
utf8        = UTF8_char* ( broken @not_utf8 any* )? ;

controls    = ( 0 @nul @control | "\r" @cr @control | "\n" @lf @control
              | ( cntrl - 0 - "\r" - "\n" ) @control
              | ( any - cntrl ) )* ;

main := ( utf8 & controls ) $~run $*likely ;
}%%
