/* SPDX-License-Identifier: MIT
 *
 * What the machines that escape text have in common. A library: no main.
 */
%%{
machine escaping;

action escape   { ESCAPE }      # this byte is to be escaped
action space    { SPACE }       # and this one, a space, perhaps as "+"

# The bytes that a component holds or not; the others are spoken of apart.
other           = any - "%" - " " ;
neutral         = "%" | " " @space ;

# Where a "%" is a byte like others: to be escaped, always.
percents        = ( "%" @escape | ( any - "%" ) )* ;
}%%
