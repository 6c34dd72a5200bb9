/* SPDX-License-Identifier: MIT
 *
 * The machine prospero_fields: the fields of a prospero URL, one by one (RFC
 * 1738 section 3.11, RFC 1630).
 */
%%{
machine prospero_fields;
alphtype unsigned char;

action next             { BEGIN_AFTER }
action equals           { MARK_EQUALS }
action piece            { PIECE(p) if (p != pe) { fbreak; } }
action bad              { BAD }

# RFC 1738 5    fieldname     = *[ uchar | "?" | ":" | "@" | "&" ]
#               fieldvalue    = *[ uchar | "?" | ":" | "@" | "&" ]
#               fieldspec     = ";" fieldname "=" fieldvalue
fieldname       = ( any - ";" - "=" )* ;
fieldvalue      = ( any - ";" - "=" )* ;
fieldspec       = ";" @next fieldname "=" @equals fieldvalue %piece ;

# RFC 1630      attributes    = attribute [ attributes ]
#               attribute     = alphanums
#
# There is no separator between attributes: they are one piece without "=".
attributes      = alnum+ %piece ;

# RFC 1738 5    prosperourl   = "prospero://" hostport "/" ppath *[ fieldspec ]
main := ( fieldspec* | attributes ) $!bad ;

write data noerror nofinal noentry;
}%%
MACHINE(prospero_fields)
{
    MACHINE_BEGIN(prospero_fields)
    %% write exec;
    MACHINE_END
}
