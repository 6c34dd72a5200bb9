/* SPDX-License-Identifier: MIT
 *
 * The machine decode: what is escaped in a component, by an entry for each way
 * to read it.
 */
%%{
machine decode;
alphtype unsigned char;
include escapes "coding/escapes.rl";

action plus     { PLUS }        # a "+" that stands for a space

# Any component.
text        := escapes ;

# RFC 1630, "Query strings": "Within the query string, the plus sign is reserved
# as shorthand notation for a space."
query       := escapes & ( "+" @plus | any )* ;

# RFC 3986, section 3.2.2, reg-name. A name holds none of these, be they escaped
# (octets.rl has the same) or not.
refused     = cntrl | ":" | "/" | "?" | "#" | "[" | "]" | "@"
            | " " | "<" | ">" | '"' | "\\" ;
host        := escapes & ( any - refused )* ;

write data noerror;
}%%
MACHINE(decode)
{
    MACHINE_BEGIN(decode)
    %% write exec;
    MACHINE_END
}
