/* SPDX-License-Identifier: MIT
 *
 * The machine plain_target: origin-forms (RFC 9112, section 3.2.1) that are in normal form
 * whatever they mean: without percent-encoded octets and dot-segments (RFC 3986, sections
 * 6.2.2.1 to 6.2.2.3). It accepts fewer than all that are in normal form.
 */
%%{
machine plain_target;
alphtype unsigned char;

# 3.3   segment = *pchar. The grammar of the target has already checked its bytes.
segment         = ( any - [%/?#] )* ;

# 3.3   "The path segments "." and "..", also known as dot-segments"
dots            = "." | ".." ;

main := ( "/" ( segment - dots ) )+ ( [?#] ( any - "%" )* )? %plain ;
}%%
