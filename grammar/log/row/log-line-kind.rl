/* SPDX-License-Identifier: MIT
 *
 * The machine log-line-kind: whether a line that is no record is blank, or a comment.
 */
%%{
machine log_line_kind;
alphtype unsigned char;

main := [ \t]* %blank | "#" @comment any* ;
}%%
