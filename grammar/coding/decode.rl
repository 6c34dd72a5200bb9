/* SPDX-License-Identifier: MIT
 *
 * The machine decode: the escapes of a component, with an entry for each way to read
 * it.
 */
%%{
machine decode;
alphtype unsigned char;
include escapes "coding/escapes.rl";

# Any component.
text        := ( escapes ) $~run $*likely ;

# RFC 1630, "Query strings": "Within the query string, the plus sign is reserved
# as shorthand notation for a space."
query       := ( escapes & ( "+" @plus | any )* ) $~run $*likely ;

# RFC 3986, section 3.2.2, reg-name. A name contains none of these bytes. Percent-encoded
# ones are found after decoding (delimiters.rl, octets.rl).
refused     = cntrl | ":" | "/" | "?" | "#" | "[" | "]" | "@"
            | " " | "<" | ">" | '"' | "\\" ;
host        := ( escapes & ( any - refused )* ) $~run $*likely ;
}%%
