/* SPDX-License-Identifier: MIT
 *
 * The machine glued: a word before "://" that ends in a scheme to which something
 * else is glued, as in "failed\nhttp://", "\u003chttp://" or "2019http://". It is
 * asked only of words that are no known scheme.
 */
%%{
machine glued;
alphtype unsigned char;

main := any* alnum ( "http"i  %{ GLUED(4) }
                   | "https"i %{ GLUED(5) }
                   | "ftp"i   %{ GLUED(3) } ) ;

write data noerror nofinal noentry;
}%%
MACHINE(glued)
{
    MACHINE_BEGIN(glued)
    %% write exec;
    MACHINE_END
}
