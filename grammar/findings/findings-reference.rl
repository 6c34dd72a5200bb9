/* SPDX-License-Identifier: MIT
 *
 * The machine findings_reference: references without a scheme that lead to another
 * host, named after their first slashes (RFC 3986, section 4.2), or that do so only for
 * readers that skip characters, decode, or take "\" for "/". It reads no further than it must.
 */
%%{
machine findings_reference;
alphtype unsigned char;

slash           = "/" ;
other_slash     = "\\" | "%2F"i | "%5C"i ;
any_slash       = slash | other_slash ;

# Browsers drop C0 controls and spaces before a URL, and tabs and line breaks anywhere
# in it (WHATWG URL, "basic URL parser"); other readers do after decoding.
before          = 0x00..0x20 | "%" [01] xdigit | "%20" ;
within          = "\t" | "\n" | "\r" | "%09" | "%0A"i | "%0D"i ;

#       relative-part = "//" authority path-abempty / ...
network_path    = slash slash @network_path ;

# Two slashes of any kind, except exactly "//"; and more than two, all of which browsers
# skip.
hidden          = ( ( before* any_slash within* any_slash ) - network_path ) @hidden
                | slash slash within* any_slash @hidden ;

main := network_path | hidden ;
}%%
