/* SPDX-License-Identifier: MIT
 *
 * The machine words: parts of URLs that are one word with a meaning of its own.
 * An entry for each.
 */
%%{
machine words;
alphtype unsigned char;

# RFC 8089, section 2: file-scheme = "file"; file-auth = "localhost" / host
file_scheme := "file"i ;
localhost   := "localhost"i ;

# RFC 1738, section 3.6: "If <newsgroup-name> is "*" (as in <URL:news:*>), it is
# used to refer to "all available news groups"."
all_groups  := "*" ;

write data noerror;
}%%
MACHINE(words)
{
    MACHINE_BEGIN(words)
    %% write exec;
    MACHINE_END
}
