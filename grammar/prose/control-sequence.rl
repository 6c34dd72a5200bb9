/* SPDX-License-Identifier: MIT
 *
 * The machine control-sequence: a control sequence (ECMA-48, 5.4), as programs write to
 * terminals. It reads from the first byte of the sequence and stops after its last.
 */
%%{
machine control_sequence;
alphtype unsigned char;

# 5.4   CSI P ... P I ... I F
#
# CSI is ESC "[" or U+009B. SGR (8.3.117, "m") and EL (8.3.41, "K") do not move text, so
# they are passed over within a URL.
csi             = 0x1B "[" | 0xC2 0x9B ;
parameter       = 0x30..0x3F ;
intermediate    = 0x20..0x2F ;
final           = 0x40..0x7E ;

main := csi parameter* ( [mK]                                      @passed_over
                       | ( final - [mK] | intermediate+ final )    @other_sequence ) ;
}%%
