/* SPDX-License-Identifier: MIT
 *
 * The machine findings_port: ports that are not read alike by all programs (RFC 3986,
 * section 3.2.3, has *DIGIT; RFC 1738, section 5, has 1*digit).
 */
%%{
machine findings_port;
alphtype unsigned char;

main := ""           %empty
      | "0"+         %zero
      | "0" digit+   %leading_zero
      | digit* ;
}%%
