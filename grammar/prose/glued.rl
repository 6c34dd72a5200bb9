/* SPDX-License-Identifier: MIT
 *
 * The machine glued: a word before "://" that ends in a scheme to which something
 * else is glued, as in "failed\nhttp://", "\u003chttp://" or "2019http://". It reads
 * backwards, so that the word's last bytes decide, and is asked only of words that are
 * no known scheme.
 */
%%{
machine glued;
alphtype unsigned char;
getkey BACKWARDS;

main := "ptth"i  alnum @{ GLUED(4) }
      | "sptth"i alnum @{ GLUED(5) }
      | "ptf"i   alnum @{ GLUED(3) } ;

write data noerror nofinal noentry;
}%%
MACHINE(glued)
{
    MACHINE_BEGIN(glued)
    %% write exec;
    MACHINE_END
}
