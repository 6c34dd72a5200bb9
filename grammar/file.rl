/* SPDX-License-Identifier: MIT
 *
 * The machine file: names of files, and the paths and hosts of file URLs that
 * stand for some (RFC 1738, section 3.10; RFC 8089). An entry for each kind.
 *
 * A piece is what stands between separators. One begins with the text, and
 * behind each separator, drive and host; it ends before the next of them, or
 * with the text.
 */
%%{
machine file;
alphtype unsigned char;

action separator    { SEPARATOR }   # "/" or "\": on it
action begin        { BEGIN_HERE }
action root         { ROOT }        # behind the one that begins a name
action drive        { DRIVE(p - 1) } # on the ":" of "C:"
action hidden_drive { DRIVE(p - 3) } # on the last byte of "C%3A"
action host_end     { HOST_END }    # behind the host of "\\host\share"
action colon        { COLON }       # in the first segment of a relative name

# A name of POSIX is of any bytes but NUL, and "/" divides it.
posix_byte      = any - 0 ;
posix          := "/" posix_byte* ;

# One that is relative: RFC 3986, section 4.2, where a ":" in the first segment
# would make a scheme of it.
relative       := ( ( posix_byte - "/" - ":" ) | ":" @colon )+
                  ( "/" posix_byte* )? ;

# A name of Windows: both slashes divide it.
slash           = "/" | "\\" ;
byte            = any - 0 - slash ;
rest            = ( slash @separator byte* )* ;

# What a URL's path begins with where a drive is meant; so "\C:\a" has none.
first_drive     = alpha ( ":" | "|" ) ;

# "C:\a\b"; "\a\b"; "\\host\share\a" (RFC 8089, appendix E.2 and E.3)
windows        := ( alpha ":" @drive ) slash @separator byte* rest
                | ( slash %root ) ( ( byte+ - first_drive ) rest )?
                | slash{2} ( byte+ >begin %host_end )
                  slash @separator byte+ rest ;

# "C:a" is not one of them: it is relative to a folder that only C: knows.
windows_relative := ( byte - ":" )+ rest ;

# The path of a file URL for Windows: "/C:/a/b" or "/C|/a/b" (RFC 8089, appendix
# E.2.2), "/a/b"; behind a host there is no drive.
url_byte        = any - "/" ;
url_rest        = ( "/" @separator url_byte* )* ;
drive_path     := "/" ( first_drive @drive ) "/" @separator url_byte*
                  url_rest ;
root_path      := ( "/" %root ) ( url_byte* - first_drive ) url_rest ;
share_path     := ( "/" %root ) url_byte* url_rest ;
relative_path  := url_byte+ url_rest ;

# The same in RFC 1630, in whose paths a ":" cannot stand but escaped.
hidden_drive    = alpha "%3A"i ;
hidden_path    := "/" ( hidden_drive @hidden_drive ) "/" @separator url_byte*
                  url_rest ;
hidden_root    := ( "/" %root ) ( url_byte* - hidden_drive ) url_rest ;

write data noerror;
}%%
MACHINE(file)
{
    MACHINE_BEGIN(file)
    %% write exec;
    MACHINE_END
}
