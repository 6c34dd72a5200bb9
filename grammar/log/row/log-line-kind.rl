/* SPDX-License-Identifier: MIT
 *
 * The machine log-line-kind: whether a line that is not a record is blank, or a comment.
 */
%%{
machine log_line_kind;
alphtype unsigned char;

main := [ \t]* %blank | "#" @comment any* ;
}%%
