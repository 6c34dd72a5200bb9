/* SPDX-License-Identifier: MIT
 *
 * The machine cri: a line of the log of a container as containerd and CRI-O write it
 * (Kubernetes, "CRI: Log Management", design proposal of the kubelet):
 *
 *     2016-10-06T00:17:09.669794202Z stdout F message
 *
 * It reads one line without its line ending.
 */
%%{
machine cri;
alphtype unsigned char;
include log_tokens "log/log-tokens.rl";

# Tags are separated by colons. The first one is P (partial) or F (full): a message that is
# longer than the runtime's buffer continues in the next line of its stream.
tag             = ( any - cntrl - [ :] )+ ;
more_tags       = ( ":" tag )* ;
tags            = "F" more_tags | "P" @partial more_tags ;
stream          = "stdout" %stdout_end | "stderr" %stderr_end ;

record          = zoned_time >here %logged_end " " @next stream " " tags " " @message
                  not_lf* %message_end ;

main := ( record | [ \t]* %blank_end ) $~run $*likely ;
}%%
