/* SPDX-License-Identifier: MIT
 *
 * The machine unwrap: the pieces of a text between its white space (RFC 3986,
 * appendix C). It stops behind the first; who wants the next begins there.
 */
%%{
machine unwrap;
alphtype unsigned char;

action begin            { BEGIN }
action end              { END }

# C     spaces, line-breaks, tabs, etc.
white           = 0x09..0x0d | " " ;
piece           = ( any - white )+ >begin %end ;

main := white* ( piece white+ )* piece? ;

write data noerror nofinal noentry;
}%%
MACHINE(unwrap)
{
    MACHINE_BEGIN(unwrap)
    %% write exec;
    MACHINE_END
}
