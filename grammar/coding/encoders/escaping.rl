/* SPDX-License-Identifier: MIT
 *
 * What the machines that escape text have in common. A library: no main.
 */
%%{
machine escaping;
include escapes "coding/escapes.rl";

# The bytes that a component may or may not contain; "%" and the space are handled
# separately.
other           = any - "%" - " " ;
neutral         = "%" | " " @space ;

# For entries to which "%" is a byte like others: it must always be escaped.
percents        = ( "%" @escape | ( any - "%" ) )* $~run $*likely ;

# For entries that keep percent-encodings.
kept_escapes = escapes $~run $*likely ;
}%%
