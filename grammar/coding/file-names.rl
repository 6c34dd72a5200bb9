/* SPDX-License-Identifier: MIT
 *
 * The machine file-names: names of files, and the paths and hosts of file URLs that
 * stand for some (RFC 1738, section 3.10; RFC 8089). An entry for each kind.
 *
 * A piece is what stands between separators. One begins with the text, and
 * after each separator, drive and host; it ends before the next of them, or
 * with the text.
 */
%%{
machine file_names;
alphtype unsigned char;

action separator    { SEPARATOR }   # "/" or "\": on it
action begin        { BEGIN_HERE }
action root         { ROOT }        # after the one that begins a name
action unc          { ROOT ROOT }   # after those that do
action letter       { LETTER }      # after that of a drive
action drive        { DRIVE }       # on the ":" of "C:"; on the last byte of "%3A"
action host_end     { HOST_END }    # after the host of "\\host\share"
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
#
# A host is not ".": "\\.\" and "\\?\" begin names of devices.
windows        := ( alpha %letter ) ( ":" @drive ) slash @separator byte* rest
                | ( slash %root ) ( ( byte+ - first_drive ) rest )?
                | slash{2} ( ( byte+ - "." ) >begin %host_end )
                  slash @separator byte+ rest ;

# "C:a" is not one of them: it is relative to a folder that only C: knows.
windows_relative := ( byte - ":" )+ rest ;

# RFC 8089, appendix E.2 and E.2.2:
#
#     drive-letter   = ALPHA ":"
#                    / ALPHA "|"
#
# No URI holds a "|" but encoded, and encoded a letter is that letter (RFC 3986, 2.3). An
# encoded ":" is no ":" (2.2). In RFC 1630, in whose paths it cannot stand, it is.
bar             = "|" | "%7C"i ;
escaped_alpha   = "%" ( [46] [1-9A-Fa-f] | [57] [0-9Aa] ) ;
drive_letter    = ( alpha | escaped_alpha ) >begin %letter ;
drive           = drive_letter ( ( ":" | bar ) @drive ) ;
old_drive       = drive_letter ( ( "%3A"i | bar ) @drive ) ;

# The same languages without events, to subtract them.
drive_text      = ( alpha | escaped_alpha ) ( ":" | bar ) ;
old_drive_text  = ( alpha | escaped_alpha ) ( "%3A"i | bar ) ;

# The path of a file URL for Windows. What divides it in RFC 8089 is "/"; "\", which
# "some usages have included" (appendix E.4), is in a URL of web only.
#
#     local-path     = [ drive-letter ] path-absolute
#                    / file-absolute
#     file-absolute  = "/" drive-letter path-absolute
#
# "/C:/a", "/C|/a"; "/a"; and without a host "C:/a", "C|/a".
path            = slash @separator byte* rest ;
drive_path     := slash drive path ;
root_path      := ( slash %root ) ( ( byte+ - drive_text ) rest )? ;
local_path     := drive path ;
old_drive_path := slash old_drive path ;
old_root_path  := ( slash %root ) ( ( byte+ - old_drive_text ) rest )? ;

# Appendix E.3.2:
#
#     auth-path      = [ file-auth ] path-absolute
#                    / [ file-auth ] file-absolute
#                    / unc-authority path-absolute
#     unc-authority  = 2*3"/" file-host
#     file-host      = inline-IP / IPv4address / reg-name
#     inline-IP      = "%5B" ( IPv6address / IPvFuture ) "%5D"
#
# "//host/share", "///host/share". A drive is no host. Of an inline-IP no more is asked
# here than its bytes, and an IPvFuture is none.
inline_IP       = "%5B"i ( xdigit | ":" | "." )+ "%5D"i ;
no_host         = drive_text | old_drive_text | "." | "%2E"i | inline_IP ;
unc_path       := ( slash{2,3} %unc ) ( inline_IP | ( byte+ - no_host ) %host_end )
                  path ;

# After a host there is no drive.
share_path     := ( slash %root ) byte* rest ;
relative_path  := byte+ rest ;

write data noerror;
}%%
MACHINE(file_names)
{
    MACHINE_BEGIN(file_names)
    %% write exec;
    MACHINE_END
}
