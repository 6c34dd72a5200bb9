/* SPDX-License-Identifier: MIT
 *
 * The machine findings_port: ports that are not read alike by all programs (RFC 3986,
 * section 3.2.3, has *DIGIT; RFC 1738, section 5, has 1*digit).
 */
%%{
machine findings_port;
alphtype unsigned char;

action empty            { FOUND(EMPTY_PORT) }
action zero             { FOUND(ZERO_PORT) }
action leading_zero     { FOUND(LEADING_ZERO_PORT) }

main := ""           %empty
      | "0"+         %zero
      | "0" digit+   %leading_zero
      | digit* ;

write data noerror nofinal noentry;
}%%
MACHINE(findings_port)
{
    MACHINE_BEGIN(findings_port)
    %% write exec;
    MACHINE_END
}
