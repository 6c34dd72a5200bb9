/* SPDX-License-Identifier: MIT
 *
 * The machine slashes: the consecutive slashes of a context (RFC 1630, "Partial
 * (relative) form"). It accepts any text.
 */
%%{
machine slashes;
alphtype unsigned char;

action first            { FIRST }               # on the first of consecutive slashes
action slash            { SLASH }               # on each
action slashes          { SLASHES_END }         # after the last of them

slashes         = "/"+ >first $slash %slashes ;
others          = ( any - "/" )+ ;

main := others? ( slashes others )* slashes? ;

write data noerror nofinal noentry;
}%%
MACHINE(slashes)
{
    MACHINE_BEGIN(slashes)
    %% write exec;
    MACHINE_END
}
