/* SPDX-License-Identifier: MIT
 *
 * The machine keywords: parts of URLs that are one word with a meaning of its own.
 * An entry for each.
 */
%%{
machine keywords;
alphtype unsigned char;

# RFC 8089, section 2: file-scheme = "file"; file-auth = "localhost" / host
file_scheme := "file"i ;
#
# Of a letter, RFC 3986 knows no other meaning where it is encoded (2.3). No URL of
# RFC 1738 or 1630 has such a host.
c           = [Cc] | "%" [46] "3" ;
a           = [Aa] | "%" [46] "1" ;
h           = [Hh] | "%" [46] "8" ;
l           = [Ll] | "%" [46] [Cc] ;
o           = [Oo] | "%" [46] [Ff] ;
s           = [Ss] | "%" [57] "3" ;
t           = [Tt] | "%" [57] "4" ;
localhost   := l o c a l h o s t ;

# "\\.\" begins a name of Windows that is of a device, and of no file on a host.
dot         := "." | "%2E"i ;

# RFC 1738, section 3.6: "If <newsgroup-name> is "*" (as in <URL:news:*>), it is
# used to refer to "all available news groups"."
all_groups  := "*" ;

write data noerror;
}%%
MACHINE(keywords)
{
    MACHINE_BEGIN(keywords)
    %% write exec;
    MACHINE_END
}
