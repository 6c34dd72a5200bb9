/* SPDX-License-Identifier: MIT
 *
 * The text between the variables of a log format, as the configurations of Apache, nginx and
 * HAProxy escape it. A library: no main; its events are `literal`, a byte of the text;
 * `line_feed`, `carriage_return` and `tab`, which a letter stands for; and `both`, a "\" that
 * is literal, and the byte after it.
 */
%%{
machine config_text;

config_escape   = "\\" ( ["'\\ #] @literal
                       | "n" @line_feed
                       | "r" @carriage_return
                       | "t" @tab
                       | ( any - ["'\\ #nrt] ) @both ) ;

# "%-" and "$-" stand for any text.
any_text        = "-" ;
}%%
