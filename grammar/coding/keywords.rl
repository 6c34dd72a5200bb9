/* SPDX-License-Identifier: MIT
 *
 * The machine keywords: parts of URLs that consist of one word with a special meaning.
 * It has an entry for each.
 */
%%{
machine keywords;
alphtype unsigned char;

# RFC 8089, section 2: file-scheme = "file"; file-auth = "localhost" / host
file_scheme := "file"i ;
#
# In RFC 3986, a percent-encoded letter is equivalent to the letter (2.3). No URL of RFC
# 1738 or 1630 has such a host.
c           = [Cc] | "%" [46] "3" ;
a           = [Aa] | "%" [46] "1" ;
h           = [Hh] | "%" [46] "8" ;
l           = [Ll] | "%" [46] [Cc] ;
o           = [Oo] | "%" [46] [Ff] ;
s           = [Ss] | "%" [57] "3" ;
t           = [Tt] | "%" [57] "4" ;
localhost   := l o c a l h o s t ;

# In Windows "\\.\" begins the name of a device, not of a file on a host.
dot         := "." | "%2E"i ;

# RFC 1738, section 3.6: "If <newsgroup-name> is "*" (as in <URL:news:*>), it is
# used to refer to "all available news groups"."
all_groups  := "*" ;
}%%
