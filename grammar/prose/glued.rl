/* SPDX-License-Identifier: MIT
 *
 * The machine glued: a word before "://" that ends in a scheme but has something else
 * before it, as in "failed\nhttp://", "\u003chttp://" or "2019http://". It reads
 * backwards, so the last bytes of the word decide. It is used only for words that are
 * not known schemes.
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
