/* SPDX-License-Identifier: MIT
 *
 * The machine cloudfront: standard logs of Amazon CloudFront (Developer Guide, "Standard
 * logging reference"). It reads one line and stops after its line feed.
 */
%%{
machine cloudfront;
alphtype unsigned char;
include log_common "log/log-common.rl";

# A tab separates two values; a space may be within one.
byte            = any - cntrl ;
separator       = "\t" ;
include w3c_line "log/formats/w3c-line.rl";

main := line $~run $*likely ;
}%%
