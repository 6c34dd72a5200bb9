/* SPDX-License-Identifier: MIT
 *
 * The machine w3c: logs in the W3C's extended log file format, as IIS writes them. It reads
 * one line and stops after its line feed.
 */
%%{
machine w3c;
alphtype unsigned char;
include log_common "log/log-common.rl";

# IIS writes "+" for a space, and one space between two values.
byte            = any - cntrl - " " ;
separator       = " " ;
include w3c_line "log/formats/w3c-line.rl";

main := line $~run $*likely ;
}%%
