/* SPDX-License-Identifier: MIT
 *
 * The machine file-names: names of files, and the paths and hosts of file URLs that
 * denote files (RFC 1738, section 3.10; RFC 8089). It has an entry for each kind.
 *
 * A piece is the text between separators. A piece begins at the beginning of the text
 * and after each separator, drive and host; it ends before the next of them, or at the
 * end of the text.
 */
%%{
machine file_names;
alphtype unsigned char;

# A POSIX name consists of any bytes except NUL; "/" separates its pieces.
posix_byte      = any - 0 ;
posix          := "/" posix_byte* ;

# A relative one. By RFC 3986, section 4.2, a ":" in the first segment would make the
# text before it a scheme.
relative       := ( ( posix_byte - "/" - ":" ) | ":" @colon )+
                  ( "/" posix_byte* )? ;

# A Windows name: both kinds of slash separate its pieces.
slash           = "/" | "\\" ;
byte            = any - 0 - slash ;
rest            = ( slash @separator byte* )* ;

# At the beginning of a URL's path this would be a drive, so "\C:\a" has no URL.
first_drive     = alpha ( ":" | "|" ) ;

# "C:\a\b"; "\a\b"; "\\host\share\a" (RFC 8089, appendix E.2 and E.3)
#
# The host is not ".": "\\.\" and "\\?\" begin names of devices.
windows        := ( alpha %letter ) ( ":" @drive ) slash @separator byte* rest
                | ( slash %root ) ( ( byte+ - first_drive ) rest )?
                | slash{2} ( ( byte+ - "." ) >begin %host_end )
                  slash @separator byte+ rest ;

# "C:a" is not among these: it is relative to the current directory of C:.
windows_relative := ( byte - ":" )+ rest ;

# RFC 8089, appendix E.2 and E.2.2:
#
#     drive-letter   = ALPHA ":"
#                    / ALPHA "|"
#
# A URI contains "|" only percent-encoded, and a percent-encoded letter is that letter
# (RFC 3986, 2.3). A percent-encoded ":" is not ":" (2.2), except in RFC 1630, whose
# paths cannot contain ":".
bar             = "|" | "%7C"i ;
escaped_alpha   = "%" ( [46] [1-9A-Fa-f] | [57] [0-9Aa] ) ;
drive_letter    = ( alpha | escaped_alpha ) >begin %letter ;
drive           = drive_letter ( ( ":" | bar ) @drive ) ;
old_drive       = drive_letter ( ( "%3A"i | bar ) @drive ) ;

# The same languages without events, to subtract them.
drive_text      = ( alpha | escaped_alpha ) ( ":" | bar ) ;
old_drive_text  = ( alpha | escaped_alpha ) ( "%3A"i | bar ) ;

# The path of a file URL for Windows. In RFC 8089 the separator is "/"; only URLs of web
# can contain "\", which "some usages have included" (appendix E.4).
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
# "//host/share", "///host/share". A drive is not a host. An inline-IP is checked only
# for its bytes, and an IPvFuture is not accepted.
inline_IP       = "%5B"i ( xdigit | ":" | "." )+ "%5D"i ;
no_host         = drive_text | old_drive_text | "." | "%2E"i | inline_IP ;
unc_path       := ( slash{2,3} %unc ) ( inline_IP | ( byte+ - no_host ) %host_end )
                  path ;

# A path after a host has no drive.
share_path     := ( slash %root ) byte* rest ;
relative_path  := byte+ rest ;
}%%
