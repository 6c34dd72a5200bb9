/* SPDX-License-Identifier: MIT
 *
 * The machine slashes: the consecutive slashes of a context (RFC 1630, "Partial
 * (relative) form"). It accepts any text.
 */
%%{
machine slashes;
alphtype unsigned char;

slashes         = "/"+ >first $slash %slashes ;
others          = ( any - "/" )+ ;

main := others? ( slashes others )* slashes? ;
}%%
