/* SPDX-License-Identifier: MIT
 *
 * The machine elements: the elements of a path, from the last one to the first, because
 * whether an element remains depends on the ".." to its right (RFC 1630, "Partial
 * (relative) form"). BYTE supplies the text byte by byte from the right; "." and ".."
 * read the same in both directions.
 */
%%{
machine elements;
alphtype unsigned char;
getkey BYTE(p);

action next             { NEXT }
action name             { NAME }
action dot              { DOT }
action dots             { DOTS }

# "/" [...] is reserved for the delimiting of substrings whose relationship is
# hierarchical [...] "." and ".." are complete path elements.
char            = any - "/" ;
element         = ( char* - "." - ".." ) %name
                | "." %dot
                | ".." %dots ;

main := element ( "/" @next element )* ;

write data noerror nofinal noentry;
}%%
MACHINE(elements)
{
    MACHINE_BEGIN(elements)
    %% write exec;
    MACHINE_END
}
