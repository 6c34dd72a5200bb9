/* SPDX-License-Identifier: MIT
 *
 * The machine protocol_line: a part of a URL as it goes into a line of a protocol:
 * decoded (RFC 1738, section 2.2), and what would end or divide that line, or
 * the string in the server, reported (section 6).
 */
%%{
machine protocol_line;
alphtype unsigned char;

action octet            { OCTET(*p) }
action high             { HIGH(*p) }
action low              { LOW(*p) }
action nul              { SEEN(NUL) }
action cr               { SEEN(CR) }
action lf               { SEEN(LF) }
action tab              { SEEN(TAB) }

# Any octet, or its triple. A "%" without digits has no meaning: it stops this.
decoded         = ( ( any - "%" ) @octet
                  | "%" xdigit @high xdigit @low )* ;

# Those with a meaning in FTP, Gopher, telnet, NNTP and mail.
delimiter       = ( 0x00 | "%00" ) @nul
                | ( 0x0D | "%0D"i ) @cr
                | ( 0x0A | "%0A"i ) @lf
                | ( 0x09 | "%09" ) @tab ;

main := decoded & ( any | delimiter )* ;

write data noerror nofinal noentry;
}%%
MACHINE(protocol_line)
{
    MACHINE_BEGIN(protocol_line)
    %% write exec;
    MACHINE_END
}
